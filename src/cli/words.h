/* What may be typed for a value: words for completion in a shell. What an option or an operand
 * calls its value (its hint) decides:
 *
 *     METHOD, PALETTE, MOTION, ...   the names of that kind (the table in words.c)
 *     KIND,...   KIND;...            several of a kind; what is typed ends with the last of them
 *     FILE, or E.csv A.csv           file names, with the endings that hint or help name
 *     FOLDER                         folders
 *
 * Others, such as W or N, have no words. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

typedef struct wanted {
    const char *hint;         /* may be NULL */
    const char *const *words; /* all that is accepted, ended by NULL; or NULL: the hint decides */
    const char *(*choice)(int i); /* the same as a function; or NULL */
    const char *help;             /* of the option; or NULL */
    const char *typed;            /* only words that begin with it */
    const char *before;           /* put before every word, as --motion= */
    const char *owner;            /* the problem or system whose parameters are meant; or NULL */
} wanted;

/* Prints the words on stdout, a line each: "WORD" or "WORD<tab>WHAT IT IS". The line ":files .a .b"
 * stands for files that end so (":files": any), ":folders" for folders. */
void words_print(const wanted *w);

/* One such line, when the word begins with what is typed. */
void words_print_one(const wanted *w, const char *word, const char *about);

#endif
