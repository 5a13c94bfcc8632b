/// Prismatic: t . d = 0 and no turn of b against a, d from a's point to b's, t across the direction
/// of frame a. The axis is the translation along that direction.
#include "world/joints/joint_type.h"

scree_prismatic_def scree_prismatic_def_default(void)
{
    return (scree_prismatic_def){
        .version = SC_DEF_VERSION, .base = sc_base_default, .spring = sc_spring_default};
}

static const sc_joint_number numbers[] = {SC_TRANSLATION(prismatic)};

static sc_joint_measures measure(const sc_posed_joint *p)
{
    sc_joint_measures measures = sc_measure_slider(p);
    measures.angular = fabsf(sc_joint_angle(p));
    return measures;
}

const sc_joint_type sc_prismatic_joint = {SC_JOINT_DEF(PRISMATIC, prismatic),
                                          SC_JOINT_NUMBERS(numbers),
                                          SC_JOINT_AXIS(prismatic),
                                          .kind = SC_JOINT_SLIDER,
                                          .complete = sc_complete_spring,
                                          .measure = measure,
                                          .draw = sc_draw_slider};

scree_joint_id scree_joint_create_prismatic(scree_world *world, const scree_prismatic_def *def)
{
    return sc_create_joint(world, &sc_prismatic_joint, def, __func__);
}

scree_result scree_joints_create_prismatic(scree_world *world, const scree_prismatic_def *defs,
                                           int count, scree_joint_id *ids)
{
    return sc_create_joints(world, &sc_prismatic_joint, defs, count, ids, __func__);
}

scree_prismatic_def scree_joint_prismatic(const scree_world *world, scree_joint_id joint)
{
    scree_prismatic_def def = {0};
    sc_get_joint_def(world, &sc_prismatic_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_prismatic(scree_world *world, scree_joint_id joint,
                                       const scree_prismatic_def *def)
{
    return sc_set_joint_def(world, &sc_prismatic_joint, joint, def, __func__);
}
