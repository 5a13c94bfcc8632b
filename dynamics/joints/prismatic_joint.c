/// Prismatic: t . d = 0 and no turn of b against a, where d leads from a's point to b's and t is
/// perpendicular to the direction of frame a. The axis is the translation along that direction.
#include "dynamics/joints/joint_type.h"

scree_prismatic_joint_def scree_prismatic_joint_def_default(void)
{
    return (scree_prismatic_joint_def){SC_JOINT_DEFAULT, .spring = {.damping_ratio = 1.0f}};
}

static const sc_joint_number numbers[] = {SC_TRANSLATION(prismatic)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    sc_joint_measures measures = sc_measure_slider(p);
    measures.angular = fabsf(sc_joint_angle(p));
    return measures;
}

const sc_joint_type sc_prismatic_joint = {
    SC_JOINT_DEF(PRISMATIC, prismatic), SC_JOINT_NUMBERS(numbers),
    SC_JOINT_AXIS(prismatic),           .kind = SC_JOINT_SLIDER,
    .complete = sc_complete_spring,     .measure = measure,
    .speed = sc_slider_speed,           .draw = sc_draw_slider};

SC_CREATE_CALL(scree_joint_create_prismatic, prismatic)
SC_CREATE_MANY_CALL(scree_joints_create_prismatic, prismatic)
SC_GET_CALL(scree_joint_prismatic_settings, prismatic)
SC_SET_CALL(scree_joint_set_prismatic_settings, prismatic)
