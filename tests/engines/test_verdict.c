// What repeated measurements allow to be said.

#include "engines/verdict.h"
#include "tests/support/testing.h"

static sc_verdict verdict(double a, double b, double c)
{
    sc_spread spread = sc_spread_of((double[]){a, b, c}, 3);
    return sc_verdict_of(&spread);
}

TEST(a_spread_has_the_middle_and_both_ends)
{
    sc_spread odd = sc_spread_of((double[]){3.0, 1.0, 2.0}, 3);
    assert_int_equal(odd.count, 3);
    assert_true(odd.median == 2.0 && odd.min == 1.0 && odd.max == 3.0);
    sc_spread even = sc_spread_of((double[]){4.0, 1.0, 2.0, 2.0}, 4);
    assert_true(even.median == 2.0 && even.min == 1.0 && even.max == 4.0);
    sc_spread none = sc_spread_of(NULL, 0);
    assert_true(none.count == 0 && none.median == 0.0);
}

TEST(what_is_no_number_is_left_out_of_a_spread)
{
    sc_spread spread = sc_spread_of((double[]){NAN, 5.0, INFINITY, 7.0}, 4);
    assert_int_equal(spread.count, 2);
    assert_true(spread.median == 6.0 && spread.min == 5.0 && spread.max == 7.0);
    assert_int_equal(sc_spread_of((double[]){NAN}, 1).count, 0);
}

TEST(ratios_that_agree_give_a_verdict)
{
    assert_int_equal(verdict(4.0, 4.1, 4.2), SC_VERDICT_FASTER);
    assert_int_equal(verdict(0.25, 0.24, 0.26), SC_VERDICT_SLOWER);
}

TEST(ratios_that_scatter_give_none)
{
    // All above 1, but so far apart that the next could be below.
    assert_int_equal(verdict(1.2, 1.8, 1.5), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.85, 0.6, 0.7), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.9, 1.1, 1.0), SC_VERDICT_NONE);
}

TEST(a_difference_within_the_margin_gives_none_however_steady)
{
    assert_int_equal(verdict(1.04, 1.04, 1.04), SC_VERDICT_NONE);
    assert_int_equal(verdict(1.06, 1.06, 1.06), SC_VERDICT_FASTER);
    assert_int_equal(verdict(1.0 / 1.04, 1.0 / 1.04, 1.0 / 1.04), SC_VERDICT_NONE);
    assert_int_equal(verdict(1.0 / 1.06, 1.0 / 1.06, 1.0 / 1.06), SC_VERDICT_SLOWER);
}

TEST(a_verdict_turns_round_with_the_ratio)
{
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

TEST(two_rounds_are_too_few_and_no_time_is_no_ratio)
{
    sc_spread two = sc_spread_of((double[]){4.0, 4.0}, 2);
    assert_int_equal(sc_verdict_of(&two), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.0, 0.0, 0.0), SC_VERDICT_NONE);
}
