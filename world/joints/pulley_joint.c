/// Pulley: length - |a| - ratio |b| >= 0, a and b from the pulleys to the points.
#include "world/joints/joint_type.h"

scree_pulley_def scree_pulley_def_default(void)
{
    return (scree_pulley_def){
        .version = SC_DEF_VERSION, .base = sc_base_default, .ratio = 1.0f, .length = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_PLACE(pulley, anchor_a.x, settings.vx),
    SC_PLACE(pulley, anchor_a.y, settings.vy),
    SC_PLACE(pulley, anchor_b.x, settings.ux),
    SC_PLACE(pulley, anchor_b.y, settings.uy),
    SC_IN(pulley, ratio, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO),
    SC_IN(pulley, length, settings.phase, 0.0f, SC_WORLD_REACH)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const sc_joint_settings *s = p->settings;
    // Far from the origin less is lost in this order.
    scree_vec2 a = sc_add(sc_sub(p->origin_a, (scree_vec2){s->vx, s->vy}), p->arm_a);
    scree_vec2 b = sc_add(sc_sub(p->origin_b, (scree_vec2){s->ux, s->uy}), p->arm_b);
    const float length = sc_length(a) + s->ratio * sc_length(b);
    return (sc_joint_measures){length, sc_max(length - s->phase, 0.0f), 0.0f};
}

static void draw(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    const sc_joint_settings *s = p->settings;
    const scree_vec2 anchor_a = {s->vx, s->vy}, anchor_b = {s->ux, s->uy};
    sc_draw_joint_line(d, sc_add(p->origin_a, p->arm_a), anchor_a, false, item);
    sc_draw_joint_line(d, anchor_a, anchor_b, false, item);
    sc_draw_joint_line(d, anchor_b, sc_add(p->origin_b, p->arm_b), false, item);
    sc_draw_joint_point(d, anchor_a, item);
    sc_draw_joint_point(d, anchor_b, item);
}

const sc_joint_type sc_pulley_joint = {SC_JOINT_DEF(PULLEY, pulley), SC_JOINT_NUMBERS(numbers),
                                       .kind = SC_JOINT_RATIO,       .ratio_type = SC_RATIO_PULLEY,
                                       .measure = measure,           .draw = draw};

scree_joint_id scree_joint_create_pulley(scree_world *world, const scree_pulley_def *def)
{
    return sc_create_joint(world, &sc_pulley_joint, def, __func__);
}

scree_pulley_def scree_joint_pulley(const scree_world *world, scree_joint_id joint)
{
    scree_pulley_def def = {0};
    sc_get_joint_def(world, &sc_pulley_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_pulley(scree_world *world, scree_joint_id joint,
                                    const scree_pulley_def *def)
{
    return sc_set_joint_def(world, &sc_pulley_joint, joint, def, __func__);
}
