// Conclusions that repeated measurements allow.

#include "tests/support/testing.h"
#include "tools/compare/comparison.h"

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

enum
{
    ROUNDS = 3
};

// The sentences of comparisons, which name the subject, are not built here.
const char *sc_compare_subject_name(const sc_compare_options *options)
{
    (void)options;
    return "";
}

/// The verdict on an engine whose mean and median times are these multiples of the subject's.
static sc_verdict verdict_of_runs(double means, double medians)
{
    double ms = 1.0, ratios[2][2 * ROUNDS];
    sc_compare_run runs[2][ROUNDS] = {0};
    sc_compare_row rows[2] = {0};
    for (int i = 0; i < 2; ++i)
    {
        for (int k = 0; k < ROUNDS; ++k)
        {
            runs[i][k].trial.ms = &ms;
            runs[i][k].times = (sc_statistics){
                .count = 1, .mean = i == 0 ? 1.0 : means, .median = i == 0 ? 1.0 : medians};
        }
        rows[i].run_count = ROUNDS;
        rows[i].runs = runs[i];
        rows[i].ratios = ratios[i];
        rows[i].median_ratios = ratios[i] + ROUNDS;
    }
    const scree_scene scene = {0};
    sc_compare_scene compared = {.scene = &scene, .row_count = 2, .rows = rows};
    const sc_compare_options options = {.rounds = ROUNDS, .subject = 0};
    sc_compare_conclude(&options, &compared);
    assert_true(rows[1].ratio.median == means && rows[1].median_ratio.median == medians);
    return rows[1].verdict;
}

TEST(there_is_no_verdict_where_the_ratios_of_means_and_of_medians_disagree)
{
    assert_int_equal(verdict_of_runs(2.0, 1.5), SC_VERDICT_FASTER);
    assert_int_equal(verdict_of_runs(0.5, 0.7), SC_VERDICT_SLOWER);
    const double apart[][2] = {{2.0, 1.0}, {1.0, 2.0}, {0.5, 1.0},
                               {1.0, 0.5}, {2.0, 0.5}, {0.5, 2.0}};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; ++i)
        assert_int_equal(verdict_of_runs(apart[i][0], apart[i][1]), SC_VERDICT_NONE);
}
