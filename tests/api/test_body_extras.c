/// Names of bodies, creation asleep, forces that wake no body, islands, ids and inline helpers.
#include "tests/support/worlds.h"

#include "world/validate.h"

#include <string.h>

TEST(a_body_may_have_the_name_of_another_one)
{
    scoped_world *world = default_world();
    scree_body_id first = add_ball(world, 0.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_name(world, first, "first of all"));
    for (int i = 1; i < 200; ++i)
    {
        // The names move when there are more bodies than there was room for.
        scree_body_id body = add_ball(world, 2.0f * (float)i, 0.0f, 0.5f);
        assert_ok(scree_body_set_name(world, body, scree_body_name(world, first)));
        assert_string_equal(scree_body_name(world, body), "first of all");
    }
}

TEST(a_name_stays_with_its_body_and_with_no_other)
{
    scoped_world *world = default_world();
    scree_body_id first = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_body_id second = add_ball(world, 2.0f, 0.0f, 0.5f);
    assert_null(scree_body_name(world, first));
    assert_ok(scree_body_set_name(world, first, "left wheel"));
    assert_string_equal(scree_body_name(world, first), "left wheel");
    assert_null(scree_body_name(world, second));
    assert_ok(scree_body_set_name(world, second, "a name of thirty-one bytes here"));
    assert_int_equal(strlen(scree_body_name(world, second)), 31);
    assert_int_equal(scree_body_set_name(world, second, "a name of thirty-two bytes here!"),
                     SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_body_name(world, second), "a name of thirty-one bytes here");
    // Rows change, names do not.
    for (int i = 0; i < 40; ++i)
    {
        add_ball(world, 4.0f + 2.0f * (float)i, 0.0f, 0.5f);
    }
    assert_ok(scree_body_set_type(world, second, SCREE_BODY_STATIC));
    assert_string_equal(scree_body_name(world, first), "left wheel");
    // The slot goes to another body, which has no name.
    assert_ok(scree_body_destroy(world, first));
    scree_body_id heir = add_ball(world, 0.0f, 0.0f, 0.5f);
    assert_int_equal(heir.value & 0xffffff, first.value & 0xffffff);
    assert_null(scree_body_name(world, heir));
    assert_null(scree_body_name(world, first));
    assert_ok(scree_body_set_name(world, second, ""));
    assert_null(scree_body_name(world, second));
    assert_int_equal(scree_body_set_name(world, first, "gone"), SCREE_ERROR_STALE_ID);
}

TEST(a_name_that_finds_no_memory_is_refused)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    memory.fail_at = memory.calls;
    assert_int_equal(scree_body_set_name(world, body, "name"), SCREE_ERROR_OUT_OF_MEMORY);
    assert_null(scree_body_name(world, body));
    memory.fail_at = -1;
    assert_ok(scree_body_set_name(world, body, "name"));
    assert_string_equal(scree_body_name(world, body), "name");
    end_counted(world, &memory);
}

/// A crate of a definition on the ground, at rest.
static scree_body_id crate_of(scree_world *world, scree_body_def def, float x, float y)
{
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){x, y};
    scree_body_id body = scree_body_create(world, &def);
    add_box(world, body, usual_shape(), 0.5f, 0.5f);
    return body;
}

TEST(a_stack_that_is_created_asleep_sleeps_after_one_step_until_it_is_hit)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    scree_body_def def = scree_body_def_default();
    def.asleep = true;
    def.linear_velocity = (scree_vec2){3.0f, 0.0f};
    scree_body_id stack[3];
    for (int i = 0; i < 3; ++i)
    {
        stack[i] = crate_of(world, def, 0.0f, 0.5f + (float)i);
        assert_true(scree_body_linear_velocity(world, stack[i]).x == 0.0f);
    }
    assert_ok(scree_world_step(world, STEP, SUBSTEPS));
    assert_ok(scree_world_step(world, STEP, SUBSTEPS));
    for (int i = 0; i < 3; ++i)
    {
        assert_false(scree_body_is_awake(world, stack[i]));
        assert_true(scree_body_settings(world, stack[i]).asleep);
        assert_near_vec2(scree_body_position(world, stack[i]), 0.0, 0.5 + i, 5e-3);
    }
    // They sleep as one island.
    scree_body_id island[4];
    assert_int_equal(scree_body_island(world, stack[0], island, 4), 3);
    scree_body_id ball = add_ball(world, -3.0f, 1.5f, 0.3f);
    assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){20.0f, 0.0f}, 0.0f));
    run_steps(world, 15);
    assert_true(scree_body_is_awake(world, stack[1]));
    assert_true(scree_body_position(world, stack[1]).x > 0.05f);
}

