/// The stage update_sensors: finds the shapes that overlap sensors, and the begin and end events.
#include "broadphase/aabbs.h"
#include "broadphase/pairs.h"
#include "broadphase/sort.h"
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/events/sensor_scratch.h"
#include "geometry/distance.h"
#include "simd/kernels.h"

#include <string.h>

enum
{
    GRAIN = 256,  ///< visitors per range
    VISITOR_BYTES = (int)(sizeof(sc_shape_pose) + sizeof(sc_shape_local) + sizeof(sc_pose)),
};

static int32_t shape_body_row(const sc_step *step, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&step->shapes->ids, slot));
    return step->bodies->row[step->shapes->body_slot[slot]];
}

/// Whether the event flags of a shape under `mask` equal `events`, and its body is enabled.
static bool is_there(const sc_shapes *shapes, int32_t slot, int mask, int events)
{
    SC_ASSERT(slot > 0 && slot < shapes->ids.used);
    return (shapes->events[slot] & mask) == events &&
           (shapes->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) != 0;
}

static uint64_t add_mark(uint64_t mark, const void *values, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(uint32_t))
    {
        uint32_t word;
        memcpy(&word, (const char *)values + at, sizeof word);
        mark = (mark ^ word) * 0xff51afd7ed558ccdu;
        mark ^= mark >> 32;
    }
    return mark;
}

/// Lists the enabled sensors. Returns a hash of their state.
static uint64_t gather_sensors(const sc_step *step, sc_sensor_scratch *scratch)
{
    const sc_shapes *shapes = step->shapes;
    const int32_t all = shapes->asking[SC_ASK_SENSOR];
    int32_t endless = all;
    uint64_t mark = 0;
    scratch->tree_count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used && all > 0; ++slot)
    {
        if (is_there(shapes, slot, SC_EVENTS_SENSOR, SC_EVENTS_SENSOR))
        {
            bool in_tree = shapes->kind[slot] != SC_KIND_HALF_SPACE;
            sc_shape_pose pose = sc_present_pose(step->bodies, shapes, slot);
            SC_ASSERT(scratch->tree_count < endless);
            scratch->sensors[in_tree ? scratch->tree_count++ : --endless] =
                (sc_tree_item){pose.x, pose.y, slot};
            // The hash covers all data that decide which shapes a sensor sees.
            const float place[] = {pose.x, pose.y, pose.cos, pose.sin, pose.radius};
            const scree_filter *filter = &shapes->filter[slot];
            const uint64_t words[] = {
                sc_ids_value(&shapes->ids, slot) & 0xffffffffffffu, filter->category, filter->mask,
                (uint64_t)(uint32_t)filter->group << 8 | shapes->events[slot]};
            mark = add_mark(mark, place, sizeof place);
            mark = add_mark(mark, words, sizeof words);
            mark = add_mark(mark, shapes->geometry + shapes->geometry_start[slot],
                            sizeof(float) * shapes->geometry_floats[slot]);
        }
    }
    // Move half-spaces behind the sensors that are in the tree.
    memmove(scratch->sensors + scratch->tree_count, scratch->sensors + endless,
            sizeof *scratch->sensors * (size_t)(all - endless));
    scratch->sensor_count = scratch->tree_count + all - endless;
    return mark;
}

static bool shape_is_asleep(const sc_step *step, int32_t slot)
{
    return (step->bodies->flags[shape_body_row(step, slot)] & SC_BODY_ASLEEP) != 0;
}

static bool is_static(const sc_step *step, int32_t slot)
{
    return step->bodies->type[shape_body_row(step, slot)] == SCREE_BODY_STATIC;
}

static void add_key(sc_sensor_scratch *scratch, int32_t sensor, int32_t visitor)
{
    SC_ASSERT(sensor > 0 && visitor > 0 && sensor != visitor);
    // The keys are sorted later, so their order here does not matter.
    int32_t at = atomic_fetch_add_explicit(&scratch->count, 1, memory_order_relaxed);
    if (at < scratch->room)
    {
        scratch->keys[at] = (uint64_t)sensor << 32 | (uint64_t)visitor;
    }
}

typedef struct visitor
{
    int32_t slot;
    bool is_static;
    sc_shape_pose pose;
    sc_convex shape;
} visitor;

static sc_convex convex_of(const sc_shapes *shapes, int32_t slot, float radius)
{
    return sc_convex_of_entry(shapes->geometry + shapes->geometry_start[slot],
                              (sc_shape_kind)shapes->kind[slot], radius);
}

