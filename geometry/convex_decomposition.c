/// Splits outlines into convex parts: ear clipping, then removal of diagonals whose two parts are
/// convex together (S. Hertel, K. Mehlhorn, Fast Triangulation of Simple Polygons, 1983).
#include "core/assert.h"
#include "core/maths.h"
#include "core/tuning.h"
#include "geometry/polygons.h"
#include "core/errors.h"

#include <math.h>
#include <string.h>

enum
{
    MAX_POINTS = SCREE_OUTLINE_MAX_POINTS,
    PART_VERTICES = 8,
    OUTSIDE = -1
};

/// Corners by index, counter-clockwise.
typedef struct part
{
    int count;  ///< 0: it has become a part of another one
    int16_t corner[PART_VERTICES];
} part;

/// Two triangles that meet along a diagonal.
typedef struct diagonal
{
    int16_t first, second;
} diagonal;

typedef struct outline
{
    scree_vec2 point[MAX_POINTS];  ///< counter-clockwise
    int count;
    int16_t next[MAX_POINTS], previous[MAX_POINTS];  ///< of the outline that is not yet clipped
    /// the triangle beyond the edge from a point to its next, or OUTSIDE
    int16_t beyond[MAX_POINTS];
    float ear[MAX_POINTS];  ///< quality of the point as an ear; 0: it is no ear
    part parts[MAX_POINTS];
    int16_t parent[MAX_POINTS];  ///< of parts: the one that it has become a part of, or itself
    diagonal diagonals[MAX_POINTS];
    int part_count, diagonal_count;
} outline;

/// Whether a point is not needed: it lies between its two neighbours on the line through them, or
/// so near to a neighbour that worlds refuse the edge.
static bool is_needless(double slop, scree_vec2 before, scree_vec2 point, scree_vec2 after)
{
    double chord = sc_edge_length(before, after);
    double along = ((double)after.x - (double)before.x) * ((double)point.x - (double)before.x) +
                   ((double)after.y - (double)before.y) * ((double)point.y - (double)before.y);
    bool between = along >= 0.0 && along <= chord * chord;
    return sc_edge_length(before, point) < slop ||
           (between && fabs(sc_twice_area(before, point, after)) <= 1e-4 * slop * chord);
}

/// Copies the points that are needed, counter-clockwise, in one pass that compares each point with
/// the last one kept.
static bool take_points(outline *o, const scree_vec2 *points, int count)
{
    SC_ASSERT(count >= 3 && count <= MAX_POINTS && o->count == 0);
    // Outlines of less than a metre keep finer details.
    double area = 0.0, size = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const double x = (double)points[i].x - (double)points[0].x;
        const double y = (double)points[i].y - (double)points[0].y;
        size = fmax(size, fmax(fabs(x), fabs(y)));
    }
    const double slop = (double)SC_SLOP * fmin(size, 1.0);
    for (int i = 0; i < count; ++i)
    {
        area += sc_twice_area(points[0], points[i], points[i + 1 < count ? i + 1 : 0]);
    }
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 point = points[area < 0.0 ? count - 1 - i : i];
        while (o->count >= 2 &&
               is_needless(slop, o->point[o->count - 2], o->point[o->count - 1], point))
        {
            --o->count;
        }
        bool apart = o->count == 0 || sc_edge_length(o->point[o->count - 1], point) >= slop;
        if (apart)
        {
            SC_ASSERT(o->count < MAX_POINTS);
            o->point[o->count++] = point;
        }
    }
    while (o->count >= 3 &&
           (is_needless(slop, o->point[o->count - 2], o->point[o->count - 1], o->point[0]) ||
            sc_edge_length(o->point[o->count - 1], o->point[0]) < slop))
    {
        --o->count;
    }
    if (o->count >= 3 && is_needless(slop, o->point[o->count - 1], o->point[0], o->point[1]))
    {
        o->point[0] = o->point[--o->count];
    }
    return o->count >= 3;
}

/// Whether point p, which is on the line through a and b, lies between them.
static bool is_between(scree_vec2 a, scree_vec2 b, scree_vec2 p)
{
    return p.x >= sc_min(a.x, b.x) && p.x <= sc_max(a.x, b.x) && p.y >= sc_min(a.y, b.y) &&
           p.y <= sc_max(a.y, b.y);
}

