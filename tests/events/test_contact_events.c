/// Single contacts that begin, end and hit.
#include "tests/events/event_world.h"

#include <float.h>

#define BALLS 200

typedef struct fall
{
    scree_world *world;
    scree_body_id ground, ball;
    scree_shape_id floor, disc;
} fall;

/// A ball of radius 0.5 over the ground, without gravity.
static fall make_fall(const scree_world_def *def, float height, bool events, bool hits)
{
    fall f = {.world = world_of(def)};
    scree_shape_def material = surface(0.5f, 0.0f);
    f.ground = add_ground(f.world, &material);
    scree_body_shapes(f.world, f.ground, &f.floor, 1);
    f.ball = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, height, 0.0f);
    material.enable_contact_events = events;
    material.enable_hit_events = hits;
    f.disc = add_circle(f.world, f.ball, &material, 0.5f);
    return f;
}

static scree_world_def still(void)
{
    scree_world_def def = awake_world_def();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    return def;
}

static void assert_counts(const fall *f, int begins, int ends)
{
    scree_contact_events events = scree_world_contact_events(f->world);
    assert_int_equal(events.begin_count, begins);
    assert_int_equal(events.end_count, ends);
    for (int i = 0; i < begins + ends; ++i)
    {
        // Both begin with the same four ids.
        scree_contact_event event;
        memcpy(&event, begins > 0 ? (const void *)&events.begins[0] : (const void *)&events.ends[0],
               sizeof event);
        assert_int_equal(event.shape_a.value, f->floor.value);
        assert_int_equal(event.shape_b.value, f->disc.value);
        assert_int_equal(event.body_a.value, f->ground.value);
        assert_int_equal(event.body_b.value, f->ball.value);
    }
}

TEST(a_contact_begins_once_and_ends_once)
{
    scree_world_def def = still();
    scoped_fixture fall f = make_fall(&def, 0.5f, true, false);
    run_steps(f.world, 1);
    assert_counts(&f, 1, 0);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 0);
    scree_body_set_velocity(f.world, f.ball, (scree_vec2){0.0f, 10.0f}, 0.0f);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 0);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 1);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 0);
}

static scree_result end_it(const fall *f, int way)
{
    const scree_filter none = {.category = 1, .mask = 0};
    switch (way)
    {
    case 0:
        return scree_body_destroy(f->world, f->ball);
    case 1:
        return scree_shape_destroy(f->world, f->disc);
    case 2:
        return scree_body_destroy(f->world, f->ground);
    case 3:
        return scree_body_set_enabled(f->world, f->ball, false);
    case 4:
        return scree_shape_set_filter(f->world, f->floor, &none);
    case 5:
        return scree_body_set_type(f->world, f->ball, SCREE_BODY_STATIC);
    case 6:
        return scree_body_set_transform(
            f->world, f->ground, scree_transform_from_angle((scree_vec2){0.0f, -9.0f}, 0.0f));
    default:
        return scree_body_set_transform(f->world, f->ball,
                                        scree_transform_from_angle((scree_vec2){0.0f, 9.0f}, 0.0f));
    }
}

TEST(what_calls_end_is_among_the_ends_of_the_next_step)
{
    for (int way = 0; way < 16; ++way)
    {
        bool asleep = way >= 8;
        scree_world_def def = still();
        def.enable_sleep = true;
        scoped_fixture fall f = make_fall(&def, 0.5f, true, false);
        run_steps(f.world, 1);
        assert_counts(&f, 1, 0);
        run_steps(f.world, asleep ? 90 : 1);
        assert_int_equal(scree_body_is_awake(f.world, f.ball), !asleep);
        assert_ok(end_it(&f, way % 8));
        if (way % 8 == 0)
        {
            // The slot of the body is reused before the end is reported.
            scree_body_id other = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, 5.0f, 0.0f);
            assert_int_equal(other.value & 0xffffff, f.ball.value & 0xffffff);
        }
        assert_counts(&f, 0, 0);
        run_steps(f.world, 1);
        assert_counts(&f, 0, 1);
        run_steps(f.world, 2);
        assert_counts(&f, 0, 0);
    }
}

