/* Help texts as the source of a manual page (man macros of groff and mandoc). Prints on stdout. */
#ifndef CLI_TROFF_H
#define CLI_TROFF_H

/* Words of prose, of which nothing is taken for a command of troff. */
void troff_words(const char *words);

/* The same for what is typed: every - stays a minus sign that can be copied. */
void troff_code(const char *words);

/* A usage line: what stands for something is italic, what is typed is bold. */
void troff_usage(const char *usage);

/* Paragraphs and lines that are kept, as topics.h says. */
void troff_text(const char *words);

#endif
