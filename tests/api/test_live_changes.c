/// A changed object equals one created with the new values: geometry, chains, settings.
#include "tests/support/signature_calls.h"
#include "tests/support/sleep_worlds.h"
#include "world/validate.h"

#define COUNT 60

/// Geometry of every kind that bodies of all types may have.
typedef enum form
{
    CIRCLE,
    CAPSULE,
    SEGMENT,
    BOX,
    TRIANGLE,
    HEXAGON,
    DOZEN,
    FORMS
} form;

static scree_polygon polygon_of_form(form form)
{
    static const int corners[] = {[TRIANGLE] = 3, [HEXAGON] = 6, [DOZEN] = 12};
    return form == BOX ? scree_polygon_box_at(0.4f, 0.3f, (scree_vec2){0.1f, 0.2f}, 0.3f, 0.05f)
                       : regular_polygon(corners[form], 0.5f, form == HEXAGON ? 0.02f : 0.0f);
}

static const scree_circle disc = {{0.1f, -0.1f}, 0.45f};
static const scree_capsule rod = {{-0.4f, 0.1f}, {0.5f, 0.0f}, 0.2f};
static const scree_segment line = {{-0.6f, 0.1f}, {0.5f, -0.1f}};

static scree_shape_id create(scree_world *world, scree_body_id body, const scree_shape_def *def,
                             form form)
{
    scree_polygon polygon = form >= BOX ? polygon_of_form(form) : (scree_polygon){0};
    return form == CIRCLE    ? scree_shape_create_circle(world, body, def, &disc)
           : form == CAPSULE ? scree_shape_create_capsule(world, body, def, &rod)
           : form == SEGMENT ? scree_shape_create_segment(world, body, def, &line)
                             : scree_shape_create_polygon(world, body, def, &polygon);
}

static scree_result set(scree_world *world, scree_shape_id shape, form form)
{
    scree_polygon polygon = form >= BOX ? polygon_of_form(form) : (scree_polygon){0};
    return form == CIRCLE    ? scree_shape_set_circle(world, shape, &disc)
           : form == CAPSULE ? scree_shape_set_capsule(world, shape, &rod)
           : form == SEGMENT ? scree_shape_set_segment(world, shape, &line)
                             : scree_shape_set_polygon(world, shape, &polygon);
}

#define ROW 5  // bodies: four dynamic ones above a static one

/// Every body has a small disc, too, before or behind the shape in question.
static scree_world *row_of(form made, scree_shape_id shapes[ROW])
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.5f, 0.1f);
    def.density = 3.0f;
    def.user_data = world;
    add_ground(world, &def);
    for (int i = 0; i < ROW; ++i)
    {
        scree_body_id body = add_body(world, i == 0 ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC,
                                      0.1f * (float)i, 1.0f + 1.5f * (float)i, 0.2f * (float)i);
        scree_circle small = {{0.3f, 0.0f}, 0.1f};
        if (i % 2 == 0)
        {
            assert_true(scree_shape_create_circle(world, body, &def, &small).value != 0);
        }
        shapes[i] = create(world, body, &def, made);
        if (i % 2 != 0)
        {
            assert_true(scree_shape_create_circle(world, body, &def, &small).value != 0);
        }
    }
    return world;
}

