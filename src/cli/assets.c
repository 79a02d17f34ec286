#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { PATH_SIZE = 1024 };

static bool has(const char *folder, const char *part)
{
    char path[PATH_SIZE + 64];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, part);
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The folder of the running program, "" when the system does not tell. */
static void program_folder(char out[PATH_SIZE])
{
    ssize_t length = readlink("/proc/self/exe", out, PATH_SIZE - 1);
    out[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
}

static char found[PATH_SIZE + 32], beside[PATH_SIZE + 32];

static void find(void)
{
    char program[PATH_SIZE];
    program_folder(program);
    snprintf(beside, sizeof beside, "%s/assets", program);
    snprintf(found, sizeof found, "%s", beside);
    if (!has(found, "methods")) {
        snprintf(found, sizeof found, "%s/../share/spinscope", program);
    }
}

/* Tried in this order: the environment, beside the program (build tree), and where they are when
 * it is installed. No place is built in, so that the program can be moved with its assets. Threads
 * that draw ask as well, so it is looked for once. */
const char *assets_folder(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *named = getenv("SPINSCOPE_ASSETS");
    if (named != NULL && *named != '\0') {
        return named;
    }
    pthread_once(&once, find);
    return found;
}

status assets_need(const char *part, message *why)
{
    const char *folder = assets_folder();
    if (has(folder, part)) {
        return STATUS_OK;
    }
    if (folder != found) {
        return fail(why, "the folder '%s' of data files is missing in SPINSCOPE_ASSETS = %.300s",
                    part, folder);
    }
    return fail(why,
                "the folder '%s' of data files is missing; looked for in %.200s and %.200s "
                "(SPINSCOPE_ASSETS names another place)",
                part, beside, found);
}
