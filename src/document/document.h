/* A document: sections of text, tables, pictures, films and claims, kept until it is written as
 * plain text, as one HTML file that needs no other, or as PDF pages.
 *
 * All text is in the markup of figures (/italic/, // for a slash, ^{..}, _{..}). What is added is
 * copied or drawn at once; nothing is kept of the caller's. After a failed allocation the document
 * is broken, further additions are ignored, and writing it fails. Nothing is computed here. */
#ifndef DOCUMENT_DOCUMENT_H
#define DOCUMENT_DOCUMENT_H

#include <stdbool.h>

#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "picture/chart.h"
#include "picture/figure.h"

#define DOCUMENT_FORMAT(WHICH) __attribute__((format(printf, WHICH, WHICH + 1)))

typedef struct document document;

/* How a computed value stands to a published one. */
typedef enum document_verdict {
    VERDICT_NONE,      /* nothing is compared */
    VERDICT_MATCHES,   /* to the printed digits, or exactly */
    VERDICT_NEAR,      /* one unit of the last digit off */
    VERDICT_EXPLAINED, /* differs, and why is known */
    VERDICT_DIFFERS    /* differs, and must not */
} document_verdict;

enum { VERDICT_COUNT = VERDICT_DIFFERS + 1, DOCUMENT_MAX_COLUMNS = 24 };

typedef enum column_kind { COLUMN_WORDS, COLUMN_NUMBER } column_kind; /* left, right */

status document_create(const char *title, document **out, message *why) MUST_CHECK;
void document_destroy(document *d);

/* What made it: a command line and a version, as they are (no markup). */
void document_origin(document *d, const char *command, const char *version);

/* A part of the report: what is published where ("Kunkel and Mehrmann, Table 5.1"). `name` is the
 * word of the command line, and an anchor. What is added before the first one introduces the
 * document. */
void document_section(document *d, const char *name, const char *title);
void document_heading(document *d, const char *format, ...) /* smaller, inside a section */
    DOCUMENT_FORMAT(2);
void document_paragraph(document *d, const char *format, ...) DOCUMENT_FORMAT(2);

/* A table is begun, filled cell by cell from left to right (a row is complete when all columns are
 * filled), and ended. A cell with a verdict is marked by sign and colour. `caption` may be NULL. */
void document_table(document *d, const char *caption, int columns, const char *const *names,
                    const column_kind *kinds);
void document_cell(document *d, document_verdict v, const char *format, ...) DOCUMENT_FORMAT(3);
void document_end_table(document *d);

/* What must hold, and whether it does; counted, and listed at the top when it does not. Returns
 * `holds`. */
bool document_claim(document *d, bool holds, const char *format, ...) DOCUMENT_FORMAT(3);

/* Something the source has wrong, with the evidence computed on the spot; listed in a section of
 * its own, too. `is_shown`: the evidence is there; if not, the document does not hold. */
void document_erratum(document *d, bool is_shown, const char *source, const char *format, ...)
    DOCUMENT_FORMAT(4);

/* Pictures are drawn now, as vectors, and become PNG for HTML. `name` is their file name without
 * .png, which no other picture has. `command` draws it again; it is shown when it is another one
 * than that of the document. */
status document_chart(document *d, const char *name, const chart *c, const char *command,
                      const char *caption, message *why) MUST_CHECK;
status document_figure(document *d, const char *name, const figure *f, const char *command,
                       const char *caption, message *why) MUST_CHECK;
/* A film that is a file already (.mp4, .webm, .gif), which is read now. It plays in HTML; on paper
 * its name and caption stand below the picture that was added before it: some of its frames. */
status document_film(document *d, const char *path, const char *caption, message *why) MUST_CHECK;

/* What was compared, in one section or in all of them (NULL). */
typedef struct document_counts {
    int cells[VERDICT_COUNT]; /* by verdict; those with VERDICT_NONE are not counted */
    int claims, claims_held;
    int errata, errata_shown;
} document_counts;

document_counts document_count(const document *d, const char *section);

/* All claims hold, all errata are shown, no cell differs that must not. */
bool document_holds(const document *d);

/* Terminals: 100 columns, no markup. The summary comes last, where the eye is. A broken document
 * breaks the text. */
void document_text(const document *d, text *out);
/* Only what was added, without title and summary. */
void document_body(const document *d, text *out);
/* Only the summary, and what does not hold. */
void document_summary(const document *d, text *out);
status document_html(const document *d, output *to, message *why) MUST_CHECK;
/* A4 pages, with text and pictures as vectors; the summary first, which is the table of contents.
 */
status document_pdf(const document *d, output *to, message *why) MUST_CHECK;

/* The pictures as files. */
int document_picture_count(const document *d);
const char *document_picture_name(const document *d, int i); /* without .png */
status document_picture(const document *d, int i, output *to, message *why) MUST_CHECK;

#endif
