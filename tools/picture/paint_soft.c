/// Soft bodies and joints of a picture.
#include "painter.h"

// The size of a dot on the page; in scenes drawn small, a share of a metre.
#define DOT_PIXELS 2.6
#define DOT_METRES 0.035
// Smaller dots only blur the bodies.
#define DOT_MIN_PIXELS 0.5

static double mean_speed(const scree_soft_body_view *body)
{
    double sum = 0.0;
    for (int i = 0; i < body->vertex_count; ++i)
        sum += hypot((double)body->vx[i], (double)body->vy[i]);
    return sum / body->vertex_count;
}

// All items of a soft body follow each other.
static void meet_body(sc_painter *painter, scree_soft_body_id id)
{
    if (id.value == painter->soft_body.value)
        return;
    painter->soft_body = id;
    double shade = ((double)(painter->soft_count++ * 7 % 16) / 15.0 - 0.5) * 0.07;
    scree_soft_body_view body = scree_soft_body_vertices(painter->world, id);
    int kind = body.outline_count == 0   ? SC_PAINT_CAPSULE
               : body.outline_count == 3 ? SC_PAINT_TRIANGLE
               : body.outline_count == 4 ? SC_PAINT_QUAD
                                         : SC_PAINT_POLYGON;
    painter->soft_open = body.outline_count == 0;
    painter->soft_colour =
        painter->style->color == SC_PICTURE_COLOR_SPEED
            ? sc_colour_of_fraction(sc_colour_fraction_of_speed(mean_speed(&body)), shade)
            : sc_paint_colour(kind, shade);
}

void sc_paint_soft_outline(sc_painter *painter, const scree_vec2 *vertices, int count,
                           const scree_draw_item *item)
{
    meet_body(painter, item->soft_body);
    cairo_t *cairo = painter->cairo;
    cairo_new_path(cairo);
    for (int i = 0; i < count; ++i)
        cairo_line_to(cairo, (double)vertices[i].x, (double)vertices[i].y);
    cairo_close_path(cairo);
    sc_set_colour(cairo, painter->soft_colour);
    cairo_fill_preserve(cairo);
    // The skin round the outline, and its edge.
    cairo_set_line_width(cairo, fmax(2.0 * (double)item->radius, 1.2 / painter->scale));
    sc_set_darker(cairo, painter->soft_colour, item->radius > 0.0f ? 0.85 : 0.4);
    cairo_stroke(cairo);
}

// Braces are thin; the edges of bodies without an outline are as wide as the discs that collide.
void sc_paint_soft_edge(sc_painter *painter, scree_vec2 from, scree_vec2 to,
                        const scree_draw_item *item)
{
    meet_body(painter, item->soft_body);
    cairo_t *cairo = painter->cairo;
    bool open = painter->soft_open;
    double least = (open ? 1.0 : 0.6) / painter->scale;
    cairo_new_path(cairo);
    cairo_move_to(cairo, (double)from.x, (double)from.y);
    cairo_line_to(cairo, (double)to.x, (double)to.y);
    cairo_set_line_width(cairo, open ? fmax(2.0 * (double)item->radius, least) : least);
    sc_set_darker(cairo, painter->soft_colour, open ? 0.7 : 0.55);
    cairo_stroke(cairo);
}

void sc_paint_soft_vertex(sc_painter *painter, scree_vec2 center, float radius,
                          const scree_draw_item *item)
{
    meet_body(painter, item->soft_body);
    bool held = item->state == SCREE_DRAW_STATIC;
    double r = fmax((double)radius, (held ? 2.5 : 1.2) / painter->scale);
    cairo_new_path(painter->cairo);
    cairo_arc(painter->cairo, (double)center.x, (double)center.y, r, 0.0, 2.0 * SC_PI);
    sc_set_darker(painter->cairo, painter->soft_colour, held ? 0.25 : 0.5);
    cairo_fill(painter->cairo);
}

static void set_joint_colour(const sc_painter *painter)
{
    sc_set_colour(painter->cairo, sc_colour_from_lch(0.42, 0.16, 15.0));
}

void sc_paint_joint_line(const sc_painter *painter, scree_vec2 from, scree_vec2 to, bool dashed)
{
    const double dashes[] = {4.0 / painter->scale, 3.0 / painter->scale};
    cairo_t *cairo = painter->cairo;
    set_joint_colour(painter);
    cairo_new_path(cairo);
    cairo_move_to(cairo, (double)from.x, (double)from.y);
    cairo_line_to(cairo, (double)to.x, (double)to.y);
    cairo_set_line_width(cairo, 1.2 / painter->scale);
    cairo_set_dash(cairo, dashes, dashed ? 2 : 0, 0.0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0.0);
}

void sc_paint_joint_point(const sc_painter *painter, scree_vec2 at, const scree_draw_item *item)
{
    double pixels = fmin(DOT_PIXELS, DOT_METRES * painter->scale);
    if (pixels < DOT_MIN_PIXELS)
        return;
    double r = pixels / painter->scale, x = (double)at.x, y = (double)at.y;
    cairo_new_path(painter->cairo);
    if (scree_joint_get_type(painter->world, item->joint) == SCREE_JOINT_WELD)
        cairo_rectangle(painter->cairo, x - r, y - r, 2.0 * r, 2.0 * r);
    else
        cairo_arc(painter->cairo, x, y, r, 0.0, 2.0 * SC_PI);
    set_joint_colour(painter);
    cairo_fill(painter->cairo);
}
