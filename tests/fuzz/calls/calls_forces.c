/// Explosions and wind.
#include "tests/fuzz/rows.h"

static scree_query_filter filter_of(fuzz *f)
{
    scree_filter shape = fuzz_filter(f);
    scree_query_filter filter = {shape.category, shape.mask, shape.group};
    return fuzz_odds(f, 160) ? scree_query_filter_default() : filter;
}

/// What is out of range, but a number.
static void see_range(fuzz *f, float value, float low, float high)
{
    f->now.invalid |= value >= low && value <= high ? 0 : FUZZ_BAD_NUMBER;
}

static void world_explode(fuzz *f)
{
    scree_explosion_def def = scree_explosion_def_default();
    def.version = fuzz_version(f, def.version);
    def.position = fuzz_place(f);
    def.radius = fuzz_length(f, 0.0f, 4.0f);
    def.falloff = fuzz_odds(f, 128) ? fuzz_length(f, 0.0f, 4.0f) : 0.0f;
    def.impulse_per_length = fuzz_float(f, -5.0f, 20.0f);
    def.filter = filter_of(f);
    see_range(f, def.position.x, -1e8f, 1e8f);
    see_range(f, def.position.y, -1e8f, 1e8f);
    see_range(f, def.radius, 0.0f, 1e8f);
    see_range(f, def.falloff, 0.0f, 1e8f);
    see_range(f, def.impulse_per_length, -1e12f, 1e12f);
    fuzz_result(f, scree_world_explode(f->now.world, fuzz_null(f) ? NULL : &def));
}

static scree_wind_def wind_of(fuzz *f)
{
    scree_wind_def wind = scree_wind_def_default();
    wind.version = fuzz_version(f, wind.version);
    wind.velocity = fuzz_vec2(f, -20.0f, 20.0f);
    wind.density = fuzz_float(f, 0.0f, 3.0f);
    wind.drag = fuzz_float(f, 0.0f, 2.0f);
    wind.lift = fuzz_odds(f, 128) ? fuzz_float(f, 0.0f, 2.0f) : 0.0f;
    wind.wake = fuzz_odds(f, 64);
    wind.filter = filter_of(f);
    see_range(f, wind.velocity.x, -1e6f, 1e6f);
    see_range(f, wind.velocity.y, -1e6f, 1e6f);
    see_range(f, wind.density, 0.0f, 1e6f);
    see_range(f, wind.drag, 0.0f, 1e6f);
    see_range(f, wind.lift, 0.0f, 1e6f);
    return wind;
}

static float time_of(fuzz *f)
{
    float dt = fuzz_odds(f, 128) ? 1.0f / 60.0f : fuzz_float(f, 1e-6f, 1.0f);
    see_range(f, dt, 1e-6f, 1.0f);
    return dt;
}

static void world_apply_wind(fuzz *f)
{
    scree_wind_def wind = wind_of(f);
    float dt = time_of(f);
    fuzz_result(f, scree_world_apply_wind(f->now.world, fuzz_null(f) ? NULL : &wind, dt));
}

static void body_apply_wind(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_wind_def wind = wind_of(f);
    float dt = time_of(f);
    fuzz_result(f, scree_body_apply_wind(f->now.world, body, fuzz_null(f) ? NULL : &wind, dt));
}

static void shape_apply_wind(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_wind_def wind = wind_of(f);
    float dt = time_of(f);
    fuzz_result(f, scree_shape_apply_wind(f->now.world, shape, fuzz_null(f) ? NULL : &wind, dt));
}

static const fuzz_row rows[] = {
    ROW(world_explode, 10),
    ROW(world_apply_wind, 6),
    ROW(body_apply_wind, 5),
    ROW(shape_apply_wind, 5),
};

const fuzz_rows fuzz_force_rows = {rows, sizeof rows / sizeof *rows};
