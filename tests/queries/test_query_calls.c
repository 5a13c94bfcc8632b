// Batches of rays, instruction sets, threads, bad arguments and missing memory.

#include "tests/queries/query_oracle.h"
#include "world/world_state.h"
#include "queries/index/query_index.h"
#include "reference/twins/twins.h"

#include <pthread.h>

#define RAYS 10000
#define THREADS 4
#define BODIES 300

/// Rays, and what became of them.
typedef struct cast_rays
{
    float origin[2][RAYS], translation[2][RAYS];
    float fraction[RAYS], normal[2][RAYS];
    scree_shape_id shape[RAYS];
} cast_rays;

static void make_rays(cast_rays *rays, uint64_t seed)
{
    test_random random = random_of(seed);
    for (int i = 0; i < RAYS; ++i)
    {
        for (int k = 0; k < 2; ++k)
        {
            rays->origin[k][i] = random_between(&random, -1.2f * ORACLE_SIZE, 1.2f * ORACLE_SIZE);
            rays->translation[k][i] = random_below(&random, 16) == 0
                                          ? 0.0f
                                          : random_between(&random, -ORACLE_SIZE, ORACLE_SIZE);
        }
    }
}

static scree_ray_batch batch_of(const cast_rays *rays, scree_query_filter filter)
{
    return (scree_ray_batch){.count = RAYS,
                             .origin_x = rays->origin[0],
                             .origin_y = rays->origin[1],
                             .translation_x = rays->translation[0],
                             .translation_y = rays->translation[1],
                             .filter = filter};
}

static void cast_all(const scree_world *world, cast_rays *rays, scree_query_filter filter)
{
    scree_ray_batch batch = batch_of(rays, filter);
    assert_ok(scree_world_cast_rays(world, &batch, rays->fraction, rays->shape, rays->normal[0],
                                    rays->normal[1]));
}

static scree_ray_hit cast_alone(const scree_world *world, const cast_rays *rays, int i,
                                scree_query_filter filter)
{
    return scree_world_cast_ray(world, (scree_vec2){rays->origin[0][i], rays->origin[1][i]},
                                (scree_vec2){rays->translation[0][i], rays->translation[1][i]},
                                filter);
}

static bool is_same(const cast_rays *rays, int i, const scree_ray_hit *hit)
{
    return memcmp(&rays->fraction[i], &hit->fraction, sizeof hit->fraction) == 0 &&
           memcmp(&rays->normal[0][i], &hit->normal.x, sizeof hit->normal.x) == 0 &&
           memcmp(&rays->normal[1][i], &hit->normal.y, sizeof hit->normal.y) == 0 &&
           rays->shape[i].value == hit->shape.value;
}

/// Fans: consecutive rays lie close together, and are cast in their own order.
static void make_fans(cast_rays *rays)
{
    for (int i = 0; i < RAYS; ++i)
    {
        float angle = 6.2831853f * (float)(i % 500) / 500.0f;
        rays->origin[0][i] = ORACLE_SIZE * (0.1f * (float)(i / 500) - 1.0f);
        rays->origin[1][i] = ORACLE_SIZE * (1.0f - 0.1f * (float)(i / 500));
        rays->translation[0][i] = 1.5f * ORACLE_SIZE * cosf(angle);
        rays->translation[1][i] = 1.5f * ORACLE_SIZE * sinf(angle);
    }
}

TEST(a_batch_of_any_size_and_order_gives_the_same)
{
    const int counts[] = {1, 2, 3, 4, 15, 16, 17, 63, 64, 65, 1023, 1025, 4097};
    static cast_rays alone, rays;
    test_random random = random_of(5);
    scoped_world *world = oracle_world(&random, BODIES, ORACLE_SIZE, SCREE_SIMD_AUTO);
    int hits = 0;
    for (int order = 0; order < 3; ++order)
    {
        scree_query_filter filter =
            order < 2 ? scree_query_filter_default() : oracle_filter(&random);
        make_rays(&rays, 6);
        if (order == 1)
        {
            make_fans(&rays);
        }
        alone = rays;
        for (int i = 0; i < RAYS; ++i)
        {
            scree_ray_hit hit = cast_alone(world, &rays, i, filter);
            hits += hit.shape.value != 0;
            alone.fraction[i] = hit.fraction;
            alone.normal[0][i] = hit.normal.x;
            alone.normal[1][i] = hit.normal.y;
            alone.shape[i] = hit.shape;
        }
        for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k)
        {
            size_t count = (size_t)counts[k];
            scree_ray_batch batch = batch_of(&rays, filter);
            batch.count = counts[k];
            assert_ok(scree_world_cast_rays(world, &batch, rays.fraction, rays.shape,
                                            rays.normal[0], rays.normal[1]));
            assert_memory_equal(rays.fraction, alone.fraction, sizeof *rays.fraction * count);
            assert_memory_equal(rays.shape, alone.shape, sizeof *rays.shape * count);
            assert_memory_equal(rays.normal[0], alone.normal[0], sizeof(float) * count);
            assert_memory_equal(rays.normal[1], alone.normal[1], sizeof(float) * count);
            // Outputs that are null are left out.
            assert_ok(scree_world_cast_rays(world, &batch, NULL, NULL, NULL, NULL));
        }
        run_steps(world, 3);
    }
    assert_in_range(hits, RAYS / 2, 3 * RAYS);
}

