/// The hash of all that decides what a world does next.
#include "core/hash.h"
#include "state/state_fields.h"

#include <string.h>

bool sc_is_state(const sc_field *field)
{
    return field->role != SC_CACHE && strchr(field->format, 'p') == NULL &&
           strcmp(field->name, "sc_shapes.flags") != 0;
}

/// Elements [begin, end) of a table.
static uint64_t hash_range(uint64_t hash, const sc_table *table, const void *store, int32_t begin,
                           int32_t end)
{
    for (int f = 0; f < table->field_count; ++f)
    {
        for (int32_t i = begin; i < end && sc_is_state(&table->fields[f]); ++i)
        {
            hash = sc_field_hash(hash, &table->fields[f], store, i, false);
        }
    }
    return sc_hash_word(hash, (uint32_t)(end - begin));
}

/// The elements of live slots, which are those of their rows if there are rows.
static uint64_t hash_live(uint64_t hash, const sc_table *table, const void *store,
                          const sc_ids *ids, const int32_t *row)
{
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        const int32_t at = row != NULL && sc_slot_is_live(ids, slot) ? row[slot] : slot;
        hash = sc_slot_is_live(ids, slot) ? hash_range(hash, table, store, at, at + 1)
                                          : sc_hash_word(hash, ids->generation[slot]);
    }
    return sc_hash_word(hash, (uint32_t)ids->first_free);
}

static uint64_t hash_contacts(uint64_t hash, const sc_contacts *contacts)
{
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t first = contacts->first[c];
        hash = hash_range(hash, &sc_contact_store.tables[0], contacts, first,
                          first + contacts->count[c]);
    }
    return hash;
}

static uint64_t hash_floats(uint64_t hash, const float *values, int count)
{
    for (int i = 0; i < count; ++i)
    {
        hash = sc_hash_float(hash, values[i]);
    }
    return hash;
}

#define FLOAT_OF(value, name)   \
    {                           \
        name, (float)(value), 0 \
    }
#define WORD_OF(value, name)          \
    {                                 \
        name, 0.0f, (uint32_t)(value) \
    }

void sc_state_settings_of(const scree_world *world, sc_state_setting settings[SC_STATE_SETTINGS])
{
    const sc_solver_settings *s = &world->settings;
    const sc_state_setting now[] = {
        FLOAT_OF(s->contact_hertz, "contact_hertz"),
        FLOAT_OF(s->contact_damping_ratio, "contact_damping_ratio"),
        FLOAT_OF(s->push_speed, "contact_push_speed"),
        FLOAT_OF(s->restitution_threshold, "restitution_threshold"),
        FLOAT_OF(s->max_linear_speed, "max_linear_speed"),
        FLOAT_OF(s->erp, "erp"),
        FLOAT_OF(s->position_correction, "position_correction"),
        FLOAT_OF(s->slop, "slop"),
        FLOAT_OF(s->hit_event_threshold, "hit_event_threshold"),
        FLOAT_OF(s->last_h, "last_h"),
        FLOAT_OF(s->last_stiff_h, "last_stiff_h"),
        FLOAT_OF(world->gravity.x, "gravity.x"),
        FLOAT_OF(world->gravity.y, "gravity.y"),
        FLOAT_OF(world->sleep.time_to_sleep, "time_to_sleep"),
        FLOAT_OF(world->lengths.unit, "length_unit"),
        WORD_OF(s->solver, "solver"),
        WORD_OF(s->iterations, "iterations"),
        WORD_OF(s->warm_starting, "warm_starting"),
        WORD_OF(s->direct_joints, "direct_joints"),
        WORD_OF(s->continuous, "enable_continuous"),
        WORD_OF(world->sleep.enabled, "enable_sleep"),
        WORD_OF(world->sleep.steps, "sleep.steps"),
        WORD_OF(world->mixing.friction, "friction_mixing"),
        WORD_OF(world->mixing.restitution, "restitution_mixing"),
        WORD_OF(world->soft.iterations, "soft.iterations"),
        WORD_OF(world->bodies.steps, "steps"),
        WORD_OF(world->mixing.pair_count, "pair_materials"),
    };
    _Static_assert(sizeof now / sizeof *now == SC_STATE_SETTINGS, "");
    memcpy(settings, now, sizeof now);
}

