#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/command.h"
#include "support/support.h"

static char *data;
static size_t length;
static message why;

static status read_file(const char *path, size_t limit)
{
    free(data);
    data = (char *)""; /* so that a NULL is seen to be written */
    length = 99;
    why.text[0] = '\0';
    return file_read(path, limit, &data, &length, &why);
}

static bool refused(const char *path, size_t limit, const char *words)
{
    status s = read_file(path, limit);
    return s == STATUS_BAD_INPUT && data == NULL && strstr(why.text, words) != NULL &&
           strncmp(why.text, path, strlen(path)) == 0;
}

TEST every_byte_arrives_and_a_nul_follows(void)
{
    char bytes[256];
    for (int i = 0; i < 256; i++) {
        bytes[i] = (char)i;
    }
    ASSERT_OK(read_file(scratch_file("bytes", bytes, sizeof bytes), 1000), "bytes", why);
    ASSERT_EQ_FMT(sizeof bytes, length, "%zu");
    ASSERT_MEM_EQ(bytes, data, sizeof bytes);
    ASSERT_EQ('\0', data[length]);
    PASS();
}

TEST an_empty_file_is_empty_text(void)
{
    const char *path = scratch_file("empty", "", 0);
    for (size_t limit = 0; limit <= 10; limit += 10) {
        ASSERT_OK(read_file(path, limit), "empty", why);
        ASSERT_EQ_FMT((size_t)0, length, "%zu");
        ASSERT_STR_EQ("", data);
    }
    PASS();
}

TEST a_file_at_the_limit_is_read_and_one_byte_more_is_refused(void)
{
    static const size_t limits[] = {0, 1, 100, 4095, 4096, 65536};
    static char bytes[65537];
    memset(bytes, 'x', sizeof bytes);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const char *path = scratch_file("limit", bytes, limits[i]);
        ASSERT_OK(read_file(path, limits[i]), "at the limit", why);
        ASSERT_EQ_FMT(limits[i], length, "%zu");
        ASSERT_EQ_FMT(limits[i], strlen(data), "%zu");
        path = scratch_file("limit", bytes, limits[i] + 1);
        char words[64];
        snprintf(words, sizeof words, "longer than the %zu bytes", limits[i]);
        ASSERTm(support_say("limit %zu: %s", limits[i], why.text), refused(path, limits[i], words));
    }
    PASS();
}

TEST a_missing_file_is_refused(void)
{
    ASSERTm(support_say("%s", why.text), refused("/nowhere/to/be/found", 10, "cannot be opened"));
    ASSERTm(support_say("%s", why.text), refused("", 10, "cannot be opened"));
    PASS();
}

TEST a_folder_is_refused(void)
{
    ASSERTm(support_say("%s", why.text), refused(SPINSCOPE_ASSETS, 10, "is a folder"));
    ASSERTm(support_say("%s", why.text), refused("/", 10, "is a folder"));
    PASS();
}

/* Whatever is typed after the program: the message stays one line. */
TEST a_path_with_a_newline_gives_a_message_of_one_line(void)
{
    ASSERT_EQ(STATUS_BAD_INPUT, read_file("no\nsuch\tfile", 10));
    ASSERT(strpbrk(why.text, "\n\t") == NULL);
    PASS();
}

/* Nobody writes to it: it is refused, not waited for. */
TEST a_pipe_and_a_device_are_refused_at_once(void)
{
    char path[600];
    snprintf(path, sizeof path, "%s.fifo", scratch_file("pipe", "", 0));
    ASSERT_EQ(0, mkfifo(path, 0600));
    alarm(20);
    ASSERTm(support_say("%s", why.text), refused(path, 10, "is a pipe or a device"));
    alarm(0);
    ASSERTm(support_say("%s", why.text), refused("/dev/zero", 10, "is a pipe or a device"));
    PASS();
}

/* What the shell makes of <(...): open already, and written to a little later. */
TEST a_pipe_that_was_open_is_waited_for_until_it_is_forbidden(void)
{
    int ends[2];
    char path[60];
    ASSERT_EQ(0, pipe(ends));
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    pid_t child = fork();
    if (child == 0) {
        const struct timespec moment = {.tv_nsec = 50000000};
        nanosleep(&moment, NULL);
        _exit(write(ends[1], "1 2 3", 5) == 5 ? 0 : 1);
    }
    close(ends[1]);
    ASSERT_OK(read_file(path, 10), path, why);
    ASSERT_STR_EQ("1 2 3", data);
    waitpid(child, NULL, 0);
    file_wait_no_more();
    ASSERTm(support_say("%s", why.text), refused(path, 10, "is a pipe or a device"));
    ASSERTm(support_say("%s", why.text), refused("-", 10, "standard input"));
    ASSERT_OK(read_file(scratch_file("text", "abc", 3), 10), "a file", why);
    close(ends[0]);
    PASS();
}

TEST a_dash_is_standard_input(void)
{
    ASSERT(freopen(scratch_file("typed", "1 2 3", 5), "rb", stdin) != NULL);
    ASSERT_OK(read_file("-", 5), "standard input", why);
    ASSERT_STR_EQ("1 2 3", data);
    ASSERT(freopen(scratch_file("typed", "1 2 3", 5), "rb", stdin) != NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, read_file("-", 4));
    ASSERTm(support_say("%s", why.text), strncmp(why.text, "standard input: ", 16) == 0);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_byte_arrives_and_a_nul_follows);
    RUN_TEST(an_empty_file_is_empty_text);
    RUN_TEST(a_file_at_the_limit_is_read_and_one_byte_more_is_refused);
    RUN_TEST(a_missing_file_is_refused);
    RUN_TEST(a_folder_is_refused);
    RUN_TEST(a_path_with_a_newline_gives_a_message_of_one_line);
    RUN_TEST(a_pipe_and_a_device_are_refused_at_once);
    RUN_TEST(a_dash_is_standard_input);
    RUN_TEST(a_pipe_that_was_open_is_waited_for_until_it_is_forbidden); /* forbids it */
    free(data);
    GREATEST_MAIN_END();
}
