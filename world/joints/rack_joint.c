/// Rack: x - radius TA = 0, x how far b's point has come along the direction of frame b, TA how far
/// a has turned (simd/joint_ratio.h).
#include "world/joints/joint_type.h"

scree_rack_def scree_rack_def_default(void)
{
    return (scree_rack_def){.version = SC_DEF_VERSION, .base = sc_base_default, .radius = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(rack, radius, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO, SC_MAGNITUDE)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    return (sc_joint_measures){travel.y, fabsf(travel.y - p->settings->ratio * travel.x), 0.0f};
}

const sc_joint_type sc_rack_joint = {SC_JOINT_DEF(RACK, rack), SC_JOINT_NUMBERS(numbers),
                                     .kind = SC_JOINT_RATIO,   .ratio_type = SC_RATIO_RACK,
                                     .measure = measure,       .draw = sc_draw_rigid_joint};

scree_joint_id scree_joint_create_rack(scree_world *world, const scree_rack_def *def)
{
    return sc_create_joint(world, &sc_rack_joint, def, __func__);
}

scree_rack_def scree_joint_rack(const scree_world *world, scree_joint_id joint)
{
    scree_rack_def def = {0};
    sc_get_joint_def(world, &sc_rack_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_rack(scree_world *world, scree_joint_id joint,
                                  const scree_rack_def *def)
{
    return sc_set_joint_def(world, &sc_rack_joint, joint, def, __func__);
}
