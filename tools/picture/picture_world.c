#include "picture_world.h"

#include "painter.h"

// Smaller than this on the page, an outline would hide its body.
#define OUTLINE_MIN_PIXELS 3.0
#define NORMAL_PIXELS 7.0

// The outline of points swept by a disc: arcs round the points, straight in between.
// Counter-clockwise; two points make a capsule.
static void path_round(cairo_t *cairo, const scree_vec2 *points, int count, double radius)
{
    cairo_new_path(cairo);
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 before = points[(i + count - 1) % count], at = points[i];
        scree_vec2 after = points[(i + 1) % count];
        double x = (double)at.x, y = (double)at.y;
        if (radius == 0.0)
        {
            cairo_line_to(cairo, x, y);
            continue;
        }
        // An edge's outward normal (dy, -dx) has the angle of the edge less a quarter turn.
        double from = atan2(y - (double)before.y, x - (double)before.x) - 0.5 * SC_PI;
        double to = atan2((double)after.y - y, (double)after.x - x) - 0.5 * SC_PI;
        cairo_arc(cairo, x, y, radius, from, to);
    }
    cairo_close_path(cairo);
}

static sc_colour still_colour(void) { return sc_colour_from_lch(0.80, 0.008, 90.0); }

static sc_colour colour_of(const sc_painter *painter, const scree_draw_item *item, int kind)
{
    if (item->state == SCREE_DRAW_STATIC || item->state == SCREE_DRAW_DISABLED)
        return still_colour();
    if (item->state == SCREE_DRAW_KINEMATIC)
        return sc_colour_from_lch(0.66, 0.02, 250.0);
    if (item->state == SCREE_DRAW_ASLEEP)
        return sc_colour_from_lch(0.72, 0.02, 265.0);
    bool particle = item->kind == SCREE_DRAW_PARTICLE;
    double shade = sc_shade_of(particle ? item->particle.value : item->body.value);
    if (painter->style->color == SC_PICTURE_COLOR_MATERIAL)
        return sc_paint_colour(kind, shade);
    double speed = hypot((double)item->velocity.x, (double)item->velocity.y);
    return sc_colour_of_fraction(sc_colour_fraction_of_speed(speed), shade);
}

static sc_colour edge_of(sc_colour colour)
{
    return (sc_colour){0.35 * colour.red, 0.35 * colour.green, 0.38 * colour.blue};
}

// Fills the current path, which is `pixels` pixels across, and outlines it if it is large enough.
// Returns the width of the outline; 0: none.
static double fill(const sc_painter *painter, const scree_draw_item *item, int kind, double pixels)
{
    sc_colour colour = colour_of(painter, item, kind);
    sc_set_colour(painter->cairo, colour);
    if (pixels < OUTLINE_MIN_PIXELS)
    {
        cairo_fill(painter->cairo);
        return 0.0;
    }
    cairo_fill_preserve(painter->cairo);
    sc_set_colour(painter->cairo, edge_of(colour));
    double line = item->kind == SCREE_DRAW_PARTICLE ? 0.6
                  : pixels < 12.0                   ? 0.04 * pixels + 0.2
                                                    : 0.7;
    sc_stroke_pixels(painter->cairo, line);
    return line;
}

static double pixels_across(const sc_painter *painter, const scree_vec2 *points, int count,
                            float radius)
{
    scree_vec2 lower = points[0], upper = points[0];
    for (int i = 1; i < count; ++i)
    {
        lower = (scree_vec2){fminf(lower.x, points[i].x), fminf(lower.y, points[i].y)};
        upper = (scree_vec2){fmaxf(upper.x, points[i].x), fmaxf(upper.y, points[i].y)};
    }
    double metres = fmax((double)(upper.x - lower.x), (double)(upper.y - lower.y));
    return painter->scale * (metres + 2.0 * (double)radius);
}

static void polygon(const scree_vec2 *vertices, int count, float radius,
                    const scree_draw_item *item, void *context)
{
    sc_painter *painter = context;
    if (item->kind == SCREE_DRAW_SOFT_OUTLINE)
    {
        sc_paint_soft_outline(painter, vertices, count, item);
        return;
    }
    bool plane = scree_shape_get_type(painter->world, item->shape) == SCREE_SHAPE_HALF_SPACE;
    int kind = count == 3            ? SC_PAINT_TRIANGLE
               : count == 4 || plane ? SC_PAINT_QUAD
                                     : SC_PAINT_POLYGON;
    path_round(painter->cairo, vertices, count, (double)radius);
    fill(painter, item, kind, pixels_across(painter, vertices, count, radius));
}

