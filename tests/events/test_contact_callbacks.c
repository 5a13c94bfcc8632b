/// Callbacks that decide about contacts.
#include "tests/events/event_world.h"

#include <stdatomic.h>

typedef struct asked
{
    scree_world *world;
    scree_shape_id shape;  ///< none: any
    bool answer;
    atomic_int calls, refused;
} asked;

/// Answers `answer` for pairs of the shape.
static bool filter(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    asked *asked = context;
    atomic_fetch_add(&asked->calls, 1);
    assert_true((a->shape.value & 0xffffff) < (b->shape.value & 0xffffff));
    assert_int_equal(scree_shape_body(asked->world, a->shape).value, a->body.value);
    bool is_meant = asked->shape.value == 0 || a->shape.value == asked->shape.value ||
                    b->shape.value == asked->shape.value;
    return is_meant ? asked->answer : true;
}

TEST(a_filter_is_asked_by_shapes_with_the_flag_alone)
{
    for (int flag = 0; flag < 2; ++flag)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        asked no = {.world = world, .answer = false};
        scree_shape_def def = surface(0.5f, 0.0f);
        add_ground(world, &def);
        assert_ok(scree_world_set_contact_filter(world, filter, &no));
        def.enable_contact_filter = flag != 0;
        scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
        scree_shape_id disc = add_circle(world, ball, &def, 0.5f);
        run_steps(world, 60);
        assert_int_equal(no.calls > 0, flag);
        assert_int_equal(scree_body_position(world, ball).y < 0.0f, flag);
        // Moved back, with the filter disabled, it lies.
        scree_body_set_transform(world, ball,
                                 scree_transform_from_angle((scree_vec2){0.0f, 0.5f}, 0.0f));
        scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 0.0f}, 0.0f);
        scree_shape_set_contact_filter_enabled(world, disc, false);
        run_steps(world, 30);
        assert_near(scree_body_position(world, ball).y, 0.5, 0.01);
        // With the filter enabled again it falls, until there is no filter.
        assert_ok(scree_shape_set_contact_filter_enabled(world, disc, true));
        assert_true(scree_shape_is_contact_filter_enabled(world, disc));
        run_steps(world, 6);
        assert_true(scree_body_position(world, ball).y < 0.48f);
        scree_world_set_contact_filter(world, NULL, NULL);
        run_steps(world, 60);
        assert_near(scree_body_position(world, ball).y, 0.5, 0.01);
    }
}

TEST(a_filter_lets_fast_bodies_pass_what_they_do_not_collide_with)
{
    for (int answer = 0; answer < 2; ++answer)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        asked asked = {.world = world, .answer = answer != 0};
        scree_shape_def def = surface(0.5f, 0.0f);
        add_slab(world, SCREE_BODY_STATIC, 10.0f, 0.0f, &def, 0.05f, 5.0f);
        def.enable_contact_filter = true;
        scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &def, 0.1f);
        scree_world_set_contact_filter(world, filter, &asked);
        scree_body_set_velocity(world, ball, (scree_vec2){300.0f, 0.0f}, 0.0f);
        run_steps(world, 20);
        assert_int_equal(scree_body_position(world, ball).x < 10.0f, answer);
    }
}

/// Only what comes from above is carried.
static bool from_above(const scree_contact_info *contact, void *context)
{
    asked *asked = context;
    atomic_fetch_add(&asked->calls, 1);
    assert_true(contact->contact.point_count > 0);
    assert_int_equal(contact->a.shape.value, contact->contact.shape_a.value);
    assert_int_equal(contact->b.shape.value, contact->contact.shape_b.value);
    bool platform_is_a = contact->a.shape.value == asked->shape.value;
    float up = platform_is_a ? contact->contact.normal.y : -contact->contact.normal.y;
    scree_body_id other = platform_is_a ? contact->b.body : contact->a.body;
    return up > 0.5f && scree_body_linear_velocity(asked->world, other).y < 0.1f;
}

TEST(a_one_way_platform_lets_through_and_carries)
{
    static const float speeds[] = {8.0f, 40.0f};
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 0; i < 2; ++i)
        {
            scree_world_def def = def_solved_by(solver);
            // It rises some 3 m.
            def.gravity.y = -speeds[i] * speeds[i] / 6.0f;
            scoped_world *world = world_of(&def);
            scree_shape_def shape = surface(0.5f, 0.0f);
            scree_body_id post = add_body(world, SCREE_BODY_STATIC, 0.0f, 2.0f, 0.0f);
            shape.enable_pre_solve = true;
            asked asked = {.world = world, .shape = add_box(world, post, &shape, 2.0f, 0.1f)};
            scree_world_set_pre_solve(world, from_above, &asked);
            shape.enable_pre_solve = false;
            scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &shape, 0.25f);
            scree_body_set_velocity(world, ball, (scree_vec2){0.0f, speeds[i]}, 0.0f);
            step_times(world, 240);
            assert_true(asked.calls > 0);
            assert_near(scree_body_position(world, ball).y, 2.35, 0.03);
        }
    }
}

