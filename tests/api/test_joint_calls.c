/// Joints by their calls: definitions there and back, lists, ends, and who collides with whom.
#include "tests/support/signature_calls.h"
#include "tests/support/worlds.h"
#include "world/joined_bodies.h"
#include "world/step_begin_end.h"
#include "world/validate.h"

#define MANY 400
#define BREAKABLE 6
#define JOINTS 100000
#define ALL 1000
#define ONE 10000

static char here;

/// A definition with each number somewhere in its range, lower bounds below upper ones.
static void some_definition(test_random *random, const sig_argument *argument, char *def,
                            scree_body_id a, scree_body_id b)
{
    argument->fill(def);
    for (int i = 1; i < argument->leaf_count; ++i)
    {
        const sig_leaf *leaf = &argument->leaves[i];
        char *at = def + leaf->offset;
        float low = (float)fmax(leaf->low, -1e12), high = (float)fmin(leaf->high, 1e12);
        float middle = 0.5f * (low + high);
        low = strstr(leaf->path, "upper") != NULL ? middle : low;
        high = strstr(leaf->path, "lower") != NULL ? middle : high;
        float x = random_between(random, low, high);
        x = leaf->flags & SIG_EITHER && random_below(random, 2) != 0 ? -x : x;
        // Springs of 0 Hz, and joints that do not break, too.
        x = low == 0.0f && leaf->low <= 0.0 && random_below(random, 3) == 0 ? 0.0f : x;
        const void *user = &here;
        bool on = random_below(random, 2) != 0, is_a = strstr(leaf->path, "body_a") != NULL;
        switch (leaf->kind)
        {
        case SIG_FLOAT:
            memcpy(at, &x, sizeof x);
            break;
        case SIG_BOOL:
            memcpy(at, &on, sizeof on);
            break;
        case SIG_ID:
            memcpy(at, is_a ? &a : &b, sizeof a);
            break;
        case SIG_POINTER:
            memcpy(at, &user, sizeof user);
            break;
        default:
            assert_int_equal(leaf->kind, SIG_VERSION);
        }
    }
}

static const sig_function *function_of(const char *begin, int type, const char *end)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", begin, scree_joint_type_name((scree_joint_type)type),
             end);
    return sig_find(name);
}

/// Creates a joint of one definition, changes it to another one; both come back as they were.
static void there_and_back(scree_world *world, test_random *random, int type, scree_body_id a,
                           scree_body_id b)
{
    const sig_function *create = function_of("scree_joint_create_", type, "");
    const sig_argument *argument = &create->arguments[1];
    _Alignas(16) char defs[2][512], got[512];
    void *def = defs[0];
    scree_joint_id joint;
    for (int i = 0; i < 2; ++i)
    {
        some_definition(random, argument, defs[i], a, b);
    }
    create->call(&joint, (void *[]){&world, &def});
    assert_true(scree_joint_is_valid(world, joint));
    assert_int_equal(scree_joint_get_type(world, joint), type);
    def = defs[1];
    for (int i = 0; i < 2; ++i)
    {
        scree_result result;
        function_of("scree_joint_", type, "_settings")->call(got, (void *[]){&world, &joint});
        sig_assert_same(argument, got, defs[i]);
        function_of("scree_joint_set_", type, "_settings")
            ->call(&result, (void *[]){&world, &joint, &def});
        assert_ok(result);
    }
    assert_null(sc_validate(world));
    assert_ok(scree_joint_destroy(world, joint));
}

TEST(a_definition_comes_back_bit_for_bit)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id a = add_ball(world, 0.0f, 0.0f, 1.0f), b = add_ball(world, 1.0f, 0.0f, 1.0f);
    test_random random = random_of(7);
    for (int round = 0; round < 50; ++round)
    {
        for (int type = 0; type < SCREE_JOINT_TYPE_COUNT; ++type)
        {
            bool swapped = (round + type) % 2 != 0;
            there_and_back(world, &random, type, swapped ? b : a, swapped ? a : b);
        }
    }
    assert_int_equal(scree_world_joint_count(world), 0);
    assert_string_equal(scree_joint_type_name((scree_joint_type)-1), "unknown");
    assert_string_equal(scree_joint_type_name(SCREE_JOINT_TYPE_COUNT), "unknown");
}