static void capsule(scree_vec2 point_a, scree_vec2 point_b, float radius,
                    const scree_draw_item *item, void *context)
{
    const sc_painter *painter = context;
    const scree_vec2 ends[2] = {point_a, point_b};
    path_round(painter->cairo, ends, 2, (double)radius);
    fill(painter, item, SC_PAINT_CAPSULE, pixels_across(painter, ends, 2, radius));
}

static void stroke_container(const sc_painter *painter)
{
    sc_set_colour(painter->cairo, sc_colour_from_lch(0.35, 0.01, 260.0));
    sc_stroke_pixels(painter->cairo, 2.0);
}

static void circle(scree_vec2 center, float radius, scree_vec2 axis, const scree_draw_item *item,
                   void *context)
{
    sc_painter *painter = context;
    cairo_t *cairo = painter->cairo;
    double x = (double)center.x, y = (double)center.y, r = (double)radius;
    if (item->kind == SCREE_DRAW_SOFT_VERTEX)
    {
        sc_paint_soft_vertex(painter, center, radius, item);
        return;
    }
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, r, 0.0, 2.0 * SC_PI);
    cairo_close_path(cairo);
    if (item->kind == SCREE_DRAW_CONTAINER)
    {
        stroke_container(painter);
        return;
    }
    double pixels = 2.0 * r * painter->scale;
    double line = fill(painter, item, SC_PAINT_CIRCLE, pixels);
    if (item->kind == SCREE_DRAW_SHAPE && pixels >= 2.0 * OUTLINE_MIN_PIXELS)
    {
        cairo_move_to(cairo, x, y);
        cairo_rel_line_to(cairo, r * (double)axis.x, r * (double)axis.y);
        sc_stroke_pixels(cairo, line);
    }
}

static void set_contact_colour(const sc_painter *painter)
{
    sc_set_colour(painter->cairo, sc_colour_from_lch(0.55, 0.21, 28.0));
}

static void line(scree_vec2 from, scree_vec2 to, const scree_draw_item *item, void *context)
{
    sc_painter *painter = context;
    cairo_t *cairo = painter->cairo;
    switch (item->kind)
    {
    case SCREE_DRAW_SOFT_EDGE:
        sc_paint_soft_edge(painter, from, to, item);
        return;
    case SCREE_DRAW_JOINT:
    case SCREE_DRAW_JOINT_FLEXIBLE:
        sc_paint_joint_line(painter, from, to, item->kind == SCREE_DRAW_JOINT_FLEXIBLE);
        return;
    default:
        break;
    }
    bool contact = item->kind == SCREE_DRAW_CONTACT_NORMAL;
    cairo_new_path(cairo);
    cairo_move_to(cairo, (double)from.x, (double)from.y);
    cairo_line_to(cairo, (double)to.x, (double)to.y);
    if (contact)
        set_contact_colour(painter);
    else
        sc_set_colour(cairo, edge_of(colour_of(painter, item, SC_PAINT_QUAD)));
    sc_stroke_pixels(cairo, contact ? 0.8 : 1.5);
}

static void point(scree_vec2 position, const scree_draw_item *item, void *context)
{
    const sc_painter *painter = context;
    if (item->kind == SCREE_DRAW_JOINT_POINT)
    {
        sc_paint_joint_point(painter, position, item);
        return;
    }
    cairo_new_path(painter->cairo);
    cairo_arc(painter->cairo, (double)position.x, (double)position.y, 1.6 / painter->scale, 0.0,
              2.0 * SC_PI);
    set_contact_colour(painter);
    cairo_fill(painter->cairo);
}

static void box(scree_aabb aabb, const scree_draw_item *item, void *context)
{
    const sc_painter *painter = context;
    if (item->kind != SCREE_DRAW_CONTAINER)
        return;
    cairo_new_path(painter->cairo);
    cairo_rectangle(painter->cairo, (double)aabb.lower.x, (double)aabb.lower.y,
                    (double)(aabb.upper.x - aabb.lower.x), (double)(aabb.upper.y - aabb.lower.y));
    stroke_container(painter);
}

void sc_picture_draw_world(cairo_t *cairo, scree_world *world, scree_aabb view, double scale,
                           const sc_picture_style *style)
{
    sc_painter painter = {.cairo = cairo, .world = world, .scale = scale, .style = style};
    scree_draw draw = scree_draw_default();
    draw.polygon = polygon;
    draw.circle = circle;
    draw.capsule = capsule;
    draw.line = line;
    draw.point = point;
    draw.box = box;
    draw.context = &painter;
    draw.clip = view;
    draw.draw_contacts = draw.draw_contact_normals = style->contacts;
    draw.normal_length = (float)(NORMAL_PIXELS / scale);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    scree_world_draw(world, &draw);
}
