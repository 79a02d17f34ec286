/* Files that cannot be written: whatever is in the way, a device that fails, a full disk, a limit,
 * a folder that may not be written or is removed meanwhile, commands say so in one line, leave
 * nothing unfinished, and keep the file that was there. */
#define _GNU_SOURCE /* unshare */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faults/inject.h"
#include "faults/jobs.h"
#include "support/command.h"
#include "support/support.h"

int __wrap_main(int count, char **words);

static outcome now, whole;
static long runs;

/* Nothing fails but what the test itself does. */
static void start_whole(void *unused)
{
    (void)unused;
    inject_arm((fault){.kind = FAULT_NONE});
}

static bool writes(const job *j)
{
    return j->file != NULL && job_is_wanted(j);
}

/* Is it exit code 3, or 2 where the name is to blame, with one line, and nothing broken left? A
 * window goes on after what could not be saved. */
static bool is_refused(const job *j, const char *what, bool may_be_2)
{
    const char *which = "";
    runs++;
    bool goes_on = (j->kind & JOB_WINDOW) != 0 && now.code == 0;
    bool told =
        is_told(&now, 3, "") || ((may_be_2 || (j->kind & JOB_WINDOW) != 0) && is_told(&now, 2, ""));
    if (!told && !goes_on) {
        support_say("%s: %s: exit %d: %.250s", j->words, what, now.code, now.err);
        return false;
    }
    if (!leavings_are_whole(&now, &whole, j, &which)) {
        support_say("%s: %s: left %s", j->words, what, which);
        return false;
    }
    return true;
}

static bool went_well(const job *j)
{
    support_say("%s: exit %d: %.300s", j->words, whole.code, whole.err);
    return whole.code < 2;
}

/* The n-th write, flush, rename ... */

static long next_call(long n)
{
    long few = is_thorough() ? 12 : 1;
    double growth = is_thorough() ? 2 : 8;
    return n < few ? n + 1 : n + 1 + (long)((double)n * growth * random_unit());
}

static bool survives(const job *j, bool onwards)
{
    run_options options = {.run = inject_main, .has_old_file = true};
    inject_arm((fault){.kind = FAULT_WRITE});
    job_run(j, &options, &whole);
    long calls = inject_count();
    for (long n = 1; n <= calls && went_well(j); n = next_call(n)) {
        char what[60];
        snprintf(what, sizeof what, "write %ld of %ld%s", n, calls, onwards ? " onwards" : "");
        inject_arm((fault){.kind = FAULT_WRITE, .at = n, .onwards = onwards});
        job_run(j, &options, &now);
        if (inject_count() >= n && !is_refused(j, what, false)) {
            return false;
        }
    }
    return went_well(j);
}

TEST any_write_may_fail(void)
{
    for (int i = 0; i < job_count; i++) {
        for (int onwards = 0; onwards < 2 && writes(&jobs[i]); onwards++) {
            ASSERTm(support_words, survives(&jobs[i], onwards == 1));
        }
    }
    PASS();
}

/* A disk with room for some pages. It is in a namespace of this process: it goes with it. */
static bool mount_disk(const char *folder, int pages)
{
    static bool is_apart;
    char size[40];
    if (!is_apart &&
        (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)) {
        return false;
    }
    is_apart = true;
    mkdir(folder, 0755);
    snprintf(size, sizeof size, "size=%d", pages * 4096);
    return mount("none", folder, "tmpfs", 0, size) == 0;
}

TEST a_full_disk_is_told(void)
{
    enum { INPUTS = 7 };
    char disk[700];
    snprintf(disk, sizeof disk, "%s-disk", scratch_file("full", "", 0));
    for (int i = 0; i < job_count; i++) {
        run_options options = {.run = inject_main, .has_old_file = true};
        if (!writes(&jobs[i])) {
            continue;
        }
        job_run(&jobs[i], &options, &whole);
        ASSERTm(support_words, went_well(&jobs[i]));
        options.home = disk;
        bool has_old_file = strchr(jobs[i].file, '/') == NULL;
        for (int pages = 0; pages < 2; pages++) {
            if (!mount_disk(disk, INPUTS + has_old_file + pages)) {
                SKIPm("no right to mount");
            }
            job_run(&jobs[i], &options, &now);
            umount(disk);
            bool fits = pages > 0 && now.code == whole.code;
            ASSERTm(support_words, fits || is_refused(&jobs[i], "a full disk", false));
        }
    }
    PASS();
}