static void assert_same_shape(scree_world *const worlds[2], const scree_shape_id shapes[2])
{
    scree_circle circles[2];
    scree_capsule capsules[2];
    scree_segment segments[2];
    scree_polygon polygons[2];
    scree_aabb aabbs[2];
    scree_ray_hit hits[2];
    float mass[2][4];
    for (int k = 0; k < 2; ++k)
    {
        const scree_world *world = worlds[k];
        scree_body_id body = scree_shape_body(world, shapes[k]);
        scree_vec2 at = scree_body_position(world, body);
        circles[k] = scree_shape_circle(world, shapes[k]);
        capsules[k] = scree_shape_capsule(world, shapes[k]);
        segments[k] = scree_shape_segment(world, shapes[k]);
        polygons[k] = scree_shape_polygon(world, shapes[k]);
        aabbs[k] = scree_shape_aabb(world, shapes[k]);
        hits[k] = scree_world_cast_ray(world, (scree_vec2){-9.0f, at.y + 0.05f},
                                       (scree_vec2){20.0f, 0.0f}, scree_query_filter_default());
        scree_vec2 center = scree_body_center_of_mass(world, body);
        const float values[] = {scree_body_mass(world, body), scree_body_inertia(world, body),
                                center.x, center.y};
        memcpy(mass[k], values, sizeof values);
    }
    assert_memory_equal(&circles[0], &circles[1], sizeof circles[0]);
    assert_memory_equal(&capsules[0], &capsules[1], sizeof capsules[0]);
    assert_memory_equal(&segments[0], &segments[1], sizeof segments[0]);
    assert_memory_equal(&polygons[0], &polygons[1], sizeof polygons[0]);
    assert_memory_equal(&aabbs[0], &aabbs[1], sizeof aabbs[0]);
    assert_memory_equal(mass[0], mass[1], sizeof mass[0]);
    assert_true(hits[0].fraction == hits[1].fraction && hits[0].fraction < 1.0f);
    assert_true(hits[0].point.x == hits[1].point.x && hits[0].normal.y == hits[1].normal.y);
    assert_int_equal((uint32_t)hits[0].shape.value, (uint32_t)hits[1].shape.value);
}

TEST(a_shape_that_is_set_is_as_one_that_was_made_so)
{
    for (int from = 0; from < FORMS; ++from)
    {
        for (int to = 0; to < FORMS; ++to)
        {
            scree_shape_id shapes[2][ROW];
            scree_world *worlds[] = {row_of((form)from, shapes[0]), row_of((form)to, shapes[1])};
            // The trees of queries know the old ones.
            assert_same_shape((scree_world *[]){worlds[0], worlds[0]},
                              (scree_shape_id[]){shapes[0][1], shapes[0][1]});
            for (int i = 0; i < ROW; ++i)
            {
                assert_ok(set(worlds[0], shapes[0][i], (form)to));
                assert_same_shape(worlds, (scree_shape_id[]){shapes[0][i], shapes[1][i]});
                assert_true(scree_shape_density(worlds[0], shapes[0][i]) == 3.0f);
                assert_ptr_equal(scree_shape_user_data(worlds[0], shapes[0][i]), worlds[0]);
            }
            assert_null(sc_validate(worlds[0]));
            for (int i = 0; i < 2; ++i)
            {
                run_steps(worlds[i], 90);
            }
            if (scree_world_hash(worlds[0]) != scree_world_hash(worlds[1]))
            {
                print_error("from form %d to %d\n", from, to);
            }
            assert_true(scree_world_hash(worlds[0]) == scree_world_hash(worlds[1]));
            scree_world_destroy(worlds[0]);
            scree_world_destroy(worlds[1]);
        }
    }
}

TEST(shapes_change_while_they_touch)
{
    scree_shape_id shapes[ROW];
    scoped_world *world = row_of(CIRCLE, shapes);
    for (int round = 0; round < 40; ++round)
    {
        run_steps(world, 11);
        for (int i = 0; i < ROW; ++i)
        {
            assert_ok(set(world, shapes[i], (form)((round + i) % FORMS)));
            // Its contacts have ended.
            scree_contact_info contact;
            assert_int_equal(scree_shape_contacts(world, shapes[i], &contact, 1), 0);
        }
        assert_null(sc_validate(world));
        run_steps(world, 1);
        assert_null(sc_validate(world));
    }
}

