#include "picture/colour.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.141592653589793238462643;

oklab oklab_from_lch(double lightness, double chroma, double degrees)
{
    double angle = degrees * pi / 180;
    return (oklab){.L = lightness, .a = chroma * cos(angle), .b = chroma * sin(angle)};
}

oklab oklab_mix(oklab from, oklab to, double part)
{
    return (oklab){.L = from.L + part * (to.L - from.L),
                   .a = from.a + part * (to.a - from.a),
                   .b = from.b + part * (to.b - from.b)};
}

static double cube(double x)
{
    return x * x * x;
}

/* The inverse matrices of Ottosson's definition, with all digits that he gives. */
static void to_linear(oklab c, double rgb[3])
{
    double l = cube(c.L + 0.3963377774 * c.a + 0.2158037573 * c.b);
    double m = cube(c.L - 0.1055613458 * c.a - 0.0638541728 * c.b);
    double s = cube(c.L - 0.0894841775 * c.a - 1.2914855480 * c.b);
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static bool is_shown(const double rgb[3])
{
    const double slack = 1e-9; /* the rounding of the matrices: white is not exactly 1 */
    for (int i = 0; i < 3; i++) {
        if (!(rgb[i] >= -slack && rgb[i] <= 1 + slack)) {
            return false;
        }
    }
    return true;
}

/* The transfer function of IEC 61966-2-1. */
static double encode(double linear)
{
    double x = fmin(fmax(linear, 0), 1);
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

void oklab_to_srgb(oklab c, double rgb[3])
{
    to_linear(c, rgb);
    if (!is_shown(rgb)) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 30; i++) {
            double part = (low + high) / 2;
            to_linear((oklab){.L = c.L, .a = part * c.a, .b = part * c.b}, rgb);
            *(is_shown(rgb) ? &low : &high) = part;
        }
        to_linear((oklab){.L = c.L, .a = low * c.a, .b = low * c.b}, rgb);
    }
    for (int i = 0; i < 3; i++) {
        rgb[i] = encode(rgb[i]);
    }
}

uint32_t srgb_pack(const double rgb[3])
{
    uint32_t packed = 0xff;
    for (int i = 0; i < 3; i++) {
        packed = packed << 8 | (uint32_t)(rgb[i] * 255 + 0.5);
    }
    return packed;
}

uint32_t oklab_pack(oklab c)
{
    double rgb[3];
    oklab_to_srgb(c, rgb);
    return srgb_pack(rgb);
}
