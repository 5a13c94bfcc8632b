/// A disc against one shape of the world: how deep, where, and which way out.
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

/// The disc of `radius` >= 0 (0: a point) round `center`, world, against the shape of `slot` as it
/// lies at `pose`. Exact for all kinds. A centre inside the shape leaves through the nearest face.
/// Segments and capsules have two sides, and push to the one on which the centre is.
sc_disc_contact sc_disc_against_shape(const sc_shapes *shapes, int32_t slot,
                                      const sc_shape_pose *pose, scree_vec2 center, float radius);

#endif
