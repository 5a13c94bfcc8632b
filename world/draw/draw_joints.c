/// Debug drawing of joints: the points of their frames, and what leads from one to the other.
#include "world/draw/draw_parts.h"

#include "scree/joint.h"

/// A joint in world coordinates.
typedef struct joint_place
{
    scree_vec2 a, b;  ///< the points of the frames
    scree_vec2 axis;  ///< direction of frame a
} joint_place;

static joint_place place_of(const scree_world *world, int32_t slot)
{
    const sc_bodies *bodies = &world->bodies;
    const sc_joint_frame *frame = &world->joints.frame[slot];
    int32_t row_a = bodies->row[world->joints.body[slot][0]];
    int32_t row_b = bodies->row[world->joints.body[slot][1]];
    sc_rotation qa = sc_body_rotation(bodies, row_a), qb = sc_body_rotation(bodies, row_b);
    scree_vec2 a = sc_rotate(qa, (scree_vec2){frame->ax, frame->ay});
    scree_vec2 b = sc_rotate(qb, (scree_vec2){frame->bx, frame->by});
    return (joint_place){.a = {bodies->x[row_a] + a.x, bodies->y[row_a] + a.y},
                         .b = {bodies->x[row_b] + b.x, bodies->y[row_b] + b.y},
                         .axis = sc_rotate(qa, (scree_vec2){frame->a_cos, frame->a_sin})};
}

static void line(const sc_drawing *d, scree_vec2 from, scree_vec2 to, bool flexible,
                 scree_draw_item item)
{
    item.kind = flexible ? SCREE_DRAW_JOINT_FLEXIBLE : SCREE_DRAW_JOINT;
    sc_draw_line(d, from, to, &item);
}

static void point(const sc_drawing *d, scree_vec2 at, scree_draw_item item)
{
    item.kind = SCREE_DRAW_JOINT_POINT;
    sc_draw_point(d, at, &item);
}

static void draw_pulley(const sc_drawing *d, const joint_place *place, scree_draw_item item)
{
    scree_pulley_def def = scree_joint_pulley(d->world, item.joint);
    line(d, place->a, def.anchor_a, false, item);
    line(d, def.anchor_a, def.anchor_b, false, item);
    line(d, def.anchor_b, place->b, false, item);
    point(d, def.anchor_a, item);
    point(d, def.anchor_b, item);
}

/// From the point of a along the axis to where the point of b is, and from there to that.
static void draw_slider(const sc_drawing *d, const joint_place *place, scree_draw_item item)
{
    float along = sc_dot(sc_sub(place->b, place->a), place->axis);
    scree_vec2 foot = sc_add(place->a, sc_scale(along, place->axis));
    line(d, place->a, foot, true, item);
    line(d, foot, place->b, false, item);
    point(d, place->a, item);
    point(d, place->b, item);
}

static void draw_joint(const sc_drawing *d, int32_t slot)
{
    const scree_world *world = d->world;
    scree_draw_item item = {.color = SCREE_COLOR_JOINT,
                            .state = SCREE_DRAW_AWAKE,
                            .joint = {sc_ids_value(&world->joints.ids, slot)}};
    joint_place place = place_of(world, slot);
    bool flexible = false;
    switch ((scree_joint_type)world->joints.type[slot])
    {
    case SCREE_JOINT_FILTER:
        return;
    case SCREE_JOINT_PULLEY:
        draw_pulley(d, &place, item);
        return;
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WHEEL:
        draw_slider(d, &place, item);
        return;
    case SCREE_JOINT_DISTANCE:
        flexible = scree_joint_distance(world, item.joint).spring.enable;
        break;
    case SCREE_JOINT_MOTOR:
    case SCREE_JOINT_GEAR:
    case SCREE_JOINT_RATCHET:
        flexible = true;
        break;
    default:
        break;
    }
    line(d, place.a, place.b, flexible, item);
    point(d, place.a, item);
    point(d, place.b, item);
}

void sc_draw_joints(const sc_drawing *d)
{
    const sc_ids *ids = &d->world->joints.ids;
    for (int32_t slot = 1; slot < ids->used; ++slot)
    {
        if (ids->generation[slot] & 1u)
        {
            draw_joint(d, slot);
        }
    }
}
