// Queries against brute force over all kinds of shapes, between random changes of the world.

#include "tests/queries/query_oracle.h"

#define QUERIES 25  // of each kind in a round: 10,000 in all
#define ROOM 512

/// m: how far a hit may be off, where rays are some 100 m long.
#define TOLERANCE 1e-3

static const oracle_shape *find(const oracle *o, scree_shape_id id)
{
    for (int i = 0; i < o->count; ++i)
    {
        if (o->shape[i].id.value == id.value)
        {
            return &o->shape[i];
        }
    }
    fail_msg("a shape that is not enabled, or gone");
    return NULL;
}

static void check_points(test_random *random, const oracle *o)
{
    scree_shape_id ids[ROOM], fewer[ROOM];
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_vec2 point = oracle_place(random, 1.2f * ORACLE_SIZE);
        scree_query_filter filter = oracle_filter(random);
        int count = scree_world_overlap_point(o->world, point, filter, ids, ROOM);
        assert_in_range(count, 0, ROOM);
        for (int k = 0; k < o->count; ++k)
        {
            oracle_answer answer = oracle_sees(&o->shape[k], filter)
                                       ? oracle_point(&o->shape[k], point)
                                       : ORACLE_MISSES;
            bool found = oracle_holds(ids, count, o->shape[k].id);
            assert_true(answer == ORACLE_UNSURE || found == (answer == ORACLE_HITS));
        }
        int room = count / 2;
        assert_int_equal(scree_world_overlap_point(o->world, point, filter, fewer, room), count);
        assert_memory_equal(fewer, ids, sizeof *ids * (size_t)room);
        assert_int_equal(scree_world_overlap_point(o->world, point, filter, NULL, 0), count);
    }
}

static bool reaches_into(const oracle_shape *half_space, scree_aabb aabb)
{
    double lowest = INFINITY;
    for (int i = 0; i < 4; ++i)
    {
        sc_vec2d corner = {(double)(i & 1 ? aabb.upper.x : aabb.lower.x),
                           (double)(i & 2 ? aabb.upper.y : aabb.lower.y)};
        lowest = fmin(lowest, oracle_height(half_space, corner));
    }
    return lowest <= 0.0;
}

static bool overlap(scree_aabb a, scree_aabb b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

static bool count_shape(scree_shape_id shape, void *context)
{
    int *left = context;
    assert_int_not_equal(shape.value, 0);
    return --*left > 0;
}

static void check_aabbs(test_random *random, const oracle *o)
{
    scree_shape_id ids[ROOM], fewer[ROOM], expected[ROOM];
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_vec2 a = oracle_place(random, ORACLE_SIZE);
        float width = random_between(random, 0.0f, 9.0f);
        scree_aabb aabb = {a, {a.x + width, a.y + random_between(random, 0.0f, 9.0f)}};
        scree_query_filter filter = oracle_filter(random);
        int count = scree_world_overlap_aabb(o->world, aabb, filter, ids, ROOM), wanted = 0;
        for (int k = 0; k < o->count; ++k)
        {
            const oracle_shape *shape = &o->shape[k];
            bool inside = shape->type == SCREE_SHAPE_HALF_SPACE ? reaches_into(shape, aabb)
                                                                : overlap(shape->aabb, aabb);
            if (inside && oracle_sees(shape, filter))
            {
                expected[wanted++] = shape->id;
            }
        }
        assert_int_equal(count, wanted);
        assert_memory_equal(ids, expected, sizeof *ids * (size_t)count);
        int room = count / 3;
        assert_int_equal(scree_world_overlap_aabb(o->world, aabb, filter, fewer, room), count);
        assert_memory_equal(fewer, ids, sizeof *ids * (size_t)room);
        int left = ROOM;
        assert_ok(scree_world_visit_aabb(o->world, aabb, filter, count_shape, &left));
        assert_int_equal(ROOM - left, count);
        left = 1;
        scree_world_visit_aabb(o->world, aabb, filter, count_shape, &left);
        assert_int_equal(left, count > 0 ? 0 : 1);
    }
}