static scree_joint_id hinge(scree_world *world, scree_body_id a, scree_body_id b, bool collide)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = a;
    def.base.body_b = b;
    def.base.collide_connected = collide;
    scree_joint_id joint = scree_joint_create_revolute(world, &def);
    assert_true(scree_joint_is_valid(world, joint));
    return joint;
}

#define BODIES 5

/// Joints between a few bodies, the oldest first.
typedef struct joined
{
    scree_world *world;
    scree_body_id bodies[BODIES];
    struct
    {
        scree_joint_id id;
        int a, b;
    } live[MANY];
    int count;
} joined;

static void come_or_go(joined *j, test_random *random, int coming)
{
    if (j->count < MANY && random_below(random, 100) < coming)
    {
        int a = random_below(random, BODIES),
            b = (a + 1 + random_below(random, BODIES - 1)) % BODIES;
        j->live[j->count].a = a;
        j->live[j->count].b = b;
        j->live[j->count++].id =
            hinge(j->world, j->bodies[a], j->bodies[b], random_below(random, 2) != 0);
    }
    else if (j->count > 0)
    {
        int at = random_below(random, j->count);
        assert_ok(scree_joint_destroy(j->world, j->live[at].id));
        assert_int_equal(scree_joint_destroy(j->world, j->live[at].id), SCREE_ERROR_STALE_ID);
        memmove(j->live + at, j->live + at + 1, sizeof *j->live * (size_t)(--j->count - at));
    }
}

static void assert_lists(const joined *j)
{
    scree_joint_id ids[MANY];
    assert_null(sc_validate(j->world));
    for (int body = 0; body < BODIES; ++body)
    {
        int count = scree_body_joints(j->world, j->bodies[body], ids, MANY), at = 0;
        scree_joint_id first = {77};
        assert_int_equal(scree_body_joint_count(j->world, j->bodies[body]), count);
        assert_int_equal(scree_body_joints(j->world, j->bodies[body], &first, 1), count);
        assert_true(first.value == (count > 0 ? ids[0].value : 77));
        for (int i = j->count - 1; i >= 0; --i)
        {
            bool held = j->live[i].a == body || j->live[i].b == body;
            assert_true(!held || (at < count && ids[at].value == j->live[i].id.value));
            at += held;
        }
        assert_int_equal(at, count);
    }
    assert_int_equal(scree_world_joint_count(j->world), j->count);
    assert_int_equal(scree_world_joints(j->world, ids, MANY), j->count);
    for (int i = 1; i < j->count; ++i)
    {
        assert_true((ids[i - 1].value & 0xffffff) < (ids[i].value & 0xffffff));
    }
    scree_joint_id few[4] = {{0}, {0}, {0}, {77}};
    assert_int_equal(scree_world_joints(j->world, few, 3), j->count);
    assert_true(few[3].value == 77);
    for (int i = 0; i < 3 && i < j->count; ++i)
    {
        assert_true(few[i].value == ids[i].value);
    }
    assert_int_equal(scree_world_joints(j->world, few, -1), j->count);
    assert_int_equal(scree_world_joints(j->world, NULL, 9), j->count);
}

TEST(lists_hold_the_joints_of_bodies_the_newest_first)
{
    scoped_fixture joined j = {.world = world_with_gravity(0.0f, -10.0f)};
    for (int i = 0; i < BODIES; ++i)
    {
        j.bodies[i] = add_body(j.world, SCREE_BODY_DYNAMIC, (float)i, 0.0f, 0.0f);
    }
    test_random random = random_of(3);
    for (int round = 0; round < 4000; ++round)
    {
        come_or_go(&j, &random, round < 2500 ? 60 : 30);
        if (round % 50 == 0)
        {
            assert_lists(&j);
        }
    }
}

