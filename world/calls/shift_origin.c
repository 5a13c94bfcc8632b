/// Moves the origin of a world: changes every position in it.
#include "scree/origin.h"

#include "broadphase/pairs.h"
#include "queries/index/query_index.h"
#include "scree/events.h"
#include "world/checks.h"

#include <math.h>

static bool stays_within(float x, float y, scree_vec2 origin)
{
    // Objects with non-finite positions are disabled and remain so.
    const bool within = fabsf(x) <= SC_WORLD_REACH && fabsf(y) <= SC_WORLD_REACH;
    return !within || sc_is_position((scree_vec2){x - origin.x, y - origin.y});
}

static bool is_pulley(const sc_joints *joints, int32_t slot)
{
    return sc_joint_is_live(joints, slot) && joints->type[slot] == SCREE_JOINT_PULLEY;
}

static bool all_stay_within(const scree_world *world, scree_vec2 origin)
{
    const sc_bodies *bodies = &world->bodies;
    bool within = true;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        const sc_pose *pose = &bodies->pose[row];
        within = within && stays_within(bodies->x[row], bodies->y[row], origin) &&
                 stays_within(pose->x, pose->y, origin);
    }
    const sc_soft_bodies *soft = &world->soft;
    for (int32_t v = 0; v < soft->vertex_count; ++v)
    {
        within = within && stays_within(soft->x[v], soft->y[v], origin);
    }
    const sc_circles *circles = &world->circles;
    for (int32_t row = 0; row < circles->count; ++row)
    {
        within = within && stays_within(circles->x[row], circles->y[row], origin);
    }
    const sc_joints *joints = &world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        const sc_joint_settings *settings = &joints->settings[slot];
        within = within &&
                 (!is_pulley(joints, slot) ||
                  (stays_within(settings->pulley.anchor_a.x, settings->pulley.anchor_a.y, origin) &&
                   stays_within(settings->pulley.anchor_b.x, settings->pulley.anchor_b.y, origin)));
    }
    const scree_vec2 container = circles->settings.container_center;
    return within && (circles->settings.container == SCREE_CONTAINER_NONE ||
                      stays_within(container.x, container.y, origin));
}

static void shift_pose(sc_pose *pose, scree_vec2 origin)
{
    pose->x -= origin.x;
    pose->y -= origin.y;
}

/// Subtracts a coordinate of the origin from a bound of an AABB and rounds the result towards
/// `outwards`, an infinity. The bounds of empty and of unbounded AABBs are not changed.
static float shift_bound(float bound, float origin, float outwards)
{
    const float shifted = bound - origin;
    const double exact = (double)bound - (double)origin;
    if (!(fabsf(bound) <= 4.0f * SC_WORLD_REACH))
    {
        return bound;
    }
    const bool inwards = outwards > 0.0f ? (double)shifted < exact : (double)shifted > exact;
    return inwards ? nextafterf(shifted, outwards) : shifted;
}

static void shift_aabb(sc_aabb *aabb, scree_vec2 origin)
{
    *aabb = (sc_aabb){shift_bound(aabb->lower_x, origin.x, -INFINITY),
                      shift_bound(aabb->lower_y, origin.y, -INFINITY),
                      shift_bound(aabb->upper_x, origin.x, INFINITY),
                      shift_bound(aabb->upper_y, origin.y, INFINITY)};
}

static void shift_bodies(scree_world *world, scree_vec2 origin)
{
    sc_bodies *bodies = &world->bodies;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        const int32_t slot = bodies->slot[row];
        bodies->x[row] -= origin.x;
        bodies->y[row] -= origin.y;
        shift_pose(&bodies->pose[row], origin);
        // Bodies that have not been in a step have no element, or a cleared one, which does not
        // change.
        if (slot < world->sleep.capacity &&
            !sc_table_is_clear(&sc_sleep_store.tables[0], &world->sleep, slot, slot + 1))
        {
            shift_pose(&world->sleep.rest_pose[slot], origin);
        }
        if (bodies->keeps_previous && slot < bodies->previous_capacity)
        {
            shift_pose(&bodies->previous[slot], origin);
        }
    }
    bodies->moves_known = false;
    sc_shapes *shapes = &world->shapes;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        shapes->pose[slot].x -= origin.x;
        shapes->pose[slot].y -= origin.y;
        shift_aabb(&shapes->aabb[slot], origin);
        shift_aabb(&shapes->previous[slot], origin);
    }
}

static void shift_soft_bodies_and_particles(scree_world *world, scree_vec2 origin)
{
    sc_soft_bodies *soft = &world->soft;
    for (int32_t v = 0; v < soft->vertex_count; ++v)
    {
        soft->x[v] -= origin.x;
        soft->y[v] -= origin.y;
    }
    sc_circles *circles = &world->circles;
    for (int32_t row = 0; row < circles->count; ++row)
    {
        circles->x[row] -= origin.x;
        circles->y[row] -= origin.y;
    }
    scree_particle_settings *settings = &circles->settings;
    if (settings->container != SCREE_CONTAINER_NONE)
    {
        settings->container_center = sc_sub(settings->container_center, origin);
    }
    sc_circles_drop_neighbours(circles);
}

static void shift_pulleys_and_events(scree_world *world, scree_vec2 origin)
{
    sc_joints *joints = &world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (is_pulley(joints, slot))
        {
            sc_joint_settings *settings = &joints->settings[slot];
            settings->pulley.anchor_a = sc_sub(settings->pulley.anchor_a, origin);
            settings->pulley.anchor_b = sc_sub(settings->pulley.anchor_b, origin);
        }
    }
    sc_events *events = &world->events;
    for (int32_t i = 0; i < events->begin_count; ++i)
    {
        scree_contact_begin *begin = &events->begins[i];
        for (int k = 0; k < begin->point_count; ++k)
        {
            begin->positions[k] = sc_sub(begin->positions[k], origin);
        }
    }
    for (int32_t i = 0; i < events->hit_count; ++i)
    {
        events->hits[i].position = sc_sub(events->hits[i].position, origin);
    }
}

scree_result scree_world_shift_origin(scree_world *world, scree_vec2 origin)
{
    SC_RECORD(world_shift_origin, origin);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_vector(world, __func__, "origin", origin, SC_MAX_TRANSLATION));
    SC_REQUIRE(all_stay_within(world, origin), "origin",
               "moves something out of the +-1e8 m bounds");
    if (origin.x == 0.0f && origin.y == 0.0f)
    {
        return SCREE_OK;
    }
    shift_bodies(world, origin);
    shift_soft_bodies_and_particles(world, origin);
    shift_pulleys_and_events(world, origin);
    sc_broadphase_forget(&world->broadphase, &world->shapes);
    sc_query_index_forget(world->query_index);
    return SCREE_OK;
}
