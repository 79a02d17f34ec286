#include "numerics/root_set.h"

void root_set_init(root_set *s)
{
    *s = (root_set){0};
}

static void *allocate(size_t count, size_t size)
{
    void *(*from_gmp)(size_t);
    mp_get_memory_functions(&from_gmp, NULL, NULL);
    return from_gmp(count * size);
}

static void release(void *memory, size_t size)
{
    void (*to_gmp)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &to_gmp);
    if (memory != NULL) {
        to_gmp(memory, size);
    }
}

/* How many roots there can be. */
static size_t most_roots(const root_set *s)
{
    size_t most = 1;
    for (int i = 0; i < s->factor_count; i++) {
        most += (size_t)s->factors[i].degree;
    }
    return most;
}

void root_set_clear(root_set *s)
{
    size_t most = most_roots(s);
    for (int i = 0; i < s->count; i++) {
        real_root_clear(&s->roots[i]);
    }
    release(s->roots, most * sizeof *s->roots);
    for (int i = 0; i < s->factor_count; i++) {
        zpoly_clear(&s->factors[i]);
    }
    release(s->factors, (size_t)s->factor_room * sizeof *s->factors);
    root_set_init(s);
}

/* Takes over p. */
static void add_factor(root_set *s, zpoly *p)
{
    if (s->factor_count == s->factor_room) {
        int room = s->factor_room > 0 ? 2 * s->factor_room : 16;
        zpoly *larger = allocate((size_t)room, sizeof *larger);
        for (int i = 0; i < s->factor_count; i++) {
            larger[i] = s->factors[i];
        }
        release(s->factors, (size_t)s->factor_room * sizeof *s->factors);
        s->factors = larger;
        s->factor_room = room;
    }
    s->factors[s->factor_count] = *p;
    s->factor_count++;
    zpoly_init(p);
}

void root_set_add(root_set *s, const zpoly *p)
{
    zpoly rest, common;
    zpoly_init(&rest);
    zpoly_init(&common);
    if (p->degree > 0) {
        zpoly_squarefree(&rest, p);
    }
    int before = s->factor_count;
    for (int i = 0; i < before && rest.degree > 0; i++) {
        zpoly_gcd(&common, &s->factors[i], &rest);
        if (common.degree <= 0) {
            continue;
        }
        zpoly_divide(&rest, &rest, &common);
        if (common.degree < s->factors[i].degree) {
            zpoly_divide(&s->factors[i], &s->factors[i], &common);
            add_factor(s, &common);
        }
    }
    if (rest.degree > 0) {
        add_factor(s, &rest);
    }
    zpoly_clear(&rest);
    zpoly_clear(&common);
}

/* Moves the last root to its place among the others. */
static void sort_in(root_set *s)
{
    for (int i = s->count - 1; i > 0; i--) {
        if (real_root_compare(&s->roots[i - 1], &s->roots[i]) < 0) {
            break;
        }
        real_root held = s->roots[i];
        s->roots[i] = s->roots[i - 1];
        s->roots[i - 1] = held;
    }
}

void root_set_isolate(root_set *s)
{
    size_t most = most_roots(s);
    s->roots = allocate(most, sizeof *s->roots);
    for (int i = 0; i < s->factor_count; i++) {
        size_t room = (size_t)s->factors[i].degree;
        real_root *own = allocate(room, sizeof *own);
        int count = real_roots_isolate(&s->factors[i], own);
        for (int n = 0; n < count; n++) {
            s->roots[s->count++] = own[n];
            sort_in(s);
        }
        release(own, room * sizeof *own);
    }
    /* Neighbours that came together without being compared. */
    for (int i = 1; i < s->count; i++) {
        real_root_compare(&s->roots[i - 1], &s->roots[i]);
    }
}

void root_set_between(root_set *s, int n, mpq_t between)
{
    mpz_t whole;
    mpz_init(whole);
    if (s->count == 0) {
        mpq_set_ui(between, 0, 1);
    } else if (n == 0) {
        mpq_set(between, s->roots[0].low);
        mpz_fdiv_q(whole, mpq_numref(between), mpq_denref(between));
        mpz_sub_ui(whole, whole, 1);
        mpq_set_z(between, whole);
    } else if (n == s->count) {
        mpq_set(between, s->roots[n - 1].high);
        mpz_cdiv_q(whole, mpq_numref(between), mpq_denref(between));
        mpz_add_ui(whole, whole, 1);
        mpq_set_z(between, whole);
    } else {
        fraction_between(between, s->roots[n - 1].high, s->roots[n].low);
    }
    mpz_clear(whole);
}