TEST(a_body_that_is_created_asleep_and_pushed_before_the_first_step_stays_awake)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    assert_ok(scree_world_set_sleep_enabled(world, true));
    scree_body_def def = scree_body_def_default();
    def.asleep = true;
    scree_body_id pushed = crate_of(world, def, 0.0f, 0.0f),
                  jointed = crate_of(world, def, 5.0f, 0.0f),
                  fellow = crate_of(world, def, 7.0f, 0.0f);
    assert_ok(scree_body_apply_impulse_to_center(world, pushed, (scree_vec2){1.0f, 0.0f}));
    joint_spec weld = {.type = SCREE_JOINT_WELD, .base = base_of(jointed, fellow)};
    weld.base.frame_a.position.x = 2.0f;
    add_joint(world, &weld);
    run_steps(world, 3);
    assert_true(scree_body_is_awake(world, pushed));
    assert_true(scree_body_position(world, pushed).x > 0.04f);
    assert_false(scree_body_is_awake(world, jointed));
    assert_false(scree_body_is_awake(world, fellow));
    // Where nothing sleeps the flag is of no use.
    assert_ok(scree_world_set_sleep_enabled(world, false));
    def.linear_velocity.x = 2.0f;
    scree_body_id moving = crate_of(world, def, 0.0f, 9.0f);
    run_steps(world, 3);
    assert_true(scree_body_linear_velocity(world, moving).x == 2.0f);
}

TEST(many_bodies_are_created_asleep_at_once)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.asleep = true;
    def.position.y = 0.5f;
    float x[100];
    scree_body_id ids[100];
    for (int i = 0; i < 100; ++i)
    {
        x[i] = 2.0f * (float)i;
    }
    scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    scree_body_batch batch = {.def = &def, .count = 100, .x = x};
    assert_ok(scree_bodies_create(world, &batch, ids));
    assert_ok(scree_shapes_create_polygon(world, ids, 50, usual_shape(), &box, NULL));
    // Shapes with a geometry each do not wake them either.
    scree_geometry boxes[50];
    for (int i = 0; i < 50; ++i)
    {
        boxes[i] = (scree_geometry){.type = SCREE_SHAPE_POLYGON, .polygon = box};
    }
    assert_ok(scree_shapes_create(world, ids + 50, 50, usual_shape(), boxes, NULL));
    run_steps(world, 2);
    assert_int_equal(scree_world_counters(world).asleep_bodies, 100);
}

TEST(a_sleeper_that_is_about_to_wake_can_be_put_back_to_sleep)
{
    for (int again = 0; again < 2; ++again)
    {
        scoped_world *world = default_world();
        add_ground(world, usual_shape());
        scree_body_def def = scree_body_def_default();
        def.asleep = true;
        scree_body_id crate = crate_of(world, def, 0.0f, 0.5f);
        run_steps(world, 2);
        assert_false(scree_body_is_awake(world, crate));
        assert_ok(scree_body_set_awake(world, crate, true));
        assert_true(scree_body_is_awake(world, crate));
        assert_ok(scree_body_sleep(world, crate));
        if (again)
        {
            // A later call that wakes the body cancels its sleep.
            assert_ok(scree_body_set_awake(world, crate, true));
        }
        run_steps(world, 2);
        assert_null(sc_validate(world));
        assert_int_equal(scree_body_is_awake(world, crate), again);
    }
}

