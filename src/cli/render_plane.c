/* The plane of a picture: z, zw, or two coordinates of a problem that is measured. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "render_request.h"
#include "validation/measurement.h"
#include "values.h"

/* q=0,eta=2 */
static status read_parameters(render_request *r, message *why)
{
    const problem_entry *e = r->problem;
    for (const char *at = r->parameters_text; *at != '\0';) {
        char piece[128];
        size_t length = strcspn(at, ",");
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 127 ? length : 127), at);
        char *equals = strchr(piece, '=');
        wide number;
        if (equals != NULL) {
            *equals = '\0';
        }
        int index = equals != NULL ? problem_entry_parameter(e, piece) : -1;
        if (index < 0) {
            return refuse(why, "--param %.80s: NAME=VALUE with a parameter of %s is accepted",
                          r->parameters_text, e->name);
        }
        message detail;
        if (read_real("", equals + 1, &number, &detail) != STATUS_OK) {
            return refuse(why, "--param %.80s: %s is a real number", r->parameters_text, piece);
        }
        r->values[index] = number.high;
        r->is_set[index] = true;
        at += length + (at[length] == ',');
    }
    return STATUS_OK;
}

static status refuse_plane(const render_request *r, message *why)
{
    text names = {0};
    for (int i = 0; i <= MEASUREMENT_STEP; i++) {
        const char *name = measurement_coordinate_name(r->problem, i);
        if (name != NULL) {
            text_add(&names, "%s%s", i > 0 ? ", " : "", name);
        }
    }
    status s = refuse(why, "--plane %.80s: two parameters of %s are accepted, from: %.200s",
                      r->plane_text, r->problem->name, names.data != NULL ? names.data : "");
    text_clear(&names);
    return s;
}

/* The step as a coordinate: it is positive, and not given once more. */
static status check_step(render_request *r, message *why)
{
    bool across = r->x_parameter == MEASUREMENT_STEP;
    if (!across && r->y_parameter != MEASUREMENT_STEP) {
        return STATUS_OK;
    }
    if (r->h_text != NULL) {
        return refuse(why, "--h %.80s: h is a coordinate of the plane", r->h_text);
    }
    r->view_text = r->view_text != NULL ? r->view_text : across ? "0,2,-9,9" : "-9,9,0,2";
    status s = read_view(r->view_text, r->view, why);
    if (s == STATUS_OK && r->view[across ? 0 : 2] < 0) {
        s = refuse(why, "--view %.80s: h is positive; accepted: from 0 on", r->view_text);
    }
    return s;
}

/* Two parameters of the problem, or one and the step: delta,eta or eta,h. */
static status read_parameter_plane(render_request *r, message *why)
{
    char x[64] = "";
    size_t length = strcspn(r->plane_text, ",");
    if (length < sizeof x && r->plane_text[length] == ',') {
        snprintf(x, sizeof x, "%.*s", (int)length, r->plane_text);
        r->x_parameter = measurement_coordinate(r->problem, x);
        r->y_parameter = measurement_coordinate(r->problem, r->plane_text + length + 1);
    } else {
        r->x_parameter = r->y_parameter = -1;
    }
    if (r->x_parameter < 0 || r->y_parameter < 0 || r->x_parameter == r->y_parameter) {
        return refuse_plane(r, why);
    }
    for (int i = 0; i < r->problem->parameter_count; i++) {
        bool across = i == r->x_parameter || i == r->y_parameter;
        if (across && r->is_set[i]) {
            return refuse(why, "--param %.80s: %s is a coordinate of the plane", r->parameters_text,
                          r->problem->parameters[i].name);
        }
    }
    r->plane = PLANE_PARAMETERS;
    return check_step(r, why);
}

status render_read_plane(render_request *r, message *why)
{
    if (r->problem_text != NULL && !r->measured) {
        return refuse(why, "--problem is for --measured");
    }
    if (r->problem_text == NULL) {
        return plane_find(r->plane_text, &r->plane)
                   ? STATUS_OK
                   : refuse(why,
                            "--plane %.80s: unknown; accepted: z, zw, or with --measured "
                            "--problem two coordinates such as delta,eta or eta,h",
                            r->plane_text);
    }
    r->problem = problems_find(r->problem_text);
    if (r->problem == NULL) {
        return refuse(why, "--problem %.80s: unknown; 'spinscope list problems' shows them",
                      r->problem_text);
    }
    for (int i = 0; i < r->problem->parameter_count; i++) { /* growth is that without a force */
        bool drives = measurement_coordinate_name(r->problem, i) == NULL;
        r->values[i] = drives ? 0 : r->problem->parameters[i].initial;
    }
    status s = r->parameters_text != NULL ? read_parameters(r, why) : STATUS_OK;
    return s == STATUS_OK ? read_parameter_plane(r, why) : s;
}
