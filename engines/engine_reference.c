/// The built-in reference behind the interface: one struct per body, one contact at a time.
#include "engines/engine.h"
#include "reference/engine/reference_engine.h"

#include <stdlib.h>
#include <string.h>

typedef struct reference
{
    ref_engine *engine;
    int substeps;
} reference;

static void destroy(void *context)
{
    reference *world = context;
    ref_engine_destroy(world->engine);
    free(world);
}

static void *create(const sc_engine_settings *settings)
{
    reference *world = calloc(1, sizeof *world);
    if (world == NULL)
        return NULL;
    world->substeps = settings->substeps;
    world->engine = ref_engine_create(settings->gravity);
    if (world->engine == NULL)
    {
        destroy(world);
        return NULL;
    }
    world->engine->settings.restitution_threshold = settings->restitution_threshold;
    if (settings->contact_hertz > 0.0f)
        world->engine->settings.contact_hertz = settings->contact_hertz;
    return world;
}

static bool add_body(void *context, const sc_model_body *body)
{
    reference *world = context;
    scree_body_def def = sc_model_body_def(body);
    return ref_body_add(world->engine, &def) >= 0;
}

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
{
    ref_engine *engine = ((reference *)context)->engine;
    scree_shape_def def = scree_shape_def_default();
    def.density = shape->density;
    def.material = shape->material;
    def.filter = shape->filter;
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
        return ref_shape_add_circle(engine, shape->body, &def,
                                    (scree_circle){v[0], shape->radius}) >= 0;
    case SCREE_SHAPE_CAPSULE:
        return ref_shape_add_capsule(engine, shape->body, &def,
                                     (scree_capsule){v[0], v[1], shape->radius}) >= 0;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        return ref_shape_add_segment(engine, shape->body, &def, (scree_segment){v[0], v[1]}) >= 0;
    case SCREE_SHAPE_POLYGON:
    {
        scree_polygon polygon = sc_model_polygon(parts, shape);
        return ref_shape_add_polygon(engine, shape->body, &def, &polygon) >= 0;
    }
    case SCREE_SHAPE_HALF_SPACE:
        return ref_shape_add_half_space(engine, shape->body, &def, shape->plane.normal,
                                        shape->plane.offset) >= 0;
    case SCREE_SHAPE_NONE:
        break;
    }
    return false;
}

static const char *refuse_joint(const sc_model_joint *joint)
{
    (void)joint;
    return "has no joints";
}

static void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    ref_body *moved = &((reference *)context)->engine->bodies[body];
    moved->velocity = linear;
    moved->w = angular;
}

static bool step(void *context, float dt)
{
    reference *world = context;
    return ref_engine_step(world->engine, dt, world->substeps);
}

static void read_poses(void *context, sc_model_pose *poses)
{
    const ref_engine *engine = ((reference *)context)->engine;
    for (int i = 0; i < engine->body_count; ++i)
    {
        const ref_body *body = &engine->bodies[i];
        poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const ref_engine *engine = ((reference *)context)->engine;
    for (int i = 0; i < engine->body_count; ++i)
    {
        const ref_body *body = &engine->bodies[i];
        velocities[i] = (sc_model_velocity){body->velocity.x, body->velocity.y, body->w};
    }
}

static sc_engine_counts count(void *context)
{
    const ref_engine *engine = ((reference *)context)->engine;
    sc_engine_counts counts = {
        .bodies = engine->body_count,
        .shapes = engine->shape_count,
        .pairs = engine->contact_count,
    };
    for (int i = 0; i < engine->contact_count; ++i)
        counts.contacts += engine->contacts[i].point_count > 0;
    for (int i = 0; i < engine->body_count; ++i)
    {
        const ref_body *body = &engine->bodies[i];
        counts.mass += body->type == SCREE_BODY_DYNAMIC ? (double)body->mass : 0.0;
    }
    return counts;
}

const sc_engine sc_engine_reference = {
    .name = "reference",
    .version = "reference " SC_ENGINES_SCREE_VERSION,
    .build = "this build",
    .notes = "textbook baseline of scree: arrays of structs, brute-force pairs, one contact at a "
             "time, the same soft contacts in `substeps` per step; never sleeps; no joints, "
             "nothing is destroyed",
    .max_threads = 1,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .add_shape = add_shape,
    .refuse_joint = refuse_joint,
    .set_velocity = set_velocity,
    .step = step,
    .read = read_poses,
    .read_velocities = read_velocities,
    .count = count,
};
