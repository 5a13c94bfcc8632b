/// Particles in each other or beside others of another size: memory is bounded, overlap parts.
#include "tests/particles/pair_lists.h"

#define ON_ONE_SPOT 3000
#define ON_ONE_SHAPE 5000

static scree_world *empty_world(test_memory *memory, scree_simd simd, float gravity)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = gravity;
    def.simd = simd;
    if (memory != NULL)
    {
        def.allocator = allocator_of(memory);
    }
    return world_of(&def);
}

static void add_particles(scree_world *world, int count, const float *x, const float *y,
                          float radius, bool fixed)
{
    scree_particle_def def = scree_particle_def_default();
    def.radius = radius;
    def.fixed = fixed;
    scree_particle_batch batch = {.def = &def, .count = count, .x = x, .y = y};
    assert_ok(scree_particles_create(world, &batch, NULL));
}

TEST(particles_on_one_spot_take_memory_by_their_number)
{
    for (int substeps = 1; substeps <= 16; substeps *= 16)
    {
        test_memory memory;
        scree_world *world = empty_world(&memory, SCREE_SIMD_AUTO, -10.0f);
        add_particles(world, ON_ONE_SPOT, NULL, NULL, 0.5f, false);
        for (int n = 0; n < 6; ++n)
        {
            assert_ok(scree_world_step(world, STEP, substeps));
            assert_in_range(scree_world_counters(world).particle_pairs, ON_ONE_SPOT / 2,
                            SC_PAIRS_EACH * ON_ONE_SPOT);
            assert_in_range(memory.bytes, 1, 6 * 1024 * ON_ONE_SPOT);
        }
        end_counted(world, &memory);
    }
}

static double deepest(const sc_circles *c)
{
    double largest = 0.0;
    for (int a = 0; a < c->count; ++a)
    {
        for (int b = a + 1; b < c->count; ++b)
        {
            double apart = hypot((double)(c->x[a] - c->x[b]), (double)(c->y[a] - c->y[b]));
            largest = fmax(largest, (double)(c->radius[a] + c->radius[b]) - apart);
        }
    }
    return largest;
}

TEST(a_heap_on_one_spot_comes_apart)
{
    // One spot, two close ones, one in a fixed particle; on one line 400 would part slowly.
    static float x[3][400], y[400];
    test_random random = random_of(9);
    for (int i = 0; i < 400; ++i)
    {
        y[i] = random_between(&random, 0.0f, 0.01f);
        x[1][i] = i % 2 == 0 ? 0.0f : 0.7f;
        x[2][i] = 0.01f * (float)(i % 3);
    }
    for (int i = 0; i < 3; ++i)
    {
        scoped_world *world = empty_world(NULL, SCREE_SIMD_AUTO, 0.0f);
        scree_particle_settings settings = scree_particle_settings_default();
        settings.damping = 20.0f;
        assert_ok(scree_world_set_particle_settings(world, &settings));
        add_particles(world, 400, x[i], y, 0.5f, false);
        add_particles(world, 1, NULL, NULL, 3.0f, i == 2);
        assert_near(deepest(&world->circles), 3.5, 0.1);
        for (int n = 0; n < 300; ++n)
        {
            assert_ok(scree_world_step(world, STEP, n == 0 ? 1 : SUBSTEPS));
            assert_true(world->circles.neighbours.truncated || n > 0);
        }
        assert_false(world->circles.neighbours.truncated);
        assert_at_most(deepest(&world->circles), 0.02);
    }
}

TEST(every_instruction_set_moves_a_crowd_alike)
{
    static float x[700], y[700];
    test_random random = random_of(5);
    for (int i = 0; i < 700; ++i)
    {
        x[i] = random_between(&random, 0.0f, 1.0f);
        y[i] = random_between(&random, 0.0f, 1.0f);
    }
    scoped_world *scalar = empty_world(NULL, SCREE_SIMD_SCALAR, -10.0f);
    scoped_world *wide = empty_world(NULL, SCREE_SIMD_AUTO, -10.0f);
    add_particles(wide, 700, x, y, 0.3f, false);
    for (int i = 0; i < 700; ++i)
    {
        add_particle(scalar, x[i], y[i], 0.3f);
    }
    add_crate(scalar, 0.5f, -1.0f, 1.5f, 0.5f);
    add_crate(wide, 0.5f, -1.0f, 1.5f, 0.5f);
    for (int n = 0; n < 40; ++n)
    {
        assert_ok(scree_world_step(scalar, STEP, SUBSTEPS));
        assert_ok(scree_world_step(wide, STEP, SUBSTEPS));
        assert_true(scree_world_hash(scalar) == scree_world_hash(wide));
    }
}

