/// Continuous collision: fast bodies stay within thin walls, bullets pass no moving body, sliding
/// bodies lose nothing, and slow bodies are not touched.
#include "tests/support/bullet_room.h"
#include "tests/support/worlds.h"
#include "world/world_state.h"

TEST(nothing_passes_a_thin_wall_at_any_set_and_thread_count)
{
    uint64_t hash = 0;
    int checked = 0;
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (!scree_simd_is_supported((scree_simd)simd))
        {
            continue;
        }
        bullet_room room = {.count = 200,
                            .half = 8.0f,
                            .speed = 400.0f,
                            .spin = 150.0f,
                            .simd = (scree_simd)simd,
                            .workers = 1 + checked % 3};
        uint64_t found = fly_in_room(&room, 60);
        assert_int_equal(room.outside, 0);
        assert_at_least(room.hits, 1000);
        assert_true(checked++ == 0 || found == hash);
        hash = found;
    }
    assert_at_least(checked, 2);
}

TEST(boxes_that_are_no_bullets_stay_at_every_speed_and_with_every_solver)
{
    const float speeds[] = {30.0f, 60.0f, 120.0f, 300.0f};
    for (int i = 0; i < 4 * SCREE_SOLVER_COUNT; ++i)
    {
        bullet_room room = {.count = 120,
                            .half = 6.0f,
                            .speed = speeds[i % 4],
                            .spin = 20.0f,
                            .solver = (scree_solver)(i / 4),
                            .restitution = 0.3f};
        fly_in_room(&room, 90);
        assert_int_equal(room.outside, 0);
    }
}

TEST(a_press_brings_no_centre_through_the_floor)
{
    const scree_segment line = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
    for (int i = 0; i < 2 * 3 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = world_solved_by(i / 6, 0.0f);
        scree_shape_def def = surface(0.3f, 0.0f);
        if (i % 2)
            add_ground(world, &def);
        else
            scree_shape_create_segment(world, static_body(world), &def, &line);
        scree_body_id pressed = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.02f, 0.0f);
        add_mixed(world, pressed, &def, i / 2 % 3, 0.02f);
        scree_body_id press = add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, 0.06f, &def, 1.0f, 0.01f);
        scree_body_set_velocity(world, press, (scree_vec2){0.0f, -0.06f}, 0.0f);
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            assert_at_least(scree_body_position(world, pressed).y, 0.0f);
        }
    }
}

TEST(without_it_they_pass)
{
    bullet_room room = {.count = 120, .half = 6.0f, .speed = 300.0f, .spin = 20.0f, .off = true};
    fly_in_room(&room, 60);
    assert_at_least(room.outside, 40);
    assert_int_equal(room.hits, 0);
}

TEST(rods_that_spin_do_not_turn_through_a_wall)
{
    for (int i = 0; i < 200; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = surface(0.3f, 0.5f);
        add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, &def, 0.05f, 20.0f);
        scree_body_id rod =
            add_body(world, SCREE_BODY_DYNAMIC, -0.3f - 0.01f * (float)(i % 60), 0.0f, 1.5707963f);
        add_box(world, rod, &def, 1.0f, 0.01f);
        float spin = (i % 2 ? 1.0f : -1.0f) * (40.0f + 0.7f * (float)i);
        scree_body_set_velocity(world, rod, (scree_vec2){0.1f * (float)(i % 7), 0.0f}, spin);
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            assert_at_most(scree_body_position(world, rod).x, -0.04f);
        }
    }
}

/// A plate of 0.1 m across the path of a bullet, and how far the bullet gets beyond it, m.
static float beyond_plate(scree_body_type type, bool bullet, float plate_speed, bool asleep)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity = (scree_vec2){0.0f, 0.0f};
    world_def.enable_sleep = asleep;
    scoped_world *world = world_of(&world_def);
    scree_shape_def def = surface(0.3f, 0.0f);
    def.density = 100.0f;
    scree_body_id plate = add_slab(world, type, 0.0f, 0.0f, &def, 0.05f, 5.0f);
    if (type != SCREE_BODY_STATIC)
    {
        scree_body_set_velocity(world, plate, (scree_vec2){plate_speed, 0.0f}, 0.0f);
    }
    step_times(world, asleep ? 60 : 0);
    assert_true(!asleep || !scree_body_is_awake(world, plate));
    scree_body_def body = scree_body_def_default();
    body.type = SCREE_BODY_DYNAMIC;
    body.position = (scree_vec2){-15.0f, 0.3f};
    body.angle = 0.6f;
    body.linear_velocity = (scree_vec2){390.0f, 20.0f};
    body.angular_velocity = 30.0f;
    body.bullet = bullet;
    scree_body_id id = scree_body_create(world, &body);
    def.density = 1.0f;
    add_box(world, id, &def, 0.04f, 0.03f);
    float farthest = -100.0f;
    for (int k = 0; k < 20; ++k)
    {
        step_world(world);
        farthest =
            fmaxf(farthest, scree_body_position(world, id).x - scree_body_position(world, plate).x);
    }
    return farthest;
}

