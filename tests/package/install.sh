#!/usr/bin/env bash
# Installs a build, moves what was installed to another place, and uses it there: the program finds
# its assets, every header compiles by itself, and the example program can be compiled by pkg-config
# and by find_package, with the same answer as in the build tree.
# usage: install.sh BUILD SOURCE
set -euo pipefail
build=$1 source=$2
unset SPINSCOPE_ASSETS

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

die() {
    printf 'install: %s\n' "$*" >&2
    exit 1
}

cmake --install "$build" --prefix "$folder/first" >log || die "$(cat log)"
mkdir -p deeper/below
mv first deeper/below/moved
place=$folder/deeper/below/moved

# Nothing that a person can read names the place where it was built or first installed.
for name in "$build" "$source" "$folder/first"; do
    ! grep -rIlF -- "$name" "$place" || die "$name is mentioned there"
done

echo 'the program, with its assets'
spinscope=$place/bin/spinscope
"$spinscope" list | grep -q '^rk4 ' || die 'rk4 is not found'
"$spinscope" render rk4 --palette grey --size 200x160 -o rk4.png
[[ $(head -c 4 rk4.png | tail -c 3) == PNG ]] || die 'no picture'
"$spinscope" render bdf:2 --evaluator gpu --size 200x160 -o gpu.png 2>said ||
    ! grep -i shader said || die 'the shaders are not found'

"$spinscope" help mathematics >page
grep -q '^1\. The test equation$' page || die 'the handbook is not found'
cmp "$source/assets/handbook/references.md" "$place/share/spinscope/handbook/references.md"

echo 'documents'
zcat "$place"/share/man/man1/spinscope.1.gz | cmp - <("$spinscope" manual)
cmp "$place"/share/bash-completion/completions/spinscope <("$spinscope" completion bash)
cmp "$place"/share/zsh/*/_spinscope <("$spinscope" completion zsh)
for file in share/applications/spinscope.desktop share/icons/hicolor/scalable/apps/spinscope.svg \
    share/icons/hicolor/{16x16,48x48,256x256}/apps/spinscope.png; do
    [[ -s $place/$file ]] || die "$file is missing"
done

echo 'every header by itself'
find "$place/include" -name '*.h' >headers
(($(wc -l <headers) > 50)) || die 'where are the headers?'
! grep -rl '[Pp]rivate to' "$place/include" || die 'a private header is installed'
xargs gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c -I "$place/include/spinscope" <headers
while read -r header; do # and says what it is for
    [[ $(head -c 3 "$header") == '/* ' ]] || die "$header has no comment"
done <headers

echo 'the example by pkg-config'
export PKG_CONFIG_PATH=$place/lib/pkgconfig
if ! command -v pkg-config >/dev/null; then
    die 'there is no pkg-config'
fi
# shellcheck disable=SC2046 # several words
gcc -std=c11 -Wall -Wextra -Werror "$source/tests/example/region.c" \
    $(pkg-config --cflags --libs spinscope) -o by-pkg-config
[[ -d $(pkg-config --variable=assets spinscope)/methods ]] || die 'pkg-config: no assets'

echo 'the example by find_package'
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(spinscope 0.1 REQUIRED)
add_executable(by-cmake ${SOURCE}/tests/example/region.c)
target_link_libraries(by-cmake PRIVATE spinscope::spinscope)
END
{
    cmake -S project -B project/build -DSOURCE="$source" -DCMAKE_PREFIX_PATH="$place" &&
        cmake --build project/build
} >log 2>&1 || die "$(cat log)"

for arguments in 'radau-iia:2' 'bdf:3 0.5' 'gauss:2 -1'; do
    # shellcheck disable=SC2086 # several words
    {
        "$build/tests/example_region" $arguments >expected
        ./by-pkg-config $arguments | cmp - expected
        project/build/by-cmake $arguments | cmp - expected
    }
done
for colour in '#' '[.]'; do
    grep -q "^$colour" expected || grep -q "$colour$" expected || die 'the region has one colour'
done
! ./by-pkg-config nonsense 2>said || die 'an unknown method is accepted'
grep -q "unknown method 'nonsense'" said
