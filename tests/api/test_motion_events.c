/// Bodies that a step moved, and joints that it loaded above their thresholds.
#include "tests/support/sleep_worlds.h"

static const scree_body_move *find_move(const scree_body_events *events, scree_body_id body)
{
    const scree_body_move *found = NULL;
    for (int i = 0; i < events->moved_count; ++i)
    {
        found = events->moved[i].body.value == body.value ? &events->moved[i] : found;
    }
    return found;
}

TEST(what_moved_is_listed_in_order_of_slots_with_pose_and_user_data)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    char data[8];
    scree_body_id bodies[8];
    for (int i = 0; i < 8; ++i)
    {
        // 2 and 5 are kinematic, 3 static; 4 is disabled.
        scree_body_def def = scree_body_def_default();
        def.type = i == 3             ? SCREE_BODY_STATIC
                   : i == 2 || i == 5 ? SCREE_BODY_KINEMATIC
                                      : SCREE_BODY_DYNAMIC;
        def.enabled = i != 4;
        def.position.x = 3.0f * (float)i;
        def.angular_velocity = i != 2 ? 1.0f : 0.0f;
        def.user_data = &data[i];
        bodies[i] = scree_body_create(world, &def);
    }
    assert_int_equal(scree_world_body_events(world).moved_count, 0);
    run_steps(world, 3);
    scree_body_events events = scree_world_body_events(world);
    static const int expected[] = {0, 1, 5, 6, 7};
    assert_int_equal(events.moved_count, 5);
    for (int i = 0; i < 5; ++i)
    {
        const scree_body_move *move = &events.moved[i];
        scree_body_id body = bodies[expected[i]];
        scree_vec2 position = scree_body_position(world, body);
        assert_true(move->body.value == body.value);
        assert_ptr_equal(move->user_data, &data[expected[i]]);
        assert_true(move->position.x == position.x && move->position.y == position.y);
        assert_near(scree_atan2(move->sin, move->cos), scree_body_angle(world, body), 0.0);
        assert_true(move->sin > 0.04f);
    }
}

TEST(what_came_since_the_step_has_not_moved)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id kept = add_ball(world, 0.0f, 0.0f, 0.5f),
                  gone = add_ball(world, 9.0f, 0.0f, 0.5f);
    scree_body_id waits = add_ball(world, 18.0f, 0.0f, 0.5f);
    scree_body_id still = add_body(world, SCREE_BODY_STATIC, 0.0f, 9.0f, 0.0f);
    assert_ok(scree_body_set_enabled(world, waits, false));
    run_steps(world, 1);
    assert_ok(scree_body_destroy(world, gone));
    scree_body_id newer = add_ball(world, 9.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_enabled(world, waits, true));
    assert_ok(scree_body_set_type(world, still, SCREE_BODY_DYNAMIC));
    scree_body_events events = scree_world_body_events(world);
    assert_int_equal(events.moved_count, 1);
    assert_true(events.moved[0].body.value == kept.value);
    // The list of a step stays as it is.
    assert_ok(scree_body_destroy(world, kept));
    scree_body_events again = scree_world_body_events(world);
    assert_true(again.moved == events.moved && again.moved_count == 1);
    assert_false(scree_body_is_valid(world, again.moved[0].body));
    run_steps(world, 1);
    events = scree_world_body_events(world);
    assert_int_equal(events.moved_count, 3);
    assert_non_null(find_move(&events, newer));
    assert_non_null(find_move(&events, waits));
    assert_non_null(find_move(&events, still));
}

TEST(what_sleeps_has_not_moved_and_what_woke_has)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    int fell = 0;
    for (int i = 0; i < 120 && fell == 0; ++i)
    {
        run_steps(world, 1);
        scree_body_events events = scree_world_body_events(world);
        fell = events.fell_asleep_count;
        // It falls asleep at the beginning of a step, and does not move in it.
        assert_int_equal(events.moved_count, 1 - fell);
    }
    assert_int_equal(fell, 1);
    assert_ok(scree_body_set_awake(world, crate, true));
    assert_int_equal(scree_world_body_events(world).moved_count, 0);
    run_steps(world, 1);
    scree_body_events events = scree_world_body_events(world);
    assert_true(events.woke_count == 1 && events.moved_count == 1);
}

