/* A map: a grid of experiments over two quantities, for one or more formulations. */
#ifndef STUDY_MAP_H
#define STUDY_MAP_H

#include "study/json.h"
#include "study/outcome.h"
#include "study/sheet.h"

enum { MAP_MOST_FORMULATIONS = 8, MAP_MOST_SIDE = 1000 };

/* What varies along an axis. */
typedef enum axis_kind { AXIS_PARAMETER, AXIS_H, AXIS_TOL, AXIS_GAMMA, AXIS_HNU } axis_kind;

typedef struct map_axis {
    char name[32];
    axis_kind kind;
    int parameter; /* its index; -1: none */
    double low, high;
    bool is_log;
    int count;
} map_axis;

/* How the run of a cell ended. */
typedef enum cell_kind {
    CELL_DONE,
    CELL_BLEW_UP, /* overflow, or an error above 1e6 */
    CELL_NO_CONVERGENCE,
    CELL_SINGULAR,
    CELL_TOO_LONG,
    CELL_NO_START, /* the values that a multistep method starts from could not be had */
    CELL_REFUSED,
    CELL_KINDS
} cell_kind;

/* In words, and as a key of JSON. */
extern const char *const cell_words[CELL_KINDS];
extern const char *const cell_keys[CELL_KINDS];

/* What the colours of a map mean. */
typedef enum map_quantity { SHOW_ERROR, SHOW_DRIFT, SHOW_ENERGY } map_quantity;

/* "error" ..., ended by NULL; and in words. */
extern const char *const map_quantity_names[];
extern const char *const map_quantity_words[];

typedef struct map_cell {
    cell_kind kind;
    bool is_known; /* the error */
    double error_p, error_v, drift[2], energy;
    long steps;
    const char *note; /* about the method, or NULL */
    char why[200];    /* of what was refused or did not start; else "" */
} map_cell;

typedef struct lab_map {
    lab_setup base;
    map_axis axes[2];
    int formulation_count;
    formulation_choice formulations[MAP_MOST_FORMULATIONS];
    map_cell *cells; /* formulation by row (0 at the bottom) by column */
    map_quantity shows;
    message unknown; /* why it does not show errors; "" */

    /* private */
    truth *truths; /* of every column or row, where the others share it; NULL: of every cell */
} lab_map;

/* An axis by its name, for a problem. */
status map_axis_find(const char *name, const lab_setup *base, map_axis *out,
                     message *why) MUST_CHECK;

/* Its usual range; false when it has none. */
bool map_axis_usual(map_axis *a, const lab_setup *base);

double map_axis_at(const map_axis *a, int i);

/* The axis of this kind, NULL when there is none. */
const map_axis *map_axis_of(const lab_map *m, axis_kind kind);

/* Can gamma be an axis for this formulation? */
bool map_has_gamma(const formulation_choice *f);

/* Sets the h and the tolerance that are axes to any number, so that a method for them can be
 * chosen, and h to the usual one where h nu is an axis. */
void map_begin_steps(lab_map *m);

/* Runs all cells; `shows` is what is asked for. Errors that cannot be known make it show the
 * energy or the drift. Clear it in every case. */
status map_compute(lab_map *m, const study_work *work, message *why) MUST_CHECK;
void map_clear(lab_map *m);

const map_cell *map_cell_at(const lab_map *m, int which, int column, int row);
double map_cell_value(const lab_map *m, const map_cell *c);

/* A panel a formulation; the sheet reads the map. Destroy *out in every case. */
status map_chart(const lab_map *m, chart_sheet **out, message *why) MUST_CHECK;

/* How many cells of each kind there are; all numbers. */
void map_words(const lab_map *m, text *out);
cJSON *map_json(const lab_map *m);
status map_csv(const lab_map *m, output *to, message *why) MUST_CHECK;

#endif
