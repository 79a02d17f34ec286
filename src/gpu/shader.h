/* The text of the shaders: files of the folder shaders, with the lines `//@ NAME` replaced by
 * straight-line code for the degrees at hand. Nothing here knows OpenGL. */
#ifndef GPU_SHADER_H
#define GPU_SHADER_H

#include "base/text.h"
#include "field/view.h"

typedef enum shader_file {
    SHADER_VERTEX,
    SHADER_COMMON,
    SHADER_ONE_STEP,
    SHADER_QUADRATIC,
    SHADER_START,
    SHADER_REFINE,
    SHADER_FILE_COUNT
} shader_file;

/* Starts are computed once for a block of this many pixels. Roots change quickly with w, in which
 * a rotation has harmonics up to the number of steps. */
enum { SHADER_BLOCK_WIDTH = 8, SHADER_BLOCK_HEIGHT_Z = 8, SHADER_BLOCK_HEIGHT_ZW = 2 };

typedef struct shader_files {
    char *data[SHADER_FILE_COUNT];
} shader_files;

/* What a program is made for. */
typedef struct shader_kind {
    int degree, degree_z;
    plane plane;
} shader_kind;

status shader_files_read(const char *folder, shader_files *out, message *why) MUST_CHECK;
void shader_files_clear(shader_files *files);

/* Its name in the folder, for messages. */
const char *shader_file_name(shader_file which);

int shader_block_height(plane p);

/* How many numbers (of four floats) a slice has, and how many textures the roots at the starts. */
int shader_number_count(const shader_kind *kind);
int shader_start_count(const shader_kind *kind);

/* A whole fragment shader. Fails when there is no memory or a file asks for what is not known. */
status shader_write(const shader_files *files, shader_file which, const shader_kind *kind,
                    text *out, message *why) MUST_CHECK;

#endif
