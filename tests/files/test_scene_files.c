// Scene files: a written scene reads back bit for bit, and files make the objects that they list.
#include "tests/files/round_trips.h"

// Scenes that move, create or destroy bodies while they run.
static const char *const refused[] = {"junkyard", "rain"};

static bool is_refused(const char *name)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i)
    {
        if (strcmp(refused[i], name) == 0)
            return true;
    }
    return false;
}

TEST(a_scene_and_its_file_give_the_same_bits)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        bool written = round_trip(scene, scene->verify_size, 40);
        if (written == is_refused(scene->name))
            fail_msg("%s is %s", scene->name, written ? "written" : "refused");
    }
}

// Any finite float is a gravity scale and an angular velocity.
TEST(every_float_survives)
{
    static const float special[] = {0.0f,    -0.0f,       1e-45f,   -1e-45f,    1.17549421e-38f,
                                    FLT_MIN, FLT_MAX,     -FLT_MAX, 0.1f,       1.0f / 3.0f,
                                    1e8f,    16777216.0f, 1e-7f,    FLT_EPSILON};
    enum
    {
        SPECIAL = sizeof special / sizeof special[0],
        COUNT = 2000
    };
    const scree_scene *scene = scree_scene_find("stack");
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scree_world_def world_def = scree_world_def_default();
    scoped_world *world = scree_world_create(&world_def);
    uint32_t bits = 1;
    for (int i = 0; i < COUNT; ++i)
    {
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        bits = bits * 1664525u + 1013904223u;
        memcpy(&def.gravity_scale, &bits, sizeof bits);
        if (i < SPECIAL)
            def.gravity_scale = special[i];
        if (!isfinite(def.gravity_scale))
            def.gravity_scale = 1.0f;
        def.linear_velocity.x = def.gravity_scale;
        def.position.x = fmodf(def.gravity_scale, 1e7f);
        assert_int_not_equal(scree_body_create(world, &def).value, 0);
    }
    start->limits = (scree_aabb){{-1.0f, -1.0f}, {1.0f, 1.0f}};
    uint64_t expected = scree_world_state_hash(world);
    char why[WHY_SIZE];
    scoped_memory char *text = text_of_world(scene, world, start, why);
    assert_non_null(text);
    scoped_scene const scree_scene *read = scene_of_text(text, strlen(text), why);
    if (read == NULL)
        fail_msg("%s", why);
    scoped_world *copy = world_of_scene(read, 0, start);
    assert_true(scree_world_state_hash(copy) == expected);
}

static const char mass_text[] =
    "{\"scree\": 1, \"world\": {\"enable_sleep\": true}, \"bodies\": ["
    "{\"name\": \"a\", \"type\": \"dynamic\", \"angular_velocity\": 3, \"linear_velocity\": [1, 2],"
    " \"mass\": {\"mass\": 7, \"inertia\": 3, \"center\": [0.5, 0.25]},"
    " \"rotation\": [0.6, 0.8], \"shapes\": ["
    "{\"type\": \"circle\", \"radius\": 1, \"center\": [2, 0], \"sensor\": true,"
    " \"filter\": {\"mask\": \"0xfffffffffffffff0\", \"category\": 3, \"group\": -2}}]},"
    "{\"type\": \"dynamic\", \"asleep\": true, \"position\": [9, 9],"
    " \"shapes\": [{\"type\": \"segment\", \"point_a\": [0, 0], \"point_b\": [1, 0]}]},"
    "{\"shapes\": ["
    "{\"type\": \"chain_segment\", \"point_a\": [1, 0], \"point_b\": [0, 0], \"after\": [-1, 0]},"
    "{\"type\": \"chain\", \"points\": [[30, 0], [20, 0], [10, 1]], \"before\": [40, 0],"
    " \"two_sided\": true, \"materials\": [{\"friction\": 0.1}, {\"user_id\": 4294967295}]},"
    "{\"type\": \"chain\", \"loop\": true, \"points\": [[0, -9], [3, -9], [1, -5]]},"
    "{\"type\": \"half_space\", \"normal\": [0.1, 2], \"offset\": -40}]}]}";

TEST(all_that_bodies_and_shapes_have_is_written)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(mass_text, strlen(mass_text), why);
    if (scene == NULL)
        fail_msg("%s", why);
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, 0, start);
    scree_body_id body = scree_world_bodies(world).id[0];
    scree_vec2 velocity = scree_body_linear_velocity(world, body);
    assert_string_equal(scree_body_name(world, body), "a");
    assert_true(velocity.x == 1.0f && velocity.y == 2.0f);
    assert_true(scree_body_mass(world, body) == 7.0f);
    assert_true(scree_body_rotation(world, body).sin == 0.8f);
    assert_true(start->asleep[1] && !start->asleep[0]);
    assert_true(round_trip(scene, 0, 30));
}

