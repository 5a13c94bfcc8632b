/// The checks that public calls begin with, and the errors that they record.
#ifndef SC_ERRORS_H
#define SC_ERRORS_H

#include "core/limits.h"
#include "core/maths.h"

struct scree_world;

/// Records an error: "function: argument what". Returns the code. `world` may be null; the error is
/// then recorded for the thread.
scree_result sc_fail(struct scree_world *world, scree_result code, const char *function,
                     const char *argument, const char *what);

/// Puts "name." before the argument of the next error on this thread: for checks of the members of
/// a struct. Null: nothing is put before the argument. An error clears the name.
void sc_prefix_arguments(const char *name);

/// Returns the error of a check from the enclosing function, if the check failed.
#define SC_TRY(check)                     \
    do                                    \
    {                                     \
        scree_result sc_result = (check); \
        if (sc_result != SCREE_OK)        \
        {                                 \
            return sc_result;             \
        }                                 \
    } while (0)

/// Returns SCREE_ERROR_ARGUMENT unless the condition holds. A check that several calls share passes
/// the name of the public call as `function`.
#define SC_REQUIRE_IN(function, condition, argument, what) \
    SC_TRY((condition) ? SCREE_OK : sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what))
#define SC_REQUIRE(condition, argument, what) SC_REQUIRE_IN(__func__, condition, argument, what)

/// Returns SCREE_ERROR_NULL if the pointer is null.
#define SC_REQUIRE_POINTER(function, pointer, argument) \
    SC_TRY((pointer) != NULL ? SCREE_OK                 \
                             : sc_fail(world, SCREE_ERROR_NULL, function, argument, "is null"))

/// Records the error of a number out of its range: "function: argument is VALUE, not in [LOWER,
/// UPPER]".
scree_result sc_fail_number(struct scree_world *world, const char *function, const char *argument,
                            double value, double lower, double upper);
/// Checks that a number is in [lower, upper]. With SC_ABOVE_0 as the lower end, the range begins
/// above 0.
static inline scree_result sc_check_number(struct scree_world *world, const char *function,
                                           const char *argument, double value, double lower,
                                           double upper)
{
    return value >= lower && value <= upper
               ? SCREE_OK
               : sc_fail_number(world, function, argument, value, lower, upper);
}
#define SC_ABOVE_0 ((double)FLT_TRUE_MIN)
#define SC_REQUIRE_NUMBER(function, value, lower, upper, argument)                      \
    SC_TRY(sc_check_number(world, function, argument, (double)(value), (double)(lower), \
                           (double)(upper)))

/// Checks a count. Its error is "function: argument is VALUE, not at least 0".
#define SC_REQUIRE_COUNT(function, count, argument) \
    SC_REQUIRE_NUMBER(function, count, 0, INT32_MAX, argument)
/// Records the error of a number that is neither 0 nor in a range.
scree_result sc_fail_unless_0(struct scree_world *world, const char *function, const char *argument,
                              double value, double lower, double upper);
#define SC_REQUIRE_FINITE(function, value, argument) \
    SC_REQUIRE_NUMBER(function, value, -FLT_MAX, FLT_MAX, argument)

/// Records the error of a vector out of its range.
scree_result sc_fail_vector(struct scree_world *world, const char *function, const char *argument,
                            scree_vec2 value, float reach, const char *unit);
/// Checks that both coordinates of a vector are within +-reach, m. With FLT_MAX, every finite
/// vector passes.
static inline scree_result sc_check_vector(struct scree_world *world, const char *function,
                                           const char *argument, scree_vec2 value, float reach)
{
    return fabsf(value.x) <= reach && fabsf(value.y) <= reach
               ? SCREE_OK
               : sc_fail_vector(world, function, argument, value, reach, "m");
}
/// Checks that both coordinates of a velocity are within +-reach, m/s.
static inline scree_result sc_check_velocity(struct scree_world *world, const char *function,
                                             const char *argument, scree_vec2 value, float reach)
{
    return fabsf(value.x) <= reach && fabsf(value.y) <= reach
               ? SCREE_OK
               : sc_fail_vector(world, function, argument, value, reach, "m/s");
}
#define SC_REQUIRE_POSITION(function, position, argument) \
    SC_TRY(sc_check_vector(world, function, argument, position, SC_WORLD_REACH))
#define SC_REQUIRE_FINITE_VEC2(function, value, argument) \
    SC_TRY(sc_check_vector(world, function, argument, value, FLT_MAX))

/// Checks that a vector is long enough to give a direction: longer than SC_MIN_NORMAL, up to
/// SC_MAX_NORMAL.
scree_result sc_check_direction(struct scree_world *world, const char *function,
                                const char *argument, scree_vec2 value);

static inline bool sc_is_finite_vec2(scree_vec2 v)
{
    return sc_is_finite(v.x) && sc_is_finite(v.y);
}

/// The length unit of a world. Geometry calls without a world pass null and get the smallest unit
/// that a world may have.
float sc_length_unit_of(const struct scree_world *world);

scree_result sc_check_rotation(struct scree_world *world, const char *function,
                               const char *argument, scree_rotation value);

/// Whether a position is finite and within the reach of a world.
static inline bool sc_is_position(scree_vec2 v)
{
    return fabsf(v.x) <= SC_WORLD_REACH && fabsf(v.y) <= SC_WORLD_REACH;
}

#endif
