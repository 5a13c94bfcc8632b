#include "tests/fuzz/digest.h"

#include "world/validate.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct taker
{
    fuzz_digest *digest;
    uint64_t hash;
} taker;

static void begin(taker *t) { t->hash = 0x9e3779b97f4a7c15u; }

static void add(taker *t, uint64_t value)
{
    // The mixing step of wyhash and its like, without the wide product.
    t->hash = (t->hash ^ value) * 0xff51afd7ed558ccdu;
    t->hash ^= t->hash >> 32;
}

static void end(taker *t, const char *name, fuzz_depth depth)
{
    fuzz_digest *digest = t->digest;
    if (digest->count == FUZZ_MAX_PARTS)
    {
        fputs("the digest has more parts than room\n", stderr);
        abort();
    }
    digest->part[digest->count++] = (fuzz_part){name, t->hash, depth};
    begin(t);
}

static void add_float(taker *t, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(t, value != value ? 0x7fc00000u : bits);
}

/// Structures of floats and of integers that no float would take for a NaN.
static void add_floats(taker *t, const void *values, size_t bytes)
{
    for (size_t at = 0; at + sizeof(float) <= bytes; at += sizeof(float))
    {
        float value;
        memcpy(&value, (const char *)values + at, sizeof value);
        add_float(t, value);
    }
}

static void add_words(taker *t, const void *values, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t))
    {
        uint64_t value = 0;
        memcpy(&value, (const char *)values + at,
               bytes - at < sizeof value ? bytes - at : sizeof value);
        add(t, value);
    }
}

static void add_id(taker *t, uint64_t id) { add(t, id & 0xffffffffffffu); }

static void add_filter(taker *t, const scree_filter *filter)
{
    add(t, filter->category);
    add(t, filter->mask);
    add(t, (uint64_t)(int64_t)filter->group);
}

#define FLOATS(t, array, count) add_floats(t, array, sizeof *(array) * (size_t)(count))
#define WORDS(t, array, count) add_words(t, array, sizeof *(array) * (size_t)(count))

static void take_ids(taker *t, const sc_ids *ids, const char *live, const char *free_slots)
{
    add(t, (uint64_t)ids->used);
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        add(t, ids->generation[slot]);
    }
    end(t, live, FUZZ_STATE);
    for (int32_t slot = ids->first_free; slot != 0; slot = ids->next_free[slot])
    {
        add(t, (uint64_t)slot);
    }
    end(t, free_slots, FUZZ_DERIVED);
}

static void take_bodies(taker *t, const sc_bodies *b)
{
    int n = sc_body_count(b);
    take_ids(t, &b->ids, "ids of bodies", "free slots of bodies");
    WORDS(t, b->count, SC_GROUP_COUNT);
    add(t, (uint64_t)b->locked_count);
    add(t, b->forces_pending);
    end(t, "counts of bodies", FUZZ_STATE);
    for (int i = 0; i < n; ++i)
    {
        add_id(t, b->id[i].value);
        add(t, (uint64_t)b->row[b->slot[i]]);
    }
    WORDS(t, b->slot, n);
    end(t, "rows of bodies", FUZZ_STATE);
    FLOATS(t, b->x, n);
    FLOATS(t, b->y, n);
    FLOATS(t, b->cos, n);
    FLOATS(t, b->sin, n);
    FLOATS(t, b->pose, n);
    end(t, "poses of bodies", FUZZ_STATE);
    FLOATS(t, b->vx, n);
    FLOATS(t, b->vy, n);
    FLOATS(t, b->w, n);
    end(t, "velocities of bodies", FUZZ_STATE);
    FLOATS(t, b->center_x, n);
    FLOATS(t, b->center_y, n);
    FLOATS(t, b->mass, n);
    FLOATS(t, b->inertia, n);
    FLOATS(t, b->inverse_mass, n);
    FLOATS(t, b->inverse_inertia, n);
    end(t, "masses of bodies", FUZZ_STATE);
    FLOATS(t, b->force_x, n);
    FLOATS(t, b->force_y, n);
    FLOATS(t, b->torque, n);
    end(t, "forces on bodies", FUZZ_STATE);
    FLOATS(t, b->linear_damping, n);
    FLOATS(t, b->angular_damping, n);
    FLOATS(t, b->gravity_scale, n);
    WORDS(t, b->user_data, n);
    WORDS(t, b->type, n);
    for (int i = 0; i < n; ++i)
    {
        // Whether its shapes know of its centre of mass is a matter of steps.
        add(t, b->flags[i] & ~(uint64_t)SC_BODY_RECENTRED);
    }
    end(t, "settings of bodies", FUZZ_STATE);
    // Sums of masses follow from the shapes, and may be there or not: sc_validate has them.
    WORDS(t, b->flags, n);
    end(t, "bodies whose shapes wait for their centres", FUZZ_DERIVED);
    WORDS(t, b->first_shape, n);
    WORDS(t, b->shape_count, n);
    end(t, "lists of shapes by body", FUZZ_STATE);
}