TEST(quiet_forces_leave_a_sleeper_alone_and_let_a_body_fall_asleep)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    scree_body_def def = scree_body_def_default();
    scree_body_id loud = crate_of(world, def, 0.0f, 0.5f);
    def.enable_force_wake = false;
    scree_body_id quiet = crate_of(world, def, 3.0f, 0.5f);
    assert_true(scree_body_is_force_wake_enabled(world, loud));
    assert_false(scree_body_is_force_wake_enabled(world, quiet));
    assert_false(scree_body_settings(world, quiet).enable_force_wake);
    // A field that friction holds, on both, in every step.
    scree_body_id both[] = {loud, quiet};
    const float field[] = {0.5f, 0.5f}, none[] = {0.0f, 0.0f};
    for (int i = 0; i < 90; ++i)
    {
        assert_ok(scree_body_apply_force_to_center(world, loud, (scree_vec2){0.25f, 0.0f}));
        assert_ok(scree_body_apply_force_to_center(world, quiet, (scree_vec2){0.25f, 0.0f}));
        assert_ok(scree_bodies_apply_force(world, both, 2, field, none, none));
        run_steps(world, 1);
    }
    assert_true(scree_body_is_awake(world, loud));
    assert_false(scree_body_is_awake(world, quiet));
    assert_true(scree_body_force(world, quiet).x == 0.0f);
    assert_ok(scree_body_apply_impulse_to_center(world, quiet, (scree_vec2){5.0f, 0.0f}));
    assert_ok(scree_bodies_apply_impulse(world, &quiet, 1, field, none, none));
    run_steps(world, 1);
    assert_false(scree_body_is_awake(world, quiet));
    assert_true(scree_body_linear_velocity(world, quiet).x == 0.0f);
    // Switched on, or awake, it feels them.
    assert_ok(scree_body_set_force_wake_enabled(world, quiet, true));
    assert_ok(scree_body_apply_impulse_to_center(world, quiet, (scree_vec2){5.0f, 0.0f}));
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, quiet));
    assert_ok(scree_body_set_force_wake_enabled(world, quiet, false));
    const float speed = scree_body_linear_velocity(world, quiet).x;
    assert_ok(scree_body_apply_impulse_to_center(world, quiet, (scree_vec2){5.0f, 0.0f}));
    assert_true(scree_body_linear_velocity(world, quiet).x > speed + 4.0f);
}

TEST(an_island_is_what_contacts_and_joints_tie_together)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ground = add_body(world, SCREE_BODY_STATIC, 0.0f, -1.0f, 0.0f);
    add_box(world, ground, usual_shape(), 50.0f, 1.0f);
    scree_body_id low = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id high = add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
    scree_body_id apart = add_crate(world, 5.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id lamp = add_crate(world, 5.0f, 8.0f, 0.5f, 0.5f);
    scree_body_id bodies[8];
    // Before the first step there are no contacts.
    assert_int_equal(scree_world_island_count(world), 4);
    run_steps(world, 10);
    assert_int_equal(scree_world_island_count(world), 3);
    assert_int_equal(scree_body_island(world, high, bodies, 8), 2);
    assert_int_equal(bodies[0].value, low.value);
    assert_int_equal(bodies[1].value, high.value);
    // The ground ties nothing, a joint does.
    assert_int_equal(scree_body_island(world, apart, bodies, 8), 1);
    joint_spec rope = {.type = SCREE_JOINT_DISTANCE, .base = base_of(lamp, low), .length = 9.0f};
    add_joint(world, &rope);
    assert_int_equal(scree_body_island(world, lamp, bodies, 1), 3);
    assert_int_equal(bodies[0].value, low.value);
    assert_int_equal(scree_body_island(world, lamp, NULL, 0), 3);
    assert_int_equal(scree_body_island(world, ground, bodies, 8), 0);
    // A filter joint ties nothing.
    scree_filter_joint_def filter = scree_filter_joint_def_default();
    filter.base.body_a = apart;
    filter.base.body_b = high;
    assert_true(scree_joint_create_filter(world, &filter).value != 0);
    assert_int_equal(scree_body_island(world, apart, bodies, 8), 1);
    assert_int_equal(scree_world_island_count(world), 2);
    // A contact ends with its body.
    assert_ok(scree_body_destroy(world, low));
    assert_int_equal(scree_body_island(world, high, bodies, 8), 1);
    assert_int_equal(scree_body_island(world, low, bodies, 8), -1);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_STALE_ID);
    assert_int_equal(scree_world_island_count(NULL), -1);
}

