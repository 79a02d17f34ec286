/* Descriptions of exhibits, as workspaces and lessons have them. Those that name a file are left
 * out: opening one is the business of whoever allows it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/exhibit_plan.h"
#include "fuzz.h"
#include "method/catalogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static catalogue *all;
    static stage_plan plan;
    message why = {""};
    if (all == NULL) {
        HOLDS(catalogue_create(SPINSCOPE_ASSETS, &all, &why) == STATUS_OK);
    }
    char *words = fuzz_words(data, size);
    if (strpbrk(words, "/-") == NULL && strstr(words, ".method") == NULL) {
        status s = stage_plan_read(all, words, &plan, &why);
        if (s != STATUS_OK) {
            fuzz_refused(s, &why);
        } else {
            HOLDS(plan.count >= 0 && plan.count <= EXHIBIT_MOST && isfinite(plan.end));
        }
    }
    free(words);
    return 0;
}
