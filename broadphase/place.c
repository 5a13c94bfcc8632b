#include "broadphase/place.h"

#include "broadphase/pairs.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <float.h>

enum
{
    GRAIN = 4096,
    /// Slot, row, place in the pool and mark; the poses of body and shape, velocity, both boxes.
    ITEM_BYTES = 4 * (int)sizeof(int32_t) + (int)(sizeof(sc_pose) + sizeof(sc_velocity)) +
                 (int)(sizeof(sc_shape_local) + sizeof(sc_shape_pose)) + 2 * (int)sizeof(sc_box),
    HEADER_BYTES = SC_GEOMETRY_HEADER * (int)sizeof(float)
};

typedef struct place_context
{
    sc_shapes_args args;
    sc_shapes_kernel *kernel;
} place_context;

static void place_range(void *context, int begin, int end, int range)
{
    (void)range;
    place_context *place = context;
    place->kernel(&place->args, begin, end);
}

/// World centre and rotation, as the kernels compute them.
static sc_shape_pose pose_of(const sc_pose *body, const sc_shape_local *local)
{
    sc_rotation turn = {body->cos, body->sin};
    scree_vec2 arm = sc_rotate(turn, (scree_vec2){local->x, local->y});
    scree_vec2 rotation = sc_rotate(turn, (scree_vec2){local->cos, local->sin});
    return (sc_shape_pose){body->x + arm.x, body->y + arm.y, rotation.x,    rotation.y,
                           arm.x,           arm.y,           local->radius, 0.0f};
}

static sc_box box_of(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose)
{
    if (shapes->kind[slot] == SC_KIND_HALF_SPACE)
    {
        return (sc_box){-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX};
    }
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    int count = shapes->kind[slot] == SC_KIND_CIRCLE ? 1 : (int)geometry[2];
    sc_box box = sc_empty_box;
    for (int k = 0; k < count; ++k)
    {
        const float *vertex = geometry + SC_GEOMETRY_HEADER + 2 * k;
        scree_vec2 local = shapes->kind[slot] == SC_KIND_CIRCLE
                               ? (scree_vec2){0.0f, 0.0f}
                               : (scree_vec2){vertex[0], vertex[1]};
        scree_vec2 p = sc_rotate((sc_rotation){pose->cos, pose->sin}, local);
        p = (scree_vec2){pose->x + p.x, pose->y + p.y};
        box.lower_x = sc_min(box.lower_x, p.x);
        box.lower_y = sc_min(box.lower_y, p.y);
        box.upper_x = sc_max(box.upper_x, p.x);
        box.upper_y = sc_max(box.upper_y, p.y);
    }
    float r = pose->radius;
    return (sc_box){box.lower_x - r, box.lower_y - r, box.upper_x + r, box.upper_y + r};
}

sc_box sc_tight_box(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot)
{
    int32_t row = bodies->row[shapes->body_slot[slot]];
    sc_shape_local local = shapes->local[slot];
    // Between steps the shape may not know yet where the centre of mass is now.
    local.x = shapes->origin[4 * (ptrdiff_t)slot] - bodies->center_x[row];
    local.y = shapes->origin[4 * (ptrdiff_t)slot + 1] - bodies->center_y[row];
    sc_shape_pose pose = pose_of(&bodies->pose[row], &local);
    return box_of(shapes, slot, &pose);
}

static sc_box grown(sc_box box, float margin)
{
    return (sc_box){box.lower_x - margin, box.lower_y - margin, box.upper_x + margin,
                    box.upper_y + margin};
}

static bool holds(sc_box outer, sc_box inner)
{
    return outer.lower_x <= inner.lower_x && outer.lower_y <= inner.lower_y &&
           inner.upper_x <= outer.upper_x && inner.upper_y <= outer.upper_y;
}

/// One shape without lanes: polygons of many vertices, half-spaces and everything at rest.
static bool place_one(const sc_step *step, int32_t slot)
{
    sc_shapes *shapes = step->shapes;
    const sc_bodies *bodies = step->bodies;
    int32_t row = bodies->row[shapes->body_slot[slot]];
    sc_shape_pose *pose = &shapes->pose[slot];
    *pose = pose_of(&bodies->pose[row], &shapes->local[slot]);
    sc_box old = shapes->box[slot], tight = box_of(shapes, slot, pose);
    bool slow = false;
    pose->reach = SC_BOX_MARGIN;
    if (row < step->moving_count)
    {
        const sc_shape_local *local = &shapes->local[slot];
        const sc_velocity *v = &step->velocities[row];
        scree_vec2 way = {step->dt * v->vx, step->dt * v->vy};
        float distance = fabsf(way.x) + fabsf(way.y);
        slow = distance + step->dt * (fabsf(v->w) * local->extent) <= SC_SLOW_TRAVEL;
        if (distance > SC_FAST_SHARE * local->inner)
        {
            pose->reach += distance;
            tight.lower_x += sc_min(way.x, 0.0f);
            tight.lower_y += sc_min(way.y, 0.0f);
            tight.upper_x += sc_max(way.x, 0.0f);
            tight.upper_y += sc_max(way.y, 0.0f);
        }
    }
    sc_box needed = shapes->kind[slot] == SC_KIND_HALF_SPACE ? tight : grown(tight, SC_BOX_MARGIN);
    bool keep = holds(old, needed);
    shapes->previous[slot] = old;
    shapes->box[slot] = keep ? old : slow ? grown(needed, SC_BOX_HYSTERESIS) : needed;
    return !keep;
}

