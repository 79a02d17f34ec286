/* A drawing: everything that decides a picture, as plain numbers, choices and words.
 *
 * One static table of its properties says of each what it is called, what it may be, what it is at
 * first, who reads it, and what a change makes stale. Command lines, films, the window, files and
 * help go through that table, and hand each other drawings, never words to be parsed again. */
#ifndef DRAWING_DRAWING_H
#define DRAWING_DRAWING_H

#include "dae/problems.h"
#include "drawing/property.h"
#include "field/view.h"
#include "method/method.h"
#include "method/motion.h"
#include "picture/figure.h"

enum {
    DRAWING_MOST_METHODS = 32,
    DRAWING_MOST_WITH = 8,
    DRAWING_MOST_LEVELS = 16,
    DRAWING_TITLE_SIZE = 151,
    DRAWING_NAME_SIZE = 40
};

/* How a field is computed. */
typedef enum engine { ENGINE_AUTO, ENGINE_SCALAR, ENGINE_SIMD, ENGINE_GPU } engine;

/* Parameters of a problem, by name. */
typedef struct assignments {
    int count;
    struct {
        char name[DRAWING_NAME_SIZE];
        double value;
    } at[PROBLEMS_MAX_PARAMETERS];
} assignments;

/* The enums are ints, so that a table can reach them. */
typedef struct drawing {
    method_names methods;
    method_names with; /* methods whose boundaries are drawn over the regions */
    int plane;
    char across[DRAWING_NAME_SIZE], upward[DRAWING_NAME_SIZE]; /* of a plane that is measured */
    int chart, motion;
    number_list w;   /* a panel for each */
    double all_w[2]; /* the worst case of all w between; NaN: one w a panel */
    double view[4];  /* NaN: the usual one */
    int size[2];
    int shade; /* SHADE_GROWTH, SHADE_PHASE or SHADE_STAR */
    char palette[METHOD_NAME_SIZE];
    number_list contours;
    bool boundary, hatch, grid;
    bool plain;   /* the bare field */
    bool overlay; /* only boundaries, in one panel */
    int columns;  /* 0: as it fits */
    char title[DRAWING_TITLE_SIZE];
    char spectrum[METHOD_NAME_SIZE]; /* a file of eigenvalues, "": none */
    number_list stencil;
    double dx;
    int points;
    double h;
    bool measured;
    int problem; /* what is measured, -1: the test equation */
    assignments parameters;
    int steps; /* 0: the usual number */
    double t0; /* NaN: the usual time */
    int engine;
} drawing;

/* Who reads a property. */
enum { USES_RENDER = 1 << 0, USES_MOVIE = 1 << 1, USES_VALIDATE = 1 << 2, USES_WINDOW = 1 << 3 };

/* What is no longer right when it changes. */
enum {
    STALE_METHOD = 1 << 0, /* something is opened */
    STALE_FIELD = 1 << 1,
    STALE_COLOURS = 1 << 2,
    STALE_SAVED = 1 << 3 /* only pictures that are saved */
};

/* What a drawing may be, so that some properties cannot matter: bits of property.idle. */
enum {
    MODE_NUMBERS = 1 << 0,
    MODE_PLAIN = 1 << 1,
    MODE_OVERLAY = 1 << 2,
    MODE_PHASE = 1 << 3,
    MODE_ONE_PANEL = 1 << 4,
    MODE_MEASURED = 1 << 5,
    MODE_NOT_MEASURED = 1 << 6,
    MODE_PROBLEM = 1 << 7,
    MODE_NO_PROBLEM = 1 << 8,
    MODE_NO_STENCIL = 1 << 9,
    MODE_NO_H = 1 << 10,
    MODE_HIDDEN_H = 1 << 11,
    MODE_H_ACROSS = 1 << 12,
    MODE_NO_GPU = 1 << 13,
    MODE_ZW = 1 << 14,
    MODE_ALL_W = 1 << 15,
    MODE_COUNT = 16
};
extern const char *const drawing_mode_words[MODE_COUNT]; /* "without --stencil" */

extern const property drawing_properties[];
extern const int drawing_property_count;

const char *engine_name(int i);  /* auto, scalar, simd, gpu; NULL after them */
const char *shading_name(int i); /* growth, phase, star; NULL after them */

/* What is drawn when nothing is said. */
drawing drawing_initial(void);

/* One property by its key; messages call it `--option`. */
status drawing_set(drawing *d, const char *key, const char *value, message *why) MUST_CHECK;

bool drawing_has_all_w(const drawing *d);
int drawing_panels(const drawing *d);

/* The modes of a drawing in this format. */
unsigned drawing_modes(const drawing *d, file_format format);

/* Refuses what cannot go together, and numbers that a problem does not have. */
status drawing_check(const drawing *d, file_format format, message *why) MUST_CHECK;

/* The problem that is measured: its numbers, and which of them are the coordinates. */
typedef struct drawing_problem {
    const problem_entry *entry; /* NULL: the test equation */
    double values[PROBLEMS_MAX_PARAMETERS];
    int x_parameter, y_parameter; /* as in measurement_request */
} drawing_problem;
status drawing_resolve(const drawing *d, drawing_problem *out, message *why) MUST_CHECK;

/* What a panel of so many pixels shows at this w. */
view drawing_view(const drawing *d, double w, int width, int height);

/* The command that draws it into the file: what is not as it was at first, and can matter. */
void drawing_command(const drawing *d, const char *file, text *out);

/* `key = value` lines of what is not as it was at first, of the properties that `users` read. */
void drawing_lines(const drawing *d, unsigned users, text *out);

#endif
