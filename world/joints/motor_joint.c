/// Motor: bounded forces towards a velocity and a pose. It holds nothing.
#include "world/joints/joint_type.h"

scree_motor_def scree_motor_def_default(void)
{
    return (scree_motor_def){.version = SC_DEF_VERSION,
                             .base = sc_base_default,
                             .linear_damping_ratio = 1.0f,
                             .angular_damping_ratio = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_SPEED(motor, linear_velocity.x, settings.vx),
    SC_SPEED(motor, linear_velocity.y, settings.vy),
    SC_SPEED(motor, angular_velocity, settings.motor_speed),
    SC_FORCE(motor, max_velocity_force, settings.point_max),
    SC_FORCE(motor, max_velocity_torque, settings.motor_max),
    SC_HERTZ(motor, linear_hertz, settings.hertz),
    SC_HERTZ(motor, linear_damping_ratio, settings.damping_ratio),
    SC_HERTZ(motor, angular_hertz, settings.spring_hertz),
    SC_HERTZ(motor, angular_damping_ratio, settings.spring_damping_ratio),
    SC_FORCE(motor, max_spring_force, settings.point_spring_max),
    SC_FORCE(motor, max_spring_torque, settings.spring_upper)};

static void complete(sc_joint_settings *settings)
{
    settings->spring_lower = -settings->spring_upper;
    settings->switches = 0;
}

const sc_joint_type sc_motor_joint = {SC_JOINT_DEF(MOTOR, motor), SC_JOINT_NUMBERS(numbers),
                                      .kind = SC_JOINT_DRIVE, .complete = complete,
                                      .draw = sc_draw_flexible_joint};

scree_joint_id scree_joint_create_motor(scree_world *world, const scree_motor_def *def)
{
    return sc_create_joint(world, &sc_motor_joint, def, __func__);
}

scree_motor_def scree_joint_motor(const scree_world *world, scree_joint_id joint)
{
    scree_motor_def def = {0};
    sc_get_joint_def(world, &sc_motor_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_motor(scree_world *world, scree_joint_id joint,
                                   const scree_motor_def *def)
{
    return sc_set_joint_def(world, &sc_motor_joint, joint, def, __func__);
}
