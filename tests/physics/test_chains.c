/// Chains: joins are as smooth as one segment, and one-sided ones let pass what comes from behind.
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"

#define PI 3.14159265f
#define POINTS 100000

/// Creates a chain on a new body of a type; fails the test if there is none.
static scree_chain_id add_chain(scree_world *world, scree_body_id body, const scree_shape_def *def,
                                const scree_vec2 *points, int count, bool loop, bool two_sided)
{
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = count;
    chain.loop = loop;
    chain.two_sided = two_sided;
    scree_chain_id id = scree_chain_create(world, body, def, &chain);
    assert_true(scree_chain_is_valid(world, id));
    return id;
}

enum
{
    FLAT_SEGMENTS = 1000,
    // Each walk is over all segments, after each stage: shorter ways there, and each choice both
    // ways.
    EVERY = SANITIZED ? 5 : 1,
    SLIDE = SANITIZED ? 12 : 67  ///< m
};

typedef enum slider
{
    BALL,
    CRATE,
    CAPSULE,
    ROUNDED,
    HULL,
    POLYGON,
    SLIDERS
} slider;

/// A sliding body, and the height of its centre over the ground.
static float add_slider(scree_world *world, scree_body_id body, const scree_shape_def *def,
                        slider kind)
{
    scree_polygon polygon;
    switch (kind)
    {
    case BALL:
        add_circle(world, body, def, 0.25f);
        return 0.25f;
    case CRATE:
        add_box(world, body, def, 0.4f, 0.25f);
        return 0.25f;
    case CAPSULE:
        add_capsule(world, body, def, 0.3f, 0.2f);
        return 0.2f;
    case ROUNDED:
        polygon = scree_polygon_box_at(0.3f, 0.15f, (scree_vec2){0.0f, 0.0f}, 0.0f, 0.1f);
        add_polygon(world, body, def, &polygon);
        return 0.25f;
    case HULL:
    case POLYGON:
    default:
        polygon = regular_polygon(kind == HULL ? 6 : 12, 0.4f, 0.0f);
        for (int i = 0; i < polygon.count; ++i)
        {
            // With a face below.
            float angle = 2.0f * PI * ((float)i + 0.5f) / (float)polygon.count - 0.5f * PI, s, c;
            scree_sincos(angle, &s, &c);
            polygon.vertices[i] = (scree_vec2){0.4f * c, 0.4f * s};
        }
        add_polygon(world, body, def, &polygon);
        return 0.4f * cosf(PI / (float)polygon.count);
    }
}

typedef struct flat
{
    int segments;  ///< 1: a plain segment
    bool two_sided;
    float side;       ///< 1: the body is above, -1: below, and falls upwards
    float direction;  ///< of its speed
    float friction;
    float speed;
} flat;

static scree_world *flat_world(const flat *f, slider kind, scree_body_id *body)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f * f->side);
    scree_shape_def def = surface(f->friction, 0.0f);
    scree_body_id ground = static_body(world);
    if (f->segments == 1)
    {
        scree_segment segment = {{-50.0f, 0.0f}, {50.0f, 0.0f}};
        scree_shape_create_segment(world, ground, &def, &segment);
    }
    else
    {
        scree_vec2 points[FLAT_SEGMENTS + 1];
        for (int i = 0; i <= f->segments; ++i)
        {
            points[i] =
                (scree_vec2){f->side * (50.0f - 100.0f * (float)i / (float)f->segments), 0.0f};
        }
        add_chain(world, ground, &def, points, f->segments + 1, false, f->two_sided);
    }
    *body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    float height = add_slider(world, *body, &def, kind);
    scree_body_set_transform(
        world, *body,
        scree_transform_from_angle((scree_vec2){-40.0f * f->direction, f->side * height},
                                   f->side > 0.0f ? 0.0f : PI));
    scree_body_set_velocity(world, *body, (scree_vec2){f->speed * f->direction, 0.0f}, 0.0f);
    return world;
}