uint64_t sc_state_pairs(const sc_mixing *mixing)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < mixing->pair_capacity; ++i)
    {
        sum += mixing->pairs[i].used
                   ? sc_field_hash(0, &sc_mixing_store.tables[0].fields[0], mixing, i, false)
                   : 0;
    }
    return sum;
}

static uint64_t hash_settings(uint64_t hash, const scree_world *world)
{
    sc_state_setting settings[SC_STATE_SETTINGS];
    sc_state_settings_of(world, settings);
    for (int i = 0; i < SC_STATE_SETTINGS; ++i)
    {
        hash = sc_hash_word(sc_hash_float(hash, settings[i].value), settings[i].word);
    }
    const uint64_t sum = sc_state_pairs(&world->mixing);
    return sc_hash_word(sc_hash_word(hash, (uint32_t)sum), (uint32_t)(sum >> 32));
}

/// The filter of particles, unless it is the default one.
static uint64_t hash_particle_filter(uint64_t hash, const scree_particle_settings *settings)
{
    const scree_particle_settings usual = scree_particle_settings_default();
    const uint64_t words[] = {settings->category, settings->mask};
    if (settings->category == usual.category && settings->mask == usual.mask)
    {
        return hash;
    }
    for (int i = 0; i < 2; ++i)
    {
        hash = sc_hash_word(sc_hash_word(hash, (uint32_t)words[i]), (uint32_t)(words[i] >> 32));
    }
    return hash;
}

uint64_t scree_world_state_hash(const scree_world *world)
{
    uint64_t hash = SC_HASH_SEED;
    if (world == NULL)
    {
        return hash;
    }
    const sc_bodies *bodies = &world->bodies;
    const sc_shapes *shapes = &world->shapes;
    const sc_sleep *sleep = &world->sleep;
    hash = hash_settings(hash, world);
    hash = hash_live(hash, &sc_body_store.tables[1], bodies, &bodies->ids, bodies->row);
    hash = hash_live(hash, &sc_shape_store.tables[0], shapes, &shapes->ids, NULL);
    hash = hash_range(hash, &sc_shape_store.tables[1], shapes, 0, shapes->geometry_used);
    hash = hash_live(hash, &sc_chain_store.tables[0], &world->chains, &world->chains.ids, NULL);
    hash = hash_live(hash, &sc_joint_store.tables[0], &world->joints, &world->joints.ids, NULL);
    hash = hash_contacts(hash, &world->contacts);
    hash = hash_contacts(hash, &sleep->contacts);
    // Bodies that no step has seen have no element, or one that is clear.
    const sc_table *resting = &sc_sleep_store.tables[0];
    for (int32_t slot = 1; slot < bodies->ids.used && slot < sleep->capacity; ++slot)
    {
        if (sc_slot_is_live(&bodies->ids, slot) &&
            !sc_table_is_clear(resting, sleep, slot, slot + 1))
        {
            hash = hash_range(sc_hash_word(hash, (uint32_t)slot), resting, sleep, slot, slot + 1);
        }
    }
    const sc_circles *circles = &world->circles;
    const scree_particle_settings *s = &circles->settings;
    const float values[] = {s->damping,           s->friction,         s->max_speed,
                            s->container_size.x,  s->container_size.y, s->container_center.x,
                            s->container_center.y};
    hash = hash_floats(hash, values, sizeof values / sizeof *values);
    hash = sc_hash_word(hash, (uint32_t)s->container);
    hash = hash_particle_filter(hash, s);
    hash = hash_live(hash, &sc_circle_store.tables[1], circles, &circles->ids, circles->row);
    const sc_soft_bodies *soft = &world->soft;
    const int32_t counts[] = {soft->body_count, soft->vertex_count, soft->edge_count,
                              soft->corner_count};
    for (int i = 0; i < 4; ++i)
    {
        hash = hash_range(hash, &sc_soft_store.tables[1 + i], soft, 0, counts[i]);
    }
    return hash;
}
