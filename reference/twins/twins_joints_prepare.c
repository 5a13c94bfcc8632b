/// Twins of prepare_joints and store_joints: records into blocks when a step begins, and impulses
/// back when it ends.

#include "reference/twins/twins_joints.h"

/// A joint's records, and how its bodies lie when the step begins.
typedef struct joint_start
{
    const sc_joint_settings *settings;
    sc_joint_state *state;
    scree_vec2 place_a, place_b;  ///< centres of mass
    sc_rotation rotation_a, rotation_b;
    scree_vec2 arm_a, arm_b;
    scree_vec2 frame_a, frame_b;  ///< directions, world axes
} joint_start;

static joint_start start_of(const sc_joint_args *args, const lane_joint *j)
{
    int32_t slot = args->joint[j->block * SC_BLOCK + j->lane];
    const int32_t *body = args->body[slot];
    const sc_joint_frame *frame = &args->frames[slot];
    int32_t row_a = slot > 0 ? args->body_row[body[0]] : 0;
    int32_t row_b = slot > 0 ? args->body_row[body[1]] : 0;
    const sc_pose *a = &args->poses[row_a], *b = &args->poses[row_b];
    scree_vec2 center_a = {args->center_x[row_a], args->center_y[row_a]};
    scree_vec2 center_b = {args->center_x[row_b], args->center_y[row_b]};
    sc_rotation rotation_a = {a->cos, a->sin}, rotation_b = {b->cos, b->sin};
    scree_vec2 point_a = {frame->ax, frame->ay}, point_b = {frame->bx, frame->by};
    scree_vec2 frame_a = {frame->a_cos, frame->a_sin}, frame_b = {frame->b_cos, frame->b_sin};
    return (joint_start){.settings = &args->settings[slot],
                         .state = &args->states[slot],
                         .place_a = {a->x, a->y},
                         .place_b = {b->x, b->y},
                         .rotation_a = rotation_a,
                         .rotation_b = rotation_b,
                         .arm_a = sc_rotate(rotation_a, sc_sub(point_a, center_a)),
                         .arm_b = sc_rotate(rotation_b, sc_sub(point_b, center_b)),
                         .frame_a = sc_rotate(rotation_a, frame_a),
                         .frame_b = sc_rotate(rotation_b, frame_b)};
}

/// A spring of frequency f and damping ratio z: see the kernels' spring_softness.
static joint_softness spring_softness(const sc_joint_args *args, const lane_joint *j, float hertz,
                                      float damping_ratio)
{
    float quickest = sc_min(args->quickest[j->row_a], args->quickest[j->row_b]);
    float most = sc_min(quickest * (1.0f + 2.0f * damping_ratio), SC_JOINT_QUICKEST);
    float omega = SC_JOINT_TURN * sc_min(hertz, most * args->inverse_stiff_h);
    float x = omega * args->h;
    float damping = sc_max(2.0f * damping_ratio, sc_max(x - SC_JOINT_LIVELY, 0.0f));
    float resisted = x * damping;
    float scale = 1.0f / (1.0f + resisted);
    return (joint_softness){omega * x * scale, resisted * scale, scale};
}

static void store_softness(sc_joint_softness *to, int lane, bool rigid, joint_softness soft)
{
    to->bias_rate[lane] = soft.bias_rate;
    to->mass_scale[lane] = soft.mass_scale;
    to->impulse_scale[lane] = soft.impulse_scale;
    to->rigid[lane] = rigid ? 1.0f : 0.0f;
}

/// Joints that are to be stiffer than the quickest spring are as stiff as the step allows.
static bool stiffer_than_springs(const sc_joint_args *args, float hertz)
{
    return hertz * args->stiff_h > SC_JOINT_QUICKEST;
}

