/// Single sensors, and what does not meet them.
#include "tests/events/event_world.h"

#define COUNT 300

typedef struct gate
{
    scree_world *world;
    scree_body_id post, ball;
    scree_shape_id sensor, disc;
} gate;

static scree_shape_def sensing(bool statics)
{
    scree_shape_def def = scree_shape_def_default();
    def.sensor = true;
    def.enable_static_sensing = statics;
    return def;
}

static scree_shape_def visible(void)
{
    scree_shape_def def = scree_shape_def_default();
    def.enable_sensor_events = true;
    return def;
}

/// A sensor of 1 by 1 m at the origin, and a ball of radius 0.5 at x; no gravity.
static gate make_gate(scree_body_type post, scree_body_type ball, float x, bool statics)
{
    gate g = {.world = world_with_gravity(0.0f, 0.0f)};
    scree_shape_def sensor = sensing(statics), shape = visible();
    g.post = add_body(g.world, post, 0.0f, 0.0f, 0.0f);
    g.sensor = add_box(g.world, g.post, &sensor, 0.5f, 0.5f);
    g.ball = add_body(g.world, ball, x, 0.0f, 0.0f);
    g.disc = add_circle(g.world, g.ball, &shape, 0.5f);
    return g;
}

static void assert_seen(const gate *g, int begins, int ends, int overlaps)
{
    scree_sensor_events events = scree_world_sensor_events(g->world);
    scree_shape_id seen;
    assert_false(events.late);
    assert_int_equal(events.begin_count, begins);
    assert_int_equal(events.end_count, ends);
    for (int i = 0; i < begins + ends; ++i)
    {
        const scree_sensor_event *event = begins > 0 ? &events.begins[0] : &events.ends[0];
        assert_int_equal(event->sensor.value, g->sensor.value);
        assert_int_equal(event->visitor.value, g->disc.value);
        assert_int_equal(event->sensor_body.value, g->post.value);
        assert_int_equal(event->visitor_body.value, g->ball.value);
    }
    assert_int_equal(scree_shape_sensor_overlaps(g->world, g->sensor, &seen, 1), overlaps);
    assert_true(overlaps == 0 || seen.value == g->disc.value);
}

TEST(a_ball_passes_a_sensor_and_is_seen_while_it_overlaps)
{
    scoped_fixture gate g = make_gate(SCREE_BODY_STATIC, SCREE_BODY_DYNAMIC, -1.55f, false);
    scree_body_set_velocity(g.world, g.ball, (scree_vec2){6.0f, 0.0f}, 0.0f);
    for (int step = 1; step <= 60; ++step)
    {
        run_steps(g.world, 1);
        // The pose that the step left counts: 0.1 m a step, from 1 m before to 1 m behind.
        float x = scree_body_position(g.world, g.ball).x;
        assert_near(x, -1.55 + 0.1 * step, 1e-4);
        assert_seen(&g, step == 6, step == 26, step >= 6 && step < 26);
    }
    assert_near(scree_body_linear_velocity(g.world, g.ball).x, 6.0, 1e-5);
}

TEST(who_sees_whom_depends_on_types_and_flags)
{
    for (int post = 0; post < 3; ++post)
    {
        for (int ball = 0; ball < 3; ++ball)
        {
            for (int statics = 0; statics < 2; ++statics)
            {
                scoped_fixture gate g =
                    make_gate((scree_body_type)post, (scree_body_type)ball, 0.5f, statics);
                bool seen = ball != SCREE_BODY_STATIC || statics;
                run_steps(g.world, 2);
                assert_seen(&g, 0, 0, seen);
                scree_shape_set_static_sensing_enabled(g.world, g.sensor, !statics);
                run_steps(g.world, 2);
                assert_seen(&g, 0, 0, ball != SCREE_BODY_STATIC || !statics);
                scree_shape_set_sensor_events_enabled(g.world, g.disc, false);
                run_steps(g.world, 2);
                assert_seen(&g, 0, 0, 0);
            }
        }
    }
}

