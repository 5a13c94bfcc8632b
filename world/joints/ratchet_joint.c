/// Ratchet: s (T - stop) >= 0, T how far b has turned against a, s the sign of the tooth, and the
/// stop the last tooth passed (simd/joint_ratio.h).
#include "world/joints/joint_type.h"

scree_ratchet_def scree_ratchet_def_default(void)
{
    return (scree_ratchet_def){.version = SC_DEF_VERSION, .base = sc_base_default, .tooth = 0.1f};
}

static const sc_joint_number numbers[] = {
    SC_NUMBER(ratchet, tooth, settings.ratio, SC_MIN_JOINT_TOOTH, (float)SC_PI, SC_MAGNITUDE),
    SC_IN(ratchet, phase, settings.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

/// The other way is free from here on if the sign of the tooth changed.
static void change(sc_joint_state *state, const sc_joint_settings *before,
                   const sc_joint_settings *after)
{
    state->travel_b =
        (before->ratio > 0.0f) != (after->ratio > 0.0f) ? state->travel_a : state->travel_b;
}

static sc_joint_measures measure(const sc_posed_joint *p)
{
    const scree_vec2 travel = sc_joint_travel(p);
    const float back = p->settings->ratio > 0.0f ? travel.y - travel.x : travel.x - travel.y;
    return (sc_joint_measures){travel.x, 0.0f, sc_max(back, 0.0f)};
}

const sc_joint_type sc_ratchet_joint = {
    SC_JOINT_DEF(RATCHET, ratchet), SC_JOINT_NUMBERS(numbers), .kind = SC_JOINT_RATIO,
    .ratio_type = SC_RATIO_RATCHET, .change = change,          .measure = measure,
    .draw = sc_draw_flexible_joint};

scree_joint_id scree_joint_create_ratchet(scree_world *world, const scree_ratchet_def *def)
{
    return sc_create_joint(world, &sc_ratchet_joint, def, __func__);
}

scree_ratchet_def scree_joint_ratchet(const scree_world *world, scree_joint_id joint)
{
    scree_ratchet_def def = {0};
    sc_get_joint_def(world, &sc_ratchet_joint, joint, &def);
    return def;
}

scree_result scree_joint_set_ratchet(scree_world *world, scree_joint_id joint,
                                     const scree_ratchet_def *def)
{
    return sc_set_joint_def(world, &sc_ratchet_joint, joint, def, __func__);
}
