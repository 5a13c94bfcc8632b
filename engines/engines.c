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

enum
{
    BUILT_IN_COUNT = sizeof engines / sizeof engines[0]
};

static const sc_engine *added[SC_ENGINE_MAX_ADDED];
static int added_count;

int sc_engine_count(void) { return BUILT_IN_COUNT + added_count; }

const sc_engine *sc_engine_at(int index)
{
    if (index < 0 || index >= sc_engine_count())
        return NULL;
    return index < BUILT_IN_COUNT ? engines[index] : added[index - BUILT_IN_COUNT];
}

const sc_engine *sc_engine_find(const char *name)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        if (strcmp(sc_engine_at(i)->name, name) == 0)
            return sc_engine_at(i);
    }
    return NULL;
}

bool sc_engine_add(const sc_engine *engine)
{
    if (added_count == SC_ENGINE_MAX_ADDED || sc_engine_find(engine->name) != NULL)
        return false;
    added[added_count++] = engine;
    return true;
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

static const char *refuse_shape(const sc_engine *engine, const sc_model_shape *shape)
{
    return engine->refuse_shape != NULL ? engine->refuse_shape(shape) : NULL;
}

static const char *refuse_joint(const sc_engine *engine, const sc_model_joint *joint)
{
    return engine->add_joint != NULL ? engine->refuse_joint(joint) : "has no joints";
}

const char *sc_engine_refusal(const sc_engine *engine, const sc_model *model)
{
    if (model->scene->creates && engine->remove_body == NULL)
        return "cannot destroy bodies";
    const char *why = NULL;
    for (int i = 0; why == NULL && i < model->shape_count; ++i)
        why = refuse_shape(engine, &model->shapes[i]);
    for (int i = 0; why == NULL && i < model->joint_count; ++i)
        why = refuse_joint(engine, &model->joints[i]);
    return why;
}

// Adds the bodies, shapes and joints of the model from these numbers on. Returns null, or the text
// of the first failure.
static const char *add_parts(const sc_engine *engine, void *world, const sc_model *model, int body,
                             int shape, int joint)
{
    sc_model_parts parts = sc_model_parts_of(model);
    for (int i = body; i < model->body_count; ++i)
    {
        if (!engine->add_body(world, &model->bodies[i]))
            return "could not add a body";
    }
    for (int i = shape; i < model->shape_count; ++i)
    {
        if (refuse_shape(engine, &model->shapes[i]) != NULL ||
            !engine->add_shape(world, &parts, &model->shapes[i]))
            return "could not add a shape";
    }
    if (engine->finish != NULL && !engine->finish(world))
        return "could not finish its bodies";
    for (int i = joint; i < model->joint_count; ++i)
    {
        if (refuse_joint(engine, &model->joints[i]) != NULL ||
            !engine->add_joint(world, &model->joints[i]))
            return "could not add a joint";
    }
    return NULL;
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
                                     model->first_new_shape, model->first_new_joint) == NULL);
}

void *sc_engine_build_or_say(const sc_engine *engine, const sc_engine_settings *settings,
                             const sc_model *model, const char **fault)
{
    void *world = engine->create(settings);
    *fault = world != NULL ? add_parts(engine, world, model, 0, 0, 0) : "could not create a world";
    if (*fault == NULL)
        return world;
    if (world != NULL)
        engine->destroy(world);
    return NULL;
}

void *sc_engine_build(const sc_engine *engine, const sc_engine_settings *settings,
                      const sc_model *model)
{
    const char *fault;
    return sc_engine_build_or_say(engine, settings, model, &fault);
}
