/// The shapes that are tested for particles: those that come near in the step, and no others.
#include "tests/support/worlds.h"

static scree_body_id add_mover(scree_world *world, scree_body_type type, scree_vec2 at,
                               scree_vec2 velocity, uint64_t category)
{
    bool turns = type == SCREE_BODY_DYNAMIC;
    scree_body_id body = add_body(world, type, at.x, at.y, turns ? 0.3f : 0.0f);
    scree_shape_def def = surface(0.5f, 0.0f);
    // The mask selects only particles.
    def.filter.category = category;
    def.filter.mask = 1;
    add_box(world, body, &def, 0.5f, 0.5f);
    float spin = turns ? 4.0f : 0.0f;
    assert_ok(scree_body_set_velocity(world, body, velocity, spin));
    return body;
}

TEST(a_body_that_comes_within_the_step_hits_a_particle)
{
    for (int far = 0; far < 2; ++far)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_particle_id particle = add_particle(world, 0.0f, 0.0f, 0.2f);
        // 4 m in a step, up to the particle or not.
        scree_vec2 at = {far ? -6.0f : -4.0f, 0.1f}, velocity = {240.0f, 0.0f};
        scree_body_id body = add_mover(world, SCREE_BODY_DYNAMIC, at, velocity, 2);
        run_steps(world, 1);
        assert_near(scree_body_position(world, body).x, far ? -2.0f : 0.0f, 0.5f);
        assert_true((scree_particle_velocity(world, particle).x > 1.0f) == !far);
        assert_int_equal(scree_world_counters(world).particle_shape_pairs, !far);
    }
}

/// A particle at rest that is knocked against a body far away within a step; another one may lie
/// beside the body. Returns whether the body was hit in that step.
static bool knock(bool beside, int substeps, float results[8])
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.friction = 0.5f;
    assert_ok(scree_world_set_particle_settings(world, &settings));
    scree_particle_id particle = add_particle(world, 0.0f, 0.0f, 0.2f);
    if (beside)
    {
        scree_particle_def def = scree_particle_def_default();
        def.position = (scree_vec2){4.0f, -3.0f};
        def.radius = 0.2f;
        def.fixed = true;
        assert_true(scree_particle_create(world, &def).value != 0);
    }
    scree_vec2 left = {-1.0f, 0.0f}, fast = {200.0f, 0.0f};
    scree_vec2 right = {2.5f, -0.1f}, slow = {-20.0f, 3.0f};
    add_mover(world, SCREE_BODY_KINEMATIC, left, fast, 2);
    scree_body_id hit = add_mover(world, SCREE_BODY_DYNAMIC, right, slow, 4);
    assert_ok(scree_world_step(world, STEP, substeps));
    // Nothing else changes its speed by so much.
    bool was_hit = fabsf(scree_body_linear_velocity(world, hit).x + 20.0f) > 1.0f;
    run_steps(world, 5);
    scree_vec2 p = scree_particle_position(world, particle);
    scree_vec2 v = scree_particle_velocity(world, particle);
    scree_vec2 at = scree_body_position(world, hit), u = scree_body_linear_velocity(world, hit);
    const float all[8] = {p.x, p.y, v.x, v.y, at.x, at.y, u.x, u.y};
    memcpy(results, all, sizeof all);
    return was_hit;
}

TEST(a_body_that_is_reached_late_in_a_step_is_where_it_would_be)
{
    int hits = 0;
    for (int substeps = 4; substeps <= 24; ++substeps)
    {
        float late[8], early[8];
        hits += knock(false, substeps, late);
        hits += knock(true, substeps, early);
        assert_memory_equal(late, early, sizeof late);
    }
    assert_true(hits > 20);
}

TEST(a_particle_touches_a_shape_if_each_is_in_the_mask_of_the_other)
{
    for (int i = 0; i < 8; ++i)
    {
        const bool sees = i % 2 != 0, is_seen = i / 2 % 2 != 0, is_static = i / 4 != 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_particle_settings settings = scree_particle_settings_default();
        settings.category = 4;
        settings.mask = sees ? 8 : ~UINT64_C(8);
        assert_ok(scree_world_set_particle_settings(world, &settings));
        scree_shape_def def = surface(0.5f, 0.0f);
        def.filter.category = 8;
        def.filter.mask = is_seen ? 4 : ~UINT64_C(4);
        const scree_body_id floor = add_body(
            world, is_static ? SCREE_BODY_STATIC : SCREE_BODY_KINEMATIC, 0.0f, -0.5f, 0.0f);
        add_box(world, floor, &def, 5.0f, 0.5f);
        const scree_particle_id particle = add_particle(world, 0.0f, 0.5f, 0.2f);
        run_steps(world, 60);
        const float y = scree_particle_position(world, particle).y;
        assert_true(sees && is_seen ? y > 0.15f : y < -2.0f);
    }
}