TEST(sensors_see_no_sensors_and_nothing_of_their_own_body)
{
    scoped_fixture gate g = make_gate(SCREE_BODY_DYNAMIC, SCREE_BODY_DYNAMIC, 0.5f, false);
    scree_shape_def shape = visible();
    add_circle(g.world, g.post, &shape, 0.3f);
    scree_shape_set_sensor(g.world, g.disc, true);
    assert_true(scree_shape_is_sensor(g.world, g.disc));
    run_steps(g.world, 2);
    // The disc sees what lies on the post; the post's own sensor sees nothing.
    assert_int_equal(scree_shape_sensor_overlaps(g.world, g.sensor, NULL, 0), 0);
    assert_int_equal(scree_shape_sensor_overlaps(g.world, g.disc, NULL, 0), 1);
    assert_int_equal(scree_world_counters(g.world).contacts, 0);
}

TEST(sleep_begins_and_ends_nothing)
{
    scoped_world *world = default_world();
    scree_shape_def sensor = sensing(false), shape = visible();
    scree_body_id ground = add_ground(world, &shape);
    gate g = {
        .world = world, .post = ground, .sensor = add_box(world, ground, &sensor, 2.0f, 2.0f)};
    g.ball = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
    g.disc = add_circle(world, g.ball, &shape, 0.5f);
    run_steps(world, 1);
    assert_seen(&g, 1, 0, 1);
    for (int i = 0; i < 100; ++i)
    {
        run_steps(world, 1);
        assert_seen(&g, 0, 0, 1);
    }
    assert_false(scree_body_is_awake(world, g.ball));
    scree_body_set_awake(world, g.ball, true);
    run_steps(world, 1);
    assert_seen(&g, 0, 0, 1);
    run_steps(world, 100);
    assert_false(scree_body_is_awake(world, g.ball));
    // A sensor that is moved to a sleeping body detects it, and wakes no body.
    scree_shape_set_sensor(world, g.sensor, false);
    scree_shape_set_filter(world, g.sensor, &(scree_filter){1, 0, 0});
    run_steps(world, 1);
    assert_seen(&g, 0, 1, 0);
    run_steps(world, 100);
    assert_false(scree_body_is_awake(world, g.ball));
    scree_body_id other = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.5f, 0.0f);
    g.post = other;
    g.sensor = add_box(world, other, &sensor, 0.1f, 0.1f);
    run_steps(world, 1);
    assert_seen(&g, 1, 0, 1);
    assert_false(scree_body_is_awake(world, g.ball));
}

TEST(a_sensor_that_sleeps_sees_what_passes)
{
    scoped_world *world = default_world();
    scree_shape_def sensor = sensing(true), shape = visible();
    gate g = {.world = world, .post = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f)};
    g.sensor = add_box(world, g.post, &sensor, 0.5f, 0.5f);
    g.ball = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    g.disc = add_circle(world, g.ball, &shape, 0.5f);
    scree_body_sleep(world, g.post);
    run_steps(world, 1);
    assert_seen(&g, 1, 0, 1);
    run_steps(world, 1);
    assert_seen(&g, 0, 0, 1);
    for (int i = 0; i < 6; ++i)
    {
        // As a kinematic body and as a static one.
        scree_body_set_type(world, g.ball, i < 3 ? SCREE_BODY_KINEMATIC : SCREE_BODY_STATIC);
        scree_body_set_transform(
            world, g.ball,
            scree_transform_from_angle((scree_vec2){i % 2 == 0 ? 5.0f : 0.9f, 0.0f}, 0.0f));
        run_steps(world, 1);
        assert_seen(&g, i % 2, 1 - i % 2, i % 2);
        assert_false(scree_body_is_awake(world, g.post));
    }
}

