/// The helpers that the twins of the joint kernels share, in plain scalars: one joint in a lane of
/// a block, its bodies, and its geometry. simd/joint_geometry.h derives the rows.
#ifndef SC_TWINS_JOINTS_H
#define SC_TWINS_JOINTS_H

#include "core/maths.h"
#include "reference/twins/twins.h"
#include "simd/joint_block_layout.h"

typedef enum row_pass
{
    ROW_SOLVE,
    ROW_ITERATE,
    ROW_RELAX
} row_pass;

typedef struct joined_body
{
    scree_vec2 v;
    float w;
    float inverse_mass, inverse_inertia;
} joined_body;

/// How far a body has come since the step began.
typedef struct came
{
    scree_vec2 moved;
    float sine, cosine_less_1;
} came;

/// A row of a Jacobian: a direction, the same of both bodies, and the arms about their centres.
typedef struct joint_row
{
    scree_vec2 direction;
    float a, b;
} joint_row;

/// See sc_joint_mass.
typedef struct joint_mass
{
    float first, coupling, second;
} joint_mass;

typedef struct joint_softness
{
    float bias_rate, mass_scale, impulse_scale;
} joint_softness;

/// Where a joint stands.
typedef struct joint_geometry
{
    scree_vec2 arm_a, arm_b, apart;
    joint_mass mass;
    joint_row axis;
    float axis_mass, coordinate, angle;
} joint_geometry;

/// One lane of a block.
typedef struct lane_joint
{
    sc_joint_kind kind;
    int flags, block, lane;
    sc_joint_core *core;
    sc_joint_start *start;
    sc_joint_axis *axis;
    sc_joint_drive *drive;
    sc_joint_ratio *ratio;
    int32_t row_a, row_b;
    joined_body a, b;
} lane_joint;

static inline scree_vec2 lane_vec2(const float (*pair)[SC_BLOCK], int lane)
{
    return (scree_vec2){pair[0][lane], pair[1][lane]};
}

static inline void set_lane_vec2(float (*pair)[SC_BLOCK], int lane, scree_vec2 v)
{
    pair[0][lane] = v.x;
    pair[1][lane] = v.y;
}

static inline scree_vec2 quarter_turn(scree_vec2 v) { return (scree_vec2){-v.y, v.x}; }

static inline float inverse_or_zero(float k) { return k > 0.0f ? 1.0f / k : 0.0f; }

static inline float clamp(float x, float low, float high) { return sc_max(low, sc_min(x, high)); }

static inline float wrap_angle(float angle)
{
    if (angle < -SC_JOINT_PI)
    {
        return angle + SC_JOINT_TURN;
    }
    return angle > SC_JOINT_PI ? angle - SC_JOINT_TURN : angle;
}

/// atan2, to single precision: see the kernels' angle_of.
static inline float angle_of(float cosine, float sine)
{
    float x = fabsf(cosine), y = fabsf(sine);
    float big = sc_max(x, y), small = sc_min(x, y);
    bool wide = small > 0.41421356f * big;
    float above = wide ? small - big : small, below = wide ? small + big : big;
    float z = big > 0.0f ? above / below : 0.0f;
    float q = z * z;
    float series = -1.0f / 15.0f;
    series = series * q + 1.0f / 13.0f;
    series = series * q + -1.0f / 11.0f;
    series = series * q + 1.0f / 9.0f;
    series = series * q + -1.0f / 7.0f;
    series = series * q + 1.0f / 5.0f;
    series = series * q + -1.0f / 3.0f;
    float angle = z + z * (q * series);
    angle = wide ? 0.25f * SC_JOINT_PI + angle : angle;
    angle = y > x ? 0.5f * SC_JOINT_PI - angle : angle;
    angle = cosine < 0.0f ? SC_JOINT_PI - angle : angle;
    return sine < 0.0f ? -angle : angle;
}

static inline joined_body load_joined_body(const sc_joint_args *args, int32_t row,
                                           float inverse_inertia)
{
    const sc_velocity *v = &args->velocities[row];
    return (joined_body){{v->vx, v->vy}, v->w, v->inverse_mass, inverse_inertia};
}

