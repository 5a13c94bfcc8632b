/// The motion of particles and their effects on bodies in one substep, beside closed forms.
#include "tests/support/worlds.h"

static void set(scree_world *world, float damping, float friction, float max_speed)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.damping = damping;
    settings.friction = friction;
    settings.max_speed = max_speed;
    assert_ok(scree_world_set_particle_settings(world, &settings));
}

TEST(gravity_acts_along_both_axes)
{
    scoped_world *world = world_with_gravity(3.0f, -7.0f);
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){1.0f, 2.0f};
    def.velocity = (scree_vec2){2.0f, 4.0f};
    scree_particle_id id = scree_particle_create(world, &def);
    run_steps(world, 60);
    double n = 60.0 * SUBSTEPS, fall = (n + 1.0) / (2.0 * n);
    scree_vec2 at = scree_particle_position(world, id), v = scree_particle_velocity(world, id);
    assert_near_vec2(at, 3.0 + 3.0 * fall, 6.0 - 7.0 * fall, 1e-4);
    assert_near_vec2(v, 5.0, -3.0, 1e-4);
}

/// Velocities shrink by 1 / (1 + h damping) in each substep, so that no damping turns them round.
TEST(damping_is_that_of_implicit_euler)
{
    const double dampings[] = {0.5, 2.0, 100.0, 1e6};
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        set(world, (float)dampings[i], 0.0f, 400.0f);
        scree_particle_id id = add_particle(world, 0.0f, 0.0f, 0.5f);
        scree_particle_set_velocity(world, id, (scree_vec2){10.0f, -20.0f});
        double h = 1.0 / (60.0 * SUBSTEPS), left = 1.0, travel = 0.0;
        for (int step = 0; step < 30; ++step)
        {
            run_steps(world, 1);
            for (int k = 0; k < SUBSTEPS; ++k)
            {
                left /= 1.0 + h * dampings[i];
                travel += h * left;
            }
            scree_vec2 v = scree_particle_velocity(world, id);
            assert_near(v.x, 10.0 * left, 1e-3 * left + 1e-5);
            assert_near(v.y, -20.0 * left, 2e-3 * left + 1e-5);
            assert_near(scree_particle_position(world, id).x, 10.0 * travel, 1e-4);
        }
    }
}

TEST(the_speed_cap_keeps_the_direction)
{
    for (int substeps = 1; substeps <= 8; substeps *= 2)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        set(world, 0.0f, 0.0f, 50.0f);
        scree_particle_id fast = add_particle(world, 0.0f, 0.0f, 0.5f);
        scree_particle_id slow = add_particle(world, 0.0f, 100.0f, 0.5f);
        scree_particle_set_velocity(world, fast, (scree_vec2){-300.0f, 400.0f});
        scree_particle_set_velocity(world, slow, (scree_vec2){29.0f, -40.0f});
        assert_ok(scree_world_step(world, STEP, substeps));
        assert_near_vec2(scree_particle_velocity(world, fast), -30.0, 40.0, 1e-3);
        assert_near_vec2(scree_particle_position(world, fast), -0.5, 40.0 / 60.0, 1e-4);
        assert_near_vec2(scree_particle_velocity(world, slow), 29.0, -40.0, 2e-3);
    }
}

// Bodies

