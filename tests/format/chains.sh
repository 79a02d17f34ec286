#!/usr/bin/env bash
# Errors leave the straight line at once, by TRY and TRY_OR_END of base/status.h: chains.sh SOURCE
# prints where a status is carried along instead, in assignments under the condition that nothing has
# failed and in loops that ask for it.
set -euo pipefail
cd -- "$1"
variable='\b(s|st|ok|result|done|state)\b'
chain="$variable = $variable [!=]= STATUS_OK|$variable == STATUS_OK \?|(for|while) \(.*$variable == STATUS_OK"
if grep -rnE "$chain" --include='*.[ch]' --include='*.inc' src; then
    exit 1
fi