static inline lane_joint joint_at(const sc_joint_args *args, int block, int lane)
{
    sc_joint_start *start = sc_joint_start_of(args, args->kind, block);
    return (lane_joint){.kind = args->kind,
                        .flags = args->flags[block],
                        .block = block,
                        .lane = lane,
                        .core = sc_joint_core_of(args, block),
                        .start = start,
                        .axis = sc_joint_axis_of(start),
                        .drive = sc_joint_drive_of(start),
                        .ratio = sc_joint_ratio_of(start),
                        .row_a = args->rows[block].a[lane] / SC_ROW_STEP,
                        .row_b = args->rows[block].b[lane] / SC_ROW_STEP};
}

static inline void load_bodies(const sc_joint_args *args, lane_joint *j)
{
    j->a = load_joined_body(args, j->row_a, j->core->inverse_inertia_a[j->lane]);
    j->b = load_joined_body(args, j->row_b, j->core->inverse_inertia_b[j->lane]);
}

static inline void store_joined_body(const sc_joint_args *args, int32_t row,
                                     const joined_body *body)
{
    if (row < args->dynamic_count)
    {
        sc_velocity *v = &args->velocities[row];
        v->vx = body->v.x;
        v->vy = body->v.y;
        v->w = body->w;
    }
}

static inline void store_bodies(const sc_joint_args *args, const lane_joint *j)
{
    store_joined_body(args, j->row_a, &j->a);
    store_joined_body(args, j->row_b, &j->b);
}

/// A function of one joint, run over all joints of a range of blocks, empty lanes too.
typedef void joint_function(const sc_joint_args *args, lane_joint *j);

static inline void for_each_joint(const sc_joint_args *args, int begin, int end, joint_function *f)
{
    for (int i = begin; i < end; i++)
    {
        for (int lane = 0; lane < SC_BLOCK; lane++)
        {
            lane_joint j = joint_at(args, i, lane);
            f(args, &j);
        }
    }
}

static inline void apply_turn(lane_joint *j, float turn_a, float turn_b)
{
    j->a.w = j->a.w - j->a.inverse_inertia * turn_a;
    j->b.w = j->b.w + j->b.inverse_inertia * turn_b;
}

static inline void apply_impulse(lane_joint *j, scree_vec2 force, float turn_a, float turn_b)
{
    j->a.v = sc_sub(j->a.v, sc_scale(j->a.inverse_mass, force));
    j->b.v = sc_add(j->b.v, sc_scale(j->b.inverse_mass, force));
    apply_turn(j, turn_a, turn_b);
}

static inline void apply_along(lane_joint *j, joint_row row, float impulse)
{
    apply_impulse(j, sc_scale(impulse, row.direction), row.a * impulse, row.b * impulse);
}

static inline void apply_at_points(lane_joint *j, const joint_geometry *g, scree_vec2 impulse)
{
    apply_impulse(j, impulse, sc_cross(g->arm_a, impulse), sc_cross(g->arm_b, impulse));
}

static inline float row_velocity(const lane_joint *j, joint_row row)
{
    return sc_dot(row.direction, sc_sub(j->b.v, j->a.v)) + (row.b * j->b.w - row.a * j->a.w);
}

/// The velocity of b's point against a's.
static inline scree_vec2 point_velocity(const lane_joint *j, const joint_geometry *g)
{
    scree_vec2 linear = sc_sub(j->b.v, j->a.v);
    return (scree_vec2){linear.x + (j->a.w * g->arm_a.y - j->b.w * g->arm_b.y),
                        linear.y + (j->b.w * g->arm_b.x - j->a.w * g->arm_a.x)};
}

/// How much the spin along row s changes per impulse along row r.
static inline float turn_coupling(const lane_joint *j, float r_a, float s_a, float r_b, float s_b)
{
    return j->a.inverse_inertia * (r_a * s_a) + j->b.inverse_inertia * (r_b * s_b);
}

