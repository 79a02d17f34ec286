#include "lab/formulation_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"

/* A row: its public part, and how it becomes a plan. */
typedef struct row {
    formulation_family family;
    int index;       /* of index-3, 2, 1: what is integrated */
    int least_order; /* of the systems it is for */
    bool needs_ode;  /* there is no other form */
    bool has_ode;    /* explicit methods can take it */
    void (*complete)(const formulation_choice *how, int order, plan *out);
} row;

static void complete_baumgarte(const formulation_choice *how, int order, plan *out)
{
    /* gamma alone: (d/dt + gamma)^m g = 0 */
    out->gamma[0] = how->has_gammas || order == 1 ? how->gamma[0] : how->gamma[0] * how->gamma[0];
    out->gamma[1] = how->has_gammas ? how->gamma[1] : 2 * how->gamma[0];
}

static void complete_stabilised(const formulation_choice *how, int order, plan *out)
{
    (void)order;
    *out = (plan){.multiplier = true,
                  .mu = {true},
                  .imposes = {true, true},
                  .direction = (direction)how->direction,
                  .index = 2};
}

static void complete_invariant(const formulation_choice *how, int order, plan *out)
{
    bool both = how->k == 2 && order == 2;
    *out = (plan){.mu = {true, both},
                  .imposes = {true, both},
                  .direction = (direction)how->direction,
                  .index = 2};
}

static void complete_state_space(const formulation_choice *how, int order, plan *out)
{
    (void)how;
    *out = (plan){
        .reduced = true, .imposes = {true, order == 2}, .corrects = CORRECT_SWITCH, .index = 1};
}

static void complete_overdetermined(const formulation_choice *how, int order, plan *out)
{
    (void)order;
    out->corrects = CORRECT_WEIGHTED;
    out->corrects_along = how->weighs_mass ? ALONG_B : ALONG_CT;
}

static void complete_stabilised_ode(const formulation_choice *how, int order, plan *out)
{
    (void)order;
    out->strength = how->gamma[0];
    out->pull = (pull)how->pull;
    out->direction = (direction)how->direction;
}

static void complete_post(const formulation_choice *how, int order, plan *out)
{
    (void)order;
    out->corrects = CORRECT_POST;
    out->corrects_along = (direction)how->direction;
}

static void complete_projection(const formulation_choice *how, int order, plan *out)
{
    (void)how, (void)order;
    out->corrects = CORRECT_STATE;
}

#define KEY_D "D=B|CT|unit"

static const row rows[] = {
    {.family = {.name = "direct", .title = "the constraints as they are given", .keys = ""}},
    {.family = {.name = "index-3", .title = "constraints on positions: index 3", .keys = ""},
     .index = 3,
     .least_order = 2},
    {.family = {.name = "index-2",
                .title = "constraints on velocities: index 2 of a mechanical system",
                .keys = ""},
     .index = 2},
    {.family = {.name = "index-1",
                .title = "constraints on accelerations; what they were drifts off",
                .keys = ""},
     .index = 1,
     .has_ode = true},
    {.family = {.name = "unstabilised", .title = "another name of index-1", .keys = ""},
     .index = 1,
     .has_ode = true},
    {.family = {.name = "baumgarte",
                .title = "g'' + gamma1 g' + gamma2 g = 0 on accelerations; gamma: both roots are "
                         "-gamma",
                .keys = "gamma=X | gamma1=X,gamma2=X"},
     .index = 1,
     .has_ode = true,
     .complete = complete_baumgarte},
    {.family = {.name = "stabilised-index-2",
                .title = "Gear, Gupta and Leimkuhler: p' = v + D mu, with g = 0 and g' = 0",
                .keys = KEY_D},
     .least_order = 2,
     .complete = complete_stabilised},
    {.family = {.name = "projected-invariant",
                .title = "Ascher and Petzold: the underlying ODE + D mu, with g = 0 (k = 2: g' = 0 "
                         "too)",
                .keys = KEY_D ",k=1|2"},
     .complete = complete_invariant},
    {.family = {.name = "state-space",
                .title = "a minimal set of coordinates R p with constant R, chosen anew when it "
                         "becomes bad; keep: these coordinates, always",
                .keys = "keep=1+2+..."},
     .has_ode = true,
     .complete = complete_state_space},
    {.family = {.name = "overdetermined",
                .title = "index 1, positions and velocities projected after every step in the norm "
                         "of W",
                .keys = "W=unit|M"},
     .index = 1,
     .has_ode = true,
     .complete = complete_overdetermined},
    {.family = {.name = "stabilised-ode",
                .title = "x' = f - gamma F h: the manifold h = (g, g') = 0 is made attractive; F = "
                         "H^T, H^T (H H^T)^{-1} or D (H D)^{-1}",
                .keys = "gamma=X,F=HT|HHT|D," KEY_D},
     .index = 1,
     .needs_ode = true,
     .has_ode = true,
     .complete = complete_stabilised_ode},
    {.family = {.name = "post-stabilised",
                .title = "index 1, then x - F h after every step, F = D (G D)^{-1}; frozen: F is "
                         "kept for so many steps",
                .keys = KEY_D ",times=1|2,frozen=N"},
     .index = 1,
     .has_ode = true,
     .complete = complete_post},
    {.family = {.name = "coordinate-projection",
                .title = "Eich: index 1, the state moved to the nearest point of g = 0, g' = 0 "
                         "after every step",
                .keys = ""},
     .index = 1,
     .has_ode = true,
     .complete = complete_projection},
};