TEST(a_ball_that_grows_and_shrinks_rests_at_its_radius)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id ball = add_ball(world, 0.0f, 0.5f, 0.5f);
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, ball, &shape, 1), 1);
    static const float radii[] = {1.0f, 0.3f, 0.6f};
    for (int i = 0; i < 3; ++i)
    {
        while (scree_body_is_awake(world, ball))
        {
            run_steps(world, 1);
        }
        scree_circle circle = {{0.0f, 0.0f}, radii[i]};
        assert_ok(scree_shape_set_circle(world, shape, &circle));
        assert_true(scree_body_is_awake(world, ball));
        run_steps(world, 1);
        assert_int_equal(scree_world_body_events(world).woke_count, 1);
        run_steps(world, 90);
        assert_near(scree_body_position(world, ball).y, radii[i], 0.01);
        assert_near(scree_body_mass(world, ball), 3.14159265f * radii[i] * radii[i], 1e-4);
    }
}

TEST(contacts_that_hold_with_the_new_geometry_neither_end_nor_begin)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_floor(world);
    scree_shape_def def = surface(0.6f, 0.0f);
    def.enable_contact_events = true;
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
    scree_shape_id shape = add_box(world, body, &def, 0.5f, 0.5f);
    run_steps(world, 1);
    assert_int_equal(scree_world_contact_events(world).begin_count, 1);
    run_steps(world, 10);
    scree_circle low = {{0.0f, 0.0f}, 0.5f}, high = {{0.0f, 0.4f}, 0.2f};
    assert_ok(scree_shape_set_circle(world, shape, &low));
    run_steps(world, 1);
    scree_contact_events events = scree_world_contact_events(world);
    assert_true(events.begin_count == 0 && events.end_count == 0);
    assert_int_equal(scree_world_counters(world).contacts, 1);
    assert_ok(scree_shape_set_circle(world, shape, &high));
    run_steps(world, 1);
    events = scree_world_contact_events(world);
    assert_true(events.begin_count == 0 && events.end_count == 1);
}

TEST(what_sleeps_on_a_shape_that_changes_wakes_and_falls)
{
    scoped_world *world = make_world(-10.0f);
    scree_body_id table = static_body(world);
    scree_shape_def def = surface(0.6f, 0.0f);
    scree_shape_id top = add_box(world, table, &def, 5.0f, 0.5f);
    scree_body_id crate = add_crate(world, 4.0f, 1.0f, 0.5f, 0.5f);
    scree_body_id other = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    while (scree_world_counters(world).asleep_bodies < 2)
    {
        run_steps(world, 1);
    }
    scree_polygon shorter = scree_polygon_box(2.0f, 0.5f);
    assert_ok(scree_shape_set_polygon(world, top, &shorter));
    assert_int_equal(scree_world_counters(world).contacts, 0);
    run_steps(world, 60);
    assert_true(scree_body_position(world, crate).y < -2.0f);
    assert_near(scree_body_position(world, other).y, 1.0, 0.01);
    // Then a plane in its place, which only static bodies may have.
    assert_ok(scree_shape_set_half_space(world, top, &(scree_half_space){{0.0f, 2.0f}, 1.0f}));
    assert_int_equal(scree_shape_get_type(world, top), SCREE_SHAPE_HALF_SPACE);
    run_steps(world, 90);
    assert_true(scree_body_position(world, crate).y > 0.0f);
    assert_int_equal(scree_body_set_type(world, table, SCREE_BODY_KINEMATIC), SCREE_ERROR_ARGUMENT);
    assert_ok(scree_shape_set_polygon(world, top, &shorter));
    assert_ok(scree_body_set_type(world, table, SCREE_BODY_KINEMATIC));
    assert_null(sc_validate(world));
}

TEST(shapes_that_share_geometry_change_one_by_one)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id bodies[COUNT];
    scree_shape_id shapes[COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 0.0f, 0.0f);
    }
    scree_polygon small = scree_polygon_box(0.5f, 0.5f), large = scree_polygon_box(0.9f, 0.5f);
    assert_ok(scree_shapes_create_polygon(world, bodies, COUNT, usual_shape(), &small, shapes));
    int32_t used = world->shapes.geometry_used;
    for (int round = 0; round < 3; ++round)
    {
        for (int i = 0; i < COUNT; ++i)
        {
            const scree_polygon *box = (round + i) % 2 == 0 ? &large : &small;
            assert_ok(scree_shape_set_polygon(world, shapes[i], box));
            assert_near(scree_shape_polygon(world, shapes[i]).vertices[1].x, box->vertices[1].x,
                        0.0);
            assert_null(sc_validate(world));
        }
        run_steps(world, 1);
    }
    // Two geometries, however often they changed hands.
    assert_true(world->shapes.geometry_used <= 2 * used + 64);
}

