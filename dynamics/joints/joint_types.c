/// The table of the types of joints.
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