int formulations_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const formulation_family *formulations_at(int i)
{
    return &rows[i].family;
}

status formulation_plan(const formulation_choice *how, int order, bool explicitly, plan *out,
                        message *why)
{
    const row *r = &rows[how->family];
    if (order < r->least_order) {
        return refuse(why,
                      "formulation %s: it is for systems of order 2, and this one has order %d",
                      how->name, order);
    }
    if (explicitly && !r->has_ode) {
        return refuse(
            why,
            "formulation %s: it is no ODE, so methods for ODEs only cannot take it; they take "
            "index-1, baumgarte, state-space, stabilised-ode, overdetermined, "
            "post-stabilised and coordinate-projection",
            how->name);
    }
    int index = r->index > 0 ? r->index : order + 1;
    *out = (plan){.multiplier = true, .index = index};
    out->imposes[order + 1 - index] = true;
    if (index == 1 && (explicitly || r->needs_ode)) {
        *out = (plan){.index = 0};
    }
    if (r->complete != NULL) {
        r->complete(how, order, out);
    }
    if (explicitly && out->reduced) { /* the minimal coordinates themselves are the unknowns */
        out->index = 0;
    }
    return STATUS_OK;
}

/* Its square must be a number. */
static const double largest_gamma = 1e100;

/* Reading: the value of each key. */
typedef struct reader {
    formulation_choice *out;
    const char *whole; /* as typed, for messages */
    message *why;
} reader;

static status wrong(const reader *r, const char *key, const char *value, const char *accepted)
{
    return refuse(r->why, "formulation %.80s: %s=%.40s; accepted: %s", r->whole, key, value,
                  accepted);
}

static status read_word(const reader *r, const char *key, const char *value,
                        const char *const *words, int count, int *out)
{
    char accepted[100] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], value) == 0) {
            *out = i;
            return STATUS_OK;
        }
        size_t used = strlen(accepted);
        snprintf(accepted + used, sizeof accepted - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return wrong(r, key, value, accepted);
}

static status read_number(const reader *r, const char *key, const char *value, double *out)
{
    char *end = NULL;
    *out = plain_number(value, &end);
    if (end == value || *end != '\0' || !(*out >= 0 && *out <= largest_gamma)) {
        return wrong(r, key, value, "a number from 0 to 1e100");
    }
    return STATUS_OK;
}

static status read_gamma(reader *r, const char *key, const char *value)
{
    return read_number(r, key, value, &r->out->gamma[0]);
}

static status read_gamma_1(reader *r, const char *key, const char *value)
{
    r->out->has_gammas = true;
    return read_number(r, key, value, &r->out->gamma[1]);
}

static status read_gamma_2(reader *r, const char *key, const char *value)
{
    r->out->has_gammas = true;
    return read_number(r, key, value, &r->out->gamma[0]);
}

static status read_direction(reader *r, const char *key, const char *value)
{
    static const char *const words[] = {"B", "CT", "unit"};
    return read_word(r, key, value, words, 3, &r->out->direction);
}

static status read_pull(reader *r, const char *key, const char *value)
{
    static const char *const words[] = {"HT", "HHT", "D"};
    return read_word(r, key, value, words, 3, &r->out->pull);
}

static status read_weight(reader *r, const char *key, const char *value)
{
    static const char *const words[] = {"unit", "M"};
    int word = 0;
    status s = read_word(r, key, value, words, 2, &word);
    r->out->weighs_mass = word == 1;
    return s;
}