static void take_list(taker *t, const sc_list *list)
{
    add(t, (uint64_t)list->count);
    WORDS(t, list->slot, list->count);
}

/// What calls give a shape: of all slots, for those of shapes that are gone hold still too.
static void take_shapes(taker *t, const sc_shapes *s)
{
    int n = s->ids.used;
    take_ids(t, &s->ids, "ids of shapes", "free slots of shapes");
    add(t, (uint64_t)s->count);
    WORDS(t, s->kind_count, SC_KIND_COUNT);
    end(t, "counts of shapes", FUZZ_STATE);
    for (int32_t slot = 1; slot < n; ++slot)
    {
        if ((s->ids.generation[slot] & 1u) == 0)
        {
            continue;
        }
        add(t, (uint64_t)s->kind[slot] << 8 | s->type[slot]);
        add(t, s->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE));
        add(t, (uint64_t)s->body_slot[slot]);
        add(t, (uint64_t)s->next[slot] << 32 | (uint64_t)s->newer[slot]);
        const sc_shape_local *local = &s->local[slot];
        const float fixed[] = {local->cos, local->sin, local->radius, local->bounding_radius,
                               local->inscribed_radius};
        FLOATS(t, fixed, sizeof fixed / sizeof *fixed);
        FLOATS(t, s->origin[slot], 4);
        add_float(t, s->density[slot]);
        FLOATS(t, s->material + slot, 1);
        add_filter(t, s->filter + slot);
        add(t, (uint64_t)(uintptr_t)s->user_data[slot]);
        int32_t start = s->geometry_start[slot], floats = s->geometry_floats[slot];
        add(t, (uint64_t)start << 32 | (uint64_t)floats);
        add(t, (uint64_t)s->geometry_uses[start / 4]);
        FLOATS(t, s->geometry + start, floats);
    }
    end(t, "shapes", FUZZ_STATE);
    add(t, (uint64_t)s->geometry_used);
    WORDS(t, s->geometry_free, sizeof s->geometry_free / sizeof *s->geometry_free);
    end(t, "the pool of geometry", FUZZ_STATE);
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        take_list(t, &s->active[kind]);
    }
    take_list(t, &s->static_list);
    take_list(t, &s->half_spaces);
    end(t, "lists of shapes", FUZZ_STATE);
    WORDS(t, s->flags, n);
    WORDS(t, s->retired.slot, s->retired.count);
    add(t, (uint64_t)s->remix_all << 2 | (uint64_t)s->purge_pending << 1 | s->remix_pending);
    end(t, "shapes that wait for the next step", FUZZ_DERIVED);
    FLOATS(t, s->local, n);
    FLOATS(t, s->pose, n);
    FLOATS(t, s->aabb, n);
    for (int32_t slot = 1; slot < n; ++slot)
    {
        // Each step notes anew what the boxes of moving shapes were before.
        bool kept = s->flags[slot] & SC_SHAPE_STATIC;
        FLOATS(t, s->previous + slot, kept ? 1 : 0);
    }
    end(t, "boxes of shapes", FUZZ_DERIVED);
}

static void take_contacts(taker *t, const sc_contacts *c)
{
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        int32_t first = c->first[class], n = c->count[class];
        add(t, (uint64_t)n);
        WORDS(t, c->a + first, n);
        WORDS(t, c->b + first, n);
    }
    end(t, "pairs of shapes", FUZZ_DERIVED);
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        int32_t first = c->first[class], n = c->count[class];
        FLOATS(t, c->manifold + first, n);
        WORDS(t, c->point_count + first, n);
    }
    end(t, "manifolds", FUZZ_DERIVED);
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        int32_t first = c->first[class], n = c->count[class];
        FLOATS(t, c->surface + first, n);
        WORDS(t, c->traits + first, n);
    }
    end(t, "surfaces", FUZZ_DERIVED);
}

