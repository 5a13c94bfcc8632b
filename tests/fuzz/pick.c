/// Arguments: numbers, pointers and ids, sensible ones and others.
#include "tests/fuzz/fuzz.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

bool fuzz_odds(fuzz *f, int of_256) { return (int)fuzz_byte(&f->stream) < of_256; }

bool fuzz_turns_bad(fuzz *f) { return f->now.hostile && fuzz_odds(f, 96); }

bool fuzz_bool(fuzz *f)
{
    bool value = fuzz_odds(f, 128);
    fuzz_say(f, " %d", value);
    return value;
}

static float special_float(fuzz *f)
{
    static const float values[] = {
        0.0f,  1e-45f, 1e-39f,  FLT_MIN, 1e-30f, 1e-20f,  1e-12f,  1e-6f,    1e-4f, 0.005f, 0.1f,
        1.0f,  2.5f,   1e3f,    1e4f,    1e6f,   9.9e6f,  1e8f,    1.1e8f,   1e10f, 1e12f,  1e15f,
        1e20f, 1e30f,  3.3e37f, 1e38f,   3e38f,  FLT_MAX, FLT_MAX, INFINITY, NAN};
    uint32_t choice = fuzz_byte(&f->stream);
    float value;
    if ((choice & 127) < 96)
    {
        value = values[(choice & 127) % (sizeof values / sizeof *values)];
    }
    else
    {
        uint32_t bits = fuzz_word(&f->stream);
        memcpy(&value, &bits, sizeof value);
    }
    return choice & 128 ? -value : value;
}

float fuzz_float(fuzz *f, float low, float high)
{
    float value;
    if (fuzz_turns_bad(f))
    {
        value = special_float(f);
        f->now.invalid |= isfinite(value) ? 0 : FUZZ_BAD_NUMBER;
    }
    else
    {
        value = low + (high - low) * fuzz_unit(&f->stream);
    }
    fuzz_say(f, " %.9g", (double)value);
    return value;
}

scree_vec2 fuzz_vec2(fuzz *f, float low, float high)
{
    float x = fuzz_float(f, low, high);
    return (scree_vec2){x, fuzz_float(f, low, high)};
}

scree_vec2 fuzz_place(fuzz *f)
{
    float x = fuzz_float(f, -f->spread, f->spread);
    return (scree_vec2){x, fuzz_float(f, -0.2f * f->spread, f->spread)};
}

float fuzz_length(fuzz *f, float low, float high)
{
    return fuzz_float(f, low * f->size, high * f->size);
}

scree_vec2 fuzz_arm(fuzz *f, float largest)
{
    return fuzz_vec2(f, -largest * f->size, largest * f->size);
}

int fuzz_int(fuzz *f, int low, int high)
{
    int value = low + fuzz_below(&f->stream, high - low + 1);
    if (fuzz_turns_bad(f))
    {
        const int values[] = {INT_MIN, -1,      0,       low - 1, high + 1, 65536,
                              1 << 24, INT_MAX, 1 << 28, 64,      255,      -1000};
        value = values[fuzz_below(&f->stream, sizeof values / sizeof *values)];
    }
    fuzz_say(f, " %d", value);
    return value;
}

int fuzz_choice(fuzz *f, int count)
{
    int value = fuzz_below(&f->stream, count);
    if (fuzz_turns_bad(f))
    {
        const int values[] = {-1, count, count + 1, 1000, INT_MAX, INT_MIN};
        value = values[fuzz_below(&f->stream, sizeof values / sizeof *values)];
    }
    fuzz_say(f, " %d", value);
    return value;
}

int fuzz_count(fuzz *f, int largest)
{
    int value = 1 + fuzz_below(&f->stream, fuzz_odds(f, 64) ? largest : largest / 4);
    if (fuzz_turns_bad(f))
    {
        const int values[] = {0, -1, INT_MIN, largest};
        value = values[fuzz_below(&f->stream, sizeof values / sizeof *values)];
    }
    fuzz_say(f, " %d", value);
    return value;
}

bool fuzz_null(fuzz *f)
{
    bool null = fuzz_turns_bad(f) && fuzz_odds(f, 128);
    if (null)
    {
        f->now.invalid |= FUZZ_BAD_POINTER;
        fuzz_say(f, " null");
    }
    return null;
}