static status read_small(const reader *r, const char *key, const char *value, int least, int most,
                         int *out)
{
    char *end = NULL;
    long number = strtol(value, &end, 10);
    char accepted[64];
    snprintf(accepted, sizeof accepted, "an integer from %d to %d", least, most);
    if (end == value || *end != '\0' || number < least || number > most) {
        return wrong(r, key, value, accepted);
    }
    *out = (int)number;
    return STATUS_OK;
}

static status read_levels(reader *r, const char *key, const char *value)
{
    return read_small(r, key, value, 1, 2, &r->out->k);
}

static status read_times(reader *r, const char *key, const char *value)
{
    return read_small(r, key, value, 1, 2, &r->out->times);
}

static status read_frozen(reader *r, const char *key, const char *value)
{
    return read_small(r, key, value, 0, 1000000, &r->out->frozen);
}

static status read_kept(reader *r, const char *key, const char *value)
{
    const char *at = value;
    for (r->out->kept_count = 0; r->out->kept_count < FORMULATION_MAX_KEPT;) {
        char *end = NULL;
        long number = strtol(at, &end, 10);
        if (end == at || number < 1 || number > CONSTRAINED_MAX_POSITIONS ||
            (*end != '\0' && *end != '+')) {
            break;
        }
        r->out->kept[r->out->kept_count++] = (int)number - 1;
        if (*end == '\0') {
            return STATUS_OK;
        }
        at = end + 1;
    }
    return wrong(r, key, value, "numbers of coordinates from 1 on, joined by +, such as 1+3");
}

static const struct {
    const char *name;
    status (*read)(reader *r, const char *key, const char *value);
} keys[] = {{"gamma", read_gamma}, {"gamma1", read_gamma_1}, {"gamma2", read_gamma_2},
            {"D", read_direction}, {"F", read_pull},         {"W", read_weight},
            {"k", read_levels},    {"times", read_times},    {"frozen", read_frozen},
            {"keep", read_kept}};

/* Does the family take this key? Its keys are listed as KEY=... */
static bool takes(const formulation_family *family, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = strstr(family->keys, key); at != NULL; at = strstr(at + 1, key)) {
        if (at[length] == '=' && (at == family->keys || at[-1] == ',' || at[-1] == ' ')) {
            return true;
        }
    }
    return false;
}

static status read_key(reader *r, char *entry)
{
    char *value = strchr(entry, '=');
    const formulation_family *family = &rows[r->out->family].family;
    if (value != NULL) {
        *value++ = '\0';
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            if (strcmp(keys[i].name, entry) == 0 && takes(family, entry)) {
                return keys[i].read(r, entry, value);
            }
        }
    }
    return refuse(r->why, "formulation %.80s: '%.40s' is no option of it; accepted: %s", r->whole,
                  entry, family->keys[0] != '\0' ? family->keys : "none");
}

static status unknown(const char *name, message *why)
{
    char accepted[400] = "";
    for (int i = 0; i < formulations_count(); i++) {
        size_t used = strlen(accepted);
        snprintf(accepted + used, sizeof accepted - used, "%s%s", i > 0 ? ", " : "",
                 rows[i].family.name);
    }
    return refuse(why, "formulation %.60s: unknown; accepted: %s", name, accepted);
}

status formulation_read(const char *name, formulation_choice *out, message *why)
{
    char copy[FORMULATION_NAME_SIZE];
    if (strlen(name) >= sizeof copy) {
        return refuse(why, "formulation %.60s...: at most %d letters are accepted", name,
                      (int)sizeof copy - 1);
    }
    *out = (formulation_choice){.family = -1, .gamma = {10, 0}, .k = 1, .times = 1};
    strcpy(copy, name);
    strcpy(out->name, name);
    char *options = strchr(copy, ':');
    if (options != NULL) {
        *options++ = '\0';
    }
    for (int i = 0; i < formulations_count(); i++) {
        if (strcmp(rows[i].family.name, copy) == 0) {
            out->family = i;
        }
    }
    if (out->family < 0) {
        return unknown(name, why);
    }
    reader r = {.out = out, .whole = name, .why = why};
    while (options != NULL) {
        char *next = strchr(options, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        TRY(read_key(&r, options));
        options = next;
    }
    if (out->has_gammas && (strstr(name, "gamma1=") == NULL || strstr(name, "gamma2=") == NULL ||
                            strstr(name, "gamma=") != NULL)) {
        return refuse(why, "formulation %.80s: gamma alone, or gamma1 and gamma2, is accepted",
                      name);
    }
    return STATUS_OK;
}
