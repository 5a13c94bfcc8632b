/// Outlines split into convex parts: worlds take the parts, and together they are the outline.
#include "tests/support/worlds.h"

#define MOST SCREE_OUTLINE_MAX_POINTS

static scree_polygon parts[MOST];

static double area_of(const scree_vec2 *p, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 a = p[i], b = p[(i + 1) % count];
        sum += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    return 0.5 * sum;
}

static bool is_inside(const scree_vec2 *p, int count, scree_vec2 q)
{
    bool inside = false;
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 a = p[i], b = p[(i + 1) % count];
        if ((a.y > q.y) != (b.y > q.y))
        {
            double at = (double)a.x + ((double)q.y - (double)a.y) * ((double)b.x - (double)a.x) /
                                          ((double)b.y - (double)a.y);
            inside ^= (double)q.x < at;
        }
    }
    return inside;
}

static int decompose(const scree_vec2 *points, int count, double lost)
{
    int found = 0;
    assert_ok(scree_outline_decompose(points, count, parts, MOST, &found));
    assert_in_range(found, 1, count - 2);
    double area = fabs(area_of(points, count)), sum = 0.0;
    for (int i = 0; i < found; ++i)
    {
        assert_ok(scree_polygon_check(&parts[i]));
        assert_in_range(parts[i].count, 3, 8);
        assert_true(parts[i].radius == 0.0f);
        sum += area_of(parts[i].vertices, parts[i].count);
    }
    assert_near(sum, area, lost);
    return found;
}

/// As many parts hold a point as the outline: none or one. Points on an edge may be in two.
static void check_points(const scree_vec2 *points, int count, int found, test_random *random,
                         float reach)
{
    int wrong = 0;
    for (int k = 0; k < 300; ++k)
    {
        scree_vec2 q = {random_between(random, -reach, reach),
                        random_between(random, -reach, reach)};
        int holding = 0;
        for (int i = 0; i < found; ++i)
        {
            holding += is_inside(parts[i].vertices, parts[i].count, q);
        }
        wrong += holding != (int)is_inside(points, count, q);
    }
    assert_in_range(wrong, 0, 2);
}

static int make_star(scree_vec2 *points, int count, test_random *random)
{
    for (int i = 0; i < count; ++i)
    {
        float s, c, r = random_between(random, 1.0f, 10.0f);
        scree_sincos(6.2831853f * (float)i / (float)count, &s, &c);
        points[i] = (scree_vec2){r * c, r * s};
    }
    return count;
}

static int make_comb(scree_vec2 *points, int teeth, test_random *random)
{
    int n = 0;
    for (int i = 0; i < teeth; ++i)
    {
        float x = (float)i;
        points[n++] = (scree_vec2){x, random_between(random, 5.0f, 9.0f)};
        points[n++] = (scree_vec2){x + 0.5f, random_between(random, 0.5f, 4.0f)};
    }
    points[n++] = (scree_vec2){(float)teeth, 9.0f};
    points[n++] = (scree_vec2){(float)teeth, 0.0f};
    points[n++] = (scree_vec2){0.0f, 0.0f};
    return n;
}

static int make_spiral(scree_vec2 *points, int half)
{
    for (int i = 0; i < half; ++i)
    {
        float s, c, r = 2.0f + 0.05f * (float)i;
        scree_sincos(0.2f * (float)i, &s, &c);
        points[i] = (scree_vec2){r * c, r * s};
        points[2 * half - 1 - i] = (scree_vec2){(r + 0.5f) * c, (r + 0.5f) * s};
    }
    return 2 * half;
}

static void reverse(scree_vec2 *points, int count)
{
    for (int i = 0; i < count / 2; ++i)
    {
        scree_vec2 swap = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swap;
    }
}

TEST(parts_are_convex_and_cover_the_outline)
{
    static scree_vec2 points[MOST];
    test_random random = random_of(5);
    for (int i = 0; i < 240; ++i)
    {
        int size = 3 + random_below(&random, i % 20 == 0 ? 600 : 40);
        int count = i % 3 == 0   ? make_star(points, size, &random)
                    : i % 3 == 1 ? make_comb(points, size, &random)
                                 : make_spiral(points, size / 2 + 2);
        float reach = i % 3 == 1 ? (float)size : 2.0f + 0.05f * (float)size;
        for (int turned = 0; turned < 2; ++turned)
        {
            int found = decompose(points, count, 1e-4 * fabs(area_of(points, count)));
            check_points(points, count, found, &random, fmaxf(reach, 10.0f));
            reverse(points, count);
        }
    }
}

