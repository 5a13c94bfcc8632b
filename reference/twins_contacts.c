// Twins of the contact solver, one contact at a time (E. Catto, Fast and Simple Physics using
// Sequential Impulses, GDC 2006; Soft Constraints, GDC 2011; solver2d, "soft step").
//
// A contact acts on bodies a and b along the normal n (from a to b) and the tangent t = (n.y,
// -n.x). An impulse P at a point changes the velocities by
//     vA -= mA P,  wA -= iA (rA x P),  vB += mB P,  wB += iB (rB x P)
// with inverse masses m, inverse inertias i, and arms r from the centres of mass. So the relative
// velocity of the point along a unit vector d is d . (vB - vA) + wB (rB x d) - wA (rA x d), and an
// impulse along d changes it by k = mA + mB + iA (rA x d)^2 + iB (rB x d)^2 times its size.
//
// r x n is called the normal arm. r x t is -(r . n), and r . n is called the tangent arm: mind
// its sign below.

#include "core/maths.h"
#include "reference/twins.h"

typedef struct body
{
    scree_vec2 v;
    float w;
    float inverse_mass, inverse_inertia;
} body;

static body load_body(const sc_contact_args *args, int32_t row, float inverse_inertia)
{
    const sc_velocity *v = &args->velocities[row];
    return (body){{v->vx, v->vy}, v->w, v->inverse_mass, inverse_inertia};
}

/// Only dynamic bodies are ever changed.
static void store_body(const sc_contact_args *args, int32_t row, const body *from)
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
static float response(const body *a, const body *b, arms p, arms q)
{
    float linear = a->inverse_mass + b->inverse_mass;
    return linear + (a->inverse_inertia * (p.a * q.a) + b->inverse_inertia * (p.b * q.b));
}

/// Mass that an impulse along a Jacobian row meets; 0 where nothing can give way.
static float effective_mass(const body *a, const body *b, arms row, bool exists)
{
    float k = response(a, b, row, row);
    return exists && k > 0.0f ? 1.0f / k : 0.0f;
}

/// The change of (angular velocity b) - (angular velocity a) seen at the arms.
static float spin(const body *a, const body *b, arms r) { return b->w * r.b - a->w * r.a; }

static void apply_linear(body *a, body *b, scree_vec2 impulse)
{
    a->v = sc_sub(a->v, sc_scale(a->inverse_mass, impulse));
    b->v = sc_add(b->v, sc_scale(b->inverse_mass, impulse));
}

/// Impulses of size `normal` along n and `tangent` along t, as one vector.
static scree_vec2 combine(float normal, float tangent, scree_vec2 n)
{
    return (scree_vec2){normal * n.x + tangent * n.y, normal * n.y - tangent * n.x};
}

/// Names for the lane of a block that holds a contact.
typedef struct contact
{
    sc_contact_block *block;
    sc_contact_extra *extra;  ///< only where the flags say so
    int lane;
    int flags;
    int points;  ///< a missing second point has no mass, hence no impulse
    int32_t row_a, row_b;
    scree_vec2 normal;
} contact;

static contact contact_at(const sc_contact_args *args, int i, int lane)
{
    sc_contact_block *block = &args->blocks[i];
    int flags = args->flags[i];
    bool has_extra = (flags & (SC_BLOCK_SURFACE | SC_BLOCK_RESTITUTION)) != 0;
    return (contact){.block = block,
                     .extra = has_extra ? &args->extras[i] : NULL,
                     .lane = lane,
                     .flags = flags,
                     .points = flags & SC_BLOCK_TWO_POINTS ? 2 : 1,
                     .row_a = block->row_a[lane],
                     .row_b = block->row_b[lane],
                     .normal = {block->normal_x[lane], block->normal_y[lane]}};
}

static body body_a(const sc_contact_args *args, const contact *c)
{
    return load_body(args, c->row_a, c->block->inverse_inertia_a[c->lane]);
}

static body body_b(const sc_contact_args *args, const contact *c)
{
    return load_body(args, c->row_b, c->block->inverse_inertia_b[c->lane]);
}

static arms normal_arms(const contact *c, int k)
{
    return (arms){c->block->point[k].normal_arm_a[c->lane],
                  c->block->point[k].normal_arm_b[c->lane]};
}

