/// Scenes of random bodies: counts within five standard deviations, density, no overlap.
#include "tests/scenes/scene_reader.h"

static const double PI = 3.14159265358979;

static void assert_count(int found, double expected, double fraction)
{
    // The count follows a binomial distribution with this share.
    assert_near(found, expected, 5.0 * sqrt(expected * (1.0 - fraction)));
}

static bool is_right_angled(const sc_model *model, const sc_model_shape *shape)
{
    const scree_vec2 *v = model->vertices + shape->first_vertex;
    double worst = 0.0;
    for (int i = 0; shape->vertex_count == 4 && i < 4; ++i)
    {
        int k = (i + 1) % 4, l = (i + 2) % 4;
        double ax = (double)v[k].x - (double)v[i].x, ay = (double)v[k].y - (double)v[i].y;
        double bx = (double)v[l].x - (double)v[k].x, by = (double)v[l].y - (double)v[k].y;
        worst = fmax(worst, fabs(ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by)));
    }
    return shape->vertex_count == 4 && worst < 1e-4;
}

/// The diameter of the circle round the origin that holds the shape, m.
static double diameter_of(const sc_model *model, const sc_model_shape *shape)
{
    double radius = 0.0;
    for (int i = 0; i < shape->vertex_count; ++i)
    {
        scree_vec2 v = model->vertices[shape->first_vertex + i];
        radius = fmax(radius, hypot((double)v.x, (double)v.y));
    }
    return 2.0 * (radius + (double)shape->radius);
}

static double area_of(const sc_model *model, const sc_model_shape *shape)
{
    const scree_vec2 *v = model->vertices + shape->first_vertex;
    double area = PI * (double)shape->radius * (double)shape->radius;
    for (int i = 0; shape->vertex_count > 2 && i < shape->vertex_count; ++i)
    {
        int k = (i + 1) % shape->vertex_count;
        area += 0.5 * ((double)v[i].x * (double)v[k].y - (double)v[i].y * (double)v[k].x);
    }
    return area;
}

/// Fails the test unless static walls leave exactly this room, open at the top if `open` is set.
static void assert_walls(const sc_model *model, double left, double bottom, double right,
                         double top, bool open)
{
    int count, body = 0;
    const sc_model_shape *walls = shapes_of(model, body, &count);
    assert_int_equal(model->bodies[body].type, SCREE_BODY_STATIC);
    assert_int_equal(count, open ? 3 : 4);
    double room[4] = {-INFINITY, -INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < count; ++i)
    {
        shape_extent e = extent_of(model, &walls[i]);
        double x = 0.5 * (e.left + e.right), y = 0.5 * (e.bottom + e.top);
        double middle_x = 0.5 * (left + right);
        bool flat = e.right - e.left > e.top - e.bottom && fabs(x - middle_x) < 1e-3;
        if (flat)
        {
            room[1] = y < bottom ? e.top : room[1];
            room[3] = y > bottom ? e.bottom : room[3];
            assert_at_most(e.left, left);
            assert_at_least(e.right, right);
        }
        else
        {
            room[0] = x < middle_x ? e.right : room[0];
            room[2] = x > middle_x ? e.left : room[2];
            assert_at_most(e.bottom, bottom);
            assert_at_least(e.top, open ? bottom : top);
        }
    }
    assert_near(room[0], left, 1e-3);
    assert_near(room[1], bottom, 1e-3);
    assert_near(room[2], right, 1e-3);
    assert_true(open ? room[3] > 1e30 : fabs(room[3] - top) < 1e-3);
}

// pile

typedef struct histogram
{
    int boxes, circles, capsules, hulls;
    int corners[9];
    int sizes[10];  ///< from 0.1 m to 0.4 m
    double smallest, largest;
} histogram;

