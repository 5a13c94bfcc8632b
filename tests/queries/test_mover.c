/// Character movers against mechanics: they slide, climb, stand still, and pass nothing.
#include "tests/support/worlds.h"

static const scree_capsule capsule = {{0.0f, -0.4f}, {0.0f, 0.4f}, 0.3f};

#define PLANES 16
#define ROUNDS 5

typedef struct walker
{
    scree_world *world;
    scree_vec2 position, velocity;
    scree_mover_plane planes[PLANES];
    int count;
} walker;

/// The rounds of scree/mover.h, towards where the velocity leads in a sixtieth of a second.
static void walk(walker *w)
{
    scree_query_filter filter = scree_query_filter_default();
    scree_vec2 target = {w->position.x + w->velocity.x / 60.0f,
                         w->position.y + w->velocity.y / 60.0f};
    for (int round = 0; round < ROUNDS; ++round)
    {
        w->count =
            scree_world_collide_mover(w->world, &capsule, w->position, filter, w->planes, PLANES);
        assert_true(w->count >= 0);
        w->count = w->count < PLANES ? w->count : PLANES;
        scree_vec2 wanted = {target.x - w->position.x, target.y - w->position.y};
        scree_plane_solution way = scree_mover_solve_planes(wanted, w->planes, w->count);
        assert_ok(way.result);
        scree_shape_hit hit =
            scree_world_cast_mover(w->world, &capsule, w->position, way.translation, filter);
        assert_ok(hit.result);
        w->position.x += hit.fraction * way.translation.x;
        w->position.y += hit.fraction * way.translation.y;
    }
}

/// How deep the mover is in anything, m.
static float depth(const walker *w)
{
    scree_mover_plane planes[PLANES];
    int count = scree_world_collide_mover(w->world, &capsule, w->position,
                                          scree_query_filter_default(), planes, PLANES);
    float deepest = 0.0f;
    for (int i = 0; i < count && i < PLANES; ++i)
    {
        deepest = fmaxf(deepest, planes[i].offset);
    }
    return deepest;
}

static void add_wall(scree_world *world, float x, float y, float half_width, float half_height,
                     float angle)
{
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, x, y, angle);
    add_box(world, body, usual_shape(), half_width, half_height);
}

TEST(planes_are_what_geometry_says)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_ground(world, usual_shape());               // below y = 0
    add_wall(world, 2.0f, 2.0f, 0.5f, 2.0f, 0.0f);  // from x = 1.5
    scree_body_id ball = add_ball(world, -1.0f, 1.0f, 0.25f);
    add_wall(world, 50.0f, 0.0f, 1.0f, 1.0f, 0.0f);  // far away
    scree_mover_plane planes[PLANES];
    // 0.02 m in the ground, 0.05 m in the wall.
    scree_vec2 position = {1.25f, 0.68f};
    scree_query_filter all = scree_query_filter_default();
    int count = scree_world_collide_mover(world, &capsule, position, all, planes, PLANES);
    assert_int_equal(count, 2);
    assert_near_vec2(planes[0].normal, 0.0f, 1.0f, 1e-6);
    assert_near(planes[0].offset, 0.02f, 1e-6);
    assert_near(planes[0].point.y, 0.0f, 1e-6);
    assert_near(planes[0].point.x, 1.25f, 1e-6);
    assert_near(planes[1].normal.x, -1.0f, 1e-6);
    assert_near(planes[1].offset, 0.05f, 1e-6);
    assert_near(planes[1].point.x, 1.5f, 1e-6);
    assert_true(planes[1].push_limit == FLT_MAX && planes[1].clip_velocity);
    assert_true(planes[0].push == 0.0f);
    // The ball is at the middle of the axis: distance 0.5, radii 0.55.
    position = (scree_vec2){-0.5f, 1.0f};
    count = scree_world_collide_mover(world, &capsule, position, all, planes, PLANES);
    assert_int_equal(count, 1);
    assert_near(planes[0].normal.x, 1.0f, 1e-6);
    assert_near(planes[0].offset, 0.05f, 1e-6);
    assert_near(planes[0].point.x, -0.75f, 1e-6);
    scree_body_id owner = scree_shape_body(world, planes[0].shape);
    assert_true(owner.value == ball.value);
    // The first shapes are written, those of the lowest slots; all are counted.
    position = (scree_vec2){1.25f, 0.68f};
    memset(planes, 0, sizeof planes);
    assert_int_equal(scree_world_collide_mover(world, &capsule, position, all, planes, 1), 2);
    assert_near(planes[0].normal.y, 1.0f, 1e-6);
    assert_true(planes[1].shape.value == 0);
    assert_int_equal(scree_world_collide_mover(world, &capsule, position, all, NULL, 0), 2);
    // A filter sees only some.
    all.mask = 0;
    assert_int_equal(scree_world_collide_mover(world, &capsule, position, all, planes, 1), 0);
}

