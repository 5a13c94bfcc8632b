/// Twin of project_joints: one step of the rows on displacements instead of velocities, from rest.

#include "reference/twins/twins_joints.h"

/// A coordinate that is held, or beyond its limits.
static float axis_error(const lane_joint *j, const joint_geometry *g)
{
    const sc_joint_axis *axis = j->axis;
    bool may_be_held = j->kind == SC_JOINT_HINGE || j->kind == SC_JOINT_ROD;
    if (may_be_held && axis->soft.rigid[j->lane] > 0.0f)
    {
        float error = sc_twin_spring_error(j, g);
        return holds_angle(j) ? error - sc_dot(point_per_turn(j, g), times_mass(g->mass, g->apart))
                              : error;
    }
    float below = sc_min(g->coordinate - axis->lower_limit[j->lane], 0.0f);
    float above = sc_max(g->coordinate - axis->upper_limit[j->lane], 0.0f);
    return below + above;
}

static void project_axis(const sc_joint_args *args, lane_joint *j, const joint_geometry *g)
{
    if (j->kind != SC_JOINT_ROD && !(j->flags & (SC_JOINT_SPRING | SC_JOINT_LIMITS)))
    {
        return;
    }
    float impulse = -(g->axis_mass * (args->erp * axis_error(j, g)));
    if (axis_is_angle(j->kind))
    {
        apply_turn(j, impulse, impulse);
    }
    else
    {
        apply_along(j, g->axis, impulse);
    }
}

/// 1, or 0 for a soft joint: springs are not errors.
static float rigid_part(const lane_joint *j)
{
    return j->flags & SC_JOINT_SOFT_POINT ? j->start->soft.rigid[j->lane] : 1.0f;
}

static void project_locked(const sc_joint_args *args, lane_joint *j, const joint_geometry *g)
{
    float rigid = rigid_part(j);
    if (j->kind == SC_JOINT_POINT || j->kind == SC_JOINT_HINGE)
    {
        scree_vec2 push = sc_add(point_velocity(j, g), sc_scale(args->erp, g->apart));
        scree_vec2 back = sc_scale(rigid, times_mass(g->mass, push));
        apply_at_points(j, g, (scree_vec2){-back.x, -back.y});
    }
    if (!turns_with_a(j->kind))
    {
        return;
    }
    joint_row across = sc_twin_across_axis(g);
    float push = row_velocity(j, across) + args->erp * sc_dot(across.direction, g->apart);
    if (j->kind == SC_JOINT_WHEEL)
    {
        apply_along(j, across, -(rigid * (g->mass.first * push)));
        return;
    }
    float turn = j->b.w - j->a.w + args->erp * wrap_angle(g->angle);
    scree_vec2 back = sc_scale(rigid, times_mass(g->mass, (scree_vec2){push, turn}));
    apply_along(j, across, -back.x);
    apply_turn(j, -back.y, -back.y);
}

static void project_ratio(const sc_joint_args *args, lane_joint *j, const joint_ratio *r)
{
    float error = is_one_sided(j) ? sc_min(r->error, 0.0f) : r->error;
    float impulse = r->mass * (args->erp * error);
    sc_twin_apply_ratio(j, r, -(rigid_part(j) * impulse));
}

/// A displacement is taken as a velocity is by integrate_positions.
static void displace(const sc_joint_args *args, int32_t row, const joined_body *body)
{
    if (row >= args->dynamic_count)
    {
        return;
    }
    sc_delta *delta = &args->deltas[row];
    float turn = clamp(body->w, -SC_MAX_TURN, SC_MAX_TURN);
    float old_cosine = 1.0f + delta->cos_minus_1;
    float cosine = old_cosine - turn * delta->sin;
    float sine = delta->sin + turn * old_cosine;
    float inverse_length = 1.0f / sqrtf(sine * sine + cosine * cosine);
    delta->dx = delta->dx + body->v.x;
    delta->dy = delta->dy + body->v.y;
    delta->sin = sine * inverse_length;
    delta->cos_minus_1 = cosine * inverse_length - 1.0f;
}

static void project_joint(const sc_joint_args *args, lane_joint *j)
{
    load_bodies(args, j);
    j->a.v = j->b.v = (scree_vec2){0.0f, 0.0f};
    j->a.w = j->b.w = 0.0f;
    came a = came_of(args, j->row_a), b = came_of(args, j->row_b);
    joint_geometry g = sc_twin_find_geometry(j, a, b);
    if (j->kind == SC_JOINT_RATIO)
    {
        joint_ratio r = sc_twin_find_ratio(j, &g, a, b);
        project_ratio(args, j, &r);
    }
    else
    {
        if (has_axis(j->kind))
        {
            project_axis(args, j, &g);
        }
        project_locked(args, j, &g);
    }
    displace(args, j->row_a, &j->a);
    displace(args, j->row_b, &j->b);
}

void sc_twin_project_joints(const sc_joint_args *args, int begin, int end)
{
    if (args->kind != SC_JOINT_DRIVE)
    {
        for_each_joint(args, begin, end, project_joint);
    }
}
