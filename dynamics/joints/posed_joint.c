/// A joint at the poses of its bodies, for getters and drawing.
#include "core/assert.h"
#include "dynamics/joints/joint_type.h"

/// The turn of a body from an angle to its present rotation, rad, -pi to pi.
static float turn_from(sc_rotation now, float angle)
{
    scree_vec2 turn = sc_unrotate(sc_rotation_of(angle), (scree_vec2){now.cos, now.sin});
    return scree_atan2(turn.y, turn.x);
}

/// The distance of b's point from a's along a rack, m.
static float place_of(const sc_posed_joint *p) { return sc_dot(p->axis_b, p->apart); }

sc_posed_joint sc_pose_joint(const scree_world *world, int32_t slot)
{
    const sc_bodies *bodies = &world->bodies;
    return sc_pose_joint_at(world, slot, sc_body_origin(bodies, sc_joint_row(world, slot, 0)),
                            sc_body_origin(bodies, sc_joint_row(world, slot, 1)));
}

sc_posed_joint sc_pose_joint_at(const scree_world *world, int32_t slot, sc_pose a, sc_pose b)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    const sc_joint_frame *frame = &world->joints.frame[slot];
    sc_posed_joint p = {.unit = world->lengths.unit,
                        .settings = &world->joints.settings[slot],
                        .state = &world->joints.state[slot],
                        .rotation_a = {a.cos, a.sin},
                        .rotation_b = {b.cos, b.sin},
                        .origin_a = {a.x, a.y},
                        .origin_b = {b.x, b.y}};
    p.arm_a = sc_rotate(p.rotation_a, (scree_vec2){frame->ax, frame->ay});
    p.arm_b = sc_rotate(p.rotation_b, (scree_vec2){frame->bx, frame->by});
    // Subtract the origins first: far from the origin of the world this loses less precision.
    p.apart = sc_add(sc_sub(p.origin_b, p.origin_a), sc_sub(p.arm_b, p.arm_a));
    p.axis_a = sc_rotate(p.rotation_a, (scree_vec2){frame->a_cos, frame->a_sin});
    p.axis_b = sc_rotate(p.rotation_b, (scree_vec2){frame->b_cos, frame->b_sin});
    return p;
}

float sc_joint_angle(const sc_posed_joint *p)
{
    return scree_atan2(sc_cross(p->axis_a, p->axis_b), sc_dot(p->axis_a, p->axis_b));
}

scree_vec2 sc_joint_travel(const sc_posed_joint *p)
{
    const sc_joint_state *state = p->state;
    const int32_t type = p->settings->ratio_type;
    scree_vec2 travel = {state->travel_a, state->travel_b};
    if (state->known > 0.0f)
    {
        float turn_a = turn_from(p->rotation_a, state->angle_a);
        float turn_b = turn_from(p->rotation_b, state->angle_b);
        travel.x += type == SC_RATIO_RATCHET ? turn_b - turn_a : turn_a;
        travel.y += type == SC_RATIO_RATCHET ? 0.0f
                    : type == SC_RATIO_RACK  ? place_of(p) - state->angle_b
                                             : turn_b;
    }
    return travel;
}

void sc_count_on(scree_world *world, int32_t slot)
{
    sc_posed_joint p = sc_pose_joint(world, slot);
    scree_vec2 travel = sc_joint_travel(&p);
    world->joints.state[slot].travel_a = travel.x;
    world->joints.state[slot].travel_b = travel.y;
}

void sc_begin_count(scree_world *world, int32_t slot)
{
    sc_posed_joint p = sc_pose_joint(world, slot);
    sc_joint_state *state = &world->joints.state[slot];
    const bool rack = p.settings->ratio_type == SC_RATIO_RACK;
    state->angle_a = scree_atan2(p.rotation_a.sin, p.rotation_a.cos);
    state->angle_b = rack ? place_of(&p) : scree_atan2(p.rotation_b.sin, p.rotation_b.cos);
    state->known = 1.0f;
}

float sc_joint_beyond_limits(const sc_joint_settings *settings, float coordinate)
{
    float beyond = sc_max(settings->lower - coordinate, coordinate - settings->upper);
    return settings->switches & SC_JOINT_LIMITS ? sc_max(beyond, 0.0f) : 0.0f;
}

sc_joint_measures sc_measure_slider(const sc_posed_joint *p)
{
    const float along = sc_dot(p->axis_a, p->apart), across = sc_cross(p->axis_a, p->apart);
    const float beyond = sc_joint_beyond_limits(p->settings, along);
    return (sc_joint_measures){along, sc_length((scree_vec2){across, beyond}), 0.0f};
}

float sc_slider_speed(const sc_posed_joint *p, const sc_joint_motion *motion)
{
    return sc_dot(p->axis_a, sc_sub(motion->velocity_b, motion->velocity_a)) +
           motion->w_a * sc_cross(p->axis_a, p->apart);
}

float sc_turn_speed(const sc_posed_joint *p, const sc_joint_motion *motion)
{
    (void)p;
    return motion->w_b - motion->w_a;
}
