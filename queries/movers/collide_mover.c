/// Character movers: planes and casts.
#include "scree/mover.h"

#include "core/tuning.h"
#include "geometry/shape_cast.h"
#include "queries/index/found_shapes.h"
#include "queries/movers/mover_search.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define AT_CORNER 1e-6  // units

/// The capsule as a geometry and a pose.
typedef struct mover_place
{
    scree_geometry geometry;
    scree_pose pose;
} mover_place;

scree_result sc_check_mover(scree_world *errors, const scree_world *world,
                            const scree_capsule *mover, const char *function, const char *argument)
{
    const scree_geometry geometry = {.type = SCREE_SHAPE_CAPSULE, .capsule = *mover};
    const float least = world->lengths.unit * SC_MOVER_MIN_RADIUS;
    if (scree_geometry_check(&geometry) == SCREE_OK && mover->radius >= least)
    {
        return SCREE_OK;
    }
    char what[200];
    snprintf(what, sizeof what,
             "has points (%.9g, %.9g) and (%.9g, %.9g) and radius %.9g: is not a capsule that a "
             "world takes, or thinner than %g",
             (double)mover->point_a.x, (double)mover->point_a.y, (double)mover->point_b.x,
             (double)mover->point_b.y, (double)mover->radius, (double)least);
    return sc_fail(errors, SCREE_ERROR_ARGUMENT, function, argument, what);
}

static scree_result place_mover(mover_place *place, const scree_world *world,
                                const scree_capsule *mover, scree_vec2 position,
                                const char *function)
{
    SC_TRY(sc_enter_query(world, function));
    if (mover == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, function, "mover", "is null");
    }
    *place = (mover_place){.geometry = {.type = SCREE_SHAPE_CAPSULE, .capsule = *mover},
                           .pose = {.position = position}};
    SC_TRY(sc_check_mover(NULL, world, mover, function, "mover"));
    return sc_check_query_point(position, function, "position");
}

/// Whether a part of the axis is behind the line of a one-sided segment, which then does not stop
/// the mover.
static bool is_behind(const sc_query_geometry *g, const sc_tree_entry *entry, const sc_frame *frame)
{
    const float *geometry = g->world->shapes.geometry + entry->geometry;
    if (!sc_entry_is_one_sided(entry, geometry))
    {
        return false;
    }
    const float *vertices = geometry + SC_GEOMETRY_HEADER, *normal = vertices + 8;
    bool behind = false;
    for (int i = 0; i < g->placed.shape.count; ++i)
    {
        sc_vec2d end = sc_convex_place(&g->placed.shape, &g->placed.frame, i);
        sc_vec2d arm = sc_turn_in(frame, (sc_vec2d){end.x - frame->x, end.y - frame->y});
        double height = (double)normal[0] * (arm.x - (double)vertices[0]) +
                        (double)normal[1] * (arm.y - (double)vertices[1]);
        behind = behind || height < 0.0;
    }
    return behind;
}

/// Whether the point of a chain's segment nearest to the mover is an end of the segment, and the
/// mover lies over the neighbour at that end. Then the plane of the neighbour is the right one, or
/// both planes are the same.
static bool is_over_neighbour(const scree_world *world, const float *geometry,
                              const sc_frame *frame, const sc_distance *d)
{
    int flags = (int)geometry[0];
    const float *vertices = geometry + SC_GEOMETRY_HEADER, *beside = geometry + SC_CHAIN_NEIGHBOURS;
    sc_vec2d near = sc_turn_in(frame, sc_subd(d->a, (sc_vec2d){frame->x, frame->y}));
    sc_vec2d normal = sc_turn_in(frame, d->normal);
    const double at_corner = AT_CORNER * (double)world->lengths.unit;
    for (int end = 0; end < 2; ++end)
    {
        sc_vec2d corner = {(double)vertices[2 * end], (double)vertices[2 * end + 1]};
        bool joined = flags & (end == 0 ? SC_CHAIN_BEFORE : SC_CHAIN_AFTER);
        // The direction along the neighbour, from the corner. It is found from the neighbour's
        // right-hand normal.
        double sign = end == 0 ? 1.0 : -1.0;
        sc_vec2d along = {sign * (double)beside[2 * end + 1], -sign * (double)beside[2 * end]};
        sc_vec2d off = sc_subd(near, corner);
        if (joined && sc_dotd(off, off) < at_corner * at_corner && sc_dotd(normal, along) > 1e-6)
        {
            return true;
        }
    }
    return false;
}

/// Finds the shortest way out of a shape for a mover whose axis is inside it: along a normal of the
/// shape or of the axis. Returns minus the length of this way, m: the signed distance of the two
/// cores.
static double find_way_out(const sc_convex *shape, const sc_frame *frame, const sc_convex *axis,
                           const sc_frame *axis_frame, sc_vec2d *normal)
{
    double best = -DBL_MAX;
    for (int k = 0; k < 2 * (shape->count + axis->count); ++k)
    {
        // Try the edges of the shape and the axis, each with its normal in both directions.
        int edge = k / 2;
        bool own = edge < shape->count;
        const sc_convex *of = own ? shape : axis;
        const sc_frame *in = own ? frame : axis_frame;
        int i = own ? edge : edge - shape->count;
        sc_vec2d a = sc_convex_place(of, in, i), b = sc_convex_place(of, in, (i + 1) % of->count);
        double length = sc_lengthd(sc_subd(b, a)), sign = k % 2 == 0 ? 1.0 : -1.0;
        if (!(length > 0.0))
        {
            continue;
        }
        sc_vec2d n = {sign * (b.y - a.y) / length, sign * (a.x - b.x) / length};
        double low = DBL_MAX, high = -DBL_MAX;
        for (int p = 0; p < axis->count; ++p)
        {
            low = fmin(low, sc_dotd(n, sc_convex_place(axis, axis_frame, p)));
        }
        for (int p = 0; p < shape->count; ++p)
        {
            high = fmax(high, sc_dotd(n, sc_convex_place(shape, frame, p)));
        }
        if (low - high > best)
        {
            best = low - high;
            *normal = n;
        }
    }
    return best;
}

