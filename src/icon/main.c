/* Draws the icon of the program when it is built: draw_icon ASSETS SIZE|svg FILE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/icon.h"
#include "picture/png.h"

static status write_svg(const char *assets, output *to, message *why)
{
    text picture = {0};
    status s = icon_svg(assets, &picture, why);
    s = s == STATUS_OK ? output_write(to, picture.data, picture.length, why) : s;
    text_clear(&picture);
    return s;
}

static status write_png(const char *assets, int size, output *to, message *why)
{
    uint32_t *pixels = NULL;
    png_writer *writer = NULL;
    status s = size >= 1 && size <= ICON_MAX_SIZE
                   ? memory_allocate(&pixels, (size_t)size, (size_t)size * sizeof *pixels, why)
                   : refuse(why, "a size from 1 to %d, or svg, is accepted", ICON_MAX_SIZE);
    s = s == STATUS_OK ? icon_paint(assets, size, pixels, why) : s;
    s = s == STATUS_OK ? png_begin(to, size, size, NULL, 0, 9 + PNG_ALPHA, &writer, why) : s;
    s = s == STATUS_OK ? png_rows(writer, pixels, size, why) : s;
    s = s == STATUS_OK ? png_end(&writer, why) : s;
    png_discard(&writer);
    free(pixels);
    return s;
}

int main(int count, char **arguments)
{
    message why;
    output *to = NULL;
    if (count != 4) {
        fprintf(stderr, "usage: draw_icon ASSETS SIZE|svg FILE\n");
        return 2;
    }
    status s = output_open(arguments[3], true, &to, &why);
    if (s == STATUS_OK) {
        s = strcmp(arguments[2], "svg") == 0
                ? write_svg(arguments[1], to, &why)
                : write_png(arguments[1], atoi(arguments[2]), to, &why);
    }
    s = s == STATUS_OK ? output_commit(&to, &why) : s;
    output_discard(&to);
    if (s != STATUS_OK) {
        fprintf(stderr, "draw_icon: %s\n", why.text);
    }
    return (int)s;
}
