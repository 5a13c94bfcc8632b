/// Twins of boxes and convex polygons against each other: separating axes (S. Gottschalk et al.,
/// OBBTree, 1996, in 2D), then clipping of the two edges that face each other.

#include "core/tuning.h"

#include "reference/twins/twins.h"
#include "reference/twins/twins_narrow.h"

#include <float.h>

// Boxes.
//
// Vertices of a box: 0 (-, -), 1 (+, -), 2 (+, +), 3 (-, +). Edge i leads from vertex i to i + 1,
// so the outward normals are -y, +x, +y, -x.

/// The better of a box's two axes.
typedef struct box_axis
{
    float separation;
    bool is_y;
} box_axis;

/// Half sizes of the box's AABB in a frame turned against it.
static scree_vec2 turned_extent(sc_rotation turn, scree_vec2 half)
{
    float c = fabsf(turn.cos), s = fabsf(turn.sin);
    return (scree_vec2){c * half.x + s * half.y, s * half.x + c * half.y};
}

/// `center` of the other box in the frame of this one, `half_b` its half sizes along this one's
/// axes.
static box_axis best_axis(scree_vec2 center, scree_vec2 half, scree_vec2 half_b)
{
    float x = fabsf(center.x) - half.x - half_b.x;
    float y = fabsf(center.y) - half.y - half_b.y;
    return y > x ? (box_axis){y, true} : (box_axis){x, false};
}

/// Turns a vector by a quarter, clockwise if the y axis is to become the x axis.
static scree_vec2 y_to_x(scree_vec2 v) { return (scree_vec2){v.y, -v.x}; }

static scree_vec2 box_vertex(scree_vec2 half, int index)
{
    bool right = index == 1 || index == 2, top = index == 2 || index == 3;
    return (scree_vec2){right ? half.x : -half.x, top ? half.y : -half.y};
}

/// The edge whose normal points most against (1, 0). The x axis of the box is `x_axis`; the
/// normals' x coordinates follow from it.
static int most_opposed_edge(sc_rotation x_axis)
{
    const float along[4] = {x_axis.sin, x_axis.cos, -x_axis.sin, -x_axis.cos};
    int edge = 0;
    for (int k = 1; k < 4; k++)
    {
        edge = along[k] < along[edge] ? k : edge;
    }
    return edge;
}

