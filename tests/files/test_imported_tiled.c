// Maps of Tiled, feature by feature: places and shapes worked out by hand.
#include "tests/files/scene_texts.h"

// A map of 4 x 4 tiles of 32 pixels: a pixel is 1/32 m, and y goes up.
#define MAP(tilesets, layers)                                                            \
    "{\"orientation\": \"orthogonal\", \"width\": 4, \"height\": 4, \"tilewidth\": 32, " \
    "\"tileheight\": 32, \"tilesets\": [" tilesets "], \"layers\": [" layers "]}"
#define OBJECTS(more, objects) "{\"type\": \"objectgroup\"" more ", \"objects\": [" objects "]}"
#define DYNAMIC ", \"properties\": [{\"name\": \"dynamic\", \"type\": \"bool\", \"value\": true}]"

typedef struct level
{
    const scree_scene *scene;
    scree_world *world;
    scree_scene_state *start;
} level;

static level level_of(const char *text)
{
    char why[WHY_SIZE];
    level level = {.scene = scene_of_text(text, strlen(text), why)};
    if (level.scene == NULL)
        fail_msg("%s\n%s", text, why);
    level.start = calloc(1, sizeof *level.start);
    level.world = world_of_scene(level.scene, 0, level.start);
    return level;
}

static void end_level(level *level)
{
    scree_world_destroy(level->world);
    sc_scene_file_free(level->scene);
    free(level->start);
}

#define scoped_level __attribute__((cleanup(end_level))) level

static bool covers(const level *level, float x, float y)
{
    return scree_world_overlap_point(level->world, (scree_vec2){x, y}, scree_query_filter_default(),
                                     NULL, 0) > 0;
}

static scree_body_id only_body(const level *level)
{
    scree_body_view view = scree_world_bodies(level->world);
    assert_int_equal(view.count, 1);
    return view.id[0];
}

// An L of three cells of 16 pixels, turned by a quarter clockwise about its origin at (64, 32).
TEST(a_concave_polygon_turns_about_its_first_corner)
{
    scoped_level level = level_of(
        MAP("", OBJECTS("", "{\"x\": 64, \"y\": 32, \"rotation\": 90, \"polygon\": ["
                            "{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": 0}, {\"x\": 32, \"y\": 16},"
                            "{\"x\": 16, \"y\": 16}, {\"x\": 16, \"y\": 32}, {\"x\": 0, \"y\": 32}"
                            "]" DYNAMIC "}")));
    scree_body_id body = only_body(&level);
    assert_near(scree_body_mass(level.world, body), 0.75, 1e-5);
    assert_near_vec2(scree_body_position(level.world, body), 2.0f, -1.0f, 1e-5);
    // Its legs point down and to the left now; the notch is below on the left.
    assert_true(covers(&level, 1.25f, -1.25f));
    assert_true(covers(&level, 1.75f, -1.75f));
    assert_true(covers(&level, 1.75f, -1.25f));
    assert_false(covers(&level, 1.25f, -1.75f));
    assert_false(covers(&level, 2.1f, -1.25f));
}

TEST(a_polyline_is_a_chain_and_a_line_that_ends_at_once_is_left_out)
{
    scoped_level level = level_of(
        MAP("", OBJECTS("", "{\"x\": 32, \"y\": 0, \"rotation\": -90, \"polyline\": ["
                            "{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": 0}, {\"x\": 64, \"y\": 32}]},"
                            "{\"x\": 0, \"y\": 0, \"polyline\": [{\"x\": 0, \"y\": 0}]}")));
    assert_non_null(strstr(sc_scene_file_notes(level.scene), "1 object with an outline that has"));
    // One segment goes up from (1, 0) to (1, 1), the other on to (2, 2); chains have two sides.
    for (int side = 0; side < 2; ++side)
    {
        scree_vec2 from = {side == 0 ? 0.5f : 1.5f, 0.5f}, along = {side == 0 ? 1.0f : -1.0f, 0.0f};
        scree_ray_hit hit =
            scree_world_cast_ray(level.world, from, along, scree_query_filter_default());
        assert_near(hit.fraction, 0.5, 1e-5);
    }
    scree_ray_hit hit =
        scree_world_cast_ray(level.world, (scree_vec2){1.5f, 3.0f}, (scree_vec2){0.0f, -3.0f},
                             scree_query_filter_default());
    assert_near(hit.fraction, 0.5, 1e-5);
}

