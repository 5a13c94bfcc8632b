/// The record scenes hold what their published descriptions say: counts, sizes and places, worked
/// out here again.
#include "tests/scenes/scene_reader.h"

static const double DEGREE = 3.14159265358979 / 180.0;

static void assert_counts(const char *name, int size, int bodies, int shapes, int dynamic)
{
    sc_model *model = model_of(name, size);
    scree_scene_counts counts = model->scene->counts(model->size);
    assert_int_equal(model->body_count, bodies);
    assert_int_equal(model->shape_count, shapes);
    assert_int_equal(model->dynamic_count, dynamic);
    assert_int_equal(counts.bodies, bodies);
    assert_int_equal(counts.shapes, shapes);
    assert_int_equal(counts.joints, 0);
    sc_model_destroy(model);
}

TEST(scenes_hold_as_many_bodies_and_shapes_as_published)
{
    assert_counts("large_pyramid", 0, 5050 + 1, 5050 + 1, 5050);
    assert_counts("large_pyramid", 7, 28 + 1, 28 + 1, 28);
    assert_counts("many_pyramids", 0, 22000 + 1, 22000 + 20, 22000);
    assert_counts("many_pyramids", 3, 9 * 55 + 1, 9 * 55 + 3, 9 * 55);
    // Walls of 36 sectors and 4 fins; a ground without shapes.
    assert_counts("washer", 0, 8100 + 2, 8100 + 40, 8100);
    // A pit of 81 boxes across and 100 up on either side; a segment far below.
    assert_counts("compounds", 0, 3000 + 1, 6000 + 81 + 200 + 1, 3000);
    // A yard of 161 boxes across and 50 up on either side; the pusher.
    assert_counts("junkyard", 0, 8000 + 2, 8000 + 161 + 100 + 1, 8000);
    assert_counts("smash", 0, 9600 + 1, 9600 + 1, 9600 + 1);
    assert_counts("smash", 10, 150 + 1, 150 + 1, 150 + 1);
}

TEST(scenes_take_the_published_steps_and_gravity)
{
    const struct
    {
        const char *name;
        int steps;
        double gravity;
    } scenes[] = {{"large_pyramid", 500, -10.0}, {"many_pyramids", 200, -10.0},
                  {"washer", 500, -10.0},        {"compounds", 500, -10.0},
                  {"junkyard", 800, -10.0},      {"smash", 300, 0.0}};
    for (int i = 0; i < 6; ++i)
    {
        const scree_scene *scene = scree_scene_find(scenes[i].name);
        assert_int_equal(scene->steps, scenes[i].steps);
        assert_int_equal(scree_scene_substeps(scene), 4);
        scree_world_def def = scree_scene_world_def(scene, 0), plain = scree_world_def_default();
        assert_near(def.gravity.x, 0.0, 0.0);
        assert_near(def.gravity.y, scenes[i].gravity, 0.0);
        assert_near(def.contact_hertz, plain.contact_hertz, 0.0);
        assert_near(def.restitution_threshold, plain.restitution_threshold, 0.0);
        assert_int_equal(def.solver, SCREE_SOLVER_SOFT_STEP);
    }
}

/// Whether every dynamic body is a box of half extent `half` at rest, upright.
static void assert_boxes(const sc_model *model, int first, double half)
{
    for (int i = first; i < model->shape_count; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        const sc_model_body *body = &model->bodies[shape->body];
        assert_int_equal(body->type, SCREE_BODY_DYNAMIC);
        assert_rectangle(model, shape, -half, -half, half, half);
        assert_surface(shape, 0.6, 0.0, 1.0);
        assert_near(body->angle, 0.0, 0.0);
        assert_true(body->velocity.x == 0.0f && body->velocity.y == 0.0f && body->w == 0.0f);
        assert_true(body->linear_damping == 0.0f && body->gravity_scale == 1.0f);
    }
}

// Pyramids

/// Fails the test unless boxes of 1 m stand as a pyramid: a row of `base` on the ground at y, each
/// row above by one shorter and half a metre in, centred on x. Marks those it finds in `taken`.
static void assert_pyramid(const sc_model *model, int base, double x, double y, char *taken)
{
    int found = 0;
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        double row = (double)body->position.y - y - 0.5, length = base - row;
        double place = (double)body->position.x - x + 0.5 * (length - 1.0);
        bool inside = body->type == SCREE_BODY_DYNAMIC && row > -0.5 && row < base - 0.5 &&
                      place > -0.5 && place < length - 0.5;
        if (!inside)
        {
            continue;
        }
        assert_near(row, round(row), 1e-4);
        assert_near(place, round(place), 1e-3);
        assert_int_equal(taken[i]++, 0);
        ++found;
    }
    // No two in one place, so that all places are taken.
    assert_int_equal(found, base * (base + 1) / 2);
    assert_int_equal(overlaps_at_start(model).max > 1e-3, 0);
}

