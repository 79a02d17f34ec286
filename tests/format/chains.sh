#!/usr/bin/env bash
# Errors leave the straight line at once, by TRY and TRY_OR_END of base/status.h: chains.sh SOURCE
# prints where a status is carried along instead, in assignments under the condition that nothing has
# failed and in loops that ask for it.
set -euo pipefail
cd -- "$1"
# What still has chains. Delete a line when its files are clean.
unclean=(
    src/lab
    src/explorer
    src/window
    src/scene/take.c
    src/cli
)
# What is clean in spite of a line above.
clean=(
    src/cli/{assets,completion,explore,handbook,help,lesson,list,main}.c
    src/cli/{manual,options,session,troff,validate,words}.c
    src/cli/reproduce.c
    src/explorer/lesson_film.c
)
variable='\b(s|st|ok|result|done|state)\b'
chain="$variable = $variable [!=]= STATUS_OK|$variable == STATUS_OK \?|(for|while) \(.*$variable == STATUS_OK"
files=$(printf '%s\n' "${clean[@]}"
    find src -name '*.[ch]' -o -name '*.inc' | grep -vE "^($(IFS='|'; echo "${unclean[*]}"))(/|\$)")
if grep -nE "$chain" $files; then
    exit 1
fi
