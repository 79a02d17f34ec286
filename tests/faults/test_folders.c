/* Folders of numbered pictures: frames of others are never touched, what is refused leaves nothing,
 * and films that meet in one folder do not mix. */
#include <stdio.h>
#include <string.h>

#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

/* In a shell: `digest` is everything in the folder f, and `wait_for CONDITION` waits for some
 * seconds. */
#define TOOLS                                                                            \
    "digest() { find f -type f -exec cksum {} + 2>&1 | sort; find f -type d | sort; }; " \
    "wait_for() "                                                                        \
    "{ n=0; until eval \"$1\"; do sleep 0.01; n=$((n+1)); test $n -lt 1000 || return 1; done; }; "
#define SMALL " --size 160x120 --quiet "
#define TINY_LESSON                                                                               \
    "printf 'title = Tiny\\nnumber = 1\\nsummary = Small.\\n\\nstep = One\\ncaption = A.\\ndo = " \
    "method bdf:2\\nwait = 0.5\\nquestion = Why?\\nanswer = So.\\n' > tiny.lesson; "

static result last;

static int shell(const char *words)
{
    char command[6000];
    snprintf(command, sizeof command, "%s%s", TOOLS, words);
    result_clear(&last);
    last = run_in_folder(command);
    return last.code;
}

TEST frames_of_others_are_never_touched(void)
{
    static const char *const folders[] = {
        "mkdir f; echo precious > f/frame-00007.png",
        "mkdir f; echo precious > f/frame-00002.png; echo of mine > f/movie.txt",
        "mkdir f; echo of mine > f/movie.txt",
        "mkdir f f/movie.txt; echo precious > f/frame-00001.png",
        "spinscope movie bdf:2 --frames 1" SMALL "-o f/; echo precious > f/frame-00002.png",
    };
    static const char *const commands[] = {
        "movie bdf:2 --frames 2 -o f/",
        "movie bdf:2 --frames 2 -o f/ --force",
        "movie bdf:2 --frames 2 -o f/ --resume",
        "movie bdf:2 --frames 2 -o f/ --shard 2/2",
        "lab pendulum --t1 0.2 --fps 10 --animate f/",
        "lab pendulum --t1 0.2 --fps 10 --animate f/ --force",
        "lesson ./tiny.lesson --fps 4 -o f/",
        "lesson ./tiny.lesson --fps 4 -o f/ --force",
    };
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
            char words[2000];
            snprintf(words, sizeof words,
                     TINY_LESSON "%s && digest > before; spinscope %s" SMALL
                                 "> out; code=$?; digest > after; cmp before after || code=50; "
                                 "test ! -s out || code=51; exit $code",
                     folders[i], commands[k]);
            int code = shell(words);
            ASSERTm(support_say("%s; %s: exit %d: %.300s", folders[i], commands[k], code, last.err),
                    code == 2 && is_one_line(last.err));
        }
    }
    PASS();
}

TEST a_refused_film_leaves_no_folder(void)
{
    static const char *const commands[] = {
        "movie bdf:2 --frames 2 --size 1x1 -o f/",
        "movie bdf:2 --key t=2,w=1 -o f/",
        "movie no-such-method -o f/",
        "movie --paper --size 321x240 -o f/",
        "lab pendulum --t1 0.2 --speed 1e-9 --animate f/",
        "lesson ./no-such.lesson -o f/",
    };
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
        char words[1000];
        snprintf(words, sizeof words, "spinscope %s; code=$?; test ! -e f || code=50; exit $code",
                 commands[k]);
        int code = shell(words);
        ASSERTm(support_say("%s: exit %d: %.300s", commands[k], code, last.err),
                code == 2 && is_one_line(last.err));
    }
    PASS();
}

/* Whoever is first: the folder has all frames of one of them, and the other one is told. */
TEST two_films_at_once_do_not_mix(void)
{
    char words[2000];
    snprintf(words, sizeof words,
             "film() { spinscope movie $1 --frames 6" SMALL "-o $2 2> $1.err; }; film bdf:2 one/ "
             "&& film bdf:3 two/ || exit 40; for i in $(seq %d); do rm -rf f; film bdf:2 f/ & "
             "p=$!; film bdf:3 f/; b=$?; wait $p; a=$?; case $a$b in 02) diff -r one f || exit "
             "41;; 20) diff -r two f || exit 42;; 22) ;; *) cat *.err; exit 43;; esac; test $(cat "
             "bdf:2.err bdf:3.err | wc -l) = $(((a + b) / 2)) || exit 44; done",
             is_thorough() ? 50 : 6);
    int code = shell(words);
    ASSERTm(support_say("exit %d: %.200s %.300s", code, last.out, last.err), code == 0);
    PASS();
}

#define SLOW \
    "spinscope movie radau-iia:3 --frames 400 --size 500x400 --contours 0.5,2 --quiet -o f/ "

/* While a film is drawn its folder is nobody else's; when it was killed anybody can go on. */
TEST a_film_at_work_is_told_and_one_that_was_killed_can_be_resumed_or_replaced(void)
{
    int code =
        shell(SLOW "& p=$!; wait_for 'test -e f/frame-00002.png' || exit 40; for how in '' "
                   "--resume --force '--shard 1/2' '--resume --shard 2/2'; do " SLOW
                   "$how 2> told && exit 41; grep -q \"being drawn there by process\" told || { "
                   "cat told; exit 42; }; test $(wc -l < told) = 1 || exit 43; done; kill -9 "
                   "$(sed 's/.*process \\([0-9]*\\).*/\\1/' told); wait $p; test $? = 137 || "
                   "exit 44; spinscope movie bdf:2 --frames 3" SMALL "-o f/ 2> told && exit 45; "
                   "test $(wc -l < told) = 1 || exit 46; spinscope movie bdf:2 --frames 3" SMALL
                   "-o f/ --force || exit 47; test $(ls f | wc -l) = 4 || exit 48");
    ASSERTm(support_say("exit %d: %.200s %.300s", code, last.out, last.err), code == 0);
    PASS();
}

/* Shards share their folder with each other, and with nobody else. */
TEST shards_share_a_folder_with_shards_only(void)
{
    int code =
        shell(SLOW "--shard 1/2 & p=$!; wait_for 'test -e f/frame-00003.png' || exit 40; " SLOW
                   "--shard 2/2 & q=$!; wait_for 'test -e f/frame-00002.png' || exit 41; for how "
                   "in '' --resume --force; do " SLOW "$how 2> told && exit 42; grep -q 'being "
                   "drawn there by process' told || exit 43; done; pkill -P $p; " SLOW
                   "--force 2> told && exit 44; pkill -P $q; wait $p; a=$?; wait $q; test $a$? = "
                   "143143 || exit 45; " SLOW "2> told && exit 46; grep -q 'has frames already' "
                   "told || exit 47");
    ASSERTm(support_say("exit %d: %.200s %.300s", code, last.out, last.err), code == 0);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(frames_of_others_are_never_touched);
    RUN_TEST(a_refused_film_leaves_no_folder);
    RUN_TEST(two_films_at_once_do_not_mix);
    RUN_TEST(a_film_at_work_is_told_and_one_that_was_killed_can_be_resumed_or_replaced);
    RUN_TEST(shards_share_a_folder_with_shards_only);
    GREATEST_MAIN_END();
}
