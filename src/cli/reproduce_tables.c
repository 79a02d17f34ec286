#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables.h"
#include "reproduce.h"

enum { MOST_COLUMNS = 4 };

static const char marks[] = {[CELL_MATCHES] = '=', [CELL_ONE_UNIT] = '~', [CELL_DIFFERS] = 'x'};

static bool same_line(const table_cell *a, const table_cell *b)
{
    return a->table == b->table && a->nu == b->nu && strcmp(a->row, b->row) == 0;
}

/* How many cells, from i on, are in the same line of the table. */
static int line_length(const tables *t, int i)
{
    int count = 1;
    while (i + count < t->count && count < MOST_COLUMNS &&
           same_line(&t->cells[i], &t->cells[i + count])) {
        count++;
    }
    return count;
}

/* The first line of a table has all its columns. */
static void print_heading(const tables *t, int i)
{
    const table_cell *first = &t->cells[i];
    bool has_nu = first->table > 2;
    printf("%sTable 4.%d: %s\n", i > 0 ? "\n" : "", first->table, table_title(first->table));
    printf("  %-20s %5s", has_nu ? "D" : "gamma", has_nu ? "nu" : "");
    for (int k = 0; k < line_length(t, i); k++) {
        printf(k + 1 < line_length(t, i) ? "   %-21s" : "   %s", t->cells[i + k].quantity);
    }
    printf("\n");
}

static void print_cell(const table_cell *c)
{
    char computed[16] = "none";
    if (!isnan(c->computed)) {
        snprintf(computed, sizeof computed, "%.3e", c->computed);
    }
    printf("   %8.1e%11s %c", c->published, computed, marks[c->verdict]);
}

/* The cells of a line, below the columns of the heading. */
static void print_line(const tables *t, int heading, int i)
{
    const table_cell *cells = &t->cells[i];
    int count = line_length(t, i), columns = line_length(t, heading);
    bool has_other = false;
    char nu[16] = "";
    if (cells[0].table > 2) {
        snprintf(nu, sizeof nu, "%g", cells[0].nu);
    }
    printf("  %-20s %5s", cells[0].row, nu);
    for (int column = 0, k = 0; column < columns && k < count; column++) {
        if (strcmp(t->cells[heading + column].quantity, cells[k].quantity) == 0) {
            has_other = has_other || !isnan(cells[k].consistent);
            print_cell(&cells[k++]);
        } else {
            printf("%24s", "");
        }
    }
    printf("\n");
    if (has_other) {
        printf("  %-20s %5s", "  consistent", "");
        for (int k = 0; k < count; k++) {
            printf("   %8s%11.3e%s", "", cells[k].consistent, k + 1 < count ? "  " : "");
        }
        printf("\n");
    }
}

static void print_reasons(const tables *t)
{
    printf("\nCells that are not reproduced, and why\n");
    for (int i = 0; i < t->count; i++) {
        const table_cell *c = &t->cells[i];
        if (c->verdict == CELL_DIFFERS) {
            printf("  4.%d %s", c->table, c->row);
            if (c->table > 2) {
                printf(" nu = %g", c->nu);
            }
            printf(", %s: %s%s%s%s\n", c->quantity, c->ended, c->ended[0] != '\0' ? "; " : "",
                   c->reason[0] != '\0' ? c->reason : "",
                   c->reason[0] == '\0' ? "no reason is known" : "");
        }
    }
}

static void print_all(reproduction *r, const tables *t)
{
    int counts[3] = {0}, unexplained = 0;
    printf("Backward Euler, h = 0.01, t from 0 to 1, exact starting values. Each cell: published,\n"
           "computed, and = equal to the printed digits, ~ one unit of the last digit off, x "
           "different.\n\n");
    for (int i = 0, heading = 0; i < t->count; i += line_length(t, i)) {
        if (i == 0 || t->cells[i].table != t->cells[i - 1].table) {
            heading = i;
            print_heading(t, i);
        }
        print_line(t, heading, i);
    }
    for (int i = 0; i < t->count; i++) {
        counts[t->cells[i].verdict]++;
        unexplained += t->cells[i].verdict == CELL_DIFFERS && t->cells[i].reason[0] == '\0';
    }
    printf(
        "\nTable 4.7 is printed for diag(0, 2/(2-t)) v in place of H M^{-1} E v; the lines below "
        "its\nrows are those of the equation in the text.\n");
    print_reasons(t);
    printf("\n%d cells: %d match, %d are one unit off, %d do not match; %d of these without a "
           "reason: %s\n",
           t->count, counts[CELL_MATCHES], counts[CELL_ONE_UNIT], counts[CELL_DIFFERS], unexplained,
           reproduce_claim(r, unexplained == 0));
}

status reproduce_tables(reproduction *r, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    tables t = {0};
    status s = reproduce_read("ascher-petzold.csv", &path, &data, &length, why);
    s = s == STATUS_OK ? tables_read(path, data, length, &t, why) : s;
    s = s == STATUS_OK ? tables_compute(&t, r->all, why) : s;
    if (s == STATUS_OK) {
        print_all(r, &t);
    }
    tables_clear(&t);
    free(data);
    free(path);
    return s;
}