/// Step by step, against the same body on one segment: a crate covers eight of the chain's.
static void slide(const flat *f, slider kind)
{
    scree_body_id body, like;
    flat plain = *f;
    plain.segments = 1;
    scoped_world *world = flat_world(f, kind, &body), *one = flat_world(&plain, kind, &like);
    for (int i = 0; i < (int)(60.0f * SLIDE / f->speed); ++i)
    {
        step_world(world);
        step_world(one);
        scree_vec2 v = scree_body_linear_velocity(world, body),
                   expected = scree_body_linear_velocity(one, like);
        assert_near(v.x, expected.x, 0.001 * fabs((double)expected.x));
        assert_near(v.y, expected.y, 0.01);
    }
    assert_at_least(f->direction * scree_body_linear_velocity(world, body).x, 0.3f * f->speed);
}

TEST(bodies_slide_over_a_chain_as_over_one_segment)
{
    for (int kind = 0; kind < SLIDERS; ++kind)
    {
        // Fast bodies find segments ahead long before they reach them.
        for (int i = 0; i < 24; i += EVERY)
        {
            flat f = {.segments = FLAT_SEGMENTS,
                      .two_sided = i & 1,
                      .side = i & 2 ? -1.0f : 1.0f,
                      .direction = i & 4 ? -1.0f : 1.0f,
                      .friction = i & 8 ? 0.1f : 0.0f,
                      .speed = i < 16 ? 10.0f : 60.0f};
            slide(&f, (slider)kind);
        }
    }
}

#define WAVE_POINTS 401   // 0.2 m to a segment
#define FINE_POINTS 1601  // 0.05 m

/// Waves of 4 m length and some height, right to left. A body at the origin.
static scree_body_id add_waves(scree_world *world, const scree_shape_def *def, int count,
                               float height, bool two_sided)
{
    scree_vec2 points[FINE_POINTS];
    for (int i = 0; i < count; ++i)
    {
        float x = 40.0f - 80.0f * (float)i / (float)(count - 1), s, c;
        scree_sincos(0.5f * PI * x, &s, &c);
        points[i] = (scree_vec2){x, height * c};
    }
    scree_body_id ground = static_body(world);
    add_chain(world, ground, def, points, count, false, two_sided);
    return ground;
}

TEST(what_slides_over_waves_without_friction_keeps_its_energy)
{
    const slider kinds[] = {BALL, CAPSULE, CRATE, HULL, ROUNDED};
    for (int k = 0; k < 10; k += EVERY)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def def = surface(0.0f, 0.0f);
        // So low that nothing leaves the ground. Speed is lost where consecutive segments meet at
        // an angle, and less with finer ones; plain segments stop all of these.
        add_waves(world, &def, FINE_POINTS, 0.02f, k >= 5);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        float height = add_slider(world, body, &def, kinds[k % 5]);
        scree_body_set_transform(
            world, body, scree_transform_from_angle((scree_vec2){-30.0f, height - 0.02f}, 0.0f));
        scree_body_set_velocity(world, body, (scree_vec2){3.0f, 0.0f}, 0.0f);
        for (int i = 0; i < 1000; ++i)
        {
            step_world(world);
            scree_vec2 v = scree_body_linear_velocity(world, body);
            double y = (double)scree_body_position(world, body).y - (double)height + 0.02;
            double energy = 0.5 * (double)(v.x * v.x + v.y * v.y) + 10.0 * y;
            assert_near(energy, 4.5, k % 5 == 0 ? 0.05 : 0.4);
        }
        assert_at_least(scree_body_position(world, body).x, 10.0);
    }
}

TEST(bodies_of_all_kinds_come_to_rest_on_waves)
{
    for (int two_sided = 0; two_sided < 2; ++two_sided)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_waves(world, usual_shape(), WAVE_POINTS, 1.0f, two_sided != 0);
        scree_body_id bodies[120];
        for (int i = 0; i < 120; ++i)
        {
            float x = -30.0f + 0.5f * (float)i;
            bodies[i] =
                add_body(world, SCREE_BODY_DYNAMIC, x, 3.0f + (float)(i % 5), 0.3f * (float)i);
            add_mixed(world, bodies[i], usual_shape(), i, 0.5f);
        }
        run_seconds(world, 8.0f);
        for (int i = 0; i < 120; ++i)
        {
            scree_vec2 p = scree_body_position(world, bodies[i]),
                       v = scree_body_linear_velocity(world, bodies[i]);
            float s, c;
            scree_sincos(0.5f * PI * p.x, &s, &c);
            assert_at_least(p.y, c);
            assert_at_most(p.y, 4.0);
            assert_at_most(fabsf(v.y), 1.0);
        }
        assert_at_most(deepest_overlap(world), 0.02);
    }
}

