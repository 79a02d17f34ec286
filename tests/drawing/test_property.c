/* Kinds of properties: what is written can be read, and what is refused says what is accepted. */
#include "drawing/property.h"

#include <math.h>
#include <stdlib.h>

#include "drawing/drawing.h"
#include "drawing/film.h"
#include "drawing/random_property.h"

static const char *written(const property *p, const void *owner)
{
    static char words[8000];
    text out = {0};
    property_write(p, owner, &out);
    snprintf(words, sizeof words, "%s", out.data != NULL ? out.data : "");
    text_clear(&out);
    return words;
}

static enum greatest_test_res round_trips(const property *p, void *owner, void *other)
{
    char value[400], first[8000];
    message why = {{0}};
    for (int i = 0; i < 60; i++) {
        ASSERTm(p->key, random_property(p, value, sizeof value));
        ASSERT_OK(property_set(p, owner, p->key, value, &why), value, why);
        snprintf(first, sizeof first, "%s", written(p, owner));
        ASSERT_OK(property_set(p, other, p->key, first, &why), first, why);
        ASSERT_STR_EQm(p->key, first, written(p, other));
        ASSERTm(p->key, (first[0] == '\0') == (value[0] == '\0'));
    }
    PASS();
}

TEST every_property_of_a_drawing_explains_itself_and_round_trips(void)
{
    drawing a = drawing_initial(), b = a;
    for (int i = 0; i < drawing_property_count; i++) {
        const property *p = &drawing_properties[i];
        ASSERTm(p->key, property_find(drawing_properties, drawing_property_count, p->key) == p);
        ASSERTm(p->key, p->label[0] != '\0' && p->help[0] != '\0' && p->users != 0);
        ASSERTm(p->key, p->kind->is_flag || p->hint != NULL);
        ASSERTm(p->key, property_is_initial(p, &a));
        CHECK_CALL(round_trips(p, &a, &b));
    }
    PASS();
}

/* A message names what was typed and what is accepted, and nothing has changed. */
TEST what_is_refused_says_what_is_accepted_and_changes_nothing(void)
{
    static const struct {
        const char *key, *value, *says;
    } cases[] = {
        {"h", "0", "--h 0: a positive number is accepted"},
        {"h", "-1", "--h -1: a positive number is accepted"},
        {"t0", "x", "--t0 x: "},
        {"t0", "1/0", "accepted: a real number such as -1.5, 3/2 or 1e-3"},
        {"columns", "0", "--columns 0: an integer from 1 to 64 is accepted"},
        {"columns", "1.5", "--columns 1.5: an integer from 1 to 64 is accepted"},
        {"chart", "polar", "--chart polar: unknown; accepted: plain, infinity, log"},
        {"plane", "w", "--plane w: unknown; accepted: z, zw"},
        {"w", "1,,2", "--w 1,,2: numbers separated by commas are accepted"},
        {"w", "", "numbers separated by commas are accepted"},
        {"contours", "0.5,0", "--contours 0.5,0: a positive number is accepted"},
        {"all-w", "2:1", "--all-w 2:1: A:B with A <= B is accepted"},
        {"all-w", "1", "--all-w 1: A:B with A <= B is accepted"},
        {"all-w", "1:2:3", "--all-w 1:2:3: A:B with A <= B is accepted"},
        {"view", "1,2,3", "--view 1,2,3: X0,X1,Y0,Y1 with X0 < X1 and Y0 < Y1 is accepted"},
        {"view", "1,1,0,1", "X0 < X1"},
        {"size", "0x5", "--size 0x5: WIDTHxHEIGHT from 1x1 to 65536x65536 is accepted"},
        {"size", "5x5x", "WIDTHxHEIGHT"},
        {"title", "a\nb", "--title: one line of UTF-8 text is accepted"},
        {"title", "\xff", "--title: one line of UTF-8 text is accepted"},
        {"hatch", "yes", "--hatch yes: unknown; accepted: on, off"},
        {"methods", "bdf:2,,bdf:3", "methods separated by commas are accepted"},
        {"methods", "bdf:2,", "a method is expected after the last comma"},
        {"with", "a,b,c,d,e,f,g,h,i", "more than 8 methods"},
        {"param", "delta", "NAME=VALUE"},
        {"problem", "none", "'spinscope list problems' shows them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        drawing d = drawing_initial();
        const drawing before = d;
        message why = {{0}};
        ASSERT_EQ_FMTm(cases[i].key, STATUS_BAD_INPUT,
                       drawing_set(&d, cases[i].key, cases[i].value, &why), "%d");
        ASSERTm(why.text, strstr(why.text, cases[i].says) != NULL);
        for (int k = 0; k < drawing_property_count && strcmp(cases[i].key, "plane") != 0; k++) {
            char was[8000];
            snprintf(was, sizeof was, "%s", written(&drawing_properties[k], &before));
            ASSERT_STR_EQ(was, written(&drawing_properties[k], &d));
        }
    }
    PASS();
}

TEST names_fill_their_room_and_no_more(void)
{
    static method_names n;
    char name[1000];
    memset(name, 'm', sizeof name);
    n = (method_names){0};
    for (int i = 0; i < 8; i++) {
        ASSERT(method_names_add(&n, name, sizeof name));
    }
    ASSERT(!method_names_add(&n, name, sizeof name));
    ASSERT_EQ_FMT(8, n.count, "%d");
    ASSERT(method_names_add(&n, "bdf:2", 5));
    ASSERT_STR_EQ("bdf:2", method_names_at(&n, 8));
    PASS();
}

/* Keys come in the order of time whatever the order in which they are typed. */
TEST keys_of_a_film_are_sorted_and_refused_when_they_are_wrong(void)
{
    film f = film_initial();
    const property *key = property_find(film_properties, film_property_count, "key");
    static const char *const wrong[] = {"t=2",
                                        "w=1",
                                        "t=0.5,v=1",
                                        "t=x",
                                        "t=0,w=x",
                                        "t=0,view=1:2:3",
                                        "t=0,view=2:1:0:1",
                                        "t=0,view=1:2:3:4:5",
                                        "t=0,view=-inf:inf:0:1"};
    message why;
    ASSERT_OK(property_set(key, &f, "--key", "t=1,w=2", &why), "key", why);
    ASSERT_OK(property_set(key, &f, "--key", "w=-1,t=0,view=-1:1:-2:2", &why), "key", why);
    ASSERT_OK(property_set(key, &f, "--key", "t=0.5", &why), "key", why);
    ASSERT(f.key_count == 3 && f.keys[0].t == 0 && f.keys[1].t == 0.5 && f.keys[2].t == 1);
    ASSERT(f.keys[0].has_view && f.keys[0].view[3] == 2 && f.keys[0].w == -1 && !f.keys[1].has_w);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ASSERT_EQ_FMTm(wrong[i], STATUS_BAD_INPUT, property_set(key, &f, "--key", wrong[i], &why),
                       "%d");
        ASSERT(strstr(why.text, "t=0.5,w=1,view=X0:X1:Y0:Y1 is accepted") != NULL);
    }
    ASSERT_EQ_FMT(3, f.key_count, "%d");
    PASS();
}

SUITE(property_suite)
{
    RUN_TEST(every_property_of_a_drawing_explains_itself_and_round_trips);
    RUN_TEST(what_is_refused_says_what_is_accepted_and_changes_nothing);
    RUN_TEST(names_fill_their_room_and_no_more);
    RUN_TEST(keys_of_a_film_are_sorted_and_refused_when_they_are_wrong);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    support_seed();
    RUN_SUITE(property_suite);
    GREATEST_MAIN_END();
}
