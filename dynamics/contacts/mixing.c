#include "dynamics/contacts/mixing.h"

#include "dynamics/contacts/contact_set.h"
#include "simd/contact_block.h"

#include "core/limits.h"
#include "core/maths.h"

/// The smallest number of slots of a pair table. An empty table may keep them.
#define MIN_PAIR_CAPACITY 16

/// The largest coefficient or surface speed of a contact.
#define MAX_VALUE SC_MAX_COEFFICIENT

static const sc_field fields[] = {SC_FIELD(sc_mixing, sc_mixed_pair, pairs, SC_STATE, "iifffffb")};
static const sc_table table = SC_TABLE(sc_mixing, fields, pair_capacity);
const sc_store sc_mixing_store = {"pair materials", &table, 1};

static float mix_friction(scree_friction_mixing rule, float a, float b)
{
    switch (rule)
    {
    case SCREE_FRICTION_EUCLIDEAN:
        return sqrtf(a * a + b * b);
    case SCREE_FRICTION_AVERAGE:
        return 0.5f * (a + b);
    case SCREE_FRICTION_PRODUCT:
        return a * b;
    case SCREE_FRICTION_MIN:
        return sc_min(a, b);
    case SCREE_FRICTION_MAX:
        return sc_max(a, b);
    default:
        return sqrtf(a * b);
    }
}

/// The slot that a pair hashes to. User ids are often consecutive or multiples: with the finalizer
/// of splitmix64 (Steele, Lea, Flood), every bit of both affects the slot.
static int home_of(uint32_t first, uint32_t second, int capacity)
{
    uint64_t x = (uint64_t)first << 32 | second;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (int)((x ^ x >> 31) & (uint64_t)(capacity - 1));
}

/// The slot of the entry, or the free slot where it would go. The table must have a free slot.
static int find_pair(const sc_mixing *mixing, uint32_t first, uint32_t second)
{
    int at = home_of(first, second, mixing->pair_capacity);
    const sc_mixed_pair *pairs = mixing->pairs;
    while (pairs[at].used && (pairs[at].first != first || pairs[at].second != second))
    {
        at = (at + 1) & (mixing->pair_capacity - 1);
    }
    return at;
}

/// Moves all entries to a table of another capacity. Returns false and changes nothing if out of
/// memory.
static bool rehash_pairs(sc_mixing *mixing, sc_memory *memory, int capacity)
{
    sc_mixing fresh = {0};
    if (!sc_table_resize(&table, &fresh, memory, capacity))
    {
        return false;
    }
    for (int i = 0; i < mixing->pair_capacity; ++i)
    {
        const sc_mixed_pair *pair = mixing->pairs + i;
        if (pair->used)
        {
            fresh.pairs[find_pair(&fresh, pair->first, pair->second)] = *pair;
        }
    }
    sc_store_release(&sc_mixing_store, mixing, memory);
    mixing->pairs = fresh.pairs;
    mixing->pair_capacity = capacity;
    return true;
}

bool sc_mixing_reserve(sc_mixing *mixing, sc_memory *memory, int count)
{
    int64_t capacity = mixing->pair_capacity;
    while (count > capacity / 2)
    {
        capacity = capacity > 0 ? 2 * capacity : MIN_PAIR_CAPACITY;
    }
    return capacity == mixing->pair_capacity ||
           (capacity <= INT32_MAX && rehash_pairs(mixing, memory, (int)capacity));
}

void sc_mixing_clear(sc_mixing *mixing)
{
    if (mixing->pair_capacity > 0)
    {
        memset(mixing->pairs, 0, sizeof *mixing->pairs * (size_t)mixing->pair_capacity);
    }
    mixing->pair_count = 0;
}

/// Limits a value to [0, MAX_VALUE]. NaN becomes 0.
static float at_least_zero(float x) { return x > 0.0f ? sc_min(x, MAX_VALUE) : 0.0f; }

scree_contact_material sc_clamp_surface(const scree_contact_material *mixed)
{
    float friction = at_least_zero(mixed->friction),
          restitution = at_least_zero(mixed->restitution);
    const float x = mixed->tangent_speed;
    return (scree_contact_material){.friction = friction,
                                    .static_friction =
                                        sc_max(at_least_zero(mixed->static_friction), friction),
                                    .restitution = sc_min(restitution, 1.0f),
                                    .rolling_resistance = at_least_zero(mixed->rolling_resistance),
                                    .tangent_speed = x >= 0.0f  ? sc_min(x, MAX_VALUE)
                                                     : x < 0.0f ? sc_max(x, -MAX_VALUE)
                                                                : 0.0f};
}