static void prepare_core(const sc_joint_args *args, lane_joint *j, const joint_start *s)
{
    sc_joint_core *core = j->core;
    sc_joint_start *start = j->start;
    int lane = j->lane;
    core->inverse_inertia_a[lane] = args->warm_starts[j->row_a].inverse_inertia;
    core->inverse_inertia_b[lane] = args->warm_starts[j->row_b].inverse_inertia;
    load_bodies(args, j);
    set_lane_vec2(start->arm_a, lane, s->arm_a);
    set_lane_vec2(start->arm_b, lane, s->arm_b);
    // Places first: far from the origin their difference is small and exact.
    set_lane_vec2(start->apart, lane,
                  sc_add(sc_sub(s->place_b, s->place_a), sc_sub(s->arm_b, s->arm_a)));
    joint_softness own = spring_softness(args, j, s->settings->hertz, s->settings->damping_ratio);
    if (j->kind == SC_JOINT_DRIVE)
    {
        store_softness(&start->soft, lane, false, own);
    }
    else if (j->flags & SC_JOINT_SOFT_POINT)
    {
        bool rigid = !(s->settings->switches & SC_JOINT_SOFT_POINT) ||
                     stiffer_than_springs(args, s->settings->hertz);
        store_softness(&start->soft, lane, rigid, rigid ? stiff_softness(args) : own);
    }
}

static void prepare_spring(const sc_joint_args *args, const lane_joint *j,
                           const sc_joint_settings *s)
{
    sc_joint_axis *axis = j->axis;
    bool sprung = s->switches & SC_JOINT_SPRING, soft = s->switches & SC_JOINT_SOFT_POINT;
    bool rigid = false;
    float hertz = sprung ? s->spring_hertz : 0.0f, damping_ratio = s->spring_damping_ratio;
    float lower = s->spring_lower, upper = s->spring_upper;
    if (j->kind == SC_JOINT_HINGE)
    {
        // A weld.
        rigid = sprung && hertz == 0.0f;
    }
    if (j->kind == SC_JOINT_ROD && !sprung)
    {
        hertz = soft ? s->hertz : 0.0f;
        rigid = !soft || stiffer_than_springs(args, hertz);
        damping_ratio = s->damping_ratio;
        lower = -FLT_MAX;
        upper = FLT_MAX;
    }
    if (j->kind == SC_JOINT_DRIVE)
    {
        hertz = s->spring_hertz;
        lower = -upper;
    }
    store_softness(&axis->soft, j->lane, rigid,
                   rigid ? stiff_softness(args) : spring_softness(args, j, hertz, damping_ratio));
    axis->target[j->lane] = s->target;
    axis->least[j->lane] = lower * args->h;
    axis->most[j->lane] = upper * args->h;
}

static void prepare_axis(const sc_joint_args *args, const lane_joint *j, const joint_start *start)
{
    const sc_joint_settings *s = start->settings;
    sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    bool has_motor = j->kind == SC_JOINT_DRIVE || (s->switches & SC_JOINT_MOTOR);
    bool has_limits = s->switches & SC_JOINT_LIMITS;
    prepare_spring(args, j, s);
    axis->motor_speed[lane] = s->motor_speed;
    axis->motor_max[lane] = has_motor ? s->motor_max * args->h : 0.0f;
    axis->lower_limit[lane] = has_limits ? s->lower : -1e20f;
    axis->upper_limit[lane] = has_limits ? s->upper : 1e20f;
    if (axis_is_angle(j->kind) || j->kind == SC_JOINT_SLIDER)
    {
        axis->begin_angle[lane] = angle_of(sc_dot(start->frame_a, start->frame_b),
                                           sc_cross(start->frame_a, start->frame_b));
    }
    if (turns_with_a(j->kind))
    {
        set_lane_vec2(axis->begin_direction, lane, start->frame_a);
    }
    if (j->kind == SC_JOINT_ROD)
    {
        scree_vec2 apart = lane_vec2(j->start->apart, lane), anywhere = {1.0f, 0.0f};
        float length = sc_length(apart);
        set_lane_vec2(axis->begin_direction, lane,
                      length >= SC_JOINT_SHORTEST ? sc_scale(1.0f / length, apart) : anywhere);
    }
    if (j->kind == SC_JOINT_DRIVE)
    {
        set_lane_vec2(j->drive->speed, lane, s->drive.velocity);
        j->drive->speed_max[lane] = s->drive.max_force * args->h;
        j->drive->spring_max[lane] = s->drive.max_spring_force * args->h;
    }
}

