/// The contacts of a substep: between outlines, of vertices with shapes, of edges with corners.
#include "core/assert.h"
#include "particles/soft_polygon.h"
#include "particles/static_contact.h"

#include <float.h>

static sc_box tight_box(const sc_soft_bodies *soft, const sc_soft_body *body)
{
    sc_box box = sc_empty_box;
    float radius = SC_SPECULATIVE + body->radius;
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        scree_vec2 p = sc_soft_place(soft, v);
        box.lower_x = sc_min(box.lower_x, p.x);
        box.lower_y = sc_min(box.lower_y, p.y);
        box.upper_x = sc_max(box.upper_x, p.x);
        box.upper_y = sc_max(box.upper_y, p.y);
    }
    return (sc_box){box.lower_x - radius, box.lower_y - radius, box.upper_x + radius,
                    box.upper_y + radius};
}

static sc_box edge_box(const sc_soft_polygon *edge)
{
    scree_vec2 a = edge->corner[0], b = edge->corner[1];
    float r = edge->radius + SC_SPECULATIVE;
    return (sc_box){sc_min(a.x, b.x) - r, sc_min(a.y, b.y) - r, sc_max(a.x, b.x) + r,
                    sc_max(a.y, b.y) + r};
}

static void add(sc_soft_work *work, sc_soft_contact contact)
{
    SC_ASSERT(work->contact_count < work->contact_capacity);
    work->contacts[work->contact_count++] = contact;
}

/// Touches of two soft polygons.
static void add_soft(sc_soft_work *work, const sc_soft_polygon *a, const sc_soft_polygon *b,
                     float friction)
{
    sc_soft_touch touches[4];
    int count = sc_soft_touch_polygons(a, b, touches);
    for (int i = 0; i < count; ++i)
    {
        const sc_soft_polygon *corner = touches[i].corner_of_b ? b : a;
        const sc_soft_polygon *edge = touches[i].corner_of_b ? a : b;
        int from = touches[i].edge, to = from + 1 < edge->count ? from + 1 : 0;
        add(work, (sc_soft_contact){.vertex = corner->vertex[touches[i].corner],
                                    .edge_a = edge->vertex[from],
                                    .edge_b = edge->vertex[to],
                                    .side = edge->side,
                                    .rigid = -1,
                                    .gap = a->radius + b->radius,
                                    .friction = friction});
    }
}

/// Each edge of a body without an outline against the outline of another.
static void add_open(sc_soft_bodies *soft, const sc_soft_body *open, const sc_soft_body *closed,
                     float friction)
{
    sc_soft_polygon outline, edge;
    sc_soft_load_outline(&outline, soft, closed);
    sc_box box = tight_box(soft, closed);
    for (int32_t i = open->first_edge; i < open->first_edge + open->edge_count; ++i)
    {
        sc_soft_load_edge(&edge, soft, open->first_vertex + soft->edges[i].a,
                          open->first_vertex + soft->edges[i].b);
        if (sc_boxes_overlap(box, edge_box(&edge)))
        {
            add_soft(soft->work, &edge, &outline, friction);
        }
    }
}

static void find_soft(sc_soft_bodies *soft, sc_soft_pair pair)
{
    const sc_soft_work *work = soft->work;
    if (!sc_boxes_overlap(work->boxes[pair.a], work->boxes[pair.b]))
    {
        return;
    }
    const sc_soft_body *a = &soft->bodies[pair.a], *b = &soft->bodies[pair.b];
    float friction = sqrtf(a->friction * b->friction);
    if (a->corner_count == 0 || b->corner_count == 0)
    {
        bool a_open = a->corner_count == 0;
        add_open(soft, a_open ? a : b, a_open ? b : a, friction);
        return;
    }
    sc_soft_polygon outline_a, outline_b;
    sc_soft_load_outline(&outline_a, soft, a);
    sc_soft_load_outline(&outline_b, soft, b);
    add_soft(soft->work, &outline_a, &outline_b, friction);
}

