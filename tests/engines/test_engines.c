// Every engine on the same small worlds: its contents, and how bodies fall, rest and turn.
#include "tests/engines/engine_runs.h"

// Contents of an engine

TEST(every_engine_holds_the_bodies_shapes_and_mass_of_every_scene)
{
    assert_true(sc_engine_count() >= 2);
    int held = 0, left_out = 0;
    for (int k = 0; k < scree_scene_count(); ++k)
    {
        const scree_scene *scene = scree_scene_at(k);
        scree_scene_params params = {.size = scene->verify_size};
        const char *why = "";
        scoped_model *model = sc_model_create(scene, &params, &why);
        // Leave out only features that other engines lack.
        bool rigid = !scene->particles && !scene->soft;
        if ((model != NULL) != rigid)
            fail_msg("%s: %s", scene->name, model != NULL ? "is of rigid bodies alone" : why);
        held += rigid;
        left_out += !rigid;
        for (int i = 0; model != NULL && i < sc_engine_count(); ++i)
        {
            assert_true(model->body_count > 0 && model->shape_count > 1);
            const sc_engine *engine = sc_engine_at(i);
            if (sc_engine_refusal(engine, model) != NULL)
            {
                // Peers lack some joints, the reference has none.
                assert_true(!is(engine, "scree") && (model->joint_count > 0 || scene->creates));
                continue;
            }
            scoped_run run = start(engine, model);
            sc_engine_counts counts = engine->count(run.world);
            if (counts.bodies != model->body_count || counts.shapes != model->shape_count)
                fail_msg("%s, %s: %d bodies, %d shapes", scene->name, engine->name, counts.bodies,
                         counts.shapes);
            assert_found(engine, scene->name, counts.mass, model->total_mass,
                         2e-6 * model->total_mass);
        }
    }
    assert_true(held > left_out);
}

// All kinds of shapes at the height at which they rest, each on a body of its own.
#define KINDS 6
#define FAR_APART 3.0f
static const double rest_height[KINDS] = {0.5, 0.5, 0.25, 0.5, 0.4755283, 0.5};

static void add_kinds(scree_world *world)
{
    scree_body_id bodies[KINDS];
    for (int i = 0; i < KINDS; ++i)
        bodies[i] =
            add_body(world, SCREE_BODY_DYNAMIC, FAR_APART * (float)i, (float)rest_height[i], 0.0f);
    add_box(world, bodies[0], usual_shape(), 0.5f, 0.5f);
    scree_shape_create_circle(world, bodies[1], usual_shape(), &(scree_circle){{0}, 0.5f});
    scree_shape_create_capsule(world, bodies[2], usual_shape(),
                               &(scree_capsule){{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f});
    scree_polygon rounded = scree_polygon_box_at(0.375f, 0.375f, (scree_vec2){0}, 0.0f, 0.125f);
    scree_shape_create_polygon(world, bodies[3], usual_shape(), &rounded);
    // Ten corners, which Box2D takes in pieces, with an edge below.
    scree_polygon decagon = {.count = 10};
    for (int i = 0; i < 10; ++i)
    {
        float sine, cosine;
        scree_sincos(0.314159265f * (float)(2 * i - 6), &sine, &cosine);
        decagon.vertices[i] = (scree_vec2){0.5f * cosine, 0.5f * sine};
    }
    scree_shape_create_polygon(world, bodies[4], usual_shape(), &decagon);
    // A compound of two boxes side by side.
    scree_polygon left = scree_polygon_box_at(0.25f, 0.5f, (scree_vec2){-0.25f, 0.0f}, 0.0f, 0.0f);
    scree_polygon right = scree_polygon_box_at(0.25f, 0.5f, (scree_vec2){0.25f, 0.0f}, 0.0f, 0.0f);
    scree_shape_create_polygon(world, bodies[5], usual_shape(), &left);
    scree_shape_create_polygon(world, bodies[5], usual_shape(), &right);
}

TEST_SCENE(kinds_on_a_half_space)
{
    add_kinds(world);
    add_ground(world, usual_shape());
    return true;
}

TEST_SCENE(kinds_on_a_segment)
{
    add_kinds(world);
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, 1.0f, 0.0f);
    scree_segment segment = {{-10.0f, -1.0f}, {30.0f, -1.0f}};
    scree_shape_create_segment(world, floor, usual_shape(), &segment);
    return true;
}

