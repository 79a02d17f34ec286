#include "numerics/rational.h"

/* Quads hold integers up to 2^113 exactly; staying below this keeps every product in range. */
static const quad largest_integer = 1e30Q;

bool rational_recognise(quad x, quad tolerance, rational *found)
{
    if (!finiteq(x)) {
        return false;
    }
    if (x == 0) {
        *found = (rational){.p = 0, .q = 1};
        return true;
    }
    quad target = fabsq(x);
    quad p = 1, q = 0; /* the last convergent and the one before */
    quad p_before = 0, q_before = 1;
    quad rest = target;
    for (int depth = 0; depth < 60; depth++) {
        quad digit = floorq(rest);
        quad p_next = digit * p + p_before;
        quad q_next = digit * q + q_before;
        /* A random x has a fraction of denominator <= q within d with chance about 2 q^2 d. */
        if (p_next > largest_integer || 2 * q_next * q_next * target * tolerance > 1e-6Q) {
            return false;
        }
        p_before = p;
        q_before = q;
        p = p_next;
        q = q_next;
        if (fabsq(p / q - target) <= tolerance * target) {
            *found = (rational){.p = x < 0 ? -(integer)p : (integer)p, .q = (integer)q};
            return true;
        }
        rest = 1 / (rest - digit);
    }
    return false;
}

integer integer_gcd(integer a, integer b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        integer rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

integer integer_lcm(integer a, integer b)
{
    integer factor = b / integer_gcd(a, b);
    return (quad)a * (quad)factor > largest_integer ? 0 : a * factor;
}

void integer_write(char out[48], integer n)
{
    char digits[48];
    int count = 0;
    bool negative = n < 0;
    do {
        int digit = (int)(n % 10);
        digits[count++] = (char)('0' + (digit < 0 ? -digit : digit));
        n /= 10;
    } while (n != 0);
    if (negative) {
        *out++ = '-';
    }
    while (count > 0) {
        *out++ = digits[--count];
    }
    *out = '\0';
}
