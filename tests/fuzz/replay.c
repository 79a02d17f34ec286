/* Gives every file of the folders, or every file, named on the command line to the target it is
 * linked with: what a fuzzer found once stays mended. Fails when there is no file at all. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fuzz.h"

static int replayed;

static bool replay_file(const char *path)
{
    char *data = NULL;
    size_t length = 0;
    message why;
    if (file_read(path, 1 << 24, &data, &length, &why) != STATUS_OK) {
        fprintf(stderr, "replay: %s\n", why.text);
        return false;
    }
    fprintf(stderr, "replay: %s\n", path); /* the last one is the culprit */
    LLVMFuzzerTestOneInput((const uint8_t *)data, length);
    free(data);
    replayed++;
    return true;
}

static bool replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    bool good = true;
    if (folder == NULL) {
        return replay_file(path);
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, item->d_name);
        good = (item->d_name[0] == '.' || replay_file(name)) && good;
    }
    closedir(folder);
    return good;
}

int main(int count, char **arguments)
{
    bool good = true;
    for (int i = 1; i < count; i++) {
        good = replay_folder(arguments[i]) && good;
    }
    printf("%d inputs\n", replayed);
    return good && replayed > 0 ? 0 : 1;
}
