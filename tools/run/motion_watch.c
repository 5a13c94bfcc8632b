#include "motion_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *a, const void *b)
{
    const scree_body_id *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

bool sc_motion_watch_create(sc_motion_watch *watch, const scree_scene *scene, scree_world *world,
                            const scree_scene_state *state)
{
    *watch = (sc_motion_watch){0};
    if (!sc_motion_is_judged(scene))
        return true;
    scree_scene_params params = {state->size, state->seed, state->variant};
    watch->model = sc_model_create(scene, &params, NULL);
    scree_body_view view = scree_world_bodies(world);
    size_t count = (size_t)view.count + 1;
    watch->ids = malloc(count * sizeof *watch->ids);
    watch->poses = calloc(count, sizeof *watch->poses);
    watch->velocities = calloc(count, sizeof *watch->velocities);
    bool ok = watch->model != NULL && watch->ids != NULL && watch->poses != NULL &&
              watch->velocities != NULL && watch->model->body_count == view.count &&
              sc_motion_judge_create(&watch->judge, watch->model);
    if (!ok)
    {
        sc_motion_watch_destroy(watch);
        return false;
    }
    // In a world where nothing was destroyed ids ascend.
    memcpy(watch->ids, view.id, (size_t)view.count * sizeof *watch->ids);
    qsort(watch->ids, (size_t)view.count, sizeof *watch->ids, compare_ids);
    return true;
}

void sc_motion_watch_destroy(sc_motion_watch *watch)
{
    sc_motion_judge_destroy(&watch->judge);
    sc_model_destroy(watch->model);
    free(watch->ids);
    free(watch->poses);
    free(watch->velocities);
    *watch = (sc_motion_watch){0};
}

void sc_motion_watch_look(sc_motion_watch *watch, scree_world *world, double time)
{
    if (watch->model == NULL)
        return;
    scree_body_view view = scree_world_bodies(world);
    for (int row = 0; row < view.count; ++row)
    {
        scree_body_id id = view.id[row];
        const scree_body_id *found =
            bsearch(&id, watch->ids, (size_t)watch->model->body_count, sizeof id, compare_ids);
        if (found == NULL)
            continue;
        ptrdiff_t number = found - watch->ids;
        scree_vec2 v = scree_body_linear_velocity(world, id);
        float w = scree_body_angular_velocity(world, id);
        watch->poses[number] =
            (sc_model_pose){view.x[row], view.y[row], view.cos[row], view.sin[row]};
        watch->velocities[number] = scree_body_is_enabled(world, id)
                                        ? (sc_model_velocity){v.x, v.y, w}
                                        : (sc_model_velocity){NAN, NAN, NAN};
    }
    sc_motion_judge_look(&watch->judge, watch->poses, watch->velocities, time);
}

sc_motion_figures sc_motion_watch_figures(const sc_motion_watch *watch)
{
    return watch->model != NULL ? sc_motion_judge_figures(&watch->judge) : (sc_motion_figures){0};
}
