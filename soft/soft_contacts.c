/// Finds the contacts of a substep: outlines against outlines, vertices against shapes, edges
/// against corners.
#include "core/tuning.h"
#include "core/assert.h"
#include "soft/soft_polygon.h"
#include "dynamics/narrowphase/disc_contact.h"

#include <float.h>
#include <string.h>

/// The two vertices of edge i of a body, numbered over all bodies.
static sc_soft_pair edge_vertices(const sc_soft_bodies *soft, const sc_soft_body *body, int32_t i)
{
    SC_ASSERT(i >= 0 && i < body->edge_count);
    const scree_soft_edge *edge = &soft->edges[body->first_edge + i];
    return (sc_soft_pair){body->first_vertex + edge->a, body->first_vertex + edge->b};
}

static sc_aabb edge_aabb_at(const sc_soft_bodies *soft, const sc_soft_body *body, int32_t i)
{
    const sc_soft_point *points = soft->work->points;
    sc_soft_pair v = edge_vertices(soft, body, i);
    scree_vec2 a = sc_soft_position(soft, v.a), b = sc_soft_position(soft, v.b);
    float r = sc_max(points[v.a].radius, points[v.b].radius) + soft->lengths->speculative;
    return (sc_aabb){sc_min(a.x, b.x) - r, sc_min(a.y, b.y) - r, sc_max(a.x, b.x) + r,
                     sc_max(a.y, b.y) + r};
}

/// Adds a contact. Doubles the room for contacts, in the step's arena, if it is full.
static void add_contact(const sc_step *step, sc_soft_contact contact)
{
    SC_ASSERT(contact.vertex >= 0 || contact.edge_a >= 0);
    SC_ASSERT(contact.edge_a < 0 || contact.edge_a != contact.edge_b);
    sc_soft_work *work = step->soft->work;
    if (work->contact_count == work->contact_capacity)
    {
        int32_t capacity = work->contact_capacity < INT32_MAX / 4 ? 2 * work->contact_capacity : 0;
        sc_soft_contact *contacts =
            capacity > 0 ? SC_TAKE(step->arena, sc_soft_contact, capacity) : NULL;
        if (contacts == NULL)
        {
            work->out_of_memory = true;
            return;
        }
        memcpy(contacts, work->contacts, sizeof *contacts * (size_t)work->contact_count);
        work->contacts = contacts;
        work->contact_capacity = capacity;
    }
    work->contacts[work->contact_count++] = contact;
}

/// The end of the items of a run.
static int32_t tree_end(const sc_soft_tree *tree, int32_t run)
{
    SC_ASSERT(run >= 0 && run < tree->aabb_count[0]);
    int32_t remaining = tree->item_count - SC_TREE_RUN * run;
    return SC_TREE_RUN * run + (remaining < SC_TREE_RUN ? remaining : SC_TREE_RUN);
}

/// Adds the contacts of two soft polygons.
static void add_soft(const sc_step *step, const sc_soft_polygon *a, const sc_soft_polygon *b,
                     float friction)
{
    sc_soft_touch touches[4];
    int count = sc_soft_touch_polygons(step->lengths, a, b, touches);
    for (int i = 0; i < count; ++i)
    {
        const sc_soft_polygon *corner = touches[i].corner_of_b ? b : a;
        const sc_soft_polygon *edge = touches[i].corner_of_b ? a : b;
        int from = touches[i].edge, to = from + 1 < edge->count ? from + 1 : 0;
        add_contact(step, (sc_soft_contact){.vertex = corner->vertex[touches[i].corner],
                                            .edge_a = edge->vertex[from],
                                            .edge_b = edge->vertex[to],
                                            .side = edge->side,
                                            .rigid = -1,
                                            .gap = a->radius + b->radius,
                                            .friction = friction});
    }
}

