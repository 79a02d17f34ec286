/* Rooted trees of a given order, generated one after the other. */
#ifndef METHOD_TREES_H
#define METHOD_TREES_H

#include <stdbool.h>

enum { TREE_MAX_ORDER = 16 };

/* A tree by its levels. */
typedef struct tree {
    int order;
    int level[TREE_MAX_ORDER];  /* of each node in depth-first order, the root has 1 */
    int parent[TREE_MAX_ORDER]; /* of each node, smaller than the node itself; root: -1 */
} tree;

/* The tall tree, from which tree_next reaches every other one of the same order once. */
void tree_first(tree *t, int order);
bool tree_next(tree *t);

/* gamma(t): the product over all nodes of the number of nodes above and including it. */
double tree_density(const tree *t);

#endif
