/// Twins of the particle passes: position Verlet, one particle or pair at a time.

#include "core/maths.h"
#include "reference/twins/twins.h"
#include "simd/particle_records.h"

static bool is_good(scree_vec2 at) { return fabsf(at.x) <= 1e8f && fabsf(at.y) <= 1e8f; }

/// x' = x + d, where d = x - x_previous, damped and with the gravity of a substep.
static void drift(const sc_particle_args *args, int i)
{
    sc_particle *p = &args->particles[i];
    sc_drift *f = &args->drifts[i];
    scree_vec2 at = {p->x, p->y};
    scree_vec2 d = {f->dx * args->damping + args->gain_x, f->dy * args->damping + args->gain_y};
    float squared = sc_dot(d, d);
    bool numbers = sc_is_finite(squared);
    float cut = squared > args->max_step * args->max_step ? args->max_step / sqrtf(squared) : 1.0f;
    d = p->inverse_mass > 0.0f ? sc_scale(cut, d) : (scree_vec2){0.0f, 0.0f};
    scree_vec2 to = sc_add(at, d);
    bool good = numbers && sc_is_finite(d.x + d.y) && is_good(to);
    if (!good && p->inverse_mass != 0.0f)
    {
        args->nonfinite_result[i] = 1;
    }
    p->x = f->free_x = good ? to.x : at.x;
    p->y = f->free_y = good ? to.y : at.y;
    f->dx = good ? d.x : 0.0f;
    f->dy = good ? d.y : 0.0f;
}

int sc_twin_drift_particles(const sc_particle_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        drift(args, i);
    }
    return 0;
}

/// How far a particle has come in this substep: from its previous position free - d.
static scree_vec2 travel(const sc_particle *p, const sc_drift *f)
{
    return (scree_vec2){p->x - f->free_x + f->dx, p->y - f->free_y + f->dy};
}

static float hold(float slip, float limit) { return sc_max(-limit, sc_min(slip, limit)); }

static void separate_pair(const sc_particle_args *args, int32_t row_a, int32_t row_b)
{
    sc_particle *a = &args->particles[row_a], *b = &args->particles[row_b];
    scree_vec2 offset = {b->x - a->x, b->y - a->y};
    float squared = sc_dot(offset, offset), sum = a->radius + b->radius;
    float inverse_mass = a->inverse_mass + b->inverse_mass;
    if (!(squared < sum * sum && inverse_mass > 0.0f))
    {
        return;
    }
    float distance = sqrtf(squared), depth = sum - distance, effective_mass = 1.0f / inverse_mass;
    scree_vec2 normal =
        distance > 0.0f ? sc_scale(1.0f / distance, offset) : (scree_vec2){1.0f, 0.0f};
    scree_vec2 correction = sc_scale(depth * effective_mass, normal);
    if (args->friction > 0.0f)
    {
        scree_vec2 slide = sc_sub(travel(b, &args->drifts[row_b]), travel(a, &args->drifts[row_a]));
        scree_vec2 tangent = {normal.y, -normal.x};
        float held = hold(sc_dot(slide, tangent), args->friction * depth);
        correction = sc_sub(correction, sc_scale(held * effective_mass, tangent));
    }
    a->x -= a->inverse_mass * correction.x;
    a->y -= a->inverse_mass * correction.y;
    b->x += b->inverse_mass * correction.x;
    b->y += b->inverse_mass * correction.y;
}

int sc_twin_push_particles(const sc_particle_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        separate_pair(args, args->a[i], args->b[i]);
    }
    return 0;
}