TEST_SCENE(kinds_on_a_box)
{
    add_kinds(world);
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 10.0f, -0.5f, 0.0f);
    scree_polygon box = scree_polygon_box(20.0f, 0.5f);
    scree_shape_create_polygon(world, floor, usual_shape(), &box);
    return true;
}

// The bound is the depth of 5 mm that the peers keep at rest, and a little.
TEST(shapes_rest_at_their_height_on_any_ground)
{
    create_function *const grounds[] = {kinds_on_a_half_space, kinds_on_a_segment, kinds_on_a_box};
    for (size_t k = 0; k < 3; ++k)
    {
        scoped_model *model = model_of(grounds[k]);
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            scoped_run run = run_of(i, model, 120);
            for (int body = 0; body < KINDS; ++body)
            {
                double y = (double)run.poses[body].y, x = (double)run.poses[body].x;
                assert_found(run.engine, "height at rest", y, rest_height[body], 0.0056);
                assert_found(run.engine, "place at rest", x, (double)FAR_APART * body, 0.002);
            }
            // A compound touches with both boxes; in Box2D a capsule and a decagon have pieces.
            sc_engine_counts counts = run.engine->count(run.world);
            assert_true(counts.contacts >= KINDS + 1 && counts.contacts <= KINDS + 4);
            assert_true(counts.pairs == -1 || counts.pairs >= counts.contacts);
        }
    }
}

// Motion without contact

TEST_SCENE(one_body_thrown)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){1.0f, 2.0f};
    def.linear_velocity = (scree_vec2){3.0f, 4.0f};
    def.angular_velocity = 2.0f;
    add_box(world, scree_body_create(world, &def), usual_shape(), 0.5f, 0.5f);
    return true;
}

// The displacement by a gravity of 1 m/s^2 in `steps`, by each engine's own rule: velocities first,
// then places, in each substep; in Box2D 2.4 in each step; in Chipmunk places first.
static double closed_form_fall(const sc_engine *engine, int steps, int substeps)
{
    double dt = (double)STEP;
    if (is(engine, "chipmunk"))
        return 0.5 * dt * dt * steps * (steps - 1);
    if (is(engine, "box2d-2.4"))
        return 0.5 * dt * dt * steps * (steps + 1);
    double h = dt / substeps, n = (double)steps * substeps;
    return 0.5 * h * h * n * (n + 1.0);
}

// Bounds: single precision over 60 steps; Box2D 3 turns by less than w h in a substep, 5e-5 in all.
TEST(a_thrown_body_follows_the_closed_form_of_the_integrator)
{
    scoped_model *model = model_of(one_body_thrown);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 60);
        double fall = 10.0 * closed_form_fall(run.engine, 60, 4);
        assert_found(run.engine, "x", (double)run.poses[0].x, 1.0 + 3.0, 1e-4);
        assert_found(run.engine, "y", (double)run.poses[0].y, 2.0 + 4.0 - fall, 2e-4);
        assert_found(run.engine, "cosine", (double)run.poses[0].cos, cos(2.0), 2e-4);
        assert_found(run.engine, "sine", (double)run.poses[0].sin, sin(2.0), 2e-4);
    }
}

TEST_SCENE(one_body_in_honey)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.gravity_scale = 0.5f;
    def.linear_damping = 2.0f;
    def.angular_damping = 1.0f;
    def.angular_velocity = 1.0f;
    add_box(world, scree_body_create(world, &def), usual_shape(), 0.5f, 0.5f);
    return true;
}

