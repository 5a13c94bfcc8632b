/// Steps of the smallest length that is taken.
#include "tests/support/worlds.h"

#define SMALLEST 1e-6f

typedef struct flyers
{
    scree_world *world;
    scree_body_id body;
    scree_particle_id particle;
    scree_soft_body_id soft;
} flyers;

static const scree_vec2 speed = {3.0f, -0.002f};

/// One of each kind, `far` from the origin and apart from each other, moving.
static flyers add_flyers(int solver, float far)
{
    scree_world_def def = def_solved_by(solver);
    flyers f = {.world = world_of(&def)};
    f.body = add_crate(f.world, far, 50.0f, 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(f.world, f.body, speed, 2.0f));
    scree_particle_def particle = scree_particle_def_default();
    particle.position = (scree_vec2){far, 30.0f};
    particle.velocity = speed;
    f.particle = scree_particle_create(f.world, &particle);
    assert_true(scree_particle_is_valid(f.world, f.particle));
    scree_soft_body_def soft = scree_soft_body_def_default();
    soft.position = (scree_vec2){far, 0.1f};
    f.soft = scree_soft_body_create_box(f.world, &soft, 0.37f, 0.5f);
    assert_ok(scree_soft_body_set_velocity(f.world, f.soft, speed));
    return f;
}

static void assert_speed(scree_vec2 now, float fallen, float bound, const char *what)
{
    float off = hypotf(now.x - speed.x, now.y - speed.y + fallen);
    if (!(off <= bound))
    {
        fail_msg("%s goes at (%.9g, %.9g), off by %g of %g m/s", what, (double)now.x, (double)now.y,
                 (double)off, (double)bound);
    }
}

/// Soft bodies by the law that docs/particles.md states, the others as if steps were long.
static void check_flyers(int solver, float far, float dt, int substeps)
{
    scoped_fixture flyers f = add_flyers(solver, far);
    float rounding = 1e-4f + 1e-7f * (1.0f + far) * (float)substeps / dt;
    for (int i = 1; i <= 20; ++i)
    {
        assert_ok(scree_world_step(f.world, dt, substeps));
        float fallen = 10.0f * dt * (float)i;
        assert_speed(scree_body_linear_velocity(f.world, f.body), fallen, 1e-4f, "the crate");
        assert_near(scree_body_angular_velocity(f.world, f.body), 2.0, 1e-5);
        assert_speed(scree_particle_velocity(f.world, f.particle), fallen, 1e-4f, "the particle");
        for (int v = 0; v < 4; ++v)
        {
            scree_vec2 velocity = scree_soft_body_vertex_velocity(f.world, f.soft, v);
            assert_speed(velocity, fallen, rounding, "a vertex");
        }
    }
}

TEST(every_kind_keeps_its_speed_in_steps_of_any_length)
{
    static const float lengths[] = {SMALLEST, 1e-5f, 1e-4f, 1e-3f, STEP};
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        {
            for (int substeps = 1; substeps <= 64; substeps *= 8)
            {
                check_flyers(solver, 0.3f, lengths[i], substeps);
                check_flyers(solver, 100.3f, lengths[i], substeps);
            }
        }
    }
}

TEST(a_heap_outlasts_the_shortest_steps)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        add_ground(world, usual_shape());
        scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        scree_particle_def particle = scree_particle_def_default();
        particle.position = (scree_vec2){3.0f, 1.0f};
        scree_particle_create(world, &particle);
        scree_soft_body_def soft = scree_soft_body_def_default();
        soft.position = (scree_vec2){-3.0f, 0.6f};
        scree_soft_body_create_box(world, &soft, 0.5f, 0.5f);
        run_steps(world, 120);
        run_steps_of(world, 30, SMALLEST, 64);
        assert_at_most(total_kinetic_energy(world), 1e-3);
        run_steps(world, 60);
        assert_near(scree_body_position(world, crate).y, 0.5, 0.01);
        assert_at_most(total_kinetic_energy(world), 1e-3);
    }
}
