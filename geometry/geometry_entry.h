/// Entries of the geometry pool: the data of a shape for the kernels, in the layout of
/// core/shape_records.h.
#ifndef SC_GEOMETRY_ENTRY_H
#define SC_GEOMETRY_ENTRY_H

#include "core/shape_records.h"
#include "scree/base.h"

enum
{
    /// The null shape (slot 0) has an entry of this many zeros: any kernel may read it as its own
    /// kind.
    SC_GEOMETRY_NULL_FLOATS = 36
};

/// The kind of a convex shape of `count` vertices: 0 or 1 for a circle, 2 for segments and
/// capsules.
sc_shape_kind sc_kind_of(int count, bool is_box);

/// The number of elements in each list of an entry: the number of vertices, padded; 0 for circles
/// and half-spaces.
int sc_geometry_pad(sc_shape_kind kind, int count);

/// The size of an entry in floats, a multiple of 4.
int sc_geometry_floats(sc_shape_kind kind, int count);

/// Writes the entry of a circle or convex shape. `vertices`: counter-clockwise, relative to the
/// shape's centre, no two neighbours equal; null for circles. Boxes take their vertices from the
/// half sizes, in the order (-, -), (+, -),
/// (+, +), (-, +), and may pass null; for all others the half sizes are ignored. `radius` is the
/// rounding radius, or the circle's.
void sc_geometry_write(float *out, sc_shape_kind kind, const scree_vec2 *vertices, int count,
                       float radius, float half_width, float half_height);

/// Writes the entry of a half-space dot(normal, p) <= offset, scaled such that the normal is a unit
/// vector. `normal` must not be zero.
void sc_geometry_write_half_space(float *out, scree_vec2 normal, float offset);

#endif