/// A particle strikes a ball of 1 m along (0.6, 0.8); locks take inverse mass along their axes.
static void assert_blow_on_locked(bool lock_x, bool lock_y)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 2.0f, 3.0f, 1.0f);
    scree_body_set_locks(world, ball, (scree_motion_locks){lock_x, lock_y, false});
    double reach = 1.5 - 0.02;
    scree_particle_id id =
        add_particle(world, (float)(2.0 - 0.6 * reach), (float)(3.0 - 0.8 * reach), 0.5f);
    double m = (double)scree_particle_mass(world, id), mass = 3.14159265 * 1.0;
    double inverse = (lock_x ? 0.0 : 0.36 / mass) + (lock_y ? 0.0 : 0.64 / mass);
    double normal_impulse = 0.02 * 60.0 / (1.0 / m + inverse);
    assert_ok(scree_world_step(world, STEP, 1));
    scree_vec2 v = scree_particle_velocity(world, id), u = scree_body_linear_velocity(world, ball);
    double bound = 2e-3 * normal_impulse;
    assert_near(m * (double)v.x, -0.6 * normal_impulse, bound);
    assert_near(m * (double)v.y, -0.8 * normal_impulse, bound);
    assert_near(mass * (double)u.x, lock_x ? 0.0 : 0.6 * normal_impulse, lock_x ? 0.0 : bound);
    assert_near(mass * (double)u.y, lock_y ? 0.0 : 0.8 * normal_impulse, lock_y ? 0.0 : bound);
    assert_near(scree_body_angular_velocity(world, ball), 0.0, 1e-4);
    // Its displacement is its new velocity times the step.
    scree_vec2 at = scree_body_position(world, ball);
    assert_near_vec2(at, 2.0 + (double)u.x / 60.0, 3.0 + (double)u.y / 60.0, 1e-5);
    // They touch without overlap.
    scree_vec2 p = scree_particle_position(world, id);
    assert_near(hypot((double)at.x - (double)p.x, (double)at.y - (double)p.y), 1.5,
                lock_x == lock_y ? 1e-5 : 1e-3);
}

TEST(locks_of_a_body_count_along_their_axes_alone)
{
    assert_blow_on_locked(false, false);
    assert_blow_on_locked(true, false);
    assert_blow_on_locked(false, true);
    assert_blow_on_locked(true, true);
}

TEST(a_body_that_is_struck_turns_by_as_much_as_its_spin_says)
{
    for (int substeps = 1; substeps <= 4; substeps *= 4)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id crate = add_crate(world, 0.0f, 0.0f, 1.0f, 0.25f);
        scree_particle_id id = add_particle(world, 0.8f, 0.49f, 0.25f);
        assert_ok(scree_world_step(world, STEP, substeps));
        double w = (double)scree_body_angular_velocity(world, crate);
        assert_at_most(w, -0.1);
        // In the first substep, and on its way through all of them.
        assert_near(scree_body_angle(world, crate), w / 60.0, 2e-3 * fabs(w));
        assert_near(scree_body_position(world, crate).y,
                    (double)scree_body_linear_velocity(world, crate).y / 60.0, 1e-4);
        double m = (double)scree_particle_mass(world, id);
        double down = (double)scree_body_mass(world, crate) *
                      (double)scree_body_linear_velocity(world, crate).y;
        assert_near(m * (double)scree_particle_velocity(world, id).y + down, 0.0, 1e-4);
        // An arm of 0.8 m for nearly all of the push.
        assert_near((double)scree_body_inertia(world, crate) * w, 0.8 * down, 0.02 * fabs(down));
    }
}

TEST(momentum_goes_over_to_a_body_that_a_particle_hits)
{
    for (int k = 0; k < 3; ++k)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        scree_particle_id id = add_particle(world, -2.0f, 0.2f * (float)k, 0.25f);
        scree_particle_set_velocity(world, id, (scree_vec2){6.0f, 0.0f});
        double m = (double)scree_particle_mass(world, id),
               mass = (double)scree_body_mass(world, crate);
        double before = -m * 6.0 * 0.2 * (double)k;
        run_steps(world, 60);
        scree_vec2 v = scree_particle_velocity(world, id), p = scree_particle_position(world, id);
        scree_vec2 u = scree_body_linear_velocity(world, crate),
                   q = scree_body_position(world, crate);
        assert_at_least(u.x, 0.5);
        assert_near(m * (double)v.x + mass * (double)u.x, 6.0 * m, 1e-3);
        assert_near(m * (double)v.y + mass * (double)u.y, 0.0, 1e-3);
        double spin = (double)scree_body_inertia(world, crate) *
                      (double)scree_body_angular_velocity(world, crate);
        double after = m * ((double)p.x * (double)v.y - (double)p.y * (double)v.x) +
                       mass * ((double)q.x * (double)u.y - (double)q.y * (double)u.x) + spin;
        assert_near(after, before, 0.02 * 6.0 * m);
        assert_true(k == 0 ? fabs(spin) < 1e-3 : spin < -1e-3);
        // Energy is lost, never won.
        double energy = 0.5 * m * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
                        total_kinetic_energy(world);
        assert_at_most(energy, 0.5 * m * 36.0);
    }
}

