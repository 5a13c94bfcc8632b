/// Calls on many bodies or particles, and the live arrays.
#include "tests/fuzz/rows.h"

#include <math.h>

static void bodies_create(fuzz *f)
{
    if (fuzz_is_full(f, FUZZ_BODY))
    {
        f->now.skipped = true;
        return;
    }
    float x[FUZZ_BULK], y[FUZZ_BULK], angle[FUZZ_BULK], vx[FUZZ_BULK], vy[FUZZ_BULK], w[FUZZ_BULK];
    scree_body_id ids[FUZZ_BULK];
    scree_body_def def = fuzz_body_def(f);
    int count = fuzz_count(f, FUZZ_BULK);
    float spread = f->spread;
    scree_body_batch batch = {.def = fuzz_null(f) ? NULL : &def,
                              .count = count,
                              .x = fuzz_floats(f, x, count, -spread, spread),
                              .y = fuzz_floats(f, y, count, -spread, spread),
                              .angle = fuzz_floats(f, angle, count, -4.0f, 4.0f),
                              .vx = fuzz_floats(f, vx, count, -5.0f, 5.0f),
                              .vy = fuzz_floats(f, vy, count, -5.0f, 5.0f),
                              .w = fuzz_floats(f, w, count, -3.0f, 3.0f)};
    if (f->now.hostile && fuzz_odds(f, 32) && !f->now.locked)
    {
        // A live array would move while it is read.
        scree_body_view view = scree_world_bodies(f->now.world);
        const float *live[] = {view.x, view.y, view.cos, view.vx, view.w};
        const float *array = live[fuzz_below(&f->stream, 5)];
        if (array != NULL && view.count > 0)
        {
            batch.count = count = count < view.count ? count : view.count;
            batch.vx = batch.angle = array;
            f->now.invalid |= FUZZ_BAD_POINTER;
        }
    }
    bool unnamed = false;
    if (f->now.hostile && fuzz_odds(f, 16))
    {
        // More than there is memory for, or than there are ids; with no array this is a fair call.
        static const int counts[] = {1 << 18, (1 << 24) - 1, 1 << 24, 1 << 30, 0x7fffffff};
        batch = (scree_body_batch){.def = batch.def, .count = counts[fuzz_below(&f->stream, 5)]};
        unnamed = true;
    }
    scree_result result =
        scree_bodies_create(f->now.world, fuzz_null(f) ? NULL : &batch, unnamed ? NULL : ids);
    fuzz_made_many(f, FUZZ_BODY, result, unnamed ? NULL : ids, count);
}

static bool is_named_before(const uint64_t *ids, int i)
{
    int k = 0;
    while (k < i && ids[k] != ids[i])
    {
        ++k;
    }
    return k < i;
}

static void destroy_many(fuzz *f, fuzz_kind kind)
{
    uint64_t ids[FUZZ_BULK], kept[FUZZ_BULK];
    int count, few = 4, named = 0;
    const void *given = fuzz_ids(f, kind, ids, FUZZ_BULK, &count);
    if (given == ids && !f->now.hostile)
    {
        // A call that names one twice fails, and only a hostile one should.
        for (int i = 0; i < count; ++i)
        {
            ids[named] = ids[i];
            named += !is_named_before(ids, named);
        }
        count = named;
    }
    count = !f->now.hostile && count > few ? few : count;
    for (int i = 0; given != NULL && i < count; ++i)
    {
        kept[i] = ((const uint64_t *)given)[i];
        f->now.invalid |= is_named_before(kept, i) ? FUZZ_BAD_ID : 0;
    }
    scree_world *world = f->now.world;
    scree_result result = kind == FUZZ_BODY    ? scree_bodies_destroy(world, given, count)
                          : kind == FUZZ_JOINT ? scree_joints_destroy(world, given, count)
                          : kind == FUZZ_SHAPE ? scree_shapes_destroy(world, given, count)
                                               : scree_particles_destroy(world, given, count);
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        fuzz_stage_end(f, kind, kept[i]);
    }
}

static void bodies_destroy(fuzz *f) { destroy_many(f, FUZZ_BODY); }

static void shapes_destroy(fuzz *f) { destroy_many(f, FUZZ_SHAPE); }