TEST(bullets_stop_at_what_moves_and_at_what_sleeps)
{
    assert_at_most(beyond_plate(SCREE_BODY_STATIC, false, 0.0f, false), 0.0f);
    assert_at_most(beyond_plate(SCREE_BODY_DYNAMIC, true, 0.0f, false), 0.0f);
    assert_at_most(beyond_plate(SCREE_BODY_DYNAMIC, true, 0.0f, true), 0.0f);
    assert_at_most(beyond_plate(SCREE_BODY_DYNAMIC, true, -20.0f, false), 0.0f);
    assert_at_most(beyond_plate(SCREE_BODY_KINEMATIC, true, 0.0f, false), 0.0f);
    assert_at_most(beyond_plate(SCREE_BODY_KINEMATIC, true, -20.0f, false), 0.0f);
}

TEST(bullets_stop_at_a_kinematic_box_that_crosses_their_way)
{
    for (int i = 0; i < 40; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = surface(0.0f, 0.0f);
        const float meet = (0.5f + 0.05f * (float)i) * STEP, x = -300.0f * meet, y = 150.0f * meet;
        scree_body_id box = add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, y, &def, 0.2f, 0.2f);
        scree_body_id rod = add_slab(world, SCREE_BODY_DYNAMIC, x, 0.0f, &def, 0.03f, 0.1f);
        scree_body_set_bullet(world, rod, true);
        scree_body_set_velocity(world, box, (scree_vec2){0.0f, -150.0f}, 0.0f);
        scree_body_set_velocity(world, rod, (scree_vec2){300.0f, 0.0f}, 0.0f);
        scree_vec2 from = {x, -y};
        for (int k = 0; k < 5; ++k)
        {
            // Seen from the box, the middle of the rod goes `way` from `from`.
            step_world(world);
            scree_vec2 to = scree_body_local_point(world, box, scree_body_position(world, rod));
            scree_vec2 way = {to.x - from.x, to.y - from.y};
            float part = -(from.x * way.x + from.y * way.y) / (way.x * way.x + way.y * way.y);
            part = fminf(fmaxf(part, 0.0f), 1.0f);
            assert_at_least(hypotf(from.x + part * way.x, from.y + part * way.y), 0.16);
            from = to;
        }
    }
}

TEST(a_fast_kinematic_box_pushes_a_rod_that_it_meets_before_it)
{
    test_random random = random_of(31);
    int met = 0, inside = 0;
    for (int i = 0; i < 600; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = surface(0.3f, 0.0f);
        const float fast = random_between(&random, 50.0f, 100.0f);
        const float meet = random_between(&random, 3.0f, 8.0f) * STEP;
        scree_body_id box =
            add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, fast * meet, &def, 0.1f, 0.1f);
        scree_body_set_velocity(world, box, (scree_vec2){0.0f, -fast}, 0.0f);
        scree_body_id rod =
            add_body(world, SCREE_BODY_DYNAMIC, -2.0f * fast * meet,
                     random_between(&random, -0.3f, 0.3f), random_between(&random, -3.0f, 3.0f));
        add_box(world, rod, &def, 0.5f, 0.01f);
        scree_body_set_bullet(world, rod, true);
        scree_body_set_velocity(world, rod, (scree_vec2){2.0f * fast, 0.0f}, 0.0f);
        int hits = 0;
        float nearest = 1.0f;
        for (int k = 0; k < 12; ++k)
        {
            step_world(world);
            hits += scree_world_counters(world).continuous_hits;
            scree_vec2 at = scree_body_local_point(world, rod, scree_body_position(world, box));
            nearest = fminf(nearest, hypotf(fmaxf(fabsf(at.x) - 0.5f, 0.0f), at.y));
        }
        met += hits > 0;
        inside += hits > 0 && nearest < 0.05f;
    }
    assert_at_least(met, 200);
    assert_at_most(100 * inside, 4 * met);
}

