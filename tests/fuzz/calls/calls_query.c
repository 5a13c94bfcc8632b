/// Queries: on a world as it stands between any two calls.
#include "tests/fuzz/rows.h"

#include <float.h>
#include <math.h>
#include <string.h>

static scree_query_filter query_filter(fuzz *f)
{
    scree_filter shape = fuzz_filter(f);
    scree_query_filter filter = {shape.category, shape.mask, shape.group, {0}};
    if (fuzz_odds(f, 32))
    {
        filter.ignored_body = fuzz_body(f);
        // Any id will do.
        f->now.invalid &= ~FUZZ_BAD_ID;
    }
    return fuzz_odds(f, 160) ? scree_query_filter_default() : filter;
}

/// Queries note their errors in the thread. Bad arguments and calls in a step must fail.
static void see_failure(fuzz *f, bool failed, const char *what)
{
    fuzz_see(f, (uint64_t)failed);
    bool bad = (f->now.invalid & ~FUZZ_BAD_ID) != 0 || f->now.locked || f->now.world == NULL;
    if (bad && !failed)
    {
        fuzz_find(f, "%s took a bad argument, or was called in a step", what);
    }
    f->now.result = failed ? scree_world_last_error(NULL).code : SCREE_OK;
    if (failed && scree_error_text(NULL)[0] == 0)
    {
        fuzz_find(f, "%s failed without a word", what);
    }
}

static void see_shapes(fuzz *f, const scree_shape_id *shapes, int count, int room, const char *what)
{
    see_failure(f, count < 0, what);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count && i < room; ++i)
    {
        fuzz_see_id(f, shapes[i].value);
        scree_body_id body = scree_shape_body(f->now.world, shapes[i]);
        if (!scree_body_is_enabled(f->now.world, body) ||
            (i > 0 && (shapes[i].value & 0xffffff) <= (shapes[i - 1].value & 0xffffff)))
        {
            fuzz_find(f, "%s: shape %d is not enabled, or out of order", what, i);
        }
    }
}

static int room_of(fuzz *f, int *capacity)
{
    *capacity = fuzz_int(f, 0, FUZZ_BULK);
    f->now.invalid |= *capacity < 0 ? FUZZ_BAD_NUMBER : 0;
    int room = *capacity < FUZZ_BULK ? *capacity : FUZZ_BULK;
    *capacity = room;
    return room;
}

static scree_vec2 place(fuzz *f)
{
    scree_vec2 point = fuzz_place(f);
    bool far = fabsf(point.x) > 1e8f || fabsf(point.y) > 1e8f;
    f->now.invalid |= far ? FUZZ_BAD_NUMBER : 0;
    return point;
}

static scree_vec2 translation_of(fuzz *f)
{
    scree_vec2 translation = fuzz_vec2(f, -2.0f * f->spread, 2.0f * f->spread);
    bool far = fabsf(translation.x) > 2e8f || fabsf(translation.y) > 2e8f;
    f->now.invalid |= far ? FUZZ_BAD_NUMBER : 0;
    return translation;
}

static void world_overlap_point(fuzz *f)
{
    scree_shape_id shapes[FUZZ_BULK];
    int capacity, room = room_of(f, &capacity);
    scree_query_filter filter = query_filter(f);
    scree_vec2 point = place(f);
    bool absent = fuzz_odds(f, 8);
    int count =
        scree_world_overlap_point(f->now.world, point, filter, absent ? NULL : shapes, capacity);
    see_shapes(f, shapes, count, absent ? 0 : room, f->row->name);
}

static scree_aabb aabb_of(fuzz *f)
{
    scree_vec2 a = place(f), size = {fuzz_length(f, 0.0f, 8.0f), fuzz_length(f, 0.0f, 8.0f)};
    scree_aabb aabb = {a, {a.x + size.x, a.y + size.y}};
    bool good = aabb.lower.x <= aabb.upper.x && aabb.lower.y <= aabb.upper.y &&
                fabsf(aabb.upper.x) <= 1e8f && fabsf(aabb.upper.y) <= 1e8f;
    f->now.invalid |= good ? 0 : FUZZ_BAD_NUMBER;
    return aabb;
}

