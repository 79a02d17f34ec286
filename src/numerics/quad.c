#include "numerics/quad.h"

#include "base/plain.h"

wide wide_from_quad(quad x)
{
    double high = (double)x;
    double low = isinfq((quad)high) ? 0 : (double)(x - (quad)high);
    return (wide){.high = high, .low = low};
}

quad quad_from_wide(wide x)
{
    return (quad)x.high + (quad)x.low;
}

void quad_write(char *out, size_t size, quad x, int digits)
{
    void *before = plain_begin();
    quadmath_snprintf(out, size, "%.*Qg", digits, x);
    plain_end(before);
}
