/* Expressions and the numbers of a command line: a finite value or one line that says why not. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "numerics/expression.h"
#include "numerics/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const expression_scope scope = {.count = 2,
                                           .names = {{"t", -0.7Q}, {"gamma", 1.25e300Q}}};
    char *words = fuzz_words(data, size);
    message why = {""};
    quad value = 0;
    size_t where = 0;
    status s = expression_value(words, size, &scope, &value, &where, &why);
    if (s == STATUS_OK) {
        HOLDS(finiteq(value));
    } else {
        fuzz_refused(s, &why);
        HOLDS(where <= size);
    }
    wide re = {0}, im = {0};
    s = number_real(words, &re, &why);
    HOLDS(s != STATUS_OK || (isfinite(re.high) && isfinite(re.low)));
    s = number_complex(words, &re, &im, &why);
    HOLDS(s != STATUS_OK || (isfinite(re.high) && isfinite(im.high)));
    HOLDS(expression_name_is_free(&scope, words, size) || size != 1 || words[0] != 'x');
    free(words);
    return 0;
}
