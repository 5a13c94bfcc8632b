/// The fixed clock, and poses between the last two states of a world.
#include "tests/support/worlds.h"

static scree_world *make_world(void)
{
    scree_world_def def = scree_world_def_default();
    def.keep_previous_poses = true;
    scree_world *world = world_of(&def);
    add_bin(world, usual_shape(), 4.0f, 8.0f, false);
    test_random random = random_of(7);
    for (int i = 0; i < 25; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, random_between(&random, -3.0f, 3.0f),
                     1.0f + 0.5f * (float)i, random_between(&random, -3.0f, 3.0f));
        add_mixed(world, body, usual_shape(), i, 0.6f);
    }
    return world;
}

TEST(the_steps_do_not_depend_on_how_frames_divide_the_time)
{
    for (uint64_t seed = 1; seed <= 6; ++seed)
    {
        scoped_world *framed = make_world(), *stepped = make_world();
        scree_clock clock = scree_clock_default();
        test_random random = random_of(seed);
        int steps = 0;
        double total = 0.0;
        while (total < 2.0)
        {
            // From a tenth of a step to five of them.
            float frame = random_between(&random, 0.0015f, seed % 2 == 0 ? 0.01f : 0.08f);
            scree_advance done = scree_world_advance(framed, (double)frame, &clock);
            assert_ok(done.result);
            assert_true(done.dropped == 0.0);
            total += (double)frame;
            run_steps_of(stepped, done.steps, clock.time_step, clock.substeps);
            steps += done.steps;
            assert_true(scree_world_hash(framed) == scree_world_hash(stepped));
            // Not a bit of time is lost, and never a step.
            assert_true((double)steps * (double)clock.time_step + clock.accumulator == total);
            assert_true(clock.accumulator >= 0.0 && clock.accumulator < (double)clock.time_step);
            assert_near(done.alpha, clock.accumulator / (double)clock.time_step, 1e-6);
        }
        assert_int_equal(steps, (int)(total / (double)clock.time_step));
    }
}

TEST(time_over_the_cap_is_dropped_and_told)
{
    scoped_world *world = make_world();
    scree_clock clock = scree_clock_default();
    clock.time_step = 0.015625f;  // a power of two: all sums below are exact
    clock.max_steps = 5;
    scree_advance done = scree_world_advance(world, 12.5 * 0.015625, &clock);
    assert_int_equal(done.steps, 5);
    assert_true(done.dropped == 7.0 * 0.015625);
    assert_true(clock.accumulator == 0.5 * 0.015625);
    assert_true(done.alpha == 0.5f);
    done = scree_world_advance(world, 5.5 * 0.015625, &clock);
    assert_int_equal(done.steps, 5);
    assert_true(done.dropped == 0.015625 && done.alpha == 0.0f);
    const double huge[] = {1e10, 1e30, DBL_MAX};
    for (int i = 0; i < 3; ++i)
    {
        done = scree_world_advance(world, huge[i], &clock);
        assert_ok(done.result);
        assert_int_equal(done.steps, 5);
        assert_true(done.dropped >= 0.99 * huge[i]);
        assert_true(clock.accumulator >= 0.0 && clock.accumulator < 0.015625);
    }
}

typedef struct call_log
{
    char text[32];
    scree_world *other;
} call_log;

static void before(scree_world *world, void *context)
{
    call_log *log = context;
    strcat(log->text, "b");
    scree_clock clock = scree_clock_default();
    assert_int_equal(scree_world_advance(world, 1.0, &clock).result, SCREE_ERROR_LOCKED);
    scree_world_destroy(world);
    assert_int_equal(scree_world_advance(log->other, 0.04, &clock).steps, 2);
    scree_body_view bodies = scree_world_bodies(world);
    assert_ok(scree_body_apply_force_to_center(world, bodies.id[0], (scree_vec2){0.0f, 1.0f}));
}

static void after(scree_world *world, void *context)
{
    (void)world;
    call_log *log = context;
    strcat(log->text, "a");
}

