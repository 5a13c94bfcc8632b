/// Explosions against their formula: width times impulse per length, away from the point.
#include "tests/support/sleep_worlds.h"
#include "world/validate.h"

#define PI 3.14159265358979
#define COUNT 12

static scree_explosion_def blast_of(float x, float y, float radius, float falloff, float size)
{
    scree_explosion_def def = scree_explosion_def_default();
    def.position = (scree_vec2){x, y};
    def.radius = radius;
    def.falloff = falloff;
    def.impulse_per_length = size;
    return def;
}

TEST(a_ring_flies_apart_without_momentum)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id bodies[2 * COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        float sine, cosine;
        scree_sincos((float)(2.0 * PI * i / COUNT), &sine, &cosine);
        bodies[i] = add_ball(world, 3.0f + 4.0f * cosine, -2.0f + 4.0f * sine, 0.5f);
        // Boxes that face the explosion.
        bodies[COUNT + i] = add_body(world, SCREE_BODY_DYNAMIC, 3.0f + 9.0f * cosine,
                                     -2.0f + 9.0f * sine, (float)(2.0 * PI * i / COUNT));
        add_box(world, bodies[COUNT + i], usual_shape(), 0.5f, 0.75f);
    }
    scree_explosion_def def = blast_of(3.0f, -2.0f, 5.0f, 5.0f, 6.0f);
    assert_ok(scree_world_explode(world, &def));
    test_motion motion = total_motion(world);
    assert_true(motion.scale > 50.0);
    assert_near(motion.px / motion.scale, 0.0, 1e-6);
    assert_near(motion.py / motion.scale, 0.0, 1e-6);
    for (int i = 0; i < 2 * COUNT; ++i)
    {
        scree_vec2 v = scree_body_linear_velocity(world, bodies[i]);
        scree_vec2 p = scree_body_position(world, bodies[i]);
        double x = ((double)p.x - 3.0) / (i < COUNT ? 4.0 : 9.0);
        double y = ((double)p.y + 2.0) / (i < COUNT ? 4.0 : 9.0);
        // Balls are 1 m wide, the boxes 1.5 m; these are 3.5 m into the falloff.
        double speed = i < COUNT ? 6.0 / (0.25 * PI) : 6.0 * 1.5 * (1.5 / 5.0) / 1.5;
        assert_near_vec2(v, speed * x, speed * y, 1e-4 * speed);
        assert_near(scree_body_angular_velocity(world, bodies[i]), 0.0, 1e-4 * speed);
    }
}

TEST(falloff_is_linear_in_the_distance_of_surfaces)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id balls[40];
    for (int i = 0; i < 40; ++i)
    {
        // Surfaces are i / 4 m away.
        balls[i] = add_ball(world, 0.0f, 0.5f + 0.25f * (float)i, 0.5f);
    }
    const scree_explosion_def defs[] = {blast_of(0.0f, 0.0f, 3.0f, 4.0f, 2.0f),
                                        blast_of(0.0f, 0.0f, 3.0f, 0.0f, -2.0f)};
    for (int k = 0; k < 2; ++k)
    {
        for (int i = 0; i < 40; ++i)
        {
            assert_ok(scree_body_set_velocity(world, balls[i], (scree_vec2){0.0f, 0.0f}, 0.0f));
        }
        assert_ok(scree_world_explode(world, &defs[k]));
        for (int i = 0; i < 40; ++i)
        {
            double distance = 0.25 * i, falloff = (double)defs[k].falloff;
            double part = distance <= 3.0            ? 1.0
                          : distance < 3.0 + falloff ? (3.0 + falloff - distance) / falloff
                                                     : 0.0;
            double speed = (double)defs[k].impulse_per_length * part / (0.25 * PI);
            assert_near(scree_body_linear_velocity(world, balls[i]).y, speed, 1e-5);
            assert_near(scree_body_linear_velocity(world, balls[i]).x, 0.0, 1e-6);
        }
    }
}

