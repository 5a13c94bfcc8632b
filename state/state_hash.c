/// The hash of all state that decides how a world continues.
#include "core/assert.h"
#include "core/hash.h"
#include "state/state_fields.h"

#include <string.h>

bool sc_is_state(const sc_field *field)
{
    return field->role != SC_CACHE && strchr(field->format, 'p') == NULL &&
           strcmp(field->name, "sc_shapes.flags") != 0;
}

/// The fields of a table that are state, as bits.
static uint64_t state_fields(const sc_table *table)
{
    uint64_t fields = 0;
    SC_ASSERT(table->field_count <= 64);
    for (int f = 0; f < table->field_count; ++f)
    {
        fields |= (uint64_t)sc_is_state(&table->fields[f]) << f;
    }
    return fields;
}

/// Hashes the elements [begin, end) of these fields.
static uint64_t hash_fields(uint64_t hash, const sc_table *table, uint64_t fields,
                            const void *store, int32_t begin, int32_t end)
{
    for (int f = 0; f < table->field_count; ++f)
    {
        for (int32_t i = begin; i < end && (fields >> f & 1) != 0; ++i)
        {
            hash = sc_field_hash(hash, &table->fields[f], store, i, false);
        }
    }
    return sc_hash_word(hash, (uint32_t)(end - begin));
}

/// Hashes the elements [begin, end) of a table.
static uint64_t hash_range(uint64_t hash, const sc_table *table, const void *store, int32_t begin,
                           int32_t end)
{
    return hash_fields(hash, table, state_fields(table), store, begin, end);
}

/// Hashes the elements of live slots. If `row` is not null, the elements are stored by row.
static uint64_t hash_live(uint64_t hash, const sc_table *table, const void *store,
                          const sc_ids *ids, const int32_t *row)
{
    const uint64_t fields = state_fields(table);
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        const int32_t at = row != NULL && sc_slot_is_live(ids, slot) ? row[slot] : slot;
        hash = sc_slot_is_live(ids, slot) ? hash_fields(hash, table, fields, store, at, at + 1)
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

void sc_state_particle_numbers(const scree_particle_settings *settings,
                               sc_state_setting numbers[SC_STATE_PARTICLE_NUMBERS])
{
    const sc_state_setting now[] = {
        FLOAT_OF(settings->damping, "particle.damping"),
        FLOAT_OF(settings->friction, "particle.friction"),
        FLOAT_OF(settings->max_speed, "particle.max_speed"),
        FLOAT_OF(settings->container_size.x, "particle.container_size.x"),
        FLOAT_OF(settings->container_size.y, "particle.container_size.y"),
        FLOAT_OF(settings->container_center.x, "particle.container_center.x"),
        FLOAT_OF(settings->container_center.y, "particle.container_center.y"),
    };
    _Static_assert(sizeof now / sizeof *now == SC_STATE_PARTICLE_NUMBERS, "");
    memcpy(numbers, now, sizeof now);
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

static uint64_t hash_long(uint64_t hash, uint64_t word)
{
    return sc_hash_word(sc_hash_word(hash, (uint32_t)word), (uint32_t)(word >> 32));
}

static uint64_t hash_particle_settings(uint64_t hash, const scree_particle_settings *settings)
{
    sc_state_setting numbers[SC_STATE_PARTICLE_NUMBERS];
    sc_state_particle_numbers(settings, numbers);
    for (int i = 0; i < SC_STATE_PARTICLE_NUMBERS; ++i)
    {
        hash = sc_hash_float(hash, numbers[i].value);
    }
    hash = sc_hash_word(hash, (uint32_t)settings->container);
    // Leave out the filter if it is the default one.
    const scree_particle_settings usual = scree_particle_settings_default();
    return settings->category == usual.category && settings->mask == usual.mask
               ? hash
               : hash_long(hash_long(hash, settings->category), settings->mask);
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
    sc_state_setting settings[SC_STATE_SETTINGS];
    sc_state_settings_of(world, settings);
    for (int i = 0; i < SC_STATE_SETTINGS; ++i)
    {
        hash = sc_hash_word(sc_hash_float(hash, settings[i].value), settings[i].word);
    }
    hash = hash_long(hash, sc_state_pairs(&world->mixing));
    hash = hash_live(hash, &sc_body_store.tables[1], bodies, &bodies->ids, bodies->row);
    hash = hash_live(hash, &sc_shape_store.tables[0], shapes, &shapes->ids, NULL);
    hash = hash_range(hash, &sc_shape_store.tables[1], shapes, 0, shapes->geometry_used);
    hash = hash_live(hash, &sc_chain_store.tables[0], &world->chains, &world->chains.ids, NULL);
    hash = hash_live(hash, &sc_joint_store.tables[0], &world->joints, &world->joints.ids, NULL);
    hash = hash_contacts(hash, &world->contacts);
    hash = hash_contacts(hash, &sleep->contacts);
    // Bodies that have not been in a step have no element, or a cleared one.
    const sc_table *resting = &sc_sleep_store.tables[0];
    const uint64_t fields = state_fields(resting);
    for (int32_t slot = 1; slot < bodies->ids.used && slot < sleep->capacity; ++slot)
    {
        if (sc_slot_is_live(&bodies->ids, slot) &&
            !sc_table_is_clear(resting, sleep, slot, slot + 1))
        {
            hash = hash_fields(sc_hash_word(hash, (uint32_t)slot), resting, fields, sleep, slot,
                               slot + 1);
        }
    }
    const sc_circles *circles = &world->circles;
    hash = hash_particle_settings(hash, &circles->settings);
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
