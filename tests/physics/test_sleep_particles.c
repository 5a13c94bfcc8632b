/// Sleep in worlds that hold particles and soft bodies: what these touch is awake, nothing else is.
#include "tests/support/sleep_worlds.h"
#include "world/validate.h"

#define APART 10.0f  // m
#define COUNT 12

static scree_world_def def_of(float gravity)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = gravity;
    return def;
}

static scree_soft_body_id add_soft_box(scree_world *world, float x, float y)
{
    scree_soft_body_def def = soft_at(x, y);
    return soft_made(world, scree_soft_body_create_box(world, &def, 0.3f, 0.3f));
}

static scree_particle_id throw_particle(scree_world *world, float x, float y, scree_vec2 velocity)
{
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){x, y};
    def.velocity = velocity;
    def.radius = 0.1f;
    def.density = 20.0f;
    scree_particle_id id = scree_particle_create(world, &def);
    assert_true(id.value != 0);
    return id;
}

/// Two columns of three crates on a floor, asleep, the second one APART from the first.
typedef struct columns
{
    scree_world *world;
    scree_body_id near[3], far[3];
} columns;

static columns sleeping_columns(void)
{
    columns c = {.world = make_world(-10.0f)};
    add_floor(c.world);
    for (int i = 0; i < 3; ++i)
    {
        c.near[i] = add_crate(c.world, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
        c.far[i] = add_crate(c.world, APART, 0.5f + (float)i, 0.5f, 0.5f);
    }
    run_until_asleep(c.world, 6);
    return c;
}

static void assert_awake(const columns *c, bool near, bool far)
{
    for (int i = 0; i < 3; ++i)
    {
        assert_true(scree_body_is_awake(c->world, c->near[i]) == near);
        assert_true(scree_body_is_awake(c->world, c->far[i]) == far);
    }
}

TEST(bodies_fall_asleep_beside_particles_and_soft_bodies)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
    for (int i = 0; i < 20; ++i)
    {
        add_particle(world, APART + 0.3f * (float)i, 0.5f, 0.1f);
    }
    scree_soft_body_id soft = add_soft_box(world, -APART, 1.0f);
    int fell = 0, steps = 0;
    for (; steps < 120 && asleep(world) < 2; ++steps)
    {
        run_steps(world, 1);
        fell += scree_world_body_events(world).fell_asleep_count;
    }
    assert_true(steps > 30 && steps < 60 && fell == 2);
    // These particles continue.
    scree_particle_id late = throw_particle(world, APART, 3.0f, (scree_vec2){0.0f, 0.0f});
    scree_soft_body_set_velocity(world, soft, (scree_vec2){0.0f, 2.0f});
    run_steps(world, 10);
    assert_true(scree_particle_position(world, late).y < 2.9f);
    assert_true(scree_soft_body_center_of_mass(world, soft).y > 0.4f);
    assert_int_equal(asleep(world), 2);
    assert_int_equal(scree_world_body_events(world).woke_count, 0);
}

TEST(particles_poured_on_crates_that_sleep_lie_on_them_and_wake_them)
{
    scoped_fixture columns c = sleeping_columns();
    scree_particle_id particles[COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        particles[i] = add_particle(c.world, 0.21f * (float)(i % 4) - 0.315f,
                                    3.5f + 0.25f * (float)(i / 4), 0.1f);
    }
    int woke = 0, first = -1;
    for (int k = 0; k < 40; ++k)
    {
        run_steps(c.world, 1);
        int now = scree_world_body_events(c.world).woke_count;
        first = first < 0 && now > 0 ? k : first;
        woke += now;
        assert_awake(&c, first >= 0, false);
        for (int i = 0; i < COUNT; ++i)
        {
            scree_vec2 at = scree_particle_position(c.world, particles[i]);
            // On the column, or past its edge.
            assert_true(at.y > 3.0f || fabsf(at.x) > 0.5f);
        }
    }
    // They fall 0.4 m: 17 steps. The island wakes as a whole, once.
    assert_true(first >= 14 && first <= 19);
    assert_int_equal(woke, 3);
}

