/// Filter: keeps the shapes of two bodies from colliding and does nothing else.
#include "dynamics/joints/joint_type.h"

scree_filter_joint_def scree_filter_joint_def_default(void)
{
    return (scree_filter_joint_def){SC_JOINT_DEFAULT};
}

const sc_joint_type sc_filter_joint = {SC_JOINT_DEF(FILTER, filter), .kind = SC_JOINT_NONE};

SC_CREATE_CALL(scree_joint_create_filter, filter)
SC_CREATE_MANY_CALL(scree_joints_create_filter, filter)
SC_GET_CALL(scree_joint_filter_settings, filter)
SC_SET_CALL(scree_joint_set_filter_settings, filter)
