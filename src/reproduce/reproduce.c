#include "reproduce/reproduce.h"

#include <stdio.h>

#include "base/memory.h"
#include "reproduce/topics.h"

const reproduce_topic reproduce_topics[] = {
    {"table-5.1", "Table 5.1 of Kunkel and Mehrmann, ETNA 26 (2007)", topic_table_5_1, ""},
    {"figures-5", "their figures 5.1 to 5.6, every pixel integrated", topic_figures_5,
     "figures-5.png remark-4.1.png"},
    {"figures-6", "their figures 6.1 and 6.2 on spin stabilisation", topic_figures_6,
     "figures-6.png figures-6-printed-step.png"},
    {"films", "their films of the plane z while w runs", topic_films, "film-*.mp4 film-*.png"},
    {"tables", "Tables 4.1 to 4.8 of Ascher and Petzold, TR 91-3", topic_tables, ""},
    {"projection", "Table 3.1 of Eich, SIAM J. Numer. Anal. 30 (1993)", topic_projection,
     "projection.png"},
    {"drift", "drift theorem of the lecture notes, post-stabilisation", topic_drift, "drift.png"},
    {"attraction", "Example 6 of the lecture notes: a circle that attracts", topic_attraction,
     "attraction.png"},
    {"example-10.1", "Example 10.1 of the lecture notes, of index 2", topic_example_10_1,
     "example-10.1.png"},
};

const int reproduce_topic_count = (int)(sizeof reproduce_topics / sizeof reproduce_topics[0]);

bool reproduce_wants(const reproduction *r, int topic)
{
    return r->topics == 0 || (r->topics >> topic & 1) != 0;
}

static status run_topics(reproduction *r, message *why)
{
    int wanted = 0, done = 0;
    for (int i = 0; i < reproduce_topic_count; i++) {
        wanted += reproduce_wants(r, i);
    }
    for (int i = 0; i < reproduce_topic_count; i++) {
        if (reproduce_wants(r, i)) {
            char words[80];
            snprintf(words, sizeof words, "%.40s (%d of %d)", reproduce_topics[i].name, ++done,
                     wanted);
            if (r->begins != NULL) {
                r->begins(r->context, words);
            }
            TRY(reproduce_topics[i].run(r, why));
        }
    }
    return memory_failures() > 0 ? fail(why, "out of memory") : STATUS_OK;
}

status reproduce_document(reproduction *r, message *why)
{
    catalogue *all = NULL;
    TRY(document_create("Published results, computed again", &r->document, why));
    document_origin(r->document, r->command_line, r->version);
    document_paragraph(r->document,
                       "Tables, figures and theorems about differential-algebraic equations "
                       "and their discretisations. Every number that is called computed was "
                       "computed for this report; every number that is called published was "
                       "read from the publication.");
    TRY(catalogue_create(r->assets, &all, why));
    r->all = all;
    status s = run_topics(r, why);
    catalogue_destroy(all);
    r->all = NULL;
    return s;
}