/// What a soft body and a shape have in common.
typedef struct meeting
{
    sc_soft_bodies *soft;
    const sc_shapes *shapes;
    const sc_soft_body *body;
    const sc_soft_shape *shape;
    float friction;
} meeting;

/// A point of the world in the frame in which contacts keep it.
static scree_vec2 kept_point(const meeting *m, scree_vec2 point)
{
    if (m->shape->rigid < 0)
    {
        return point;
    }
    sc_pose pose = m->soft->work->rigids[m->shape->rigid].pose;
    return sc_unrotate((sc_rotation){pose.cos, pose.sin},
                       sc_sub(point, (scree_vec2){pose.x, pose.y}));
}

static scree_vec2 kept_normal(const meeting *m, scree_vec2 normal)
{
    if (m->shape->rigid < 0)
    {
        return normal;
    }
    sc_pose pose = m->soft->work->rigids[m->shape->rigid].pose;
    return sc_unrotate((sc_rotation){pose.cos, pose.sin}, normal);
}

/// A vertex against a face through `point`.
static void add_face(const meeting *m, int32_t vertex, scree_vec2 point, scree_vec2 normal,
                     float gap)
{
    add(m->soft->work, (sc_soft_contact){.vertex = vertex,
                                         .edge_a = -1,
                                         .edge_b = -1,
                                         .rigid = m->shape->rigid,
                                         .point = kept_point(m, point),
                                         .normal = kept_normal(m, normal),
                                         .gap = gap,
                                         .friction = m->friction});
}

/// A corner of the shape against a soft edge.
static void add_corner(const meeting *m, scree_vec2 corner, const sc_soft_polygon *soft, int edge,
                       float gap)
{
    int to = edge + 1 < soft->count ? edge + 1 : 0;
    add(m->soft->work, (sc_soft_contact){.vertex = -1,
                                         .edge_a = soft->vertex[edge],
                                         .edge_b = soft->vertex[to],
                                         .side = soft->side,
                                         .rigid = m->shape->rigid,
                                         .point = kept_point(m, corner),
                                         .gap = gap,
                                         .friction = m->friction});
}

/// A vertex as a disc against the shape.
static void add_vertex(const meeting *m, int32_t vertex)
{
    float radius = m->soft->work->points[vertex].radius;
    sc_disc_contact found = sc_disc_against_shape(m->shapes, m->shape->slot, &m->shape->pose,
                                                  sc_soft_place(m->soft, vertex), radius);
    if (found.depth > -SC_SPECULATIVE)
    {
        add_face(m, vertex, found.point, found.normal, radius);
    }
}

static void add_outline(const meeting *m)
{
    sc_soft_polygon outline, shape;
    sc_soft_load_outline(&outline, m->soft, m->body);
    if (m->shapes->kind[m->shape->slot] == SC_KIND_HALF_SPACE)
    {
        for (int i = 0; i < outline.count; ++i)
        {
            add_vertex(m, outline.vertex[i]);
        }
        return;
    }
    sc_soft_load_shape(&shape, m->shapes, m->shape);
    sc_soft_touch touches[4];
    int count = sc_soft_touch_polygons(&outline, &shape, touches);
    float gap = outline.radius + shape.radius;
    for (int i = 0; i < count; ++i)
    {
        int corner = touches[i].corner, edge = touches[i].edge;
        if (!touches[i].corner_of_b)
        {
            add_face(m, outline.vertex[corner], shape.corner[edge], shape.normal[edge], gap);
            continue;
        }
        scree_vec2 a = outline.corner[edge];
        scree_vec2 b = outline.corner[edge + 1 < outline.count ? edge + 1 : 0];
        float along = sc_dot(sc_sub(shape.corner[corner], a), sc_sub(b, a));
        // A circle past the end of an edge touches the vertex there.
        bool past = along < 0.0f || along > sc_dot(sc_sub(b, a), sc_sub(b, a));
        if (shape.count == 1 && past)
        {
            int end = along < 0.0f ? edge : edge + 1 < outline.count ? edge + 1 : 0;
            add_vertex(m, outline.vertex[end]);
            continue;
        }
        add_corner(m, shape.corner[corner], &outline, edge, gap);
    }
}

