#include "picture_bodies.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

// Smaller than this on the page, an outline would hide its body.
#define OUTLINE_MIN_PIXELS 3.0

const char *const sc_kind_names[SC_KIND_COUNT] = {"circle", "capsule", "triangle", "box", "hull"};

sc_colour sc_kind_colour(int kind, double shade)
{
    static const double hues[SC_KIND_COUNT] = {235.0, 165.0, 25.0, 75.0, 310.0};
    return sc_colour_from_lch(0.76 + shade, 0.11, hues[kind]);
}

typedef struct painter
{
    cairo_t *cairo;
    scree_world *world;
    scree_aabb view;
    double scale;  // pixels per metre
    const sc_picture_style *style;
    scree_shape_id *shapes;  // of the body at hand
    int shape_capacity;
} painter;

typedef struct body_pose
{
    scree_body_id id;
    double x, y, cosine, sine;
    double speed;
    scree_body_type type;
    bool asleep;
} body_pose;

void sc_set_colour(cairo_t *cairo, sc_colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

// A little lighter or darker from body to body, so that neighbours of one colour stay apart.
static double shade_of(scree_body_id body)
{
    uint64_t mixed = (body.value + 1u) * 0x9E3779B97F4A7C15u;
    return ((double)(mixed >> 56) / 255.0 - 0.5) * 0.07;
}

// The outline of points swept by a disc: arcs round the points, straight in between.
// Counter-clockwise; two points make a capsule.
static void path_round(cairo_t *cairo, const scree_vec2 *points, int count, double radius)
{
    cairo_new_sub_path(cairo);
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
        double from = atan2(y - (double)before.y, x - (double)before.x) - 0.5 * PI;
        double to = atan2((double)after.y - y, (double)after.x - x) - 0.5 * PI;
        cairo_arc(cairo, x, y, radius, from, to);
    }
    cairo_close_path(cairo);
}

static void path_half_space(const painter *painter, scree_half_space plane)
{
    double length = hypot((double)plane.normal.x, (double)plane.normal.y);
    double nx = (double)plane.normal.x / length, ny = (double)plane.normal.y / length;
    double width = (double)(painter->view.upper.x - painter->view.lower.x);
    double height = (double)(painter->view.upper.y - painter->view.lower.y);
    double far = 4.0 * (width + height);
    double x = nx * (double)plane.offset, y = ny * (double)plane.offset;
    cairo_move_to(painter->cairo, x - ny * far, y + nx * far);
    cairo_line_to(painter->cairo, x + ny * far, y - nx * far);
    cairo_line_to(painter->cairo, x + ny * far - nx * far, y - nx * far - ny * far);
    cairo_line_to(painter->cairo, x - ny * far - nx * far, y + nx * far - ny * far);
    cairo_close_path(painter->cairo);
}

// Adds the shape's outline in body coordinates; returns its kind. Segments have no inside.
static int path_shape(const painter *painter, scree_shape_id shape, bool *has_inside)
{
    cairo_t *cairo = painter->cairo;
    *has_inside = true;
    switch (scree_shape_get_type(painter->world, shape))
    {
    case SCREE_SHAPE_CIRCLE:
    {
        scree_circle circle = scree_shape_circle(painter->world, shape);
        cairo_arc(cairo, (double)circle.center.x, (double)circle.center.y, (double)circle.radius,
                  0.0, 2.0 * PI);
        cairo_close_path(cairo);
        return SC_KIND_CIRCLE;
    }
    case SCREE_SHAPE_CAPSULE:
    {
        scree_capsule capsule = scree_shape_capsule(painter->world, shape);
        scree_vec2 ends[2] = {capsule.point_a, capsule.point_b};
        path_round(cairo, ends, 2, (double)capsule.radius);
        return SC_KIND_CAPSULE;
    }
    case SCREE_SHAPE_POLYGON:
    {
        scree_polygon polygon = scree_shape_polygon(painter->world, shape);
        path_round(cairo, polygon.vertices, polygon.count, (double)polygon.radius);
        return polygon.count == 3   ? SC_KIND_TRIANGLE
               : polygon.count == 4 ? SC_KIND_QUAD
                                    : SC_KIND_POLYGON;
    }
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
    {
        scree_segment segment = scree_shape_segment(painter->world, shape);
        cairo_move_to(cairo, (double)segment.point_a.x, (double)segment.point_a.y);
        cairo_line_to(cairo, (double)segment.point_b.x, (double)segment.point_b.y);
        *has_inside = false;
        return SC_KIND_QUAD;
    }
    case SCREE_SHAPE_HALF_SPACE:
        path_half_space(painter, scree_shape_half_space(painter->world, shape));
        return SC_KIND_QUAD;
    case SCREE_SHAPE_NONE:
        break;
    }
    return SC_KIND_QUAD;
}