/// Of (k0, k01; k01, k1), from 1 / k0, k01 / k0 and k1 - k01^2 / k0.
static inline joint_mass inverse_of(float inverse_k0, float ratio, float rest)
{
    float second = inverse_or_zero(rest), coupling = ratio * second;
    return (joint_mass){inverse_k0 + ratio * coupling, -coupling, second};
}

static inline joint_mass point_mass(const lane_joint *j, scree_vec2 arm_a, scree_vec2 arm_b)
{
    float linear = j->a.inverse_mass + j->b.inverse_mass;
    float turn_x = turn_coupling(j, arm_a.y, arm_a.y, arm_b.y, arm_b.y);
    float turn_y = turn_coupling(j, arm_a.x, arm_a.x, arm_b.x, arm_b.x);
    float coupling = -turn_coupling(j, arm_a.x, arm_a.y, arm_b.x, arm_b.y);
    float first = inverse_or_zero(linear + turn_x);
    float crossed = sc_cross(arm_a, arm_b);
    float rest = linear * first * (linear + turn_y + turn_x) +
                 j->a.inverse_inertia * crossed * first * (j->b.inverse_inertia * crossed);
    return inverse_of(first, coupling * first, rest);
}

/// How the point of b moves against that of a per angular impulse.
static inline scree_vec2 point_per_turn(const lane_joint *j, const joint_geometry *g)
{
    scree_vec2 a = {-g->arm_a.y, g->arm_a.x}, b = {-g->arm_b.y, g->arm_b.x};
    return sc_add(sc_scale(j->a.inverse_inertia, a), sc_scale(j->b.inverse_inertia, b));
}

/// The effective mass of the angle, while the points are held together.
static inline float held_angle_mass(const lane_joint *j, scree_vec2 arm_a, scree_vec2 arm_b)
{
    float unit = inverse_or_zero(j->a.inverse_mass + j->b.inverse_mass);
    float a = unit * j->a.inverse_inertia, b = unit * j->b.inverse_inertia;
    scree_vec2 across = sc_sub(arm_b, arm_a);
    float crossed = sc_cross(arm_a, arm_b);
    float inverse = inverse_or_zero(j->a.inverse_inertia + j->b.inverse_inertia +
                                    a * sc_dot(across, across) * j->b.inverse_inertia);
    float alone = 1.0f + (a * sc_dot(arm_a, arm_a) + b * sc_dot(arm_b, arm_b));
    return alone * inverse + a * crossed * inverse * (b * crossed);
}

static inline joint_mass across_mass(const lane_joint *j, joint_row across)
{
    float linear = j->a.inverse_mass + j->b.inverse_mass;
    float first =
        inverse_or_zero(linear + turn_coupling(j, across.a, across.a, across.b, across.b));
    float coupling = turn_coupling(j, across.a, 1.0f, across.b, 1.0f);
    float turn = j->a.inverse_inertia + j->b.inverse_inertia;
    float lever = across.b - across.a;
    float rest = linear * first * turn +
                 j->a.inverse_inertia * lever * first * (j->b.inverse_inertia * lever);
    return inverse_of(first, coupling * first, rest);
}

static inline float row_mass(const lane_joint *j, joint_row row)
{
    return inverse_or_zero(j->a.inverse_mass + j->b.inverse_mass +
                           turn_coupling(j, row.a, row.a, row.b, row.b));
}

static inline scree_vec2 times_mass(joint_mass mass, scree_vec2 v)
{
    return (scree_vec2){mass.first * v.x + mass.coupling * v.y,
                        mass.coupling * v.x + mass.second * v.y};
}

static inline joint_softness stiff_softness(const sc_joint_args *args)
{
    return (joint_softness){args->stiff.bias_rate, args->stiff.mass_scale,
                            args->stiff.impulse_scale};
}

/// `own`: the block has softness by lane.
static inline joint_softness softness_in(const sc_joint_args *args, row_pass pass,
                                         const sc_joint_softness *soft, int lane, bool own)
{
    const joint_softness hard = {0.0f, 1.0f, 0.0f}, none = {0.0f, 0.0f, 0.0f};
    if (!own)
    {
        return pass == ROW_SOLVE ? stiff_softness(args) : hard;
    }
    bool rigid = soft->rigid[lane] > 0.0f;
    if (rigid && pass != ROW_SOLVE)
    {
        return hard;
    }
    if (pass == ROW_RELAX)
    {
        return none;
    }
    return (joint_softness){soft->bias_rate[lane], soft->mass_scale[lane],
                            soft->impulse_scale[lane]};
}

