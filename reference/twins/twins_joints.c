// Twins of the joint solver, one joint at a time. simd/joint_axis_locked.h has the equations.
// Springs and soft constraints: E. Catto, Soft Constraints, GDC 2011.

#include "reference/twins/twins_joints.h"

/// Positions take an arm along its tangent and then shorten it: by how much less, per second, b's
/// point goes than a's.
static scree_vec2 chord_velocity(const sc_joint_args *args, const lane_joint *j,
                                 const joint_geometry *g)
{
    float half = 0.5f * args->inverse_h, most = SC_MAX_TURN * SC_MAX_TURN;
    float turn_a = args->h * j->a.w, turn_b = args->h * j->b.w;
    float rate_a = half * sc_min(turn_a * turn_a, most);
    float rate_b = half * sc_min(turn_b * turn_b, most);
    return sc_sub(sc_scale(rate_b, g->arm_b), sc_scale(rate_a, g->arm_a));
}

static float axis_velocity(const lane_joint *j, const joint_geometry *g)
{
    return axis_is_angle(j->kind) ? j->b.w - j->a.w : row_velocity(j, g->axis);
}

static void apply_axis(lane_joint *j, const joint_geometry *g, float impulse)
{
    if (axis_is_angle(j->kind))
    {
        apply_turn(j, impulse, impulse);
    }
    else
    {
        apply_along(j, g->axis, impulse);
    }
}

/// A rod grows while its points move across it, and by their chords.
static float rod_growth(const sc_joint_args *args, const lane_joint *j, const joint_geometry *g)
{
    float along = sc_dot(chord_velocity(args, j, g), g->axis.direction);
    float length = sc_max(g->coordinate, SC_JOINT_SHORTEST);
    float turn = args->h * sc_cross(g->axis.direction, point_velocity(j, g)) / length;
    float squared = sc_min(turn * turn, SC_MAX_TURN * SC_MAX_TURN);
    return 0.5f * args->inverse_h * squared * length - along;
}

static void solve_spring(const sc_joint_args *args, lane_joint *j, row_pass pass,
                         const joint_geometry *g)
{
    sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    joint_softness soft = softness_in(args, pass, &axis->soft, lane, true);
    float velocity = axis_velocity(j, g);
    if (j->kind == SC_JOINT_ROD && pass == ROW_ITERATE)
    {
        velocity = velocity + axis->soft.rigid[lane] * rod_growth(args, j, g);
    }
    float old = axis->spring[lane];
    float push = soft.mass_scale * velocity + soft.bias_rate * sc_twin_spring_error(j, g);
    float wanted = old - soft.impulse_scale * old - g->axis_mass * push;
    float impulse = holds_angle(j) ? old : clamp(wanted, axis->least[lane], axis->most[lane]);
    axis->spring[lane] = impulse;
    apply_axis(j, g, impulse - old);
}

static void solve_motor(lane_joint *j, const joint_geometry *g)
{
    sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    bool turns = j->kind == SC_JOINT_WHEEL || axis_is_angle(j->kind);
    float velocity = turns ? j->b.w - j->a.w : row_velocity(j, g->axis);
    float mass = j->kind == SC_JOINT_WHEEL
                     ? inverse_or_zero(j->a.inverse_inertia + j->b.inverse_inertia)
                     : g->axis_mass;
    float old = axis->motor[lane], most = axis->motor_max[lane];
    float wanted = old - mass * (velocity - axis->motor_speed[lane]);
    float impulse = clamp(wanted, -most, most);
    float change = impulse - old;
    axis->motor[lane] = impulse;
    if (turns)
    {
        apply_turn(j, change, change);
    }
    else
    {
        apply_along(j, g->axis, change);
    }
}

/// The impulse that keeps a gap from closing farther than to nothing.
static float one_sided(const sc_joint_args *args, row_pass pass, float gap, float velocity,
                       float mass, float old)
{
    float closing = sc_max(gap, 0.0f) * args->inverse_h;
    if (pass != ROW_SOLVE)
    {
        return sc_max(old - mass * (velocity + closing), 0.0f);
    }
    joint_softness soft = stiff_softness(args);
    float bias = soft.bias_rate * gap;
    if (gap > 0.0f)
    {
        soft = (joint_softness){0.0f, 1.0f, 0.0f};
        bias = closing;
    }
    float push = soft.mass_scale * velocity + bias;
    return sc_max(old - soft.impulse_scale * old - mass * push, 0.0f);
}

