#include "frames_outlines.h"

#include <math.h>
#include <stdlib.h>

enum
{
    CIRCLE_POINTS = 16,
    CORNER_POINTS = 4,  // of a rounded corner
    END_POINTS = 8,     // of a half circle
    MAX_POINTS = 64 * CORNER_POINTS
};

#define TURN 6.28318530717958647692

static bool reserve(void **array, int capacity, size_t size)
{
    void *larger = realloc(*array, (size_t)capacity * size);
    if (larger == NULL)
        return false;
    *array = larger;
    return true;
}

static bool reserve_outlines(sc_outline_list *list, int points)
{
    int wanted = list->point_count + points;
    if (wanted > list->point_capacity)
    {
        int capacity = 2 * wanted + 256;
        if (!reserve((void **)&list->points, capacity, sizeof *list->points))
            return false;
        list->point_capacity = capacity;
    }
    if (list->count + 1 >= list->capacity)
    {
        int capacity = 2 * list->count + 64;
        if (!reserve((void **)&list->offsets, capacity, sizeof *list->offsets) ||
            !reserve((void **)&list->bodies, capacity, sizeof *list->bodies) ||
            !reserve((void **)&list->shapes, capacity, sizeof *list->shapes))
            return false;
        list->capacity = capacity;
    }
    return true;
}

static void add(sc_frame_outlines *outlines, sc_outline_list *list, const scree_vec2 *points,
                int count, const scree_draw_item *item)
{
    scree_shape_type shape = scree_shape_get_type(outlines->world, item->shape);
    if ((shape == SCREE_SHAPE_HALF_SPACE) != outlines->half_spaces || !outlines->ok)
        return;
    outlines->ok = reserve_outlines(list, count);
    if (!outlines->ok)
        return;
    for (int i = 0; i < count; ++i)
        list->points[list->point_count++] = points[i];
    list->bodies[list->count] = item->body;
    list->shapes[list->count++] = (uint8_t)shape;
    list->offsets[list->count] = list->point_count;
}

// Points from the angle `from` to `to`, both included.
static int add_arc(scree_vec2 *points, scree_vec2 center, double radius, double from, double to,
                   int count)
{
    for (int i = 0; i < count; ++i)
    {
        double angle = from + (to - from) * i / (count - 1);
        points[i].x = (float)((double)center.x + radius * cos(angle));
        points[i].y = (float)((double)center.y + radius * sin(angle));
    }
    return count;
}

// The angle of the outward normal of an edge of a counter-clockwise outline.
static double normal_angle(scree_vec2 from, scree_vec2 to)
{
    return atan2((double)(from.x - to.x), (double)(to.y - from.y));
}

static void polygon(const scree_vec2 *vertices, int count, float radius,
                    const scree_draw_item *item, void *context)
{
    sc_frame_outlines *outlines = context;
    scree_vec2 points[MAX_POINTS];
    int n = 0;
    if (!(radius > 0.0f) || count > MAX_POINTS / CORNER_POINTS)
    {
        add(outlines, &outlines->polygons, vertices, count, item);
        return;
    }
    for (int i = 0; i < count; ++i)
    {
        double from = normal_angle(vertices[(i + count - 1) % count], vertices[i]);
        double to = normal_angle(vertices[i], vertices[(i + 1) % count]);
        to += to < from ? TURN : 0.0;
        n += add_arc(points + n, vertices[i], (double)radius, from, to, CORNER_POINTS);
    }
    add(outlines, &outlines->polygons, points, n, item);
}

static void circle(scree_vec2 center, float radius, scree_vec2 axis, const scree_draw_item *item,
                   void *context)
{
    sc_frame_outlines *outlines = context;
    scree_vec2 points[CIRCLE_POINTS];
    // The first point turns with the body.
    double from = atan2((double)axis.y, (double)axis.x);
    add_arc(points, center, (double)radius, from, from + TURN * (1.0 - 1.0 / CIRCLE_POINTS),
            CIRCLE_POINTS);
    add(outlines, &outlines->polygons, points, CIRCLE_POINTS, item);
}

static void capsule(scree_vec2 a, scree_vec2 b, float radius, const scree_draw_item *item,
                    void *context)
{
    sc_frame_outlines *outlines = context;
    scree_vec2 points[2 * END_POINTS];
    double right = normal_angle(a, b);
    add_arc(points, b, (double)radius, right, right + 0.5 * TURN, END_POINTS);
    add_arc(points + END_POINTS, a, (double)radius, right + 0.5 * TURN, right + TURN, END_POINTS);
    add(outlines, &outlines->polygons, points, 2 * END_POINTS, item);
}

static void line(scree_vec2 from, scree_vec2 to, const scree_draw_item *item, void *context)
{
    sc_frame_outlines *outlines = context;
    const scree_vec2 points[2] = {from, to};
    add(outlines, &outlines->lines, points, 2, item);
}

static bool begin(sc_outline_list *list)
{
    list->count = list->point_count = 0;
    if (!reserve_outlines(list, 0))
        return false;
    list->offsets[0] = 0;
    return true;
}

bool sc_frame_outlines_collect(sc_frame_outlines *outlines, const scree_world *world,
                               scree_aabb view)
{
    outlines->world = world;
    outlines->ok = begin(&outlines->lines) && begin(&outlines->polygons);
    scree_draw draw = scree_draw_default();
    draw.polygon = polygon;
    draw.circle = circle;
    draw.capsule = capsule;
    draw.line = line;
    draw.context = outlines;
    draw.draw_particles = draw.draw_soft_bodies = draw.draw_joints = false;
    outlines->half_spaces = false;
    bool ok = scree_world_draw(world, &draw) == SCREE_OK;
    // Clipped to the default, they would reach to the ends of the world.
    draw.clip = view;
    outlines->half_spaces = true;
    return scree_world_draw(world, &draw) == SCREE_OK && ok && outlines->ok;
}

static void destroy_list(sc_outline_list *list)
{
    free(list->points);
    free(list->offsets);
    free(list->bodies);
    free(list->shapes);
}

void sc_frame_outlines_destroy(sc_frame_outlines *outlines)
{
    destroy_list(&outlines->lines);
    destroy_list(&outlines->polygons);
    *outlines = (sc_frame_outlines){0};
}