/// The corner of a shape that lies deepest beside an edge, if the edge is what separates the two
/// best; vertices that touch faces are found by themselves.
static void add_open_edge(const meeting *m, const sc_soft_polygon *edge,
                          const sc_soft_polygon *shape)
{
    int side, face;
    float from_edge = sc_soft_farthest_edge(edge, shape, &side);
    float from_face = sc_soft_farthest_edge(shape, edge, &face);
    float gap = edge->radius + shape->radius;
    if (from_edge > gap + SC_SPECULATIVE || from_face > from_edge)
    {
        return;
    }
    scree_vec2 a = edge->corner[side], way = sc_sub(edge->corner[1 - side], a);
    float least = FLT_MAX;
    int deepest = -1;
    for (int i = 0; i < shape->count; ++i)
    {
        scree_vec2 arm = sc_sub(shape->corner[i], a);
        float along = sc_dot(arm, way), height = sc_dot(arm, edge->normal[side]);
        if (along > 0.0f && along < sc_dot(way, way) && height < least)
        {
            least = height;
            deepest = i;
        }
    }
    if (deepest >= 0)
    {
        add_corner(m, shape->corner[deepest], edge, side, gap);
    }
}

static void add_open_body(const meeting *m)
{
    const sc_soft_body *body = m->body;
    sc_soft_bodies *soft = m->soft;
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        add_vertex(m, v);
    }
    if (m->shapes->kind[m->shape->slot] == SC_KIND_HALF_SPACE)
    {
        return;
    }
    sc_soft_polygon shape, edge;
    sc_soft_load_shape(&shape, m->shapes, m->shape);
    sc_box box = sc_empty_box;
    for (int i = 0; i < shape.count; ++i)
    {
        box.lower_x = sc_min(box.lower_x, shape.corner[i].x - shape.radius);
        box.lower_y = sc_min(box.lower_y, shape.corner[i].y - shape.radius);
        box.upper_x = sc_max(box.upper_x, shape.corner[i].x + shape.radius);
        box.upper_y = sc_max(box.upper_y, shape.corner[i].y + shape.radius);
    }
    for (int32_t i = body->first_edge; i < body->first_edge + body->edge_count; ++i)
    {
        sc_soft_load_edge(&edge, soft, body->first_vertex + soft->edges[i].a,
                          body->first_vertex + soft->edges[i].b);
        if (sc_boxes_overlap(box, edge_box(&edge)))
        {
            add_open_edge(m, &edge, &shape);
        }
    }
}

void sc_soft_find_contacts(const sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    sc_soft_work *work = soft->work;
    for (int32_t r = 0; r < soft->body_count; ++r)
    {
        const sc_soft_body *body = &soft->bodies[r];
        work->boxes[r] = sc_soft_is_live(body) ? tight_box(soft, body) : sc_empty_box;
    }
    work->contact_count = 0;
    for (int32_t i = 0; i < work->soft_pair_count; ++i)
    {
        find_soft(soft, work->soft_pairs[i]);
    }
    for (int32_t i = 0; i < work->shape_pair_count; ++i)
    {
        sc_soft_pair pair = work->shape_pairs[i];
        meeting m = {soft, step->shapes, &soft->bodies[pair.a], &work->shapes[pair.b], 0.0f};
        m.friction = sqrtf(m.body->friction * step->shapes->material[m.shape->slot].friction);
        if (m.body->corner_count > 0)
        {
            add_outline(&m);
        }
        else
        {
            add_open_body(&m);
        }
    }
}
