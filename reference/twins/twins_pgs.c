/// Twins of sequential impulses and of the passes around them, one contact at a time (E. Catto,
/// Iterative Dynamics with Temporal Coherence, GDC 2005).

#include "reference/twins/twins_contacts.h"

/// The speed of approach that a point may have: apart, what closes its gap within the substep;
/// overlapping by more than the slop, a negative one, that opens a fraction of the overlap.
static float bias_of(const sc_contact_args *args, float separation)
{
    if (separation > 0.0f)
    {
        return separation * args->inverse_h;
    }
    float depth = sc_min(separation + args->slop, 0.0f);
    return sc_max(args->push_rate * depth, -args->push_speed);
}

static float bias_at(const sc_contact_args *args, const contact *c, int k)
{
    return bias_of(args, c->point[k].separation[c->lane]);
}

static int first_point(const sc_contact_args *args, const contact *c)
{
    return c->points == 2 ? args->first_point : 0;
}

static void iterate_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float bias[2] = {bias_at(args, c, 0), c->points == 2 ? bias_at(args, c, 1) : 0.0f};
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    float slip = sc_cross(sc_sub(b.v, a.v), c->normal);
    // Friction within the normal impulses so far, then the normal impulses: they have the last
    // word. Each reaches the other's velocity through the spins only.
    if (c->flags & SC_BLOCK_SURFACE)
    {
        solve_rolling(c, &a, &b);
        slip = slip - c->extra->tangent_speed[c->lane];
    }
    float tangent_change = solve_friction(c, &a, &b, slip, 0);
    float normal_change = solve_normals(c, &a, &b, along_normal, bias, first_point(args, c));
    apply_linear(&a, &b, combine(normal_change, tangent_change, c->normal));
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_iterate_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, iterate_contact);
}

/// Repeats this for pseudo-velocities, which stand in args->velocities: no friction.
static void push_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    sc_push_block *pushes = &args->pushes[c->block];
    int first = first_point(args, c);
    for (int turn = 0; turn < c->points; turn++)
    {
        int k = turn == 0 ? first : 1 - first;
        arms n = normal_arms(c, k);
        float velocity = sc_dot(c->normal, sc_sub(b.v, a.v)) + spin(&a, &b, n);
        float mass = c->point[k].normal_mass[c->lane];
        float *accumulated = &pushes->impulse[k][c->lane];
        float impulse = not_negative(*accumulated - mass * (velocity + bias_at(args, c, k)));
        float change = impulse - *accumulated;
        *accumulated = impulse;
        apply_linear(&a, &b, sc_scale(change, c->normal));
        a.w = a.w - a.inverse_inertia * (n.a * change);
        b.w = b.w + b.inverse_inertia * (n.b * change);
    }
    store_body(args, c->row_a, &a);
    store_body(args, c->row_b, &b);
}

void sc_twin_push_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, push_contact);
}

static void shift(const sc_contact_args *args, int32_t row, scree_vec2 by)
{
    if (row < args->dynamic_count)
    {
        args->deltas[row].dx = args->deltas[row].dx + by.x;
        args->deltas[row].dy = args->deltas[row].dy + by.y;
    }
}

/// Both bodies move apart along the normal, by shares as their inverse masses, and do not turn.
static void project_contact(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float deepest = 0.0f;
    for (int k = 0; k < c->points; k++)
    {
        if (c->point[k].normal_mass[c->lane] > 0.0f)
        {
            deepest = sc_min(deepest, present_separation(args, c, k));
        }
    }
    float depth = sc_max(-(deepest + args->slop), 0.0f);
    float wanted = sc_min(args->position_correction * depth, args->h * args->push_speed);
    float inverse_mass = a.inverse_mass + b.inverse_mass;
    float impulse = inverse_mass > 0.0f ? wanted / inverse_mass : 0.0f;
    shift(args, c->row_a, sc_scale(-(impulse * a.inverse_mass), c->normal));
    shift(args, c->row_b, sc_scale(impulse * b.inverse_mass, c->normal));
}

void sc_twin_project_contacts(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, project_contact);
}

static void update_separation(const sc_contact_args *args, contact *c)
{
    for (int k = 0; k < c->points; k++)
    {
        c->point[k].separation[c->lane] = present_separation(args, c, k);
    }
}

void sc_twin_update_separations(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, update_separation);
}

/// The residual of 0 <= L, 0 <= v + bias, one of both 0: the smaller of the two, as a speed.
static void measure_residual(const sc_contact_args *args, contact *c)
{
    body a = body_a(args, c), b = body_b(args, c);
    float along_normal = sc_dot(c->normal, sc_sub(b.v, a.v));
    for (int k = 0; k < c->points; k++)
    {
        float mass = c->point[k].normal_mass[c->lane], residual = 0.0f;
        if (mass > 0.0f)
        {
            float error = along_normal + spin(&a, &b, normal_arms(c, k)) + bias_at(args, c, k);
            residual = sc_min(c->point[k].normal_impulse[c->lane] / mass, error);
        }
        args->residuals[c->block].speed[k][c->lane] = residual;
    }
}

void sc_twin_measure_residuals(const sc_contact_args *args, int begin, int end)
{
    for_each_contact(args, begin, end, 0, measure_residual);
}
