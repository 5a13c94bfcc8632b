/// Events of joints that broke or are overloaded, and the thresholds of overload.
#include "dynamics/joints/joint_type.h"

scree_joint_events scree_world_joint_events(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_joint_events){0};
    }
    return (scree_joint_events){.breaks = world->joints.breaks,
                                .break_count = world->joints.break_count,
                                .overloads = world->joints.overloads,
                                .overload_count = world->joints.overload_count};
}

static scree_result set_threshold(scree_world *world, scree_joint_id joint, float threshold,
                                  bool torque, const char *function)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, function, &slot));
    SC_REQUIRE_NUMBER(function, threshold, 0.0f, SC_MAX_JOINT_FORCE, "threshold");
    sc_joints *joints = &world->joints;
    *(torque ? &joints->given[slot].torque_threshold : &joints->given[slot].force_threshold) =
        threshold;
    bool watched =
        joints->kind[slot] != SC_JOINT_NONE &&
        (joints->given[slot].force_threshold > 0.0f || joints->given[slot].torque_threshold > 0.0f);
    joints->watched_count += watched - ((joints->flags[slot] & SC_JOINT_WATCHED) != 0);
    joints->flags[slot] =
        (uint8_t)((joints->flags[slot] & ~SC_JOINT_WATCHED) | (watched ? SC_JOINT_WATCHED : 0));
    return SCREE_OK;
}

scree_result scree_joint_set_force_threshold(scree_world *world, scree_joint_id joint,
                                             float threshold)
{
    SC_RECORD(joint_set_force_threshold, joint, threshold);
    return set_threshold(world, joint, threshold, false, __func__);
}

scree_result scree_joint_set_torque_threshold(scree_world *world, scree_joint_id joint,
                                              float threshold)
{
    SC_RECORD(joint_set_torque_threshold, joint, threshold);
    return set_threshold(world, joint, threshold, true, __func__);
}

float scree_joint_force_threshold(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->joints.given[slot].force_threshold : 0.0f;
}

float scree_joint_torque_threshold(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->joints.given[slot].torque_threshold : 0.0f;
}