static void count_shape(const sc_model *model, const sc_model_shape *shape, histogram *h)
{
    double diameter = diameter_of(model, shape);
    if (shape->type == SCREE_SHAPE_CIRCLE)
    {
        ++h->circles;
    }
    else if (shape->type == SCREE_SHAPE_CAPSULE)
    {
        ++h->capsules;
        // Between a stick and a bun.
        double fraction = (double)shape->radius / (0.5 * diameter);
        assert_true(fraction > 0.2999 && fraction < 0.6001);
    }
    else if (is_right_angled(model, shape))
    {
        ++h->boxes;
        shape_extent e = extent_of(model, shape);
        double ratio = (e.right - e.left) / (e.top - e.bottom);
        assert_true(ratio > tan(0.436) - 1e-3 && ratio < 1.0 / tan(0.436) + 1e-3);
    }
    else
    {
        ++h->hulls;
        assert_in_range(shape->vertex_count, 3, 8);
        ++h->corners[shape->vertex_count];
    }
    h->smallest = fmin(h->smallest, diameter);
    h->largest = fmax(h->largest, diameter);
    int bin = (int)((diameter - 0.1) / 0.03);
    ++h->sizes[bin < 0 ? 0 : bin > 9 ? 9 : bin];
}

TEST(a_pile_holds_as_many_of_each_kind_corner_count_and_size)
{
    scoped_model *model = model_of("pile", 0);
    const int n = 20000;
    assert_int_equal(model->dynamic_count, n);
    assert_int_equal(model->body_count, n + 1);
    assert_int_equal(model->shape_count, n + 3);
    histogram h = {.smallest = INFINITY};
    for (int i = 3; i < model->shape_count; ++i)
    {
        assert_surface(&model->shapes[i], 0.6, 0.0, 1.0);
        count_shape(model, &model->shapes[i], &h);
    }
    assert_count(h.boxes, 0.25 * n, 0.25);
    assert_count(h.circles, 0.25 * n, 0.25);
    assert_count(h.capsules, 0.25 * n, 0.25);
    assert_count(h.hulls, 0.25 * n, 0.25);
    for (int corners = 3; corners <= 8; ++corners)
    {
        assert_count(h.corners[corners], n / 24.0, 1.0 / 24.0);
    }
    for (int i = 0; i < 10; ++i)
    {
        assert_count(h.sizes[i], 0.1 * n, 0.1);
    }
    assert_true(h.smallest > 0.0999 && h.smallest < 0.1005);
    assert_true(h.largest < 0.4001 && h.largest > 0.3995);
    // Turned to any side, at rest, and none in another.
    int turned[8] = {0};
    for (int i = 1; i <= n; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        ++turned[(int)floor(((double)body->angle + PI) / (0.25 * PI)) & 7];
        assert_true(body->velocity.x == 0.0f && body->velocity.y == 0.0f && body->w == 0.0f);
    }
    for (int i = 0; i < 8; ++i)
    {
        assert_count(turned[i], 0.125 * n, 0.125);
    }
    assert_int_equal(overlaps_at_start(model).touching, 0);
}

TEST(a_pile_falls_into_a_bin_of_100_m_and_a_large_one_into_a_wider_one)
{
    const int sizes[] = {1000, 20000, 80000};
    const double widths[] = {100.0, 100.0, 200.0};
    for (int i = 0; i < 3; ++i)
    {
        scoped_model *model = model_of("pile", sizes[i]);
        assert_int_equal(model->dynamic_count, sizes[i]);
        double half = 0.5 * widths[i];
        assert_walls(model, -half, 0.0, half, 0.0, true);
        double reach = 0.0, highest = 0.0;
        for (int k = 1; k < model->body_count; ++k)
        {
            reach = fmax(reach, fabs((double)model->bodies[k].position.x));
            highest = fmax(highest, (double)model->bodies[k].position.y);
            assert_at_least(model->bodies[k].position.y, 0.05);
        }
        assert_true(reach < half && reach > 0.98 * half);
        // The walls and the bounds reach over the topmost.
        int count;
        const sc_model_shape *walls = shapes_of(model, 0, &count);
        assert_at_least(fmax(extent_of(model, &walls[1]).top, extent_of(model, &walls[2]).top),
                        highest + 5.0);
        assert_near(model->limits.lower.x, -half, 1e-3);
        assert_near(model->limits.upper.x, half, 1e-3);
        assert_near(model->limits.lower.y, 0.0, 0.0);
        assert_at_least(model->limits.upper.y, highest + 5.0);
    }
}

