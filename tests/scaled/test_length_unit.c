/// Worlds of a length unit: what follows it, and piles of small and large bodies that are like
/// those of a metre.
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static scree_world *world_of_unit(float unit, bool sleeps)
{
    scree_world_def def = scree_world_def_default();
    def.length_unit = unit;
    def.gravity = (scree_vec2){0.0f, -10.0f * unit};
    def.enable_sleep = sleeps;
    return world_of(&def);
}

TEST(length_units_out_of_range_are_refused)
{
    static const float bad[] = {0.0f, -1.0f, 0.9e-6f, 1.1e6f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
    {
        scree_world_def def = scree_world_def_default();
        def.length_unit = bad[i];
        assert_null(scree_world_create(&def));
        assert_non_null(strstr(scree_error_text(NULL), "def.length_unit"));
        assert_non_null(strstr(scree_error_text(NULL), "1e-06"));
    }
    static const float good[] = {1e-6f, 1e6f, 0.001f, 50.0f};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
    {
        scoped_world *world = world_of_unit(good[i], true);
        assert_true(scree_world_settings(world).length_unit == good[i]);
    }
}

TEST(a_live_world_keeps_its_length_unit_and_an_image_brings_its_own)
{
    scoped_world *small = world_of_unit(0.001f, true), *other = world_of_unit(2.0f, true);
    scree_world_def def = scree_world_settings(small);
    def.length_unit = 3.0f;
    assert_ok(scree_world_set_settings(small, &def));
    assert_true(scree_world_settings(small).length_unit == 0.001f);
    def.length_unit = NAN;
    assert_int_equal(scree_world_set_settings(small, &def), SCREE_ERROR_ARGUMENT);
    add_ball(small, 0.0f, 0.001f, 0.0005f);
    add_ground(small, usual_shape());
    const size_t bytes = scree_world_image_size(small);
    void *image = malloc(bytes);
    assert_non_null(image);
    assert_ok(scree_world_save_image(small, image, bytes));
    assert_ok(scree_world_restore_image(other, image, bytes));
    free(image);
    assert_true(scree_world_settings(other).length_unit == 0.001f);
    assert_true(scree_world_state_hash(small) == scree_world_state_hash(other));
    for (int i = 0; i < 60; ++i)
    {
        step_world(small);
        step_world(other);
    }
    assert_true(scree_world_state_hash(small) == scree_world_state_hash(other));
}

/// Soft boxes fall onto each other: lengths of the world decide how they touch.
static uint64_t hash_of_fall(scree_world *world)
{
    run_steps(world, 60);
    return scree_world_hash(world);
}

TEST(a_world_from_another_one_does_not_follow_the_length_unit_of_that)
{
    scoped_world *world = world_of_unit(1.0f, true), *large = world_of_unit(1e6f, true);
    scoped_world *restored = world_of_unit(1.0f, true), *copied = world_of_unit(1.0f, true);
    add_ground(world, usual_shape());
    for (int i = 0; i < 4; ++i)
    {
        const scree_soft_body_def def = soft_at(0.1f * (float)i, 0.5f + 0.7f * (float)i);
        soft_made(world, scree_soft_body_create_box(world, &def, 0.4f, 0.3f));
    }
    run_steps(world, 5);
    const size_t bytes = scree_world_image_size(world), large_bytes = scree_world_image_size(large);
    void *image = malloc(bytes), *large_image = malloc(large_bytes);
    assert_ok(scree_world_save_image(world, image, bytes));
    assert_ok(scree_world_save_image(large, large_image, large_bytes));
    assert_ok(scree_world_restore_image(restored, image, bytes));
    assert_ok(scree_world_copy(copied, world));
    scoped_world *fork = scree_world_fork(world);
    assert_non_null(fork);
    const uint64_t expected = hash_of_fall(world);
    // The first world gets another unit.
    assert_ok(scree_world_restore_image(world, large_image, large_bytes));
    assert_true(scree_world_settings(world).length_unit == 1e6f);
    assert_true(hash_of_fall(restored) == expected);
    assert_true(hash_of_fall(copied) == expected);
    assert_true(hash_of_fall(fork) == expected);
    free(image);
    free(large_image);
}

/// Overlap by the radius, and contacts and pairs by body, of a pile of discs.
typedef struct pile
{
    double overlap, contacts, pairs;
} pile;

enum
{
    ROWS = SANITIZED ? 20 : 30,
    COLUMNS = 20
};

static pile run_pile(float radius, float unit)
{
    scree_world_def def = scree_world_def_default();
    def.length_unit = unit;
    def.gravity = (scree_vec2){0.0f, -20.0f * radius};
    def.enable_sleep = false;
    scoped_world *world = world_of(&def);
    const scree_body_id walls = static_body(world);
    const float wide = 1.05f * radius * (float)COLUMNS, high = 4.0f * radius * (float)ROWS;
    const scree_vec2 corners[] = {{-wide, high}, {-wide, 0.0f}, {wide, 0.0f}, {wide, high}};
    add_open_chain(world, walls, usual_shape(), corners, 4, true);
    for (int i = 0; i < ROWS * COLUMNS; ++i)
    {
        const int row = i / COLUMNS;
        const float x = 2.0f * (float)(i % COLUMNS) - (float)COLUMNS + 1.0f;
        const float shift = row % 2 == 0 ? 0.3f : -0.3f;
        add_ball(world, radius * (x + shift), radius * (1.0f + 2.2f * (float)row), radius);
    }
    pile sum = {0};
    for (int i = 0; i < 420; ++i)
    {
        step_world(world);
        const int count = i >= 360 && i % 10 == 0 ? scree_world_contacts(world, NULL, 0) : 0;
        scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
        assert_non_null(contacts);
        scree_world_contacts(world, contacts, count);
        double depth = 0.0;
        for (int k = 0; k < count; ++k)
        {
            depth += fmax(0.0, -(double)contacts[k].points[0].separation) / (double)radius;
        }
        free(contacts);
        if (count > 0)
        {
            const double bodies = ROWS * COLUMNS;
            sum.overlap += depth / count / 6.0;
            sum.contacts += count / bodies / 6.0;
            sum.pairs += scree_world_counters(world).pairs / bodies / 6.0;
        }
    }
    return sum;
}

static void print_pile(float radius, float unit, const pile *p)
{
    print_message("radius %g, unit %g: overlap %.4f radii, %.2f contacts, %.2f pairs per body\n",
                  (double)radius, (double)unit, p->overlap, p->contacts, p->pairs);
}

TEST(piles_of_all_sizes_overlap_and_pair_alike_in_their_units)
{
    static const float radii[] = {0.0005f, 0.005f, 50.0f};
    const pile metre = run_pile(0.5f, 1.0f);
    print_pile(0.5f, 1.0f, &metre);
    for (size_t i = 0; i < sizeof radii / sizeof *radii; ++i)
    {
        const float unit = 2.0f * radii[i];
        const pile p = run_pile(radii[i], unit);
        print_pile(radii[i], unit, &p);
        assert_near(p.overlap, metre.overlap, 0.1 * metre.overlap);
        assert_near(p.contacts, metre.contacts, 0.1 * metre.contacts);
        assert_near(p.pairs, metre.pairs, 0.05 * metre.pairs);
    }
    // Without the unit small discs are not kept apart, and large ones lose contacts.
    for (size_t i = 1; i < sizeof radii / sizeof *radii; ++i)
    {
        const pile bare = run_pile(radii[i], 1.0f);
        print_pile(radii[i], 1.0f, &bare);
        assert_true(radii[i] < 1.0f ? bare.pairs > 5.0 * metre.pairs
                                    : bare.contacts < 0.9 * metre.contacts);
    }
}

/// Numbers of a run with all kinds of objects, over the unit.
typedef struct record
{
    int count;
    float values[8192];
} record;

static void note(record *r, float value)
{
    assert_true(r->count < (int)(sizeof r->values / sizeof *r->values));
    r->values[r->count++] = fabsf(value) > 1e-20f ? value : 0.0f;
}

static void note_vec(record *r, scree_vec2 v, float unit)
{
    note(r, v.x / unit);
    note(r, v.y / unit);
}

typedef struct site
{
    scree_world *world;
    float unit;
    scree_body_id bullet, lift, bodies[16];
    scree_shape_id sensor;
    scree_soft_body_id rope;
} site;

static void build_site(site *s, float u)
{
    *s = (site){.world = world_of_unit(u, true), .unit = u};
    scree_world *world = s->world;
    scree_shape_def def = scree_shape_def_default();
    def.enable_hit_events = def.enable_sensor_events = true;
    def.material.restitution = 0.3f;
    const scree_vec2 ground[] = {{20.0f * u, 3.0f * u}, {12.0f * u, 0.0f},      {4.0f * u, 0.0f},
                                 {0.0f, 0.5f * u},      {-6.0f * u, 0.25f * u}, {-14.0f * u, 0.0f},
                                 {-20.0f * u, 4.0f * u}};
    const scree_body_id floor = static_body(world);
    add_open_chain(world, floor, &def, ground, 7, false);
    for (int i = 0; i < 16; ++i)
    {
        const float x = (-9.0f + 1.25f * (float)i) * u, y = (2.0f + 0.5f * (float)(i % 3)) * u;
        s->bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.375f * (float)i);
        if (i % 4 == 0)
            add_circle(world, s->bodies[i], &def, 0.5f * u);
        else if (i % 4 == 1)
            add_box(world, s->bodies[i], &def, 0.5f * u, 0.25f * u);
        else if (i % 4 == 2)
            add_capsule(world, s->bodies[i], &def, 0.5f * u, 0.25f * u);
        else
        {
            scree_polygon polygon = {
                .count = 3,
                .vertices = {{-0.5f * u, -0.5f * u}, {0.5f * u, -0.5f * u}, {0.0f, 0.75f * u}},
                .radius = 0.0625f * u};
            add_polygon(world, s->bodies[i], &def, &polygon);
        }
    }
    s->bullet = add_body(world, SCREE_BODY_DYNAMIC, -15.0f * u, 6.0f * u, 0.0f);
    add_circle(world, s->bullet, &def, 0.125f * u);
    assert_ok(scree_body_set_bullet(world, s->bullet, true));
    assert_ok(
        scree_body_set_velocity(world, s->bullet, (scree_vec2){300.0f * u, -150.0f * u}, 9.0f));
    s->lift = add_body(world, SCREE_BODY_KINEMATIC, 9.0f * u, 0.5f * u, 0.0f);
    add_box(world, s->lift, &def, 1.0f * u, 0.125f * u);
    scree_shape_def sensing = def;
    sensing.sensor = true;
    s->sensor = add_box(world, floor, &sensing, 3.0f * u, 2.0f * u);
    scree_soft_body_def rope = scree_soft_body_def_default();
    rope.position = (scree_vec2){-3.0f * u, 5.0f * u};
    rope.mass *= u * u;
    rope.radius = 0.0625f * u;
    s->rope = scree_soft_body_create_rope(world, &rope, (scree_vec2){0},
                                          (scree_vec2){3.0f * u, 0.0f}, 12, true, false);
    assert_true(s->rope.value != 0);
    for (int i = 0; i < 24; ++i)
    {
        scree_particle_def particle = scree_particle_def_default();
        particle.position =
            (scree_vec2){(2.0f + 0.25f * (float)(i % 6)) * u, (4.0f + 0.25f * (float)(i / 6)) * u};
        particle.radius = 0.125f * u;
        assert_true(scree_particle_create(world, &particle).value != 0);
    }
}

