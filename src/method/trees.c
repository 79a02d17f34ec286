#include "method/trees.h"

static void set_parents(tree *t)
{
    t->parent[0] = -1;
    for (int i = 1; i < t->order; i++) {
        int j = i - 1;
        while (t->level[j] != t->level[i] - 1) {
            j--;
        }
        t->parent[i] = j;
    }
}

void tree_first(tree *t, int order)
{
    *t = (tree){.order = order};
    for (int i = 0; i < order; i++) {
        t->level[i] = i + 1;
    }
    set_parents(t);
}

/* Beyer and Hedetniemi (1980): the successor of a canonical level sequence. */
bool tree_next(tree *t)
{
    int p = t->order - 1;
    while (p > 0 && t->level[p] <= 2) {
        p--;
    }
    if (p <= 0) {
        return false;
    }
    int q = t->parent[p];
    for (int i = p; i < t->order; i++) {
        t->level[i] = t->level[i - (p - q)];
    }
    set_parents(t);
    return true;
}

double tree_density(const tree *t)
{
    int nodes[TREE_MAX_ORDER];
    double product = 1;
    for (int i = 0; i < t->order; i++) {
        nodes[i] = 1;
    }
    for (int i = t->order - 1; i >= 0; i--) {
        product *= nodes[i];
        if (i > 0) {
            nodes[t->parent[i]] += nodes[i];
        }
    }
    return product;
}
