/// Sleep: who falls asleep, what wakes them, and that both change nothing else.
#include "tests/support/sleep_worlds.h"

/// Crates one on the other, the lowest first.
static void add_column(scree_world *world, float x, int count, scree_body_id *crates)
{
    for (int i = 0; i < count; ++i)
    {
        crates[i] = add_crate(world, x, 0.5f + (float)i, 0.5f, 0.5f);
    }
}

TEST(columns_fall_asleep_and_stop)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crates[2][5];
    add_column(world, 0.0f, 5, crates[0]);
    add_column(world, 10.0f, 5, crates[1]);
    int fell = 0, ended = 0, steps = 0;
    for (; steps < 120 && asleep(world) < 10; ++steps)
    {
        run_steps(world, 1);
        fell += scree_world_body_events(world).fell_asleep_count;
        ended += scree_world_counters(world).ended_contacts;
    }
    // Half a second of rest, and up to 8 steps until the next check.
    assert_true(steps > 30 && steps < 60);
    assert_true(fell == 10 && ended == 0);
    assert_true(total_kinetic_energy(world) == 0.0);
    scree_counters before = scree_world_counters(world);
    uint64_t hash = scree_world_hash(world);
    assert_int_equal(before.contacts, 10);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 10);
    assert_int_equal(scree_world_pairs(world, NULL, 0), before.pairs);
    assert_int_equal(scree_body_contacts(world, crates[1][2], NULL, 0), 2);
    scree_body_view view = scree_world_bodies(world);
    assert_true(view.dynamic_count == 0 && view.moving_count == 0 && view.asleep_count == 10);
    run_steps(world, 60);
    assert_true(scree_world_hash(world) == hash);
    scree_counters after = scree_world_counters(world);
    assert_true(after.blocks == 0 && after.contacts == 10 && after.ended_contacts == 0);
    assert_int_equal(scree_world_body_events(world).fell_asleep_count, 0);
    for (int i = 0; i < 10; ++i)
    {
        assert_false(scree_body_is_awake(world, crates[i / 5][i % 5]));
    }
    // Each column is an island.
    assert_ok(scree_body_set_awake(world, crates[0][3], true));
    assert_true(scree_body_is_awake(world, crates[0][3]));
    run_steps(world, 1);
    assert_int_equal(asleep(world), 5);
    scree_body_events events = scree_world_body_events(world);
    assert_int_equal(events.woke_count, 5);
    for (int i = 0; i < 5; ++i)
    {
        assert_true(scree_body_is_awake(world, crates[0][i]));
        assert_true(events.woke[i].value == crates[0][i].value);
        // With the impulses that they fell asleep with, they stay where they are.
        assert_true(fabsf(scree_body_linear_velocity(world, crates[0][i]).y) < 1e-3f);
    }
    assert_int_equal(scree_world_counters(world).begun_contacts, 0);
    run_until_asleep(world, 10);
}

/// The effect of a call on a column of three on a floor, or on bodies near it.
typedef struct column
{
    scree_world *world;
    scree_body_id floor, crates[3];
} column;

#define CHANGE(name, change) \
    static void name(column *c) { change; }

CHANGE(push, scree_body_apply_force_to_center(c->world, c->crates[2], (scree_vec2){1.0f, 0.0f}))
CHANGE(kick, scree_body_apply_angular_impulse(c->world, c->crates[0], 0.5f))
CHANGE(throw_up, scree_body_set_velocity(c->world, c->crates[2], (scree_vec2){0.0f, 3.0f}, 0.0f))
static void throw_up_in_bulk(column *c)
{
    float vy = 3.0f;
    scree_bodies_set_velocity(c->world, &c->crates[2], 1, NULL, &vy, NULL);
}
CHANGE(teleport,
       scree_body_set_transform(c->world, c->crates[1],
                                scree_transform_from_angle((scree_vec2){20.0f, 1.0f}, 0.0f)))
CHANGE(destroy_one, scree_body_destroy(c->world, c->crates[0]))
CHANGE(disable_one, scree_body_set_enabled(c->world, c->crates[0], false))
CHANGE(make_static, scree_body_set_type(c->world, c->crates[1], SCREE_BODY_STATIC))
CHANGE(pull_floor_away, scree_body_destroy(c->world, c->floor))
CHANGE(disable_floor, scree_body_set_enabled(c->world, c->floor, false))
CHANGE(lower_floor,
       scree_body_set_transform(c->world, c->floor,
                                scree_transform_from_angle((scree_vec2){0.0f, -1.0f}, 0.0f)))