TEST(the_impulse_acts_at_the_closest_point)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 3.0f, 0.0f, 1.0f, 2.0f);
    // At the height of its upper edge: pushed along x, and turned clockwise.
    scree_explosion_def blast = blast_of(0.0f, 1.5f, 5.0f, 0.0f, 3.0f);
    assert_ok(scree_world_explode(world, &blast));
    const double mass = 8.0, inertia = 8.0 * (4.0 + 16.0) / 12.0, impulse = 3.0 * 4.0;
    assert_near(scree_body_linear_velocity(world, box).x, impulse / mass, 1e-5);
    assert_near(scree_body_linear_velocity(world, box).y, 0.0, 1e-6);
    assert_near(scree_body_angular_velocity(world, box), -1.5 * impulse / inertia, 1e-5);
    // Seen from its corner a rod has its visible width.
    scree_body_id rod = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 20.0f, 0.0f);
    scree_capsule capsule = {{0.0f, 0.0f}, {3.0f, 4.0f}, 0.5f};
    assert_true(scree_shape_create_capsule(world, rod, usual_shape(), &capsule).value != 0);
    blast = blast_of(-2.0f, 20.0f, 2.0f, 0.0f, 1.0f);
    assert_ok(scree_world_explode(world, &blast));
    double rod_mass = 5.0 + PI * 0.25;
    assert_near(scree_body_linear_velocity(world, rod).x, (4.0 + 1.0) / rod_mass, 1e-5);
    assert_true(scree_body_angular_velocity(world, rod) > 0.1f);
    // From inside: away from the point, at the middle; in the middle nothing.
    scree_body_id ball = add_ball(world, 50.0f, 0.0f, 1.0f);
    blast = blast_of(50.0f, 0.0f, 2.0f, 0.0f, 1.0f);
    assert_ok(scree_world_explode(world, &blast));
    assert_near(scree_body_linear_velocity(world, ball).x, 0.0, 0.0);
    blast.position.y = -0.25f;
    assert_ok(scree_world_explode(world, &blast));
    assert_near(scree_body_linear_velocity(world, ball).y, 2.0 / PI, 1e-5);
    assert_near(scree_body_angular_velocity(world, ball), 0.0, 1e-6);
}

TEST(only_dynamic_shapes_of_the_mask_are_pushed)
{
    scoped_world *world = make_world(0.0f);
    scree_body_id bodies[5];
    for (int i = 0; i < 5; ++i)
    {
        bodies[i] = add_body(world,
                             i == 0   ? SCREE_BODY_STATIC
                             : i == 1 ? SCREE_BODY_KINEMATIC
                                      : SCREE_BODY_DYNAMIC,
                             2.0f + 3.0f * (float)i, 0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        def.filter.category = i == 2 ? 4 : 2;
        add_circle(world, bodies[i], &def, 0.5f);
    }
    assert_ok(scree_body_set_enabled(world, bodies[3], false));
    while (scree_body_is_awake(world, bodies[4]))
    {
        run_steps(world, 1);
    }
    scree_explosion_def def = blast_of(0.0f, 0.0f, 30.0f, 0.0f, 1.0f);
    def.filter.mask = 2;
    assert_ok(scree_world_explode(world, &def));
    for (int i = 0; i < 5; ++i)
    {
        assert_true((scree_body_linear_velocity(world, bodies[i]).x > 0.0f) == (i == 4));
    }
    assert_true(scree_body_is_awake(world, bodies[4]));
    run_steps(world, 1);
    assert_int_equal(scree_world_body_events(world).woke_count, 1);
    assert_true(scree_body_linear_velocity(world, bodies[4]).x > 0.5f);
    assert_null(sc_validate(world));
}

/// A pile of compounds and others.
static scree_world *pile(void)
{
    scree_world *world = make_world(-10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 60; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 1.3f * (float)(i % 10),
                                      1.0f + 1.3f * (float)(i / 10), 0.1f * (float)i);
        add_mixed(world, body, usual_shape(), i, 0.5f);
        scree_circle disc = {{0.4f, 0.1f}, 0.2f};
        assert_true(scree_shape_create_circle(world, body, usual_shape(), &disc).value != 0);
    }
    return world;
}

TEST(what_was_asked_before_changes_no_bit)
{
    scree_world *worlds[] = {pile(), pile()};
    for (int step = 0; step < 60; ++step)
    {
        run_steps(worlds[0], 1);
        run_steps(worlds[1], 1);
        // Trees are brought up to date in one world only.
        scree_world_overlap_point(worlds[1], (scree_vec2){2.0f, 2.0f}, scree_query_filter_default(),
                                  NULL, 0);
    }
    scree_explosion_def def = blast_of(6.0f, 0.5f, 2.0f, 6.0f, 4.0f);
    for (int k = 0; k < 2; ++k)
    {
        assert_ok(scree_world_explode(worlds[k], &def));
    }
    assert_true(scree_world_hash(worlds[0]) == scree_world_hash(worlds[1]));
    assert_true(total_kinetic_energy(worlds[0]) > 50.0);
    scree_world_destroy(worlds[0]);
    scree_world_destroy(worlds[1]);
}
