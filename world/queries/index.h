/// What queries of a world look at: trees of its shapes, brought up to date when one is asked for.
#ifndef SC_QUERY_INDEX_H
#define SC_QUERY_INDEX_H

#include "broadphase/tree.h"
#include "world/queries/contact_index.h"
#include "world/world_state.h"

#include <pthread.h>
#include <stdatomic.h>

/// Shapes of static bodies, and of all others: asleep or awake, so that falling asleep moves
/// nothing.
enum
{
    SC_INDEX_STATIC = 0,
    SC_INDEX_MOVING,
    SC_INDEX_TREES
};

/// Where a shape is.
typedef struct sc_index_place
{
    int32_t tree;  ///< -1: in none
    int32_t at;
} sc_index_place;

typedef struct sc_query_index
{
    pthread_mutex_t mutex;
    sc_memory *memory;
    sc_changes *of_shapes, *of_bodies;  ///< what the stores of the world note
    /// the changes of the world that it knows of, plus 1; 0: it was never built
    atomic_uint_fast64_t version;
    uint64_t steps;  ///< of the world that it knows of
    bool broken;     ///< no memory was found half-way: all is to be built anew
    sc_tree tree[SC_INDEX_TREES];
    sc_index_place *place;  ///< by slot
    int32_t place_capacity;
    sc_tree_view views[SC_TREES];
    int view_count;
    sc_contact_index contacts;
} sc_query_index;

/// Without trees. False: no memory.
bool sc_query_index_create(scree_world *world);
void sc_query_index_release(scree_world *world);

/// The index of a world, as the world is now. Any thread, while none changes the world. Null: no
/// memory.
const sc_query_index *sc_query_index_of(const scree_world *world);

#endif
