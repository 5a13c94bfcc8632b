/// How two surfaces become one: the rules written again, and the table beside a plain array.
#include "dynamics/contacts/mixing.h"
#include "tests/support/worlds.h"
#include "world/world_state.h"

static scree_material random_material(test_random *random)
{
    return (scree_material){.friction = random_between(random, 0.0f, 2.0f),
                            .static_friction = random_between(random, -1.0f, 2.0f),
                            .restitution = random_between(random, 0.0f, 1.0f),
                            .rolling_resistance = random_between(random, 0.0f, 0.5f),
                            .tangent_speed = random_between(random, -3.0f, 3.0f)};
}

static double friction_by(scree_friction_mixing rule, double a, double b)
{
    const double values[] = {sqrt(a * b), hypot(a, b), (a + b) / 2.0,
                             a * b,       fmin(a, b),  fmax(a, b)};
    return values[rule];
}

static double restitution_by(scree_restitution_mixing rule, double a, double b)
{
    const double values[] = {fmax(a, b), fmin(a, b), a * b};
    return values[rule];
}

TEST(surfaces_mix_as_the_rules_say_in_either_order)
{
    test_random random = random_of(81);
    for (int i = 0; i < 5000; ++i)
    {
        sc_mixing mixing = {.friction = (scree_friction_mixing)(i % 6),
                            .restitution = (scree_restitution_mixing)(i % 3)};
        scree_material a = random_material(&random), b = random_material(&random);
        float radius = random_between(&random, 0.0f, 4.0f);
        scree_contact_material surface = sc_mix(&mixing, &a, &b, radius),
                               swapped = sc_mix(&mixing, &b, &a, radius);
        assert_memory_equal(&surface, &swapped, sizeof surface);
        double friction = friction_by(mixing.friction, (double)a.friction, (double)b.friction);
        // A surface sticks at least as hard as it slides.
        double sticks = friction_by(mixing.friction, fmax(a.friction, a.static_friction),
                                    fmax(b.friction, b.static_friction));
        assert_near(surface.friction, friction, 1e-6);
        assert_near(surface.static_friction, fmax(sticks, friction), 1e-6);
        assert_near(
            surface.restitution,
            restitution_by(mixing.restitution, (double)a.restitution, (double)b.restitution), 1e-6);
        assert_near(surface.rolling_resistance,
                    fmax(a.rolling_resistance, b.rolling_resistance) * (double)radius, 1e-6);
        assert_near(surface.tangent_speed, (double)a.tangent_speed + (double)b.tangent_speed, 1e-6);
    }
}

#define KINDS 12

/// The table, and its expected contents: friction 0 for absent entries.
typedef struct tables
{
    sc_memory memory;
    sc_mixing mixing;
    float friction[KINDS][KINDS];
} tables;

static void check_all(const tables *t)
{
    scree_material a = {.friction = 3.0f}, b = {.friction = 3.0f};
    for (uint32_t i = 0; i < KINDS; ++i)
    {
        for (uint32_t k = 0; k < KINDS; ++k)
        {
            a.user_id = 1000u * i;
            b.user_id = 1000u * k;
            float expected = t->friction[i][k] > 0.0f ? t->friction[i][k] : 3.0f;
            assert_true(sc_mix(&t->mixing, &a, &b, 1.0f).friction == expected);
        }
    }
}

/// A power of two, at most half used and, except for the smallest, at least an eighth.
static void check_capacity(const sc_mixing *mixing)
{
    int used = 0;
    for (int i = 0; i < mixing->pair_capacity; ++i)
    {
        used += mixing->pairs[i].used;
    }
    assert_int_equal(used, mixing->pair_count);
    assert_true(2 * used <= mixing->pair_capacity);
    assert_true(mixing->pair_capacity <= 16 || 8 * used >= mixing->pair_capacity);
    assert_int_equal(mixing->pair_capacity & (mixing->pair_capacity - 1), 0);
}