static void joints_destroy(fuzz *f) { destroy_many(f, FUZZ_JOINT); }

static void particles_destroy(fuzz *f) { destroy_many(f, FUZZ_PARTICLE); }

/// Values for a bulk write: now and then a live array of the world itself.
static const float *fuzz_floats_or_live(fuzz *f, float *values, int count, float low, float high)
{
    scree_body_view view = scree_world_bodies(f->now.world);
    const float *live[] = {view.vx, view.vy, view.w};
    int which = fuzz_below(&f->stream, 24);
    return which < 3 && !f->now.locked && count <= view.count
               ? live[which]
               : fuzz_floats(f, values, count, low, high);
}

/// The type of bodies_set_velocity and similar calls.
typedef scree_result bulk_write(scree_world *world, const scree_body_id *bodies, int count,
                                const float *x, const float *y, const float *turn);

static void write_many(fuzz *f, bulk_write *write, float linear, float angular)
{
    uint64_t ids[FUZZ_BULK];
    float values[3][FUZZ_BULK];
    int count;
    const scree_body_id *given = fuzz_ids(f, FUZZ_BODY, ids, FUZZ_BULK, &count);
    const float *x = fuzz_floats_or_live(f, values[0], count, -linear, linear);
    const float *y = fuzz_floats_or_live(f, values[1], count, -linear, linear);
    const float *turn = fuzz_floats_or_live(f, values[2], count, -angular, angular);
    fuzz_result(f, write(f->now.world, given, count, x, y, turn));
}

static void bodies_set_velocity(fuzz *f) { write_many(f, scree_bodies_set_velocity, 10.0f, 5.0f); }

static void bodies_apply_force(fuzz *f) { write_many(f, scree_bodies_apply_force, 50.0f, 5.0f); }

static void bodies_apply_impulse(fuzz *f) { write_many(f, scree_bodies_apply_impulse, 5.0f, 1.0f); }

/// Reads the live arrays and may write velocities; what must not be written is followed by a step.
static void world_bodies(fuzz *f)
{
    scree_body_view view = scree_world_bodies(f->now.world);
    fuzz_see(f, (uint64_t)view.count);
    fuzz_see(f, (uint64_t)view.dynamic_count << 32 | (uint64_t)view.moving_count);
    if (f->now.locked || view.count == 0)
    {
        return;
    }
    int row = fuzz_below(&f->stream, view.count);
    fuzz_see_id(f, view.id[row].value);
    SEE_FLOATS(f, view.x[row], view.y[row], view.cos[row], view.sin[row], view.vx[row],
               view.vy[row], view.w[row]);
    if (row < view.moving_count && fuzz_odds(f, 96))
    {
        view.vx[row] = fuzz_float(f, -20.0f, 20.0f);
        view.vy[row] = fuzz_float(f, -20.0f, 20.0f);
        view.w[row] = fuzz_float(f, -10.0f, 10.0f);
        fuzz_step_if_bad(f);
    }
}

static void world_write_instances(fuzz *f)
{
    float instances[4 * FUZZ_BULK] = {0.0f};
    int capacity = fuzz_count(f, FUZZ_BULK);
    float *out = fuzz_null(f) ? NULL : instances;
    int count = scree_world_write_instances(f->now.world, out, capacity);
    int written = capacity < 0 ? 0 : capacity < count ? capacity : count;
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !f->now.locked && i < 4 * FUZZ_BULK; ++i)
    {
        fuzz_see_float(f, instances[i]);
        if (i >= 4 * written && instances[i] != 0.0f)
        {
            fuzz_find(f, "scree_world_write_instances wrote past what it says");
        }
    }
}

static const fuzz_row rows[] = {
    ROW(bodies_create, 6),      ROW(bodies_destroy, 5),
    ROW(particles_destroy, 6),  ROW(bodies_set_velocity, 5),
    ROW(joints_destroy, 3),     ROW(shapes_destroy, 4),
    ROW(bodies_apply_force, 5), ROW(bodies_apply_impulse, 5),
    READ_ROW(world_bodies, 10), READ_ROW(world_write_instances, 3),
};

const fuzz_rows fuzz_bulk_rows = {rows, sizeof rows / sizeof *rows};
