/// Each solver: overlap, locks, residuals. Bounce, friction and momentum of each are in
/// test_physics_contact.c.
#include "tests/support/scene_runs.h"

#define GRAVITY 10.0

TEST(a_ball_that_does_not_bounce_stays_down_but_with_pgs_hops_by_its_erp)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        double h = rise_after_bounce(solver, substeps_of(solver), 0.0f, STEP);
        // Found up to v dt deep, overlap opens with a speed of erp v dt / h = erp v.
        double v = sqrt(2.0 * GRAVITY * 4.0), push_speed = 0.2 * v;
        double hop = solver == SCREE_SOLVER_PGS ? push_speed * push_speed / (2.0 * GRAVITY) : 0.0;
        assert_near(h, 0.0, hop + 0.005);
    }
}

/// The speed at which two boxes that overlap by 0.5 m leave each other, m/s; `most`: the largest
/// kinetic energy on the way, J.
static double speed_after_overlap(int solver, double *largest)
{
    scree_world *world = world_solved_by(solver, 0.0f);
    scree_body_id a = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_id b = add_crate(world, 0.5f, 0.0f, 0.5f, 0.5f);
    *largest = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        run_solved(world, STEP);
        *largest = fmax(*largest, total_kinetic_energy(world));
    }
    double apart = (double)(scree_body_position(world, b).x - scree_body_position(world, a).x);
    double speed = (double)(scree_body_velocity(world, b).x - scree_body_velocity(world, a).x);
    // Opened down to the slop.
    assert_at_least(apart, 0.99);
    scree_world_destroy(world);
    return speed;
}

TEST(a_deep_overlap_opens_without_a_launch_where_velocities_have_no_part_in_it)
{
    double largest;
    double launch = speed_after_overlap(SCREE_SOLVER_PGS, &largest);
    // Overlap opens with erp s / h, cut to the push speed of 3 m/s.
    assert_near(launch, 3.0, 0.01);
    assert_at_least(largest, 1.0);
    for (int solver = SCREE_SOLVER_PGS_SPLIT; solver <= SCREE_SOLVER_PROJECTION; ++solver)
    {
        double speed = speed_after_overlap(solver, &largest);
        assert_near(speed, 0.0, 0.01 * launch);
        assert_near(largest, 0.0, 1e-12);
    }
}

TEST(an_overlap_opens_by_its_fraction_and_down_to_the_slop)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scree_world_def def = def_solved_by(solver);
        def.gravity.y = 0.0f;
        def.erp = def.position_correction = 0.25f;
        def.slop = 0.02f;
        scoped_world *world = world_of(&def);
        scree_shape_def shape = surface(0.0f, 0.0f);
        add_ground(world, &shape);
        scree_body_id box = add_crate(world, 0.0f, 0.4f, 0.5f, 0.5f);
        // 0.1 m deep, of which 0.08 m count.
        run_solved(world, STEP);
        assert_near(scree_body_position(world, box).y, 0.4 + 0.25 * 0.08, 1e-5);
        run_solved(world, 1.0f);
        double y = (double)scree_body_position(world, box).y;
        if (solver == SCREE_SOLVER_PGS)
        {
            assert_at_least(y, 0.5);
        }
        else
        {
            assert_near(y, 0.48, 1e-4);
        }
    }
}

TEST(locked_axes_stay_with_every_solver)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        add_ground(world, usual_shape());
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        def.lock_x = def.lock_angle = true;
        def.position = (scree_vec2){0.0f, 1.0f};
        scree_body_id post = scree_body_create(world, &def);
        add_box(world, post, usual_shape(), 0.5f, 0.5f);
        // Inside the post to begin with, and thrown at it.
        scree_body_id crate = add_crate(world, 0.7f, 1.2f, 0.5f, 0.5f);
        scree_body_set_velocity(world, crate, (scree_vec2){-3.0f, 0.0f}, 1.0f);
        run_solved(world, 3.0f);
        assert_near(scree_body_position(world, post).x, 0.0, 0.0);
        assert_near(scree_body_angle(world, post), 0.0, 0.0);
        assert_near(scree_body_position(world, post).y, 0.5, 0.02);
        assert_at_least(scree_body_position(world, crate).x, 0.98);
    }
}

TEST(kinematic_bodies_carry_and_are_not_moved_with_every_solver)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        add_box(world, lift, usual_shape(), 3.0f, 0.5f);
        scree_body_set_velocity(world, lift, (scree_vec2){0.5f, 1.0f}, 0.0f);
        scree_body_id box = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
        run_solved(world, 2.0f);
        assert_near(scree_body_position(world, lift).x, 1.0, 1e-4);
        assert_near(scree_body_position(world, lift).y, 2.0, 1e-4);
        assert_near(scree_body_velocity(world, box).x, 0.5, 0.01);
        assert_near(scree_body_velocity(world, box).y, 1.0, 0.01);
        assert_near(scree_body_position(world, box).y, 3.0, 0.02);
    }
}

TEST(speeds_stay_below_the_cap_with_every_solver)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scree_world_def def = def_solved_by(solver);
        def.max_linear_speed = 5.0f;
        scoped_world *world = world_of(&def);
        scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
        run_solved(world, 3.0f);
        assert_near(scree_body_velocity(world, ball).y, -5.0, 1e-4);
    }
}

TEST(iterations_lower_the_residual)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        double few = pyramid_residual(solver, false, 10);
        double many = pyramid_residual(solver, false, 40);
        assert_at_most(many, 0.7 * few);
    }
}

TEST(the_residual_of_a_box_at_rest_is_zero_and_nobody_else_is_told)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int asked = 0; asked < 2; ++asked)
        {
            scree_world_def def = def_solved_by(solver);
            def.measure_residual = asked;
            scoped_world *world = world_of(&def);
            add_ground(world, usual_shape());
            run_solved(world, STEP);
            assert_int_equal(scree_world_residual(world).points, 0);
            add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
            run_solved(world, 2.0f);
            scree_residual residual = scree_world_residual(world);
            assert_int_equal(residual.points, asked ? 2 : 0);
            assert_near(residual.max, 0.0, 1e-6);
            assert_at_most(residual.rms, residual.max);
        }
    }
}

TEST(measuring_the_residual_changes_nothing)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        uint64_t hashes[2];
        for (int asked = 0; asked < 2; ++asked)
        {
            scree_world_def def = def_solved_by(solver);
            def.measure_residual = asked;
            scoped_world *world = world_of(&def);
            scree_shape_def shape = surface(0.6f, 0.3f);
            add_bin(world, &shape, 3.0f, 10.0f, false);
            for (int i = 0; i < 40; ++i)
            {
                scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 5) - 2.0f,
                                              0.6f + (float)(i / 5), 0.1f * (float)i);
                add_mixed(world, body, &shape, i, 0.8f);
            }
            run_solved(world, 1.0f);
            hashes[asked] = scree_world_hash(world);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}
