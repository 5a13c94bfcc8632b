/// Calls that need no world: names, geometry, masses, angles.
#include "tests/fuzz/rows.h"

#include <math.h>

/// Names of existing sets are found again; others are not.
static void simd_from_name(fuzz *f)
{
    scree_simd simd = (scree_simd)fuzz_choice(f, SCREE_SIMD_COUNT);
    bool known = (int)simd >= 0 && simd < SCREE_SIMD_COUNT;
    const char *name = scree_simd_name(simd);
    if (name == NULL || scree_simd_from_name(name) != (known ? simd : SCREE_SIMD_COUNT))
    {
        fuzz_find(f, "the name of instruction set %d is not found again", (int)simd);
    }
    if (scree_simd_is_supported(simd) && !known)
    {
        fuzz_find(f, "instruction set %d does not exist and is supported", (int)simd);
    }
    scree_solver solver = (scree_solver)fuzz_choice(f, SCREE_SOLVER_COUNT);
    known = (int)solver >= 0 && solver < SCREE_SOLVER_COUNT;
    name = scree_solver_name(solver);
    if (name == NULL || scree_solver_from_name(name) != (known ? solver : SCREE_SOLVER_COUNT))
    {
        fuzz_find(f, "the name of solver %d is not found again", (int)solver);
    }
    if (scree_simd_from_name(NULL) != SCREE_SIMD_COUNT ||
        scree_solver_from_name(NULL) != SCREE_SOLVER_COUNT || scree_version() <= 0 ||
        !scree_simd_is_supported(scree_simd_best()) ||
        scree_result_name((scree_result)fuzz_int(f, 0, SCREE_ERROR_NOT_FINITE)) == NULL)
    {
        fuzz_find(f, "a name or version makes no sense");
    }
    fuzz_forgive(f);
}

/// Masses may be beyond what a float holds, and infinite then.
static bool is_mass(scree_mass_data mass)
{
    return isfinite(mass.center.x) && isfinite(mass.center.y) && mass.mass >= 0.0f &&
           mass.inertia >= 0.0f;
}

static void polygon_mass(fuzz *f)
{
    scree_polygon polygon = fuzz_polygon(f);
    scree_circle circle = fuzz_circle(f);
    scree_capsule capsule = fuzz_capsule(f);
    float density = fuzz_float(f, 0.0f, 100.0f);
    bool absent = fuzz_null(f);
    scree_mass_data masses[] = {scree_polygon_mass(absent ? NULL : &polygon, density),
                                scree_circle_mass(absent ? NULL : &circle, density),
                                scree_capsule_mass(absent ? NULL : &capsule, density)};
    for (int i = 0; i < 3; ++i)
    {
        fuzz_see_float(f, masses[i].mass);
        fuzz_see_float(f, masses[i].inertia);
        fuzz_see_vec2(f, masses[i].center);
        if (!is_mass(masses[i]))
        {
            fuzz_find(f, "mass %d, density %g: %g kg, %g kg m^2", i, (double)density,
                      (double)masses[i].mass, (double)masses[i].inertia);
        }
    }
}

static void polygon_hull(fuzz *f)
{
    scree_vec2 points[FUZZ_BULK];
    scree_polygon polygon = {.count = -5};
    int count = fuzz_count(f, FUZZ_BULK);
    float radius = fuzz_float(f, 0.0f, 0.3f), scale = fuzz_odds(f, 32) ? 0.01f : 1.0f;
    for (int i = 0; i < count; ++i)
    {
        points[i] = fuzz_vec2(f, -scale, scale);
    }
    scree_polygon *out = fuzz_null(f) ? NULL : &polygon;
    const scree_vec2 *given = fuzz_null(f) ? NULL : points;
    scree_result result = scree_polygon_hull(given, count, radius, out);
    fuzz_see(f, (uint64_t)result);
    fuzz_see(f, (uint64_t)polygon.count);
    if (result == SCREE_OK && (f->now.invalid != 0 || scree_polygon_check(&polygon) != SCREE_OK))
    {
        fuzz_find(f, "scree_polygon_hull gives a polygon that is refused, or takes bad points");
    }
    if (result != SCREE_OK && polygon.count != -5)
    {
        fuzz_find(f, "scree_polygon_hull failed and wrote its result");
    }
    scree_polygon any = fuzz_polygon(f);
    fuzz_see(f, (uint64_t)scree_polygon_check(fuzz_null(f) ? NULL : &any));
}