TEST(the_table_of_pairs_holds_what_was_set_last)
{
    tables t = {.memory = sc_memory_make(&(scree_allocator){0})};
    test_random random = random_of(82);
    for (int i = 0; i < 2000; ++i)
    {
        int a = random_below(&random, KINDS), b = random_below(&random, KINDS);
        // Grows to nearly all pairs and shrinks to nearly none, in turn.
        bool removes = random_below(&random, 8) < (i / 250 % 2 == 0 ? 1 : 7);
        float friction = removes ? 0.0f : random_between(&random, 0.1f, 1.0f);
        scree_contact_material mixed = {friction, friction, 0.0f, 0.0f, 0.0f};
        assert_true(sc_mixing_set_pair(&t.mixing, &t.memory, 1000u * (uint32_t)a,
                                       1000u * (uint32_t)b, removes ? NULL : &mixed));
        t.friction[a][b] = t.friction[b][a] = friction;
        check_all(&t);
        check_capacity(&t.mixing);
    }
    sc_store_release(&sc_mixing_store, &t.mixing, &t.memory);
    assert_true(t.memory.bytes == 0);
}

#define MANY 160000

/// Mean length, by slot, of its run of used slots: no less than a look-up there goes over.
static double mean_run(const sc_mixing *mixing)
{
    double sum = 0.0, run = 0.0;
    for (int i = 0; i <= mixing->pair_capacity; ++i)
    {
        bool used = i < mixing->pair_capacity && mixing->pairs[i].used;
        sum += used ? 0.0 : run * run;
        run = used ? run + 1.0 : 0.0;
    }
    return sum / (double)mixing->pair_capacity;
}

static scree_contact_material material_of(int i)
{
    float friction = (float)(i + 1) / (float)MANY;
    return (scree_contact_material){friction, friction, 0.0f, 0.0f, 0.0f};
}

/// Entry i of a layout: ids in a run, in multiples of a power of two, and of pairs of one id.
static void pair_of(int layout, int i, uint32_t *a, uint32_t *b)
{
    uint32_t n = (uint32_t)i;
    *a = layout == 0 ? n : layout == 1 ? n << 12 : n % 400u;
    *b = layout == 0 ? n : layout == 1 ? 0u : 400u + n / 400u;
}

TEST(the_cost_of_a_pair_does_not_grow_with_the_table)
{
    for (int round = 0; round < 12; ++round)
    {
        int layout = round % 3;
        bool sets_down = round / 3 % 2 == 1, removes_down = round / 6 == 1;
        sc_memory memory = sc_memory_make(&(scree_allocator){0});
        sc_mixing mixing = {0};
        uint32_t a, b;
        for (int i = 0; i < MANY; ++i)
        {
            int at = sets_down ? MANY - 1 - i : i;
            scree_contact_material mixed = material_of(at);
            pair_of(layout, at, &a, &b);
            assert_true(sc_mixing_set_pair(&mixing, &memory, a, b, &mixed));
            if ((i & (i - 1)) == 0)
            {
                assert_true(mean_run(&mixing) < 8.0);
            }
        }
        assert_true(memory.bytes <= 4u * MANY * sizeof *mixing.pairs);
        for (int i = 0; i < MANY; ++i)
        {
            scree_material first = {0}, second = {0};
            int at = removes_down ? MANY - 1 - i : i;
            pair_of(layout, at, &first.user_id, &second.user_id);
            assert_true(sc_mix(&mixing, &second, &first, 0.0f).friction ==
                        material_of(at).friction);
            assert_true(sc_mixing_set_pair(&mixing, &memory, second.user_id, first.user_id, NULL));
            assert_true(sc_mix(&mixing, &second, &first, 0.0f).friction == 0.0f);
            int left = MANY - 1 - i;
            if ((left & (left - 1)) == 0)
            {
                assert_true(mean_run(&mixing) < 8.0);
                assert_true(memory.bytes <= (8u * (size_t)left + 16u) * sizeof *mixing.pairs);
            }
        }
        assert_int_equal(mixing.pair_count, 0);
        sc_store_release(&sc_mixing_store, &mixing, &memory);
        assert_true(memory.bytes == 0);
    }
}

