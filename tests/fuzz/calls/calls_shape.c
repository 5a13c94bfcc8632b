/// Calls on shapes.
#include "tests/fuzz/rows.h"

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

static const fuzz_row rows[] = {
    ROW(shape_create_half_space, 6), ROW(chain_create, 10),       ROW(chain_set_two_sided, 4),
    ROW(chain_destroy, 4),           READ_ROW(chain_is_valid, 4),
};

const fuzz_rows fuzz_shape_rows = {rows, sizeof rows / sizeof *rows};
