/// Gears, pulleys, racks and ratchets: one row. simd/joint_ratio.h derives it.

#include "reference/twins/twins_joints.h"

joint_ratio sc_twin_load_ratio(const lane_joint *j)
{
    const sc_joint_ratio *ratio = j->ratio;
    int lane = j->lane;
    return (joint_ratio){lane_vec2(ratio->direction_a, lane),
                         lane_vec2(ratio->direction_b, lane),
                         ratio->arm_a[lane],
                         ratio->arm_b[lane],
                         ratio->error[lane],
                         j->core->mass.first[lane]};
}

/// The last of the teeth, phase + k tooth, at or before the angle, and the angle itself where
/// floats have no room for teeth. Adding and taking away 1.5 * 2^23 rounds to a whole number.
static float tooth_before(float angle, float tooth, float phase)
{
    float count = (angle - phase) / tooth;
    if (!(fabsf(count) < 4194304.0f))
    {
        return angle;
    }
    float rounded = (count + 12582912.0f) - 12582912.0f;
    float whole = rounded > count ? rounded - 1.0f : rounded;
    return whole * tooth + phase;
}

static joint_ratio gear(float q, float travel_a, float travel_b, float phase)
{
    return (joint_ratio){.a = 1.0f, .b = q, .error = q * travel_b - travel_a - phase};
}

static joint_ratio rack(float q, float travel_a, float travel_b, const joint_geometry *g,
                        scree_vec2 along)
{
    return (joint_ratio){.direction_a = along,
                         .direction_b = along,
                         .a = sc_cross(g->arm_a, along) + q,
                         .b = sc_cross(sc_sub(g->arm_b, g->apart), along),
                         .error = travel_b - q * travel_a};
}

static joint_ratio ratchet(float q, float angle, float stop)
{
    float sign = q > 0.0f ? 1.0f : -1.0f;
    return (joint_ratio){.a = sign, .b = sign, .error = sign * (angle - stop)};
}

static scree_vec2 direction_or_zero(scree_vec2 v, float length)
{
    scree_vec2 nowhere = {0.0f, 0.0f};
    return length >= SC_JOINT_SHORTEST ? sc_scale(1.0f / length, v) : nowhere;
}

static joint_ratio pulley(const lane_joint *j, const joint_geometry *g, came a, came b)
{
    const sc_joint_start *start = j->start;
    int lane = j->lane;
    float q = j->ratio->ratio[lane];
    scree_vec2 turning_a = turning_of(a, lane_vec2(start->arm_a, lane));
    scree_vec2 turning_b = turning_of(b, lane_vec2(start->arm_b, lane));
    scree_vec2 rope_a = sc_add(lane_vec2(j->ratio->begin_a, lane), sc_add(a.moved, turning_a));
    scree_vec2 rope_b = sc_add(lane_vec2(j->ratio->begin_b, lane), sc_add(b.moved, turning_b));
    float length_a = sc_length(rope_a), length_b = sc_length(rope_b);
    joint_ratio r = {.direction_a = direction_or_zero(rope_a, length_a),
                     .direction_b = sc_scale(-q, direction_or_zero(rope_b, length_b)),
                     .error = j->ratio->phase[lane] - length_a - q * length_b};
    r.a = sc_cross(g->arm_a, r.direction_a);
    r.b = sc_cross(g->arm_b, r.direction_b);
    return r;
}

/// Counts how far the bodies have come since the joint was updated last.
static void count_travel(const lane_joint *j, const joint_geometry *g, came a, came b,
                         scree_vec2 along)
{
    sc_joint_ratio *ratio = j->ratio;
    int lane = j->lane, type = ratio->type[lane];
    float angle_a =
        wrap_angle(ratio->begin_angle_a[lane] + angle_of(1.0f + a.cosine_less_1, a.sine));
    float angle_b =
        wrap_angle(ratio->begin_angle_b[lane] + angle_of(1.0f + b.cosine_less_1, b.sine));
    float place_b = type == SC_RATIO_RACK ? sc_dot(along, g->apart) : angle_b;
    float came_a = wrap_angle(angle_a - ratio->last_a[lane]);
    float came_b = place_b - ratio->last_b[lane];
    came_b = type == SC_RATIO_RACK ? came_b : wrap_angle(came_b);
    ratio->last_a[lane] = angle_a;
    ratio->last_b[lane] = place_b;
    if (type == SC_RATIO_RATCHET)
    {
        float angle = ratio->travel_a[lane] + (came_b - came_a), stop = ratio->travel_b[lane];
        float tooth = ratio->ratio[lane];
        float passed = tooth_before(angle, tooth, ratio->phase[lane]);
        ratio->travel_a[lane] = angle;
        ratio->travel_b[lane] = tooth > 0.0f ? sc_max(stop, passed) : sc_min(stop, passed);
    }
    else
    {
        ratio->travel_a[lane] = ratio->travel_a[lane] + came_a;
        ratio->travel_b[lane] = ratio->travel_b[lane] + came_b;
    }
}

