/// The state of a joint, and the effect of its impulses there. simd/joint_geometry.h derives it.

#include "reference/twins/twins_joints.h"

joint_geometry sc_twin_load_geometry(const lane_joint *j)
{
    const sc_joint_core *core = j->core;
    const sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    joint_geometry g = {
        .arm_a = lane_vec2(core->arm_a, lane),
        .arm_b = lane_vec2(core->arm_b, lane),
        .apart = lane_vec2(core->apart, lane),
        .mass = {core->mass.first[lane], core->mass.coupling[lane], core->mass.second[lane]}};
    if (has_axis(j->kind))
    {
        g.axis_mass = axis->mass[lane];
        g.coordinate = axis->coordinate[lane];
    }
    if (has_direction(j->kind))
    {
        g.axis =
            (joint_row){lane_vec2(axis->direction, lane), axis->arm_a[lane], axis->arm_b[lane]};
    }
    if (j->kind == SC_JOINT_SLIDER)
    {
        g.angle = axis->angle[lane];
    }
    return g;
}

void sc_twin_store_geometry(const lane_joint *j, const joint_geometry *g)
{
    sc_joint_core *core = j->core;
    sc_joint_axis *axis = j->axis;
    int lane = j->lane;
    set_lane_vec2(core->arm_a, lane, g->arm_a);
    set_lane_vec2(core->arm_b, lane, g->arm_b);
    set_lane_vec2(core->apart, lane, g->apart);
    if (j->kind != SC_JOINT_ROD)
    {
        core->mass.first[lane] = g->mass.first;
        core->mass.coupling[lane] = g->mass.coupling;
        core->mass.second[lane] = g->mass.second;
    }
    if (has_axis(j->kind))
    {
        axis->mass[lane] = g->axis_mass;
        axis->coordinate[lane] = g->coordinate;
    }
    if (has_direction(j->kind))
    {
        set_lane_vec2(axis->direction, lane, g->axis.direction);
        axis->arm_a[lane] = g->axis.a;
        axis->arm_b[lane] = g->axis.b;
    }
    if (j->kind == SC_JOINT_SLIDER)
    {
        axis->angle[lane] = g->angle;
    }
}

static float turned_apart(came a, came b)
{
    float cos_a = 1.0f + a.cosine_less_1, cos_b = 1.0f + b.cosine_less_1;
    return angle_of(cos_a * cos_b + a.sine * b.sine, b.sine * cos_a - a.sine * cos_b);
}

joint_row sc_twin_across_axis(const joint_geometry *g)
{
    scree_vec2 along = g->axis.direction;
    return (joint_row){quarter_turn(along), sc_dot(sc_add(g->arm_a, g->apart), along),
                       sc_dot(g->arm_b, along)};
}

/// The line between the points, or where it lay when the step began if they are too close.
static void find_length(const lane_joint *j, joint_geometry *g)
{
    float length = sc_length(g->apart);
    float inverse = 1.0f / sc_max(length, SC_JOINT_SHORTEST);
    scree_vec2 along = length >= SC_JOINT_SHORTEST ? sc_scale(inverse, g->apart)
                                                   : lane_vec2(j->axis->begin_direction, j->lane);
    g->axis = (joint_row){along, sc_cross(g->arm_a, along), sc_cross(g->arm_b, along)};
    g->coordinate = length;
}

/// A direction that turns with a, and the direction across it.
static void find_slide(const lane_joint *j, came a, joint_geometry *g)
{
    scree_vec2 begin = lane_vec2(j->axis->begin_direction, j->lane);
    scree_vec2 along = sc_add(begin, turning_of(a, begin));
    scree_vec2 lever = sc_add(g->arm_a, g->apart);
    g->axis = (joint_row){along, sc_cross(lever, along), sc_cross(g->arm_b, along)};
    g->coordinate = sc_dot(along, g->apart);
    joint_row across = sc_twin_across_axis(g);
    if (j->kind == SC_JOINT_SLIDER)
    {
        g->mass = across_mass(j, across);
    }
    else
    {
        g->mass = (joint_mass){row_mass(j, across), 0.0f, 0.0f};
    }
}

joint_geometry sc_twin_find_geometry(const lane_joint *j, came a, came b)
{
    const sc_joint_start *start = j->start;
    scree_vec2 begin_a = lane_vec2(start->arm_a, j->lane);
    scree_vec2 begin_b = lane_vec2(start->arm_b, j->lane);
    scree_vec2 turning_a = turning_of(a, begin_a), turning_b = turning_of(b, begin_b);
    scree_vec2 moved = sc_add(sc_sub(b.moved, a.moved), sc_sub(turning_b, turning_a));
    joint_geometry g = {.arm_a = sc_add(begin_a, turning_a),
                        .arm_b = sc_add(begin_b, turning_b),
                        .apart = sc_add(lane_vec2(start->apart, j->lane), moved)};
    if (joins_points(j->kind))
    {
        g.mass = point_mass(j, g.arm_a, g.arm_b);
    }
    if (!has_axis(j->kind))
    {
        return g;
    }
    if (axis_is_angle(j->kind) || j->kind == SC_JOINT_SLIDER)
    {
        g.angle = j->axis->begin_angle[j->lane] + turned_apart(a, b);
        g.coordinate = g.angle;
    }
    if (j->kind == SC_JOINT_ROD)
    {
        find_length(j, &g);
    }
    if (turns_with_a(j->kind))
    {
        find_slide(j, a, &g);
    }
    g.axis_mass = axis_is_angle(j->kind)
                      ? inverse_or_zero(j->a.inverse_inertia + j->b.inverse_inertia)
                      : row_mass(j, g.axis);
    if (holds_angle(j))
    {
        g.axis_mass = held_angle_mass(j, g.arm_a, g.arm_b);
    }
    return g;
}

