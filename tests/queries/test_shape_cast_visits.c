/// Casts that report every hit, and filters that leave a body out.
#include "tests/support/worlds.h"

typedef struct row_of_discs
{
    scree_world *world;
    scree_shape_id disc[6];
    scree_body_id body[6];
} row_of_discs;

/// Discs of 0.5 m at x = 2, 4, ... 12, a wall of a half-space at x = 20.
static row_of_discs make_row(void)
{
    row_of_discs row = {.world = world_with_gravity(0.0f, 0.0f)};
    for (int i = 0; i < 6; ++i)
    {
        row.body[i] = add_body(row.world, i % 2 ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC,
                               2.0f + 2.0f * (float)i, 0.0f, 0.0f);
        row.disc[i] = add_circle(row.world, row.body[i], usual_shape(), 0.5f);
    }
    scree_body_id wall = static_body(row.world);
    scree_shape_create_half_space(row.world, wall, usual_shape(),
                                  &(scree_half_space){{-1.0f, 0.0f}, -20.0f});
    return row;
}

typedef struct told_hits
{
    int count;
    float answer;
    scree_shape_hit hit[16];
} told_hits;

static float note_hit(const scree_ray_hit *hit, void *context)
{
    told_hits *told = context;
    assert_true(told->count < 16);
    told->hit[told->count++] = *hit;
    return told->answer == 2.0f ? hit->fraction : told->answer;
}

static told_hits cast_along(const row_of_discs *row, scree_query_filter filter, float answer)
{
    told_hits told = {.answer = answer};
    scree_geometry ball = {.type = SCREE_SHAPE_CIRCLE, .circle = {{0.0f, 0.0f}, 0.25f}};
    scree_pose pose = {{0.0f, 0.0f}, 0.0f};
    assert_ok(scree_world_visit_shape_cast(row->world, &ball, &pose, (scree_vec2){40.0f, 0.0f},
                                           filter, note_hit, &told));
    return told;
}

TEST(a_cast_tells_of_every_shape_once_with_its_own_hit)
{
    scoped_fixture row_of_discs row = make_row();
    told_hits told = cast_along(&row, scree_query_filter_default(), 1.0f);
    assert_int_equal(told.count, 7);
    for (int i = 0; i < 6; ++i)
    {
        int found = -1;
        for (int k = 0; k < told.count; ++k)
        {
            found = told.hit[k].shape.value == row.disc[i].value ? k : found;
        }
        assert_true(found >= 0);
        assert_near(told.hit[found].fraction, (2.0 + 2.0 * i - 0.75) / 40.0, 1e-5);
        assert_near_vec2(told.hit[found].normal, -1.0, 0.0, 1e-4);
        assert_near_vec2(told.hit[found].point, 1.5 + 2.0 * i, 0.0, 1e-3);
    }
}

TEST(an_answer_ends_a_cast_or_leaves_a_shape_out)
{
    scoped_fixture row_of_discs row = make_row();
    assert_int_equal(cast_along(&row, scree_query_filter_default(), 0.0f).count, 1);
    assert_int_equal(cast_along(&row, scree_query_filter_default(), -1.0f).count, 7);
    // Only nearer ones from each hit on: the last one told is the first hit.
    told_hits nearer = cast_along(&row, scree_query_filter_default(), 2.0f);
    assert_int_equal(nearer.hit[nearer.count - 1].shape.value, row.disc[0].value);
    assert_int_equal(cast_along(&row, scree_query_filter_default(), NAN).count, 1);
}

TEST(every_query_leaves_an_ignored_body_out)
{
    scoped_fixture row_of_discs row = make_row();
    scree_world *world = row.world;
    scree_query_filter filter = scree_query_filter_default();
    const scree_vec2 origin = {0.0f, 0.0f}, along = {15.0f, 0.0f}, at = {2.0f, 0.0f};
    assert_int_equal(scree_world_cast_ray(world, origin, along, filter).shape.value,
                     row.disc[0].value);
    filter.ignored_body = row.body[0];
    assert_int_equal(scree_world_cast_ray(world, origin, along, filter).shape.value,
                     row.disc[1].value);
    assert_int_equal(scree_world_cast_ray_all(world, origin, along, filter, NULL, 0), 5);
    assert_int_equal(scree_world_overlap_point(world, at, filter, NULL, 0), 0);
    scree_aabb aabb = {{0.0f, -1.0f}, {15.0f, 1.0f}};
    assert_int_equal(scree_world_overlap_aabb(world, aabb, filter, NULL, 0), 5);
    assert_int_equal(scree_world_closest_point(world, at, 50.0f, filter).shape.value,
                     row.disc[1].value);
    scree_geometry ball = {.type = SCREE_SHAPE_CIRCLE, .circle = {{0.0f, 0.0f}, 0.25f}};
    scree_pose pose = {{0.0f, 0.0f}, 0.0f};
    assert_int_equal(scree_world_cast_shape(world, &ball, &pose, along, filter).shape.value,
                     row.disc[1].value);
    assert_int_equal(cast_along(&row, filter, 1.0f).count, 6);
    // In batches too, which go by lanes.
    float zero[20] = {0.0f}, far[20];
    scree_shape_id hit[20];
    for (int i = 0; i < 20; ++i)
    {
        far[i] = 15.0f;
    }
    scree_ray_batch batch = {20, zero, zero, far, zero, filter};
    assert_ok(scree_world_cast_rays(world, &batch, NULL, hit, NULL, NULL));
    for (int i = 0; i < 20; ++i)
    {
        assert_int_equal(hit[i].value, row.disc[1].value);
    }
    // A half-space, and the id of a destroyed body.
    scree_body_id gone = row.body[5];
    assert_ok(scree_body_destroy(world, gone));
    filter.ignored_body = gone;
    assert_int_equal(scree_world_cast_ray_all(world, origin, along, filter, NULL, 0), 5);
    scree_body_id wall = scree_shape_body(
        world, scree_world_cast_ray(world, (scree_vec2){15.0f, 0.0f}, along, filter).shape);
    filter.ignored_body = wall;
    assert_true(scree_shape_is_null(
        scree_world_cast_ray(world, (scree_vec2){15.0f, 0.0f}, along, filter).shape));
}

TEST(an_explosion_and_the_wind_spare_an_ignored_body)
{
    scoped_fixture row_of_discs row = make_row();
    scree_explosion_def blast = scree_explosion_def_default();
    blast.position = (scree_vec2){3.9f, 0.5f};
    blast.radius = 5.0f;
    blast.impulse_per_length = 5.0f;
    blast.filter.ignored_body = row.body[0];
    assert_ok(scree_world_explode(row.world, &blast));
    assert_true(scree_body_linear_velocity(row.world, row.body[0]).x == 0.0f);
    assert_true(scree_body_linear_velocity(row.world, row.body[2]).x > 0.0f);
    scree_wind_def wind = scree_wind_def_default();
    wind.velocity = (scree_vec2){0.0f, 10.0f};
    wind.filter.ignored_body = row.body[2];
    const scree_vec2 before = scree_body_linear_velocity(row.world, row.body[2]);
    assert_ok(scree_world_apply_wind(row.world, &wind, STEP));
    run_steps(row.world, 1);
    assert_true(scree_body_linear_velocity(row.world, row.body[0]).y > 0.0f);
    assert_true(scree_body_linear_velocity(row.world, row.body[2]).y == before.y);
}
