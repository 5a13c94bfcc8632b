/// The reports of a step after a fault: its result, its text, and counters.
#include "tests/support/worlds.h"

static void spoil_body(scree_world *world, scree_body_id body)
{
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < view.moving_count; ++i)
    {
        view.vx[i] = view.id[i].value == body.value ? NAN : view.vx[i];
    }
}

static void spoil_particle(scree_world *world, scree_particle_id particle)
{
    scree_particle_view view = scree_world_particles(world);
    for (int i = 0; i < view.count; ++i)
    {
        view.vx[i] = view.id[i].value == particle.value ? NAN : view.vx[i];
    }
}

/// A world with three of each kind, far from each other.
typedef struct mixture
{
    scree_world *world;
    scree_body_id bodies[3];
    scree_soft_body_id soft[3];
    scree_particle_id particles[3];
} mixture;

static mixture make_mixture(void)
{
    mixture m = {.world = world_with_gravity(0.0f, -10.0f)};
    scree_particle_def particle = scree_particle_def_default();
    scree_soft_body_def soft = scree_soft_body_def_default();
    for (int i = 0; i < 3; ++i)
    {
        float x = 20.0f * (float)i;
        m.bodies[i] = add_ball(m.world, x, 0.0f, 0.5f);
        soft.position = (scree_vec2){x + 5.0f, 0.0f};
        m.soft[i] = scree_soft_body_create_box(m.world, &soft, 0.5f, 0.5f);
        particle.position = (scree_vec2){x + 10.0f, 0.0f};
        m.particles[i] = scree_particle_create(m.world, &particle);
        assert_true(m.soft[i].value != 0 && m.particles[i].value != 0);
    }
    return m;
}

static void step_spoiled(const mixture *m, int bodies, int soft, int particles)
{
    for (int i = 0; i < bodies; ++i)
    {
        spoil_body(m->world, m->bodies[i]);
    }
    for (int i = 0; i < soft; ++i)
    {
        scree_soft_body_vertices(m->world, m->soft[i]).vx[0] = NAN;
    }
    for (int i = 0; i < particles; ++i)
    {
        spoil_particle(m->world, m->particles[i]);
    }
    scree_result wanted = bodies + soft + particles > 0 ? SCREE_ERROR_NOT_FINITE : SCREE_OK;
    assert_int_equal(scree_world_step(m->world, STEP, SUBSTEPS), wanted);
}

TEST(a_step_counts_and_names_every_kind_that_became_non_finite)
{
    static const char *const names[3][4] = {{NULL, "1 body", "2 bodies", "3 bodies"},
                                            {NULL, "1 soft body", "2 soft bodies", "3 soft bodies"},
                                            {NULL, "1 particle ", "2 particles", "3 particles"}};
    static const char *const kinds[3] = {"bod", "soft", "particle"};
    for (int i = 1; i < 64; ++i)
    {
        int counts[3] = {i % 4, i / 4 % 4, i / 16};
        scoped_fixture mixture m = make_mixture();
        step_spoiled(&m, counts[0], counts[1], counts[2]);
        const char *text = scree_error_text(m.world);
        for (int k = 0; k < 3; ++k)
        {
            bool named = counts[k] == 0 || strstr(text, names[k][counts[k]]) != NULL;
            // "bod" is part of "soft body", too.
            bool silent =
                counts[k] > 0 || (k == 0 && counts[1] > 0) || strstr(text, kinds[k]) == NULL;
            if (!named || !silent)
            {
                fail_msg("%d, %d, %d: %s", counts[0], counts[1], counts[2], text);
            }
        }
        scree_counters counters = scree_world_counters(m.world);
        assert_int_equal(counters.disabled_bodies, counts[0] + counts[1]);
        assert_int_equal(counters.stopped_particles, counts[2]);
        // Counted once: the next step has nothing to add.
        step_spoiled(&m, 0, 0, 0);
        assert_int_equal(scree_world_counters(m.world).disabled_bodies, counts[0] + counts[1]);
        assert_int_equal(scree_world_counters(m.world).stopped_particles, counts[2]);
    }
}

