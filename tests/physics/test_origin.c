/// The origin of a world moves: its objects stay where they are, bit for bit where floats can hold
/// the difference, and piles far away stand as those at the origin do.
#include "tests/support/scene_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Positions in [32, 64) and, once shifted by 96, in (-64, -32]: floats are 2^-18 m apart in both.
#define AWAY 48.0f
#define SHIFT 96.0f

typedef struct site
{
    scree_world *world;
    scree_body_id bodies[40], lift;
    scree_soft_body_id rope;
    scree_joint_id pulley;
    int count;
} site;

static void build_site(site *s, bool loose)
{
    scree_world_def def = scree_world_def_default();
    def.keep_previous_poses = true;
    *s = (site){.world = world_of(&def)};
    scree_world *world = s->world;
    scree_shape_def shape = scree_shape_def_default();
    shape.enable_hit_events = true;
    const scree_vec2 basin[] = {{60.0f, 62.0f}, {60.0f, 34.0f}, {36.0f, 34.0f}, {36.0f, 62.0f}};
    add_open_chain(world, static_body(world), &shape, basin, 4, true);
    for (int i = 0; i < 36; ++i)
    {
        const float x = 38.0f + 1.5f * (float)(i % 12), y = 37.0f + 1.5f * (float)(i / 12);
        const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.25f * (float)i);
        if (i % 3 == 0)
            add_circle(world, body, &shape, 0.5f);
        else if (i % 3 == 1)
            add_box(world, body, &shape, 0.5f, 0.375f);
        else
            add_capsule(world, body, &shape, 0.375f, 0.25f);
        s->bodies[s->count++] = body;
    }
    const scree_body_id bullet = add_ball(world, 40.0f, 50.0f, 0.25f);
    assert_ok(scree_body_set_bullet(world, bullet, true));
    assert_ok(scree_body_set_velocity(world, bullet, (scree_vec2){200.0f, -300.0f}, 3.0f));
    s->bodies[s->count++] = bullet;
    s->lift = add_body(world, SCREE_BODY_KINEMATIC, 56.0f, 36.0f, 0.0f);
    add_box(world, s->lift, &shape, 1.0f, 0.125f);
    scree_pulley_joint_def pulley = scree_pulley_joint_def_default();
    pulley.base.body_a = s->bodies[30];
    pulley.base.body_b = s->bodies[35];
    pulley.anchor_a = (scree_vec2){47.0f, 56.0f};
    pulley.anchor_b = (scree_vec2){54.0f, 56.0f};
    pulley.length = 32.0f;
    s->pulley = scree_joint_create_pulley(world, &pulley);
    assert_true(s->pulley.value != 0);
    scree_soft_body_def rope = scree_soft_body_def_default();
    rope.position = (scree_vec2){42.0f, 48.0f};
    s->rope = scree_soft_body_create_rope(world, &rope, (scree_vec2){0}, (scree_vec2){4.0f, 0.0f},
                                          8, true, false);
    assert_true(s->rope.value != 0);
    for (int i = 0; loose && i < 20; ++i)
    {
        scree_particle_def particle = scree_particle_def_default();
        particle.position =
            (scree_vec2){50.0f + 0.5f * (float)(i % 5), 48.0f + 0.5f * (float)(i / 5)};
        particle.radius = 0.25f;
        assert_true(scree_particle_create(world, &particle).value != 0);
    }
}

static void run_site(const site *s, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        if (i % 60 == 0)
        {
            const scree_vec2 at = scree_body_position(s->world, s->lift);
            const scree_vec2 to = {at.x, at.y + (i % 120 == 0 ? 1.0f : -1.0f)};
            assert_ok(scree_body_set_target_transform(s->world, s->lift, to, 0.0f, 0.5f));
        }
        step_world(s->world);
    }
}

static void assert_shifted(scree_vec2 a, scree_vec2 b, scree_vec2 by)
{
    assert_true(a.x - by.x == b.x && a.y - by.y == b.y);
}