typedef struct plane_search
{
    sc_query_geometry geometry;
    scree_mover_plane *planes;
    int capacity, count;
} plane_search;

bool sc_mover_plane(const sc_query_geometry *g, const sc_tree_entry *entry,
                    scree_mover_plane *plane)
{
    const float *pool = g->world->shapes.geometry;
    sc_convex shape = sc_entry_shape(entry, pool);
    sc_frame frame = sc_entry_frame(entry, g->from);
    const sc_convex *axis = &g->placed.shape;
    sc_distance d = sc_convex_distance(&shape, &frame, axis, &g->placed.frame);
    double radii = (double)shape.radius + (double)axis->radius;
    bool chain = entry->type == SCREE_SHAPE_CHAIN_SEGMENT;
    if (d.distance > radii || is_behind(g, entry, &frame) ||
        (chain && !d.overlap && is_over_neighbour(g->world, pool + entry->geometry, &frame, &d)))
    {
        return false;
    }
    double distance = d.distance;
    if (d.overlap)
    {
        distance = find_way_out(&shape, &frame, axis, &g->placed.frame, &d.normal);
    }
    sc_vec2d point = sc_addd(d.a, sc_scaled((double)shape.radius, d.normal));
    *plane = (scree_mover_plane){.shape = sc_shape_id_of(g->world, entry->slot),
                                 .point = sc_narrowed(sc_addd(g->from, point)),
                                 .normal = sc_narrowed(d.normal),
                                 .offset = (float)(radii - distance),
                                 .slop = g->world->lengths.slop,
                                 .push_limit = FLT_MAX,
                                 .clip_velocity = true};
    return true;
}

/// Inserts a plane in the order of slots. Insertion is fast enough, because there are few planes.
static bool visit_plane(void *context, const sc_tree_entry *entry)
{
    plane_search *search = context;
    scree_mover_plane plane;
    if (!sc_mover_plane(&search->geometry, entry, &plane))
    {
        return true;
    }
    int kept = search->count < search->capacity ? search->count : search->capacity;
    ++search->count;
    int at = kept;
    while (at > 0 && sc_id_slot(search->planes[at - 1].shape) > sc_id_slot(plane.shape))
    {
        --at;
    }
    for (int i = kept < search->capacity ? kept : search->capacity - 1; i > at; --i)
    {
        search->planes[i] = search->planes[i - 1];
    }
    if (at < search->capacity)
    {
        search->planes[at] = plane;
    }
    return true;
}

int scree_world_collide_mover(const scree_world *world, const scree_capsule *mover,
                              scree_vec2 position, scree_query_filter filter,
                              scree_mover_plane *planes, int capacity)
{
    mover_place place;
    plane_search search = {.planes = planes, .capacity = planes != NULL ? capacity : 0};
    if (place_mover(&place, world, mover, position, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK ||
        sc_begin_geometry(&search.geometry, world, &place.geometry, &place.pose, __func__) !=
            SCREE_OK)
    {
        return -1;
    }
    sc_visit_near(&search.geometry, filter, visit_plane, &search);
    return search.count;
}

sc_ray_hit sc_mover_cast(const sc_query_geometry *g, const sc_tree_entry *entry,
                         const sc_frame *frame, sc_vec2d path)
{
    static const sc_ray_hit none;
    const double slop = (double)g->world->lengths.slop;
    sc_convex shape = sc_entry_shape(entry, g->world->shapes.geometry), axis = g->placed.shape;
    sc_distance d = sc_convex_distance(&shape, frame, &axis, &g->placed.frame);
    double target = (double)shape.radius + (double)axis.radius - slop;
    if (d.distance < target + 0.25 * slop)
    {
        target = d.distance - slop;
    }
    if (d.overlap || target <= slop || is_behind(g, entry, frame))
    {
        return none;
    }
    shape.radius = 0.0f;
    axis.radius = (float)target;
    sc_ray_hit hit = sc_shape_cast(&shape, frame, &axis, &g->placed.frame, path);
    if (hit.hit && entry->type == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        sc_frame there = g->placed.frame;
        there.x += hit.fraction * path.x;
        there.y += hit.fraction * path.y;
        d = sc_convex_distance(&shape, frame, &axis, &there);
        const float *geometry = g->world->shapes.geometry + entry->geometry;
        hit = is_over_neighbour(g->world, geometry, frame, &d) ? none : hit;
    }
    return hit.inside ? none : hit;
}

scree_shape_hit scree_world_cast_mover(const scree_world *world, const scree_capsule *mover,
                                       scree_vec2 position, scree_vec2 translation,
                                       scree_query_filter filter)
{
    mover_place place;
    scree_shape_hit hit = {.fraction = 1.0f,
                           .result = place_mover(&place, world, mover, position, __func__)};
    return hit.result != SCREE_OK ? hit
                                  : sc_cast_geometry(world, &place.geometry, &place.pose,
                                                     translation, filter, sc_mover_cast, __func__);
}
