/// Debug drawing of bodies: their shapes, AABBs and centres of mass.
#include "world/draw/draw_parts.h"

#include "broadphase/aabbs.h"
#include "scree/body.h"
#include "scree/shape.h"

#include <stdio.h>

/// The layers of bodies, in the order in which they are drawn.
typedef enum layer
{
    LAYER_STILL,
    LAYER_KINEMATIC,
    LAYER_DYNAMIC,
    LAYER_COUNT
} layer;

static scree_draw_state state_of(const sc_bodies *bodies, int32_t row)
{
    bool disabled = (bodies->flags[row] & SC_BODY_DISABLED) != 0;
    bool moving = row < sc_moving_count(bodies), dynamic = sc_row_is_dynamic(bodies, row);
    return disabled            ? SCREE_DRAW_DISABLED
           : dynamic && moving ? SCREE_DRAW_AWAKE
           : dynamic           ? SCREE_DRAW_ASLEEP
           : moving            ? SCREE_DRAW_KINEMATIC
                               : SCREE_DRAW_STATIC;
}

static scree_draw_item item_of(const sc_bodies *bodies, int32_t row)
{
    static const scree_color colors[] = {SCREE_COLOR_STATIC, SCREE_COLOR_KINEMATIC,
                                         SCREE_COLOR_AWAKE, SCREE_COLOR_ASLEEP,
                                         SCREE_COLOR_DISABLED};
    scree_draw_item item = {.kind = SCREE_DRAW_SHAPE,
                            .state = state_of(bodies, row),
                            .velocity = {bodies->vx[row], bodies->vy[row]},
                            .body = bodies->id[row]};
    bool bullet = bodies->bullet[row] != 0 && item.state == SCREE_DRAW_AWAKE;
    item.color = bullet ? SCREE_COLOR_BULLET : colors[item.state];
    return item;
}

static scree_vec2 place_point(const sc_pose *pose, scree_vec2 local)
{
    scree_vec2 turned = sc_rotate((sc_rotation){pose->cos, pose->sin}, local);
    return (scree_vec2){pose->x + turned.x, pose->y + turned.y};
}

/// The centre of mass of a body at the pose at which the body is drawn.
static scree_vec2 drawn_center(const sc_drawing *d, int32_t row)
{
    const sc_bodies *bodies = &d->world->bodies;
    if (d->draw->alpha == 1.0f)
    {
        return (scree_vec2){bodies->pose[row].x, bodies->pose[row].y};
    }
    const sc_pose pose = sc_drawn_pose(d, row);
    return place_point(&pose, (scree_vec2){bodies->center_x[row], bodies->center_y[row]});
}

/// Limits the coordinates of a corner of the clip. A clip may be as large as floats permit, but
/// distances from a plane are finite only up to this limit.
static scree_vec2 clamp_corner(scree_vec2 p)
{
    const float far = 1e18f;
    return (scree_vec2){sc_max(-far, sc_min(p.x, far)), sc_max(-far, sc_min(p.y, far))};
}

/// Draws the part of the clip in a half-space, whose boundary passes through `on`.
static void draw_half_space(const sc_drawing *d, scree_vec2 on, scree_vec2 normal,
                            const scree_draw_item *item)
{
    const scree_aabb *clip = &d->draw->clip;
    const scree_vec2 low = clamp_corner(clip->lower), high = clamp_corner(clip->upper);
    const scree_vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    scree_vec2 cut[8];
    int count = 0;
    for (int i = 0; i < 4; ++i)
    {
        scree_vec2 a = corners[i], b = corners[(i + 1) % 4];
        float height_a = sc_dot(normal, sc_sub(a, on)), height_b = sc_dot(normal, sc_sub(b, on));
        if (height_a <= 0.0f)
        {
            cut[count++] = a;
        }
        if ((height_a < 0.0f && height_b > 0.0f) || (height_a > 0.0f && height_b < 0.0f))
        {
            float part = height_a / (height_a - height_b);
            cut[count++] = sc_add(a, sc_scale(part, sc_sub(b, a)));
        }
    }
    if (count >= 3 && d->draw->polygon != NULL)
    {
        d->draw->polygon(cut, count, 0.0f, item, d->draw->context);
    }
}