static float axis_impulse(const lane_joint *j)
{
    const sc_joint_axis *axis = j->axis;
    int lane = j->lane, switches = SC_JOINT_SPRING | SC_JOINT_MOTOR | SC_JOINT_LIMITS;
    if (j->kind != SC_JOINT_ROD && !(j->flags & switches))
    {
        return 0.0f;
    }
    float sum = axis->spring[lane] + (axis->lower[lane] - axis->upper[lane]);
    return j->kind == SC_JOINT_WHEEL ? sum : sum + axis->motor[lane];
}

/// The impulse that holds and drives two points.
static scree_vec2 impulse_at_points(const lane_joint *j)
{
    scree_vec2 locked = lane_vec2(j->core->impulse, j->lane);
    if (j->kind != SC_JOINT_DRIVE)
    {
        return locked;
    }
    return sc_add(locked, (scree_vec2){j->axis->lower[j->lane], j->axis->upper[j->lane]});
}

joint_wrench sc_twin_turning_wrench(const lane_joint *j, const joint_geometry *g)
{
    if (joins_points(j->kind))
    {
        scree_vec2 force = impulse_at_points(j);
        return (joint_wrench){force, sc_cross(g->arm_a, force), sc_cross(g->arm_b, force)};
    }
    float along = axis_impulse(j);
    joint_wrench sum = {sc_scale(along, g->axis.direction), g->axis.a * along, g->axis.b * along};
    if (turns_with_a(j->kind))
    {
        joint_row across = sc_twin_across_axis(g);
        float impulse = j->core->impulse[0][j->lane];
        sum.force = sc_add(sum.force, sc_scale(impulse, across.direction));
        sum.turn_a = sum.turn_a + across.a * impulse;
        sum.turn_b = sum.turn_b + across.b * impulse;
    }
    return sum;
}

float sc_twin_torque_impulse(const lane_joint *j)
{
    switch (j->kind)
    {
    case SC_JOINT_HINGE:
        return axis_impulse(j);
    case SC_JOINT_DRIVE:
        return j->axis->spring[j->lane] + j->axis->motor[j->lane];
    case SC_JOINT_SLIDER:
        return j->core->impulse[1][j->lane];
    case SC_JOINT_WHEEL:
        return j->axis->motor[j->lane];
    default:
        return 0.0f;
    }
}

/// Notes what the impulses so far would do at the new geometry and did not do at the old one: warm
/// starting repeats them as they were given.
void sc_twin_take_geometry(const lane_joint *j, const joint_geometry *g)
{
    joint_geometry old = sc_twin_load_geometry(j);
    int lane = j->lane;
    if (joins_points(j->kind))
    {
        scree_vec2 force = impulse_at_points(j);
        j->core->turn_a[lane] = sc_cross(sc_sub(g->arm_a, old.arm_a), force);
        j->core->turn_b[lane] = sc_cross(sc_sub(g->arm_b, old.arm_b), force);
    }
    else
    {
        joint_wrench before = sc_twin_turning_wrench(j, &old), now = sc_twin_turning_wrench(j, g);
        j->core->turn_a[lane] = now.turn_a - before.turn_a;
        j->core->turn_b[lane] = now.turn_b - before.turn_b;
        set_lane_vec2(j->axis->shift, lane, sc_sub(now.force, before.force));
    }
    sc_twin_store_geometry(j, g);
}

void sc_twin_clear_turning(const lane_joint *j)
{
    const scree_vec2 none = {0.0f, 0.0f};
    j->core->turn_a[j->lane] = 0.0f;
    j->core->turn_b[j->lane] = 0.0f;
    if (has_direction(j->kind))
    {
        set_lane_vec2(j->axis->shift, j->lane, none);
    }
    if (j->kind == SC_JOINT_RATIO)
    {
        set_lane_vec2(j->ratio->shift_a, j->lane, none);
        set_lane_vec2(j->ratio->shift_b, j->lane, none);
    }
}

float sc_twin_spring_error(const lane_joint *j, const joint_geometry *g)
{
    float error = g->coordinate - j->axis->target[j->lane];
    return axis_is_angle(j->kind) ? wrap_angle(error) : error;
}
