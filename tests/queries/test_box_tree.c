/// Trees of a program's own boxes against a list that is searched from end to end.
#include "tests/support/worlds.h"

#define MOST 3000

typedef struct box_list
{
    uint64_t proxy[MOST];
    scree_aabb aabb[MOST];
    uint64_t category[MOST];
    bool live[MOST];
} box_list;

static scree_aabb random_box(test_random *random, float reach, float size)
{
    scree_vec2 low = {random_between(random, -reach, reach), random_between(random, -reach, reach)};
    return (scree_aabb){
        low,
        {low.x + random_between(random, 0.0f, size), low.y + random_between(random, 0.0f, size)}};
}

static bool overlap(scree_aabb a, scree_aabb b)
{
    return a.lower.x <= b.upper.x && a.lower.y <= b.upper.y && a.upper.x >= b.lower.x &&
           a.upper.y >= b.lower.y;
}

/// Fraction at which a ray enters a box; 2: never.
static double enters(scree_aabb box, scree_vec2 origin, scree_vec2 way)
{
    const double low[2] = {(double)box.lower.x, (double)box.lower.y};
    const double high[2] = {(double)box.upper.x, (double)box.upper.y};
    const double from[2] = {(double)origin.x, (double)origin.y};
    const double along[2] = {(double)way.x, (double)way.y};
    double begin = 0.0, end = 1.0;
    for (int i = 0; i < 2; ++i)
    {
        double a = (low[i] - from[i]) / along[i], b = (high[i] - from[i]) / along[i];
        begin = fmax(begin, fmin(a, b));
        end = fmin(end, fmax(a, b));
    }
    return begin <= end ? begin : 2.0;
}

static void assert_list(const scree_tree *tree, const box_list *list, scree_aabb aabb,
                        uint64_t mask)
{
    static uint64_t found[MOST];
    int count = scree_tree_overlap_aabb(tree, aabb, mask, found, MOST), expected = 0;
    for (int i = 0; i < MOST; ++i)
    {
        bool in = list->live[i] && (list->category[i] & mask) != 0 && overlap(list->aabb[i], aabb);
        expected += in;
        bool listed = false;
        for (int k = 0; k < count && in; ++k)
        {
            listed = listed || found[k] == list->proxy[i];
        }
        assert_true(listed == in);
    }
    assert_int_equal(count, expected);
    for (int k = 1; k < count; ++k)
    {
        assert_true((found[k] & 0xffffff) > (found[k - 1] & 0xffffff));
    }
}

typedef struct ray_marks
{
    float fraction[MOST];
    int calls;
} ray_marks;

static float mark_hit(uint64_t proxy, uint64_t user_data, float fraction, void *context)
{
    (void)proxy;
    ray_marks *marks = context;
    ++marks->calls;
    marks->fraction[user_data] = fraction;
    return 1.0f;
}

static void assert_cast(const scree_tree *tree, const box_list *list, scree_aabb box,
                        scree_vec2 way)
{
    static ray_marks marks;
    const scree_vec2 half = {0.5f * (box.upper.x - box.lower.x),
                             0.5f * (box.upper.y - box.lower.y)};
    const scree_vec2 center = {box.lower.x + half.x, box.lower.y + half.y};
    for (int i = 0; i < MOST; ++i)
    {
        marks.fraction[i] = 2.0f;
    }
    bool is_ray = half.x == 0.0f && half.y == 0.0f;
    assert_ok(is_ray ? scree_tree_visit_ray(tree, center, way, UINT64_MAX, mark_hit, &marks)
                     : scree_tree_visit_cast(tree, box, way, UINT64_MAX, mark_hit, &marks));
    for (int i = 0; i < MOST; ++i)
    {
        const float margin = 1e-4f;
        scree_aabb grown = {{list->aabb[i].lower.x - half.x, list->aabb[i].lower.y - half.y},
                            {list->aabb[i].upper.x + half.x, list->aabb[i].upper.y + half.y}};
        scree_aabb wide = {{grown.lower.x - margin, grown.lower.y - margin},
                           {grown.upper.x + margin, grown.upper.y + margin}};
        scree_aabb narrow = {{grown.lower.x + margin, grown.lower.y + margin},
                             {grown.upper.x - margin, grown.upper.y - margin}};
        bool hit = marks.fraction[i] < 2.0f;
        bool may = list->live[i] && enters(wide, center, way) < 2.0;
        bool must = list->live[i] && narrow.lower.x < narrow.upper.x &&
                    narrow.lower.y < narrow.upper.y && enters(narrow, center, way) < 0.9999;
        assert_true(hit ? may : !must);
        if (hit && must)
        {
            assert_near(marks.fraction[i], enters(grown, center, way), 1e-3);
        }
    }
}