TEST(a_soft_body_dropped_on_crates_that_sleep_lies_on_them_and_wakes_them)
{
    scoped_fixture columns c = sleeping_columns();
    scree_soft_body_id soft = add_soft_box(c.world, 0.0f, 4.0f);
    int woke = 0;
    for (int k = 0; k < 120; ++k)
    {
        run_steps(c.world, 1);
        woke += scree_world_body_events(c.world).woke_count;
        assert_awake(&c, woke > 0, false);
        for (int v = 0; v < 4; ++v)
        {
            assert_true(scree_soft_body_vertex_position(c.world, soft, v).y > 2.95f);
        }
    }
    assert_int_equal(woke, 3);
    // A rope without an outline, too.
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.radius = 0.05f;
    scree_soft_body_id rope = soft_made(
        c.world, scree_soft_body_create_rope(c.world, &def, (scree_vec2){APART - 0.8f, 3.3f},
                                             (scree_vec2){APART + 0.8f, 3.3f}, 9, false, false));
    run_steps(c.world, 30);
    assert_awake(&c, true, true);
    assert_true(scree_soft_body_vertex_position(c.world, rope, 4).y > 3.04f);
}

TEST(what_a_particle_or_a_soft_body_lies_on_rests_when_it_is_gone)
{
    scoped_fixture columns c = sleeping_columns();
    scree_particle_id particle = add_particle(c.world, 0.0f, 3.1f, 0.1f);
    scree_soft_body_id soft = add_soft_box(c.world, APART, 3.3f);
    for (int k = 0; k < 300; ++k)
    {
        run_steps(c.world, 1);
        assert_true(k < 10 || asleep(c.world) == 0);
    }
    // It does not sleep because it was laid down, either.
    for (int i = 0; i < 3; ++i)
    {
        scree_body_set_awake(c.world, c.near[i], false);
        scree_body_set_awake(c.world, c.far[i], false);
    }
    for (int k = 0; k < 20; ++k)
    {
        run_steps(c.world, 1);
        assert_int_equal(asleep(c.world), 0);
    }
    scree_particle_destroy(c.world, particle);
    run_until_asleep(c.world, 3);
    assert_awake(&c, false, true);
    scree_soft_body_destroy(c.world, soft);
    run_until_asleep(c.world, 6);
}

TEST(an_attachment_wakes_a_body_and_keeps_it_awake)
{
    scoped_fixture columns c = sleeping_columns();
    // It floats, so that it pulls at nothing.
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.gravity_scale = 0.0f;
    scree_soft_body_id rope =
        soft_made(c.world, scree_soft_body_create_rope(c.world, &def, (scree_vec2){0.0f, 3.0f},
                                                       (scree_vec2){0.0f, 5.0f}, 5, false, false));
    run_steps(c.world, 60);
    assert_awake(&c, false, false);
    scree_vec2 top = {0.0f, 0.5f};
    assert_ok(scree_soft_body_attach(c.world, rope, 0, c.near[2], top));
    run_steps(c.world, 1);
    assert_int_equal(scree_world_body_events(c.world).woke_count, 3);
    for (int k = 0; k < 120; ++k)
    {
        assert_awake(&c, true, false);
        run_steps(c.world, 1);
    }
    assert_ok(scree_soft_body_detach(c.world, rope, 0));
    // The end of the rope still lies where the crate is.
    scree_soft_body_set_velocity(c.world, rope, (scree_vec2){0.0f, 1.0f});
    run_until_asleep(c.world, 6);
}

TEST(what_is_held_wakes_what_it_is_put_into)
{
    scoped_fixture columns c = sleeping_columns();
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){0.0f, 5.0f};
    def.radius = 0.2f;
    def.fixed = true;
    scree_particle_id particle = scree_particle_create(c.world, &def);
    scree_soft_body_id soft = add_soft_box(c.world, APART, 5.0f);
    for (int v = 0; v < 4; ++v)
    {
        assert_ok(scree_soft_body_set_vertex_mass(c.world, soft, v, 0.0f));
    }
    run_steps(c.world, 60);
    assert_awake(&c, false, false);
    scree_vec2 still = {0.0f, 0.0f};
    assert_ok(scree_particle_set_position(c.world, particle, (scree_vec2){0.0f, 3.1f}));
    run_steps(c.world, 1);
    assert_awake(&c, true, false);
    for (int v = 0; v < 4; ++v)
    {
        scree_vec2 at = scree_soft_body_vertex_position(c.world, soft, v);
        scree_soft_body_set_vertex_position(c.world, soft, v, (scree_vec2){at.x, at.y - 1.75f});
        scree_soft_body_set_vertex_velocity(c.world, soft, v, still);
    }
    run_steps(c.world, 1);
    assert_awake(&c, true, true);
}

