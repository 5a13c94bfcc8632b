/// Views of a world: live arrays, counters, hash, times of stages.
#include "core/hash.h"
#include "world/checks.h"
#include "world/contact_queries.h"

scree_body_view scree_world_bodies(scree_world *world)
{
    if (world == NULL)
    {
        return (scree_body_view){0};
    }
    sc_note_view(world, SC_VIEW_BODIES);
    sc_bodies *b = &world->bodies;
    return (scree_body_view){.count = sc_body_count(b),
                             .dynamic_count = b->count[SC_GROUP_DYNAMIC],
                             .moving_count = sc_moving_count(b),
                             .asleep_count = b->count[SC_GROUP_ASLEEP],
                             .id = b->id,
                             .x = b->x,
                             .y = b->y,
                             .cos = b->cos,
                             .sin = b->sin,
                             .vx = b->vx,
                             .vy = b->vy,
                             .w = b->w};
}

int scree_world_write_instances(const scree_world *world, float *instances, int capacity)
{
    if (world == NULL)
    {
        return 0;
    }
    const sc_bodies *b = &world->bodies;
    const int count = sc_body_count(b);
    for (int i = 0; instances != NULL && i < count && i < capacity; ++i)
    {
        float *out = instances + 4 * (ptrdiff_t)i;
        out[0] = b->x[i];
        out[1] = b->y[i];
        out[2] = b->cos[i];
        out[3] = b->sin[i];
    }
    return count;
}

/// Adds the hashed fields of elements [0, count), or of the elements in use in the order of slots.
static uint64_t hash_table(uint64_t hash, const sc_table *table, const void *store,
                           const sc_ids *ids, const int32_t *row, int count)
{
    const float *fields[8];
    int field_count = 0;
    for (int i = 0; i < table->field_count; ++i)
    {
        if (table->fields[i].role == SC_HASHED)
        {
            fields[field_count++] = sc_field_data(&table->fields[i], store);
        }
    }
    for (int32_t i = ids != NULL; i < count; ++i)
    {
        bool live = ids == NULL || (ids->generation[i] & 1u) != 0;
        int32_t at = live && ids != NULL ? row[i] : i;
        for (int k = 0; live && k < field_count; ++k)
        {
            hash = sc_hash_float(hash, fields[k][at]);
        }
    }
    return hash;
}

uint64_t scree_world_hash(const scree_world *world)
{
    if (world == NULL)
    {
        return SC_HASH_SEED;
    }
    const sc_bodies *b = &world->bodies;
    const sc_soft_bodies *s = &world->soft;
    const sc_circles *c = &world->circles;
    uint64_t hash = SC_HASH_SEED;
    hash = hash_table(hash, &sc_body_store.tables[1], b, &b->ids, b->row, b->ids.used);
    hash = hash_table(hash, &sc_soft_store.tables[2], s, NULL, NULL, s->vertex_count);
    return hash_table(hash, &sc_circle_store.tables[1], c, &c->ids, c->row, c->ids.used);
}

scree_aabb scree_shape_broadphase_aabb(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = sc_peek_shape(world, shape);
    if (slot == 0)
    {
        return (scree_aabb){0};
    }
    sc_aabb aabb = world->shapes.aabb[slot];
    return (scree_aabb){{aabb.lower_x, aabb.lower_y}, {aabb.upper_x, aabb.upper_y}};
}

scree_counters scree_world_counters(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_counters){0};
    }
    scree_counters counters = world->last;
    counters.bodies = sc_body_count(&world->bodies);
    counters.asleep_bodies = world->bodies.count[SC_GROUP_ASLEEP];
    counters.dynamic_bodies = world->bodies.count[SC_GROUP_DYNAMIC] + counters.asleep_bodies;
    counters.shapes = world->shapes.count;
    sc_count_contacts(world, &counters);
    counters.particles = world->circles.count;
    counters.particle_pairs = world->circles.listed ? world->circles.pair_count : 0;
    counters.stopped_particles = world->circles.stopped_count;
    counters.bytes = world->memory.bytes;
    counters.soft_bodies = world->soft.body_count;
    counters.soft_vertices = world->soft.vertex_count;
    counters.soft_edges = world->soft.edge_count;
    counters.contact_bytes = sc_store_bytes(&sc_contact_store, &world->contacts) +
                             sc_store_bytes(&sc_contact_store, &world->sleep.contacts);
    counters.body_bytes = sc_store_bytes(&sc_body_store, &world->bodies) +
                          sc_store_bytes(&sc_shape_store, &world->shapes);
    return counters;
}

int scree_stage_count(void) { return SC_STAGE_COUNT; }

const char *scree_stage_name(int stage) { return sc_stage_label(stage); }

double scree_world_stage_ms(const scree_world *world, int stage)
{
    bool known = world != NULL && stage >= 0 && stage < SC_STAGE_COUNT;
    return known ? (double)world->profile.duration[stage] * 1e-6 : 0.0;
}

scree_stage_work scree_world_stage_work(const scree_world *world, int stage)
{
    bool known = world != NULL && stage >= 0 && stage < SC_STAGE_COUNT;
    scree_stage_work work = known ? world->profile.work[stage] : (scree_stage_work){0};
    work.unit = work.unit != NULL ? work.unit : "";
    return work;
}

scree_result scree_world_set_trace(scree_world *world, scree_trace_level level,
                                   scree_trace_callback *callback, void *context)
{
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_NUMBER(__func__, (int)level, SCREE_TRACE_STEP, SCREE_TRACE_PASS, "level");
    world->profile.level = level;
    world->profile.trace = callback;
    world->profile.context = context;
    return SCREE_OK;
}

double scree_world_stage_start_ms(const scree_world *world, int stage)
{
    bool known = world != NULL && stage >= 0 && stage < SC_STAGE_COUNT;
    return known ? (double)world->profile.begin[stage] * 1e-6 : 0.0;
}