TEST(callbacks_come_round_each_step)
{
    call_log log = {.other = make_world()};
    scoped_world *world = make_world();
    scree_clock clock = scree_clock_default();
    clock.before_step = before;
    clock.after_step = after;
    clock.context = &log;
    assert_int_equal(scree_world_advance(world, 0.055, &clock).steps, 3);
    assert_string_equal(log.text, "bababa");
    assert_int_equal(scree_world_advance(world, 0.001, &clock).steps, 0);
    assert_string_equal(log.text, "bababa");
    scree_world_destroy(log.other);
}

TEST(a_step_that_finds_no_memory_keeps_its_time)
{
    test_memory memory = {.fail_at = -1};
    scree_world_def def = counted_def(&memory);
    scoped_world *world = world_of(&def);
    add_ball(world, 0.0f, 0.0f, 0.5f);
    memory.calls = 0;
    memory.fail_at = 0;
    memory.fail_after = true;
    scree_clock clock = scree_clock_default();
    scree_advance done = scree_world_advance(world, 0.04, &clock);
    assert_int_equal(done.result, SCREE_ERROR_OUT_OF_MEMORY);
    assert_true(done.steps == 0 && done.alpha == 1.0f && clock.accumulator == 0.04);
    assert_non_null(strstr(scree_error_text(world), "scree_world_advance: "));
    memory.fail_at = -1;
    done = scree_world_advance(world, 0.0, &clock);
    assert_ok(done.result);
    assert_int_equal(done.steps, 2);
}

#define ROOM 64

TEST(interpolation_is_exact_at_both_ends)
{
    scoped_world *world = make_world();
    float past[4 * ROOM], now[4 * ROOM], poses[4 * ROOM];
    for (int step = 0; step < 90; ++step)
    {
        scree_world_write_instances(world, past, ROOM);
        scree_body_view bodies = scree_world_bodies(world);
        scree_body_id ids[ROOM];
        memcpy(ids, bodies.id, sizeof *ids * (size_t)bodies.count);
        step_world(world);
        int count = scree_world_write_instances(world, now, ROOM);
        bodies = scree_world_bodies(world);
        assert_int_equal(scree_world_write_interpolated(world, 1.0f, poses, ROOM), count);
        assert_memory_equal(poses, now, 4 * sizeof(float) * (size_t)count);
        scree_world_write_interpolated(world, 0.0f, poses, ROOM);
        for (int i = 0; i < count; ++i)
        {
            int k = 0;
            while (ids[k].value != bodies.id[i].value)
            {
                ++k;
            }
            assert_memory_equal(poses + 4 * i, past + 4 * k, 4 * sizeof(float));
        }
        scree_world_write_interpolated(world, 0.375f, poses, ROOM);
        for (int i = 0; i < count; ++i)
        {
            const float *p = poses + 4 * i;
            assert_near(p[2] * p[2] + p[3] * p[3], 1.0, 1e-6);
        }
    }
}

TEST(rotations_go_the_shorter_way_and_centres_of_mass_straight)
{
    scree_world_def def = awake_world_def();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    def.keep_previous_poses = true;
    scoped_world *world = world_of(&def);
    // Past pi, where angles jump; and a shape far from the origin, round which nothing turns.
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 1.0f, 2.0f, 3.1f);
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){3.0f, 0.0f}, 0.0f, 0.0f);
    add_polygon(world, body, usual_shape(), &box);
    scree_body_set_velocity(world, body, (scree_vec2){3.0f, 0.0f}, 6.0f);
    scree_vec2 from = scree_body_center_of_mass(world, body);
    step_world(world);
    scree_vec2 to = scree_body_center_of_mass(world, body);
    double turn = 6.0 / 60.0;
    for (int i = 0; i <= 16; ++i)
    {
        float alpha = (float)i / 16.0f, p[4];
        assert_int_equal(scree_world_write_interpolated(world, alpha, p, 1), 1);
        double angle = 3.1 + (double)alpha * turn;
        assert_near(p[2], cos(angle), 1e-4);
        assert_near(p[3], sin(angle), 1e-4);
        assert_near(p[0] + 3.0f * p[2], from.x + alpha * (to.x - from.x), 1e-5);
        assert_near(p[1] + 3.0f * p[3], from.y + alpha * (to.y - from.y), 1e-5);
    }
}

