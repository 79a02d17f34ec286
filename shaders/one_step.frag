// One-step methods: |R| = |N|/|D|, moduli of products of linear factors.

out float growth;

void main()
{
    vec2 pixel = gl_FragCoord.xy;
    vec2 u = position(pixel);
//@ moduli
    float g = m0 / m1;
    growth = decided(g, (e0 + g * e1) / m1 + 16.0 * unit * g);
}