static void assert_counters_agree(scree_world *world)
{
    scree_counters counters = scree_world_counters(world);
    static scree_contact contacts[2048];
    int count = scree_world_contacts(world, contacts, 2048), points = 0;
    assert_true(count <= 2048);
    for (int i = 0; i < count; ++i)
    {
        points += contacts[i].point_count;
        assert_true(scree_shape_is_valid(world, contacts[i].shape_a));
        assert_true(scree_shape_is_valid(world, contacts[i].shape_b));
    }
    scree_body_view bodies = scree_world_bodies(world);
    assert_int_equal(counters.contacts, count);
    assert_int_equal(counters.points, points);
    assert_int_equal(counters.pairs, scree_world_pairs(world, NULL, 0));
    assert_int_equal(counters.particle_pairs, scree_world_particle_pairs(world, NULL, 0));
    assert_int_equal(counters.bodies, bodies.count);
    assert_int_equal(counters.dynamic_bodies, bodies.dynamic_count);
    assert_int_equal(counters.shapes, scree_world_shapes(world, NULL, 0));
    assert_int_equal(counters.soft_bodies, scree_world_soft_bodies(world, NULL, 0));
    assert_int_equal(counters.soft_vertices, scree_world_soft_vertices(world).count);
    assert_int_equal(counters.particles, scree_world_particles(world).count);
}

/// A row of crates on the ground, side by side, with a row of particles on top.
typedef struct row
{
    scree_world *world;
    scree_body_id ground, crates[8];
    scree_particle_id particles[8];
} row;

static row make_row(void)
{
    scree_world_def def = scree_world_def_default();
    row r = {.world = world_of(&def)};
    scree_particle_def particle = scree_particle_def_default();
    r.ground = add_ground(r.world, usual_shape());
    for (int i = 0; i < 8; ++i)
    {
        r.crates[i] = add_crate(r.world, 1.001f * (float)i, 0.5f, 0.5f, 0.5f);
        particle.position = (scree_vec2){1.001f * (float)i, 1.5f};
        r.particles[i] = scree_particle_create(r.world, &particle);
    }
    run_steps(r.world, 5);
    assert_counters_agree(r.world);
    assert_int_equal(scree_world_counters(r.world).contacts, 15);
    assert_int_equal(scree_world_counters(r.world).particle_pairs, 7);
    return r;
}

