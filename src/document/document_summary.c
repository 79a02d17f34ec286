/* What a document adds up to. */
#include <stdio.h>
#include <string.h>

#include "document/document_parts.h"

static const struct {
    const char *sign, *words;
} verdicts[VERDICT_COUNT] = {
    [VERDICT_NONE] = {"", ""},
    [VERDICT_MATCHES] = {"=", "equal to the printed digits"},
    [VERDICT_NEAR] = {"~", "one unit of the last printed digit off"},
    [VERDICT_EXPLAINED] = {"!", "different, and the reason is known"},
    [VERDICT_DIFFERS] = {"x", "different, and must not be"},
};

const char *verdict_sign(document_verdict v)
{
    return verdicts[v].sign;
}

const char *verdict_words(document_verdict v)
{
    return verdicts[v].words;
}

const char *const summary_names[SUMMARY_COLUMNS] = {
    "part", "= equal", "~ near", "! explained", "x different", "claims hold", "errata shown"};

static int total(const document_counts *c)
{
    int sum = 0;
    for (int v = VERDICT_NONE + 1; v < VERDICT_COUNT; v++) {
        sum += c->cells[v];
    }
    return sum;
}

static void part_of(int part, int whole, char *out)
{
    out[0] = '\0';
    if (whole > 0) {
        snprintf(out, SUMMARY_CELL_SIZE, "%d of %d", part, whole);
    }
}

void summary_row(const document_counts *c, char cells[SUMMARY_COLUMNS][SUMMARY_CELL_SIZE])
{
    for (int v = VERDICT_MATCHES; v < VERDICT_COUNT; v++) {
        cells[v][0] = '\0';
        if (total(c) > 0) {
            snprintf(cells[v], SUMMARY_CELL_SIZE, "%d", c->cells[v]);
        }
    }
    part_of(c->claims_held, c->claims, cells[VERDICT_COUNT]);
    part_of(c->errata_shown, c->errata, cells[VERDICT_COUNT + 1]);
}

static void count_block(const block *b, document_counts *c)
{
    for (int i = 0; i < b->table.count; i++) {
        c->cells[b->table.cells[i].verdict] += b->table.cells[i].verdict != VERDICT_NONE;
    }
    c->claims += b->kind == BLOCK_CLAIM;
    c->claims_held += b->kind == BLOCK_CLAIM && b->holds;
    c->errata += b->kind == BLOCK_ERRATUM;
    c->errata_shown += b->kind == BLOCK_ERRATUM && b->holds;
}

const block *block_section(const document *d, const block *b)
{
    for (int i = 0; i < d->count && b->section >= 0; i++) {
        if (d->blocks[i].kind == BLOCK_SECTION && d->blocks[i].section == b->section) {
            return &d->blocks[i];
        }
    }
    return NULL;
}

document_counts document_count(const document *d, const char *section)
{
    document_counts c = {.cells = {0}};
    for (int i = 0; i < d->count; i++) {
        const block *in = block_section(d, &d->blocks[i]);
        if (section == NULL || (in != NULL && strcmp(in->name, section) == 0)) {
            count_block(&d->blocks[i], &c);
        }
    }
    return c;
}

bool document_compares(const document *d)
{
    document_counts c = document_count(d, NULL);
    return total(&c) > 0;
}

bool document_holds(const document *d)
{
    document_counts c = document_count(d, NULL);
    return !d->broken && c.claims == c.claims_held && c.errata == c.errata_shown &&
           c.cells[VERDICT_DIFFERS] == 0;
}

bool block_fails(const block *b)
{
    document_counts c = {.cells = {0}};
    count_block(b, &c);
    return c.claims > c.claims_held || c.errata > c.errata_shown || c.cells[VERDICT_DIFFERS] > 0;
}

void summary_answer(const document *d, text *out)
{
    document_counts c = document_count(d, NULL);
    if (document_holds(d)) {
        text_add(out, "Everything that must hold does.");
    } else {
        text_add(out,
                 "Not everything that must hold does. Claims that fail: %d of %d; errata that are "
                 "not shown: %d of %d; cells that differ without a reason: %d.",
                 c.claims - c.claims_held, c.claims, c.errata - c.errata_shown, c.errata,
                 c.cells[VERDICT_DIFFERS]);
    }
    if (total(&c) > 0) {
        text_add(out, " %d cells: %d match, %d are one unit off, %d differ for a known reason.",
                 total(&c), c.cells[VERDICT_MATCHES], c.cells[VERDICT_NEAR],
                 c.cells[VERDICT_EXPLAINED]);
    }
}