/// Whether two fast bodies, the first `bullets` of them bullets, changed sides within each other.
static bool pass_each_other(int bullets, float offset, bool rods, int *hits)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_body_id id[2];
    for (int i = 0; i < 2; ++i)
    {
        scree_body_def body = scree_body_def_default();
        body.type = SCREE_BODY_DYNAMIC;
        float side = i ? 1.0f : -1.0f;
        body.position = (scree_vec2){side * 7.3f, side * offset};
        body.linear_velocity = (scree_vec2){-side * 200.0f, 0.0f};
        body.angle = rods ? 1.75f : 0.0f;
        body.angular_velocity = rods ? 80.0f : 0.0f;
        id[i] = scree_body_create(world, &body);
        scree_body_set_bullet(world, id[i], i < bullets);
        assert_true(scree_body_is_bullet(world, id[i]) == (i < bullets));
        add_box(world, id[i], &def, rods ? 0.5f : 0.05f, rods ? 0.01f : 0.05f);
    }
    bool passed = false;
    scree_vec2 before = {-14.6f, -2.0f * offset};
    for (int k = 0; k < 6; ++k)
    {
        step_world(world);
        *hits += scree_world_counters(world).continuous_hits;
        scree_vec2 p = scree_body_position(world, id[0]), q = scree_body_position(world, id[1]);
        scree_vec2 now = {p.x - q.x, p.y - q.y};
        if (before.x < 0.0f && now.x >= 0.0f)
        {
            float part = before.x / (before.x - now.x);
            float beside = before.y + part * (now.y - before.y);
            passed |= fabsf(beside) < (rods ? 0.02f : 0.1f);
        }
        before = now;
    }
    return passed;
}

TEST(bullets_stop_at_what_moved_lately_in_a_world_that_mostly_rests)
{
    int hits = 0;
    for (int i = 0; i < 40; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        for (int k = 0; k < 400; ++k)
        {
            add_crate(world, 3.0f * (float)(k % 20) - 30.0f, 20.0f + 3.0f * (float)(k / 20), 0.5f,
                      0.5f);
        }
        scree_shape_def def = surface(0.3f, 0.0f);
        def.density = 100.0f;
        scree_body_id plate = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, -12.0f, &def, 0.05f, 5.0f);
        run_steps(world, 60);
        scree_body_set_transform(world, plate,
                                 scree_transform_from_angle((scree_vec2){0.0f, -1.0f}, 0.0f));
        scree_body_set_velocity(world, plate, (scree_vec2){0.0f, i % 2 ? 20.0f : 0.0f}, 0.0f);
        run_steps(world, i % 4);
        // Rods that spin: no contact sees them come.
        scree_body_id bullet = add_crate(world, -7.0f - 0.1f * (float)i, 0.3f, 0.5f, 0.01f);
        scree_body_set_bullet(world, bullet, true);
        scree_body_set_velocity(world, bullet, (scree_vec2){390.0f + 2.0f * (float)i, 0.0f},
                                150.0f);
        for (int k = 0; k < 6; ++k)
        {
            run_steps(world, 1);
            hits += scree_world_counters(world).continuous_hits;
            assert_true(scree_body_position(world, bullet).x < scree_body_position(world, plate).x);
        }
    }
    assert_at_least(hits, 20);
}

TEST(bullets_do_not_pass_each_other)
{
    int without = 0, hits[3] = {0, 0, 0};
    for (int i = 0; i < 80; ++i)
    {
        float offset = 0.0001f * (float)(i / 2);
        assert_false(pass_each_other(2, offset, i % 2 == 0, &hits[2]));
        assert_false(pass_each_other(1, offset, i % 2 == 0, &hits[1]));
        without += pass_each_other(0, offset, i % 2 == 0, &hits[0]);
    }
    assert_true(hits[2] > 0 && hits[1] > 0 && hits[0] == 0);
    assert_at_least(without, 5);
}