TEST(ellipses_and_capsules_have_their_sizes_and_places)
{
    scoped_level disc = level_of(MAP(
        "", OBJECTS("", "{\"x\": 32, \"y\": 32, \"width\": 32, \"height\": 32, \"ellipse\": true,"
                        " \"rotation\": 180" DYNAMIC "}")));
    scree_shape_id shape;
    assert_int_equal(scree_world_shapes(disc.world, &shape, 1), 1);
    assert_true(scree_shape_circle(disc.world, shape).radius == 0.5f);
    assert_near_vec2(scree_body_center_of_mass(disc.world, only_body(&disc)), 0.5f, -0.5f, 1e-5);
    scoped_level oval = level_of(MAP(
        "",
        OBJECTS("", "{\"x\": 0, \"y\": 0, \"width\": 64, \"height\": 32, \"ellipse\": true" DYNAMIC
                    "}")));
    // 16 corners on the ellipse with half axes of 1 m and 0.5 m.
    assert_near(scree_body_mass(oval.world, only_body(&oval)), 8.0 * sin(0.39269908) * 0.5, 1e-5);
    assert_near_vec2(scree_body_center_of_mass(oval.world, only_body(&oval)), 1.0f, -0.5f, 1e-5);
    scoped_level capsule = level_of(MAP(
        "",
        OBJECTS("", "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 96, \"capsule\": true" DYNAMIC
                    "}")));
    assert_near(scree_body_mass(capsule.world, only_body(&capsule)), 2.0 + 0.78539816, 1e-5);
    assert_near_vec2(scree_body_center_of_mass(capsule.world, only_body(&capsule)), 0.5f, -1.5f,
                     1e-5);
}

// A tile whose upper left corner is a triangle of 32 x 16 pixels.
#define CORNER                                                                                 \
    "{\"firstgid\": 5, \"tilewidth\": 32, \"tileheight\": 32, \"tiles\": [{\"id\": 3, "        \
    "\"objectgroup\": {\"objects\": [{\"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": " \
    "0}, {\"x\": 0, \"y\": 16}]}]}}]}"

// The segments of the chains of all shapes, as the bounds of their points and their corner.
static void assert_triangle(const char *gid, int diagonal, int flip_x, int flip_y)
{
    char layer[1024];
    snprintf(layer, sizeof layer,
             MAP(CORNER, "{\"type\": \"tilelayer\", \"width\": 1, \"height\": 1, \"data\": [%s]}"),
             gid);
    scoped_level level = level_of(layer);
    const float plain[3][2] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 0.5f}};
    scree_shape_id shapes[4];
    assert_int_equal(scree_world_shapes(level.world, shapes, 4), 3);
    for (int i = 0; i < 3; ++i)
    {
        float x = plain[i][diagonal], y = plain[i][!diagonal];
        x = flip_x ? 1.0f - x : x;
        y = flip_y ? 1.0f - y : y;
        int found = 0;
        for (int k = 0; k < 3; ++k)
        {
            scree_vec2 p = scree_shape_chain_segment(level.world, shapes[k]).point_a;
            found += p.x == x && p.y == -y;
        }
        if (found != 1)
            fail_msg("gid %s: %d corners at (%g, %g)", gid, found, (double)x, (double)-y);
    }
}

TEST(tiles_are_flipped_by_the_upper_bits_of_their_number)
{
    for (uint32_t bits = 0; bits < 16; ++bits)
    {
        // The lowest of the four bits turns hexagonal tiles, and is not a part of the number.
        char gid[16];
        snprintf(gid, sizeof gid, "%u", 8u | bits << 28);
        assert_triangle(gid, (bits & 2) != 0, (bits & 8) != 0, (bits & 4) != 0);
    }
}