static arms tangent_arms(const contact *c, int k)
{
    return (arms){c->block->rub[k].tangent_arm_a[c->lane], c->block->rub[k].tangent_arm_b[c->lane]};
}

/// A function of one contact, run over all contacts of a range of blocks.
typedef void contact_function(const sc_contact_args *args, contact *c);

static void for_each_contact(const sc_contact_args *args, int begin, int end, int required_flag,
                             contact_function *f)
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

// Prepare.

/// Adds what the impulses carried over do to the velocities, to the records that the first substep
/// reads (see sc_saved).
static void prepare_warm_start(const sc_contact_args *args, const contact *c, const body *a,
                               const body *b, scree_vec2 impulse, float turn_a, float turn_b)
{
    if (c->row_a < args->dynamic_count)
    {
        sc_saved *sum = &args->saved[c->row_a];
        sum->vx = sum->vx - a->inverse_mass * impulse.x;
        sum->vy = sum->vy - a->inverse_mass * impulse.y;
        sum->w = sum->w - a->inverse_inertia * turn_a;
    }
    if (c->row_b < args->dynamic_count)
    {
        sc_saved *sum = &args->saved[c->row_b];
        sum->vx = sum->vx + b->inverse_mass * impulse.x;
        sum->vy = sum->vy + b->inverse_mass * impulse.y;
        sum->w = sum->w + b->inverse_inertia * turn_b;
    }
}

static void prepare_contact(const sc_contact_args *args, contact *c)
{
    sc_contact_block *block = c->block;
    int lane = c->lane;
    int32_t index = args->contact[(block - args->blocks) * SC_BLOCK + lane];
    const sc_manifold *m = &args->manifolds[index];
    const sc_surface *surface = &args->surfaces[index];
    int count = m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK;

    body a = load_body(args, c->row_a, args->saved[c->row_a].inverse_inertia);
    body b = load_body(args, c->row_b, args->saved[c->row_b].inverse_inertia);
    scree_vec2 normal = {m->normal_x, m->normal_y}, com = {m->com_x, m->com_y};
    block->normal_x[lane] = normal.x;
    block->normal_y[lane] = normal.y;
    block->inverse_inertia_a[lane] = a.inverse_inertia;
    block->inverse_inertia_b[lane] = b.inverse_inertia;
    block->friction[lane] = surface->friction;

    const float old_normal[2] = {m->normal_impulse_0, m->normal_impulse_1};
    const float old_tangent[2] = {m->tangent_impulse_0, m->tangent_impulse_1};
    float total_normal = 0.0f, total_tangent = 0.0f, turn_a = 0.0f, turn_b = 0.0f;
    for (int k = 0; k < 2; k++)
    {
        scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
        scree_vec2 arm_b = sc_sub(arm_a, com);
        arms n = {sc_cross(arm_a, normal), sc_cross(arm_b, normal)};
        arms t = {sc_dot(arm_a, normal), sc_dot(arm_b, normal)};
        float normal_impulse = args->warm_scale * old_normal[k];
        float tangent_impulse = args->warm_scale * old_tangent[k];
        // Surfaces rub once they are near.
        bool exists = k < count, near = m->separation[k] <= SC_SPECULATIVE;

        block->point[k].normal_arm_a[lane] = n.a;
        block->point[k].normal_arm_b[lane] = n.b;
        block->point[k].separation[lane] = m->separation[k];
        block->point[k].normal_mass[lane] = effective_mass(&a, &b, n, exists);
        block->point[k].normal_impulse[lane] = normal_impulse;
        block->rub[k].tangent_arm_a[lane] = t.a;
        block->rub[k].tangent_arm_b[lane] = t.b;
        block->rub[k].separation[lane] = m->separation[k];
        block->rub[k].tangent_mass[lane] = effective_mass(&a, &b, t, exists && near);
        block->rub[k].tangent_impulse[lane] = tangent_impulse;

        total_normal = k == 0 ? normal_impulse : total_normal + normal_impulse;
        total_tangent = k == 0 ? tangent_impulse : total_tangent + tangent_impulse;
        turn_a = turn_a + (n.a * normal_impulse - t.a * tangent_impulse);
        turn_b = turn_b + (n.b * normal_impulse - t.b * tangent_impulse);
        if (c->flags & SC_BLOCK_RESTITUTION)
        {
            c->extra->approach[k][lane] = sc_dot(normal, sc_sub(b.v, a.v)) + spin(&a, &b, n);
            c->extra->max_impulse[k][lane] = normal_impulse;
            c->extra->restitution[lane] = surface->restitution;
        }
    }
    if (c->flags & SC_BLOCK_SURFACE)
    {
        float turn_response = a.inverse_inertia + b.inverse_inertia;
        float rolling_impulse = args->warm_scale * m->rolling_impulse;
        c->extra->static_friction[lane] = surface->static_friction;
        c->extra->rolling_resistance[lane] = surface->rolling_resistance;
        c->extra->tangent_speed[lane] = surface->tangent_speed;
        c->extra->rolling_mass[lane] = turn_response > 0.0f ? 1.0f / turn_response : 0.0f;
        c->extra->rolling_impulse[lane] = rolling_impulse;
        turn_a = turn_a + rolling_impulse;
        turn_b = turn_b + rolling_impulse;
    }
    scree_vec2 impulse = combine(total_normal, total_tangent, normal);
    prepare_warm_start(args, c, &a, &b, impulse, turn_a, turn_b);
}

