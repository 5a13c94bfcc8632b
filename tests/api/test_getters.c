/// Getters return the set values, and stay neutral on ids without an object.
#include "tests/support/worlds.h"

TEST(getters_return_what_was_set)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.linear_damping = 0.25f;
    def.angular_damping = 0.5f;
    def.gravity_scale = 2.0f;
    def.locks.y = true;
    scree_body_id body = scree_body_create(world, &def);
    scree_motion_locks locks = scree_body_locks(world, body);
    assert_true(!locks.x && locks.y && !locks.angle);
    assert_true(scree_body_linear_damping(world, body) == 0.25f);
    assert_true(scree_body_angular_damping(world, body) == 0.5f);
    assert_true(scree_body_gravity_scale(world, body) == 2.0f);

    assert_ok(scree_body_set_linear_damping(world, body, 1.0f));
    assert_true(scree_body_angular_damping(world, body) == 0.5f);
    assert_ok(scree_body_set_angular_damping(world, body, 3.0f));
    assert_ok(scree_body_set_gravity_scale(world, body, -1.0f));
    assert_ok(scree_body_set_locks(world, body, (scree_motion_locks){true, false, true}));
    locks = scree_body_locks(world, body);
    assert_true(locks.x && !locks.y && locks.angle);
    assert_true(scree_body_linear_damping(world, body) == 1.0f);
    assert_true(scree_body_angular_damping(world, body) == 3.0f);
    assert_true(scree_body_gravity_scale(world, body) == -1.0f);

    scree_shape_def shape_def = scree_shape_def_default();
    shape_def.density = 7.0f;
    scree_circle circle = {{0.0f, 0.0f}, 0.5f};
    scree_shape_id shape = scree_shape_create_circle(world, body, &shape_def, &circle);
    assert_true(scree_shape_density(world, shape) == 7.0f);
    assert_null(scree_shape_user_data(world, shape));
    assert_ok(scree_shape_set_user_data(world, shape, &circle));
    assert_ptr_equal(scree_shape_user_data(world, shape), &circle);
    assert_ok(scree_shape_set_user_data(world, shape, NULL));
    assert_null(scree_shape_user_data(world, shape));
}

TEST(linear_and_angular_velocity_are_set_alone_or_together)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){1.0f, 2.0f}, 3.0f));
    assert_ok(scree_body_set_linear_velocity(world, body, (scree_vec2){-4.0f, 5.0f}));
    scree_vec2 v = scree_body_linear_velocity(world, body);
    assert_true(v.x == -4.0f && v.y == 5.0f && scree_body_angular_velocity(world, body) == 3.0f);
    assert_ok(scree_body_set_angular_velocity(world, body, -6.0f));
    v = scree_body_linear_velocity(world, body);
    assert_true(v.x == -4.0f && v.y == 5.0f && scree_body_angular_velocity(world, body) == -6.0f);
}

TEST(user_data_of_particles_and_soft_bodies_may_be_replaced)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    int there = 0;
    scree_particle_def particle_def = scree_particle_def_default();
    particle_def.user_data = &there;
    scree_particle_id particle = scree_particle_create(world, &particle_def);
    scree_soft_body_def soft_def = scree_soft_body_def_default();
    soft_def.user_data = &there;
    scree_soft_body_id soft = scree_soft_body_create_box(world, &soft_def, 0.5f, 0.5f);
    assert_ptr_equal(scree_particle_user_data(world, particle), &there);
    assert_ptr_equal(scree_soft_body_user_data(world, soft), &there);
    assert_ok(scree_particle_set_user_data(world, particle, NULL));
    assert_ok(scree_soft_body_set_user_data(world, soft, &particle));
    assert_null(scree_particle_user_data(world, particle));
    assert_ptr_equal(scree_soft_body_user_data(world, soft), &particle);
}

TEST(getters_are_neutral_on_ids_that_name_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id none = {0};
    scree_motion_locks locks = scree_body_locks(world, none);
    assert_true(!locks.x && !locks.y && !locks.angle);
    assert_true(scree_body_linear_damping(world, none) == 0.0f);
    assert_true(scree_body_angular_damping(NULL, none) == 0.0f);
    assert_true(scree_body_gravity_scale(world, none) == 0.0f);
    assert_true(scree_shape_density(world, (scree_shape_id){12345}) == 0.0f);
}

TEST(solvers_have_names)
{
    for (int i = 0; i < SCREE_SOLVER_COUNT; ++i)
    {
        const char *name = scree_solver_name((scree_solver)i);
        assert_int_equal(scree_solver_from_name(name), i);
        scree_world_def def = scree_world_def_default();
        assert_int_equal(def.solver, SCREE_SOLVER_SOFT_STEP);
        def.solver = (scree_solver)i;
        scoped_world *world = world_of(&def);
        assert_int_equal(scree_world_solver(world), i);
    }
    assert_string_equal(scree_solver_name(SCREE_SOLVER_PGS_SPLIT), "pgs_split");
    assert_string_equal(scree_solver_name(SCREE_SOLVER_COUNT), "unknown");
    assert_string_equal(scree_solver_name((scree_solver)-1), "unknown");
    assert_int_equal(scree_solver_from_name("PGS"), SCREE_SOLVER_COUNT);
    assert_int_equal(scree_solver_from_name(NULL), SCREE_SOLVER_COUNT);
}

/// Rectangles are stored by half extents; other quadrilaterals by their vertices.
TEST(a_parallelogram_is_read_back_with_its_own_vertices)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i <= 20; ++i)
    {
        float slant = 0.2f * (float)(i - 10);
        scree_polygon polygon = {
            .count = 4,
            .vertices = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f + slant, 1.0f}, {slant, 1.0f}}};
        scree_shape_id shape = add_polygon(world, static_body(world), usual_shape(), &polygon);
        scree_polygon found = scree_shape_polygon(world, shape);
        assert_int_equal(found.count, 4);
        for (int k = 0; k < 4; ++k)
        {
            assert_near_vec2(found.vertices[k], polygon.vertices[k].x, polygon.vertices[k].y, 1e-5);
        }
        scree_aabb aabb = scree_shape_aabb(world, shape);
        assert_near(aabb.lower.x, slant < 0.0f ? slant : 0.0f, 1e-5);
        assert_near(aabb.upper.x, slant > 0.0f ? 2.0f + slant : 2.0f, 1e-5);
        assert_near(aabb.upper.y - aabb.lower.y, 1.0, 1e-5);
    }
}
