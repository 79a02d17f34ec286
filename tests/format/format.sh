#!/usr/bin/env bash
# Every C file looks as clang-format makes it look: format.sh SOURCE. Exits with 77 without it.
set -euo pipefail
command -v clang-format >/dev/null || exit 77
cd -- "$1"
find src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
