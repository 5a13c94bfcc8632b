/// Walk over the kept grids of AABBs.
#include "core/require.h"
#include "broadphase/pairs.h"

#include <stdlib.h>

static bool same_aabb(sc_aabb a, sc_aabb b)
{
    return a.lower_x == b.lower_x && a.lower_y == b.lower_y && a.upper_x == b.upper_x &&
           a.upper_y == b.upper_y;
}

/// Checks that the entries of a grid are shapes with `flag`, each once, and marks these shapes in
/// `seen`. Slot 0 stands for a removed entry. Between the stages update_aabbs and find_pairs, a
/// grid still has the AABBs of the last step.
static const char *validate_entries(const sc_grid *grid, const sc_shapes *shapes, int flag,
                                    const uint8_t *is_moved_out, uint8_t *seen)
{
    // Levels follow each other without gaps, and so do the cells of each level; entries are in
    // order.
    int32_t at = 0;
    for (int k = 0; k < grid->level_count; ++k)
    {
        const sc_level *level = &grid->levels[k];
        int cells = (level->width_mask + 1) * (level->height_mask + 1);
        REQUIRE(level->first == at && level->count > 0);
        for (int cell = 0; cell < cells; ++cell)
        {
            REQUIRE(level->cell_begin[cell] == at && level->cell_begin[cell + 1] >= at);
            for (; at < level->cell_begin[cell + 1] && at < grid->count; ++at)
            {
                REQUIRE(grid->places[at] >> SC_PLACE_BITS == cell);
            }
        }
        REQUIRE(at == level->first + level->count);
    }
    REQUIRE(at == grid->count);
    for (int i = 0; i < grid->count; ++i)
    {
        int32_t slot = grid->slots[i];
        REQUIRE(slot >= 0 && slot < shapes->ids.used);
        sc_aabb now = sc_aabb_now(&grid->aabbs[i]);
        bool gone = now.lower_x > now.upper_x;
        bool moved_out = slot == 0 || (is_moved_out != NULL && is_moved_out[slot]);
        bool there = same_aabb(now, shapes->aabb[slot]) || same_aabb(now, shapes->previous[slot]);
        bool of_the_list = slot == 0 || (shapes->flags[slot] & flag) != 0;
        bool once = slot == 0 || !seen[slot];
        bool moved_ones_are_out_and_no_others = moved_out == gone;
        REQUIRE(of_the_list);
        REQUIRE(once);
        REQUIRE(moved_ones_are_out_and_no_others);
        REQUIRE(moved_out || there);
        seen[slot] = 1;
    }
    return NULL;
}

static const char *validate_static_grids(const sc_broadphase *broadphase, const sc_shapes *shapes,
                                         uint8_t *seen)
{
    const sc_grid *grid = &broadphase->static_grid, *changed = &broadphase->changed_grid;
    REQUIRE_VALID(validate_entries(grid, shapes, SC_SHAPE_STATIC, NULL, seen));
    REQUIRE_VALID(validate_entries(changed, shapes, SC_SHAPE_STATIC, NULL, seen));
    for (int i = 0; i < grid->count; ++i)
    {
        sc_aabb aabb = sc_aabb_now(&grid->aabbs[i]);
        REQUIRE(!(aabb.lower_x <= aabb.upper_x) ||
                sc_coarse_map_meets(&broadphase->static_map, aabb));
    }
    REQUIRE(changed->count == broadphase->static_out.count);
    REQUIRE(grid->count - broadphase->static_removed + changed->count == shapes->static_list.count);
    for (int i = 0; i < broadphase->static_out.count; ++i)
    {
        REQUIRE(broadphase->entry_of[broadphase->static_out.slot[i]] == -1 - i);
    }
    return NULL;
}

const char *sc_validate_broadphase(const sc_broadphase *broadphase, const sc_shapes *shapes)
{
    if (broadphase->static_version == shapes->static_version)
    {
        uint8_t *seen = calloc((size_t)shapes->ids.used, sizeof *seen);
        REQUIRE(seen != NULL);
        const char *wrong = validate_static_grids(broadphase, shapes, seen);
        free(seen);
        REQUIRE_VALID(wrong);
    }
    if (broadphase->active_version != shapes->active_version)
    {
        return NULL;
    }
    int active = 0;
    for (int kind = 0; kind < SC_KIND_HALF_SPACE; ++kind)
    {
        active += shapes->active[kind].count;
    }
    REQUIRE(broadphase->active.count == active);
    int moved_out = 0;
    for (int i = 0; broadphase->grid_kept && i < active; ++i)
    {
        REQUIRE(broadphase->entry_of[broadphase->active.slots[i]] == i);
        moved_out += broadphase->is_moved_out[broadphase->active.slots[i]];
    }
    REQUIRE(!broadphase->grid_kept || moved_out == broadphase->moved_out.count);
    for (int i = 0; broadphase->grid_kept && i < broadphase->moved_out.count; ++i)
    {
        REQUIRE(broadphase->is_moved_out[broadphase->moved_out.slot[i]]);
    }
    uint8_t *seen = calloc((size_t)shapes->ids.used, sizeof *seen);
    REQUIRE(seen != NULL);
    const char *wrong =
        validate_entries(&broadphase->active, shapes, SC_SHAPE_ACTIVE,
                         broadphase->grid_kept ? broadphase->is_moved_out : NULL, seen);
    free(seen);
    return wrong;
}