TEST(nothing_moved_in_a_step_that_failed)
{
    test_memory memory = {.fail_at = -1};
    scree_world_def def = awake_world_def();
    def.allocator = allocator_of(&memory);
    scree_world *world = world_of(&def);
    add_ball(world, 0.0f, 0.0f, 0.5f);
    run_steps(world, 1);
    // The list was not requested: no memory was taken for it.
    int64_t bytes = memory.bytes;
    memory.calls = memory.fail_at = 0;
    assert_int_equal(scree_world_body_events(world).moved_count, -1);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_OUT_OF_MEMORY);
    assert_true(memory.bytes == bytes);
    memory.fail_at = -1;
    assert_int_equal(scree_world_body_events(world).moved_count, 1);
    assert_true(memory.bytes > bytes);
    for (int i = 0; i < 40; ++i)
    {
        add_ball(world, 0.1f * (float)i, 0.0f, 0.5f);
    }
    memory.calls = memory.fail_at = 0;
    memory.fail_after = true;
    assert_int_equal(scree_world_step(world, STEP, SUBSTEPS), SCREE_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    memory.fail_after = false;
    assert_int_equal(scree_world_body_events(world).moved_count, 0);
    run_steps(world, 1);
    assert_int_equal(scree_world_body_events(world).moved_count, 41);
    end_counted(world, &memory);
}

/// A ball that hangs on a weld at a static body, 2 m to its side.
static scree_joint_id hang(scree_world *world, float x, float force, float torque, void *user_data)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base.body_a = add_body(world, SCREE_BODY_STATIC, x, 0.0f, 0.0f);
    def.base.body_b = add_ball(world, x + 2.0f, 0.0f, 0.5f);
    def.base.frame_b.position.x = -2.0f;
    def.base.force_threshold = force;
    def.base.torque_threshold = torque;
    def.base.user_data = user_data;
    return scree_joint_create_weld(world, &def);
}

TEST(joints_above_their_threshold_are_reported_and_hold)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const float weight = 10.0f * 0.25f * 3.14159265f, turn = 2.0f * weight;
    char data[5];
    // Joints 1 and 3 exceed their thresholds.
    const float force[] = {0.0f, 0.95f * weight, 1.05f * weight, 1.05f * weight, 0.0f};
    const float torque[] = {0.0f, 0.0f, 1.05f * turn, 0.95f * turn, 1.05f * turn};
    scree_joint_id joints[5];
    for (int i = 0; i < 5; ++i)
    {
        joints[i] = hang(world, 9.0f * (float)i, force[i], torque[i], &data[i]);
        assert_true(scree_joint_force_threshold(world, joints[i]) == force[i]);
        assert_true(scree_joint_torque_threshold(world, joints[i]) == torque[i]);
    }
    run_steps(world, 240);
    for (int round = 0; round < 2; ++round)
    {
        scree_joint_events events = scree_world_joint_events(world);
        assert_int_equal(events.overload_count, 2);
        assert_int_equal(events.break_count, 0);
        for (int i = 0; i < 2; ++i)
        {
            const scree_joint_overload *load = &events.overloads[i];
            scree_joint_id joint = joints[1 + 2 * i];
            scree_vec2 push = scree_joint_force(world, joint);
            assert_true(load->joint.value == joint.value);
            assert_true(load->body_a.value == scree_joint_body_a(world, joint).value);
            assert_true(load->body_b.value == scree_joint_body_b(world, joint).value);
            assert_ptr_equal(load->user_data, &data[1 + 2 * i]);
            assert_true(load->force.x == push.x && load->force.y == push.y);
            assert_true(load->torque == scree_joint_torque(world, joint));
            assert_near(load->force.y, weight, 0.02f * weight);
            assert_near(fabsf(load->torque), turn, 0.02f * turn);
        }
        run_steps(world, 1);
    }
    // Live, and by the whole definition.
    assert_ok(scree_joint_set_force_threshold(world, joints[1], 0.0f));
    assert_ok(scree_joint_set_torque_threshold(world, joints[1], 0.0f));
    assert_ok(scree_joint_set_force_threshold(world, joints[0], 0.0f));
    assert_ok(scree_joint_set_torque_threshold(world, joints[0], 1.0f));
    assert_true(scree_joint_force_threshold(world, joints[0]) == 0.0f);
    assert_true(scree_joint_torque_threshold(world, joints[0]) == 1.0f);
    scree_weld_joint_def def = scree_joint_weld_settings(world, joints[2]);
    assert_true(def.base.force_threshold == force[2] && def.base.torque_threshold == torque[2]);
    def.base.torque_threshold = 1.0f;
    assert_ok(scree_joint_set_weld_settings(world, joints[2], &def));
    run_steps(world, 1);
    scree_joint_events events = scree_world_joint_events(world);
    assert_int_equal(events.overload_count, 3);
    assert_true(events.overloads[0].joint.value == joints[0].value);
    assert_true(events.overloads[1].joint.value == joints[2].value);
    assert_true(events.overloads[2].joint.value == joints[3].value);
}