/// Adds contacts of each edge of a body without an outline with the outline of another body.
static void add_open(const sc_step *step, int32_t open_row, int32_t closed_row, float friction)
{
    SC_ASSERT(open_row != closed_row);
    const sc_soft_bodies *soft = step->soft;
    const sc_soft_body *open = &soft->bodies[open_row];
    const sc_soft_tree *tree = &soft->work->edge_trees[open_row];
    sc_soft_polygon outline, edge;
    sc_soft_load_outline(&outline, soft, &soft->bodies[closed_row]);
    sc_aabb aabb = soft->work->aabbs[closed_row];
    for (int32_t run = 0; (run = sc_soft_tree_next(tree, aabb, run)) < tree->aabb_count[0]; ++run)
    {
        for (int32_t i = SC_TREE_RUN * run; i < tree_end(tree, run); ++i)
        {
            if (sc_aabbs_overlap(aabb, edge_aabb_at(soft, open, i)))
            {
                sc_soft_pair v = edge_vertices(soft, open, i);
                sc_soft_load_edge(&edge, soft, v.a, v.b);
                add_soft(step, &edge, &outline, friction);
            }
        }
    }
}

/// The data of a pair of a soft body and a shape.
typedef struct body_and_shape
{
    const sc_step *step;
    sc_soft_bodies *soft;
    const sc_shapes *shapes;
    const sc_soft_body *body;
    const sc_soft_shape *shape;
    float friction;
} body_and_shape;

/// Converts a point of the world to the frame in which contacts store it.
static scree_vec2 kept_point(const body_and_shape *m, scree_vec2 point)
{
    if (m->shape->rigid < 0)
    {
        return point;
    }
    sc_pose pose = m->soft->work->rigids[m->shape->rigid].pose;
    return sc_unrotate((sc_rotation){pose.cos, pose.sin},
                       sc_sub(point, (scree_vec2){pose.x, pose.y}));
}

/// Adds a contact of a vertex with a face through `point`.
static void add_face(const body_and_shape *m, int32_t vertex, scree_vec2 point, scree_vec2 normal,
                     float gap)
{
    SC_ASSERT(vertex >= 0);
    if (m->shape->rigid >= 0)
    {
        sc_pose pose = m->soft->work->rigids[m->shape->rigid].pose;
        normal = sc_unrotate((sc_rotation){pose.cos, pose.sin}, normal);
    }
    add_contact(m->step, (sc_soft_contact){.vertex = vertex,
                                           .edge_a = -1,
                                           .edge_b = -1,
                                           .rigid = m->shape->rigid,
                                           .point = kept_point(m, point),
                                           .normal = normal,
                                           .gap = gap,
                                           .friction = m->friction});
}

/// Adds a contact of a corner of the shape with a soft edge.
static void add_corner(const body_and_shape *m, scree_vec2 corner, const sc_soft_polygon *soft,
                       int edge, float gap)
{
    SC_ASSERT(edge >= 0 && edge < soft->count);
    int to = edge + 1 < soft->count ? edge + 1 : 0;
    add_contact(m->step, (sc_soft_contact){.vertex = -1,
                                           .edge_a = soft->vertex[edge],
                                           .edge_b = soft->vertex[to],
                                           .side = soft->side,
                                           .rigid = m->shape->rigid,
                                           .point = kept_point(m, corner),
                                           .gap = gap,
                                           .friction = m->friction});
}

/// Tests a vertex as a disc against the shape.
static void add_vertex(const body_and_shape *m, int32_t vertex)
{
    SC_ASSERT(vertex >= m->body->first_vertex &&
              vertex < m->body->first_vertex + m->body->vertex_count);
    float radius = m->soft->work->points[vertex].radius;
    sc_disc_contact found = sc_disc_against_shape(m->shapes, m->shape->slot, &m->shape->pose,
                                                  sc_soft_position(m->soft, vertex), radius);
    if (found.depth > -m->step->lengths->speculative)
    {
        add_face(m, vertex, found.point, found.normal, radius);
    }
}

static void add_outline(const body_and_shape *m)
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
    int count = sc_soft_touch_polygons(m->step->lengths, &outline, &shape, touches);
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
        // Skip a circle beyond the end of an edge: it touches the vertex there.
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