/// Whether the outline is simple: no two edges have a point in common, except neighbours their
/// corner.
static bool is_simple(const outline *o)
{
    SC_ASSERT(o->count >= 3);
    int n = o->count;
    for (int i = 0; i < n; ++i)
    {
        scree_vec2 a = o->point[i], b = o->point[(i + 1) % n], c = o->point[(i + 2) % n];
        double ahead = ((double)b.x - (double)a.x) * ((double)c.x - (double)b.x) +
                       ((double)b.y - (double)a.y) * ((double)c.y - (double)b.y);
        if (sc_twice_area(a, b, c) == 0.0 && ahead <= 0.0)
        {
            return false;
        }
        for (int k = i + 2; k < n - (i == 0); ++k)
        {
            const scree_vec2 p = o->point[k];
            const scree_vec2 q = o->point[(k + 1) % n];
            bool edges_meet = false;
            if (!(sc_max(a.x, b.x) < sc_min(p.x, q.x)) && !(sc_max(p.x, q.x) < sc_min(a.x, b.x)) &&
                !(sc_max(a.y, b.y) < sc_min(p.y, q.y)) && !(sc_max(p.y, q.y) < sc_min(a.y, b.y)))
            {
                double abc = sc_twice_area(a, b, p), abd = sc_twice_area(a, b, q),
                       cda = sc_twice_area(p, q, a), cdb = sc_twice_area(p, q, b);
                edges_meet =
                    (((abc > 0.0 && abd < 0.0) || (abc < 0.0 && abd > 0.0)) &&
                     ((cda > 0.0 && cdb < 0.0) || (cda < 0.0 && cdb > 0.0))) ||
                    (abc == 0.0 && is_between(a, b, p)) || (abd == 0.0 && is_between(a, b, q)) ||
                    (cda == 0.0 && is_between(p, q, a)) || (cdb == 0.0 && is_between(p, q, b));
            }
            if (edges_meet)
            {
                return false;
            }
        }
    }
    return true;
}

/// The quality of a point as an ear: twice the area of the ear over the square of its longest side;
/// 0 if it is no ear.
static float rate_ear(const outline *o, int i)
{
    SC_ASSERT(i >= 0 && i < o->count);
    int before = o->previous[i], after = o->next[i];
    scree_vec2 a = o->point[before], b = o->point[i], c = o->point[after];
    double area = sc_twice_area(a, b, c);
    if (!(area > 0.0))
    {
        return 0.0f;
    }
    for (int k = o->next[after]; k != before; k = o->next[k])
    {
        scree_vec2 p = o->point[k];
        // Test only corners that bend inwards: if any points lie in the triangle, at least one of
        // them is such a corner.
        if (sc_twice_area(a, b, p) >= 0.0 && sc_twice_area(b, c, p) >= 0.0 &&
            sc_twice_area(c, a, p) >= 0.0 &&
            sc_twice_area(o->point[o->previous[k]], p, o->point[o->next[k]]) <= 0.0)
        {
            return 0.0f;
        }
    }
    double longest = fmax(sc_edge_length(a, b), fmax(sc_edge_length(b, c), sc_edge_length(c, a)));
    return (float)fmax(area / (longest * longest), 1e-30);
}

static void add_diagonal(outline *o, int first, int second)
{
    SC_ASSERT(second >= 0);
    if (first != OUTSIDE)
    {
        SC_ASSERT(o->diagonal_count < MAX_POINTS);
        o->diagonals[o->diagonal_count++] = (diagonal){(int16_t)first, (int16_t)second};
    }
}

static void clip_ear(outline *o, int i)
{
    SC_ASSERT(o->part_count < MAX_POINTS && o->next[o->previous[i]] == i &&
              o->previous[o->next[i]] == i);
    int before = o->previous[i], after = o->next[i], triangle = o->part_count++;
    o->parts[triangle] = (part){3, {(int16_t)before, (int16_t)i, (int16_t)after}};
    o->parent[triangle] = (int16_t)triangle;
    add_diagonal(o, o->beyond[before], triangle);
    add_diagonal(o, o->beyond[i], triangle);
    o->beyond[before] = (int16_t)triangle;
    o->next[before] = (int16_t)after;
    o->previous[after] = (int16_t)before;
    o->ear[i] = 0.0f;
}

/// Clips the best ear until a triangle is left. Returns false if there is no ear, which may happen
/// by rounding where points nearly meet.
static bool triangulate_outline(outline *o)
{
    SC_ASSERT(o->count >= 3);
    int n = o->count;
    for (int i = 0; i < n; ++i)
    {
        o->next[i] = (int16_t)((i + 1) % n);
        o->previous[i] = (int16_t)((i + n - 1) % n);
        o->beyond[i] = OUTSIDE;
    }
    for (int i = 0; i < n; ++i)
    {
        o->ear[i] = rate_ear(o, i);
    }
    int first = 0;
    for (int left = n; left > 3; --left)
    {
        int best = first;
        for (int k = 0, i = first; k < left; ++k, i = o->next[i])
        {
            best = o->ear[i] > o->ear[best] ? i : best;
        }
        if (!(o->ear[best] > 0.0f))
        {
            return false;
        }
        clip_ear(o, best);
        first = o->next[best];
        o->ear[first] = rate_ear(o, first);
        o->ear[o->previous[first]] = rate_ear(o, o->previous[first]);
    }
    SC_ASSERT(o->next[o->next[o->next[first]]] == first);
    int last = o->next[first];
    add_diagonal(o, o->beyond[last], o->part_count);
    clip_ear(o, first);
    return true;
}