TEST(joints_that_sleep_or_break_are_not_reported)
{
    scoped_world *world = make_world(-10.0f);
    scree_joint_id joint = hang(world, 0.0f, 1.0f, 0.0f, NULL);
    run_steps(world, 20);
    assert_int_equal(scree_world_joint_events(world).overload_count, 1);
    while (scree_world_counters(world).asleep_bodies == 0)
    {
        run_steps(world, 1);
    }
    assert_int_equal(scree_world_joint_events(world).overload_count, 0);
    // Its force is still there to be read.
    assert_true(scree_joint_force(world, joint).y > 1.0f);
    scree_weld_joint_def def = scree_joint_weld_settings(world, joint);
    def.base.break_force = 2.0f;
    assert_ok(scree_joint_set_weld_settings(world, joint, &def));
    run_steps(world, 1);
    scree_joint_events events = scree_world_joint_events(world);
    assert_true(events.overload_count == 0 && events.break_count == 1);
    assert_false(scree_joint_is_valid(world, joint));
}

#define PARTS 30

/// Chains of balls that fall on a floor, each joint with a bound.
static scree_world *chains_with(scree_simd simd, int workers)
{
    scree_world_def def = scree_world_def_default();
    def.simd = simd;
    def.worker_count = workers;
    scree_world *world = world_of(&def);
    add_floor(world);
    scree_body_id before = {0};
    for (int i = 0; i < 10 * PARTS; ++i)
    {
        scree_body_id ball =
            add_ball(world, 1.2f * (float)(i % PARTS), 2.0f + 2.0f * (float)(i / PARTS), 0.5f);
        if (i % PARTS != 0)
        {
            scree_revolute_joint_def joint = scree_revolute_joint_def_default();
            joint.base.body_a = before;
            joint.base.body_b = ball;
            joint.base.frame_a.position.x = 0.6f;
            joint.base.frame_b.position.x = -0.6f;
            joint.base.force_threshold = 15.0f;
            joint.base.break_force = i % 7 == 0 ? 40.0f : 0.0f;
            assert_true(scree_joint_create_revolute(world, &joint).value != 0);
        }
        before = ball;
    }
    return world;
}

TEST(sets_and_threads_give_the_same_events)
{
    scree_world *plain = chains_with(SCREE_SIMD_SCALAR, 1);
    const scree_simd narrow =
        scree_simd_is_supported(SCREE_SIMD_SSE2) ? SCREE_SIMD_SSE2 : SCREE_SIMD_SCALAR;
    scree_world *worlds[] = {chains_with(SCREE_SIMD_AUTO, 1), chains_with(narrow, 4)};
    int overloads = 0, breaks = 0;
    for (int step = 0; step < 200; ++step)
    {
        run_steps(plain, 1);
        scree_body_events moved = scree_world_body_events(plain);
        scree_joint_events loads = scree_world_joint_events(plain);
        overloads += loads.overload_count;
        breaks += loads.break_count;
        for (int k = 0; k < 2; ++k)
        {
            run_steps(worlds[k], 1);
            scree_body_events other = scree_world_body_events(worlds[k]);
            scree_joint_events pulled = scree_world_joint_events(worlds[k]);
            assert_int_equal(moved.moved_count, other.moved_count);
            assert_int_equal(loads.overload_count, pulled.overload_count);
            assert_int_equal(loads.break_count, pulled.break_count);
            for (int i = 0; i < moved.moved_count; ++i)
            {
                // Worlds differ in the number that their ids hold.
                assert_int_equal((uint32_t)moved.moved[i].body.value,
                                 (uint32_t)other.moved[i].body.value);
                assert_memory_equal(&moved.moved[i].position, &other.moved[i].position,
                                    sizeof moved.moved[i].position);
            }
            for (int i = 0; i < loads.overload_count; ++i)
            {
                const scree_joint_overload *a = &loads.overloads[i], *b = &pulled.overloads[i];
                assert_int_equal((uint32_t)a->joint.value, (uint32_t)b->joint.value);
                assert_memory_equal(&a->force, &b->force, sizeof a->force);
                assert_true(i == 0 || (a->joint.value & 0xffffff) > (a[-1].joint.value & 0xffffff));
            }
        }
    }
    assert_true(overloads > 100 && breaks > 0);
    scree_world_destroy(plain);
    scree_world_destroy(worlds[0]);
    scree_world_destroy(worlds[1]);
}
