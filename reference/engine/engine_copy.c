/// The same bodies and shapes out of a scree world, read through its public calls.
#include "reference/engine/engine_parts.h"

#include <stdlib.h>

static bool copy_shape(ref_engine *engine, const scree_world *world, scree_shape_id id, int body)
{
    scree_shape_def def = scree_shape_def_default();
    def.material = scree_shape_material(world, id);
    def.filter = scree_shape_filter(world, id);
    switch (scree_shape_get_type(world, id))
    {
    case SCREE_SHAPE_CIRCLE:
        return ref_shape_add_circle(engine, body, &def, scree_shape_circle(world, id)) >= 0;
    case SCREE_SHAPE_CAPSULE:
        return ref_shape_add_capsule(engine, body, &def, scree_shape_capsule(world, id)) >= 0;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        return ref_shape_add_segment(engine, body, &def, scree_shape_segment(world, id)) >= 0;
    case SCREE_SHAPE_POLYGON:
    {
        scree_polygon polygon = scree_shape_polygon(world, id);
        return ref_shape_add_polygon(engine, body, &def, &polygon) >= 0;
    }
    case SCREE_SHAPE_HALF_SPACE:
    {
        scree_half_space plane = scree_shape_half_space(world, id);
        return ref_shape_add_half_space(engine, body, &def, plane.normal, plane.offset) >= 0;
    }
    case SCREE_SHAPE_NONE:
        break;
    }
    return true;
}

static bool copy_shapes(ref_engine *engine, const scree_world *world, scree_body_id id, int body)
{
    int count = scree_body_shapes(world, id, NULL, 0);
    if (count == 0)
    {
        return true;
    }
    scree_shape_id *ids = malloc((size_t)count * sizeof *ids);
    bool copied = ids != NULL;
    if (copied)
    {
        scree_body_shapes(world, id, ids, count);
    }
    for (int i = 0; copied && i < count; ++i)
    {
        copied = copy_shape(engine, world, ids[i], body);
    }
    free(ids);
    return copied;
}

/// Pose, velocity and mass as the world has them, not as they would follow from the shapes:
/// densities cannot be read back, and scree_body_set_mass_data may have overridden them.
static void copy_state(ref_body *body, const scree_world *world, const scree_body_view *view,
                       int row)
{
    scree_body_id id = view->id[row];
    body->position = vec(view->x[row], view->y[row]);
    body->cos = view->cos[row];
    body->sin = view->sin[row];
    body->velocity = vec(view->vx[row], view->vy[row]);
    body->w = view->w[row];
    body->mass = scree_body_mass(world, id);
    body->inertia = scree_body_inertia(world, id);
    body->center = scree_body_center_of_mass(world, id);
    scree_vec2 arm = minus(body->center, body->position);
    body->local_center =
        vec(body->cos * arm.x + body->sin * arm.y, body->cos * arm.y - body->sin * arm.x);
    bool dynamic = body->type == SCREE_BODY_DYNAMIC;
    body->inverse_mass = dynamic && body->mass > 0.0f ? 1.0f / body->mass : 0.0f;
    body->inverse_inertia = dynamic && body->inertia > 0.0f ? 1.0f / body->inertia : 0.0f;
}

ref_engine *ref_engine_from_world(scree_world *world)
{
    ref_engine *engine = ref_engine_create(scree_world_gravity(world));
    scree_body_view view = scree_world_bodies(world);
    bool copied = engine != NULL;
    for (int row = 0; copied && row < view.count; ++row)
    {
        scree_body_def def = scree_body_def_default();
        def.type = scree_body_get_type(world, view.id[row]);
        def.enabled = scree_body_is_enabled(world, view.id[row]);
        int body = ref_body_add(engine, &def);
        copied = body >= 0 && copy_shapes(engine, world, view.id[row], body);
        if (copied)
        {
            copy_state(&engine->bodies[body], world, &view, row);
        }
    }
    if (!copied)
    {
        ref_engine_destroy(engine);
        return NULL;
    }
    return engine;
}