static void solve_limits(const sc_joint_args *args, lane_joint *j, row_pass pass,
                         const joint_geometry *g)
{
    float *lower = &j->axis->lower[j->lane], *upper = &j->axis->upper[j->lane];
    float gap = g->coordinate - j->axis->lower_limit[j->lane];
    float impulse = one_sided(args, pass, gap, axis_velocity(j, g), g->axis_mass, *lower);
    apply_axis(j, g, impulse - *lower);
    *lower = impulse;

    gap = j->axis->upper_limit[j->lane] - g->coordinate;
    impulse = one_sided(args, pass, gap, -axis_velocity(j, g), g->axis_mass, *upper);
    apply_axis(j, g, *upper - impulse);
    *upper = impulse;
}

static void solve_axis(const sc_joint_args *args, lane_joint *j, row_pass pass,
                       const joint_geometry *g)
{
    if (j->kind == SC_JOINT_ROD || (j->flags & SC_JOINT_SPRING))
    {
        solve_spring(args, j, pass, g);
    }
    if (j->flags & SC_JOINT_MOTOR)
    {
        solve_motor(j, g);
    }
    if (j->flags & SC_JOINT_LIMITS)
    {
        solve_limits(args, j, pass, g);
    }
}

/// Two rows of the locked part at once. Returns the change of impulse.
static scree_vec2 solve_both(const lane_joint *j, joint_softness soft, const joint_geometry *g,
                             scree_vec2 velocity, scree_vec2 error)
{
    scree_vec2 old = lane_vec2(j->core->impulse, j->lane);
    scree_vec2 push = sc_add(sc_scale(soft.mass_scale, velocity), sc_scale(soft.bias_rate, error));
    scree_vec2 back = sc_add(times_mass(g->mass, push), sc_scale(soft.impulse_scale, old));
    scree_vec2 change = {-back.x, -back.y};
    set_lane_vec2(j->core->impulse, j->lane, sc_add(old, change));
    return change;
}

static joint_softness locked_softness(const sc_joint_args *args, const lane_joint *j, row_pass pass)
{
    return softness_in(args, pass, &j->start->soft, j->lane, j->flags & SC_JOINT_SOFT_POINT);
}

static bool has_long_arm(const joined_body *body, scree_vec2 arm)
{
    return body->inverse_inertia * sc_dot(arm, arm) > SC_JOINT_WIDE_ARM * body->inverse_mass;
}

/// Softness of the point of a joint. Unless it is a free hinge it closes faster where it is wide
/// open.
static joint_softness point_softness(const sc_joint_args *args, const lane_joint *j, row_pass pass,
                                     const joint_geometry *g)
{
    joint_softness soft = locked_softness(args, j, pass);
    if (pass != ROW_SOLVE || j->kind == SC_JOINT_POINT)
    {
        return soft;
    }
    const float unit = SC_JOINT_WIDE * SC_JOINT_WIDE;
    float wide = 1.0f - unit / (sc_dot(g->apart, g->apart) + unit);
    if (has_long_arm(&j->a, g->arm_a) || has_long_arm(&j->b, g->arm_b))
    {
        wide = 0.0f;
    }
    if (j->flags & SC_JOINT_SOFT_POINT)
    {
        wide = wide * j->start->soft.rigid[j->lane];
    }
    float leak = SC_JOINT_WIDE_LEAK * wide;
    return (joint_softness){soft.bias_rate * (1.0f + SC_JOINT_WIDE_BIAS * wide),
                            soft.mass_scale - leak, soft.impulse_scale + leak};
}

static void solve_point(const sc_joint_args *args, lane_joint *j, row_pass pass,
                        const joint_geometry *g)
{
    scree_vec2 velocity = point_velocity(j, g);
    if (pass == ROW_ITERATE)
    {
        velocity = sc_sub(velocity, chord_velocity(args, j, g));
    }
    apply_at_points(j, g, solve_both(j, point_softness(args, j, pass, g), g, velocity, g->apart));
}