static void assert_kept(const scree_tree *tree, const box_list *list)
{
    int live = 0;
    for (int k = 0; k < MOST; ++k)
    {
        live += list->live[k];
        if (list->live[k])
        {
            scree_aabb box = scree_tree_aabb(tree, list->proxy[k]);
            assert_memory_equal(&box, &list->aabb[k], sizeof box);
            assert_true(scree_tree_user_data(tree, list->proxy[k]) == (uint64_t)k);
            assert_true(scree_tree_category(tree, list->proxy[k]) == list->category[k]);
        }
    }
    assert_int_equal(scree_tree_count(tree), live);
}

TEST(a_tree_finds_what_a_list_finds)
{
    static box_list list;
    test_random random = random_of(17);
    test_memory memory;
    scree_allocator allocator = allocator_of(&memory);
    scree_tree *tree = scree_tree_create(&allocator);
    assert_non_null(tree);
    for (int i = 0; i < 20000; ++i)
    {
        int k = (int)random_between(&random, 0.0f, (float)MOST - 0.5f);
        scree_aabb box = random_box(&random, 100.0f, i % 50 == 0 ? 60.0f : 3.0f);
        float choice = random_between(&random, 0.0f, 1.0f);
        if (!list.live[k])
        {
            list.category[k] = 1ull << k % 3;
            list.proxy[k] = scree_tree_insert(tree, box, list.category[k], (uint64_t)k);
            list.aabb[k] = box;
            list.live[k] = true;
            assert_true(list.proxy[k] != 0);
        }
        else if (choice < 0.2f)
        {
            assert_ok(scree_tree_remove(tree, list.proxy[k]));
            assert_false(scree_tree_is_valid(tree, list.proxy[k]));
            list.live[k] = false;
        }
        else
        {
            scree_vec2 low = list.aabb[k].lower;
            box = choice < 0.7f ? (scree_aabb){{low.x + 0.1f, low.y}, {low.x + 1.0f, low.y + 1.0f}}
                                : box;
            assert_ok(scree_tree_move(tree, list.proxy[k], box));
            list.aabb[k] = box;
        }
        if (i % 100 == 0)
        {
            assert_list(tree, &list, random_box(&random, 100.0f, 50.0f), i % 200 == 0 ? 2 : 7);
            scree_vec2 way = {random_between(&random, -80.0f, 80.0f),
                              random_between(&random, -80.0f, 80.0f)};
            scree_vec2 from = random_box(&random, 100.0f, 1.0f).lower;
            assert_cast(tree, &list, (scree_aabb){from, from}, way);
            assert_cast(tree, &list, random_box(&random, 100.0f, 8.0f), way);
        }
    }
    assert_kept(tree, &list);
    assert_true(scree_tree_byte_count(tree) == (uint64_t)memory.bytes);
    assert_ok(scree_tree_destroy(tree));
    assert_int_equal(memory.bytes, 0);
}
static float first_only(uint64_t proxy, uint64_t user_data, float fraction, void *context)
{
    (void)proxy;
    *(uint64_t *)context = user_data;
    return fraction;
}