static void prepare_ratio(const lane_joint *j, const joint_start *start)
{
    const sc_joint_settings *s = start->settings;
    const sc_joint_state *state = start->state;
    sc_joint_ratio *ratio = j->ratio;
    int lane = j->lane;
    bool rack = s->ratio_type == SC_RATIO_RACK, known = state->known > 0.0f;
    float angle_a = angle_of(start->rotation_a.cos, start->rotation_a.sin);
    float angle_b = angle_of(start->rotation_b.cos, start->rotation_b.sin);
    float place_b =
        rack ? sc_dot(start->frame_b, lane_vec2(j->start->apart, lane)) : wrap_angle(angle_b);
    scree_vec2 pulley_a = s->pulley.anchor_a, pulley_b = s->pulley.anchor_b;
    ratio->type[lane] = s->ratio_type;
    ratio->ratio[lane] = s->row.ratio;
    ratio->phase[lane] = s->row.phase;
    ratio->begin_angle_a[lane] = angle_a;
    ratio->begin_angle_b[lane] = angle_b;
    ratio->last_a[lane] = known ? state->angle_a : wrap_angle(angle_a);
    ratio->last_b[lane] = known ? state->angle_b : place_b;
    ratio->travel_a[lane] = state->travel_a;
    ratio->travel_b[lane] = state->travel_b;
    set_lane_vec2(ratio->begin_a, lane, sc_add(sc_sub(start->place_a, pulley_a), start->arm_a));
    set_lane_vec2(ratio->begin_b, lane,
                  rack ? start->frame_b : sc_add(sc_sub(start->place_b, pulley_b), start->arm_b));
}

static void prepare_impulses(const sc_joint_args *args, const lane_joint *j,
                             const joint_start *start)
{
    const sc_joint_state *state = start->state;
    sc_joint_axis *axis = j->axis;
    int lane = j->lane, switches = start->settings->switches;
    float warm = args->warm_scale;
    j->core->impulse[0][lane] = warm * state->locked[0];
    j->core->impulse[1][lane] = warm * state->locked[1];
    if (!has_axis(j->kind))
    {
        return;
    }
    bool drive = j->kind == SC_JOINT_DRIVE, rod = j->kind == SC_JOINT_ROD;
    bool has_spring = drive || rod || (switches & SC_JOINT_SPRING);
    bool has_motor = drive || (switches & SC_JOINT_MOTOR);
    bool has_limits = drive || (switches & SC_JOINT_LIMITS);
    axis->spring[lane] = has_spring ? warm * state->spring : 0.0f;
    axis->motor[lane] = has_motor ? warm * state->motor : 0.0f;
    axis->lower[lane] = has_limits ? warm * state->lower : 0.0f;
    axis->upper[lane] = has_limits ? warm * state->upper : 0.0f;
}

/// The effect of all impulses together: linear on a and on b, angular about their centres of mass.
typedef struct effect
{
    scree_vec2 force_a, force_b;
    float turn_a, turn_b;
} effect;

static effect effect_of(const lane_joint *j, const joint_geometry *g)
{
    if (j->kind == SC_JOINT_RATIO)
    {
        joint_ratio r = sc_twin_load_ratio(j);
        float impulse = j->core->impulse[0][j->lane];
        return (effect){sc_scale(impulse, r.direction_a), sc_scale(impulse, r.direction_b),
                        impulse * r.a, impulse * r.b};
    }
    joint_wrench w = sc_twin_turning_wrench(j, g);
    float torque = sc_twin_torque_impulse(j);
    return (effect){w.force, w.force, w.turn_a + torque, w.turn_b + torque};
}

/// Adds what the impulses carried over do to the sums that the first substep reads.
static void prepare_warm_start(const sc_joint_args *args, const lane_joint *j, effect e)
{
    if (j->row_a < args->dynamic_count)
    {
        sc_warm_start *sum = &args->warm_starts[j->row_a];
        sum->vx = sum->vx - j->a.inverse_mass * e.force_a.x;
        sum->vy = sum->vy - j->a.inverse_mass * e.force_a.y;
        sum->w = sum->w - j->a.inverse_inertia * e.turn_a;
    }
    if (j->row_b < args->dynamic_count)
    {
        sc_warm_start *sum = &args->warm_starts[j->row_b];
        sum->vx = sum->vx + j->b.inverse_mass * e.force_b.x;
        sum->vy = sum->vy + j->b.inverse_mass * e.force_b.y;
        sum->w = sum->w + j->b.inverse_inertia * e.turn_b;
    }
}

