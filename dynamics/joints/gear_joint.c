/// Gear: ratio TB - TA - phase = 0, where TA and TB are the angles by which the bodies have turned
/// (simd/joint_ratio.h).
#include "dynamics/joints/joint_type.h"

scree_gear_joint_def scree_gear_joint_def_default(void)
{
    return (scree_gear_joint_def){SC_JOINT_DEFAULT, .ratio = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(gear, ratio, settings.gear.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO,
              SC_MAGNITUDE),
    SC_IN(gear, phase, settings.gear.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    const float turn = p->settings->gear.ratio * travel.y - travel.x;
    return (sc_joint_measures){.angular = fabsf(turn - p->settings->gear.phase)};
}

const sc_joint_type sc_gear_joint = {SC_JOINT_DEF(GEAR, gear), SC_JOINT_NUMBERS(numbers),
                                     .kind = SC_JOINT_RATIO,   .ratio_type = SC_RATIO_GEAR,
                                     .measure = measure,       .draw = sc_draw_flexible_joint};

SC_CREATE_CALL(scree_joint_create_gear, gear)
SC_CREATE_MANY_CALL(scree_joints_create_gear, gear)
SC_GET_CALL(scree_joint_gear_settings, gear)
SC_SET_CALL(scree_joint_set_gear_settings, gear)