/// A square of side 4 round the origin, points 0.25 m apart.
static scree_chain_id add_square(scree_world *world, scree_body_id body, const scree_shape_def *def,
                                 bool clockwise, bool two_sided)
{
    scree_vec2 points[64];
    for (int i = 0; i < 64; ++i)
    {
        float along = 0.25f * (float)(i % 16) - 2.0f;
        const scree_vec2 sides[] = {{along, -2.0f}, {2.0f, along}, {-along, 2.0f}, {-2.0f, -along}};
        points[clockwise ? 63 - i : i] = sides[i / 16];
    }
    return add_chain(world, body, def, points, 64, true, two_sided);
}

TEST(a_counter_clockwise_loop_is_solid_from_outside)
{
    for (int i = 0; i < 7 * 4; ++i)
    {
        const scree_vec2 down[] = {{0.0f, -10.0f}, {10.0f, 0.0f}, {-7.0f, -7.0f}, {3.0f, 10.0f}};
        scree_vec2 g = down[i / 7];
        scoped_world *world = world_with_gravity(g.x, g.y);
        add_square(world, static_body(world), usual_shape(), false, i % 2 != 0);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, -0.6f * g.x, -0.6f * g.y, 0.7f);
        add_mixed(world, body, usual_shape(), i, 1.0f);
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            scree_vec2 p = scree_body_position(world, body);
            assert_at_least(fmaxf(fabsf(p.x), fabsf(p.y)), 2.1);
        }
    }
}

TEST(a_clockwise_loop_is_solid_from_inside)
{
    for (int two_sided = 0; two_sided < 2; ++two_sided)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = surface(0.3f, 0.5f);
        scree_body_id ground = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        add_square(world, ground, &def, true, two_sided != 0);
        scree_body_id bodies[21];
        for (int i = 0; i < 21; ++i)
        {
            bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, 0.6f * (float)(i % 5 - 2),
                                 0.6f * (float)(i / 5 - 2), (float)i);
            add_mixed(world, bodies[i], &def, i, 0.5f);
            scree_body_set_velocity(world, bodies[i], (scree_vec2){(float)i - 10.0f, 5.0f}, 1.0f);
        }
        // The loop turns, as a drum.
        scree_body_set_velocity(world, ground, (scree_vec2){0.0f, 0.0f}, 2.0f);
        for (int k = 0; k < 600; ++k)
        {
            step_world(world);
            for (int i = 0; i < 21; ++i)
            {
                scree_vec2 p = scree_body_position(world, bodies[i]);
                assert_at_most(p.x * p.x + p.y * p.y, 8.0);
            }
        }
    }
}

TEST(one_sided_ground_lets_pass_what_comes_from_behind)
{
    for (int i = 0; i < 7; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_waves(world, usual_shape(), WAVE_POINTS, 0.05f, false);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.05f, -2.0f, 0.4f);
        add_mixed(world, body, usual_shape(), i, 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){0.0f, 12.0f}, 0.0f);
        run_steps(world, 30);
        // The body falls freely.
        assert_near(scree_body_linear_velocity(world, body).y, 12.0 - 10.0 * 0.5, 1e-3);
        assert_near(scree_body_linear_velocity(world, body).x, 0.0, 1e-3);
        assert_near(scree_body_angular_velocity(world, body), 0.0, 1e-3);
        // And it lands on the other side.
        run_seconds(world, 4.0f);
        assert_at_least(scree_body_position(world, body).y, 0.05);
        assert_at_most(fabsf(scree_body_linear_velocity(world, body).y), 0.3);
    }
}

TEST(a_counter_clockwise_loop_lets_pass_what_comes_from_inside)
{
    for (int i = 0; i < 7 * 8; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_vec2 corners[] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}};
        add_chain(world, static_body(world), usual_shape(), corners, 4, true, false);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.3f, 0.2f, 0.4f);
        add_mixed(world, body, usual_shape(), i / 8, 0.5f);
        scree_vec2 v;
        scree_sincos(0.8f * (float)(i % 8), &v.y, &v.x);
        scree_body_set_velocity(world, body, v, 0.0f);
        scree_vec2 p;
        do
        {
            step_world(world);
            p = scree_body_position(world, body);
            assert_near_vec2(scree_body_linear_velocity(world, body), v.x, v.y, 1e-4);
        } while (fmaxf(fabsf(p.x), fabsf(p.y)) < 1.9f);
    }
}