static void prepare_joint(const sc_joint_args *args, lane_joint *j)
{
    joint_start start = start_of(args, j);
    const came still = {{0.0f, 0.0f}, 0.0f, 0.0f};
    prepare_core(args, j, &start);
    prepare_impulses(args, j, &start);
    if (has_axis(j->kind))
    {
        prepare_axis(args, j, &start);
    }
    joint_geometry g = sc_twin_find_geometry(j, still, still);
    if (j->kind == SC_JOINT_RATIO)
    {
        prepare_ratio(j, &start);
        joint_ratio r = sc_twin_find_ratio(j, &g, still, still);
        sc_twin_store_ratio(j, &g, &r);
    }
    else
    {
        sc_twin_store_geometry(j, &g);
    }
    sc_twin_clear_turning(j);
    prepare_warm_start(args, j, effect_of(j, &g));
    if (j->a.inverse_mass == 0.0f || j->b.inverse_mass == 0.0f)
    {
        args->flags[j->block] |= SC_JOINT_FIXED;
    }
}

void sc_twin_prepare_joints(const sc_joint_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        const int known = SC_JOINT_SPRING | SC_JOINT_MOTOR | SC_JOINT_LIMITS | SC_JOINT_SOFT_POINT;
        args->flags[i] = 0;
        for (int lane = 0; lane < SC_BLOCK; lane++)
        {
            int32_t slot = args->joint[i * SC_BLOCK + lane];
            args->flags[i] |= (uint8_t)(args->settings[slot].switches & known);
        }
        for_each_joint(args, i, i + 1, prepare_joint);
    }
}

/// Discard overflowed values: a body that cannot move, or turn, takes any impulse.
static float finite_or_zero(float x) { return sc_is_finite(x) ? x : 0.0f; }

static void store_joint(const sc_joint_args *args, lane_joint *j)
{
    int lane = j->lane;
    int32_t slot = args->joint[j->block * SC_BLOCK + lane];
    if (slot == 0)
    {
        return;
    }
    sc_joint_state *state = &args->states[slot];
    const sc_joint_core *core = j->core;
    joint_geometry g = sc_twin_load_geometry(j);
    effect e = effect_of(j, &g);
    float travel_a = state->travel_a, travel_b = state->travel_b, known = state->known;
    *state = (sc_joint_state){
        .locked = {finite_or_zero(core->impulse[0][lane]), finite_or_zero(core->impulse[1][lane])},
        .travel_a = travel_a,
        .travel_b = travel_b,
        .known = known};
    if (has_axis(j->kind))
    {
        const sc_joint_axis *axis = j->axis;
        state->spring = finite_or_zero(axis->spring[lane]);
        state->motor = finite_or_zero(axis->motor[lane]);
        state->lower = finite_or_zero(axis->lower[lane]);
        state->upper = finite_or_zero(axis->upper[lane]);
        state->coordinate =
            finite_or_zero(axis_is_angle(j->kind) ? wrap_angle(g.coordinate) : g.coordinate);
    }
    if (j->kind == SC_JOINT_RATIO)
    {
        const sc_joint_ratio *ratio = j->ratio;
        state->angle_a = ratio->last_a[lane];
        state->angle_b = ratio->last_b[lane];
        state->travel_a = ratio->travel_a[lane];
        state->travel_b = ratio->travel_b[lane];
        state->known = 1.0f;
        state->coordinate = ratio->type[lane] == SC_RATIO_RATCHET ? state->travel_a
                            : ratio->type[lane] == SC_RATIO_RACK  ? state->travel_b
                                                                  : 0.0f;
    }
    state->force_x = finite_or_zero(e.force_b.x);
    state->force_y = finite_or_zero(e.force_b.y);
    // About b's point, not its centre of mass.
    state->torque = finite_or_zero(e.turn_b - sc_cross(g.arm_b, e.force_b));
}

void sc_twin_store_joints(const sc_joint_args *args, int begin, int end)
{
    for_each_joint(args, begin, end, store_joint);
}
