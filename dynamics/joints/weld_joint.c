/// Weld: d = 0 and no turn of b against a, where d leads from a's point to b's. It is solved as a
/// hinge whose axis has a spring. At 0 Hz the spring is as stiff as the step allows.
#include "dynamics/joints/joint_type.h"

scree_weld_joint_def scree_weld_joint_def_default(void)
{
    return (scree_weld_joint_def){SC_JOINT_DEFAULT, .angular_damping_ratio = 1.0f};
}

static const sc_joint_number numbers[] = {
    SC_HERTZ(weld, angular_hertz, settings.spring_hertz),
    SC_HERTZ(weld, angular_damping_ratio, settings.spring_damping_ratio)};

static void complete(sc_joint_settings *settings)
{
    sc_complete_spring(settings);
    settings->switches |= SC_JOINT_SPRING;
}

static sc_joint_measures measure(const sc_posed_joint *p)
{
    return (sc_joint_measures){0.0f, sc_length(p->apart), fabsf(sc_joint_angle(p))};
}

const sc_joint_type sc_weld_joint = {SC_JOINT_DEF(WELD, weld),   SC_JOINT_NUMBERS(numbers),
                                     .kind = SC_JOINT_HINGE,     .traits = SC_JOINT_WELDED,
                                     .complete = complete,       .measure = measure,
                                     .draw = sc_draw_rigid_joint};

SC_CREATE_CALL(scree_joint_create_weld, weld)
SC_CREATE_MANY_CALL(scree_joints_create_weld, weld)
SC_GET_CALL(scree_joint_weld_settings, weld)
SC_SET_CALL(scree_joint_set_weld_settings, weld)
