/// Conditions that must hold after calls and steps.
#include "tests/fuzz/digest.h"
#include "tests/fuzz/fuzz.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define REACH 1e8f

void fuzz_check_twins(fuzz *f)
{
    static fuzz_digest a, b;
    fuzz_digest_take(&a, f->side[0].world);
    fuzz_digest_take(&b, f->side[1].world);
    const char *part = fuzz_digest_compare(&a, &b, f->retried ? FUZZ_DERIVED : FUZZ_ALL);
    if (part != NULL)
    {
        fuzz_find(f, "the two worlds differ in: %s", part);
    }
}

void fuzz_check_counts(fuzz *f)
{
    for (int i = 0; i < 2; ++i)
    {
        const scree_world *world = f->side[i].world;
        scree_counters counters = scree_world_counters(world);
        const int counts[] = {counters.bodies, counters.shapes, counters.particles,
                              counters.soft_bodies, scree_world_joint_count(world)};
        for (int kind = 0; kind < FUZZ_KIND_COUNT; ++kind)
        {
            if (counts[kind] != f->table[kind].live_count)
            {
                fuzz_find(f, "%d objects of kind %d where there should be %d", counts[kind], kind,
                          f->table[kind].live_count);
            }
        }
        if (counters.bytes != (uint64_t)f->side[i].memory.bytes ||
            f->side[i].memory.bad_releases != 0)
        {
            fuzz_find(f, "%llu bytes are held, %lld were taken; %d bad releases",
                      (unsigned long long)counters.bytes, (long long)f->side[i].memory.bytes,
                      f->side[i].memory.bad_releases);
        }
    }
}

static void check_numbers(fuzz *f, const char *what, const float *values, int count, float bound)
{
    for (int i = 0; i < count; ++i)
    {
        if (!(fabsf(values[i]) <= bound))
        {
            fuzz_find(f, "%s %d is %g after a step", what, i, (double)values[i]);
            return;
        }
    }
}

static void check_bodies(fuzz *f, scree_world *world)
{
    scree_body_view view = scree_world_bodies(world);
    check_numbers(f, "x of body", view.x, view.count, REACH);
    check_numbers(f, "y of body", view.y, view.count, REACH);
    check_numbers(f, "cosine of body", view.cos, view.count, 1.01f);
    check_numbers(f, "sine of body", view.sin, view.count, 1.01f);
    check_numbers(f, "vx of body", view.vx, view.count, FLT_MAX);
    check_numbers(f, "vy of body", view.vy, view.count, FLT_MAX);
    check_numbers(f, "spin of body", view.w, view.count, FLT_MAX);
    for (int i = 0; i < view.count; ++i)
    {
        scree_vec2 center = scree_body_center_of_mass(world, view.id[i]);
        float mass = scree_body_mass(world, view.id[i]);
        if (!isfinite(center.x) || !isfinite(center.y) || !isfinite(mass) ||
            !isfinite(scree_body_inertia(world, view.id[i])))
        {
            fuzz_find(f, "mass or centre of body %d is not finite after a step", i);
        }
        float turn = view.cos[i] * view.cos[i] + view.sin[i] * view.sin[i];
        if (!(fabsf(turn - 1.0f) <= 1e-3f))
        {
            fuzz_find(f, "the rotation of body %d has length %g", i, (double)sqrtf(turn));
        }
    }
}

static void check_particles(fuzz *f, scree_world *world)
{
    scree_particle_view view = scree_world_particles(world);
    check_numbers(f, "x of particle", view.x, view.count, REACH);
    check_numbers(f, "y of particle", view.y, view.count, REACH);
    check_numbers(f, "vx of particle", view.vx, view.count, FLT_MAX);
    check_numbers(f, "vy of particle", view.vy, view.count, FLT_MAX);
}

static void check_soft(fuzz *f, scree_world *world)
{
    scree_soft_vertex_view view = scree_world_soft_vertices(world);
    check_numbers(f, "x of vertex", view.x, view.count, REACH);
    check_numbers(f, "y of vertex", view.y, view.count, REACH);
    check_numbers(f, "vx of vertex", view.vx, view.count, FLT_MAX);
    check_numbers(f, "vy of vertex", view.vy, view.count, FLT_MAX);
}

/// The numbers of all contacts, and how many points they have.
static int check_contacts(fuzz *f, scree_world *world, int count)
{
    scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
    int points = 0;
    scree_world_contacts(world, contacts, count);
    for (int i = 0; i < count; ++i)
    {
        const scree_contact *c = &contacts[i];
        float normal[2] = {c->normal.x, c->normal.y};
        check_numbers(f, "normal of contact", normal, 2, 1.01f);
        for (int k = 0; k < c->point_count && k < 2; ++k)
        {
            const scree_contact_point *p = &c->points[k];
            float numbers[] = {p->position.x, p->position.y, p->separation, p->normal_impulse,
                               p->tangent_impulse};
            check_numbers(f, "point of contact", numbers, 5, FLT_MAX);
        }
        if (c->point_count < 1 || c->point_count > 2 || !scree_shape_is_valid(world, c->shape_a) ||
            !scree_shape_is_valid(world, c->shape_b))
        {
            fuzz_find(f, "a contact has %d points, or a shape that is gone", c->point_count);
        }
        points += c->point_count;
    }
    free(contacts);
    return points;
}

