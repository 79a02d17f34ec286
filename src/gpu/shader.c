#include "gpu/shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gpu/gpu.h"

/* Sweeps of Aberth's iteration at a start and at a pixel. What has not converged is seen by the
 * bound and costs time only. */
enum { START_SWEEPS = 20, REFINE_SWEEPS = 2, FILE_LIMIT = 1 << 16 };

static const char *const names[SHADER_FILE_COUNT] = {
    [SHADER_VERTEX] = "field.vert",      [SHADER_COMMON] = "common.glsl",
    [SHADER_ONE_STEP] = "one_step.frag", [SHADER_QUADRATIC] = "quadratic.frag",
    [SHADER_START] = "start.frag",       [SHADER_REFINE] = "refine.frag",
};

const char *shader_file_name(shader_file which)
{
    return names[which];
}

status shader_files_read(const char *folder, shader_files *out, message *why)
{
    *out = (shader_files){0};
    for (int i = 0; i < SHADER_FILE_COUNT; i++) {
        text path = {0};
        text_add(&path, "%s/%s", folder, names[i]);
        if (path.broken) {
            text_clear(&path);
            return fail(why, "out of memory");
        }
        size_t length;
        message reason;
        status s = file_read(path.data, FILE_LIMIT, &out->data[i], &length, &reason);
        text_clear(&path);
        if (s != STATUS_OK) {
            return fail(why, "shaders: %s", reason.text);
        }
    }
    return STATUS_OK;
}

void shader_files_clear(shader_files *files)
{
    for (int i = 0; i < SHADER_FILE_COUNT; i++) {
        free(files->data[i]);
    }
    *files = (shader_files){0};
}

int shader_block_height(plane p)
{
    return plane_is_complex(p) ? SHADER_BLOCK_HEIGHT_Z : SHADER_BLOCK_HEIGHT_ZW;
}

int shader_number_count(const shader_kind *kind)
{
    return (kind->degree + 1) * (kind->degree_z + 1);
}

int shader_start_count(const shader_kind *kind)
{
    return kind->degree < 3 ? 0 : (kind->degree + 1) / 2;
}

/* The modulus m of coefficient j and the bound e of its error. A factor f with an error d turns
 * an error e of the product m so far into e |f| + m d. */
static void write_modulus(text *t, const shader_kind *kind, int j)
{
    int first = j * (kind->degree_z + 1);
    text_add(t, "    vec4 n%d = NUMBER(%d);\n    float m%d = abs(n%d.x);\n    float e%d = 0.0;\n",
             j, first, j, j, j);
    for (int i = 1; i <= kind->degree_z; i++) {
        text_add(t, "    float l%d_%d = length(factor(NUMBER(%d), u));\n", j, i, first + i);
        text_add(t, "    e%d = e%d * l%d_%d + m%d * factor_error;\n    m%d *= l%d_%d;\n", j, j, j,
                 i, j, j, j, i);
    }
    text_add(t, "    e%d += m%d * %d.0 * unit + n%d.y;\n", j, j, 8 * kind->degree_z + 8, j);
}

static void write_moduli(text *t, const shader_kind *kind)
{
    for (int j = 0; j <= kind->degree; j++) {
        write_modulus(t, kind, j);
    }
}

/* The same with the coefficient c itself. Its error leaves room for that of Horner's rule in sigma,
 * where coefficient j takes part in j products and sums. */
static void write_coefficients(text *t, const shader_kind *kind)
{
    for (int j = 0; j <= kind->degree; j++) {
        int first = j * (kind->degree_z + 1);
        text_add(t, "    vec4 n%d = NUMBER(%d);\n    vec2 c%d = vec2(n%d.x, 0.0);\n", j, first, j,
                 j);
        text_add(t, "    float m%d = abs(n%d.x);\n    float e%d = 0.0;\n", j, j, j);
        for (int i = 1; i <= kind->degree_z; i++) {
            text_add(t, "    vec2 f%d_%d = factor(NUMBER(%d), u);\n", j, i, first + i);
            text_add(t, "    float l%d_%d = length(f%d_%d);\n    c%d = times(c%d, f%d_%d);\n", j, i,
                     j, i, j, j, j, i);
            text_add(t, "    e%d = e%d * l%d_%d + m%d * factor_error;\n    m%d *= l%d_%d;\n", j, j,
                     j, i, j, j, j, i);
        }
        text_add(t, "    e%d += m%d * %d.0 * unit + n%d.y;\n", j, j, 4 * kind->degree_z + 3 + 5 * j,
                 j);
    }
}

