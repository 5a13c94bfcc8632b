// The judge of mechanisms on gains that are made up, and on whole runs that gain or do not.
#include "tests/engines/engine_runs.h"

// Two balls on a rod that hangs on the wall, and one on a hinge of its own.
TEST_SCENE(two_mechanisms)
{
    scree_body_id wall = static_body(world);
    scree_distance_joint_def rod = scree_distance_joint_def_default();
    rod.base.body_a = wall;
    rod.base.body_b = add_ball(world, 0.0f, -2.0f, 0.25f);
    rod.length = 2.0f;
    scree_joint_id first = scree_joint_create_distance(world, &rod);
    rod.base.body_a = rod.base.body_b;
    rod.base.body_b = add_ball(world, 0.0f, -4.0f, 0.5f);
    scree_joint_id second = scree_joint_create_distance(world, &rod);
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    hinge.base.body_a = wall;
    hinge.base.body_b = add_ball(world, 5.0f, 0.0f, 0.25f);
    hinge.base.frame_b.position.x = -5.0f;
    return first.value != 0 && second.value != 0 &&
           scree_joint_create_revolute(world, &hinge).value != 0;
}

typedef struct bench
{
    sc_model *model;
    sc_energy_judge judge;
    sc_model_pose poses[MAX_BODIES];
    sc_model_velocity velocities[MAX_BODIES];
} bench;

static bench bench_of(sc_model *model)
{
    bench b = {.model = model};
    assert_true(sc_energy_judge_create(&b.judge, b.model));
    for (int i = 0; i < b.model->body_count; ++i)
    {
        const sc_model_body *body = &b.model->bodies[i];
        b.poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
    }
    return b;
}

static sc_energy_gains look(bench *b, double time)
{
    sc_energy_judge_look(&b->judge, b->poses, b->velocities, time);
    return sc_energy_judge_gains(&b->judge);
}

static void leave(bench *b)
{
    sc_energy_judge_destroy(&b->judge);
    sc_model_destroy(b->model);
}
#define scoped_bench __attribute__((cleanup(leave))) bench

TEST(what_hangs_together_is_one_and_its_gain_is_a_height_of_its_mass)
{
    scoped_bench b = bench_of(model_of(two_mechanisms));
    sc_energy_gains gains = look(&b, 0.0);
    assert_int_equal(gains.judged, 2);
    assert_int_equal(gains.gained, 0);
    assert_near(gains.max_gain, 0.0, 1e-6);
    // The upper ball is a fifth of the mass of both: its rise counts for a fifth.
    b.poses[1].y += 0.45f;
    gains = look(&b, 1.0);
    assert_int_equal(gains.gained, 0);
    assert_near(gains.max_gain, 0.09, 1e-5);
    b.poses[1].y += 0.1f;
    gains = look(&b, 2.0);
    assert_int_equal(gains.gained, 1);
    assert_near(gains.max_gain, 0.11, 1e-5);
    // Once is enough.
    b.poses[1].y -= 5.0f;
    gains = look(&b, 3.0);
    assert_int_equal(gains.gained, 1);
    assert_near(gains.max_gain, 0.11, 1e-5);
}

TEST(motion_is_energy_and_speeds_are_counted)
{
    scoped_bench b = bench_of(model_of(two_mechanisms));
    // A ball that fell 0.5 m and has the speed of that; spin of 0.08 m more, then of 0.12 m.
    b.poses[3].y -= 0.5f;
    b.velocities[3].vx = 3.1622777f;
    assert_near(look(&b, 0.0).max_gain, 0.0, 1e-5);
    double spin = sqrt(2.0 * b.model->bodies[3].mass * 10.0 / b.model->bodies[3].inertia);
    b.velocities[3].w = (float)(spin * sqrt(0.08));
    sc_energy_gains gains = look(&b, 0.0);
    assert_near(gains.max_gain, 0.08, 1e-5);
    assert_int_equal(gains.gained, 0);
    b.velocities[3].w = (float)(spin * sqrt(0.12));
    assert_int_equal(look(&b, 0.0).gained, 1);
    b.velocities[3].vx = -99.0f;
    gains = look(&b, 0.0);
    assert_int_equal(gains.fast, 0);
    assert_near(gains.max_speed, 99.0, 1e-5);
    b.velocities[3].vy = 99.0f;
    assert_int_equal(look(&b, 0.0).fast, 1);
}

TEST(what_is_not_a_number_gained_and_is_fast)
{
    for (int k = 0; k < 2; ++k)
    {
        scoped_bench b = bench_of(model_of(two_mechanisms));
        if (k == 0)
            b.velocities[1].vx = NAN;
        else
            b.poses[1].y = NAN;
        sc_energy_gains gains = look(&b, 0.0);
        assert_int_equal(gains.gained, 1);
        assert_int_equal(gains.fast, k == 0);
        assert_true(isinf(gains.max_gain));
    }
}

