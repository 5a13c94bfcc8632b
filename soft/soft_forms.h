/// Corners of regular polygons; vertices and edges of ropes and cloth.
#ifndef SC_SOFT_FORMS_H
#define SC_SOFT_FORMS_H

#include "core/memory.h"
#include "scree/soft_body.h"

/// The arrays of a form, which may be large, in one block of memory.
typedef struct sc_soft_form
{
    scree_vec2 *vertices;
    float *masses;  ///< kg; 0: held
    scree_soft_edge *edges;
    int vertex_count, edge_count;
    void *block;
    size_t size;
} sc_soft_form;

/// Allocates the arrays. Their contents are undefined. Returns false if out of memory.
bool sc_soft_form_create(sc_soft_form *form, sc_memory *memory, int vertex_count, int edge_count);
void sc_soft_form_release(sc_soft_form *form, sc_memory *memory);

/// Fills in the corners of a regular polygon, counter-clockwise from (circumradius, 0).
void sc_fill_regular_polygon(scree_vec2 *vertices, int count, float circumradius);
/// Fills in the vertices and edges of a rope from a to b. `mass_each`: the mass of each vertex, kg.
void sc_fill_rope(sc_soft_form *form, scree_vec2 a, scree_vec2 b, float mass_each);
/// Fills in a net of columns x rows vertices. The first vertex is at the origin, and each row lies
/// below the row before.
void sc_fill_net(sc_soft_form *form, int columns, int rows, float spacing, float mass_each);

#endif