bool sc_half_space_reaches(const sc_shapes *shapes, int32_t half_space, sc_box box)
{
    const float *header = shapes->geometry + shapes->geometry_start[half_space];
    const sc_shape_pose *pose = &shapes->pose[half_space];
    scree_vec2 normal =
        sc_rotate((sc_rotation){pose->cos, pose->sin}, (scree_vec2){header[0], header[1]});
    scree_vec2 deepest = {(normal.x > 0.0f ? box.lower_x : box.upper_x) - pose->x,
                          (normal.y > 0.0f ? box.lower_y : box.upper_y) - pose->y};
    return sc_dot(normal, deepest) - header[2] <= SC_BOX_MARGIN;
}

bool sc_place_shapes(sc_step *step)
{
    sc_shapes *shapes = step->shapes;
    const sc_kernels *kernels = step->kernels;
    sc_shapes_kernel *by_kind[] = {kernels->place_circles, kernels->place_boxes,
                                   kernels->place_convex4, kernels->place_convex8};
    const sc_pass passes[] = {{"place_circles", "shapes", ITEM_BYTES, -1},
                              {"place_boxes", "shapes", ITEM_BYTES + HEADER_BYTES, -1},
                              {"place_convex4", "shapes", ITEM_BYTES + HEADER_BYTES + 32, -1},
                              {"place_convex8", "shapes", ITEM_BYTES + HEADER_BYTES + 64, -1},
                              {"place_one", "shapes", ITEM_BYTES + HEADER_BYTES + 32, -1}};
    int moved_count = 0, longest = 0, total = 0;
    for (int kind = 0; kind < SC_KIND_HALF_SPACE; ++kind)
    {
        longest = shapes->active[kind].count > longest ? shapes->active[kind].count : longest;
        total += shapes->active[kind].count;
    }
    int32_t *moved = SC_TAKE(step->arena, int32_t, sc_pad_block(longest));
    step->moved = SC_TAKE(step->arena, int32_t, total + 1);
    if (moved == NULL || step->moved == NULL)
    {
        return false;
    }
    for (int kind = 0; kind <= SC_KIND_CONVEX8; ++kind)
    {
        int count = shapes->active[kind].count;
        place_context place = {{.slots = shapes->active[kind].slot,
                                .body_row = shapes->body_row,
                                .body_poses = step->bodies->pose,
                                .velocities = step->velocities,
                                .locals = shapes->local,
                                .geometry = shapes->geometry,
                                .geometry_start = shapes->geometry_start,
                                .poses = shapes->pose,
                                .boxes = shapes->box,
                                .previous = shapes->previous,
                                .moved = moved,
                                .moving_count = step->moving_count,
                                .dummy_row = step->dummy_row,
                                .dt = step->dt,
                                .slow = SC_SLOW_TRAVEL},
                               by_kind[kind]};
        sc_run_pass(step, &passes[kind], count, GRAIN, place_range, &place);
        for (int i = 0; i < count; ++i)
        {
            step->moved[moved_count] = shapes->active[kind].slot[i];
            moved_count += moved[i];
        }
    }
    // Lanes past the end of a list wrote to the null shape.
    shapes->box[0] = shapes->previous[0] = sc_empty_box;
    shapes->pose[0] = (sc_shape_pose){0};
    uint64_t begin = sc_pass_begin(step);
    int placed = shapes->active[SC_KIND_POLYGON].count;
    const sc_list *polygons = &shapes->active[SC_KIND_POLYGON];
    for (int i = 0; i < polygons->count; ++i)
    {
        step->moved[moved_count] = polygons->slot[i];
        moved_count += place_one(step, polygons->slot[i]);
    }
    step->moved_active = moved_count;
    if (shapes->resting_version != step->broadphase->resting_version)
    {
        for (int i = 0; i < shapes->resting.count; ++i)
        {
            moved_count += place_one(step, shapes->resting.slot[i]);
        }
        for (int i = 0; i < shapes->half_spaces.count; ++i)
        {
            moved_count += place_one(step, shapes->half_spaces.slot[i]);
        }
        placed += shapes->resting.count + shapes->half_spaces.count;
    }
    sc_pass_end(step, &passes[4], begin, placed);
    sc_set_work(step->profile, total - polygons->count + placed, "shapes", 0);
    step->moved_shapes = moved_count;
    return true;
}