// A ball held by a joint of each kind, with a spring stretched by 0.5 m (rad) and a motor.
static scree_joint_type driven_type;
static bool has_spring, has_motor;

TEST_SCENE(one_driven)
{
    scree_body_id wall = static_body(world);
    joint_spec parts = {.type = driven_type,
                        .base = base_of(wall, add_ball(world, 1.0f, 0.0f, 0.25f)),
                        .length = 0.5f,
                        .spring = {has_spring, 2.0f, 0.0f, 0.5f},
                        .motor = {has_motor, -2.0f, 3.0f}};
    if (driven_type == SCREE_JOINT_MOTOR)
    {
        scree_motor_joint_def def = scree_motor_joint_def_default();
        def.base.body_a = wall;
        def.base.body_b = parts.base.body_b;
        return scree_joint_create_motor(world, &def).value != 0;
    }
    if (driven_type != SCREE_JOINT_DISTANCE)
    {
        parts.base.frame_a = (scree_frame){{1.0f, 0.0f}, 1.0f};
        parts.base.frame_b.angle = 1.0f;
    }
    add_joint(world, &parts);
    return true;
}

static const scree_joint_type driven_types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                                SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};

TEST(springs_may_give_back_what_they_hold_and_motors_do_their_power_times_the_time)
{
    for (int k = 0; k < 8; ++k)
    {
        driven_type = driven_types[k % 4];
        has_motor = k >= 4;
        has_spring = !has_motor || driven_type == SCREE_JOINT_DISTANCE;
        scoped_bench b = bench_of(model_of(one_driven));
        const sc_model_body *ball = &b.model->bodies[1];
        // The spring goes from 0.5 to 0 at 4 pi rad/s; the motor works for 3 s.
        double resists = driven_type == SCREE_JOINT_REVOLUTE ? ball->inertia : ball->mass;
        double held = has_spring ? 0.5 * resists * 16.0 * 9.8696044 * 0.25 : 0.0;
        held += has_motor ? 6.0 * 3.0 : 0.0;
        for (int over = 98; over <= 102; over += 4)
        {
            double energy = held + 0.01 * over * 0.1 * ball->mass * 10.0;
            b.velocities[1].vx = (float)sqrt(2.0 * energy / ball->mass);
            assert_int_equal(look(&b, has_motor ? 3.0 : 0.0).gained, over > 100);
        }
    }
    driven_type = SCREE_JOINT_MOTOR;
    scoped_bench b = bench_of(model_of(one_driven));
    b.velocities[1].vx = 1e3f;
    assert_int_equal(look(&b, 0.0).judged, 0);
    assert_int_equal(look(&b, 0.0).gained, 0);
}

TEST(runs_of_scenes_of_mechanisms_are_judged_in_every_engine)
{
    int judged = 0;
    for (int k = 0; k < 3 * sc_engine_count(); ++k)
    {
        const sc_engine *engine = sc_engine_at(k / 3);
        scoped_model *model = model_of(two_mechanisms);
        test_scene.mechanisms = k % 3 > 0;
        sc_engine_settings settings = sc_engine_settings_for(model);
        settings.gravity.x = k % 3 == 2 ? -30.0f : 0.0f;
        scoped_trial trial;
        sc_trial_options options = {.steps = 60, .dt = STEP};
        assert_true(sc_trial_run(&trial, engine, &settings, model, &options));
        if (!trial.failed)
        {
            // Pulled to the left, all swing there.
            const int gained[] = {0, 0, 2}, all[] = {0, 2, 2};
            assert_int_equal(trial.motion.gains.judged, all[k % 3]);
            assert_int_equal(trial.motion.gains.gained, gained[k % 3]);
            assert_true((trial.motion.gains.max_speed > 5.0) == (k % 3 > 0));
            judged += k % 3;
        }
    }
    assert_true(judged >= 3);
}

// In free fall and turning, after half a second.
TEST_SCENE(one_thrown)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    scree_shape_def def = surface(0.6f, 0.0f);
    const scree_circle circle = {{1.0f, 0.0f}, 0.25f};
    scree_shape_create_circle(world, body, &def, &circle);
    scree_body_set_velocity(world, body, (scree_vec2){2.0f, 1.0f}, 3.0f);
    return true;
}

TEST(velocities_are_those_of_the_centre_of_mass_in_every_engine)
{
    scoped_model *model = model_of(one_thrown);
    const sc_model_body *body = &model->bodies[0];
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 30);
        sc_model_velocity velocity;
        run.engine->read_velocities(run.world, &velocity);
        assert_found(run.engine, "vx", (double)velocity.vx, (double)body->velocity.x, 1e-4);
        assert_found(run.engine, "vy", (double)velocity.vy, (double)body->velocity.y - 5.0, 1e-3);
        assert_found(run.engine, "w", (double)velocity.w, 3.0, 1e-5);
    }
}