/* Roots of modulus |c_0/c_n|^{1/n}, away from every symmetry. */
static void write_circle(text *t, const shader_kind *kind)
{
    int n = kind->degree;
    text_add(t, "    float radius = clamp(pow(m0 / m%d, 1.0 / %d.0), 1e-3, 1e3);\n", n, n);
    for (int i = 0; i < n; i++) {
        text_add(t, "    vec2 x%d = radius * vec2(cos(%d.0 * 6.2831853 / %d.0 + 0.7), ", i, i, n);
        text_add(t, "sin(%d.0 * 6.2831853 / %d.0 + 0.7));\n", i, n);
    }
}

/* x_i -= p / (p' - p sum 1/(x_i - x_j)) for every i, the new values used at once. */
static void write_sweep(text *t, const shader_kind *kind)
{
    int n = kind->degree;
    for (int i = 0; i < n; i++) {
        text_add(t, "        {\n            vec2 x = x%d;\n", i);
        text_add(t, "            vec2 p = c%d, s = c%d;\n", n, n);
        for (int j = n - 1; j > 0; j--) {
            text_add(t, "            p = times(p, x) + c%d; s = times(s, x) + p;\n", j);
        }
        text_add(t,
                 "            p = times(p, x) + c0;\n            vec2 a = inverse_of(x - x%d);\n",
                 i == 0 ? 1 : 0);
        for (int j = i == 0 ? 2 : 1; j < n; j++) {
            if (j != i) {
                text_add(t, "            a += inverse_of(x - x%d);\n", j);
            }
        }
        text_add(t, "            x%d = x - over(p, s - times(p, a));\n        }\n", i);
    }
}

/* The distance of every pair, and of every root from the nearest other one. */
static void write_distances(text *t, int n)
{
    for (int i = 0; i < n; i++) {
        text_add(t, "    float near%d = 1e30;\n", i);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            text_add(t, "    float d%d_%d = length(x%d - x%d);\n", j, i, i, j);
            text_add(t, "    near%d = min(near%d, d%d_%d);\n    near%d = min(near%d, d%d_%d);\n", i,
                     i, j, i, j, j, j, i);
        }
    }
}

/* a_i = |x_i|, r_i = n |p(x_i)| / (|c_n| prod |x_i - x_j|), |p| with the errors of its
 * coefficients. */
static void write_disc(text *t, int n, int i)
{
    text_add(t, "    float a%d = length(x%d), r%d;\n    {\n        vec2 p = c%d;\n", i, i, i, n);
    text_add(t, "        float e = e%d, d = m%d;\n", n, n);
    for (int j = n - 1; j >= 0; j--) {
        text_add(t, "        p = times(p, x%d) + c%d; e = e * a%d + e%d;\n", i, j, i, j);
    }
    for (int j = 0; j < n; j++) {
        if (j != i) {
            text_add(t, "        d *= d%d_%d;\n", j < i ? j : i, j < i ? i : j);
        }
    }
    text_add(t, "        r%d = %d.0 * (length(p) + e) / d;\n    }\n", i, n);
    text_add(t, "    top = max(top, a%d);\n    widest = max(widest, r%d);\n", i, i);
    text_add(t, "    sum += r%d;\n    all += a%d;\n", i, i);
}

/* All roots lie in the discs of radius r_i about the x_i, and as many in a group of discs that
 * touch each other as it has discs (Smith 1970). Discs that do not reach the largest modulus do not
 * matter to it; one that does may move it by its radius when it touches no other, else by the
 * diameter of the group. */
static void write_answer(text *t, const shader_kind *kind)
{
    int n = kind->degree;
    write_distances(t, n);
    text_add(t, "    float top = 0.0, widest = 0.0, sum = 0.0, all = 0.0;\n");
    for (int i = 0; i < n; i++) {
        write_disc(t, n, i);
    }
    text_add(t, "    float level = top * (1.0 - TOLERANCE);\n    float error = 0.0;\n");
    for (int i = 0; i < n; i++) {
        text_add(t, "    if (!(a%d + r%d < level)) {\n", i, i);
        text_add(t, "        error = max(error, near%d > r%d + widest ? r%d : 2.0 * sum);\n    }\n",
                 i, i, i);
    }
    text_add(t,
             "    growth = sum + all < 1e30 ? decided(top, error + 16.0 * unit * top) : -1.0;\n");
}

