#include "method/trees.h"

#include <string.h>

#include "support/support.h"

enum { MOST = 12 };

/* OEIS A000081: rooted trees with n nodes. */
static const int counts[MOST + 1] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842, 4766};

static double factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

TEST there_are_as_many_trees_as_published(void)
{
    for (int order = 1; order <= MOST; order++) {
        tree t;
        int count = 1;
        for (tree_first(&t, order); tree_next(&t);) {
            count++;
        }
        ASSERT_EQ_FMT(counts[order], count, "%d");
        ASSERT(!tree_next(&t));
    }
    PASS();
}

static bool is_well_formed(const tree *t, int order)
{
    bool good = t->order == order && t->level[0] == 1 && t->parent[0] == -1;
    for (int i = 1; i < order && good; i++) {
        int parent = t->parent[i];
        good = parent >= 0 && parent < i && t->level[i] == t->level[parent] + 1;
        for (int j = parent + 1; j < i && good; j++) { /* depth first: all between is above it */
            good = t->level[j] > t->level[parent];
        }
    }
    return good;
}

TEST parents_and_levels_describe_the_same_tree(void)
{
    for (int order = 1; order <= MOST; order++) {
        tree t;
        tree_first(&t, order);
        do {
            ASSERTm(support_say("order %d", order), is_well_formed(&t, order));
        } while (tree_next(&t));
    }
    PASS();
}

/* Classes of isomorphic trees: two trees are in the same one when the sorted classes of the
 * subtrees at their roots agree. */
static struct {
    int count;
    int children[20000][MOST]; /* sorted, ended by -1 */
} classes;

/* The class of the subtree at a node; *symmetry becomes its sigma: the product over the distinct
 * subtrees of m! sigma^m, where m is how often it occurs (Butcher 2008, 304). */
static int class_of(const tree *t, int node, double *symmetry)
{
    int children[MOST + 1];
    int count = 0;
    *symmetry = 1;
    for (int i = node + 1; i < t->order; i++) {
        if (t->parent[i] != node) {
            continue;
        }
        double below = 1;
        int child = class_of(t, i, &below), place = count++, equal = 1;
        for (; place > 0 && children[place - 1] >= child; place--) {
            equal += children[place - 1] == child;
            children[place] = children[place - 1];
        }
        children[place] = child;
        *symmetry *= below * equal;
    }
    children[count++] = -1;
    for (int i = 0; i < classes.count; i++) {
        if (memcmp(classes.children[i], children, (size_t)count * sizeof children[0]) == 0) {
            return i;
        }
    }
    memcpy(classes.children[classes.count], children, (size_t)count * sizeof children[0]);
    return classes.count++;
}

TEST no_tree_comes_twice_even_in_another_drawing(void)
{
    static bool seen[20000];
    for (int order = 1; order <= MOST; order++) {
        tree t;
        tree_first(&t, order);
        do {
            double symmetry = 0;
            int class = class_of(&t, 0, &symmetry);
            ASSERTm(support_say("order %d", order), !seen[class]);
            seen[class] = true;
        } while (tree_next(&t));
    }
    PASS();
}

/* n!/(gamma sigma) counts the monotonic labellings of a tree; there are (n-1)! of all trees with
 * n nodes together, since node k has k-1 parents to choose from. */
TEST monotonic_labellings_add_up(void)
{
    for (int order = 1; order <= MOST; order++) {
        tree t;
        double sum = 0;
        tree_first(&t, order);
        do {
            double symmetry = 0;
            class_of(&t, 0, &symmetry);
            double labellings = factorial(order) / (tree_density(&t) * symmetry);
            ASSERTm(support_say("order %d: %.17g", order, labellings),
                    labellings >= 1 && labellings == (double)(long)labellings);
            sum += labellings;
        } while (tree_next(&t));
        ASSERT_EQ_FMT(factorial(order - 1), sum, "%.17g");
    }
    PASS();
}

TEST the_first_tree_is_tall_and_the_last_one_bushy(void)
{
    for (int order = 1; order <= MOST; order++) {
        tree t;
        tree_first(&t, order);
        for (int i = 0; i < order; i++) {
            ASSERT_EQ_FMT(i + 1, t.level[i], "%d");
        }
        ASSERT_EQ_FMT(factorial(order), tree_density(&t), "%.17g");
        while (tree_next(&t)) {
        }
        for (int i = 1; i < order; i++) {
            ASSERT_EQ_FMT(2, t.level[i], "%d");
        }
        ASSERT_EQ_FMT((double)order, tree_density(&t), "%.17g");
    }
    PASS();
}

/* Hairer, Norsett & Wanner I, table II.2.1: the four trees of order 4. */
TEST the_densities_of_order_4_are_the_published_ones(void)
{
    static const double published[] = {24, 12, 8, 4};
    tree t;
    tree_first(&t, 4);
    for (int i = 0; i < 4; i++) {
        ASSERT_EQ_FMT(published[i], tree_density(&t), "%g");
        ASSERT_EQ(i < 3, tree_next(&t));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(there_are_as_many_trees_as_published);
    RUN_TEST(parents_and_levels_describe_the_same_tree);
    RUN_TEST(no_tree_comes_twice_even_in_another_drawing);
    RUN_TEST(monotonic_labellings_add_up);
    RUN_TEST(the_first_tree_is_tall_and_the_last_one_bushy);
    RUN_TEST(the_densities_of_order_4_are_the_published_ones);
    GREATEST_MAIN_END();
}
