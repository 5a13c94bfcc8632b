/// The caps of speed and turn, in every direction, however large the drive, beside neighbours.
#include "tests/support/worlds.h"

#define CAP 50.0f
#define PI 3.14159265358979

static scree_world *capped_world(int solver)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity.y = 0.0f;
    def.max_linear_speed = CAP;
    return world_of(&def);
}

static scree_vec2 direction(int i)
{
    scree_vec2 d;
    scree_sincos(0.39269908f * (float)i, &d.y, &d.x);
    // Along the axes exactly.
    d.x = i % 8 == 4 ? 0.0f : d.x;
    d.y = i % 8 == 0 ? 0.0f : d.y;
    return d;
}

/// The body goes at the cap in this direction, and went so for the whole step.
static void assert_at_cap(const scree_world *world, scree_body_id body, scree_vec2 d)
{
    scree_vec2 v = scree_body_linear_velocity(world, body), p = scree_body_position(world, body);
    assert_near_vec2(v, CAP * d.x, CAP * d.y, 1e-4 * (double)CAP);
    assert_near_vec2(p, CAP * d.x * STEP, CAP * d.y * STEP, 1e-3);
}

TEST(speeds_are_cut_to_the_cap_in_every_direction)
{
    // Beyond 2e19 squares are out of range.
    const float speeds[] = {1.001f * CAP, 1.3f * CAP, 1e6f, 1e19f, 1e30f, 3e38f};
    for (int i = 0; i < 16 * 6 * SCREE_SOLVER_COUNT; ++i)
    {
        for (int type = SCREE_BODY_KINEMATIC; type <= SCREE_BODY_DYNAMIC; ++type)
        {
            scoped_world *world = capped_world(i / 96);
            scree_vec2 d = direction(i % 16);
            scree_body_id body =
                add_slab(world, (scree_body_type)type, 0.0f, 0.0f, usual_shape(), 0.5f, 0.5f);
            float speed = speeds[i / 16 % 6];
            scree_vec2 v = {speed * d.x, speed * d.y};
            assert_ok(scree_body_set_velocity(world, body, v, 0.0f));
            assert_ok(scree_world_step(world, STEP, 1 + i % 5));
            assert_at_cap(world, body, d);
            assert_near(scree_body_angular_velocity(world, body), 0.0, 0.0);
        }
    }
}

TEST(speeds_below_the_cap_are_left_alone)
{
    for (int i = 0; i < 16; ++i)
    {
        // Both coordinates may be above the half of it.
        for (float fraction = 0.45f; fraction < 1.0f; fraction += 0.09f)
        {
            scoped_world *world = capped_world(i % SCREE_SOLVER_COUNT);
            scree_vec2 d = direction(i);
            scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
            scree_vec2 v = {fraction * CAP * d.x, fraction * CAP * d.y};
            scree_body_set_velocity(world, body, v, 0.0f);
            run_steps(world, 2);
            assert_true(scree_body_linear_velocity(world, body).x == v.x);
            assert_true(scree_body_linear_velocity(world, body).y == v.y);
        }
    }
}

TEST(forces_bring_a_body_to_the_cap_and_no_further)
{
    const float forces[] = {1e5f, 1e8f, 1e20f, 1e30f, 3e38f};
    for (int i = 0; i < 16 * 5 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = capped_world(i / 80);
        scree_vec2 d = direction(i % 16);
        scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        float force = forces[i / 16 % 5];
        assert_ok(
            scree_body_apply_force_to_center(world, body, (scree_vec2){force * d.x, force * d.y}));
        assert_ok(scree_world_step(world, STEP, 1 + i % 5));
        assert_at_cap(world, body, d);
    }
}

TEST(gravity_brings_a_body_to_the_cap_and_no_further)
{
    for (int i = 0; i < 16 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = capped_world(i / 16);
        scree_vec2 d = direction(i % 16);
        scree_world_set_gravity(world, (scree_vec2){300.0f * d.x, 300.0f * d.y});
        scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        for (int k = 0; k < 30; ++k)
        {
            run_steps(world, 1);
            scree_vec2 v = scree_body_linear_velocity(world, body);
            assert_at_most(hypotf(v.x, v.y), 1.0001f * CAP);
        }
        scree_vec2 v = scree_body_linear_velocity(world, body);
        assert_near_vec2(v, CAP * d.x, CAP * d.y, 1e-3 * (double)CAP);
    }
}

static double turned(const scree_world *world, scree_body_id body)
{
    return (double)scree_body_angle(world, body);
}