TEST(a_shape_that_cannot_change_stays)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ball = add_ball(world, 0.0f, 2.0f, 0.5f);
    scree_vec2 points[] = {{2.0f, 0.0f}, {0.0f, 0.0f}, {-2.0f, 0.0f}};
    scree_chain_id chain =
        add_open_chain(world, static_body(world), usual_shape(), points, 3, false);
    scree_shape_id segment, shape;
    assert_int_equal(scree_chain_shapes(world, chain, &segment, 1), 2);
    assert_int_equal(scree_body_shapes(world, ball, &shape, 1), 1);
    scree_capsule point = {{1.0f, 1.0f}, {1.0f, 1.0f}, 0.5f};
    assert_int_equal(scree_shape_set_capsule(world, shape, &point), SCREE_ERROR_ARGUMENT);
    scree_polygon none = {0};
    assert_int_equal(scree_shape_set_polygon(world, shape, &none), SCREE_ERROR_ARGUMENT);
    assert_int_equal(
        scree_shape_set_half_space(world, shape, &(scree_half_space){{0.0f, 1.0f}, 0.0f}),
        SCREE_ERROR_ARGUMENT);
    assert_int_equal(
        scree_shape_set_half_space(world, shape, &(scree_half_space){{0.0f, 0.0f}, 0.0f}),
        SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_shape_set_circle(world, segment, &disc), SCREE_ERROR_ARGUMENT);
    // So heavy that no float holds it.
    assert_ok(scree_shape_set_density(world, shape, 1e12f));
    scree_circle vast = {{0.0f, 0.0f}, 1e8f};
    assert_int_equal(scree_shape_set_circle(world, shape, &vast), SCREE_ERROR_ARGUMENT);
    assert_true(scree_shape_circle(world, shape).radius == 0.5f);
    assert_int_equal(scree_shape_get_type(world, segment), SCREE_SHAPE_CHAIN_SEGMENT);
    assert_null(sc_validate(world));
}

TEST(a_chain_gets_another_side_and_loses_it)
{
    scoped_world *world = make_world(0.0f);
    // Solid below.
    scree_vec2 points[] = {{3.0f, 0.0f}, {1.0f, 0.0f}, {-1.0f, 0.0f}, {-3.0f, 0.0f}};
    scree_shape_def def = surface(0.6f, 0.0f);
    scree_chain_id chain = add_open_chain(world, static_body(world), &def, points, 4, false);
    assert_false(scree_chain_is_two_sided(world, chain) || scree_chain_is_loop(world, chain));
    for (int round = 0; round < 4; ++round)
    {
        bool two_sided = round % 2 != 0;
        assert_ok(scree_chain_set_two_sided(world, chain, two_sided));
        assert_true(scree_chain_is_two_sided(world, chain) == two_sided);
        scree_body_id ball = add_ball(world, 0.2f, -1.5f, 0.5f);
        assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 3.0f}, 0.0f));
        run_steps(world, 60);
        assert_true((scree_body_position(world, ball).y < 0.0f) == two_sided);
        assert_ok(scree_body_destroy(world, ball));
    }
    assert_ok(scree_chain_destroy(world, chain));
    assert_int_equal(scree_chain_set_two_sided(world, chain, true), SCREE_ERROR_STALE_ID);
}

static void mix(const scree_material *a, const scree_material *b, scree_contact_material *mixed,
                void *context)
{
    (void)a;
    (void)b;
    ++*(int *)context;
    mixed->friction = mixed->static_friction = 0.3f;
}

