/// Calls on shapes.
#include "tests/fuzz/rows.h"

#include <stddef.h>
#include <string.h>

/// Whether there are enough shapes already.
static bool skip(fuzz *f)
{
    f->now.skipped = fuzz_is_full(f, FUZZ_SHAPE);
    return f->now.skipped;
}

static int32_t owner_of(const fuzz *f, scree_body_id body)
{
    return fuzz_table_find(&f->table[FUZZ_BODY], f->now.side, body.value);
}

static void shape_create_half_space(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    // Most bodies are not static: look for one that is.
    for (int i = 0; i < 8 && scree_body_get_type(f->now.world, body) != SCREE_BODY_STATIC; ++i)
    {
        body = fuzz_body(f);
    }
    scree_shape_def def = fuzz_shape_def(f);
    scree_vec2 normal = {0.0f, 1.0f};
    if (fuzz_odds(f, 96) || f->now.hostile)
    {
        normal = fuzz_vec2(f, -2.0f, 2.0f);
    }
    scree_half_space half_space = {normal, fuzz_float(f, -f->spread, 0.0f)};
    scree_shape_id id = scree_shape_create_half_space(
        f->now.world, body, fuzz_null(f) ? NULL : &def, fuzz_null(f) ? NULL : &half_space);
    // Ids that were tried before the last one are forgiven.
    f->now.invalid &= owner_of(f, body) >= 0 ? ~FUZZ_BAD_ID : -1;
    fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value);
}

/// The returned value equals the given one, bit for bit.
static void see_geometry(fuzz *f, scree_shape_id shape, const scree_geometry *given)
{
    scree_geometry got = scree_shape_geometry(f->now.world, shape);
    bool same = got.type == given->type;
    switch (given->type)
    {
    case SCREE_SHAPE_POLYGON:
        same = same && got.polygon.count == given->polygon.count &&
               got.polygon.radius == given->polygon.radius &&
               memcmp(got.polygon.vertices, given->polygon.vertices,
                      sizeof(scree_vec2) * (size_t)given->polygon.count) == 0;
        break;
    case SCREE_SHAPE_CHAIN_SEGMENT:
        same = same && memcmp(&got.chain_segment, &given->chain_segment,
                              offsetof(scree_chain_segment, has_before)) == 0;
        break;
    case SCREE_SHAPE_CIRCLE:
        same = same && memcmp(&got.circle, &given->circle, sizeof got.circle) == 0;
        break;
    case SCREE_SHAPE_CAPSULE:
        same = same && memcmp(&got.capsule, &given->capsule, sizeof got.capsule) == 0;
        break;
    case SCREE_SHAPE_HALF_SPACE:
        same = same && memcmp(&got.half_space, &given->half_space, sizeof got.half_space) == 0;
        break;
    default:
        same = same && memcmp(&got.segment, &given->segment, sizeof got.segment) == 0;
        break;
    }
    if (!same)
    {
        fuzz_find(f, "a geometry of type %d is not what it was", (int)given->type);
    }
}

static void shape_create(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_geometry geometry = fuzz_geometry(f);
    scree_shape_id id = scree_shape_create(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                           fuzz_null(f) ? NULL : &geometry);
    if (fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value))
    {
        see_geometry(f, id, &geometry);
    }
}

static void shape_set_geometry(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_geometry geometry = fuzz_geometry(f);
    scree_result result =
        scree_shape_set_geometry(f->now.world, shape, fuzz_null(f) ? NULL : &geometry);
    fuzz_result(f, result);
    if (result == SCREE_OK)
    {
        see_geometry(f, shape, &geometry);
    }
}

static void shapes_create(fuzz *f)
{
    static scree_geometry geometries[2][FUZZ_BULK];
    scree_geometry *geometry = geometries[f->now.side];
    uint64_t bodies[FUZZ_BULK];
    scree_shape_id ids[FUZZ_BULK];
    if (skip(f))
    {
        return;
    }
    int count;
    const scree_body_id *given = fuzz_ids(f, FUZZ_BODY, bodies, FUZZ_BULK / 4, &count);
    scree_shape_def def = fuzz_shape_def(f);
    for (int i = 0; i < count && i < FUZZ_BULK; ++i)
    {
        geometry[i] = fuzz_geometry(f);
    }
    bool missing = count > 0 && fuzz_null(f), unnamed = fuzz_null(f);
    scree_result result = scree_shapes_create(f->now.world, given, count, unnamed ? NULL : &def,
                                              missing ? NULL : geometry, ids);
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        fuzz_stage_new(f, FUZZ_SHAPE, owner_of(f, given[i]), ids[i].value);
        see_geometry(f, ids[i], &geometry[i]);
    }
}

