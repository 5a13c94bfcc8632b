#include "painter.h"

const char *const sc_paint_names[SC_PAINT_COUNT] = {"circle", "capsule", "triangle", "box", "hull"};

sc_colour sc_paint_colour(int kind, double shade)
{
    static const double hues[SC_PAINT_COUNT] = {235.0, 165.0, 25.0, 75.0, 310.0};
    return sc_colour_from_lch(0.76 + shade, 0.11, hues[kind]);
}

void sc_set_colour(cairo_t *cairo, sc_colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

double sc_shade_of(uint64_t id)
{
    uint64_t mixed = (id + 1u) * 0x9E3779B97F4A7C15u;
    return ((double)(mixed >> 56) / 255.0 - 0.5) * 0.07;
}

void sc_stroke_pixels(cairo_t *cairo, double width)
{
    cairo_save(cairo);
    cairo_identity_matrix(cairo);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}