TEST(a_mover_slides_along_a_wall_and_keeps_its_speed)
{
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        float angle = 0.3f * (float)i;
        scree_vec2 along = {-sinf(angle), cosf(angle)}, into = {cosf(angle), sinf(angle)};
        add_wall(world, 2.0f * into.x, 2.0f * into.y, 1.0f, 50.0f, angle);
        walker w = {.world = world};
        w.velocity = (scree_vec2){5.0f * along.x + 8.0f * into.x, 5.0f * along.y + 8.0f * into.y};
        for (int frame = 0; frame < 120; ++frame)
        {
            walk(&w);
            assert_at_most(depth(&w), 0.0051f);
        }
        // The motion along the wall is whole.
        assert_near(w.position.x * along.x + w.position.y * along.y, 5.0f * 2.0f, 0.02f);
        scree_vec2 clipped = scree_mover_clip_vector(w.velocity, w.planes, w.count);
        assert_near_vec2(clipped, 5.0f * along.x, 5.0f * along.y, 1e-4);
    }
}

TEST(a_mover_in_a_corner_does_not_jitter)
{
    // From an acute corner to one that the velocity just does not climb out of.
    const float angles[] = {0.35f, 0.8f, 1.5707964f, 2.2f, 2.4f};
    for (int i = 0; i < 5; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_ground(world, usual_shape());
        // A wall that leans over, or back: its face begins at (3, 0).
        scree_body_id body = add_body(world, SCREE_BODY_STATIC, 3.0f, 0.0f, 0.0f);
        scree_vec2 normal = {-sinf(angles[i]), -cosf(angles[i])};
        scree_shape_create_half_space(world, body, usual_shape(),
                                      &(scree_half_space){normal, 0.0f});
        walker w = {.world = world, .position = {-3.0f, 1.0f}, .velocity = {6.0f, -9.0f}};
        for (int frame = 0; frame < 120; ++frame)
        {
            walk(&w);
        }
        scree_vec2 rest = w.position;
        for (int frame = 0; frame < 120; ++frame)
        {
            walk(&w);
            assert_near_vec2(w.position, rest.x, rest.y, 2e-4);
            assert_at_most(depth(&w), 0.0101f);
        }
    }
}

TEST(no_wall_is_too_thin_for_a_fast_mover)
{
    test_random random = random_of(5);
    for (int i = 0; i < 200; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        float angle = random_between(&random, -1.2f, 1.2f);
        scree_body_id body = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, angle);
        if (i % 3 == 0)
        {
            scree_segment segment = {{0.0f, -500.0f}, {0.0f, 500.0f}};
            scree_shape_create_segment(world, body, usual_shape(), &segment);
        }
        else if (i % 3 == 1)
        {
            add_box(world, body, usual_shape(), 0.005f, 500.0f);
        }
        else
        {
            scree_vec2 points[101];
            for (int k = 0; k < 101; ++k)
            {
                points[k] = (scree_vec2){0.0f, 10.0f * (float)(k - 50)};
            }
            add_open_chain(world, body, usual_shape(), points, 101, true);
        }
        walker w = {.world = world, .position = {-random_between(&random, 3.0f, 5.0f), 0.0f}};
        w.velocity = (scree_vec2){random_between(&random, 10.0f, 400.0f),
                                  random_between(&random, -100.0f, 100.0f)};
        for (int frame = 0; frame < 60; ++frame)
        {
            walk(&w);
            float beyond = w.position.x * cosf(angle) + w.position.y * sinf(angle);
            assert_at_most(beyond, -0.29f);
        }
    }
}

TEST(a_mover_climbs_stairs_and_slopes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 10; ++i)
    {
        add_wall(world, 2.0f + 0.5f * (float)i + 10.0f, 0.05f * (float)(i + 1), 10.0f,
                 0.05f * (float)(i + 1), 0.0f);
    }
    walker w = {.world = world, .position = {0.0f, 0.7f}};
    for (int frame = 0; frame < 240; ++frame)
    {
        w.velocity = (scree_vec2){3.0f, -1.0f};
        walk(&w);
        assert_at_most(depth(&w), 0.0101f);
    }
    assert_at_least(w.position.x, 8.0f);
    assert_near(w.position.y, 1.0f + 0.7f, 0.01f);
    scree_world_destroy(world);

    world = world_with_gravity(0.0f, 0.0f);
    scree_shape_create_half_space(world, static_body(world), usual_shape(),
                                  &(scree_half_space){{-0.6f, 0.8f}, 0.0f});
    w = (walker){.world = world, .position = {0.0f, 0.8f}};
    for (int frame = 0; frame < 60; ++frame)
    {
        w.velocity = (scree_vec2){4.0f, 0.0f};
        walk(&w);
    }
    // The part of the velocity along the slope: 4 cos^2 across, 4 cos sin up.
    assert_near(w.position.x, 4.0 * 0.64, 0.1);
    assert_near(w.position.y - 0.8, 4.0 * 0.48, 0.1);
}

