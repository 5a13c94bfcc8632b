#include "soft/soft_polygon.h"

#include "core/tuning.h"
#include "core/assert.h"
#include "dynamics/narrowphase/polygon.h"

#include <float.h>

/// Two edges lie flat on each other if the cosine of the angle between their normals is below
/// -FLAT_COSINE.
#define FLAT_COSINE 0.9f

static int next_vertex(const sc_soft_polygon *polygon, int i)
{
    SC_ASSERT(i >= 0 && i < polygon->count);
    return i + 1 < polygon->count ? i + 1 : 0;
}

static void set_normals(sc_soft_polygon *polygon, float shortest)
{
    SC_ASSERT(polygon->count > 0);
    for (int i = 0; i < polygon->count; ++i)
    {
        scree_vec2 edge = sc_sub(polygon->corner[next_vertex(polygon, i)], polygon->corner[i]);
        float length = sc_length(edge);
        float scale = length > shortest ? polygon->side / length : 0.0f;
        polygon->normal[i] = (scree_vec2){scale * edge.y, -scale * edge.x};
    }
}

void sc_soft_load_outline(sc_soft_polygon *polygon, const sc_soft_bodies *soft,
                          const sc_soft_body *body)
{
    SC_ASSERT(body->corner_count > 0);
    polygon->count = body->corner_count;
    polygon->radius = body->radius;
    for (int i = 0; i < body->corner_count; ++i)
    {
        polygon->vertex[i] = body->first_vertex + soft->corners[body->first_corner + i];
        polygon->corner[i] = sc_soft_position(soft, polygon->vertex[i]);
    }
    float area = 0.0f;
    for (int i = 1; i + 1 < body->corner_count; ++i)
    {
        area += sc_cross(sc_sub(polygon->corner[i], polygon->corner[0]),
                         sc_sub(polygon->corner[i + 1], polygon->corner[0]));
    }
    polygon->side = area < 0.0f ? -1.0f : 1.0f;
    set_normals(polygon, soft->lengths->shortest_edge);
}

void sc_soft_load_edge(sc_soft_polygon *polygon, const sc_soft_bodies *soft, int32_t a, int32_t b)
{
    SC_ASSERT(a != b && a >= 0 && b >= 0);
    const sc_soft_point *points = soft->work->points;
    polygon->count = 2;
    polygon->side = 1.0f;
    polygon->radius = sc_max(points[a].radius, points[b].radius);
    polygon->vertex[0] = a;
    polygon->vertex[1] = b;
    polygon->corner[0] = sc_soft_position(soft, a);
    polygon->corner[1] = sc_soft_position(soft, b);
    set_normals(polygon, soft->lengths->shortest_edge);
}

void sc_soft_load_shape(sc_soft_polygon *polygon, const sc_shapes *shapes,
                        const sc_soft_shape *shape)
{
    SC_ASSERT(shapes->kind[shape->slot] != SC_KIND_HALF_SPACE);
    const float *geometry = shapes->geometry + shapes->geometry_start[shape->slot];
    sc_shape_kind kind = (sc_shape_kind)shapes->kind[shape->slot];
    sc_rotation turn = {shape->pose.cos, shape->pose.sin};
    scree_vec2 place = {shape->pose.x, shape->pose.y};
    polygon->side = 1.0f;
    polygon->radius = shape->pose.radius;
    polygon->count = 1;
    polygon->corner[0] = place;
    if (kind == SC_KIND_CIRCLE)
    {
        return;
    }
    sc_polygon local;
    sc_polygon_load(&local, geometry, kind);
    sc_polygon_place(&local, turn, place);
    polygon->count = local.count;
    for (int i = 0; i < local.count; ++i)
    {
        polygon->corner[i] = local.vertex[i];
        polygon->normal[i] = local.normal[i];
    }
}

float sc_soft_farthest_edge(const sc_soft_polygon *self, const sc_soft_polygon *other, int *edge)
{
    SC_ASSERT(other->count > 0);
    float farthest = -FLT_MAX;
    *edge = 0;
    for (int i = 0; self->count > 1 && i < self->count; ++i)
    {
        scree_vec2 normal = self->normal[i];
        // An edge that has shrunk to a point separates nothing.
        float nearest = sc_dot(normal, normal) > 0.5f ? FLT_MAX : -FLT_MAX;
        for (int k = 0; k < other->count; ++k)
        {
            nearest = sc_min(nearest, sc_dot(normal, sc_sub(other->corner[k], self->corner[i])));
        }
        if (nearest > farthest)
        {
            farthest = nearest;
            *edge = i;
        }
    }
    return farthest;
}

/// The vector with the smallest extent along a direction.
static int find_lowest(const scree_vec2 *vectors, int count, scree_vec2 direction)
{
    SC_ASSERT(count > 0);
    int lowest = 0;
    for (int i = 1; i < count; ++i)
    {
        bool lower = sc_dot(vectors[i], direction) < sc_dot(vectors[lowest], direction);
        lowest = lower ? i : lowest;
    }
    return lowest;
}

/// Adds the corners of one edge of `other` that lie beside an edge of `self` (between its ends) and
/// within `reach` of it.
static int add_beside(const sc_soft_polygon *self, int edge, const sc_soft_polygon *other,
                      int other_edge, float reach, bool other_is_b, sc_soft_touch *touches)
{
    SC_ASSERT(edge >= 0 && edge < self->count && other_edge >= 0 && other_edge < other->count);
    const scree_vec2 a = self->corner[edge];
    const scree_vec2 direction = sc_sub(self->corner[next_vertex(self, edge)], a);
    int count = 0, corners[2] = {other_edge, next_vertex(other, other_edge)};
    for (int k = 0; k < (other->count > 1 ? 2 : 1); ++k)
    {
        scree_vec2 arm = sc_sub(other->corner[corners[k]], a);
        float along = sc_dot(arm, direction);
        if (along >= 0.0f && along <= sc_dot(direction, direction) &&
            sc_dot(self->normal[edge], arm) <= reach)
        {
            touches[count++] = (sc_soft_touch){other_is_b, corners[k], edge};
        }
    }
    return count;
}

int sc_soft_touch_polygons(const sc_lengths *lengths, const sc_soft_polygon *a,
                           const sc_soft_polygon *b, sc_soft_touch touches[4])
{
    int edge_a, edge_b;
    float from_a = sc_soft_farthest_edge(a, b, &edge_a);
    float from_b = sc_soft_farthest_edge(b, a, &edge_b);
    float reach = a->radius + b->radius + lengths->speculative;
    if (sc_max(from_a, from_b) > reach)
    {
        return 0;
    }
    bool a_holds = from_a + lengths->face_tolerance >= from_b;
    const sc_soft_polygon *self = a_holds ? a : b, *other = a_holds ? b : a;
    int edge = a_holds ? edge_a : edge_b;
    scree_vec2 normal = self->normal[edge];
    // Find the edge whose normal points most against this one.
    int other_edge = other->count > 1 ? find_lowest(other->normal, other->count, normal) : 0;
    int count = add_beside(self, edge, other, other_edge, reach, a_holds, touches);
    if (other->count > 1 && sc_dot(other->normal[other_edge], normal) < -FLAT_COSINE)
    {
        count += add_beside(other, other_edge, self, edge, reach, !a_holds, touches + count);
    }
    if (count == 0)
    {
        int deepest = find_lowest(other->corner, other->count, normal);
        touches[count++] = (sc_soft_touch){a_holds, deepest, edge};
    }
    return count;
}