static void expect_still(const scree_world *world, scree_world *rows, scree_body_id body)
{
    float poses[4 * ROOM], now[4 * ROOM];
    int count = scree_world_write_interpolated(world, 0.3f, poses, ROOM);
    assert_int_equal(scree_world_write_instances(world, now, ROOM), count);
    scree_body_view bodies = scree_world_bodies(rows);
    for (int i = 0; i < count; ++i)
    {
        if (bodies.id[i].value == body.value)
        {
            assert_memory_equal(poses + 4 * i, now + 4 * i, 4 * sizeof(float));
            return;
        }
    }
    fail_msg("the body is not written");
}

TEST(what_was_made_moved_or_stopped_between_steps_does_not_smear)
{
    scoped_world *world = make_world();
    run_steps(world, 20);
    scree_body_view bodies = scree_world_bodies(world);
    scree_body_id teleported = bodies.id[1], disabled = bodies.id[5], stopped = bodies.id[7];
    scree_body_id gone = bodies.id[9];
    assert_ok(scree_body_set_transform(
        world, teleported, scree_transform_from_angle((scree_vec2){50.0f, 9.0f}, 2.0f)));
    assert_ok(scree_body_set_enabled(world, disabled, false));
    assert_ok(scree_body_set_type(world, stopped, SCREE_BODY_STATIC));
    scree_body_destroy(world, gone);
    // Takes the slot of the destroyed body.
    scree_body_id fresh = add_ball(world, -60.0f, 3.0f, 0.5f);
    expect_still(world, world, teleported);
    expect_still(world, world, disabled);
    expect_still(world, world, stopped);
    expect_still(world, world, fresh);
    run_steps(world, 1);
    expect_still(world, world, disabled);
    expect_still(world, world, stopped);
    scree_body_set_enabled(world, disabled, true);
    expect_still(world, world, disabled);
    // All that sleeps in the end is where it is.
    run_seconds(world, 20.0f);
    bodies = scree_world_bodies(world);
    assert_true(bodies.asleep_count > 15);
    for (int i = bodies.moving_count; i < bodies.moving_count + bodies.asleep_count; ++i)
    {
        expect_still(world, world, bodies.id[i]);
    }
}

TEST(interpolation_is_for_worlds_that_keep_poses_and_writes_no_more_than_fits)
{
    scoped_world *world = make_world(), *plain = world_with_gravity(0.0f, 0.0f);
    add_ball(plain, 0.0f, 0.0f, 1.0f);
    float poses[4 * ROOM];
    const int count = scree_world_bodies(world).count;
    assert_true(count > 2);
    assert_int_equal(scree_world_write_interpolated(plain, 0.5f, poses, 1), -1);
    assert_non_null(strstr(scree_error_text(NULL), "set scree_world_def.keep_previous_poses"));
    assert_int_equal(scree_world_write_interpolated(world, 0.5f, NULL, 0), count);
    poses[8] = 77.0f;
    assert_int_equal(scree_world_write_interpolated(world, 0.5f, poses, 2), count);
    assert_true(poses[8] == 77.0f);
}

