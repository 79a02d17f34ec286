// Three roots and more: a few sweeps of Aberth's iteration from the roots of a pixel nearby, then a
// bound for the distance of every root from what was found.

out float growth;

//@ starts

void main()
{
    vec2 pixel = gl_FragCoord.xy;
    vec2 u = position(pixel);
//@ coefficients
//@ fetch
    for (int sweep = 0; sweep < REFINE_SWEEPS; sweep++) {
//@ sweep
    }
//@ answer
}
