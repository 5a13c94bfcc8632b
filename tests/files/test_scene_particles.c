// Particles of scene files: written one by one, read to the bit, created before a step.
#include "tests/files/round_trips.h"

static uint32_t next_bits(uint32_t *bits) { return *bits = *bits * 1664525u + 1013904223u; }

// A float of any exponent in a range, from random bits.
static float float_between(uint32_t *bits, float low, float high)
{
    double part = (double)next_bits(bits) / 4294967296.0;
    return (float)((double)low * pow((double)high / (double)low, part));
}

static scree_world *world_with_particles(int count)
{
    scree_world_def def = scree_world_def_default();
    scree_world *world = scree_world_create(&def);
    uint32_t bits = 7;
    for (int i = 0; i < count; ++i)
    {
        scree_particle_def particle = scree_particle_def_default();
        particle.position = (scree_vec2){float_between(&bits, 1e-3f, 1e4f), -3.0f * (float)i};
        particle.velocity = (scree_vec2){-float_between(&bits, 1e-30f, 1e3f), i % 5 ? 0.0f : -0.0f};
        particle.radius = float_between(&bits, 2e-6f, 9e5f);
        particle.density = float_between(&bits, 1e-9f, 1e9f);
        particle.fixed = i % 7 == 3;
        assert_int_not_equal(scree_particle_create(world, &particle).value, 0);
    }
    return world;
}

TEST(every_mass_and_velocity_of_particles_survives)
{
    enum
    {
        COUNT = 3000
    };
    const scree_scene *scene = scree_scene_find("stack");
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    start->limits = (scree_aabb){{-1.0f, -1.0f}, {1.0f, 1.0f}};
    scoped_world *world = world_with_particles(COUNT);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.friction = 1.0f / 3.0f;
    settings.damping = 0.1f;
    settings.container = SCREE_CONTAINER_BOX;
    settings.container_size = (scree_vec2){1e6f, 123456.7f};
    settings.mask = 0xfffffffffffffff1u;
    assert_ok(scree_world_set_particle_settings(world, &settings));
    uint64_t expected = scree_world_state_hash(world);
    char why[WHY_SIZE];
    scoped_memory char *text = text_of_world(scene, world, start, why);
    if (text == NULL)
        fail_msg("%s", why);
    scoped_scene const scree_scene *read = scene_of_text(text, strlen(text), why);
    if (read == NULL)
        fail_msg("%s", why);
    scoped_world *copy = world_of_scene(read, 0, start);
    scree_particle_view a = scree_world_particles(world), b = scree_world_particles(copy);
    assert_int_equal(b.count, COUNT);
    assert_memory_equal(a.inverse_mass, b.inverse_mass, COUNT * sizeof *a.inverse_mass);
    assert_memory_equal(a.vx, b.vx, COUNT * sizeof *a.vx);
    assert_memory_equal(a.vy, b.vy, COUNT * sizeof *a.vy);
    assert_true(scree_world_state_hash(copy) == expected);
}

static const char poured[] =
    "{\"scree\": 1, \"steps\": 60, \"bodies\": [{\"shapes\": [{\"type\": \"half_space\"}]}],"
    " \"particles\": [{\"position\": [0, 5], \"density\": 0.3, \"radius\": 0.25},"
    " {\"step\": 7, \"position\": [2, 5], \"velocity\": [0, -1]},"
    " {\"step\": 0, \"position\": [3, 5], \"fixed\": true},"
    " {\"step\": 7, \"radius\": 0.1, \"repeat\": {\"grid\": {\"columns\": 3, \"rows\": 2,"
    " \"origin\": [5, 5], \"spacing\": [1, 1]}}}]}";

TEST(particles_with_a_step_are_created_before_it)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(poured, strlen(poured), why);
    if (scene == NULL)
        fail_msg("%s", why);
    scoped_memory scree_scene_state *states = calloc(2, sizeof *states);
    scoped_world *world = world_of_scene(scene, 0, &states[0]);
    scoped_world *other = world_of_scene(scene, 0, &states[1]);
    assert_ptr_equal(states[0].later, states[1].later);
    for (int i = 0; i < 12; ++i)
    {
        int expected = i == 0 ? 1 : i <= 7 ? 2 : 9;
        assert_int_equal(scree_world_particles(world).count, expected);
        assert_int_equal(scree_world_particles(other).count, expected);
        assert_ok(scree_scene_step(scene, world, &states[0], 1.0f / 60.0f, 4));
        assert_ok(scree_scene_step(scene, other, &states[1], 1.0f / 60.0f, 4));
    }
    assert_true(scree_world_state_hash(world) == scree_world_state_hash(other));
    assert_true(round_trip(scene, 0, 60));
}

