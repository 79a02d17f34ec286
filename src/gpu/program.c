#include "gpu/program.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* More kinds than a session sees; the oldest gives way. */
enum { CACHE_SIZE = 64 };

struct program_cache {
    shader_files files;
    unsigned vertex;
    struct {
        shader_kind kind;
        program_pair pair;
    } entries[CACHE_SIZE];
    int count, next;
};

/* The first line of a log, which may be empty. */
static status tell_log(const char *what, const char *file, char *log, message *why)
{
    log[strcspn(log, "\r\n")] = '\0';
    return fail(why, "shader %s does not %s: %s", file, what,
                log[0] != '\0' ? log : "the driver does not say why");
}

static status compile(GLenum type, const char *file, const char *source, unsigned *out,
                      message *why)
{
    *out = glCreateShader(type);
    if (*out == 0) {
        return fail(why, "shader %s: OpenGL cannot make shaders", file);
    }
    glShaderSource(*out, 1, &source, NULL);
    glCompileShader(*out);
    GLint good = GL_FALSE;
    glGetShaderiv(*out, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) {
        return STATUS_OK;
    }
    char log[400] = "";
    glGetShaderInfoLog(*out, sizeof log, NULL, log);
    glDeleteShader(*out);
    *out = 0;
    return tell_log("compile", file, log, why);
}

static status link_program(const program_cache *cache, unsigned fragment, const char *file,
                           unsigned *out, message *why)
{
    *out = glCreateProgram();
    glAttachShader(*out, cache->vertex);
    glAttachShader(*out, fragment);
    glLinkProgram(*out);
    GLint good = GL_FALSE;
    glGetProgramiv(*out, GL_LINK_STATUS, &good);
    if (good == GL_TRUE) {
        glDetachShader(*out, cache->vertex);
        glDetachShader(*out, fragment);
        return STATUS_OK;
    }
    char log[400] = "";
    glGetProgramInfoLog(*out, sizeof log, NULL, log);
    glDeleteProgram(*out);
    *out = 0;
    return tell_log("link", file, log, why);
}

/* Texture units: 0 holds the rows of numbers, the following ones the roots at the starts. */
static void find_uniforms(program_uniforms *p, const shader_kind *kind)
{
    p->place = glGetUniformLocation(p->program, "place");
    p->numbers = glGetUniformLocation(p->program, "numbers");
    p->size = glGetUniformLocation(p->program, "size");
    glUseProgram(p->program);
    glUniform1i(glGetUniformLocation(p->program, "rows"), 0);
    for (int k = 0; k < shader_start_count(kind); k++) {
        char name[16] = "start0";
        if (k > 9) {
            break; /* METHOD_MAX_STEPS is 12 */
        }
        name[5] = (char)('0' + k);
        glUniform1i(glGetUniformLocation(p->program, name), k + 1);
    }
}

static status make_program(const program_cache *cache, shader_file which, const shader_kind *kind,
                           program_uniforms *out, message *why)
{
    text source = {0};
    unsigned fragment = 0;
    status s = STATUS_OK;
    TRY_OR_END(shader_write(&cache->files, which, kind, &source, why));
    TRY_OR_END(compile(GL_FRAGMENT_SHADER, shader_file_name(which), source.data, &fragment, why));
    TRY_OR_END(link_program(cache, fragment, shader_file_name(which), &out->program, why));
    find_uniforms(out, kind);
end:
    glDeleteShader(fragment);
    text_clear(&source);
    return s;
}

static void drop_pair(program_pair *pair)
{
    glDeleteProgram(pair->start.program); /* 0 is ignored */
    glDeleteProgram(pair->field.program);
    *pair = (program_pair){0};
}

static status make_pair(const program_cache *cache, const shader_kind *kind, program_pair *out,
                        message *why)
{
    shader_file which = kind->degree == 1   ? SHADER_ONE_STEP
                        : kind->degree == 2 ? SHADER_QUADRATIC
                                            : SHADER_REFINE;
    *out = (program_pair){0};
    status s = STATUS_OK;
    TRY_OR_END(make_program(cache, which, kind, &out->field, why));
    if (which == SHADER_REFINE) {
        TRY_OR_END(make_program(cache, SHADER_START, kind, &out->start, why));
    }
end:
    if (s != STATUS_OK) {
        drop_pair(out);
    }
    return s;
}

status program_find(program_cache *cache, const shader_kind *kind, const program_pair **out,
                    message *why)
{
    for (int i = 0; i < cache->count; i++) {
        const shader_kind *k = &cache->entries[i].kind;
        if (k->degree == kind->degree && k->degree_z == kind->degree_z && k->plane == kind->plane) {
            *out = &cache->entries[i].pair;
            return STATUS_OK;
        }
    }
    program_pair pair;
    TRY(make_pair(cache, kind, &pair, why));
    int at = cache->next;
    cache->next = (at + 1) % CACHE_SIZE;
    if (at < cache->count) {
        drop_pair(&cache->entries[at].pair);
    } else {
        cache->count++;
    }
    cache->entries[at].kind = *kind;
    cache->entries[at].pair = pair;
    *out = &cache->entries[at].pair;
    return STATUS_OK;
}

status program_cache_create(const char *folder, program_cache **out, message *why)
{
    *out = NULL;
    program_cache *cache = NULL;
    TRY(memory_allocate(&cache, 1, sizeof *cache, why));
    status s = STATUS_OK;
    TRY_OR_END(shader_files_read(folder, &cache->files, why));
    TRY_OR_END(compile(GL_VERTEX_SHADER, shader_file_name(SHADER_VERTEX),
                       cache->files.data[SHADER_VERTEX], &cache->vertex, why));
    *out = cache;
    cache = NULL;
end:
    program_cache_destroy(cache);
    return s;
}

void program_cache_destroy(program_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    for (int i = 0; i < cache->count; i++) {
        drop_pair(&cache->entries[i].pair);
    }
    glDeleteShader(cache->vertex);
    shader_files_clear(&cache->files);
    free(cache);
}
