/// Getters of joints: lists of joints, their bodies, and the forces in them.
#include "core/assert.h"
#include "dynamics/solver/joints/break_joints.h"
#include "dynamics/joints/joint_type.h"

int32_t sc_peek_joint(const scree_world *world, scree_joint_id joint)
{
    return world != NULL ? sc_ids_find(&world->joints.ids, joint.value) : 0;
}

scree_result sc_enter_joint(scree_world *world, scree_joint_id joint, const char *function,
                            int32_t *slot)
{
    SC_TRY(sc_enter(world, function));
    *slot = sc_peek_joint(world, joint);
    return *slot == 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "joint",
                                sc_stale_text(world, joint.value))
                      : SCREE_OK;
}

bool scree_joint_is_valid(const scree_world *world, scree_joint_id joint)
{
    return sc_peek_joint(world, joint) != 0;
}

scree_joint_type scree_joint_get_type(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? (scree_joint_type)world->joints.type[slot] : (scree_joint_type)0;
}

static scree_body_id body_of(const scree_world *world, scree_joint_id joint, int side)
{
    SC_ASSERT(side == 0 || side == 1);
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->bodies.id[sc_joint_row(world, slot, side)] : (scree_body_id){0};
}

scree_body_id scree_joint_body_a(const scree_world *world, scree_joint_id joint)
{
    return body_of(world, joint, 0);
}

scree_body_id scree_joint_body_b(const scree_world *world, scree_joint_id joint)
{
    return body_of(world, joint, 1);
}

void *scree_joint_user_data(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->joints.user_data[slot] : NULL;
}

/// The slot of a joint that may have had an impulse in the last substep, or 0.
static int32_t peek_acting(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    bool acts = slot != 0 && world->settings.last_h > 0.0f &&
                sc_joint_acts(&world->joints, &world->bodies, slot);
    return acts ? slot : 0;
}

scree_vec2 scree_joint_force(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = peek_acting(world, joint);
    if (slot == 0)
    {
        return (scree_vec2){0.0f, 0.0f};
    }
    const sc_joint_state *state = &world->joints.state[slot];
    const float h = world->settings.last_h;
    return (scree_vec2){sc_joint_force_of(state->force_x, h), sc_joint_force_of(state->force_y, h)};
}

float scree_joint_torque(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = peek_acting(world, joint);
    return slot != 0 ? sc_joint_force_of(world->joints.state[slot].torque, world->settings.last_h)
                     : 0.0f;
}

float scree_joint_motor_force(const scree_world *world, scree_joint_id joint)
{
    const int32_t slot = peek_acting(world, joint);
    const bool runs = slot != 0 && (world->joints.switches[slot] & SC_JOINT_MOTOR) != 0;
    return runs ? sc_joint_force_of(world->joints.state[slot].motor, world->settings.last_h) : 0.0f;
}

int scree_world_joint_count(const scree_world *world)
{
    return world != NULL ? world->joints.count : 0;
}

int scree_body_joint_count(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    int count = 0;
    int32_t link = row < 0 ? 0 : world->bodies.first_joint[row];
    for (; link != 0; link = sc_next_joint(&world->joints, link))
    {
        ++count;
    }
    return count;
}

static scree_joint_id id_of(const scree_world *world, int32_t slot)
{
    return (scree_joint_id){sc_ids_value(&world->joints.ids, slot)};
}

int scree_body_joints(const scree_world *world, scree_body_id body, scree_joint_id *joints,
                      int capacity)
{
    int32_t row = sc_peek_row(world, body);
    int count = 0;
    int32_t link = row < 0 ? 0 : world->bodies.first_joint[row];
    for (; link != 0; link = sc_next_joint(&world->joints, link))
    {
        if (joints != NULL && count < capacity)
        {
            joints[count] = id_of(world, link / 2);
        }
        ++count;
    }
    return count;
}

int scree_world_joints(const scree_world *world, scree_joint_id *joints, int capacity)
{
    int written = 0;
    int32_t end = world == NULL || joints == NULL ? 0 : world->joints.ids.used;
    for (int32_t slot = 1; slot < end && written < capacity; ++slot)
    {
        if (sc_joint_is_live(&world->joints, slot))
        {
            joints[written++] = id_of(world, slot);
        }
    }
    return scree_world_joint_count(world);
}

scree_result scree_joint_wake_bodies(scree_world *world, scree_joint_id joint)
{
    SC_RECORD(joint_wake_bodies, joint);
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    sc_wake_joint(world, slot);
    return SCREE_OK;
}