static int find_part(outline *o, int i)
{
    SC_ASSERT(i >= 0 && i < o->part_count);
    while (o->parent[i] != i)
    {
        o->parent[i] = o->parent[o->parent[i]];
        i = o->parent[i];
    }
    return i;
}

static scree_polygon polygon_of(const outline *o, const part *p)
{
    SC_ASSERT(p->count >= 0 && p->count <= PART_VERTICES);
    scree_polygon polygon = {.count = p->count};
    for (int i = 0; i < p->count; ++i)
    {
        polygon.vertices[i] = o->point[p->corner[i]];
    }
    return polygon;
}

/// The index in `p` of an edge that `q` has in the opposite direction.
static int find_shared(const part *p, const part *q, int *in_q)
{
    for (int i = 0; i < p->count; ++i)
    {
        for (int k = 0; k < q->count; ++k)
        {
            if (p->corner[i] == q->corner[(k + 1) % q->count] &&
                p->corner[(i + 1) % p->count] == q->corner[k])
            {
                *in_q = k;
                return i;
            }
        }
    }
    return -1;
}

/// Joins two parts across a diagonal if they make one convex part.
static void join_parts(outline *o, const diagonal *d)
{
    int to = find_part(o, d->first), from = find_part(o, d->second), k = 0;
    const part *p = &o->parts[to], *q = &o->parts[from];
    int i = to != from ? find_shared(p, q, &k) : -1;
    if (i < 0 || p->count + q->count - 2 > PART_VERTICES)
    {
        return;
    }
    part joined = {0};
    SC_ASSERT(p->count > 0 && q->count > 0);
    for (int c = 1; c <= p->count; ++c)
    {
        joined.corner[joined.count++] = p->corner[(i + c) % p->count];
    }
    for (int c = 2; c < q->count; ++c)
    {
        joined.corner[joined.count++] = q->corner[(k + c) % q->count];
    }
    scree_polygon polygon = polygon_of(o, &joined);
    if (scree_polygon_check(&polygon) == SCREE_OK)
    {
        o->parts[to] = joined;
        o->parts[from].count = 0;
        o->parent[from] = (int16_t)to;
    }
}

/// Makes a polygon that worlds accept from a part. If it has short edges or flat corners, its hull
/// is used.
static bool find_polygon(const outline *o, const part *p, scree_polygon *polygon)
{
    *polygon = polygon_of(o, p);
    return p->count > 0 &&
           (scree_polygon_check(polygon) == SCREE_OK ||
            scree_polygon_hull(polygon->vertices, p->count, 0.0f, polygon) == SCREE_OK);
}

scree_result scree_outline_decompose(const scree_vec2 *points, int count, scree_polygon *parts,
                                     int capacity, int *part_count)
{
    if (points == NULL || part_count == NULL || (parts == NULL && capacity > 0))
    {
        return SCREE_ERROR_NULL;
    }
    bool good = count >= 3 && count <= MAX_POINTS && capacity >= 0;
    for (int i = 0; good && i < count; ++i)
    {
        good = sc_is_position(points[i]);
    }
    outline o;
    o.count = o.part_count = o.diagonal_count = 0;
    if (!good || !take_points(&o, points, count) || !is_simple(&o) || !triangulate_outline(&o))
    {
        return SCREE_ERROR_ARGUMENT;
    }
    for (int i = 0; i < o.diagonal_count; ++i)
    {
        join_parts(&o, &o.diagonals[i]);
    }
    int found = 0;
    scree_polygon polygon;
    for (int i = 0; i < o.part_count; ++i)
    {
        found += find_polygon(&o, &o.parts[i], &polygon);
    }
    if (found == 0)
    {
        return SCREE_ERROR_ARGUMENT;
    }
    *part_count = found;
    if (found > capacity)
    {
        return SCREE_ERROR_CAPACITY;
    }
    for (int i = 0, n = 0; i < o.part_count; ++i)
    {
        if (find_polygon(&o, &o.parts[i], &polygon))
        {
            parts[n++] = polygon;
        }
    }
    return SCREE_OK;
}
