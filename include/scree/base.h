/// Vectors, results, errors and version: what every other header of scree stands on.
#ifndef SCREE_BASE_H
#define SCREE_BASE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(_WIN32)
#define SCREE_EXPORT
#else
#define SCREE_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
#define SCREE_API extern "C" SCREE_EXPORT
#else
#define SCREE_API SCREE_EXPORT
#endif

/// A point or a direction, m unless said otherwise.
typedef struct scree_vec2
{
    float x, y;
} scree_vec2;

/// An axis-aligned bounding box (AABB), m; lower <= upper in both coordinates.
typedef struct scree_aabb
{
    scree_vec2 lower, upper;
} scree_aabb;

/// A rotation by its cosine and sine.
typedef struct scree_rotation
{
    float cos, sin;
} scree_rotation;

/// Turns by `rotation`, then moves by `position` (m): from body to world coordinates.
typedef struct scree_transform
{
    scree_vec2 position;
    scree_rotation rotation;
} scree_transform;

/// The same bits on every machine. `angle` in rad; (1, 0) if it is not finite.
SCREE_API scree_rotation scree_rotation_from_angle(float angle);
/// rad, -pi to pi
SCREE_API float scree_rotation_angle(scree_rotation rotation);
SCREE_API scree_transform scree_transform_from_angle(scree_vec2 position, float angle);

/// What a call answers. Anything but SCREE_OK left the world as it was, unless the call says
/// otherwise.
typedef enum scree_result
{
    SCREE_OK = 0,
    SCREE_ERROR_NULL,      ///< a pointer that must not be null was null
    SCREE_ERROR_VERSION,   ///< a definition that was not filled by its _default() function
    SCREE_ERROR_ARGUMENT,  ///< not finite, out of range, or degenerate
    /// the id is null, its object is gone, or it belongs to another world
    SCREE_ERROR_STALE_ID,
    SCREE_ERROR_LOCKED,         ///< called from a callback while the world steps: refused
    SCREE_ERROR_OUT_OF_MEMORY,  ///< the allocator returned null
    /// more objects than ids can name (2^24 - 2 of a kind), or more than 65,535 worlds alive
    SCREE_ERROR_CAPACITY,
    /// something became non-finite, or left the +-1e8 m bounds, in a step: see scree_world_step
    SCREE_ERROR_NOT_FINITE
} scree_result;

/// The last error of a world: the code, the argument's name ("linear.x") and one sentence.
typedef struct scree_error
{
    scree_result code;
    char argument[64];
    char text[256];
} scree_error;

/// Semantic version of the library that is linked: 10000 * major + 100 * minor + patch.
SCREE_API int scree_version(void);

/// The name of a result, "SCREE_ERROR_STALE_ID"; never null.
SCREE_API const char *scree_result_name(scree_result result);

#endif
