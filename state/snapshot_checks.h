/// The checks of a world that was read from a snapshot: they cover everything that the engine
/// relies on in its stores, and also build the derived data. Each check returns false after it has
/// recorded the first fault. They run in a fixed order, because each relies on those before it. The
/// walks of world/validate.h come last, because they are safe only then.
#ifndef SC_SNAPSHOT_CHECKS_H
#define SC_SNAPSHOT_CHECKS_H

#include "state/snapshot_file.h"

bool sc_snapshot_refuse(sc_snapshot_fault *fault, const char *field, int32_t index,
                        const char *what);
/// For use in a check: records the fault of an element and returns false unless the condition
/// holds.
#define SC_SNAPSHOT_CHECK(condition, field, index, what)              \
    do                                                                \
    {                                                                 \
        if (!(condition))                                             \
        {                                                             \
            return sc_snapshot_refuse(fault, (field), (index), what); \
        }                                                             \
    } while (0)

static inline bool sc_in_range(float value, float lower, float upper)
{
    return value >= lower && value <= upper;
}

/// The rows of a store, and the slot of each.
typedef struct sc_snapshot_rows
{
    const sc_ids *ids;
    int32_t *row;  ///< by slot
    const int32_t *slot;
    int32_t count;
    const char *field;  ///< of the slots
} sc_snapshot_rows;

/// Finds the row of each slot. Each live slot must have one row.
bool sc_snapshot_find_rows(const sc_snapshot_rows *rows, sc_snapshot_fault *fault);

bool sc_snapshot_check_settings(scree_world *world, sc_snapshot_fault *fault);
/// Checks the generations and the lists of free slots of all stores.
bool sc_snapshot_check_ids(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_bodies(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_shapes(scree_world *world, sc_snapshot_fault *fault);
/// Checks that shapes have the geometry that the calls which create them would store.
bool sc_snapshot_check_geometry(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_chains(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_contacts(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_sleep(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_joints(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_events(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_particles(scree_world *world, sc_snapshot_fault *fault);
bool sc_snapshot_check_soft(scree_world *world, sc_snapshot_fault *fault);

/// Whether all floats in `bytes` bytes are finite.
bool sc_snapshot_finite(const void *floats, size_t bytes);

#endif
