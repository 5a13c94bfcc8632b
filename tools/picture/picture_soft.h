/// The part of a picture that shows soft bodies.
#ifndef SCREE_TOOLS_PICTURE_SOFT_H
#define SCREE_TOOLS_PICTURE_SOFT_H

#include "picture.h"

#include <cairo.h>

/// Outlines filled, edges as lines as wide as their discs, held vertices as dots; matrix and
/// result as for sc_picture_draw_bodies.
bool sc_picture_draw_soft_bodies(cairo_t *cairo, scree_world *world, double scale,
                                 const sc_picture_style *style);

#endif
