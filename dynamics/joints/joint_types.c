/// The types of joints, and the public calls that depend on the type of a joint.
#include "core/require.h"
#include "dynamics/joints/joint_type.h"
#include "world/validate.h"

#define TYPE(NAME, name) [SCREE_JOINT_##NAME] = &sc_##name##_joint,
const sc_joint_type *const sc_joint_types[SCREE_JOINT_TYPE_COUNT] = {SC_JOINT_TYPES(TYPE)};

// The list has a line for each type, and every definition begins with its version.
#define ONE_MORE(NAME, name) +1
_Static_assert((SC_JOINT_TYPES(ONE_MORE)) == SCREE_JOINT_TYPE_COUNT, "a type without a line");
#define BEGINS_WITH_VERSION(NAME, name) \
    _Static_assert(offsetof(scree_##name##_joint_def, version) == 0, "not its first member");
SC_JOINT_TYPES(BEGINS_WITH_VERSION)

const char *scree_joint_type_name(scree_joint_type type)
{
    bool known = (int)type >= 0 && type < SCREE_JOINT_TYPE_COUNT;
    return known ? sc_joint_types[type]->name : "unknown";
}

const char *sc_validate_joint_types(const scree_world *world)
{
    const sc_joints *joints = &world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (sc_slot_is_live(&joints->ids, slot))
        {
            const sc_joint_type *type = sc_joint_types[joints->type[slot]];
            REQUIRE(joints->kind[slot] == sc_joint_kind_of(type, &joints->settings[slot]));
            REQUIRE((joints->traits[slot] & SC_JOINT_WELDED) == (type->traits & SC_JOINT_WELDED));
        }
    }
    return NULL;
}

scree_result scree_joint_set_motor_speed(scree_world *world, scree_joint_id joint, float speed)
{
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

static sc_joint_measures measure(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    if (slot == 0 || sc_joint_types[world->joints.type[slot]]->measure == NULL)
    {
        return (sc_joint_measures){0};
    }
    sc_posed_joint p = sc_pose_joint(world, slot);
    return sc_joint_types[world->joints.type[slot]]->measure(&p);
}

float scree_joint_coordinate(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).coordinate;
}

float scree_joint_linear_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).linear;
}

float scree_joint_angular_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).angular;
}

void sc_draw_joints(const sc_drawing *d)
{
    const sc_joints *joints = &d->world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (sc_joint_is_live(joints, slot) && sc_joint_types[joints->type[slot]]->draw != NULL)
        {
            const sc_posed_joint p = sc_pose_joint(d->world, slot);
            sc_joint_types[joints->type[slot]]->draw(
                d, &p,
                (scree_draw_item){.color = SCREE_COLOR_JOINT,
                                  .state = SCREE_DRAW_AWAKE,
                                  .joint = {sc_ids_value(&joints->ids, slot)}});
        }
    }
}
