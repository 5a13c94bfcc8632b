/// The list of near pairs, against all pairs.
#ifndef SC_PAIR_LISTS_H
#define SC_PAIR_LISTS_H

#include "tests/support/scene_runs.h"
#include "world/world_state.h"

/// How often each pair is listed, at [a * count + b] with a < b, to be freed: once if the circles
/// overlap, each as wide as radius and skin, and never more often. Two fixed ones need not be.
static inline unsigned char *whole_list(const sc_circles *c)
{
    const sc_neighbour_list *neighbours = &c->neighbours;
    assert_true(c->listed);
    unsigned char *times = calloc((size_t)c->count * (size_t)c->count, 1);
    assert_non_null(times);
    int pairs = 0;
    for (int i = 0; i < neighbours->added_end; ++i)
    {
        int a = neighbours->a[i], b = neighbours->b[i];
        if (a != b)
        {
            assert_in_range(a, 0, c->count - 1);
            assert_in_range(b, 0, c->count - 1);
            ++times[(a < b ? a : b) * c->count + (a < b ? b : a)];
            ++pairs;
        }
    }
    assert_int_equal(pairs, neighbours->pair_count);
    for (int a = 0; a < c->count; ++a)
    {
        for (int b = a + 1; b < c->count; ++b)
        {
            double reach = (double)c->radius[a] + (double)neighbours->skin[a] +
                           (double)c->radius[b] + (double)neighbours->skin[b];
            double apart = hypot((double)(neighbours->x[a] - neighbours->x[b]),
                                 (double)(neighbours->y[a] - neighbours->y[b]));
            bool fixed = c->inverse_mass[a] == 0.0f && c->inverse_mass[b] == 0.0f;
            int listed = times[a * c->count + b];
            assert_true(listed <= 1);
            // Allow for the rounding of the test.
            assert_true(listed == 1 || fixed || apart >= 0.99999 * reach);
        }
    }
    return times;
}

#endif
