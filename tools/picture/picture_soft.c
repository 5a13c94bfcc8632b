#include "picture_soft.h"

#include "colour.h"
#include "picture_bodies.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct painter
{
    cairo_t *cairo;
    double scale;  // pixels per metre
    sc_colour colour;
} painter;

static double mean_speed(const scree_soft_body_view *body)
{
    double sum = 0.0;
    for (int i = 0; i < body->vertex_count; ++i)
        sum += hypot((double)body->vx[i], (double)body->vy[i]);
    return sum / body->vertex_count;
}

static void set_colour(cairo_t *cairo, sc_colour colour, double fraction)
{
    cairo_set_source_rgb(cairo, fraction * colour.red, fraction * colour.green,
                         fraction * colour.blue);
}

static void draw_outline(const painter *painter, const scree_soft_body_view *body)
{
    cairo_new_path(painter->cairo);
    for (int i = 0; i < body->outline_count; ++i)
    {
        int v = body->outline[i];
        cairo_line_to(painter->cairo, (double)body->x[v], (double)body->y[v]);
    }
    cairo_close_path(painter->cairo);
    set_colour(painter->cairo, painter->colour, 1.0);
    cairo_fill_preserve(painter->cairo);
    // The skin round the outline, and its edge.
    cairo_set_line_width(painter->cairo, fmax(2.0 * (double)body->radius[0], 1.2 / painter->scale));
    set_colour(painter->cairo, painter->colour, body->radius[0] > 0.0f ? 0.85 : 0.4);
    cairo_stroke(painter->cairo);
}

// Braces are thin; the edges of bodies without an outline are as wide as what they collide with.
static void draw_edges(const painter *painter, const scree_soft_body_view *body)
{
    bool open = body->outline_count == 0;
    double width =
        open ? fmax(2.0 * (double)body->radius[0], 1.0 / painter->scale) : 0.6 / painter->scale;
    cairo_set_line_width(painter->cairo, width);
    set_colour(painter->cairo, painter->colour, open ? 0.7 : 0.55);
    for (int i = 0; i < body->edge_count; ++i)
    {
        int a = body->edges[i].a, b = body->edges[i].b;
        cairo_move_to(painter->cairo, (double)body->x[a], (double)body->y[a]);
        cairo_line_to(painter->cairo, (double)body->x[b], (double)body->y[b]);
    }
    cairo_stroke(painter->cairo);
}

static void draw_vertices(const painter *painter, const scree_soft_body_view *body)
{
    for (int i = 0; i < body->vertex_count; ++i)
    {
        bool held = body->inverse_mass[i] == 0.0f;
        double radius = fmax((double)body->radius[i], (held ? 2.5 : 1.2) / painter->scale);
        set_colour(painter->cairo, painter->colour, held ? 0.25 : 0.5);
        cairo_new_path(painter->cairo);
        cairo_arc(painter->cairo, (double)body->x[i], (double)body->y[i], radius, 0.0, 2.0 * PI);
        cairo_fill(painter->cairo);
    }
}

bool sc_picture_draw_soft_bodies(cairo_t *cairo, scree_world *world, double scale,
                                 const sc_picture_style *style)
{
    int count = scree_world_soft_bodies(world, NULL, 0);
    scree_soft_body_id *ids = malloc(((size_t)count + 1) * sizeof *ids);
    if (ids == NULL)
        return false;
    scree_world_soft_bodies(world, ids, count);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int i = 0; i < count; ++i)
    {
        scree_soft_body_view body = scree_soft_body_read(world, ids[i]);
        double shade = ((double)(i * 7 % 16) / 15.0 - 0.5) * 0.07;
        int kind = body.outline_count == 0   ? SC_KIND_CAPSULE
                   : body.outline_count == 3 ? SC_KIND_TRIANGLE
                   : body.outline_count == 4 ? SC_KIND_QUAD
                                             : SC_KIND_POLYGON;
        painter painter = {cairo, scale, sc_kind_colour(kind, shade)};
        if (style->color == SC_PICTURE_COLOR_SPEED)
        {
            painter.colour =
                sc_colour_of_fraction(sc_colour_fraction_of_speed(mean_speed(&body)), shade);
        }
        if (body.outline_count > 0)
            draw_outline(&painter, &body);
        draw_edges(&painter, &body);
        draw_vertices(&painter, &body);
    }
    free(ids);
    return true;
}