joint_ratio sc_twin_find_ratio(const lane_joint *j, const joint_geometry *g, came a, came b)
{
    const sc_joint_ratio *ratio = j->ratio;
    int lane = j->lane;
    scree_vec2 begin = lane_vec2(ratio->begin_b, lane);
    scree_vec2 along = sc_add(begin, turning_of(b, begin));
    count_travel(j, g, a, b, along);
    float q = ratio->ratio[lane];
    float travel_a = ratio->travel_a[lane], travel_b = ratio->travel_b[lane];
    joint_ratio r;
    switch (ratio->type[lane])
    {
    case SC_RATIO_PULLEY:
        r = pulley(j, g, a, b);
        break;
    case SC_RATIO_RACK:
        r = rack(q, travel_a, travel_b, g, along);
        break;
    case SC_RATIO_RATCHET:
        r = ratchet(q, travel_a, travel_b);
        break;
    default:
        r = gear(q, travel_a, travel_b, ratio->phase[lane]);
        break;
    }
    float linear = j->a.inverse_mass * sc_dot(r.direction_a, r.direction_a) +
                   j->b.inverse_mass * sc_dot(r.direction_b, r.direction_b);
    r.mass = inverse_or_zero(linear + turn_coupling(j, r.a, r.a, r.b, r.b));
    return r;
}

void sc_twin_store_ratio(const lane_joint *j, const joint_geometry *g, const joint_ratio *r)
{
    sc_joint_ratio *ratio = j->ratio;
    int lane = j->lane;
    set_lane_vec2(j->core->arm_a, lane, g->arm_a);
    set_lane_vec2(j->core->arm_b, lane, g->arm_b);
    set_lane_vec2(j->core->apart, lane, g->apart);
    j->core->mass.first[lane] = r->mass;
    set_lane_vec2(ratio->direction_a, lane, r->direction_a);
    set_lane_vec2(ratio->direction_b, lane, r->direction_b);
    ratio->arm_a[lane] = r->a;
    ratio->arm_b[lane] = r->b;
    ratio->error[lane] = r->error;
}

/// As sc_twin_take_geometry.
void sc_twin_take_ratio(const lane_joint *j, const joint_geometry *g, const joint_ratio *r)
{
    int lane = j->lane;
    joint_ratio old = sc_twin_load_ratio(j);
    float impulse = j->core->impulse[0][lane];
    j->core->turn_a[lane] = impulse * (r->a - old.a);
    j->core->turn_b[lane] = impulse * (r->b - old.b);
    set_lane_vec2(j->ratio->shift_a, lane,
                  sc_scale(impulse, sc_sub(r->direction_a, old.direction_a)));
    set_lane_vec2(j->ratio->shift_b, lane,
                  sc_scale(impulse, sc_sub(r->direction_b, old.direction_b)));
    sc_twin_store_ratio(j, g, r);
}

void sc_twin_apply_ratio(lane_joint *j, const joint_ratio *r, float impulse)
{
    j->a.v = sc_sub(j->a.v, sc_scale(j->a.inverse_mass * impulse, r->direction_a));
    j->b.v = sc_add(j->b.v, sc_scale(j->b.inverse_mass * impulse, r->direction_b));
    apply_turn(j, r->a * impulse, r->b * impulse);
}

void sc_twin_solve_ratio(const sc_joint_args *args, lane_joint *j, row_pass pass,
                         const joint_ratio *r)
{
    joint_softness soft =
        softness_in(args, pass, &j->start->soft, j->lane, j->flags & SC_JOINT_SOFT_POINT);
    float bias = soft.bias_rate * r->error;
    bool one_way = is_one_sided(j);
    if (one_way && r->error > 0.0f)
    {
        // The gap may close within the substep.
        soft = (joint_softness){0.0f, 1.0f, 0.0f};
        bias = r->error * args->inverse_h;
    }
    float linear = sc_dot(r->direction_b, j->b.v) - sc_dot(r->direction_a, j->a.v);
    float velocity = linear + (r->b * j->b.w - r->a * j->a.w);
    float *impulse = &j->core->impulse[0][j->lane];
    float push = soft.mass_scale * velocity + bias;
    float wanted = *impulse - soft.impulse_scale * *impulse - r->mass * push;
    wanted = one_way ? sc_max(wanted, 0.0f) : wanted;
    float change = wanted - *impulse;
    *impulse = wanted;
    sc_twin_apply_ratio(j, r, change);
}
