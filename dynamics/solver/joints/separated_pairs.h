/// The pairs of bodies that joints keep from colliding, sorted, for walks over all contacts. To
/// search the lists of joints for each contact would take time proportional to the product of the
/// two numbers.
#ifndef SC_SEPARATED_PAIRS_H
#define SC_SEPARATED_PAIRS_H

#include "core/stores/joints.h"
#include "core/stores/shapes.h"

/// Fills `keys` and returns the number of keys. `keys` and `scratch` have room for sc_joints.count
/// keys.
int sc_list_separated_pairs(const sc_joints *joints, uint64_t *keys, uint64_t *scratch);

/// Whether the bodies of two shapes are one of these pairs. False if one of the shapes waits for
/// the purge.
bool sc_are_shapes_separated(const uint64_t *keys, int count, const sc_shapes *shapes, int32_t a,
                             int32_t b);

#endif
