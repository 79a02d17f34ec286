/* A figure: panels of fields with boundaries, axes, text, a colour bar and a legend.
 *
 * First the layout says how many pixels each panel has; then the caller computes the fields and
 * curves; then the figure is drawn. No cairo type appears here. */
#ifndef PICTURE_FIGURE_H
#define PICTURE_FIGURE_H

#include <stdint.h>

#include "base/output.h"
#include "field/contour.h"
#include "field/field.h"
#include "picture/format.h"
#include "picture/palette.h"

typedef enum shading {
    SHADE_GROWTH, /* log |sigma|max by the palette */
    SHADE_PHASE,  /* arg R as hue */
    SHADE_STAR,   /* log |R e^{-z}| by the palette */
    SHADE_KINDS,  /* a colour for each kind of pixel, with a legend */
    SHADE_NONE    /* curves on white */
} shading;

enum {
    FIGURE_MAX_PANELS = 64,
    FIGURE_MAX_CURVES = 32,
    FIGURE_MAX_KINDS = 8,
    FIGURE_LABEL_SIZE = 400,
    FIGURE_MAX_SIDE = 32767 /* cairo has no larger images */
};

/* A family of curves in a panel. */
typedef struct figure_curves {
    contour curves;
    double level;                  /* |sigma| on them */
    char label[FIGURE_LABEL_SIZE]; /* markup; for the legend of overlays, or at the curve */
    bool main;                     /* the boundary itself, not a further level */
    int pen;                       /* 0: black; else dashed and coloured, for other methods */
} figure_curves;

typedef struct figure_panel {
    char title[FIGURE_LABEL_SIZE];    /* markup */
    char subtitle[FIGURE_LABEL_SIZE]; /* markup, "" for none */
    field field; /* empty for SHADE_NONE and SHADE_KINDS; its view says what is shown */
    view view;
    const unsigned char *kinds;  /* for SHADE_KINDS: of every pixel of the view */
    char x_name[64], y_name[64]; /* markup, of the axes; "": those of the plane */
    int curves_count;
    figure_curves curves[FIGURE_MAX_CURVES];
    bool rings;      /* draw the points as rings, not as a spectrum's discs */
    int point_count; /* a spectrum, already scaled */
    double complex *points;
    /* Where it is, from figure_layout: the axes' rectangle. */
    double x, y, width, height;
} figure_panel;

/* What a colour means. */
typedef struct figure_kind {
    uint32_t colour;               /* 0xFFRRGGBB */
    char label[FIGURE_LABEL_SIZE]; /* markup; "": not in the legend */
} figure_kind;

typedef struct figure {
    int width, height; /* of the whole picture */
    int columns;       /* panels side by side; 0: chosen to fit */
    shading shading;
    bool legend;        /* beside the panel, names the main curves or the kinds */
    int legend_letters; /* about how many letters its longest name has, for the layout */
    bool hatch;         /* Re z > 0, where the exact solution grows, hatched */
    bool boundary;      /* draw the main curves */
    bool grid;          /* lines at the numbers of the axes */
    int kind_count;     /* for SHADE_KINDS */
    figure_kind kinds[FIGURE_MAX_KINDS];
    const palette *palette;
    const char *growth_label; /* markup: what the colour bar measures */
    int panel_count;
    figure_panel *panels;
} figure;

/* Sets the rectangles of the panels. Refuses a size too small for them. */
status figure_layout(figure *f, message *why) MUST_CHECK;

/* Chooses the size of the figure so that its panels are width by height pixels. */
status figure_fit(figure *f, int width, int height, message *why) MUST_CHECK;

/* The colours of a panel's field, width * rows of 0xFFRRGGBB, by the figure's shading and palette.
 * The caller frees them. */
status figure_colours(const figure *f, const figure_panel *panel, uint32_t **argb,
                      message *why) MUST_CHECK;

/* What stays the same from frame to frame of a movie, and what does not: the insides of the axes
 * and the second lines of the titles. */
typedef enum figure_part { FIGURE_STILL = 1, FIGURE_MOVING = 2, FIGURE_ALL = 3 } figure_part;

/* Draws parts of a figure over `width * height` pixels, 0xFFRRGGBB. */
status figure_paint(const figure *f, unsigned parts, uint32_t *pixels, message *why) MUST_CHECK;

/* Draws and writes. `command` is the reproducing command line, for the metadata. */
status figure_write(const figure *f, file_format format, const char *command, output *to,
                    message *why) MUST_CHECK;

#endif
