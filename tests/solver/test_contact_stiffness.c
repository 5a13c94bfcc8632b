/// How deep things lie in each other with soft_step. A soft contact of frequency w yields by
/// L / (m h w^2) under the impulse L = load g h of a substep: (load / m) g / w^2. With what cannot
/// move w is twice as high, and never above a quarter of the substeps'.
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
        assert_ok(scree_body_set_locks(c.world, c.balls[i], true, false, true));
    }
    return c;
}

static void settle(const column *c, int substeps) { run_steps_of(c->world, 1200, STEP, substeps); }

/// How much the acceleration of gravity stretches a spring of the frequency, m.
static double stretch(double hertz) { return 10.0 / pow(2.0 * PI * hertz, 2.0); }

TEST(a_ball_lies_as_deep_in_the_ground_as_twice_its_frequency_lets_it)
{
    const struct
    {
        float hertz;
        int substeps;
        double acts;  ///< 1/s
    } cases[] = {{5.0f, 4, 5.0},     {8.0f, 2, 8.0},     {20.0f, 8, 20.0}, {45.0f, 4, 45.0},
                 {1000.0f, 1, 15.0}, {1000.0f, 2, 30.0}, {40.0f, 2, 30.0}, {14.0f, 1, 14.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        scoped_fixture column c = column_of(1, cases[i].hertz);
        settle(&c, cases[i].substeps);
        double depth = 0.5 - (double)scree_body_position(c.world, c.balls[0]).y;
        double expected = stretch(2.0 * cases[i].acts);
        assert_near(depth, expected, 0.01 * expected + 3e-7);
    }
}

TEST(a_ball_on_a_ball_lies_deeper_for_both_give_way)
{
    const float hertz[] = {6.0f, 12.0f, 30.0f};
    for (int i = 0; i < 3; ++i)
    {
        scoped_fixture column c = column_of(2, hertz[i]);
        settle(&c, 4);
        double low = (double)scree_body_position(c.world, c.balls[0]).y;
        double high = (double)scree_body_position(c.world, c.balls[1]).y;
        // The ground carries both. Between the two the effective mass is half of one's.
        double ground = 2.0 * stretch(2.0 * (double)hertz[i]), between = 2.0 * stretch(hertz[i]);
        assert_near(0.5 - low, ground, 0.01 * ground + 3e-7);
        assert_near(1.0 - (high - low), between, 0.01 * between + 6e-7);
    }
}
