#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { PATH_SIZE = 1024 };

static bool has_methods(const char *folder)
{
    char path[PATH_SIZE + 64];
    struct stat about;
    snprintf(path, sizeof path, "%s/methods", folder);
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

/* Tried in this order: the environment, beside the program (build tree, installed), the source
 * tree it was built from. */
const char *assets_folder(void)
{
    static char found[PATH_SIZE + 32];
    char program[PATH_SIZE];
    const char *named = getenv("SPINSCOPE_ASSETS");
    if (named != NULL && *named != '\0') {
        return named;
    }
    static const char *const beside[] = {"../assets", "../share/spinscope"};
    program_folder(program);
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        snprintf(found, sizeof found, "%s/%s", program, beside[i]);
        if (has_methods(found)) {
            return found;
        }
    }
    return SPINSCOPE_ASSETS;
}