TEST(ends_outlive_slots_that_are_used_again_without_a_step)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def material = surface(0.5f, 0.0f);
    material.enable_contact_events = true;
    add_ground(world, &material);
    scree_body_id balls[BALLS];
    scree_shape_id discs[BALLS];
    for (int i = 0; i < BALLS; ++i)
    {
        balls[i] = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 0.5f, 0.0f);
        discs[i] = add_circle(world, balls[i], &material, 0.5f);
    }
    run_steps(world, 1);
    assert_int_equal(scree_world_contact_events(world).begin_count, BALLS);
    assert_ok(scree_bodies_destroy(world, balls, BALLS));
    for (int i = 0; i < BALLS; ++i)
    {
        // Twice as high: nothing is touched.
        add_disc(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 5.0f, &material, 0.5f);
    }
    run_steps(world, 1);
    scree_contact_events events = scree_world_contact_events(world);
    assert_int_equal(events.end_count, BALLS);
    assert_int_equal(events.begin_count, 0);
    for (int i = 0; i < BALLS; ++i)
    {
        assert_int_equal(events.ends[i].shape_b.value, discs[i].value);
        assert_int_equal(events.ends[i].body_b.value, balls[i].value);
        assert_false(scree_shape_is_valid(world, events.ends[i].shape_b));
    }
}

TEST(what_is_found_again_in_the_same_step_has_not_ended)
{
    scree_world_def def = still();
    scoped_fixture fall f = make_fall(&def, 0.5f, true, false);
    run_steps(f.world, 2);
    const scree_filter other = {.category = 2, .mask = UINT64_MAX};
    scree_shape_set_filter(f.world, f.disc, &other);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 0);
    scree_body_set_enabled(f.world, f.ball, false);
    scree_body_set_enabled(f.world, f.ball, true);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 0);
    // Still one end for the one begin.
    scree_body_destroy(f.world, f.ball);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 1);
}

TEST(a_body_that_a_step_disables_ends_its_contacts_in_the_next)
{
    scree_world_def def = still();
    scoped_fixture fall f = make_fall(&def, 0.5f, true, false);
    run_steps(f.world, 1);
    scree_world_bodies(f.world).vx[0] = NAN;
    assert_int_equal(scree_world_step(f.world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
    run_steps(f.world, 1);
    assert_counts(&f, 0, 1);
}

TEST(a_hit_tells_where_how_fast_and_how_hard)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scree_world_def def = def_solved_by(solver);
        def.gravity = (scree_vec2){0.0f, 0.0f};
        scoped_fixture fall f = make_fall(&def, 1.0f, false, true);
        scree_body_set_velocity(f.world, f.ball, (scree_vec2){3.0f, -5.0f}, 0.0f);
        int hits = 0;
        double impulse = 0.0;
        for (int i = 0; i < 30; ++i)
        {
            scree_vec2 before = scree_body_position(f.world, f.ball);
            step_world(f.world);
            scree_contact_events events = scree_world_contact_events(f.world);
            assert_int_equal(events.begin_count, 0);
            for (int k = 0; k < events.hit_count; ++k)
            {
                const scree_contact_hit *hit = &events.hits[k];
                assert_int_equal(hit->shape_a.value, f.floor.value);
                assert_int_equal(hit->shape_b.value, f.disc.value);
                assert_int_equal(hit->body_b.value, f.ball.value);
                assert_near(hit->normal.y, 1.0, 1e-6);
                assert_near(hit->position.x, before.x, 1e-4);
                // Midway between the surfaces.
                assert_near(hit->position.y, 0.5 * ((double)before.y - 0.5), 1e-4);
                assert_true(hits > 0 || fabsf(hit->approach_speed - 5.0f) < 1e-4f);
                impulse += (double)hit->impulse;
            }
            hits += events.hit_count;
        }
        // The last part of the path may take a step of its own.
        assert_true(hits == 1 || hits == 2);
        assert_near(impulse, 5.0 * (double)scree_body_mass(f.world, f.ball), 0.02 * 5.0);
    }
}

