// Twins of the contact solver, one contact at a time (E. Catto, Fast and Simple Physics using
// Sequential Impulses, GDC 2006; Soft Constraints, GDC 2011; solver2d, "soft step").

#include "core/tuning.h"

#include "reference/twins/twins_contacts.h"

#include <float.h>

// Prepare.

/// Adds what the impulses carried over do to the velocities, to the records that the first substep
/// reads (see sc_warm_start).
static void prepare_warm_start(const sc_contact_args *args, const contact *c, const body *a,
                               const body *b, scree_vec2 impulse, float turn_a, float turn_b)
{
    if (c->row_a < args->dynamic_count)
    {
        sc_warm_start *sum = &args->warm_starts[c->row_a];
        sum->vx = sum->vx - a->inverse_mass * impulse.x;
        sum->vy = sum->vy - a->inverse_mass * impulse.y;
        sum->w = sum->w - a->inverse_inertia * turn_a;
    }
    if (c->row_b < args->dynamic_count)
    {
        sc_warm_start *sum = &args->warm_starts[c->row_b];
        sum->vx = sum->vx + b->inverse_mass * impulse.x;
        sum->vy = sum->vy + b->inverse_mass * impulse.y;
        sum->w = sum->w + b->inverse_inertia * turn_b;
    }
}

/// The arm of a normal; of a contact of one point 0 where it goes through the centre of mass.
static float arm_of_normal(scree_vec2 arm, scree_vec2 normal, float along, int count)
{
    float across = sc_cross(arm, normal);
    return count == 1 && fabsf(across) <= SC_THROUGH_CENTER * fabsf(along) ? 0.0f : across;
}

/// Marks two kinds of contacts with two points: those whose points are both separated and at least
/// one of them closes within the step, and those of two dynamic bodies of very different masses,
/// with both centres of mass between the points.
static void prepare_landing(const sc_contact_args *args, const contact *c, const sc_manifold *m,
                            const body *a, const body *b)
{
    if ((m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK) != 2)
    {
        return;
    }
    bool apart = true, closes = false;
    scree_vec2 normal = {m->normal_x, m->normal_y};
    float along = sc_dot(normal, sc_sub(b->v, a->v));
    for (int k = 0; k < 2 && apart; k++)
    {
        float speed = along + spin(a, b, normal_arms(c, k));
        closes = closes || m->separation[k] + 1.25f * args->dt * speed < 0.0f;
        apart = m->separation[k] > 0.0f;
    }
    float light = a->inverse_mass > b->inverse_mass ? a->inverse_mass : b->inverse_mass;
    float heavy = a->inverse_mass > b->inverse_mass ? b->inverse_mass : a->inverse_mass;
    arms first = normal_arms(c, 0), second = normal_arms(c, 1);
    bool between = first.a * second.a < 0.0f && first.b * second.b < 0.0f;
    bool unequal = between && heavy > 0.0f && light > SC_UNEQUAL_MASSES * heavy;
    if (unequal || (apart && closes))
    {
        c->friction->sliding[c->lane] = -c->friction->sliding[c->lane];
        args->flags[c->block] |= SC_BLOCK_LANDS;
    }
}

