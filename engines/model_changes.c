// Finds the objects that a scene creates and destroys while it runs, by comparing its stage before
// and after.

#include "engines/model_read.h"

#include <stdlib.h>
#include <string.h>

static int compare_live(const void *a, const void *b)
{
    const sc_model_live *p = a, *q = b;
    return (p->id.value > q->id.value) - (p->id.value < q->id.value);
}

static int number_of(const sc_model *model, scree_body_id id)
{
    const sc_model_live key = {id, 0};
    const sc_model_live *found =
        bsearch(&key, model->live, (size_t)model->live_count, sizeof *model->live, compare_live);
    return found == NULL ? -1 : found->number;
}

/// The bodies of the stage in the order of their ids, with the number -1. Null if out of memory.
static sc_model_live *look(const sc_model *model, int *count)
{
    scree_body_view view = scree_world_bodies(model->stage);
    sc_model_live *live = malloc(((size_t)view.count + 1) * sizeof *live);
    *count = view.count;
    for (int i = 0; live != NULL && i < view.count; ++i)
        live[i] = (sc_model_live){view.id[i], -1};
    if (live != NULL)
        qsort(live, (size_t)view.count, sizeof *live, compare_live);
    return live;
}

static bool mark_gone(sc_model *model, int number)
{
    void *gone = model->gone;
    bool ok = sc_model_grow(&gone, &model->gone_capacity, model->gone_count, sizeof *model->gone);
    model->gone = gone;
    if (!ok)
        return false;
    sc_model_body *body = &model->bodies[number];
    body->gone = true;
    model->dynamic_count -= body->type == SCREE_BODY_DYNAMIC;
    model->total_mass -= body->mass;
    model->gone[model->gone_count++] = number;
    return true;
}

// Both lists rise: an entry only in the old one was destroyed, an entry only in the new one was
// created.
static bool match(sc_model *model, sc_model_live *now, int count)
{
    bool ok = true;
    int old = 0;
    for (int i = 0; ok && i < count; ++i)
    {
        while (ok && old < model->live_count && compare_live(&model->live[old], &now[i]) < 0)
            ok = mark_gone(model, model->live[old++].number);
        if (old < model->live_count && model->live[old].id.value == now[i].id.value)
        {
            now[i].number = model->live[old++].number;
            continue;
        }
        now[i].number = model->body_count;
        ok = ok && sc_model_take_body(model, model->stage, now[i].id);
    }
    while (ok && old < model->live_count)
        ok = mark_gone(model, model->live[old++].number);
    return ok;
}

static bool take_shapes(sc_model *model, const sc_model_live *body)
{
    int count = scree_body_shapes(model->stage, body->id, NULL, 0);
    scree_shape_id *shapes = malloc(((size_t)count + 1) * sizeof *shapes);
    bool ok = shapes != NULL;
    if (ok)
        scree_body_shapes(model->stage, body->id, shapes, count);
    for (int i = 0; ok && i < count; ++i)
        ok = sc_model_take_shape(model, model->stage, shapes[i], body->number);
    free(shapes);
    return ok;
}

// Adds the joints of a body to bodies of lower numbers. Each joint is thus added once, after both
// of its bodies.
static bool take_joints(sc_model *model, const sc_model_live *body)
{
    int count = scree_body_joint_count(model->stage, body->id);
    scree_joint_id *joints = malloc(((size_t)count + 1) * sizeof *joints);
    bool ok = joints != NULL;
    if (ok)
        scree_body_joints(model->stage, body->id, joints, count);
    for (int i = 0; ok && i < count; ++i)
    {
        int a = number_of(model, scree_joint_body_a(model->stage, joints[i]));
        int b = number_of(model, scree_joint_body_b(model->stage, joints[i]));
        if (a <= body->number && b <= body->number)
            ok = sc_model_take_joint(model, model->stage, joints[i], a, b);
    }
    free(joints);
    return ok;
}

bool sc_model_take_changes(sc_model *model)
{
    model->first_new_body = model->body_count;
    model->first_new_shape = model->shape_count;
    model->first_new_joint = model->joint_count;
    model->gone_count = 0;
    int count;
    sc_model_live *now = look(model, &count);
    bool ok = now != NULL && match(model, now, count);
    if (!ok)
    {
        free(now);
        return false;
    }
    free(model->live);
    model->live = now;
    model->live_count = count;
    for (int i = 0; ok && i < count; ++i)
    {
        if (now[i].number >= model->first_new_body)
            ok = take_shapes(model, &now[i]) && take_joints(model, &now[i]);
    }
    return ok;
}

bool sc_model_forget_changes(sc_model *model)
{
    // Forget all bodies that were created after the start; only bodies of the start may be marked
    // as destroyed.
    model->body_count = model->start_bodies;
    model->shape_count = model->start_shapes;
    model->joint_count = model->start_joints;
    model->vertex_count = model->start_vertices;
    model->first_new_body = model->first_new_shape = model->first_new_joint = 0;
    model->gone_count = 0;
    model->dynamic_count = 0;
    model->total_mass = 0.0;
    int kinematic = 0;
    for (int i = 0; i < model->body_count; ++i)
    {
        sc_model_body *body = &model->bodies[i];
        body->gone = false;
        model->dynamic_count += body->type == SCREE_BODY_DYNAMIC;
        model->total_mass += body->mass;
    }
    int count;
    sc_model_live *now = look(model, &count);
    if (now == NULL)
        return false;
    // The stage holds the kinematic bodies of the start, whose ids rise in order of creation.
    for (int i = 0; i < count; ++i)
        now[i].number = model->kinematic[kinematic++];
    free(model->live);
    model->live = now;
    model->live_count = count;
    return true;
}