static void draw_segment(const sc_drawing *d, const sc_pose *pose, int32_t slot,
                         const scree_draw_item *item)
{
    const sc_shapes *shapes = &d->world->shapes;
    scree_segment segment = scree_shape_segment(d->world, item->shape);
    scree_vec2 a = place_point(pose, segment.point_a);
    scree_vec2 b = place_point(pose, segment.point_b);
    if (d->draw->draw_shapes)
    {
        sc_draw_line(d, a, b, item);
    }
    bool chain = shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT;
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    if (chain && d->draw->draw_chain_normals && sc_segment_is_one_sided(geometry))
    {
        scree_draw_item normal = *item;
        normal.kind = SCREE_DRAW_CHAIN_NORMAL;
        normal.color = SCREE_COLOR_NORMAL;
        scree_vec2 along = sc_sub(b, a), middle = sc_scale(0.5f, sc_add(a, b));
        float scale = d->world->lengths.unit * d->draw->normal_length / sc_length(along);
        sc_draw_line(d, middle, sc_add(middle, sc_scale(scale, (scree_vec2){along.y, -along.x})),
                     &normal);
    }
}

static void draw_shape(const sc_drawing *d, const sc_pose *pose, int32_t slot,
                       const scree_draw_item *item)
{
    const scree_draw *draw = d->draw;
    scree_shape_type type = (scree_shape_type)d->world->shapes.type[slot];
    if (type == SCREE_SHAPE_SEGMENT || type == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        draw_segment(d, pose, slot, item);
    }
    else if (!draw->draw_shapes)
    {
        return;
    }
    else if (type == SCREE_SHAPE_CIRCLE)
    {
        scree_circle circle = scree_shape_circle(d->world, item->shape);
        scree_vec2 axis = {pose->cos, pose->sin};
        sc_draw_circle(d, place_point(pose, circle.center), circle.radius, axis, item);
    }
    else if (type == SCREE_SHAPE_POLYGON)
    {
        scree_polygon polygon = scree_shape_polygon(d->world, item->shape);
        for (int i = 0; i < polygon.count; ++i)
        {
            polygon.vertices[i] = place_point(pose, polygon.vertices[i]);
        }
        if (d->draw->polygon != NULL)
        {
            d->draw->polygon(polygon.vertices, polygon.count, polygon.radius, item,
                             d->draw->context);
        }
    }
    else if (type == SCREE_SHAPE_HALF_SPACE)
    {
        scree_half_space plane = scree_shape_half_space(d->world, item->shape);
        scree_vec2 unit = sc_scale(1.0f / sc_length(plane.normal), plane.normal);
        draw_half_space(d, place_point(pose, sc_scale(plane.offset, unit)),
                        sc_rotate((sc_rotation){pose->cos, pose->sin}, unit), item);
    }
    else if (type == SCREE_SHAPE_CAPSULE && draw->capsule != NULL)
    {
        scree_capsule capsule = scree_shape_capsule(d->world, item->shape);
        draw->capsule(place_point(pose, capsule.point_a), place_point(pose, capsule.point_b),
                      capsule.radius, item, draw->context);
    }
}

static layer layer_of(const sc_bodies *bodies, int32_t row)
{
    scree_draw_state state = state_of(bodies, row);
    bool dynamic = state == SCREE_DRAW_AWAKE || state == SCREE_DRAW_ASLEEP;
    return dynamic ? LAYER_DYNAMIC : state == SCREE_DRAW_KINEMATIC ? LAYER_KINEMATIC : LAYER_STILL;
}

static bool is_shape_in_view(const sc_drawing *d, int32_t slot)
{
    const sc_shapes *shapes = &d->world->shapes;
    if (shapes->type[slot] == SCREE_SHAPE_HALF_SPACE)
    {
        return true;
    }
    sc_aabb aabb = sc_tight_aabb(&d->world->bodies, shapes, slot);
    return sc_is_in_view(d, (scree_vec2){aabb.lower_x, aabb.lower_y},
                         (scree_vec2){aabb.upper_x, aabb.upper_y});
}

void sc_draw_shapes(const sc_drawing *d)
{
    const sc_bodies *bodies = &d->world->bodies;
    const sc_shapes *shapes = &d->world->shapes;
    for (int i = 0; i < LAYER_COUNT; ++i)
    {
        int at = 0;
        for (int32_t slot = 0; (slot = sc_view_next(d->view, slot, &at)) != 0;)
        {
            int32_t row = bodies->row[shapes->body_slot[slot]];
            if (layer_of(bodies, row) == (layer)i && is_shape_in_view(d, slot))
            {
                scree_draw_item item = item_of(bodies, row);
                item.shape = (scree_shape_id){sc_ids_value(&shapes->ids, slot)};
                item.sensor = sc_is_sensor(shapes, slot);
                item.color = item.sensor ? SCREE_COLOR_SENSOR : item.color;
                const sc_pose pose = sc_drawn_pose(d, row);
                draw_shape(d, &pose, slot, &item);
            }
        }
    }
}

