/// Wheel: t . d = 0, d from a's point to b's, t across the direction of frame a. The axis is the
/// translation along that direction; the motor turns b.
#include "world/joints/joint_type.h"

scree_wheel_def scree_wheel_def_default(void)
{
    return (scree_wheel_def){.version = SC_DEF_VERSION,
                             .base = sc_base_default,
                             .spring = {.enable = true, .hertz = 1.0f, .damping_ratio = 0.7f}};
}

static const sc_joint_number numbers[] = {SC_TRANSLATION(wheel)};

const sc_joint_type sc_wheel_joint = {SC_JOINT_DEF(WHEEL, wheel),     SC_JOINT_NUMBERS(numbers),
                                      SC_JOINT_AXIS(wheel),           .kind = SC_JOINT_WHEEL,
                                      .complete = sc_complete_spring, .measure = sc_measure_slider,
                                      .draw = sc_draw_slider};

scree_joint_id scree_joint_create_wheel(scree_world *world, const scree_wheel_def *def)
{
    return sc_create_joint(world, &sc_wheel_joint, def, __func__);
}

scree_result scree_joints_create_wheel(scree_world *world, const scree_wheel_def *defs, int count,
                                       scree_joint_id *ids)
{
    return sc_create_joints(world, &sc_wheel_joint, defs, count, ids, __func__);
}

scree_wheel_def scree_joint_wheel(const scree_world *world, scree_joint_id joint)
{
    scree_wheel_def def = {0};
    sc_get_joint_def(world, &sc_wheel_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_wheel(scree_world *world, scree_joint_id joint,
                                   const scree_wheel_def *def)
{
    return sc_set_joint_def(world, &sc_wheel_joint, joint, def, __func__);
}