void sc_twin_prepare_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, prepare_contact);
}

// Solve: non-penetration with soft bias.

/// Impulses never pull: accumulated ones are clamped, not each change (Catto 2006).
static float push_only(float accumulated) { return sc_max(accumulated, 0.0f); }

/// The accumulated normal impulse of a point that has this velocity along the normal.
static float soft_impulse(const sc_contact_args *args, const contact *c, int k, float velocity,
                          bool rigid)
{
    float separation = c->block->point[k].separation[c->lane];
    float mass = c->block->point[k].normal_mass[c->lane];
    float accumulated = c->block->point[k].normal_impulse[c->lane];

    float bias, mass_scale, impulse_scale;
    if (separation > 0.0f)
    {
        // Not touching yet: hard, and the gap may close within the substep.
        bias = separation * args->inverse_h;
        mass_scale = 1.0f;
        impulse_scale = 0.0f;
    }
    else
    {
        // A spring and damper on the overlap. What cannot move on one side is twice as stiff.
        const sc_softness *softness = rigid ? &args->rigid : &args->soft;
        bias = sc_max(softness->bias_rate * separation, -args->push_speed);
        mass_scale = softness->mass_scale;
        impulse_scale = softness->impulse_scale;
    }
    // -mass (mass_scale v + bias) - impulse_scale * accumulated, on top of what is accumulated; the
    // bias rate includes the mass scale.
    float without_velocity = (accumulated - impulse_scale * accumulated) - mass * bias;
    return push_only(without_velocity - mass * mass_scale * velocity);
}

/// Stores the accumulated impulse; returns by how much it changed.
static float accumulate_normal(const contact *c, int k, float impulse)
{
    float *accumulated = &c->block->point[k].normal_impulse[c->lane];
    float change = impulse - *accumulated;
    *accumulated = impulse;
    if (c->flags & SC_BLOCK_RESTITUTION)
    {
        float *most = &c->extra->max_impulse[k][c->lane];
        *most = sc_max(*most, impulse);
    }
    return change;
}

static void solve_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    bool rigid = a.inverse_mass == 0.0f || b.inverse_mass == 0.0f;

    // Both points see the velocities from before; the second also what the first impulse did to it.
    arms n0 = normal_arms(c, 0);
    float velocity = along_normal + spin(&a, &b, n0);
    float change0 = accumulate_normal(c, 0, soft_impulse(args, c, 0, velocity, rigid));
    float total = change0;
    float turn_a = n0.a * change0, turn_b = n0.b * change0;
    if (c->points == 2)
    {
        arms n1 = normal_arms(c, 1);
        velocity = along_normal + spin(&a, &b, n1);
        velocity = velocity + response(&a, &b, n0, n1) * change0;
        float change1 = accumulate_normal(c, 1, soft_impulse(args, c, 1, velocity, rigid));
        total = total + change1;
        turn_a = turn_a + n1.a * change1;
        turn_b = turn_b + n1.b * change1;
    }
    apply_linear(&a, &b, sc_scale(total, c->normal));
    a.w = a.w - a.inverse_inertia * turn_a;
    b.w = b.w + b.inverse_inertia * turn_b;
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_solve_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, solve_contact);
}

