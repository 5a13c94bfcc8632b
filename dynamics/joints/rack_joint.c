/// Rack: x - radius TA = 0, where x is the distance that b's point has moved along the direction of
/// frame b, and TA the angle by which a has turned (simd/joint_ratio.h).
#include "dynamics/joints/joint_type.h"

scree_rack_joint_def scree_rack_joint_def_default(void)
{
    return (scree_rack_joint_def){SC_JOINT_DEFAULT, .radius = 1.0f};
}

static const sc_joint_number numbers[] = {SC_NUMBER(
    rack, radius, settings.rack.radius, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO, SC_MAGNITUDE)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    return (sc_joint_measures){travel.y, fabsf(travel.y - p->settings->rack.radius * travel.x),
                               0.0f};
}

static float speed(const sc_posed_joint *p, const sc_joint_motion *motion)
{
    return sc_dot(p->axis_b, sc_sub(motion->velocity_b, motion->velocity_a)) +
           motion->w_b * sc_cross(p->axis_b, p->apart);
}

const sc_joint_type sc_rack_joint = {SC_JOINT_DEF(RACK, rack),   SC_JOINT_NUMBERS(numbers),
                                     .kind = SC_JOINT_RATIO,     .ratio_type = SC_RATIO_RACK,
                                     .measure = measure,         .speed = speed,
                                     .draw = sc_draw_rigid_joint};

SC_CREATE_CALL(scree_joint_create_rack, rack)
SC_CREATE_MANY_CALL(scree_joints_create_rack, rack)
SC_GET_CALL(scree_joint_rack_settings, rack)
SC_SET_CALL(scree_joint_set_rack_settings, rack)