TEST(fast_bodies_pass_from_below_and_stop_from_above)
{
    for (int down = 0; down < 2; ++down)
    {
        for (int i = 0; i < 40; ++i)
        {
            scoped_world *world = world_with_gravity(0.0f, 0.0f);
            scree_shape_def shape = surface(0.5f, 0.0f);
            shape.enable_pre_solve = true;
            asked asked = {.world = world,
                           .shape = add_box(world, static_body(world), &shape, 2.0f, 0.05f)};
            scree_world_set_pre_solve(world, from_above, &asked);
            shape.enable_pre_solve = false;
            float speed = 20.0f + 9.0f * (float)i, side = down ? 1.0f : -1.0f;
            scree_body_id ball =
                add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 20.0f * side, &shape, 0.1f);
            scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -speed * side}, 0.0f);
            run_steps(world, 120);
            if (down)
            {
                assert_near(scree_body_position(world, ball).y, 0.15, 0.01);
            }
            else
            {
                assert_near(scree_body_position(world, ball).y, -20.0f + 2.0f * speed, 0.05);
            }
        }
    }
}

TEST(a_contact_that_is_disabled_has_no_points_and_no_events)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = surface(0.5f, 0.0f);
    def.enable_pre_solve = def.enable_contact_events = def.enable_hit_events = true;
    asked asked = {.world = world, .shape = add_box(world, static_body(world), &def, 1.0f, 1.0f)};
    scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, -1.4f, 0.0f);
    def.enable_pre_solve = false;
    add_circle(world, ball, &def, 0.5f);
    // Without a callback it touches.
    run_steps(world, 1);
    assert_int_equal(scree_world_contact_events(world).begin_count, 1);
    scree_world_set_pre_solve(world, from_above, &asked);
    run_steps(world, 1);
    assert_int_equal(scree_world_contact_events(world).end_count, 1);
    assert_int_equal(scree_world_counters(world).contacts, 0);
    scree_shape_set_pre_solve_enabled(world, asked.shape, false);
    assert_false(scree_shape_is_pre_solve_enabled(world, asked.shape));
    run_steps(world, 1);
    assert_int_equal(scree_world_contact_events(world).begin_count, 1);
}

/// Tries to change the world.
static bool meddle(const scree_contact_info *contact, void *context)
{
    asked *asked = context;
    scree_world *world = asked->world;
    scree_result results[] = {
        scree_body_destroy(world, contact->a.body),
        scree_shape_destroy(world, contact->b.shape),
        scree_body_set_velocity(world, contact->a.body, (scree_vec2){9.0f, 9.0f}, 9.0f),
        scree_world_set_pre_solve(world, NULL, NULL),
        scree_shape_set_sensor(world, contact->a.shape, true),
        scree_shape_set_contact_events_enabled(world, contact->a.shape, true),
        scree_world_step(world, STEP, SUBSTEPS)};
    bool all = true;
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i)
    {
        all = all && results[i] == SCREE_ERROR_LOCKED;
    }
    atomic_fetch_add(&asked->calls, 1);
    atomic_fetch_add(&asked->refused, all);
    return true;
}

static bool meddle_too(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    asked *asked = context;
    (void)b;
    atomic_fetch_add(&asked->calls, 1);
    atomic_fetch_add(&asked->refused,
                     scree_body_destroy(asked->world, a->body) == SCREE_ERROR_LOCKED);
    return true;
}

static uint64_t run_meddled(int workers, bool meddles)
{
    scree_world_def def = awake_world_def();
    def.worker_count = workers;
    scoped_world *world = world_of(&def);
    asked asked = {.world = world};
    scree_shape_def shape = surface(0.5f, 0.0f);
    shape.enable_pre_solve = shape.enable_contact_filter = true;
    add_ground(world, &shape);
    for (int i = 0; i < 1500; ++i)
    {
        add_slab(world, SCREE_BODY_DYNAMIC, 1.01f * (float)(i % 60), 0.5f + 1.01f * (float)(i / 60),
                 &shape, 0.5f, 0.5f);
    }
    if (meddles)
    {
        scree_world_set_pre_solve(world, meddle, &asked);
        scree_world_set_contact_filter(world, meddle_too, &asked);
    }
    run_steps(world, 5);
    uint64_t hash = scree_world_hash(world);
    assert_int_equal(asked.calls > 5000, meddles);
    assert_int_equal(asked.calls, asked.refused);
    if (meddles)
    {
        assert_non_null(strstr(scree_error_text(world), "is in the middle of a step"));
    }
    return hash;
}

TEST(callbacks_cannot_change_the_world_on_any_worker)
{
    uint64_t hash = run_meddled(1, false);
    for (int workers = 1; workers <= 4; ++workers)
    {
        assert_int_equal(run_meddled(workers, true), hash);
    }
}

TEST(a_filter_that_is_added_acts_on_sleeping_bodies)
{
    scoped_world *world = default_world();
    asked no = {.world = world, .answer = false};
    scree_shape_def def = surface(0.5f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, &def, 5.0f, 0.5f);
    def.enable_contact_filter = true;
    const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f);
    run_seconds(world, 3.0f);
    assert_false(scree_body_is_awake(world, ball));
    assert_ok(scree_world_set_contact_filter(world, filter, &no));
    run_steps(world, 60);
    assert_true(no.calls > 0);
    assert_at_most(scree_body_position(world, ball).y, -2.0);
}