// Relax: non-penetration without bias, rolling resistance, friction.

/// The separation at the present poses: a body that moved by d and turned by an angle of sine s and
/// cosine 1 + c1 has moved the tip of the arm r by d + c1 r + s (r turned by a quarter), and n . (r
/// turned by a quarter) = r x n.
static float present_separation(const sc_contact_args *args, const contact *c, int k)
{
    const sc_delta *a = &args->deltas[c->row_a], *b = &args->deltas[c->row_b];
    scree_vec2 moved_a = {a->dx, a->dy}, moved_b = {b->dx, b->dy};
    arms n = normal_arms(c, k), t = tangent_arms(c, k);
    float turned_a = a->cos_minus_1 * t.a + a->sin * n.a;
    float turned_b = b->cos_minus_1 * t.b + b->sin * n.b;
    float shift = sc_dot(c->normal, sc_sub(moved_b, moved_a));
    return c->block->rub[k].separation[c->lane] + shift + (turned_b - turned_a);
}

/// Takes out the approaching velocity; leaves the changes of linear impulse (returned) to the
/// caller.
static float relax_normals(const sc_contact_args *args, contact *c, body *a, body *b)
{
    float along_normal = sc_dot(c->normal, sc_sub(b->v, a->v));
    float total = 0.0f, turn_a = 0.0f, turn_b = 0.0f, change0 = 0.0f;
    for (int k = 0; k < c->points; k++)
    {
        float separation = present_separation(args, c, k);
        c->block->point[k].separation[c->lane] = separation;  // for the next solve

        arms n = normal_arms(c, k);
        float velocity = along_normal + spin(a, b, n);
        if (k == 1)
        {
            velocity = velocity + response(a, b, normal_arms(c, 0), n) * change0;
        }
        float mass = c->block->point[k].normal_mass[c->lane];
        float accumulated = c->block->point[k].normal_impulse[c->lane];
        float gap_speed = sc_max(separation, 0.0f) * args->inverse_h;
        float impulse = push_only((accumulated - mass * gap_speed) - mass * velocity);
        float change = accumulate_normal(c, k, impulse);
        change0 = k == 0 ? change : change0;
        total = total + change;
        turn_a = turn_a + n.a * change;
        turn_b = turn_b + n.b * change;
    }
    a->w = a->w - a->inverse_inertia * turn_a;
    b->w = b->w + b->inverse_inertia * turn_b;
    return total;
}

static float clamp(float x, float low, float high) { return sc_max(low, sc_min(x, high)); }