static void world_overlap_aabb(fuzz *f)
{
    scree_shape_id shapes[FUZZ_BULK];
    int capacity, room = room_of(f, &capacity);
    scree_query_filter filter = query_filter(f);
    scree_aabb aabb = aabb_of(f);
    bool absent = fuzz_odds(f, 8);
    int count =
        scree_world_overlap_aabb(f->now.world, aabb, filter, absent ? NULL : shapes, capacity);
    see_shapes(f, shapes, count, absent ? 0 : room, f->row->name);
}

typedef struct visits
{
    fuzz *f;
    int64_t left;
    float answer;
} visits;

static bool visit_shape(scree_shape_id shape, void *context)
{
    visits *v = context;
    if (scree_shape_body(v->f->now.world, shape).value == 0)
    {
        fuzz_find(v->f, "a visit to a shape that is gone");
    }
    return v->left-- > 0;
}

static void world_visit_aabb(fuzz *f)
{
    visits v = {f, fuzz_int(f, 0, 20), 0.0f};
    scree_query_filter filter = query_filter(f);
    scree_aabb aabb = aabb_of(f);
    bool absent = fuzz_null(f);
    scree_result result =
        scree_world_visit_aabb(f->now.world, aabb, filter, absent ? NULL : visit_shape, &v);
    see_failure(f, result != SCREE_OK, f->row->name);
}

/// Calls that visit hits may do so in another order if one of them found no memory before.
static void check_hit(fuzz *f, const scree_ray_hit *hit)
{
    float square = hit->normal.x * hit->normal.x + hit->normal.y * hit->normal.y;
    bool good = hit->shape.value == 0 ? hit->fraction == 1.0f && square == 0.0f
                                      : fabsf(square - 1.0f) <= 0.03f;
    if (!(hit->fraction >= 0.0f && hit->fraction <= 1.0f) || !good)
    {
        fuzz_find(f, "%s: a hit at %g with a normal of (%g, %g)", f->row->name,
                  (double)hit->fraction, (double)hit->normal.x, (double)hit->normal.y);
    }
}

static void see_hit(fuzz *f, const scree_ray_hit *hit)
{
    fuzz_see_id(f, hit->shape.value);
    fuzz_see_vec2(f, hit->point);
    fuzz_see_vec2(f, hit->normal);
    fuzz_see_float(f, hit->fraction);
    check_hit(f, hit);
}

static void world_cast_ray(fuzz *f)
{
    scree_query_filter filter = query_filter(f);
    scree_vec2 origin = place(f), translation = translation_of(f);
    scree_ray_hit hit = scree_world_cast_ray(f->now.world, origin, translation, filter);
    see_failure(f, hit.result != SCREE_OK, f->row->name);
    see_hit(f, &hit);
    int any = scree_world_cast_ray_any(f->now.world, origin, translation, filter);
    if (any != (hit.result != SCREE_OK ? -1 : hit.shape.value != 0))
    {
        fuzz_find(f, "a ray hits something, or nothing, by who is asked");
    }
}

static void world_cast_ray_all(fuzz *f)
{
    scree_ray_hit hits[FUZZ_BULK];
    int capacity, room = room_of(f, &capacity);
    scree_query_filter filter = query_filter(f);
    scree_vec2 origin = place(f), translation = translation_of(f);
    bool absent = fuzz_odds(f, 8);
    int count = scree_world_cast_ray_all(f->now.world, origin, translation, filter,
                                         absent ? NULL : hits, capacity);
    see_failure(f, count < 0, f->row->name);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count && i < room && !absent; ++i)
    {
        see_hit(f, &hits[i]);
    }
}

static float visit_hit(const scree_ray_hit *hit, void *context)
{
    visits *v = context;
    check_hit(v->f, hit);
    return v->left-- > 0 ? v->answer : hit->fraction;
}

static void world_visit_ray(fuzz *f)
{
    visits v = {f, fuzz_int(f, 0, 20), fuzz_float(f, -0.5f, 1.5f)};
    fuzz_forgive(f);
    scree_query_filter filter = query_filter(f);
    scree_vec2 origin = place(f), translation = translation_of(f);
    bool absent = fuzz_null(f);
    scree_result result = scree_world_visit_ray(f->now.world, origin, translation, filter,
                                                absent ? NULL : visit_hit, &v);
    see_failure(f, result != SCREE_OK, f->row->name);
}

