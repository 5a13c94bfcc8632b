// Scenes as models, scree and the reference behind the engines' interface, and the judge.
#include "engines/trial.h"
#include "tests/support/testing.h"

#define DT (1.0f / 60.0f)

static sc_model *create_small(const char *name)
{
    const scree_scene *scene = scree_scene_find(name);
    scree_scene_params params = {.size = scene->verify_size};
    sc_model *model = sc_model_create(scene, &params, NULL);
    assert_non_null(model);
    return model;
}

TEST(a_model_counts_what_its_scene_says)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        scree_scene_params params = {.size = scene->verify_size};
        sc_model *model = sc_model_create(scene, &params, NULL);
        if (model == NULL)
            continue;  // it says so itself, and `a_model_says_why_it_cannot_be` looks at that
        scree_scene_counts counts = scene->counts(scene->verify_size);
        assert_int_equal(model->body_count, counts.bodies);
        assert_int_equal(model->shape_count, counts.shapes);
        assert_int_equal(model->joint_count, counts.joints);
        sc_model_destroy(model);
    }
}

// Bodies and shapes go into the adapter one by one, in order; the scene makes them in batches.
TEST(scree_steps_a_model_to_the_bits_of_its_scene)
{
    // Where bodies start turned, their angles are rounded on the way.
    const char *const names[] = {"large_pyramid", "washer",  "junkyard",      "compounds",
                                 "smash",         "tumbler", "newton_cradle", "chain_mace"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k)
    {
        sc_model *model = create_small(names[k]);
        scree_world_def def = scree_scene_world_def(model->scene, model->size);
        scree_world *world = scree_world_create(&def);
        scree_scene_state scene_state;
        assert_true(scree_scene_create(model->scene, world, &model->params, &scene_state));
        sc_engine_settings settings = sc_engine_settings_for(model);
        sc_trial trial;
        sc_trial_options options = {.steps = 60, .dt = DT};
        assert_true(sc_trial_run(&trial, sc_engine_find("scree"), &settings, model, &options));
        assert_false(trial.failed);
        assert_int_equal(trial.steps, 60);
        for (int i = 0; i < 60; ++i)
        {
            assert_ok(scree_scene_step(model->scene, world, &scene_state, DT, settings.substeps));
        }
        scree_body_view view = scree_world_bodies(world);
        // Rows to order of creation: ids ascend.
        for (int row = 0; row < view.count; ++row)
        {
            int number = 0;
            for (int other = 0; other < view.count; ++other)
                number += view.id[other].value < view.id[row].value;
            assert_true(view.x[row] == trial.poses[number].x);
            assert_true(view.y[row] == trial.poses[number].y);
            assert_true(view.cos[row] == trial.poses[number].cos);
            assert_true(view.sin[row] == trial.poses[number].sin);
        }
        scree_counters counters = scree_world_counters(world);
        assert_int_equal(trial.counts.contacts, counters.contacts);
        assert_int_equal(trial.counts.pairs, counters.pairs);
        sc_trial_destroy(&trial);
        scree_world_destroy(world);
        sc_model_destroy(model);
    }
}

TEST(every_run_of_a_model_starts_anew)
{
    sc_model *model = create_small("junkyard");
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial first, second;
    sc_trial_options options = {.steps = 40, .dt = DT};
    const sc_engine *engine = sc_engine_find("reference");
    assert_true(sc_trial_run(&first, engine, &settings, model, &options));
    assert_true(sc_trial_run(&second, engine, &settings, model, &options));
    size_t bytes = (size_t)model->body_count * sizeof *first.poses;
    assert_memory_equal(first.poses, second.poses, bytes);
    int pusher = model->kinematic[0];
    assert_true(fabs((double)first.poses[pusher].x) > 0.1);
    sc_trial_destroy(&first);
    sc_trial_destroy(&second);
    sc_model_destroy(model);
}

TEST(masses_in_the_engine_are_those_of_the_model)
{
    const char *const names[] = {"pile", "compounds", "card_house", "bouncers"};
    const char *const engines[] = {"scree", "reference"};
    for (size_t k = 0; k < 8; ++k)
    {
        sc_model *model = create_small(names[k / 2]);
        const sc_engine *engine = sc_engine_find(engines[k % 2]);
        sc_engine_settings settings = sc_engine_settings_for(model);
        void *world = sc_engine_build(engine, &settings, model);
        assert_non_null(world);
        sc_engine_counts counts = engine->count(world);
        assert_int_equal(counts.bodies, model->body_count);
        assert_int_equal(counts.shapes, model->shape_count);
        assert_true(fabs(counts.mass - model->total_mass) <= 1e-5 * model->total_mass);
        engine->destroy(world);
        sc_model_destroy(model);
    }
}