TEST(what_calls_end_is_told_by_the_next_step)
{
    for (int way = 0; way < 6; ++way)
    {
        scoped_fixture gate g = make_gate(SCREE_BODY_STATIC, SCREE_BODY_DYNAMIC, 0.5f, false);
        run_steps(g.world, 1);
        assert_seen(&g, 1, 0, 1);
        const scree_result results[] = {
            way != 0 ? SCREE_OK : scree_body_destroy(g.world, g.ball),
            way != 1 ? SCREE_OK : scree_shape_destroy(g.world, g.sensor),
            way != 2 ? SCREE_OK : scree_body_set_enabled(g.world, g.post, false),
            way != 3 ? SCREE_OK : scree_shape_set_sensor(g.world, g.sensor, false),
            way != 4
                ? SCREE_OK
                : scree_body_set_transform(
                      g.world, g.ball, scree_transform_from_angle((scree_vec2){9.0f, 0.0f}, 0.0f)),
            way != 5 ? SCREE_OK
                     : scree_shape_set_filter(g.world, g.disc, &(scree_filter){1, 0, 0})};
        assert_ok(results[way]);
        // A destroyed shape overlaps nothing.
        assert_int_equal(scree_shape_sensor_overlaps(g.world, g.sensor, NULL, 0), way > 1);
        run_steps(g.world, 1);
        assert_seen(&g, 0, 1, 0);
        run_steps(g.world, 1);
        assert_seen(&g, 0, 0, 0);
        // A former sensor collides.
        assert_int_equal(scree_world_counters(g.world).contacts, way == 3);
    }
}

TEST(half_spaces_and_chains_sense_too)
{
    scoped_fixture gate g = {.world = world_with_gravity(0.0f, 0.0f)};
    scree_shape_def sensor = sensing(false), shape = visible();
    g.post = add_ground(g.world, &sensor);
    scree_body_shapes(g.world, g.post, &g.sensor, 1);
    g.ball = add_body(g.world, SCREE_BODY_DYNAMIC, 500.0f, 0.4f, 0.0f);
    g.disc = add_circle(g.world, g.ball, &shape, 0.5f);
    run_steps(g.world, 1);
    assert_seen(&g, 1, 0, 1);
    scree_body_set_transform(g.world, g.ball,
                             scree_transform_from_angle((scree_vec2){0.0f, 0.6f}, 0.0f));
    run_steps(g.world, 1);
    assert_seen(&g, 0, 1, 0);
    const scree_vec2 points[] = {{3.0f, 0.6f}, {0.0f, 0.6f}, {-3.0f, 0.6f}};
    scree_chain_id line = add_open_chain(g.world, g.post, &sensor, points, 3, false);
    run_steps(g.world, 1);
    assert_int_equal(scree_world_sensor_events(g.world).begin_count, 2);
    scree_chain_destroy(g.world, line);
    run_steps(g.world, 1);
    assert_int_equal(scree_world_sensor_events(g.world).end_count, 2);
}

TEST(queries_particles_soft_bodies_and_paths_pass_sensors)
{
    scoped_fixture gate g = make_gate(SCREE_BODY_STATIC, SCREE_BODY_DYNAMIC, -20.0f, false);
    const scree_query_filter all = scree_query_filter_default();
    const scree_vec2 from = {-5.0f, 0.0f}, way = {10.0f, 0.0f}, here = {0.0f, 0.0f};
    const scree_aabb box = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    scree_shape_id found;
    for (int sensor = 1; sensor >= 0; --sensor)
    {
        scree_shape_set_sensor(g.world, g.sensor, sensor != 0);
        assert_int_equal(scree_world_overlap_point(g.world, here, all, &found, 1), !sensor);
        assert_int_equal(scree_world_overlap_aabb(g.world, box, all, &found, 1), !sensor);
        assert_int_equal(scree_world_cast_ray_any(g.world, from, way, all), !sensor);
    }
    scree_shape_set_sensor(g.world, g.sensor, true);
    // So fast that it would be stopped by a wall.
    scree_body_set_bullet(g.world, g.ball, true);
    scree_body_set_velocity(g.world, g.ball, (scree_vec2){300.0f, 0.0f}, 0.0f);
    run_steps(g.world, 30);
    assert_near(scree_body_position(g.world, g.ball).x, -20.0 + 300.0 * 0.5, 1e-2);
    // At rest where they would be pushed out.
    scree_particle_id dot = add_particle(g.world, 0.3f, 0.0f, 0.1f);
    scree_soft_body_def soft = soft_at(0.0f, 0.0f);
    scree_soft_body_id cloth =
        soft_made(g.world, scree_soft_body_create_box(g.world, &soft, 0.2f, 0.2f));
    run_steps(g.world, 30);
    assert_near(scree_particle_position(g.world, dot).x, 0.3, 0.12);
    assert_int_equal(scree_world_counters(g.world).soft_contacts, 0);
    assert_int_equal(scree_world_counters(g.world).particle_shape_pairs, 0);
    assert_true(scree_soft_body_is_valid(g.world, cloth));
}

