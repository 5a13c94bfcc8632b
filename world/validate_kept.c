/// Walks over what is kept between steps: particles and their pairs, grids of AABBs, pairs of
/// shapes.
#include "core/limits.h"
#include "world/validate.h"

#include <stdlib.h>
#include <string.h>

/// Pairs of one colour: within each, no particle twice.
static const char *validate_neighbour_colours(const sc_neighbour_list *neighbours, uint64_t *masks,
                                              int *pairs)
{
    int32_t at = 0;
    for (int colour = 0; colour <= SC_COLOURS; ++colour)
    {
        REQUIRE(neighbours->batch.end[colour] >= at &&
                neighbours->batch.end[colour] % SC_BLOCK == 0);
        for (; at < neighbours->batch.end[colour]; ++at)
        {
            int32_t a = neighbours->a[at], b = neighbours->b[at];
            if (a == neighbours->row_capacity && b == neighbours->row_capacity)
            {
                continue;
            }
            REQUIRE(a >= 0 && a < neighbours->row_capacity && b >= 0 &&
                    b < neighbours->row_capacity && a != b);
            uint64_t bit = colour < SC_COLOURS ? 1ull << colour : 0;
            REQUIRE((masks[a] & bit) == 0 && (masks[b] & bit) == 0);
            masks[a] |= bit;
            masks[b] |= bit;
            ++*pairs;
        }
    }
    return NULL;
}

/// Pairs that were added since: within each block, no particle twice.
static const char *validate_neighbours_added(const sc_neighbour_list *neighbours, int *pairs)
{
    for (int32_t at = neighbours->batch.end[SC_COLOURS]; at < neighbours->added_end; ++at)
    {
        int32_t a = neighbours->a[at], b = neighbours->b[at];
        if (a == neighbours->row_capacity && b == neighbours->row_capacity)
        {
            continue;
        }
        REQUIRE(a >= 0 && a < neighbours->row_capacity && b >= 0 && b < neighbours->row_capacity &&
                a != b);
        for (int32_t k = at / SC_BLOCK * SC_BLOCK; k < at; ++k)
        {
            REQUIRE(neighbours->a[k] != a && neighbours->a[k] != b && neighbours->b[k] != a &&
                    neighbours->b[k] != b);
        }
        ++*pairs;
    }
    return NULL;
}

static const char *validate_neighbours(const sc_neighbour_list *neighbours)
{
    REQUIRE(neighbours->added_end >= neighbours->batch.end[SC_COLOURS]);
    REQUIRE(neighbours->added_end <= neighbours->pair_capacity &&
            neighbours->added_end % SC_BLOCK == 0);
    uint64_t *masks = calloc((size_t)neighbours->row_capacity + 1, sizeof *masks);
    REQUIRE(masks != NULL);
    int pairs = 0;
    const char *wrong = validate_neighbour_colours(neighbours, masks, &pairs);
    free(masks);
    wrong = wrong == NULL ? validate_neighbours_added(neighbours, &pairs) : wrong;
    return wrong != NULL || pairs == neighbours->pair_count ? wrong
                                                            : "pairs == neighbours->pair_count";
}

const char *sc_validate_circles(const sc_circles *circles)
{
    REQUIRE(circles->count >= 0 && circles->count <= circles->capacity);
    int live = 0;
    for (int32_t slot = 1; slot < circles->ids.used; ++slot)
    {
        live += (int)(circles->ids.generation[slot] & 1u);
    }
    REQUIRE(live == circles->count);
    for (int32_t row = 0; row < circles->count; ++row)
    {
        int32_t slot = circles->slot[row];
        REQUIRE(slot > 0 && slot < circles->ids.used);
        REQUIRE(circles->row[slot] == row);
        REQUIRE(circles->id[row].value == sc_ids_value(&circles->ids, slot));
        REQUIRE(fabsf(circles->x[row]) <= SC_WORLD_REACH);
        REQUIRE(fabsf(circles->y[row]) <= SC_WORLD_REACH);
        REQUIRE(circles->radius[row] > 0.0f && sc_is_finite(circles->radius[row]));
        REQUIRE(circles->inverse_mass[row] >= 0.0f && sc_is_finite(circles->inverse_mass[row]));
    }
    REQUIRE(!circles->neighbours.valid || circles->count <= circles->neighbours.row_capacity);
    return circles->neighbours.valid ? validate_neighbours(&circles->neighbours) : NULL;
}

static bool same_aabb(sc_aabb a, sc_aabb b)
{
    return a.lower_x == b.lower_x && a.lower_y == b.lower_y && a.upper_x == b.upper_x &&
           a.upper_y == b.upper_y;
}

/// Levels follow each other, and the cells of each, with their entries in order.
static const char *validate_levels(const sc_grid *grid)
{
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
    return NULL;
}

/// The entries of a grid are shapes with `flag`, each once, in `seen`; slot 0 stands for one that
/// was taken out. Between the stages that place shapes and find pairs a grid still has the AABBs of
/// the step before.
static const char *validate_entries(const sc_grid *grid, const sc_shapes *shapes, int flag,
                                    const uint8_t *is_moved_out, uint8_t *seen)
{
    REQUIRE_VALID(validate_levels(grid));
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

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/// The keys of a store's contacts, behind `keys`. What is wrong with a pair goes to `wrong`.
static int list_pairs(const sc_shapes *shapes, const sc_contacts *contacts, uint64_t *keys,
                      const char **wrong)
{
    int n = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int32_t a = contacts->a[i], b = contacts->b[i];
            keys[n++] = (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
            // What waits for the purge has no AABB any more; a half-space has one without bounds.
            bool ends = ((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_PURGE) != 0;
            bool overlap = sc_aabbs_overlap(shapes->aabb[a], shapes->aabb[b]) ||
                           sc_aabbs_overlap(shapes->previous[a], shapes->previous[b]);
            *wrong = ends || overlap ? *wrong : "the boxes of a pair overlap";
        }
    }
    return n;
}

const char *sc_validate_pairs(const scree_world *world)
{
    const sc_contacts *awake = &world->contacts, *asleep = &world->sleep.contacts;
    int count = sc_contacts_count(awake) + sc_contacts_count(asleep);
    uint64_t *keys = malloc(sizeof *keys * ((size_t)count + 1));
    REQUIRE(keys != NULL);
    const char *wrong = NULL;
    int n = list_pairs(&world->shapes, awake, keys, &wrong);
    n += list_pairs(&world->shapes, asleep, keys + n, &wrong);
    qsort(keys, (size_t)n, sizeof *keys, compare_keys);
    for (int i = 1; i < n; ++i)
    {
        wrong = keys[i] == keys[i - 1] ? "a pair is there once" : wrong;
    }
    free(keys);
    return wrong;
}