/// Back onto the circle on which it touches the container from inside, less the part held by
/// friction.
static scree_vec2 keep_in_disc(const sc_particle_args *args, scree_vec2 at, float radius,
                               scree_vec2 from)
{
    scree_vec2 center = {args->center_x, args->center_y}, offset = sc_sub(at, center);
    float limit = sc_max(args->size_x - radius, 0.0f), squared = sc_dot(offset, offset);
    if (!(squared > limit * limit))
    {
        return at;
    }
    float distance = sqrtf(squared);
    scree_vec2 normal = sc_scale(1.0f / distance, offset), tangent = {normal.y, -normal.x};
    float held = hold(sc_dot(from, tangent), args->friction * (distance - limit));
    offset = sc_sub(sc_sub(at, sc_scale(held, tangent)), center);
    squared = sc_dot(offset, offset);
    distance = squared > 0.0f ? sqrtf(squared) : 1.0f;
    return sc_add(center, sc_scale(limit / distance, offset));
}

static scree_vec2 keep_in_box(const sc_particle_args *args, scree_vec2 at, float radius,
                              scree_vec2 from)
{
    scree_vec2 center = {args->center_x, args->center_y}, offset = sc_sub(at, center);
    scree_vec2 limits = {sc_max(args->size_x - radius, 0.0f), sc_max(args->size_y - radius, 0.0f)};
    float over_x = sc_max(fabsf(offset.x) - limits.x, 0.0f);
    float over_y = sc_max(fabsf(offset.y) - limits.y, 0.0f);
    if (!(over_x > 0.0f || over_y > 0.0f))
    {
        return at;
    }
    offset.y = offset.y - hold(from.y, args->friction * over_x);
    offset.x = offset.x - hold(from.x, args->friction * over_y);
    offset.x = sc_max(-limits.x, sc_min(offset.x, limits.x));
    offset.y = sc_max(-limits.y, sc_min(offset.y, limits.y));
    return sc_add(offset, center);
}

static bool is_beyond(const sc_particle_args *args, int i, scree_vec2 at, float slack)
{
    scree_vec2 offset = {at.x - args->listed_x[i], at.y - args->listed_y[i]};
    float skin = args->skin[i] + slack;
    return sc_dot(offset, offset) > skin * skin;
}

static void place(const sc_particle_args *args, int i)
{
    sc_particle *p = &args->particles[i];
    sc_drift *f = &args->drifts[i];
    scree_vec2 at = {p->x, p->y};
    if (p->inverse_mass > 0.0f && args->container == SC_CONTAINER_CIRCLE)
    {
        at = keep_in_disc(args, at, p->radius, travel(p, f));
    }
    else if (p->inverse_mass > 0.0f && args->container == SC_CONTAINER_BOX)
    {
        at = keep_in_box(args, at, p->radius, travel(p, f));
    }
    bool good = is_good(at);
    if (!good && p->inverse_mass > 0.0f)
    {
        args->nonfinite_result[i] = 1;
    }
    at = good ? at : (scree_vec2){f->free_x, f->free_y};
    p->x = at.x;
    p->y = at.y;
    // Verlet: each displacement of the particle also changes its velocity.
    f->dx = good ? f->dx + (at.x - f->free_x) : 0.0f;
    f->dy = good ? f->dy + (at.y - f->free_y) : 0.0f;
    f->free_x = at.x;
    f->free_y = at.y;
}

int sc_twin_finish_particles(const sc_particle_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        place(args, i);
    }
    return 0;
}

int sc_twin_finish_and_drift(const sc_particle_args *args, int begin, int end)
{
    bool far = false;
    for (int i = begin; i < end; i++)
    {
        place(args, i);
        drift(args, i);
        const sc_particle *p = &args->particles[i];
        scree_vec2 at = {p->x, p->y};
        far = far || (p->inverse_mass > 0.0f && is_beyond(args, i, at, args->slack));
    }
    return far;
}

int sc_twin_test_skins(const sc_particle_args *args, int begin, int end)
{
    bool far = false;
    for (int i = begin; i < end; i++)
    {
        const sc_particle *p = &args->particles[i];
        const sc_drift *f = &args->drifts[i];
        scree_vec2 at = {p->x + args->ahead * f->dx, p->y + args->ahead * f->dy};
        far = far || (p->inverse_mass > 0.0f && is_beyond(args, i, at, 0.0f));
    }
    return far;
}