/// Whether a hit is where a shape is, and the normal fits its surface there.
static void assert_on_surface(const oracle *o, const scree_ray_hit *hit, scree_vec2 translation)
{
    const oracle_shape *shape = find(o, hit->shape);
    sc_vec2d point = {(double)hit->point.x, (double)hit->point.y};
    sc_vec2d out = {point.x + 0.01 * (double)hit->normal.x, point.y + 0.01 * (double)hit->normal.y};
    assert_near(oracle_height(shape, point), 0.0, TOLERANCE);
    assert_near(oracle_height(shape, out), 0.01, TOLERANCE);
    float along = hit->normal.x * translation.x + hit->normal.y * translation.y;
    assert_at_most(along, 1e-3f);
}

typedef struct clipped
{
    scree_ray_hit nearest;
    int visits;
} clipped;

static float clip(const scree_ray_hit *hit, void *context)
{
    clipped *c = context;
    bool nearer = c->visits++ == 0 || hit->fraction < c->nearest.fraction ||
                  (hit->fraction == c->nearest.fraction &&
                   (hit->shape.value & 0xffffff) < (c->nearest.shape.value & 0xffffff));
    c->nearest = nearer ? *hit : c->nearest;
    return hit->fraction;
}

static float leave_out(const scree_ray_hit *hit, void *context)
{
    (void)hit;
    ++*(int *)context;
    return -1.0f;
}

static float stop(const scree_ray_hit *hit, void *context)
{
    (void)hit;
    ++*(int *)context;
    return 0.0f;
}

static void assert_same_hit(const scree_ray_hit *a, const scree_ray_hit *b)
{
    assert_memory_equal(&a->fraction, &b->fraction, sizeof a->fraction);
    assert_int_equal(a->shape.value, b->shape.value);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
}

/// All other ways to cast the same ray.
static void check_variants(const oracle *o, scree_vec2 origin, scree_vec2 translation,
                           scree_query_filter filter, const scree_ray_hit *hits, int count)
{
    scree_ray_hit first = scree_world_cast_ray(o->world, origin, translation, filter), few[ROOM];
    assert_ok(first.result);
    assert_int_equal(first.shape.value != 0, count > 0);
    assert_int_equal(scree_world_cast_ray_any(o->world, origin, translation, filter), count > 0);
    clipped c = {.visits = 0};
    assert_ok(scree_world_visit_ray(o->world, origin, translation, filter, clip, &c));
    if (count > 0)
    {
        assert_same_hit(&first, &hits[0]);
        assert_same_hit(&c.nearest, &hits[0]);
    }
    else
    {
        assert_true(first.fraction == 1.0f && first.normal.x == 0.0f && first.normal.y == 0.0f);
    }
    int all = 0, one = 0, room = count / 2;
    scree_world_visit_ray(o->world, origin, translation, filter, leave_out, &all);
    scree_world_visit_ray(o->world, origin, translation, filter, stop, &one);
    assert_int_equal(all, count);
    assert_int_equal(one, count > 0);
    assert_int_equal(scree_world_cast_ray_all(o->world, origin, translation, filter, few, room),
                     count);
    for (int i = 0; i < room; ++i)
    {
        assert_same_hit(&few[i], &hits[i]);
    }
}

static int find_hit(const scree_ray_hit *hits, int count, scree_shape_id id)
{
    int at = -1;
    for (int i = 0; i < count; ++i)
    {
        if (hits[i].shape.value == id.value)
        {
            assert_int_equal(at, -1);  // each shape once
            at = i;
        }
    }
    return at;
}