TEST(a_table_without_memory_to_grow_stays_and_still_lets_go)
{
    test_memory counted;
    scree_allocator allocator = allocator_of(&counted);
    sc_memory memory = sc_memory_make(&allocator);
    sc_mixing mixing = {0};
    int count = 0, refused = 0;
    for (int i = 0; i < 300; ++i)
    {
        scree_contact_material mixed = material_of(i);
        counted.calls = 0;
        counted.fail_at = 0;
        uint64_t bytes = memory.bytes;
        if (!sc_mixing_set_pair(&mixing, &memory, (uint32_t)i, 7u, &mixed))
        {
            ++refused;
            assert_int_equal(mixing.pair_count, count);
            assert_true(memory.bytes == bytes);
            counted.fail_at = -1;
            assert_true(sc_mixing_set_pair(&mixing, &memory, (uint32_t)i, 7u, &mixed));
        }
        ++count;
    }
    assert_int_equal(mixing.pair_count, count);
    assert_true(refused > 3);
    counted.calls = 0;
    counted.fail_at = 0;
    counted.fail_after = true;
    for (int i = 0; i < 300; ++i)
    {
        scree_contact_material changed = material_of(1000 + i);
        scree_material a = {.user_id = 7u}, b = {.user_id = (uint32_t)i};
        assert_true(sc_mix(&mixing, &a, &b, 0.0f).friction == material_of(i).friction);
        assert_true(sc_mixing_set_pair(&mixing, &memory, 7u, (uint32_t)i, &changed));
        assert_true(sc_mix(&mixing, &a, &b, 0.0f).friction == changed.friction);
        assert_true(sc_mixing_set_pair(&mixing, &memory, 7u, (uint32_t)i, NULL));
        assert_true(sc_mix(&mixing, &a, &b, 0.0f).friction == 0.0f);
    }
    assert_int_equal(mixing.pair_count, 0);
    sc_store_release(&sc_mixing_store, &mixing, &memory);
    assert_true(memory.bytes == 0 && counted.blocks == 0);
}

TEST(a_surface_that_starts_to_run_takes_along_what_rests_on_it)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = def.material.static_friction = 0.5f;
    scree_body_id ground = add_body(world, SCREE_BODY_STATIC, 0.0f, -0.5f, 0.0f);
    scree_polygon slab = scree_polygon_box(100.0f, 0.5f);
    scree_shape_id belt = scree_shape_create_polygon(world, ground, &def, &slab);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f, 0.5f);
    run_seconds(world, 2.0f);
    assert_near(scree_body_linear_velocity(world, box).x, 0.0, 1e-4);
    scree_material running = def.material, smooth = def.material;
    running.tangent_speed = 2.0f;
    assert_ok(scree_shape_set_material(world, belt, &running));
    run_seconds(world, 2.0f);
    assert_near(fabsf(scree_body_linear_velocity(world, box).x), 2.0, 0.01);
    assert_ok(scree_shape_set_material(world, belt, &def.material));
    run_seconds(world, 2.0f);
    assert_near(scree_body_linear_velocity(world, box).x, 0.0, 1e-3);
    smooth.friction = smooth.static_friction = 0.0f;
    assert_ok(scree_shape_set_material(world, belt, &smooth));
    scree_body_set_velocity(world, box, (scree_vec2){3.0f, 0.0f}, 0.0f);
    run_seconds(world, 1.0f);
    assert_near(scree_body_linear_velocity(world, box).x, 3.0, 1e-3);
}

static void count_mixing(const scree_material *a, const scree_material *b,
                         scree_contact_material *mixed, void *context)
{
    (void)a;
    (void)b;
    (void)mixed;
    ++*(int *)context;
}

TEST(contacts_mix_once_after_many_pair_materials)
{
    int mixed = 0;
    scree_world_def world_def = scree_world_def_default();
    world_def.mixing_callback = count_mixing;
    world_def.mixing_context = &mixed;
    scoped_world *world = world_of(&world_def);
    add_ground(world, usual_shape());
    for (int i = 0; i < 20; ++i)
    {
        add_crate(world, 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
    }
    run_steps(world, 1);
    assert_int_equal(mixed, 20);
    uint8_t flags[21];
    memcpy(flags, world->shapes.flags + 1, sizeof flags);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        scree_contact_material material = material_of((int)i);
        assert_ok(scree_world_set_pair_material(world, i, i + 1, &material));
        assert_memory_equal(flags, world->shapes.flags + 1, sizeof flags);
    }
    mixed = 0;
    run_steps(world, 1);
    assert_int_equal(mixed, 20);
    run_steps(world, 1);
    assert_int_equal(mixed, 20);
}

