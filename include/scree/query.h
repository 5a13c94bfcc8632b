/// Queries for the shapes of a world: at a point, in a box, along a ray.
///
/// Queries see the shapes of enabled bodies, awake or not, where the bodies are at the moment of
/// the call: after a step, and after every call that created, destroyed, moved, disabled or changed
/// something since. Sensors, particles and soft bodies are not seen.
///
/// Queries do not change the world and take it const. Any number of threads may query at once, as
/// long as no thread steps or changes the world meanwhile. The first query after a change updates
/// the trees of shapes, and other queries wait for it.
///
/// A query that fails stores its error in the calling thread, not in the world: see
/// scree_error_text(NULL). It fails if a pointer that it needs is null (SCREE_ERROR_NULL), if it is
/// called from a callback of a step (SCREE_ERROR_LOCKED), if an argument is out of range, and if
/// there is no memory for the trees. A failed query changes nothing and may be repeated.
///
/// All results have the same bits on every instruction set. Arrays of shapes come in the order of
/// slots, which is the order of creation as far as slots were not reused.
#ifndef SCREE_QUERY_H
#define SCREE_QUERY_H

#include "collision.h"
#include "geometry.h"
#include "id.h"
#include "shape.h"
#include "world.h"

/// Which shapes a query sees: those with which a shape that has this filter would collide. The
/// category of each shares a bit with the mask of the other, or a common group that is not 0
/// overrides that: shapes with a positive group are always seen, those with a negative one never.
typedef struct scree_query_filter
{
    uint64_t category;
    uint64_t mask;
    int32_t group;
    /// no shape of this body is seen; null, or the id of a destroyed body: no body is left out
    scree_body_id ignored_body;
} scree_query_filter;

/// All categories, all masks, group 0, no body ignored: it leaves out only shapes whose own mask or
/// category is 0.
SCREE_API SCREE_NODISCARD scree_query_filter scree_query_filter_default(void);

/// Where a ray meets a shape.
typedef struct scree_ray_hit
{
    scree_shape_id shape;  ///< null: nothing was hit
    scree_vec2 point;      ///< origin + fraction * translation, m
    scree_vec2 normal;     ///< unit, out of the shape's surface, against the ray; zero if none
    float fraction;        ///< of the translation, 0 to 1; 1 if nothing was hit
    scree_result result;   ///< SCREE_OK, or why the call failed: then nothing was hit
} scree_ray_hit;

/// Shapes that contain a point, borders included. Writes their ids in the order of slots and
/// returns how many there are, even if that is more than `capacity`; -1 on error. Segments and
/// chains have no inside and contain no point.
///
/// - `point`: m, -1e8 to 1e8 in each coordinate
/// - `filter`: which shapes are seen
/// - `shapes`: `capacity` ids; null to count only
/// - `capacity`: >= 0
SCREE_API int scree_world_overlap_point(const scree_world *world, scree_vec2 point,
                                        scree_query_filter filter, scree_shape_id *shapes,
                                        int capacity);

/// Shapes whose AABB (scree_shape_aabb; of segments grown by the rounding of coordinates) overlaps
/// a box, touching included; arrays and result as in scree_world_overlap_point. A half-space counts
/// if it reaches the box.
///
/// - `aabb`: m, -1e8 to 1e8 in each coordinate, lower <= upper
SCREE_API int scree_world_overlap_aabb(const scree_world *world, scree_aabb aabb,
                                       scree_query_filter filter, scree_shape_id *shapes,
                                       int capacity);

/// Called for each shape that an overlap query finds, in no particular order, but always the same
/// one for the same calls. Returns whether to continue. It may make queries itself and must not
/// change the world.
typedef bool scree_shape_callback(scree_shape_id shape, void *context);

/// scree_world_overlap_aabb with a callback. SCREE_OK also if the callback ended it.
SCREE_API scree_result scree_world_visit_aabb(const scree_world *world, scree_aabb aabb,
                                              scree_query_filter filter,
                                              scree_shape_callback *callback, void *context);

/// Shapes that overlap a geometry or touch it, in the way of scree_world_overlap_point. Chains
/// count from both sides. `geometry` may be anything that scree_geometry_check accepts, except a
/// half-space.
SCREE_API int scree_world_overlap_shape(const scree_world *world, const scree_geometry *geometry,
                                        const scree_pose *pose, scree_query_filter filter,
                                        scree_shape_id *shapes, int capacity);

/// The closest point of a shape to a given point.
typedef struct scree_closest_point
{
    scree_shape_id shape;  ///< null: none is near enough
    scree_vec2 point;      ///< of that shape; the point itself if it lies inside
    float distance;        ///< m; 0 inside or on error; max_distance if none is near enough
    scree_result result;   ///< SCREE_OK, or why the call failed: then there is no shape
} scree_closest_point;

/// The nearest point of all shapes; of several at the same distance, the one with the lowest slot.
/// Segments and chains count from both sides.
///
/// - `point`: m, -1e8 to 1e8 in each coordinate
/// - `max_distance`: m, 0 to 4e8; shapes farther away are not seen
/// - `filter`: which shapes are seen
SCREE_API scree_closest_point scree_world_closest_point(const scree_world *world, scree_vec2 point,
                                                        float max_distance,
                                                        scree_query_filter filter);