TEST(what_does_not_collide_with_a_body_lets_it_sleep)
{
    scoped_world *world = make_world(-10.0f);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.mask = 2;
    assert_ok(scree_world_set_particle_settings(world, &settings));
    add_floor(world);
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_particle_def fixed = scree_particle_def_default();
    fixed.position = (scree_vec2){0.0f, 0.5f};
    fixed.radius = 0.3f;
    fixed.fixed = true;
    assert_true(scree_particle_create(world, &fixed).value != 0);
    scree_soft_body_def def = soft_at(0.0f, 0.5f);
    def.filter.mask = 2;
    def.gravity_scale = 0.0f;
    soft_made(world, scree_soft_body_create_box(world, &def, 0.3f, 0.3f));
    run_until_asleep(world, 1);
    run_steps(world, 60);
    assert_int_equal(asleep(world), 1);
}

/// Crates that float side by side, hit by a particle and a soft body from both sides in one step.
static scree_world *block_about_to_be_hit(const scree_world_def *def, bool sleeps)
{
    scree_world *world = world_of(def);
    for (int i = 0; i < 6; ++i)
    {
        add_crate(world, 3.0f * (float)(i / 2), 1.0f * (float)(i % 2), 0.5f, 0.5f);
    }
    run_until_asleep(world, 6);
    if (!sleeps)
    {
        scree_world_set_sleep_enabled(world, false);
        run_steps(world, 1);
        assert_int_equal(asleep(world), 0);
    }
    throw_particle(world, -0.9f, 0.2f, (scree_vec2){20.0f, 0.0f});
    scree_soft_body_def soft = soft_at(7.1f, 0.1f);
    soft.linear_velocity.x = -20.0f;
    soft_made(world, scree_soft_body_create_box(world, &soft, 0.3f, 0.3f));
    return world;
}

TEST(a_blow_moves_what_sleeps_as_it_moves_what_is_awake)
{
    scree_world_def def = def_of(0.0f);
    scree_world *worlds[] = {block_about_to_be_hit(&def, true), block_about_to_be_hit(&def, false)};
    const double before = total_motion(worlds[0]).px;
    int woke = 0;
    for (int k = 0; k < 12; ++k)
    {
        float pushed[2][2];
        for (int w = 0; w < 2; ++w)
        {
            run_steps(worlds[w], 1);
            // The pair that the particle hits, and the one that the soft body hits.
            scree_body_view view = scree_world_bodies(worlds[w]);
            pushed[w][0] = pushed[w][1] = 0.0f;
            for (int i = 0; i < view.count; ++i)
            {
                pushed[w][0] += view.x[i] < 1.5f ? view.vx[i] : 0.0f;
                pushed[w][1] += view.x[i] > 4.5f ? view.vx[i] : 0.0f;
            }
        }
        int now = scree_world_body_events(worlds[0]).woke_count;
        woke += now;
        // The step of the blow included: no momentum went into what stood still.
        assert_near(pushed[0][0], pushed[1][0], 1e-3f);
        assert_near(pushed[0][1], pushed[1][1], 1e-3f);
        assert_near(total_motion(worlds[0]).px, before, 1e-3 * 20.0);
        assert_true(k > 0 || (now > 0 && pushed[0][0] + fabsf(pushed[0][1]) > 0.1f));
    }
    // Those in the middle sleep on.
    assert_int_equal(woke, 4);
    assert_int_equal(asleep(worlds[0]), 2);
    scree_world_destroy(worlds[0]);
    scree_world_destroy(worlds[1]);
}