static void world_cast_rays(fuzz *f)
{
    float values[4][FUZZ_BULK], fraction[FUZZ_BULK], x[FUZZ_BULK], y[FUZZ_BULK];
    scree_shape_id shapes[FUZZ_BULK];
    scree_ray_batch batch = {.filter = query_filter(f)};
    int count = fuzz_int(f, 0, FUZZ_BULK);
    f->now.invalid |= count < 0 ? FUZZ_BAD_NUMBER : 0;
    batch.count = count < FUZZ_BULK ? count : FUZZ_BULK;
    for (int i = 0; i < batch.count; ++i)
    {
        scree_vec2 origin = place(f), translation = translation_of(f);
        values[0][i] = origin.x;
        values[1][i] = origin.y;
        values[2][i] = translation.x;
        values[3][i] = translation.y;
    }
    batch.origin_x = values[0];
    batch.origin_y = values[1];
    batch.translation_x = values[2];
    batch.translation_y = values[3];
    bool absent = fuzz_null(f), no_normals = fuzz_odds(f, 16);
    scree_result result =
        scree_world_cast_rays(f->now.world, absent ? NULL : &batch, fraction, shapes,
                              no_normals ? NULL : x, no_normals ? NULL : y);
    see_failure(f, result != SCREE_OK, f->row->name);
    for (int i = 0; result == SCREE_OK && i < batch.count; ++i)
    {
        fuzz_see_float(f, fraction[i]);
        fuzz_see_id(f, shapes[i].value);
        scree_ray_hit hit =
            scree_world_cast_ray(f->now.world, (scree_vec2){values[0][i], values[1][i]},
                                 (scree_vec2){values[2][i], values[3][i]}, batch.filter);
        if (hit.fraction != fraction[i] || hit.shape.value != shapes[i].value)
        {
            fuzz_find(f, "ray %d of a batch ends at %.9g, alone at %.9g", i, (double)fraction[i],
                      (double)hit.fraction);
        }
    }
}

/// A geometry that a world takes, unless it is to be a bad one.
static scree_geometry geometry_of(fuzz *f)
{
    scree_geometry geometry = {.type = SCREE_SHAPE_CIRCLE};
    switch (fuzz_below(&f->stream, 4))
    {
    case 0:
        geometry.circle = fuzz_circle(f);
        break;
    case 1:
        geometry.type = SCREE_SHAPE_CAPSULE;
        geometry.capsule = fuzz_capsule(f);
        break;
    case 2:
        geometry.type = SCREE_SHAPE_SEGMENT;
        geometry.segment = fuzz_segment(f);
        break;
    default:
        geometry.type = SCREE_SHAPE_POLYGON;
        geometry.polygon = fuzz_polygon(f);
        break;
    }
    f->now.invalid |= scree_geometry_check(&geometry) != SCREE_OK ? FUZZ_BAD_NUMBER : 0;
    return geometry;
}

static scree_pose pose_of(fuzz *f)
{
    scree_vec2 position = place(f);
    return (scree_pose){position, fuzz_float(f, -4.0f, 4.0f)};
}

static void world_overlap_shape(fuzz *f)
{
    scree_shape_id shapes[FUZZ_BULK];
    int capacity, room = room_of(f, &capacity);
    scree_query_filter filter = query_filter(f);
    scree_geometry geometry = geometry_of(f);
    scree_pose pose = pose_of(f);
    bool absent = fuzz_null(f), no_pose = fuzz_null(f);
    int count = scree_world_overlap_shape(f->now.world, absent ? NULL : &geometry,
                                          no_pose ? NULL : &pose, filter, shapes, capacity);
    see_shapes(f, shapes, count, room, f->row->name);
}