static void check_rays(test_random *random, const oracle *o)
{
    scree_ray_hit hits[ROOM];
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_vec2 origin = oracle_place(random, ORACLE_SIZE),
                   translation = oracle_place(random, 1.5f * ORACLE_SIZE);
        int axis = random_below(random, 8);
        translation.x = axis == 0 ? 0.0f : translation.x;
        translation.y = axis == 1 ? 0.0f : translation.y;
        double length = hypot((double)translation.x, (double)translation.y);
        scree_query_filter filter = oracle_filter(random);
        int count = scree_world_cast_ray_all(o->world, origin, translation, filter, hits, ROOM),
            found = 0;
        assert_in_range(count, 0, ROOM);
        for (int k = 0; k < o->count; ++k)
        {
            double fraction;
            oracle_answer answer = oracle_sees(&o->shape[k], filter)
                                       ? oracle_ray(&o->shape[k], origin, translation, &fraction)
                                       : ORACLE_MISSES;
            int at = find_hit(hits, count, o->shape[k].id);
            assert_true(answer == ORACLE_UNSURE || (at >= 0) == (answer == ORACLE_HITS));
            if (at >= 0 && answer == ORACLE_HITS)
            {
                assert_near((double)hits[at].fraction * length, fraction * length, TOLERANCE);
                assert_on_surface(o, &hits[at], translation);
            }
            found += at >= 0;
        }
        assert_int_equal(found, count);
        for (int k = 1; k < count; ++k)
        {
            assert_true(hits[k - 1].fraction <= hits[k].fraction);
        }
        check_variants(o, origin, translation, filter, hits, count);
    }
}

TEST(points_are_in_the_shapes_of_brute_force) { oracle_rounds(150, check_points, 1, true); }

TEST(aabbs_overlap_the_shapes_of_brute_force) { oracle_rounds(150, check_aabbs, 2, true); }

TEST(rays_hit_the_shapes_of_brute_force) { oracle_rounds(150, check_rays, 3, true); }

TEST(a_ray_that_starts_inside_hits_what_lies_beyond)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_polygon rounded = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){0}, 0.0f, 0.25f);
    add_polygon(world, static_body(world), usual_shape(), &rounded);
    add_capsule(world, static_body(world), usual_shape(), 0.5f, 0.25f);
    add_circle(world, static_body(world), usual_shape(), 0.3f);
    scree_shape_id beyond = add_circle(world, add_body(world, SCREE_BODY_STATIC, 5.0f, 0.0f, 0.0f),
                                       usual_shape(), 1.0f);
    scree_ray_hit hit = scree_world_cast_ray(
        world, (scree_vec2){0.1f, 0.0f}, (scree_vec2){7.8f, 0.0f}, scree_query_filter_default());
    assert_int_equal(hit.shape.value, beyond.value);
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.x, -1.0, 1e-6);
}

TEST(one_sided_chains_are_hit_from_the_side_of_the_bodies)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_vec2 points[] = {{5.0f, 0.0f}, {0.0f, 0.0f}, {-5.0f, 0.0f}};
    scree_query_filter all = scree_query_filter_default();
    for (int two_sided = 0; two_sided < 2; ++two_sided)
    {
        scree_body_id body = static_body(world);
        add_open_chain(world, body, usual_shape(), points, 3, two_sided == 1);
        scree_vec2 above = {1.0f, 1.0f}, down = {0.0f, -2.0f}, below = {1.0f, -1.0f};
        scree_ray_hit hit = scree_world_cast_ray(world, above, down, all);
        assert_near(hit.fraction, 0.5, 1e-6);
        assert_near(hit.normal.y, 1.0, 1e-6);
        hit = scree_world_cast_ray(world, below, (scree_vec2){0.0f, 2.0f}, all);
        assert_int_equal(hit.shape.value != 0, two_sided);
        assert_true(two_sided == 0 || hit.normal.y < -0.99f);
        scree_body_destroy(world, body);
    }
}

TEST(equal_fractions_go_by_slot)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_id first = {0};
    for (int i = 0; i < 40; ++i)
    {
        scree_body_type type = i % 2 == 0 ? SCREE_BODY_DYNAMIC : SCREE_BODY_STATIC;
        scree_shape_id id =
            add_box(world, add_body(world, type, 3.0f, 0.0f, 0.0f), usual_shape(), 1, 1);
        first = i == 0 ? id : first;
    }
    scree_ray_hit hits[40];
    scree_vec2 origin = {0.0f, 0.25f}, translation = {4.0f, 0.0f};
    scree_query_filter all = scree_query_filter_default();
    // A batch of rays that meet all of them at once.
    float zero[40] = {0}, y[40], along[40];
    for (int i = 0; i < 40; ++i)
    {
        y[i] = 0.01f * (float)i;
        along[i] = 4.0f;
    }
    scree_shape_id met[40];
    scree_ray_batch batch = {40, zero, y, along, zero, all};
    assert_ok(scree_world_cast_rays(world, &batch, NULL, met, NULL, NULL));
    scree_ray_hit hit = scree_world_cast_ray(world, origin, translation, all);
    assert_int_equal(hit.shape.value, first.value);
    assert_int_equal(scree_world_cast_ray_all(world, origin, translation, all, hits, 40), 40);
    for (int i = 0; i < 40; ++i)
    {
        assert_true(i == 0 || hits[i - 1].shape.value < hits[i].shape.value);
        assert_int_equal(met[i].value, first.value);
    }
}