TEST(bullets_that_overlap_and_fly_the_same_way_fly_on)
{
    scoped_world *world = world_solved_by(SCREE_SOLVER_PGS_SPLIT, 10.0f);
    scree_body_id pair[2] = {
        add_body(world, SCREE_BODY_DYNAMIC, 4.83177662f, -1.76947165f, -1.51266611f),
        add_body(world, SCREE_BODY_DYNAMIC, 4.8415513f, -1.75900686f, 1.79880226f)};
    const scree_vec2 corners[6] = {{-0.00829f, 0.00321f}, {-0.00464f, -0.0052f},
                                   {0.00331f, -0.00517f}, {0.00621f, -0.00213f},
                                   {0.00711f, 0.00195f},  {0.00614f, 0.00531f}};
    scree_polygon polygon;
    assert_ok(scree_polygon_hull(corners, 6, 0.0f, &polygon));
    add_capsule(world, pair[0], usual_shape(), 0.0078f, 0.01034f);
    add_polygon(world, pair[1], usual_shape(), &polygon);
    scree_body_set_velocity(world, pair[0], (scree_vec2){-9.29822f, -16.25956f}, -6.93177f);
    scree_body_set_velocity(world, pair[1], (scree_vec2){-9.48619f, -15.65991f}, -6.93177f);
    scree_body_set_bullet(world, pair[0], true);
    scree_body_set_bullet(world, pair[1], true);
    step_times(world, 60);
    assert_at_most(scree_body_position(world, pair[0]).y, -15.0);
}

TEST(a_triangle_that_lands_spinning_does_not_hang_in_the_line)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_segment line = {{-50.0f, 0.0f}, {50.0f, 0.0f}};
    scree_shape_create_segment(world, static_body(world), usual_shape(), &line);
    const scree_vec2 corners[3] = {{0.009f, 0.003f}, {0.005f, -0.005f}, {-0.015f, 0.004f}};
    scree_polygon triangle;
    assert_ok(scree_polygon_hull(corners, 3, 0.0f, &triangle));
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 2.3f, 0.8f);
    add_polygon(world, body, usual_shape(), &triangle);
    scree_body_set_velocity(world, body, (scree_vec2){0.0f, -30.0f}, -20.0f);
    run_steps(world, 20);
    scree_world_set_gravity(world, (scree_vec2){0.0f, -10.0f});
    run_steps(world, 200);
    assert_near(total_kinetic_energy(world), 0.0, 1e-6);
}

TEST(a_disc_far_from_the_centre_of_mass_is_held_along_its_arc)
{
    scoped_world *world = world_solved_by(SCREE_SOLVER_PGS_SPLIT, 10.0f);
    const scree_shape_def smooth = surface(0.0f, 0.0f);
    const scree_segment floor = {{-1e4f, 0.0f}, {1e4f, 0.0f}};
    scree_shape_create_segment(world, static_body(world), &smooth, &floor);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 2.096f, 0.9f);
    const scree_circle discs[] = {{{-0.2f, 0.0f}, 0.004f}, {{0.2f, 0.0f}, 0.004f}};
    scree_shape_create_circle(world, body, &smooth, &discs[0]);
    scree_shape_create_circle(world, body, &smooth, &discs[1]);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){-10.0f, -130.0f}, 160.0f));
    for (int i = 0; i < 240; ++i)
    {
        step_world(world);
        assert_at_least(scree_body_world_point(world, body, discs[0].center).y, 0.0f);
        assert_at_least(scree_body_world_point(world, body, discs[1].center).y, 0.0f);
    }
}

TEST(a_path_ends_at_the_surface_and_the_velocity_stays)
{
    // Found by its turn alone: nothing else would see the end of the rod come.
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = surface(0.0f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.8f, 0.0f, &def, 0.05f, 5.0f);
    scree_body_id rod = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 1.2f);
    add_box(world, rod, &def, 1.0f, 0.02f);
    scree_body_set_velocity(world, rod, (scree_vec2){0.0f, 0.0f}, -40.0f);
    step_world(world);
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.continuous_bodies, 1);
    assert_int_equal(counters.continuous_hits, 1);
    assert_true(scree_body_angular_velocity(world, rod) == -40.0f);
    // The corner of its end is between 2.5 and 3.75 mm from the face at x = 0.75.
    float sine, cosine;
    scree_sincos(scree_body_angle(world, rod), &sine, &cosine);
    assert_near(cosine + 0.02f * fabsf(sine), 0.75 - 0.0031, 0.001);
}

