// Conclusions that repeated measurements allow.

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

TEST(ratios_that_agree_give_a_verdict_and_the_other_one_turned_round)
{
    static const struct
    {
        double ratios[3];
        bool faster;
    } rows[] = {
        {{4.0, 4.1, 4.2}, true},     {{1.5, 1.6, 1.4}, true},    {{1.2, 1.8, 1.5}, false},
        {{0.85, 0.6, 0.7}, false},   {{0.9, 1.1, 1.0}, false},   {{1.0, 1.1, 1.2}, false},
        {{1.04, 1.04, 1.04}, false}, {{1.06, 1.06, 1.06}, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
    {
        const double *r = rows[i].ratios;
        assert_int_equal(verdict(r[0], r[1], r[2]),
                         rows[i].faster ? SC_VERDICT_FASTER : SC_VERDICT_NONE);
        assert_int_equal(verdict(1.0 / r[0], 1.0 / r[1], 1.0 / r[2]),
                         rows[i].faster ? SC_VERDICT_SLOWER : SC_VERDICT_NONE);
    }
    sc_spread two = sc_spread_of((double[]){4.0, 4.0}, 2);
    assert_int_equal(sc_verdict_of(&two), SC_VERDICT_NONE);
    assert_int_equal(verdict(0.0, 0.0, 0.0), SC_VERDICT_NONE);
}
