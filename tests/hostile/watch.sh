#!/usr/bin/env bash
# watch.sh PROGRAM ASSETS [WATCHER...]: runs the commands of the file `commands`, each as
# WATCHER... PROGRAM COMMAND, in a folder of their own. Prints those that do not end with 0, and what
# they said; exits with 1 when there is one, with 77 when the watcher is not installed.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
program=$(readlink -f -- "$1")
export SPINSCOPE_ASSETS
SPINSCOPE_ASSETS=$(readlink -f -- "$2")
shift 2
(($# == 0)) || command -v "$1" >/dev/null || exit 77

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp -r -- "$here/files/." "$folder"
cd -- "$folder"
mkdir home
export HOME=$folder/home TMPDIR=$folder/home
ran=0 failed=0
while read -r -a words; do
    [[ ${words[0]} == '#' ]] && continue
    ran=$((ran + 1))
    if ! "$@" "$program" "${words[@]}" >home/out 2>home/err </dev/null; then
        failed=$((failed + 1))
        printf 'spinscope %s\n' "${words[*]}"
        head -n 40 home/err
    fi
done <"$here/commands"
echo "$ran commands, $failed failed"
((ran > 0 && failed == 0))
