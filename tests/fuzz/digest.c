#include "tests/fuzz/digest.h"

#include "world/validate.h"
#include "world/world_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 256

typedef struct taker
{
    fuzz_digest *digest;
    uint64_t hash;
    int32_t *elements;
    int element_count, element_capacity;
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

#define FLOATS(t, array, count) add_floats(t, array, sizeof *(array) * (size_t)(count))
#define WORDS(t, array, count) add_words(t, array, sizeof *(array) * (size_t)(count))

/// Which elements of a table are taken, and in which order.
static int32_t *list_elements(taker *t, int count)
{
    if (count > t->element_capacity)
    {
        t->element_capacity = 2 * count;
        t->elements = realloc(t->elements, sizeof *t->elements * (size_t)t->element_capacity);
    }
    if (t->elements == NULL && count > 0)
    {
        fputs("no memory for the digest\n", stderr);
        abort();
    }
    t->element_count = count;
    return t->elements;
}

static void list_range(taker *t, int32_t begin, int32_t end)
{
    int32_t *elements = list_elements(t, end - begin);
    for (int32_t i = begin; i < end; ++i)
    {
        elements[i - begin] = i;
    }
}

/// The slots in use, or their rows.
static void list_live(taker *t, const sc_ids *ids, const int32_t *row)
{
    int32_t *elements = list_elements(t, ids->used);
    int count = 0;
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        if (ids->generation[slot] & 1u)
        {
            elements[count++] = row != NULL ? row[slot] : slot;
        }
    }
    t->element_count = count;
}

/// The fields of a depth, a part each.
static void take_fields(taker *t, const sc_table *table, const void *store, fuzz_depth depth)
{
    for (int i = 0; i < table->field_count; ++i)
    {
        const sc_field *field = &table->fields[i];
        fuzz_depth of_field = field->role <= SC_STATE ? FUZZ_STATE : FUZZ_DERIVED;
        // take_shapes takes the flags of shapes.
        bool apart = strcmp(field->name, "sc_shapes.flags") == 0;
        if (field->role == SC_CACHE || of_field != depth || apart)
        {
            continue;
        }
        for (int k = 0; k < t->element_count; ++k)
        {
            t->hash = sc_field_hash(t->hash, field, store, t->elements[k], true);
        }
        add(t, (uint64_t)t->element_count);
        end(t, field->name, depth);
    }
}

static void take_table(taker *t, const sc_table *table, const void *store)
{
    take_fields(t, table, store, FUZZ_STATE);
    take_fields(t, table, store, FUZZ_DERIVED);
}

/// The first table of a store, by slot: of free ones only what steps bring up to date.
static void take_slots(taker *t, const sc_store *description, const void *store, const sc_ids *ids)
{
    add(t, (uint64_t)ids->used);
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        add(t, ids->generation[slot]);
    }
    end(t, description->name, FUZZ_STATE);
    list_live(t, ids, NULL);
    take_fields(t, &description->tables[0], store, FUZZ_STATE);
    list_range(t, 1, ids->used);
    take_fields(t, &description->tables[0], store, FUZZ_DERIVED);
    add(t, (uint64_t)ids->first_free);
    end(t, description->name, FUZZ_DERIVED);
}

static void take_bodies(taker *t, const sc_bodies *b)
{
    take_slots(t, &sc_body_store, b, &b->ids);
    list_live(t, &b->ids, b->row);
    take_table(t, &sc_body_store.tables[1], b);
    if (b->keeps_previous)
    {
        list_live(t, &b->ids, NULL);
        take_table(t, &sc_body_store.tables[2], b);
        list_live(t, &b->ids, b->row);
    }
    add(t, (uint64_t)b->locked_count);
    add(t, b->steps);
    add(t, b->forces_pending);
    for (int i = 0; i < t->element_count; ++i)
    {
        // Whether its shapes have the current centre of mass depends on steps, and so does sleep.
        add(t, b->flags[t->elements[i]] &
                   ~(uint64_t)(SC_BODY_RECENTRED | SC_BODY_ASLEEP | SC_BODY_WAKES));
    }
    end(t, "counts and flags of bodies", FUZZ_STATE);
    WORDS(t, b->count, SC_GROUP_COUNT);
    WORDS(t, b->slot, sc_body_count(b));
    end(t, "rows of bodies", FUZZ_DERIVED);
}

static void take_list(taker *t, const sc_list *list)
{
    add(t, (uint64_t)list->count);
    WORDS(t, list->slot, list->count);
}