static void take_mixing(taker *t, const sc_mixing *m)
{
    // The sum over the entries, which does not depend on where in the table they are.
    uint64_t sum = 0;
    for (int i = 0; i < m->pair_capacity; ++i)
    {
        if (m->pairs[i].used)
        {
            begin(t);
            add(t, (uint64_t)m->pairs[i].first << 32 | m->pairs[i].second);
            FLOATS(t, &m->pairs[i].mixed, 1);
            sum += t->hash;
        }
    }
    begin(t);
    add(t, (uint64_t)m->friction << 8 | (uint64_t)m->restitution);
    add(t, (uint64_t)m->pair_count);
    add(t, sum);
    end(t, "the table of surfaces", FUZZ_STATE);
}

static void take_particle_settings(taker *t, const scree_particle_settings *s)
{
    float values[] = {s->damping,           s->friction,         s->max_speed,
                      s->container_size.x,  s->container_size.y, s->container_center.x,
                      s->container_center.y};
    FLOATS(t, values, sizeof values / sizeof *values);
    add(t, (uint64_t)s->container);
    add(t, s->category);
    add(t, s->mask);
    end(t, "settings of particles", FUZZ_STATE);
}

static void take_particles(taker *t, const sc_circles *c, const scree_world *world)
{
    take_ids(t, &c->ids, "ids of particles", "free slots of particles");
    take_particle_settings(t, &c->settings);
    add(t, (uint64_t)c->count);
    for (int32_t slot = 1; slot < c->ids.used; ++slot)
    {
        if ((c->ids.generation[slot] & 1u) == 0)
        {
            continue;
        }
        int32_t row = c->row[slot];
        add(t, (uint64_t)(c->slot[row] == slot));
        add_id(t, c->id[row].value);
        float values[] = {c->x[row],  c->y[row],      c->vx[row],
                          c->vy[row], c->radius[row], c->inverse_mass[row]};
        FLOATS(t, values, sizeof values / sizeof *values);
        add(t, (uint64_t)(uintptr_t)c->user_data[row]);
    }
    end(t, "particles", FUZZ_STATE);
    WORDS(t, c->slot, c->count);
    end(t, "rows of particles", FUZZ_DERIVED);
    add(t, (uint64_t)c->stopped_count);
    end(t, "count of stopped particles", FUZZ_STATE);
    add(t, (uint64_t)c->pair_count << 32 | (uint64_t)c->shape_pair_count);
    enum
    {
        PAIRS = 256
    };
    scree_particle_pair pairs[PAIRS];
    int count = scree_world_particle_pairs(world, pairs, PAIRS);
    add(t, (uint64_t)count);
    for (int i = 0; i < count && i < PAIRS; ++i)
    {
        add_id(t, pairs[i].a.value);
        add_id(t, pairs[i].b.value);
    }
    end(t, "pairs of particles", FUZZ_DERIVED);
}

static void take_soft_body(taker *t, const sc_soft_body *body)
{
    add_id(t, body->id.value);
    int32_t numbers[] = {body->slot,       body->first_vertex, body->vertex_count, body->first_edge,
                         body->edge_count, body->first_corner, body->corner_count};
    WORDS(t, numbers, sizeof numbers / sizeof *numbers);
    float values[] = {body->radius, body->damping, body->gravity_scale, body->friction};
    FLOATS(t, values, sizeof values / sizeof *values);
    add_filter(t, &body->filter);
    add(t, (uint64_t)(uintptr_t)body->user_data);
    add(t, (uint64_t)body->flags);
}

