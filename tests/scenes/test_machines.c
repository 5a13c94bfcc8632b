/// The machines of that scene hold, come to rest and fall asleep (docs/joints.md); heavy things
/// stand on light ones (docs/solver.md).
#include "engines/trial.h"
#include "tests/support/worlds.h"

#include <math.h>

#define SECONDS 15

typedef struct machine_run
{
    sc_model *model;
    sc_trial trial;
} machine_run;

static machine_run run_variant(const char *of, const char *name, int substeps, float hertz)
{
    machine_run run = {0};
    const scree_scene *scene = scree_scene_find(of);
    scree_scene_params params = {.variant = scree_scene_choose(scene, 0, name)};
    assert_true(params.variant >= 0);
    run.model = sc_model_create(scene, &params, NULL);
    assert_non_null(run.model);
    sc_engine_settings settings = sc_engine_settings_for(run.model);
    assert_true(settings.sleep == scene->sleeps);
    settings.substeps = substeps;
    settings.contact_hertz = hertz;
    sc_trial_options options = {.steps = SECONDS * 60, .dt = STEP, .watch_overlaps = true};
    assert_true(sc_trial_run(&run.trial, sc_engine_find("scree"), &settings, run.model, &options));
    assert_false(run.trial.failed);
    assert_int_equal(run.trial.escaped, 0);
    return run;
}

static machine_run run_machine(const char *name, int substeps)
{
    return run_variant("machines", name, substeps, 0.0f);
}

static void end_machine(machine_run *run)
{
    sc_trial_destroy(&run->trial);
    sc_model_destroy(run->model);
}
#define scoped_machine __attribute__((cleanup(end_machine))) machine_run

static void assert_in_bounds(double value, double low, double high)
{
    assert_at_least(value, low);
    assert_at_most(value, high);
}

// `rms`: after the last step; `max`: the largest of any sample; m.
static void assert_held(const machine_run *run, int joints, double rms, double max)
{
    const sc_trial *trial = &run->trial;
    assert_int_equal(trial->joints.count, joints);
    double squares = 0.0;
    for (int i = 0; i < trial->sample_count; ++i)
        squares += pow(trial->samples[i].joints.rms, 2.0) / trial->sample_count;
    assert_near(trial->rms_joint_error, sqrt(squares), 1e-9);
    assert_at_most(run->trial.joints.rms, rms);
    assert_at_most(run->trial.max_joint_error, max);
}

static double kinetic_energy_at_end(const machine_run *run)
{
    return run->trial.samples[run->trial.sample_count - 1].kinetic_energy;
}

static void assert_all_asleep(const machine_run *run)
{
    assert_int_equal(run->trial.counts.asleep, run->model->dynamic_count);
    assert_near(kinetic_energy_at_end(run), 0.0, 0.0);
}

// In order of creation: the ground is number 0.
static const sc_model_pose *body_of(const machine_run *run, int number)
{
    return &run->trial.poses[number];
}

