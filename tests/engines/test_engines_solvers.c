// scree's solvers behind the interface over engines: settings arrive, samples hold the requested
// figures.
#include "tests/support/trials.h"
#include "tests/support/worlds.h"

#define DT (1.0f / 60.0f)
#define STEPS 45

static sc_model *model_of(const char *name, int size)
{
    const scree_scene *scene = scree_scene_find(name);
    assert_non_null(scene);
    sc_model *model = sc_model_create(scene, &(scree_scene_params){.size = size}, NULL);
    assert_non_null(model);
    return model;
}

static scree_world_def def_of(const sc_model *model, const sc_engine_settings *settings)
{
    scree_world_def def = scree_scene_world_def(model->scene, model->size);
    def.solver = settings->solving.solver;
    def.iterations = settings->solving.iterations;
    def.erp = settings->solving.erp;
    def.position_correction = settings->solving.position_correction;
    def.slop = settings->solving.slop;
    def.enable_continuous = settings->continuous;
    def.warm_starting = settings->solving.warm_starting;
    def.measure_residual = settings->solving.measure_residual;
    return def;
}

static sc_trial run(sc_model *model, const sc_engine_settings *settings, bool watch_overlaps)
{
    sc_trial trial;
    sc_trial_options options = {.steps = STEPS, .dt = DT, .watch_overlaps = watch_overlaps};
    assert_true(sc_trial_run(&trial, sc_engine_find("scree"), settings, model, &options));
    assert_false(trial.failed);
    assert_int_equal(trial.steps, STEPS);
    assert_int_equal(trial.sample_count, STEPS / SC_TRIAL_SAMPLE_EVERY + 1);
    return trial;
}

// The same scene, stepped without the interface: the same bits, the same residual.
static void assert_same_as_a_world(sc_model *model, const sc_engine_settings *settings)
{
    scoped_trial trial = run(model, settings, false);
    scree_world_def def = def_of(model, settings);
    scoped_world *world = scree_world_create(&def);
    scree_scene_state state;
    assert_true(scree_scene_create(model->scene, world, NULL, &state) && model->size == state.size);
    for (int i = 0; i < STEPS; ++i)
    {
        assert_ok(scree_scene_step(model->scene, world, &state, DT, settings->substeps));
    }
    scree_body_view view = scree_world_bodies(world);
    double difference = 0.0;
    for (int i = 0; i < model->top_count; ++i)
    {
        scree_vec2 place = scree_body_position(world, state.tops[i].body);
        const sc_model_pose *pose = &trial.poses[model->tops[i]];
        difference += fabs((double)(place.x - pose->x)) + fabs((double)(place.y - pose->y));
    }
    assert_true(view.count == model->body_count && model->top_count > 0);
    assert_true(difference == 0.0);
    scree_residual a = scree_world_residual(world);
    scree_residual b = trial.samples[trial.sample_count - 1].residual;
    assert_int_equal(a.points, b.points);
    assert_true(a.rms == b.rms && a.max == b.max);
    assert_int_equal(b.points > 0, settings->solving.measure_residual);
}

TEST(a_solver_and_its_settings_reach_the_world)
{
    scoped_model *model = model_of("mass_ratio", 2);
    for (int i = 0; i < SCREE_SOLVER_COUNT; ++i)
    {
        sc_engine_settings settings = sc_engine_settings_for(model);
        settings.solving.measure_residual = true;
        settings.solving.solver = (scree_solver)i;
        assert_same_as_a_world(model, &settings);
        settings.substeps = 2;
        settings.solving.measure_residual = false;
        settings.solving.iterations = 3;
        settings.solving.erp = 0.4f;
        settings.solving.position_correction = 0.7f;
        settings.solving.slop = 0.001f;
        settings.solving.warm_starting = false;
        assert_same_as_a_world(model, &settings);
    }
}

TEST(samples_hold_what_was_to_be_watched)
{
    scoped_model *model = model_of("stack", 6);
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial trials[2] = {run(model, &settings, false), run(model, &settings, true)};
    const sc_trial_sample *last[2];
    for (int i = 0; i < 2; ++i)
    {
        last[i] = &trials[i].samples[trials[i].sample_count - 1];
        assert_int_equal(last[i]->step, STEPS);
        assert_true(last[i]->drift.drop == trials[i].drift.drop);
        assert_true(last[i]->drift.side == trials[i].drift.side);
        assert_true(trials[i].drift.drop > 0.0);
    }
    assert_int_equal(last[0]->overlaps.touching, 0);
    assert_int_equal(last[1]->overlaps.touching, 6);
    assert_true(last[1]->overlaps.mean == trials[1].overlaps.mean && last[1]->overlaps.mean > 0.0);
    assert_true(last[1]->overlaps.max == trials[1].overlaps.max);
    sc_trial_destroy(&trials[0]);
    sc_trial_destroy(&trials[1]);
}

TEST(engines_without_a_residual_say_so)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        bool is_scree = sc_engine_at(i) == sc_engine_find("scree");
        assert_int_equal(sc_engine_at(i)->residual != NULL, is_scree);
    }
}
