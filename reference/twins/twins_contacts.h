/// The helpers that the twins of the contact solvers share: one contact at a time.
///
/// A contact acts on bodies a and b along the normal n (from a to b) and the tangent t = (n.y,
/// -n.x). An impulse P at a point changes the velocities by
///     vA -= mA P,  wA -= iA (rA x P),  vB += mB P,  wB += iB (rB x P)
/// with inverse masses m, inverse inertias i, and arms r from the centres of mass. So the relative
/// velocity of the point along a unit vector d is d . (vB - vA) + wB (rB x d) - wA (rA x d), and an
/// impulse along d changes it by k = mA + mB + iA (rA x d)^2 + iB (rB x d)^2 times its size.
///
/// r x n is called the normal arm. r x t is -(r . n), and r . n is called the tangent arm: mind
/// its sign below.
#ifndef SC_TWINS_CONTACTS_H
#define SC_TWINS_CONTACTS_H

#include "core/tuning.h"
#include "core/maths.h"
#include "reference/twins/twins.h"
#include "simd/contact_block.h"

typedef struct body
{
    scree_vec2 v;
    float w;
    float inverse_mass, inverse_inertia;
} body;

static inline body load_body(const sc_contact_args *args, int32_t row, float inverse_inertia)
{
    const sc_velocity *v = &args->velocities[row];
    return (body){{v->vx, v->vy}, v->w, v->inverse_mass, inverse_inertia};
}

/// Kernels change dynamic bodies only.
static inline void store_body(const sc_contact_args *args, int32_t row, const body *from)
{
    if (row < args->dynamic_count)
    {
        sc_velocity *v = &args->velocities[row];
        v->vx = from->v.x;
        v->vy = from->v.y;
        v->w = from->w;
    }
}

/// Angular parts of a row of the Jacobian, of both bodies.
typedef struct arms
{
    float a, b;
} arms;

/// How much an impulse of 1 along row p changes the velocity along row q.
static inline float inverse_effective_mass(const body *a, const body *b, arms p, arms q)
{
    float linear = a->inverse_mass + b->inverse_mass;
    return linear + (a->inverse_inertia * (p.a * q.a) + b->inverse_inertia * (p.b * q.b));
}

/// Effective mass along a Jacobian row; 0 where neither body can move.
static inline float effective_mass(const body *a, const body *b, arms row, bool exists)
{
    float k = inverse_effective_mass(a, b, row, row);
    return exists && k > 0.0f ? 1.0f / k : 0.0f;
}

/// The change of (angular velocity b) - (angular velocity a) seen at the arms.
static inline float spin(const body *a, const body *b, arms r) { return b->w * r.b - a->w * r.a; }

static inline void apply_linear(body *a, body *b, scree_vec2 impulse)
{
    a->v = sc_sub(a->v, sc_scale(a->inverse_mass, impulse));
    b->v = sc_add(b->v, sc_scale(b->inverse_mass, impulse));
}

/// Impulses of size `normal` along n and `tangent` along t, as one vector.
static inline scree_vec2 combine(float normal, float tangent, scree_vec2 n)
{
    return (scree_vec2){normal * n.x + tangent * n.y, normal * n.y - tangent * n.x};
}

/// Names for the lane of a block that holds a contact.
typedef struct contact
{
    int block, lane;
    sc_frame_block *frame;
    sc_point_block *point;  ///< of these and the tangents there are as many as points
    sc_friction_block *friction;
    sc_tangent_block *tangent;
    sc_contact_extra *extra;  ///< only where the flags say so
    int flags;
    int points;  ///< a missing second point has no mass, hence no impulse
    float substeps_left;
    int32_t row_a, row_b;
    scree_vec2 normal;
} contact;

static inline contact contact_at(const sc_contact_args *args, int i, int lane)
{
    const sc_contact_blocks *blocks = &args->blocks;
    sc_frame_block *frame = sc_frame_of(blocks, i);
    int flags = args->flags[i];
    bool has_extra = (flags & SC_BLOCK_EXTRAS) != 0;
    return (contact){.block = i,
                     .lane = lane,
                     .frame = frame,
                     .point = sc_points_of(blocks, i),
                     .friction = sc_friction_of(blocks, i),
                     .tangent = sc_tangents_of(blocks, i),
                     .extra = has_extra ? &blocks->extras[i] : NULL,
                     .flags = flags,
                     .points = sc_block_points(flags),
                     .substeps_left = args->substeps_left,
                     .row_a = args->rows[i].a[lane] / SC_ROW_STEP,
                     .row_b = args->rows[i].b[lane] / SC_ROW_STEP,
                     .normal = {frame->normal_x[lane], frame->normal_y[lane]}};
}

static inline body body_a(const sc_contact_args *args, const contact *c)
{
    return load_body(args, c->row_a, c->frame->inverse_inertia_a[c->lane]);
}

static inline body body_b(const sc_contact_args *args, const contact *c)
{
    return load_body(args, c->row_b, c->frame->inverse_inertia_b[c->lane]);
}

