#include "home.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fuzz.h"

static char folder[] = "/tmp/spinscope-fuzz-XXXXXX";

static void remove_folder(void)
{
    HOLDS(chdir("/") == 0);
    char words[80];
    snprintf(words, sizeof words, "rm -rf %s", folder);
    HOLDS(system(words) == 0);
}

void home_prepare(const char *files)
{
    static unsigned runs;
    if (runs == 0) {
        HOLDS(mkdtemp(folder) != NULL && chdir(folder) == 0 && atexit(remove_folder) == 0);
        HOLDS(setenv("SPINSCOPE_ASSETS", SPINSCOPE_ASSETS, 1) == 0);
        HOLDS(setenv("HOME", folder, 1) == 0 && setenv("TMPDIR", folder, 1) == 0);
        HOLDS(setenv("SDL_VIDEODRIVER", "dummy", 1) == 0);
        HOLDS(freopen("/dev/null", "r", stdin) != NULL);
        signal(SIGXFSZ, SIG_IGN);
        HOLDS(setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 22, 1 << 22}) == 0);
    }
    if (runs++ % 256 == 0) {
        HOLDS(system("find . -mindepth 1 -delete") == 0);
        char words[4000];
        int length = snprintf(words, sizeof words, "cp '%s'/* . && mkdir -p folder", files);
        HOLDS(length < (int)sizeof words && (files == NULL || system(words) == 0));
    }
}

/* Names without a slash stay in the folder; fractions have one. */
bool home_may_be_left(const char *word)
{
    for (const char *at = strchr(word, '/'); at != NULL; at = strchr(at + 1, '/')) {
        if (at == word || !isdigit((unsigned char)at[-1]) || !isdigit((unsigned char)at[1])) {
            return true;
        }
    }
    return strstr(word, "..") != NULL;
}
