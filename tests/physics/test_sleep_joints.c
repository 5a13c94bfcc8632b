/// Sleep of joined bodies: kinematic partners, joints that hold nothing, and each pair once.
#include "tests/physics/joint_worlds.h"
#include "tests/support/pair_check.h"
#include "tests/support/sleep_worlds.h"
#include "world/validate.h"

/// A ball that sleeps on a hinge, at y = 0, to a body.
static scree_body_id hang_ball(scree_world *world, scree_body_id post, bool swapped,
                               scree_joint_id *hinge)
{
    scree_body_id ball = add_ball(world, 0.0f, -2.0f, 0.25f);
    *hinge = add_hinge(world, swapped ? ball : post, swapped ? post : ball, 0.0f, 0.0f);
    run_until_asleep(world, 1);
    return ball;
}

TEST(a_sleeper_joined_to_a_kinematic_body_wakes_when_that_gets_a_velocity)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_joint_id hinge;
        scree_body_id post = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id ball = hang_ball(world, post, i % 2 != 0, &hinge);
        if (i < 2)
            scree_body_set_velocity(world, post, (scree_vec2){1.0f, 0.0f}, 0.0f);
        else
            scree_world_bodies(world).vx[0] = 1.0f;  // the view tells no one
        run_steps(world, 1);
        assert_true(scree_body_is_awake(world, ball));
        run_steps(world, 179);
        assert_near(scree_body_position(world, post).x, 3.0, 0.01);
        assert_near(scree_body_position(world, ball).x, 3.0, 0.5);
    }
}

TEST(joints_of_every_type_wake_a_sleeper_when_their_kinematic_body_moves)
{
    const scree_joint_type types[] = {SCREE_JOINT_REVOLUTE, SCREE_JOINT_DISTANCE, SCREE_JOINT_WELD,
                                      SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};
    for (int i = 0; i < 2 * 5; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_body_id post = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id ball = add_ball(world, 0.0f, -2.0f, 0.25f);
        const bool swapped = i % 2 != 0;
        joint_spec spec = {.type = types[i / 2], .length = 2.0f};
        spec.base = swapped ? base_of(ball, post) : base_of(post, ball);
        if (spec.type != SCREE_JOINT_DISTANCE)
        {
            *(swapped ? &spec.base.frame_a.position : &spec.base.frame_b.position) =
                (scree_vec2){0.0f, 2.0f};
        }
        add_joint(world, &spec);
        run_until_asleep(world, 1);
        assert_ok(scree_body_set_velocity(world, post, (scree_vec2){0.0f, 1.0f}, 0.0f));
        run_steps(world, 1);
        assert_true(scree_body_is_awake(world, ball));
        run_steps(world, 59);
        assert_near(scree_body_position(world, ball).y, -1.0, 0.05);
    }
}

TEST(a_sleeper_wakes_when_what_it_is_joined_to_is_put_elsewhere)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_joint_id hinge;
        scree_body_id post =
            add_body(world, i < 2 ? SCREE_BODY_KINEMATIC : SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id ball = hang_ball(world, post, i % 2 != 0, &hinge);
        assert_ok(scree_body_set_transform(
            world, post, scree_transform_from_angle((scree_vec2){0.5f, 0.0f}, 0.0f)));
        assert_true(scree_body_is_awake(world, ball));
    }
}

TEST(a_change_of_a_joint_wakes_its_body_on_either_side)
{
    for (int i = 0; i < 6; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_joint_id hinge;
        scree_body_id ball = hang_ball(world, add_anchor(world), i % 2 != 0, &hinge);
        scree_revolute_joint_def def = scree_joint_revolute_settings(world, hinge);
        def.motor.max = 1.0f;
        assert_ok(i / 2 == 0   ? scree_joint_set_revolute_settings(world, hinge, &def)
                  : i / 2 == 1 ? scree_joint_set_motor_speed(world, hinge, 1.0f)
                               : scree_joint_destroy(world, hinge));
        assert_true(scree_body_is_awake(world, ball));
    }
}

static scree_joint_id add_filter(scree_world *world, scree_body_id a, scree_body_id b, bool swapped)
{
    scree_filter_joint_def def = scree_filter_joint_def_default();
    def.base.body_a = swapped ? b : a;
    def.base.body_b = swapped ? a : b;
    return joint_made(world, scree_joint_create_filter(world, &def));
}

TEST(a_filter_joint_keeps_no_body_awake)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        scree_body_id drifts = add_ball(world, 0.0f, 5.0f, 0.5f);
        if (i < 2)
            scree_body_set_type(world, drifts, SCREE_BODY_KINEMATIC);
        scree_body_set_gravity_scale(world, drifts, 0.0f);
        scree_body_set_velocity(world, drifts, (scree_vec2){1.0f, 0.0f}, 0.0f);
        add_filter(world, crate, drifts, i % 2 != 0);
        run_until_asleep(world, 1);
        assert_false(scree_body_is_awake(world, crate));
        for (int k = 0; k < 20; ++k)
        {
            run_steps(world, 1);
            assert_int_equal(asleep(world), 1);
        }
    }
}

