/// Vectors, results, errors and version. Every other header of scree includes this one.
#ifndef SCREE_BASE_H
#define SCREE_BASE_H

#include <stdbool.h>
#include <stdint.h>

// A DLL is built with SCREE_BUILD_DLL, and a program that links to a DLL is compiled with
// SCREE_DLL. The CMake target and pkg-config set SCREE_DLL.
#if defined(_WIN32) && defined(SCREE_BUILD_DLL)
#define SCREE_EXPORT __declspec(dllexport)
#elif defined(_WIN32) && defined(SCREE_DLL)
#define SCREE_EXPORT __declspec(dllimport)
#elif defined(_WIN32)
#define SCREE_EXPORT
#else
#define SCREE_EXPORT __attribute__((visibility("default")))
#endif

/// Lets compilers warn if a program ignores the result of a function. docs/guide.md#errors says for
/// which functions.
#if defined(__GNUC__)
#define SCREE_NODISCARD __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define SCREE_NODISCARD [[nodiscard]]
#else
#define SCREE_NODISCARD
#endif

/// Semantic version of these headers; scree_version() returns the version of the linked library.
#define SCREE_VERSION_MAJOR 0
#define SCREE_VERSION_MINOR 1
#define SCREE_VERSION_PATCH 0
#define SCREE_VERSION \
    (10000 * SCREE_VERSION_MAJOR + 100 * SCREE_VERSION_MINOR + SCREE_VERSION_PATCH)

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

/// The rotation by `angle` (rad), with the same bits on every machine; (1, 0) if `angle` is not
/// finite.
SCREE_API SCREE_NODISCARD scree_rotation scree_rotation_from_angle(float angle);
/// rad, -pi to pi
SCREE_API float scree_rotation_angle(scree_rotation rotation);
SCREE_API SCREE_NODISCARD scree_transform scree_transform_from_angle(scree_vec2 position,
                                                                     float angle);

/// The result of a call. A call that returns anything except SCREE_OK leaves the world unchanged,
/// unless its comment says otherwise.
typedef enum scree_result
{
    SCREE_OK = 0,
    SCREE_ERROR_NULL,      ///< a pointer that must not be null was null
    SCREE_ERROR_VERSION,   ///< a definition that was not filled by its _default() function
    SCREE_ERROR_ARGUMENT,  ///< an argument is not finite, out of range, or degenerate
    /// the id is null, its object was destroyed, or it belongs to another world
    SCREE_ERROR_STALE_ID,
    SCREE_ERROR_LOCKED,         ///< refused in a callback, such as one of a step
    SCREE_ERROR_OUT_OF_MEMORY,  ///< there was not enough memory
    /// more objects than ids can name (2^24 - 2 of a kind), more than 65,535 worlds alive, or a
    /// buffer that is too small
    SCREE_ERROR_CAPACITY,
    /// something became non-finite, or left the +-1e8 m bounds, in a step: see scree_world_step
    SCREE_ERROR_NOT_FINITE
} scree_result;

/// An error: the code, the argument's name ("linear.x") and one sentence.
typedef struct scree_error
{
    scree_result code;
    /// counts the errors of the world, or of the thread, from 1: a new number means a new error
    uint32_t number;
    char argument[64];
    char text[256];
} scree_error;

/// The kind of an error.
typedef enum scree_error_level
{
    /// the call completed in part: SCREE_ERROR_NOT_FINITE
    SCREE_ERROR_LEVEL_WARNING = 0,
    /// the call was refused, in most cases because of an error in the program: all other codes
    SCREE_ERROR_LEVEL_MISUSE,
    /// memory, ids or a buffer ran out: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_CAPACITY
    SCREE_ERROR_LEVEL_RESOURCE
} scree_error_level;

/// Called for each error after it was stored for scree_error_text. If another callback makes a call
/// that fails during a step, the worker that runs that callback also calls this one. It must not
/// destroy the world. Errors of calls that the error callback itself makes are stored but passed to
/// no callback.
typedef void scree_error_callback(scree_error_level level, const scree_error *error, void *context);

/// Sets a callback for all errors of the process, of every world and thread; null: none. A world
/// may also have its own callback (scree_world_set_error_callback), which is called first.
SCREE_API void scree_error_set_callback(scree_error_callback *callback, void *context);
/// The level of an error; SCREE_ERROR_LEVEL_WARNING for SCREE_OK.
SCREE_API scree_error_level scree_result_level(scree_result result);

/// Semantic version of the linked library: 10000 * major + 100 * minor + patch.
SCREE_API SCREE_NODISCARD int scree_version(void);

/// The name of a result, such as "SCREE_ERROR_STALE_ID"; "unknown result" if it has none.
SCREE_API const char *scree_result_name(scree_result result);

#endif
