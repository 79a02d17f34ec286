/* Palette files: every growth has a colour, the whole range of floats included. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "picture/palette.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const float growths[] = {0, 1e-45f, FLT_MIN, 0.5f,     1,   1.0000001f,
                                    2, 1e10f,  FLT_MAX, INFINITY, NAN, -3};
    enum { COUNT = sizeof growths / sizeof growths[0] };
    uint32_t colours[COUNT] = {0};
    message why = {""};
    palette *p = NULL;
    char *words = fuzz_words(data, size);
    status s = palette_parse("a.palette", words, size, &p, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(p == NULL);
    } else {
        HOLDS(palette_low(p) < palette_high(p));
        palette_apply(p, growths, COUNT, colours);
        for (int i = 0; i < COUNT; i++) {
            HOLDS(colours[i] >> 24 == 0xff);
            HOLDS(palette_colour(p, log2((double)growths[i])) >> 24 == 0xff);
        }
    }
    palette_destroy(p);
    free(words);
    return 0;
}