TEST(a_sensor_has_mass)
{
    scoped_fixture gate g = make_gate(SCREE_BODY_DYNAMIC, SCREE_BODY_DYNAMIC, 9.0f, false);
    assert_near(scree_body_mass(g.world, g.post), 1.0, 1e-6);
    scree_shape_set_sensor(g.world, g.sensor, false);
    assert_near(scree_body_mass(g.world, g.post), 1.0, 1e-6);
}

#define BALLS 3000
#define GATES 4

/// Balls that touch nothing except the sensors of a post far away.
static scree_body_id add_gates(scree_world *world)
{
    scree_shape_def sensor = sensing(false), shape = visible();
    sensor.filter = (scree_filter){2, UINT64_MAX, 0};
    shape.filter = (scree_filter){1, 2, 0};
    scree_body_id post = add_body(world, SCREE_BODY_STATIC, 100.0f, 0.0f, 0.0f);
    for (int i = 0; i < GATES; ++i)
    {
        add_box(world, post, &sensor, 0.4f, 0.4f);
    }
    for (int i = 0; i < BALLS; ++i)
    {
        add_circle(world, add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f), &shape, 0.2f);
    }
    return post;
}

TEST(overlaps_that_stay_take_few_bytes)
{
    test_memory memory;
    scree_world_def def = awake_world_def();
    def.gravity.y = 0.0f;
    def.allocator = allocator_of(&memory);
    int64_t bytes[2];
    for (int seen = 0; seen < 2; ++seen)
    {
        scoped_world *world = world_of(&def);
        scree_shape_def sensor = sensing(false), shape = visible();
        shape.filter = (scree_filter){1, 2, 0};
        sensor.filter = (scree_filter){2, seen ? 1 : 4, 0};
        for (int i = 0; i < COUNT; ++i)
        {
            scree_body_id body = add_disc(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, &sensor, 0.5f);
            add_circle(world, body, &shape, 0.5f);
            // One more for each body in each step.
            run_steps(world, i % 10 == 9);
        }
        run_steps(world, 3);
        assert_int_equal(scree_world_sensor_events(world).begin_count, 0);
        bytes[seen] = memory.bytes;
    }
    assert_in_range((bytes[1] - bytes[0]) / (COUNT * (COUNT - 1)), 32, 130);
}

/// More come at once than room was taken for. Returns how the step ended.
static scree_result bring_gates(int fail_at, bool *late)
{
    test_memory memory;
    scree_world_def def = awake_world_def();
    def.allocator = allocator_of(&memory);
    scoped_world *world = world_of(&def);
    scree_body_id post = add_gates(world);
    run_steps(world, 3);
    scree_body_set_transform(world, post,
                             scree_transform_from_angle((scree_vec2){0.0f, 0.0f}, 0.0f));
    scree_result result = step_failing_at(world, &memory, fail_at, true, 1);
    scree_sensor_events events = scree_world_sensor_events(world);
    *late = events.late;
    bool told = result == SCREE_OK && !events.late;
    assert_int_equal(events.begin_count, told ? GATES * BALLS : 0);
    assert_int_equal(events.end_count, 0);
    run_steps(world, 1);
    events = scree_world_sensor_events(world);
    assert_int_equal(events.begin_count, told ? 0 : GATES * BALLS);
    assert_false(events.late);
    scree_body_destroy(world, post);
    run_steps(world, 1);
    assert_int_equal(scree_world_sensor_events(world).end_count, GATES * BALLS);
    return result;
}

