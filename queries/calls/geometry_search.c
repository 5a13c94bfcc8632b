#include "queries/calls/geometry_search.h"

#include "world/calls/shape_calls.h"

#include <float.h>

scree_result sc_begin_geometry(sc_query_geometry *query, const scree_world *world,
                               const scree_geometry *geometry, const scree_pose *pose,
                               const char *function)
{
    SC_TRY(sc_enter_query(world, function));
    query->world = world;
    query->from = pose != NULL ? sc_widened(pose->position) : (sc_vec2d){0.0, 0.0};
    if (geometry == NULL || pose == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, function, geometry == NULL ? "geometry" : "pose",
                              "is null");
    }
    SC_TRY(sc_check_query_point(pose->position, function, "pose.position"));
    SC_TRY(sc_check_number(NULL, function, "pose.angle", (double)pose->angle, -(double)FLT_MAX,
                           (double)FLT_MAX));
    if (geometry->type == SCREE_SHAPE_HALF_SPACE ||
        sc_place_geometry(&query->placed, geometry, pose, query->from) != SCREE_OK)
    {
        // If a member of the geometry is wrong, the error names it.
        sc_shape_plan plan;
        SC_TRY(sc_check_geometry(NULL, geometry, function, "geometry", &plan));
        return sc_query_fails(SCREE_ERROR_ARGUMENT, function, "geometry", "is a half-space");
    }
    double low_x = DBL_MAX, low_y = DBL_MAX, high_x = -DBL_MAX, high_y = -DBL_MAX;
    for (int i = 0; i < query->placed.shape.count; ++i)
    {
        sc_vec2d p =
            sc_addd(query->from, sc_convex_place(&query->placed.shape, &query->placed.frame, i));
        low_x = p.x < low_x ? p.x : low_x;
        low_y = p.y < low_y ? p.y : low_y;
        high_x = p.x > high_x ? p.x : high_x;
        high_y = p.y > high_y ? p.y : high_y;
    }
    double reach = fabs(low_x) + fabs(low_y) + fabs(high_x) + fabs(high_y);
    double margin = (double)query->placed.shape.radius * 1.00001 + 1e-6 * reach;
    query->aabb = (sc_aabb){(float)(low_x - margin), (float)(low_y - margin),
                            (float)(high_x + margin), (float)(high_y + margin)};
    query->index = sc_query_index_or_error(world, function);
    return query->index != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

void sc_visit_near(const sc_query_geometry *query, scree_query_filter filter, sc_entry_visit *visit,
                   void *context)
{
    if (!sc_visit_entries(query->index, query->aabb, filter, visit, context))
    {
        return;
    }
    const sc_list *half_spaces = &query->index->shapes->half_spaces;
    for (int i = 0; i < half_spaces->count; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(query->index, half_spaces->slot[i]);
        if (sc_query_sees(query->index, filter, &entry) && !visit(context, &entry))
        {
            return;
        }
    }
}