static void world_closest_point(fuzz *f)
{
    scree_query_filter filter = query_filter(f);
    scree_vec2 point = place(f);
    float distance = fuzz_float(f, 0.0f, f->spread);
    f->now.invalid |= distance >= 0.0f && distance <= 4e8f ? 0 : FUZZ_BAD_NUMBER;
    scree_closest_point closest = scree_world_closest_point(f->now.world, point, distance, filter);
    see_failure(f, closest.result != SCREE_OK, f->row->name);
    fuzz_see_id(f, closest.shape.value);
    fuzz_see_vec2(f, closest.point);
    fuzz_see_float(f, closest.distance);
    if (closest.result == SCREE_OK && !(closest.distance >= 0.0f && closest.distance <= distance))
    {
        fuzz_find(f, "the closest point is %g m away, within %g", (double)closest.distance,
                  (double)distance);
    }
}

static void shape_cast_ray(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_vec2 origin = place(f), translation = translation_of(f);
    scree_ray_hit hit = scree_shape_cast_ray(f->now.world, shape, origin, translation);
    see_failure(f, hit.result != SCREE_OK, f->row->name);
    fuzz_see_id(f, hit.shape.value);
    SEE_FLOATS(f, hit.fraction, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y);
}

static void shape_closest_point(fuzz *f)
{
    scree_shape_id shape = fuzz_shape(f);
    scree_vec2 point = place(f);
    scree_closest_point closest = scree_shape_closest_point(f->now.world, shape, point);
    see_failure(f, closest.result != SCREE_OK, f->row->name);
    fuzz_see_id(f, closest.shape.value);
    SEE_FLOATS(f, closest.point.x, closest.point.y, closest.distance);
    if (closest.result == SCREE_OK && !(closest.distance >= 0.0f))
    {
        fuzz_find(f, "a shape is %g m away", (double)closest.distance);
    }
}

static void world_cast_shape(fuzz *f)
{
    scree_query_filter filter = query_filter(f);
    scree_geometry geometry = geometry_of(f);
    scree_pose pose = pose_of(f);
    scree_vec2 translation = translation_of(f);
    bool absent = fuzz_null(f), no_pose = fuzz_null(f);
    scree_shape_hit hit = scree_world_cast_shape(f->now.world, absent ? NULL : &geometry,
                                                 no_pose ? NULL : &pose, translation, filter);
    see_failure(f, hit.result != SCREE_OK, f->row->name);
    // A shape that overlaps at once has no normal.
    fuzz_see_id(f, hit.shape.value);
    SEE_FLOATS(f, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y, hit.fraction);
    if (!(hit.fraction >= 0.0f && hit.fraction <= 1.0f))
    {
        fuzz_find(f, "a shape is hit at %g of the way", (double)hit.fraction);
    }
}

/// The nearest of all hits of a cast is the hit of scree_world_cast_shape.
static float keep_least(const scree_ray_hit *hit, void *context)
{
    float *least = context;
    *least = hit->fraction < *least ? hit->fraction : *least;
    return 1.0f;
}

static void world_visit_shape_cast(fuzz *f)
{
    scree_query_filter filter = query_filter(f);
    scree_geometry geometry = geometry_of(f);
    scree_pose pose = pose_of(f);
    scree_vec2 translation = translation_of(f);
    float least = 1.0f;
    scree_ray_callback *callback = fuzz_null(f) ? NULL : keep_least;
    scree_result result = scree_world_visit_shape_cast(f->now.world, &geometry, &pose, translation,
                                                       filter, callback, &least);
    see_failure(f, result != SCREE_OK, f->row->name);
    scree_shape_hit hit = {.fraction = least};
    if (result == SCREE_OK)
    {
        hit = scree_world_cast_shape(f->now.world, &geometry, &pose, translation, filter);
    }
    if (hit.result == SCREE_OK && hit.fraction != least)
    {
        fuzz_find(f, "the first of all hits of a cast is at %.9g, the first hit at %.9g",
                  (double)least, (double)hit.fraction);
    }
}

static void see_plane(fuzz *f, const scree_mover_plane *plane)
{
    fuzz_see_id(f, plane->shape.value);
    fuzz_see_vec2(f, plane->point);
    fuzz_see_vec2(f, plane->normal);
    fuzz_see_float(f, plane->offset);
    fuzz_see_float(f, plane->push);
    float square = plane->normal.x * plane->normal.x + plane->normal.y * plane->normal.y;
    if (!(fabsf(square - 1.0f) <= 0.03f) || !(plane->offset >= 0.0f))
    {
        fuzz_find(f, "a plane of offset %g with a normal of (%g, %g)", (double)plane->offset,
                  (double)plane->normal.x, (double)plane->normal.y);
    }
}

