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
        // Without arrays, what is wrong in them is not looked at.
        f->now.invalid = invalid;
        batch =
            (scree_particle_batch){.def = batch.def, .count = counts[fuzz_below(&f->stream, 5)]};
    }
    scree_result result =
        scree_particles_create(f->now.world, fuzz_null(f) ? NULL : &batch, unnamed ? NULL : ids);
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && !unnamed && i < count; ++i)
    {
        fuzz_stage_new(f, FUZZ_PARTICLE, -1, ids[i].value);
    }
    // Some of the arrays may have been had.
    f->max_bound = unnamed ? INT64_MAX : f->max_bound;
    if (unnamed && result == SCREE_OK)
    {
        fuzz_find(f, "a world took more particles than it has memory for");
    }
}

static bool is_named_before(const scree_particle_id *ids, int i)
{
    int k = 0;
    while (k < i && ids[k].value != ids[i].value)
    {
        ++k;
    }
    return k < i;
}

static void particles_destroy(fuzz *f)
{
    scree_particle_id ids[FUZZ_BULK], kept[FUZZ_BULK];
    const scree_particle_id *given = ids;
    int count = fuzz_count(f, f->now.hostile ? FUZZ_BULK : 6), named = 0;
    if (fuzz_null(f))
    {
        given = NULL;
    }
    else if (fuzz_odds(f, 64) && f->now.world != NULL && !f->now.locked)
    {
        scree_particle_view view = scree_world_particles(f->now.world);
        int first = fuzz_below(&f->stream, view.count);
        given = view.id != NULL ? view.id + first : NULL;
        count = view.count - first < count ? view.count - first : count;
        fuzz_say(f, " live array from %d, %d", first, count);
    }
    else
    {
        for (int i = 0; i < count; ++i)
        {
            ids[named] = fuzz_particle(f);
            // A call that names one twice fails, and only a hostile one should.
            named += f->now.hostile || !is_named_before(ids, named);
        }
        count = count > 0 ? named : count;
    }
    for (int i = 0; given != NULL && i < count; ++i)
    {
        kept[i] = given[i];
        f->now.invalid |= is_named_before(kept, i) ? FUZZ_BAD_ID : 0;
    }
    if (count == 0)
    {
        fuzz_forgive(f);
    }
    scree_result result = scree_particles_destroy(f->now.world, given, count);
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        fuzz_stage_end(f, FUZZ_PARTICLE, kept[i].value);
    }
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
    float values[] = {view.x[row],  view.y[row],      view.vx[row],
                      view.vy[row], view.radius[row], view.inverse_mass[row]};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
    {
        fuzz_see_float(f, values[i]);
    }
    if (fuzz_odds(f, 96))
    {
        view.vx[row] = fuzz_float(f, -20.0f, 20.0f);
        view.vy[row] = fuzz_float(f, -20.0f, 20.0f);
        fuzz_step_if_bad(f);
    }
}

static void world_particle_pairs(fuzz *f)
{
    scree_particle_pair pairs[FUZZ_BULK];
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool absent = fuzz_null(f);
    int count = scree_world_particle_pairs(f->now.world, absent ? NULL : pairs, capacity);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !f->now.locked && !absent && i < count && i < capacity; ++i)
    {
        fuzz_see_id(f, pairs[i].a.value);
        fuzz_see_id(f, pairs[i].b.value);
        if (!scree_particle_is_valid(f->now.world, pairs[i].a) ||
            !scree_particle_is_valid(f->now.world, pairs[i].b))
        {
            fuzz_find(f, "a pair of particles names one that there is not");
        }
    }
}

static void world_set_particle_settings(fuzz *f)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.version = fuzz_version(f, settings.version);
    if (fuzz_odds(f, 128))
    {
        settings.damping = fuzz_float(f, 0.0f, 2.0f);
        settings.friction = fuzz_float(f, 0.0f, 1.0f);
        settings.max_speed = fuzz_float(f, 1.0f, 400.0f);
    }
    settings.container = (scree_container)fuzz_choice(f, SCREE_CONTAINER_BOX + 1);
    if (fuzz_odds(f, 128))
    {
        settings.container_center = fuzz_arm(f, 3.0f);
        settings.container_size = fuzz_vec2(f, f->size, f->spread);
    }
    else
    {
        settings.container_size = (scree_vec2){f->spread, f->spread};
    }
    if (fuzz_odds(f, 64))
    {
        scree_filter filter = fuzz_filter(f);
        settings.category = filter.category;
        settings.mask = filter.mask;
    }
    const scree_particle_settings *given = fuzz_null(f) ? NULL : &settings;
    fuzz_result(f, scree_world_set_particle_settings(f->now.world, given));
}

static const fuzz_row rows[] = {
    ROW(particles_create, 5),
    ROW(particles_destroy, 6),
    READ_ROW(world_particles, 6),
    READ_ROW(world_particle_pairs, 3),
    ROW(world_set_particle_settings, 4),
};

const fuzz_rows fuzz_particle_rows = {rows, sizeof rows / sizeof *rows};
