/// Motor: bounded forces drive b towards a velocity and a pose relative to a. No coordinate is
/// locked.
#include "dynamics/joints/joint_type.h"

scree_motor_joint_def scree_motor_joint_def_default(void)
{
    return (scree_motor_joint_def){SC_JOINT_DEFAULT, .linear_damping_ratio = 1.0f,
                                   .angular_damping_ratio = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_SPEED(motor, linear_velocity.x, settings.drive.velocity.x),
    SC_SPEED(motor, linear_velocity.y, settings.drive.velocity.y),
    SC_SPEED(motor, angular_velocity, settings.motor_speed),
    SC_FORCE(motor, max_velocity_force, settings.drive.max_force),
    SC_FORCE(motor, max_velocity_torque, settings.motor_max),
    SC_HERTZ(motor, linear_hertz, settings.hertz),
    SC_HERTZ(motor, linear_damping_ratio, settings.damping_ratio),
    SC_HERTZ(motor, angular_hertz, settings.spring_hertz),
    SC_HERTZ(motor, angular_damping_ratio, settings.spring_damping_ratio),
    SC_FORCE(motor, max_spring_force, settings.drive.max_spring_force),
    SC_FORCE(motor, max_spring_torque, settings.spring_upper)};

static void complete(sc_joint_settings *settings)
{
    settings->spring_lower = -settings->spring_upper;
    settings->switches = 0;
}

const sc_joint_type sc_motor_joint = {SC_JOINT_DEF(MOTOR, motor), SC_JOINT_NUMBERS(numbers),
                                      .kind = SC_JOINT_DRIVE, .complete = complete,
                                      .draw = sc_draw_flexible_joint};

SC_CREATE_CALL(scree_joint_create_motor, motor)
SC_CREATE_MANY_CALL(scree_joints_create_motor, motor)
SC_GET_CALL(scree_joint_motor_settings, motor)
SC_SET_CALL(scree_joint_set_motor_settings, motor)