static void assert_same_but_for(const site *a, const site *b, scree_vec2 by)
{
    assert_int_equal(scree_world_counters(a->world).asleep_bodies,
                     scree_world_counters(b->world).asleep_bodies);
    assert_int_equal(scree_world_counters(a->world).points, scree_world_counters(b->world).points);
    for (int i = 0; i < a->count; ++i)
    {
        assert_shifted(scree_body_position(a->world, a->bodies[i]),
                       scree_body_position(b->world, b->bodies[i]), by);
        const scree_rotation p = scree_body_rotation(a->world, a->bodies[i]);
        const scree_rotation q = scree_body_rotation(b->world, b->bodies[i]);
        assert_memory_equal(&p, &q, sizeof p);
    }
    for (int i = 0; i < 9; ++i)
    {
        assert_shifted(scree_soft_body_vertex_position(a->world, a->rope, i),
                       scree_soft_body_vertex_position(b->world, b->rope, i), by);
    }
    const scree_contact_events e = scree_world_contact_events(a->world);
    const scree_contact_events f = scree_world_contact_events(b->world);
    assert_int_equal(e.hit_count, f.hit_count);
    for (int i = 0; i < e.hit_count; ++i)
    {
        assert_true(e.hits[i].approach_speed == f.hits[i].approach_speed);
    }
}

/// Two worlds take the same steps, but one of them is shifted after some.
static void compare_after(int before, int after)
{
    const scree_vec2 by = {SHIFT, SHIFT};
    site a, b;
    build_site(&a, false);
    build_site(&b, false);
    run_site(&a, before);
    run_site(&b, before);
    assert_ok(scree_world_shift_origin(b.world, by));
    assert_same_but_for(&a, &b, by);
    assert_shifted(scree_joint_pulley_settings(a.world, a.pulley).anchor_a,
                   scree_joint_pulley_settings(b.world, b.pulley).anchor_a, by);
    const scree_vec2 origin = {AWAY, 61.0f}, down = {1.0f, -28.0f};
    const scree_query_filter filter = scree_query_filter_default();
    const scree_ray_hit hit = scree_world_cast_ray(a.world, origin, down, filter);
    const scree_ray_hit same =
        scree_world_cast_ray(b.world, (scree_vec2){origin.x - by.x, origin.y - by.y}, down, filter);
    assert_true(hit.shape.value != 0);
    assert_near(hit.fraction, same.fraction, 1e-6);
    run_site(&a, after);
    run_site(&b, after);
    assert_same_but_for(&a, &b, by);
    scree_world_destroy(a.world);
    scree_world_destroy(b.world);
}

TEST(a_shifted_world_takes_the_same_steps_bit_for_bit) { compare_after(40, 240); }

/// A shift moves the events of the last step and the poses that are interpolated.
TEST(a_shift_moves_what_the_last_step_told)
{
    const scree_vec2 by = {SHIFT, SHIFT};
    site a, b;
    build_site(&a, false);
    build_site(&b, false);
    int hits = 0, steps = 0;
    for (; hits == 0 && steps < 120; ++steps)
    {
        run_site(&a, 1);
        run_site(&b, 1);
        hits = scree_world_contact_events(b.world).hit_count;
    }
    assert_ok(scree_world_shift_origin(b.world, by));
    const scree_contact_events e = scree_world_contact_events(a.world);
    const scree_contact_events f = scree_world_contact_events(b.world);
    assert_true(hits > 0 && e.hit_count == f.hit_count && e.begin_count == f.begin_count);
    for (int i = 0; i < e.hit_count; ++i)
    {
        assert_shifted(e.hits[i].position, f.hits[i].position, by);
    }
    for (int i = 0; i < e.begin_count; ++i)
    {
        for (int k = 0; k < e.begins[i].point_count; ++k)
        {
            assert_shifted(e.begins[i].positions[k], f.begins[i].positions[k], by);
        }
    }
    for (int k = 0; k <= 4; ++k)
    {
        float p[4 * 64], q[4 * 64];
        const float alpha = 0.25f * (float)k;
        const int count = scree_world_write_interpolated(a.world, alpha, p, 64);
        assert_in_range(count, 30, 64);
        assert_int_equal(scree_world_write_interpolated(b.world, alpha, q, 64), count);
        for (int i = 0; i < count; ++i)
        {
            assert_near(p[4 * i] - SHIFT, q[4 * i], 1e-4);
            assert_near(p[4 * i + 1] - SHIFT, q[4 * i + 1], 1e-4);
        }
    }
    scree_world_destroy(a.world);
    scree_world_destroy(b.world);
}

TEST(a_shifted_world_with_sleepers_takes_the_same_steps_bit_for_bit) { compare_after(900, 120); }