/// Rolling resistance: a torque against the relative spin, up to a multiple of the normal force.
static void relax_rolling(contact *c, body *a, body *b)
{
    float pressed = c->block->point[0].normal_impulse[c->lane];
    if (c->points == 2)
    {
        pressed = pressed + c->block->point[1].normal_impulse[c->lane];
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
typedef struct rub
{
    float velocity, mass, old;
    float pressed;  ///< normal impulse
    float impulse;  ///< the result
} rub;

/// Coulomb friction at the points in turn, each clamped to its cone. Says whether every point
/// wanted more than its cone holds, that is, whether the surfaces slide.
static bool clamp_to_cones(rub *points, int count, float coefficient, float coupling)
{
    bool slides = true;
    for (int k = 0; k < count; k++)
    {
        rub *p = &points[k];
        float velocity = p->velocity;
        if (k == 1)
        {
            velocity = velocity + coupling * (points[0].impulse - points[0].old);
        }
        float wanted = p->old - p->mass * velocity;
        float limit = coefficient * p->pressed;
        p->impulse = clamp(wanted, -limit, limit);
        slides = slides && (fabsf(wanted) > limit || p->mass == 0.0f);
    }
    return slides;
}

/// `slip` is the tangential velocity that friction brings to zero, but for the spins. Two
/// coefficients: the surfaces stick while any point has room below the static limit, and slide at
/// the other coefficient when none has. Returns the change of linear impulse along the tangent.
static float relax_friction(contact *c, body *a, body *b, float slip)
{
    rub points[2];
    for (int k = 0; k < c->points; k++)
    {
        points[k].velocity = slip - spin(a, b, tangent_arms(c, k));
        points[k].mass = c->block->rub[k].tangent_mass[c->lane];
        points[k].old = c->block->rub[k].tangent_impulse[c->lane];
        points[k].pressed = c->block->point[k].normal_impulse[c->lane];
    }
    float coupling = 0.0f;
    if (c->points == 2)
    {
        coupling = response(a, b, tangent_arms(c, 0), tangent_arms(c, 1));
    }
    bool slides = true;
    if (c->flags & SC_BLOCK_SURFACE)
    {
        float coefficient = c->extra->static_friction[c->lane];
        slides = clamp_to_cones(points, c->points, coefficient, coupling);
    }
    if (slides)
    {
        clamp_to_cones(points, c->points, c->block->friction[c->lane], coupling);
    }

    float total = 0.0f, turn_a = 0.0f, turn_b = 0.0f;
    for (int k = 0; k < c->points; k++)
    {
        arms t = tangent_arms(c, k);
        float change = points[k].impulse - points[k].old;
        c->block->rub[k].tangent_impulse[c->lane] = points[k].impulse;
        total = total + change;
        turn_a = turn_a + t.a * change;
        turn_b = turn_b + t.b * change;
    }
    a->w = a->w + a->inverse_inertia * turn_a;
    b->w = b->w - b->inverse_inertia * turn_b;
    return total;
}

static void relax_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    // Normal impulses change the slip through the spins only, so it can be taken here.
    float slip = sc_cross(sc_sub(b.v, a.v), c->normal);
    float normal_change = relax_normals(args, c, &a, &b);
    if (c->flags & SC_BLOCK_SURFACE)
    {
        relax_rolling(c, &a, &b);
        slip = slip - c->extra->tangent_speed[c->lane];
    }
    float tangent_change = relax_friction(c, &a, &b, slip);
    apply_linear(&a, &b, combine(normal_change, tangent_change, c->normal));
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_relax_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, relax_contact);
}

// Restitution.

/// Newton's law of impact for points that came in fast and were pushed: v' = -e v.
static void restitute_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float restitution = c->extra->restitution[c->lane];
    for (int k = 0; k < c->points; k++)
    {
        arms n = normal_arms(c, k);
        float approach = c->extra->approach[k][c->lane];
        float *accumulated = &c->block->point[k].normal_impulse[c->lane];
        float impulse = *accumulated;
        bool came_in_fast = approach < -args->restitution_threshold;
        bool was_pushed = c->extra->max_impulse[k][c->lane] > 0.0f;
        if (came_in_fast && was_pushed && restitution > 0.0f)
        {
            float velocity = sc_dot(c->normal, sc_sub(b.v, a.v)) + spin(&a, &b, n);
            float error = velocity + restitution * approach;
            float mass = c->block->point[k].normal_mass[c->lane];
            impulse = push_only(*accumulated - mass * error);
        }
        float change = impulse - *accumulated;
        *accumulated = impulse;
        apply_linear(&a, &b, sc_scale(change, c->normal));
        a.w = a.w - a.inverse_inertia * (n.a * change);
        b.w = b.w + b.inverse_inertia * (n.b * change);
    }
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_restitute_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, SC_BLOCK_RESTITUTION, restitute_contact);
}

// Store.

static void store_contact(const sc_contact_args *args, contact *c)
{
    int lane = c->lane;
    sc_manifold *m = &args->manifolds[args->contact[(c->block - args->blocks) * SC_BLOCK + lane]];
    m->normal_impulse_0 = c->block->point[0].normal_impulse[lane];
    m->normal_impulse_1 = c->block->point[1].normal_impulse[lane];
    m->tangent_impulse_0 = c->block->rub[0].tangent_impulse[lane];
    m->tangent_impulse_1 = c->block->rub[1].tangent_impulse[lane];
    if (c->flags & SC_BLOCK_SURFACE)
    {
        m->rolling_impulse = c->extra->rolling_impulse[lane];
    }
}

void sc_twin_store_impulses(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, store_contact);
}