/// Adds a contact of the corner of a shape that lies deepest beside an edge, if the normal of the
/// edge is the best separating axis of the two. Vertices that touch faces are found separately.
static void add_open_edge(const body_and_shape *m, const sc_soft_polygon *edge,
                          const sc_soft_polygon *shape)
{
    int side, face;
    float from_edge = sc_soft_farthest_edge(edge, shape, &side);
    float from_face = sc_soft_farthest_edge(shape, edge, &face);
    float gap = edge->radius + shape->radius;
    if (from_edge > gap + m->step->lengths->speculative || from_face > from_edge)
    {
        return;
    }
    scree_vec2 a = edge->corner[side], direction = sc_sub(edge->corner[1 - side], a);
    float min_height = FLT_MAX;
    int deepest = -1;
    for (int i = 0; i < shape->count; ++i)
    {
        scree_vec2 arm = sc_sub(shape->corner[i], a);
        float along = sc_dot(arm, direction), height = sc_dot(arm, edge->normal[side]);
        if (along > 0.0f && along < sc_dot(direction, direction) && height < min_height)
        {
            min_height = height;
            deepest = i;
        }
    }
    if (deepest >= 0)
    {
        add_corner(m, shape->corner[deepest], edge, side, gap);
    }
}

static void add_open_body(const body_and_shape *m, int32_t row)
{
    SC_ASSERT(m->body->corner_count == 0);
    const sc_soft_body *body = m->body;
    if (m->shapes->kind[m->shape->slot] == SC_KIND_HALF_SPACE)
    {
        for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
        {
            add_vertex(m, v);
        }
        return;
    }
    sc_soft_polygon shape;
    sc_soft_load_shape(&shape, m->shapes, m->shape);
    sc_aabb aabb = sc_empty_aabb;
    for (int i = 0; i < shape.count; ++i)
    {
        aabb.lower_x = sc_min(aabb.lower_x, shape.corner[i].x - shape.radius);
        aabb.lower_y = sc_min(aabb.lower_y, shape.corner[i].y - shape.radius);
        aabb.upper_x = sc_max(aabb.upper_x, shape.corner[i].x + shape.radius);
        aabb.upper_y = sc_max(aabb.upper_y, shape.corner[i].y + shape.radius);
    }
    // Find the vertices that may touch the shape. A contact begins when the disc of a vertex is
    // within lengths.speculative; the margin added here, 1e-4 of the coordinates, is far above
    // their rounding error.
    float reach = body->radius + m->step->lengths->speculative;
    reach += 1e-4f * (sc_max(fabsf(aabb.lower_x), fabsf(aabb.upper_x)) +
                      sc_max(fabsf(aabb.lower_y), fabsf(aabb.upper_y)) + reach);
    const sc_aabb near = {aabb.lower_x - reach, aabb.lower_y - reach, aabb.upper_x + reach,
                          aabb.upper_y + reach};
    const sc_soft_tree *tree = &m->soft->work->vertex_trees[row];
    SC_ASSERT(tree->level_count > 0);
    for (int32_t run = 0; (run = sc_soft_tree_next(tree, near, run)) < tree->aabb_count[0]; ++run)
    {
        for (int32_t i = SC_TREE_RUN * run; i < tree_end(tree, run); ++i)
        {
            scree_vec2 p = sc_soft_position(m->soft, body->first_vertex + i);
            if (sc_aabbs_overlap(near, (sc_aabb){p.x, p.y, p.x, p.y}))
            {
                add_vertex(m, body->first_vertex + i);
            }
        }
    }
    tree = &m->soft->work->edge_trees[row];
    SC_ASSERT(tree->level_count > 0);
    for (int32_t run = 0; (run = sc_soft_tree_next(tree, aabb, run)) < tree->aabb_count[0]; ++run)
    {
        for (int32_t i = SC_TREE_RUN * run; i < tree_end(tree, run); ++i)
        {
            if (sc_aabbs_overlap(aabb, edge_aabb_at(m->soft, body, i)))
            {
                sc_soft_polygon edge;
                sc_soft_pair v = edge_vertices(m->soft, body, i);
                sc_soft_load_edge(&edge, m->soft, v.a, v.b);
                add_open_edge(m, &edge, &shape);
            }
        }
    }
}

