#include "faults/tree.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned long long digest_add(unsigned long long digest, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    digest = digest == 0 ? 0xcbf29ce484222325ULL : digest;
    for (size_t i = 0; i < size; i++) {
        digest = (digest ^ bytes[i]) * 0x100000001b3ULL;
    }
    return digest;
}

static void remove_all(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0) {
        return;
    }
    if (S_ISDIR(about.st_mode)) {
        tree_empty(path);
        rmdir(path);
    } else {
        unlink(path);
    }
}

void tree_empty(const char *folder)
{
    mkdir(folder, 0755);
    chmod(folder, 0755);
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            char path[2000];
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            remove_all(path);
        }
    }
    if (d != NULL) {
        closedir(d);
    }
}

static unsigned long long digest_of(const char *path)
{
    unsigned long long digest = 0;
    FILE *stream = fopen(path, "rb");
    char part[1 << 14];
    for (size_t n; stream != NULL && (n = fread(part, 1, sizeof part, stream)) > 0;) {
        digest = digest_add(digest, part, n);
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return digest;
}

/* `at` is the path from the folder, "" for itself. */
static int look(const char *folder, const char *at, leaving *out, int most, int count)
{
    char path[2000];
    int before = count;
    snprintf(path, sizeof path, "%s/%s", folder, at);
    DIR *d = opendir(path);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            char inner[900];
            snprintf(inner, sizeof inner, "%s%s%s", at, at[0] != '\0' ? "/" : "", e->d_name);
            count = look(folder, inner, out, most, count);
        }
    }
    if (d != NULL) {
        closedir(d);
    }
    if (count == before && at[0] != '\0') {
        if (count < most) {
            snprintf(out[count].path, sizeof out[count].path, "%.190s%s", at, d != NULL ? "/" : "");
            out[count].digest = d != NULL ? 0 : digest_of(path);
        }
        count++;
    }
    return count;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const leaving *)a)->path, ((const leaving *)b)->path);
}

int tree_look(const char *folder, leaving *out, int most)
{
    int count = look(folder, "", out, most, 0);
    qsort(out, (size_t)(count < most ? count : most), sizeof *out, by_path);
    return count;
}
