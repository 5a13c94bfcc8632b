// Scene files that are wrong: refused with the place, the value and the range; never a crash.
#include "scenes/files/fields.h"
#include "tests/files/scene_texts.h"

typedef struct bad_text
{
    const char *rest;  // after {"scree": 1,
    const char *message;
} bad_text;

#define BODY(rest) "\"bodies\": [{\"type\": \"dynamic\", " rest "}]"
#define SHAPE(rest) BODY("\"shapes\": [{" rest "}]")
#define TWO "\"bodies\": [{}, {\"type\": \"dynamic\"}], "
#define JOINT(rest) TWO "\"joints\": [{" rest "}]"

static const bad_text bad_texts[] = {
    {"\"bodes\": []", "unknown key 'bodes'; the nearest known key is 'bodies'"},
    {"\"steps\": 1, \"steps\": 2", "the key 'steps' comes twice"},
    {"\"steps\": -1", "steps: -1 is not in [0, 10000000]"},
    {"\"steps\": 1.5", "steps: 1.5 is not a whole number"},
    {"\"steps\": \"many\"", "steps: a string is not a number"},
    {"\"substeps\": 65", "substeps: 65 is not in [1, 64]"},
    {"\"dt\": 0", "dt: 0 is not in"},
    {"\"dt\": null", "dt: null is not a number"},
    {"\"name\": 4", "name: a number is not a string"},
    {"\"world\": []", "world: a list is not an object"},
    {"\"world\": {\"gravity\": [0, -10, 0]}", "world.gravity: a vector has 2 numbers, not 3"},
    {"\"world\": {\"gravity\": [0, 1e39]}",
     "world.gravity[1]: 1e+39 is beyond the range of floats"},
    {"\"world\": {\"gravity\": [0, 1e999]}", "world.gravity[1]: the number is not finite"},
    {"\"world\": {\"solver\": \"pgx\"}", "world.solver: 'pgx' is not one of: soft_step, pgs,"},
    {"\"world\": {\"enable_sleep\": 1}", "world.enable_sleep: a number is not true or false"},
    {"\"bodies\": {}", "bodies: an object is not a list"},
    {"\"bodies\": [4]", "bodies[0]: a number is not an object"},
    {"\"bodies\": [{}, {\"type\": \"fixed\"}]", "bodies[1].type: 'fixed' is not one of: static"},
    {BODY("\"position\": [2e8, 0]"), "bodies[0].position[0]: 200000000 m is not in"},
    {BODY("\"angle\": 1, \"rotation\": [1, 0]"), "an angle or a rotation, not both"},
    {BODY("\"rotation\": [1, 1]"), "bodies[0]: scree_body_create"},
    {BODY("\"linear_dampin\": 1"), "'linear_dampin'; the nearest known key is 'linear_damping'"},
    {BODY("\"mass\": {}"), "bodies[0].mass: the key 'mass' is missing"},
    {BODY("\"mass\": {\"mass\": 0}"), "bodies[0].mass.mass: 0 kg is not above 0"},
    {BODY("\"repeat\": {}"), "bodies[0].repeat: one of the keys 'grid' and 'random'"},
    {BODY("\"repeat\": {\"grid\": {\"columns\": 10000, \"rows\": 10000}}"),
     "bodies[0].repeat.grid: the grid has more than 1000000 places"},
    {BODY("\"repeat\": {\"random\": {\"count\": 1000001}}"), "1000001 is not in [0, 1000000]"},
    {BODY("\"repeat\": {\"grid\": {}}, \"position\": [0, 0]"), "has no position and no name"},
    {BODY("\"name\": \"\""), "bodies[0].name: a name is not empty"},
    {"\"bodies\": [{\"name\": \"a\"}, {\"name\": \"a\"}]", "two bodies have the name 'a'"},
    {SHAPE("\"radius\": 1"), "bodies[0].shapes[0]: the key 'type' is missing"},
    {SHAPE("\"type\": \"disc\""), "bodies[0].shapes[0].type: 'disc' is not one of: circle"},
    {SHAPE("\"type\": \"circle\""), "bodies[0].shapes[0]: the key 'radius' is missing"},
    {SHAPE("\"type\": \"circle\", \"radius\": 0"),
     "bodies[0].shapes[0].radius: 0 m is not in (0, 100000000]"},
    {SHAPE("\"type\": \"segment\", \"radius\": 1"), "unknown key 'radius'"},
    {SHAPE("\"type\": \"polygon\", \"vertices\": [[0, 0], [1, 0]]"),
     "bodies[0].shapes[0].vertices: the list has 2 entries, not 3 to 64"},
    {SHAPE("\"type\": \"polygon\", \"vertices\": [[0, 0], [1, 0], [2, 0]]"),
     "bodies[0].shapes[0]: scree_shape_create"},
    {SHAPE("\"type\": \"half_space\""), "bodies[0].shapes[0]: scree_shape_create"},
    {SHAPE("\"type\": \"circle\", \"radius\": 1, \"material\": \"ice\""),
     "bodies[0].shapes[0].material: there is no material 'ice'"},
    {SHAPE("\"type\": \"circle\", \"radius\": 1, \"material\": {\"friction\": -1}"),
     "bodies[0].shapes[0].material.friction: -1 is not in [0, 1000000]"},
    {SHAPE("\"type\": \"circle\", \"radius\": 1, \"filter\": {\"mask\": \"0x\"}"),
     "filter.mask: '0x' is not 0x and 1 to 16 digits"},
    {SHAPE("\"type\": \"circle\", \"radius\": 1, \"filter\": {\"category\": 1e300}"),
     "filter.category: 1e+300 is not in"},
    {SHAPE("\"type\": \"circle\", \"radius\": 1, \"body\": 0"), "names no other body"},
    {SHAPE("\"type\": \"chain\", \"points\": [[0, 0], [1, 0]], \"materials\": []"),
     "materials: the list has 0 entries, not 1 to 1"},
    {"\"materials\": {\"ice\": {\"frictio\": 1}}", "materials.ice: unknown key 'frictio'"},
    {"\"materials\": {\"ice\": {}, \"mud\": {}, \"ice\": {}}",
     "materials: two materials have the name 'ice'"},
    {"\"name\": \"a\\u0000b\"", "line 1: a character that is 0"},
    {"\"steps\": 01", "line 1: a number that JSON does not allow"},
    {"\"dt\": 1.", "line 1: a number that JSON does not allow"},
    {"\"dt\": 1.e3", "line 1: a number that JSON does not allow"},
    {"\"dt\": -", "line 1: a number that JSON does not allow"},
    {"\"dt\": 1e+", "line 1: a number that JSON does not allow"},
    {"\"a\\u001b[2J\\nb\": 1", "unknown key 'a\\x1b[2J\\x0ab'"},
    {"\"\xc3\xa9\xff\xc2\x9b\": 1", "unknown key '\xc3\xa9\\xff\\xc2\\x9b'"},
    {"\"shapes\": [{\"type\": \"circle\", \"radius\": 1}]", "shapes[0]: the key 'body' is missing"},
    {"\"shapes\": [{\"type\": \"circle\", \"radius\": 1, \"body\": 0}]",
     "shapes[0].body: there are no bodies"},
    {JOINT("\"type\": \"gears\""), "joints[0].type: 'gears' is not one of: distance"},
    {JOINT("\"type\": \"gear\""), "joints[0]: the key 'body_a' is missing"},
    {JOINT("\"type\": \"gear\", \"body_a\": 0, \"body_b\": 2"),
     "joints[0].body_b: 2 is not in [0, 1]"},
    {JOINT("\"type\": \"gear\", \"body_a\": 0, \"body_b\": \"x\""),
     "joints[0].body_b: there is no body 'x'"},
    {JOINT("\"type\": \"weld\", \"body_a\": 0, \"body_b\": 1, \"repeat\": {\"count\": 2}"),
     "joints[0]: the joint is repeated beyond the 2 bodies"},
    {JOINT("\"type\": \"weld\", \"body_a\": 0, \"body_b\": 1, \"repeat\": {\"count\": 2, \"step\": "
           "0}"),
     "joints[0]: a joint that is repeated has a step that is not 0"},
    {JOINT("\"type\": \"weld\", \"body_a\": 0, \"body_b\": 0"), "joints[0]: scree_joint_create"},
    {JOINT("\"type\": \"weld\", \"body_a\": 0, \"body_b\": 1, \"axis\": [1, 0]"),
     "joints[0]: an axis comes with an anchor"},
    {JOINT("\"type\": \"weld\", \"body_a\": 0, \"body_b\": 1, \"hertz\": -2"),
     "joints[0].hertz: -2 1/s is not in [0, 1000000]"},
    {"\"parameters\": {\"n\": {}}", "parameters.n: the key 'default' is missing"},
    {"\"parameters\": {\"n\": {\"default\": 3, \"maximum\": 2}}", "the default 3 is not in"},
    {"\"parameters\": {\"n\": {\"default\": 3}}, \"steps\": \"$m\"", "there is no parameter 'm'"},
    {"\"parameters\": {\"n\": {\"default\": 3}, \"n\": {\"default\": 3}}", "comes twice"},
    {"\"parameters\": {\"size\": {\"default\": 0}}", "0 is not a size from 1 to 1e+06"},
    {"\"watch\": {\"tops\": [0]}", "watch.tops[0]: there are no bodies"},
    {"\"watch\": {\"limits\": {\"lower\": [0, 0]}}", "watch.limits: the key 'upper' is missing"},
    {"\"view\": {\"lower\": [0, 0], \"upper\": [0, 0]}", "view: lower is not below upper"},
    {"\"particles\": [{\"radius\": 0}]", "particles[0].radius: 0 m is not in [1e-12,"},
    {"\"particle_settings\": {\"max_speed\": 0}", "max_speed: 0 units/s is not in (0,"},
    {"\"soft_iterations\": 0", "soft_iterations: 0 is not in [1, 64]"},
    {"\"soft_bodies\": [{\"type\": \"jelly\"}]", "soft_bodies[0].type: 'jelly' is not one of: box"},
    {"\"soft_bodies\": [{\"type\": \"rope\"}]", "soft_bodies[0]: the key 'segments' is missing"},
    {"\"soft_bodies\": [{\"type\": \"free\", \"vertices\": [[0, 0], [1, 0]], \"edges\": [[0, 2]]}]",
     "soft_bodies[0].edges[0][1]: 2 is not in [0, 1]"},
    {"\"soft_bodies\": [{\"type\": \"free\", \"vertices\": [[0, 0]], \"masses\": [1, 2]}]",
     "soft_bodies[0].masses: the list has 2 entries, not 1 to 1"},
    {"\"soft_bodies\": [{\"type\": \"box\", \"half_width\": 1, \"half_height\": 1, \"attachments\":"
     " [{\"vertex\": 0}]}]",
     "soft_bodies[0].attachments[0]: the key 'body' is missing"},
};

