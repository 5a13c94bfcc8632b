/// The engines of this build, and the data passed to all of them.
#include "engines/engine.h"

#include <string.h>

extern const sc_engine sc_engine_scree, sc_engine_reference;
#if defined(SC_HAVE_BOX2D_3)
extern const sc_engine sc_engine_box2d_3;
#endif
#if defined(SC_HAVE_BOX2D_2)
extern const sc_engine sc_engine_box2d_2;
#endif
#if defined(SC_HAVE_CHIPMUNK)
extern const sc_engine sc_engine_chipmunk;
#endif

static const sc_engine *const engines[] = {
    &sc_engine_scree,    &sc_engine_reference,
#if defined(SC_HAVE_BOX2D_3)
    &sc_engine_box2d_3,
#endif
#if defined(SC_HAVE_BOX2D_2)
    &sc_engine_box2d_2,
#endif
#if defined(SC_HAVE_CHIPMUNK)
    &sc_engine_chipmunk,
#endif
};

static const sc_missing_engine missing[] = {
#if !defined(SC_HAVE_BOX2D_3)
    {"box2d-3", "configure with -Dbox2d_DIR= naming the folder of box2dConfig.cmake of an "
                "installed Box2D 3"},
#endif
#if !defined(SC_HAVE_BOX2D_2)
    {"box2d-2.4", "install libbox2d-dev (Debian, Ubuntu), or configure with -Dbox2d24_ROOT= naming "
                  "the folder that Box2D 2.4 is installed to"},
#endif
#if !defined(SC_HAVE_CHIPMUNK)
    {"chipmunk", "install libchipmunk-dev (Debian, Ubuntu), or configure with -Dchipmunk_ROOT= "
                 "naming the folder that Chipmunk 7 is installed to"},
#endif
    {NULL, NULL},
};

int sc_engine_count(void) { return (int)(sizeof engines / sizeof engines[0]); }

const sc_engine *sc_engine_at(int index)
{
    return index >= 0 && index < sc_engine_count() ? engines[index] : NULL;
}

const sc_engine *sc_engine_find(const char *name)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    }
    return NULL;
}

int sc_missing_engine_count(void) { return (int)(sizeof missing / sizeof missing[0]) - 1; }

sc_missing_engine sc_missing_engine_at(int index)
{
    bool there = index >= 0 && index < sc_missing_engine_count();
    return there ? missing[index] : (sc_missing_engine){NULL, NULL};
}

sc_engine_settings sc_engine_settings_for(const sc_model *model)
{
    scree_world_def def = scree_scene_world_def(model->scene, model->size);
    return (sc_engine_settings){
        .gravity = model->gravity,
        .substeps = scree_scene_substeps(model->scene),
        .restitution_threshold = def.restitution_threshold,
        .contact_hertz = model->scene->contact_hertz,
        .simd = SCREE_SIMD_AUTO,
        .threads = 1,
        .continuous = model->scene->impacts,
        .goes_on = model->scene->mechanisms,
        .sleep = def.enable_sleep,
        .solving =
            {
                .solver = def.solver,
                .iterations = def.iterations,
                .erp = def.erp,
                .position_correction = def.position_correction,
                .slop = def.slop,
                .warm_starting = def.warm_starting,
                .measure_residual = def.measure_residual,
            },
    };
}

const char *sc_engine_refusal(const sc_engine *engine, const sc_model *model)
{
    if (model->scene->creates && engine->remove_body == NULL)
        return "cannot destroy bodies";
    const char *why = NULL;
    for (int i = 0; why == NULL && i < model->joint_count; ++i)
        why = engine->refuse_joint(&model->joints[i]);
    return why;
}

// Adds the parts of the model from these numbers on.
static bool add_parts(const sc_engine *engine, void *world, const sc_model *model, int body,
                      int shape, int joint)
{
    bool ok = true;
    for (int i = body; ok && i < model->body_count; ++i)
        ok = engine->add_body(world, &model->bodies[i]);
    for (int i = shape; ok && i < model->shape_count; ++i)
        ok = engine->add_shape(world, model, &model->shapes[i]);
    if (ok && engine->finish != NULL)
        ok = engine->finish(world);
    for (int i = joint; ok && i < model->joint_count; ++i)
    {
        ok = engine->refuse_joint(&model->joints[i]) == NULL &&
             engine->add_joint(world, &model->joints[i]);
    }
    return ok;
}

bool sc_engine_follow(const sc_engine *engine, void *world, const sc_model *model)
{
    for (int i = 0; i < model->kinematic_count; ++i)
    {
        engine->set_velocity(world, model->kinematic[i], model->kinematic_velocity[i],
                             model->kinematic_w[i]);
    }
    if (!model->scene->creates)
        return true;
    bool ok = engine->remove_body != NULL;
    for (int i = 0; ok && i < model->gone_count; ++i)
        ok = engine->remove_body(world, model->gone[i]);
    bool came = model->first_new_body < model->body_count;
    return ok && (!came || add_parts(engine, world, model, model->first_new_body,
                                     model->first_new_shape, model->first_new_joint));
}

void *sc_engine_build(const sc_engine *engine, const sc_engine_settings *settings,
                      const sc_model *model)
{
    void *world = engine->create(settings);
    if (world != NULL && add_parts(engine, world, model, 0, 0, 0))
        return world;
    if (world != NULL)
        engine->destroy(world);
    return NULL;
}