TEST(two_sided_ground_holds_from_both_sides)
{
    for (int i = 0; i < 14; ++i)
    {
        float side = i < 7 ? 1.0f : -1.0f;
        scoped_world *world = world_with_gravity(0.0f, -10.0f * side);
        add_waves(world, usual_shape(), WAVE_POINTS, 0.5f, true);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.3f, 3.0f * side, 0.4f);
        add_mixed(world, body, usual_shape(), i, 0.7f);
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            assert_at_least(side * scree_body_position(world, body).y, -0.4);
        }
    }
}

TEST(fast_bodies_do_not_pass_a_chain)
{
    for (int i = 0; i < 400; i += SANITIZED ? 5 : 1)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_waves(world, usual_shape(), WAVE_POINTS, 0.5f, i % 2 != 0);
        float x = -15.0f + 0.0737f * (float)i, angle = 0.2f * (float)(i % 12 - 6), s, c;
        scree_sincos(angle, &s, &c);
        bool disc = i % 7 == 0;
        float speed = disc ? 150.0f : 6.0f, away = disc ? 4.0f : 2.0f;
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x - away * s, away * c, 0.0f);
        add_mixed(world, body, usual_shape(), i, 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){speed * s, -speed * c}, 0.0f);
        for (int k = 0; k < 40; ++k)
        {
            step_world(world);
            scree_vec2 p = scree_body_position(world, body);
            scree_sincos(0.5f * PI * p.x, &s, &c);
            assert_at_least(p.y, 0.5f * c);
        }
    }
}

TEST(a_body_may_carry_chains_and_be_thrown)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_waves(world, usual_shape(), WAVE_POINTS, 0.2f, false);
    scree_body_id ring = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 5.0f, 0.2f);
    add_circle(world, ring, usual_shape(), 0.2f);
    add_square(world, ring, usual_shape(), false, true);
    assert_near(scree_body_mass(world, ring), 0.04 * (double)PI, 1e-6);
    scree_body_set_mass_data(world, ring, &(scree_mass_data){10.0f, 20.0f, {0.0f, 0.0f}});
    scree_body_id inside = add_body(world, SCREE_BODY_DYNAMIC, 1.2f, 5.0f, 0.0f);
    add_mixed(world, inside, usual_shape(), 1, 0.5f);
    for (int i = 0; i < 400; ++i)
    {
        step_world(world);
        scree_vec2 p = scree_body_position(world, ring), q = scree_body_position(world, inside);
        assert_at_least(p.y, 1.5);
        assert_at_most((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y), 8.0);
    }
}

TEST(a_segment_that_is_destroyed_leaves_open_ends)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_chain_id chain = add_square(world, static_body(world), usual_shape(), false, false);
    scree_shape_id shapes[64];
    assert_int_equal(scree_chain_shapes(world, chain, shapes, 64), 64);
    // A gap of half a metre in the middle of the upper side.
    assert_ok(scree_shape_destroy(world, shapes[39]));
    assert_ok(scree_shape_destroy(world, shapes[40]));
    assert_int_equal(scree_chain_shapes(world, chain, shapes, 64), 62);
    assert_int_equal(scree_shape_chain(world, shapes[39]).value, chain.value);
    // A wide one stays above it, held by both ends, a small one falls through.
    scree_body_id wide = add_ball(world, 0.01f, 2.7f, 0.6f),
                  small = add_ball(world, 0.0f, 6.0f, 0.2f);
    run_seconds(world, 1.0f);
    assert_near(scree_body_position(world, wide).y, 2.0 + sqrt(0.36 - 0.0625), 0.02);
    assert_ok(scree_body_destroy(world, wide));
    run_seconds(world, 2.0f);
    assert_at_most(scree_body_position(world, small).y, 0.0);
    for (int i = 0; i < 62; ++i)
    {
        assert_true(scree_chain_is_valid(world, chain));
        assert_ok(scree_shape_destroy(world, shapes[(7 * i) % 62]));
    }
    assert_false(scree_chain_is_valid(world, chain));
    assert_int_equal(scree_chain_destroy(world, chain), SCREE_ERROR_STALE_ID);
}