/// A mover that a world takes, unless it is to be a bad one.
static scree_capsule mover_of(fuzz *f)
{
    scree_capsule mover = fuzz_capsule(f);
    scree_geometry geometry = {.type = SCREE_SHAPE_CAPSULE, .capsule = mover};
    bool good = scree_geometry_check(&geometry) == SCREE_OK && mover.radius >= 0.02f;
    f->now.invalid |= good ? 0 : FUZZ_BAD_NUMBER;
    return mover;
}

static void mover_solve_planes(fuzz *f, scree_mover_plane *planes, int count)
{
    for (int i = 0; i < count; ++i)
    {
        planes[i].push_limit = fuzz_odds(f, 64) ? 0.1f : planes[i].push_limit;
        planes[i].clip_velocity = !fuzz_odds(f, 32);
    }
    scree_vec2 target = {0.1f, -0.2f};
    scree_plane_solution solution = scree_mover_solve_planes(target, planes, count);
    scree_vec2 clipped = scree_mover_clip_vector(target, planes, count);
    fuzz_see_vec2(f, solution.translation);
    fuzz_see_vec2(f, clipped);
    if (solution.result != SCREE_OK || !isfinite(solution.translation.x) ||
        !isfinite(solution.translation.y))
    {
        fuzz_find(f, "planes of the world are not solved: %s", scree_error_text(NULL));
    }
    for (int i = 0; i < count; ++i)
    {
        float along = clipped.x * planes[i].normal.x + clipped.y * planes[i].normal.y;
        see_plane(f, &planes[i]);
        if (planes[i].push > 0.0f && planes[i].clip_velocity && along < -1e-4f)
        {
            fuzz_find(f, "a clipped vector leads %g into a plane", (double)along);
        }
    }
    scree_vec2 any = fuzz_vec2(f, -1.0f, 1.0f);
    scree_mover_plane odd = {.normal = fuzz_vec2(f, -0.7f, 0.7f), .push_limit = 1.0f};
    solution = scree_mover_solve_planes(any, fuzz_null(f) ? NULL : &odd, fuzz_int(f, 0, 1) > 0);
    fuzz_see_vec2(f, solution.translation);
    fuzz_see_vec2(f, scree_mover_clip_vector(any, &odd, 1));
    f->now.invalid = 0;
}

static void world_collide_mover(fuzz *f)
{
    scree_mover_plane planes[FUZZ_BULK];
    int capacity, room = room_of(f, &capacity);
    scree_query_filter filter = query_filter(f);
    scree_capsule mover = mover_of(f);
    scree_vec2 position = place(f);
    bool absent = fuzz_null(f), uncounted = fuzz_odds(f, 8);
    int count = scree_world_collide_mover(f->now.world, absent ? NULL : &mover, position, filter,
                                          uncounted ? NULL : planes, capacity);
    see_failure(f, count < 0, f->row->name);
    fuzz_see(f, (uint64_t)count);
    int written = uncounted ? 0 : count < room ? count : room;
    for (int i = 1; i < written; ++i)
    {
        if ((planes[i].shape.value & 0xffffff) <= (planes[i - 1].shape.value & 0xffffff))
        {
            fuzz_find(f, "planes are out of order");
        }
    }
    mover_solve_planes(f, planes, written > 0 ? written : 0);
}

static void world_cast_mover(fuzz *f)
{
    scree_query_filter filter = query_filter(f);
    scree_capsule mover = mover_of(f);
    scree_vec2 position = place(f), translation = translation_of(f);
    bool absent = fuzz_null(f);
    scree_shape_hit hit =
        scree_world_cast_mover(f->now.world, absent ? NULL : &mover, position, translation, filter);
    see_failure(f, hit.result != SCREE_OK, f->row->name);
    see_hit(f, &hit);
}

/// m: the unit of limits of lengths.
static float unit_of(const fuzz *f)
{
    const scree_world *world = f->now.world;
    return world != NULL ? scree_world_settings(world).length_unit : 1.0f;
}