static void outline_decompose(fuzz *f)
{
    scree_vec2 points[FUZZ_BULK];
    scree_polygon parts[FUZZ_BULK];
    int count = fuzz_count(f, FUZZ_BULK), found = 0;
    int capacity = fuzz_int(f, 0, FUZZ_BULK), room = capacity < FUZZ_BULK ? capacity : FUZZ_BULK;
    bool star = fuzz_bool(f);
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 turned;
        scree_sincos(6.2831853f * (float)i / (float)count, &turned.y, &turned.x);
        float r = star ? fuzz_float(f, 0.5f, 2.5f) : 0.0f;
        points[i] = star ? (scree_vec2){r * turned.x, r * turned.y} : fuzz_vec2(f, -1.0f, 1.0f);
    }
    bool no_points = fuzz_null(f), no_parts = fuzz_null(f);
    scree_result result = scree_outline_decompose(no_points ? NULL : points, count,
                                                  no_parts ? NULL : parts, room, &found);
    fuzz_see(f, (uint64_t)result);
    fuzz_see(f, (uint64_t)found);
    for (int i = 0; result == SCREE_OK && i < found; ++i)
    {
        if (no_parts || scree_polygon_check(&parts[i]) != SCREE_OK || f->now.invalid != 0)
        {
            fuzz_find(f, "an outline has a part that is refused, or is taken with bad points");
            return;
        }
    }
}

static void polygon_box(fuzz *f)
{
    float half_width = fuzz_float(f, 0.1f, 2.0f), half_height = fuzz_float(f, 0.1f, 2.0f);
    scree_vec2 center = fuzz_vec2(f, -1.0f, 1.0f);
    float angle = fuzz_float(f, -4.0f, 4.0f), radius = fuzz_float(f, 0.0f, 0.5f);
    scree_polygon boxes[] = {scree_polygon_box(half_width, half_height),
                             scree_polygon_box_at(half_width, half_height, center, angle, radius)};
    for (int i = 0; i < 2; ++i)
    {
        fuzz_see(f, (uint64_t)boxes[i].count);
        // Worlds refuse small ones, but their vertices are places.
        for (int k = 0; k < boxes[i].count; ++k)
        {
            if (!isfinite(boxes[i].vertices[k].x) || !isfinite(boxes[i].vertices[k].y))
            {
                fuzz_find(f, "box %d has a vertex that is not finite", i);
            }
        }
        if (boxes[i].count != 0 && f->now.invalid != 0 && i == 1)
        {
            fuzz_find(f, "a box of numbers that are not finite has vertices");
        }
        fuzz_see(f, (uint64_t)scree_polygon_check(&boxes[i]));
    }
}

static void sincos_and_atan2(fuzz *f)
{
    float angle = fuzz_float(f, -1000.0f, 1000.0f), sine = 2.0f, cosine = 2.0f;
    scree_sincos(angle, &sine, &cosine);
    float y = fuzz_float(f, -10.0f, 10.0f), x = fuzz_float(f, -10.0f, 10.0f);
    float turn = scree_atan2(y, x);
    fuzz_see_float(f, sine);
    fuzz_see_float(f, cosine);
    fuzz_see_float(f, turn);
    if (isfinite(angle) && !(fabsf(sine) <= 1.000001f && fabsf(cosine) <= 1.000001f))
    {
        fuzz_find(f, "scree_sincos(%g) is %g, %g", (double)angle, (double)sine, (double)cosine);
    }
    if (isfinite(x) && isfinite(y) && !(fabsf(turn) <= 3.1415930f))
    {
        fuzz_find(f, "scree_atan2(%g, %g) is %g", (double)y, (double)x, (double)turn);
    }
}

static const fuzz_row rows[] = {
    FREE_ROW(simd_from_name, 1),
    FREE_ROW(polygon_mass, 2),
    FREE_ROW(polygon_hull, 3),
    FREE_ROW(polygon_box, 1),
    FREE_ROW(outline_decompose, 3),
    {"scree_sincos", sincos_and_atan2, 2, FUZZ_FREE, NULL, SIG_NO_OBJECT},
};

const fuzz_rows fuzz_plain_rows = {rows, sizeof rows / sizeof *rows};
