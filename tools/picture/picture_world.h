/// The part of a picture that shows the world, by the library's debug drawing.
#ifndef SCREE_TOOLS_PICTURE_WORLD_H
#define SCREE_TOOLS_PICTURE_WORLD_H

#include "colour.h"
#include "picture.h"

#include <cairo.h>

/// Kinds of shapes that the material colours tell apart.
enum
{
    SC_PAINT_CIRCLE,
    SC_PAINT_CAPSULE,
    SC_PAINT_TRIANGLE,
    SC_PAINT_QUAD,
    SC_PAINT_POLYGON,
    SC_PAINT_COUNT
};

extern const char *const sc_paint_names[SC_PAINT_COUNT];
sc_colour sc_paint_colour(int kind, double shade);
void sc_set_colour(cairo_t *cairo, sc_colour colour);

/// Draws the objects in `view` (m). The context's matrix takes metres to pixels, `scale` of them to
/// the metre. Hinges are dots, welds squares; flexible parts are dashed.
void sc_picture_draw_world(cairo_t *cairo, scree_world *world, scree_aabb view, double scale,
                           const sc_picture_style *style);

#endif
