#include "core/mixing.h"

#include "core/limits.h"
#include "core/maths.h"

#include <string.h>

/// Largest coefficient or surface speed that a contact is given.
#define MOST SC_MAX_COEFFICIENT

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

static float mix_restitution(scree_restitution_mixing rule, float a, float b)
{
    switch (rule)
    {
    case SCREE_RESTITUTION_MIN:
        return sc_min(a, b);
    case SCREE_RESTITUTION_PRODUCT:
        return a * b;
    default:
        return sc_max(a, b);
    }
}

/// Index of the entry, or where it would go.
static int find_pair(const sc_mixing *mixing, uint32_t first, uint32_t second)
{
    int low = 0, high = mixing->pair_count;
    while (low < high)
    {
        int middle = (low + high) / 2;
        const sc_mixed_pair *pair = mixing->pairs + middle;
        bool before = pair->first < first || (pair->first == first && pair->second < second);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool holds(const sc_mixing *mixing, int at, uint32_t first, uint32_t second)
{
    return at < mixing->pair_count && mixing->pairs[at].first == first &&
           mixing->pairs[at].second == second;
}

/// Within [0, MOST]; not a number: 0.
static float at_least_zero(float x) { return x > 0.0f ? sc_min(x, MOST) : 0.0f; }

static float clamp_speed(float x)
{
    return x >= 0.0f ? sc_min(x, MOST) : x < 0.0f ? sc_max(x, -MOST) : 0.0f;
}

sc_surface sc_mix(const sc_mixing *mixing, const scree_material *a, const scree_material *b,
                  float radius)
{
    float rest_a = sc_max(a->friction, a->static_friction),
          rest_b = sc_max(b->friction, b->static_friction);
    scree_contact_material mixed = {
        .friction = mix_friction(mixing->friction, a->friction, b->friction),
        .static_friction = mix_friction(mixing->friction, rest_a, rest_b),
        .restitution = mix_restitution(mixing->restitution, a->restitution, b->restitution),
        .rolling_resistance = sc_max(a->rolling_resistance, b->rolling_resistance) * radius,
        // Each surface runs clockwise round its own shape, so at the contact the two add up.
        .tangent_speed = a->tangent_speed + b->tangent_speed};
    uint32_t first = a->user_id < b->user_id ? a->user_id : b->user_id;
    uint32_t second = a->user_id < b->user_id ? b->user_id : a->user_id;
    int at = find_pair(mixing, first, second);
    if (holds(mixing, at, first, second))
    {
        mixed = mixing->pairs[at].mixed;
    }
    if (mixing->callback != NULL)
    {
        mixing->callback(mixing->user, a, b, &mixed);
    }
    float friction = at_least_zero(mixed.friction), restitution = at_least_zero(mixed.restitution);
    return (sc_surface){.friction = friction,
                        .static_friction = sc_max(at_least_zero(mixed.static_friction), friction),
                        .restitution = sc_min(restitution, 1.0f),
                        .rolling_resistance = at_least_zero(mixed.rolling_resistance),
                        .tangent_speed = clamp_speed(mixed.tangent_speed)};
}

bool sc_mixing_set_pair(sc_mixing *mixing, sc_memory *memory, uint32_t a, uint32_t b,
                        const scree_contact_material *mixed)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    int at = find_pair(mixing, first, second);
    bool present = holds(mixing, at, first, second);
    sc_mixed_pair *pairs = mixing->pairs;
    if (mixed == NULL)
    {
        if (present)
        {
            memmove(pairs + at, pairs + at + 1,
                    sizeof *pairs * (size_t)(--mixing->pair_count - at));
        }
        return true;
    }
    if (!present)
    {
        if (mixing->pair_count == mixing->pair_capacity)
        {
            int grown = sc_grown(mixing->pair_capacity, mixing->pair_count + 1);
            sc_array array = {(void **)&mixing->pairs, sizeof *mixing->pairs};
            if (!sc_resize_arrays(memory, &array, 1, (size_t)mixing->pair_capacity, (size_t)grown))
            {
                return false;
            }
            mixing->pair_capacity = grown;
            pairs = mixing->pairs;
        }
        memmove(pairs + at + 1, pairs + at, sizeof *pairs * (size_t)(mixing->pair_count++ - at));
    }
    pairs[at] = (sc_mixed_pair){first, second, *mixed};
    return true;
}

void sc_mixing_release(sc_mixing *mixing, sc_memory *memory)
{
    sc_release(memory, mixing->pairs, sizeof *mixing->pairs * (size_t)mixing->pair_capacity);
}