TEST(the_reference_carries_a_pile_like_scree)
{
    sc_model *model = create_small("large_pyramid");
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial trials[2];
    sc_trial_options options = {.steps = 60, .dt = DT};
    assert_true(sc_trial_run(&trials[0], sc_engine_find("scree"), &settings, model, &options));
    assert_true(sc_trial_run(&trials[1], sc_engine_find("reference"), &settings, model, &options));
    assert_true(trials[0].overlaps.touching >= model->dynamic_count);
    double ratio = (double)trials[0].overlaps.touching / trials[1].overlaps.touching;
    assert_true(ratio > 0.9 && ratio < 1.1);
    assert_true(fabs(trials[0].drift.drop - trials[1].drift.drop) < 0.02);
    sc_trial_destroy(&trials[0]);
    sc_trial_destroy(&trials[1]);
    sc_model_destroy(model);
}

// The judge

// A model of two bodies with a shape each, made by hand.
typedef struct two_shapes
{
    sc_model model;
    sc_model_body bodies[2];
    sc_model_shape shapes[2];
    scree_vec2 vertices[8];
    sc_model_pose poses[2];
} two_shapes;

static void set_shape(two_shapes *two, int index, int count, const scree_vec2 *vertices,
                      float radius)
{
    scree_shape_type type = count == 0   ? SCREE_SHAPE_HALF_SPACE
                            : count == 1 ? SCREE_SHAPE_CIRCLE
                            : count == 2 ? SCREE_SHAPE_CAPSULE
                                         : SCREE_SHAPE_POLYGON;
    two->shapes[index] = (sc_model_shape){.body = index,
                                          .type = type,
                                          .first_vertex = 4 * index,
                                          .vertex_count = count,
                                          .radius = radius,
                                          .plane = {{0.0f, 1.0f}, 0.0f},
                                          .filter = {1, ~(uint64_t)0, 0}};
    if (count > 0)
        memcpy(two->vertices + (ptrdiff_t)4 * index, vertices, (size_t)count * sizeof *vertices);
    two->bodies[index] = (sc_model_body){
        .type = count == 0 ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC, .mass = 2.0, .inertia = 3.0};
    two->poses[index] = (sc_model_pose){0.0f, 0.0f, 1.0f, 0.0f};
    two->model = (sc_model){.body_count = 2,
                            .shape_count = 2,
                            .bodies = two->bodies,
                            .shapes = two->shapes,
                            .vertices = two->vertices};
}

static const scree_vec2 square[4] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
static const scree_vec2 bar[2] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
static const scree_vec2 origin[1] = {{0.0f, 0.0f}};

static double distance_at(two_shapes *two, float x, float y, float cosine, float sine)
{
    two->poses[1] = (sc_model_pose){x, y, cosine, sine};
    double forth = sc_judge_distance(&two->model, two->poses, 0, 1);
    double back = sc_judge_distance(&two->model, two->poses, 1, 0);
    assert_true(forth == back);
    return forth;
}

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 1e-6)
        fail_msg("%.9f is not %.9f", found, expected);
}

TEST(the_judge_knows_the_distance_of_two_boxes)
{
    two_shapes two;
    set_shape(&two, 0, 4, square, 0.0f);
    set_shape(&two, 1, 4, square, 0.0f);
    assert_near(distance_at(&two, 1.25f, 0.25f, 1.0f, 0.0f), 0.25);
    assert_near(distance_at(&two, 0.75f, 0.125f, 1.0f, 0.0f), -0.25);
    assert_near(distance_at(&two, 1.5f, 1.5f, 1.0f, 0.0f), sqrt(0.5));  // corner to corner
    float half = sqrtf(0.5f);
    assert_near(distance_at(&two, 0.0f, 1.25f, half, half), 1.25 - 0.5 - sqrt(0.5));
    assert_near(distance_at(&two, 0.0f, 1.0f, half, half), 0.5 - sqrt(0.5));
}

