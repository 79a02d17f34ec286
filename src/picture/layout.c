/* Where the panels of a figure are. All distances are multiples of the letter size. */
#include <math.h>

#include "picture/draw.h"
#include "picture/sheet.h"

/* Room around the axes of a panel, and for what the panels share. */
static const double left_room = 4.6;   /* numbers and the name of the vertical axis */
static const double bottom_room = 3.6; /* numbers and the name of the horizontal axis */
static const double top_room = 2.2;    /* title */
static const double line_room = 1.3;   /* and each further line of it */
static const double right_room = 1.2;
static const double bar_room = 6.4; /* colour bar with its numbers */

static const double legend_room = 5.5; /* the lines of a legend; its names come on top */
static const double kinds_room = 4.2;  /* the squares of a legend of kinds */

enum { SMALLEST_PANEL = 40 };

double draw_letter(const figure *f)
{
    int columns = f->columns > 0 ? f->columns : 1;
    return sheet_letter(f->width, f->height, columns, (f->panel_count + f->columns - 1) / columns);
}

static bool has_subtitles(const figure *f)
{
    for (int i = 0; i < f->panel_count; i++) {
        if (f->panels[i].subtitle[0] != '\0') {
            return true;
        }
    }
    return false;
}

/* All panels have the same size. False: too small. */
static bool place_panels(figure *f, int columns)
{
    f->columns = columns < 1 ? sheet_columns(f->width, f->height, f->panel_count, 1) : columns;
    f->columns = f->columns > f->panel_count ? f->panel_count : f->columns;
    int rows = (f->panel_count + f->columns - 1) / f->columns;
    double letter = draw_letter(f);
    double bar = f->shading == SHADE_NONE ? 0.6 * letter : bar_room * letter;
    if (f->legend) {
        double samples = f->shading == SHADE_KINDS ? kinds_room : legend_room;
        double legend = (0.36 * f->legend_letters + samples) * letter;
        bar = legend < 0.45 * f->width ? legend : 0.45 * f->width;
    }
    double top = (top_room + (has_subtitles(f) ? line_room : 0)) * letter;
    double across = (f->width - bar) / f->columns;
    double upward = (f->height - 0.4 * letter) / rows;
    for (int i = 0; i < f->panel_count; i++) {
        figure_panel *p = &f->panels[i];
        p->x = round(i % f->columns * across + left_room * letter);
        p->y = round(i / f->columns * upward + top);
        p->width = floor(across - (left_room + right_room) * letter);
        p->height = floor(upward - top - bottom_room * letter);
    }
    return f->panels[0].width >= SMALLEST_PANEL && f->panels[0].height >= SMALLEST_PANEL;
}

/* Names a size that is accepted: the sides that are too short are made longer. */
static status refuse_size(figure *f, int columns, message *why)
{
    int width = f->width, height = f->height;
    bool fits = false;
    do {
        int *side = f->panels[0].height < SMALLEST_PANEL ? &f->height : &f->width;
        *side += 1 + *side / 40;
        fits = place_panels(f, columns);
    } while (!fits && f->width <= FIGURE_MAX_SIDE && f->height <= FIGURE_MAX_SIDE);
    status s =
        fits ? refuse(why, "size %dx%d: too small for %d panel%s with axes; %dx%d is accepted",
                      width, height, f->panel_count, f->panel_count == 1 ? "" : "s", f->width,
                      f->height)
             : refuse(why, "size %dx%d: too small for %d panels with axes; use fewer", width,
                      height, f->panel_count);
    f->width = width;
    f->height = height;
    return s;
}

status figure_layout(figure *f, message *why)
{
    int columns = f->columns;
    if (f->panel_count < 1 || f->panel_count > FIGURE_MAX_PANELS) {
        return refuse(why, "%d panels: a figure has from 1 to %d", f->panel_count,
                      FIGURE_MAX_PANELS);
    }
    return place_panels(f, columns) ? STATUS_OK : refuse_size(f, columns, why);
}

status figure_fit(figure *f, int width, int height, message *why)
{
    int columns = f->columns, rows = columns > 0 ? (f->panel_count + columns - 1) / columns : 1;
    f->width = (columns > 0 ? columns : 1) * (width + 200) + 200;
    f->height = rows * (height + 150);
    for (int i = 0; i < 40; i++) {
        f->columns = columns;
        TRY(figure_layout(f, why));
        int across = width - (int)f->panels[0].width, upward = height - (int)f->panels[0].height;
        if (across == 0 && upward == 0) {
            break;
        }
        f->width += across * (columns > 0 ? columns : 1);
        f->height += upward * rows;
    }
    if (f->width > FIGURE_MAX_SIDE || f->height > FIGURE_MAX_SIDE) {
        return refuse(why,
                      "panels of %dx%d pixels: too large; at most about %d a side are accepted",
                      width, height, FIGURE_MAX_SIDE - 1000);
    }
    return STATUS_OK;
}
