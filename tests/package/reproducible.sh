#!/usr/bin/env bash
# Builds what is installed twice, from copies of the source in two places with names of different
# lengths, and compares the installed files byte by byte.
# usage: reproducible.sh SOURCE
set -euo pipefail
source=$1
unset CCACHE_BASEDIR CMAKE_C_COMPILER_LAUNCHER
export CCACHE_DISABLE=1

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

die() {
    printf 'reproducible: %s\n' "$*" >&2
    exit 1
}

for place in one another/place/with/a/longer/name; do
    top=$folder/$place
    mkdir -p "$top"
    for part in assets shaders src CMakeLists.txt CHANGELOG.md README.md LICENSE; do
        cp -R -- "$source/$part" "$top/$part"
    done
    mkdir "$top/tests"
    cp -R -- "$source/tests/example" "$top/tests/example" # it is installed, too
    cmake -S "$top" -B "$top/out" -DBUILD_TESTING=OFF >"$folder/log" || die "$(cat "$folder/log")"
    cmake --build "$top/out" -j2 >"$folder/log" 2>&1 || die "$(tail "$folder/log")"
    cmake --install "$top/out" --prefix "$top/installed" >"$folder/log" 2>&1 ||
        die "$(tail "$folder/log")"
done
"$folder/one/installed/bin/spinscope" formula radau-iia:3 | grep '^N = 60' >/dev/null ||
    die 'no program'
diff -r "$folder/one/installed" "$folder/another/place/with/a/longer/name/installed" ||
    die 'two places make two programs'
! grep -aF -- "$folder" "$folder/one/installed/bin/spinscope" || die 'the place is in the program'