/// Long: in the order of the kernel, to be read beside it.
static void prepare_contact(const sc_contact_args *args, contact *c)
{
    int lane = c->lane;
    int32_t index = args->contact[c->block * SC_BLOCK + lane];
    const sc_manifold *m = &args->manifolds[index];
    const sc_surface *surface = &args->surfaces[index];
    int count = m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK;

    body a = load_body(args, c->row_a, args->warm_starts[c->row_a].inverse_inertia);
    body b = load_body(args, c->row_b, args->warm_starts[c->row_b].inverse_inertia);
    scree_vec2 normal = {m->normal_x, m->normal_y}, com = {m->com_x, m->com_y};
    c->frame->normal_x[lane] = normal.x;
    c->frame->normal_y[lane] = normal.y;
    c->frame->inverse_inertia_a[lane] = a.inverse_inertia;
    c->frame->inverse_inertia_b[lane] = b.inverse_inertia;
    c->friction->sliding[lane] = args->friction[index];

    const float old_normal[2] = {m->normal_impulse_0, m->normal_impulse_1};
    const float old_tangent[2] = {m->tangent_impulse_0, m->tangent_impulse_1};
    float total_normal = 0.0f, total_tangent = 0.0f, turn_a = 0.0f, turn_b = 0.0f;
    for (int k = 0; k < c->points; k++)
    {
        scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
        scree_vec2 arm_b = sc_sub(arm_a, com);
        // Friction acts at the surfaces: far ahead these are half a gap from the anchor.
        bool far_ahead = m->separation[k] > args->speculative;
        float to_surface = far_ahead ? 0.5f * m->separation[k] : 0.0f;
        arms t = {sc_dot(arm_a, normal) - to_surface, sc_dot(arm_b, normal) + to_surface};
        arms n = {arm_of_normal(arm_a, normal, t.a, count),
                  arm_of_normal(arm_b, normal, t.b, count)};
        float normal_impulse = args->warm_scale * old_normal[k];
        float tangent_impulse = args->warm_scale * old_tangent[k];
        bool exists = k < count;

        c->point[k].normal_arm_a[lane] = n.a;
        c->point[k].normal_arm_b[lane] = n.b;
        c->point[k].separation[lane] = m->separation[k];
        c->point[k].normal_mass[lane] = effective_mass(&a, &b, n, exists);
        c->point[k].normal_impulse[lane] = normal_impulse;
        c->tangent[k].tangent_arm_a[lane] = t.a;
        c->tangent[k].tangent_arm_b[lane] = t.b;
        c->tangent[k].separation[lane] = m->separation[k];
        c->tangent[k].tangent_mass[lane] = effective_mass(&a, &b, t, exists);
        c->tangent[k].tangent_impulse[lane] = tangent_impulse;

        total_normal = k == 0 ? normal_impulse : total_normal + normal_impulse;
        total_tangent = k == 0 ? tangent_impulse : total_tangent + tangent_impulse;
        turn_a = turn_a + (n.a * normal_impulse - t.a * tangent_impulse);
        turn_b = turn_b + (n.b * normal_impulse - t.b * tangent_impulse);
        if (c->flags & SC_BLOCK_RESTITUTION)
        {
            c->extra->approach[k][lane] = sc_dot(normal, sc_sub(b.v, a.v)) + spin(&a, &b, n);
            c->extra->total[k][lane] = normal_impulse * c->substeps_left;
            c->extra->restitution[lane] = surface->restitution;
            bool fast = c->extra->approach[k][lane] < -args->restitution_threshold;
            bool bounces = surface->restitution > 0.0f && (fast || args->takes_back);
            args->flags[c->block] |= bounces ? SC_BLOCK_BOUNCES : 0;
        }
    }
    if (c->flags & SC_BLOCK_SURFACE)
    {
        float inverse_effective_inertia = a.inverse_inertia + b.inverse_inertia;
        float rolling_impulse = args->warm_scale * m->rolling_impulse;
        c->extra->static_friction[lane] = surface->static_friction;
        c->extra->rolling_resistance[lane] = surface->rolling_resistance;
        c->extra->tangent_speed[lane] = surface->tangent_speed;
        c->extra->rolling_mass[lane] =
            inverse_effective_inertia > 0.0f ? 1.0f / inverse_effective_inertia : 0.0f;
        c->extra->rolling_impulse[lane] = rolling_impulse;
        turn_a = turn_a + rolling_impulse;
        turn_b = turn_b + rolling_impulse;
    }
    prepare_landing(args, c, m, &a, &b);
    scree_vec2 impulse = combine(total_normal, total_tangent, normal);
    prepare_warm_start(args, c, &a, &b, impulse, turn_a, turn_b);
    if (a.inverse_mass == 0.0f || b.inverse_mass == 0.0f)
    {
        args->flags[c->block] |= SC_BLOCK_FIXED;
    }
    if (count == 1 && c->points == 2)
    {
        args->flags[c->block] |= SC_BLOCK_MIXED;
    }
}

void sc_twin_prepare_contacts(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        args->flags[i] &= (uint8_t)~SC_BLOCK_FOUND;
    }
    for_each_contact(args, begin, end, 0, prepare_contact);
}

// Solve: non-penetration with soft bias.

/// The accumulated normal impulse of a point that has this velocity along the normal.
static float soft_impulse(const sc_contact_args *args, const contact *c, int k, float velocity,
                          bool rigid)
{
    float separation = c->point[k].separation[c->lane];
    float mass = c->point[k].normal_mass[c->lane];
    float accumulated = c->point[k].normal_impulse[c->lane];

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
        // A spring and damper on the overlap. It is twice as stiff if one side cannot move.
        const sc_softness *softness = rigid ? &args->rigid : &args->soft;
        bias = sc_max(softness->bias_rate * separation, -args->push_speed);
        mass_scale = softness->mass_scale;
        impulse_scale = softness->impulse_scale;
        // The push speed bounds a velocity; the force still grows with the overlap.
        float wanted = softness->bias_rate * separation;
        if (!rigid && wanted < -args->push_speed)
        {
            impulse_scale = impulse_scale * (-args->push_speed / wanted);
        }
    }
    // -mass (mass_scale v + bias) - impulse_scale * accumulated, on top of the accumulated impulse;
    // the bias rate includes the mass scale.
    float without_velocity = (accumulated - impulse_scale * accumulated) - mass * bias;
    return not_negative(without_velocity - mass * mass_scale * velocity);
}

