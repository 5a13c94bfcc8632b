/// Shapes: getters and setters.
#include "broadphase/aabbs.h"
#include "core/assert.h"
#include "geometry/shape_plan.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <stdio.h>

int scree_body_shapes(const scree_world *world, scree_body_id body, scree_shape_id *ids,
                      int capacity)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return 0;
    }
    // The list begins with the newest shape.
    int count = world->bodies.shape_count[row], i = count;
    for (int32_t slot = world->bodies.first_shape[row]; slot != 0; slot = world->shapes.next[slot])
    {
        if (--i < capacity && ids != NULL)
        {
            ids[i] = (scree_shape_id){sc_ids_value(&world->shapes.ids, slot)};
        }
    }
    return count;
}

int scree_world_shapes(const scree_world *world, scree_shape_id *ids, int capacity)
{
    int count = 0;
    for (int32_t slot = 1; world != NULL && slot < world->shapes.ids.used; ++slot)
    {
        if ((world->shapes.ids.generation[slot] & 1u) != 0)
        {
            if (count < capacity && ids != NULL)
            {
                ids[count] = (scree_shape_id){sc_ids_value(&world->shapes.ids, slot)};
            }
            ++count;
        }
    }
    return count;
}

bool scree_shape_is_valid(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_shape(world, shape) != 0;
}

scree_shape_type scree_shape_get_type(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = sc_peek_shape(world, shape);
    return slot == 0 ? SCREE_SHAPE_NONE : (scree_shape_type)world->shapes.type[slot];
}

scree_body_id scree_shape_body(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = sc_peek_shape(world, shape);
    return slot == 0 ? (scree_body_id){0}
                     : world->bodies.id[world->bodies.row[world->shapes.body_slot[slot]]];
}

/// Defines the getter of a value that the store has for each shape. It returns `none` for an
/// invalid shape.
#define GETTER(type, name, none)                                            \
    type scree_shape_##name(const scree_world *world, scree_shape_id shape) \
    {                                                                       \
        int32_t slot = sc_peek_shape(world, shape);                         \
        return slot == 0 ? none : world->shapes.name[slot];                 \
    }

GETTER(void *, user_data, NULL)
GETTER(float, density, 0.0f)
GETTER(scree_material, material, (scree_material){0})
GETTER(scree_filter, filter, (scree_filter){0})

/// The slot if the shape has the type, else 0.
static int32_t find_typed(const scree_world *world, scree_shape_id shape, scree_shape_type type)
{
    int32_t slot = sc_peek_shape(world, shape);
    return slot != 0 && world->shapes.type[slot] == type ? slot : 0;
}

scree_circle scree_shape_circle(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = find_typed(world, shape, SCREE_SHAPE_CIRCLE);
    if (slot == 0)
    {
        return (scree_circle){0};
    }
    const float *origin = world->shapes.origin[slot];
    return (scree_circle){{origin[0], origin[1]}, world->shapes.local[slot].radius};
}

scree_capsule scree_shape_capsule(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = find_typed(world, shape, SCREE_SHAPE_CAPSULE);
    return slot == 0 ? (scree_capsule){0}
                     : (scree_capsule){sc_given_point(&world->shapes, slot, 0),
                                       sc_given_point(&world->shapes, slot, 1),
                                       world->shapes.local[slot].radius};
}

scree_segment scree_shape_segment(const scree_world *world, scree_shape_id shape)
{
    int32_t segment = find_typed(world, shape, SCREE_SHAPE_SEGMENT);
    int32_t slot = segment != 0 ? segment : find_typed(world, shape, SCREE_SHAPE_CHAIN_SEGMENT);
    return slot == 0 ? (scree_segment){0}
                     : (scree_segment){sc_given_point(&world->shapes, slot, 0),
                                       sc_given_point(&world->shapes, slot, 1)};
}

scree_polygon scree_shape_polygon(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = find_typed(world, shape, SCREE_SHAPE_POLYGON);
    if (slot == 0)
    {
        return (scree_polygon){0};
    }
    const sc_shapes *shapes = &world->shapes;
    scree_polygon polygon = {.count = (int)shapes->geometry[shapes->geometry_start[slot] + 2],
                             .radius = shapes->local[slot].radius};
    for (int i = 0; i < polygon.count; ++i)
    {
        polygon.vertices[i] = sc_given_point(shapes, slot, i);
    }
    return polygon;
}

scree_half_space scree_shape_half_space(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = find_typed(world, shape, SCREE_SHAPE_HALF_SPACE);
    if (slot == 0)
    {
        return (scree_half_space){0};
    }
    const float *header = world->shapes.geometry + world->shapes.geometry_start[slot];
    return (scree_half_space){{header[0], header[1]}, header[2]};
}

