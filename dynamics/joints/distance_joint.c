/// Distance: |d| - length = 0, where d leads from a's point to b's. With a spring, |d| may vary
/// within the limits of the joint.
#include "dynamics/joints/joint_type.h"

scree_distance_joint_def scree_distance_joint_def_default(void)
{
    return (scree_distance_joint_def){
        SC_JOINT_DEFAULT, .length = 1.0f, .spring = {.damping_ratio = 1.0f},
        .lower_spring_force = -SC_MAX_JOINT_FORCE, .upper_spring_force = SC_MAX_JOINT_FORCE};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(distance, length, settings.target, SC_MIN_JOINT_LENGTH, SC_WORLD_REACH, SC_IN_UNITS),
    SC_SPRING(distance),
    SC_PLACE(distance, spring.target, given.target),
    SC_NUMBER(distance, lower_spring_force, settings.spring_lower, -SC_MAX_JOINT_FORCE,
              SC_MAX_JOINT_FORCE, SC_AT_MOST_NEXT),
    SC_IN(distance, upper_spring_force, settings.spring_upper, -SC_MAX_JOINT_FORCE,
          SC_MAX_JOINT_FORCE),
    SC_LIMITS(distance, 0.0f, SC_WORLD_REACH),
    SC_MOTOR(distance)};

static bool springs(const sc_posed_joint *p)
{
    return (p->settings->switches & SC_JOINT_SPRING) != 0;
}

/// A distance joint without a spring is a rod of fixed length: its motor and limits do nothing.
static void complete(sc_joint_settings *settings)
{
    if (!(settings->switches & SC_JOINT_SPRING))
    {
        settings->switches &= ~(SC_JOINT_MOTOR | SC_JOINT_LIMITS);
    }
}

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const float length = sc_max(sc_length(p->apart), p->unit * SC_MIN_JOINT_LENGTH);
    const float beyond = sc_joint_beyond_limits(p->settings, length);
    return (sc_joint_measures){length, springs(p) ? beyond : fabsf(length - p->settings->target),
                               0.0f};
}

static float speed(const sc_posed_joint *p, const sc_joint_motion *motion)
{
    const float length = sc_max(sc_length(p->apart), p->unit * SC_MIN_JOINT_LENGTH);
    return sc_dot(p->apart, sc_sub(motion->velocity_b, motion->velocity_a)) / length;
}

static void draw(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item)
{
    (springs(p) ? sc_draw_flexible_joint : sc_draw_rigid_joint)(d, p, item);
}

const sc_joint_type sc_distance_joint = {SC_JOINT_DEF(DISTANCE, distance),
                                         SC_JOINT_NUMBERS(numbers),
                                         SC_JOINT_AXIS(distance),
                                         .kind = SC_JOINT_ROD,
                                         .complete = complete,
                                         .measure = measure,
                                         .speed = speed,
                                         .draw = draw};

SC_CREATE_CALL(scree_joint_create_distance, distance)
SC_CREATE_MANY_CALL(scree_joints_create_distance, distance)
SC_GET_CALL(scree_joint_distance_settings, distance)
SC_SET_CALL(scree_joint_set_distance_settings, distance)