static void take_shapes(taker *t, const sc_shapes *s)
{
    take_slots(t, &sc_shape_store, s, &s->ids);
    list_range(t, 0, s->geometry_used);
    take_table(t, &sc_shape_store.tables[1], s);
    add(t, (uint64_t)s->geometry_used);
    WORDS(t, s->geometry_free, SC_GEOMETRY_SIZES);
    WORDS(t, s->recent_start, SC_GEOMETRY_RECENT);
    WORDS(t, s->recent_floats, SC_GEOMETRY_RECENT);
    add(t, (uint64_t)s->recent_next);
    end(t, "the pool of geometry", FUZZ_STATE);
    add(t, (uint64_t)s->count);
    add(t, (uint64_t)s->chain_count);
    WORDS(t, s->kind_count, SC_KIND_COUNT);
    WORDS(t, s->asking, SC_ASK_COUNT);
    list_live(t, &s->ids, NULL);
    for (int i = 0; i < t->element_count; ++i)
    {
        int32_t slot = t->elements[i];
        add(t, (s->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) != 0);
        const sc_shape_local *local = &s->local[slot];
        const float fixed[] = {local->cos, local->sin, local->radius, local->bounding_radius,
                               local->inscribed_radius};
        FLOATS(t, fixed, sizeof fixed / sizeof *fixed);
    }
    end(t, "what steps leave alone in shapes", FUZZ_STATE);
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        take_list(t, &s->active[kind]);
    }
    take_list(t, &s->static_list);
    take_list(t, &s->half_spaces);
    end(t, "lists of shapes", FUZZ_DERIVED);
    for (int32_t slot = 1; slot < s->ids.used; ++slot)
    {
        // A step without memory for its list of changed static shapes continues without it.
        add(t, s->flags[slot] & ~(uint64_t)SC_SHAPE_CHANGED);
    }
    end(t, "flags of shapes", FUZZ_DERIVED);
    take_list(t, &s->retired);
    add(t, (uint64_t)s->asks_changed << 3 | (uint64_t)s->remix_all << 2 |
               (uint64_t)s->purge_pending << 1 | s->remix_pending);
    end(t, "shapes that wait for the next step", FUZZ_DERIVED);
    for (int32_t slot = 1; slot < s->ids.used; ++slot)
    {
        // Each step records again the earlier boxes of moving shapes.
        bool kept = s->flags[slot] & SC_SHAPE_STATIC;
        FLOATS(t, s->previous + slot, kept ? 1 : 0);
    }
    end(t, "boxes of static shapes before", FUZZ_DERIVED);
}

static void take_chains(taker *t, const sc_chains *c, const sc_ids *shape_ids)
{
    take_slots(t, &sc_chain_store, c, &c->ids);
    list_live(t, shape_ids, NULL);
    // There are no links beyond.
    while (t->element_count > 0 && t->elements[t->element_count - 1] >= c->link_capacity)
    {
        --t->element_count;
    }
    take_table(t, &sc_chain_store.tables[1], c);
}

static void take_contacts(taker *t, const sc_contacts *c)
{
    int32_t *elements = list_elements(t, sc_contacts_count(c));
    int n = 0;
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        add(t, (uint64_t)c->count[class]);
        for (int32_t i = 0; i < c->count[class]; ++i)
        {
            elements[n++] = c->first[class] + i;
        }
    }
    add(t, (uint64_t)c->touching << 32 | (uint64_t)c->crowded);
    end(t, "counts of contacts", FUZZ_DERIVED);
    take_table(t, &sc_contact_store.tables[0], c);
}

static void take_sleep(taker *t, const sc_sleep *s, const sc_ids *ids)
{
    list_live(t, ids, NULL);
    // Bodies that no step has seen yet have no entry, or one that is clear.
    int kept = 0;
    for (int i = 0; i < t->element_count; ++i)
    {
        int32_t slot = t->elements[i];
        t->elements[kept] = slot;
        kept +=
            slot < s->capacity && !sc_table_is_clear(&sc_sleep_store.tables[0], s, slot, slot + 1);
    }
    t->element_count = kept;
    WORDS(t, t->elements, kept);
    end(t, "bodies that steps have seen", FUZZ_DERIVED);
    take_table(t, &sc_sleep_store.tables[0], s);
    add(t, (uint64_t)s->enabled << 32 | (uint64_t)s->steps);
    add_float(t, s->time_to_sleep);
    end(t, "settings of sleep", FUZZ_STATE);
    take_contacts(t, &s->contacts);
}

static void take_events(taker *t, const sc_events *e)
{
    const int32_t counts[] = {e->begin_count, e->end_count, e->hit_count, e->pending_count};
    for (int i = 0; i < sc_event_store.table_count; ++i)
    {
        list_range(t, 0, counts[i]);
        take_table(t, &sc_event_store.tables[i], e);
    }
    add(t, (uint64_t)e->reported + (uint64_t)e->pending_count);
    end(t, "begins without an end", FUZZ_STATE);
}

