/// Bodies that come down on rows of slabs at small angles: what look ahead leaves of their speed.
#include "tests/support/worlds.h"

enum
{
    SLABS = 20,
    LANDINGS = 500
};

typedef enum row_kind
{
    SLITS,      ///< 2 cm between slabs
    TWO_LEVELS  ///< each third slab lies 2 cm lower
} row_kind;

static void add_row(scree_world *world, row_kind kind, float pitch, const scree_shape_def *def)
{
    for (int k = 0; k < SLABS; ++k)
    {
        const float y = kind == TWO_LEVELS && k % 3 == 1 ? -0.52f : -0.5f;
        const float half = kind == SLITS ? 0.5f * pitch - 0.01f : 0.5f * pitch;
        add_slab(world, SCREE_BODY_STATIC, (float)(k - 4) * pitch, y, def, half, 0.5f);
    }
}

/// The part of the speed along that is lost, on average. Rounded boxes, or discs.
static double lost_speed(row_kind kind, bool discs, uint64_t seed)
{
    test_random random = random_of(seed);
    double lost = 0.0;
    for (int i = 0; i < LANDINGS; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        const scree_shape_def def = surface(0.0f, 0.0f);
        add_row(world, kind, random_between(&random, 0.3f, 1.0f), &def);
        const float speed = random_between(&random, 5.0f, 60.0f);
        const float slope = random_between(&random, 0.0f, 0.24f);
        const float gap = slope * speed * STEP * random_between(&random, 0.2f, 2.2f);
        const scree_body_id body = add_body(
            world, SCREE_BODY_DYNAMIC, random_between(&random, -1.0f, 0.5f), 0.126f + gap, 0.0f);
        const float half = random_between(&random, 0.13f, 0.6f);
        if (discs)
        {
            add_circle(world, body, &def, 0.125f);
        }
        else
        {
            const scree_polygon box =
                scree_polygon_box_at(half - 0.02f, 0.105f, (scree_vec2){0}, 0.0f, 0.02f);
            add_polygon(world, body, &def, &box);
        }
        scree_body_set_velocity(world, body, (scree_vec2){speed, -slope * speed}, 0.0f);
        run_steps(world, 8);
        lost += 1.0 - (double)(scree_body_linear_velocity(world, body).x / speed);
    }
    return lost / LANDINGS;
}

TEST(boxes_that_come_down_aslant_keep_most_of_their_speed_along)
{
    assert_at_most(lost_speed(TWO_LEVELS, false, 1), 0.3);
}

TEST(discs_that_come_down_aslant_keep_most_of_their_speed_along)
{
    assert_at_most(lost_speed(SLITS, true, 2), 0.396);
}

/// The face ends before the body has come down to its height.
TEST(a_body_that_flies_over_the_end_of_a_face_goes_on_falling)
{
    for (int i = 0; i < 60; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_shape_def def = surface(0.0f, 0.0f);
        add_slab(world, SCREE_BODY_STATIC, -1.0f, -0.5f, &def, 1.0f, 0.5f);
        const float speed = 20.0f + 10.0f * (float)(i % 4), sink = 0.2f * speed;
        // Above the face at the beginning of the step, and at its height 0.4 of a step later.
        const float x = -(0.05f + 0.02f * (float)(i / 4)) * speed * STEP;
        const scree_body_id ball =
            add_disc(world, SCREE_BODY_DYNAMIC, x, 0.125f + 0.6f * sink * STEP, &def, 0.125f);
        scree_body_set_velocity(world, ball, (scree_vec2){speed, -sink}, 0.0f);
        run_steps(world, 2);
        assert_near(scree_body_linear_velocity(world, ball).x, speed, 0.02 * (double)speed);
        assert_near(scree_body_linear_velocity(world, ball).y, -sink, 0.02 * (double)sink);
    }
}