TEST(a_fast_wall_pushes_a_particle_before_it_and_not_beyond)
{
    for (int substeps = 1; substeps <= 16; substeps *= 4)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id wall =
            add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, usual_shape(), 0.5f, 2.0f);
        scree_body_set_velocity(world, wall, (scree_vec2){30.0f, 0.0f}, 0.0f);
        scree_particle_id id = add_particle(world, 0.8f, 0.0f, 0.25f);
        for (int i = 1; i <= 5; ++i)
        {
            assert_ok(scree_world_step(world, STEP, substeps));
            assert_near(scree_particle_position(world, id).x, 0.5 * i + 0.75, 1e-3);
        }
        assert_near(scree_particle_velocity(world, id).x, 30.0, 0.05);
        assert_near(scree_body_position(world, wall).x, 2.5, 1e-4);
    }
}

TEST(a_floor_that_slides_or_turns_takes_a_particle_along_by_friction)
{
    // A box that slides, and a ball that turns below the particle: 2 m/s to the right at the top.
    for (int turns = 0; turns < 2; ++turns)
    {
        for (int sign = -1; sign <= 1; sign += 2)
        {
            scoped_world *world = world_with_gravity(0.0f, -10.0f);
            set(world, 0.0f, 0.4f, 400.0f);
            scree_shape_def def = surface(0.4f, 0.0f);
            scree_body_id floor = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, -10.0f, 0.0f);
            scree_vec2 still = {0.0f, 0.0f}, slide = {2.0f * (float)sign, 0.0f};
            if (turns == 1)
            {
                add_circle(world, floor, &def, 10.0f);
                scree_body_set_velocity(world, floor, still, -0.2f * (float)sign);
            }
            else
            {
                add_box(world, floor, &def, 10.0f, 10.0f);
                scree_body_set_velocity(world, floor, slide, 0.0f);
            }
            scree_particle_id id = add_particle(world, 0.0f, 0.25f, 0.25f);
            run_steps(world, 6);
            // 0.4 * 10 m/s^2 until both go alike.
            assert_near(scree_particle_velocity(world, id).x, sign * 0.4, 0.02);
            run_steps(world, 12);
            assert_near(scree_particle_velocity(world, id).x, sign * 1.2, 0.06);
            run_steps(world, 30);
            assert_near(scree_particle_velocity(world, id).x, sign * 2.0, 0.05);
        }
    }
}

TEST(a_heavy_body_on_particles_that_cannot_give_way_stays_above_them)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def post = scree_particle_def_default();
    post.fixed = true;
    post.radius = 0.25f;
    for (int i = 0; i < 3; ++i)
    {
        post.position.x = (float)i - 1.0f;
        scree_particle_create(world, &post);
    }
    scree_body_id crate = add_crate(world, 0.0f, 0.80f, 1.5f, 0.5f);
    run_steps(world, 240);
    assert_near(scree_body_position(world, crate).y, 0.75, 0.01);
    assert_near(scree_body_angle(world, crate), 0.0, 0.01);
    // A step ends with half of its fall given back.
    assert_near(scree_body_linear_velocity(world, crate).y, 0.0, 0.1);
}