scree_chain_segment scree_shape_chain_segment(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = find_typed(world, shape, SCREE_SHAPE_CHAIN_SEGMENT);
    if (slot == 0)
    {
        return (scree_chain_segment){0};
    }
    const sc_shapes *shapes = &world->shapes;
    const int flags = (int)shapes->geometry[shapes->geometry_start[slot]];
    return (scree_chain_segment){.point_a = sc_given_point(shapes, slot, 0),
                                 .point_b = sc_given_point(shapes, slot, 1),
                                 .before = sc_given_point(shapes, slot, 2),
                                 .after = sc_given_point(shapes, slot, 3),
                                 .has_before = (flags & SC_CHAIN_BEFORE) != 0,
                                 .has_after = (flags & SC_CHAIN_AFTER) != 0,
                                 .two_sided = (flags & SC_CHAIN_TWO_SIDED) != 0};
}

scree_geometry scree_shape_geometry(const scree_world *world, scree_shape_id shape)
{
    scree_geometry geometry = {.type = scree_shape_get_type(world, shape)};
    switch (geometry.type)
    {
    case SCREE_SHAPE_CIRCLE:
        geometry.circle = scree_shape_circle(world, shape);
        break;
    case SCREE_SHAPE_CAPSULE:
        geometry.capsule = scree_shape_capsule(world, shape);
        break;
    case SCREE_SHAPE_SEGMENT:
        geometry.segment = scree_shape_segment(world, shape);
        break;
    case SCREE_SHAPE_POLYGON:
        geometry.polygon = scree_shape_polygon(world, shape);
        break;
    case SCREE_SHAPE_HALF_SPACE:
        geometry.half_space = sc_given_half_space(&world->shapes, sc_peek_shape(world, shape));
        break;
    case SCREE_SHAPE_CHAIN_SEGMENT:
        geometry.chain_segment = scree_shape_chain_segment(world, shape);
        break;
    case SCREE_SHAPE_NONE:
        break;
    }
    return geometry;
}

int scree_body_shape_count(const scree_world *world, scree_body_id body)
{
    const int32_t row = sc_peek_row(world, body);
    return row < 0 ? 0 : world->bodies.shape_count[row];
}

scree_mass_data scree_shape_mass_data(const scree_world *world, scree_shape_id shape)
{
    const int32_t slot = sc_peek_shape(world, shape);
    return slot == 0 ? (scree_mass_data){0} : sc_shape_mass(&world->shapes, slot);
}

scree_aabb scree_shape_aabb(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = sc_peek_shape(world, shape);
    if (slot == 0)
    {
        return (scree_aabb){0};
    }
    sc_aabb aabb = sc_tight_aabb(&world->bodies, &world->shapes, slot);
    return (scree_aabb){{aabb.lower_x, aabb.lower_y}, {aabb.upper_x, aabb.upper_y}};
}

scree_result sc_check_material(scree_world *world, const scree_material *m, const char *function,
                               const char *name)
{
    const struct
    {
        const char *member;
        float value, lower, upper;
    } numbers[] = {{"friction", m->friction, 0.0f, SC_MAX_COEFFICIENT},
                   {"static_friction", m->static_friction, -SC_MAX_COEFFICIENT, SC_MAX_COEFFICIENT},
                   {"restitution", m->restitution, 0.0f, 1.0f},
                   {"rolling_resistance", m->rolling_resistance, 0.0f, SC_MAX_COEFFICIENT},
                   {"tangent_speed", m->tangent_speed, -FLT_MAX, FLT_MAX}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        if (!(numbers[i].value >= numbers[i].lower && numbers[i].value <= numbers[i].upper))
        {
            char argument[64];
            snprintf(argument, sizeof argument, "%s.%s", name, numbers[i].member);
            return sc_fail_number(world, function, argument, (double)numbers[i].value,
                                  (double)numbers[i].lower, (double)numbers[i].upper);
        }
    }
    return SCREE_OK;
}

scree_result scree_shape_set_material(scree_world *world, scree_shape_id shape,
                                      const scree_material *material)
{
    SC_RECORD(shape_set_material, shape, material);
    SC_FIND_SHAPE(world, shape, slot);
    SC_REQUIRE_POINTER(__func__, material, "material");
    SC_TRY(sc_check_material(world, material, __func__, "material"));
    world->shapes.material[slot] = *material;
    world->shapes.flags[slot] |= SC_SHAPE_REMIX;
    world->shapes.remix_pending = true;
    sc_wake_touching(world, world->bodies.row[world->shapes.body_slot[slot]], slot);
    return SCREE_OK;
}

scree_result scree_shape_set_filter(scree_world *world, scree_shape_id shape,
                                    const scree_filter *filter)
{
    SC_RECORD(shape_set_filter, shape, filter);
    SC_FIND_SHAPE(world, shape, slot);
    SC_REQUIRE_POINTER(__func__, filter, "filter");
    world->shapes.filter[slot] = *filter;
    sc_end_asleep_contacts(world, world->bodies.row[world->shapes.body_slot[slot]], slot);
    sc_shapes_mark_purge(&world->shapes, slot);
    return SCREE_OK;
}

scree_result scree_shape_set_user_data(scree_world *world, scree_shape_id shape, void *user_data)
{
    SC_RECORD(shape_set_user_data, shape, user_data);
    SC_FIND_SHAPE(world, shape, slot);
    world->shapes.user_data[slot] = user_data;
    return SCREE_OK;
}