TEST(heavy_things_rest_on_light_ones)
{
    const char *names[] = {"pyramids",   "pyramids", "block_on_boxes", "heavy_top",
                           "cart",       "wedge",    "confined",       "pressed",
                           "thin_cards", "pyramids", "block_on_boxes", "block_on_wedges",
                           "thin_cards"};
    // Substeps and hertz; drop, drift and overlap, m, and energy, J, at most. The tops of the
    // pyramids fall 2 m, the block 15 m.
    const double rows[][6] = {
        {4, 30, 2.23, 0.1, 0.06, 0.1},  {8, 0, 2.11, 0.08, 0.04, 0.01},
        {8, 0, 15.05, 1.2, 0.05, 0.01}, {32, 480, 0.03, 3e-3, 4e-3, 1e-3},
        {4, 0, 0.08, 1e-3, 0.03, 1e-3}, {4, 0, 1.0, 1.0, 2e-4, 1e-9},
        {4, 0, 1.0, 1.0, 0.3, 1e-3},    {4, 0, 5e-3, 1e-3, 5e-3, 1e-9},
        {8, 0, 0.01, 3e-3, 2e-3, 1e-9}, {4, 0, 2.11, 0.03, 0.04, 0.01},
        {4, 0, 15.05, 0.1, 0.05, 1e-6}, {4, 0, 3.1, 0.05, 0.06, 1e-6},
        {4, 0, 0.01, 3e-3, 2e-3, 1e-9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    {
        scoped_machine run = run_variant("heavy", names[i], (int)rows[i][0], (float)rows[i][1]);
        assert_at_most(run.trial.drift.drop, rows[i][2]);
        assert_at_most(run.trial.drift.side, rows[i][3]);
        assert_at_most(run.trial.overlaps.max, rows[i][4]);
        assert_at_most(kinetic_energy_at_end(&run), rows[i][5]);
    }
}

TEST(a_scissor_lift_carries_a_car)
{
    // The setting is 240 Hz, with a damping ratio of 20: as stiff as it gets. Its joints begin open
    // by a quarter of a metre. Box2D 3.2: 0.92 mm, 63 mm; with 8 substeps 0.27 mm, 16 mm.
    const double rms[] = {0.9e-3, 0.25e-3};
    for (int i = 0; i < 2; ++i)
    {
        scoped_machine run = run_machine("scissor_lift", 4 + 4 * i);
        assert_held(&run, 13, rms[i], 0.03);
        assert_all_asleep(&run);
        // It came down as far as its bars let it, which lie crossed on each other, and is level.
        const sc_model_pose *platform = body_of(&run, 7), *chassis = body_of(&run, 8);
        assert_near(platform->sin, 0.0, 0.02);
        assert_in_bounds((double)platform->y, 1.45, 1.52);
        assert_near(chassis->y - platform->y, 1.14, 0.03);
        assert_near(chassis->x, 0.0, 0.2);
    }
}

TEST(boxes_on_sliders_stay_on_each_other)
{
    scoped_machine run = run_machine("sliders", 4);
    // Box2D 3.2: 0.46 mm, 0.70 mm.
    assert_held(&run, 6, 0.4e-3, 0.6e-3);
    assert_all_asleep(&run);
    for (int i = 0; i < 6; ++i)
    {
        assert_near(body_of(&run, i + 1)->x, 0.0, 1e-3);
        assert_near(body_of(&run, i + 1)->y, 0.6 + 1.2 * i, 3e-3);
    }
}

TEST(a_donut_comes_to_rest_as_a_ring)
{
    scoped_machine run = run_machine("donut", 4);
    // It begins open by a tenth of a metre. Box2D 3.2: 9.2 mm at most.
    assert_held(&run, 7, 3e-4, 8e-3);
    assert_all_asleep(&run);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 1; i <= 7; ++i)
    {
        low = fmin(low, (double)body_of(&run, i)->y);
        high = fmax(high, (double)body_of(&run, i)->y);
    }
    assert_in_bounds(low, 0.4, 0.8);
    assert_in_bounds(high - low, 2.8, 4.2);
}

TEST(a_cantilever_of_soft_welds_hangs_and_swings_out)
{
    scoped_machine run = run_machine("cantilever", 4);
    // All of its welds are meant to give.
    assert_int_equal(run.trial.joints.count, 0);
    double start = 0.0;
    for (int i = 0; i < 12; ++i)
        start = fmax(start, run.trial.samples[i].kinetic_energy);
    assert_at_most(kinetic_energy_at_end(&run), 0.2 * start);
    // The beam has not come apart: from one bar to the next it is a metre.
    for (int i = 1; i < 8; ++i)
    {
        const sc_model_pose *a = body_of(&run, i), *b = body_of(&run, i + 1);
        assert_near(hypot((double)(b->x - a->x), (double)(b->y - a->y)), 1.0, 0.15);
    }
    // Where it swings 0.5 m to and fro about by then.
    assert_near(body_of(&run, 8)->y, -7.1, 0.5);
}

/// The car at one stiffness of contacts. Whether it arrives upright: now and then it tips over when
/// it comes down from the seesaw.
static bool car_arrives(float hertz)
{
    scoped_machine run = run_variant("machines", "car", 4, hertz);
    // Box2D 3.2: 20 mm at most.
    assert_held(&run, 24, 3e-3, 0.019);
    // The chassis is the last but two, before its wheels.
    int chassis = run.model->body_count - 3;
    assert_near(run.model->bodies[chassis].position.y, 1.0, 1e-6);
    for (int i = 1; i <= 2; ++i)
    {
        double dx = (double)(body_of(&run, chassis + i)->x - body_of(&run, chassis)->x);
        double dy = (double)(body_of(&run, chassis + i)->y - body_of(&run, chassis)->y);
        assert_in_bounds(hypot(dx, dy), 0.8, 1.6);
    }
    return body_of(&run, chassis)->x > 128.0f && body_of(&run, chassis)->cos > 0.7f;
}

TEST(cars_drive_over_hills_a_seesaw_and_a_bridge)
{
    int arrived = 0;
    for (int i = 0; i < 7; ++i)
    {
        arrived += car_arrives(44.7f + 0.1f * (float)i);
    }
    assert_at_least(arrived, 5);
}

TEST(doohickeys_fall_onto_a_block_and_sleep)
{
    scoped_machine run = run_machine("doohickey", 4);
    assert_held(&run, 12, 1.1e-3, 0.05);
    assert_all_asleep(&run);
    assert_at_most(run.trial.overlaps.max, 5e-3);
}

TEST(a_ball_swings_on_a_chain_of_springs_and_brakes)
{
    scoped_machine run = run_machine("ball_and_chain", 4);
    // After the last step it swings on.
    assert_held(&run, 31, 0.012, 0.11);
    const sc_model_body *ball = &run.model->bodies[31];
    // It began at the height of its hinge, and nothing drives it: it never comes back as high.
    double most = ball->mass * 10.0 * 34.0;
    for (int i = 0; i < run.trial.sample_count; ++i)
        assert_at_most(run.trial.samples[i].kinetic_energy, 1.15 * most);
    double dx = (double)body_of(&run, 31)->x, dy = (double)body_of(&run, 31)->y - 15.0;
    assert_at_most(hypot(dx, dy), 34.3);
}

TEST(a_gear_lift_holds_its_door)
{
    scoped_machine run = run_machine("gear_lift", 4);
    assert_held(&run, 44, 5e-3, 0.0115);
    assert_all_asleep(&run);
    const sc_model_body *door = &run.model->bodies[43];
    assert_near(door->mass, 0.9, 1e-3);
    assert_near(body_of(&run, 43)->x, door->position.x, 0.02);
    // The teeth have play.
    assert_near(body_of(&run, 43)->y, door->position.y, 0.3);
}

TEST(a_ragdoll_falls_25_m_and_lies_down)
{
    scoped_machine run = run_machine("ragdoll", 4);
    // Box2D 3.2: 13 mm at most.
    assert_held(&run, 10, 5e-4, 0.0075);
    assert_all_asleep(&run);
    for (int i = 1; i <= 11; ++i)
        assert_in_bounds((double)body_of(&run, i)->y, 0.02, 0.15);
}