TEST(a_tileset_that_is_drawn_off_its_cells_collides_there)
{
    scoped_level level = level_of(
        MAP("{\"firstgid\": 1, \"tileoffset\": {\"x\": 16, \"y\": -8}, \"tiles\": [{\"id\": 0,"
            " \"objectgroup\": {\"objects\": [{\"width\": 32, \"height\": 32}]}}]}",
            "{\"type\": \"tilelayer\", \"width\": 1, \"height\": 1, \"data\": [1]}"));
    float left = 9.0f, top = -9.0f;
    scree_shape_id shapes[4];
    assert_int_equal(scree_world_shapes(level.world, shapes, 4), 4);
    for (int i = 0; i < 4; ++i)
    {
        scree_vec2 p = scree_shape_chain_segment(level.world, shapes[i]).point_a;
        left = fminf(left, p.x);
        top = fmaxf(top, p.y);
    }
    assert_true(left == 0.5f && top == 0.25f);
}

TEST(tiles_of_neighbouring_chunks_have_one_outline)
{
    scoped_level level = level_of(
        MAP("{\"firstgid\": 1, \"tiles\": [{\"id\": 0, \"objectgroup\": {\"objects\": [{\"width\":"
            " 32, \"height\": 32}]}}]}",
            "{\"type\": \"tilelayer\", \"chunks\": ["
            "{\"x\": -2, \"y\": -1, \"width\": 2, \"height\": 1, \"data\": [0, 1]},"
            "{\"x\": 0, \"y\": -1, \"width\": 2, \"height\": 1, \"data\": [1, 0]}]}"));
    scree_shape_id shapes[8];
    assert_int_equal(scree_world_shapes(level.world, shapes, 8), 4);
    scree_aabb box = scree_shape_aabb(level.world, shapes[0]);
    for (int i = 1; i < 4; ++i)
    {
        scree_aabb next = scree_shape_aabb(level.world, shapes[i]);
        box.lower.x = fminf(box.lower.x, next.lower.x);
        box.upper.x = fmaxf(box.upper.x, next.upper.x);
        box.upper.y = fmaxf(box.upper.y, next.upper.y);
    }
    assert_near_vec2(box.lower, -1.0f, box.lower.y, 0.1);
    assert_near_vec2(box.upper, 1.0f, 1.0f, 0.1);
}

TEST(offsets_of_groups_and_layers_add_up)
{
    scoped_level level =
        level_of(MAP("", "{\"type\": \"group\", \"offsetx\": 32, \"offsety\": 64, \"layers\": ["
                         "{\"type\": \"group\", \"offsety\": -32, \"layers\": [" OBJECTS(
                             ", \"offsetx\": 16",
                             "{\"x\": 16, \"y\": 32, \"width\": 32, \"height\": 32}") "]}]}"));
    // 32 + 16 + 16 and 64 - 32 + 32 pixels.
    assert_near_vec2(scree_body_position(level.world, only_body(&level)), 2.0f, -2.0f, 1e-5);
}

TEST(parts_of_a_map_that_are_left_out_are_named)
{
    scoped_level level = level_of(
        MAP("{\"firstgid\": 1, \"source\": \"a.tsx\"}, {\"firstgid\": 9, \"source\": \"b.tsx\"}",
            "{\"type\": \"imagelayer\"},"
            "{\"type\": \"tilelayer\", \"opacity\": 0.5, \"width\": 1, \"height\": 1, \"data\": [0]"
            "}," OBJECTS(
                ", \"visible\": false, \"opacity\": 0",
                "{\"text\": {}}, {\"text\": {}}, {\"point\": true}, {\"gid\": 3}, {\"gid\": 4},"
                "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 32}")));
    assert_string_equal(sc_scene_file_notes(level.scene),
                        "2 texts, 1 point, 2 objects with a tile, 2 tilesets whose file is not "
                        "there, 1 image layer, 2 layers with an "
                        "opacity");
    // A layer that is hidden in the editor collides all the same.
    assert_true(covers(&level, 0.5f, -0.5f));
}

// ---- XML

#if defined(SC_HAVE_EXPAT)
static uint64_t hash_of_file(const char *path, char notes[256])
{
    size_t length;
    scoped_memory char *text = text_of_file(path, &length);
    text[length] = '\0';
    scoped_level level = level_of(text);
    snprintf(notes, 256, "%s", sc_scene_file_notes(level.scene));
    for (int i = 0; i < 120; ++i)
        assert_ok(scree_scene_step(level.scene, level.world, level.start, 1.0f / 60.0f, 4));
    return scree_world_state_hash(level.world);
}

TEST(a_map_in_xml_is_the_same_as_in_json)
{
    char notes[2][256];
    assert_true(hash_of_file("examples/scenes/tiled.json", notes[0]) ==
                hash_of_file("examples/scenes/tiled.tmx", notes[1]));
    assert_string_equal(notes[0], notes[1]);
}

