#define _DEFAULT_SOURCE /* syscall */

#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "support/command.h"
#include "support/support.h"

static message why;
static char folder[512]; /* empty before every test */

static const char *in_folder(const char *name)
{
    static char path[800];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void start_empty(void *unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "%s", scratch_file("o", "", 0));
    remove(folder);
    snprintf(folder + strlen(folder), 64, "utput");
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0 || mkdir(folder, 0700) != 0) {
        folder[0] = '\0';
    }
    why.text[0] = '\0';
}

/* How many files there are, hidden ones included. */
static int file_count(void)
{
    DIR *open_folder = opendir(folder);
    int count = 0;
    for (struct dirent *item; (item = readdir(open_folder)) != NULL;) {
        count += strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
    }
    closedir(open_folder);
    return count;
}

static bool holds(const char *path, const char *words)
{
    char *data = NULL;
    size_t length = 0;
    message unread;
    bool same = file_read(path, 1000, &data, &length, &unread) == STATUS_OK &&
                length == strlen(words) && memcmp(data, words, length) == 0;
    free(data);
    return same;
}

static void put(const char *path, const char *words)
{
    FILE *stream = fopen(path, "wb");
    fputs(words, stream);
    fclose(stream);
}

static status write_whole(const char *path, bool overwrite, const char *words)
{
    output *o = NULL;
    status s = output_open(path, overwrite, &o, &why);
    if (s == STATUS_OK) {
        s = output_write(o, words, strlen(words), &why);
    }
    if (s == STATUS_OK) {
        return output_commit(&o, &why);
    }
    output_discard(&o);
    return s;
}

static bool says(const char *words)
{
    return strstr(why.text, words) != NULL && strpbrk(why.text, "\n\t") == NULL;
}

