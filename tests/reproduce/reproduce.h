/* What the tests of this folder share: the catalogue and the published files. */
#ifndef TESTS_REPRODUCE_H
#define TESTS_REPRODUCE_H

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "method/catalogue.h"
#include "support/support.h"

static message why;

static inline catalogue *open_catalogue(void)
{
    catalogue *all = NULL;
    return catalogue_create(SPINSCOPE_ASSETS, &all, &why) == STATUS_OK ? all : NULL;
}

/* The text of a file of assets/published, for the caller to free; NULL when it cannot be read. */
static inline char *read_published(const char *name)
{
    char path[600], *data = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/published/%s", SPINSCOPE_ASSETS, name);
    return file_read(path, 1 << 20, &data, &length, &why) == STATUS_OK ? data : NULL;
}

#endif