/// Computes the AABB and the trees of a body at the present positions of its vertices.
static void update_aabbs(const sc_soft_bodies *soft, int32_t row)
{
    SC_ASSERT(row >= 0 && row < soft->body_count);
    const sc_soft_body *body = &soft->bodies[row];
    sc_aabb whole = sc_empty_aabb;
    if (sc_soft_is_live(body))
    {
        float radius = soft->lengths->speculative + body->radius;
        for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
        {
            scree_vec2 p = sc_soft_position(soft, v);
            whole = (sc_aabb){sc_min(whole.lower_x, p.x), sc_min(whole.lower_y, p.y),
                              sc_max(whole.upper_x, p.x), sc_max(whole.upper_y, p.y)};
        }
        whole = (sc_aabb){whole.lower_x - radius, whole.lower_y - radius, whole.upper_x + radius,
                          whole.upper_y + radius};
    }
    soft->work->aabbs[row] = whole;
    sc_soft_tree *vertices = &soft->work->vertex_trees[row], *edges = &soft->work->edge_trees[row];
    for (int32_t run = 0; run < vertices->aabb_count[0]; ++run)
    {
        sc_aabb aabb = sc_empty_aabb;
        for (int32_t i = SC_TREE_RUN * run; i < tree_end(vertices, run); ++i)
        {
            scree_vec2 p = sc_soft_position(soft, body->first_vertex + i);
            sc_widen(&aabb, (sc_aabb){p.x, p.y, p.x, p.y});
        }
        vertices->aabbs[0][run] = aabb;
    }
    for (int32_t run = 0; run < edges->aabb_count[0]; ++run)
    {
        sc_aabb aabb = sc_empty_aabb;
        for (int32_t i = SC_TREE_RUN * run; i < tree_end(edges, run); ++i)
        {
            sc_widen(&aabb, edge_aabb_at(soft, body, i));
        }
        edges->aabbs[0][run] = aabb;
    }
    sc_soft_tree_raise(vertices);
    sc_soft_tree_raise(edges);
}

bool sc_soft_find_contacts(const sc_step *step)
{
    SC_ASSERT(step->soft->work != NULL);
    sc_soft_bodies *soft = step->soft;
    sc_soft_work *work = soft->work;
    for (int32_t r = 0; r < soft->body_count; ++r)
    {
        update_aabbs(soft, r);
    }
    work->contact_count = 0;
    for (int32_t i = 0; i < work->soft_pair_count; ++i)
    {
        const int32_t row_a = work->soft_pairs[i].a, row_b = work->soft_pairs[i].b;
        SC_ASSERT(row_a != row_b && row_a < soft->body_count && row_b < soft->body_count);
        if (!sc_aabbs_overlap(work->aabbs[row_a], work->aabbs[row_b]))
        {
            continue;
        }
        const sc_soft_body *a = &soft->bodies[row_a], *b = &soft->bodies[row_b];
        const float friction = sqrtf(a->friction * b->friction);
        if (a->corner_count == 0 || b->corner_count == 0)
        {
            bool a_open = a->corner_count == 0;
            add_open(step, a_open ? row_a : row_b, a_open ? row_b : row_a, friction);
            continue;
        }
        sc_soft_polygon outline_a, outline_b;
        sc_soft_load_outline(&outline_a, soft, a);
        sc_soft_load_outline(&outline_b, soft, b);
        add_soft(step, &outline_a, &outline_b, friction);
    }
    for (int32_t i = 0; i < work->shape_pair_count; ++i)
    {
        sc_soft_pair pair = work->shape_pairs[i];
        body_and_shape m = {step, soft, step->shapes, &soft->bodies[pair.a], &work->shapes[pair.b],
                            0.0f};
        m.friction = sqrtf(m.body->friction * step->shapes->material[m.shape->slot].friction);
        if (m.body->corner_count > 0)
        {
            add_outline(&m);
        }
        else
        {
            add_open_body(&m, pair.a);
        }
    }
    work->max_contacts =
        work->contact_count > work->max_contacts ? work->contact_count : work->max_contacts;
    return !work->out_of_memory;
}
