/// Mechanisms of the scene of that name make no energy from nothing: docs/joints.md has the figures
/// of more of them.
#include "engines/trial.h"
#include "tests/support/worlds.h"

enum
{
    SECONDS = 15,
    MECHANISMS = 200  ///< of each sort, without loops and with
};

static sc_energy_gains gains_of(const char *sort, const char *loops)
{
    const scree_scene *scene = scree_scene_find("mechanisms");
    scree_scene_params params = {.size = MECHANISMS};
    params.variant = scree_scene_choose(scene, scree_scene_choose(scene, 0, sort), loops);
    sc_model *model = sc_model_create(scene, &params, NULL);
    assert_non_null(model);
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial trial;
    sc_trial_options options = {.steps = SECONDS * 60, .dt = STEP};
    assert_true(sc_trial_run(&trial, sc_engine_find("scree"), &settings, model, &options));
    assert_int_equal(trial.steps, SECONDS * 60);
    sc_energy_gains gains = trial.gains;
    assert_int_equal(gains.judged, MECHANISMS);
    assert_at_least(gains.max_speed, 1.0);
    sc_trial_destroy(&trial);
    sc_model_destroy(model);
    return gains;
}

TEST(mechanisms_of_equal_boxes_make_no_energy)
{
    static const char *const sorts[] = {"weld", "hinge", "slider", "wheel", "rod", "mixed"};
    for (int i = 0; i < 6; ++i)
    {
        sc_energy_gains trees = gains_of(sorts[i], "trees");
        sc_energy_gains loops = gains_of(sorts[i], "loops");
        assert_int_equal(trees.gained + loops.gained, 0);
        assert_int_equal(trees.fast + loops.fast, 0);
    }
}
