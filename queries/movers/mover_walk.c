#include "queries/movers/mover_walk.h"

#include "core/tuning.h"
#include "queries/index/found_shapes.h"
#include "world/checks.h"

#include <string.h>

enum
{
    ROUNDS = 6
};

// A mover that is too deep in a shape by no more than this is left where it is, so that it rests
// without jitter.
#define REST_BAND 0.0005f  // units
// A translation that is a smaller fraction of the wanted one than this counts as rounding: the
// mover is blocked in a corner.
#define BLOCKED_FRACTION 1e-4f
// A mover that gets no farther than this fraction of its way looks for a step.
#define STEP_FRACTION 0.98f
// The probe for the top of a step begins PROBE_HEIGHT above the edge of the step and PROBE_DEPTH
// inside it.
#define PROBE_HEIGHT 0.02f   // units
#define PROBE_DEPTH 0.01f    // units
#define MIN_EDGE_RISE 0.02f  // smallest upward part of the normal at an edge that holds a mover

/// The order of planes: the deepest first. It does not depend on slots, except for planes that are
/// equal.
static bool is_before(const scree_mover_plane *a, const scree_mover_plane *b)
{
    const float keys[2][5] = {{-a->offset, a->normal.x, a->normal.y, a->point.x, a->point.y},
                              {-b->offset, b->normal.x, b->normal.y, b->point.x, b->point.y}};
    for (int i = 0; i < 5; ++i)
    {
        if (keys[0][i] != keys[1][i])
        {
            return keys[0][i] < keys[1][i];
        }
    }
    return sc_id_slot(a->shape) < sc_id_slot(b->shape);
}

/// Whether the mover collides with a shape that passes the filter.
static bool collides(const sc_mover_walk *w, scree_shape_id shape)
{
    if (w->carrier.value != 0 && scree_shape_body(w->world, shape).value == w->carrier.value)
    {
        return false;
    }
    return w->def->callback == NULL || w->def->callback(shape, w->def->context);
}

typedef struct walk_search
{
    sc_mover_walk *walk;
    sc_query_geometry geometry;
    sc_vec2d path;
    double fraction;
} walk_search;

/// Inserts a plane in the order of is_before.
static bool visit_plane(void *context, const sc_tree_entry *entry)
{
    walk_search *search = context;
    sc_mover_walk *w = search->walk;
    scree_mover_plane plane;
    if (!sc_mover_plane(&search->geometry, entry, &plane) || !collides(w, plane.shape))
    {
        return true;
    }
    int at = w->found_count;
    while (at > 0 && is_before(&plane, &w->found[at - 1].plane))
    {
        --at;
    }
    if (at < SC_MOVER_PLANES)
    {
        int kept = w->found_count < SC_MOVER_PLANES ? w->found_count : SC_MOVER_PLANES - 1;
        memmove(w->found + at + 1, w->found + at, (size_t)(kept - at) * sizeof *w->found);
        w->found[at] = (sc_found_plane){.plane = plane};
        w->found_count = kept + 1;
    }
    return true;
}

static scree_result begin_search(walk_search *search, sc_mover_walk *w)
{
    const scree_geometry geometry = {.type = SCREE_SHAPE_CAPSULE, .capsule = w->def->capsule};
    const scree_pose pose = {.position = w->position};
    if (!sc_is_position(w->position))
    {
        return sc_fail(w->world, SCREE_ERROR_ARGUMENT, w->function, "state",
                       "moves out of the world, which ends at 1e8 m");
    }
    search->walk = w;
    scree_result result =
        sc_begin_geometry(&search->geometry, w->world, &geometry, &pose, w->function);
    return result == SCREE_OK ? SCREE_OK : sc_no_memory(w->world, w->function);
}

/// The nearest hit of a ray, among the shapes with which the mover collides.
typedef struct edge_probe
{
    const sc_mover_walk *walk;
    scree_ray_hit hit;
} edge_probe;

static float visit_hit(const scree_ray_hit *hit, void *context)
{
    edge_probe *probe = context;
    if (!collides(probe->walk, hit->shape))
    {
        return -1.0f;
    }
    probe->hit = *hit;
    return hit->fraction;
}