TEST(the_large_pyramid_stands_on_its_ground_and_its_tip_is_watched)
{
    const int sizes[] = {1, 2, 7, 30, 100};
    for (int i = 0; i < 5; ++i)
    {
        int base = sizes[i];
        sc_model *model = model_of("large_pyramid", base);
        assert_int_equal(model->bodies[0].type, SCREE_BODY_STATIC);
        assert_rectangle(model, &model->shapes[0], -100.0, -1.0, 100.0, 1.0);
        assert_near(model->bodies[0].position.x, 0.0, 0.0);
        assert_near(model->bodies[0].position.y, -1.0, 0.0);
        assert_boxes(model, 1, 0.5);
        char *taken = calloc((size_t)model->body_count, 1);
        assert_non_null(taken);
        assert_pyramid(model, base, 0.0, 0.0, taken);
        free(taken);
        assert_int_equal(model->top_count, 1);
        const sc_model_body *tip = &model->bodies[model->tops[0]];
        assert_near(tip->position.x, 0.0, 1e-5);
        assert_near(tip->position.y, base - 0.5, 1e-5);
        sc_model_destroy(model);
    }
}

TEST(many_pyramids_stand_in_rows_and_each_tip_is_watched)
{
    enum
    {
        SIZE = 4
    };
    sc_model *model = model_of("many_pyramids", SIZE);
    assert_int_equal(model->bodies[0].type, SCREE_BODY_STATIC);
    char *taken = calloc((size_t)model->body_count, 1);
    assert_non_null(taken);
    assert_int_equal(model->top_count, SIZE * SIZE);
    double left = INFINITY;
    for (int i = 1; i < model->body_count; ++i)
    {
        left = fmin(left, (double)model->bodies[i].position.x - 0.5);
    }
    for (int row = 0; row < SIZE; ++row)
    {
        const sc_model_shape *ground = &model->shapes[row];
        assert_int_equal(ground->type, SCREE_SHAPE_SEGMENT);
        assert_int_equal(ground->body, 0);
        shape_extent sides = extent_of(model, ground);
        assert_near(sides.bottom, 11.0 * row, 0.0);
        assert_near(sides.top, 11.0 * row, 0.0);
        assert_near(sides.right - sides.left, 11.0 * SIZE, 1e-4);
        // Each pyramid of 10 m and a gap of 1 m, all of them on the segment.
        assert_at_least(left, sides.left);
        assert_at_most(left + 11.0 * SIZE - 1.0, sides.right);
        for (int column = 0; column < SIZE; ++column)
        {
            double x = left + 5.0 + 11.0 * column, y = 11.0 * row;
            assert_pyramid(model, 10, x, y, taken);
            int tips = 0;
            for (int i = 0; i < model->top_count; ++i)
            {
                scree_vec2 at = model->bodies[model->tops[i]].position;
                tips += fabs((double)at.x - x) < 1e-3 && fabs((double)at.y - y - 9.5) < 1e-3;
            }
            assert_int_equal(tips, 1);
        }
    }
    assert_boxes(model, SIZE, 0.5);
    free(taken);
    sc_model_destroy(model);
}

// Washer

/// Radii and directions (from -pi to pi round `middle`, rad) between which a shape's vertices lie.
typedef struct sector
{
    double inner_radius, outer_radius, from, to;
} sector;

static sector sector_of(const sc_model *model, const sc_model_shape *shape, double middle)
{
    sector found = {INFINITY, 0.0, INFINITY, -INFINITY};
    for (int i = 0; i < shape->vertex_count; ++i)
    {
        scree_vec2 v = model->vertices[shape->first_vertex + i];
        double radius = hypot((double)v.x, (double)v.y);
        double angle = remainder(atan2((double)v.y, (double)v.x) - middle, 360.0 * DEGREE);
        found.inner_radius = fmin(found.inner_radius, radius);
        found.outer_radius = fmax(found.outer_radius, radius);
        found.from = fmin(found.from, angle);
        found.to = fmax(found.to, angle);
    }
    return found;
}