// Rays lead from `origin` (-1e8 to 1e8) along `translation` (-2e8 to 2e8, each coordinate) to
// origin + translation. A ray of no length hits nothing.
//
// A ray that starts inside a shape, or on a segment, does not hit that shape, only others beyond. A
// ray that starts on the border, to within rounding, may hit it or not. Rounded corners, circles
// and capsules are exact. Rays hit segments and two-sided chains from both sides, one-sided chains
// only from the side on which bodies collide. A ray along a segment does not hit it. A ray that
// passes an end of a segment within rounding hits that end, so that no ray passes between two
// segments that share a point.

/// The first shape that the ray hits; of several at the same fraction, the one with the lowest
/// slot.
SCREE_API scree_ray_hit scree_world_cast_ray(const scree_world *world, scree_vec2 origin,
                                             scree_vec2 translation, scree_query_filter filter);

/// Whether the ray hits anything: 1 or 0; -1 on error. Ends at the first shape found, which need
/// not be the nearest.
SCREE_API int scree_world_cast_ray_any(const scree_world *world, scree_vec2 origin,
                                       scree_vec2 translation, scree_query_filter filter);

/// All shapes that the ray hits, each once, by rising fraction, equal ones in the order of slots.
/// Returns how many there are, even if that is more than `capacity`; -1 on error.
///
/// - `hits`: the first `capacity` hits; null to count only
/// - `capacity`: >= 0
SCREE_API int scree_world_cast_ray_all(const scree_world *world, scree_vec2 origin,
                                       scree_vec2 translation, scree_query_filter filter,
                                       scree_ray_hit *hits, int capacity);

/// Called with each hit of a ray, in no particular order, but in the same one for the same calls.
/// The return value shortens the ray to this fraction, if the ray was longer: hit->fraction to get
/// no farther shapes, 0 to stop, 1 or a negative number to continue as before. NaN stops the ray.
/// It may make queries itself and must not change the world.
typedef float scree_ray_callback(const scree_ray_hit *hit, void *context);

/// scree_world_cast_ray_all with a callback.
SCREE_API scree_result scree_world_visit_ray(const scree_world *world, scree_vec2 origin,
                                             scree_vec2 translation, scree_query_filter filter,
                                             scree_ray_callback *callback, void *context);

/// Where a geometry that moves first meets a shape.
typedef scree_ray_hit scree_shape_hit;

/// Moves a geometry along `translation` (-2e8 to 2e8, each coordinate) without turning it, and
/// returns the first shape that it touches; of several at the same fraction, the one with the
/// lowest slot. A shape that it overlaps or touches at the beginning is hit at fraction 0 with a
/// zero normal. Chains count from both sides. `point` is where they touch. As in
/// scree_geometry_cast_shape, a half-space cannot be cast, but can be hit.
SCREE_API scree_shape_hit scree_world_cast_shape(const scree_world *world,
                                                 const scree_geometry *geometry,
                                                 const scree_pose *pose, scree_vec2 translation,
                                                 scree_query_filter filter);

/// All shapes that the geometry touches on its way, each once, with a callback as for rays. Each
/// hit is the one that scree_world_cast_shape would return if the shape were alone.
SCREE_API scree_result scree_world_visit_shape_cast(const scree_world *world,
                                                    const scree_geometry *geometry,
                                                    const scree_pose *pose, scree_vec2 translation,
                                                    scree_query_filter filter,
                                                    scree_ray_callback *callback, void *context);

/// Many rays at once. The arrays have `count` (>= 0) elements each.
typedef struct scree_ray_batch
{
    int count;
    const float *origin_x, *origin_y;            ///< m, -1e8 to 1e8
    const float *translation_x, *translation_y;  ///< m, -2e8 to 2e8
    scree_query_filter filter;
} scree_ray_batch;

/// Casts each ray as scree_world_cast_ray does, with the same bits, but faster: see
/// docs/queries.md. The last four arrays take `count` elements; null ones are not written. If
/// nothing was hit the fraction is 1, the shape null and the normal zero. On error nothing is
/// written.
SCREE_API scree_result scree_world_cast_rays(const scree_world *world, const scree_ray_batch *batch,
                                             float *fraction, scree_shape_id *shape,
                                             float *normal_x, float *normal_y);

/// Queries of one shape, without a filter; they work for sensors and shapes of disabled bodies too.
/// A segment contains no point, and a ray from behind does not hit a one-sided chain segment.
/// scree_shape_contains returns false for bad arguments and stores no error; the other two calls
/// return SCREE_ERROR_STALE_ID in `result` for a destroyed shape.
SCREE_API bool scree_shape_contains(const scree_world *world, scree_shape_id shape,
                                    scree_vec2 point);
SCREE_API scree_ray_hit scree_shape_cast_ray(const scree_world *world, scree_shape_id shape,
                                             scree_vec2 origin, scree_vec2 translation);
/// The closest point of the shape, at any distance.
SCREE_API scree_closest_point scree_shape_closest_point(const scree_world *world,
                                                        scree_shape_id shape, scree_vec2 point);

#endif
