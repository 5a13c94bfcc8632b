/// Filter: keeps the shapes of two bodies from colliding and does nothing else.
#include "world/joints/joint_type.h"

scree_filter_def scree_filter_def_default(void)
{
    return (scree_filter_def){.version = SC_DEF_VERSION, .base = sc_base_default};
}

const sc_joint_type sc_filter_joint = {SC_JOINT_DEF(FILTER, filter), .kind = SC_JOINT_NONE};

scree_joint_id scree_joint_create_filter(scree_world *world, const scree_filter_def *def)
{
    return sc_create_joint(world, &sc_filter_joint, def, __func__);
}

scree_filter_def scree_joint_filter(const scree_world *world, scree_joint_id joint)
{
    scree_filter_def def = {0};
    sc_get_joint_def(world, &sc_filter_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_filter(scree_world *world, scree_joint_id joint,
                                    const scree_filter_def *def)
{
    return sc_set_joint_def(world, &sc_filter_joint, joint, def, __func__);
}
