/// Wheel: t . d = 0, where d leads from a's point to b's and t is perpendicular to the direction of
/// frame a. The axis is the translation along that direction; the motor turns b.
#include "dynamics/joints/joint_type.h"

scree_wheel_joint_def scree_wheel_joint_def_default(void)
{
    return (scree_wheel_joint_def){
        SC_JOINT_DEFAULT, .spring = {.enable = true, .hertz = 1.0f, .damping_ratio = 0.7f}};
}

static const sc_joint_number numbers[] = {SC_TRANSLATION(wheel)};

const sc_joint_type sc_wheel_joint = {SC_JOINT_DEF(WHEEL, wheel),     SC_JOINT_NUMBERS(numbers),
                                      SC_JOINT_AXIS(wheel),           .kind = SC_JOINT_WHEEL,
                                      .complete = sc_complete_spring, .measure = sc_measure_slider,
                                      .speed = sc_slider_speed,       .draw = sc_draw_slider};

SC_CREATE_CALL(scree_joint_create_wheel, wheel)
SC_CREATE_MANY_CALL(scree_joints_create_wheel, wheel)
SC_GET_CALL(scree_joint_wheel_settings, wheel)
SC_SET_CALL(scree_joint_set_wheel_settings, wheel)