static void solve_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    bool rigid = a.inverse_mass == 0.0f || b.inverse_mass == 0.0f;

    // Apart, both points are stopped at once if both push.
    bool at_once = false;
    float stopping[2];
    if (c->points == 2 && lands(c) && c->point[0].separation[c->lane] > 0.0f &&
        c->point[1].separation[c->lane] > 0.0f)
    {
        float error[2];
        for (int k = 0; k < 2; k++)
        {
            float gap = c->point[k].separation[c->lane] * args->inverse_h;
            error[k] = (along_normal + spin(&a, &b, normal_arms(c, k))) + gap;
        }
        at_once = stop_both(c, &a, &b, error, stopping);
    }
    // Else both see the velocities from before; the second also what the first impulse did to it.
    arms n0 = normal_arms(c, 0);
    float velocity = along_normal + spin(&a, &b, n0);
    float alone = soft_impulse(args, c, 0, velocity, rigid);
    float change0 = accumulate_normal(c, 0, at_once ? stopping[0] : alone);
    float total = change0;
    float turn_a = n0.a * change0, turn_b = n0.b * change0;
    if (c->points == 2)
    {
        arms n1 = normal_arms(c, 1);
        velocity = along_normal + spin(&a, &b, n1);
        velocity = velocity + inverse_effective_mass(&a, &b, n0, n1) * change0;
        alone = soft_impulse(args, c, 1, velocity, rigid);
        float change1 = accumulate_normal(c, 1, at_once ? stopping[1] : alone);
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

static void relax_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float bias[2] = {0.0f, 0.0f};
    for (int k = 0; k < c->points; k++)
    {
        float separation = present_separation(args, c, k);
        c->point[k].separation[c->lane] = separation;  // for the next solve
        bias[k] = sc_max(separation, 0.0f) * args->inverse_h;
    }
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    // Normal impulses change the slip through the spins only, so it can be taken here.
    float slip = sc_cross(sc_sub(b.v, a.v), c->normal);
    // Solving takes the first point first, relaxing the last one.
    int first = c->points - 1;
    float normal_change = solve_normals(c, &a, &b, along_normal, bias, first);
    if (c->flags & SC_BLOCK_SURFACE)
    {
        solve_rolling(c, &a, &b);
        slip = slip - c->extra->tangent_speed[c->lane];
    }
    float tangent_change = solve_friction(c, &a, &b, slip, first);
    apply_linear(&a, &b, combine(normal_change, tangent_change, c->normal));
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_relax_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, relax_contact);
}

// Restitution.

/// The points of a contact that bounces.
typedef struct bounce
{
    bool pushed[2];
    float error[2], mass[2], total[2];
} bounce;

/// The impulse that lets a point part as it should; at least minus its total: points do not pull.
static float push_or_pull(const bounce *points, int k, float error)
{
    return sc_max(-(points->mass[k] * error), -points->total[k]);
}

/// Finds the impulses at two points, which push and do not pull, that let both part as they should;
/// or, where one of these would pull, the other one alone.
static void bounce_both(const contact *c, const body *a, const body *b, const bounce *points,
                        float *change)
{
    const float *mass = points->mass, *error = points->error, *total = points->total;
    arms n0 = normal_arms(c, 0), n1 = normal_arms(c, 1);
    float coupling = inverse_effective_mass(a, b, n0, n1);
    float coupled[2] = {mass[0] * coupling, mass[1] * coupling};
    float apart = 1.0f - coupled[0] * coupled[1];
    if (!(apart > SC_BOTH_APART && points->pushed[0] && points->pushed[1]))
    {
        change[0] = points->pushed[0] ? push_or_pull(points, 0, error[0]) : 0.0f;
        float left = error[1] + coupling * change[0];
        change[1] = points->pushed[1] ? push_or_pull(points, 1, left) : 0.0f;
        return;
    }
    float scale = 1.0f / apart;
    float both[2] = {scale * (mass[0] * (coupled[1] * error[1] - error[0])),
                     scale * (mass[1] * (coupled[0] * error[0] - error[1]))};
    if (total[0] + both[0] > 0.0f && total[1] + both[1] > 0.0f)
    {
        change[0] = both[0];
        change[1] = both[1];
        return;
    }
    float first = push_or_pull(points, 0, error[0] + coupling * -total[1]);
    float parting = coupling * first + inverse_effective_mass(a, b, n1, n1) * -total[1];
    if (error[1] + parting >= 0.0f)
    {
        change[0] = first;
        change[1] = -total[1];
        return;
    }
    change[0] = -total[0];
    change[1] = push_or_pull(points, 1, error[1] + coupling * -total[0]);
}

