/// Joints of any type, as scene files read and write them.
#ifndef SC_SCENES_FILES_JOINTS_H
#define SC_SCENES_FILES_JOINTS_H

#include <scree/scree.h>

typedef union sc_any_joint
{
    struct
    {
        uint32_t version;
        scree_joint_base base;
    } common;  ///< how all of them begin
    scree_distance_joint_def distance;
    scree_revolute_joint_def revolute;
    scree_prismatic_joint_def prismatic;
    scree_weld_joint_def weld;
    scree_wheel_joint_def wheel;
    scree_motor_joint_def motor;
    scree_filter_joint_def filter;
    scree_gear_joint_def gear;
    scree_pulley_joint_def pulley;
    scree_rack_joint_def rack;
    scree_ratchet_joint_def ratchet;
} sc_any_joint;

void sc_joint_default(scree_joint_type type, sc_any_joint *joint);

#endif