TEST(slow_contacts_and_resting_ones_are_no_hits)
{
    scree_world_def def = awake_world_def();
    def.hit_event_threshold = 2.0f;
    scoped_fixture fall f = make_fall(&def, 0.6f, false, true);
    for (int i = 0; i < 120; ++i)
    {
        // It falls 0.1 m, to 1.4 m/s, and lies.
        run_steps(f.world, 1);
        assert_int_equal(scree_world_contact_events(f.world).hit_count, 0);
    }
    assert_int_equal(scree_world_set_hit_event_threshold(f.world, NAN), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_set_hit_event_threshold(f.world, -1.0f), SCREE_ERROR_ARGUMENT);
    assert_true(scree_world_hit_event_threshold(f.world) == 2.0f);
    assert_ok(scree_world_set_hit_event_threshold(f.world, 0.5f));
    scree_body_set_transform(f.world, f.ball,
                             scree_transform_from_angle((scree_vec2){0.0f, 0.6f}, 0.0f));
    int hits = 0;
    for (int i = 0; i < 60; ++i)
    {
        run_steps(f.world, 1);
        hits += scree_world_contact_events(f.world).hit_count;
    }
    assert_true(hits >= 1 && hits <= 2);
}

TEST(the_approach_speed_of_a_hit_is_that_of_its_point)
{
    for (int i = 0; i < 4; ++i)
    {
        const bool wall = i % 2 != 0, first = i / 2 != 0;
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        def.enable_hit_events = true;
        const scree_vec2 tip = {wall ? 0.0f : 1.0f, wall ? 1.0f : 0.0f}, back = {-tip.x, -tip.y};
        const scree_vec2 end = {wall ? -3.2f : 1.0f, wall ? 0.0f : -4.2f},
                         other_end = {wall ? -3.2f : -5.0f, wall ? -6.0f : -4.2f};
        scree_body_id rod = {0};
        for (int k = 0; k < 2; ++k)
        {
            // Either may come first in a contact.
            const bool moves = (k == 0) == first;
            scree_body_id body = add_body(world, moves ? SCREE_BODY_DYNAMIC : SCREE_BODY_STATIC,
                                          moves ? 0.0f : 2.0f, moves ? 0.0f : 3.0f, 0.0f);
            scree_shape_create_capsule(world, body, &def,
                                       moves ? &(scree_capsule){back, tip, 0.1f}
                                             : &(scree_capsule){end, other_end, 0.5f});
            rod = moves ? body : rod;
        }
        scree_body_set_velocity(world, rod, (scree_vec2){0.0f, 0.0f}, 10.0f);
        scree_contact_events events;
        do
        {
            step_world(world);
            events = scree_world_contact_events(world);
        } while (events.hit_count == 0 && scree_body_angular_velocity(world, rod) > 9.9f);
        assert_int_equal(events.hit_count, 1);
        // The middle of the end's cap is 0.7 m beside the middle of the rod when it hits.
        const scree_vec2 arm = events.hits[0].position;
        assert_near(events.hits[0].approach_speed, 10.0f * fabsf(wall ? arm.y : arm.x), 0.4);
        assert_at_least(events.hits[0].approach_speed, 6.0f);
    }
}

TEST(the_approach_speed_of_a_hit_is_finite)
{
    const float speeds[] = {1e30f, 1e38f, 3e38f, FLT_MAX};
    for (int i = 0; i < 4 * 2; ++i)
    {
        const scree_world_def world_def = still();
        scoped_world *world = world_of(&world_def);
        scree_shape_def def = surface(0.5f, 0.0f);
        def.enable_hit_events = true;
        for (int k = 0; k < 2; ++k)
        {
            const scree_body_id body =
                add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.95f * (float)k, 0.0f);
            add_box(world, body, &def, 0.5f, 0.5f);
            const float speed = k == 0 ? speeds[i / 2] : -speeds[i / 2];
            assert_ok(scree_body_set_velocity(world, body, (scree_vec2){0.0f, speed},
                                              i % 2 == 0 ? 0.0f : speeds[i / 2]));
        }
        run_steps(world, 1);
        const scree_contact_events events = scree_world_contact_events(world);
        assert_int_equal(events.hit_count, 1);
        const double exact = 2.0 * (double)speeds[i / 2];
        assert_true(i % 2 != 0 || events.hits[0].approach_speed ==
                                      (exact > (double)FLT_MAX ? FLT_MAX : (float)exact));
        assert_true(events.hits[0].approach_speed <= FLT_MAX);
        assert_true(events.hits[0].impulse <= FLT_MAX);
    }
}