void sc_draw_aabbs(const sc_drawing *d)
{
    const sc_shapes *shapes = &d->world->shapes;
    for (int32_t slot = 1; slot < shapes->ids.used && d->draw->box != NULL; ++slot)
    {
        scree_aabb box = {{shapes->aabb[slot].lower_x, shapes->aabb[slot].lower_y},
                          {shapes->aabb[slot].upper_x, shapes->aabb[slot].upper_y}};
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        // Half-spaces have no bounded AABB, and shapes that no step has processed yet have an empty
        // one.
        bool drawn = live && shapes->type[slot] != SCREE_SHAPE_HALF_SPACE &&
                     box.lower.x < box.upper.x && sc_is_in_view(d, box.lower, box.upper);
        if (drawn)
        {
            scree_draw_item item =
                item_of(&d->world->bodies, d->world->bodies.row[shapes->body_slot[slot]]);
            item.kind = SCREE_DRAW_AABB;
            item.color = SCREE_COLOR_AABB;
            item.shape = (scree_shape_id){sc_ids_value(&shapes->ids, slot)};
            d->draw->box(box, &item, d->draw->context);
        }
    }
}

void sc_draw_centers(const sc_drawing *d)
{
    const sc_bodies *bodies = &d->world->bodies;
    for (int32_t slot = 1; slot < bodies->ids.used; ++slot)
    {
        const int32_t row = bodies->row[slot];
        if ((bodies->ids.generation[slot] & 1u) != 0 && layer_of(bodies, row) == LAYER_DYNAMIC)
        {
            scree_draw_item item = item_of(bodies, row);
            item.kind = SCREE_DRAW_CENTER;
            item.color = SCREE_COLOR_CENTER;
            sc_draw_point(d, drawn_center(d, row), &item);
        }
    }
}

static void draw_text(const sc_drawing *d, scree_vec2 at, scree_draw_kind kind,
                      const scree_draw_item *of_body, const char *text)
{
    scree_draw_item item = *of_body;
    item.kind = kind;
    if (text != NULL && text[0] != 0 && d->draw->text != NULL && sc_is_in_view(d, at, at))
    {
        d->draw->text(at, text, &item, d->draw->context);
    }
}

/// Draws the frame and the texts of a body, at its origin and its centre of mass.
static void draw_notes(const sc_drawing *d, int32_t row)
{
    const sc_bodies *bodies = &d->world->bodies;
    const scree_draw *draw = d->draw;
    scree_draw_item item = item_of(bodies, row);
    const sc_pose pose = sc_drawn_pose(d, row);
    const scree_transform frame = {{pose.x, pose.y}, {pose.cos, pose.sin}};
    const scree_vec2 center = drawn_center(d, row);
    char text[48];
    if (draw->draw_transforms && draw->transform != NULL &&
        sc_is_in_view(d, frame.position, frame.position))
    {
        scree_draw_item of_frame = item;
        of_frame.kind = SCREE_DRAW_TRANSFORM;
        draw->transform(frame, &of_frame, draw->context);
    }
    if (draw->draw_names)
    {
        draw_text(d, center, SCREE_DRAW_NAME, &item, scree_body_name(d->world, item.body));
    }
    if (draw->draw_ids)
    {
        snprintf(text, sizeof text, "%d", (int)(item.body.value & SC_MAX_SLOTS));
        draw_text(d, center, SCREE_DRAW_ID, &item, text);
    }
    if (draw->draw_masses && sc_row_is_dynamic(bodies, row))
    {
        snprintf(text, sizeof text, "%.2f kg", (double)scree_body_mass(d->world, item.body));
        draw_text(d, center, SCREE_DRAW_MASS, &item, text);
    }
}

void sc_draw_notes(const sc_drawing *d)
{
    const sc_bodies *bodies = &d->world->bodies;
    if (d->view->ids != NULL)
    {
        sc_view_turn_to_bodies(d->view);
        int at = 0;
        for (int32_t slot = 0; (slot = sc_view_next(d->view, slot, &at)) != 0;)
        {
            draw_notes(d, bodies->row[slot]);
        }
        return;
    }
    for (int32_t slot = 1; slot < bodies->ids.used; ++slot)
    {
        if ((bodies->ids.generation[slot] & 1u) == 0)
        {
            continue;
        }
        int32_t shape = bodies->first_shape[bodies->row[slot]];
        while (shape != 0 && !is_shape_in_view(d, shape))
        {
            shape = d->world->shapes.next[shape];
        }
        if (shape != 0)
        {
            draw_notes(d, bodies->row[slot]);
        }
    }
}