scree_contact_material sc_mix(const sc_mixing *mixing, const scree_material *a,
                              const scree_material *b, float radius)
{
    float rest_a = sc_max(a->friction, a->static_friction),
          rest_b = sc_max(b->friction, b->static_friction);
    scree_contact_material mixed = {
        .friction = mix_friction(mixing->friction, a->friction, b->friction),
        .static_friction = mix_friction(mixing->friction, rest_a, rest_b),
        .restitution = mixing->restitution == SCREE_RESTITUTION_MIN
                           ? sc_min(a->restitution, b->restitution)
                       : mixing->restitution == SCREE_RESTITUTION_PRODUCT
                           ? a->restitution * b->restitution
                           : sc_max(a->restitution, b->restitution),
        .rolling_resistance = sc_max(a->rolling_resistance, b->rolling_resistance) * radius,
        // The surface of each shape runs clockwise round that shape, so the two speeds add up at
        // the contact.
        .tangent_speed = a->tangent_speed + b->tangent_speed};
    if (mixing->pair_count > 0)
    {
        uint32_t first = a->user_id < b->user_id ? a->user_id : b->user_id;
        uint32_t second = a->user_id < b->user_id ? b->user_id : a->user_id;
        const sc_mixed_pair *pair = mixing->pairs + find_pair(mixing, first, second);
        mixed = pair->used ? pair->mixed : mixed;
    }
    if (mixing->callback != NULL)
    {
        mixing->callback(a, b, &mixed, mixing->context);
    }
    return sc_clamp_surface(&mixed);
}

bool sc_mixing_set_pair(sc_mixing *mixing, sc_memory *memory, uint32_t a, uint32_t b,
                        const scree_contact_material *mixed)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    int at = mixing->pair_capacity > 0 ? find_pair(mixing, first, second) : -1;
    bool present = at >= 0 && mixing->pairs[at].used;
    if (mixed == NULL)
    {
        if (present)
        {
            // Move later entries back instead of leaving a tombstone, so that lookups depend only
            // on the present entries.
            int free = at;
            sc_mixed_pair *pairs = mixing->pairs;
            int capacity = mixing->pair_capacity, mask = capacity - 1;
            for (int next = (free + 1) & mask; pairs[next].used; next = (next + 1) & mask)
            {
                // An entry may move back to the free slot unless its home slot lies after that
                // slot.
                int home = home_of(pairs[next].first, pairs[next].second, capacity);
                if (((next - home) & mask) >= ((next - free) & mask))
                {
                    pairs[free] = pairs[next];
                    free = next;
                }
            }
            pairs[free] = (sc_mixed_pair){0};
            --mixing->pair_count;
            // In a table of half the capacity, less than a quarter of the slots would be used. The
            // entry is removed even if there is no memory for the smaller table.
            if (capacity > MIN_PAIR_CAPACITY && mixing->pair_count < capacity / 8)
            {
                (void)rehash_pairs(mixing, memory, capacity / 2);
            }
        }
        return true;
    }
    if (!present)
    {
        if (!sc_mixing_reserve(mixing, memory, mixing->pair_count + 1))
        {
            return false;
        }
        at = find_pair(mixing, first, second);
        ++mixing->pair_count;
    }
    mixing->pairs[at] =
        (sc_mixed_pair){.first = first, .second = second, .mixed = *mixed, .used = true};
    return true;
}

scree_contact_material sc_mix_shapes(const sc_step *step, int32_t a, int32_t b)
{
    SC_ASSERT(a > 0 && b > 0);
    const sc_shapes *shapes = step->shapes;
    float radius = sc_max(shapes->local[a].radius, shapes->local[b].radius);
    return sc_mix(step->mixing, &shapes->material[a], &shapes->material[b], radius);
}

void sc_set_surface(sc_contacts *contacts, int32_t i, const scree_contact_material *mixed)
{
    SC_ASSERT(i >= SC_BLOCK && i < contacts->capacity);
    contacts->surface[i] = (sc_surface){mixed->static_friction, mixed->restitution,
                                        mixed->rolling_resistance, mixed->tangent_speed};
    contacts->friction[i] = mixed->friction;
    int traits = mixed->static_friction > mixed->friction || mixed->rolling_resistance > 0.0f ||
                         mixed->tangent_speed != 0.0f
                     ? SC_BLOCK_SURFACE
                     : 0;
    contacts->traits[i] =
        (uint8_t)(traits | (mixed->restitution > 0.0f ? SC_BLOCK_RESTITUTION : 0));
}

void sc_mix_contact(const sc_step *step, sc_contacts *contacts, int32_t i)
{
    const scree_contact_material mixed = sc_mix_shapes(step, contacts->a[i], contacts->b[i]);
    sc_set_surface(contacts, i, &mixed);
}

void sc_remix_contacts(const sc_step *step, sc_contacts *contacts)
{
    const sc_shapes *shapes = step->shapes;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c] + contacts->count[c] - 1; i >= contacts->first[c]; --i)
        {
            int flags = shapes->flags[contacts->a[i]] | shapes->flags[contacts->b[i]];
            if (shapes->remix_all || flags & SC_SHAPE_REMIX)
            {
                sc_mix_contact(step, contacts, i);
                ++contacts->version;
            }
        }
    }
}
