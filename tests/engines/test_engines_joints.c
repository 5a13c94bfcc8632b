// Joints in every engine that has them: the same small machines, judged by where they end up.
#include "tests/engines/engine_runs.h"

static const double PI = 3.14159265358979;

static scree_body_id add_fixed(scree_world *world)
{
    scree_body_id body = static_body(world);
    add_circle(world, body, usual_shape(), 0.1f);
    return body;
}

static bool made(scree_joint_id joint) { return joint.value != 0; }

// A pendulum of 2 m, held level.
TEST_SCENE(pendulum)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = add_fixed(world);
    def.base.body_b = add_ball(world, 2.0f, 0.0f, 0.25f);
    def.base.frame_b.position.x = -2.0f;
    return made(scree_joint_create_revolute(world, &def));
}

// A ball of half a metre, joined at its centre to a fixed body by frames at an angle.
static bool join_ball(scree_world *world, float x, float y, float angle, joint_spec spec)
{
    scree_body_id fixed = add_fixed(world);
    spec.base = base_of(fixed, add_ball(world, x, y, 0.5f));
    spec.base.frame_a.position.x = x;
    spec.base.frame_a.angle = angle;
    spec.base.frame_b.angle = spec.type == SCREE_JOINT_WHEEL ? 0.0f : angle;
    add_joint(world, &spec);
    return true;
}

TEST_SCENE(motor)
{
    return join_ball(world, 2.0f, 0.0f, 0.3f,
                     (joint_spec){.type = SCREE_JOINT_REVOLUTE,
                                  .motor = {true, 2.0f, 10.0f},
                                  .limits = {true, -1.0f, 1.5f}});
}

TEST_SCENE(rod)
{
    return join_ball(world, 0.0f, -3.0f, 0.0f,
                     (joint_spec){.type = SCREE_JOINT_DISTANCE, .length = 3.0f});
}

TEST_SCENE(spring)
{
    joint_spec spec = {
        .type = SCREE_JOINT_DISTANCE, .length = 3.0f, .spring = {true, 1.0f, 0.5f, 0.0f}};
    return join_ball(world, 0.0f, -3.0f, 0.0f, spec);
}

TEST_SCENE(slider)
{
    return join_ball(world, 1.0f, 0.0f, (float)(-0.25 * PI),
                     (joint_spec){.type = SCREE_JOINT_PRISMATIC, .limits = {true, 0.0f, 2.0f}});
}

TEST_SCENE(wheel)
{
    return join_ball(world, 1.0f, 0.0f, (float)(0.5 * PI),
                     (joint_spec){.type = SCREE_JOINT_WHEEL,
                                  .spring = {true, 1.0f, 0.7f, 0.0f},
                                  .motor = {true, 3.0f, 10.0f}});
}

TEST_SCENE(weld)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base.body_a = add_fixed(world);
    def.base.body_b = add_crate(world, 1.0f, 0.0f, 0.5f, 0.5f);
    def.base.frame_b.position.x = -1.0f;
    return made(scree_joint_create_weld(world, &def));
}

// Where the second body is after 10 s of each; NaN: nowhere in particular.
TEST(joints_end_where_they_should_in_every_engine)
{
    const double sag = 10.0 / (4.0 * PI * PI);
    const struct
    {
        create_function *create;
        const char *name;
        double x, y, angle, bound;
    } machines[] = {
        {motor, "motor", 2.0, 0.0, 1.5, 0.01},
        {rod, "rod", 0.0, -3.0, 0.0, 0.01},
        {spring, "spring", 0.0, -3.0 - sag, 0.0, 0.01},
        {slider, "slider", 1.0 + sqrt(2.0), -sqrt(2.0), 0.0, 0.02},
        {weld, "weld", 1.0, 0.0, 0.0, 0.02},
        {wheel, "wheel", 1.0, -sag, NAN, 0.01},
    };
    int held = 0;
    for (int k = 0; k < 6; ++k)
    {
        scoped_model *model = model_of(machines[k].create);
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            const sc_engine *engine = sc_engine_at(i);
            if (sc_engine_refusal(engine, model) != NULL)
            {
                assert_true(is(engine, "reference"));
                continue;
            }
            scoped_run run = start(engine, model);
            take_steps(&run, 600);
            const sc_model_pose *pose = &run.poses[1];
            assert_found(engine, machines[k].name, (double)pose->x, machines[k].x,
                         machines[k].bound);
            assert_found(engine, machines[k].name, (double)pose->y, machines[k].y,
                         machines[k].bound);
            double angle = atan2((double)pose->sin, (double)pose->cos);
            if (isfinite(machines[k].angle))
                assert_found(engine, machines[k].name, angle, machines[k].angle, 0.02);
            assert_at_most(sc_judge_joints(model, run.poses).max, machines[k].bound);
            ++held;
        }
    }
    assert_true(held >= 6);
}

TEST(a_pendulum_takes_its_time_in_every_engine)
{
    scoped_model *model = model_of(pendulum);
    const sc_model_body *bob = &model->bodies[1];
    double inertia = bob->inertia + bob->mass * 4.0, a = 1.0, b = cos(0.25 * PI);
    for (int i = 0; i < 20; ++i)
    {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    double period = 2.0 * PI * sqrt(inertia / (bob->mass * 20.0)) / a;
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        if (sc_engine_refusal(engine, model) != NULL)
            continue;
        scoped_run run = start(engine, model);
        int steps = 0;
        double before = 2.0;
        // It comes back to where it turns round: from the left, for the first time after half.
        while (steps < 1000 && !(steps * (double)STEP > 0.6 * period && run.poses[1].x < before))
        {
            before = steps > 0 ? (double)run.poses[1].x : 2.0;
            take_steps(&run, 1);
            ++steps;
        }
        assert_found(engine, "period", steps * (double)STEP, period, 0.03 * period);
    }
}

