/// The index of a world's queries: trees of its shapes, updated when a query needs them.
#ifndef SC_QUERY_INDEX_H
#define SC_QUERY_INDEX_H

#include "broadphase/tree.h"
#include "core/platform.h"
#include "core/stores/bodies.h"
#include "queries/index/contact_index.h"
#include "simd/kernels.h"

#include <stdatomic.h>

/// The trees: one for the shapes of static bodies, one for those of all other bodies, awake or
/// asleep, so that bodies that fall asleep change no tree.
enum
{
    SC_INDEX_STATIC = 0,
    SC_INDEX_MOVING,
    SC_INDEX_TREES
};

/// The place of a shape in the trees.
typedef struct sc_index_place
{
    int32_t tree;  ///< -1: in none
    int32_t at;
} sc_index_place;

typedef struct sc_query_index
{
    sc_mutex mutex;
    sc_memory *memory;
    // The world's.
    sc_bodies *bodies;
    sc_shapes *shapes;
    const sc_contacts *awake, *asleep;
    const sc_kernels *kernels;
    /// number of the world's changes that the index includes, plus 1; 0: it was never built
    atomic_uint_fast64_t version;
    uint64_t steps;  ///< number of the world's steps that the index includes
    bool broken;     ///< an update ran out of memory: rebuild everything
    sc_tree tree[SC_INDEX_TREES];
    sc_index_place *place;  ///< by slot
    int32_t place_capacity;
    sc_tree_view views[SC_TREES];
    int view_count;
    sc_contact_index contacts;
} sc_query_index;

/// Creates an index without trees. `memory`, the stores and the kernels must outlive it. Returns
/// null if out of memory.
sc_query_index *sc_query_index_create(sc_memory *memory, sc_bodies *bodies, sc_shapes *shapes,
                                      const sc_contacts *awake, const sc_contacts *asleep,
                                      const sc_kernels *kernels);
/// Frees an index, and the memory of the lists of changes of the stores. Null is allowed.
void sc_query_index_release(sc_query_index *index);

/// Marks the index as outdated after the stores were replaced: the next query rebuilds it.
void sc_query_index_forget(sc_query_index *index);

/// Brings the trees up to date with the stores. `steps_begun`: the number of steps that the world
/// has begun so far. Any thread may call this while no thread changes the world. Returns the index,
/// or null if out of memory.
const sc_query_index *sc_query_index_update(sc_query_index *index, uint64_t steps_begun);

/// The AABB that the trees have for a shape at a pose (query_index.c).
sc_aabb sc_query_aabb(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose);

#endif