TEST(joints_end_with_either_of_their_bodies)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id bodies[8];
    scree_joint_id joints[8];
    for (int i = 0; i < 8; ++i)
    {
        bodies[i] = add_ball(world, 3.0f * (float)i, 0.0f, 1.0f);
    }
    for (int i = 0; i < 8; ++i)
    {
        joints[i] = hinge(world, bodies[i], bodies[(i + 1) % 8], i % 2 != 0);
    }
    run_steps(world, 2);
    assert_ok(scree_body_destroy(world, bodies[3]));
    const scree_body_id two[] = {bodies[6], bodies[7]};
    assert_ok(scree_bodies_destroy(world, two, 2));
    assert_null(sc_validate(world));
    const bool lives[] = {true, true, false, false, true, false, false, false};
    for (int i = 0; i < 8; ++i)
    {
        assert_int_equal(scree_joint_is_valid(world, joints[i]), lives[i]);
    }
    assert_int_equal(scree_world_joint_count(world), 3);
    assert_int_equal(scree_body_joint_count(world, bodies[0]), 1);
    assert_int_equal(scree_body_joint_count(world, bodies[3]), 0);
    run_steps(world, 2);
    assert_ok(scree_body_destroy(world, bodies[1]));
    assert_ok(scree_body_destroy(world, bodies[4]));
    assert_int_equal(scree_world_joint_count(world), 0);
    assert_null(sc_validate(world));
}

/// Two crates that overlap in a world without gravity.
static scree_world *overlapping(scree_body_id bodies[2])
{
    scree_world *world = world_with_gravity(0.0f, 0.0f);
    bodies[0] = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    bodies[1] = add_crate(world, 0.99f, 0.0f, 0.5f, 0.5f);
    return world;
}

static int contacts_after_a_step(scree_world *world)
{
    run_steps(world, 1);
    assert_null(sc_validate(world));
    return scree_world_contacts(world, NULL, 0);
}

TEST(connected_bodies_collide_only_if_asked_for)
{
    scree_body_id b[2];
    scoped_world *world = overlapping(b);
    assert_int_equal(contacts_after_a_step(world), 1);
    scree_joint_id first = hinge(world, b[0], b[1], false);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 0);
    assert_int_equal(scree_world_pairs(world, NULL, 0), 0);
    assert_int_equal(contacts_after_a_step(world), 0);
    // While one joint keeps them apart, others change nothing.
    scree_joint_id second = hinge(world, b[1], b[0], true), third = hinge(world, b[0], b[1], false);
    assert_ok(scree_joint_destroy(world, first));
    assert_int_equal(contacts_after_a_step(world), 0);
    scree_revolute_joint_def def = scree_joint_revolute_settings(world, third);
    def.base.collide_connected = true;
    assert_ok(scree_joint_set_revolute_settings(world, third, &def));
    assert_int_equal(scree_world_contacts(world, NULL, 0), 0);
    assert_int_equal(scree_world_joint_count(world), 2);
    run_steps(world, 1);
    assert_int_equal(scree_world_pairs(world, NULL, 0), 1);
    def.base.collide_connected = false;
    assert_ok(scree_joint_set_revolute_settings(world, third, &def));
    assert_int_equal(scree_world_pairs(world, NULL, 0), 0);
    assert_ok(scree_joint_destroy(world, second));
    assert_int_equal(contacts_after_a_step(world), 0);
    assert_ok(scree_joint_destroy(world, third));
    run_steps(world, 1);
    assert_int_equal(scree_world_pairs(world, NULL, 0), 1);
}

TEST(a_body_that_goes_lets_the_others_keep_their_contacts)
{
    scree_body_id b[2];
    scoped_world *world = overlapping(b);
    scree_body_id wheel = add_ball(world, 0.0f, 0.9f, 0.45f);
    hinge(world, b[0], wheel, false);
    assert_int_equal(contacts_after_a_step(world), 1);
    assert_ok(scree_body_destroy(world, wheel));
    assert_int_equal(scree_world_contacts(world, NULL, 0), 1);
}

