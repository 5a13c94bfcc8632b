#include "picture_joints.h"

#include "picture_bodies.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

// Of a dot on the page; in scenes drawn small, a share of a metre.
#define DOT_PIXELS 2.6
#define DOT_METRES 0.035
// Smaller dots only blur the bodies.
#define DOT_MIN_PIXELS 0.5

typedef struct joint_painter
{
    cairo_t *cairo;
    scree_world *world;
    double pixel;  // m
    double dot;    // m; 0: too small to be drawn
} joint_painter;

typedef struct joint_place
{
    scree_vec2 a, b;  // the points, world
    double axis_x, axis_y;
} joint_place;

// The definition's common part of any type, whose members all begin alike.
static scree_joint_base base_of(const scree_world *world, scree_joint_id joint)
{
    switch (scree_joint_get_type(world, joint))
    {
    case SCREE_JOINT_DISTANCE:
        return scree_joint_distance(world, joint).base;
    case SCREE_JOINT_REVOLUTE:
        return scree_joint_revolute(world, joint).base;
    case SCREE_JOINT_PRISMATIC:
        return scree_joint_prismatic(world, joint).base;
    case SCREE_JOINT_WELD:
        return scree_joint_weld(world, joint).base;
    case SCREE_JOINT_WHEEL:
        return scree_joint_wheel(world, joint).base;
    case SCREE_JOINT_MOTOR:
        return scree_joint_motor(world, joint).base;
    case SCREE_JOINT_FILTER:
        return scree_joint_filter(world, joint).base;
    case SCREE_JOINT_GEAR:
        return scree_joint_gear(world, joint).base;
    case SCREE_JOINT_PULLEY:
        return scree_joint_pulley(world, joint).base;
    case SCREE_JOINT_RACK:
        return scree_joint_rack(world, joint).base;
    case SCREE_JOINT_RATCHET:
        return scree_joint_ratchet(world, joint).base;
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
    return (scree_joint_base){0};
}

static joint_place place_of(const joint_painter *painter, scree_joint_id joint)
{
    scree_joint_base base = base_of(painter->world, joint);
    double angle = (double)scree_body_angle(painter->world, base.body_a);
    angle += (double)base.frame_a.angle;
    return (joint_place){
        .a = scree_body_world_point(painter->world, base.body_a, base.frame_a.position),
        .b = scree_body_world_point(painter->world, base.body_b, base.frame_b.position),
        .axis_x = cos(angle),
        .axis_y = sin(angle),
    };
}

static void line(const joint_painter *painter, scree_vec2 from, scree_vec2 to, bool dashed)
{
    const double dashes[] = {4.0 * painter->pixel, 3.0 * painter->pixel};
    cairo_new_path(painter->cairo);
    cairo_move_to(painter->cairo, (double)from.x, (double)from.y);
    cairo_line_to(painter->cairo, (double)to.x, (double)to.y);
    cairo_set_line_width(painter->cairo, 1.2 * painter->pixel);
    cairo_set_dash(painter->cairo, dashes, dashed ? 2 : 0, 0.0);
    cairo_stroke(painter->cairo);
}

static void dot(const joint_painter *painter, scree_vec2 at, bool square)
{
    double r = painter->dot;
    if (r <= 0.0)
        return;
    cairo_new_path(painter->cairo);
    if (square)
        cairo_rectangle(painter->cairo, (double)at.x - r, (double)at.y - r, 2.0 * r, 2.0 * r);
    else
        cairo_arc(painter->cairo, (double)at.x, (double)at.y, r, 0.0, 2.0 * PI);
    cairo_fill(painter->cairo);
}

static void draw_pulley(const joint_painter *painter, scree_joint_id joint,
                        const joint_place *place)
{
    scree_pulley_def def = scree_joint_pulley(painter->world, joint);
    line(painter, place->a, def.anchor_a, false);
    line(painter, def.anchor_a, def.anchor_b, false);
    line(painter, def.anchor_b, place->b, false);
    dot(painter, def.anchor_a, false);
    dot(painter, def.anchor_b, false);
}

// From the point of a along the axis to where the point of b is, and from there to that.
static void draw_slider(const joint_painter *painter, const joint_place *place)
{
    double x = (double)place->b.x - (double)place->a.x, y = (double)place->b.y - (double)place->a.y;
    double along = x * place->axis_x + y * place->axis_y;
    scree_vec2 foot = {place->a.x + (float)(along * place->axis_x),
                       place->a.y + (float)(along * place->axis_y)};
    line(painter, place->a, foot, true);
    line(painter, foot, place->b, false);
    dot(painter, place->a, true);
    dot(painter, place->b, false);
}

static void draw_joint(const joint_painter *painter, scree_joint_id joint)
{
    joint_place place = place_of(painter, joint);
    bool soft = false, square = false;
    switch (scree_joint_get_type(painter->world, joint))
    {
    case SCREE_JOINT_PULLEY:
        draw_pulley(painter, joint, &place);
        return;
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WHEEL:
        draw_slider(painter, &place);
        return;
    case SCREE_JOINT_DISTANCE:
        soft = scree_joint_distance(painter->world, joint).spring.enable;
        break;
    case SCREE_JOINT_WELD:
        square = true;
        break;
    case SCREE_JOINT_FILTER:
        return;
    case SCREE_JOINT_MOTOR:
    case SCREE_JOINT_GEAR:
    case SCREE_JOINT_RATCHET:
        soft = true;
        break;
    default:
        break;
    }
    line(painter, place.a, place.b, soft);
    dot(painter, place.a, square);
    dot(painter, place.b, square);
}

bool sc_picture_draw_joints(cairo_t *cairo, scree_world *world, double scale)
{
    int count = scree_world_joint_count(world);
    scree_joint_id *joints = malloc(((size_t)count + 1) * sizeof *joints);
    if (joints == NULL)
        return false;
    scree_world_joints(world, joints, count);
    double pixels = fmin(DOT_PIXELS, DOT_METRES * scale);
    joint_painter painter = {cairo, world, 1.0 / scale,
                             pixels >= DOT_MIN_PIXELS ? pixels / scale : 0.0};
    cairo_save(cairo);
    sc_set_colour(cairo, sc_colour_from_lch(0.42, 0.16, 15.0));
    for (int i = 0; i < count; ++i)
        draw_joint(&painter, joints[i]);
    cairo_restore(cairo);
    free(joints);
    return true;
}
