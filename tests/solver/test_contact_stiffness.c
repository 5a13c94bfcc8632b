/// How deep things lie in each other with soft_step. A soft contact of frequency w yields by L / (m
/// h w^2) under the impulse L = load g h of a substep: (load / m) g / w^2. Against immovable bodies
/// w is twice as high. It is never above a quarter of the substep rate, or 3/8 against immovable
/// bodies.
#include "tests/support/worlds.h"

#define PI 3.14159265358979323846

/// Balls of radius 0.5 m, one on the other, that can only go up and down.
typedef struct column
{
    scree_world *world;
    scree_body_id balls[2];
} column;

static column column_of(int count, float hertz)
{
    scree_world_def def = awake_world_def();
    def.contact_hertz = hertz;
    column c = {.world = world_of(&def)};
    add_ground(c.world, usual_shape());
    for (int i = 0; i < count; ++i)
    {
        c.balls[i] = add_ball(c.world, 0.0f, 0.5f + (float)i, 0.5f);
        assert_ok(
            scree_body_set_locks(c.world, c.balls[i], (scree_motion_locks){true, false, true}));
    }
    return c;
}

static void settle(const column *c, int substeps) { run_steps_of(c->world, 1200, STEP, substeps); }

/// How much the acceleration of gravity stretches a spring of the frequency, m.
static double stretch(double hertz) { return 10.0 / pow(2.0 * PI * hertz, 2.0); }

TEST(balls_lie_as_deep_as_the_frequency_of_their_contacts_lets_them)
{
    const struct
    {
        float hertz;
        int substeps, balls;
        double acts;  ///< with the ground, 1/s, at most 3/8 of the substep rate
    } cases[] = {{5.0f, 4, 1, 10.0},  {8.0f, 2, 1, 16.0},    {20.0f, 8, 1, 40.0},
                 {45.0f, 4, 1, 90.0}, {1000.0f, 1, 1, 22.5}, {1000.0f, 2, 1, 45.0},
                 {40.0f, 2, 1, 45.0}, {14.0f, 1, 1, 22.5},   {6.0f, 4, 2, 12.0},
                 {12.0f, 4, 2, 24.0}, {30.0f, 4, 2, 60.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        scoped_fixture column c = column_of(cases[i].balls, cases[i].hertz);
        settle(&c, cases[i].substeps);
        double low = (double)scree_body_position(c.world, c.balls[0]).y;
        double ground = cases[i].balls * stretch(cases[i].acts);
        assert_near(0.5 - low, ground, 0.01 * ground + 3e-7);
        // Between two balls the effective mass is half of one's.
        double between = 2.0 * stretch((double)cases[i].hertz);
        assert_true(cases[i].balls == 1 ||
                    fabs(1.0 - (double)scree_body_position(c.world, c.balls[1]).y + low - between) <
                        0.01 * between + 6e-7);
    }
}

/// Were the force bounded by the push speed, some of these would lie 0.73 m in each other.
TEST(a_crowd_without_room_has_no_pair_that_is_squeezed_flat)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_bin(world, usual_shape(), 10.0f, 20.0f, true);
    scree_body_id discs[625];
    for (int i = 0; i < 625; ++i)
    {
        float x = 0.72f * (float)(i / 25 - 12), y = 10.0f + 0.72f * (float)(i % 25 - 12);
        discs[i] = add_ball(world, x, y, 0.5f);
    }
    run_steps(world, 300);
    for (int i = 0; i < 625 * 625; ++i)
    {
        scree_vec2 a = scree_body_position(world, discs[i / 625]);
        scree_vec2 b = scree_body_position(world, discs[i % 625]);
        assert_true(i / 625 == i % 625 || hypotf(a.x - b.x, a.y - b.y) > 0.68f);
    }
}

/// A cart of a ton on wheels of 1.6 kg, with the stiffest contacts that the substeps allow.
TEST(a_heavy_cart_on_light_wheels_comes_to_rest)
{
    scree_world_def def = awake_world_def();
    def.gravity.y = -22.0f;
    def.contact_hertz = 240.0f;
    def.contact_push_speed = 0.5f;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    scree_shape_def heavy = *usual_shape(), wheel = heavy;
    heavy.density = 1000.0f;
    wheel.density = 50.0f;
    wheel.material.rolling_resistance = 0.02f;
    scree_body_id cart = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 2.25f, &heavy, 1.0f, 0.25f);
    for (float x = -0.9f; x < 1.0f; x += 1.8f)
    {
        scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, x, 1.85f, &wheel, 0.1f);
        joint_spec axle = {.type = SCREE_JOINT_REVOLUTE, .base = base_of(cart, disc)};
        axle.base.frame_a.position = (scree_vec2){x, -0.4f};
        add_joint(world, &axle);
    }
    run_steps_of(world, 600, STEP, 12);
    assert_at_most(total_kinetic_energy(world), 0.5);
    assert_near(scree_body_position(world, cart).y, 0.495, 0.015);
}