static void test_overlap(sc_sensor_scratch *scratch, const visitor *v, int32_t sensor)
{
    SC_ASSERT(sc_is_sensor(scratch->step->shapes, sensor) &&
              !sc_is_sensor(scratch->step->shapes, v->slot));
    const sc_step *step = scratch->step;
    const sc_shapes *shapes = step->shapes;
    bool sees = shapes->body_slot[sensor] != shapes->body_slot[v->slot] &&
                (!v->is_static || (shapes->events[sensor] & SC_EVENTS_STATIC)) &&
                sc_filters_agree(&shapes->filter[sensor], &shapes->filter[v->slot]);
    sc_shape_pose pose = sc_present_pose(step->bodies, shapes, sensor);
    sc_convex shape = convex_of(shapes, sensor, pose.radius);
    // Two half-spaces are not tested.
    if (!sees || (shape.count == 0 && v->shape.count == 0))
    {
        return;
    }
    sc_vec2d from = {(double)pose.x, (double)pose.y};
    sc_frame own = sc_frame_at((double)pose.x, (double)pose.y, pose.cos, pose.sin, from);
    sc_frame other =
        sc_frame_at((double)v->pose.x, (double)v->pose.y, v->pose.cos, v->pose.sin, from);
    sc_distance d = sc_convex_distance(&shape, &own, &v->shape, &other);
    if (sc_surface_distance(&d, &shape, &v->shape) <= 0.0)
    {
        add_key(scratch, sensor, v->slot);
    }
}

static void look_range(void *context, sc_range range)
{
    sc_sensor_scratch *scratch = context;
    sc_overlap_args args = {.tree = &scratch->view};
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        const int32_t slot = scratch->visitors[i];
        const sc_step *step = scratch->step;
        const sc_shapes *shapes = step->shapes;
        visitor v = {slot, is_static(step, slot), sc_present_pose(step->bodies, shapes, slot), {0}};
        v.shape = convex_of(shapes, slot, v.pose.radius);
        for (int32_t k = scratch->tree_count; k < scratch->sensor_count; ++k)
        {
            test_overlap(scratch, &v, scratch->sensors[k].slot);
        }
        args.aabb = sc_aabb_at(shapes, slot, &v.pose);
        args.filter = (sc_tree_filter){.category = shapes->filter[slot].category,
                                       .mask = shapes->filter[slot].mask,
                                       .group = shapes->filter[slot].group};
        args.waiting[0] = scratch->view.root;
        args.waiting_count = scratch->tree_count > 0;
        while (args.waiting_count > 0)
        {
            args.found_count = 0;
            step->kernels->find_overlaps(&args);
            for (int k = 0; k < args.found_count; ++k)
            {
                test_overlap(scratch, &v, scratch->view.entries[args.found[k]].slot);
            }
        }
    }
}

static void find_sensor_overlaps(const sc_step *step, sc_sensor_scratch *scratch, bool asleep)
{
    static const sc_pass pass = {"find_overlaps", "visitors", VISITOR_BYTES, -1};
    scratch->count = 0;
    sc_run_pass(step, &pass, 0, scratch->visitor_count, GRAIN, look_range, scratch);
    if (!asleep)
    {
        // Keep the overlaps of sleeping shapes: their sensors have not changed.
        const sc_sensors *sensors = step->sensors;
        const sc_ids *ids = &step->shapes->ids;
        for (int32_t i = 0; i < sensors->overlap_count; ++i)
        {
            const scree_sensor_event *overlap = &sensors->overlaps[i];
            int32_t slot = sc_ids_find(ids, overlap->visitor.value);
            if (slot != 0 && shape_is_asleep(step, slot))
            {
                add_key(scratch, sc_ids_find(ids, overlap->sensor.value), slot);
            }
        }
    }
}

static scree_sensor_event overlap_of(const sc_step *step, uint64_t key)
{
    const sc_shapes *shapes = step->shapes;
    int32_t sensor = (int32_t)(key >> 32), seen = (int32_t)(key & 0xffffffffu);
    return (scree_sensor_event){{sc_ids_value(&shapes->ids, sensor)},
                                {sc_ids_value(&shapes->ids, seen)},
                                shapes->body[sensor],
                                shapes->body[seen]};
}

/// The order of overlaps: by the slots of the sensor and the visitor.
static uint64_t overlap_place(const scree_sensor_event *overlap)
{
    const uint64_t slot = 0xffffffu;
    return (overlap->sensor.value & slot) << 24 | (overlap->visitor.value & slot);
}

static void put_event(scree_sensor_event *events, int32_t capacity, int32_t at,
                      const scree_sensor_event *event)
{
    if (at < capacity)
    {
        events[at] = *event;
    }
}