TEST(spins_are_cut_to_an_eighth_of_a_turn_a_substep_either_way)
{
    const float spins[] = {1.0001f, 1.5f, 100.0f, 1e10f, 1e25f};
    for (int i = 0; i < 2 * 5 * 3 * SCREE_SOLVER_COUNT; ++i)
    {
        for (int kind = 0; kind < 3; ++kind)
        {
            int substeps = 1 + i / 10 % 3;
            double sign = i % 2 ? -1.0 : 1.0, h = (double)STEP / substeps, cap = 0.25 * PI / h;
            scoped_world *world = capped_world(i / 30);
            scree_body_id body = add_body(
                world, kind == 2 ? SCREE_BODY_KINEMATIC : SCREE_BODY_DYNAMIC, 3.0f, 4.0f, 0.0f);
            add_box(world, body, usual_shape(), 0.5f, 0.5f);
            float spin = (float)(sign * cap) * spins[i / 2 % 5];
            // Drive it by a torque over the step instead.
            scree_result result =
                kind == 1 ? scree_body_apply_torque(world, body,
                                                    spin * scree_body_inertia(world, body) / STEP)
                          : scree_body_set_velocity(world, body, (scree_vec2){1.0f, -2.0f}, spin);
            assert_ok(result);
            assert_ok(scree_world_step(world, STEP, substeps));
            bool whole = kind != 1 || spins[i / 2 % 5] > 50.0f || substeps == 1;
            if (whole)
            {
                // Each substep turns by atan(w h) = atan(pi / 4).
                double angle = sign * substeps * atan(0.25 * PI);
                assert_near(turned(world, body), angle, 1e-4);
                assert_near(scree_body_angular_velocity(world, body), sign * cap, 1e-4 * cap);
            }
            assert_at_most(fabsf(scree_body_angular_velocity(world, body)), 1.0001 * cap);
            scree_vec2 v = scree_body_linear_velocity(world, body);
            assert_true(v.x == (kind == 1 ? 0.0f : 1.0f) && v.y == (kind == 1 ? 0.0f : -2.0f));
        }
    }
}

TEST(spins_below_the_cap_are_left_alone)
{
    for (int i = 0; i < 12; ++i)
    {
        scoped_world *world = capped_world(i % SCREE_SOLVER_COUNT);
        double cap = 0.25 * PI / (double)STEP;
        float spin = (float)(cap * (i % 2 ? -0.99 : 0.99)) / (float)(1 + i / 4);
        scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){0.0f, 0.0f}, spin);
        assert_ok(scree_world_step(world, STEP, 1));
        assert_true(scree_body_angular_velocity(world, body) == spin);
    }
}

#define CRATES 37

typedef enum deed
{
    NOTHING,
    SPEED,
    SPIN,
    FORCE,
    TORQUE,
    DEEDS
} deed;

static void drive(scree_world *world, scree_body_id body, deed d, scree_vec2 axis, float size)
{
    scree_vec2 huge = {size * axis.x, size * axis.y}, none = {0.0f, 0.0f};
    float spin = size * (axis.x + axis.y);
    scree_result result = d == SPEED   ? scree_body_set_velocity(world, body, huge, 0.0f)
                          : d == SPIN  ? scree_body_set_velocity(world, body, none, spin)
                          : d == FORCE ? scree_body_apply_force_to_center(world, body, huge)
                                       : scree_body_apply_torque(world, body, spin);
    assert_ok(result);
}

TEST(neighbours_in_memory_keep_every_bit)
{
    for (int i = 0; i < DEEDS * SCREE_SOLVER_COUNT * 3; ++i)
    {
        scree_world *worlds[2];
        scree_body_id bodies[2][CRATES];
        int middle = 3 + 15 * (i % 3);
        for (int w = 0; w < 2; ++w)
        {
            worlds[w] = capped_world(i / 3 % SCREE_SOLVER_COUNT);
            for (int k = 0; k < CRATES; ++k)
            {
                bodies[w][k] = add_crate(worlds[w], 4.0f * (float)k, 0.0f, 0.5f, 0.5f);
                scree_vec2 v = {0.1f * (float)(k % 5), -0.2f * (float)(k % 7)};
                scree_body_set_velocity(worlds[w], bodies[w][k], v, 0.3f * (float)(k % 3) - 0.3f);
            }
            deed d = (deed)(i / 3 / SCREE_SOLVER_COUNT);
            if (w == 1 && d != NOTHING)
            {
                drive(worlds[w], bodies[w][middle], d, direction(i), 1e30f);
            }
            run_steps(worlds[w], 3);
        }
        for (int k = 0; k < CRATES; ++k)
        {
            scree_vec2 p = scree_body_position(worlds[0], bodies[0][k]);
            scree_vec2 q = scree_body_position(worlds[1], bodies[1][k]);
            bool same = p.x == q.x && p.y == q.y &&
                        scree_body_angle(worlds[0], bodies[0][k]) ==
                            scree_body_angle(worlds[1], bodies[1][k]);
            assert_true(same || k == middle);
        }
        scree_world_destroy(worlds[0]);
        scree_world_destroy(worlds[1]);
    }
}

