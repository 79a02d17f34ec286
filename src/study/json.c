#include "study/json.h"

#include <math.h>

cJSON *json_number(double x)
{
    return isfinite(x) ? cJSON_CreateNumber(x) : cJSON_CreateNull();
}

void json_add_number(cJSON *to, const char *name, double x)
{
    cJSON_AddItemToObject(to, name, json_number(x));
}

void json_add_numbers(cJSON *to, const char *name, const double *numbers, int count)
{
    cJSON *array = cJSON_AddArrayToObject(to, name);
    for (int i = 0; i < count; i++) {
        cJSON_AddItemToArray(array, json_number(numbers[i]));
    }
}

void csv_add_number(text *line, double x)
{
    text_add(line, ",");
    if (!isnan(x)) {
        text_add(line, "%.17g", x);
    }
}

status csv_write(text *lines, output *to, message *why)
{
    status s = lines->broken ? fail(why, "out of memory")
                             : output_write(to, lines->data, lines->length, why);
    text_clear(lines);
    return s;
}