/// Angle and point of a weld at once: what the angle has left once the point is solved, then the
/// point.
static void solve_weld(const sc_joint_args *args, lane_joint *j, row_pass pass,
                       const joint_geometry *g)
{
    joint_softness soft = point_softness(args, j, pass, g);
    joint_softness angle = softness_in(args, pass, &j->axis->soft, j->lane, true);
    scree_vec2 velocity = point_velocity(j, g);
    if (pass == ROW_ITERATE)
    {
        velocity = sc_sub(velocity, chord_velocity(args, j, g));
    }
    scree_vec2 push =
        sc_add(sc_scale(soft.mass_scale, velocity), sc_scale(soft.bias_rate, g->apart));
    float angle_push =
        angle.mass_scale * (j->b.w - j->a.w) + angle.bias_rate * sc_twin_spring_error(j, g);
    scree_vec2 lever = point_per_turn(j, g);
    float turn = -(g->axis_mass * (angle_push - sc_dot(lever, times_mass(g->mass, push))));

    scree_vec2 old = lane_vec2(j->core->impulse, j->lane);
    scree_vec2 back = times_mass(g->mass, sc_add(push, sc_scale(turn, lever)));
    back = sc_add(back, sc_scale(soft.impulse_scale, old));
    scree_vec2 change = {-back.x, -back.y};
    set_lane_vec2(j->core->impulse, j->lane, sc_add(old, change));
    apply_at_points(j, g, change);

    float *spring = &j->axis->spring[j->lane];
    turn = turn - angle.impulse_scale * *spring;
    *spring = *spring + turn;
    apply_turn(j, turn, turn);
}

static float across_chord(const sc_joint_args *args, const lane_joint *j, const joint_geometry *g,
                          scree_vec2 across)
{
    float along = sc_dot(g->axis.direction, point_velocity(j, g));
    float turn = clamp(args->h * j->a.w, -SC_MAX_TURN, SC_MAX_TURN);
    return sc_dot(across, chord_velocity(args, j, g)) + turn * along;
}

static void solve_across(const sc_joint_args *args, lane_joint *j, row_pass pass,
                         const joint_geometry *g)
{
    joint_softness soft = locked_softness(args, j, pass);
    joint_row across = sc_twin_across_axis(g);
    float velocity = row_velocity(j, across), error = sc_dot(across.direction, g->apart);
    if (pass == ROW_ITERATE)
    {
        velocity = velocity - across_chord(args, j, g, across.direction);
    }
    if (j->kind == SC_JOINT_SLIDER)
    {
        scree_vec2 velocities = {velocity, j->b.w - j->a.w}, errors = {error, wrap_angle(g->angle)};
        scree_vec2 change = solve_both(j, soft, g, velocities, errors);
        apply_along(j, across, change.x);
        apply_turn(j, change.y, change.y);
        return;
    }
    float *impulse = &j->core->impulse[0][j->lane];
    float push = soft.mass_scale * velocity + soft.bias_rate * error;
    float change = -(g->mass.first * push + soft.impulse_scale * *impulse);
    *impulse = *impulse + change;
    apply_along(j, across, change);
}

static scree_vec2 shorten(scree_vec2 v, float most)
{
    float length = sc_length(v);
    return sc_scale(length > most ? most / length : 1.0f, v);
}

static void solve_drive(const sc_joint_args *args, lane_joint *j, row_pass pass,
                        const joint_geometry *g)
{
    sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    solve_spring(args, j, pass, g);
    solve_motor(j, g);

    joint_softness soft = softness_in(args, pass, &j->start->soft, lane, true);
    scree_vec2 old = {axis->lower[lane], axis->upper[lane]};
    scree_vec2 push =
        sc_add(sc_scale(soft.mass_scale, point_velocity(j, g)), sc_scale(soft.bias_rate, g->apart));
    scree_vec2 rest = sc_sub(old, sc_scale(soft.impulse_scale, old));
    scree_vec2 impulse =
        shorten(sc_sub(rest, times_mass(g->mass, push)), j->drive->spring_max[lane]);
    axis->lower[lane] = impulse.x;
    axis->upper[lane] = impulse.y;
    apply_at_points(j, g, sc_sub(impulse, old));

    old = lane_vec2(j->core->impulse, lane);
    scree_vec2 excess = sc_sub(point_velocity(j, g), lane_vec2(j->drive->speed, lane));
    impulse = shorten(sc_sub(old, times_mass(g->mass, excess)), j->drive->speed_max[lane]);
    set_lane_vec2(j->core->impulse, lane, impulse);
    apply_at_points(j, g, sc_sub(impulse, old));
}