TEST(the_washer_has_36_sectors_4_fins_and_a_block_inside)
{
    sc_model *model = model_of("washer", 0);
    const int ring = 1;
    const sc_model_body *body = &model->bodies[ring];
    assert_int_equal(body->type, SCREE_BODY_KINEMATIC);
    assert_true(body->position.x == 0.0f && body->position.y == 10.0f);
    assert_near(body->velocity.x, 0.001, 1e-9);
    assert_near(body->velocity.y, -0.002, 1e-9);
    assert_near(body->w, 25.0 * DEGREE, 1e-6);
    int walls[36] = {0}, fins[36] = {0};
    for (int i = 0; i < 40; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        assert_int_equal(shape->body, ring);
        assert_int_equal(shape->vertex_count, 4);
        scree_vec2 corner = model->vertices[shape->first_vertex];
        scree_vec2 across = model->vertices[shape->first_vertex + 2];
        double middle =
            atan2((double)corner.y + (double)across.y, (double)corner.x + (double)across.x);
        sector found = sector_of(model, shape, middle);
        int number =
            (int)floor((middle < 0.0 ? middle + 360.0 * DEGREE : middle) / (10.0 * DEGREE));
        bool fin = found.inner_radius < 15.0;
        double half = 0.5 * (found.to - found.from);
        assert_near(found.inner_radius, fin ? 14.0 : 16.0, 1e-4);
        assert_near(found.outer_radius, fin ? 16.0 : 18.0, 1e-4);
        // Walls reach a degree over into either neighbour.
        assert_near(half, (fin ? 5.0 : 6.0) * DEGREE, 1e-5);
        double centre = middle + 0.5 * (found.from + found.to);
        assert_near(remainder(centre - (10.0 * number + 5.0) * DEGREE, 360.0 * DEGREE), 0.0, 1e-5);
        ++*(fin ? &fins[number] : &walls[number]);
    }
    for (int i = 0; i < 36; ++i)
    {
        assert_int_equal(walls[i], 1);
        assert_int_equal(fins[i], i % 9 == 0 ? 1 : 0);
    }
    assert_boxes(model, 40, 0.1);
    double lower_x = INFINITY, lower_y = INFINITY, upper_x = -INFINITY, upper_y = -INFINITY;
    for (int i = 2; i < model->body_count; ++i)
    {
        double x = (double)model->bodies[i].position.x, y = (double)model->bodies[i].position.y;
        lower_x = fmin(lower_x, x);
        lower_y = fmin(lower_y, y);
        upper_x = fmax(upper_x, x);
        upper_y = fmax(upper_y, y);
        assert_at_most(hypot(x, y - 10.0), 15.8);
    }
    assert_near(upper_x - lower_x, 89 * 0.21, 1e-3);
    assert_near(upper_y - lower_y, 89 * 0.21, 1e-3);
    assert_near(lower_x + upper_x, 0.0, 1.3);
    assert_near(lower_y + upper_y, 20.0, 1.3);
    // 0.01 m between neighbours, so each has a place of its own.
    assert_near(overlaps_at_start(model).max, 0.0, 1e-6);
    sc_model_destroy(model);
}

// Yards

/// A floor and two walls of boxes, one a metre, inside 2 `half` wide and `height` high.
static void assert_yard(const sc_model *model, int half, int height)
{
    int floor = 0, left = 0, right = 0;
    for (int i = 0; i < 2 * half + 1 + 2 * height; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        assert_int_equal(model->bodies[shape->body].type, SCREE_BODY_STATIC);
        shape_extent e = extent_of(model, shape);
        double x = 0.5 * (e.left + e.right), y = 0.5 * (e.bottom + e.top);
        bool on_floor = fabs(y) < 0.25;
        // Each overlaps its neighbours a little, so that nothing catches on a seam.
        assert_near(e.right - e.left, on_floor ? 1.1 : 1.0, 1e-4);
        assert_near(e.top - e.bottom, on_floor ? 1.0 : 1.1, 1e-4);
        assert_near(on_floor ? x : fabs(x), on_floor ? round(x) : half, 1e-4);
        assert_near(y, round(y), 1e-4);
        assert_true(fabs(x) < half + 0.5 && y < height + 0.5);
        floor += on_floor;
        left += !on_floor && x < 0.0;
        right += !on_floor && x > 0.0;
    }
    assert_int_equal(floor, 2 * half + 1);
    assert_int_equal(left, height);
    assert_int_equal(right, height);
}

