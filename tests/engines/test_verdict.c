// What repeated measurements allow to be said.

#include "engines/verdict.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static sc_verdict verdict(double a, double b, double c)
{
    sc_spread spread = sc_spread_of((double[]){a, b, c}, 3);
    return sc_verdict_of(&spread);
}

static void a_spread_has_the_middle_and_both_ends(void **state)
{
    (void)state;
    sc_spread odd = sc_spread_of((double[]){3.0, 1.0, 2.0}, 3);
    assert_int_equal(odd.count, 3);
    assert_true(odd.median == 2.0 && odd.min == 1.0 && odd.max == 3.0);
    sc_spread even = sc_spread_of((double[]){4.0, 1.0, 2.0, 2.0}, 4);
    assert_true(even.median == 2.0 && even.min == 1.0 && even.max == 4.0);
    sc_spread none = sc_spread_of(NULL, 0);
    assert_true(none.count == 0 && none.median == 0.0);
}

static void what_is_no_number_is_left_out_of_a_spread(void **state)
{
    (void)state;
    sc_spread spread = sc_spread_of((double[]){NAN, 5.0, INFINITY, 7.0}, 4);
    assert_int_equal(spread.count, 2);
    assert_true(spread.median == 6.0 && spread.min == 5.0 && spread.max == 7.0);
    assert_int_equal(sc_spread_of((double[]){NAN}, 1).count, 0);
}

static void ratios_that_agree_give_a_verdict(void **state)
{
    (void)state;
    assert_int_equal(verdict(4.0, 4.1, 4.2), SC_VERDICT_FASTER);
    assert_int_equal(verdict(0.25, 0.24, 0.26), SC_VERDICT_SLOWER);
}

static void ratios_that_scatter_give_none(void **state)
{
    (void)state;
    // All above 1, but so far apart that the next could be below.
    assert_int_equal(verdict(1.2, 1.8, 1.5), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.85, 0.6, 0.7), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.9, 1.1, 1.0), SC_VERDICT_NONE);
}

static void a_difference_within_the_margin_gives_none_however_steady(void **state)
{
    (void)state;
    assert_int_equal(verdict(1.04, 1.04, 1.04), SC_VERDICT_NONE);
    assert_int_equal(verdict(1.06, 1.06, 1.06), SC_VERDICT_FASTER);
    assert_int_equal(verdict(1.0 / 1.04, 1.0 / 1.04, 1.0 / 1.04), SC_VERDICT_NONE);
    assert_int_equal(verdict(1.0 / 1.06, 1.0 / 1.06, 1.0 / 1.06), SC_VERDICT_SLOWER);
}

static void a_verdict_turns_round_with_the_ratio(void **state)
{
    (void)state;
    const double ratios[][3] = {{1.5, 1.6, 1.4}, {1.1, 1.3, 1.2}, {2.0, 9.0, 3.0}, {1.0, 1.1, 1.2}};
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; ++i)
    {
        const double *r = ratios[i];
        sc_verdict one = verdict(r[0], r[1], r[2]);
        sc_verdict other = verdict(1.0 / r[0], 1.0 / r[1], 1.0 / r[2]);
        assert_true((one == SC_VERDICT_FASTER) == (other == SC_VERDICT_SLOWER));
        assert_true((one == SC_VERDICT_NONE) == (other == SC_VERDICT_NONE));
    }
}

static void two_rounds_are_too_few_and_no_time_is_no_ratio(void **state)
{
    (void)state;
    sc_spread two = sc_spread_of((double[]){4.0, 4.0}, 2);
    assert_int_equal(sc_verdict_of(&two), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.0, 0.0, 0.0), SC_VERDICT_NONE);
}

int run_test_verdict(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spread_has_the_middle_and_both_ends),
        cmocka_unit_test(what_is_no_number_is_left_out_of_a_spread),
        cmocka_unit_test(ratios_that_agree_give_a_verdict),
        cmocka_unit_test(ratios_that_scatter_give_none),
        cmocka_unit_test(a_difference_within_the_margin_gives_none_however_steady),
        cmocka_unit_test(a_verdict_turns_round_with_the_ratio),
        cmocka_unit_test(two_rounds_are_too_few_and_no_time_is_no_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
