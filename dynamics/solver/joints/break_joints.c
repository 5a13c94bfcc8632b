#include "scree/events.h"
#include "dynamics/solver/joints/break_joints.h"

#include "core/assert.h"

#include <string.h>

enum
{
    /// If a dynamic body has up to this number of shapes and its partner is not dynamic, the
    /// contacts of the dynamic body are purged, even if the partner has fewer shapes.
    FEW_SHAPES = 16
};

int32_t sc_row_to_purge(const sc_bodies *bodies, int32_t row_a, int32_t row_b)
{
    SC_ASSERT(row_a != row_b && sc_row_exists(bodies, row_a) && sc_row_exists(bodies, row_b));
    const int32_t rows[] = {row_a, row_b};
    int lesser = bodies->shape_count[row_b] < bodies->shape_count[row_a];
    int32_t row = rows[lesser], other = rows[1 - lesser];
    bool swaps = !sc_row_is_dynamic(bodies, row) && bodies->shape_count[other] <= FEW_SHAPES;
    return swaps ? other : row;
}

void sc_forget_joint_impulses(sc_joint_state *state)
{
    state->locked[0] = state->locked[1] = 0.0f;
    state->spring = state->motor = state->lower = state->upper = 0.0f;
    state->force_x = state->force_y = state->torque = 0.0f;
}

void sc_forget_joints_of(sc_joints *joints, const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    for (int32_t link = bodies->first_joint[row]; link != 0; link = sc_next_joint(joints, link))
    {
        sc_joint_state *state = &joints->state[link / 2];
        bool counts = sc_is_finite(state->angle_a) && sc_is_finite(state->angle_b) &&
                      sc_is_finite(state->travel_a) && sc_is_finite(state->travel_b);
        sc_forget_joint_impulses(state);
        state->coordinate = 0.0f;
        if (!counts)
        {
            memset(state, 0, sizeof *state);
        }
    }
}

bool sc_joint_acts(const sc_joints *joints, const sc_bodies *bodies, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&joints->ids, slot));
    const int32_t a = bodies->row[joints->body[slot][0]], b = bodies->row[joints->body[slot][1]];
    return !((bodies->flags[a] | bodies->flags[b]) & SC_BODY_DISABLED) &&
           !sc_cannot_collide(bodies, a, b);
}

static scree_vec2 force_of(const sc_joint_state *state, float h)
{
    return (scree_vec2){sc_joint_force_of(state->force_x, h), sc_joint_force_of(state->force_y, h)};
}

/// Whether the load of a joint exceeds `force` or `torque`; 0: no limit.
static bool exceeds_limit(const sc_joint_state *state, float force, float torque, float h)
{
    SC_ASSERT(force >= 0.0f && torque >= 0.0f);
    const scree_vec2 push = force_of(state, h);
    const float turn = sc_joint_force_of(state->torque, h);
    // The stage disable_nonfinite handles non-finite loads.
    bool known = sc_is_finite(push.x) && sc_is_finite(push.y) && sc_is_finite(turn);
    return known &&
           ((force > 0.0f && sc_length(push) > force) || (torque > 0.0f && fabsf(turn) > torque));
}

static scree_joint_overload joint_load_of(const sc_step *step, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&step->joints->ids, slot));
    const sc_joints *joints = step->joints;
    const sc_bodies *bodies = step->bodies;
    const sc_joint_state *state = &joints->state[slot];
    scree_joint_overload load;
    // Assign member by member, so that the padding stays zero.
    memset(&load, 0, sizeof load);
    load.joint.value = sc_ids_value(&joints->ids, slot);
    load.body_a = bodies->id[bodies->row[joints->body[slot][0]]];
    load.body_b = bodies->id[bodies->row[joints->body[slot][1]]];
    load.user_data = joints->user_data[slot];
    load.force = force_of(state, step->h);
    load.torque = sc_joint_force_of(state->torque, step->h);
    return load;
}

/// Destroys the joints whose force or torque exceeds their limit, and records an event for those
/// above their threshold.
void sc_break_joints(sc_step *step)
{
    sc_joints *joints = step->joints;
    const sc_bodies *bodies = step->bodies;
    const int32_t awake = bodies->count[SC_GROUP_DYNAMIC];
    const int looked_at = joints->breakable_count + joints->watched_count;
    joints->break_count = joints->overload_count = 0;
    for (int32_t slot = 1; looked_at > 0 && slot < joints->ids.used; ++slot)
    {
        const int flags = joints->flags[slot];
        const sc_joint_state *state = &joints->state[slot];
        if (!(flags & (SC_JOINT_BREAKABLE | SC_JOINT_WATCHED)) ||
            !sc_joint_acts(joints, bodies, slot))
        {
            continue;
        }
        const int32_t rows[] = {bodies->row[joints->body[slot][0]],
                                bodies->row[joints->body[slot][1]]};
        if ((flags & SC_JOINT_BREAKABLE) &&
            exceeds_limit(state, joints->given[slot].break_force, joints->given[slot].break_torque,
                          step->h))
        {
            scree_joint_overload load = joint_load_of(step, slot);
            SC_ASSERT(joints->break_count < joints->break_capacity);
            joints->breaks[joints->break_count++] = (scree_joint_break){
                load.joint, load.body_a, load.body_b, load.user_data, load.force, load.torque};
            bool separated = !(flags & SC_JOINT_COLLIDES);
            sc_joints_remove(joints, step->bodies, slot);
            for (int side = 0; side < 2; ++side)
            {
                sc_sleep_stir(step->sleep, bodies->slot[rows[side]]);
            }
            if (separated && !sc_joints_separate(joints, bodies, rows[0], rows[1]))
            {
                // From the next step on, the shapes of the two bodies collide. Purge a body without
                // contacts of sleeping bodies, because the purge would end these contacts.
                int32_t row = sc_row_to_purge(bodies, rows[0], rows[1]);
                bool carries = sc_sleep_first_link(step->sleep, bodies->slot[row]) != 0;
                sc_purge_shapes_of(bodies, step->shapes, carries ? rows[0] + rows[1] - row : row);
            }
        }
        else if ((flags & SC_JOINT_WATCHED) && (rows[0] < awake || rows[1] < awake) &&
                 exceeds_limit(state, joints->given[slot].force_threshold,
                               joints->given[slot].torque_threshold, step->h))
        {
            SC_ASSERT(joints->overload_count < joints->overload_capacity);
            joints->overloads[joints->overload_count++] = joint_load_of(step, slot);
        }
    }
    sc_set_work(step->profile, looked_at, "joints", looked_at * (int64_t)sizeof(sc_joint_state));
}