/// Long: in the order of the kernel, to be read beside it.
static void collide_boxes(const sc_narrow_args *args, int index)
{
    sc_twin_pair pair = sc_twin_pair_at(args, index);
    const sc_twin_shape *a = &pair.a, *b = &pair.b;
    scree_vec2 half_a = {a->geometry[0], a->geometry[1]};
    scree_vec2 half_b = {b->geometry[0], b->geometry[1]};

    scree_vec2 between = sc_sub(b->center, a->center),
               axis_of_b = {b->rotation.cos, b->rotation.sin};
    scree_vec2 relative = sc_unrotate(a->rotation, axis_of_b);
    sc_rotation turn = {relative.x, relative.y};
    scree_vec2 b_from_a = sc_unrotate(a->rotation, between),
               a_to_b_in_b = sc_unrotate(b->rotation, between);
    box_axis axis_a = best_axis(b_from_a, half_a, turned_extent(turn, half_b));
    box_axis axis_b = best_axis(a_to_b_in_b, half_b, turned_extent(turn, half_a));
    float limit = sc_twin_reach(args, &pair) + (a->radius + b->radius);
    if (!(axis_a.separation <= limit && axis_b.separation <= limit))
    {
        sc_twin_store_nothing(args, &pair);
        return;
    }

    sc_twin_edges e;
    bool flat = sc_max(fabsf(turn.cos), fabsf(turn.sin)) > SC_FLAT_COSINE;
    e.flip = sc_twin_b_leads(axis_a.separation, axis_b.separation, flat);
    const sc_twin_shape *reference = e.flip ? b : a, *other = e.flip ? a : b;
    scree_vec2 half = e.flip ? half_b : half_a, other_half = e.flip ? half_a : half_b;
    box_axis axis = e.flip ? axis_b : axis_a;
    e.separation = axis.separation;
    e.reference_radius = reference->radius;
    e.incident_radius = other->radius;

    // The incident box in the frame of the reference box...
    scree_vec2 center = b_from_a, x_axis = {turn.cos, turn.sin};
    scree_vec2 rotation = {reference->rotation.cos, reference->rotation.sin};
    if (e.flip)
    {
        center = (scree_vec2){-a_to_b_in_b.x, -a_to_b_in_b.y};
        x_axis.y = -x_axis.y;
    }
    // ...turned so that the reference normal becomes (1, 0)...
    scree_vec2 frame = rotation;
    if (axis.is_y)
    {
        center = y_to_x(center);
        x_axis = y_to_x(x_axis);
        frame = (scree_vec2){-rotation.y, rotation.x};
        half = (scree_vec2){half.y, half.x};
    }
    // ...from whichever of the two opposite faces is nearer.
    bool negative = center.x < 0.0f;
    float side = negative ? -1.0f : 1.0f;
    center = sc_scale(side, center);
    x_axis = sc_scale(side, x_axis);
    frame = sc_scale(side, frame);
    e.face = half.x;
    e.high = half.y;
    e.low = -half.y;
    e.reference_start = axis.is_y ? (negative ? 0 : 2) : (negative ? 3 : 1);
    e.reference_end = (e.reference_start + 1) % 4;

    sc_rotation incident = {x_axis.x, x_axis.y};
    e.incident_start = most_opposed_edge(incident);
    e.incident_end = (e.incident_start + 1) % 4;
    e.start = sc_add(center, sc_rotate(incident, box_vertex(other_half, e.incident_start)));
    e.end = sc_add(center, sc_rotate(incident, box_vertex(other_half, e.incident_end)));

    scree_vec2 nowhere = {0.0f, 0.0f};
    scree_vec2 origin = sc_add(a->arm, e.flip ? between : nowhere);
    sc_twin_store_clipped(args, &pair, &e, (sc_rotation){frame.x, frame.y}, origin);
}

void sc_twin_narrow_box_box(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        collide_boxes(args, i);
    }
}

// Convex polygons.

enum
{
    MAX_VERTICES = 8
};

typedef struct polygon
{
    int count;
    scree_vec2 vertex[MAX_VERTICES];
    scree_vec2 normal[MAX_VERTICES];  ///< outward, of the edge from the vertex to the next
} polygon;

/// Lists in the pool are padded to 4 or 8 entries.
static polygon load_polygon(const float *geometry)
{
    polygon p = {.count = (int)geometry[2]};
    int padded = p.count <= 4 ? 4 : 8;
    const float *vertices = geometry + SC_GEOMETRY_HEADER, *normals = vertices + 2 * padded;
    for (int k = 0; k < p.count; k++)
    {
        p.vertex[k] = (scree_vec2){vertices[2 * k], vertices[2 * k + 1]};
        p.normal[k] = (scree_vec2){normals[2 * k], normals[2 * k + 1]};
    }
    return p;
}

/// How far the polygon's nearest vertex lies along a direction.
static float support(const polygon *p, scree_vec2 direction)
{
    float nearest = sc_dot(direction, p->vertex[0]);
    for (int k = 1; k < p->count; k++)
    {
        nearest = sc_min(nearest, sc_dot(direction, p->vertex[k]));
    }
    return nearest;
}

typedef struct polygon_face
{
    int index;
    float separation;
} polygon_face;

/// The face of `self` that is farthest from `other`.
static polygon_face best_face(const polygon *self, const polygon *other)
{
    polygon_face best = {0, -FLT_MAX};
    for (int k = 0; k < self->count; k++)
    {
        scree_vec2 normal = self->normal[k];
        float separation = support(other, normal) - sc_dot(normal, self->vertex[k]);
        if (separation > best.separation)
        {
            best = (polygon_face){k, separation};
        }
    }
    return best;
}

/// Two polygons in the frame of the first, with their best faces.
typedef struct polygon_pair
{
    polygon a, b;
    polygon_face face_a, face_b;
} polygon_pair;