TEST(chains_end_with_their_bodies_and_shapes_with_their_chains)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.user_data = &def;
    scree_body_id ground = add_body(world, SCREE_BODY_STATIC, 1.0f, 0.0f, 0.0f);
    scree_chain_id first = add_square(world, ground, &def, false, false);
    scree_chain_id second = add_square(world, ground, &def, true, false);
    scree_shape_id shapes[64];
    assert_int_equal(scree_chain_shapes(world, first, shapes, 64), 64);
    assert_int_equal(scree_chain_body(world, first).value, ground.value);
    scree_segment segment = scree_shape_segment(world, shapes[63]);
    assert_near_vec2(segment.point_a, -2.0, -1.75, 0);
    assert_near(segment.point_b.y, -2.0, 0);
    assert_int_equal(scree_shape_get_type(world, shapes[0]), SCREE_SHAPE_CHAIN_SEGMENT);
    assert_ptr_equal(scree_shape_user_data(world, shapes[5]), &def);
    run_steps(world, 1);
    assert_ok(scree_chain_destroy(world, first));
    assert_false(scree_chain_is_valid(world, first));
    assert_false(scree_shape_is_valid(world, shapes[0]));
    assert_int_equal(scree_world_shapes(world, NULL, 0), 64);
    assert_int_equal(scree_shape_chain(world, add_circle(world, ground, &def, 1.0f)).value, 0);
    assert_ok(scree_body_destroy(world, ground));
    assert_false(scree_chain_is_valid(world, second));
    assert_int_equal(scree_chain_body(world, second).value, 0);
    run_steps(world, 1);
}

TEST(what_sleeps_on_a_chain_wakes_when_it_goes)
{
    scoped_world *world = default_world();
    scree_chain_id chain = add_square(world, static_body(world), usual_shape(), false, false);
    scree_body_id body = add_crate(world, 0.1f, 2.3f, 0.3f, 0.3f);
    run_seconds(world, 4.0f);
    assert_false(scree_body_is_awake(world, body));
    assert_ok(scree_chain_destroy(world, chain));
    run_seconds(world, 1.0f);
    assert_at_most(scree_body_position(world, body).y, 0.0);
}

TEST(a_hundred_thousand_points_take_one_call)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scoped_memory scree_vec2 *points = malloc(sizeof *points * POINTS);
    scoped_memory scree_shape_id *ids = malloc(sizeof *ids * POINTS);
    assert_non_null(points);
    assert_non_null(ids);
    for (int i = 0; i < POINTS; ++i)
    {
        points[i] = (scree_vec2){500.0f - 0.01f * (float)i, i % 2 == 0 ? 0.0f : 0.001f};
    }
    scree_chain_id chain =
        add_chain(world, static_body(world), usual_shape(), points, POINTS, false, false);
    assert_int_equal(scree_chain_shapes(world, chain, ids, POINTS), POINTS - 1);
    scree_body_id ball = add_ball(world, 0.0f, 0.6f, 0.5f);
    run_steps(world, 30);
    assert_near(scree_body_position(world, ball).y, 0.5, 0.01);
    assert_ok(scree_chain_destroy(world, chain));
    run_steps(world, 30);
    assert_at_most(scree_body_position(world, ball).y, 0.0);
}

TEST(a_loop_without_its_first_or_last_segment_is_met_as_an_open_chain)
{
    const scree_vec2 corners[] = {{1.0f, 1.0f}, {-1.0f, 1.0f}, {-2.0f, -1.0f}, {2.0f, -1.0f}};
    const scree_vec2 open[] = {corners[1], corners[2], corners[3], corners[0]};
    for (int i = 0; i < 24; ++i)
    {
        const float x = (i % 2 ? 1.0f : -1.0f) * (0.75f + 0.106f * (float)(i / 2 % 6));
        const bool last = i / 12 != 0;
        scree_vec2 at[2];
        for (int cut = 0; cut < 2; ++cut)
        {
            scoped_world *world = world_with_gravity(0.0f, -10.0f);
            scree_chain_id chain = add_chain(world, static_body(world), usual_shape(),
                                             cut || last ? corners : open, 4, cut == 1, false);
            scree_shape_id shapes[4];
            assert_int_equal(scree_chain_shapes(world, chain, shapes, 4), cut ? 4 : 3);
            assert_ok(cut ? scree_shape_destroy(world, shapes[last ? 3 : 0]) : SCREE_OK);
            scree_body_id ball = add_ball(world, x, 2.0f, 0.3f);
            run_steps(world, 45);
            at[cut] = scree_body_position(world, ball);
        }
        assert_near_vec2(at[0], at[1].x, at[1].y, 1e-5);
    }
}