CHANGE(turn_gravity, scree_world_set_gravity(c->world, (scree_vec2){5.0f, -10.0f}))
CHANGE(lighten, scree_body_set_gravity_scale(c->world, c->crates[1], -1.0f))
CHANGE(drop_on_it, add_crate(c->world, 0.2f, 3.5f, 0.5f, 0.5f))
static void put_static_into_it(column *c)
{
    scree_body_id wall = add_body(c->world, SCREE_BODY_STATIC, 0.9f, 1.5f, 0.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    add_box(c->world, wall, &def, 0.5f, 0.5f);
}
static void make_slippery(column *c)
{
    scree_shape_id shape;
    scree_body_shapes(c->world, c->floor, &shape, 1);
    scree_material material = scree_shape_material(c->world, shape);
    material.friction = material.static_friction = 0.0f;
    scree_shape_set_material(c->world, shape, &material);
}
static void filter_out(column *c)
{
    scree_shape_id shape;
    scree_body_shapes(c->world, c->crates[1], &shape, 1);
    scree_filter none = {.category = 2, .mask = 0, .group = 0};
    scree_shape_set_filter(c->world, shape, &none);
}
static void add_weight(column *c)
{
    scree_shape_def def = surface(0.6f, 0.0f);
    scree_polygon box = scree_polygon_box_at(0.5f, 0.1f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    add_polygon(c->world, c->crates[2], &def, &box);
}
static void take_shape_away(column *c)
{
    scree_shape_id shape;
    scree_body_shapes(c->world, c->crates[0], &shape, 1);
    scree_shape_destroy(c->world, shape);
}
CHANGE(no_sleep_any_more, scree_world_set_sleep_enabled(c->world, false))

/// Calls that change how a body of the column moves, or may sleep.
CHANGE(unset_threshold, scree_body_set_sleep_threshold(c->world, c->crates[1], 0.0f))
CHANGE(damp, scree_body_set_linear_damping(c->world, c->crates[1], 2.0f))
CHANGE(damp_spin, scree_body_set_angular_damping(c->world, c->crates[1], 2.0f))
CHANGE(lock, scree_body_set_locks(c->world, c->crates[1], (scree_motion_locks){.angle = true}))
static scree_shape_id shape_of(const column *c, int crate)
{
    scree_shape_id shape = {0};
    scree_body_shapes(c->world, c->crates[crate], &shape, 1);
    return shape;
}
static void load(column *c)
{
    scree_mass_data mass = scree_body_mass_data(c->world, c->crates[1]);
    mass.mass *= 2.0f;
    assert_ok(scree_body_set_mass_data(c->world, c->crates[1], &mass));
}
CHANGE(make_dense, assert_ok(scree_shape_set_density(c->world, shape_of(c, 1), 3.0f)))
CHANGE(make_bouncy, assert_ok(scree_shape_set_restitution(c->world, shape_of(c, 1), 0.5f)))
CHANGE(make_belt, assert_ok(scree_shape_set_tangent_speed(c->world, shape_of(c, 1), 1.0f)))

TEST(all_that_happens_to_a_column_wakes_it)
{
    void (*const acts[])(column *) = {push,
                                      kick,
                                      throw_up,
                                      throw_up_in_bulk,
                                      teleport,
                                      destroy_one,
                                      disable_one,
                                      make_static,
                                      pull_floor_away,
                                      disable_floor,
                                      lower_floor,
                                      turn_gravity,
                                      lighten,
                                      drop_on_it,
                                      put_static_into_it,
                                      make_slippery,
                                      filter_out,
                                      add_weight,
                                      take_shape_away,
                                      no_sleep_any_more,
                                      unset_threshold,
                                      damp,
                                      damp_spin,
                                      lock,
                                      load,
                                      make_dense,
                                      make_bouncy,
                                      make_belt};
    for (size_t k = 0; k < sizeof acts / sizeof *acts; ++k)
    {
        scoped_fixture column c = {.world = make_world(-10.0f)};
        c.floor = add_floor(c.world);
        add_column(c.world, 0.0f, 3, c.crates);
        // A body that nothing touches still sleeps, unless the floor or all of it changes.
        scree_body_id apart = add_crate(c.world, 50.0f, 0.5f, 0.5f, 0.5f);
        run_until_asleep(c.world, 4);
        int dynamic = scree_world_counters(c.world).dynamic_bodies;
        acts[k](&c);
        int lost = dynamic - scree_world_counters(c.world).dynamic_bodies;
        run_steps(c.world, 1);
        int awake = scree_world_bodies(c.world).dynamic_count;
        bool all = !scree_body_is_awake(c.world, apart) ? false : true;
        if (awake < 3 - (lost > 0 ? lost : 0))
        {
            fail_msg("act %d leaves %d awake", (int)k, awake);
        }
        bool of_all = acts[k] == pull_floor_away || acts[k] == disable_floor ||
                      acts[k] == lower_floor || acts[k] == turn_gravity ||
                      acts[k] == make_slippery || acts[k] == no_sleep_any_more;
        assert_true(all == of_all);
        run_steps(c.world, 30);
    }
}

TEST(what_changes_nothing_wakes_nobody)
{
    scoped_fixture column c = {.world = make_world(-10.0f)};
    c.floor = add_floor(c.world);
    add_column(c.world, 0.0f, 3, c.crates);
    run_until_asleep(c.world, 3);
    scree_vec2 zero = {0.0f, 0.0f};
    scree_body_apply_force_to_center(c.world, c.crates[0], zero);
    scree_body_apply_impulse_to_center(c.world, c.crates[0], zero);
    scree_body_set_velocity(c.world, c.crates[0], zero, 0.0f);
    scree_body_set_user_data(c.world, c.crates[0], &c);
    scree_world_set_gravity(c.world, scree_world_gravity(c.world));
    add_crate(c.world, 30.0f, 0.5f, 0.5f, 0.5f);
    run_steps(c.world, 1);
    assert_int_equal(asleep(c.world), 3);
}

TEST(nothing_falls_asleep_in_the_air)
{
    // So weak that a body moves no farther than one that rests may, for a while.
    const float gravity[] = {-10.0f, -0.1f, -0.01f};
    for (int k = 0; k < 3; ++k)
    {
        scoped_world *world = make_world(gravity[k]);
        scree_body_id ball = add_ball(world, 0.0f, 100.0f, 0.5f);
        // Contacts with each other support no body.
        add_crate(world, 10.0f, 100.5f, 0.5f, 0.5f);
        add_crate(world, 10.0f, 101.5f, 0.5f, 0.5f);
        scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -gravity[k]}, 0.0f);
        run_steps(world, 180);
        assert_int_equal(asleep(world), 0);
    }
    // Where nothing falls, what stands still sleeps.
    scoped_world *world = make_world(0.0f);
    add_ball(world, 0.0f, 0.0f, 0.5f);
    run_until_asleep(world, 1);
}

