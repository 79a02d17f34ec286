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
    status s = STATUS_OK;
    TRY_OR_END(icon_svg(assets, &picture, why));
    s = output_write(to, picture.data, picture.length, why);
end:
    text_clear(&picture);
    return s;
}

static status write_png(const char *assets, int size, output *to, message *why)
{
    uint32_t *pixels = NULL;
    png_writer *writer = NULL;
    if (size < 1 || size > ICON_MAX_SIZE) {
        return refuse(why, "a size from 1 to %d, or svg, is accepted", ICON_MAX_SIZE);
    }
    TRY(memory_allocate(&pixels, (size_t)size, (size_t)size * sizeof *pixels, why));
    status s = STATUS_OK;
    TRY_OR_END(icon_paint(assets, size, pixels, why));
    TRY_OR_END(png_begin(to, size, size, NULL, 0, 9 + PNG_ALPHA, &writer, why));
    TRY_OR_END(png_rows(writer, pixels, size, why));
    s = png_end(&writer, why);
end:
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
    status s = STATUS_OK;
    TRY_OR_END(output_open(arguments[3], true, &to, &why));
    TRY_OR_END(strcmp(arguments[2], "svg") == 0
                   ? write_svg(arguments[1], to, &why)
                   : write_png(arguments[1], atoi(arguments[2]), to, &why));
    s = output_commit(&to, &why);
end:
    output_discard(&to);
    if (s != STATUS_OK) {
        fprintf(stderr, "draw_icon: %s\n", why.text);
    }
    return (int)s;
}