static scree_world_def unusual_settings(int *calls)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){1.0f, -7.0f};
    def.restitution_threshold = 0.5f;
    def.contact_hertz = 30.0f;
    def.contact_damping_ratio = 5.0f;
    def.contact_push_speed = 2.0f;
    def.max_linear_speed = 50.0f;
    def.hit_event_threshold = 2.0f;
    def.iterations = 7;
    def.erp = 0.3f;
    def.position_correction = 0.3f;
    def.slop = 0.01f;
    def.warm_starting = false;
    def.direct_joints = false;
    def.measure_residual = true;
    def.measure_impulses = true;
    def.friction_mixing = SCREE_FRICTION_MIN;
    def.restitution_mixing = SCREE_RESTITUTION_PRODUCT;
    def.mixing_callback = mix;
    def.mixing_context = calls;
    def.enable_sleep = false;
    def.time_to_sleep = 0.25f;
    def.enable_continuous = false;
    return def;
}

static void fill(scree_world *world)
{
    scree_shape_def def = surface(0.5f, 0.4f);
    add_ground(world, &def);
    scree_body_id before = {0};
    for (int i = 0; i < 24; ++i)
    {
        float x = 1.05f * (float)(i % 6), y = 1.0f + 1.1f * (float)(i / 6);
        scree_body_id body =
            i % 3 == 0 ? add_ball(world, x, y, 0.5f) : add_crate(world, x, y, 0.5f, 0.5f);
        if (i >= 12)
        {
            scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
            hinge.base.body_a = before;
            hinge.base.body_b = body;
            hinge.base.frame_a.position.x = 0.55f;
            hinge.base.frame_b.position.x = -0.55f;
            assert_true(i % 6 == 0 || scree_joint_create_revolute(world, &hinge).value != 0);
        }
        before = body;
    }
}

/// All that settings may change; what only a new world takes is as it was.
static void assert_same_settings(const scree_world_def *a, const scree_world_def *b)
{
    scree_world_def like = *b;
    like.body_capacity = a->body_capacity;
    like.shape_capacity = a->shape_capacity;
    like.contact_capacity = a->contact_capacity;
    like.simd = a->simd;
    like.length_unit = a->length_unit;
    like.allocator = a->allocator;
    like.worker_count = a->worker_count;
    like.tasks = a->tasks;
    like.keep_previous_poses = a->keep_previous_poses;
    sig_assert_same(&sig_find("scree_world_set_settings")->arguments[1], a, &like);
}

TEST(a_world_with_new_settings_is_as_one_made_with_them)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        int calls[2] = {0};
        scree_world_def defs[] = {unusual_settings(&calls[0]), unusual_settings(&calls[1])};
        defs[0].solver = defs[1].solver = (scree_solver)solver;
        scoped_world *made = world_of(&defs[0]);
        scoped_world *changed = make_world(-10.0f);
        scree_world_def plain = scree_world_def_default(), now = scree_world_settings(changed);
        assert_same_settings(&plain, &now);
        fill(made);
        fill(changed);
        assert_ok(scree_world_set_settings(changed, &defs[1]));
        now = scree_world_settings(changed);
        assert_same_settings(&now, &defs[1]);
        assert_int_equal(now.simd, scree_world_simd(changed));
        run_steps(made, 120);
        run_steps(changed, 120);
        assert_true(scree_world_hash(made) == scree_world_hash(changed));
        assert_true(calls[0] > 0 && calls[0] == calls[1]);
        // And back, in the middle of it all.
        assert_ok(scree_world_set_settings(changed, &plain));
        now = scree_world_settings(changed);
        assert_same_settings(&plain, &now);
        run_steps(changed, 300);
        assert_null(sc_validate(changed));
        assert_true(total_kinetic_energy(changed) < 1.0);
    }
}