TEST(what_moves_keeps_what_it_touches_awake)
{
    scoped_world *world = make_world(-10.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    scree_body_id lift = add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, &def, 5.0f, 0.5f);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    scree_body_set_velocity(world, lift, (scree_vec2){0.0f, 0.01f}, 0.0f);
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        assert_true(scree_body_is_awake(world, crate));
    }
    assert_true(fabsf(scree_body_position(world, crate).y - 0.52f) < 0.005f);
    scree_body_set_velocity(world, lift, (scree_vec2){0.0f, 0.0f}, 0.0f);
    run_until_asleep(world, 1);
    // A wheel that spins in place does not rest, nor does one whose threshold is 0.
    scree_world_set_gravity(world, (scree_vec2){0.0f, 0.0f});
    scree_body_id wheel = add_ball(world, 20.0f, 0.0f, 0.5f);
    scree_body_set_velocity(world, wheel, (scree_vec2){0.0f, 0.0f}, 2.0f);
    scree_body_id never = add_ball(world, 30.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_sleep_threshold(world, never, 0.0f));
    run_steps(world, 120);
    assert_true(scree_body_is_awake(world, wheel) && scree_body_is_awake(world, never));
    assert_false(scree_body_is_awake(world, crate));
}

TEST(a_velocity_that_is_written_is_not_lost)
{
    // In each of the steps in which the crate might fall asleep.
    for (int k = 28; k < 45; ++k)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        run_steps(world, k);
        scree_body_view view = scree_world_bodies(world);
        if (view.dynamic_count == 1)
        {
            view.vx[0] = 0.02f;
            run_steps(world, 1);
            assert_int_equal(asleep(world), 0);
        }
    }
}

