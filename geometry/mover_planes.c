/// Computes the motion of a character mover between the planes that it found.
#include "scree/mover.h"

#include "core/errors.h"
#include "core/limits.h"
#include "core/maths.h"
#include "core/tuning.h"

#include <float.h>
#include <stdio.h>

#define MAX_OFFSET (4.0f * SC_WORLD_REACH)
#define MAX_NORMAL 1.001f
// Less than the depth at which casts end, so that a mover that slides along a row of shapes does
// not hit the next shape.
#define KEPT_DEPTH 0.5f      // slops; SC_MOVER_DEPTH
#define SOLVED_TRAVEL 0.01f  // of the least slop

enum
{
    SOLVE_ITERATIONS = 32,
    CLIP_ITERATIONS = 8
};

static float slop_of(const scree_mover_plane *plane)
{
    return plane->slop > 0.0f ? plane->slop : SC_SLOP;
}

static scree_result check_planes(const scree_mover_plane *planes, int count, const char *function)
{
    SC_TRY(sc_check_number(NULL, function, "count", (double)count, 0.0, INT32_MAX));
    if (planes == NULL && count > 0)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, function, "planes", "is null");
    }
    for (int i = 0; i < count; ++i)
    {
        const scree_mover_plane *plane = &planes[i];
        if (!(sc_length(plane->normal) <= MAX_NORMAL))
        {
            char what[96];
            snprintf(what, sizeof what, "is (%.9g, %.9g), longer than %g", (double)plane->normal.x,
                     (double)plane->normal.y, (double)MAX_NORMAL);
            return sc_fail(NULL, SCREE_ERROR_ARGUMENT, function, "planes.normal", what);
        }
        SC_TRY(sc_check_number(NULL, function, "planes.offset", (double)plane->offset,
                               -(double)MAX_OFFSET, (double)MAX_OFFSET));
        SC_TRY(sc_check_number(NULL, function, "planes.slop", (double)plane->slop, 0.0,
                               (double)SC_WORLD_REACH));
        SC_TRY(sc_check_number(NULL, function, "planes.push_limit", (double)plane->push_limit, 0.0,
                               (double)FLT_MAX));
    }
    return SCREE_OK;
}

scree_plane_solution scree_mover_solve_planes(scree_vec2 target, scree_mover_plane *planes,
                                              int count)
{
    scree_plane_solution solution = {
        .result = sc_check_vector(NULL, __func__, "target", target, SC_MAX_TRANSLATION)};
    if (solution.result == SCREE_OK)
    {
        solution.result = check_planes(planes, count, __func__);
    }
    if (solution.result != SCREE_OK)
    {
        return solution;
    }
    float solved = 0.5f * FLT_MAX;  // less than `moved`: the first pass runs
    for (int i = 0; i < count; ++i)
    {
        planes[i].push = 0.0f;
        solved = sc_min(solved, SOLVED_TRAVEL * slop_of(&planes[i]));
    }
    // Solve for the pushes of the planes by projected Gauss-Seidel.
    scree_vec2 d = target;
    float moved = FLT_MAX;
    while (solution.iterations < SOLVE_ITERATIONS && moved > solved)
    {
        ++solution.iterations;
        moved = 0.0f;
        for (int i = 0; i < count; ++i)
        {
            scree_mover_plane *plane = &planes[i];
            float separation =
                sc_dot(plane->normal, d) - plane->offset + KEPT_DEPTH * slop_of(plane);
            float push = sc_max(0.0f, sc_min(plane->push - separation, plane->push_limit));
            float more = push - plane->push;
            plane->push = push;
            d = sc_add(d, sc_scale(more, plane->normal));
            moved += fabsf(more);
        }
    }
    solution.translation = d;
    return solution;
}

scree_vec2 scree_mover_clip_vector(scree_vec2 vector, const scree_mover_plane *planes, int count)
{
    static const scree_vec2 zero;
    if (sc_check_velocity(NULL, __func__, "vector", vector, SC_MAX_TRANSLATION) != SCREE_OK ||
        check_planes(planes, count, __func__) != SCREE_OK)
    {
        return zero;
    }
    // Ignore a component into a plane that is no larger than rounding.
    const float rounding = 1e-6f * sc_length(vector);
    scree_vec2 v = vector;
    for (int pass = 0; pass < CLIP_ITERATIONS; ++pass)
    {
        bool clipped = false;
        for (int i = 0; i < count; ++i)
        {
            float along = sc_dot(v, planes[i].normal);
            if (planes[i].push > 0.0f && planes[i].clip_velocity && along < -rounding)
            {
                v = sc_sub(v, sc_scale(along, planes[i].normal));
                clipped = true;
            }
        }
        if (!clipped)
        {
            return v;
        }
    }
    return zero;
}