/// Compares the sorted keys of this step with the overlaps of the last one. Begins are keys without
/// an overlap, ends are overlaps without a key. All are counted, but only those for which there is
/// room are written.
static void find_changes(const sc_step *step, const sc_sensor_scratch *scratch)
{
    sc_sensors *sensors = step->sensors;
    const scree_sensor_event *old = sensors->overlaps;
    int32_t o = 0, n = 0;
    sensors->begin_count = sensors->end_count = 0;
    while (o < sensors->overlap_count || n < scratch->count)
    {
        bool comes = n < scratch->count;
        scree_sensor_event next =
            comes ? overlap_of(step, scratch->keys[n]) : (scree_sensor_event){0};
        const uint64_t place_old = o < sensors->overlap_count ? overlap_place(&old[o]) : UINT64_MAX;
        const uint64_t place_next = comes ? overlap_place(&next) : UINT64_MAX;
        bool same = place_old == place_next && memcmp(&old[o], &next, sizeof next) == 0;
        if (place_old <= place_next && !same)
        {
            put_event(sensors->ends, sensors->end_capacity, sensors->end_count++, &old[o]);
        }
        if (place_old >= place_next && !same)
        {
            put_event(sensors->begins, sensors->begin_capacity, sensors->begin_count++, &next);
        }
        o += place_old <= place_next;
        n += place_old >= place_next;
    }
}

/// Builds the tree of all sensors except half-spaces.
static void build_sensor_tree(const sc_step *step, sc_sensor_scratch *scratch)
{
    SC_ASSERT(scratch->tree_count <= step->sensors->tree_room);
    sc_tree *tree = &step->sensors->tree;
    // This cannot fail: reserve_overlaps made room for as many sensors.
    bool built = sc_tree_build(tree, step->memory, scratch->sensors, scratch->tree_count);
    SC_ASSERT(built);
    (void)built;
    for (int32_t i = 0; i < scratch->tree_count; ++i)
    {
        int32_t slot = scratch->sensors[i].slot;
        sc_shape_pose pose = sc_present_pose(step->bodies, step->shapes, slot);
        sc_tree_entry entry = sc_tree_entry_of(step->shapes, slot, &pose);
        sc_tree_put(tree, i, &entry, sc_aabb_at(step->shapes, slot, &pose));
    }
    sc_tree_finish(tree);
    sc_tree_view views[2];
    (void)sc_tree_views(tree, views);
    scratch->view = scratch->tree_count > 0 ? views[0] : (sc_tree_view){0};
}

/// Lists the shapes that sensors may see. Sleeping shapes are included only with `asleep`.
static void list_visitors(const sc_step *step, sc_sensor_scratch *scratch, bool asleep)
{
    const sc_shapes *shapes = step->shapes;
    const bool statics = shapes->asking[SC_ASK_STATIC] > 0;
    scratch->visitor_count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used && scratch->sensor_count > 0; ++slot)
    {
        if (is_there(shapes, slot, SC_EVENTS_SENSED | SC_EVENTS_SENSOR, SC_EVENTS_SENSED) &&
            (asleep || !shape_is_asleep(step, slot)) && (statics || !is_static(step, slot)))
        {
            SC_ASSERT(scratch->visitor_count < shapes->asking[SC_ASK_SENSED]);
            scratch->visitors[scratch->visitor_count++] = slot;
        }
    }
}

/// Finds the overlaps of this step and how they differ from the last ones. Returns false if out of
/// memory.
static bool update_overlaps(const sc_step *step, sc_sensor_scratch *scratch)
{
    sc_sensors *sensors = step->sensors;
    const uint64_t mark = gather_sensors(step, scratch);
    const bool asleep = sensors->recheck || sensors->late || mark != sensors->mark;
    build_sensor_tree(step, scratch);
    list_visitors(step, scratch, asleep);
    find_sensor_overlaps(step, scratch, asleep);
    if (scratch->count > scratch->room)
    {
        if (!sc_reserve_sensor_room(step, scratch, scratch->count))
        {
            return false;
        }
        find_sensor_overlaps(step, scratch, asleep);
    }
    SC_ASSERT(scratch->count <= scratch->room);
    sc_sort_keys(scratch->keys, scratch->sorting, scratch->count);
    SC_ASSERT(scratch->count <= sensors->overlap_capacity);
    SC_ASSERT_SLOW(sc_keys_are_rising(scratch->keys, scratch->count));
    find_changes(step, scratch);
    if (sensors->begin_count > sensors->begin_capacity ||
        sensors->end_count > sensors->end_capacity)
    {
        if (!sc_reserve_sensor_changes(step, sensors->begin_count, sensors->end_count))
        {
            sensors->begin_count = sensors->end_count = 0;
            return false;
        }
        find_changes(step, scratch);
    }
    for (int32_t i = 0; i < scratch->count; ++i)
    {
        sensors->overlaps[i] = overlap_of(step, scratch->keys[i]);
    }
    sensors->overlap_count = scratch->count;
    sensors->mark = mark;
    sensors->recheck = false;
    return true;
}

/// Updates the overlaps of sensors, and the begins and ends of this step.
void sc_update_sensors(sc_step *step)
{
    sc_sensors *sensors = step->sensors;
    sc_sensor_scratch *scratch = step->scratch.sensors;
    sensors->begin_count = sensors->end_count = 0;
    sensors->late = scratch != NULL && !update_overlaps(step, scratch);
    sc_set_work(step->profile, scratch != NULL ? scratch->visitor_count : 0, "visitors", 0);
}
