/// Lines and points of joints in debug drawing: the parts of a type's `draw`.
#include "dynamics/joints/joint_type.h"

void sc_draw_joint_line(const sc_drawing *d, scree_vec2 from, scree_vec2 to, bool flexible,
                        scree_draw_item item)
{
    item.kind = flexible ? SCREE_DRAW_JOINT_FLEXIBLE : SCREE_DRAW_JOINT;
    sc_draw_line(d, from, to, &item);
}

void sc_draw_joint_point(const sc_drawing *d, scree_vec2 at, scree_draw_item item)
{
    item.kind = SCREE_DRAW_JOINT_POINT;
    sc_draw_point(d, at, &item);
}

static void draw_points(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    sc_draw_joint_point(d, sc_add(p->origin_a, p->arm_a), item);
    sc_draw_joint_point(d, sc_add(p->origin_b, p->arm_b), item);
}

void sc_draw_rigid_joint(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    sc_draw_joint_line(d, sc_add(p->origin_a, p->arm_a), sc_add(p->origin_b, p->arm_b), false,
                       item);
    draw_points(d, p, item);
}

void sc_draw_flexible_joint(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    sc_draw_joint_line(d, sc_add(p->origin_a, p->arm_a), sc_add(p->origin_b, p->arm_b), true, item);
    draw_points(d, p, item);
}

void sc_draw_slider(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    const scree_vec2 a = sc_add(p->origin_a, p->arm_a), b = sc_add(p->origin_b, p->arm_b);
    const scree_vec2 foot = sc_add(a, sc_scale(sc_dot(sc_sub(b, a), p->axis_a), p->axis_a));
    sc_draw_joint_line(d, a, foot, true, item);
    sc_draw_joint_line(d, foot, b, false, item);
    draw_points(d, p, item);
}