TEST(engines_say_what_joints_they_lack)
{
    scree_scene_params params = {.size = 1};
    scoped_model *model = sc_model_create(scree_scene_find("ragdoll_pit"), &params, NULL);
    assert_null(sc_engine_refusal(sc_engine_find("scree"), model));
    assert_string_equal(sc_engine_refusal(sc_engine_find("reference"), model), "has no joints");
    const sc_engine *box2d_2 = sc_engine_find("box2d-2.4");
    if (box2d_2 != NULL)
        assert_string_equal(sc_engine_refusal(box2d_2, model), "has no springs in hinges");
    // A trial tells, and does not begin.
    scoped_trial trial;
    sc_trial_options options = {.steps = 10, .dt = STEP};
    sc_engine_settings settings = sc_engine_settings_for(model);
    assert_true(sc_trial_run(&trial, sc_engine_find("reference"), &settings, model, &options));
    assert_true(trial.failed);
    assert_int_equal(trial.steps, 0);
    assert_string_equal(trial.refusal, "has no joints");
}

TEST(engines_follow_a_scene_that_creates_and_destroys)
{
    scree_scene_params params = {.size = 1};
    scoped_model *model = sc_model_create(scree_scene_find("rain"), &params, NULL);
    int followed = 0;
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        if (engine->remove_body == NULL || is(engine, "box2d-2.4"))
            continue;
        assert_true(sc_model_rewind(model));
        scoped_run run = start(engine, model);
        for (int step = 0; step < 8 * 42; ++step)
        {
            assert_true(sc_model_drive(model, STEP));
            assert_true(sc_engine_follow(engine, run.world, model));
            assert_true(engine->step(run.world, STEP));
        }
        sc_engine_counts counts = engine->count(run.world);
        assert_int_equal(counts.bodies, 1 + 40 * 5 * 11);
        assert_int_equal(counts.shapes, 5 * 501 + 40 * 5 * 13);
        assert_found(engine, "mass", counts.mass, model->total_mass, 1e-5 * model->total_mass);
        sc_model_pose *poses = calloc((size_t)model->body_count, sizeof *poses);
        engine->read(run.world, poses);
        int gone = 0;
        for (int k = 0; k < model->body_count; ++k)
        {
            gone += model->bodies[k].gone;
            // Living bodies have a direction.
            assert_true(model->bodies[k].gone == (poses[k].cos == 0.0f && poses[k].sin == 0.0f));
        }
        assert_int_equal(gone, 2 * 5 * 11);
        // Chipmunk's ragdolls come apart by 3 cm where they land.
        assert_at_most(sc_judge_joints(model, poses).rms, is(engine, "chipmunk") ? 0.1 : 0.02);
        assert_int_equal(sc_judge_joints(model, poses).count, 40 * 5 * 10);
        free(poses);
        ++followed;
    }
    assert_true(followed >= 1);
}

TEST(the_judge_of_joints_measures_what_is_apart)
{
    create_function *const creates[] = {pendulum, rod, slider, weld, wheel, spring};
    const double across = 0.3 * sqrt(0.5);
    const double errors[] = {0.3, 0.3, across, 0.3, 0.3, 0.0};
    for (int k = 0; k < 6; ++k)
    {
        scoped_model *model = model_of(creates[k]);
        sc_model_pose poses[MAX_BODIES] = {{0}};
        for (int i = 0; i < model->body_count; ++i)
        {
            const sc_model_body *body = &model->bodies[i];
            poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
        }
        sc_joint_errors errors_there = sc_judge_joints(model, poses);
        assert_int_equal(errors_there.count, creates[k] != spring);
        assert_near(errors_there.max, 0.0, 1e-6);
        // Along the rod, across the wheel, askew to the slider.
        (creates[k] == rod ? &poses[1].y : &poses[1].x)[0] += 0.3f;
        sc_joint_errors moved = sc_judge_joints(model, poses);
        assert_near(moved.max, errors[k], 1e-6);
        assert_near(moved.rms, errors[k], 1e-6);
    }
}

// A ball that hangs straight down on a hinge, or on a weld.
TEST_SCENE(hanging)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = add_fixed(world);
    def.base.body_b = add_ball(world, 0.0f, -2.0f, 0.25f);
    def.base.frame_b.position.y = 2.0f;
    return made(scree_joint_create_revolute(world, &def));
}

TEST_SCENE(welded)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base.body_a = add_fixed(world);
    def.base.body_b = add_ball(world, 0.0f, -2.0f, 0.25f);
    def.base.frame_b.position.y = 2.0f;
    return made(scree_joint_create_weld(world, &def));
}

TEST(joints_are_as_stiff_as_asked_for_where_they_say_nothing)
{
    const double sag = 10.0 / (4.0 * PI * PI * 5.0 * 5.0);  // at 5 Hz
    for (int k = 0; k < 2; ++k)
    {
        scoped_model *model = model_of(k == 0 ? hanging : welded);
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            const sc_engine *engine = sc_engine_at(i);
            if (!is(engine, "scree") && !is(engine, "box2d-3"))
                continue;
            sc_engine_settings settings = sc_engine_settings_for(model);
            for (int soft = 0; soft < 2; ++soft)
            {
                settings.joint_hertz = soft == 1 ? 5.0f : 0.0f;
                scoped_run run = start_with(engine, model, &settings);
                take_steps(&run, 300);
                double error = sc_judge_joints(model, run.poses).max;
                assert_found(engine, "sag", error, soft == 1 ? sag : 0.0, 0.1 * sag);
            }
        }
    }
}