/// A capsule that walks to the right over the ground.
static void note_mover(record *r, const site *s, scree_vec2 *at)
{
    const float u = s->unit;
    const scree_capsule mover = {{0.0f, -0.25f * u}, {0.0f, 0.25f * u}, 0.25f * u};
    const scree_query_filter filter = scree_query_filter_default();
    scree_mover_plane planes[8];
    const scree_vec2 wanted = {0.05f * u, -0.05f * u};
    const scree_shape_hit hit = scree_world_cast_mover(s->world, &mover, *at, wanted, filter);
    note(r, hit.fraction);
    at->x += hit.fraction * wanted.x;
    at->y += hit.fraction * wanted.y;
    int count = scree_world_collide_mover(s->world, &mover, *at, filter, planes, 8);
    assert_in_range(count, 0, 8);
    const scree_plane_solution way =
        scree_mover_solve_planes((scree_vec2){0.0f, 0.0f}, planes, count);
    assert_ok(way.result);
    at->x += way.translation.x;
    at->y += way.translation.y;
    note_vec(r, *at, u);
}

static void note_queries(record *r, const site *s)
{
    const float u = s->unit;
    const scree_query_filter filter = scree_query_filter_default();
    for (int i = 0; i < 8; ++i)
    {
        const scree_vec2 from = {(-12.0f + 3.0f * (float)i) * u, 8.0f * u};
        const scree_ray_hit hit =
            scree_world_cast_ray(s->world, from, (scree_vec2){u, -12.0f * u}, filter);
        note(r, hit.fraction);
        note_vec(r, hit.point, u);
        const scree_geometry box = {.type = SCREE_SHAPE_POLYGON,
                                    .polygon = scree_polygon_box(0.25f * u, 0.5f * u)};
        const scree_pose pose = {.position = from, .angle = 0.25f};
        const scree_shape_hit cast =
            scree_world_cast_shape(s->world, &box, &pose, (scree_vec2){u, -12.0f * u}, filter);
        note(r, cast.fraction);
    }
}

