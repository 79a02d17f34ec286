/* Expressions and the numbers of a command line: a finite value or one line that says why not. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "numerics/expression.h"
#include "numerics/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const expression_scope scope = {
        .count = 2,
        .names = {{.name = "t", .value = -0.7Q, .slope = {.value = 1, .size = 1, .varies = true}},
                  {.name = "gamma", .value = 1.25e300Q}}};
    char *words = fuzz_words(data, size);
    message why = {""};
    quad value = 0;
    size_t where = 0;
    status s = expression_value(words, size, &scope, &value, &where, &why);
    if (s == STATUS_OK) {
        dual both = {0};
        HOLDS(finiteq(value));
        HOLDS(expression_dual(words, size, &scope, &both, &where, &why) == STATUS_OK);
        HOLDS(both.value == value && !isnanq(dual_slope_value(&both)));
        HOLDS(both.slope.varies || dual_slope_value(&both) == 0);
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
