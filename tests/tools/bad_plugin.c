// Engine plugins with one fault each, which the macro of its name chooses; and without one.

#include <scree_tools/engine_plugin.h>

#include <math.h>
#include <stdlib.h>

typedef struct world
{
    int body_count, shape_count, step_count;
    scree_vec2 positions[64];
} world;

static void *create(const sc_engine_settings *settings)
{
    (void)settings;
#if defined(FAIL_CREATE)
    return NULL;
#else
    return calloc(1, sizeof(world));
#endif
}

static bool add_body(void *context, const sc_model_body *body)
{
    world *w = context;
#if defined(FAIL_BODY)
    return body == NULL;
#endif
    if (w->body_count == 64)
        return false;
    w->positions[w->body_count++] = body->position;
    return true;
}

static const char *refuse_shape(const sc_model_shape *shape)
{
    return shape->type == SCREE_SHAPE_CAPSULE ? "has no capsules" : NULL;
}

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
{
    ++((world *)context)->shape_count;
#if defined(FAIL_SHAPE)
    return false;
#endif
    return parts->vertices != NULL || shape->vertex_count == 0;
}

static void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    (void)context;
    (void)body;
    (void)linear;
    (void)angular;
}

static bool step(void *context, float dt)
{
    world *w = context;
    (void)dt;
    ++w->step_count;
#if defined(FAIL_STEP)
    return w->step_count < 5;
#endif
    return true;
}

static void read_poses(void *context, sc_model_pose *poses)
{
    const world *w = context;
    for (int i = 0; i < w->body_count; ++i)
    {
        poses[i] = (sc_model_pose){w->positions[i].x, w->positions[i].y, 1.0f, 0.0f};
#if defined(NAN_POSE)
        poses[i].y = w->step_count < 15 ? 0.0f : NAN;
#elif defined(INFINITE_POSE)
        poses[i].x = w->step_count < 15 ? 0.0f : INFINITY;
#endif
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const world *w = context;
    for (int i = 0; i < w->body_count; ++i)
        velocities[i] = (sc_model_velocity){NAN, NAN, NAN};
}

static sc_engine_counts count(void *context)
{
    const world *w = context;
    return (sc_engine_counts){.bodies = w->body_count, .shapes = w->shape_count, .mass = NAN};
}

#if !defined(NAME)
#define NAME "still"
#endif

static const sc_engine engine = {
    .name = NAME,
    .version = "still 1",
    .build = "a shared object",
#if !defined(NO_NOTES)
    .notes = "nothing moves",
#endif
#if !defined(NO_THREADS)
    .max_threads = 1,
#endif
    .create = create,
    .destroy = free,
    .add_body = add_body,
    .refuse_shape = refuse_shape,
    .add_shape = add_shape,
    .set_velocity = set_velocity,
    .step = step,
    .read = read_poses,
    .read_velocities = read_velocities,
    .count = count,
};

#if defined(NO_SYMBOL)
const void *const unused[] = {&engine};
#elif defined(DATA_SYMBOL)
// Bytes in place of the function.
SC_ENGINE_PLUGIN_EXPORT extern const unsigned char sc_engine_plugin_describe[64];
const unsigned char sc_engine_plugin_describe[64] = {sizeof engine > 0};
#elif defined(NULL_PLUGIN)
SC_ENGINE_PLUGIN_EXPORT const sc_engine_plugin *sc_engine_plugin_describe(void);
const sc_engine_plugin *sc_engine_plugin_describe(void)
{
    static const sc_engine *const used = &engine;
    (void)used;
    return NULL;
}
#elif defined(OTHER_LAYOUT)
SC_ENGINE_PLUGIN_EXPORT const sc_engine_plugin *sc_engine_plugin_describe(void);
const sc_engine_plugin *sc_engine_plugin_describe(void)
{
    static sc_engine_plugin plugin = SC_ENGINE_PLUGIN(&engine);
    OTHER_LAYOUT;
    return &plugin;
}
#else
SC_ENGINE_PLUGIN_DEFINE(engine)
#endif