// powerlaw

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// As many are larger than d as the integral of s^-2 from d to 50 m has of that from 0.05 m.
TEST(sizes_of_powerlaw_fall_with_the_square_over_three_decades)
{
    const int n = 20000;
    scoped_model *model = model_of("powerlaw", 0);
    assert_int_equal(model->dynamic_count, n);
    assert_int_equal(model->body_count, n + 1);
    assert_int_equal(model->shape_count, n + 4);
    scoped_memory double *sizes = calloc((size_t)n, sizeof *sizes);
    assert_non_null(sizes);
    int circles = 0, early = 0;
    for (int i = 4; i < model->shape_count; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        const sc_model_body *body = &model->bodies[shape->body];
        double size = sizes[i - 4] = diameter_of(model, shape);
        circles += shape->type == SCREE_SHAPE_CIRCLE;
        assert_true(shape->type == SCREE_SHAPE_CIRCLE || is_right_angled(model, shape));
        assert_surface(shape, 0.0, 0.5, 1.0);
        double speed = hypot((double)body->velocity.x, (double)body->velocity.y);
        assert_at_most(speed, 1.4143 * 1.0 / (0.5 + 0.5 * size));
        early += size > 0.1 && i < 4 + n / 2;
    }
    qsort(sizes, (size_t)n, sizeof *sizes, compare_doubles);
    assert_count(circles, 0.5 * n, 0.5);
    assert_true(sizes[0] > 0.0499 && sizes[0] < 0.0501);
    assert_true(sizes[n - 1] < 50.01 && sizes[n - 1] > 25.0);
    for (double d = 0.05; d < 50.0; d *= 1.3)
    {
        int above = 0;
        while (above < n && sizes[n - 1 - above] > d)
        {
            ++above;
        }
        double expected = n * (1.0 / d - 1.0 / 50.0) / (1.0 / 0.05 - 1.0 / 50.0);
        assert_near(above, expected, 1.0);
    }
    // Rows come in no order of size.
    assert_count(early, 0.25 * n, 0.5);
    assert_int_equal(overlaps_at_start(model).touching, 0);
}

// uniform

TEST(uniform_covers_a_quarter_of_its_square)
{
    const int n = 20000;
    scoped_model *model = model_of("uniform", 0);
    assert_int_equal(model->dynamic_count, n);
    double area = 0.0, side = (double)(model->limits.upper.x - model->limits.lower.x);
    int circles = 0, quadrants[4] = {0}, slow = 0;
    for (int i = 4; i < model->shape_count; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        const sc_model_body *body = &model->bodies[shape->body];
        assert_near(area_of(model, shape), PI * 0.0625, 1e-5);
        area += area_of(model, shape);
        circles += shape->type == SCREE_SHAPE_CIRCLE;
        assert_surface(shape, 0.0, 1.0, 1.0);
        double vx = (double)body->velocity.x, vy = (double)body->velocity.y;
        assert_true(fabs(vx) <= 5.0 && fabs(vy) <= 5.0);
        ++quadrants[(vx > 0.0) + 2 * (vy > 0.0)];
        slow += fabs(vx) < 2.5;
    }
    assert_count(circles, 0.5 * n, 0.5);
    assert_count(slow, 0.5 * n, 0.5);
    for (int i = 0; i < 4; ++i)
    {
        assert_count(quadrants[i], 0.25 * n, 0.25);
    }
    assert_near(area / (side * side), 0.25, 0.005);
    assert_walls(model, -0.5 * side, -0.5 * side, 0.5 * side, 0.5 * side, false);
    assert_near(overlaps_at_start(model).max, 0.0, 1e-6);
    scree_world_def def = scree_scene_world_def(model->scene, 0);
    assert_true(def.gravity.y == 0.0f && def.restitution_threshold == 0.0f);
}

// dust

