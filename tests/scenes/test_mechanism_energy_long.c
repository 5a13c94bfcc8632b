/// The scene's mechanisms make no energy from nothing: docs/joints.md has more figures.
#include "tests/support/trials.h"
#include "tests/support/worlds.h"

#define SECONDS 15
#define MECHANISMS 120  // of each sort, without loops and with

static sc_energy_gains gains_of(scree_solver solver, const char *const words[5], int size)
{
    const scree_scene *scene = scree_scene_find("mechanisms");
    scree_scene_params params = {.size = size};
    for (int i = 0; i < 5 && words[i] != NULL; ++i)
        params.variant = scree_scene_choose(scene, params.variant, words[i]);
    scoped_model *model = sc_model_create(scene, &params, NULL);
    assert_non_null(model);
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.solving.solver = solver;
    settings.substeps = solver == SCREE_SOLVER_SOFT_STEP ? settings.substeps : 1;
    scoped_trial trial;
    sc_trial_options options = {.steps = SECONDS * 60, .dt = STEP};
    assert_true(sc_trial_run(&trial, sc_engine_find("scree"), &settings, model, &options));
    assert_int_equal(trial.steps, SECONDS * 60);
    sc_energy_gains gains = trial.motion.gains;
    assert_int_equal(gains.judged, size);
    assert_at_least(gains.max_speed, 0.1);
    return gains;
}

static const char *const sorts[] = {"weld", "hinge", "slider", "wheel", "rod", "mixed"};

TEST(mechanisms_of_equal_boxes_make_no_energy)
{
    for (int i = 0; i < 6; ++i)
    {
        sc_energy_gains trees =
            gains_of(SCREE_SOLVER_SOFT_STEP, (const char *[5]){sorts[i], "trees"}, MECHANISMS);
        sc_energy_gains loops =
            gains_of(SCREE_SOLVER_SOFT_STEP, (const char *[5]){sorts[i], "loops"}, MECHANISMS);
        assert_int_equal(trees.gained + loops.gained + trees.fast + loops.fast, 0);
    }
}

TEST(solvers_that_iterate_make_no_energy_of_mechanisms_of_unequal_boxes)
{
    for (int i = 0; i < 6; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            const char *words[5] = {sorts[i], "half_loops", "ratio_10"};
            sc_energy_gains gains = gains_of((scree_solver)solver, words, MECHANISMS);
            assert_int_equal(gains.gained + gains.fast, 0);
        }
    }
}

TEST(driven_soft_and_short_armed_mechanisms_make_no_energy)
{
    static const char *const driven[][5] = {
        {"hinge", "half_loops", "ratio_1", "motors"},
        {"slider", "half_loops", "ratio_1", "motors"},
        {"mixed", "half_loops", "ratio_1", "motors"},
        {"rod", "half_loops", "ratio_1", "springs"},
        {"weld", "half_loops", "ratio_100", "soft"},
        {"hinge", "half_loops", "ratio_100", "soft"},
        {"slider", "half_loops", "ratio_100", "soft"},
        {"mixed", "half_loops", "ratio_100", "soft"},
        {"weld", "half_loops", "ratio_100", "passive", "short_arms"},
        {"hinge", "half_loops", "ratio_100", "passive", "short_arms"},
        {"hinge", "half_loops", "ratio_100", "limits", "short_arms"},
    };
    for (int i = 0; i < 11; ++i)
    {
        sc_energy_gains gains = gains_of(SCREE_SOLVER_SOFT_STEP, driven[i], 2 * MECHANISMS);
        assert_int_equal(gains.gained + gains.fast, 0);
    }
}
