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

static void shape_create_circle(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_circle circle = fuzz_circle(f);
    scree_shape_id id = scree_shape_create_circle(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                                  fuzz_null(f) ? NULL : &circle);
    fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value);
}

static void shape_create_capsule(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_capsule capsule = fuzz_capsule(f);
    scree_shape_id id = scree_shape_create_capsule(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                                   fuzz_null(f) ? NULL : &capsule);
    fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value);
}

static void shape_create_segment(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_segment segment = fuzz_segment(f);
    scree_shape_id id = scree_shape_create_segment(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                                   fuzz_null(f) ? NULL : &segment);
    fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value);
}

static void shape_create_polygon(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_body_id body = fuzz_body(f);
    scree_shape_def def = fuzz_shape_def(f);
    scree_polygon polygon = fuzz_polygon(f);
    scree_shape_id id = scree_shape_create_polygon(f->now.world, body, fuzz_null(f) ? NULL : &def,
                                                   fuzz_null(f) ? NULL : &polygon);
    fuzz_made(f, FUZZ_SHAPE, owner_of(f, body), id.value);
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
    float offset = fuzz_float(f, -f->spread, 0.0f);
    scree_shape_id id = scree_shape_create_half_space(f->now.world, body,
                                                      fuzz_null(f) ? NULL : &def, normal, offset);
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

static void stage_bulk(fuzz *f, scree_result result, const scree_body_id *bodies, int count,
                       const scree_shape_id *ids)
{
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && ids != NULL && i < count; ++i)
    {
        fuzz_stage_new(f, FUZZ_SHAPE, owner_of(f, bodies[i]), ids[i].value);
    }
}

static void shapes_create_circle(fuzz *f)
{
    scree_body_id bodies[FUZZ_BULK];
    scree_shape_id ids[FUZZ_BULK];
    const scree_body_id *given;
    if (skip(f))
    {
        return;
    }
    scree_shape_def def = fuzz_shape_def(f);
    scree_circle circle = fuzz_circle(f);
    int count = fuzz_bodies(f, bodies, FUZZ_BULK / 2, &given);
    stage_bulk(f, scree_shapes_create_circle(f->now.world, given, count, &def, &circle, ids), given,
               count, ids);
}

static void shapes_create_capsule(fuzz *f)
{
    scree_body_id bodies[FUZZ_BULK];
    scree_shape_id ids[FUZZ_BULK];
    const scree_body_id *given;
    if (skip(f))
    {
        return;
    }
    scree_shape_def def = fuzz_shape_def(f);
    scree_capsule capsule = fuzz_capsule(f);
    int count = fuzz_bodies(f, bodies, FUZZ_BULK / 2, &given);
    stage_bulk(f, scree_shapes_create_capsule(f->now.world, given, count, &def, &capsule, ids),
               given, count, ids);
}

static void shapes_create_polygon(fuzz *f)
{
    scree_body_id bodies[FUZZ_BULK];
    scree_shape_id ids[FUZZ_BULK];
    const scree_body_id *given;
    if (skip(f))
    {
        return;
    }
    scree_shape_def def = fuzz_shape_def(f);
    scree_polygon polygon = fuzz_polygon(f);
    int count = fuzz_bodies(f, bodies, FUZZ_BULK / 2, &given);
    stage_bulk(f, scree_shapes_create_polygon(f->now.world, given, count, &def, &polygon, ids),
               given, count, ids);
}

static void shape_destroy(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_result result = scree_shape_destroy(f->now.world, shape);
    fuzz_result(f, result);
    if (result == SCREE_OK)
    {
        fuzz_stage_end(f, FUZZ_SHAPE, shape.value);
    }
}

static void shape_is_valid(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    bool valid = scree_shape_is_valid(f->now.world, shape);
    fuzz_see(f, valid);
    SEE_NEUTRAL(f, !valid, "scree_shape_is_valid");
}

static void see_ids(fuzz *f, const scree_shape_id *ids, int count, int capacity)
{
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !f->now.locked && i < count && i < capacity; ++i)
    {
        fuzz_see_id(f, ids[i].value);
        if (f->now.world != NULL && !scree_shape_is_valid(f->now.world, ids[i]))
        {
            fuzz_find(f, "a list of shapes holds an id that names none");
        }
    }
}

static void body_shapes(fuzz *f)
{
    scree_shape_id ids[FUZZ_BULK];
    scree_body_id body = fuzz_body(f);
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool absent = fuzz_null(f);
    int count = scree_body_shapes(f->now.world, body, absent ? NULL : ids, capacity);
    see_ids(f, ids, count, absent ? 0 : capacity);
}

static void world_shapes(fuzz *f)
{
    scree_shape_id ids[FUZZ_BULK];
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool absent = fuzz_null(f);
    int count = scree_world_shapes(f->now.world, absent ? NULL : ids, capacity);
    see_ids(f, ids, count, absent ? 0 : capacity);
}

static void see_polygon(fuzz *f, const scree_polygon *polygon)
{
    fuzz_see(f, (uint64_t)polygon->count);
    fuzz_see_float(f, polygon->radius);
    for (int i = 0; i < polygon->count; ++i)
    {
        fuzz_see_vec2(f, polygon->vertices[i]);
    }
}