TEST(the_first_corner_of_a_loop_is_as_the_others)
{
    const scree_vec2 corners[] = {{1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, -1.0f}, {1.0f, -1.0f}};
    for (int beside = -2; beside <= 2; ++beside)
    {
        scree_vec2 first = {0.0f, 0.0f};
        for (int i = 0; i < 4; ++i)
        {
            scoped_world *world = world_with_gravity(0.0f, 0.0f);
            scree_shape_def def = surface(0.0f, 1.0f);
            add_chain(world, static_body(world), &def, corners, 4, true, false);
            const scree_vec2 out = corners[i], along = {-out.y, out.x};
            const float shift = 0.05f * (float)beside;
            scree_body_id ball = add_ball(world, 2.0f * out.x + shift * along.x,
                                          2.0f * out.y + shift * along.y, 0.3f);
            scree_body_set_velocity(world, ball, (scree_vec2){-3.0f * out.x, -3.0f * out.y}, 0.0f);
            run_steps(world, 60);
            const scree_vec2 p = scree_body_position(world, ball);
            const scree_vec2 now = {p.x * out.x + p.y * out.y, p.x * along.x + p.y * along.y};
            first = i == 0 ? now : first;
            assert_near_vec2(now, first.x, first.y, 1e-3);
            assert_at_least(now.x, 2.3);
        }
    }
}

TEST(a_polygon_that_slides_down_a_wall_stays_in_the_corner_of_a_loop)
{
    const scree_vec2 room[] = {{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}},
                     corners[] = {
                         {0.037f, -0.0866f}, {0.039f, -0.086f}, {0.039f, 0.0868f}, {-0.075f, 0.0f}};
    const scree_vec2 reversed[] = {room[3], room[2], room[1], room[0]};
    for (int i = 0; i < 3 * SCREE_SOLVER_COUNT; ++i)
    {
        // From the right of its segments, or from the left.
        scoped_world *world = world_solved_by(i / 3, 0.0f);
        add_chain(world, static_body(world), usual_shape(), i % 3 == 2 ? reversed : room, 4, true,
                  i % 3 != 0);
        scree_polygon polygon;
        assert_ok(scree_polygon_hull(corners, 4, 0.0f, &polygon));
        // 3 mm in the wall: its foot is beyond the end of the floor.
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.964f, 0.0886f, 0.0f);
        add_polygon(world, body, usual_shape(), &polygon);
        scree_body_set_velocity(world, body, (scree_vec2){0.0f, -0.6f}, 0.0f);
        step_times(world, 60);
        assert_at_least(scree_body_position(world, body).y, 0.04);
    }
}

TEST(sides_that_change_under_sleepers_leave_each_pair_once)
{
    scoped_world *world = default_world();
    const scree_vec2 points[] = {{4.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 0.0f}, {-2.0f, 0.0f}};
    scree_chain_id chain =
        add_chain(world, static_body(world), usual_shape(), points, 4, false, false);
    add_crate(world, 0.0f, 0.3f, 0.3f, 0.3f);
    add_crate(world, 2.0f, 0.3f, 0.3f, 0.3f);
    run_seconds(world, 2.0f);
    const int pairs = scree_world_pairs(world, NULL, 0);
    assert_int_equal(scree_world_counters(world).asleep_bodies, 2);
    for (int i = 0; i < 4; ++i)
    {
        assert_ok(scree_chain_set_two_sided(world, chain, i % 2 == 0));
        run_steps(world, 1);
        assert_int_equal(scree_world_pairs(world, NULL, 0), pairs);
        run_seconds(world, 2.0f);
    }
}
