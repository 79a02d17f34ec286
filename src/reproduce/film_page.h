/* The films of the paper, and the page that plays them. */
#ifndef REPRODUCE_FILM_PAGE_H
#define REPRODUCE_FILM_PAGE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The rows of Table 5.1, BDF 1 to 6, and stabilised ones; and the name of the file of one,
 * radau-iia-2.mp4. */
extern const char *const film_paper[];
extern const int film_paper_count;
void film_file_name(const char *method_name, char *out, size_t size);

/* FOLDER/index.html, which plays them; the folder ends in a slash. */
status film_write_page(const char *folder, bool force, message *why) MUST_CHECK;

#endif