// The number of particles may follow from parameters: each world has a list of its own.
TEST(worlds_of_one_file_have_their_own_later_particles)
{
    static const char text[] =
        "{\"scree\": 1, \"parameters\": {\"size\": {\"default\": 4}, \"n\": {\"default\": 2}},"
        " \"particles\": [{\"step\": \"$n\", \"repeat\": {\"random\": {\"count\": \"$size\","
        " \"seed\": 3, \"lower\": [0, 0], \"upper\": [50, 50]}}}]}";
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
    if (scene == NULL)
        fail_msg("%s", why);
    scoped_memory scree_scene_state *states = calloc(2, sizeof *states);
    scoped_world *four = world_of_scene(scene, 4, &states[0]);
    scoped_world *nine = world_of_scene(scene, 9, &states[1]);
    for (int i = 0; i < 3; ++i)
    {
        assert_int_equal(scree_world_particles(four).count, 0);
        assert_int_equal(scree_world_particles(nine).count, 0);
        assert_ok(scree_scene_step(scene, four, &states[0], 1.0f / 60.0f, 4));
        assert_ok(scree_scene_step(scene, nine, &states[1], 1.0f / 60.0f, 4));
        if (i == 2)
        {
            assert_int_equal(scree_world_particles(four).count, 4);
            assert_int_equal(scree_world_particles(nine).count, 9);
        }
    }
}

// Nothing is left for the step that would fail.
TEST(bad_later_particles_are_refused_when_the_file_is_read)
{
    static const struct
    {
        const char *entry, *message;
    } cases[] = {
        {"{\"step\": -1}", "particles[0].step: -1 is not in [0, 10000000]"},
        {"{\"step\": 10000001}", "particles[0].step: 10000001 is not in [0, 10000000]"},
        {"{\"step\": 1e300}", "particles[0].step: "},
        {"{\"step\": 1.5}", "particles[0].step: "},
        {"{\"step\": \"soon\"}", "particles[0].step: "},
        {"{\"step\": null}", "particles[0].step: "},
        {"{\"step\": [1]}", "particles[0].step: "},
        {"{\"step\": 1, \"step\": 2}", "comes twice"},
        {"{\"step\": 3, \"position\": [1e9, 0]}", "particles[0].position"},
        {"{\"step\": 3, \"radius\": 1e-9}", "particles[0]: scree_particle_create: def.radius"},
        {"{}, {\"step\": 3, \"radius\": 1e9}", "particles[1]: scree_particle_create: def.radius"},
        {"{\"step\": 3, \"velocity\": [1e39, 0]}", "particles[0].velocity"},
        {"{\"step\": 3, \"density\": 0}", "particles[0].density"},
        {"{\"step\": 3, \"position\": [0, 0], \"repeat\": {}}", "particles[0]"},
        {"{\"step\": 3, \"repeat\": {\"grid\": {\"columns\": 2000, \"rows\": 2000}}}", "particles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
    {
        char text[512], why[WHY_SIZE];
        snprintf(text, sizeof text, "{\"scree\": 1, \"particles\": [%s]}", cases[i].entry);
        scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
        if (scene != NULL || strstr(why, cases[i].message) == NULL)
            fail_msg("%s\n  gives   %s\n  and not %s", text, scene != NULL ? "a scene" : why,
                     cases[i].message);
    }
}

TEST(a_scene_that_pours_particles_is_written_with_all_of_them)
{
    const scree_scene *scene = scree_scene_find("verlet_circles");
    char why[WHY_SIZE];
    scoped_memory scree_scene_state *states = calloc(2, sizeof *states);
    scoped_world *world = world_of_scene(scene, 40, &states[0]);
    scoped_memory char *text = text_of_world(scene, world, &states[0], why);
    if (text == NULL)
        fail_msg("%s", why);
    scoped_scene const scree_scene *read = scene_of_text(text, strlen(text), why);
    if (read == NULL)
        fail_msg("%s", why);
    // A file of the file is the same file.
    scoped_world *copy = world_of_scene(read, 0, &states[1]);
    assert_int_equal(scree_world_particles(copy).count, 0);
    scoped_memory char *again = text_of_world(read, copy, &states[1], why);
    assert_non_null(again);
    assert_string_equal(text, again);
    for (int i = 0; i < 100; ++i)
        assert_ok(scree_scene_step(read, copy, &states[1], scree_scene_dt(read), 8));
    assert_int_equal(scree_world_particles(copy).count, 40);
}