static _Thread_local bool on_stepping_thread;

static void count_mixing_elsewhere(const scree_material *a, const scree_material *b,
                                   scree_contact_material *mixed, void *context)
{
    (void)a;
    (void)b;
    (void)mixed;
    // Takes so long that other workers have time to join.
    for (volatile int i = 0; i < 3000; ++i)
    {
    }
    ((int *)context)[!on_stepping_thread] += 1;
}

static bool accept(const scree_contact_info *contact, void *context)
{
    (void)context;
    return contact->surface->friction >= 0.0f;
}

TEST(the_stepping_thread_alone_mixes)
{
    enum
    {
        COUNT = 4000  // several ranges of each stage
    };
    int mixed[2] = {0, 0};
    scree_world_def world_def = scree_world_def_default();
    world_def.worker_count = 4;
    world_def.mixing_callback = count_mixing_elsewhere;
    world_def.mixing_context = mixed;
    scoped_world *world = world_of(&world_def);
    scree_shape_def def = *usual_shape();
    def.enable_pre_solve = true;
    add_ground(world, &def);
    scree_world_set_pre_solve(world, accept, NULL);
    for (int i = 0; i < COUNT; ++i)
    {
        // Every other one is a rod that spins and falls so fast that no contact finds it: it is
        // swept, and stopped at the ground.
        const bool rod = i % 2 != 0;
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, rod ? 7.0f : 0.5f, 0.0f);
        add_box(world, body, &def, 0.5f, rod ? 0.01f : 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){0.0f, rod ? -390.0f : 0.0f},
                                rod ? 150.0f : 0.0f);
    }
    on_stepping_thread = true;
    int stopped = 0;
    for (int i = 0; i < 3; ++i)
    {
        run_steps(world, 1);
        stopped += scree_world_counters(world).continuous_hits;
    }
    assert_at_least(stopped, COUNT / 4);
    assert_at_least(mixed[0], COUNT);
    assert_int_equal(mixed[1], 0);
}

typedef struct asked_world
{
    scree_world *world;
    int pairs;  ///< at the time of the last mixing
} asked_world;

static void list_pairs(const scree_material *a, const scree_material *b,
                       scree_contact_material *mixed, void *context)
{
    (void)a;
    (void)b;
    (void)mixed;
    asked_world *asked = context;
    scree_shape_pair pairs[20];
    asked->pairs = scree_world_pairs(asked->world, pairs, 20);
    for (int i = 0; i < asked->pairs && i < 20; ++i)
    {
        assert_true(scree_shape_is_valid(asked->world, pairs[i].a));
        assert_true(scree_shape_is_valid(asked->world, pairs[i].b));
    }
}

TEST(pairs_asked_for_while_contacts_mix_have_shapes)
{
    asked_world asked = {0};
    scree_world_def world_def = scree_world_def_default();
    world_def.mixing_callback = list_pairs;
    world_def.mixing_context = &asked;
    scoped_world *world = asked.world = world_of(&world_def);
    add_ground(world, usual_shape());
    for (int i = 0; i < 20; ++i)
    {
        add_crate(world, 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
        if (i % 10 == 9)
        {
            run_steps(world, 1);
        }
    }
    assert_in_range(asked.pairs, 10, 20);
}

TEST(a_conveyor_goes_on_when_the_contact_before_it_ends)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    add_ground(world, &def);
    scree_body_id still = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f, 0.5f);
    def.material.tangent_speed = 2.0f;
    scree_body_id driven = add_slab(world, SCREE_BODY_DYNAMIC, 5.0f, 0.5f, &def, 0.5f, 0.5f);
    run_steps(world, 2);
    assert_at_most(fabsf(scree_body_linear_velocity(world, driven).x), 1.0);
    assert_ok(scree_body_destroy(world, still));
    run_seconds(world, 1.0f);
    assert_near(fabsf(scree_body_linear_velocity(world, driven).x), 2.0, 0.01);
}