TEST(the_pose_of_one_body_is_that_of_all_bodies)
{
    scoped_world *world = make_world(), *plain = world_with_gravity(0.0f, 0.0f);
    run_steps(world, 30);
    const scree_body_view bodies = scree_world_bodies(world);
    float poses[4 * ROOM];
    for (int k = 0; k <= 4; ++k)
    {
        const float alpha = 0.25f * (float)k;
        scree_world_write_interpolated(world, alpha, poses, ROOM);
        for (int i = 0; i < bodies.count && i < ROOM; ++i)
        {
            const scree_transform one =
                scree_body_interpolated_transform(world, bodies.id[i], alpha);
            const float pose[] = {one.position.x, one.position.y, one.rotation.cos,
                                  one.rotation.sin};
            assert_memory_equal(pose, poses + 4 * i, sizeof pose);
        }
    }
    const scree_body_id body = add_ball(plain, 3.0f, 0.0f, 1.0f);
    const scree_transform zero = {0};
    const scree_transform results[] = {
        scree_body_interpolated_transform(world, scree_body_null(), 0.5f),
        scree_body_interpolated_transform(world, bodies.id[0], 1.5f),
        scree_body_interpolated_transform(world, bodies.id[0], NAN),
        scree_body_interpolated_transform(plain, body, 0.5f)};
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i)
    {
        assert_memory_equal(&results[i], &zero, sizeof zero);
    }
    // The present pose needs none that were kept.
    assert_true(scree_body_interpolated_transform(plain, body, 1.0f).position.x == 3.0f);
}

/// The last items of each kind that were drawn.
typedef struct seen
{
    scree_vec2 circle, axis, center, joint_point;
    scree_transform frame;
} seen;

static void see_circle(scree_vec2 center, float radius, scree_vec2 axis,
                       const scree_draw_item *item, void *context)
{
    (void)radius;
    (void)item;
    ((seen *)context)->circle = center;
    ((seen *)context)->axis = axis;
}

static void see_point(scree_vec2 position, const scree_draw_item *item, void *context)
{
    seen *s = context;
    *(item->kind == SCREE_DRAW_CENTER ? &s->center : &s->joint_point) = position;
}

static void see_frame(scree_transform transform, const scree_draw_item *item, void *context)
{
    ((seen *)context)->frame =
        item->state == SCREE_DRAW_AWAKE ? transform : ((seen *)context)->frame;
}

TEST(alpha_draws_bodies_and_joints_between_two_states)
{
    scree_world_def def = awake_world_def();
    def.keep_previous_poses = true;
    def.gravity = (scree_vec2){0.0f, 0.0f};
    scoped_world *world = world_of(&def), *plain = world_with_gravity(0.0f, 0.0f);
    const scree_body_id ball = add_ball(world, 2.0f, 1.0f, 0.5f);
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    hinge.base.body_a = static_body(world);
    hinge.base.body_b = ball;
    hinge.base.frame_a.position = (scree_vec2){1.0f, 1.0f};
    hinge.base.frame_b.position = (scree_vec2){-1.0f, 0.0f};
    scree_joint_create_revolute(world, &hinge);
    scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 6.0f}, 6.0f);
    step_world(world);
    seen s;
    scree_draw draw = scree_draw_default();
    draw.circle = see_circle;
    draw.point = see_point;
    draw.transform = see_frame;
    draw.context = &s;
    draw.draw_transforms = draw.draw_centers = true;
    for (int k = 0; k <= 4; ++k)
    {
        draw.alpha = 0.25f * (float)k;
        s = (seen){0};
        assert_ok(scree_world_draw(world, &draw));
        const scree_transform at = scree_body_interpolated_transform(world, ball, draw.alpha);
        assert_memory_equal(&s.frame, &at, sizeof at);
        assert_near_vec2(s.circle, at.position.x, at.position.y, 1e-6);
        assert_near_vec2(s.axis, at.rotation.cos, at.rotation.sin, 1e-6);
        assert_near_vec2(s.center, at.position.x, at.position.y, 1e-6);
        // The ball's point of the hinge is drawn last.
        assert_near_vec2(s.joint_point, at.position.x - at.rotation.cos,
                         at.position.y - at.rotation.sin, 1e-5);
    }
    draw.alpha = 1.01f;
    assert_int_equal(scree_world_draw(world, &draw), SCREE_ERROR_ARGUMENT);
    draw.alpha = 0.5f;
    assert_int_equal(scree_world_draw(plain, &draw), SCREE_ERROR_ARGUMENT);
    assert_non_null(strstr(scree_error_text(NULL), "keep_previous_poses"));
}