TEST(an_aabb_meets_half_spaces_of_every_direction)
{
    for (int i = 0; i < 16; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const float angle = 0.392699f * (float)i;
        const scree_vec2 n = {cosf(angle), sinf(angle)};
        const scree_shape_id shape = scree_shape_create_half_space(
            world, static_body(world), usual_shape(), &(scree_half_space){n, 1.0f});
        // The corner that is lowest along the normal is a centimetre below the plane, or above it.
        const float reach = 2.0f * fabsf(n.x) + 0.5f * fabsf(n.y);
        for (int in = 0; in < 2; ++in)
        {
            const float height = 1.0f + reach + (in ? -0.01f : 0.01f);
            const scree_aabb aabb = {{height * n.x - 2.0f, height * n.y - 0.5f},
                                     {height * n.x + 2.0f, height * n.y + 0.5f}};
            scree_shape_id found = {0};
            assert_int_equal(
                scree_world_overlap_aabb(world, aabb, scree_query_filter_default(), &found, 1), in);
            assert_true(!in || found.value == shape.value);
        }
    }
}

TEST(filters_hold_for_half_spaces_too)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = *usual_shape();
    def.filter.category = 2;
    add_ground(world, &def);
    for (uint64_t mask = 1; mask <= 2; ++mask)
    {
        scree_query_filter filter = scree_query_filter_default();
        filter.mask = mask;
        const int found = mask == 2;
        scree_vec2 below = {3.0f, -5.0f};
        scree_aabb box = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
        int left = 9;
        assert_int_equal(scree_world_overlap_point(world, below, filter, NULL, 0), found);
        assert_int_equal(scree_world_overlap_aabb(world, box, filter, NULL, 0), found);
        assert_ok(scree_world_visit_aabb(world, box, filter, count_shape, &left));
        assert_int_equal(9 - left, found);
    }
}

/// Returns half of a hit's fraction now and then, and 1 otherwise.
typedef struct fickle
{
    float least;
    int told, cuts;
} fickle;

static float cut_now_and_then(const scree_ray_hit *hit, void *context)
{
    fickle *f = context;
    assert_true(hit->fraction <= f->least);
    ++f->told;
    const bool cuts = f->told % 3 == 1 && hit->fraction > 0.1f;
    f->cuts += cuts;
    const float wanted = cuts ? 0.75f * hit->fraction + 0.25f * f->least * hit->fraction : 1.0f;
    f->least = wanted < f->least ? wanted : f->least;
    return wanted;
}

TEST(a_path_that_a_callback_cut_is_not_lengthened_again)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_ground(world, usual_shape());
    test_random random = random_of(17);
    for (int i = 0; i < 300; ++i)
    {
        const float x = random_between(&random, 0.0f, 60.0f);
        add_ball(world, x, random_between(&random, 1.0f, 3.0f), 0.3f);
    }
    int cuts = 0;
    for (int i = 0; i < 40; ++i)
    {
        const scree_vec2 from = {-5.0f, 1.0f + 0.05f * (float)i}, way = {70.0f, -0.5f};
        const scree_geometry disc = {.type = SCREE_SHAPE_CIRCLE, .circle = {{0.0f, 0.0f}, 0.2f}};
        const scree_pose pose = {.position = from};
        const scree_query_filter all = scree_query_filter_default();
        fickle ray = {.least = 1.0f}, cast = {.least = 1.0f};
        assert_ok(scree_world_visit_ray(world, from, way, all, cut_now_and_then, &ray));
        assert_ok(
            scree_world_visit_shape_cast(world, &disc, &pose, way, all, cut_now_and_then, &cast));
        cuts += ray.cuts + cast.cuts;
    }
    assert_at_least(cuts, 80);
}