TEST(contacts_of_sleepers_end_too)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    scree_body_id low = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id high = add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
    scree_body_id far = add_crate(world, 9.0f, 0.5f, 0.5f, 0.5f);
    run_steps(world, 120);
    assert_int_equal(scree_world_counters(world).asleep_bodies, 3);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 3);
    scree_joint_id joint = hinge(world, low, high, false);
    assert_true(scree_body_is_awake(world, low) && scree_body_is_awake(world, high));
    assert_false(scree_body_is_awake(world, far));
    assert_null(sc_validate(world));
    run_steps(world, 1);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 2);
    assert_ok(scree_joint_destroy(world, joint));
    run_steps(world, 1);
    assert_true(scree_world_contacts(world, NULL, 0) >= 2);
    assert_null(sc_validate(world));
}

static sc_joint_state *state_of(scree_world *world, scree_joint_id joint)
{
    return &world->joints.state[sc_ids_find(&world->joints.ids, joint.value)];
}

TEST(impulses_are_kept_while_frames_and_switches_are)
{
    scree_body_id b[2];
    scoped_world *world = overlapping(b);
    scree_joint_id joint = hinge(world, b[0], b[1], false);
    scree_revolute_joint_def def = scree_joint_revolute_settings(world, joint);
    sc_joint_state *kept = state_of(world, joint);
    kept->locked[0] = 3.0f;
    def.motor.speed = 2.0f;
    def.base.break_force = 7.0f;
    def.spring.hertz = 4.0f;
    assert_ok(scree_joint_set_revolute_settings(world, joint, &def));
    assert_true(kept->locked[0] == 3.0f);
    uint32_t version = world->joints.version;
    def.motor.enable = true;
    assert_ok(scree_joint_set_revolute_settings(world, joint, &def));
    assert_true(kept->locked[0] == 0.0f);
    // It is solved as something else from here on.
    assert_true(world->joints.version != version);
    kept->locked[0] = 3.0f;
    def.base.frame_b.angle = 0.1f;
    assert_ok(scree_joint_set_revolute_settings(world, joint, &def));
    assert_true(kept->locked[0] == 0.0f);
    assert_int_equal(world->joints.breakable_count, 1);
}

/// A step's break_joints, after what a solver would have stored.
static scree_joint_events break_joints(scree_world *world)
{
    assert_true(sc_joints_reserve_events(&world->joints, &world->memory));
    sc_step step = sc_step_begin(world, STEP, SUBSTEPS);
    sc_break_joints(&step);
    sc_pool_end_step(world->jobs.pool);
    assert_null(sc_validate(world));
    return scree_world_joint_events(world);
}

TEST(joints_break_above_their_threshold_in_order_of_slots)
{
    const float h = STEP / SUBSTEPS;
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ground = static_body(world), bodies[BREAKABLE];
    scree_joint_id joints[BREAKABLE];
    char data[BREAKABLE];
    for (int i = 0; i < BREAKABLE; ++i)
    {
        bodies[i] = add_ball(world, 3.0f * (float)i, 0.0f, 1.0f);
        scree_weld_joint_def def = scree_weld_joint_def_default();
        def.base = (scree_joint_base){.body_a = ground, .body_b = bodies[i], .user_data = &data[i]};
        // The last two never break.
        def.base.break_force = i < 4 && i != 2 ? 10.0f : 0.0f;
        def.base.break_torque = i == 2 ? 5.0f : 0.0f;
        joints[i] = scree_joint_create_weld(world, &def);
    }
    assert_int_equal(break_joints(world).break_count, 0);
    for (int i = 0; i < BREAKABLE; ++i)
    {
        sc_joint_state *s = state_of(world, joints[i]);
        s->force_x = 6.0f * h;
        s->force_y = (i == 1 ? 7.9f : 8.1f) * h;
        s->torque = -5.1f * h;
    }
    // A waiting joint does not break.
    assert_ok(scree_body_set_enabled(world, bodies[3], false));
    state_of(world, joints[3])->force_x = 1000.0f;
    scree_joint_events events = break_joints(world);
    assert_int_equal(events.break_count, 2);
    for (int i = 0; i < 2; ++i)
    {
        const scree_joint_break *broken = &events.breaks[i];
        assert_true(broken->joint.value == joints[2 * i].value);
        assert_true(broken->body_a.value == ground.value);
        assert_true(broken->body_b.value == bodies[2 * i].value);
        assert_ptr_equal(broken->user_data, &data[2 * i]);
        assert_near_vec2(broken->force, 6.0f, 8.1f, 1e-5);
        assert_near(broken->torque, -5.1f, 1e-5);
        assert_false(scree_joint_is_valid(world, broken->joint));
    }
    assert_int_equal(scree_world_joint_count(world), BREAKABLE - 2);
    assert_int_equal(break_joints(world).break_count, 0);
}