static sc_colour colour_of(const painter *painter, const body_pose *body, int kind)
{
    if (body->type == SCREE_BODY_STATIC)
        return sc_colour_from_lch(0.80, 0.008, 90.0);
    if (body->type == SCREE_BODY_KINEMATIC)
        return sc_colour_from_lch(0.66, 0.02, 250.0);
    if (body->asleep)
        return sc_colour_from_lch(0.72, 0.02, 265.0);
    if (painter->style->color == SC_PICTURE_COLOR_MATERIAL)
        return sc_kind_colour(kind, shade_of(body->id));
    return sc_colour_of_fraction(sc_colour_fraction_of_speed(body->speed), shade_of(body->id));
}

// Strokes the current path with a width in pixels, whatever the matrix.
static void stroke_pixels(cairo_t *cairo, double width)
{
    cairo_save(cairo);
    cairo_identity_matrix(cairo);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void draw_shape(const painter *painter, const body_pose *body, scree_shape_id shape)
{
    cairo_t *cairo = painter->cairo;
    scree_aabb aabb = scree_shape_aabb(painter->world, shape);
    const scree_aabb *view = &painter->view;
    if (!(aabb.lower.x <= view->upper.x && aabb.upper.x >= view->lower.x &&
          aabb.lower.y <= view->upper.y && aabb.upper.y >= view->lower.y))
        return;
    double width = (double)(aabb.upper.x - aabb.lower.x),
           height = (double)(aabb.upper.y - aabb.lower.y);
    double pixels = painter->scale * (width > height ? width : height);

    bool has_inside;
    int kind = path_shape(painter, shape, &has_inside);
    sc_colour colour = colour_of(painter, body, kind);
    sc_colour edge = {0.35 * colour.red, 0.35 * colour.green, 0.38 * colour.blue};
    if (!has_inside)
    {
        sc_set_colour(cairo, edge);
        stroke_pixels(cairo, 1.5);
        return;
    }
    sc_set_colour(cairo, colour);
    if (pixels < OUTLINE_MIN_PIXELS)
    {
        cairo_fill(cairo);
        return;
    }
    cairo_fill_preserve(cairo);
    sc_set_colour(cairo, edge);
    double line = pixels < 12.0 ? 0.04 * pixels + 0.2 : 0.7;
    stroke_pixels(cairo, line);
    if (kind == SC_KIND_CIRCLE && pixels >= 2.0 * OUTLINE_MIN_PIXELS)
    {
        scree_circle circle = scree_shape_circle(painter->world, shape);
        cairo_move_to(cairo, (double)circle.center.x, (double)circle.center.y);
        cairo_rel_line_to(cairo, (double)circle.radius, 0.0);
        stroke_pixels(cairo, line);
    }
}

static bool draw_body(painter *painter, const body_pose *body)
{
    int count =
        scree_body_shapes(painter->world, body->id, painter->shapes, painter->shape_capacity);
    if (count > painter->shape_capacity)
    {
        scree_shape_id *shapes = realloc(painter->shapes, (size_t)count * 2 * sizeof *shapes);
        if (shapes == NULL)
            return false;
        painter->shapes = shapes;
        painter->shape_capacity = 2 * count;
        scree_body_shapes(painter->world, body->id, shapes, count);
    }
    cairo_matrix_t pose;
    cairo_matrix_init(&pose, body->cosine, body->sine, -body->sine, body->cosine, body->x, body->y);
    cairo_save(painter->cairo);
    cairo_transform(painter->cairo, &pose);
    for (int i = 0; i < count; ++i)
        draw_shape(painter, body, painter->shapes[i]);
    cairo_restore(painter->cairo);
    return true;
}

static bool draw_contacts(const painter *painter)
{
    int count = scree_world_contacts(painter->world, NULL, 0);
    scree_contact *contacts = malloc(((size_t)count + 1) * sizeof *contacts);
    if (contacts == NULL)
        return false;
    scree_world_contacts(painter->world, contacts, count);
    cairo_t *cairo = painter->cairo;
    double dot = 1.6 / painter->scale, arm = 7.0 / painter->scale;
    sc_set_colour(cairo, sc_colour_from_lch(0.55, 0.21, 28.0));
    for (int i = 0; i < count; ++i)
    {
        const scree_contact *contact = &contacts[i];
        for (int k = 0; k < contact->point_count; ++k)
        {
            double x = (double)contact->points[k].position.x;
            double y = (double)contact->points[k].position.y;
            cairo_new_path(cairo);
            cairo_arc(cairo, x, y, dot, 0.0, 2.0 * PI);
            cairo_fill(cairo);
            cairo_move_to(cairo, x, y);
            cairo_rel_line_to(cairo, arm * (double)contact->normal.x,
                              arm * (double)contact->normal.y);
            stroke_pixels(cairo, 0.8);
        }
    }
    free(contacts);
    return true;
}

static void draw_container(const painter *painter)
{
    scree_particle_settings settings = scree_world_particle_settings(painter->world);
    double x = (double)settings.container_center.x, y = (double)settings.container_center.y;
    double width = (double)settings.container_size.x, height = (double)settings.container_size.y;
    cairo_new_path(painter->cairo);
    if (settings.container == SCREE_CONTAINER_CIRCLE)
        cairo_arc(painter->cairo, x, y, width, 0.0, 2.0 * PI);
    else if (settings.container == SCREE_CONTAINER_BOX)
        cairo_rectangle(painter->cairo, x - width, y - height, 2.0 * width, 2.0 * height);
    sc_set_colour(painter->cairo, sc_colour_from_lch(0.35, 0.01, 260.0));
    stroke_pixels(painter->cairo, 2.0);
}

// Circles large enough get an outline of their own; smaller ones only their colour.
static void draw_particles(const painter *painter)
{
    cairo_t *cairo = painter->cairo;
    scree_particle_view view = scree_world_particles(painter->world);
    if (view.count > 0)
        draw_container(painter);
    for (int i = 0; i < view.count; ++i)
    {
        double speed = hypot((double)view.vx[i], (double)view.vy[i]);
        double shade = shade_of((scree_body_id){view.id[i].value}), r = (double)view.radius[i];
        sc_colour colour = view.inverse_mass[i] == 0.0f ? sc_colour_from_lch(0.80, 0.008, 90.0)
                           : painter->style->color == SC_PICTURE_COLOR_MATERIAL
                               ? sc_kind_colour(SC_KIND_CIRCLE, shade)
                               : sc_colour_of_fraction(sc_colour_fraction_of_speed(speed), shade);
        sc_colour edge = {0.35 * colour.red, 0.35 * colour.green, 0.38 * colour.blue};
        cairo_new_path(cairo);
        cairo_arc(cairo, (double)view.x[i], (double)view.y[i], r, 0.0, 2.0 * PI);
        sc_set_colour(cairo, colour);
        cairo_fill_preserve(cairo);
        sc_set_colour(cairo, edge);
        if (2.0 * r * painter->scale >= OUTLINE_MIN_PIXELS)
            stroke_pixels(cairo, 0.6);
    }
}

bool sc_picture_draw_bodies(cairo_t *cairo, scree_world *world, scree_aabb view, double scale,
                            const sc_picture_style *style)
{
    painter painter = {
        .cairo = cairo, .world = world, .view = view, .scale = scale, .style = style};
    scree_body_view bodies = scree_world_bodies(world);
    bool ok = true;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    // Rows end with static bodies: backwards, they come first and lie below.
    for (int i = bodies.count - 1; ok && i >= 0; --i)
    {
        body_pose body = {
            .id = bodies.id[i],
            .x = (double)bodies.x[i],
            .y = (double)bodies.y[i],
            .cosine = (double)bodies.cos[i],
            .sine = (double)bodies.sin[i],
            .speed = hypot((double)bodies.vx[i], (double)bodies.vy[i]),
            .type = scree_body_get_type(world, bodies.id[i]),
            .asleep = i >= bodies.moving_count && i < bodies.moving_count + bodies.asleep_count,
        };
        ok = draw_body(&painter, &body);
    }
    draw_particles(&painter);
    if (ok && style->contacts)
        ok = draw_contacts(&painter);
    free(painter.shapes);
    return ok;
}
