/* Method files: parsed, built, compiled, and evaluated at any z and w, which are the first bytes of
 * the input. Methods of more than MOST_STAGES stages are built but not compiled: it takes too
 * long to do that often (test_slow.c does it once). */
#include <stdlib.h>
#include <string.h>

#include "confirm.h"
#include "fuzz.h"
#include "method/build.h"
#include "method/methodfile.h"

enum { MOST_STAGES = 5 };

static void build(const methodfile *file, unsigned way, const double *at)
{
    message why = {""};
    method *m = NULL;
    method_recipe recipe = {.name = "a.method",
                            .title = file->name,
                            .reference = file->reference,
                            .claimed_order = file->claimed_order,
                            .spin = way % 16 == 15,
                            .keep_given = way / 16 % 4 > 0,
                            .keep = (method_keep)(way / 64 % 3),
                            .coefficients = &file->coefficients,
                            .exact = file->exact};
    status s = method_build(&recipe, &m, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        return;
    }
    bool is_small =
        file->coefficients.kind == METHOD_MULTISTEP || file->coefficients.size <= MOST_STAGES;
    if (is_small) {
        confirm_method(m, way % 4 == 1 ? MOTION_ROTATION : MOTION_SHEAR, at[0], at[1], at[2]);
    }
    method_destroy(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    message why = {""};
    unsigned way = fuzz_byte(&b);
    const double at[3] = {fuzz_double(&b), fuzz_double(&b), fuzz_double(&b)};
    methodfile *file = calloc(1, sizeof *file);
    HOLDS(file != NULL);
    char *words = fuzz_words(b.data, b.size);
    status s = methodfile_parse("a.method", words, b.size, file, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        build(file, way, at);
        methodfile_clear(file);
    }
    free(words);
    free(file);
    return 0;
}