TEST(a_filter_joint_holds_no_body_up)
{
    for (int i = 0; i < 4; ++i)
    {
        // So weak that a body goes no farther than one that rests may, for a while.
        scoped_world *world = make_world(-0.01f);
        scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
        scree_body_type type = i < 2 ? SCREE_BODY_STATIC : SCREE_BODY_KINEMATIC;
        add_filter(world, ball, add_body(world, type, 0.0f, 3.0f, 0.0f), i % 2 != 0);
        run_steps(world, 180);
        assert_int_equal(asleep(world), 0);
        assert_near(scree_body_position(world, ball).y, -0.045, 0.001);
    }
}

// A compound that lies on the ground, which carries three crates that sleep.

#define DISCS 20
#define CRATES 3

static scree_body_id add_compound(scree_world *world, float y)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, y, 0.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    for (int i = 0; i < DISCS; ++i)
    {
        scree_polygon box = scree_polygon_box_at(
            0.2f, 0.2f, (scree_vec2){-4.0f + 0.4f * (float)i, 0.0f}, 0.0f, 0.0f);
        add_polygon(world, body, &def, &box);
    }
    return body;
}

static void check_all(scree_world *world, int round)
{
    const char *broken = sc_validate(world);
    if (broken != NULL)
        fail_msg("round %d: %s", round, broken);
    static scree_shape_pair pairs[1000];
    int count = scree_world_pairs(world, pairs, 1000);
    assert_in_range(count, 0, 1000);
    // They are sorted: one that is there twice follows itself.
    for (int i = 1; i < count; ++i)
    {
        if (pairs[i].a.value == pairs[i - 1].a.value && pairs[i].b.value == pairs[i - 1].b.value)
            fail_msg("round %d: a pair is there twice", round);
    }
}

static void run_checked(scree_world *world, int steps, int round)
{
    for (int k = 0; k < steps; ++k)
    {
        run_steps(world, 1);
        check_all(world, round);
    }
}

TEST(a_joint_of_a_compound_and_ground_with_sleepers_leaves_each_pair_once)
{
    for (int i = 0; i < 8; ++i)
    {
        bool swapped = i % 2 != 0, sleeps = i / 2 % 2 != 0, breaks = i / 4 != 0;
        scoped_world *world = make_world(-10.0f);
        scree_body_id floor = add_floor(world), compound = add_compound(world, 0.2f);
        for (int k = 0; k < CRATES; ++k)
            add_crate(world, 10.0f + 2.0f * (float)k, 0.5f, 0.5f, 0.5f);
        scree_body_set_sleep_threshold(world, compound, sleeps ? 0.05f : 0.0f);
        const int resting = CRATES + (sleeps ? 1 : 0);
        run_until_asleep(world, resting);
        scree_weld_joint_def def = scree_weld_joint_def_default();
        def.base = joined_at(world, swapped ? floor : compound, swapped ? compound : floor, 0.0f,
                             0.2f, 0.0f);
        def.base.break_force = breaks ? 100.0f : 0.0f;
        scree_joint_id joint = joint_made(world, scree_joint_create_weld(world, &def));
        check_all(world, i);
        run_checked(world, 5, i);
        run_until_asleep(world, resting);
        if (breaks)
        {
            scree_body_apply_force_to_center(world, compound, (scree_vec2){0.0f, 500.0f});
            run_checked(world, 1, i);
        }
        else
        {
            for (int collides = 1; collides >= 0; --collides)
            {
                def.base.collide_connected = collides != 0;
                assert_ok(scree_joint_set_weld_settings(world, joint, &def));
                run_checked(world, 1, i);
                run_until_asleep(world, resting);
            }
            assert_ok(scree_joint_destroy(world, joint));
        }
        assert_false(scree_joint_is_valid(world, joint));
        run_checked(world, 60, i);
        assert_near(scree_body_position(world, compound).y, 0.2, 0.02);
        check_pairs(world, i);
    }
}

TEST(sleepers_that_are_destroyed_take_along_no_contacts_but_their_own)
{
    for (int i = 0; i < 32; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        scree_body_id crates[12];
        for (int k = 0; k < 12; ++k)
        {
            crates[k] = add_crate(world, 3.0f * (float)(k / 4), 0.5f + (float)(k % 4), 0.5f, 0.5f);
        }
        run_until_asleep(world, 12);
        test_random random = random_of((uint64_t)i);
        for (int left = 12; left > 7; --left)
        {
            int k = random_below(&random, left);
            assert_ok(scree_body_destroy(world, crates[k]));
            crates[k] = crates[left - 1];
            check_all(world, i);
        }
        run_checked(world, 2, i);
        check_pairs(world, i);
    }
}

TEST(a_sleeping_body_falls_when_its_support_is_destroyed)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_joint_id hinge;
        const scree_body_type type = i / 2 == 0 ? SCREE_BODY_STATIC : SCREE_BODY_KINEMATIC;
        const scree_body_id post = add_body(world, type, 0.0f, 0.0f, 0.0f);
        const scree_body_id ball = hang_ball(world, post, i % 2 != 0, &hinge);
        assert_ok(scree_body_destroy(world, post));
        run_steps(world, 60);
        assert_at_most(scree_body_position(world, ball).y, -5.0);
    }
}
