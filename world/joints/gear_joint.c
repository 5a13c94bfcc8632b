/// Gear: ratio TB - TA - phase = 0, TA and TB how far the bodies have turned (simd/joint_ratio.h).
#include "world/joints/joint_type.h"

scree_gear_def scree_gear_def_default(void)
{
    return (scree_gear_def){.version = SC_DEF_VERSION, .base = sc_base_default, .ratio = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(gear, ratio, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO, SC_MAGNITUDE),
    SC_IN(gear, phase, settings.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    const float turn = p->settings->ratio * travel.y - travel.x;
    return (sc_joint_measures){.angular = fabsf(turn - p->settings->phase)};
}

const sc_joint_type sc_gear_joint = {SC_JOINT_DEF(GEAR, gear), SC_JOINT_NUMBERS(numbers),
                                     .kind = SC_JOINT_RATIO,   .ratio_type = SC_RATIO_GEAR,
                                     .measure = measure,       .draw = sc_draw_flexible_joint};

scree_joint_id scree_joint_create_gear(scree_world *world, const scree_gear_def *def)
{
    return sc_create_joint(world, &sc_gear_joint, def, __func__);
}

scree_gear_def scree_joint_gear(const scree_world *world, scree_joint_id joint)
{
    scree_gear_def def = {0};
    sc_get_joint_def(world, &sc_gear_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_gear(scree_world *world, scree_joint_id joint,
                                  const scree_gear_def *def)
{
    return sc_set_joint_def(world, &sc_gear_joint, joint, def, __func__);
}