TEST(a_ray_that_is_cut_ends_at_the_first_box)
{
    scree_tree *tree = scree_tree_create(NULL);
    for (int i = 0; i < 100; ++i)
    {
        int k = i * 37 % 100;
        float x = 5.0f + 2.0f * (float)k;
        scree_tree_insert(tree, (scree_aabb){{x, -1.0f}, {x + 1.0f, 1.0f}}, 1, (uint64_t)k);
    }
    uint64_t first = 99;
    assert_ok(scree_tree_visit_ray(tree, (scree_vec2){0.0f, 0.0f}, (scree_vec2){500.0f, 0.0f}, 1,
                                   first_only, &first));
    assert_true(first == 0);
    scree_aabb bounds = scree_tree_bounds(tree);
    assert_near_vec2(bounds.lower, 5.0, -1.0, 0.0);
    assert_near_vec2(bounds.upper, 204.0, 1.0, 0.0);
    assert_int_equal(scree_tree_overlap_aabb(tree, bounds, 1, NULL, 0), 100);
    scree_tree_destroy(tree);
}

static bool change(uint64_t proxy, uint64_t user_data, void *context)
{
    scree_tree *tree = context;
    (void)user_data;
    assert_int_equal(scree_tree_remove(tree, proxy), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_tree_destroy(tree), SCREE_ERROR_LOCKED);
    assert_true(scree_tree_insert(tree, (scree_aabb){{0.0f, 0.0f}, {1.0f, 1.0f}}, 1, 0) == 0);
    assert_int_equal(scree_tree_overlap_aabb(tree, scree_tree_bounds(tree), 1, NULL, 0), 2);
    return false;
}

TEST(bad_input_and_changes_within_a_query_are_refused)
{
    scree_tree *tree = scree_tree_create(NULL), *other = scree_tree_create(NULL);
    const scree_aabb box = {{0.0f, 0.0f}, {1.0f, 1.0f}}, upside_down = {{0.0f, 1.0f}, {1.0f, 0.0f}};
    const scree_aabb far = {{0.0f, 0.0f}, {2e8f, 1.0f}}, nowhere = {{NAN, 0.0f}, {1.0f, 1.0f}};
    uint64_t proxy = scree_tree_insert(tree, box, 1, 5),
             second = scree_tree_insert(tree, box, 1, 6);
    const scree_aabb bad[] = {upside_down, far, nowhere};
    for (int i = 0; i < 3; ++i)
    {
        assert_true(scree_tree_insert(tree, bad[i], 1, 0) == 0);
        assert_int_equal(scree_tree_move(tree, proxy, bad[i]), SCREE_ERROR_ARGUMENT);
        assert_int_equal(scree_tree_overlap_aabb(tree, bad[i], 1, NULL, 0), -1);
        assert_int_equal(scree_tree_visit_aabb(tree, bad[i], 1, change, tree),
                         SCREE_ERROR_ARGUMENT);
        assert_int_equal(scree_tree_visit_cast(tree, bad[i], box.upper, 1, first_only, NULL),
                         SCREE_ERROR_ARGUMENT);
    }
    assert_int_equal(scree_tree_visit_ray(tree, far.upper, box.upper, 1, first_only, NULL),
                     SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_tree_visit_ray(tree, box.upper, nowhere.lower, 1, first_only, NULL),
                     SCREE_ERROR_ARGUMENT);
    assert_non_null(strstr(scree_error_text(NULL), "translation is (nan, 0)"));
    assert_int_equal(scree_tree_visit_ray(tree, box.upper, box.upper, 1, NULL, NULL),
                     SCREE_ERROR_NULL);
    assert_int_equal(scree_tree_overlap_aabb(tree, box, 1, NULL, -1), -1);
    assert_int_equal(scree_tree_overlap_aabb(NULL, box, 1, NULL, 0), -1);
    assert_true(scree_tree_insert(NULL, box, 1, 0) == 0);
    assert_int_equal(scree_tree_remove(other, proxy), SCREE_ERROR_STALE_ID);
    assert_int_equal(scree_tree_set_category(tree, 0, 1), SCREE_ERROR_STALE_ID);
    assert_ok(scree_tree_visit_aabb(tree, box, 1, change, tree));
    assert_ok(scree_tree_remove(tree, proxy));
    assert_int_equal(scree_tree_move(tree, proxy, box), SCREE_ERROR_STALE_ID);
    // The slot comes back with another proxy.
    uint64_t third = scree_tree_insert(tree, box, 1, 7);
    assert_true(third != proxy && (third & 0xffffff) == (proxy & 0xffffff));
    assert_true(scree_tree_user_data(tree, proxy) == 0 && scree_tree_user_data(tree, third) == 7);
    assert_ok(scree_tree_set_user_data(tree, second, 8));
    assert_ok(scree_tree_set_category(tree, second, 2));
    assert_int_equal(scree_tree_overlap_aabb(tree, box, 2, &proxy, 1), 1);
    assert_true(proxy == second && scree_tree_user_data(tree, proxy) == 8);
    assert_ok(scree_tree_destroy(tree));
    assert_ok(scree_tree_destroy(other));
    assert_ok(scree_tree_destroy(NULL));
}

