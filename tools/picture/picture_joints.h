/// The part of a picture that shows joints.
#ifndef SCREE_TOOLS_PICTURE_JOINTS_H
#define SCREE_TOOLS_PICTURE_JOINTS_H

#include <scree/scree.h>

#include <cairo.h>
#include <stdbool.h>

/// Hinges as dots, welds as squares, sliders and wheels as the way of their points along the axis,
/// the rest as lines between the points; springs dashed. Joints that are pulled apart show as lines
/// from point to point. Matrix and result as for sc_picture_draw_bodies.
bool sc_picture_draw_joints(cairo_t *cairo, scree_world *world, double scale);

#endif
