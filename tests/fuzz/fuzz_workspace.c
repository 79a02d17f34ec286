/* Workspace files: what is read can be written and read again, and is the same then. */
#include <stdlib.h>
#include <string.h>

#include "explorer/settings.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    message why = {""};
    settings *read = calloc(2, sizeof *read);
    HOLDS(read != NULL);
    char *words = fuzz_words(data, size);
    settings_set(read, "w", "1", &why) == STATUS_OK ? (void)0 : abort();
    const settings before = *read;
    status s = settings_read("my.workspace", words, size, read, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(memcmp(&before, read, sizeof before) == 0);
    } else {
        text written = {0}, again = {0};
        settings_write(read, &written);
        HOLDS(settings_read("w", written.data, written.length, &read[1], &why) == STATUS_OK);
        settings_write(&read[1], &again);
        HOLDS(strcmp(written.data, again.data) == 0);
        text_clear(&written);
        text_clear(&again);
    }
    free(words);
    free(read);
    return 0;
}