static void chain_create(fuzz *f)
{
    scree_vec2 points[FUZZ_BULK / 2];
    scree_shape_id ids[FUZZ_BULK / 2];
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_chain_def chain = scree_chain_def_default();
    chain.version = fuzz_version(f, chain.version);
    chain.loop = fuzz_bool(f);
    chain.two_sided = fuzz_bool(f);
    int count = fuzz_int(f, 2 + chain.loop, FUZZ_BULK / 2 - 1);
    chain.count = count;
    count = count < 0 ? 0 : count > FUZZ_BULK / 2 ? FUZZ_BULK / 2 : count;
    scree_material materials[FUZZ_BULK / 2];
    if (fuzz_odds(f, 64))
    {
        for (int i = 0; i < FUZZ_BULK / 2; ++i)
        {
            materials[i] = i < count - !chain.loop ? fuzz_material(f) : def.material;
        }
        chain.materials = materials;
    }
    chain.has_before = fuzz_odds(f, 64);
    chain.has_after = fuzz_odds(f, 64);
    chain.before = fuzz_arm(f, 3.0f);
    chain.after = fuzz_arm(f, 3.0f);
    // One after the other, so that most are far enough apart.
    scree_vec2 at = fuzz_arm(f, 3.0f);
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 step = fuzz_arm(f, 1.0f);
        at = (scree_vec2){at.x + step.x, at.y + step.y};
        points[i] = at;
    }
    // No world has room for more; none of them is read.
    chain.count = chain.count > count ? INT32_MAX : chain.count;
    chain.points = fuzz_null(f) ? NULL : points;
    scree_chain_id id = scree_chain_create(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                           fuzz_null(f) ? NULL : &chain);
    // Its segments are the objects: a chain ends when they do.
    int made = scree_chain_shapes(f->now.world, id, ids, FUZZ_BULK / 2);
    if (id.value == 0)
    {
        fuzz_made(f, FUZZ_SHAPE, -1, 0);
        return;
    }
    fuzz_result(f, SCREE_OK);
    for (int i = 0; i < made; ++i)
    {
        fuzz_stage_new(f, FUZZ_SHAPE, owner_of(f, body), ids[i].value);
    }
}

/// The chain of some shape.
static scree_chain_id fuzz_chain(fuzz *f)
{
    scree_chain_id chain = {0};
    for (int i = 0; i < 8 && chain.value == 0; ++i)
    {
        chain = scree_shape_chain(f->now.world, fuzz_shape(f));
    }
    chain.value ^= fuzz_turns_bad(f) ? (uint64_t)1 << fuzz_below(&f->stream, 64) : 0;
    fuzz_forgive(f);
    f->now.invalid |= scree_chain_is_valid(f->now.world, chain) ? 0 : FUZZ_BAD_ID;
    return chain;
}

static void chain_destroy(fuzz *f)
{
    static scree_shape_id ids[2][FUZZ_BULK];
    scree_chain_id chain = fuzz_chain(f);
    int count = scree_chain_shapes(f->now.world, chain, ids[f->now.side], FUZZ_BULK);
    scree_result result = scree_chain_destroy(f->now.world, chain);
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        fuzz_stage_end(f, FUZZ_SHAPE, ids[f->now.side][i].value);
    }
}

/// Every getter of a chain.
static void chain_is_valid(fuzz *f)
{
    scree_shape_id ids[FUZZ_BULK];
    scree_chain_id chain = fuzz_chain(f);
    bool valid = scree_chain_is_valid(f->now.world, chain);
    scree_body_id body = scree_chain_body(f->now.world, chain);
    int capacity = fuzz_count(f, FUZZ_BULK);
    int count = scree_chain_shapes(f->now.world, chain, ids, capacity);
    SEE_NEUTRAL(f, !valid && body.value == 0 && count == 0, "a getter of a chain");
    bool loop = scree_chain_is_loop(f->now.world, chain);
    bool two_sided = scree_chain_is_two_sided(f->now.world, chain);
    SEE_NEUTRAL(f, !loop && !two_sided, "a getter of a chain");
    fuzz_see(f, (uint64_t)loop << 2 | (uint64_t)two_sided << 1 | valid);
    fuzz_see_id(f, body.value);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count && i < capacity; ++i)
    {
        fuzz_see_id(f, ids[i].value);
        if (!f->now.locked && scree_shape_chain(f->now.world, ids[i]).value != chain.value)
        {
            fuzz_find(f, "a segment of a chain has another one");
        }
    }
}

static void chain_set_two_sided(fuzz *f)
{
    scree_chain_id chain = fuzz_chain(f);
    bool two_sided = fuzz_bool(f);
    fuzz_result(f, scree_chain_set_two_sided(f->now.world, chain, two_sided));
}

static void world_chains(fuzz *f)
{
    scree_chain_id ids[FUZZ_BULK];
    const scree_world *world = f->now.world;
    const int capacity = fuzz_count(f, FUZZ_BULK);
    const int count = scree_world_chain_count(world);
    const bool missing = fuzz_null(f);
    const int told = scree_world_chains(world, missing ? NULL : ids, capacity);
    if (told != count)
    {
        fuzz_find(f, "%d chains listed of %d", told, count);
    }
    for (int i = 0; i < told && i < capacity && !missing; ++i)
    {
        fuzz_see_id(f, ids[i].value);
        if (scree_world_convert_id(world, ids[i].value) != ids[i].value)
        {
            fuzz_find(f, "an id is not one of its own world");
        }
    }
}

static const fuzz_row rows[] = {
    ROW(shape_create, 10),           ROW(shape_set_geometry, 6),  ROW(shapes_create, 6),
    ROW(shape_create_half_space, 6), ROW(chain_create, 10),       ROW(chain_set_two_sided, 4),
    ROW(chain_destroy, 4),           READ_ROW(chain_is_valid, 4), READ_ROW(world_chains, 2),
};

const fuzz_rows fuzz_shape_rows = {rows, sizeof rows / sizeof *rows};
