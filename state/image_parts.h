/// The contents of an image of a world: the parts by store, and the state outside the stores.
#ifndef SC_IMAGE_PARTS_H
#define SC_IMAGE_PARTS_H

#include "core/stores/store_image.h"
#include "world/world_state.h"

enum
{
    SC_IMAGE_PARTS = 12
};

/// The parts of all stores. A part whose extents are found from other stores comes before the parts
/// of these.
extern const sc_store_part sc_image_parts[SC_IMAGE_PARTS];

/// The state outside the stores.
typedef struct sc_image_globals
{
    scree_vec2 gravity;
    sc_solver_settings settings;
    float length_unit;
    scree_counters last;
    scree_residual residual;
    bool contacts_counted;
    bool compact;  ///< the image has no points of contacts
    int32_t steady_moves;
    int friction, restitution, pair_count;  ///< of sc_mixing
    int32_t summed_count;                   ///< bodies that need a mass sum
} sc_image_globals;

/// Fills all bytes, padding too.
void sc_image_globals_of(const scree_world *world, sc_image_globals *globals);

/// Memory that is allocated before a restore changes anything.
typedef struct sc_restore_room
{
    void *neighbours;   ///< null: there is room
    sc_mass_sum *sums;  ///< a list: each begins with a pointer to the next
} sc_restore_room;

/// Allocates the mass sums that the world needs in addition to its own. Returns false if out of
/// memory.
bool sc_restore_reserve_sums(sc_restore_room *room, scree_world *world, int32_t needed);
/// Frees the sums that were reserved and not used.
void sc_restore_release_sums(sc_restore_room *room, sc_memory *memory);

/// Begins a restore for which room was reserved: sets the state outside the stores, and removes the
/// pairs of materials and the mass sums.
void sc_restore_begin(sc_restore_room *room, scree_world *world, const sc_image_globals *globals);
/// Ends a restore, after the stores and the neighbours of particles have been restored.
void sc_restore_end(sc_restore_room *room, scree_world *world, const sc_image_globals *globals);

#endif
