/// The state that the callbacks that paint a world share.
#ifndef SCREE_TOOLS_PAINTER_H
#define SCREE_TOOLS_PAINTER_H

#include "picture_world.h"

#include <math.h>

#define SC_PI 3.14159265358979323846

typedef struct sc_painter
{
    cairo_t *cairo;
    scree_world *world;
    double scale;  // pixels per metre
    const sc_picture_style *style;
    // The soft body at hand.
    scree_soft_body_id soft_body;
    int soft_count;  // bodies up to it
    bool soft_open;  // it has no outline
    sc_colour soft_colour;
} sc_painter;

static inline void sc_set_darker(cairo_t *cairo, sc_colour colour, double fraction)
{
    cairo_set_source_rgb(cairo, fraction * colour.red, fraction * colour.green,
                         fraction * colour.blue);
}

/// A little lighter or darker from body to body, so that neighbours of one colour stay apart.
double sc_shade_of(uint64_t id);
/// Strokes the current path with a width in pixels, whatever the matrix.
void sc_stroke_pixels(cairo_t *cairo, double width);

// Soft bodies: outlines filled, edges as lines as wide as their discs, held vertices as dots.
void sc_paint_soft_outline(sc_painter *painter, const scree_vec2 *vertices, int count,
                           const scree_draw_item *item);
void sc_paint_soft_edge(sc_painter *painter, scree_vec2 from, scree_vec2 to,
                        const scree_draw_item *item);
void sc_paint_soft_vertex(sc_painter *painter, scree_vec2 center, float radius,
                          const scree_draw_item *item);

// Joints: hinges as dots, welds and sliders as squares, the connections between them as lines.
void sc_paint_joint_line(const sc_painter *painter, scree_vec2 from, scree_vec2 to, bool dashed);
void sc_paint_joint_point(const sc_painter *painter, scree_vec2 at, const scree_draw_item *item);

#endif
