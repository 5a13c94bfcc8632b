/// Explosions: impulses away from a point.
#include "broadphase/sort.h"
#include "broadphase/aabbs.h"
#include "geometry/distance.h"
#include "queries/index/entry_search.h"
#include "scree/forces.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

scree_explosion_def scree_explosion_def_default(void)
{
    return (scree_explosion_def){.version = SC_DEF_VERSION,
                                 .radius = 1.0f,
                                 .impulse_per_length = 1.0f,
                                 .filter = scree_query_filter_default()};
}

/// The shapes that may be close enough.
typedef struct blown_shapes
{
    const scree_world *world;
    uint64_t *slots;  ///< null: shapes are only counted
    int count;
} blown_shapes;

static bool add_blown_shape(void *context, const sc_tree_entry *entry)
{
    blown_shapes *shapes = context;
    const sc_bodies *bodies = &shapes->world->bodies;
    int32_t row = bodies->row[shapes->world->shapes.body_slot[entry->slot]];
    if (sc_row_is_dynamic(bodies, row))
    {
        if (shapes->slots != NULL)
        {
            shapes->slots[shapes->count] = (uint64_t)entry->slot;
        }
        ++shapes->count;
    }
    return true;
}

/// The point where an explosion reaches a shape, relative to the position of the explosion.
typedef struct blow
{
    double distance;
    sc_vec2d point, direction;
} blow;

static void push_shape(scree_world *world, const scree_explosion_def *def, int32_t slot)
{
    sc_bodies *bodies = &world->bodies;
    const sc_shapes *shapes = &world->shapes;
    const sc_vec2d from = {(double)def->position.x, (double)def->position.y};
    sc_shape_pose pose = sc_present_pose(bodies, shapes, slot);
    sc_convex shape = sc_convex_of_entry(shapes->geometry + shapes->geometry_start[slot],
                                         (sc_shape_kind)shapes->kind[slot], pose.radius);
    sc_frame frame = sc_frame_at((double)pose.x, (double)pose.y, pose.cos, pose.sin, from);
    static const float origin[2];
    const sc_convex dot = {origin, 1, 0.0f};
    const sc_frame here = {.cos = 1.0};
    sc_distance d = sc_convex_distance(&shape, &frame, &dot, &here);
    double gap = sc_surface_distance(&d, &shape, &dot);
    sc_vec2d c = {frame.x, frame.y};
    double reach = sc_lengthd(c);
    blow b = gap > 0.0 ? (blow){gap, sc_scaled(-gap, d.normal), sc_scaled(-1.0, d.normal)}
                       : (blow){0.0, c, sc_scaled(reach > 0.0 ? 1.0 / reach : 0.0, c)};
    // Compute the width of the shape across the direction of the blow.
    const sc_vec2d axis = {-b.direction.y, b.direction.x};
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < shape.count; ++i)
    {
        double at = sc_dotd(sc_convex_place(&shape, &frame, i), axis);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    double width = high - low + 2.0 * (double)shape.radius;
    double beyond = b.distance - (double)def->radius, falloff = (double)def->falloff;
    double fraction = beyond <= 0.0 ? 1.0 : beyond < falloff ? 1.0 - beyond / falloff : 0.0;
    double size = fraction * width * (double)def->impulse_per_length;
    sc_vec2d impulse = sc_scaled(size, b.direction);
    if (impulse.x == 0.0 && impulse.y == 0.0)
    {
        return;
    }
    const int32_t row = bodies->row[shapes->body_slot[slot]];
    const sc_pose *center = &bodies->pose[row];
    sc_vec2d arm = {from.x + b.point.x - (double)center->x, from.y + b.point.y - (double)center->y};
    double mass = (double)bodies->inverse_mass[row], inertia = (double)bodies->inverse_inertia[row];
    scree_vec2 v = {(float)((double)bodies->vx[row] + mass * impulse.x),
                    (float)((double)bodies->vy[row] + mass * impulse.y)};
    float w = (float)((double)bodies->w[row] + inertia * sc_crossd(arm, impulse));
    if (sc_is_finite_vec2(v) && sc_is_finite(w))
    {
        sc_set_velocity(bodies, row, v, w);
        sc_wake_moved(world, row);
    }
}

scree_result scree_world_explode(scree_world *world, const scree_explosion_def *def)
{
    SC_RECORD(world_explode, def);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, __func__, "def",
                            "scree_explosion_def_default"));
    SC_REQUIRE_POSITION(__func__, def->position, "def.position");
    SC_REQUIRE_NUMBER(__func__, def->radius, 0.0f, SC_WORLD_REACH, "def.radius");
    SC_REQUIRE_NUMBER(__func__, def->falloff, 0.0f, SC_WORLD_REACH, "def.falloff");
    SC_REQUIRE_NUMBER(__func__, def->impulse_per_length, -SC_MAX_BLOW, SC_MAX_BLOW,
                      "def.impulse_per_length");
    const sc_query_index *index = sc_query_index_update(world->query_index, world->steps_begun);
    if (index == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    // Search slightly farther than the exact reach, because of rounding.
    const float reach = 1.000001f * (def->radius + def->falloff) +
                        1e-6f * (fabsf(def->position.x) + fabsf(def->position.y));
    const sc_aabb aabb = {def->position.x - reach, def->position.y - reach, def->position.x + reach,
                          def->position.y + reach};
    blown_shapes found = {.world = world};
    sc_visit_entries(index, aabb, def->filter, add_blown_shape, &found);
    const int count = found.count;
    const size_t bytes = sizeof(uint64_t) * 2 * (size_t)count;
    uint64_t *slots = count > 0 ? sc_allocate(&world->memory, bytes) : NULL;
    if (count > 0 && slots == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    if (count > 0)
    {
        // Sort the shapes: their order in the tree depends on earlier queries.
        found = (blown_shapes){world, slots, 0};
        sc_visit_entries(index, aabb, def->filter, add_blown_shape, &found);
        sc_sort_keys(slots, slots + count, count);
        for (int i = 0; i < count; ++i)
        {
            push_shape(world, def, (int32_t)slots[i]);
        }
        sc_release(&world->memory, slots, bytes);
    }
    return SCREE_OK;
}
