/* Lesson files: a whole lesson whose commands stay inside of the explorer, or a refusal. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/lesson.h"
#include "fuzz.h"

/* Would one of the words be opened as a file? Those of theta:1/2 have a slash, too. */
static bool names_a_file(const char *words)
{
    static const char between[] = " \t,=|";
    for (const char *at = words + strspn(words, between); *at != '\0';) {
        size_t length = strcspn(at, between);
        const char *slash = memchr(at, '/', length);
        bool is_fraction = slash != NULL && slash > at && isdigit((unsigned char)slash[-1]);
        bool is_path = (slash != NULL && !is_fraction) || at[length - 1] == '-' ||
                       (length >= 7 && strncmp(at + length - 7, ".method", 7) == 0) ||
                       (length >= 8 && strncmp(at + length - 8, ".palette", 8) == 0);
        if (is_path) {
            return true;
        }
        at += length + strspn(at + length, between);
    }
    return false;
}

/* No command that opens what is named opens a file, and none writes one. */
static void check_command(const char *command)
{
    static const char *const opens[] = {"method ",  "other ",   "overlays ", "palette ",
                                        "compare ", "overlay ", "stage "};
    static const char *const never[] = {"open", "save", "record", "spectrum ", "workspace", "key"};
    for (size_t i = 0; i < sizeof opens / sizeof opens[0]; i++) {
        bool is = strncmp(command, opens[i], strlen(opens[i])) == 0;
        HOLDS(!is || !names_a_file(command));
    }
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        HOLDS(strncmp(command, never[i], strlen(never[i])) != 0);
    }
}

static void check_step(const lesson_step *s)
{
    lesson_times t = lesson_step_times(s);
    HOLDS(s->heading != NULL && s->caption != NULL);
    HOLDS((s->question == NULL) == (s->answer == NULL));
    HOLDS(isfinite(t.items) && t.items >= 0 && t.question >= t.items && t.end >= t.answer);
    for (int k = 0; k < s->item_count; k++) {
        HOLDS(s->items[k].seconds >= 0 && s->items[k].line > 0);
        if (s->items[k].kind == LESSON_COMMAND) {
            check_command(s->items[k].command);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    message why = {""};
    lesson *l = NULL;
    char *words = fuzz_words(data, size);
    status s = lesson_parse("a.lesson", words, size, &l, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(l == NULL);
    } else {
        HOLDS(l->step_count > 0 && l->title != NULL && isfinite(lesson_seconds(l)));
        for (int i = 0; i < l->step_count; i++) {
            check_step(&l->steps[i]);
        }
    }
    lesson_destroy(l);
    free(words);
    return 0;
}
