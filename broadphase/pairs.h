/// Pairs of shapes whose AABBs overlap: the stage find_pairs.
///
/// The contact store holds exactly the pairs that overlapped after the last step and may collide,
/// so a pair is new if its AABBs overlap now and did not before: the difference sweep needs no
/// set of pairs.
#ifndef SC_PAIRS_H
#define SC_PAIRS_H

#include "broadphase/grid.h"
#include "core/step.h"

/// Shapes that travel less than this in a step get the wider margin, m.
#define SC_SLOW_TRAVEL (0.5f * SC_AABB_HYSTERESIS)

typedef struct sc_broadphase
{
    sc_grid static_grid;     ///< kept between steps
    sc_arena static_arena;   ///< its memory
    int32_t static_version;  ///< of the shapes that it was built from

    // While few shapes move, the sorted moving shapes are kept too: `active` as it was built,
    // less those that moved since (their AABBs there are empty), and the list of the latter.
    sc_grid active;
    sc_arena active_arena;
    int32_t active_version;  ///< of the lists that it was built from; -1: none
    bool grid_kept;          ///< previous AABBs are the present ones, and entry_of is filled
    int32_t *entry_of;       ///< by slot: its entry in `active`
    int32_t entry_capacity;
    sc_list moved_out;      ///< slots that moved since
    uint8_t *is_moved_out;  ///< by slot
} sc_broadphase;

extern const sc_store sc_broadphase_store;

void sc_broadphase_release(sc_broadphase *broadphase, sc_memory *memory);

/// Ends contacts whose AABBs parted and begins new ones. False: no memory; AABBs and contacts are
/// as before the step's sc_update_aabbs.
bool sc_find_pairs(sc_step *step);

/// Mixes the materials of a contact's shapes into its surface.
void sc_mix_contact(sc_step *step, int32_t i);
/// Ends the contacts of shapes marked for it, and frees the slots of those that were destroyed.
void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes);
/// The stage purge_contacts: ends the contacts of shapes marked for it, frees their slots, and
/// mixes surfaces anew where asked. Always true.
bool sc_purge_contacts(sc_step *step);

/// Whether body types, filters and groups let two shapes collide.
bool sc_may_collide(const sc_bodies *bodies, const sc_shapes *shapes, int32_t a, int32_t b);

#endif