// Bound: the order of the integrators, one step of 1/60 s at the speed of 2.2 m/s in the end.
TEST(damping_and_gravity_scale_reach_every_engine)
{
    scoped_model *model = model_of(one_body_in_honey);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 60);
        // v' = -g/2 - 2 v, so after a second y = -(g/4) (1 - (1 - e^-2) / 2).
        double y = -2.5 * (1.0 - 0.5 * (1.0 - exp(-2.0))), angle = 1.0 - exp(-1.0);
        assert_found(run.engine, "y", (double)run.poses[0].y, y, 0.036);
        double found = atan2((double)run.poses[0].sin, (double)run.poses[0].cos);
        assert_found(run.engine, "angle", found, angle, 0.01);
    }
}

TEST_SCENE(one_body_off_its_origin)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){2.0f, 3.0f};
    def.angle = 0.5f;
    def.angular_velocity = 1.0f;
    def.gravity_scale = 0.0f;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_create_circle(world, body, usual_shape(), &(scree_circle){{1.0f, 0.0f}, 0.25f});
    scree_body_set_velocity(world, body, (scree_vec2){0.0f, 0.0f}, 1.0f);
    return true;
}

TEST(poses_are_those_of_origins)
{
    scoped_model *model = model_of(one_body_off_its_origin);
    double center_x = 2.0 + cos(0.5), center_y = 3.0 + sin(0.5);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        scoped_run run = start(engine, model);
        run.engine->read(run.world, run.poses);
        assert_found(engine, "x at the start", (double)run.poses[0].x, 2.0, 1e-6);
        assert_found(engine, "y at the start", (double)run.poses[0].y, 3.0, 1e-6);
        take_steps(&run, 60);
        assert_found(engine, "x", (double)run.poses[0].x, center_x - cos(1.5), 1e-3);
        assert_found(engine, "y", (double)run.poses[0].y, center_y - sin(1.5), 1e-3);
        assert_found(engine, "sine", (double)run.poses[0].sin, sin(1.5), 1e-3);
    }
}

TEST_SCENE(a_moving_wall)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    def.linear_velocity = (scree_vec2){1.0f, 0.5f};
    def.angular_velocity = 0.5f;
    scree_body_id wall = scree_body_create(world, &def);
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    scree_shape_create_polygon(world, wall, usual_shape(), &box);
    return true;
}

TEST(a_kinematic_body_follows_its_velocity)
{
    scoped_model *model = model_of(a_moving_wall);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        // At first the value of the scene, then the new one.
        scoped_run run = run_of(i, model, 60);
        assert_found(run.engine, "x", (double)run.poses[0].x, 1.0, 1e-4);
        assert_found(run.engine, "y", (double)run.poses[0].y, 0.5, 1e-4);
        assert_found(run.engine, "sine", (double)run.poses[0].sin, sin(0.5), 1e-4);
        run.engine->set_velocity(run.world, 0, (scree_vec2){-2.0f, 0.0f}, -1.0f);
        take_steps(&run, 30);
        assert_found(run.engine, "x", (double)run.poses[0].x, 0.0, 2e-4);
        assert_found(run.engine, "y", (double)run.poses[0].y, 0.5, 2e-4);
        assert_found(run.engine, "sine", (double)run.poses[0].sin, 0.0, 2e-4);
    }
}

// Runs

TEST(every_engine_runs_and_repeats_itself)
{
    scoped_model *model = model_of(kinds_on_a_box);
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial_options options = {.steps = 40, .dt = STEP};
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        sc_trial trials[2];
        for (int k = 0; k < 2; ++k)
        {
            assert_true(sc_trial_run(&trials[k], sc_engine_at(i), &settings, model, &options));
            assert_false(trials[k].failed);
            assert_int_equal(trials[k].steps, 40);
            assert_int_equal(trials[k].escaped, 0);
            assert_int_equal(trials[k].overlaps.touching, KINDS + 1);
        }
        size_t bytes = (size_t)model->body_count * sizeof *trials[0].poses;
        assert_memory_equal(trials[0].poses, trials[1].poses, bytes);
        sc_trial_destroy(&trials[0]);
        sc_trial_destroy(&trials[1]);
    }
}