static void check_counters(fuzz *f, scree_world *world)
{
    scree_counters counters = scree_world_counters(world);
    scree_body_view bodies = scree_world_bodies(world);
    int contacts = scree_world_contacts(world, NULL, 0);
    int points = check_contacts(f, world, contacts);
    struct
    {
        const char *name;
        int counter, counted;
    } pairs[] = {
        {"bodies", counters.bodies, bodies.count},
        {"dynamic_bodies", counters.dynamic_bodies, bodies.dynamic_count + bodies.asleep_count},
        {"asleep_bodies", counters.asleep_bodies, bodies.asleep_count},
        {"shapes", counters.shapes, scree_world_shapes(world, NULL, 0)},
        {"pairs", counters.pairs, scree_world_pairs(world, NULL, 0)},
        {"contacts", counters.contacts, contacts},
        {"points", counters.points, points},
        {"particles", counters.particles, scree_world_particles(world).count},
        {"particle_pairs", counters.particle_pairs, scree_world_particle_pairs(world, NULL, 0)},
        {"soft_bodies", counters.soft_bodies, scree_world_soft_bodies(world, NULL, 0)},
        {"soft_vertices", counters.soft_vertices, scree_world_soft_vertices(world).count}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
    {
        if (pairs[i].counter != pairs[i].counted)
        {
            fuzz_find(f, "counters.%s is %d, and there are %d", pairs[i].name, pairs[i].counter,
                      pairs[i].counted);
        }
    }
    if (counters.new_pairs < 0 || counters.moved_shapes < 0 || counters.colours < 0 ||
        counters.soft_contacts < 0 || counters.particle_shape_pairs < 0 ||
        !(counters.lane_fill >= 0.0f && counters.lane_fill <= 1.0f) ||
        counters.contacts > counters.pairs || counters.contact_bytes > counters.bytes ||
        counters.body_bytes > counters.bytes)
    {
        fuzz_find(f, "a counter makes no sense");
    }
    scree_residual residual = scree_world_residual(world);
    float numbers[] = {residual.rms, residual.max};
    check_numbers(f, "residual", numbers, 2, FLT_MAX);
    fuzz_totals *totals = f->totals;
    totals->max_bodies =
        counters.bodies > totals->max_bodies ? counters.bodies : totals->max_bodies;
    totals->max_contacts = contacts > totals->max_contacts ? contacts : totals->max_contacts;
    totals->max_particles =
        counters.particles > totals->max_particles ? counters.particles : totals->max_particles;
    totals->max_vertices = counters.soft_vertices > totals->max_vertices ? counters.soft_vertices
                                                                         : totals->max_vertices;
}

void fuzz_note_bound(fuzz *f, const scree_world *world)
{
    scree_counters c = scree_world_counters(world);
    int64_t bound =
        512 * 1024 +
        4096 * ((int64_t)c.bodies + c.shapes + c.particles + c.soft_vertices + c.soft_edges) +
        4096 * (int64_t)scree_world_joint_count(world) +
        4096 * ((int64_t)c.pairs + c.new_pairs + c.particle_pairs + c.particle_shape_pairs +
                c.soft_contacts);
    f->max_bound = bound > f->max_bound ? bound : f->max_bound;
}

/// Memory follows what there is, or was in this world: stores grow by half and do not shrink.
static void check_memory(fuzz *f, fuzz_side *side)
{
    scree_counters c = scree_world_counters(side->world);
    fuzz_note_bound(f, side->world);
    if (side->memory.bytes > f->max_bound)
    {
        fuzz_find(f,
                  "%lld bytes for %d bodies, %d shapes, %d pairs, %d particles, %d pairs of "
                  "those, %d vertices",
                  (long long)side->memory.bytes, c.bodies, c.shapes, c.pairs, c.particles,
                  c.particle_pairs, c.soft_vertices);
    }
}

void fuzz_check_step(fuzz *f)
{
    for (int i = 0; i < 2; ++i)
    {
        scree_world *world = f->side[i].world;
        const char *wrong = fuzz_validate(world);
        if (wrong != NULL)
        {
            fuzz_find(f, "not true after a step: %s", wrong);
            return;
        }
        check_bodies(f, world);
        check_particles(f, world);
        check_soft(f, world);
        check_counters(f, world);
        check_memory(f, &f->side[i]);
    }
    if (scree_world_hash(f->side[0].world) != scree_world_hash(f->side[1].world))
    {
        fuzz_find(f, "the hashes of the two worlds differ");
    }
    fuzz_check_twins(f);
}