// One end of a bar that turns comes down fast, and the other goes up; both are near the floor.
TEST(a_hit_of_two_points_is_that_of_the_faster_one)
{
    for (int i = 0; i < 4; ++i)
    {
        const bool left = i % 2 != 0, floor_first = i / 2 != 0;
        scree_world_def world_def = still();
        scoped_world *world = world_of(&world_def);
        scree_shape_def def = surface(0.0f, 0.0f);
        def.enable_hit_events = true;
        scree_body_id bar = {0};
        scree_shape_id floor = {0};
        for (int k = 0; k < 2; ++k)
        {
            const bool is_floor = (k == 0) == floor_first;
            const scree_body_id body =
                add_body(world, is_floor ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC, 0.0f,
                         is_floor ? -0.5f : 0.105f, 0.0f);
            const scree_shape_id shape =
                add_box(world, body, &def, is_floor ? 5.0f : 1.0f, is_floor ? 0.5f : 0.1f);
            bar = is_floor ? bar : body;
            floor = is_floor ? shape : floor;
        }
        const float spin = left ? 2.0f : -2.0f;
        scree_body_set_velocity(world, bar, (scree_vec2){0.0f, -1.5f}, spin);
        run_steps(world, 1);
        const scree_contact_events events = scree_world_contact_events(world);
        assert_int_equal(events.hit_count, 1);
        const scree_contact_hit *hit = &events.hits[0];
        assert_near(hit->approach_speed, 3.5, 0.05);
        assert_near(hit->position.x, left ? -1.0 : 1.0, 0.05);
        // From the shape of the lower slot to the other.
        assert_near(hit->normal.y, hit->shape_a.value == floor.value ? 1.0 : -1.0, 1e-3);
    }
}

// Shapes of all kinds fall on a box; a contact leads with one kind or the other.
TEST(hits_and_begins_point_from_the_lower_slot_whatever_the_kinds)
{
    for (int i = 0; i < 2 * 8; ++i)
    {
        const bool floor_first = i % 2 != 0;
        scree_world_def world_def = still();
        scoped_world *world = world_of(&world_def);
        scree_shape_def def = surface(0.0f, 0.0f);
        def.enable_hit_events = def.enable_contact_events = true;
        scree_shape_id floor = {0};
        for (int k = 0; k < 2; ++k)
        {
            const bool is_floor = (k == 0) == floor_first;
            const scree_body_id body =
                add_body(world, is_floor ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC, 0.0f,
                         is_floor ? -0.5f : 0.6f, 0.0f);
            if (is_floor)
            {
                floor = add_box(world, body, &def, 5.0f, 0.5f);
                continue;
            }
            add_mixed(world, body, &def, i / 2, 1.0f);
            scree_body_set_velocity(world, body, (scree_vec2){0.0f, -3.0f}, 0.0f);
        }
        int hits = 0, begins = 0;
        for (int step = 0; step < 60; ++step)
        {
            run_steps(world, 1);
            const scree_contact_events events = scree_world_contact_events(world);
            for (int k = 0; k < events.hit_count; ++k)
            {
                const bool up = events.hits[k].shape_a.value == floor.value;
                assert_near(events.hits[k].normal.y, up ? 1.0 : -1.0, 1e-3);
            }
            for (int k = 0; k < events.begin_count; ++k)
            {
                const bool up = events.begins[k].shape_a.value == floor.value;
                assert_near(events.begins[k].normal.y, up ? 1.0 : -1.0, 1e-3);
            }
            hits += events.hit_count;
            begins += events.begin_count;
        }
        assert_true(hits > 0 && begins > 0);
    }
}

TEST(the_threshold_of_hits_is_in_length_units)
{
    for (int i = 0; i < 2; ++i)
    {
        scree_world_def def = awake_world_def();
        def.length_unit = 10.0f;
        def.gravity = (scree_vec2){0.0f, 0.0f};
        scoped_world *world = world_of(&def);
        scree_shape_def shape = surface(0.5f, 0.0f);
        shape.enable_hit_events = true;
        add_slab(world, SCREE_BODY_STATIC, 0.0f, -5.0f, &shape, 50.0f, 5.0f);
        const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 8.0f, &shape, 5.0f);
        // The threshold is 1 unit/s, 10 m/s.
        const float speed = (i == 0 ? 0.8f : 1.2f) * 10.0f * def.hit_event_threshold;
        assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -speed}, 0.0f));
        int hits = 0;
        for (int k = 0; k < 60; ++k)
        {
            run_steps(world, 1);
            hits += scree_world_contact_events(world).hit_count;
        }
        assert_int_equal(hits, i);
    }
}