TEST(a_mover_feels_no_joints_of_a_flat_chain)
{
    for (int two_sided = 0; two_sided < 2; ++two_sided)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id body = static_body(world);
        scree_vec2 points[201];
        for (int k = 0; k < 201; ++k)
        {
            // The right-hand side is the solid one.
            points[k] = (scree_vec2){0.2f * (float)(100 - k), 0.0f};
        }
        add_open_chain(world, body, usual_shape(), points, 201, two_sided != 0);
        walker w = {.world = world, .position = {-15.0f, 0.6975f}, .velocity = {7.3f, -3.0f}};
        for (int frame = 0; frame < 200; ++frame)
        {
            walk(&w);
            assert_near(w.position.x, -15.0 + 7.3 / 60.0 * (double)(frame + 1), 2e-3);
            assert_near(w.position.y, 0.6975f, 2e-4);
        }
    }
}

TEST(a_chain_of_one_side_lets_movers_pass_from_behind)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 points[] = {{4.0f, 0.0f}, {1.0f, 0.0f}, {-1.0f, 0.0f}, {-4.0f, 0.0f}};
    add_open_chain(world, static_body(world), usual_shape(), points, 4, false);
    walker w = {.world = world, .position = {0.1f, -3.0f}, .velocity = {0.0f, 5.0f}};
    for (int frame = 0; frame < 60; ++frame)
    {
        walk(&w);
    }
    // It is held as soon as its axis is through, and then is out at once.
    assert_near(w.position.y, 2.15f, 0.16f);
    w.velocity.y = -30.0f;
    for (int frame = 0; frame < 60; ++frame)
    {
        walk(&w);
    }
    assert_near(w.position.y, 0.6975f, 1e-3);
}

TEST(a_mover_deep_in_a_shape_comes_out_the_shortest_way)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_wall(world, 0.0f, 0.0f, 1.0f, 3.0f, 0.0f);
    walker w = {.world = world, .position = {0.6f, 0.5f}};
    walk(&w);
    assert_near(w.position.x, 1.3f - 0.0025f, 2e-4);
    assert_near(w.position.y, 0.5f, 1e-5);
    w.position = (scree_vec2){-0.2f, 1.9f};
    walk(&w);
    assert_near(w.position.y, 1.9f, 1e-5);
    assert_near(w.position.x, -1.3f + 0.0025f, 2e-4);
    // Out of the top is nearer than out of a side.
    w.position = (scree_vec2){0.1f, 3.2f};
    walk(&w);
    assert_near(w.position.y, 3.7f - 0.0025f, 2e-4);
    // Off a corner the shortest way is across the mover itself.
    add_wall(world, 10.0f, 0.0f, 1.0f, 1.0f, 0.785398163f);
    w.count = scree_world_collide_mover(world, &capsule, (scree_vec2){11.3f, 0.0f},
                                        scree_query_filter_default(), w.planes, PLANES);
    assert_int_equal(w.count, 1);
    assert_near_vec2(w.planes[0].normal, 1.0, 0.0, 1e-5);
    assert_near(w.planes[0].offset, sqrt(2.0) - 1.3 + 0.3, 1e-5);
}

TEST(a_mover_among_more_shapes_than_planes_comes_out_of_those_it_has_room_for)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 24; ++i)
    {
        float angle = 0.13f * (float)i;
        add_disc(world, SCREE_BODY_STATIC, 0.9f * cosf(angle), 0.9f * sinf(angle), usual_shape(),
                 0.65f);
    }
    walker w = {.world = world};
    assert_int_equal(scree_world_collide_mover(world, &capsule, w.position,
                                               scree_query_filter_default(), w.planes, PLANES),
                     24);
    walk(&w);
    assert_int_equal(w.count, PLANES);
    for (int i = 0; i < 4; ++i)
    {
        walk(&w);
    }
    assert_true(w.count < PLANES && w.position.y < -0.1f);
    assert_at_most(depth(&w), 0.006f);
}

