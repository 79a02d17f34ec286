#include "picture/labels.h"

#include <stdio.h>
#include <string.h>

#include "picture/figure.h"

/* A slash is written twice, and a brace after ^ or _ is kept apart from it. */
void label_plain(const char *plain, char *out, size_t size)
{
    size_t n = 0;
    for (const char *c = plain; *c != '\0' && n + 5 < size; c++) {
        if (*c == '/') {
            out[n++] = '/';
        }
        out[n++] = *c;
        if ((*c == '^' || *c == '_') && c[1] == '{') {
            memcpy(out + n, "\xe2\x80\x8b", 3); /* a space without width */
            n += 3;
        }
    }
    out[n] = '\0';
}

void label_method(const method_info *info, char *out, size_t size)
{
    char plain[FIGURE_LABEL_SIZE - 60];
    label_plain(info->title, plain, sizeof plain);
    const char *equals = strstr(plain, " = ");
    bool has_parameter = equals != NULL && equals - plain >= 2 && equals[-2] == ' ';
    static const char *const kept[] = {
        [KEEP_X2] = "", [KEEP_U] = ", keeps /u/", [KEEP_NONE] = ", not projected"};
    const char *keep = info->keep_matters ? kept[info->keep] : "";
    const char *spin = info->spin ? ", spin-stabilised" : "";
    if (has_parameter) {
        snprintf(out, size, "%.*s/%c/%s%s%s", (int)(equals - plain - 1), plain, equals[-1], equals,
                 keep, spin);
    } else {
        snprintf(out, size, "%s%s%s", plain, keep, spin);
    }
}

const char *label_motion(motion moves)
{
    static const char *const words[MOTION_COUNT] = {[MOTION_SHEAR] = "",
                                                    [MOTION_ROTATION] = "rotating kernel",
                                                    [MOTION_NORMALISED] =
                                                        "normalised kernel, /t/ → ∞"};
    return words[moves];
}

const char *label_axis(const view *v, bool upward)
{
    static const char *const in_z[CHART_COUNT][2] = {
        [CHART_PLAIN] = {"Re /z/", "Im /z/"},
        [CHART_INFINITY] = {"Re /ζ/, /ζ/ = /z/^{−1}", "Im /ζ/"},
        [CHART_LOG] = {"log_{10} |/z/|", "arg /z/ ∕ /π/"}};
    if (plane_is_complex(v->plane)) {
        return in_z[v->chart][upward];
    }
    return upward                       ? "/w/ = /hω/"
           : v->chart == CHART_INFINITY ? "/ζ/ = /z/^{−1} = 1 ∕ (/hλ/)"
                                        : "/z/ = /hλ/";
}

void label_parameter(const char *name, char *out, size_t size)
{
    static const struct {
        const char *name, *letter;
    } letters[] = {{"delta", "δ"},  {"eta", "η"},   {"omega", "ω"},
                   {"lambda", "λ"}, {"gamma", "γ"}, {"nu", "ν"}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (strcmp(letters[i].name, name) == 0) {
            snprintf(out, size, "/%s/", letters[i].letter);
            return;
        }
    }
    snprintf(out, size, "/%s/", name);
}
