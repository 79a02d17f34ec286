/* Compiled programs, kept for each pair of degrees and plane. Every function needs the context to
 * be current; programs are OpenGL names, 0 is none. */
#ifndef GPU_PROGRAM_H
#define GPU_PROGRAM_H

#include "gpu/shader.h"

typedef struct program_uniforms {
    unsigned program;
    int place, numbers, size;
} program_uniforms;

/* What draws a field: one program, or two when starts are needed. */
typedef struct program_pair {
    program_uniforms start, field;
} program_pair;

typedef struct program_cache program_cache;

/* Reads the files and compiles what all programs share. */
status program_cache_create(const char *folder, program_cache **out, message *why) MUST_CHECK;
void program_cache_destroy(program_cache *cache);

/* The pair for this kind, made when it is asked for first; *out stays valid until the next call. */
status program_find(program_cache *cache, const shader_kind *kind, const program_pair **out,
                    message *why) MUST_CHECK;

#endif