TEST(many_overlaps_without_memory_are_told_late)
{
    int late_steps = 0, told = 0;
    for (int at = 0; at < 20 && told == 0; ++at)
    {
        bool late;
        scree_result result = bring_gates(at, &late);
        assert_true(result == SCREE_OK || result == SCREE_ERROR_OUT_OF_MEMORY);
        late_steps += late;
        told += result == SCREE_OK && !late;
    }
    assert_true(late_steps > 0 && told > 0);
}

TEST(a_sleeper_is_seen_once_a_call_lets_a_sensor_see_it)
{
    for (int way = 0; way < 3; ++way)
    {
        scoped_world *world = default_world();
        scree_shape_def sensor = sensing(false), shape = visible();
        const scree_filter all = sensor.filter;
        sensor.filter.mask = way == 0 ? 0 : all.mask;
        shape.enable_sensor_events = way != 1;
        add_ground(world, &shape);
        gate g = {.world = world, .post = static_body(world)};
        g.sensor = add_box(world, g.post, &sensor, way == 2 ? 0.1f : 2.0f, 2.0f);
        g.ball = add_body(world, SCREE_BODY_DYNAMIC, 1.0f, 0.5f, 0.0f);
        g.disc = add_circle(world, g.ball, &shape, 0.5f);
        run_steps(world, 100);
        assert_false(scree_body_is_awake(world, g.ball));
        assert_seen(&g, 0, 0, 0);
        const scree_polygon wide = scree_polygon_box(2.0f, 2.0f);
        assert_ok(way == 0   ? scree_shape_set_filter(world, g.sensor, &all)
                  : way == 1 ? scree_shape_set_sensor_events_enabled(world, g.disc, true)
                             : scree_shape_set_polygon(world, g.sensor, &wide));
        run_steps(world, 1);
        assert_seen(&g, 1, 0, 1);
        assert_false(scree_body_is_awake(world, g.ball));
    }
}

// It lies above a sleeper and comes to it: put there, turned there by a call, or by its own motion.
TEST(a_sensor_that_moves_or_turns_meets_sleepers)
{
    for (int way = 0; way < 4; ++way)
    {
        const bool turns = way % 2 != 0, moves = way / 2 != 0;
        scoped_world *world = default_world();
        scree_shape_def sensor = sensing(false), shape = visible();
        add_ground(world, &shape);
        gate g = {.world = world};
        g.post = add_body(world, moves ? SCREE_BODY_KINEMATIC : SCREE_BODY_STATIC, 0.0f,
                          turns ? 0.5f : 4.0f, 0.0f);
        g.sensor = add_box(world, g.post, &sensor, turns ? 0.1f : 2.0f, 2.0f);
        g.ball = add_body(world, SCREE_BODY_DYNAMIC, 1.0f, 0.5f, 0.0f);
        g.disc = add_circle(world, g.ball, &shape, 0.25f);
        assert_ok(scree_body_set_position(world, g.ball, (scree_vec2){1.0f, 0.25f}));
        run_steps(world, 100);
        assert_false(scree_body_is_awake(world, g.ball));
        assert_seen(&g, 0, 0, 0);
        if (moves && turns)
            assert_ok(scree_body_set_angular_velocity(world, g.post, 1.570796f));
        else if (moves)
            assert_ok(scree_body_set_linear_velocity(world, g.post, (scree_vec2){0.0f, -4.0f}));
        else if (turns)
            assert_ok(scree_body_set_angle(world, g.post, 1.570796f));
        else
            assert_ok(scree_body_set_position(world, g.post, (scree_vec2){0.0f, 0.5f}));
        int begins = 0;
        for (int i = 0; i < (moves ? 60 : 1); ++i)
        {
            run_steps(world, 1);
            begins += scree_world_sensor_events(world).begin_count;
        }
        assert_int_equal(begins, 1);
        scree_shape_id seen;
        assert_int_equal(scree_shape_sensor_overlaps(world, g.sensor, &seen, 1), 1);
        assert_false(scree_body_is_awake(world, g.ball));
    }
}