// Kinds.

static inline bool axis_is_angle(sc_joint_kind kind)
{
    return kind == SC_JOINT_HINGE || kind == SC_JOINT_DRIVE;
}

static inline bool has_axis(sc_joint_kind kind)
{
    return kind != SC_JOINT_POINT && kind != SC_JOINT_LINK && kind != SC_JOINT_RATIO;
}

static inline bool joins_points(sc_joint_kind kind)
{
    return kind == SC_JOINT_POINT || kind == SC_JOINT_LINK || kind == SC_JOINT_HINGE ||
           kind == SC_JOINT_DRIVE;
}

static inline bool has_direction(sc_joint_kind kind)
{
    return kind == SC_JOINT_SLIDER || kind == SC_JOINT_WHEEL || kind == SC_JOINT_ROD;
}

static inline bool turns_with_a(sc_joint_kind kind)
{
    return kind == SC_JOINT_SLIDER || kind == SC_JOINT_WHEEL;
}

/// Whether angle and point of a weld are one block: neither has a frequency of its own.
static inline bool holds_angle(const lane_joint *j)
{
    if (j->kind != SC_JOINT_HINGE || !(j->flags & SC_JOINT_SPRING))
    {
        return false;
    }
    const int lane = j->lane;
    bool soft = (j->flags & SC_JOINT_SOFT_POINT) && !(j->start->soft.rigid[lane] > 0.0f);
    return j->axis->soft.rigid[lane] > 0.0f && !soft;
}

joint_geometry sc_twin_load_geometry(const lane_joint *j);
void sc_twin_store_geometry(const lane_joint *j, const joint_geometry *g);
joint_geometry sc_twin_find_geometry(const lane_joint *j, came a, came b);
joint_row sc_twin_across_axis(const joint_geometry *g);
void sc_twin_take_geometry(const lane_joint *j, const joint_geometry *g);
void sc_twin_clear_turning(const lane_joint *j);
float sc_twin_spring_error(const lane_joint *j, const joint_geometry *g);

static inline came came_of(const sc_joint_args *args, int32_t row)
{
    const sc_delta *d = &args->deltas[row];
    return (came){{d->dx, d->dy}, d->sin, d->cos_minus_1};
}

/// By how much a vector changes that turns along.
static inline scree_vec2 turning_of(came body, scree_vec2 v)
{
    return sc_add(sc_scale(body.cosine_less_1, v), sc_scale(body.sine, quarter_turn(v)));
}

/// Impulses: those along rows that turn, and torques.
typedef struct joint_wrench
{
    scree_vec2 force;
    float turn_a, turn_b;
} joint_wrench;

joint_wrench sc_twin_turning_wrench(const lane_joint *j, const joint_geometry *g);
float sc_twin_torque_impulse(const lane_joint *j);

// RATIO: see simd/joint_ratio.h.

typedef struct joint_ratio
{
    scree_vec2 direction_a, direction_b;
    float a, b, error, mass;
} joint_ratio;

static inline bool is_one_sided(const lane_joint *j)
{
    int type = j->ratio->type[j->lane];
    return type == SC_RATIO_PULLEY || type == SC_RATIO_RATCHET;
}

joint_ratio sc_twin_load_ratio(const lane_joint *j);
joint_ratio sc_twin_find_ratio(const lane_joint *j, const joint_geometry *g, came a, came b);
void sc_twin_store_ratio(const lane_joint *j, const joint_geometry *g, const joint_ratio *r);
void sc_twin_take_ratio(const lane_joint *j, const joint_geometry *g, const joint_ratio *r);
void sc_twin_apply_ratio(lane_joint *j, const joint_ratio *r, float impulse);
void sc_twin_solve_ratio(const sc_joint_args *args, lane_joint *j, row_pass pass,
                         const joint_ratio *r);

#endif