/// Two fixed ones are no pair and never part: each would search all for 64 pairs.
TEST(fixed_particles_on_one_spot_are_looked_at_by_their_number)
{
    enum
    {
        COUNT = 3000,
        // A fixed particle is tested against 256 moving ones that overlap it, and a moving one soon
        // finds its 64.
        EACH = 512
    };
    static float inside[COUNT], beside[COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        beside[i] = 1.1f;
    }
    const struct
    {
        int movable;
        const float *x;
        int64_t largest;
    } cases[] = {{1, inside, 4 * COUNT},
                 {1, beside, 4 * COUNT},
                 {COUNT, inside, 2 * EACH * COUNT},
                 {COUNT, beside, 2 * EACH * COUNT}};
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = empty_world(NULL, SCREE_SIMD_AUTO, 0.0f);
        bool fixed_first = i % 2 == 0;
        add_particles(world, fixed_first ? COUNT : cases[i / 2].movable,
                      fixed_first ? NULL : cases[i / 2].x, NULL, 0.5f, fixed_first);
        add_particles(world, fixed_first ? cases[i / 2].movable : COUNT,
                      fixed_first ? cases[i / 2].x : NULL, NULL, 0.5f, !fixed_first);
        for (int n = 0; n < 3; ++n)
        {
            assert_ok(scree_world_step(world, STEP, 1));
            assert_in_range(world->circles.neighbours.looks, 1, cases[i / 2].largest);
        }
    }
}

TEST(what_lies_on_stacks_of_fixed_particles_meets_each_of_them)
{
    enum
    {
        STACKS = 40,
        EACH = 20,
        MOVABLE = 30
    };
    static float fixed_x[STACKS * EACH];
    for (int i = 0; i < STACKS * EACH; ++i)
    {
        fixed_x[i] = 0.4f * (float)(i % STACKS);
    }
    float x[MOVABLE], y[MOVABLE];
    for (int i = 0; i < MOVABLE; ++i)
    {
        x[i] = 0.2f + 0.5f * (float)i;
        y[i] = 0.7f;
    }
    scoped_world *scalar = empty_world(NULL, SCREE_SIMD_SCALAR, -10.0f);
    scoped_world *wide = empty_world(NULL, SCREE_SIMD_AUTO, -10.0f);
    scree_world *worlds[2] = {scalar, wide};
    for (int i = 0; i < 2; ++i)
    {
        add_particles(worlds[i], STACKS * EACH, fixed_x, NULL, 0.5f, true);
        add_particles(worlds[i], MOVABLE, x, y, 0.2f, false);
    }
    for (int n = 0; n < 30; ++n)
    {
        assert_ok(scree_world_step(scalar, STEP, SUBSTEPS));
        assert_ok(scree_world_step(wide, STEP, SUBSTEPS));
        assert_true(scree_world_hash(scalar) == scree_world_hash(wide));
        assert_true(wide->circles.neighbours.by_radius && !wide->circles.neighbours.truncated);
        assert_true(wide->circles.neighbours.pair_count > MOVABLE * EACH);
        free(whole_list(&wide->circles));
    }
}

TEST(dust_beside_giants_keeps_all_its_pairs)
{
    enum
    {
        SIDE = 40,
        COUNT = SIDE * SIDE
    };
    static float x[COUNT], y[COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        x[i] = 0.11f * (float)(i % SIDE - SIDE / 2) + 0.02f * (float)(i / SIDE % 2);
        y[i] = 0.06f + 0.11f * (float)(i / SIDE);
    }
    test_memory memory;
    scoped_world *world = empty_world(&memory, SCREE_SIMD_AUTO, -10.0f);
    const float giants_x[3] = {0.0f, 1500.0f, -1500.0f}, giants_y[3] = {-500.0f, 0.0f, 0.0f};
    add_particles(world, 3, giants_x, giants_y, 500.0f, true);
    add_particles(world, COUNT, x, y, 0.05f, false);
    for (int n = 0; n < 60; ++n)
    {
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        assert_true(world->circles.neighbours.by_radius && !world->circles.neighbours.truncated);
        assert_in_range(memory.bytes, 1, 6 * 1024 * COUNT);
        if (n % 6 == 0)
        {
            free(whole_list(&world->circles));
        }
    }
    // It lies on the ball under it, and not in it.
    scree_particle_view p = scree_world_particles(world);
    for (int i = 0; i < p.count; ++i)
    {
        double height = hypot((double)p.x[i], (double)(p.y[i] + 500.0f)) - 500.0;
        assert_true(p.inverse_mass[i] == 0.0f || height > 0.03);
    }
}

TEST(thousands_on_one_shape_take_memory_by_their_number)
{
    static float x[ON_ONE_SHAPE], y[ON_ONE_SHAPE];
    for (int i = 0; i < ON_ONE_SHAPE; ++i)
    {
        x[i] = 0.11f * (float)(i % 100);
        y[i] = 0.11f * (float)(i / 100);
    }
    test_memory memory;
    scoped_world *world = empty_world(&memory, SCREE_SIMD_AUTO, -10.0f);
    add_box(world, add_body(world, SCREE_BODY_STATIC, 5.0f, 2.0f, 0.1f), usual_shape(), 6.0f, 3.0f);
    add_crate(world, 5.0f, 2.0f, 6.0f, 3.0f);
    add_particles(world, ON_ONE_SHAPE, x, y, 0.05f, false);
    for (int n = 0; n < 4; ++n)
    {
        assert_ok(scree_world_step(world, STEP, n == 0 ? 1 : SUBSTEPS));
        assert_true(scree_world_counters(world).particle_shape_pairs > ON_ONE_SHAPE || n > 0);
        assert_in_range(memory.bytes, 1, 6 * 1024 * ON_ONE_SHAPE);
    }
}
