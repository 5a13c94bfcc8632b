// The judge of impacts on velocities that are made up, and on runs of its scenes.
#include "tests/engines/engine_runs.h"

// A ball that comes in at 3 m/s along and 4 down; it may turn, or not.
static bool locked, heavy, slides;

TEST_SCENE(one_impact)
{
    scree_shape_def def = surface(0.25f, 0.5f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -1.0f, &def, 10.0f, 1.0f);
    scree_body_id ball = add_ball(world, 0.0f, 1.0f, 0.5f);
    scree_body_set_locks(world, ball, (scree_motion_locks){false, false, locked});
    scree_body_set_velocity(world, ball, (scree_vec2){3.0f, slides ? 0.0f : -4.0f}, 0.0f);
    scree_world_set_gravity(world, (scree_vec2){0.0f, heavy ? -10.0f : 0.0f});
    return true;
}

static sc_impact_errors errors_after(sc_model_velocity first, sc_model_velocity second)
{
    scoped_model *model = model_of(one_impact);
    const sc_model_velocity none = {0.0f, 0.0f, 0.0f};
    const sc_model_velocity velocities[2][2] = {{none, first}, {none, second}};
    sc_impact_judge judge;
    assert_true(sc_impact_judge_create(&judge, model));
    for (int i = 0; i < 2; ++i)
        sc_impact_judge_look(&judge, velocities[i]);
    sc_impact_errors errors = sc_impact_judge_errors(&judge);
    sc_impact_judge_destroy(&judge);
    return errors;
}

TEST(impacts_are_judged_by_the_laws_of_friction_and_restitution)
{
    const sc_model_velocity in = {3.0f, -4.0f, 0.0f};
    heavy = slides = false;
    for (int k = 0; k < 2; ++k)
    {
        // 0.387 (1 + 0.5) 4 m/s is too little to stop it, and enough to make it roll.
        locked = k == 0;
        sc_model_velocity law = {locked ? 3.0f - 6.0f * sqrtf(0.25f * 0.6f) : 2.0f, 2.0f, 0.0f};
        sc_model_velocity off = {law.vx + 0.5f, 1.0f, 0.0f};
        assert_int_equal(errors_after(law, law).judged, 1);
        assert_near(errors_after(law, law).rebound, 0.0, 1e-6);
        sc_impact_errors errors = errors_after(off, off);
        assert_near(errors.along, 0.1, 1e-6);
        assert_near(errors.rebound, 0.2, 1e-6);
        assert_int_equal(errors_after(in, off).judged, 0);
        assert_near(errors_after(off, law).along, 0.0, 1e-6);
        law.vx = NAN;
        assert_true(isinf(errors_after(off, law).along));
    }
}

TEST(speeds_along_seams_are_to_stay)
{
    heavy = true;
    slides = false;
    sc_impact_errors errors =
        errors_after((sc_model_velocity){3.0f, -4.0f, 0.0f}, (sc_model_velocity){2.5f, 0.0f, 0.0f});
    assert_int_equal(errors.judged, 1);
    assert_near(errors.along, 0.1, 1e-6);
    slides = true;
    const sc_model_velocity slow = {2.4f, 0.0f, 0.0f}, fast = {3.3f, 0.0f, 0.0f};
    errors = errors_after(slow, fast);
    assert_near(errors.lost, 0.2, 1e-6);
    assert_near(errors.along + errors.rebound, 0.0, 0.0);
    assert_near(errors_after(fast, fast).lost, 0.0, 0.0);
}

TEST(scenes_of_impacts_obey_the_laws_where_the_docs_say_so)
{
    static const char *const words[][2] = {
        {"impacts", "slow"}, {"seams", "disc"}, {"seams", "slides"}};
    for (int i = 0; i < 3; ++i)
    {
        const scree_scene *scene = scree_scene_find(words[i][0]);
        scree_scene_params params = {100, 0, scree_scene_choose(scene, 0, words[i][1])};
        scoped_model *model = sc_model_create(scene, &params, NULL);
        sc_engine_settings settings = sc_engine_settings_for(model);
        scoped_trial trial;
        sc_trial_options options = {.steps = 30, .dt = STEP};
        assert_true(sc_trial_run(&trial, sc_engine_find("scree"), &settings, model, &options));
        assert_int_equal(trial.motion.impacts.judged, 100);
        assert_at_most(trial.motion.impacts.along, i == 0 ? 1e-6 : 1e-2);
        assert_at_most(trial.motion.impacts.rebound, 1e-6);
        assert_at_most(trial.motion.impacts.lost, 1e-3);
    }
}