TEST(planes_are_solved_to_the_nearest_translation)
{
    test_random random = random_of(3);
    for (int i = 0; i < 2000; ++i)
    {
        // Two planes that meet at 25 degrees or more, so that the rounds get there.
        float first = random_between(&random, -3.2f, 3.2f);
        float second = first + random_between(&random, 0.45f, 2.7f);
        scree_mover_plane planes[2] = {
            {.normal = {cosf(first), sinf(first)}, .offset = random_between(&random, -0.2f, 0.2f)},
            {.normal = {cosf(second), sinf(second)},
             .offset = random_between(&random, -0.2f, 0.2f)}};
        planes[0].push_limit = planes[1].push_limit = FLT_MAX;
        scree_vec2 target = {random_between(&random, -0.5f, 0.5f),
                             random_between(&random, -0.5f, 0.5f)};
        scree_plane_solution solution = scree_mover_solve_planes(target, planes, 2);
        assert_ok(solution.result);
        scree_vec2 d = solution.translation;
        double moved[2] = {(double)d.x - (double)target.x, (double)d.y - (double)target.y};
        for (int k = 0; k < 2; ++k)
        {
            const scree_mover_plane *p = &planes[k];
            double gap = (double)p->normal.x * (double)d.x + (double)p->normal.y * (double)d.y -
                         ((double)p->offset - 0.0025);
            // Kept, pushed only where it touches, and by the sum of the pushes: the conditions of
            // the nearest point (Kuhn and Tucker).
            assert_at_least(gap, -1e-3);
            assert_true(p->push >= 0.0f);
            assert_true(p->push == 0.0f || gap < 1e-3);
            moved[0] -= (double)(p->push * p->normal.x);
            moved[1] -= (double)(p->push * p->normal.y);
        }
        assert_near(moved[0], 0.0, 1e-5);
        assert_near(moved[1], 0.0, 1e-5);
    }
    // A soft plane gives way.
    scree_mover_plane soft = {.normal = {1.0f, 0.0f}, .offset = 0.3f, .push_limit = 0.1f};
    scree_vec2 zero = {0.0f, 0.0f};
    assert_near(scree_mover_solve_planes(zero, &soft, 1).translation.x, 0.1f, 1e-6);
    assert_near(soft.push, 0.1f, 1e-6);
    assert_ok(scree_mover_solve_planes(zero, NULL, 0).result);
}

TEST(a_clipped_vector_leads_into_no_plane)
{
    test_random random = random_of(4);
    int stuck = 0, free_ones = 0;
    for (int i = 0; i < 5000; ++i)
    {
        scree_mover_plane planes[4];
        int count = 1 + random_below(&random, 4);
        for (int k = 0; k < count; ++k)
        {
            float angle = random_between(&random, -3.2f, 3.2f);
            planes[k] = (scree_mover_plane){.normal = {cosf(angle), sinf(angle)},
                                            .push = random_below(&random, 3) > 0 ? 0.1f : 0.0f,
                                            .push_limit = FLT_MAX,
                                            .clip_velocity = random_below(&random, 4) > 0};
        }
        scree_vec2 v = {random_between(&random, -9.0f, 9.0f), random_between(&random, -9.0f, 9.0f)};
        scree_vec2 out = scree_mover_clip_vector(v, planes, count);
        bool was_fine = true;
        for (int k = 0; k < count; ++k)
        {
            bool minded = planes[k].push > 0.0f && planes[k].clip_velocity;
            float before = v.x * planes[k].normal.x + v.y * planes[k].normal.y;
            float after = out.x * planes[k].normal.x + out.y * planes[k].normal.y;
            was_fine = was_fine && (!minded || before >= 0.0f);
            assert_true(!minded || after >= -1e-4f);
        }
        assert_true(!was_fine || (out.x == v.x && out.y == v.y));
        assert_at_most(hypotf(out.x, out.y), hypotf(v.x, v.y) * 1.0001f);
        stuck += out.x == 0.0f && out.y == 0.0f;
        free_ones += was_fine;
    }
    assert_true(stuck > 50 && free_ones > 50);
}

TEST(a_mover_is_no_point)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_query_filter all = scree_query_filter_default();
    scree_vec2 here = {0.0f, 0.0f}, way = {1.0f, 0.0f};
    scree_capsule point = capsule;
    point.point_b = point.point_a;
    assert_int_equal(scree_world_collide_mover(world, &point, here, all, NULL, 0), -1);
    assert_non_null(strstr(scree_error_text(NULL), "scree_world_collide_mover: mover"));
    assert_int_equal(scree_world_cast_mover(world, &point, here, way, all).result,
                     SCREE_ERROR_ARGUMENT);
}