/// Every getter of a shape.
static void shape_get_type(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_shape_id shape = fuzz_shape(f);
    scree_shape_type type = scree_shape_get_type(world, shape);
    scree_body_id body = scree_shape_body(world, shape);
    void *data = scree_shape_user_data(world, shape);
    float density = scree_shape_density(world, shape);
    scree_material material = scree_shape_material(world, shape);
    scree_filter filter = scree_shape_filter(world, shape);
    scree_circle circle = scree_shape_circle(world, shape);
    scree_capsule capsule = scree_shape_capsule(world, shape);
    scree_segment segment = scree_shape_segment(world, shape);
    scree_polygon polygon = scree_shape_polygon(world, shape);
    scree_half_space half_space = scree_shape_half_space(world, shape);
    scree_aabb aabb = scree_shape_aabb(world, shape);
    scree_aabb held = scree_world_broadphase_aabb(world, shape);
    SEE_NEUTRAL(f, type == SCREE_SHAPE_NONE && body.value == 0 && data == NULL, "a getter");
    SEE_NEUTRAL(f, density == 0.0f && material.friction == 0.0f && filter.mask == 0, "a getter");
    SEE_NEUTRAL(f, circle.radius == 0.0f && capsule.radius == 0.0f, "a getter of a shape");
    SEE_NEUTRAL(f, segment.point_a.x == 0.0f && polygon.count == 0, "a getter of a shape");
    SEE_NEUTRAL(f, half_space.normal.y == 0.0f && aabb.upper.x == 0.0f, "a getter of a shape");
    fuzz_see(f, (uint64_t)type);
    fuzz_see_id(f, body.value);
    fuzz_see(f, (uint64_t)(uintptr_t)data);
    fuzz_see(f, filter.category);
    fuzz_see(f, filter.mask);
    float numbers[] = {density,
                       material.friction,
                       material.static_friction,
                       material.restitution,
                       material.rolling_resistance,
                       material.tangent_speed,
                       circle.radius,
                       capsule.radius,
                       half_space.offset};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        fuzz_see_float(f, numbers[i]);
    }
    scree_vec2 points[] = {circle.center,   capsule.point_a,   capsule.point_b, segment.point_a,
                           segment.point_b, half_space.normal, aabb.lower,      aabb.upper,
                           held.lower,      held.upper};
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
    {
        fuzz_see_vec2(f, points[i]);
    }
    see_polygon(f, &polygon);
}

static void shape_set_material(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_material material = fuzz_material(f);
    const scree_material *given = fuzz_null(f) ? NULL : &material;
    fuzz_result(f, scree_shape_set_material(f->now.world, shape, given));
}

static void shape_set_density(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    float density = fuzz_odds(f, 32) ? 0.0f : fuzz_float(f, 0.1f, 20.0f);
    fuzz_result(f, scree_shape_set_density(f->now.world, shape, density));
}

static void shape_set_user_data(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    fuzz_result(f, scree_shape_set_user_data(f->now.world, shape, fuzz_user_data(f)));
}

static void shape_set_filter(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_filter filter = fuzz_filter(f);
    const scree_filter *given = fuzz_null(f) ? NULL : &filter;
    fuzz_result(f, scree_shape_set_filter(f->now.world, shape, given));
}

static void shape_set_circle(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_circle circle = fuzz_circle(f);
    fuzz_result(f, scree_shape_set_circle(f->now.world, shape, fuzz_null(f) ? NULL : &circle));
}

static void shape_set_capsule(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_capsule capsule = fuzz_capsule(f);
    fuzz_result(f, scree_shape_set_capsule(f->now.world, shape, fuzz_null(f) ? NULL : &capsule));
}

static void shape_set_segment(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_segment segment = fuzz_segment(f);
    fuzz_result(f, scree_shape_set_segment(f->now.world, shape, fuzz_null(f) ? NULL : &segment));
}

static void shape_set_polygon(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_polygon polygon = fuzz_polygon(f);
    fuzz_result(f, scree_shape_set_polygon(f->now.world, shape, fuzz_null(f) ? NULL : &polygon));
}

static void shape_set_half_space(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_vec2 normal = fuzz_vec2(f, -2.0f, 2.0f);
    float offset = fuzz_float(f, -f->spread, 0.0f);
    fuzz_result(f, scree_shape_set_half_space(f->now.world, shape, normal, offset));
}

static void chain_set_two_sided(fuzz *f)
{
    scree_chain_id chain = fuzz_chain(f);
    bool two_sided = fuzz_bool(f);
    fuzz_result(f, scree_chain_set_two_sided(f->now.world, chain, two_sided));
}

static const fuzz_row rows[] = {
    ROW(shape_create_circle, 16),  ROW(shape_create_capsule, 12),   ROW(shape_create_segment, 8),
    ROW(shape_create_polygon, 30), ROW(shape_create_half_space, 6), ROW(shapes_create_circle, 3),
    ROW(shapes_create_capsule, 3), ROW(shapes_create_polygon, 4),   ROW(shape_destroy, 14),
    READ_ROW(shape_is_valid, 4),   READ_ROW(body_shapes, 4),        READ_ROW(world_shapes, 4),
    READ_ROW(shape_get_type, 12),  ROW(shape_set_material, 8),      ROW(shape_set_filter, 8),
    ROW(shape_set_density, 8),     ROW(shape_set_user_data, 2),     ROW(chain_create, 10),
    ROW(shape_set_circle, 5),      ROW(shape_set_capsule, 4),       ROW(shape_set_segment, 3),
    ROW(shape_set_polygon, 6),     ROW(shape_set_half_space, 4),    ROW(chain_set_two_sided, 4),
    ROW(chain_destroy, 4),         READ_ROW(chain_is_valid, 4),
};

const fuzz_rows fuzz_shape_rows = {rows, sizeof rows / sizeof *rows};
