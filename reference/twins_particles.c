// Twins of the particle passes: position Verlet, one particle or pair at a time.

#include "core/maths.h"
#include "reference/twins.h"
#include "simd/particles.h"

static bool is_good(scree_vec2 at) { return fabsf(at.x) <= 1e8f && fabsf(at.y) <= 1e8f; }

/// x' = x + d, where d = x - x_previous, damped and with gravity's share of a substep.
static void drift(const sc_particle_args *args, int i)
{
    sc_particle *p = &args->particles[i];
    sc_drift *f = &args->drifts[i];
    scree_vec2 at = {p->x, p->y};
    scree_vec2 d = {f->dx * args->damp + args->gain_x, f->dy * args->damp + args->gain_y};
    float way = sc_dot(d, d);
    bool numbers = sc_is_finite(way);
    float cut = way > args->max_step * args->max_step ? args->max_step / sqrtf(way) : 1.0f;
    d = p->inverse_mass > 0.0f ? sc_scale(cut, d) : (scree_vec2){0.0f, 0.0f};
    scree_vec2 to = sc_add(at, d);
    bool good = numbers && sc_is_finite(d.x + d.y) && is_good(to);
    if (!good && p->inverse_mass != 0.0f)
    {
        args->bad[i] = 1;
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
static scree_vec2 came(const sc_particle *p, const sc_drift *f)
{
    return (scree_vec2){p->x - f->free_x + f->dx, p->y - f->free_y + f->dy};
}

static float hold(float slip, float limit) { return sc_max(-limit, sc_min(slip, limit)); }

static void push_pair(const sc_particle_args *args, int32_t row_a, int32_t row_b)
{
    sc_particle *a = &args->particles[row_a], *b = &args->particles[row_b];
    scree_vec2 way = {b->x - a->x, b->y - a->y};
    float squared = sc_dot(way, way), sum = a->radius + b->radius;
    float inverse_mass = a->inverse_mass + b->inverse_mass;
    if (!(squared < sum * sum && inverse_mass > 0.0f))
    {
        return;
    }
    float distance = sqrtf(squared), depth = sum - distance, share = 1.0f / inverse_mass;
    scree_vec2 normal = distance > 0.0f ? sc_scale(1.0f / distance, way) : (scree_vec2){1.0f, 0.0f};
    scree_vec2 push = sc_scale(depth * share, normal);
    if (args->friction > 0.0f)
    {
        scree_vec2 slide = sc_sub(came(b, &args->drifts[row_b]), came(a, &args->drifts[row_a]));
        scree_vec2 tangent = {normal.y, -normal.x};
        float held = hold(sc_dot(slide, tangent), args->friction * depth);
        push = sc_sub(push, sc_scale(held * share, tangent));
    }
    a->x -= a->inverse_mass * push.x;
    a->y -= a->inverse_mass * push.y;
    b->x += b->inverse_mass * push.x;
    b->y += b->inverse_mass * push.y;
}

int sc_twin_push_particles(const sc_particle_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        push_pair(args, args->a[i], args->b[i]);
    }
    return 0;
}

/// Back onto the circle on which it touches the container from inside, less what friction holds.
static scree_vec2 keep_in_disc(const sc_particle_args *args, scree_vec2 at, float radius,
                               scree_vec2 from)
{
    scree_vec2 center = {args->center_x, args->center_y}, way = sc_sub(at, center);
    float limit = sc_max(args->size_x - radius, 0.0f), squared = sc_dot(way, way);
    if (!(squared > limit * limit))
    {
        return at;
    }
    float distance = sqrtf(squared);
    scree_vec2 normal = sc_scale(1.0f / distance, way), tangent = {normal.y, -normal.x};
    float held = hold(sc_dot(from, tangent), args->friction * (distance - limit));
    way = sc_sub(sc_sub(at, sc_scale(held, tangent)), center);
    squared = sc_dot(way, way);
    distance = squared > 0.0f ? sqrtf(squared) : 1.0f;
    return sc_add(center, sc_scale(limit / distance, way));
}

static scree_vec2 keep_in_box(const sc_particle_args *args, scree_vec2 at, float radius,
                              scree_vec2 from)
{
    scree_vec2 center = {args->center_x, args->center_y}, way = sc_sub(at, center);
    scree_vec2 room = {sc_max(args->size_x - radius, 0.0f), sc_max(args->size_y - radius, 0.0f)};
    float over_x = sc_max(fabsf(way.x) - room.x, 0.0f);
    float over_y = sc_max(fabsf(way.y) - room.y, 0.0f);
    if (!(over_x > 0.0f || over_y > 0.0f))
    {
        return at;
    }
    way.y = way.y - hold(from.y, args->friction * over_x);
    way.x = way.x - hold(from.x, args->friction * over_y);
    way.x = sc_max(-room.x, sc_min(way.x, room.x));
    way.y = sc_max(-room.y, sc_min(way.y, room.y));
    return sc_add(way, center);
}

static bool is_beyond(const sc_particle_args *args, int i, scree_vec2 at, float slack)
{
    scree_vec2 gone = {at.x - args->near_x[i], at.y - args->near_y[i]};
    float margin = args->margin[i] + slack;
    return sc_dot(gone, gone) > margin * margin;
}

static void place(const sc_particle_args *args, int i)
{
    sc_particle *p = &args->particles[i];
    sc_drift *f = &args->drifts[i];
    scree_vec2 at = {p->x, p->y};
    if (p->inverse_mass > 0.0f && args->container == SC_CONTAINER_CIRCLE)
    {
        at = keep_in_disc(args, at, p->radius, came(p, f));
    }
    else if (p->inverse_mass > 0.0f && args->container == SC_CONTAINER_BOX)
    {
        at = keep_in_box(args, at, p->radius, came(p, f));
    }
    bool good = is_good(at);
    if (!good && p->inverse_mass > 0.0f)
    {
        args->bad[i] = 1;
    }
    at = good ? at : (scree_vec2){f->free_x, f->free_y};
    p->x = at.x;
    p->y = at.y;
    // Verlet: what moved the particle, moves its velocity.
    f->dx = good ? f->dx + (at.x - f->free_x) : 0.0f;
    f->dy = good ? f->dy + (at.y - f->free_y) : 0.0f;
    f->free_x = at.x;
    f->free_y = at.y;
}

int sc_twin_place_particles(const sc_particle_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        place(args, i);
    }
    return 0;
}

int sc_twin_place_and_drift(const sc_particle_args *args, int begin, int end)
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

int sc_twin_reach_margins(const sc_particle_args *args, int begin, int end)
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