uint32_t fuzz_version(fuzz *f, uint32_t version)
{
    if (fuzz_turns_bad(f) && fuzz_odds(f, 64))
    {
        f->now.invalid |= FUZZ_BAD_POINTER;
        version += 1 + (uint32_t)fuzz_below(&f->stream, 1000);
    }
    return version;
}

void *fuzz_user_data(fuzz *f)
{
    static char nothing[256];
    return nothing + fuzz_byte(&f->stream);
}

const float *fuzz_floats(fuzz *f, float *values, int count, float low, float high)
{
    if (!fuzz_bool(f))
    {
        return NULL;
    }
    for (int i = 0; i < count; ++i)
    {
        values[i] = fuzz_float(f, low, high);
    }
    return values;
}

static const fuzz_object *object_at(const fuzz *f, fuzz_kind kind, int entry)
{
    return &f->table[kind].object[entry];
}

static uint64_t live_id(fuzz *f, fuzz_kind kind, int side)
{
    const fuzz_table *table = &f->table[kind];
    if (table->live_count == 0)
    {
        return 0;
    }
    int32_t entry = table->live[fuzz_below(&f->stream, table->live_count)];
    fuzz_say(f, " #%d", entry);
    return object_at(f, kind, entry)->id[side];
}

static uint64_t hostile_id(fuzz *f, fuzz_kind kind)
{
    const fuzz_table *table = &f->table[kind];
    int side = f->now.side;
    switch (fuzz_below(&f->stream, 8))
    {
    case 0:
        return 0;
    case 1:
    case 2:
        // Most of all that ever were have ended.
        return table->count > 0 ? object_at(f, kind, fuzz_below(&f->stream, table->count))->id[side]
                                : 0;
    case 3:
        return live_id(f, kind, 1 - side);
    case 4:
        return f->stranger[kind][fuzz_below(&f->stream, FUZZ_STRANGERS)];
    case 5:
        return live_id(f, (fuzz_kind)fuzz_below(&f->stream, FUZZ_KIND_COUNT), side);
    case 6:
        return live_id(f, kind, side) ^ (uint64_t)1 << fuzz_below(&f->stream, 64);
    default:
        return fuzz_long(&f->stream);
    }
}

uint64_t fuzz_id(fuzz *f, fuzz_kind kind)
{
    uint64_t id = fuzz_turns_bad(f) ? hostile_id(f, kind) : live_id(f, kind, f->now.side);
    if (fuzz_table_find(&f->table[kind], f->now.side, id) < 0)
    {
        f->now.invalid |= FUZZ_BAD_ID;
        fuzz_say(f, " bad id %llx", (unsigned long long)id);
    }
    return id;
}

scree_body_id fuzz_body(fuzz *f) { return (scree_body_id){fuzz_id(f, FUZZ_BODY)}; }

scree_shape_id fuzz_shape(fuzz *f) { return (scree_shape_id){fuzz_id(f, FUZZ_SHAPE)}; }

scree_joint_id fuzz_joint(fuzz *f) { return (scree_joint_id){fuzz_id(f, FUZZ_JOINT)}; }

scree_soft_body_id fuzz_soft(fuzz *f) { return (scree_soft_body_id){fuzz_id(f, FUZZ_SOFT)}; }

const void *fuzz_ids(fuzz *f, fuzz_kind kind, uint64_t *ids, int largest, int *count)
{
    const void *given = ids;
    *count = fuzz_count(f, largest);
    if (fuzz_null(f))
    {
        given = NULL;
    }
    else if (fuzz_odds(f, 64) && f->now.world != NULL && !f->now.locked)
    {
        scree_body_view bodies = scree_world_bodies(f->now.world);
        scree_particle_view particles = scree_world_particles(f->now.world);
        const void *live = kind == FUZZ_BODY ? (const void *)bodies.id : (const void *)particles.id;
        int there = kind == FUZZ_BODY ? bodies.count : particles.count;
        int first = fuzz_below(&f->stream, there);
        given = live != NULL ? (const uint64_t *)live + first : NULL;
        *count = there - first < *count ? there - first : *count;
        fuzz_say(f, " live array from %d, %d", first, *count);
    }
    else
    {
        for (int i = 0; i < *count; ++i)
        {
            ids[i] = fuzz_id(f, kind);
        }
    }
    if (*count == 0)
    {
        f->now.invalid &= ~(FUZZ_BAD_ID | FUZZ_BAD_POINTER);
    }
    return given;
}