static void take_sensors(taker *t, const sc_sensors *s)
{
    const int32_t counts[] = {s->overlap_count, s->begin_count, s->end_count};
    for (int i = 0; i < sc_sensor_store.table_count; ++i)
    {
        list_range(t, 0, counts[i]);
        take_table(t, &sc_sensor_store.tables[i], s);
    }
    add(t, s->mark);
    add(t, (uint64_t)s->recheck << 1 | s->late);
    end(t, "what sensors saw", FUZZ_STATE);
}

static void take_mixing(taker *t, const sc_mixing *m)
{
    // The sum over the entries, which does not depend on where in the table they are.
    uint64_t sum = 0;
    for (int32_t i = 0; i < m->pair_capacity; ++i)
    {
        sum += m->pairs[i].used ? sc_field_hash(0, &sc_mixing_store.tables[0].fields[0], m, i, true)
                                : 0;
    }
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
    take_particle_settings(t, &c->settings);
    take_slots(t, &sc_circle_store, c, &c->ids);
    list_live(t, &c->ids, c->row);
    take_table(t, &sc_circle_store.tables[1], c);
    WORDS(t, c->slot, c->count);
    end(t, "rows of particles", FUZZ_DERIVED);
    add(t, (uint64_t)c->count);
    add(t, (uint64_t)c->stopped_count);
    end(t, "counts of particles", FUZZ_STATE);
    add(t, (uint64_t)c->pair_count << 32 | (uint64_t)c->shape_pair_count);
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

static void take_soft(taker *t, const sc_soft_bodies *s)
{
    take_slots(t, &sc_soft_store, s, &s->ids);
    const int32_t counts[] = {s->body_count, s->vertex_count, s->edge_count, s->corner_count};
    for (int i = 0; i < 4; ++i)
    {
        list_range(t, 0, counts[i]);
        take_table(t, &sc_soft_store.tables[1 + i], s);
    }
    // Gaps may be closed or not.
    int32_t *elements = list_elements(t, s->attachment_count);
    t->element_count = 0;
    for (int32_t i = 0; i < s->attachment_count; ++i)
    {
        elements[t->element_count] = i;
        t->element_count += s->attachments[i].soft_slot != 0;
    }
    take_table(t, &sc_soft_store.tables[5], s);
    add(t, (uint64_t)s->iterations);
    end(t, "settings of soft bodies", FUZZ_STATE);
    add(t, (uint64_t)s->contact_count);
    end(t, "count of soft contacts", FUZZ_DERIVED);
}

static void take_joints(taker *t, const sc_joints *j)
{
    take_slots(t, &sc_joint_store, j, &j->ids);
    list_range(t, 0, j->break_count);
    take_table(t, &sc_joint_store.tables[1], j);
    list_range(t, 0, j->overload_count);
    take_table(t, &sc_joint_store.tables[2], j);
    add(t, (uint64_t)j->count << 32 | (uint64_t)j->breakable_count);
    add(t, (uint64_t)j->break_count << 32 | (uint64_t)j->overload_count);
    add(t, (uint64_t)j->watched_count);
    end(t, "counts of joints", FUZZ_STATE);
}

static void take_settings(taker *t, const scree_world *world)
{
    const sc_solver_settings *s = &world->settings;
    float values[] = {world->lengths.unit,
                      s->contact_hertz,
                      s->contact_damping_ratio,
                      s->push_speed,
                      s->restitution_threshold,
                      s->max_linear_speed,
                      s->erp,
                      s->position_correction,
                      s->slop,
                      s->last_h,
                      s->last_stiff_h,
                      s->hit_event_threshold,
                      world->gravity.x,
                      world->gravity.y};
    FLOATS(t, values, sizeof values / sizeof *values);
    add(t, (uint64_t)s->solver << 32 | (uint64_t)s->iterations);
    add(t, (uint64_t)s->warm_starting << 2 | (uint64_t)s->measure_residual << 1 |
               (uint64_t)world->stepping);
    add(t, (uint64_t)world->profile.level << 2 | (uint64_t)world->profile.measures << 1 |
               (world->profile.trace != NULL));
    add(t, (uint64_t)(world->callbacks.filter != NULL) << 1 | (world->callbacks.pre_solve != NULL));
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
    taker t = {.digest = digest};
    digest->count = 0;
    begin(&t);
    take_bodies(&t, &world->bodies);
    take_shapes(&t, &world->shapes);
    take_chains(&t, &world->chains, &world->shapes.ids);
    take_contacts(&t, &world->contacts);
    take_sleep(&t, &world->sleep, &world->bodies.ids);
    take_events(&t, &world->events);
    take_sensors(&t, &world->sensors);
    take_joints(&t, &world->joints);
    take_mixing(&t, &world->mixing);
    take_particles(&t, &world->circles, world);
    take_soft(&t, &world->soft);
    take_settings(&t, world);
    // Decides when all AABBs are replaced, and so the order of contacts.
    add(&t, (uint64_t)world->broadphase.steady_moves);
    end(&t, "AABBs replaced one by one", FUZZ_DERIVED);
    free(t.elements);
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