static scree_vec2 reference_normal(const polygon_pair *p, bool flip)
{
    return flip ? p->b.normal[p->face_b.index] : p->a.normal[p->face_a.index];
}

/// The leading face (b's if `flip`) and the edge of the other shape that faces it; without radii.
static sc_twin_edges edges_of(const polygon_pair *p, bool flip)
{
    const polygon *reference = flip ? &p->b : &p->a, *incident = flip ? &p->a : &p->b;
    polygon_face face = flip ? p->face_b : p->face_a;
    scree_vec2 normal = reference_normal(p, flip);
    sc_twin_edges e = {.flip = flip, .separation = face.separation};
    e.reference_start = face.index;
    e.reference_end = (face.index + 1) % reference->count;
    // The edge whose normal points most against `normal`.
    int edge = 0;
    float min_projection = FLT_MAX;
    for (int k = 0; k < incident->count; k++)
    {
        float along = sc_dot(incident->normal[k], normal);
        if (along < min_projection)
        {
            min_projection = along;
            edge = k;
        }
    }
    e.incident_start = edge;
    e.incident_end = (e.incident_start + 1) % incident->count;

    sc_rotation frame = {normal.x, normal.y};
    scree_vec2 reference_start = sc_unrotate(frame, reference->vertex[e.reference_start]);
    scree_vec2 reference_end = sc_unrotate(frame, reference->vertex[e.reference_end]);
    e.face = reference_start.x;
    e.low = reference_start.y;
    e.high = reference_end.y;
    e.start = sc_unrotate(frame, incident->vertex[e.incident_start]);
    e.end = sc_unrotate(frame, incident->vertex[e.incident_end]);
    return e;
}

static void collide_polygons(const sc_narrow_args *args, int index)
{
    sc_twin_pair pair = sc_twin_pair_at(args, index);
    const sc_twin_shape *a = &pair.a, *b = &pair.b;
    polygon_pair p = {.a = load_polygon(a->geometry), .b = load_polygon(b->geometry)};

    scree_vec2 between = sc_unrotate(a->rotation, sc_sub(b->center, a->center));
    scree_vec2 axis_of_b = {b->rotation.cos, b->rotation.sin};
    scree_vec2 relative = sc_unrotate(a->rotation, axis_of_b);
    sc_rotation turn = {relative.x, relative.y};
    for (int k = 0; k < p.b.count; k++)
    {
        p.b.vertex[k] = sc_add(between, sc_rotate(turn, p.b.vertex[k]));
        p.b.normal[k] = sc_rotate(turn, p.b.normal[k]);
    }

    p.face_a = best_face(&p.a, &p.b);
    p.face_b = best_face(&p.b, &p.a);
    float limit = sc_twin_reach(args, &pair) + (a->radius + b->radius);
    if (!(p.face_a.separation <= limit && p.face_b.separation <= limit))
    {
        sc_twin_store_nothing(args, &pair);
        return;
    }

    scree_vec2 normal_a = reference_normal(&p, false), normal_b = reference_normal(&p, true);
    bool flat = sc_dot(normal_a, normal_b) < -SC_FLAT_COSINE;
    bool flip = sc_twin_b_leads(p.face_a.separation, p.face_b.separation, flat);
    sc_twin_edges e = edges_of(&p, flip);
    if (!flip && p.face_b.separation > p.face_a.separation && sc_twin_edges_miss(&e))
    {
        // A lesser face of a that misses the closest vertices is dropped after all.
        flip = true;
        e = edges_of(&p, flip);
    }
    e.reference_radius = flip ? b->radius : a->radius;
    e.incident_radius = flip ? a->radius : b->radius;

    scree_vec2 normal = sc_rotate(a->rotation, reference_normal(&p, flip));
    sc_twin_store_clipped(args, &pair, &e, (sc_rotation){normal.x, normal.y}, a->arm);
}

void sc_twin_narrow_convex4_convex4(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        collide_polygons(args, i);
    }
}

void sc_twin_narrow_convex8_convex8(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        collide_polygons(args, i);
    }
}