TEST(a_body_is_off_its_rail_by_how_far_it_is_across_it)
{
    for (int i = 0; i < 2; ++i)
    {
        const double c = cos(0.5), s = sin(0.5);
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        joint_spec rail = {.type = i == 0 ? SCREE_JOINT_PRISMATIC : SCREE_JOINT_WHEEL,
                           .base = base_of(static_body(world), crate)};
        rail.base.frame_a.angle = rail.base.frame_b.angle = 0.5f;
        scree_joint_id joint = add_joint(world, &rail);
        scree_vec2 place = {(float)(2.0 * c - 0.3 * s), (float)(2.0 * s + 0.3 * c)};
        assert_ok(scree_body_set_transform(world, crate, scree_transform_from_angle(place, 1.0f)));
        assert_near(scree_joint_coordinate(world, joint), 2.0, 1e-5);
        assert_near(scree_joint_linear_separation(world, joint), 0.3, 1e-5);
        assert_near(scree_joint_angular_separation(world, joint), i == 0 ? 1.0 : 0.0, 1e-5);
    }
}

TEST(a_rack_tells_where_its_body_was_put)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_rack_joint_def def = scree_rack_joint_def_default();
    def.base.body_a = static_body(world);
    def.base.body_b = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_joint_id joint = scree_joint_create_rack(world, &def);
    assert_ok(scree_body_set_transform(world, def.base.body_b,
                                       scree_transform_from_angle((scree_vec2){0.7f, 0.1f}, 0.0f)));
    assert_near(scree_joint_coordinate(world, joint), 0.7, 1e-6);
    assert_near(scree_joint_linear_separation(world, joint), 0.7, 1e-6);
}

TEST(memory_of_many_joints_is_linear)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    static scree_body_id bodies[ALL];
    static scree_joint_id joints[JOINTS];
    for (int i = 0; i < ALL; ++i)
    {
        bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, (float)i, 0.0f, 0.0f);
    }
    int64_t before = memory.bytes;
    for (int i = 0; i < JOINTS; ++i)
    {
        // The first ones all at one body.
        int a = i < ONE ? 0 : i % ALL, b = i < ONE ? 1 + i % (ALL - 1) : (7 * i + 1) % ALL;
        b = a == b ? (b + 1) % ALL : b;
        joints[i] = hinge(world, bodies[a], bodies[b], i % 3 == 0);
    }
    assert_true(memory.bytes - before <= 2 * JOINTS * 320);
    assert_true(scree_body_joint_count(world, bodies[0]) >= ONE);
    assert_null(sc_validate(world));
    // In an order of their own.
    for (int i = 0; i < JOINTS; ++i)
    {
        int64_t at = ((int64_t)i * 61357 + 5) % JOINTS;
        assert_ok(scree_joint_destroy(world, joints[at]));
    }
    assert_int_equal(scree_world_joint_count(world), 0);
    int64_t most = memory.bytes;
    for (int i = 0; i < JOINTS; ++i)
    {
        hinge(world, bodies[i % 2], bodies[2 + i % 3], true);
    }
    assert_int_equal(memory.bytes, most);
    assert_ok(scree_bodies_destroy(world, bodies, ALL));
    assert_int_equal(scree_world_joint_count(world), 0);
    scree_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}
