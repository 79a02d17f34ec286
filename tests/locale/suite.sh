#!/usr/bin/env bash
# Runs the short tests of a build once more on a system whose numbers have commas. Exits with 77
# where there is no such locale to be had (Debian package locales).
# usage: suite.sh BUILD
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" || true
export LOCPATH=$folder LC_ALL=de_DE.UTF-8
[[ $(env printf %.1f 1) == 1,0 ]] || exit 77
ctest --test-dir "$1" -LE '^long$' -j2 --output-on-failure --no-tests=error
