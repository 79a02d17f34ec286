#!/usr/bin/env bash
# What comments say about the handbook is true: every section that they name ("mathematics.md 7",
# "mathematics.md 3, 5 and 7") is there, and so is every short name of a source ("[KM]");
# and the files that src/README.md names exist.
# usage: handbook.sh SOURCE
set -euo pipefail
cd -- "$1"
handbook=assets/handbook
texts=(src tests README.md CHANGELOG.md)
failures=0

complain() {
    printf 'handbook: %s\n' "$*" >&2
    failures=$((failures + 1))
}

# A comment may continue in the next line, after " * ".
mentions=$(grep -rhI -A1 --include='*.[ch]' --include='*.inc' --include='*.md' 'mathematics\.md' "${texts[@]}" |
    tr '\n' ' ' | sed 's/  *\* / /g; s/  */ /g' |
    grep -oE 'mathematics\.md [0-9]+(, [0-9]+)*( and [0-9]+)?')
sections=$(printf '%s\n' "$mentions" | sed 's/mathematics\.md//' | grep -oE '[0-9]+' | sort -nu)
(($(printf '%s\n' "$sections" | wc -l) >= 9)) || complain 'where are the references to sections?'
for section in $sections; do
    grep -q "^## $section\. " "$handbook/mathematics.md" ||
        complain "section $section of mathematics.md is named, but is not there"
done
(($(grep -c '^## ' "$handbook/mathematics.md") == 13)) || complain 'sections are 1 to 13'

names=$(grep -rhoIE --include='*.[ch]' --include='*.md' '\[(KM|AP|E|L[0-9]+)\]' "${texts[@]}" "$handbook" | sort -u)
(($(printf '%s\n' "$names" | wc -l) >= 4)) || complain 'where are the names of sources?'
for name in $names; do
    grep -qF "| $name |" "$handbook/references.md" || complain "$name is not in references.md"
done

# The files that src/README.md names, x/y.c and x/y.*, are there.
# shellcheck disable=SC2016 # backquotes are searched for
for file in $(grep -oE '`[a-z]+/[a-z_]+\.(c|h|inc|\*)`' src/README.md | tr -d '`' | sort -u); do
    compgen -G "src/$file" >/dev/null || complain "src/README.md names $file, which is not there"
done

old='MATH\.md'
! grep -rnI -- "$old" "${texts[@]}" || complain 'an old name of the handbook'
exit $((failures > 0))
