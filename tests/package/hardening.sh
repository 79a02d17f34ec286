#!/usr/bin/env bash
# Looks into the program for what hardens it: it is position independent, its tables of addresses
# are read-only before main begins, stacks and buffers are guarded, and jumps and returns are marked
# for processors that check them. Nor does it need a folder for temporary files.
# usage: hardening.sh PROGRAM COMPILER OBJECT
set -euo pipefail
program=$1 compiler=$2 object=$3
export LC_ALL=C

die() {
    printf 'hardening: %s\n' "$*" >&2
    exit 1
}

# has WORDS PATTERN: what readelf said of the program
has() {
    readelf $1 "$program" | grep -E -- "$2" >/dev/null || die "$2 is not in 'readelf $1'"
}

has -h 'Type: +DYN'
has -Wl 'GNU_RELRO'
has -d 'FLAGS_1.*NOW.*PIE'
has '-Ws --dyn-syms' '__stack_chk_fail@'
has '-Ws --dyn-syms' '__(sn|f|)printf_chk@'
has '-Ws --dyn-syms' '__(memcpy|strcpy|strncat)_chk@'
! readelf -Wl "$program" | grep 'GNU_STACK.*RWE' >/dev/null || die 'the stack is executable'
! readelf -Ws --dyn-syms "$program" | grep -E ' (tmpfile|tmpnam|mktemp|mkstemp)@' ||
    die 'a folder for temporary files would have to be writable'

# A large frame is touched page by page (-fstack-clash-protection).
objdump -d --no-show-raw-insn "$program" | grep -E 'or[ql] +\$0x0,' >/dev/null ||
    die 'no stack probes'

# The linker notes it on the program when the start files of the C library are marked, too.
if [[ $(uname -m) == x86_64 ]]; then
    readelf -n "$object" | grep 'IBT, SHSTK' >/dev/null || die "$object is not marked for CET"
    folder=$(mktemp -d)
    trap 'rm -rf -- "$folder"' EXIT
    echo 'int main(void) { return 0; }' | "$compiler" -fcf-protection -xc - -o "$folder/least"
    if readelf -n "$folder/least" | grep 'IBT, SHSTK' >/dev/null; then
        has -n 'IBT, SHSTK'
    else
        echo 'the C library is not marked for CET, so the program cannot be'
    fi
fi