static void note_step(record *r, site *s, int i)
{
    scree_world *world = s->world;
    const scree_sensor_events sensed = scree_world_sensor_events(world);
    const scree_contact_events touched = scree_world_contact_events(world);
    note(r, (float)(sensed.begin_count + 100 * sensed.end_count));
    note(r, (float)(touched.begin_count + 100 * touched.end_count));
    note(r, (float)touched.hit_count);
    for (int k = 0; k < touched.hit_count; ++k)
    {
        note(r, touched.hits[k].approach_speed / s->unit);
    }
    note(r, (float)scree_world_counters(world).asleep_bodies);
    note_vec(r, scree_body_position(world, s->bullet), s->unit);
    if (i == 30)
    {
        scree_explosion_def blast = scree_explosion_def_default();
        blast.position = (scree_vec2){-2.0f * s->unit, 0.5f * s->unit};
        blast.radius = 2.0f * s->unit;
        blast.falloff = 3.0f * s->unit;
        blast.impulse_per_length = 4.0f * s->unit * s->unit;
        assert_ok(scree_world_explode(world, &blast));
    }
    if (i < 20)
    {
        scree_wind_def wind = scree_wind_def_default();
        wind.velocity = (scree_vec2){6.0f * s->unit, s->unit};
        wind.lift = 0.5f;
        assert_ok(scree_world_apply_wind(world, &wind, STEP));
    }
    if (i % 60 == 0)
    {
        const scree_vec2 to = {9.0f * s->unit, (i % 120 == 0 ? 2.0f : 0.5f) * s->unit};
        assert_ok(scree_body_set_target_transform(world, s->lift, to, 0.0f, 1.0f));
    }
}

