// The roots at the middle of each BLOCK of pixels, by Aberth's iteration from points on a
// circle: where refine.frag starts.

uniform vec2 size; // of the tile, in pixels

//@ outputs

void main()
{
    vec2 pixel = min((floor(gl_FragCoord.xy) + 0.5) * vec2(BLOCK) + 0.5, size - 0.5);
    vec2 u = position(pixel);
//@ coefficients
//@ circle
    for (int sweep = 0; sweep < START_SWEEPS; sweep++) {
//@ sweep
    }
//@ store
}