static void limit_files(void *context)
{
    rlim_t most = *(const rlim_t *)context;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

TEST files_that_may_not_grow_are_told(void)
{
    for (int i = 0; i < job_count; i++) {
        rlim_t most = 100;
        run_options options = {.run = inject_main, .has_old_file = true};
        if (!writes(&jobs[i])) {
            continue;
        }
        job_run(&jobs[i], &options, &whole);
        options.prepare = limit_files;
        options.context = &most;
        job_run(&jobs[i], &options, &now);
        ASSERTm(support_words, is_refused(&jobs[i], "files of at most 100 bytes", false));
    }
    PASS();
}

/* Answers on stdout. */

static void answer_to_full_device(void *context)
{
    (void)context;
    dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
}

static void answer_to_nobody(void *context)
{
    int ends[2];
    (void)context;
    if (pipe(ends) == 0) {
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
    }
}

static void answer_to_closed(void *context)
{
    (void)context;
    close(STDOUT_FILENO);
}

TEST answers_that_reach_nobody_are_told(void)
{
    for (int i = 0; i < job_count; i++) {
        run_options options = {.run = inject_main};
        if (!job_is_wanted(&jobs[i])) {
            continue;
        }
        job_run(&jobs[i], &options, &whole);
        if (whole.out[0] == '\0') {
            continue;
        }
        options.prepare = answer_to_full_device;
        job_run(&jobs[i], &options, &now);
        ASSERTm(support_words, is_refused(&jobs[i], "a full device", false));
        options.prepare = answer_to_closed;
        job_run(&jobs[i], &options, &now);
        ASSERTm(support_words, is_refused(&jobs[i], "a closed stdout", false));
        options.prepare = answer_to_nobody;
        job_run(&jobs[i], &options, &now);
        bool ended_by_pipe = now.code == 128 + 13 && now.err[0] == '\0';
        ASSERTm(support_words, ended_by_pipe || is_refused(&jobs[i], "a broken pipe", false));
    }
    PASS();
}

/* Folders. */

static void be_nobody(void *context)
{
    (void)context;
    if (chmod(".", 0555) != 0 ||
        (geteuid() == 0 && (setgroups(0, NULL) != 0 || setuid(65534) != 0))) {
        _exit(126);
    }
}

static void put_folder(void *context)
{
    const job *j = context;
    char name[100];
    snprintf(name, sizeof name, "%.90s", j->file);
    char *slash = strchr(name, '/');
    if (slash != NULL) { /* a file where a folder should be */
        *slash = '\0';
        close(open(name, O_WRONLY | O_CREAT, 0644));
    } else {
        mkdir(name, 0755);
    }
}

static bool is_refused_there(const job *j, void (*prepare)(void *), const char *what)
{
    run_options options = {.run = inject_main, .prepare = prepare};
    char only[200];
    options.context = &(job){.file = j->file};
    job_run(j, &options, &now);
    runs++;
    support_say("%s: %s: exit %d, %d left: %.200s", j->words, what, now.code, now.left_count,
                now.err);
    bool is_put = prepare == put_folder;
    snprintf(only, sizeof only, "%s", j->file);
    only[strcspn(only, "/")] = '\0';
    bool nothing =
        now.left_count == is_put && (!is_put || strncmp(now.left[0].path, only, strlen(only)) == 0);
    return is_told(&now, 2, "") && nothing;
}

TEST folders_that_cannot_be_written_are_bad_input(void)
{
    char folder[700];
    snprintf(folder, sizeof folder, "%s", scratch_file("unused", "", 0));
    *strrchr(folder, '/') = '\0';
    chmod(folder, 0755);
    for (int i = 0; i < job_count; i++) {
        if (writes(&jobs[i]) && (jobs[i].kind & JOB_WINDOW) == 0) {
            ASSERTm(support_words, is_refused_there(&jobs[i], be_nobody, "a folder of others"));
            ASSERTm(support_words, is_refused_there(&jobs[i], put_folder, "something in the way"));
        }
    }
    PASS();
}

static void remove_folder(void)
{
    const char *home = getenv("HOME"); /* where the job is */
    tree_empty(home);
    rmdir(home);
}

TEST a_folder_may_vanish(void)
{
    for (int i = 0; i < job_count; i++) {
        run_options options = {.run = inject_main};
        if (!writes(&jobs[i]) || (jobs[i].kind & JOB_WINDOW) != 0) {
            continue;
        }
        inject_arm((fault){.kind = FAULT_WRITE});
        job_run(&jobs[i], &options, &whole);
        long calls = inject_count();
        /* The last write is that of stdout. */
        for (long n = 1; n < calls; n += 1 + calls / (is_thorough() ? 5 : 1)) {
            inject_arm((fault){.kind = FAULT_WRITE, .at = n, .instead = remove_folder});
            job_run(&jobs[i], &options, &now);
            runs++;
            support_say("%s: folder removed before write %ld of %ld: exit %d, left %s: %.200s",
                        jobs[i].words, n, calls, now.code,
                        now.left_count > 0 ? now.left[0].path : "nothing", now.err);
            bool told = is_told(&now, 3, "") || is_told(&now, 2, "");
            const char *which = "";
            /* Another thread may have finished a picture while it was removed. */
            ASSERTm(support_words,
                    inject_count() < n ||
                        (told && leavings_are_whole(&now, &whole, &jobs[i], &which)));
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int __wrap_main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    GREATEST_SET_SETUP_CB(start_whole, NULL);
    RUN_TEST(any_write_may_fail);
    RUN_TEST(files_that_may_not_grow_are_told);
    RUN_TEST(answers_that_reach_nobody_are_told);
    RUN_TEST(folders_that_cannot_be_written_are_bad_input);
    RUN_TEST(a_folder_may_vanish);
    RUN_TEST(a_full_disk_is_told);
    printf("%ld runs\n", runs);
    GREATEST_MAIN_END();
}