TEST(waking_is_the_same_on_every_set_and_with_any_number_of_workers)
{
    uint64_t first = 0;
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        for (int workers = 1; workers <= 4 && scree_simd_is_supported((scree_simd)simd); ++workers)
        {
            scree_world_def def = def_of(0.0f);
            def.simd = (scree_simd)simd;
            def.worker_count = workers;
            scoped_world *world = block_about_to_be_hit(&def, true);
            run_steps(world, 90);
            assert_true(asleep(world) < 6);
            uint64_t hash = scree_world_hash(world);
            first = first == 0 ? hash : first;
            assert_true(hash == first);
        }
    }
}

/// Particles fall on a sleeping crate, woken by a call in step `wake` (-1: by touch): when it woke.
static int pour_on_crate(int wake, uint64_t *hash)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    for (int i = 0; i < 200; ++i)
    {
        float x = 0.25f * (float)(i * 37 % 20) - 2.5f, y = 2.0f + 0.25f * (float)(i / 20);
        throw_particle(world, x, y, (scree_vec2){(float)(i % 7 - 3), -6.0f});
    }
    int woke = -1;
    for (int k = 0; k < 20; ++k)
    {
        if (k == wake)
        {
            scree_body_set_awake(world, crate, true);
        }
        run_steps(world, 1);
        woke = woke < 0 && scree_world_body_events(world).woke_count > 0 ? k : woke;
    }
    *hash = scree_world_hash(world);
    return woke;
}

TEST(a_step_taken_again_is_as_if_the_body_had_been_awake)
{
    uint64_t hit, called;
    int woke = pour_on_crate(-1, &hit);
    assert_true(woke > 2);
    assert_int_equal(pour_on_crate(woke, &called), woke);
    assert_true(hit == called);
}

/// Steps without memory until one is done. `spared`: those that looked for no islands.
static int step_until_done(scree_world *world, test_memory *memory, bool after, int *spared)
{
    int failures = 0;
    for (;; ++failures)
    {
        bool looked = world->sleep.looked;
        scree_result result = step_failing_at(world, memory, failures, after, SUBSTEPS);
        if (looked)
        {
            assert_int_equal(world->profile.work[SC_STAGE_fall_asleep].items, 0);
            ++*spared;
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY)
        {
            assert_ok(result);
            return failures;
        }
    }
}

TEST(a_step_that_wakes_and_finds_no_memory_goes_on_as_if_nothing_had_been)
{
    for (int after = 0; after < 2; ++after)
    {
        test_memory memory, calm_memory;
        scree_world_def def = def_of(0.0f), calm_def = def;
        def.allocator = allocator_of(&memory);
        calm_def.allocator = allocator_of(&calm_memory);
        scree_world *world = block_about_to_be_hit(&def, true),
                    *calm = block_about_to_be_hit(&calm_def, true);
        int failures = 0, woke = 0, spared = 0;
        for (int k = 0; k < 60; ++k)
        {
            failures += step_until_done(world, &memory, after == 1, &spared);
            assert_false(world->sleep.looked);
            run_steps(calm, 1);
            scree_body_events events = scree_world_body_events(world);
            assert_int_equal(events.woke_count, scree_world_body_events(calm).woke_count);
            assert_true(scree_world_hash(world) == scree_world_hash(calm));
            scree_body_view a = scree_world_bodies(world), b = scree_world_bodies(calm);
            for (int i = 0; i < a.count; ++i)
            {
                assert_true((a.id[i].value ^ b.id[i].value) << 16 == 0);
            }
            woke += events.woke_count;
        }
        assert_true(failures > 6 && woke == 6);
        scree_world_destroy(world);
        end_counted(calm, &memory);
    }
}

TEST(islands_are_looked_for_once_in_a_step_that_finds_no_memory)
{
    test_memory memory;
    scree_world_def def = def_of(-10.0f);
    def.allocator = allocator_of(&memory);
    scoped_world *world = world_of(&def);
    add_floor(world);
    for (int i = 0; i < 40; ++i)
    {
        add_crate(world, 0.8f * (float)(i % 8), 1.0f + 1.2f * (float)(i / 8), 0.5f, 0.5f);
    }
    int spared = 0;
    for (int k = 0; k < 30; ++k)
    {
        step_until_done(world, &memory, false, &spared);
        assert_false(world->sleep.looked);
    }
    assert_true(spared > 0);
}