TEST(a_tree_without_memory_stays_as_it_was)
{
    test_memory memory;
    scree_allocator allocator = allocator_of(&memory);
    for (int fail_at = 0; fail_at < 400; ++fail_at)
    {
        memory.calls = 0;
        memory.fail_at = fail_at;
        scree_tree *tree = scree_tree_create(&allocator);
        int count = 0;
        for (int i = 0; i < 500 && tree != NULL; ++i)
        {
            float x = (float)(i % 23), y = (float)(i / 23);
            scree_aabb box = {{x, y}, {x + 0.5f, y + 0.5f}};
            uint64_t proxy = scree_tree_insert(tree, box, 1, 0);
            count += proxy != 0;
            box.upper.x += 30.0f;
            box.lower.x += 30.0f;
            if (proxy != 0 && i % 3 == 0)
            {
                scree_tree_move(tree, proxy, box);
            }
            assert_int_equal(scree_tree_count(tree), count);
            assert_int_equal(scree_tree_overlap_aabb(
                                 tree, (scree_aabb){{-1e3f, -1e3f}, {1e3f, 1e3f}}, 1, NULL, 0),
                             count);
        }
        assert_ok(scree_tree_destroy(tree));
        assert_int_equal(memory.bytes, 0);
    }
    // Beside the creation, insertions failed.
    assert_at_least(memory.failures, 5);
}

/// The bytes allocated while `count` boxes are inserted: each rebuild allocates memory in
/// proportion to the boxes that it builds.
static double bytes_asked_for(int count)
{
    test_memory memory;
    scree_allocator allocator = allocator_of(&memory);
    scree_tree *tree = scree_tree_create(&allocator);
    test_random random = {5};
    for (int i = 0; i < count; ++i)
    {
        assert_true(scree_tree_insert(tree, random_box(&random, 1000.0f, 1.0f), 1, 0) != 0);
    }
    double asked = (double)memory.asked;
    assert_ok(scree_tree_destroy(tree));
    return asked;
}

TEST(single_inserts_take_work_in_proportion_to_the_boxes_and_a_logarithm)
{
    const double few = bytes_asked_for(4000), many = bytes_asked_for(64000);
    // n log^2 n: 16 * (15.97 / 11.97)^2 = 28.5; n^1.5 log n would be 85.
    assert_in_range(many / few, 16.0, 30.0);
}

TEST(boxes_inserted_at_once_are_found_like_boxes_inserted_singly)
{
    static box_list list;
    test_random random = {17};
    static scree_tree_box boxes[MOST];
    static uint64_t proxies[MOST];
    memset(&list, 0, sizeof list);
    for (int i = 0; i < MOST; ++i)
    {
        list.aabb[i] = random_box(&random, 100.0f, 3.0f);
        list.category[i] = 1ull << i % 3;
        boxes[i] = (scree_tree_box){list.aabb[i], list.category[i], (uint64_t)i};
    }
    scree_tree *tree = scree_tree_create(NULL);
    for (int i = 0; i < MOST;)
    {
        // In batches of 1, 8, 64, 512 and the rest, with a box inserted alone after each.
        const int batch = i < 1 ? 1 : i < 10 ? 8 : i < 80 ? 64 : i < 600 ? 512 : MOST - i - 1;
        assert_ok(scree_tree_insert_boxes(tree, boxes + i, batch, proxies + i));
        i += batch;
        proxies[i] = scree_tree_insert(tree, boxes[i].aabb, boxes[i].category, boxes[i].user_data);
        ++i;
    }
    for (int i = 0; i < MOST; ++i)
    {
        list.proxy[i] = proxies[i];
        list.live[i] = true;
        assert_true(scree_tree_user_data(tree, proxies[i]) == (uint64_t)i);
    }
    assert_int_equal(scree_tree_count(tree), MOST);
    for (int i = 0; i < 30; ++i)
    {
        assert_list(tree, &list, random_box(&random, 100.0f, 50.0f), i % 2 == 0 ? 2 : 7);
    }
    assert_kept(tree, &list);
    // A list that is too short has the lowest slots.
    const scree_aabb all = {{-200.0f, -200.0f}, {200.0f, 200.0f}};
    assert_int_equal(scree_tree_overlap_aabb(tree, all, 7, proxies, 10), MOST);
    for (int i = 0; i < 10; ++i)
    {
        assert_int_equal((int)(proxies[i] & 0xffffff), i + 1);
    }
    assert_ok(scree_tree_destroy(tree));
}