/// A ball thrown at a block of crates that float: velocities after the blow.
static void hit_block(bool sleeps, scree_simd simd, int workers, uint64_t *hash,
                      test_motion *motion)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = 0.0f;
    def.simd = simd;
    def.worker_count = workers;
    scoped_world *world = world_of(&def);
    for (int i = 0; i < 100; ++i)
    {
        add_crate(world, (float)(i % 10), (float)(i / 10), 0.5f, 0.5f);
    }
    run_until_asleep(world, 100);
    scree_world_set_sleep_enabled(world, sleeps);
    run_steps(world, 1);
    scree_body_id ball = add_ball(world, -2.0f, 4.4f, 1.0f);
    scree_body_set_velocity(world, ball, (scree_vec2){20.0f, 0.0f}, 0.0f);
    int woke = 0;
    for (int i = 0; i < 30; ++i)
    {
        run_steps(world, 1);
        woke += scree_world_body_events(world).woke_count;
    }
    assert_int_equal(woke, sleeps ? 100 : 0);
    *hash = scree_world_hash(world);
    *motion = total_motion(world);
}

TEST(a_blow_goes_through_a_block_that_sleeps_as_through_one_that_is_awake)
{
    uint64_t first = 0, hash;
    test_motion motion, awake;
    hit_block(true, SCREE_SIMD_SCALAR, 1, &first, &motion);
    hit_block(false, SCREE_SIMD_SCALAR, 1, &hash, &awake);
    // The step of the blow included: no momentum went into a block that stood still.
    assert_true(fabs(motion.px - awake.px) < 1e-4 * motion.scale);
    assert_true(fabs(motion.py) < 1e-4 * motion.scale);
    assert_true(fabs(motion.energy - awake.energy) < 0.04 * awake.energy);
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        for (int workers = 1; workers <= 4 && scree_simd_is_supported((scree_simd)simd); ++workers)
        {
            hit_block(true, (scree_simd)simd, workers, &hash, &motion);
            assert_true(hash == first);
        }
    }
}

TEST(a_body_that_is_laid_down_sleeps_where_it_may)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crates[3];
    add_column(world, 0.0f, 3, crates);
    scree_body_id ball = add_ball(world, 20.0f, 10.0f, 0.5f);
    run_steps(world, 2);
    for (int i = 0; i < 3; ++i)
    {
        assert_ok(scree_body_set_awake(world, crates[i], false));
    }
    assert_ok(scree_body_set_awake(world, ball, false));
    assert_true(scree_body_linear_velocity(world, ball).y == 0.0f);
    run_steps(world, 9);
    assert_int_equal(asleep(world), 3);
    assert_true(scree_body_is_awake(world, ball));
    // Not where nothing may sleep; and static bodies are not affected.
    assert_ok(scree_world_set_sleep_enabled(world, false));
    run_steps(world, 1);
    assert_ok(scree_body_set_awake(world, crates[0], false));
    run_steps(world, 20);
    assert_int_equal(asleep(world), 0);
}

TEST(a_body_that_is_put_elsewhere_and_laid_down_sleeps_there)
{
    // At each phase of the search for islands, before it would have slept.
    for (int i = 0; i < 24; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        run_steps(world, 1 + i);
        assert_ok(scree_body_set_transform(
            world, crate, scree_transform_from_angle((scree_vec2){5.0f, 0.5f}, 0.0f)));
        assert_ok(scree_body_set_awake(world, crate, false));
        run_steps(world, 9);
        assert_int_equal(asleep(world), 1);
        assert_near_vec2(scree_body_position(world, crate), 5.0, 0.5, 0.01);
    }
}

TEST(an_island_is_put_to_sleep_at_once_wherever_it_is)
{
    // Stepped before or new, on a floor or in the air, beside a kinematic body that moves or not.
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        const bool stepped = i % 2 == 0, air = i / 2 % 2 == 1, driven = i >= 4;
        float up = air ? 10.0f : 0.0f;
        scree_body_id crates[3], far = add_crate(world, 20.0f, 5.0f, 0.5f, 0.5f);
        for (int k = 0; k < 3; ++k)
        {
            crates[k] = add_crate(world, 0.0f, up + 0.5f + (float)k, 0.5f, 0.5f);
            scree_body_set_sleep_threshold(world, crates[k], 0.0f);
        }
        scree_body_id side =
            add_slab(world, SCREE_BODY_KINEMATIC, 1.0f, up + 0.5f, usual_shape(), 0.5f, 0.45f);
        scree_body_set_velocity(world, side, (scree_vec2){driven ? -1e-3f : 0.0f, 0.0f}, 0.0f);
        run_steps(world, stepped ? 3 : 0);
        float height = scree_body_position(world, crates[2]).y;
        assert_ok(scree_body_sleep(world, crates[1]));
        assert_ok(scree_body_sleep(world, side));
        run_steps(world, stepped ? 1 : 2);
        assert_int_equal(asleep(world), driven ? 0 : 3);
        run_steps(world, 60);
        assert_int_equal(asleep(world), driven ? 0 : 3);
        float sunk = height - scree_body_position(world, crates[2]).y;
        assert_true(driven && air ? sunk > 3.0f : fabsf(sunk) < 0.01f);
        assert_true(scree_body_position(world, far).y < 1.0f);
        // A call that wakes it, and a call that cancels its sleep.
        scree_body_set_velocity(world, crates[0], (scree_vec2){0.1f, 0.0f}, 0.0f);
        scree_body_sleep(world, far);
        scree_body_set_awake(world, far, true);
        run_steps(world, 2);
        assert_int_equal(asleep(world), 0);
    }
}

