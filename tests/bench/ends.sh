#!/bin/sh
# A row that cannot be measured ends the bench with code 3 and a last line that names the row: here
# a film, where no program is found to encode it.
said=$(PATH=/nonexistent "$1" --json --part movies 2>&1)
code=$?
last=$(printf '%s\n' "$said" | tail -n 1)
echo "exit code $code: $said"
test $code -eq 3 && test "$last" = 'bench: movie radau-iia:3, drawn: could not be measured'
