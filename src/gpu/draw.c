#include "gpu/draw.h"

#include <epoxy/gl.h>
#include <stdlib.h>

#include "base/memory.h"
#include "method/method.h"

enum { MOST_STARTS = (METHOD_MAX_STEPS + 1) / 2, TILE_SIDE = 2048 };

/* A texture that grows when it has to. */
typedef struct surface {
    unsigned name;
    int width, height;
} surface;

struct drawing {
    unsigned vertices; /* core profiles draw nothing without one */
    unsigned field_buffer, start_buffer;
    surface growth, rows, starts[MOST_STARTS];
    int most_uniforms, most_texels;
};

static const char *error_name(GLenum code)
{
    static const struct {
        GLenum code;
        const char *name;
    } rows[] = {
        {.code = GL_OUT_OF_MEMORY, .name = "out of memory"},
        {.code = GL_INVALID_OPERATION, .name = "GL_INVALID_OPERATION"},
        {.code = GL_INVALID_VALUE, .name = "GL_INVALID_VALUE"},
        {.code = GL_INVALID_ENUM, .name = "GL_INVALID_ENUM"},
        {.code = GL_INVALID_FRAMEBUFFER_OPERATION, .name = "GL_INVALID_FRAMEBUFFER_OPERATION"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].code == code) {
            return rows[i].name;
        }
    }
    return "an unknown error";
}

static status check(const char *what, message *why)
{
    GLenum code = glGetError();
    if (code == GL_NO_ERROR) {
        return STATUS_OK;
    }
    /* A context that was lost reports an error for ever. */
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {
    }
    return fail(why, "OpenGL could not %s: %s", what, error_name(code));
}

/* True when the texture was made anew. */
static bool make_room(surface *s, GLint format, GLenum layout, int width, int height)
{
    bool is_new = s->name == 0;
    if (is_new) {
        glGenTextures(1, &s->name);
    }
    glBindTexture(GL_TEXTURE_2D, s->name);
    if (width <= s->width && height <= s->height) {
        return false;
    }
    s->width = width > s->width ? width : s->width;
    s->height = height > s->height ? height : s->height;
    glTexImage2D(GL_TEXTURE_2D, 0, format, s->width, s->height, 0, layout, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return true;
}

static status check_buffer(message *why)
{
    TRY(check("make room for a picture", why));
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        return fail(why, "OpenGL cannot draw into textures of floating-point numbers");
    }
    return STATUS_OK;
}

static void set_numbers(drawing *d, const program_uniforms *p, const draw_tile *t)
{
    glUseProgram(p->program);
    glUniform4fv(p->place, 1, t->place);
    glUniform2f(p->size, (float)t->width, (float)t->height);
    int count = shader_number_count(&t->kind);
    if (plane_is_complex(t->kind.plane)) {
        glUniform4fv(p->numbers, count, t->numbers);
        return;
    }
    glActiveTexture(GL_TEXTURE0);
    make_room(&d->rows, GL_RGBA32F, GL_RGBA, count, t->height);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, count, t->height, GL_RGBA, GL_FLOAT, t->numbers);
}

static void draw_whole(int width, int height)
{
    glViewport(0, 0, width, height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* The roots at the middle of every block of the tile, into textures that are left bound. */
static status draw_starts(drawing *d, const draw_tile *t, message *why)
{
    int count = shader_start_count(&t->kind);
    int block = shader_block_height(t->kind.plane);
    int width = (t->width + SHADER_BLOCK_WIDTH - 1) / SHADER_BLOCK_WIDTH;
    int height = (t->height + block - 1) / block;
    GLenum targets[MOST_STARTS];
    glBindFramebuffer(GL_FRAMEBUFFER, d->start_buffer);
    /* What is attached may not be smaller than what is drawn, and textures that this degree does
     * not need may be: they are taken off. */
    for (int k = 0; k < MOST_STARTS; k++) {
        glActiveTexture(GL_TEXTURE1 + (GLenum)k);
        if (k < count) {
            make_room(&d->starts[k], GL_RGBA32F, GL_RGBA, width, height);
            targets[k] = GL_COLOR_ATTACHMENT0 + (GLenum)k;
        }
        glBindTexture(GL_TEXTURE_2D, 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)k, GL_TEXTURE_2D,
                               k < count ? d->starts[k].name : 0, 0);
    }
    glDrawBuffers(count, targets);
    TRY(check_buffer(why));
    set_numbers(d, &t->programs->start, t);
    draw_whole(width, height);
    for (int k = 0; k < count; k++) {
        glActiveTexture(GL_TEXTURE1 + (GLenum)k);
        glBindTexture(GL_TEXTURE_2D, d->starts[k].name);
    }
    return check("compute where the roots start", why);
}

static status draw_field(drawing *d, const draw_tile *t, message *why)
{
    glBindFramebuffer(GL_FRAMEBUFFER, d->field_buffer);
    glActiveTexture(GL_TEXTURE0);
    if (make_room(&d->growth, GL_R32F, GL_RED, t->width, t->height)) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, d->growth.name,
                               0);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    TRY(check_buffer(why));
    set_numbers(d, &t->programs->field, t);
    draw_whole(t->width, t->height);
    glPixelStorei(GL_PACK_ROW_LENGTH, t->stride);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, t->width, t->height, GL_RED, GL_FLOAT, t->growth);
    return check("draw the field", why);
}

/* After a failure no texture can be relied upon. */
static void forget_sizes(drawing *d)
{
    surface *all[MOST_STARTS + 2] = {&d->growth, &d->rows};
    for (int k = 0; k < MOST_STARTS; k++) {
        all[k + 2] = &d->starts[k];
    }
    for (int k = 0; k < MOST_STARTS + 2; k++) {
        all[k]->width = 0;
        all[k]->height = 0;
    }
}

status draw(drawing *d, const draw_tile *t, message *why)
{
    glBindVertexArray(d->vertices);
    status s = STATUS_OK;
    TRY_OR_END(t->kind.degree > 2 ? draw_starts(d, t, why) : STATUS_OK);
    s = draw_field(d, t, why);
end:
    if (s != STATUS_OK) {
        forget_sizes(d);
    }
    return s;
}

int drawing_tile_side(const drawing *d)
{
    return d->most_texels < TILE_SIDE ? d->most_texels : TILE_SIDE;
}

int drawing_most_numbers(const drawing *d, plane p)
{
    return plane_is_complex(p) ? d->most_uniforms : d->most_texels;
}

status drawing_create(drawing **out, message *why)
{
    drawing *d;
    *out = NULL;
    TRY(memory_allocate(&d, 1, sizeof *d, why));
    GLint components = 0;
    glGetIntegerv(GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, &components);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &d->most_texels);
    d->most_uniforms = components / 4 - 4; /* place and size */
    glGenVertexArrays(1, &d->vertices);
    glGenFramebuffers(1, &d->field_buffer);
    glGenFramebuffers(1, &d->start_buffer);
    status s = check("be set up", why);
    if (s != STATUS_OK) {
        drawing_destroy(d);
        return s;
    }
    *out = d;
    return STATUS_OK;
}

void drawing_destroy(drawing *d)
{
    if (d == NULL) {
        return;
    }
    glDeleteVertexArrays(1, &d->vertices);
    glDeleteFramebuffers(1, &d->field_buffer);
    glDeleteFramebuffers(1, &d->start_buffer);
    glDeleteTextures(1, &d->growth.name);
    glDeleteTextures(1, &d->rows.name);
    for (int k = 0; k < MOST_STARTS; k++) {
        glDeleteTextures(1, &d->starts[k].name);
    }
    free(d);
}