static scree_mover_def mover_def_of(fuzz *f)
{
    scree_mover_def def = scree_mover_def_default();
    def.version = fuzz_version(f, def.version);
    def.capsule = mover_of(f);
    def.max_slope_angle = fuzz_float(f, 0.0f, 1.5f);
    def.step_height = fuzz_length(f, 0.0f, 1.0f);
    def.snap_distance = fuzz_length(f, 0.0f, 1.0f);
    def.mass = fuzz_float(f, 0.0f, 200.0f);
    def.max_push_force = fuzz_float(f, 0.0f, 1000.0f);
    def.keep_ground_velocity = fuzz_bool(f);
    def.filter = query_filter(f);
    const float most = 1e4f * unit_of(f);
    bool good = def.max_slope_angle >= 0.0f && def.max_slope_angle <= 1.57f &&
                def.step_height >= 0.0f && def.step_height <= most && def.snap_distance >= 0.0f &&
                def.snap_distance <= most && def.mass >= 0.0f && def.mass <= 1e12f &&
                def.max_push_force >= 0.0f && def.max_push_force <= FLT_MAX;
    f->now.invalid |= good ? 0 : FUZZ_BAD_NUMBER;
    if (fuzz_odds(f, 16))
    {
        def.body = fuzz_body(f);
        // The id of no body will do; a body that is not kinematic is refused.
        bool kinematic = scree_body_get_type(f->now.world, def.body) == SCREE_BODY_KINEMATIC;
        bool valid = scree_body_is_valid(f->now.world, def.body);
        f->now.invalid &= ~FUZZ_BAD_ID;
        f->now.invalid |= valid && !kinematic ? FUZZ_BAD_NUMBER : 0;
    }
    return def;
}

/// Several moves of one mover, with gravity between them.
static void world_move_mover(fuzz *f)
{
    scree_mover_def def = mover_def_of(f);
    scree_mover_state state = {.position = place(f), .velocity = fuzz_vec2(f, -20.0f, 20.0f)};
    float dt = fuzz_float(f, 0.001f, 0.05f);
    const float most = 1e6f * unit_of(f);
    bool good = dt >= 1e-6f && dt <= 1.0f && fabsf(state.velocity.x) <= most &&
                fabsf(state.velocity.y) <= most;
    f->now.invalid |= good ? 0 : FUZZ_BAD_NUMBER;
    bool absent = fuzz_null(f);
    scree_result result = SCREE_OK, first = SCREE_OK;
    for (int i = 0; i < 4 && result == SCREE_OK; ++i)
    {
        scree_mover_state before = state;
        result = scree_world_move_mover(f->now.world, absent ? NULL : &def, dt, &state);
        if (result == SCREE_OK && state.on_ground != (state.ground.value != 0))
        {
            fuzz_find(f, "a mover is on the ground of no shape");
        }
        if (result != SCREE_OK && memcmp(&before, &state, sizeof state) != 0)
        {
            fuzz_find(f, "a move that failed changed the mover");
        }
        fuzz_see_id(f, state.ground.value);
        SEE_FLOATS(f, state.position.x, state.position.y, state.velocity.x, state.velocity.y);
        // A later move may leave the world, after one that pushed bodies.
        first = i == 0 ? result : first;
        state.velocity.y -= 10.0f * dt;
    }
    fuzz_result(f, first);
}

static const fuzz_row rows[] = {
    ROW(world_move_mover, 4),         READ_ROW(world_overlap_shape, 3),
    READ_ROW(world_collide_mover, 3), READ_ROW(world_cast_mover, 3),
    READ_ROW(world_closest_point, 3), READ_ROW(world_cast_shape, 3),
    READ_ROW(shape_cast_ray, 3),      READ_ROW(shape_closest_point, 3),
    READ_ROW(world_overlap_point, 3), READ_ROW(world_overlap_aabb, 3),
    READ_ROW(world_visit_aabb, 2),    READ_ROW(world_cast_ray, 4),
    READ_ROW(world_cast_ray_all, 3),  READ_ROW(world_visit_shape_cast, 3),
    READ_ROW(world_visit_ray, 2),     READ_ROW(world_cast_rays, 3)};
const fuzz_rows fuzz_query_rows = {rows, sizeof rows / sizeof *rows};