TEST(the_judge_knows_round_shapes)
{
    two_shapes two;
    set_shape(&two, 0, 1, origin, 0.5f);
    set_shape(&two, 1, 1, origin, 0.25f);
    assert_near(distance_at(&two, 3.0f, 4.0f, 1.0f, 0.0f), 4.25);
    assert_near(distance_at(&two, 0.5f, 0.0f, 1.0f, 0.0f), -0.25);
    set_shape(&two, 0, 2, bar, 0.25f);
    set_shape(&two, 1, 2, bar, 0.25f);
    assert_near(distance_at(&two, 0.0f, 1.0f, 1.0f, 0.0f), 0.5);
    assert_near(distance_at(&two, 3.0f, 0.0f, 1.0f, 0.0f), 0.5);     // end to end, in one line
    assert_near(distance_at(&two, 0.75f, 0.0f, 0.0f, 1.0f), -0.75);  // crossing
    set_shape(&two, 0, 4, square, 0.0f);
    set_shape(&two, 1, 1, origin, 0.25f);
    assert_near(distance_at(&two, 0.5f + 0.6f, 0.5f + 0.8f, 1.0f, 0.0f), 0.75);
    assert_near(distance_at(&two, 0.0f, 0.375f, 1.0f, 0.0f), -0.375);  // centre inside
    set_shape(&two, 0, 0, NULL, 0.0f);
    set_shape(&two, 1, 4, square, 0.125f);
    assert_near(distance_at(&two, 7.0f, 0.5f, 1.0f, 0.0f), -0.125);
}

TEST(the_judge_counts_touching_pairs_and_heeds_filters)
{
    two_shapes two;
    set_shape(&two, 0, 4, square, 0.0f);
    set_shape(&two, 1, 4, square, 0.0f);
    two.poses[1].x = 0.875f;
    sc_overlaps overlaps;
    assert_true(sc_judge_overlaps(&two.model, two.poses, &overlaps));
    assert_int_equal(overlaps.touching, 1);
    assert_near(overlaps.max, 0.125);
    two.poses[1].x = 1.003f;  // a gap below the limit counts, as no overlap
    assert_true(sc_judge_overlaps(&two.model, two.poses, &overlaps));
    assert_int_equal(overlaps.touching, 1);
    assert_true(overlaps.max == 0.0);
    two.poses[1].x = 0.875f;
    two.shapes[0].filter.mask = 2;
    assert_true(sc_judge_overlaps(&two.model, two.poses, &overlaps));
    assert_int_equal(overlaps.touching, 0);
}

TEST(energy_follows_from_two_poses)
{
    two_shapes two;
    set_shape(&two, 0, 4, square, 0.0f);
    set_shape(&two, 1, 4, square, 0.0f);
    sc_model_pose after[2] = {two.poses[0], two.poses[1]};
    after[0].x = 0.5f;  // 0.5 m in 0.25 s
    float angle = 0.125f;
    scree_sincos(angle, &after[1].sin, &after[1].cos);
    double expected = 0.5 * 2.0 * 4.0 + 0.5 * 3.0 * 0.25;
    assert_near(sc_judge_kinetic_energy(&two.model, two.poses, after, 0.25), expected);
}

TEST(what_is_out_of_bounds_or_not_a_number_has_escaped)
{
    two_shapes two;
    set_shape(&two, 0, 4, square, 0.0f);
    set_shape(&two, 1, 4, square, 0.0f);
    two.model.limits = (scree_aabb){{-1.0f, -1.0f}, {1.0f, 1.0f}};
    assert_int_equal(sc_judge_escaped(&two.model, two.poses), 0);
    two.poses[0].x = 1.5f;
    two.poses[1].y = NAN;
    assert_int_equal(sc_judge_escaped(&two.model, two.poses), 2);
}

TEST(an_energy_in_free_fall_is_that_of_the_fall)
{
    sc_model *model = create_small("bouncers");
    const char *const engines[] = {"scree", "reference"};
    for (int k = 0; k < 2; ++k)
    {
        sc_engine_settings settings = sc_engine_settings_for(model);
        sc_trial trial;
        sc_trial_options options = {.steps = 20, .dt = DT};
        assert_true(sc_trial_run(&trial, sc_engine_find(engines[k]), &settings, model, &options));
        assert_int_equal(trial.sample_count, 2);
        // Over the tenth step the balls move at the mean of its speeds, 9.625 steps of g in.
        double speed = 10.0 * (9.0 + 0.625) / 60.0;
        double expected = 0.5 * model->total_mass * speed * speed;
        assert_true(fabs(trial.samples[0].kinetic_energy - expected) < 0.001 * expected);
        sc_trial_destroy(&trial);
    }
    sc_model_destroy(model);
}

TEST(names_find_engines)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        assert_ptr_equal(sc_engine_find(engine->name), engine);
        assert_true(strlen(engine->version) > 0 && strlen(engine->notes) > 0);
    }
    assert_null(sc_engine_find("nothing"));
    assert_null(sc_engine_at(-1));
    assert_null(sc_engine_at(sc_engine_count()));
    for (int i = 0; i < sc_missing_engine_count(); ++i)
        assert_null(sc_engine_find(sc_missing_engine_at(i).name));
}