static void run_site(record *r, float unit)
{
    site s;
    build_site(&s, unit);
    *r = (record){0};
    scree_vec2 mover = {-5.0f * unit, 1.5f * unit};
    for (int i = 0; i < 400; ++i)
    {
        step_world(s.world);
        note_step(r, &s, i);
        note_mover(r, &s, &mover);
        if (i % 100 == 50)
        {
            note_queries(r, &s);
        }
    }
    for (int i = 0; i < 16; ++i)
    {
        note_vec(r, scree_body_position(s.world, s.bodies[i]), unit);
    }
    note_vec(r, scree_soft_body_vertex_position(s.world, s.rope, 12), unit);
    assert_true(mover.x > -4.5f * unit);
    scree_world_destroy(s.world);
}

TEST(events_movers_queries_and_forces_follow_the_length_unit)
{
    static record metre, other;
    static const float units[] = {1.0f / 1024.0f, 1.0f / 128.0f, 64.0f};
    run_site(&metre, 1.0f);
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
    {
        run_site(&other, units[i]);
        int first = 0;
        while (first < metre.count && first < other.count &&
               memcmp(&metre.values[first], &other.values[first], sizeof(float)) == 0)
        {
            ++first;
        }
        if (first < metre.count || metre.count != other.count)
        {
            fail_msg("in units of %g: value %d of %d is %g, not %g", (double)units[i], first,
                     metre.count, (double)other.values[first], (double)metre.values[first]);
        }
    }
}