static int count_bodies(const char *text, const sc_file_value *values, int count, int size)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene =
        sc_scene_file_parse("f", text, strlen(text), values, count, why, sizeof why);
    if (scene == NULL)
        fail_msg("%s", why);
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, size, start);
    return scree_world_counters(world).bodies;
}

TEST(parameters_count_bodies)
{
    static const char text[] =
        "{\"scree\": 1, \"parameters\": {\"size\": {\"default\": 3, \"maximum\": 9},"
        " \"rows\": {\"default\": 2}}, \"bodies\": [{\"repeat\": {\"grid\": "
        "{\"columns\": \"$size\", \"rows\": \"$rows\"}}}]}";
    const sc_file_value rows = {"rows", 5.0}, size = {"size", 4.0};
    assert_int_equal(count_bodies(text, NULL, 0, 0), 6);
    assert_int_equal(count_bodies(text, &rows, 1, 0), 15);
    assert_int_equal(count_bodies(text, &size, 1, 0), 8);
    assert_int_equal(count_bodies(text, &rows, 1, 7), 35);
}

TEST(a_seed_places_bodies)
{
    static const char text[] =
        "{\"scree\": 1, \"parameters\": {\"seed\": {\"default\": 1}}, \"bodies\": [{"
        "\"repeat\": {\"random\": {\"count\": 50, \"seed\": \"$seed\", \"lower\": [-2, 3],"
        " \"upper\": [4, 5]}}}]}";
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
    assert_non_null(scene);
    assert_true(scene->random);
    uint64_t hashes[3];
    const uint64_t seeds[] = {0, 1, 2};
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    for (int i = 0; i < 3; ++i)
    {
        scree_world_def def = scree_scene_world_def(scene, 0);
        scoped_world *world = scree_world_create(&def);
        scree_scene_params params = {.seed = seeds[i]};
        assert_true(scree_scene_create(scene, world, &params, start));
        hashes[i] = scree_world_hash(world);
        scree_body_view view = scree_world_bodies(world);
        for (int k = 0; k < view.count; ++k)
        {
            assert_true(view.x[k] >= -2.0f && view.x[k] < 4.0f);
            assert_true(view.y[k] >= 3.0f && view.y[k] < 5.0f);
        }
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] != hashes[2]);
}

TEST(the_examples_run)
{
    const char *const names[] = {"heap", "machine", "soft"};
    const int bodies[] = {20001, 16, 3};
    for (int i = 0; i < 3; ++i)
    {
        char path[64], why[WHY_SIZE];
        snprintf(path, sizeof path, "examples/scenes/%s.json", names[i]);
        size_t length;
        scoped_memory char *text = text_of_file(path, &length);
        scoped_scene const scree_scene *scene = scene_of_text(text, length, why);
        if (scene == NULL)
            fail_msg("%s", why);
        scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
        scoped_world *world = world_of_scene(scene, 0, start);
        assert_int_equal(scree_world_counters(world).bodies, bodies[i]);
        for (int k = 0; k < 10; ++k)
            assert_ok(scree_scene_step(scene, world, start, scree_scene_dt(scene), 4));
        assert_int_equal(scree_scene_measure(world, start).escaped, 0);
    }
}

TEST(soft_bodies_and_particles_are_built)
{
    size_t length;
    char why[WHY_SIZE];
    scoped_memory char *text = text_of_file("examples/scenes/soft.json", &length);
    scoped_scene const scree_scene *scene = scene_of_text(text, length, why);
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    scoped_world *world = world_of_scene(scene, 0, start);
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.soft_bodies, 3);
    assert_int_equal(counters.soft_vertices, 16 * 12 + 17 + 5);
    assert_int_equal(counters.particles, 100);
    assert_int_equal(scree_world_soft_iterations(world), 16);
    assert_true(round_trip(scene, 0, 30));
}

TEST(the_schema_is_that_of_the_reader)
{
    size_t length, made = 0;
    scoped_memory char *committed = text_of_file("docs/scene.schema.json", &length);
    char *text = NULL;
    FILE *file = open_memstream(&text, &made);
    sc_scene_file_write_schema(file);
    fclose(file);
    bool same = made == length && memcmp(text, committed, made) == 0;
    free(text);
    if (!same)
        fail_msg("%s", "`scree convert --schema -o docs/scene.schema.json` writes it again");
}
