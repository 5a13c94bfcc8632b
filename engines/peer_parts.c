#include "engines/peer_parts.h"

#include <math.h>

int sc_part_of_polygon(const sc_model_parts *parts, const sc_model_shape *shape, int part,
                       scree_vec2 vertices[SC_PART_MAX_VERTICES])
{
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    // A piece is the first vertex and up to seven of the others; neighbours share an inner edge.
    int first = 1 + (SC_PART_MAX_VERTICES - 2) * part;
    int last = first + SC_PART_MAX_VERTICES - 2;
    if (last > shape->vertex_count - 1)
        last = shape->vertex_count - 1;
    if (first >= last)
        return 0;
    vertices[0] = v[0];
    for (int i = first; i <= last; ++i)
        vertices[1 + i - first] = v[i];
    return 2 + last - first;
}

#define SHORTEST_REACH 10.0f
#define LONGEST_REACH 2000.0f

void sc_part_of_half_space(const sc_model_parts *parts, const sc_model_shape *shape,
                           scree_vec2 corners[4])
{
    const sc_model_body *body = &parts->bodies[shape->body];
    scree_vec2 lower = parts->limits.lower, upper = parts->limits.upper, n = shape->plane.normal;
    float dx = 0.5f * (lower.x + upper.x) - body->position.x;
    float dy = 0.5f * (lower.y + upper.y) - body->position.y;
    float reach = hypotf(upper.x - lower.x, upper.y - lower.y);
    if (!isfinite(dx) || !isfinite(dy))
        dx = dy = 0.0f;
    if (!(reach <= LONGEST_REACH))
        reach = LONGEST_REACH;
    if (reach < SHORTEST_REACH)
        reach = SHORTEST_REACH;

    // The point of the plane that is nearest to the middle of the bounds.
    float x = body->cos * dx + body->sin * dy, y = body->cos * dy - body->sin * dx;
    float above = n.x * x + n.y * y - shape->plane.offset;
    scree_vec2 middle = {x - above * n.x, y - above * n.y};
    scree_vec2 side = {reach * n.y, -reach * n.x}, down = {-reach * n.x, -reach * n.y};
    corners[0] = (scree_vec2){middle.x - side.x + down.x, middle.y - side.y + down.y};
    corners[1] = (scree_vec2){middle.x + side.x + down.x, middle.y + side.y + down.y};
    corners[2] = (scree_vec2){middle.x + side.x, middle.y + side.y};
    corners[3] = (scree_vec2){middle.x - side.x, middle.y - side.y};
}