TEST(compounds_are_two_triangles_in_staggered_columns)
{
    sc_model *model = model_of("compounds", 6);
    assert_yard(model, 40, 100);
    const int first = 81 + 200 + 1;
    assert_int_equal(model->shapes[first - 1].type, SCREE_SHAPE_SEGMENT);
    const double left[3][2] = {{-1.0, 0.0}, {0.5, 1.0}, {0.0, 2.0}};
    const double right[3][2] = {{1.0, 0.0}, {-0.5, 1.0}, {0.0, 2.0}};
    int columns[20] = {0};
    for (int i = 1; i < model->body_count; ++i)
    {
        const sc_model_shape *shape = &model->shapes[first + 2 * (i - 1)];
        assert_int_equal(shape[0].body, i);
        assert_int_equal(shape[1].body, i);
        assert_vertices(model, &shape[0], left, 3);
        assert_vertices(model, &shape[1], right, 3);
        assert_surface(&shape[0], 0.5, 0.0, 1.0);
        assert_surface(&shape[1], 0.5, 0.0, 1.0);
        double x = (double)model->bodies[i].position.x, y = (double)model->bodies[i].position.y;
        // Columns of 2 m round the middle of the pit, bodies in turn 0.25 m to either side.
        int column = (int)floor((x + 20.0) / 2.0), row = (int)round((y - 5.575) / 2.25);
        assert_true(column >= 0 && column < 20 && row >= 0 && row < 6);
        assert_near(fabs(x - (2.0 * column - 19.0)), 0.25, 1e-4);
        assert_near(y, 2.25 * row + 5.575, 1e-4);
        ++columns[column];
    }
    for (int i = 0; i < 20; ++i)
    {
        assert_int_equal(columns[i], 6);
    }
    assert_near(overlaps_at_start(model).max, 0.0, 1e-6);
    sc_model_destroy(model);
}

TEST(the_junkyard_has_pentagons_and_a_pusher_that_goes_to_and_fro)
{
    sc_model *model = model_of("junkyard", 2);
    assert_yard(model, 80, 50);
    const int first = 161 + 100, pusher = model->body_count - 1;
    double lowest = INFINITY;
    for (int i = first; i < model->shape_count - 1; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        assert_int_equal(shape->vertex_count, 5);
        assert_surface(shape, 0.6, 0.0, 1.0);
        for (int k = 0; k < 5; ++k)
        {
            scree_vec2 v = model->vertices[shape->first_vertex + k];
            assert_near(hypot((double)v.x, (double)v.y), 0.25, 1e-5);
        }
        lowest = fmin(lowest, (double)model->bodies[shape->body].position.y);
    }
    assert_near(lowest, 15.0, 1e-4);
    assert_near(overlaps_at_start(model).max, 0.0, 1e-6);
    assert_int_equal(model->bodies[pusher].type, SCREE_BODY_KINEMATIC);
    assert_rectangle(model, &model->shapes[model->shape_count - 1], -2.0, 0.0, 2.0, 8.0);
    // x = 60 sin(0.2 t), reached by the velocities of each step.
    double x = 0.0, t = 0.0;
    for (int i = 0; i < 2400; ++i)
    {
        assert_true(sc_model_drive(model, STEP));
        x += (double)STEP * (double)model->kinematic_velocity[0].x;
        assert_near(model->kinematic_velocity[0].y, 0.0, 1e-6);
        assert_near(x, 60.0 * sin(0.2 * t), 0.01);
        t += (double)STEP;
    }
    sc_model_destroy(model);
}

// Smash

TEST(smash_is_a_ram_before_a_block_without_gaps)
{
    sc_model *model = model_of("smash", 0);
    const sc_model_body *ram = &model->bodies[0];
    assert_rectangle(model, &model->shapes[0], -4.0, -4.0, 4.0, 4.0);
    assert_near(model->shapes[0].density, 8.0, 0.0);
    assert_near(ram->mass, 8.0 * 64.0, 1e-3);
    assert_near(ram->velocity.x, 40.0, 0.0);
    assert_near(ram->velocity.y, 0.0, 0.0);
    assert_boxes(model, 1, 0.2);
    // 120 columns and 80 rows of boxes that touch, each in a place of its own.
    double left = INFINITY, bottom = INFINITY;
    for (int i = 1; i < model->body_count; ++i)
    {
        left = fmin(left, (double)model->bodies[i].position.x);
        bottom = fmin(bottom, (double)model->bodies[i].position.y);
    }
    assert_at_least(left - 0.2, (double)ram->position.x + 4.0);
    assert_near(bottom + 40 * 0.4, 0.0, 0.4);  // the ram hits the middle
    static bool taken[120][80];
    for (int i = 1; i < model->body_count; ++i)
    {
        double x = ((double)model->bodies[i].position.x - left) / 0.4;
        double y = ((double)model->bodies[i].position.y - bottom) / 0.4;
        int column = (int)round(x), row = (int)round(y);
        assert_near(x, column, 1e-3);
        assert_near(y, row, 1e-3);
        assert_in_range(column, 0, 119);
        assert_in_range(row, 0, 79);
        assert_false(taken[column][row]);
        taken[column][row] = true;
    }
    sc_model_destroy(model);
}
