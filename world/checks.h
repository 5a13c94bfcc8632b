/// The checks that public calls begin with. Each notes the error that it finds.
#ifndef SC_WORLD_CHECKS_H
#define SC_WORLD_CHECKS_H

#include "world/world_state.h"

/// What is wrong with an id that names nothing.
extern const char *const sc_stale;

/// Returns from a call, or from a check of one, with the error that another check found.
#define SC_TRY(check)                     \
    do                                    \
    {                                     \
        scree_result sc_result = (check); \
        if (sc_result != SCREE_OK)        \
        {                                 \
            return sc_result;             \
        }                                 \
    } while (0)

/// Returns with SCREE_ERROR_ARGUMENT unless the condition holds; in a check that several calls
/// share, with the name of the call.
#define SC_REQUIRE_IN(function, condition, argument, what) \
    SC_TRY((condition) ? SCREE_OK : sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what))
#define SC_REQUIRE(condition, argument, what) SC_REQUIRE_IN(__func__, condition, argument, what)

/// Returns with SCREE_ERROR_NULL if the pointer is null.
#define SC_REQUIRE_POINTER(function, pointer, argument) \
    SC_TRY((pointer) != NULL ? SCREE_OK                 \
                             : sc_fail(world, SCREE_ERROR_NULL, function, argument, "is null"))

/// A world, and not in the middle of a step.
scree_result sc_enter(scree_world *world, const char *function);

/// The same, and the row of a live body or the slot of a live shape.
scree_result sc_enter_body(scree_world *world, scree_body_id body, const char *function,
                           int32_t *row);
scree_result sc_enter_shape(scree_world *world, scree_shape_id shape, const char *function,
                            int32_t *slot);
/// In a call: the row of a live body or the slot of a live shape as a variable of that name.
#define SC_FIND_BODY(world, body, row) \
    int32_t row;                       \
    SC_TRY(sc_enter_body(world, body, __func__, &row))
#define SC_FIND_SHAPE(world, shape, slot) \
    int32_t slot;                         \
    SC_TRY(sc_enter_shape(world, shape, __func__, &slot))
/// The same of many bodies, in an argument of that name: a count, an array, all of it live.
scree_result sc_enter_bodies(scree_world *world, const scree_body_id *ids, int count,
                             const char *function, const char *argument);

/// The row of a live body, or -1, the slot of a live shape, or 0. No error is noted; a null world
/// finds nothing.
int32_t sc_peek_row(const scree_world *world, scree_body_id body);
int32_t sc_peek_shape(const scree_world *world, scree_shape_id shape);

/// A definition, by its version; null is none. `what` names the function that fills one.
scree_result sc_check_version(scree_world *world, const uint32_t *version, const char *function,
                              const char *argument, const char *what);
/// The definition of a world, which may be null: one that is not made yet.
scree_result sc_check_world_def(scree_world *world, const scree_world_def *def,
                                const char *function);
sc_solver_settings sc_settings_of(const scree_world_def *def);
/// Whether so many ids are left.
scree_result sc_check_ids(scree_world *world, const sc_ids *ids, int count, const char *function,
                          const char *what);
/// Whether all values of a batch's array are finite and within reach; null is.
scree_result sc_check_values(scree_world *world, const float *values, int count, float reach,
                             const char *function, const char *argument);
scree_result sc_no_memory(scree_world *world, const char *function);

bool sc_is_finite_vec2(scree_vec2 v);
/// Whether a pose lies within reach: finite, and no farther out than the world goes.
bool sc_is_position(scree_vec2 v);

/// What a batch gives for the i-th object.
static inline float sc_pick(const float *values, int i, float otherwise)
{
    return values != NULL ? values[i] : otherwise;
}

#define SC_POLYGON_TEXT 160
/// Whether a world takes a polygon; if not, `text` says what is wrong with it.
bool sc_polygon_is_valid(const scree_polygon *polygon, char text[SC_POLYGON_TEXT]);

#endif
