#!/usr/bin/env bash
# report.sh BUILD SOURCE: which lines of SOURCE/src ran, without window and gpu, which need a screen.
# Prints a line a folder, the files that are below nine tenths, and the total. Exits with 1 when the
# total is below 95 %. BUILD/coverage.txt has every line that did not run.
set -euo pipefail
build=$(readlink -f -- "$1")
source=$(readlink -f -- "$2")

# A file may be in more than one program, and a header in many: a line ran when it ran in one.
find "$build/CMakeFiles" -path '*/src/*' -name '*.gcno' -not -path '*/draw_icon.dir/*' -print0 |
    xargs -0 -n 40 gcov --stdout 2>/dev/null |
    awk -v source="$source/" -v list="$build/coverage.txt" '
    function is_ours(name) {
        return index(name, "src/") == 1 && name !~ /^src\/(window|gpu|icon)\//
    }
    {
        count = $0; sub(/:.*/, "", count); gsub(/[ *]/, "", count)
        rest = $0; sub(/^[^:]*:/, "", rest)
        number = rest; sub(/:.*/, "", number); number += 0
        words = rest; sub(/^[^:]*:/, "", words)
    }
    number == 0 && words ~ /^Source:/ {
        file = substr(words, 8)
        while (sub(/[^\/]+\/\.\.\//, "", file)) { }
        sub(".*/include/[a-z]+/", source "src/", file) # the links that a folder is seen through
        if (index(file, source) == 1) file = substr(file, length(source) + 1)
        while (sub(/^\.\.\//, "", file)) { }
        ours = is_ours(file)
        next
    }
    number == 0 || !ours || count == "-" { next }
    {
        key = file ":" number
        ran = count !~ /^[#=]/
        if (!(key in seen) || ran > seen[key]) seen[key] = ran
        if (!ran) text[key] = words
    }
    END {
        for (key in seen) {
            file = key; sub(/:.*/, "", file)
            folder = file; sub(/^src\//, "", folder); sub(/\/.*/, "", folder)
            lines[file]++; hit[file] += seen[key]
            all[folder]++; done[folder] += seen[key]
            total++; run += seen[key]
            if (!seen[key]) print key ":" text[key] | "sort -t: -k1,1 -k2,2n >" list
        }
        for (folder in all)
            printf "%-12s %6d lines %7.2f %%\n", folder, all[folder], 100 * done[folder] / all[folder] | "sort"
        close("sort")
        for (file in lines)
            if (hit[file] < 0.9 * lines[file])
                printf "  %-40s %4d of %4d lines did not run\n", file, lines[file] - hit[file], lines[file] | "sort"
        close("sort")
        if (total == 0) { print "coverage: nothing was counted"; exit 1 }
        printf "coverage of src without window and gpu: %.2f %% of %d lines\n", 100 * run / total, total
        if (run < 0.95 * total) print "coverage: below 95 %"
        exit run < 0.95 * total
    }'
