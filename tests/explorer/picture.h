/* A PNG file as pixels, 0xAARRGGBB. */
#ifndef TESTS_WORKSPACE_PICTURE_H
#define TESTS_WORKSPACE_PICTURE_H

#include <spng.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct picture {
    int width, height;
    uint32_t *pixels;
} picture;

static inline bool picture_read(const char *path, picture *out)
{
    FILE *from = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    struct spng_ihdr header;
    size_t size = 0;
    unsigned char *bytes = NULL;
    *out = (picture){0};
    bool ok = from != NULL && spng_set_png_file(png, from) == 0 &&
              spng_get_ihdr(png, &header) == 0 &&
              spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size) == 0;
    bytes = ok ? malloc(size) : NULL;
    ok = bytes != NULL && spng_decode_image(png, bytes, size, SPNG_FMT_RGBA8, 0) == 0;
    if (ok) {
        *out = (picture){.width = (int)header.width, .height = (int)header.height};
        out->pixels = malloc(size);
        for (size_t i = 0; out->pixels != NULL && i < size / 4; i++) {
            const unsigned char *p = bytes + 4 * i;
            out->pixels[i] =
                (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
        ok = out->pixels != NULL;
    }
    free(bytes);
    spng_ctx_free(png);
    if (from != NULL) {
        fclose(from);
    }
    return ok;
}

static inline void picture_clear(picture *p)
{
    free(p->pixels);
    *p = (picture){0};
}

static inline uint32_t picture_at(const picture *p, int x, int y)
{
    return p->pixels[y * p->width + x] & 0xFFFFFF;
}

#endif