static void write_outputs(text *t, const shader_kind *kind)
{
    for (int k = 0; k < shader_start_count(kind); k++) {
        text_add(t, "layout(location = %d) out vec4 pair%d;\n", k, k);
    }
}

static void write_store(text *t, const shader_kind *kind)
{
    for (int k = 0; k < shader_start_count(kind); k++) {
        if (2 * k + 1 < kind->degree) {
            text_add(t, "    pair%d = vec4(x%d, x%d);\n", k, 2 * k, 2 * k + 1);
        } else {
            text_add(t, "    pair%d = vec4(x%d, 0.0, 0.0);\n", k, 2 * k);
        }
    }
}

static void write_starts(text *t, const shader_kind *kind)
{
    for (int k = 0; k < shader_start_count(kind); k++) {
        text_add(t, "uniform sampler2D start%d;\n", k);
    }
}

static void write_fetch(text *t, const shader_kind *kind)
{
    text_add(t, "    ivec2 block = ivec2(pixel) / BLOCK;\n");
    for (int k = 0; k < shader_start_count(kind); k++) {
        text_add(t, "    vec4 pair%d = texelFetch(start%d, block, 0);\n    vec2 x%d = pair%d.xy;\n",
                 k, k, 2 * k, k);
        if (2 * k + 1 < kind->degree) {
            text_add(t, "    vec2 x%d = pair%d.zw;\n", 2 * k + 1, k);
        }
    }
}

static const struct section {
    const char *name;
    void (*write)(text *, const shader_kind *);
} sections[] = {
    {.name = "moduli", .write = write_moduli},
    {.name = "coefficients", .write = write_coefficients},
    {.name = "circle", .write = write_circle},
    {.name = "sweep", .write = write_sweep},
    {.name = "answer", .write = write_answer},
    {.name = "outputs", .write = write_outputs},
    {.name = "store", .write = write_store},
    {.name = "starts", .write = write_starts},
    {.name = "fetch", .write = write_fetch},
};

static void write_head(text *t, const shader_kind *kind)
{
    text_add(t, "#version 330 core\n#define TOLERANCE %.9e\n#define NEAR_CIRCLE %.9e\n",
             0.9 * gpu_tolerance, gpu_near_circle);
    text_add(t, "#define SMALLEST %.9e\n#define LARGEST %.9e\n", gpu_smallest, gpu_largest);
    text_add(t, "#define BLOCK ivec2(%d, %d)\n#define START_SWEEPS %d\n#define REFINE_SWEEPS %d\n",
             SHADER_BLOCK_WIDTH, shader_block_height(kind->plane), START_SWEEPS, REFINE_SWEEPS);
    if (plane_is_complex(kind->plane)) {
        text_add(t, "uniform vec4 numbers[%d];\n#define NUMBER(i) numbers[i]\n",
                 shader_number_count(kind));
    } else {
        text_add(t, "uniform sampler2D rows;\n"
                    "#define NUMBER(i) texelFetch(rows, ivec2(i, int(pixel.y)), 0)\n");
    }
}

/* Copies a file, with the sections that it asks for. */
static status write_body(const char *file, const char *body, const shader_kind *kind, text *out,
                         message *why)
{
    static const char marker[] = "//@ ";
    for (const char *line = body; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, marker, strlen(marker)) != 0) {
            text_add(out, "%.*s\n", (int)length, line);
        } else {
            const char *name = line + strlen(marker);
            size_t name_length = strcspn(name, "\r\n ");
            const struct section *found = NULL;
            for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
                bool same = strlen(sections[i].name) == name_length &&
                            strncmp(sections[i].name, name, name_length) == 0;
                found = same ? &sections[i] : found;
            }
            if (found == NULL) {
                return fail(why, "shaders: %s asks for \"%.*s\", which is not known", file,
                            (int)(name_length < 60 ? name_length : 60), name);
            }
            found->write(out, kind);
        }
        line += length + (line[length] == '\n');
    }
    return STATUS_OK;
}

status shader_write(const shader_files *files, shader_file which, const shader_kind *kind,
                    text *out, message *why)
{
    write_head(out, kind);
    TRY(write_body(names[SHADER_COMMON], files->data[SHADER_COMMON], kind, out, why));
    TRY(write_body(names[which], files->data[which], kind, out, why));
    return out->broken ? fail(why, "out of memory") : STATUS_OK;
}
