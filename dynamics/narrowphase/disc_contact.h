/// The contact of a disc with one shape of the world: depth, point and normal.
#ifndef SC_DISC_CONTACT_H
#define SC_DISC_CONTACT_H

#include "core/stores/shapes.h"

/// Where a disc touches a shape.
typedef struct sc_disc_contact
{
    float depth;        ///< overlap along the normal, m; negative: apart by so much
    scree_vec2 normal;  ///< unit, out of the shape towards the disc, world axes
    scree_vec2 point;   ///< of the shape's surface, nearest to the disc's centre, world, m
} sc_disc_contact;

/// The contact of a disc of `radius` >= 0 (0: a point) round `center`, world, with a shape (slot)
/// at `pose`. Exact for all kinds. If the centre is inside the shape, the disc leaves through the
/// nearest face. Segments and capsules have two sides and push the disc to the side on which its
/// centre is.
sc_disc_contact sc_disc_against_shape(const sc_shapes *shapes, int32_t slot,
                                      const sc_shape_pose *pose, scree_vec2 center, float radius);

#endif
