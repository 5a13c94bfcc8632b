/// Calls on particles.
#include "tests/fuzz/rows.h"

static void particles_create(fuzz *f)
{
    if (fuzz_is_full(f, FUZZ_PARTICLE))
    {
        f->now.skipped = true;
        return;
    }
    float x[FUZZ_BULK], y[FUZZ_BULK], vx[FUZZ_BULK], vy[FUZZ_BULK], radius[FUZZ_BULK];
    scree_particle_id ids[FUZZ_BULK];
    scree_particle_def def = fuzz_particle_def(f);
    int count = fuzz_count(f, FUZZ_BULK), invalid = f->now.invalid;
    scree_particle_batch batch = {
        .def = fuzz_null(f) ? NULL : &def,
        .count = count,
        .x = fuzz_floats(f, x, count, -f->spread, f->spread),
        .y = fuzz_floats(f, y, count, 0.0f, f->spread),
        .vx = fuzz_floats(f, vx, count, -5.0f, 5.0f),
        .vy = fuzz_floats(f, vy, count, -5.0f, 5.0f),
        .radius = fuzz_floats(f, radius, count, 0.05f * f->size, 0.5f * f->size)};
    if (f->now.hostile && fuzz_odds(f, 32) && !f->now.locked)
    {
        // A live array would move while it is read.
        scree_particle_view view = scree_world_particles(f->now.world);
        const float *live = fuzz_bool(f) ? view.x : view.radius;
        if (live != NULL && view.count > 0)
        {
            batch.count = count = count < view.count ? count : view.count;
            batch.y = live;
            f->now.invalid |= FUZZ_BAD_POINTER;
        }
    }
    bool unnamed = f->now.hostile && fuzz_odds(f, 16);
    if (unnamed)
    {
        static const int counts[] = {1 << 19, (1 << 24) - 1, 1 << 24, 1 << 30, 0x7fffffff};
        // Without arrays, wrong values in them are not read.
        f->now.invalid = invalid;
        batch =
            (scree_particle_batch){.def = batch.def, .count = counts[fuzz_below(&f->stream, 5)]};
    }
    scree_result result =
        scree_particles_create(f->now.world, fuzz_null(f) ? NULL : &batch, unnamed ? NULL : ids);
    fuzz_made_many(f, FUZZ_PARTICLE, result, unnamed ? NULL : ids, count);
}

/// Reads the live arrays; velocities may be written, bad ones before a step.
static void world_particles(fuzz *f)
{
    scree_particle_view view = scree_world_particles(f->now.world);
    fuzz_see(f, (uint64_t)view.count);
    if (f->now.locked || view.count == 0)
    {
        return;
    }
    int row = fuzz_below(&f->stream, view.count);
    fuzz_see_id(f, view.id[row].value);
    SEE_FLOATS(f, view.x[row], view.y[row], view.vx[row], view.vy[row], view.radius[row],
               view.inverse_mass[row]);
    if (fuzz_odds(f, 96))
    {
        view.vx[row] = fuzz_float(f, -20.0f, 20.0f);
        view.vy[row] = fuzz_float(f, -20.0f, 20.0f);
        fuzz_step_if_bad(f);
    }
}

static const fuzz_row rows[] = {
    ROW(particles_create, 5),
    READ_ROW(world_particles, 6),
};

const fuzz_rows fuzz_particle_rows = {rows, sizeof rows / sizeof *rows};