static void take_soft(taker *t, const sc_soft_bodies *s)
{
    take_ids(t, &s->ids, "ids of soft bodies", "free slots of soft bodies");
    add(t, (uint64_t)s->iterations);
    add(t, (uint64_t)s->body_count);
    for (int32_t i = 0; i < s->body_count; ++i)
    {
        take_soft_body(t, s->bodies + i);
    }
    end(t, "soft bodies", FUZZ_STATE);
    FLOATS(t, s->x, s->vertex_count);
    FLOATS(t, s->y, s->vertex_count);
    FLOATS(t, s->vx, s->vertex_count);
    FLOATS(t, s->vy, s->vertex_count);
    FLOATS(t, s->inverse_mass, s->vertex_count);
    FLOATS(t, s->radius, s->vertex_count);
    end(t, "vertices of soft bodies", FUZZ_STATE);
    FLOATS(t, s->edges, s->edge_count);
    WORDS(t, s->corners, s->corner_count);
    end(t, "edges of soft bodies", FUZZ_STATE);
    for (int32_t i = 0; i < s->attachment_count; ++i)
    {
        if (s->attachments[i].soft_slot == 0)
        {
            continue;
        }
        add(t, (uint64_t)s->attachments[i].soft_slot << 32 | (uint64_t)s->attachments[i].vertex);
        add_id(t, s->attachments[i].rigid);
        FLOATS(t, &s->attachments[i].point, 1);
    }
    end(t, "attachments of soft bodies", FUZZ_STATE);
    add(t, (uint64_t)s->contact_count);
    end(t, "count of soft contacts", FUZZ_DERIVED);
}

static void take_settings(taker *t, const scree_world *world)
{
    const sc_solver_settings *s = &world->settings;
    float values[] = {s->contact_hertz,
                      s->contact_damping_ratio,
                      s->push_speed,
                      s->restitution_threshold,
                      s->max_linear_speed,
                      s->erp,
                      s->position_correction,
                      s->slop,
                      s->last_h,
                      world->gravity.x,
                      world->gravity.y};
    FLOATS(t, values, sizeof values / sizeof *values);
    add(t, (uint64_t)s->solver << 32 | (uint64_t)s->iterations);
    add(t, (uint64_t)s->warm_starting << 2 | (uint64_t)s->measure_residual << 1 |
               (uint64_t)world->stepping);
    add(t, (uint64_t)world->profile.level << 1 | (world->profile.trace != NULL));
    end(t, "settings of the world", FUZZ_STATE);
    const scree_counters *c = &world->last;
    int numbers[] = {c->contacts, c->points, c->colours, c->blocks, c->disabled_bodies};
    WORDS(t, numbers, sizeof numbers / sizeof *numbers);
    add_float(t, c->lane_fill);
    end(t, "counters of the last step", FUZZ_STATE);
    add(t, (uint64_t)c->new_pairs << 32 | (uint64_t)c->moved_shapes);
    end(t, "what was new in the last step", FUZZ_ALL);
    add(t, (uint64_t)world->residual.points);
    add_float(t, world->residual.rms);
    add_float(t, world->residual.max);
    end(t, "residual of the last step", FUZZ_STATE);
}

void fuzz_digest_take(fuzz_digest *digest, const scree_world *world)
{
    taker t = {digest, 0};
    digest->count = 0;
    begin(&t);
    take_bodies(&t, &world->bodies);
    take_shapes(&t, &world->shapes);
    take_contacts(&t, &world->contacts);
    take_mixing(&t, &world->mixing);
    take_particles(&t, &world->circles, world);
    take_soft(&t, &world->soft);
    take_settings(&t, world);
}

const char *fuzz_digest_compare(const fuzz_digest *a, const fuzz_digest *b, fuzz_depth depth)
{
    for (int i = 0; i < a->count; ++i)
    {
        if (a->part[i].depth <= depth && a->part[i].hash != b->part[i].hash)
        {
            return a->part[i].name;
        }
    }
    return NULL;
}

const char *fuzz_validate(const scree_world *world) { return sc_validate(world); }

bool fuzz_plant(scree_world *world, fuzz_fault fault)
{
    sc_bodies *bodies = &world->bodies;
    int count = sc_body_count(bodies);
    if (fault == FUZZ_FAULT_NONE || count == 0)
    {
        return false;
    }
    if (fault == FUZZ_FAULT_STRUCTURE)
    {
        ++bodies->locked_count;
        return true;
    }
    // The last row is easily overlooked.
    float *value = fault == FUZZ_FAULT_REFUSED ? bodies->gravity_scale : bodies->w;
    value[count - 1] = fault == FUZZ_FAULT_NOT_FINITE ? nanf("") : value[count - 1] + 1.0f;
    return true;
}