/// Whether the point of a plane is on the edge of ground that is low enough to step on.
static bool is_edge_of_ground(const sc_mover_walk *w, const scree_mover_plane *plane)
{
    float height = sc_dot(sc_sub(plane->point, w->position), w->up) - w->foot;
    if (sc_dot(plane->normal, w->up) < MIN_EDGE_RISE || height > w->step_height)
    {
        return false;
    }
    scree_body_id body = scree_shape_body(w->world, plane->shape);
    if (w->grounded && plane->shape.value != w->ground.value &&
        scree_body_get_type(w->world, body) == SCREE_BODY_DYNAMIC)
    {
        return false;
    }
    const float above = PROBE_HEIGHT * w->world->lengths.unit;
    const float depth = PROBE_DEPTH * w->world->lengths.unit;
    float inward = sc_dot(plane->normal, w->right) > 0.0f ? -depth : depth;
    scree_vec2 from = sc_add(plane->point, sc_scale(above, w->up));
    edge_probe probe = {.walk = w};
    (void)scree_world_visit_ray(w->world, sc_add(from, sc_scale(inward, w->right)),
                                sc_scale(-1.5f * above, w->up), w->filter, visit_hit, &probe);
    return probe.hit.shape.value != 0 && sc_dot(probe.hit.normal, w->up) >= w->ground_slope;
}

scree_result sc_mover_find_planes(sc_mover_walk *w)
{
    walk_search search;
    SC_TRY(begin_search(&search, w));
    w->found_count = 0;
    sc_visit_near(&search.geometry, w->filter, visit_plane, &search);
    for (int i = 0; i < w->found_count; ++i)
    {
        const scree_mover_plane *plane = &w->found[i].plane;
        const float rise = sc_dot(plane->normal, w->up);
        w->found[i].kind = rise >= w->ground_slope                           ? SC_PLANE_GROUND
                           : rise <= -sc_max(w->ground_slope, MIN_EDGE_RISE) ? SC_PLANE_CEILING
                           : is_edge_of_ground(w, plane)                     ? SC_PLANE_EDGE
                                                                             : SC_PLANE_WALL;
    }
    return SCREE_OK;
}

static bool visit_cast(void *context, const sc_tree_entry *entry)
{
    walk_search *search = context;
    sc_frame frame = sc_entry_frame(entry, search->geometry.from);
    if (collides(search->walk, sc_shape_id_of(search->walk->world, entry->slot)))
    {
        sc_ray_hit hit = sc_mover_cast(&search->geometry, entry, &frame, search->path);
        search->fraction =
            hit.hit && hit.fraction < search->fraction ? hit.fraction : search->fraction;
    }
    return true;
}

/// Moves along a translation until a shape is in the way. *fraction: the part of the translation
/// that was made.
static scree_result move_along(sc_mover_walk *w, scree_vec2 translation, float *fraction)
{
    walk_search search = {.path = sc_widened(translation), .fraction = 1.0};
    SC_TRY(begin_search(&search, w));
    sc_aabb *aabb = &search.geometry.aabb;
    aabb->lower_x += sc_min(translation.x, 0.0f);
    aabb->lower_y += sc_min(translation.y, 0.0f);
    aabb->upper_x += sc_max(translation.x, 0.0f);
    aabb->upper_y += sc_max(translation.y, 0.0f);
    sc_visit_near(&search.geometry, w->filter, visit_cast, &search);
    *fraction = (float)search.fraction;
    w->position = sc_add(w->position, sc_scale(*fraction, translation));
    return SCREE_OK;
}

scree_mover_plane sc_mover_solved_plane(const sc_mover_walk *w, const sc_found_plane *found,
                                        scree_vec2 wanted, bool walks)
{
    scree_mover_plane plane = found->plane;
    float across = sc_dot(plane.normal, w->right);
    bool edge = found->kind == SC_PLANE_EDGE && sc_dot(plane.normal, wanted) < 0.0f;
    const sc_lengths *lengths = &w->world->lengths;
    const float depth = SC_MOVER_DEPTH * lengths->slop;
    if (plane.offset > depth && plane.offset <= depth + REST_BAND * lengths->unit)
    {
        plane.offset = depth;
    }
    if (walks && (found->kind == SC_PLANE_WALL || edge) && fabsf(across) > SC_UNIT_ERROR)
    {
        plane.normal = sc_scale(across > 0.0f ? 1.0f : -1.0f, w->right);
        plane.offset = depth + (plane.offset - depth) / fabsf(across);
    }
    return plane;
}

