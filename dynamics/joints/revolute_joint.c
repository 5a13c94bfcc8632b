/// Revolute: d = 0, where d leads from a's point to b's. The axis is the angle of frame b against
/// frame a.
#include "dynamics/joints/joint_type.h"

scree_revolute_joint_def scree_revolute_joint_def_default(void)
{
    return (scree_revolute_joint_def){SC_JOINT_DEFAULT, .spring = {.damping_ratio = 1.0f}};
}

/// Limits stay below pi, because the angle jumps there from pi to -pi.
#define MAX_ANGLE_LIMIT (0.99f * (float)SC_PI)

static const sc_joint_number numbers[] = {
    SC_SPRING(revolute),
    SC_IN(revolute, spring.target, settings.target, -(float)SC_PI, (float)SC_PI),
    SC_LIMITS(revolute, -MAX_ANGLE_LIMIT, MAX_ANGLE_LIMIT), SC_MOTOR(revolute)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const float angle = sc_joint_angle(p);
    return (sc_joint_measures){angle, sc_length(p->apart),
                               sc_joint_beyond_limits(p->settings, angle)};
}

const sc_joint_type sc_revolute_joint = {
    SC_JOINT_DEF(REVOLUTE, revolute), SC_JOINT_NUMBERS(numbers),      SC_JOINT_AXIS(revolute),
    .kind = SC_JOINT_HINGE,           .complete = sc_complete_spring, .measure = measure,
    .speed = sc_turn_speed,           .draw = sc_draw_rigid_joint};

SC_CREATE_CALL(scree_joint_create_revolute, revolute)
SC_CREATE_MANY_CALL(scree_joints_create_revolute, revolute)
SC_GET_CALL(scree_joint_revolute_settings, revolute)
SC_SET_CALL(scree_joint_set_revolute_settings, revolute)
