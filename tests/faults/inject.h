/* Calls of the program that fail on purpose.
 *
 * A test program that is linked with the objects of spinscope and with the option --wrap for each
 * function of `inject.c` decides which call fails: the n-th of its kind, or all from there on. Only
 * calls from our own objects are seen, not those inside of libraries. The count is shared with
 * children that are forked, so that a test can see how many calls there were. */
#ifndef FAULTS_INJECT_H
#define FAULTS_INJECT_H

#include <stdbool.h>

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_MEMORY, /* malloc, calloc, realloc, strdup, realpath, open_memstream: ENOMEM */
    FAULT_WRITE,  /* fwrite, fflush, fsync, rename, link: EIO; a stream stays broken */
    FAULT_THREAD, /* pthread_create: EAGAIN */
} fault_kind;

typedef struct fault {
    fault_kind kind;
    long at;               /* which call fails, from 1 on; 0: none, they are only counted */
    bool onwards;          /* and all after it */
    void (*instead)(void); /* the call does not fail, but this happens before it; NULL: it fails */
} fault;

/* What is to fail from now on, in children that call inject_main. */
void inject_arm(fault f);

/* The main of the program. */
int inject_main(int count, char **words);

/* How many calls of the kind there were since. */
long inject_count(void);

#endif
