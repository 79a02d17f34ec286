// What every fragment shader of the field begins with, after the lines that src/gpu/shader.c writes:
// #version, the degrees, the constants of gpu.h, and NUMBER(i), the i-th number of the slice at
// `pixel` (from a uniform array, or from the texture row of the pixel).
//
// Error bounds are in absolute terms. One unit is 2^-24; the constants allow for division and
// square root that are right to four units, as GLSL 3.30 permits.

const float unit = 5.9604645e-8;

// u = z relative to the middle of the view, in half diagonals: u = (pixel + place.xy) * place.zw.
uniform vec4 place;

vec2 position(vec2 pixel)
{
    return (pixel + place.xy) * place.zw;
}

vec2 times(vec2 a, vec2 b)
{
    return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

vec2 inverse_of(vec2 a)
{
    return vec2(a.x, -a.y) / max(dot(a, a), 1e-37);
}

// Scaled, because the square of a large b would overflow.
vec2 over(vec2 a, vec2 b)
{
    float scale = 1.0 / max(max(abs(b.x), abs(b.y)), 1e-37);
    return times(a * scale, inverse_of(b * scale));
}

// A factor alpha u + beta of a coefficient: alpha in [0, 1], |beta| <= 1, |u| <= 1, each of them
// rounded; so it is right to factor_error.
const float factor_error = 10.0 * unit;

vec2 factor(vec4 number, vec2 u)
{
    return number.z * u + number.xy;
}

// The growth, or -1 where the reference evaluator has to say what it is: when the error may be more
// than the tolerance, the verdict is not certain, or the growth is out of the trusted range.
float decided(float growth, float error)
{
    float distance = abs(growth - 1.0);
    bool certain = error < TOLERANCE * growth && distance > error && distance > NEAR_CIRCLE &&
                   growth > SMALLEST && growth < LARGEST;
    return certain ? growth : -1.0;
}