TEST(counters_agree_with_the_arrays_after_a_step_that_disabled_bodies)
{
    scoped_fixture row r = make_row();
    spoil_body(r.world, r.crates[3]);
    assert_int_equal(scree_world_step(r.world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
    assert_counters_agree(r.world);
    // Its contacts with the ground and both neighbours ended.
    assert_int_equal(scree_world_counters(r.world).contacts, 12);
}

TEST(counters_agree_with_the_arrays_between_steps)
{
    for (int change = 0; change < 9; ++change)
    {
        scoped_fixture row r = make_row();
        scree_shape_id shape;
        scree_body_shapes(r.world, r.crates[4], &shape, 1);
        const scree_filter none = {.category = 1, .mask = 0};
        const scree_vec2 place = {90.0f, 90.0f};
        scree_result results[9] = {
            change != 0 ? SCREE_OK : scree_body_destroy(r.world, r.crates[4]),
            change != 1 ? SCREE_OK : scree_shape_destroy(r.world, shape),
            change != 2 ? SCREE_OK : scree_body_set_enabled(r.world, r.crates[4], false),
            change != 3 ? SCREE_OK
                        : scree_body_set_type(r.world, r.crates[4], SCREE_BODY_KINEMATIC),
            change != 4 ? SCREE_OK : scree_shape_set_filter(r.world, shape, &none),
            change != 5 ? SCREE_OK
                        : scree_body_set_transform(r.world, r.ground,
                                                   scree_transform_from_angle(place, 0.0f)),
            change != 6 ? SCREE_OK : scree_particle_destroy(r.world, r.particles[4]),
            change != 7 ? SCREE_OK : scree_particle_set_position(r.world, r.particles[4], place),
            change != 8 ? SCREE_OK : scree_body_destroy(r.world, r.ground)};
        assert_ok(results[change]);
        scree_counters counters = scree_world_counters(r.world);
        bool rigid = change < 6 || change == 8;
        assert_int_equal(counters.contacts == 15, !rigid);
        assert_int_equal(counters.particle_pairs == 7, rigid);
        // The counts of the last step have not changed.
        assert_true(counters.colours > 0 && counters.blocks > 0 && counters.lane_fill > 0.0f);
        assert_counters_agree(r.world);
        for (int i = 0; i < 5; ++i)
        {
            assert_ok(scree_world_step(r.world, STEP, SUBSTEPS));
            assert_counters_agree(r.world);
        }
    }
}

/// A call of a callback on its own world.
typedef struct meddler
{
    scree_world *world;
    int calls, refused;
    bool destroys;
} meddler;

static void meddle(meddler *m)
{
    const scree_vec2 up = {0.0f, 1.0f};
    ++m->calls;
    if (m->destroys)
    {
        scree_world_destroy(m->world);
        m->refused += scree_world_last_error(m->world).code == SCREE_ERROR_LOCKED;
        return;
    }
    m->refused += scree_world_set_gravity(m->world, up) == SCREE_ERROR_LOCKED &&
                  strstr(scree_error_text(m->world), "scree_world_set_gravity") != NULL;
}

static void meddle_in_trace(const scree_trace_zone *zone, void *context)
{
    (void)zone;
    meddle(context);
}

static void meddle_in_mixing(const struct scree_material *a, const struct scree_material *b,
                             scree_contact_material *mixed, void *context)
{
    (void)a;
    (void)b;
    (void)mixed;
    meddle(context);
}

/// A crate on the ground in a world whose callbacks meddle: mixing (level -1) or a trace.
static scree_world *make_meddled(meddler *m, int level, const scree_allocator *allocator)
{
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = level < 0 ? meddle_in_mixing : NULL;
    def.mixing_context = m;
    if (allocator != NULL)
    {
        def.allocator = *allocator;
    }
    m->world = world_of(&def);
    add_ground(m->world, usual_shape());
    add_crate(m->world, 0.0f, 0.5f, 0.5f, 0.5f);
    if (level >= 0)
    {
        assert_ok(scree_world_set_trace(m->world, (scree_trace_level)level, meddle_in_trace, m));
    }
    return m->world;
}

TEST(a_refused_call_in_a_callback_keeps_the_text_of_the_step)
{
    for (int level = -1; level <= SCREE_TRACE_PASS; ++level)
    {
        for (int destroys = 0; destroys < 2; ++destroys)
        {
            meddler m = {.destroys = destroys == 1};
            scoped_world *world = make_meddled(&m, level, NULL);
            scree_body_id ball = add_ball(world, 9.0f, 9.0f, 0.5f);
            spoil_body(world, ball);
            assert_int_equal(scree_world_step(world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
            assert_true(m.calls > 0 && m.refused == m.calls);
            assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_NOT_FINITE);
            assert_non_null(strstr(scree_error_text(world), "scree_world_step: 1 body"));
        }
    }
}

TEST(a_refused_call_in_a_callback_keeps_the_text_of_a_step_without_memory)
{
    int failed = 0;
    for (int at = 0; at < 30; ++at)
    {
        test_memory memory;
        scree_allocator allocator = allocator_of(&memory);
        meddler m = {0};
        scoped_world *world = make_meddled(&m, SCREE_TRACE_STAGE, &allocator);
        if (step_failing_at(world, &memory, at, false, SUBSTEPS) == SCREE_ERROR_OUT_OF_MEMORY)
        {
            ++failed;
            assert_true(m.refused > 0);
            assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_OUT_OF_MEMORY);
            assert_non_null(strstr(scree_error_text(world), "scree_world_step"));
        }
    }
    assert_true(failed > 0);
}

TEST(after_a_good_step_the_last_error_is_that_of_the_call_that_failed_last)
{
    for (int level = -1; level <= SCREE_TRACE_PASS; ++level)
    {
        meddler m = {0};
        scoped_world *world = make_meddled(&m, level, NULL);
        assert_ok(scree_world_last_error(world).code);
        assert_string_equal(scree_error_text(world), "");
        assert_int_equal(scree_world_step(world, -1.0f, 1), SCREE_ERROR_ARGUMENT);
        assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_ARGUMENT);
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        assert_true(m.calls > 0);
        assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_LOCKED);
        assert_non_null(strstr(scree_error_text(world), "scree_world_set_gravity"));
    }
}

TEST(success_leaves_the_last_error)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_int_equal(scree_world_step(world, STEP, 0), SCREE_ERROR_ARGUMENT);
    scree_error error = scree_world_last_error(world);
    assert_string_equal(error.argument, "substeps");
    add_ball(world, 0.0f, 0.0f, 0.5f);
    run_steps(world, 3);
    assert_int_equal(scree_world_last_error(world).code, error.code);
    assert_string_equal(scree_world_last_error(world).argument, error.argument);
    assert_string_equal(scree_error_text(world), error.text);
}
