/// Pulley: length - |a| - ratio |b| >= 0, where a and b lead from the pulleys to the points of the
/// bodies.
#include "dynamics/joints/joint_type.h"

scree_pulley_joint_def scree_pulley_joint_def_default(void)
{
    return (scree_pulley_joint_def){SC_JOINT_DEFAULT, .ratio = 1.0f, .length = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_PLACE(pulley, anchor_a.x, settings.pulley.anchor_a.x),
    SC_PLACE(pulley, anchor_a.y, settings.pulley.anchor_a.y),
    SC_PLACE(pulley, anchor_b.x, settings.pulley.anchor_b.x),
    SC_PLACE(pulley, anchor_b.y, settings.pulley.anchor_b.y),
    SC_IN(pulley, ratio, settings.pulley.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO),
    SC_IN(pulley, length, settings.pulley.length, 0.0f, SC_WORLD_REACH)};

/// The vector from a pulley to the point of its body. Subtracts the two positions first: far from
/// the origin of the world this loses less precision.
static scree_vec2 rope_of(scree_vec2 origin, scree_vec2 anchor, scree_vec2 arm)
{
    return sc_add(sc_sub(origin, anchor), arm);
}

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const sc_joint_settings *s = p->settings;
    const scree_vec2 a = rope_of(p->origin_a, s->pulley.anchor_a, p->arm_a);
    const scree_vec2 b = rope_of(p->origin_b, s->pulley.anchor_b, p->arm_b);
    const float length = sc_length(a) + s->pulley.ratio * sc_length(b);
    return (sc_joint_measures){length, sc_max(length - s->pulley.length, 0.0f), 0.0f};
}

/// The speed at which a rope becomes longer whose end moves at this velocity; 0 if the end is at
/// the pulley.
static float growth_of(scree_vec2 rope, scree_vec2 velocity)
{
    const float length = sc_length(rope);
    return length > 0.0f ? sc_dot(rope, velocity) / length : 0.0f;
}

static float speed(const sc_posed_joint *p, const sc_joint_motion *motion)
{
    const sc_joint_settings *s = p->settings;
    const scree_vec2 a = rope_of(p->origin_a, s->pulley.anchor_a, p->arm_a);
    const scree_vec2 b = rope_of(p->origin_b, s->pulley.anchor_b, p->arm_b);
    return growth_of(a, motion->velocity_a) + s->pulley.ratio * growth_of(b, motion->velocity_b);
}

static void draw(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    const sc_joint_settings *s = p->settings;
    const scree_vec2 anchor_a = s->pulley.anchor_a, anchor_b = s->pulley.anchor_b;
    sc_draw_joint_line(d, sc_add(p->origin_a, p->arm_a), anchor_a, false, item);
    sc_draw_joint_line(d, anchor_a, anchor_b, false, item);
    sc_draw_joint_line(d, anchor_b, sc_add(p->origin_b, p->arm_b), false, item);
    sc_draw_joint_point(d, anchor_a, item);
    sc_draw_joint_point(d, anchor_b, item);
}

const sc_joint_type sc_pulley_joint = {SC_JOINT_DEF(PULLEY, pulley),
                                       SC_JOINT_NUMBERS(numbers),
                                       .kind = SC_JOINT_RATIO,
                                       .ratio_type = SC_RATIO_PULLEY,
                                       .measure = measure,
                                       .speed = speed,
                                       .draw = draw};

SC_CREATE_CALL(scree_joint_create_pulley, pulley)
SC_CREATE_MANY_CALL(scree_joints_create_pulley, pulley)
SC_GET_CALL(scree_joint_pulley_settings, pulley)
SC_SET_CALL(scree_joint_set_pulley_settings, pulley)
