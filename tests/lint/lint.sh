#!/usr/bin/env bash
# lint.sh SOURCE FOLDER: cppcheck and gcc's analyser over SOURCE/src; FOLDER is for what they make.
# Prints what they find and `suppressions` does not list, and what it lists and they do not find.
# Exits with 1 when there is either, with 77 when cppcheck is not installed.
set -euo pipefail
source=$(readlink -f -- "$1")
mkdir -p -- "$2"
folder=$(readlink -f -- "$2")
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
command -v cppcheck >/dev/null || exit 77

# cppcheck does not know quadruple precision: 1e-6Q is 1e-6L to it.
rm -rf -- "$folder/src"
cp -r -- "$source/src" "$folder/src"
find "$folder/src" -type f -name '*.[ch]' -exec sed -i -E 's/\b([0-9][0-9.e+-]*)Q\b/\1L/g' {} +
(cd -- "$folder" && cppcheck --enable=warning,performance,portability --std=c11 --quiet -j "$(nproc)" \
    -I src --template='{file}: {id}: {line}: {message}' src) >"$folder/cppcheck.log" 2>&1

# ccache keeps what the compiler said, too.
cmake -S "$source" -B "$folder/analyser" -DCMAKE_BUILD_TYPE=Debug -DBUILD_TESTING=OFF \
    -DSPINSCOPE_ANALYSE=ON >"$folder/gcc.log"
cmake --build "$folder/analyser" --clean-first --parallel "$(nproc)" --target spinscope \
    >>"$folder/gcc.log" 2>&1

# One form for both: FILE: KIND: LINE: MESSAGE. Headers are seen through links of the build folder.
{
    grep -E '^src/[^:]+: [A-Za-z]+: [0-9]+: ' "$folder/cppcheck.log" || true
    sed -nE 's#^(.*/)?(include/[a-z]+|src)/([a-z]+/[^:]+):([0-9]+):[0-9]+: warning: (.*) \[-W(analyzer-[a-z-]+)\]$#src/\3: \6: \4: \5#p' \
        "$folder/gcc.log"
} | sort -u >"$folder/findings"
awk -v list="$here/suppressions" '
    BEGIN {
        while ((getline line < list) > 0)
            if (line !~ /^#/ && split(line, word, " ") >= 2) known[word[1] " " word[2]] = 1
    }
    {
        split($0, part, ": ")
        key = part[1] " " part[2]
        used[key] = 1
        if (!(key in known)) { print; bad = 1 }
    }
    END {
        for (key in known) if (!(key in used)) { print "suppressions: no longer found: " key; bad = 1 }
        exit bad
    }' "$folder/findings"