/// Newton's law of impact for points that came in fast and were pushed: v' = -e v; others of the
/// contact that were pushed part no faster than they came. Then friction under the new impulses.
static void restitute_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float restitution = c->extra->restitution[c->lane];
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    bounce points;
    bool bounces = false, wrong = false;
    for (int k = 0; k < c->points; k++)
    {
        float velocity = along_normal + spin(&a, &b, normal_arms(c, k));
        float approach = c->extra->approach[k][c->lane];
        bool fast = approach < -args->restitution_threshold;
        points.mass[k] = c->point[k].normal_mass[c->lane];
        points.total[k] = c->extra->total[k][c->lane];
        points.pushed[k] = points.total[k] > 0.0f && restitution > 0.0f;
        points.error[k] =
            fast ? velocity + restitution * approach : not_negative(velocity + approach);
        bounces = bounces || (points.pushed[k] && (fast || args->takes_back));
        wrong = wrong || (points.pushed[k] && fabsf(points.error[k]) > args->bounce_error);
    }
    if (!bounces || !wrong)
    {
        return;
    }
    float impulse[2], change[2];
    change[0] = points.pushed[0] ? push_or_pull(&points, 0, points.error[0]) : 0.0f;
    if (c->points == 2)
    {
        bounce_both(c, &a, &b, &points, change);
    }
    for (int k = 0; k < c->points; k++)
    {
        impulse[k] = c->point[k].normal_impulse[c->lane] + change[k];
    }
    if (c->points == 2)
    {
        // `change` may take back impulses of all substeps, these hold the last one only: what one
        // point cannot give up of its own, the other does.
        float over[2] = {sc_min(impulse[0], 0.0f), sc_min(impulse[1], 0.0f)};
        impulse[0] = impulse[0] + over[1];
        impulse[1] = impulse[1] + over[0];
    }
    for (int k = 0; k < c->points; k++)
    {
        arms n = normal_arms(c, k);
        c->extra->total[k][c->lane] = points.total[k] + change[k];
        c->point[k].normal_impulse[c->lane] = not_negative(impulse[k]);
        apply_linear(&a, &b, sc_scale(change[k], c->normal));
        a.w = a.w - a.inverse_inertia * (n.a * change[k]);
        b.w = b.w + b.inverse_inertia * (n.b * change[k]);
    }
    float slip = sc_cross(sc_sub(b.v, a.v), c->normal);
    slip = c->flags & SC_BLOCK_SURFACE ? slip - c->extra->tangent_speed[c->lane] : slip;
    float tangent_change = solve_friction(c, &a, &b, slip, 0);
    apply_linear(&a, &b, combine(0.0f, tangent_change, c->normal));
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_restitute_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, SC_BLOCK_BOUNCES, restitute_contact);
}

static void find_bounce(const sc_contact_args *args, contact *c)
{
    bool bounces = false;
    for (int k = 0; k < c->points; k++)
    {
        bool fast = c->extra->approach[k][c->lane] < -args->restitution_threshold;
        bool pushed = c->extra->total[k][c->lane] > 0.0f;
        bounces = bounces || (pushed && (fast || args->takes_back));
    }
    bounces = bounces && c->extra->restitution[c->lane] > 0.0f;
    args->bouncing[c->block] |= (uint16_t)(bounces << c->lane);
}

void sc_twin_find_bounces(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        args->bouncing[i] = 0;
    }
    for_each_contact(args, begin, end, SC_BLOCK_BOUNCES, find_bounce);
}

// Store.

/// Limits an impulse to +-FLT_MAX; NaN stays NaN.
static float in_range(float impulse)
{
    return impulse > FLT_MAX ? FLT_MAX : impulse < -FLT_MAX ? -FLT_MAX : impulse;
}

static void store_contact(const sc_contact_args *args, contact *c)
{
    int lane = c->lane;
    int32_t index = args->contact[c->block * SC_BLOCK + lane];
    if (index < SC_BLOCK)
    {
        // An empty lane: other workers read the null contacts.
        return;
    }
    sc_manifold *m = &args->manifolds[index];
    m->normal_impulse_0 = in_range(c->point[0].normal_impulse[lane]);
    m->tangent_impulse_0 = in_range(c->tangent[0].tangent_impulse[lane]);
    m->normal_impulse_1 = c->points == 2 ? in_range(c->point[1].normal_impulse[lane]) : 0.0f;
    m->tangent_impulse_1 = c->points == 2 ? in_range(c->tangent[1].tangent_impulse[lane]) : 0.0f;
    if (c->flags & SC_BLOCK_SURFACE)
    {
        m->rolling_impulse = in_range(c->extra->rolling_impulse[lane]);
    }
}

void sc_twin_store_impulses(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, store_contact);
}
