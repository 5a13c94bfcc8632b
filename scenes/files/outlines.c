#include "scenes/files/outlines.h"

#include <math.h>
#include <stdlib.h>

// Points nearer than this are one, m.
#define SAME 1e-6

static double snapped(double value) { return round(value / SAME) * SAME; }

bool sc_outlines_add(sc_outlines *outlines, const sc_outline_point *points, int count)
{
    if (outlines->count + count > SC_OUTLINES_MAX_EDGES)
        return false;
    if (outlines->count + count > outlines->capacity)
    {
        int capacity = 2 * outlines->capacity + count + 64;
        sc_outline_edge *edges = realloc(outlines->edges, (size_t)capacity * sizeof *edges);
        if (edges == NULL)
            return false;
        outlines->edges = edges;
        outlines->capacity = capacity;
    }
    double area = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const sc_outline_point *p = &points[i], *q = &points[(i + 1) % count];
        area += p->x * q->y - p->y * q->x;
    }
    for (int i = 0; i < count; ++i)
    {
        int next = (i + 1) % count;
        const sc_outline_point *p = &points[area > 0.0 ? i : next];
        const sc_outline_point *q = &points[area > 0.0 ? next : i];
        sc_outline_edge edge = {{snapped(p->x), snapped(p->y)}, {snapped(q->x), snapped(q->y)}, 0};
        if (edge.a.x != edge.b.x || edge.a.y != edge.b.y)
            outlines->edges[outlines->count++] = edge;
    }
    return true;
}

static int compare_points(const sc_outline_point *p, const sc_outline_point *q)
{
    int x = (p->x > q->x) - (p->x < q->x);
    return x != 0 ? x : (p->y > q->y) - (p->y < q->y);
}

static int compare_edges(const void *a, const void *b)
{
    const sc_outline_edge *p = a, *q = b;
    int first = compare_points(&p->a, &q->a);
    return first != 0 ? first : compare_points(&p->b, &q->b);
}

// The first edge that begins at a point, or the count.
static int first_at(const sc_outlines *outlines, const sc_outline_point *point)
{
    int low = 0, high = outlines->count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (compare_points(&outlines->edges[middle].a, point) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool begins_at(sc_outlines *outlines, int edge, const sc_outline_point *point)
{
    return outlines->looks < SC_OUTLINES_MAX_LOOKS && ++outlines->looks > 0 &&
           edge < outlines->count && compare_points(&outlines->edges[edge].a, point) == 0;
}

static void cancel(sc_outlines *outlines)
{
    for (int i = 0; i < outlines->count; ++i)
    {
        sc_outline_edge *edge = &outlines->edges[i];
        for (int k = first_at(outlines, &edge->b); !edge->gone && begins_at(outlines, k, &edge->b);
             ++k)
        {
            sc_outline_edge *other = &outlines->edges[k];
            if (!other->gone && compare_points(&other->b, &edge->a) == 0)
                edge->gone = other->gone = true;
        }
    }
}

static double turn(const sc_outline_point *p, const sc_outline_point *q, const sc_outline_point *r)
{
    double ax = q->x - p->x, ay = q->y - p->y, bx = r->x - q->x, by = r->y - q->y;
    return (ax * by - ay * bx) / (hypot(ax, ay) * hypot(bx, by));
}

// Where loops touch in a corner, the sharpest turn to the left keeps them apart.
static int next_edge(sc_outlines *outlines, const sc_outline_edge *edge)
{
    int best = -1;
    double most = -2.0;
    for (int k = first_at(outlines, &edge->b); begins_at(outlines, k, &edge->b); ++k)
    {
        const sc_outline_edge *other = &outlines->edges[k];
        double left = other->gone ? -3.0 : turn(&edge->a, &edge->b, &other->b);
        if (left > most)
        {
            most = left;
            best = k;
        }
    }
    return best;
}

static int drop_straight_points(sc_outline_point *points, int count)
{
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        const sc_outline_point *before = &points[kept > 0 ? kept - 1 : count - 1];
        if (fabs(turn(before, &points[i], &points[(i + 1) % count])) > 1e-9)
            points[kept++] = points[i];
    }
    return kept;
}

bool sc_outlines_join(sc_outlines *outlines,
                      void (*take)(void *context, const sc_outline_point *points, int count),
                      void *context)
{
    if (outlines->count == 0)
        return true;
    sc_outline_point *points = calloc((size_t)outlines->count + 1, sizeof *points);
    if (points == NULL)
        return false;
    qsort(outlines->edges, (size_t)outlines->count, sizeof *outlines->edges, compare_edges);
    cancel(outlines);
    for (int i = 0; i < outlines->count; ++i)
    {
        int count = 0;
        for (int k = i; k >= 0 && !outlines->edges[k].gone;
             k = next_edge(outlines, &outlines->edges[k]))
        {
            outlines->edges[k].gone = true;
            points[count++] = outlines->edges[k].a;
        }
        count = count >= 3 ? drop_straight_points(points, count) : 0;
        if (count >= 3)
            take(context, points, count);
    }
    free(points);
    return outlines->looks < SC_OUTLINES_MAX_LOOKS;
}

void sc_outlines_destroy(sc_outlines *outlines)
{
    free(outlines->edges);
    *outlines = (sc_outlines){0};
}
