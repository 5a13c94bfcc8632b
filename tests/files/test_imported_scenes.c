// Files of R.U.B.E. and Tiled.
#include "scenes/files/outlines.h"
#include "tests/files/scene_texts.h"

static const scree_scene *scene_of_file(const char *path)
{
    size_t length;
    char why[WHY_SIZE];
    scoped_memory char *text = text_of_file(path, &length);
    const scree_scene *scene = scene_of_text(text, length, why);
    if (scene == NULL)
        fail_msg("%s", why);
    return scene;
}

TEST(a_rube_scene_has_its_bodies_and_joints)
{
    scoped_scene const scree_scene *scene = scene_of_file("examples/scenes/rube.json");
    assert_string_equal(sc_scene_file_notes(scene), "1 gear joint, 1 image");
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, 0, start);
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.bodies, 3);
    assert_int_equal(counters.shapes, 4);
    assert_true(scree_world_is_sleep_enabled(world));
    scree_body_view view = scree_world_bodies(world);
    // Rows of dynamic bodies are in order of creation at first.
    scree_mass_data mass = scree_body_mass_data(world, view.id[0]);
    assert_true(mass.mass == 2.0f && mass.center.x == 0.1f);
    assert_true(fabsf(mass.inertia - 1.48f) < 1e-6f);
    assert_true(scree_body_position(world, view.id[1]).x == 1.0f);  // "3F800000"
    assert_true(scree_body_linear_velocity(world, view.id[1]).y == -1.0f);
    scree_joint_id joint;
    assert_int_equal(scree_world_joints(world, &joint, 1), 1);
    scree_revolute_joint_def def = scree_joint_revolute_settings(world, joint);
    assert_true(def.motor.enable && def.motor.speed == -3.0f && def.motor.max == 20.0f);
    // The angle of b is 0.25 below that of a, and the reference 0.5 above.
    assert_true(fabsf(scree_joint_coordinate(world, joint) + 0.75f) < 1e-5f);
}

TEST(a_tiled_map_has_its_objects_and_one_outline_of_its_tiles)
{
    scoped_scene const scree_scene *scene = scene_of_file("examples/scenes/tiled.json");
    assert_string_equal(sc_scene_file_notes(scene), "1 text");
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, 0, start);
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.bodies, 5);
    assert_int_equal(counters.dynamic_bodies, 3);
    scree_shape_id shapes[16];
    assert_int_equal(scree_world_shapes(world, shapes, 16), counters.shapes);
    scree_chain_id chain = scree_shape_chain(world, shapes[0]);
    assert_true(scree_chain_is_loop(world, chain));
    assert_int_equal(scree_chain_shapes(world, chain, NULL, 0), 11);
    for (int i = 0; i < 300; ++i)
        assert_ok(scree_scene_step(scene, world, start, scree_scene_dt(scene), 4));
    // The basin of tiles holds the bodies.
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < counters.dynamic_bodies; ++i)
        assert_true(view.x[i] > 0.5f && view.x[i] < 7.5f && view.y[i] > -4.1f && view.y[i] < 1.0f);
}

#define TILED(orientation, tile_width, rest)                                                     \
    "{\"orientation\": \"" orientation                                                           \
    "\", \"width\": 2, \"height\": 1, \"tilewidth\": " tile_width                                \
    ", \"tileheight\": 32, \"tilesets\": [{\"firstgid\": 1, \"tilewidth\": 64, \"tileheight\": " \
    "32,"                                                                                        \
    " \"tiles\": [{\"id\": 0, \"objectgroup\": {\"objects\": [{\"width\": 16, \"height\": "      \
    "32}]}}]}],"                                                                                 \
    " \"layers\": [{\"type\": \"tilelayer\", " rest "}]}"

TEST(a_tiled_map_that_is_not_orthogonal_or_has_wrong_sizes_is_refused)
{
    static const char grid[] =
        TILED("orthogonal", "32", "\"width\": 2, \"height\": 1, \"data\": [1]");
    const char *const texts[][2] = {
        {TILED("isometric", "32", "\"data\": []"),
         "f.json: orientation: 'isometric' is not orthogonal"},
        {TILED("orthogonal", "0", "\"data\": []"),
         "tilewidth: 0 is not a whole number from 1 to 1e+06"},
        {grid, "a layer of 2 x 1 tiles has data of 1"},
    };
    for (int i = 0; i < 3; ++i)
    {
        char why[WHY_SIZE];
        assert_null(scene_of_text(texts[i][0], strlen(texts[i][0]), why));
        assert_non_null(strstr(why, texts[i][1]));
    }
}

// Lower and upper x of the shapes of a scene's only body.
static void assert_reach(const char *text, float lower, float upper)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
    if (scene == NULL)
        fail_msg("%s", why);
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, 0, start);
    scree_shape_id shapes[16];
    int count = scree_world_shapes(world, shapes, 16);
    assert_int_equal(count, 4);
    float low = 1e9f, high = -1e9f;
    for (int i = 0; i < count; ++i)
    {
        scree_chain_segment segment = scree_shape_chain_segment(world, shapes[i]);
        low = fminf(low, fminf(segment.point_a.x, segment.point_b.x));
        high = fmaxf(high, fmaxf(segment.point_a.x, segment.point_b.x));
    }
    assert_true(low == lower && high == upper);
}

