/// The checks that public calls begin with. Each records the error that it finds.
#ifndef SC_WORLD_CHECKS_H
#define SC_WORLD_CHECKS_H

#include "core/errors.h"
#include "core/limits.h"
#include "world/world_state.h"

/// The text of the error for an id that does not belong to a live object of this world. It says
/// that the id is null, belongs to another world, or belonged to a destroyed object.
const char *sc_stale_text(const scree_world *world, uint64_t id);

/// Checks that the world is not null and not within a step.
scree_result sc_enter(scree_world *world, const char *function);

/// Like sc_enter, and finds the row of a live body or the slot of a live shape.
scree_result sc_enter_body(scree_world *world, scree_body_id body, const char *function,
                           int32_t *row);
scree_result sc_enter_shape(scree_world *world, scree_shape_id shape, const char *function,
                            int32_t *slot);
/// For use in a call: declares a variable with the row of a live body or the slot of a live shape.
#define SC_FIND_BODY(world, body, row) \
    int32_t row;                       \
    SC_TRY(sc_enter_body(world, body, __func__, &row))
#define SC_FIND_SHAPE(world, shape, slot) \
    int32_t slot;                         \
    SC_TRY(sc_enter_shape(world, shape, __func__, &slot))
/// Like sc_enter_body for many bodies. Checks the count, the array, and that all bodies are live.
/// `argument` is the name of the array.
scree_result sc_enter_bodies(scree_world *world, const scree_body_id *ids, int count,
                             const char *function, const char *argument);

/// The row of a live body, or -1; the slot of a live shape, or 0. These functions record no error
/// and find nothing in a null world.
int32_t sc_peek_row(const scree_world *world, scree_body_id body);
int32_t sc_peek_shape(const scree_world *world, scree_shape_id shape);
/// Whether a live shape has a flag of SC_EVENTS_*.
bool sc_peek_event_flag(const scree_world *world, scree_shape_id shape, int flag);

/// Whether SCREE_SIMD has the name of a set, known or not.
bool sc_environment_names_simd(void);
/// The kernels for a step whose rows are counted. In worlds with few moving bodies these are
/// kernels with fewer lanes.
const struct sc_kernels *sc_kernels_of_step(const scree_world *world, const sc_step *step);

#define SC_DEF_VERSION 0x5c7ee001u
/// Checks the version of a definition, which must not be null. `filler` is the name of the function
/// that fills one.
scree_result sc_check_version(scree_world *world, const uint32_t *version, const char *function,
                              const char *argument, const char *filler);
/// Checks the definition of a world. `world` is null if the world does not exist yet.
scree_result sc_check_world_def(scree_world *world, const scree_world_def *def,
                                const char *function);
sc_solver_settings sc_settings_of(const scree_world_def *def);
/// Sets the length unit of a world without shapes, or of one whose shapes are replaced.
void sc_set_length_unit(scree_world *world, float unit);
/// The number of workers of a world: `asked`, the number in its definition, or one for each core if
/// that is 0.
int sc_worker_count_of(int asked);
/// Checks that `count` more ids can be given out.
scree_result sc_check_ids(scree_world *world, const sc_ids *ids, int count, const char *function,
                          const char *what);
/// Checks that all values of an array are finite and within reach. Null is valid.
scree_result sc_check_values(scree_world *world, const float *values, int count, float reach,
                             const char *function, const char *argument);
scree_result sc_no_memory(scree_world *world, const char *function);
/// Whether this thread is within an error callback for an error of the world.
bool sc_tells_error(const scree_world *world);
/// Records the error for a value of SCREE_SIMD that does not name a supported set.
scree_result sc_fail_simd(const char *function);

// Records an error for the thread, for calls that do not change the world.
scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what);
/// Checks that the world is not null and not within a step.
scree_result sc_check_readable(const scree_world *world, const char *function,
                               const char *argument);
/// sc_check_readable for an argument named world.
scree_result sc_enter_query(const scree_world *world, const char *function);
/// Checks the capacity of an array for results.
scree_result sc_check_room(int capacity, const char *function);
/// Checks that a point is within reach of the world.
scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument);

/// The value of an array for the i-th object, or `otherwise` if the array is null.
static inline float sc_pick(const float *values, int i, float otherwise)
{
    return values != NULL ? values[i] : otherwise;
}

#endif
