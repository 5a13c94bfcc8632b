/// The outlines of a union of polygons that meet along whole edges, such as tiles.
#ifndef SC_SCENES_FILES_OUTLINES_H
#define SC_SCENES_FILES_OUTLINES_H

#include <stdbool.h>

typedef struct sc_outline_point
{
    double x, y;
} sc_outline_point;

typedef struct sc_outline_edge
{
    sc_outline_point a, b;
    bool gone;
} sc_outline_edge;

/// All zero: empty.
typedef struct sc_outlines
{
    int count, capacity;
    sc_outline_edge *edges;
    int looks;  ///< at edges, while they are joined
} sc_outlines;

/// Limits of memory and time: edges, and comparisons of edges while they are joined.
#ifndef SC_OUTLINES_MAX_EDGES  // tests/fuzz has a lower one
#define SC_OUTLINES_MAX_EDGES 1000000
#endif
#define SC_OUTLINES_MAX_LOOKS 100000000

/// Adds a polygon of either direction. Returns false if out of memory or if there are too many
/// edges.
bool sc_outlines_add(sc_outlines *outlines, const sc_outline_point *points, int count);

/// Takes away pairs of equal edges of opposite directions, and calls `take` with each loop that is
/// left: counter-clockwise, or clockwise round a hole; without points in the middle of straight
/// lines. False: out of memory, or too many looks.
bool sc_outlines_join(sc_outlines *outlines,
                      void (*take)(void *context, const sc_outline_point *points, int count),
                      void *context);
void sc_outlines_destroy(sc_outlines *outlines);

#endif
