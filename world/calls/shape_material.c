/// Shapes: single members of the material.
#include "world/checks.h"
#include "world/waking.h"

#include <string.h>

/// Writes a member of four bytes of a material, marks the shape so that its contacts mix materials
/// again, and wakes the bodies in contact.
static void write_member(scree_world *world, int32_t slot, size_t offset, const void *value)
{
    memcpy((char *)&world->shapes.material[slot] + offset, value, 4);
    world->shapes.flags[slot] |= SC_SHAPE_REMIX;
    world->shapes.remix_pending = true;
    sc_wake_touching(world, world->bodies.row[world->shapes.body_slot[slot]], slot);
}

/// Defines a call that sets a member within a range, and the call that reads it.
#define SET_CALL(call, member, least, most)                                     \
    scree_result call(scree_world *world, scree_shape_id shape, float member)   \
    {                                                                           \
        SC_RECORD(shape_set_##member, shape, member);                           \
        SC_FIND_SHAPE(world, shape, slot);                                      \
        SC_REQUIRE_NUMBER(__func__, member, least, most, #member);              \
        write_member(world, slot, offsetof(scree_material, member), &(member)); \
        return SCREE_OK;                                                        \
    }
#define GET_CALL(call, type, member)                                \
    type call(const scree_world *world, scree_shape_id shape)       \
    {                                                               \
        const int32_t slot = sc_peek_shape(world, shape);           \
        return slot == 0 ? 0 : world->shapes.material[slot].member; \
    }

SET_CALL(scree_shape_set_friction, friction, 0.0f, SC_MAX_COEFFICIENT)
SET_CALL(scree_shape_set_static_friction, static_friction, -SC_MAX_COEFFICIENT, SC_MAX_COEFFICIENT)
SET_CALL(scree_shape_set_restitution, restitution, 0.0f, 1.0f)
SET_CALL(scree_shape_set_rolling_resistance, rolling_resistance, 0.0f, SC_MAX_COEFFICIENT)
SET_CALL(scree_shape_set_tangent_speed, tangent_speed, -FLT_MAX, FLT_MAX)

GET_CALL(scree_shape_friction, float, friction)
GET_CALL(scree_shape_static_friction, float, static_friction)
GET_CALL(scree_shape_restitution, float, restitution)
GET_CALL(scree_shape_rolling_resistance, float, rolling_resistance)
GET_CALL(scree_shape_tangent_speed, float, tangent_speed)
GET_CALL(scree_shape_material_user_id, uint32_t, user_id)

scree_result scree_shape_set_material_user_id(scree_world *world, scree_shape_id shape,
                                              uint32_t user_id)
{
    SC_RECORD(shape_set_material_user_id, shape, user_id);
    SC_FIND_SHAPE(world, shape, slot);
    write_member(world, slot, offsetof(scree_material, user_id), &user_id);
    return SCREE_OK;
}