TEST(convex_outlines_and_simple_letters_take_few_parts)
{
    scree_polygon octagon = regular_polygon(8, 3.0f, 0.0f), many = regular_polygon(64, 3.0f, 0.0f);
    assert_int_equal(decompose(octagon.vertices, 8, 1e-4), 1);
    assert_in_range(decompose(many.vertices, 64, 1e-3), 11, 20);
    const scree_vec2 l[] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    assert_int_equal(decompose(l, 6, 1e-6), 2);
    const scree_vec2 u[] = {{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    assert_in_range(decompose(u, 8, 1e-6), 3, 4);
    // Points on the edges of a square and twice the same one are left out.
    const scree_vec2 square[] = {{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    assert_int_equal(decompose(square, 8, 1e-6), 1);
    assert_int_equal(parts[0].count, 4);
}

TEST(the_largest_outline_is_split_at_once)
{
    static scree_vec2 points[MOST];
    test_random random = random_of(9);
    decompose(points, make_star(points, MOST, &random), 1e-2);
    decompose(points, make_spiral(points, MOST / 2), 1.0);
}

static void refused(const scree_vec2 *points, int count, scree_result expected)
{
    static scree_polygon untouched[8];
    int found = 77;
    memset(untouched, 0x5a, sizeof untouched);
    assert_int_equal(scree_outline_decompose(points, count, untouched, 8, &found), expected);
    assert_int_equal(untouched[0].count, 0x5a5a5a5a);
    assert_true(expected == SCREE_ERROR_CAPACITY || found == 77);
}

TEST(bad_outlines_are_refused)
{
    scree_vec2 bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    scree_vec2 touching[] = {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}};
    scree_vec2 flat[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    scree_vec2 back[] = {{0, 0}, {4, 0}, {4, 4}, {4, 2}, {4, 5}, {0, 5}};
    scree_vec2 small[] = {{0, 0}, {4e-8f, 0}, {0, 4e-8f}};
    scree_vec2 good[] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    refused(bow, 4, SCREE_ERROR_ARGUMENT);
    refused(touching, 5, SCREE_ERROR_ARGUMENT);
    refused(flat, 4, SCREE_ERROR_ARGUMENT);
    refused(back, 6, SCREE_ERROR_ARGUMENT);
    refused(small, 3, SCREE_ERROR_ARGUMENT);
    int found = 0;
    assert_int_equal(scree_outline_decompose(good, 6, NULL, 0, &found), SCREE_ERROR_CAPACITY);
    assert_int_equal(found, 2);
    memset(parts, 0x5a, sizeof parts[0]);
    assert_int_equal(scree_outline_decompose(good, 6, parts, 1, &found), SCREE_ERROR_CAPACITY);
    assert_int_equal(parts[0].count, 0x5a5a5a5a);
}

TEST(anything_gives_an_answer)
{
    test_random random = random_of(3);
    for (int i = 0; i < 20000; ++i)
    {
        scree_vec2 points[12];
        int count = 3 + random_below(&random, 10), found = 0;
        float grid = i % 2 == 0 ? 4.0f : 1000.0f;
        for (int k = 0; k < count; ++k)
        {
            points[k].x =
                floorf(random_between(&random, 0.0f, grid)) * (i % 3 == 0 ? 0.004f : 1.0f);
            points[k].y =
                floorf(random_between(&random, 0.0f, grid)) * (i % 5 == 0 ? 0.004f : 1.0f);
        }
        if (scree_outline_decompose(points, count, parts, MOST, &found) == SCREE_OK)
        {
            double sum = 0.0;
            for (int k = 0; k < found; ++k)
            {
                assert_ok(scree_polygon_check(&parts[k]));
                sum += area_of(parts[k].vertices, parts[k].count);
            }
            double area = fabs(area_of(points, count)), length = 0.0;
            for (int k = 0; k < count; ++k)
            {
                scree_vec2 a = points[k], b = points[(k + 1) % count];
                length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
            }
            // A point that is left out was up to 5 mm from the one before.
            assert_near(sum, area, 1e-5 * area + 0.005 * length);
        }
    }
}