TEST(a_refused_batch_of_boxes_inserts_none)
{
    test_memory memory;
    scree_allocator allocator = allocator_of(&memory);
    scree_tree *tree = scree_tree_create(&allocator);
    const scree_aabb box = {{0.0f, 0.0f}, {1.0f, 1.0f}};
    scree_tree_box boxes[] = {{box, 1, 1}, {box, 1, 2}, {{{0.0f, 0.0f}, {NAN, 1.0f}}, 1, 3}};
    uint64_t proxies[3] = {7, 7, 7};
    assert_int_equal(scree_tree_insert_boxes(tree, boxes, 3, proxies), SCREE_ERROR_ARGUMENT);
    assert_non_null(strstr(scree_error_text(NULL), "aabb.upper is (nan, 1)"));
    assert_int_equal(scree_tree_insert_boxes(tree, boxes, -1, proxies), SCREE_ERROR_ARGUMENT);
    assert_non_null(strstr(scree_error_text(NULL), "count is -1, not in [0, 16777215]"));
    assert_int_equal(scree_tree_insert_boxes(tree, NULL, 2, proxies), SCREE_ERROR_NULL);
    assert_int_equal(scree_tree_insert_boxes(tree, boxes, 2, NULL), SCREE_ERROR_NULL);
    assert_int_equal(scree_tree_insert_boxes(NULL, boxes, 2, proxies), SCREE_ERROR_NULL);
    assert_ok(scree_tree_insert_boxes(tree, NULL, 0, NULL));
    for (int fail_at = 0; fail_at < 9; ++fail_at)
    {
        memory.fail_at = memory.calls + fail_at;
        scree_result result = scree_tree_insert_boxes(tree, boxes, 2, proxies);
        if (result == SCREE_OK)
        {
            break;
        }
        assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        assert_int_equal(scree_tree_count(tree), 0);
        assert_true(proxies[0] == 7 && proxies[1] == 7);
    }
    assert_int_equal(scree_tree_count(tree), 2);
    assert_at_least(memory.failures, 3);
    assert_true(scree_tree_user_data(tree, proxies[1]) == 2);
    assert_ok(scree_tree_destroy(tree));
    assert_int_equal(memory.bytes, 0);
}

TEST(a_batch_of_boxes_takes_free_slots_before_new_ones)
{
    scree_tree *tree = scree_tree_create(NULL);
    const scree_aabb box = {{0.0f, 0.0f}, {1.0f, 1.0f}};
    static scree_tree_box boxes[1000];
    static uint64_t proxies[1000];
    for (int i = 0; i < 1000; ++i)
    {
        boxes[i] = (scree_tree_box){box, 1, (uint64_t)i};
    }
    uint64_t bytes = 0;
    for (int round = 0; round < 20; ++round)
    {
        assert_ok(scree_tree_insert_boxes(tree, boxes, 1000, proxies));
        for (int i = 0; i < 1000; ++i)
        {
            assert_true((proxies[i] & 0xffffff) <= 1000);
            assert_ok(scree_tree_remove(tree, proxies[i]));
        }
        bytes = round == 1 ? scree_tree_byte_count(tree) : bytes;
    }
    assert_true(scree_tree_byte_count(tree) == bytes);
    assert_ok(scree_tree_destroy(tree));
}