TEST a_file_appears_at_commit_and_not_before(void)
{
    const char *path = in_folder("new");
    output *o = NULL;
    ASSERT_OK(output_open(path, false, &o, &why), "open", why);
    ASSERT_OK(output_write(o, "whole", 5, &why), "write", why);
    ASSERT_OK(output_write(o, "", 0, &why), "nothing", why);
    ASSERT_EQ(-1, access(path, F_OK));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    ASSERT_OK(output_commit(&o, &why), "commit", why);
    ASSERT(o == NULL);
    ASSERT(holds(path, "whole"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

TEST every_byte_of_a_long_file_arrives(void)
{
    enum { LENGTH = 300001 };
    char *expected = malloc(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
        expected[i] = (char)random_integer(0, 255);
    }
    output *o = NULL;
    ASSERT_OK(output_open(in_folder("long"), false, &o, &why), "open", why);
    for (int at = 0, size; at < LENGTH; at += size) {
        int most = random_integer(1, 100000);
        size = most < LENGTH - at ? most : LENGTH - at;
        ASSERT_OK(output_write(o, expected + at, (size_t)size, &why), "write", why);
    }
    ASSERT_OK(output_commit(&o, &why), "commit", why);
    char *data = NULL;
    size_t length = 0;
    ASSERT_OK(file_read(in_folder("long"), LENGTH, &data, &length, &why), "read", why);
    ASSERT_EQ_FMT((size_t)LENGTH, length, "%zu");
    ASSERT_MEM_EQ(expected, data, LENGTH);
    free(data);
    free(expected);
    PASS();
}

TEST an_empty_file_can_be_written(void)
{
    ASSERT_OK(write_whole(in_folder("empty"), false, ""), "empty", why);
    ASSERT(holds(in_folder("empty"), ""));
    PASS();
}

TEST a_discarded_file_leaves_nothing(void)
{
    output *o = NULL;
    output_discard(&o);
    ASSERT_OK(output_open(in_folder("new"), false, &o, &why), "open", why);
    ASSERT_OK(output_write(o, "half", 4, &why), "write", why);
    output_discard(&o);
    ASSERT(o == NULL);
    ASSERT_EQ_FMT(0, file_count(), "%d");
    PASS();
}

/* Something may be missing in it. A file that is opened afterwards is not concerned. */
TEST what_was_made_while_memory_ran_out_is_not_committed(void)
{
    output *o = NULL;
    message unused;
    void *block = NULL;
    put(in_folder("old"), "old");
    ASSERT_OK(output_open(in_folder("old"), true, &o, &why), "open", why);
    ASSERT_OK(output_write(o, "new", 3, &why), "write", why);
    ASSERT_EQ(STATUS_FAILED, memory_resize(&block, SIZE_MAX, 2, &unused));
    ASSERT_EQ(STATUS_FAILED, output_commit(&o, &why));
    ASSERTm(why.text, says("old: not written (out of memory)"));
    ASSERT(holds(in_folder("old"), "old"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    ASSERT_EQ(STATUS_OK, write_whole(in_folder("old"), true, "new"));
    ASSERT(holds(in_folder("old"), "new"));
    PASS();
}

TEST an_existing_file_is_refused_without_overwrite(void)
{
    const char *path = in_folder("old");
    put(path, "old");
    ASSERT_EQ(STATUS_BAD_INPUT, write_whole(path, false, "new"));
    ASSERTm(why.text, says("old: exists already; --force overwrites it"));
    ASSERT(holds(path, "old"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

TEST a_file_that_appears_meanwhile_is_not_replaced(void)
{
    const char *path = in_folder("raced");
    output *o = NULL;
    ASSERT_OK(output_open(path, false, &o, &why), "open", why);
    put(path, "somebody else's");
    ASSERT_EQ(STATUS_BAD_INPUT, output_commit(&o, &why));
    ASSERTm(why.text, says("exists already"));
    ASSERT(o == NULL && holds(path, "somebody else's"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

/* The second cannot be written, or cannot get its name: the first is not there either. */
TEST files_that_belong_together_appear_together(void)
{
    for (int i = 0; i < 3; i++) {
        output *both[3] = {NULL};
        ASSERT_OK(output_open(in_folder("one"), false, &both[0], &why), "open", why);
        const char *second = i == 1 ? "/dev/full" : in_folder("two");
        ASSERT_OK(output_open(second, false, &both[2], &why), "open", why);
        ASSERT_OK(output_write(both[0], "1", 1, &why), "write", why);
        ASSERT_OK(output_write(both[2], "2", 1, &why), "write", why);
        if (i == 2) {
            put(in_folder("two"), "raced");
        }
        status s = output_commit_all(both, 3, &why);
        ASSERT_EQ_FMT((int)(i == 0   ? STATUS_OK
                            : i == 1 ? STATUS_FAILED
                                     : STATUS_BAD_INPUT),
                      (int)s, "%d");
        ASSERT(both[0] == NULL && both[2] == NULL);
        static const int left[] = {2, 0, 1};
        ASSERT_EQ_FMT(left[i], file_count(), "%d");
        ASSERT(i == 0 || access(in_folder("one"), F_OK) != 0);
        remove(in_folder("one"));
        remove(in_folder("two"));
    }
    PASS();
}

TEST a_file_of_another_kind_is_not_replaced(void)
{
    static const char *const there[] = {"#kind 1", "#kind", "", "#kin", "precious"};
    for (int i = 0; i < 5; i++) {
        output *o = NULL;
        const char *path = in_folder("kept");
        put(path, there[i]);
        status s = output_open_kind(path, "#kind", 5, "of this kind", &o, &why);
        ASSERT_EQ_FMT((int)(i < 3 ? STATUS_OK : STATUS_BAD_INPUT), (int)s, "%d");
        ASSERTm(why.text, i < 3 || strstr(why.text, "kept: exists already and is not of") != NULL);
        output_discard(&o);
        remove(path);
    }
    output *o = NULL;
    ASSERT_OK(output_open_kind(in_folder("new"), "#kind", 5, "of this kind", &o, &why), "new", why);
    ASSERT(output_is_empty(o));
    output_discard(&o);
    PASS();
}

TEST one_file_is_known_by_all_its_names(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {{"new", "./new", true},    {"new", "sub/../new", true},
                 {"new", "sub/new", false}, {"new", "none/new", false},
                 {"new", "old", false},     {"old", "./old", true},
                 {"link", "old", true},     {"old", "other", false},
                 {"hard", "old", false},    {"hard", "link", false},
                 {"up/new", "new", true},   {"/dev/null", "/dev/../dev/null", false},
                 {"-", "-", true},          {"-", "new", false}};
    put(in_folder("old"), "old");
    put(in_folder("other"), "other");
    ASSERT_EQ(0, symlink("old", in_folder("link")));
    ASSERT_EQ(0, symlink(".", in_folder("up")));
    char old[900];
    snprintf(old, sizeof old, "%s", in_folder("old"));
    ASSERT_EQ(0, link(old, in_folder("hard")));
    ASSERT_EQ(0, mkdir(in_folder("sub"), 0700));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char a[900], b[900];
        bool is_plain = strchr("/-", cases[i].a[0]) != NULL;
        snprintf(a, sizeof a, "%s", is_plain ? cases[i].a : in_folder(cases[i].a));
        snprintf(b, sizeof b, "%s",
                 strchr("/-", cases[i].b[0]) != NULL ? cases[i].b : in_folder(cases[i].b));
        ASSERT_EQm(b, cases[i].same, output_is_same(a, b));
        ASSERT_EQm(b, cases[i].same, output_is_same(b, a));
    }
    PASS();
}

TEST overwriting_replaces_at_commit_only(void)
{
    const char *path = in_folder("old");
    put(path, "old and longer");
    output *o = NULL;
    ASSERT_OK(output_open(path, true, &o, &why), "open", why);
    ASSERT_OK(output_write(o, "new", 3, &why), "write", why);
    ASSERT(holds(path, "old and longer"));
    output_discard(&o);
    ASSERT(holds(path, "old and longer"));
    ASSERT_OK(write_whole(path, true, "new"), "overwrite", why);
    ASSERT(holds(path, "new"));
    ASSERT_OK(write_whole(in_folder("fresh"), true, "new"), "nothing there", why);
    ASSERT_EQ_FMT(2, file_count(), "%d");
    PASS();
}

/* A limit on the size of files stands in for a full disk: nobody needs to be root for it. */
static bool limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    bool known = getrlimit(RLIMIT_FSIZE, &limit) == 0;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    return known && setrlimit(RLIMIT_FSIZE, &limit) == 0;
}

TEST a_full_disk_fails_and_leaves_the_old_file(void)
{
    static char block[100000];
    const char *path = in_folder("old");
    put(path, "old");
    for (int at_commit = 0; at_commit <= 1; at_commit++) {
        output *o = NULL;
        ASSERT_OK(output_open(path, true, &o, &why), "open", why);
        size_t size = at_commit ? 5000 : sizeof block; /* the buffer holds 5000 until commit */
        ASSERT(limit_files(4096));
        status wrote = output_write(o, block, size, &why);
        message first = why;
        status again = output_write(o, block, size, &why);
        status committed = output_commit(&o, &why);
        ASSERT(limit_files(RLIM_INFINITY));
        ASSERT_EQ(at_commit ? STATUS_OK : STATUS_FAILED, wrote);
        ASSERT_EQ(at_commit ? STATUS_OK : STATUS_FAILED, again);
        ASSERT_EQ(STATUS_FAILED, committed);
        ASSERTm(first.text, at_commit || strstr(first.text, "File too large") != NULL);
        ASSERTm(why.text, says("old: cannot be written"));
        ASSERT(holds(path, "old"));
        ASSERT_EQ_FMT(1, file_count(), "%d");
    }
    PASS();
}

TEST a_device_is_written_directly_and_stays(void)
{
    struct stat about;
    ASSERT_OK(write_whole("/dev/null", false, "gone"), "/dev/null", why);
    ASSERT_OK(write_whole("/dev/null", true, "gone"), "/dev/null", why);
    ASSERT(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    if (access("/dev/full", W_OK) == 0) {
        ASSERT_EQ(STATUS_FAILED, write_whole("/dev/full", false, "too much"));
        ASSERTm(why.text, says("/dev/full: cannot be written (No space left on device)"));
    }
    PASS();
}

TEST a_pipe_is_written_directly(void)
{
    const char *path = in_folder("pipe");
    ASSERT_EQ(0, mkfifo(path, 0600));
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    ASSERT_OK(write_whole(path, false, "through"), "pipe", why);
    char got[16] = "";
    ASSERT_EQ(7, read(reader, got, sizeof got));
    ASSERT_STR_EQ("through", got);
    close(reader);
    PASS();
}

static mode_t mode_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? about.st_mode & 07777 : 0;
}

TEST permissions_follow_the_umask_or_the_file_that_was_there(void)
{
    static const mode_t masks[] = {022, 077, 027};
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        mode_t before = umask(masks[i]);
        status s = write_whole(in_folder("new"), false, "x");
        mode_t fresh = mode_of(in_folder("new"));
        int changed = chmod(in_folder("new"), 0640);
        status again = write_whole(in_folder("new"), true, "y");
        umask(before);
        ASSERT_OK(s, "new", why);
        ASSERT_OK(again, "again", why);
        ASSERT_EQ_FMT((mode_t)(0666 & ~masks[i]), fresh, "%o");
        ASSERT_EQ(0, changed);
        ASSERT_EQ_FMT((mode_t)0640, mode_of(in_folder("new")), "%o");
        ASSERT_EQ(0, remove(in_folder("new")));
    }
    PASS();
}

TEST a_name_without_a_slash_is_in_the_current_folder(void)
{
    char before[4096];
    ASSERT(getcwd(before, sizeof before) != NULL);
    ASSERT_EQ(0, chdir(folder));
    status s = write_whole("here", false, "x");
    status again = write_whole("here", true, "y");
    ASSERT_EQ(0, chdir(before));
    ASSERT_OK(s, "here", why);
    ASSERT_OK(again, "here", why);
    ASSERT(holds(in_folder("here"), "y"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

TEST a_link_stays_and_the_file_behind_it_is_replaced(void)
{
    put(in_folder("real"), "old");
    ASSERT_EQ(0, symlink("real", in_folder("link")));
    ASSERT_EQ(0, symlink("nowhere", in_folder("dangling")));
    ASSERT_EQ(STATUS_BAD_INPUT, write_whole(in_folder("link"), false, "new"));
    ASSERT_EQ(STATUS_BAD_INPUT, write_whole(in_folder("dangling"), false, "new"));
    ASSERTm(why.text, says("dangling: exists already"));
    ASSERT_OK(write_whole(in_folder("link"), true, "new"), "link", why);
    struct stat about;
    ASSERT(lstat(in_folder("link"), &about) == 0 && S_ISLNK(about.st_mode));
    ASSERT(holds(in_folder("real"), "new"));
    ASSERT_EQ_FMT(3, file_count(), "%d");
    PASS();
}

TEST what_cannot_be_created_is_bad_input(void)
{
    char long_name[400];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    put(in_folder("file"), "x");
    struct {
        const char *name, *words;
    } cases[] = {
        {"missing/new", "there is no folder"},
        {"missing/", "there is no folder"},
        {"file/new", "there is no folder"},
        {"", "is a folder"},
        {".", "is a folder"},
        {long_name, "cannot be created (File name too long)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int overwrite = 0; overwrite <= 1; overwrite++) {
            ASSERT_EQ(STATUS_BAD_INPUT, write_whole(in_folder(cases[i].name), overwrite, "x"));
            ASSERTm(support_say("case %zu: %s", i, why.text), says(cases[i].words));
        }
    }
    ASSERT_EQ(STATUS_BAD_INPUT, write_whole("", true, "x"));
    ASSERTm(why.text, says("needs a name"));
    ASSERT_EQ(STATUS_BAD_INPUT, write_whole("no/such\n", false, "x"));
    ASSERTm(why.text, says("no/such?: cannot be created; there is no folder no/"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

TEST an_unwritable_folder_is_bad_input(void)
{
    char command[1200];
    snprintf(command, sizeof command, "chmod 0755 '%s/..' && chmod 0555 '%s'", folder, folder);
    bool root = geteuid() == 0;
    ASSERT_EQ(0, system(command));
    if (root && seteuid(65534) != 0) {
        SKIPm("root writes everywhere");
    }
    status s = write_whole(in_folder("new"), false, "x");
    ASSERT_EQ(0, root ? seteuid(0) : 0);
    ASSERT_EQ(0, chmod(folder, 0700));
    ASSERT_EQ(STATUS_BAD_INPUT, s);
    ASSERTm(why.text, says("new: cannot be created (Permission denied)"));
    ASSERT_EQ_FMT(0, file_count(), "%d");
    PASS();
}

TEST discarding_all_removes_every_temporary_and_forbids_the_commit(void)
{
    output *o[OUTPUT_MAX_OPEN];
    output *one_more = NULL;
    char name[16];
    put(in_folder("3"), "old");
    for (int i = 0; i < OUTPUT_MAX_OPEN; i++) {
        snprintf(name, sizeof name, "%d", i);
        ASSERT_OK(output_open(in_folder(name), true, &o[i], &why), name, why);
    }
    ASSERT_EQ(STATUS_FAILED, output_open(in_folder("more"), true, &one_more, &why));
    ASSERTm(why.text, one_more == NULL && says("more than 64 files"));
    ASSERT_EQ_FMT(OUTPUT_MAX_OPEN + 1, file_count(), "%d");
    output_discard_all();
    output_discard_all();
    ASSERT_EQ_FMT(1, file_count(), "%d");
    for (int i = 0; i < OUTPUT_MAX_OPEN; i += 2) {
        ASSERT_EQ(STATUS_FAILED, output_commit(&o[i], &why));
        output_discard(&o[i + 1]);
    }
    ASSERT(holds(in_folder("3"), "old"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    ASSERT_EQ(STATUS_FAILED, write_whole(in_folder("after"), false, "x"));
    ASSERT_EQ_FMT(1, file_count(), "%d");
    PASS();
}

static void *open_and_discard(void *unused)
{
    for (;;) {
        output *o = NULL;
        message words;
        char path[600];
        snprintf(path, sizeof path, "%s/new", folder);
        (void)!output_open(path, true, &o, &words);
        output_discard(&o);
    }
    return unused;
}

/* A program takes a moment to end, in which its other threads go on. */
TEST no_thread_creates_a_temporary_once_all_are_discarded(void)
{
    for (int i = 0; i < 10; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            static const struct timespec moment = {.tv_nsec = 3000000};
            pthread_t thread;
            for (int k = 0; k < 3; k++) {
                (void)!pthread_create(&thread, NULL, open_and_discard, NULL);
            }
            nanosleep(&moment, NULL);
            output_discard_all();
            int left = file_count();
            nanosleep(&moment, NULL);
            _exit(left + file_count());
        }
        int code = -1;
        ASSERT_EQ(child, waitpid(child, &code, 0));
        ASSERT_EQ_FMT(0, code, "%d");
    }
    PASS();
}

static struct {
    int count;     /* folders that were synced */
    bool had_file; /* the last time */
    ino_t folder;  /* which */
    bool fails;
} synced;

/* In the place of the system's: tells folders from files. */
int fsync(int descriptor)
{
    struct stat is;
    char path[600];
    snprintf(path, sizeof path, "%s/new", folder);
    if (fstat(descriptor, &is) == 0 && S_ISDIR(is.st_mode)) {
        synced.count++;
        synced.folder = is.st_ino;
        synced.had_file = access(path, F_OK) == 0;
        if (synced.fails) {
            errno = EIO;
            return -1;
        }
    }
    return (int)syscall(SYS_fsync, descriptor);
}

/* A name that is only in memory is gone when the power is. */
TEST a_name_is_synced_with_its_folder(void)
{
    struct stat here;
    ASSERT_EQ(0, stat(in_folder("."), &here));
    for (int over = 0; over < 2; over++) {
        synced.count = 0;
        synced.had_file = false;
        ASSERT_OK(write_whole(in_folder("new"), over == 1, "x"), "write", why);
        ASSERT_EQ_FMT(1, synced.count, "%d");
        ASSERT(synced.had_file && synced.folder == here.st_ino);
    }
    unlink(in_folder("new"));
    synced.fails = true;
    status s = write_whole(in_folder("new"), false, "x");
    synced.fails = false;
    ASSERT_EQ_FMT(STATUS_FAILED, s, "%d");
    ASSERTm(why.text, says("cannot be written"));
    ASSERT_EQ_FMT(0, file_count(), "%d");
    PASS();
}

static void interrupted(int number)
{
    output_discard_all();
    _exit(number);
}

TEST a_signal_handler_can_clean_up(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        output *o = NULL;
        signal(SIGTERM, interrupted);
        if (output_open(in_folder("new"), false, &o, &why) == STATUS_OK && file_count() == 1) {
            raise(SIGTERM);
        }
        _exit(99);
    }
    int code = 0;
    ASSERT_EQ(child, waitpid(child, &code, 0));
    ASSERT(WIFEXITED(code));
    ASSERT_EQ_FMT(SIGTERM, WEXITSTATUS(code), "%d");
    ASSERT_EQ_FMT(0, file_count(), "%d");
    PASS();
}

TEST a_dash_is_standard_output(void)
{
    int ends[2];
    ASSERT_EQ(0, pipe(ends));
    ASSERT_EQ(0, fcntl(ends[0], F_SETFL, O_NONBLOCK)); /* no waiting for what was not flushed */
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    printf("before, ");
    status s = write_whole("-", false, "typed");
    dup2(saved, STDOUT_FILENO);
    char got[32] = "";
    ssize_t length = read(ends[0], got, sizeof got - 1);
    close(saved);
    close(ends[0]);
    close(ends[1]);
    ASSERT_OK(s, "standard output", why);
    ASSERT_EQ(13, length);
    ASSERT_STR_EQ("before, typed", got);
    PASS();
}

TEST a_full_standard_output_fails(void)
{
    int full = open("/dev/full", O_WRONLY);
    if (full < 0) {
        SKIPm("no /dev/full");
    }
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    dup2(full, STDOUT_FILENO);
    status s = write_whole("-", false, "typed");
    dup2(saved, STDOUT_FILENO);
    clearerr(stdout);
    close(saved);
    close(full);
    ASSERT_EQ(STATUS_FAILED, s);
    ASSERTm(why.text, says("standard output: cannot be written (No space left on device)"));
    PASS();
}

/* What another program writes to the temporary file appears at commit, and goes when discarded. */
TEST another_program_can_write_the_temporary_file(void)
{
    for (int commits = 0; commits <= 1; commits++) {
        output *o = NULL;
        char path[800];
        snprintf(path, sizeof path, "%s", in_folder("new"));
        ASSERT_OK(output_open(path, false, &o, &why), "open", why);
        const char *temporary = output_path(o);
        ASSERT(temporary != NULL && strcmp(temporary, path) != 0);
        ASSERTm(temporary, strncmp(temporary, folder, strlen(folder)) == 0);
        ASSERT_EQ_FMTm(temporary, 0, access(temporary, W_OK), "%d");
        put(temporary, "by another");
        ASSERT_EQ(-1, access(path, F_OK));
        if (commits) {
            ASSERT_OK(output_commit(&o, &why), "commit", why);
            ASSERT(holds(path, "by another"));
        } else {
            output_discard(&o);
        }
        ASSERT_EQ_FMT(commits, file_count(), "%d");
    }
    static const char *const direct[] = {"-", "/dev/null"};
    for (int i = 0; i < 2; i++) {
        output *o = NULL;
        ASSERT_OK(output_open(direct[i], false, &o, &why), direct[i], why);
        ASSERTm(direct[i], output_path(o) == NULL);
        output_discard(&o);
    }
    PASS();
}

/* Beside the file that is replaced, so that it can take its place: also behind a link. */
TEST what_goes_to_memory_is_there_at_commit_and_not_before(void)
{
    char *data = NULL;
    size_t size = 1;
    output *o = NULL;
    ASSERT_OK(output_open_memory(&data, &size, &o, &why), "memory", why);
    ASSERT(output_path(o) == NULL);
    for (int i = 0; i < 10000; i++) {
        ASSERT_OK(output_write(o, "0123\0006789", 10, &why), "memory", why);
    }
    ASSERT(data == NULL);
    ASSERT_OK(output_commit(&o, &why), "memory", why);
    ASSERT(o == NULL);
    ASSERT_EQ((size_t)100000, size);
    ASSERT_EQ(0, memcmp(data + 99990, "0123\0006789", 10));
    free(data);
    ASSERT_OK(output_open_memory(&data, &size, &o, &why), "memory", why);
    ASSERT_OK(output_write(o, "x", 1, &why), "memory", why);
    output_discard(&o);
    ASSERT(data == NULL && size == 0);
    PASS();
}

TEST the_temporary_file_is_beside_the_file_it_replaces(void)
{
    output *o = NULL;
    ASSERT_EQ(0, mkdir(in_folder("deep"), 0700));
    put(in_folder("deep/real"), "old");
    ASSERT_EQ(0, symlink("deep/real", in_folder("link")));
    ASSERT_OK(output_open(in_folder("link"), true, &o, &why), "open", why);
    ASSERTm(output_path(o), strstr(output_path(o), "/deep/") != NULL);
    put(output_path(o), "by another");
    ASSERT(holds(in_folder("link"), "old"));
    ASSERT_OK(output_commit(&o, &why), "commit", why);
    ASSERT(holds(in_folder("deep/real"), "by another"));
    PASS();
}

SUITE(all)
{
    SET_SETUP(start_empty, NULL);
    RUN_TEST(a_file_appears_at_commit_and_not_before);
    RUN_TEST(every_byte_of_a_long_file_arrives);
    RUN_TEST(an_empty_file_can_be_written);
    RUN_TEST(a_discarded_file_leaves_nothing);
    RUN_TEST(what_was_made_while_memory_ran_out_is_not_committed);
    RUN_TEST(an_existing_file_is_refused_without_overwrite);
    RUN_TEST(a_file_that_appears_meanwhile_is_not_replaced);
    RUN_TEST(files_that_belong_together_appear_together);
    RUN_TEST(a_file_of_another_kind_is_not_replaced);
    RUN_TEST(one_file_is_known_by_all_its_names);
    RUN_TEST(overwriting_replaces_at_commit_only);
    RUN_TEST(a_full_disk_fails_and_leaves_the_old_file);
    RUN_TEST(a_device_is_written_directly_and_stays);
    RUN_TEST(a_pipe_is_written_directly);
    RUN_TEST(permissions_follow_the_umask_or_the_file_that_was_there);
    RUN_TEST(a_name_without_a_slash_is_in_the_current_folder);
    RUN_TEST(a_link_stays_and_the_file_behind_it_is_replaced);
    RUN_TEST(what_cannot_be_created_is_bad_input);
    RUN_TEST(an_unwritable_folder_is_bad_input);
    RUN_TEST(a_signal_handler_can_clean_up);
    RUN_TEST(a_dash_is_standard_output);
    RUN_TEST(a_full_standard_output_fails);
    RUN_TEST(another_program_can_write_the_temporary_file);
    RUN_TEST(what_goes_to_memory_is_there_at_commit_and_not_before);
    RUN_TEST(the_temporary_file_is_beside_the_file_it_replaces);
    RUN_TEST(a_name_is_synced_with_its_folder);
    RUN_TEST(no_thread_creates_a_temporary_once_all_are_discarded);
    RUN_TEST(
        discarding_all_removes_every_temporary_and_forbids_the_commit); /* at last: see there */
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(all);
    GREATEST_MAIN_END();
}
