/// The prediction of `scree profile --scaling`, on steps made by hand.
#include "tests/support/testing.h"
#include "tools/profile/scaling_model.h"

enum
{
    STAGE = 3,
    MOST = 32
};

static void assert_near(double value, double expected)
{
    assert_float_equal((float)value, (float)expected, 1e-5f);
}

static scree_trace_zone zone(scree_trace_level level, const char *name, int colour, uint64_t begin,
                             uint64_t length)
{
    const int stage = level == SCREE_TRACE_STEP ? -1 : STAGE;
    // A pass of each colour.
    const int pass = level == SCREE_TRACE_PASS ? colour + 1 : -1;
    return (scree_trace_zone){level, name,           stage, colour, -1, 0,
                              begin, begin + length, 1,     "",     0,  pass};
}

/// A step of 100 ns: 4 ranges of 10, one range alone of 20, 4 ranges of the next colour (10, 1, 1,
/// 8); 12 in the stage and 8 between stages are in no range.
static int make_step(scree_trace_zone *zones)
{
    int n = 0;
    for (uint64_t i = 0; i < 4; ++i)
    {
        zones[n++] = zone(SCREE_TRACE_PASS, "pass", 0, 4 + 10 * i, 10);
    }
    zones[n++] = zone(SCREE_TRACE_PASS, "alone", -1, 46, 20);
    const uint64_t lengths[] = {10, 1, 1, 8};
    for (uint64_t i = 0, at = 66; i < 4; at += lengths[i], ++i)
    {
        zones[n++] = zone(SCREE_TRACE_PASS, "pass", 1, at, lengths[i]);
    }
    zones[n++] = zone(SCREE_TRACE_STAGE, "stage", -1, 0, 92);
    zones[n++] = zone(SCREE_TRACE_STEP, "step", -1, 0, 100);
    return n;
}

TEST(ranges_go_to_the_worker_that_is_free_first)
{
    scree_trace_zone zones[MOST];
    double ns[MOST], ends[MOST];
    const int count = make_step(zones);
    sc_scaling_model model = {0};
    for (int k = 0; k < 4; ++k)
    {
        for (int i = 0; i < 2; ++i)
        {
            sc_scaling_own_times(zones, count, ns);
            sc_scaling_add(&model, zones, ns, count, k, ends);
        }
        assert_int_equal(model.steps[k], 2);
    }
    // One worker: 100. Two: 40 serial, 20, then 10 beside 1 + 1 + 8. Four: 10 and 10.
    const double expected[] = {100.0, 70.0, 60.0, 60.0};
    for (int k = 0; k < 4; ++k)
    {
        assert_near(sc_scaling_step_ns(&model, k, 0.0), expected[k]);
        // Each of the two passes pays for its barrier where there is more than one worker.
        assert_near(sc_scaling_step_ns(&model, k, 5.0), expected[k] + (k > 0 ? 10.0 : 0.0));
        assert_near(sc_scaling_serial_ns(&model, k), 40.0);
        assert_near(sc_scaling_barriers(&model, k), 2.0);
    }
    assert_near(sc_scaling_stage_ns(&model, STAGE, 1, 0.0), 62.0);
    assert_near(sc_scaling_stage_ns(&model, scree_stage_count(), 1, 0.0), 8.0);
}

TEST(ranges_of_a_wavefront_wait_for_the_colour_before_at_their_place)
{
    // Four ranges of 10 of one colour and four of 10 of the next one, in one pass, with 2 between
    // each.
    scree_trace_zone zones[MOST];
    double ns[MOST], ends[MOST];
    for (int i = 0; i < 8; ++i)
    {
        zones[i] = zone(SCREE_TRACE_PASS, "pass", i / 4, 12 * (uint64_t)i, 10);
        zones[i].pass = 1;
    }
    zones[8] = zone(SCREE_TRACE_STAGE, "stage", -1, 0, 94);
    zones[9] = zone(SCREE_TRACE_STEP, "step", -1, 0, 94);
    sc_scaling_own_times(zones, 10, ns);
    assert_near(ns[0], 94.0 / 8.0);
    sc_scaling_model model = {0};
    // The first range is long: of the next colour only those beside it wait.
    ns[0] = 40.0;
    for (int i = 1; i < 8; ++i)
    {
        ns[i] = 10.0;
    }
    sc_scaling_add(&model, zones, ns, 10, 2, ends);
    // Without waits four workers take 40; ranges 0 and 1 of the second colour begin at 40.
    assert_near(sc_scaling_step_ns(&model, 2, 0.0), 50.0);
    assert_near(ends[6], 20.0);
    assert_near(ends[4], 50.0);
    assert_near(sc_scaling_barriers(&model, 2), 1.0);
}

TEST(the_time_that_no_range_covers_counts_overlapping_ranges_once)
{
    scree_trace_zone zones[MOST];
    const int count = make_step(zones);
    int passes = 0;
    assert_near(sc_scaling_uncovered_ns(zones, count, &passes), 20.0);
    assert_int_equal(passes, 2);
    // Two workers run the first pass side by side, and it is over 20 ns earlier.
    zones[2].begin = zones[0].begin;
    zones[2].end = zones[0].end;
    zones[3].begin = zones[1].begin;
    zones[3].end = zones[1].end;
    assert_near(sc_scaling_uncovered_ns(zones, count, NULL), 40.0);
}