/// Records the planes that pushed the mover, for each shape the last one.
static void note_pushes(sc_mover_walk *w, const scree_mover_plane *planes)
{
    for (int i = 0; i < w->found_count; ++i)
    {
        int at = 0;
        while (at < w->pushing_count && w->pushing[at].plane.shape.value != planes[i].shape.value)
        {
            ++at;
        }
        if (planes[i].push > 0.0f && at < SC_MOVER_PLANES)
        {
            w->pushing[at] = w->found[i];
            w->pushing_count += at == w->pushing_count;
        }
    }
}

scree_result sc_mover_slide(sc_mover_walk *w, scree_vec2 translation, bool walks)
{
    const float least = BLOCKED_FRACTION * sc_length(translation);
    scree_vec2 left = translation;
    for (int round = 0; round < ROUNDS; ++round)
    {
        SC_TRY(sc_mover_find_planes(w));
        scree_mover_plane planes[SC_MOVER_PLANES];
        for (int i = 0; i < w->found_count; ++i)
        {
            planes[i] = sc_mover_solved_plane(w, &w->found[i], translation, walks);
        }
        scree_vec2 way = scree_mover_solve_planes(left, planes, w->found_count).translation;
        note_pushes(w, planes);
        if (sc_length(way) <= least)
        {
            break;
        }
        float fraction;
        SC_TRY(move_along(w, way, &fraction));
        left = sc_sub(left, sc_scale(fraction, way));
    }
    return SCREE_OK;
}

const sc_found_plane *sc_mover_ground(const sc_mover_walk *w)
{
    const sc_found_plane *best = NULL;
    for (int i = 0; i < w->found_count; ++i)
    {
        const sc_found_plane *at = &w->found[i];
        if (at->kind >= SC_PLANE_GROUND &&
            (best == NULL || sc_dot(at->plane.normal, w->up) > sc_dot(best->plane.normal, w->up)))
        {
            best = at;
        }
    }
    return best;
}

scree_result sc_mover_snap(sc_mover_walk *w, float distance, bool *found)
{
    const scree_vec2 from = w->position;
    float fraction;
    SC_TRY(move_along(w, sc_scale(-distance, w->up), &fraction));
    if (fraction < 1.0f)
    {
        SC_TRY(sc_mover_slide(w, (scree_vec2){0.0f, 0.0f}, false));
        SC_TRY(sc_mover_find_planes(w));
    }
    *found = fraction < 1.0f && sc_mover_ground(w) != NULL;
    w->position = *found ? w->position : from;
    return *found ? SCREE_OK : sc_mover_find_planes(w);
}

scree_result sc_mover_climb(sc_mover_walk *w, scree_vec2 from, scree_vec2 walk)
{
    const sc_mover_walk before = *w;
    const float wanted = sc_dot(walk, w->right);
    const float left = wanted - sc_dot(sc_sub(w->position, from), w->right);
    if (!(w->def->step_height > 0.0f) || !(fabsf(left) > (1.0f - STEP_FRACTION) * fabsf(wanted)) ||
        !(left * wanted > 0.0f))
    {
        return SCREE_OK;
    }
    float lifted, moved;
    bool found;
    SC_TRY(move_along(w, sc_scale(w->step_height, w->up), &lifted));
    SC_TRY(move_along(w, sc_scale(left, w->right), &moved));
    SC_TRY(sc_mover_snap(w, lifted * w->step_height + w->def->snap_distance, &found));
    const sc_found_plane *ground = found ? sc_mover_ground(w) : NULL;
    bool dynamic = ground != NULL && ground->plane.shape.value != w->ground.value &&
                   scree_body_get_type(w->world, scree_shape_body(w->world, ground->plane.shape)) ==
                       SCREE_BODY_DYNAMIC;
    float gained =
        sc_dot(sc_sub(w->position, before.position), w->right) * (wanted > 0.0f ? 1.0f : -1.0f);
    // The mover is round at its foot and could otherwise roll over higher edges.
    bool high = ground != NULL && sc_dot(sc_sub(ground->plane.point, before.position), w->up) >
                                      w->foot + w->step_height + w->world->lengths.slop;
    if (ground == NULL || dynamic || high || !(gained > 0.5f * moved * fabsf(left)) ||
        moved == 0.0f)
    {
        *w = before;
        return SCREE_OK;
    }
    w->pushing_count = 0;
    return SCREE_OK;
}
