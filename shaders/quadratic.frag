// Two roots in closed form: q = -(b +- sqrt(b^2 - 4ac))/2 with the sign that does not cancel, then
// the roots are q/a and c/q.

out float growth;

vec2 square_root(vec2 a)
{
    float larger = sqrt(0.5 * (length(a) + abs(a.x)));
    float smaller = 0.5 * a.y / max(larger, 1e-19);
    return a.x >= 0.0 ? vec2(larger, smaller) : vec2(abs(smaller), a.y >= 0.0 ? larger : -larger);
}

void main()
{
    vec2 pixel = gl_FragCoord.xy;
    vec2 u = position(pixel);
//@ coefficients
    vec2 root = square_root(times(c1, c1) - 4.0 * times(c2, c0));
    vec2 q = -0.5 * (dot(c1, root) >= 0.0 ? c1 + root : c1 - root);
    vec2 x0 = over(q, c2);
    vec2 x1 = over(c0, q);
//@ answer
}