TEST(what_touches_a_body_that_is_driven_past_the_caps_stays_whole)
{
    const float sizes[] = {1e5f, 1e12f, 1e30f};
    for (int i = 0; i < (DEEDS - 1) * 8 * 3; ++i)
    {
        for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            scoped_world *world = capped_world(solver);
            // A heap of nine, whose middle one is driven.
            scree_body_id bodies[9];
            for (int k = 0; k < 9; ++k)
            {
                bodies[k] = add_crate(world, (float)(k % 3), (float)(k / 3), 0.5f, 0.5f);
            }
            drive(world, bodies[4], (deed)(1 + i / 24), direction(2 * (i % 8)), sizes[i / 8 % 3]);
            run_steps(world, 20);
            assert_int_equal(scree_world_counters(world).disabled_bodies, 0);
            for (int k = 0; k < 9; ++k)
            {
                // At most a push by a body at the cap, or out of an overlap that it turned into.
                scree_vec2 v = scree_body_linear_velocity(world, bodies[k]);
                assert_at_most(hypotf(v.x, v.y), 1.0001f * CAP);
                assert_at_most(fabsf(scree_body_position(world, bodies[k]).x), 2.0f + CAP * 0.34f);
                assert_at_most(fabsf(scree_body_position(world, bodies[k]).y), 2.0f + CAP * 0.34f);
            }
        }
    }
}

/// The hash of a heap in which one body is driven by `times` times the cap.
static uint64_t heap_driven_by(int solver, deed d, scree_vec2 axis, float times, int substeps)
{
    scoped_world *world = capped_world(solver);
    scree_body_id bodies[9];
    for (int k = 0; k < 9; ++k)
    {
        bodies[k] = add_ball(world, (float)(k % 3), (float)(k / 3), 0.5f);
        // Pressed together, so that friction acts.
        scree_vec2 inward = {2.0f - 2.0f * (float)(k % 3), 2.0f - 2.0f * (float)(k / 3)};
        scree_body_set_velocity(world, bodies[k], inward, 0.0f);
    }
    float h = STEP / (float)substeps, turn = (float)(0.25 * PI) / h, spin = axis.x + axis.y;
    float mass = scree_body_mass(world, bodies[4]), inertia = scree_body_inertia(world, bodies[4]);
    float force = mass * CAP / h * times;
    scree_vec2 v = {CAP * times * axis.x, CAP * times * axis.y}, none = {0.0f, 0.0f};
    scree_result result =
        d == SPEED   ? scree_body_set_velocity(world, bodies[4], v, 0.0f)
        : d == SPIN  ? scree_body_set_velocity(world, bodies[4], none, turn * times * spin)
        : d == FORCE ? scree_body_apply_force_to_center(
                           world, bodies[4], (scree_vec2){force * axis.x, force * axis.y})
                     : scree_body_apply_torque(world, bodies[4], inertia * turn / h * times * spin);
    assert_ok(result);
    assert_ok(scree_world_step(world, STEP, substeps));
    return scree_world_hash(world);
}

TEST(no_contact_sees_more_than_the_cap)
{
    const float times[] = {1.3f, 1.9f, 20.0f, 1e20f};
    for (int i = 0; i < (DEEDS - 1) * 4 * SCREE_SOLVER_COUNT; ++i)
    {
        deed d = (deed)(1 + i % (DEEDS - 1));
        // Along the axes a vector is cut to the very bit.
        scree_vec2 axis = direction(4 * (i / (DEEDS - 1)));
        int solver = i / (DEEDS - 1) / 4, substeps = 1 + i % 3;
        uint64_t just = heap_driven_by(solver, d, axis, 1.001f, substeps);
        for (int k = 0; k < 4; ++k)
        {
            assert_true(heap_driven_by(solver, d, axis, times[k], substeps) == just);
        }
        // That it matters what the contacts see.
        assert_true(heap_driven_by(solver, d, axis, 0.9f, substeps) != just);
    }
}
