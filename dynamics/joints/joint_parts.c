/// Joints: the base, and the parts that act along the axis, one at a time.
#include "core/assert.h"
#include "dynamics/joints/joint_type.h"

#include <string.h>

/// A definition of any type.
typedef union any_def
{
#define MEMBER(NAME, name) scree_##name##_joint_def name;
    SC_JOINT_TYPES(MEMBER)
} any_def;

/// The places of the parts in sc_joint_type.axis. Each part begins with its member `enable`, so
/// both have the same offset.
enum
{
    SPRING,
    MOTOR,
    LIMITS
};
_Static_assert(offsetof(scree_axis_spring, enable) == 0 &&
                   offsetof(scree_axis_motor, enable) == 0 &&
                   offsetof(scree_axis_limits, enable) == 0,
               "not the first member");

static const sc_joint_type *read_def(const scree_world *world, int32_t slot, any_def *def)
{
    const sc_joint_type *type = sc_joint_types[world->joints.type[slot]];
    const scree_joint_id joint = {sc_ids_value(&world->joints.ids, slot)};
    sc_get_joint_def(world, type, joint, def);
    return type;
}

static scree_result set_part(scree_world *world, scree_joint_id joint, int part, const void *value,
                             size_t size, const char *function)
{
    int32_t slot;
    any_def def;
    SC_TRY(sc_enter_joint(world, joint, function, &slot));
    const sc_joint_type *type = read_def(world, slot, &def);
    SC_REQUIRE_IN(function, type->axis[part] != 0, "joint",
                  "is of a type without spring, motor and limits along an axis: these are "
                  "distance, revolute, prismatic and wheel");
    memcpy((char *)&def + type->axis[part], value, size);
    return sc_change_joint(world, type, slot, &def, function, "");
}

/// Reads a part of a joint into `value`. Writes nothing if the joint has no such part.
static void get_part(const scree_world *world, scree_joint_id joint, int part, void *value,
                     size_t size)
{
    any_def def;
    const int32_t slot = sc_peek_joint(world, joint);
    const sc_joint_type *type = slot != 0 ? read_def(world, slot, &def) : NULL;
    if (type != NULL && type->axis[part] != 0)
    {
        memcpy(value, (const char *)&def + type->axis[part], size);
    }
}

scree_result scree_joint_set_axis_spring(scree_world *world, scree_joint_id joint,
                                         scree_axis_spring spring)
{
    SC_RECORD(joint_set_axis_spring, joint, spring);
    return set_part(world, joint, SPRING, &spring, sizeof spring, __func__);
}

scree_result scree_joint_set_axis_motor(scree_world *world, scree_joint_id joint,
                                        scree_axis_motor motor)
{
    SC_RECORD(joint_set_axis_motor, joint, motor);
    return set_part(world, joint, MOTOR, &motor, sizeof motor, __func__);
}

scree_result scree_joint_set_axis_limits(scree_world *world, scree_joint_id joint,
                                         scree_axis_limits limits)
{
    SC_RECORD(joint_set_axis_limits, joint, limits);
    return set_part(world, joint, LIMITS, &limits, sizeof limits, __func__);
}

scree_axis_spring scree_joint_axis_spring(const scree_world *world, scree_joint_id joint)
{
    scree_axis_spring spring = {0};
    get_part(world, joint, SPRING, &spring, sizeof spring);
    return spring;
}

scree_axis_motor scree_joint_axis_motor(const scree_world *world, scree_joint_id joint)
{
    scree_axis_motor motor = {0};
    get_part(world, joint, MOTOR, &motor, sizeof motor);
    return motor;
}

scree_axis_limits scree_joint_axis_limits(const scree_world *world, scree_joint_id joint)
{
    scree_axis_limits limits = {0};
    get_part(world, joint, LIMITS, &limits, sizeof limits);
    return limits;
}

float scree_joint_motor_speed(const scree_world *world, scree_joint_id joint)
{
    return scree_joint_axis_motor(world, joint).speed;
}

scree_result scree_joint_set_motor_speed(scree_world *world, scree_joint_id joint, float speed)
{
    SC_RECORD(joint_set_motor_speed, joint, speed);
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    SC_REQUIRE(sc_joint_types[world->joints.type[slot]]->axis[0] != 0, "joint",
               "is of a type without a motor along an axis");
    SC_REQUIRE_NUMBER(__func__, speed, -SC_MAX_JOINT_SPEED, SC_MAX_JOINT_SPEED, "speed");
    float *kept = &world->joints.settings[slot].motor_speed;
    if (*kept != speed)
    {
        sc_wake_joint(world, slot);
    }
    world->joints.version += (*kept != 0.0f) != (speed != 0.0f);
    *kept = speed;
    return SCREE_OK;
}

scree_joint_base scree_joint_get_base(const scree_world *world, scree_joint_id joint)
{
    any_def def;
    const int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? *sc_joint_base_of(read_def(world, slot, &def), &def) : (scree_joint_base){0};
}

scree_result scree_joint_set_base(scree_world *world, scree_joint_id joint,
                                  const scree_joint_base *base)
{
    SC_RECORD(joint_set_base, joint, base);
    int32_t slot;
    any_def def;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    SC_REQUIRE_POINTER(__func__, base, "base");
    const sc_joint_type *type = read_def(world, slot, &def);
    memcpy((char *)&def + type->base, base, sizeof *base);
    return sc_change_joint(world, type, slot, &def, __func__, "");
}