static inline arms normal_arms(const contact *c, int k)
{
    return (arms){c->point[k].normal_arm_a[c->lane], c->point[k].normal_arm_b[c->lane]};
}

static inline arms tangent_arms(const contact *c, int k)
{
    return (arms){c->tangent[k].tangent_arm_a[c->lane], c->tangent[k].tangent_arm_b[c->lane]};
}

/// A function of one contact, run over all contacts of a range of blocks.
typedef void contact_function(const sc_contact_args *args, contact *c);

static inline void for_each_contact(const sc_contact_args *args, int begin, int end,
                                    int required_flag, contact_function *f)
{
    for (int i = begin; i < end; i++)
    {
        if (required_flag != 0 && !(args->flags[i] & required_flag))
        {
            continue;
        }
        for (int lane = 0; lane < SC_BLOCK; lane++)
        {
            contact c = contact_at(args, i, lane);
            f(args, &c);
        }
    }
}

/// Impulses never pull: accumulated ones are clamped, not each change (Catto 2006).
static inline float not_negative(float accumulated) { return sc_max(accumulated, 0.0f); }

/// Stores the accumulated impulse; returns by how much it changed.
static inline float accumulate_normal(const contact *c, int k, float impulse)
{
    float *accumulated = &c->point[k].normal_impulse[c->lane];
    float change = impulse - *accumulated;
    *accumulated = impulse;
    if (c->flags & SC_BLOCK_BOUNCES)
    {
        float *total = &c->extra->total[k][c->lane];
        *total = *total + change * c->substeps_left;
    }
    return change;
}

/// The separation at the present poses: a body that moved by d and turned by an angle of sine s and
/// cosine 1 + c1 has moved the tip of the arm r by d + c1 r + s (r turned by a quarter), and n . (r
/// turned by a quarter) = r x n. Where the normal of the only point goes through the centre
/// of mass, as with discs, the surface that turns stays where it is: other points of it come to
/// touch.
static inline float present_separation(const sc_contact_args *args, const contact *c, int k)
{
    const sc_delta *a = &args->deltas[c->row_a], *b = &args->deltas[c->row_b];
    scree_vec2 moved_a = {a->dx, a->dy}, moved_b = {b->dx, b->dy};
    arms n = normal_arms(c, k), t = tangent_arms(c, k);
    bool single =
        c->points == 1 || (c->flags & SC_BLOCK_MIXED && c->point[1].normal_mass[c->lane] == 0.0f);
    float lifted_a = single && n.a == 0.0f ? 0.0f : a->cos_minus_1 * t.a;
    float lifted_b = single && n.b == 0.0f ? 0.0f : b->cos_minus_1 * t.b;
    float turned_a = lifted_a + a->sin * n.a;
    float turned_b = lifted_b + b->sin * n.b;
    float shift = sc_dot(c->normal, sc_sub(moved_b, moved_a));
    return c->tangent[k].separation[c->lane] + shift + (turned_b - turned_a);
}

/// Whether both points were found apart and close within the step: the sign bit of the friction.
static inline bool lands(const contact *c)
{
    return c->flags & SC_BLOCK_LANDS && signbit(c->friction->sliding[c->lane]);
}

/// The impulses that stop both points of a contact at once: two equations. False: no two such
/// points, or one would have to pull.
static inline bool stop_both(const contact *c, const body *a, const body *b, const float *error,
                             float *impulse)
{
    float mass[2] = {c->point[0].normal_mass[c->lane], c->point[1].normal_mass[c->lane]};
    float coupling = inverse_effective_mass(a, b, normal_arms(c, 0), normal_arms(c, 1));
    float coupled[2] = {mass[0] * coupling, mass[1] * coupling};
    float apart = 1.0f - coupled[0] * coupled[1];
    if (!(mass[0] > 0.0f && mass[1] > 0.0f && apart > SC_BOTH_APART))
    {
        return false;
    }
    float scale = 1.0f / apart;
    float change[2] = {scale * (mass[0] * (coupled[1] * error[1] - error[0])),
                       scale * (mass[1] * (coupled[0] * error[0] - error[1]))};
    impulse[0] = c->point[0].normal_impulse[c->lane] + change[0];
    impulse[1] = c->point[1].normal_impulse[c->lane] + change[1];
    return impulse[0] > 0.0f && impulse[1] > 0.0f;
}