/// Crates on a tray, and a ball that rolls slowly along on it. Returns how many sleep in the end.
static int roll_along(int crates, float speed)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    for (int i = 0; i < crates; ++i)
    {
        add_crate(world, 1.1f * (float)i - 65.0f, 1.5f, 0.5f, 0.5f);
    }
    add_crate(world, 0.0f, 0.5f, 70.0f, 0.5f);
    scree_body_id ball = add_ball(world, 68.0f, 1.5f, 0.5f);
    scree_body_set_velocity(world, ball, (scree_vec2){speed, 0.0f}, -2.0f * speed);
    run_steps(world, 90);
    int count = asleep(world);
    assert_true(count == 0 || count == crates + 2);
    assert_true(count > 0 || scree_body_linear_velocity(world, ball).x > 0.9f * speed);
    return count;
}

TEST(one_body_in_a_hundred_may_stir)
{
    // The ball's rim moves as fast as the ball: 0.08 m/s in all.
    assert_int_equal(roll_along(110, 0.04f), 112);
    assert_int_equal(roll_along(60, 0.04f), 0);
    assert_int_equal(roll_along(110, 0.15f), 0);
    assert_int_equal(roll_along(60, 0.01f), 62);
}

// Each crate is an island. The first and the last one wake as those between them do.
TEST(all_that_lies_on_a_platform_wakes_when_it_begins_to_move)
{
    for (int way = 0; way < 3; ++way)
    {
        scoped_world *world = make_world(-10.0f);
        scree_shape_def def = surface(0.6f, 0.0f);
        scree_body_id platform = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, 0.0f);
        add_box(world, platform, &def, 20.0f, 0.5f);
        scree_body_id crates[5];
        for (int i = 0; i < 5; ++i)
        {
            crates[i] = add_crate(world, 3.0f * (float)i - 6.0f, 0.5f, 0.5f, 0.5f);
        }
        run_until_asleep(world, 5);
        if (way == 0)
            assert_ok(scree_body_set_velocity(world, platform, (scree_vec2){0.5f, 0.0f}, 0.0f));
        else if (way == 1)
            assert_ok(scree_body_set_target_transform(world, platform, (scree_vec2){0.0f, 0.0f},
                                                      0.0f, 1.0f));
        else
            scree_world_bodies(world).vx[0] = 0.5f;  // the view tells no one
        run_steps(world, 1);
        for (int i = 0; i < 5; ++i)
        {
            assert_true(scree_body_is_awake(world, crates[i]));
        }
    }
}

TEST(a_pile_falls_asleep_wakes_where_it_is_hit_and_sleeps_again)
{
    scoped_world *world = make_world(-10.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    add_bin(world, &def, 12.0f, 20.0f, false);
    for (int i = 0; i < 600; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 40) * 0.55f - 11.0f,
                                      0.3f + 0.55f * (float)(i / 40), 0.1f * (float)i);
        add_mixed(world, body, &def, i, 0.25f);
    }
    scree_body_id apart = add_crate(world, 30.0f, 0.0f, 0.5f, 0.5f);
    scree_body_set_gravity_scale(world, apart, 0.0f);
    for (int round = 0; round < 2; ++round)
    {
        int i = 0;
        for (; i < 60 * 60 && asleep(world) < 601 + round; ++i)
        {
            run_steps(world, 1);
        }
        assert_int_equal(asleep(world), 601 + round);
        assert_true(total_kinetic_energy(world) == 0.0);
        if (round == 0)
        {
            scree_body_id ball = add_ball(world, 0.0f, 15.0f, 0.5f);
            scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -20.0f}, 0.0f);
            run_steps(world, 60);
            assert_true(asleep(world) < 300);
            assert_false(scree_body_is_awake(world, apart));
        }
    }
}