/// A disc 10 cm above the floor that comes down aslant. The pair is there before the surfaces meet.
static scree_world *disc_that_comes_down(const scree_world_def *def)
{
    scree_world *world = world_of(def);
    const scree_shape_def floor = surface(0.9f, 0.2f), disc = surface(0.3f, 0.8f);
    add_ground(world, &floor);
    const scree_body_id body = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.51f, &disc, 0.5f);
    scree_body_set_velocity(world, body, (scree_vec2){4.0f, 0.0f}, 0.0f);
    run_steps(world, 1);
    assert_int_equal(scree_world_pairs(world, NULL, 0), 1);
    scree_body_set_velocity(world, body, (scree_vec2){4.0f, -5.0f}, 0.0f);
    return world;
}

TEST(rules_of_mixing_hold_for_pairs_that_are_there_already)
{
    const int frictions = SCREE_FRICTION_MAX + 1, restitutions = SCREE_RESTITUTION_PRODUCT + 1;
    for (int i = 0; i < frictions + restitutions; ++i)
    {
        scree_world_def plain = awake_world_def(), def = plain;
        plain.gravity = def.gravity = (scree_vec2){0.0f, 0.0f};
        if (i < frictions)
            def.friction_mixing = (scree_friction_mixing)i;
        else
            def.restitution_mixing = (scree_restitution_mixing)(i - frictions);
        scoped_world *made = disc_that_comes_down(&def), *changed = disc_that_comes_down(&plain);
        assert_ok(scree_world_set_settings(changed, &def));
        run_steps(made, 30);
        run_steps(changed, 30);
        assert_true(scree_world_hash(made) == scree_world_hash(changed));
    }
}

TEST(gravity_of_settings_wakes_as_its_own_call_does)
{
    scoped_world *world = make_world(-10.0f);
    scree_world_def before = scree_world_settings(world);
    add_floor(world);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    while (scree_body_is_awake(world, crate))
    {
        run_steps(world, 1);
    }
    assert_ok(scree_world_set_settings(world, &before));
    assert_false(scree_body_is_awake(world, crate));
    before.gravity.y = 5.0f;
    assert_ok(scree_world_set_settings(world, &before));
    run_steps(world, 60);
    assert_true(scree_body_position(world, crate).y > 2.0f);
}

TEST(another_density_wakes_its_body)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id ball = add_ball(world, 0.0f, 0.5f, 0.5f);
    while (scree_body_is_awake(world, ball))
    {
        run_steps(world, 1);
    }
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, ball, &shape, 1), 1);
    assert_ok(scree_shape_set_density(world, shape, 2.0f));
    assert_true(scree_body_is_awake(world, ball));
}

TEST(a_body_that_is_made_static_has_stopped_for_good)
{
    for (int i = 0; i < 4; ++i)
    {
        const scree_body_type from = i % 2 == 0 ? SCREE_BODY_DYNAMIC : SCREE_BODY_KINEMATIC;
        scoped_world *world = make_world(0.0f);
        const scree_body_id body = add_body(world, from, 0.0f, 0.0f, 0.0f);
        add_box(world, body, usual_shape(), 0.5f, 0.5f);
        assert_ok(scree_body_set_velocity(world, body, (scree_vec2){2.0f, -3.0f}, 4.0f));
        if (i / 2 == 0)
        {
            run_steps(world, 1);
        }
        assert_ok(scree_body_set_type(world, body, SCREE_BODY_STATIC));
        assert_near_vec2(scree_body_linear_velocity(world, body), 0.0, 0.0, 0.0);
        assert_near(scree_body_angular_velocity(world, body), 0.0, 0.0);
        const scree_vec2 at = scree_body_position(world, body), corner = {at.x + 0.5f, at.y};
        const float angle = scree_body_angle(world, body);
        assert_near_vec2(scree_body_velocity_at(world, body, corner), 0.0, 0.0, 0.0);
        assert_ok(scree_body_set_type(world, body, from));
        run_steps(world, 30);
        assert_near_vec2(scree_body_position(world, body), at.x, at.y, 0.0);
        assert_near(scree_body_angle(world, body), angle, 0.0);
    }
}
