/// Pairs of shapes whose AABBs overlap: the stage find_pairs.
///
/// The contact store and the store of sleeping bodies together hold exactly the pairs that
/// overlapped after the last step and may collide. A pair is therefore new if its AABBs overlap now
/// and did not before, and the sweep needs no set of pairs.
#ifndef SC_PAIRS_H
#define SC_PAIRS_H

#include "broadphase/coarse_map.h"
#include "core/step_context.h"

typedef struct sc_broadphase
{
    // The sorted static shapes are kept from step to step: `static_grid` as it was built, without
    // the shapes that changed since then (their AABBs in it are empty), and `changed_grid`, a grid
    // of the changed shapes, which is sorted again when one of them changes.
    sc_grid static_grid, changed_grid;
    sc_coarse_map static_map;  ///< of static_grid
    sc_arena static_arena, changed_arena;
    int32_t static_version;  ///< the shapes->static_version for which pairs were found
    bool static_kept;        ///< the grids belong to static_version
    bool static_entries;     ///< entry_of is filled for static_grid
    sc_list static_out;      ///< slots in changed_grid; entry_of is -1 - the index here
    int32_t static_removed;  ///< number of empty entries of static_grid

    // While few shapes move, the sorted moving shapes are kept too: `active` as it was built,
    // without the shapes that moved since then (their AABBs in it are empty), and a list of these
    // shapes.
    sc_grid active;
    sc_arena active_arena;
    int32_t active_version;  ///< the version of the lists that it was built from; -1: none
    bool grid_kept;          ///< previous AABBs are the present ones, and entry_of is filled
    int32_t *entry_of;       ///< by slot: its entry in `active` or `static_grid`
    int32_t entry_capacity;
    sc_list moved_out;      ///< slots that moved since then
    uint8_t *is_moved_out;  ///< by slot
    /// AABBs of steady shapes replaced one by one since all were last replaced at once
    int32_t steady_moves;
} sc_broadphase;

extern const sc_store sc_broadphase_store;

void sc_broadphase_release(sc_broadphase *broadphase, sc_memory *memory);

/// Whether any AABB has changed since pairs were last found.
bool sc_aabbs_changed(const sc_step *step);
/// Called when the new pairs have contacts: the present AABBs of the static grid become its
/// previous ones.
void sc_keep_static_grid(sc_step *step);
/// Called if out of memory: restores the AABBs before the step's sc_update_aabbs, so that the next
/// step finds the pairs that this one could not store.
void sc_rollback_pairs(sc_step *step);

/// Called after AABBs and pairs of an earlier time were restored: makes the next step sort the kept
/// grids again.
void sc_broadphase_forget(sc_broadphase *broadphase, const sc_shapes *shapes);

/// Whether the filters let two things collide: by their groups, or else by their categories and
/// masks.
static inline bool sc_filters_agree(const scree_filter *a, const scree_filter *b)
{
    return a->group == b->group && a->group != 0
               ? a->group > 0
               : (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

/// Checks that valid kept grids hold the shapes of their lists (core/require.h).
const char *sc_validate_broadphase(const sc_broadphase *broadphase, const sc_shapes *shapes);

#endif