static void assert_refused(const char *text, const char *message)
{
    char why[WHY_SIZE];
    const scree_scene *scene = scene_of_text(text, strlen(text), why);
    sc_scene_file_free(scene);
    if (scene != NULL || strstr(why, message) == NULL || strncmp(why, "f.json: ", 8) != 0)
        fail_msg("%s\n  gives   %s\n  and not %s", text, why, message);
}

TEST(a_wrong_value_is_refused_with_its_place)
{
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; ++i)
    {
        char text[1024];
        snprintf(text, sizeof text, "{\"scree\": 1, %s}", bad_texts[i].rest);
        assert_refused(text, bad_texts[i].message);
    }
}

TEST(text_that_is_no_scene_is_refused)
{
    static const bad_text texts[] = {
        {"", "line 1, column 1: this is not JSON"},
        {"{\n  \"a\": ?\n}", "line 2, column 8: this is not JSON"},
        {"{} x", "line 1, column 4: this is not JSON"},
        {"[]", "a list is not an object"},
        {"{}", "the key 'scree' is missing"},
        {"{\"scree\": 2}", "scree: 2 is not in [1, 1]"},
        {"{\"scree\": NaN}", "this is not JSON"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
        assert_refused(texts[i].rest, texts[i].message);
}

TEST(text_beyond_the_limits_is_refused)
{
    enum
    {
        SIZE = 2 * SC_FILE_MAX_VALUES + 64
    };
    char why[WHY_SIZE];
    scoped_memory char *text = malloc(SC_FILE_MAX_BYTES + 1);
    assert_non_null(text);
    memset(text, '[', SC_FILE_MAX_BYTES + 1);
    assert_null(scene_of_text(text, 40, why));
    assert_non_null(strstr(why, "line 1: lists and objects are nested deeper than 32"));
    assert_null(scene_of_text(text, SC_FILE_MAX_BYTES + 1, why));
    assert_non_null(strstr(why, "the file is larger than 67108864 bytes"));
    for (int i = 1; i + 1 < SIZE; i += 2)
        memcpy(text + i, "0,", 2);
    assert_null(scene_of_text(text, SIZE, why));
    assert_non_null(strstr(why, "line 1: more than 4000000 values"));
    assert_null(scene_of_text("{\"a\0\": 1}", 9, why));
    assert_non_null(strstr(why, "a byte that is 0"));
}

// The keys of a table one at a time, each with a number beyond its range.
static void check_table(const char *before, const char *after, const char *place,
                        const sc_field_table *table)
{
    for (int i = 0; i < table->count; ++i)
    {
        const sc_file_field *field = &table->fields[i];
        bool ranged = field->kind == SC_FIELD_FLOAT || field->kind == SC_FIELD_INT;
        for (int side = 0; ranged && side < 2; ++side)
        {
            double beyond = side == 0 ? field->low - 1.0 - fabs(field->low)
                                      : field->high + 1.0 + fabs(field->high);
            char text[512], message[128];
            snprintf(text, sizeof text, "{\"scree\": 1, %s\"%s\": %.17g%s}", before, field->name,
                     beyond, after);
            snprintf(message, sizeof message, "%s%s: ", place, field->name);
            assert_refused(text, message);
        }
    }
}

TEST(a_number_beyond_the_range_of_its_key_is_refused)
{
    check_table("\"world\": {", "}", "world.", &sc_world_fields);
    check_table("\"bodies\": [{", "}]", "bodies[0].", &sc_body_fields);
    check_table("\"materials\": {\"m\": {", "}}", "materials.m.", &sc_material_fields);
    check_table("\"particles\": [{", "}]", "particles[0].", &sc_particle_fields);
    check_table("\"particle_settings\": {", "}", "particle_settings.",
                &sc_particle_settings_fields);
    for (int i = 0; i < SC_FILE_SHAPE_COUNT; ++i)
    {
        char before[128];
        snprintf(before, sizeof before, "\"bodies\": [{\"shapes\": [{\"type\": \"%s\", ",
                 sc_shape_words[i]);
        check_table(before, "}]}]", "bodies[0].shapes[0].", &sc_shape_fields);
        check_table(before, "}]}]", "bodies[0].shapes[0].", sc_geometry_tables[i]);
    }
    for (int i = 0; i < SCREE_JOINT_TYPE_COUNT; ++i)
    {
        char before[128];
        snprintf(before, sizeof before, TWO "\"joints\": [{\"type\": \"%s\", ", sc_joint_words[i]);
        check_table(before, "}]", "joints[0].", &sc_joint_fields);
        check_table(before, "}]", "joints[0].", sc_joint_tables[i]);
    }
    for (int i = 0; i < SC_FILE_SOFT_COUNT; ++i)
    {
        char before[128];
        snprintf(before, sizeof before, "\"soft_bodies\": [{\"type\": \"%s\", ", sc_soft_words[i]);
        check_table(before, "}]", "soft_bodies[0].", &sc_soft_body_fields);
        check_table(before, "}]", "soft_bodies[0].", sc_soft_tables[i]);
    }
}

TEST(a_parameter_that_is_not_there_or_out_of_range_is_refused)
{
    static const char text[] = "{\"scree\": 1, \"parameters\": "
                               "{\"n\": {\"default\": 3, \"minimum\": 1, \"maximum\": 9}}}";
    const sc_file_value values[] = {{"m", 1.0}, {"n", 10.0}};
    const char *const messages[] = {"there is no parameter 'm'; the file has: n",
                                    "the parameter n is from 1 to 9, not 10"};
    for (int i = 0; i < 2; ++i)
    {
        char why[WHY_SIZE];
        assert_null(sc_scene_file_parse("f", text, strlen(text), &values[i], 1, why, sizeof why));
        assert_non_null(strstr(why, messages[i]));
    }
}