TEST(islands_that_find_no_memory_say_so)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    memory.fail_at = memory.calls;
    assert_int_equal(scree_body_island(world, body, NULL, 0), -1);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    assert_int_equal(scree_body_island(world, body, NULL, 0), 1);
    end_counted(world, &memory);
}

TEST(null_ids_are_null_and_ids_are_the_same_as_themselves)
{
    scoped_world *world = default_world();
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f), other = add_ball(world, 2.0f, 0.0f, 1);
    scree_shape_id shape = scree_shape_null();
    assert_int_equal(scree_body_shapes(world, body, &shape, 1), 1);
    assert_false(scree_shape_is_null(shape));
    assert_true(scree_shape_is_same(shape, shape));
    assert_true(scree_body_is_null(scree_body_null()) && !scree_body_is_null(body));
    assert_true(scree_body_is_same(body, body) && !scree_body_is_same(body, other));
    assert_true(scree_joint_is_null(scree_joint_null()) && scree_chain_is_null(scree_chain_null()));
    assert_true(scree_particle_is_null(scree_particle_null()) &&
                scree_soft_body_is_null(scree_soft_body_null()));
}

TEST(inline_transforms_agree_with_those_of_bodies)
{
    scoped_world *world = default_world();
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    test_random random = random_of(30);
    for (int i = 0; i < 100; ++i)
    {
        const scree_transform a = scree_transform_from_angle(
            scree_vec2_from(random_between(&random, -9, 9), random_between(&random, -9, 9)),
            random_between(&random, -4, 4));
        const scree_transform b = scree_transform_from_angle(
            scree_vec2_from(random_between(&random, -9, 9), random_between(&random, -9, 9)),
            random_between(&random, -4, 4));
        const scree_vec2 p = {random_between(&random, -9, 9), random_between(&random, -9, 9)};
        assert_ok(scree_body_set_transform(world, body, a));
        const scree_vec2 out = scree_transform_apply(a, p);
        const scree_vec2 same = scree_body_world_point(world, body, p);
        assert_near_vec2(out, same.x, same.y, 1e-5);
        assert_near_vec2(scree_transform_apply_inverse(a, out), p.x, p.y, 1e-4);
        const scree_transform product = scree_transform_multiply(a, b);
        const scree_vec2 twice = scree_transform_apply(a, scree_transform_apply(b, p));
        assert_near_vec2(scree_transform_apply(product, p), twice.x, twice.y, 1e-4);
        const scree_transform none = scree_transform_multiply(scree_transform_inverse(a), a);
        assert_near_vec2(none.position, 0.0, 0.0, 1e-4);
        assert_near(none.rotation.cos, 1.0, 1e-5);
        assert_near(none.rotation.sin, 0.0, 1e-5);
        const scree_vec2 turned = scree_rotation_apply(a.rotation, scree_vec2_from(0.0f, 1.0f));
        assert_near(scree_vec2_dot(turned, scree_vec2_perpendicular(turned)), 0.0, 1e-6);
        assert_near(scree_vec2_cross(turned, scree_vec2_perpendicular(turned)), 1.0, 1e-5);
    }
    assert_near_vec2(scree_vec2_normalize(scree_vec2_from(3.0f, 4.0f)), 0.6, 0.8, 1e-6);
    assert_near_vec2(scree_vec2_normalize(scree_vec2_from(0.0f, 0.0f)), 0.0, 0.0, 0.0);
    assert_near_vec2(scree_vec2_normalize(scree_vec2_from(NAN, 1.0f)), 0.0, 0.0, 0.0);
    assert_near(scree_vec2_distance(scree_vec2_from(1.0f, 1.0f), scree_vec2_from(4.0f, 5.0f)), 5.0,
                1e-6);
    assert_near_vec2(
        scree_vec2_interpolate(scree_vec2_from(1.0f, 2.0f), scree_vec2_from(3.0f, 6.0f), 0.25f),
        1.5, 3.0, 1e-6);
    const scree_rotation longer = {6.0f, 8.0f}, zero = {0.0f, 0.0f};
    assert_near(scree_rotation_normalize(longer).sin, 0.8, 1e-6);
    assert_near(scree_rotation_normalize(zero).cos, 1.0, 0.0);
    assert_near(scree_rotation_apply_inverse(longer, scree_vec2_from(6.0f, 8.0f)).x, 100.0, 1e-4);
}
