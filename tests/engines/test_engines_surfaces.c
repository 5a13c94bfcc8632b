// Every engine on the same small worlds: friction, restitution, rolling, filters, refusals.
#include "tests/engines/engine_runs.h"

// Surfaces

// Frictions of 0.9 and 0.4: 0.6 together.
TEST_SCENE(a_box_on_a_rough_floor)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.9f;
    def.material.static_friction = -1.0f;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f), &def, 0.5f, 0.5f);
    def.material.friction = 0.4f;
    add_ground(world, &def);
    return true;
}

// How far a box slides in two seconds where gravity pulls at an angle of this tangent.
static double slide(const sc_engine *engine, const sc_model *model, double tangent)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    double scale = 10.0 / sqrt(1.0 + tangent * tangent);
    settings.gravity = (scree_vec2){(float)(scale * tangent), (float)-scale};
    scoped_run run = start_with(engine, model, &settings);
    take_steps(&run, 120);
    return (double)run.poses[0].x;
}

TEST(a_box_holds_below_the_friction_of_its_pair_and_slides_above)
{
    scoped_model *model = model_of(a_box_on_a_rough_floor);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        assert_found(engine, "place below", slide(engine, model, 0.95 * 0.6), 0.0, 0.03);
        double tangent = 1.2 * 0.6;
        double speed_up = 10.0 * (tangent - 0.6) / sqrt(1.0 + tangent * tangent);
        double distance = 0.5 * speed_up * 2.0 * 2.0;
        assert_found(engine, "place above", slide(engine, model, tangent), distance,
                     0.1 * distance);
    }
}

TEST_SCENE(balls_on_a_dead_floor)
{
    scree_shape_def def = scree_shape_def_default();
    for (int i = 0; i < 3; ++i)
    {
        def.material.restitution = 0.4f * (float)i;
        scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 2.25f, 0.0f);
        scree_shape_create_circle(world, ball, &def, &(scree_circle){{0}, 0.25f});
    }
    def.material.restitution = 0.0f;
    add_ground(world, &def);
    return true;
}

// The larger restitution of the pair holds. Bound: an impact at 6.3 m/s comes up to 0.1 m late.
TEST(balls_rise_to_the_square_of_their_restitution)
{
    scoped_model *model = model_of(balls_on_a_dead_floor);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 40);  // 0.63 s to the floor
        double highest[3] = {0.0};
        for (int k = 0; k < 60; ++k)
        {
            take_steps(&run, 1);
            for (int ball = 0; ball < 3; ++ball)
                highest[ball] = fmax(highest[ball], (double)run.poses[ball].y - 0.25);
        }
        for (int ball = 0; ball < 3; ++ball)
        {
            double e = 0.4 * ball, rise = 2.0 * e * e;
            assert_found(run.engine, "rise", highest[ball], rise, 0.02 + 0.12 * rise);
        }
    }
}

TEST_SCENE(a_ball_that_slides)
{
    scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, -0.3f, 0.3f, 0.0f);
    scree_shape_create_circle(world, ball, usual_shape(), &(scree_circle){{0.3f, 0.2f}, 0.5f});
    scree_body_set_velocity(world, ball, (scree_vec2){3.0f, 0.0f}, 0.0f);
    add_ground(world, usual_shape());
    return true;
}

// A third of the momentum round the contact is turning. Off its origin a wrong arm would show.
TEST(a_sliding_ball_ends_up_rolling_at_two_thirds_of_its_speed)
{
    scoped_model *model = model_of(a_ball_that_slides);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        scoped_run run = start(engine, model);
        double x[2];
        for (int k = 0; k < 2; ++k)
        {
            take_steps(&run, 60);
            const sc_model_pose *pose = &run.poses[0];
            x[k] = (double)pose->x + 0.3 * (double)pose->cos - 0.2 * (double)pose->sin;
        }
        assert_found(engine, "rolling speed", x[1] - x[0], 2.0, 0.02);
    }
}

// Filters and refusals

TEST_SCENE(some_fall_through)
{
    const scree_filter filters[4] = {
        {1, ~(uint64_t)0, 0}, {2, ~(uint64_t)0, 0}, {1, 2, 0}, {1, ~(uint64_t)0, -7}};
    scree_shape_def def = scree_shape_def_default();
    for (int i = 0; i < 4; ++i)
    {
        def.filter = filters[i];
        add_slab(world, SCREE_BODY_DYNAMIC, 3.0f * (float)i, 0.5f, &def, 0.5f, 0.5f);
    }
    def.filter = (scree_filter){4, ~(uint64_t)2, -7};
    add_ground(world, &def);
    return true;
}

TEST(filters_let_the_same_bodies_fall)
{
    scoped_model *model = model_of(some_fall_through);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 60);
        // Only the first: masks keep the second and third from the floor, a group the fourth.
        for (int body = 0; body < 4; ++body)
            assert_true((run.poses[body].y > 0.4f) == (body == 0));
    }
}

TEST_SCENE(a_far_category)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = (uint64_t)1 << 40;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f), &def, 0.5f, 0.5f);
    return true;
}

TEST_SCENE(a_friendly_group)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.group = 5;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f), &def, 0.5f, 0.5f);
    return true;
}

TEST_SCENE(a_conveyor)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.tangent_speed = 1.0f;
    add_ground(world, &def);
    return true;
}

static void assert_taken(create_function *create, const char *const *refusing, int count,
                         bool peers_refuse)
{
    scoped_model *model = model_of(create);
    sc_engine_settings settings = sc_engine_settings_for(model);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        bool refuses = peers_refuse && is_peer(engine);
        for (int k = 0; k < count; ++k)
            refuses = refuses || is(engine, refusing[k]);
        void *world = sc_engine_build(engine, &settings, model);
        if ((world == NULL) != refuses)
            fail_msg("%s %s", engine->name, world == NULL ? "refuses" : "takes it");
        if (world != NULL)
            engine->destroy(world);
    }
}

TEST(what_an_engine_has_no_words_for_it_refuses)
{
    const char *const narrow[] = {"box2d-2.4", "chipmunk"}, *const groups[] = {"chipmunk"};
    assert_taken(a_far_category, narrow, 2, false);
    assert_taken(a_friendly_group, groups, 1, false);
    assert_taken(a_conveyor, NULL, 0, true);
}