/// How far a body slides in 3 s without friction over segments, as a part of speed times time.
static double part_of_way(scree_vec2 velocity, int kind, bool chain)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.0f, 0.0f);
    scree_body_id ground = static_body(world);
    scree_vec2 points[401];
    for (int i = 0; i <= 400; ++i)
    {
        points[i] = (scree_vec2){2000.0f - 10.0f * (float)i, 0.0f};
    }
    if (chain)
    {
        add_open_chain(world, ground, &def, points, 401, false);
    }
    else
    {
        scree_segment whole = {{-2000.0f, 0.0f}, {2000.0f, 0.0f}};
        scree_shape_create_segment(world, ground, &def, &whole);
    }
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, kind == 0 ? 0.1f : 0.05f, 0.0f);
    kind == 1 ? add_capsule(world, body, &def, 0.3f, 0.05f)
              : add_box(world, body, &def, kind == 0 ? 0.1f : 0.5f, kind == 0 ? 0.1f : 0.05f);
    scree_body_set_velocity(world, body, velocity, 0.0f);
    int followed = 0;
    for (int k = 0; k < 180; ++k)
    {
        step_world(world);
        followed += scree_world_counters(world).continuous_bodies;
    }
    assert_int_equal(followed, 180);
    return (double)scree_body_position(world, body).x / (3.0 * (double)velocity.x);
}

TEST(what_slides_fast_loses_less_than_a_hundredth_of_its_way)
{
    const float speeds[] = {20.0f, 60.0f, 200.0f};
    for (int i = 0; i < 18; ++i)
    {
        scree_vec2 velocity = {speeds[i % 3], 0.0f};
        assert_near(part_of_way(velocity, i / 3 % 3, i >= 9), 1.0, 0.01);
    }
}

TEST(what_is_slow_is_not_followed)
{
    uint64_t hashes[2];
    for (int off = 0; off < 2; ++off)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        assert_true(scree_world_is_continuous_enabled(world));
        assert_ok(scree_world_set_continuous_enabled(world, !off));
        add_ground(world, usual_shape());
        for (int i = 0; i < 40; ++i)
        {
            add_crate(world, 0.1f * (float)(i % 3), 0.5f + 1.01f * (float)i, 0.5f, 0.5f);
        }
        int followed = 0;
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            followed += scree_world_counters(world).continuous_bodies;
        }
        assert_int_equal(followed, 0);
        hashes[off] = scree_world_hash(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

/// Where a fast box is after half a second of flight to the right past a wall at x = 0.
static float end_of_flight(scree_filter filter, bool locked, scree_body_id (*joined)(scree_world *))
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_body_id wall = joined != NULL ? joined(world) : static_body(world);
    add_box(world, wall, &def, 0.05f, 5.0f);
    scree_body_def body = scree_body_def_default();
    body.type = SCREE_BODY_DYNAMIC;
    body.position = (scree_vec2){-5.0f, 0.2f};
    body.angle = 0.5f;
    body.linear_velocity = (scree_vec2){250.0f, 40.0f};
    body.locks.y = locked;
    scree_body_id id = scree_body_create(world, &body);
    def.filter = filter;
    add_box(world, id, &def, 0.05f, 0.05f);
    for (int k = 0; k < 30; ++k)
    {
        step_world(world);
        scree_vec2 p = scree_body_position(world, id);
        assert_true(!locked || p.y == 0.2f);
    }
    return scree_body_position(world, id).x;
}

static scree_body_id disabled_wall(scree_world *world)
{
    scree_body_id wall = static_body(world);
    assert_ok(scree_body_set_enabled(world, wall, false));
    return wall;
}

TEST(filters_locks_and_disabled_bodies_count)
{
    scree_filter collides = {.category = 1, .mask = UINT64_MAX}, passes = {.category = 1};
    assert_at_most(end_of_flight(collides, false, NULL), 0.0);
    assert_at_most(end_of_flight(collides, true, NULL), 0.0);
    assert_at_least(end_of_flight(passes, false, NULL), 100.0);
    assert_at_least(end_of_flight(collides, false, disabled_wall), 100.0);
}

