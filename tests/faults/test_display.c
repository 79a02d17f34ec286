/* X servers that are killed under the window. */
#include <stdio.h>
#include <string.h>

#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

/* Starts a server, and the program on it with its home in `home`; `when` is what is done before the
 * server is killed, after a moment. The exit code is that of the program; 77: there is no server.
 * Whatever happens, the server and the program end with the shell. */
static int lose_the_display(const char *words, const char *when, const char *afterwards, result *r)
{
    char command[4000];
    snprintf(command, sizeof command,
             "command -v Xvfb xdotool > /dev/null || exit 77; wait_for() { n=0; until eval \"$1\"; "
             "do sleep 0.02; n=$((n+1)); test $n -lt 1500 || return 1; done; }; mkfifo n && mkdir "
             "-p home/spinscope w; printf 'record f.mp4\\nwait 100\\n' > script; Xvfb -displayfd 3 "
             "-screen 0 800x600x24 3> n 2> /dev/null & x=$!; trap 'kill -9 $x $p 2> /dev/null' "
             "EXIT; read number < n; cd w; export DISPLAY=:$number HOME=\"$PWD/../home\" "
             "XDG_CONFIG_HOME=\"$PWD/../home\"; unset SDL_VIDEODRIVER WAYLAND_DISPLAY; "
             "'" SPINSCOPE_PROGRAM "' explore --size 700x500 %s 2> ../err & p=$!; { %s; } > "
             "/dev/null 2>&1 || { cat ../err >&2; exit 60; }; sleep 0.%02d; kill -9 $x; wait $p; "
             "code=$?; cat ../err "
             ">&2; test -z \"$(ls -A)\" || { ls -A; exit 61; }; cd ../home/spinscope; test "
             "\"$(ls -A)\" = last.workspace || { ls -A; exit 62; }; { %s; } || { cat "
             "last.workspace; exit 63; }; exit $code",
             words, when, random_integer(0, 40), afterwards);
    *r = run_in_folder(command);
    support_say("%s: exit %d: %.200s %.300s", words, r->code, r->err, r->out);
    return r->code;
}

#define RECORDS "wait_for 'test -n \"$(ls -A)\"'"

static enum greatest_test_res check(const char *words, const char *when, const char *afterwards)
{
    for (int i = 0; i < (is_thorough() ? 10 : 2); i++) {
        result r;
        int code = lose_the_display(words, when, afterwards, &r);
        bool is_told = is_one_line(r.err) && strstr(r.err, "the display is gone") != NULL;
        result_clear(&r);
        if (code == 77) {
            SKIPm("no Xvfb or xdotool");
        }
        ASSERTm(support_words, code == 3 && is_told);
    }
    PASS();
}

/* The workspace of the last time is not that of a script: it stays as it was. */
TEST a_recording_leaves_nothing_when_the_display_goes(void)
{
    return check("bdf:4 --script ../script",
                 "echo precious > ../home/spinscope/last.workspace; " RECORDS,
                 "test \"$(cat last.workspace)\" = precious");
}

/* A second r would stop the recording: it comes only when the first was lost. */
TEST the_workspace_is_kept_when_the_display_goes(void)
{
    return check("bdf:4",
                 "wait_for 'xdotool search --onlyvisible --name ^spinscope$ windowfocus && xdotool "
                 "key r; k=0; until test -n \"$(ls -A)\" -o $k = 200; do sleep 0.02; k=$((k+1)); "
                 "done; test $k -lt 200'",
                 "grep -q 'method.*bdf:4' last.workspace");
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_recording_leaves_nothing_when_the_display_goes);
    RUN_TEST(the_workspace_is_kept_when_the_display_goes);
    GREATEST_MAIN_END();
}
