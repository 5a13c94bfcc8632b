// Kernels that find what closes within a step against their twins, bit for bit.

#include "core/stores/bodies.h"
#include "core/stores/contacts.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 300

/// Bodies, shapes and contacts of one class, and what the kernels write.
typedef struct impact_case
{
    int32_t moving_count, static_row, row_count, shape_count, contact_count, padded;
    sc_velocity *velocities;
    float *arm;
    int32_t *body_row, *a, *b;
    sc_manifold *manifolds;
    uint8_t *point_count, *state;
    sc_impact_motion *motions;
    float *times;
    uint16_t *swift, *closing;
} impact_case;

static const sc_case_array arrays[] = {SC_CASE_ARRAY(impact_case, velocities, row_count),
                                       SC_CASE_ARRAY(impact_case, arm, row_count),
                                       SC_CASE_ARRAY(impact_case, motions, row_count),
                                       SC_CASE_ARRAY(impact_case, swift, row_count),
                                       SC_CASE_ARRAY(impact_case, body_row, shape_count),
                                       SC_CASE_ARRAY(impact_case, a, padded),
                                       SC_CASE_ARRAY(impact_case, b, padded),
                                       SC_CASE_ARRAY(impact_case, manifolds, padded),
                                       SC_CASE_ARRAY(impact_case, point_count, padded),
                                       SC_CASE_ARRAY(impact_case, state, padded),
                                       SC_CASE_ARRAY(impact_case, times, padded),
                                       SC_CASE_ARRAY(impact_case, closing, padded)};

/// Points somewhere near both bodies; a quarter push, some have the centre of mass between them.
static sc_manifold random_manifold(sc_random *random, int count)
{
    sc_manifold m = {.com_x = sc_case_float(random, -1.0f, 1.0f),
                     .com_y = sc_case_float(random, -1.0f, 1.0f),
                     .info = count << SC_COUNT_SHIFT};
    sc_case_rotation(random, &m.normal_x, &m.normal_y);
    for (int k = 0; k < count; k++)
    {
        m.anchor[k][0] = sc_case_float(random, -0.5f, 0.5f);
        m.anchor[k][1] = sc_case_float(random, -0.5f, 0.5f);
        m.separation[k] = sc_case_float(random, -0.05f, 0.3f);
    }
    m.normal_impulse_0 = sc_case_chance(random, 25) ? sc_random_float(random, 0.0f, 1.0f) : 0.0f;
    m.normal_impulse_1 =
        count == 2 && sc_case_chance(random, 25) ? sc_random_float(random, 0.0f, 1.0f) : 0.0f;
    return m;
}

static impact_case random_case(sc_random *random)
{
    impact_case c = {.moving_count = sc_case_int(random, 1, 60),
                     .shape_count = sc_case_int(random, 2, 90),
                     .contact_count = sc_case_int(random, 1, 100)};
    c.static_row = sc_pad_block(c.moving_count);
    c.padded = sc_pad_block(c.contact_count);
    c.row_count = c.static_row + 1;
    sc_case_new_arrays(&c, arrays, sizeof arrays / sizeof *arrays);
    const float speed = sc_case_chance(random, 50) ? 0.3f : 20.0f;
    for (int i = 0; i < c.moving_count; i++)
    {
        c.velocities[i] = (sc_velocity){sc_case_float(random, -speed, speed),
                                        sc_case_float(random, -speed, speed),
                                        sc_case_float(random, -speed, speed), 1.0f};
        c.arm[i] = sc_case_chance(random, 30) ? 0.0f : sc_case_float(random, 0.0f, 1.0f);
    }
    for (int i = 0; i < c.shape_count; i++)
    {
        // Rows beyond the moving ones belong to bodies that stand still.
        c.body_row[i] = sc_case_int(random, 0, c.moving_count + 5);
    }
    for (int i = 0; i < c.contact_count; i++)
    {
        c.a[i] = sc_case_int(random, 0, c.shape_count - 1);
        c.b[i] = sc_case_int(random, 0, c.shape_count - 1);
        c.point_count[i] = (uint8_t)sc_case_int(random, 0, 2);
        c.manifolds[i] = random_manifold(random, c.point_count[i]);
        c.state[i] = (uint8_t)(sc_case_int(random, 0, SC_CONTACT_KEPT) |
                               c.point_count[i] << SC_CONTACT_COLOURED_BIT);
        if (sc_case_chance(random, 80))
        {
            c.state[i] &= (uint8_t)~SC_CONTACT_SETTLED;
        }
    }
    return c;
}

/// The output of a table of kernels for a case, in arrays of its own.
static impact_case run_case(const impact_case *from, const sc_kernels *kernels, int cut)
{
    impact_case c = *from;
    sc_case_copy_arrays(&c, arrays, sizeof arrays / sizeof *arrays);
    const sc_impact_args args = {.velocities = c.velocities,
                                 .arm = c.arm,
                                 .motions = c.motions,
                                 .swift = c.swift,
                                 .body_row = c.body_row,
                                 .a = c.a,
                                 .b = c.b,
                                 .manifolds = c.manifolds,
                                 .point_count = c.point_count,
                                 .state = c.state,
                                 .closing = c.closing,
                                 .times = c.times,
                                 .moving_count = c.moving_count,
                                 .static_row = c.static_row,
                                 .threshold = 0.3f,
                                 .slow_threshold = 0.1f,
                                 .latest = 1.25f / 60.0f,
                                 .reach_time = 1.5f / 60.0f,
                                 .balanced_earlier = 0.02f / 60.0f};
    const int whole = c.moving_count & ~(SC_BLOCK - 1);
    kernels->find_swift(&args, 0, whole);
    sc_kernels_get(SCREE_SIMD_SCALAR)->find_swift(&args, whole, c.moving_count);
    c.motions[c.static_row] = (sc_impact_motion){.turning = -1.0f};
    kernels->find_closing(&args, 0, cut);
    kernels->find_closing(&args, cut, c.padded);
    return c;
}

TEST(finding_what_closes_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "find_closing"};
    int closing = 0, settled = 0, swift = 0, slow = 0;
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        impact_case start = random_case(&random);
        const int cut = sc_case_int(&random, 0, start.padded / SC_BLOCK) * SC_BLOCK;
        impact_case twin = run_case(&start, sc_twins(), cut);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            impact_case kernel = run_case(&start, c.kernels, cut);
            sc_case_compare_words(&c, "motions", twin.motions, kernel.motions, 0,
                                  4 * start.moving_count);
            sc_case_compare_bytes(&c, "state", twin.state, kernel.state, 0, start.contact_count);
            for (int k = 0; k < start.moving_count; k++)
            {
                const int expected = twin.swift[k / SC_BLOCK] >> k % SC_BLOCK & 1;
                sc_case_compare_int(&c, "swift", expected,
                                    kernel.swift[k / SC_BLOCK] >> k % SC_BLOCK & 1);
                swift += expected;
                slow += !expected;
            }
            for (int k = 0; k < start.contact_count; k++)
            {
                const int expected = twin.closing[k / SC_BLOCK] >> k % SC_BLOCK & 1;
                sc_case_compare_int(&c, "closing", expected,
                                    kernel.closing[k / SC_BLOCK] >> k % SC_BLOCK & 1);
                if (expected != 0)
                {
                    sc_case_compare_words(&c, "times", twin.times, kernel.times, k, k + 1);
                }
                closing += expected;
                settled += (twin.state[k] ^ start.state[k]) != 0;
            }
        }
    }
    assert_true(closing > 1000 && settled > 1000 && swift > 1000 && slow > 1000);
}