TEST(a_shift_moves_particles_and_images_take_it_over)
{
    site s;
    build_site(&s, true);
    run_site(&s, 30);
    const scree_particle_view before = scree_world_particles(s.world);
    const float x = before.x[3], y = before.y[3];
    assert_ok(scree_world_shift_origin(s.world, (scree_vec2){SHIFT, SHIFT}));
    const scree_particle_view after = scree_world_particles(s.world);
    assert_true(after.x[3] == x - SHIFT && after.y[3] == y - SHIFT);
    const size_t bytes = scree_world_image_size(s.world);
    void *image = malloc(bytes);
    assert_non_null(image);
    assert_ok(scree_world_save_image(s.world, image, bytes));
    run_site(&s, 60);
    const uint64_t hash = scree_world_hash(s.world);
    assert_ok(scree_world_restore_image(s.world, image, bytes));
    free(image);
    run_site(&s, 60);
    assert_true(scree_world_hash(s.world) == hash);
    scree_world_destroy(s.world);
}

TEST(shifts_that_are_not_finite_or_lead_out_of_bounds_change_nothing)
{
    scoped_world *world = default_world();
    const scree_body_id body = add_ball(world, 9e7f, 0.0f, 0.5f);
    const uint64_t hash = scree_world_state_hash(world);
    const scree_vec2 bad[] = {
        {NAN, 0.0f}, {0.0f, INFINITY}, {3e8f, 0.0f}, {-2e7f, 0.0f}, {0.0f, 1.1e8f}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
    {
        assert_int_equal(scree_world_shift_origin(world, bad[i]), SCREE_ERROR_ARGUMENT);
        assert_non_null(strstr(scree_error_text(world), "origin"));
    }
    assert_int_equal(scree_world_shift_origin(NULL, bad[0]), SCREE_ERROR_NULL);
    assert_true(scree_world_state_hash(world) == hash);
    assert_ok(scree_world_shift_origin(world, (scree_vec2){9e7f, 0.0f}));
    assert_true(scree_body_position(world, body).x == 0.0f);
}

/// A pyramid of 10 rows at `x`, at rest for 10 s: how far its top sank and went sideways, m. The
/// origin may follow it.
static double drift_of_pyramid(float x, bool follows)
{
    scree_world_def def = awake_world_def();
    scoped_world *world = world_of(&def);
    const scree_body_id floor = add_body(world, SCREE_BODY_STATIC, x, -1.0f, 0.0f);
    add_box(world, floor, usual_shape(), 20.0f, 1.0f);
    scree_body_id top = {0};
    for (int row = 0; row < 10; ++row)
    {
        for (int i = 0; i < 10 - row; ++i)
        {
            const float at = x + 1.125f * ((float)i - 0.5f * (float)(9 - row));
            top = add_crate(world, at, 0.5f + (float)row, 0.5f, 0.5f);
        }
    }
    if (follows)
    {
        assert_ok(scree_world_shift_origin(world, (scree_vec2){x, 0.0f}));
    }
    const scree_vec2 start = scree_body_position(world, top);
    for (int i = 0; i < 600; ++i)
    {
        step_world(world);
    }
    const scree_vec2 end = scree_body_position(world, top);
    return hypot((double)end.x - (double)start.x, (double)end.y - (double)start.y);
}

TEST(piles_far_away_are_as_good_as_at_the_origin_when_it_follows_them)
{
    const double here = drift_of_pyramid(0.0f, false);
    for (int power = 4; power <= 6; ++power)
    {
        const float x = powf(10.0f, (float)power);
        const double far = drift_of_pyramid(x, false), followed = drift_of_pyramid(x, true);
        print_message("pyramid at 1e%d m: drift %.4f m, %.4f m where the origin follows, %.4f m at "
                      "the origin\n",
                      power, far, followed, here);
        // Its places were rounded before the origin came.
        const double ulp = (double)(nextafterf(x, INFINITY) - x);
        assert_at_most(followed, here + 0.02 + 20.0 * ulp);
    }
}

TEST(a_shift_does_not_depend_on_the_room_that_a_world_has)
{
    scoped_world *small = default_world(), *large = default_world();
    add_ball(small, 0.0f, 0.0f, 0.5f);
    for (int i = 0; i < 300; ++i)
    {
        add_ball(large, (float)i, 0.0f, 0.5f);
    }
    run_steps(small, 1);
    run_steps(large, 1);
    assert_ok(scree_world_copy(large, small));
    for (int i = 1; i < 100; ++i)
    {
        add_ball(small, (float)i, 0.0f, 0.5f);
        add_ball(large, (float)i, 0.0f, 0.5f);
    }
    assert_true(scree_world_state_hash(small) == scree_world_state_hash(large));
    assert_ok(scree_world_shift_origin(small, (scree_vec2){64.0f, 0.0f}));
    assert_ok(scree_world_shift_origin(large, (scree_vec2){64.0f, 0.0f}));
    assert_true(scree_world_state_hash(small) == scree_world_state_hash(large));
}