static void solve_rows(const sc_joint_args *args, lane_joint *j, row_pass pass,
                       const joint_geometry *g)
{
    switch (j->kind)
    {
    case SC_JOINT_LINK:
        break;
    case SC_JOINT_POINT:
        solve_point(args, j, pass, g);
        break;
    case SC_JOINT_HINGE:
        solve_axis(args, j, pass, g);
        if (holds_angle(j))
        {
            solve_weld(args, j, pass, g);
        }
        else
        {
            solve_point(args, j, pass, g);
        }
        break;
    case SC_JOINT_SLIDER:
    case SC_JOINT_WHEEL:
        solve_axis(args, j, pass, g);
        solve_across(args, j, pass, g);
        break;
    case SC_JOINT_ROD:
        solve_axis(args, j, pass, g);
        break;
    case SC_JOINT_DRIVE:
        solve_drive(args, j, pass, g);
        break;
    default:
        break;
    }
}

/// Warm starting gave the impulses as they were before the bodies turned.
static void apply_turning(lane_joint *j)
{
    int lane = j->lane;
    float turn_a = j->core->turn_a[lane], turn_b = j->core->turn_b[lane];
    if (j->kind == SC_JOINT_RATIO)
    {
        scree_vec2 shift_a = lane_vec2(j->ratio->shift_a, lane);
        scree_vec2 shift_b = lane_vec2(j->ratio->shift_b, lane);
        j->a.v = sc_sub(j->a.v, sc_scale(j->a.inverse_mass, shift_a));
        j->b.v = sc_add(j->b.v, sc_scale(j->b.inverse_mass, shift_b));
    }
    if (has_direction(j->kind))
    {
        apply_impulse(j, lane_vec2(j->axis->shift, lane), turn_a, turn_b);
    }
    else
    {
        apply_turn(j, turn_a, turn_b);
    }
}

static void solve_joint(const sc_joint_args *args, lane_joint *j, row_pass pass)
{
    load_bodies(args, j);
    apply_turning(j);
    if (j->kind == SC_JOINT_RATIO)
    {
        joint_ratio r = sc_twin_load_ratio(j);
        sc_twin_solve_ratio(args, j, pass, &r);
    }
    else
    {
        joint_geometry g = sc_twin_load_geometry(j);
        solve_rows(args, j, pass, &g);
    }
    store_bodies(args, j);
}

static void solve_soft(const sc_joint_args *args, lane_joint *j)
{
    solve_joint(args, j, ROW_SOLVE);
}

void sc_twin_solve_joints(const sc_joint_args *args, int begin, int end)
{
    for_each_joint(args, begin, end, solve_soft);
}

static void iterate_joint(const sc_joint_args *args, lane_joint *j)
{
    solve_joint(args, j, ROW_ITERATE);
    sc_twin_clear_turning(j);
}

void sc_twin_iterate_joints(const sc_joint_args *args, int begin, int end)
{
    for_each_joint(args, begin, end, iterate_joint);
}

/// To the poses of now; and, relaxing, on to the velocities.
static void update_joint(const sc_joint_args *args, lane_joint *j, bool relaxes)
{
    load_bodies(args, j);
    came a = came_of(args, j->row_a), b = came_of(args, j->row_b);
    joint_geometry g = sc_twin_find_geometry(j, a, b);
    if (j->kind == SC_JOINT_RATIO)
    {
        joint_ratio r = sc_twin_find_ratio(j, &g, a, b);
        sc_twin_take_ratio(j, &g, &r);
        if (relaxes)
        {
            sc_twin_solve_ratio(args, j, ROW_RELAX, &r);
        }
    }
    else
    {
        sc_twin_take_geometry(j, &g);
        if (relaxes)
        {
            solve_rows(args, j, ROW_RELAX, &g);
        }
    }
    if (relaxes)
    {
        store_bodies(args, j);
    }
}

static void update_only(const sc_joint_args *args, lane_joint *j) { update_joint(args, j, false); }

void sc_twin_update_joints(const sc_joint_args *args, int begin, int end)
{
    for_each_joint(args, begin, end, update_only);
}

static void relax_joint(const sc_joint_args *args, lane_joint *j) { update_joint(args, j, true); }

void sc_twin_relax_joints(const sc_joint_args *args, int begin, int end)
{
    for_each_joint(args, begin, end, relax_joint);
}
