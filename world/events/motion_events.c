/// Events of bodies and joints, as the last step left them.
#include "world/joints/joint_type.h"

scree_body_events scree_world_body_events(scree_world *world)
{
    if (world == NULL)
    {
        return (scree_body_events){0};
    }
    const sc_sleep *sleep = &world->sleep;
    sc_bodies *bodies = &world->bodies;
    scree_body_events events = {.fell_asleep = sleep->fell_asleep,
                                .fell_asleep_count = sleep->fell_count,
                                .woke = sleep->woke,
                                .woke_count = sleep->woke_count};
    if (world->stepping || sleep->step_failed)
    {
        return events;
    }
    if (!bodies->moves_known && !sc_bodies_list_moves(bodies, &world->memory))
    {
        (void)sc_no_memory(world, __func__);
        events.moved_count = -1;
        return events;
    }
    bodies->moves_known = true;
    events.moved = bodies->moves;
    events.moved_count = bodies->move_count;
    return events;
}

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
    return set_threshold(world, joint, threshold, false, __func__);
}

scree_result scree_joint_set_torque_threshold(scree_world *world, scree_joint_id joint,
                                              float threshold)
{
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