TEST(in_a_batch_rays_hit_a_corner_that_they_start_beside)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    static cast_rays rays;
    scree_polygon box = scree_polygon_box(1.0f, 1.0f);
    box.radius = 0.5f;
    add_polygon(world, static_body(world), usual_shape(), &box);
    for (int i = 0; i < 40; ++i)
    {
        rays.origin[0][i] = rays.origin[1][i] = 1.4f + 0.002f * (float)i;
        rays.translation[0][i] = rays.translation[1][i] = -1.0f;
    }
    scree_query_filter all = scree_query_filter_default();
    scree_ray_batch batch = batch_of(&rays, all);
    batch.count = 40;
    assert_ok(scree_world_cast_rays(world, &batch, rays.fraction, rays.shape, NULL, NULL));
    for (int i = 0; i < 40; ++i)
    {
        scree_ray_hit hit = cast_alone(world, &rays, i, all);
        assert_int_not_equal(rays.shape[i].value, 0);
        assert_memory_equal(&rays.fraction[i], &hit.fraction, sizeof hit.fraction);
        // The corner's disc: 1 + 0.5 sqrt(1/2) along either axis.
        assert_near(rays.origin[0][i] - rays.fraction[i], 1.35355339, 1e-5);
    }
}

/// Ids of worlds made alike differ in the number of the world only.
static void forget_world(cast_rays *rays)
{
    for (int i = 0; i < RAYS; ++i)
    {
        rays->shape[i].value &= 0xffffffffffff;
    }
}

/// A world without half-spaces, and the rays through it.
static scree_world *cast_in_set(cast_rays *rays, scree_simd simd)
{
    static scree_shape_id shapes[ORACLE_SHAPES];
    test_random random = random_of(3);
    scree_world *world = oracle_world(&random, BODIES, ORACLE_SIZE, simd);
    int count = scree_world_shapes(world, shapes, ORACLE_SHAPES);
    for (int i = 0; i < count; ++i)
    {
        if (scree_shape_get_type(world, shapes[i]) == SCREE_SHAPE_HALF_SPACE)
        {
            scree_shape_destroy(world, shapes[i]);
        }
    }
    run_steps(world, 5);
    make_rays(rays, 4);
    cast_all(world, rays, scree_query_filter_default());
    forget_world(rays);
    return world;
}

TEST(every_set_gives_the_same_bits)
{
    static cast_rays first, rays;
    scree_world_destroy(cast_in_set(&first, SCREE_SIMD_SCALAR));
    for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (scree_simd_is_supported((scree_simd)simd))
        {
            scree_world_destroy(cast_in_set(&rays, (scree_simd)simd));
            assert_memory_equal(first.fraction, rays.fraction, sizeof first.fraction);
            assert_memory_equal(first.normal, rays.normal, sizeof first.normal);
            assert_memory_equal(first.shape, rays.shape, sizeof first.shape);
        }
    }
}

TEST(a_tree_loses_nothing_that_its_twin_finds)
{
    static cast_rays rays, twin;
    static int32_t slots[RAYS];
    static float rows[RAYS][4];
    scoped_world *world = cast_in_set(&rays, SCREE_SIMD_AUTO);
    const sc_query_index *index = sc_query_index_update(world->query_index, world->steps_begun);
    make_rays(&twin, 4);
    sc_ray_args args = {.trees = index->views,
                        .tree_count = index->view_count,
                        .geometry = world->shapes.geometry,
                        .filter = {.category = UINT64_MAX, .mask = UINT64_MAX},
                        .rows = rows[0],
                        .fraction = twin.fraction,
                        .normal_x = twin.normal[0],
                        .normal_y = twin.normal[1],
                        .slot = slots};
    for (int i = 0; i < RAYS; ++i)
    {
        twin.fraction[i] = 1.0f;
        rows[i][0] = twin.origin[0][i];
        rows[i][1] = twin.origin[1][i];
        rows[i][2] = twin.translation[0][i];
        rows[i][3] = twin.translation[1][i];
    }
    sc_twin_cast_rays(&args, 0, RAYS);
    assert_memory_equal(twin.fraction, rays.fraction, sizeof twin.fraction);
    assert_memory_equal(twin.normal, rays.normal, sizeof twin.normal);
}