/// A one-sided chain along y, solid to the right of who walks down: x < 0.
static float past_chain(float from, float speed, bool two_sided)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_vec2 points[] = {{0.0f, 3.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}, {0.0f, -3.0f}};
    add_open_chain(world, static_body(world), &def, points, 4, two_sided);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, from, 0.1f, 0.5f);
    add_box(world, body, &def, 0.05f, 0.04f);
    scree_body_set_velocity(world, body, (scree_vec2){speed, 10.0f}, 20.0f);
    step_times(world, 6);
    return scree_body_position(world, body).x;
}

TEST(chains_hold_what_comes_from_their_solid_side)
{
    for (int i = 0; i < 20; ++i)
    {
        float far = 3.0f + 0.2f * (float)i;
        assert_at_most(past_chain(-far, 300.0f, false), 0.0);
        assert_at_most(past_chain(-far, 300.0f, true), 0.0);
        assert_at_least(past_chain(far, -300.0f, true), 0.0);
        assert_at_most(past_chain(far, -300.0f, false), -5.0);
    }
}

TEST(compounds_and_half_spaces_are_followed_too)
{
    for (int i = 0; i < 100; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def def = surface(0.3f, 0.2f);
        scree_body_id ground = add_ground(world, &def);
        scree_segment shelf = {{-30.0f, 4.0f}, {30.0f, 4.0f}};
        scree_shape_create_segment(world, ground, &def, &shelf);
        bool above = i % 2;
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 0.0f, above ? 9.0f : 2.0f, 0.1f * (float)i);
        for (int k = 0; k < 3; ++k)
        {
            scree_polygon part = scree_polygon_box_at(
                0.4f, 0.03f, (scree_vec2){0.5f * (float)(k - 1), 0.0f}, 2.0f * (float)k, 0.0f);
            add_polygon(world, body, &def, &part);
        }
        scree_body_set_velocity(world, body, (scree_vec2){5.0f, i % 4 < 2 ? -350.0f : 350.0f},
                                (float)(i - 50));
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            float y = scree_body_position(world, body).y;
            assert_true(above ? y > 4.0f : y > 0.0f && y < 4.0f);
        }
    }
}

TEST(a_bullet_of_many_shapes_stops_as_one_of_few_and_does_not_meet_itself)
{
    const int counts[] = {4, 8, 9, 400};
    float stopped[4];
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        for (int k = 0; k < 3; ++k)
        {
            add_slab(world, SCREE_BODY_KINEMATIC, 3.0f + 3.0f * (float)k, 0.0f, usual_shape(),
                     0.02f, 3.0f);
        }
        scree_body_id bullet = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        for (int k = 0; k < counts[i]; ++k)
        {
            scree_circle disc = {{0.0f, 0.5f * (float)(k % 4) - 0.75f}, 0.1f};
            scree_shape_create_circle(world, bullet, usual_shape(), &disc);
        }
        scree_mass_data mass = {.mass = 1.0f, .inertia = 1.0f};
        assert_ok(scree_body_set_mass_data(world, bullet, &mass));
        scree_body_set_bullet(world, bullet, true);
        scree_body_set_velocity(world, bullet, (scree_vec2){150.0f, 0.0f}, 150.0f);
        run_steps(world, 1);
        stopped[i] = scree_body_position(world, bullet).x;
        assert_true(stopped[i] < 3.0f && stopped[i] == stopped[0]);
        assert_int_equal(scree_world_counters(world).continuous_hits, 1);
        assert_at_most(world->shapes.sweep_visits, i == 0 ? 100 : 12 * counts[i]);
    }
}

TEST(a_bullet_flies_through_where_a_body_was)
{
    for (int k = 0; k < 2; ++k)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id box = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        scree_body_id bullet = add_ball(world, -0.51f, 0.0f, 0.002f);
        assert_ok(scree_body_set_bullet(world, bullet, true));
        assert_ok(scree_body_set_velocity(world, bullet, (scree_vec2){0.15f, 0.0f}, 0.0f));
        run_steps(world, 1);
        assert_true(scree_world_counters(world).continuous_bodies == 1);
        assert_ok(k == 0 ? scree_body_set_enabled(world, box, false)
                         : scree_body_destroy(world, box));
        run_steps(world, 60);
        assert_true(scree_body_position(world, bullet).x > -0.38f);
        assert_int_equal(scree_world_counters(world).continuous_hits, 0);
    }
}
