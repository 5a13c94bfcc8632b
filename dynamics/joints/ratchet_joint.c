/// Ratchet: s (T - stop) >= 0, where T is the angle by which b has turned against a, s the sign of
/// the tooth, and `stop` the angle of the last tooth passed (simd/joint_ratio.h).
#include "dynamics/joints/joint_type.h"

scree_ratchet_joint_def scree_ratchet_joint_def_default(void)
{
    return (scree_ratchet_joint_def){SC_JOINT_DEFAULT, .tooth = 0.1f};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(ratchet, tooth, settings.ratchet.tooth, SC_MIN_JOINT_TOOTH, (float)SC_PI,
              SC_MAGNITUDE),
    SC_IN(ratchet, phase, settings.ratchet.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

/// If the tooth changes sign, the joint turns freely in the other direction, from its present
/// angle.
static void change(sc_joint_state *state, const sc_joint_settings *before,
                   const sc_joint_settings *after)
{
    state->travel_b = (before->ratchet.tooth > 0.0f) != (after->ratchet.tooth > 0.0f)
                          ? state->travel_a
                          : state->travel_b;
}

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    const float back =
        p->settings->ratchet.tooth > 0.0f ? travel.y - travel.x : travel.x - travel.y;
    return (sc_joint_measures){travel.x, 0.0f, sc_max(back, 0.0f)};
}

const sc_joint_type sc_ratchet_joint = {SC_JOINT_DEF(RATCHET, ratchet),
                                        SC_JOINT_NUMBERS(numbers),
                                        .kind = SC_JOINT_RATIO,
                                        .ratio_type = SC_RATIO_RATCHET,
                                        .change = change,
                                        .measure = measure,
                                        .speed = sc_turn_speed,
                                        .draw = sc_draw_flexible_joint};

SC_CREATE_CALL(scree_joint_create_ratchet, ratchet)
SC_CREATE_MANY_CALL(scree_joints_create_ratchet, ratchet)
SC_GET_CALL(scree_joint_ratchet_settings, ratchet)
SC_SET_CALL(scree_joint_set_ratchet_settings, ratchet)
