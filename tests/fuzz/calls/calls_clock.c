/// The clock, and poses between steps.
#include "tests/fuzz/rows.h"

#include <math.h>
#include <string.h>

/// Calls that a callback of the clock must not make.
static void between_steps(scree_world *world, void *context)
{
    fuzz *f = context;
    scree_clock clock = scree_clock_default();
    scree_world_destroy(world);
    if (scree_world_advance(world, 0.5, &clock).result != SCREE_ERROR_LOCKED)
    {
        fuzz_find(f, "a world was advanced while it was");
    }
}

/// One step at most: what comes after one that finds no memory is another call's.
static void world_advance(fuzz *f)
{
    scree_clock clock = scree_clock_default();
    clock.version = fuzz_version(f, clock.version);
    clock.time_step = fuzz_odds(f, 8) ? fuzz_float(f, 0.001f, 1.0f) : 1.0f / 60.0f;
    clock.substeps = 1 + fuzz_below(&f->stream, 3);
    clock.max_steps = 1;
    clock.accumulator = (double)fuzz_float(f, 0.0f, 0.03f);
    double frame = (double)fuzz_float(f, 0.0f, 0.06f);
    if (fuzz_odds(f, 32))
    {
        clock.before_step = between_steps;
        clock.context = f;
    }
    bool absent = fuzz_null(f);
    bool negative = clock.accumulator < 0.0 || frame < 0.0;
    bool too_long = clock.time_step < 1e-6f || clock.time_step > 1.0f;
    f->now.invalid |= negative || too_long ? FUZZ_BAD_NUMBER : 0;
    scree_advance done = scree_world_advance(f->now.world, frame, absent ? NULL : &clock);
    fuzz_say(f, " %g s: %d steps", frame, done.steps);
    fuzz_see(f, (uint64_t)done.steps);
    fuzz_see_float(f, done.alpha);
    fuzz_see_float(f, (float)done.dropped);
    bool stepped = done.steps > 0 || done.result == SCREE_ERROR_OUT_OF_MEMORY;
    bool sound = done.alpha >= 0.0f && done.alpha <= 1.0f && done.dropped >= 0.0 &&
                 done.steps >= 0 && done.steps <= 1;
    if (!sound)
    {
        fuzz_find(f, "%d steps, alpha %g, %g s dropped", done.steps, (double)done.alpha,
                  done.dropped);
    }
    if (stepped)
    {
        fuzz_stepped(f, done.result);
    }
    else
    {
        fuzz_result(f, done.result);
    }
}

static void world_write_interpolated(fuzz *f)
{
    float instances[4 * FUZZ_BULK], bounds[4 * FUZZ_BULK];
    int capacity = fuzz_int(f, 0, FUZZ_BULK);
    capacity = capacity < FUZZ_BULK ? capacity : FUZZ_BULK;
    float alpha = fuzz_odds(f, 64) ? (float)fuzz_below(&f->stream, 2) : fuzz_float(f, 0.0f, 1.0f);
    bool absent = fuzz_null(f) && capacity > 0;
    const scree_world *world = f->now.world;
    int count = scree_world_write_interpolated(world, alpha, absent ? NULL : instances, capacity);
    bool bad = capacity < 0 || absent || !(alpha >= 0.0f && alpha <= 1.0f) || f->now.locked;
    if (bad && count >= 0)
    {
        fuzz_find(f, "wrote %d poses at %g into room for %d", count, (double)alpha, capacity);
    }
    fuzz_see(f, (uint64_t)count);
    int now = count > 0 ? scree_world_write_instances(world, bounds, capacity) : 0;
    for (int i = 0; i < count && i < capacity; ++i)
    {
        const float *pose = instances + 4 * i;
        float turn = pose[2] * pose[2] + pose[3] * pose[3];
        bool here = alpha < 1.0f || (pose[0] == bounds[4 * i] && pose[1] == bounds[4 * i + 1] &&
                                     pose[2] == bounds[4 * i + 2] && pose[3] == bounds[4 * i + 3]);
        if (!(fabsf(turn - 1.0f) < 1e-3f) || !here || now != count)
        {
            fuzz_find(f, "the pose of body %d at %g makes no sense", i, (double)alpha);
        }
        for (int k = 0; k < 4; ++k)
        {
            fuzz_see_float(f, pose[k]);
        }
    }
}

static void body_interpolated_transform(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_body_id body = fuzz_body(f);
    float alpha = fuzz_odds(f, 64) ? (float)fuzz_below(&f->stream, 2) : fuzz_float(f, 0.0f, 1.0f);
    scree_transform at = scree_body_interpolated_transform(world, body, alpha);
    scree_transform now = scree_body_transform(world, body);
    bool bad = !scree_body_is_valid(world, body) || !(alpha >= 0.0f && alpha <= 1.0f);
    bool zero = memcmp(&at, &(scree_transform){0}, sizeof at) == 0;
    if (bad ? !zero : alpha == 1.0f && !f->now.locked && memcmp(&at, &now, sizeof at) != 0)
    {
        fuzz_find(f, "the pose of a body at %g makes no sense", (double)alpha);
    }
    fuzz_see_float(f, at.position.x);
    fuzz_see_float(f, at.position.y);
    fuzz_see_float(f, at.rotation.cos);
    fuzz_see_float(f, at.rotation.sin);
}

static const fuzz_row rows[] = {ROW(world_advance, 6), READ_ROW(world_write_interpolated, 4),
                                READ_ROW(body_interpolated_transform, 2)};
const fuzz_rows fuzz_clock_rows = {rows, sizeof rows / sizeof *rows};