typedef struct asker
{
    const scree_world *world;
    const cast_rays *expected;
    int aabb_sum, differing, first;
    pthread_t thread;
} asker;

static int count_overlaps(const scree_world *world)
{
    int sum = 0;
    for (int i = 0; i < 200; ++i)
    {
        float at = 0.01f * ORACLE_SIZE * (float)(i - 100);
        scree_aabb aabb = {{at, -at}, {at + 2.0f, 2.0f - at}};
        sum +=
            scree_world_overlap_aabb(world, aabb, scree_query_filter_default(), NULL, 0) * (i + 1);
        sum += scree_world_overlap_point(world, aabb.lower, scree_query_filter_default(), NULL, 0);
    }
    return sum;
}

static void *ask(void *argument)
{
    asker *a = argument;
    a->aabb_sum = count_overlaps(a->world);
    for (int i = a->first; i < RAYS; i += THREADS)
    {
        scree_ray_hit hit = cast_alone(a->world, a->expected, i, scree_query_filter_default());
        a->differing += !is_same(a->expected, i, &hit);
    }
    return NULL;
}

TEST(threads_ask_at_once_and_get_the_same)
{
    static cast_rays expected;
    make_rays(&expected, 5);
    test_random random = random_of(6), other = random_of(6);
    // Two worlds of the same calls: one is queried by one thread.
    scoped_world *world = oracle_world(&random, BODIES, ORACLE_SIZE, SCREE_SIMD_AUTO);
    scoped_world *alone = oracle_world(&other, BODIES, ORACLE_SIZE, SCREE_SIMD_AUTO);
    for (int round = 0; round < 8; ++round)
    {
        for (int i = 0; i < (round == 3 ? 300 : 5); ++i)
        {
            oracle_change(&random, world, ORACLE_SIZE);
            oracle_change(&other, alone, ORACLE_SIZE);
        }
        cast_all(alone, &expected, scree_query_filter_default());
        for (int i = 0; i < RAYS; ++i)
        {
            if (expected.shape[i].value != 0)
            {
                scree_shape_id any = {0};
                scree_world_shapes(world, &any, 1);
                expected.shape[i].value =
                    (expected.shape[i].value & 0xffffffffffff) | (any.value >> 48 << 48);
            }
        }
        asker askers[THREADS];
        for (int i = 0; i < THREADS; ++i)
        {
            askers[i] = (asker){.world = world, .expected = &expected, .first = i};
            assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
        }
        int sum = count_overlaps(alone);
        for (int i = 0; i < THREADS; ++i)
        {
            pthread_join(askers[i].thread, NULL);
            assert_int_equal(askers[i].differing, 0);
            assert_int_equal(askers[i].aabb_sum, sum);
        }
    }
}

TEST(a_box_is_not_turned_inside_out_and_errors_are_not_the_worlds)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_query_filter all = scree_query_filter_default();
    scree_aabb turned = {{1.0f, 0.0f}, {0.0f, 1.0f}};
    assert_int_equal(scree_world_overlap_aabb(world, turned, all, NULL, 0), -1);
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(NULL).argument, "aabb");
    assert_string_equal(scree_error_text(world), "");
    scree_ray_batch none = {.count = 0, .filter = all};
    assert_ok(scree_world_cast_rays(world, &none, NULL, NULL, NULL, NULL));
}

TEST(without_memory_a_query_fails_and_may_be_repeated)
{
    for (int fail_at = 0;; ++fail_at)
    {
        test_memory memory = {.fail_at = -1};
        scree_world_def def = counted_def(&memory);
        scree_world *world = world_of(&def);
        scree_query_filter all = scree_query_filter_default();
        int failed = 0;
        for (int i = 0; i < 200; ++i)
        {
            add_ball(world, (float)i, 0.0f, 0.4f);
            if (i % 90 == 20)
            {
                memory.calls = 0;
                memory.fail_at = i == 20 ? fail_at : -1;
                memory.fail_after = true;
                uint64_t before = scree_world_hash(world);
                int count =
                    scree_world_overlap_point(world, (scree_vec2){3.0f, 0.0f}, all, NULL, 0);
                assert_true(count == 1 || count == -1);
                failed += count < 0;
                assert_true(count == 1 ||
                            scree_world_last_error(NULL).code == SCREE_ERROR_OUT_OF_MEMORY);
                assert_int_equal(scree_world_hash(world), before);
                memory.fail_at = -1;
            }
            scree_vec2 at = {(float)(i / 2), 0.0f};
            assert_true(i < 20 || scree_world_overlap_point(world, at, all, NULL, 0) == 1);
        }
        assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
        end_counted(world, &memory);
        if (memory.failures == 0)
        {
            assert_in_range(fail_at, 1, 100);
            return;
        }
        assert_true(failed == 1 || fail_at > 0);
    }
}
