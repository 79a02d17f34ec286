/* Folders of tests: emptied, and looked at. */
#ifndef FAULTS_TREE_H
#define FAULTS_TREE_H

#include <stddef.h>

/* A file, or a folder that has nothing in it. */
typedef struct leaving {
    char path[200]; /* from the folder that was looked at */
    unsigned long long digest;
} leaving;

/* Removes what is in the folder, not itself; makes it when there is none. */
void tree_empty(const char *folder);

/* What is in it, sorted by path: at most `most` of them are written, all are counted. */
int tree_look(const char *folder, leaving *out, int most);

/* FNV-1a, 64 bits; starts from 0. */
unsigned long long digest_add(unsigned long long digest, const void *data, size_t size);

#endif
