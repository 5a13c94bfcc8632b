/// The instruction set that a world gets: by name, by itself, and by SCREE_SIMD in the environment.
#include "tests/support/worlds.h"

#ifdef _WIN32
static int setenv(const char *name, const char *value, int overwrite)
{
    (void)overwrite;
    return _putenv_s(name, value);
}

static int unsetenv(const char *name) { return _putenv_s(name, ""); }
#endif

static scree_world *create_with(scree_simd simd)
{
    scree_world_def def = scree_world_def_default();
    def.simd = simd;
    return scree_world_create(&def);
}

static int leave_environment(void **state)
{
    (void)state;
    return unsetenv("SCREE_SIMD");
}

TEST_WITH(without_a_wish_the_widest_set_is_taken, NULL, leave_environment)
{
    scree_simd widest = SCREE_SIMD_SCALAR;
    for (int i = SCREE_SIMD_SCALAR; i <= SCREE_SIMD_SIMD128; ++i)
    {
        widest = scree_simd_is_supported((scree_simd)i) ? (scree_simd)i : widest;
    }
    static const char *const values[] = {NULL, "", "auto"};
    for (int i = 0; i < 3; ++i)
    {
        assert_int_equal(
            values[i] == NULL ? unsetenv("SCREE_SIMD") : setenv("SCREE_SIMD", values[i], 1), 0);
        assert_int_equal(scree_simd_best(), widest);
        assert_true(scree_simd_is_supported(SCREE_SIMD_AUTO));
        scoped_world *world = create_with(SCREE_SIMD_AUTO);
        assert_non_null(world);
        assert_int_equal(scree_world_simd(world), widest);
    }
}

TEST_WITH(the_environment_names_the_set, NULL, leave_environment)
{
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        scree_simd simd = (scree_simd)i;
        assert_int_equal(scree_simd_from_name(scree_simd_name(simd)), simd);
        assert_int_equal(setenv("SCREE_SIMD", scree_simd_name(simd), 1), 0);
        bool supported = scree_simd_is_supported(simd);
        assert_int_equal(scree_simd_is_supported(SCREE_SIMD_AUTO), supported);
        assert_int_equal(scree_simd_best(), supported ? simd : SCREE_SIMD_COUNT);
        scoped_world *world = create_with(SCREE_SIMD_AUTO);
        assert_int_equal(world != NULL, supported);
        if (world == NULL)
        {
            assert_non_null(strstr(scree_error_text(NULL), scree_simd_name(simd)));
            continue;
        }
        assert_int_equal(scree_world_simd(world), simd);
    }
}

/// The hash after a pile has grown by a ball a step to 40, and shrunk to 10 again.
static uint64_t grow_and_shrink(scree_simd simd)
{
    scoped_world *world = create_with(simd);
    assert_non_null(world);
    scree_shape_def ground = scree_shape_def_default();
    add_ground(world, &ground);
    scree_body_id ball[40];
    for (int i = 0; i < 40; ++i)
    {
        ball[i] = add_ball(world, 0.3f * (float)(i % 7), 1.0f + 0.8f * (float)(i % 5), 0.3f);
        run_steps(world, 1);
    }
    run_steps(world, 20);
    for (int i = 0; i < 30; ++i)
    {
        scree_body_destroy(world, ball[i]);
        run_steps(world, 1);
    }
    run_steps(world, 20);
    return scree_world_state_hash(world);
}

TEST_WITH(small_worlds_without_a_wish_have_the_bits_of_every_set, NULL, leave_environment)
{
    assert_int_equal(unsetenv("SCREE_SIMD"), 0);
    const uint64_t hash = grow_and_shrink(SCREE_SIMD_AUTO);
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        if (scree_simd_is_supported((scree_simd)i))
        {
            assert_true(grow_and_shrink((scree_simd)i) == hash);
        }
    }
}

TEST_WITH(a_misspelt_set_in_the_environment_is_refused_and_named, NULL, leave_environment)
{
    static const char *const values[] = {"avx3", "AVX2", " avx2", "scalar,sse2", "unknown", "0"};
    for (int i = 0; i < 6; ++i)
    {
        assert_int_equal(setenv("SCREE_SIMD", values[i], 1), 0);
        assert_int_equal(scree_simd_best(), SCREE_SIMD_COUNT);
        assert_false(scree_simd_is_supported(SCREE_SIMD_AUTO));
        assert_null(create_with(SCREE_SIMD_AUTO));
        scree_error error = scree_world_last_error(NULL);
        assert_int_equal(error.code, SCREE_ERROR_ARGUMENT);
        assert_string_equal(error.argument, "SCREE_SIMD");
        assert_non_null(strstr(error.text, values[i]));
        for (int k = SCREE_SIMD_AUTO; k < SCREE_SIMD_COUNT; ++k)
        {
            bool named = strstr(error.text, scree_simd_name((scree_simd)k)) != NULL;
            assert_true(named || !scree_simd_is_supported((scree_simd)k));
        }
        // A set named in the definition overrides the environment.
        scoped_world *world = create_with(SCREE_SIMD_SCALAR);
        assert_non_null(world);
    }
}

TEST_WITH(a_value_of_any_length_and_any_bytes_gives_one_sentence, NULL, leave_environment)
{
    char value[4096];
    for (int length = 1; length < 4096; length *= 2)
    {
        for (int i = 0; i < length; ++i)
        {
            value[i] = (char)(1 + i % 255);
        }
        value[length] = '\0';
        assert_int_equal(setenv("SCREE_SIMD", value, 1), 0);
        assert_null(create_with(SCREE_SIMD_AUTO));
        const char *text = scree_error_text(NULL);
        assert_true(strlen(text) < sizeof((scree_error){0}).text - 1);
        // The list is whole.
        for (int k = SCREE_SIMD_SCALAR; k < SCREE_SIMD_COUNT; ++k)
        {
            bool named = strstr(text, scree_simd_name((scree_simd)k)) != NULL;
            assert_true(named || !scree_simd_is_supported((scree_simd)k));
        }
        for (const char *c = text; *c != '\0'; ++c)
        {
            assert_true(*c >= ' ' && *c <= '~');
        }
    }
}
