// The loss of precision far away from the origin: a pyramid, ragdolls and bullets, in every engine.
// docs/guide.md#far-away has the printed figures.
#include "tests/engines/engine_runs.h"

#include <stdlib.h>

typedef struct far_scene
{
    const char *scene, *what;
    int size, steps;
    bool continuous;
} far_scene;

static const far_scene far_scenes[] = {
    {"large_pyramid", "largest drift of a box, m", 10, 300, false},
    {"ragdoll_pit", "largest separation of a joint, m", 0, 120, false},
    {"bullets", "bodies that left the scene", 0, 120, true}};

static double drift_of(const sc_model *model, const sc_model_pose *begin, const sc_model_pose *end)
{
    double largest = 0.0;
    for (int i = 0; i < model->body_count; ++i)
        largest = fmax(largest, hypot((double)end[i].x - (double)begin[i].x,
                                      (double)end[i].y - (double)begin[i].y));
    return largest;
}

static void point_of(const sc_model_pose *pose, scree_vec2 local, double out[2])
{
    out[0] =
        (double)pose->x + (double)pose->cos * (double)local.x - (double)pose->sin * (double)local.y;
    out[1] =
        (double)pose->y + (double)pose->sin * (double)local.x + (double)pose->cos * (double)local.y;
}

static double separation_of(const sc_model *model, const sc_model_pose *end)
{
    double largest = 0.0;
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        double a[2], b[2];
        if (joint->type != SCREE_JOINT_REVOLUTE)
            continue;
        point_of(&end[joint->body_a], joint->def.revolute.base.frame_a.position, a);
        point_of(&end[joint->body_b], joint->def.revolute.base.frame_b.position, b);
        largest = fmax(largest, hypot(b[0] - a[0], b[1] - a[1]));
    }
    return largest;
}

static double escaped_of(const sc_model *model, const sc_model_pose *end, float away)
{
    int escaped = 0;
    for (int i = 0; i < model->body_count; ++i)
    {
        const double x = (double)end[i].x - (double)away, y = (double)end[i].y;
        const bool inside =
            x >= (double)model->limits.lower.x - 1.0 && x <= (double)model->limits.upper.x + 1.0 &&
            y >= (double)model->limits.lower.y - 1.0 && y <= (double)model->limits.upper.y + 1.0;
        escaped += model->bodies[i].type == SCREE_BODY_DYNAMIC && !inside;
    }
    return escaped;
}

/// The loss of a scene at a place x in an engine; NaN: the engine cannot run it.
static double loss_of(const sc_engine *engine, const far_scene *f, float away)
{
    const scree_scene *scene = scree_scene_find(f->scene);
    assert_non_null(scene);
    const scree_scene_params params = {.size = f->size > 0 ? f->size : scene->verify_size};
    scoped_model *model = sc_model_create(scene, &params, NULL);
    assert_non_null(model);
    for (int i = 0; i < model->body_count; ++i)
        model->bodies[i].position.x += away;
    if (sc_engine_refusal(engine, model) != NULL)
        return NAN;
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.continuous = f->continuous;
    scoped_run run = start_with(engine, model, &settings);
    sc_model_pose *begin = calloc((size_t)model->body_count, sizeof *begin);
    sc_model_pose *end = calloc((size_t)model->body_count, sizeof *end);
    assert_true(begin != NULL && end != NULL);
    engine->read(run.world, begin);
    for (int i = 0; i < f->steps; ++i)
        assert_true(engine->step(run.world, STEP));
    engine->read(run.world, end);
    const double loss = f == &far_scenes[0]   ? drift_of(model, begin, end)
                        : f == &far_scenes[1] ? separation_of(model, end)
                                              : escaped_of(model, end, away);
    free(begin);
    free(end);
    return loss;
}

TEST(little_is_lost_up_to_a_hundred_kilometres_from_the_origin)
{
    static const float places[] = {0.0f, 1e4f, 1e5f, 1e6f, 1e7f};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            const sc_engine *engine = sc_engine_at(i);
            double loss[5];
            for (int p = 0; p < 5; ++p)
                loss[p] = is(engine, "reference") ? (double)NAN
                                                  : loss_of(engine, &far_scenes[k], places[p]);
            if (!isnan(loss[0]))
                print_message("%s, %s: %.4f at the origin, %.4f at 1e4 m, %.4f at 1e5, %.4f at "
                              "1e6, %.4f at 1e7\n",
                              far_scenes[k].what, engine->name, loss[0], loss[1], loss[2], loss[3],
                              loss[4]);
            for (int p = 1; p <= 2 && is(engine, "scree"); ++p)
                assert_at_most(loss[p], loss[0] + 0.05);
        }
}