/// Impulses until the points part at -bias, point `first` first; leaves the changes of linear
/// impulse (returned) to the caller.
static inline float solve_normals(contact *c, body *a, body *b, float along_normal,
                                  const float *bias, int first)
{
    float total = 0.0f, turn_a = 0.0f, turn_b = 0.0f, change_before = 0.0f;
    bool at_once = false;
    float stopping[2];
    if (c->points == 2 && lands(c))
    {
        float error[2] = {(along_normal + spin(a, b, normal_arms(c, 0))) + bias[0],
                          (along_normal + spin(a, b, normal_arms(c, 1))) + bias[1]};
        at_once = stop_both(c, a, b, error, stopping);
    }
    for (int turn = 0; turn < c->points; turn++)
    {
        int k = turn == 0 ? first : 1 - first;
        arms n = normal_arms(c, k);
        float velocity = along_normal + spin(a, b, n);
        if (turn == 1)
        {
            velocity =
                velocity + inverse_effective_mass(a, b, normal_arms(c, first), n) * change_before;
        }
        float mass = c->point[k].normal_mass[c->lane];
        float accumulated = c->point[k].normal_impulse[c->lane];
        float alone = not_negative((accumulated - mass * bias[k]) - mass * velocity);
        float impulse = at_once ? stopping[k] : alone;
        float change = accumulate_normal(c, k, impulse);
        change_before = change;
        total = total + change;
        turn_a = turn_a + n.a * change;
        turn_b = turn_b + n.b * change;
    }
    a->w = a->w - a->inverse_inertia * turn_a;
    b->w = b->w + b->inverse_inertia * turn_b;
    return total;
}

static inline float clamp(float x, float low, float high) { return sc_max(low, sc_min(x, high)); }

/// Rolling resistance: a torque against the relative spin, up to a multiple of the normal force.
static inline void solve_rolling(contact *c, body *a, body *b)
{
    if (!(c->extra->rolling_resistance[c->lane] > 0.0f))
    {
        c->extra->rolling_impulse[c->lane] = 0.0f;
        return;
    }
    float pressed = c->point[0].normal_impulse[c->lane];
    if (c->points == 2)
    {
        pressed = pressed + c->point[1].normal_impulse[c->lane];
    }
    float limit = c->extra->rolling_resistance[c->lane] * pressed;
    float *accumulated = &c->extra->rolling_impulse[c->lane];
    float wanted = *accumulated - c->extra->rolling_mass[c->lane] * (b->w - a->w);
    float impulse = clamp(wanted, -limit, limit);
    float change = impulse - *accumulated;
    *accumulated = impulse;
    a->w = a->w - a->inverse_inertia * change;
    b->w = b->w + b->inverse_inertia * change;
}

/// Friction at one point: the accumulated impulse that would stop the slip, and its limits.
typedef struct tangent
{
    float velocity, mass, old;
    float pressed;  ///< normal impulse
    float impulse;  ///< the result
} tangent;

/// Coulomb friction at the points in turn, `first` first, each clamped to its cone. Says whether
/// every point wanted more than its cone holds, that is, whether the surfaces slide.
static inline bool clamp_to_friction_cone(tangent *points, int count, int first, float coefficient,
                                          float coupling)
{
    bool slides = true;
    for (int turn = 0; turn < count; turn++)
    {
        tangent *p = &points[turn == 0 ? first : 1 - first];
        float velocity = p->velocity;
        if (turn == 1)
        {
            velocity = velocity + coupling * (points[first].impulse - points[first].old);
        }
        float wanted = p->old - p->mass * velocity;
        float limit = coefficient * p->pressed;
        p->impulse = clamp(wanted, -limit, limit);
        slides = slides && (fabsf(wanted) > limit || p->mass == 0.0f);
    }
    return slides;
}

/// `slip` is the tangential velocity that friction brings to zero, without the part of the spins.
/// Two coefficients: the surfaces stick while any point has room below the static limit, and slide
/// at the other coefficient when none has. Returns the change of linear impulse along the tangent.
static inline float solve_friction(contact *c, body *a, body *b, float slip, int first)
{
    tangent points[2];
    for (int k = 0; k < c->points; k++)
    {
        points[k].velocity = slip - spin(a, b, tangent_arms(c, k));
        points[k].mass = c->tangent[k].tangent_mass[c->lane];
        points[k].old = c->tangent[k].tangent_impulse[c->lane];
        points[k].pressed = c->point[k].normal_impulse[c->lane];
    }
    float coupling = 0.0f;
    if (c->points == 2)
    {
        coupling = inverse_effective_mass(a, b, tangent_arms(c, 0), tangent_arms(c, 1));
    }
    bool slides = true;
    if (c->flags & SC_BLOCK_SURFACE)
    {
        float coefficient = c->extra->static_friction[c->lane];
        slides = clamp_to_friction_cone(points, c->points, first, coefficient, coupling);
    }
    if (slides)
    {
        float coefficient = fabsf(c->friction->sliding[c->lane]);
        clamp_to_friction_cone(points, c->points, first, coefficient, coupling);
    }

    float total = 0.0f, turn_a = 0.0f, turn_b = 0.0f;
    for (int k = 0; k < c->points; k++)
    {
        arms t = tangent_arms(c, k);
        float change = points[k].impulse - points[k].old;
        c->tangent[k].tangent_impulse[c->lane] = points[k].impulse;
        total = total + change;
        turn_a = turn_a + t.a * change;
        turn_b = turn_b + t.b * change;
    }
    a->w = a->w + a->inverse_inertia * turn_a;
    b->w = b->w - b->inverse_inertia * turn_b;
    return total;
}

#endif