TEST(chunks_have_places_and_flips_go_by_the_size_of_the_tile)
{
    assert_reach(TILED("orthogonal", "32",
                       "\"chunks\": [{\"x\": -3, \"y\": 0, \"width\": 1, \"height\": 1,"
                       " \"data\": [1]}]"),
                 -3.0f, -2.5f);
    assert_reach(
        TILED("orthogonal", "32", "\"width\": 2, \"height\": 1, \"data\": [2147483649, 0]"), 1.5f,
        2.0f);
}

TEST(filters_of_rube_have_16_or_32_bits)
{
    const char *const categories[] = {"32768", "65536"};
    const uint64_t masks[] = {0xffff, 0xffffffff}, negative[] = {0x8000, 0xffff8000};
    for (int i = 0; i < 2; ++i)
    {
        char text[512], why[WHY_SIZE];
        snprintf(text, sizeof text,
                 "{\"body\": [{\"fixture\": [{\"circle\": {\"radius\": 1},"
                 " \"filter-categoryBits\": %s, \"filter-maskBits\": -1},"
                 " {\"circle\": {\"radius\": 1}, \"filter-categoryBits\": -32768}]}]}",
                 categories[i]);
        scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
        if (scene == NULL)
            fail_msg("%s", why);
        scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
        scoped_world *world = world_of_scene(scene, 0, start);
        scree_shape_id shapes[2];
        assert_int_equal(scree_world_shapes(world, shapes, 2), 2);
        assert_true(scree_shape_filter(world, shapes[0]).mask == masks[i]);
        assert_true(scree_shape_filter(world, shapes[1]).category == negative[i]);
    }
}

typedef struct loops
{
    int count, points;
    double area;
} loops;

static void take_loop(void *context, const sc_outline_point *points, int count)
{
    loops *loops = context;
    ++loops->count;
    loops->points += count;
    for (int i = 0; i < count; ++i)
    {
        const sc_outline_point *p = &points[i], *q = &points[(i + 1) % count];
        loops->area += 0.5 * (p->x * q->y - p->y * q->x);
    }
}

TEST(outlines_go_round_holes_and_apart_at_corners)
{
    // A ring of 8 squares, and one that touches it in a corner.
    sc_outlines outlines = {0};
    for (int i = 0; i < 9; ++i)
    {
        double x = i == 4 ? 3 : i % 3, y = i == 4 ? 3 : i / 3;
        const sc_outline_point square[] = {{x, y}, {x, y + 1}, {x + 1, y + 1}, {x + 1, y}};
        assert_true(sc_outlines_add(&outlines, square, 4));
    }
    loops found = {0};
    assert_true(sc_outlines_join(&outlines, take_loop, &found));
    sc_outlines_destroy(&outlines);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.points, 12);
    assert_true(fabs(found.area - 9.0) < 1e-9);
}

// Writes `text` `count` times.
static void repeat(FILE *file, int count, const char *text)
{
    for (int i = 0; i < count; ++i)
        fputs(text, file);
}

// Layers of `columns` tiles in a row, all of one tile with `count` collision shapes.
static void write_map(FILE *file, int layers, int columns, int count, const char *shape)
{
    fputs("{\"tilewidth\": 1, \"tileheight\": 1, \"width\": 1, \"height\": 1, \"tilesets\": "
          "[{\"firstgid\": 1, \"tiles\": [{\"id\": 0, \"objectgroup\": {\"objects\": [{}",
          file);
    repeat(file, count, shape);
    fputs("]}}]}], \"layers\": [{}", file);
    for (int i = 0; i < layers; ++i)
    {
        fprintf(file, ", {\"type\": \"tilelayer\", \"width\": %d, \"height\": 1, \"data\": [1",
                columns);
        repeat(file, columns - 1, ",1");
        fputs("]}", file);
    }
    fputs("]}", file);
}

TEST(small_files_that_would_take_gigabytes_or_hours_are_refused)
{
    static const char *const messages[] = {
        "f.json: more than 1000000 bodies, fixtures or joints",
        "f.json: the outlines of tiles have more than 1000000 corners",
        "f.json: too many collision shapes of tiles meet in the same corners",
        "f.json: the collision shapes of all layers of tiles have more than 4000000 edges"};
    for (int i = 0; i < 4; ++i)
    {
        char *text = NULL, why[WHY_SIZE];
        size_t length = 0;
        FILE *file = open_memstream(&text, &length);
        assert_non_null(file);
        if (i == 0)
        {
            fputs("{\"body\": [{}", file);
            repeat(file, SC_FILE_MAX_OBJECTS, ",{}");
            fputs("]}", file);
        }
        else if (i == 1)
            write_map(file, 300, 300, 5, ",{\"width\":0.1,\"height\":0.1}");
        else if (i == 2)
            write_map(file, 100, 100, 101, ",{\"polygon\":[{},{\"x\":1},{\"x\":1,\"y\":1},{}]}");
        else
            write_map(file, 1, 5000, 5000, ",{}");
        fclose(file);
        scoped_scene const scree_scene *scene = scene_of_text(text, length, why);
        free(text);
        if (scene != NULL || strcmp(why, messages[i]) != 0)
            fail_msg("%d: %s", i, why);
    }
}
