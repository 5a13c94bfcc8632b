/// The checks that public calls begin with. Each notes the error that it finds.
#ifndef SC_WORLD_CHECKS_H
#define SC_WORLD_CHECKS_H

#include "core/errors.h"
#include "core/limits.h"
#include "world/world_state.h"

/// The text of the error for a stale id.
extern const char *const sc_stale;

/// Checks that there is a world, and that it is not in the middle of a step.
scree_result sc_enter(scree_world *world, const char *function);

/// Like sc_enter, and finds the row of a live body or the slot of a live shape.
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
/// Like sc_enter_body for many bodies in an argument of that name: checks the count, the array, and
/// that all bodies are live.
scree_result sc_enter_bodies(scree_world *world, const scree_body_id *ids, int count,
                             const char *function, const char *argument);

/// The row of a live body, or -1, the slot of a live shape, or 0. No error is noted; a null world
/// finds nothing.
int32_t sc_peek_row(const scree_world *world, scree_body_id body);
int32_t sc_peek_shape(const scree_world *world, scree_shape_id shape);
/// Whether a live shape has a flag of SC_EVENTS_*.
bool sc_peek_event_flag(const scree_world *world, scree_shape_id shape, int flag);

/// Whether SCREE_SIMD names a set, known or not.
bool sc_environment_names_simd(void);

#define SC_DEF_VERSION 0x5c7ee001u
/// A definition, by its version; null is none. `what` names the function that fills one.
scree_result sc_check_version(scree_world *world, const uint32_t *version, const char *function,
                              const char *argument, const char *what);
/// The definition of a world, which may be null: one that is not made yet.
scree_result sc_check_world_def(scree_world *world, const scree_world_def *def,
                                const char *function);
sc_solver_settings sc_settings_of(const scree_world_def *def);
/// The lengths of a world without shapes, or of one whose shapes are replaced.
void sc_set_length_unit(scree_world *world, float unit);
/// The workers that a definition gets: for 0 one for each core.
int sc_worker_count_of(int asked);
/// Checks that `count` ids are left.
scree_result sc_check_ids(scree_world *world, const sc_ids *ids, int count, const char *function,
                          const char *what);
/// Whether all values of a batch's array are finite and within reach; null is.
scree_result sc_check_values(scree_world *world, const float *values, int count, float reach,
                             const char *function, const char *argument);
scree_result sc_no_memory(scree_world *world, const char *function);
/// Whether this thread is in an error callback for an error of the world.
bool sc_tells_error(const scree_world *world);
/// The error for a value of SCREE_SIMD that names no supported set.
scree_result sc_fail_simd(const char *function);

// Calls that do not change the world note their errors in the thread.
scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what);
/// Refuses a null world and one in the middle of a step.
scree_result sc_check_readable(const scree_world *world, const char *function,
                               const char *argument);
/// sc_check_readable for an argument named world.
scree_result sc_enter_query(const scree_world *world, const char *function);
/// Checks how many elements an array for results holds.
scree_result sc_check_room(int capacity, const char *function);
/// Checks that a point is within reach of the world.
scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument);

/// The value of a batch for the i-th object.
static inline float sc_pick(const float *values, int i, float otherwise)
{
    return values != NULL ? values[i] : otherwise;
}

#endif