#define HEAD                                                                                 \
    "\xef\xbb\xbf<?xml version='1.0'?>\n<map orientation='orthogonal' width='4' height='4'"  \
    " tilewidth='32' tileheight='32'><tileset firstgid='1'><tileoffset x='16' y='0'/><tile " \
    "id='0'><objectgroup><object width='32' height='32'/></objectgroup></tile></tileset>"

TEST(chunks_tiles_groups_and_capsules_are_read_from_xml)
{
    scoped_level level = level_of(
        HEAD "<group offsetx='32'><layer><data><chunk x='-2' y='0' width='2' height='1'>"
             "<tile/><tile gid='1'/></chunk></data></layer>"
             "<layer><data encoding='csv'><chunk x='0' y='1' width='2' height='1'>1,\n1</chunk>"
             "</data></layer><objectgroup offsety='-32'><object x='0' y='0' width='32' height='64'>"
             "<capsule/></object><object><point/></object></objectgroup></group>"
             "<layer width='1' height='1'><data encoding='base64'>AAAAAA==</data></layer></map>");
    assert_string_equal(sc_scene_file_notes(level.scene), "1 point");
    scree_shape_id shapes[16];
    // A square, a rectangle and a capsule.
    assert_int_equal(scree_world_shapes(level.world, shapes, 16), 4 + 4 + 1);
    float left = 9.0f, right = -9.0f;
    for (int i = 0; i < 8; ++i)
    {
        scree_vec2 p = scree_shape_chain_segment(level.world, shapes[i]).point_a;
        left = fminf(left, p.x);
        right = fmaxf(right, p.x);
    }
    assert_true(left == 0.5f && right == 3.5f);
    assert_true(covers(&level, 1.5f, 0.5f));
}

TEST(bad_xml_is_refused_with_its_line)
{
    static const char *const cases[][2] = {
        {"<map", "line 1: this is not XML: "},
        {"<a/>", "line 1: not a map of Tiled: its root is a"},
        {"<map/>", "line 1: the map has no tilewidth"},
        {"<map tilewidth='32'/>", "tileheight: 0 is not a whole number"},
        {"<map tilewidth='nan'/>", "line 1: not a number: tilewidth"},
        {"<map tilewidth='0x20'/>", "line 1: not a number: tilewidth"},
        {"<map tilewidth='1e99'/>", "line 1: not a number: tilewidth"},
        {"<!DOCTYPE map [<!ENTITY a 'b'>]><map tilewidth='1'>&a;</map>", "declares an entity: a"},
        {HEAD "\n<layer><data encoding='csv'>1,x</data></layer></map>",
         "line 3: not a list of numbers: data"},
        {HEAD "<layer><data encoding='csv'>1,,2</data></layer></map>", "not a list of numbers"},
        {HEAD "<layer width='2' height='1'><data encoding='csv'>1</data></layer></map>",
         "a layer of 2 x 1 tiles has data of 1"},
        {HEAD "<objectgroup><object><polygon points='0,0 1'/></object></objectgroup></map>",
         "not a list of points: polygon"},
        {HEAD "<objectgroup><object><properties><property name='density' type='float' "
              "value='heavy'/></properties></object></objectgroup></map>",
         "not a number: property density"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
    {
        char why[WHY_SIZE];
        scoped_scene const scree_scene *scene =
            scene_of_text(cases[i][0], strlen(cases[i][0]), why);
        if (scene != NULL || strstr(why, cases[i][1]) == NULL)
            fail_msg("%s\n  gives   %s\n  and not %s", cases[i][0], scene != NULL ? "a scene" : why,
                     cases[i][1]);
    }
    char deep[2048] = "<map tilewidth='32'>", why[WHY_SIZE];
    for (int i = 0; i < 40; ++i)
        strcat(deep, "<group>");
    assert_null(scene_of_text(deep, strlen(deep), why));
    assert_non_null(strstr(why, "elements are nested too deep: group"));
}
#else
TEST(a_map_in_xml_is_refused_without_expat)
{
    char why[WHY_SIZE];
    assert_null(scene_of_text("<map/>", 6, why));
    assert_non_null(strstr(why, "without expat"));
}
#endif
