#include "explorer/workspace_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/command.h"
#include "support/support.h"

static char folder[256]; /* of the test's own files */

static const char *workspace(const char *words)
{
    return scratch_file("a.workspace", words, strlen(words));
}

static status read_words(const char *words, workspace_origin origin, settings *out, message *why)
{
    return workspace_read(workspace(words), origin, out, why);
}

TEST files_of_its_folder_are_accepted(void)
{
    char words[4096];
    settings s = settings_initial();
    message why;
    snprintf(words, sizeof words,
             "method = spin:%s/my.method,keep=u\nother = theta:1/2\noverlays = bdf:2 %s/my.method\n"
             "spectrum = %s/s.csv\npalette = %s/my.palette\nstage = example-1.1 "
             "method=bdf:2,%s/my.method\n",
             folder, folder, folder, folder, folder);
    ASSERT_OK(read_words(words, WORKSPACE_FROM_ANYBODY, &s, &why), "all", why);
    ASSERT(strstr(s.look.spectrum, "s.csv") != NULL);
    PASS();
}

/* Each is refused with the key and the file in the message, and nothing is changed. */
TEST other_files_are_refused(void)
{
    static const char *const lines[][2] = {
        {"method", "/etc/passwd"},
        {"method", "spin:/etc/passwd,keep=u"},
        {"method", "-"},
        {"other", "/dev/stdin"},
        {"overlays", "bdf:2 /etc/hostname"},
        {"spectrum", "/dev/zero"},
        {"spectrum", "-"},
        {"palette", "/etc/passwd"},
        {"palette", "-"},
        {"stage", "roots | example-1.1 method=bdf:2,/etc/passwd"},
        {"method", "%s/../outside.method"},
        {"method", "%s/link.method"},
        {"method", "%s/pipe.method"},
        {"method", "%s/missing.method"},
        {"spectrum", "%s"},
        /* One name, of which a part is that of a file here. */
        {"method", "other,%s/my.method"},
        {"overlays", "bdf:2 other,%s/my.method"},
        {"stage", "example-1.1 method=other=%s/my.method"},
        {"stage", "example-1.1 method=bdf:2,other=%s/my.method"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char value[2048], words[4096];
        settings s = settings_initial();
        message why;
        snprintf(value, sizeof value, lines[i][1], folder);
        snprintf(words, sizeof words, "w = 2\n%s = %s\n", lines[i][0], value);
        ASSERT_EQm(words, STATUS_BAD_INPUT, read_words(words, WORKSPACE_FROM_ANYBODY, &s, &why));
        ASSERTm(why.text, strstr(why.text, lines[i][0]) != NULL);
        ASSERTm(why.text, strstr(why.text, "files of its folder") != NULL);
        ASSERT(s.w == 0);
    }
    PASS();
}

TEST what_we_left_ourselves_may_name_any_file(void)
{
    settings s = settings_initial();
    message why;
    ASSERT_OK(read_words("method = /some/where.method\n", WORKSPACE_OF_OURS, &s, &why), "ours",
              why);
    ASSERT_STR_EQ("/some/where.method", s.method);
    PASS();
}

TEST a_workspace_is_short(void)
{
    settings s = settings_initial();
    message why;
    char *words = malloc(WORKSPACE_MAX_BYTES + 2);
    ASSERT(words != NULL);
    memset(words, '\n', WORKSPACE_MAX_BYTES + 1);
    words[WORKSPACE_MAX_BYTES + 1] = '\0';
    ASSERT_EQ(STATUS_BAD_INPUT, read_words(words, WORKSPACE_FROM_ANYBODY, &s, &why));
    words[WORKSPACE_MAX_BYTES] = '\0';
    ASSERT_OK(read_words(words, WORKSPACE_FROM_ANYBODY, &s, &why), "short", why);
    free(words);
    PASS();
}

/* Files, a link that leads out of the folder, and a pipe. */
static void make_files(void)
{
    char path[2048];
    snprintf(folder, sizeof folder, "%s", scratch_file("my.method", "", 0));
    *strrchr(folder, '/') = '\0';
    scratch_file("s.csv", "", 0);
    scratch_file("my.palette", "", 0);
    snprintf(path, sizeof path, "%s/link.method", folder);
    unlink(path);
    if (symlink("/etc/passwd", path) != 0) {
        abort();
    }
    snprintf(path, sizeof path, "%s/pipe.method", folder);
    unlink(path);
    if (mkfifo(path, 0600) != 0) {
        abort();
    }
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    make_files();
    RUN_TEST(files_of_its_folder_are_accepted);
    RUN_TEST(other_files_are_refused);
    RUN_TEST(what_we_left_ourselves_may_name_any_file);
    RUN_TEST(a_workspace_is_short);
    GREATEST_MAIN_END();
}