TEST(the_planet_fills_its_square_and_the_dust_its_corners)
{
    const int n = 20000;
    scoped_model *dust = model_of("dust", 0), *model = model_of("dust_and_planet", 0);
    assert_int_equal(dust->dynamic_count, n);
    assert_int_equal(model->dynamic_count, n + 1);
    assert_int_equal(model->body_count, n + 2);
    double half = (double)model->limits.upper.x;
    assert_walls(model, -half, -half, half, half, false);
    const sc_model_shape *planet = &model->shapes[4];
    double radius = (double)planet->radius;
    assert_near(radius, half - 1.0, 1e-3);
    assert_true(model->bodies[1].position.x == 0.0f && model->bodies[1].position.y == 0.0f);
    double squares = 0.0;
    int spanned = 0;
    for (int i = 5; i < model->shape_count; ++i)
    {
        const sc_model_shape *grain = &model->shapes[i];
        const sc_model_body *body = &model->bodies[grain->body];
        double r = (double)grain->radius, x = (double)body->position.x,
               y = (double)body->position.y;
        assert_true(r >= 0.1 && r <= 0.2);
        squares += r * r;
        assert_at_least(hypot(x, y) - r, radius);
        spanned += fabs(x) < radius && fabs(y) < radius;
        assert_true(fabs((double)body->velocity.x) <= 1.0 && fabs((double)body->velocity.y) <= 1.0);
        // The same grains with and without the planet.
        const sc_model_body *twin = &dust->bodies[grain->body - 1];
        assert_true(twin->position.x == body->position.x && twin->position.y == body->position.y);
    }
    // The mean square of radii drawn evenly from 0.1 to 0.2 m.
    assert_near(squares / n, 0.07 / 3.0, 5.0 * 0.0087 / sqrt(n));
    // The box of the planet holds all grains except those by the walls.
    assert_at_least(spanned, 0.85 * n);
    // A quarter of the square's area outside of the planet.
    double corners = 4.0 * half * half - PI * half * half;
    assert_near(PI * squares / corners, 0.25, 0.03);
    assert_int_equal(overlaps_at_start(model).max > 1e-6, 0);
}

// Seeds

TEST(another_seed_gives_another_scene_and_the_same_seed_the_same)
{
    const char *const names[] = {"pile", "uniform", "powerlaw", "dust"};
    for (int i = 0; i < 4; ++i)
    {
        const scree_scene *scene = scree_scene_find(names[i]);
        assert_true(scene->random);
        sc_model *models[3];
        for (int k = 0; k < 3; ++k)
        {
            scree_scene_params params = {.size = 300, .seed = k == 2 ? 7 : 3};
            models[k] = sc_model_create(scene, &params, NULL);
            assert_non_null(models[k]);
        }
        int differ = 0;
        for (int k = 1; k < models[0]->body_count; ++k)
        {
            scree_vec2 a = models[0]->bodies[k].position, b = models[1]->bodies[k].position;
            scree_vec2 c = models[2]->bodies[k].position;
            assert_true(a.x == b.x && a.y == b.y);
            differ += a.x != c.x || a.y != c.y;
        }
        assert_at_least(differ, 290);
        for (int k = 0; k < 3; ++k)
        {
            sc_model_destroy(models[k]);
        }
    }
}

TEST(seeds_of_heavy_but_the_first_shift_what_moves_by_up_to_a_millimetre)
{
    const scree_scene *scene = scree_scene_find("heavy");
    assert_true(scene->random);
    const char *const names[] = {"pyramids", "thin_cards"};
    for (int i = 0; i < 2; ++i)
    {
        const double most = i == 0 ? 1e-3 : 1e-5;
        const uint64_t seeds[] = {0, 1, 7, 7, 8};
        sc_model *models[5];
        for (int k = 0; k < 5; ++k)
        {
            scree_scene_params params = {
                .size = 6, .variant = scree_scene_choose(scene, 0, names[i]), .seed = seeds[k]};
            models[k] = sc_model_create(scene, &params, NULL);
            assert_non_null(models[k]);
        }
        double farthest = 0.0, highest = 0.0;
        for (int b = 0; b < models[0]->body_count; ++b)
        {
            scree_vec2 at[5];
            for (int k = 0; k < 5; ++k)
            {
                at[k] = models[k]->bodies[b].position;
            }
            const bool moves = models[0]->bodies[b].type == SCREE_BODY_DYNAMIC;
            assert_true(at[0].x == at[1].x && at[0].y == at[1].y);
            assert_true(at[2].x == at[3].x && at[2].y == at[3].y);
            assert_true((at[2].x == at[4].x) == !moves && (at[2].x == at[0].x) == !moves);
            farthest = fmax(farthest, fabs((double)at[2].x - (double)at[0].x));
            highest = fmax(highest, (double)at[2].y - (double)at[0].y);
            assert_at_least(at[2].y, at[0].y);
        }
        // To within the rounding of a place some metres out.
        assert_near(farthest, 0.75 * most, 0.27 * most);
        assert_near(highest, 0.75 * most, 0.27 * most);
        for (int k = 0; k < 5; ++k)
        {
            sc_model_destroy(models[k]);
        }
    }
}
