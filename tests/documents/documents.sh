#!/usr/bin/env bash
# Runs the commands of the README and of the help topics as they stand there, each block of text in
# a folder of its own, and compares the output where it is shown.
#
# A block is what is indented (by four blanks in the README, by two in topics) between blank lines;
# a folder serves all blocks up to the next line of prose, or the whole topic. A line is a command
# when it begins with a word of the list below, or with "$ ", in which case what follows it in the
# block is its output. So is `./run ...` in a sentence. A block that begins with "# NAME.method"
# (or .lesson, .script) is that file. Everything else that must be known is in the file `expectations`.
# usage: documents.sh PROGRAM SOURCE plain|long
set -euo pipefail
program=$1 source=$2 which=$3
here=$source/tests/documents
unset SPINSCOPE_ASSETS
export SDL_VIDEODRIVER=dummy

top=$(mktemp -d)
trap 'rm -rf -- "$top"' EXIT
mkdir "$top/bin" "$top/home"
export HOME=$top/home PATH=$top/bin:$PATH
printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >"$top/bin/spinscope"
chmod +x "$top/bin/spinscope"

failures=0 count=0 shown=0
ran=() # the names of commands

complain() {
    printf '%s:%s: %s\n' "$document" "$number" "$*" >&2
    failures=$((failures + 1))
}

# The rest of the first line of `expectations` of this kind whose command begins the one given;
# false when there is none.
expectation() {
    local kind=$1 command=$2 words pattern
    while read -r words; do
        pattern=$words
        case $kind in
        exit) pattern=${words#* } ;;
        add) pattern=${words#*| } ;;
        esac
        if [[ $command == "$pattern"* && ($pattern != . && $kind != window || $command == "$pattern") ]]; then
            echo "$kind $words" >>"$top/used"
            printf '%s\n' "$words"
            return
        fi
    done < <(sed -n "s/^$kind //p" "$here/expectations")
    return 1
}

new_folder() {
    local name text
    is_new=yes
    cd -- "$(mktemp -d -p "$top")"
    ln -s "$source/assets" assets
    ln -s "$top/bin/spinscope" run
    while read -r name text; do
        printf '%b' "$text" >"$name"
    done < <(sed -n 's/^file //p' "$here/expectations")
    cp -- "$top"/files/* . 2>/dev/null || true
}

# find_files FILE INDENT: the files that a document shows are there from its beginning.
find_files() {
    rm -rf "$top/files"
    mkdir "$top/files"
    (
        cd "$top/files"
        awk -v n="${#2}" '/^ *# [a-z-]+\.(method|lesson|script)$/ { name = $2 }
            /^$/ { name = "" }
            name != "" { print substr($0, n + 1) > name }' "$1"
    )
}

# run LINE [OUTPUT]: a command line as it stands there.
run() {
    local line=$1 expected=${2-} command words code=0 wanted=0 kind=plain
    command=$(sed -E 's/^(\.\/run|spinscope) ?//; s/^$/./' <<<"$line")
    if expectation other "$command" >/dev/null || expectation other "$line" >/dev/null; then
        return
    fi
    words=${command%% *}
    [[ $line =~ (^|[ |])(\./run|spinscope)\ ([a-z-]+) ]] && words=${BASH_REMATCH[3]}
    [[ $command == . ]] && words=explore
    ran+=("$words")
    words=$(expectation exit "$command") && wanted=${words%% *}
    words=$(expectation add "$command") && line+=" ${words%% |*}"
    expectation window "$command" >/dev/null && line="timeout 5 $line" wanted=124
    expectation long "$command" >/dev/null && kind=long
    [[ $kind == "$which" ]] || return 0
    count=$((count + 1))
    is_new=no
    timeout 1200 bash -c "$line" >out 2>err </dev/null || code=$?
    ((code == wanted)) || complain "exit code $code, not $wanted: $line
$(tail -n 3 err)"
    if [[ -n $expected ]]; then
        shown=$((shown + 1))
        diff <(printf '%s' "$expected" | blur) <(blur <out) >difference ||
            complain "the output of $line is another one:
$(cat difference)"
    fi
}

blur() {
    sed "$(sed -n 's/^blur //p' "$here/expectations")"
}

is_command() {
    local first=${1%% *}
    case $first in
    ./run | spinscope | ./check | git | cd | cmake | gcc | build/* | sed | cp | export | printf | source | \
        *=dummy | find_package\(* | target_link_libraries\(*) return 0 ;;
    esac
    return 1
}

# block LINE...: what is indented, without its indentation.
block() {
    local lines=("$@") line i=0 output
    while ((i < ${#lines[@]})); do
        line=${lines[i++]}
        while [[ $line == *\\ && i -lt ${#lines[@]} ]]; do
            line="${line%\\}${lines[i++]}"
        done
        line=$(sed -E 's/ {2,}# .*//' <<<"$line")
        output=
        if [[ $line == '$ '* ]]; then
            while ((i < ${#lines[@]})) && [[ ${lines[i]} != '$ '* ]]; do
                output+=${lines[i++]}$'\n'
            done
            run "${line#\$ }" "$output"
        elif is_command "$line"; then
            run "$line"
        fi
    done
}

# read_document FILE INDENT FOLDERS: FOLDERS is `many` when prose begins a new one.
read_document() {
    local file=$1 indent=$2 folders=$3 text lines=() number=0
    document=${file##*/}
    find_files "$file" "$indent"
    new_folder
    while IFS= read -r text; do
        number=$((number + 1))
        if [[ $text == "$indent"* ]]; then
            lines+=("${text#"$indent"}")
            continue
        fi
        if ((${#lines[@]})); then
            block "${lines[@]}"
            lines=()
        fi
        if [[ -n $text && $folders == many && $is_new == no ]]; then
            new_folder
        fi
        while [[ $text =~ \`(\./run[^\`]*)\`(.*) ]]; do # in a sentence
            text=${BASH_REMATCH[2]}
            run "${BASH_REMATCH[1]}"
        done
    done < <(cat "$file" && echo)
}

read_document "$source/README.md" '    ' many
for topic in "$source"/src/cli/topics/*.txt; do
    read_document "$topic" '  ' one
done

# Every command that the program has is in the table of the README, and an example runs it.
document=README.md number=0
while read -r name; do
    grep -q "^| \`${name}[ \`]" "$source/README.md" || complain "'$name' is not in the table"
    [[ " ${ran[*]} " == *" $name "* ]] || complain "no example runs '$name'"
done < <(spinscope --help | sed -n '/^commands/,/^$/s/^  \([a-z-]*\) .*/\1/p')

# Nothing in `expectations` is about a command that is gone.
document=expectations
while read -r line; do
    grep -qxF -- "$line" "$top/used" || complain "no command begins like this: $line"
done < <(grep -E '^(long|exit|add|window|other) ' "$here/expectations")

printf '%s commands were run, %s of them with their output; %s failures\n' "$count" "$shown" "$failures"
((failures == 0 && count > 0))
