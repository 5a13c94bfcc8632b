/// Paths that continuous collision sweeps: their turns, their callbacks, and stuck bodies.
#include "tests/support/worlds.h"

enum
{
    QUICK_SUBSTEPS = 8  ///< as many as a body takes that turns by more than half a turn in a step
};

/// How far a rod of 2 m turns in a step at this speed, with a post beside its path, rad.
static float turn_past_post(float spin, float at)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    float sine, cosine;
    scree_sincos(at, &sine, &cosine);
    add_disc(world, SCREE_BODY_STATIC, 0.8f * cosine, 0.8f * sine, usual_shape(), 0.05f);
    const scree_body_id rod = add_crate(world, 0.0f, 0.0f, 1.0f, 0.05f);
    scree_body_set_velocity(world, rod, (scree_vec2){0.0f, 0.0f}, spin);
    run_steps_of(world, 1, STEP, QUICK_SUBSTEPS);
    return scree_body_angle(world, rod);
}

TEST(a_rod_that_turns_by_more_than_half_a_turn_stops_at_a_post_on_either_side)
{
    // The post is met after 1.8 rad by the end that points to the right, or by the other one.
    for (int i = 0; i < 4; ++i)
    {
        const float side = i % 2 == 0 ? 1.0f : -1.0f, speed = i / 2 == 0 ? 260.0f : 330.0f;
        const float turn = side * turn_past_post(side * speed, side * 1.8f);
        assert_at_least(turn, 1.5);
        assert_at_most(turn, 1.8);
    }
}

/// Where the contacts lie that a callback refuses.
typedef struct refusals_at
{
    int asked, at_wall;
    float nearest, farthest;
} refusals_at;

static bool refuse(const scree_contact_info *contact, void *context)
{
    refusals_at *at = context;
    const float x = contact->contact.points[0].position.x;
    at->nearest = at->asked == 0 || x < at->nearest ? x : at->nearest;
    at->farthest = at->asked == 0 || x > at->farthest ? x : at->farthest;
    at->at_wall += fabsf(x - 50.0f) < 0.3f;
    ++at->asked;
    return false;
}

TEST(a_callback_learns_where_in_the_world_a_fast_body_would_be_stopped)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    refusals_at at = {0};
    assert_ok(scree_world_set_pre_solve(world, refuse, &at));
    add_slab(world, SCREE_BODY_STATIC, 50.05f, 0.0f, usual_shape(), 0.05f, 5.0f);
    scree_shape_def def = scree_shape_def_default();
    def.enable_pre_solve = true;
    const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 48.0f, 0.0f, &def, 0.2f);
    scree_body_set_velocity(world, ball, (scree_vec2){200.0f, 0.0f}, 0.0f);
    run_steps(world, 2);
    assert_true(scree_body_position(world, ball).x > 51.0f);
    assert_true(at.at_wall > 0);
    assert_at_least(at.nearest, 47.9);
    assert_at_most(at.farthest, 50.3);
}

TEST(a_body_stuck_in_a_slit_stays_between_its_sides)
{
    // Segments nearer to each other than a stuck body moves out in a step.
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const float gap = 0.02f + 0.004f * (float)i;
        const scree_body_id sides = static_body(world);
        for (int k = 0; k < 2; ++k)
        {
            const float x = k == 0 ? 0.0f : gap;
            const scree_segment segment = {{x, -5.0f}, {x, 5.0f}};
            assert_true(scree_shape_create_segment(world, sides, usual_shape(), &segment).value !=
                        0);
        }
        const scree_body_id ball =
            add_disc(world, SCREE_BODY_DYNAMIC, 0.5f * gap, 0.0f, usual_shape(), 0.5f);
        for (int k = 0; k < 30; ++k)
        {
            const float speed = k % 2 == 0 ? 60.0f : -60.0f;
            scree_body_set_velocity(world, ball, (scree_vec2){speed, 1.0f}, 0.0f);
            run_steps(world, 1);
            const float x = scree_body_position(world, ball).x;
            assert_true(x > 0.0f && x < gap);
        }
    }
}
