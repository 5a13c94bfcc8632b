/// Walk over particles and their listed pairs.
#include "core/require.h"
#include "core/limits.h"
#include "particles/particle_store.h"

#include <stdlib.h>

/// Checks that no particle occurs twice in the pairs of one colour.
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
    const sc_neighbour_list *neighbours = &circles->neighbours;
    REQUIRE(!neighbours->valid || circles->count <= neighbours->row_capacity);
    if (!neighbours->valid && !circles->listed)
    {
        return NULL;
    }
    const int rows = neighbours->row_capacity;
    REQUIRE(neighbours->added_end >= neighbours->batch.end[SC_COLOURS]);
    REQUIRE(neighbours->added_end <= neighbours->pair_capacity &&
            neighbours->added_end % SC_BLOCK == 0);
    uint64_t *masks = calloc((size_t)rows + 1, sizeof *masks);
    REQUIRE(masks != NULL);
    int pairs = 0;
    const char *wrong = validate_neighbour_colours(neighbours, masks, &pairs);
    free(masks);
    REQUIRE_VALID(wrong);
    // No particle occurs twice in a block of the pairs that were added after the list was built.
    for (int32_t at = neighbours->batch.end[SC_COLOURS]; at < neighbours->added_end; ++at)
    {
        int32_t a = neighbours->a[at], b = neighbours->b[at];
        if (a == rows && b == rows)
        {
            continue;
        }
        REQUIRE(a >= 0 && a < rows && b >= 0 && b < rows && a != b);
        for (int32_t k = at / SC_BLOCK * SC_BLOCK; k < at; ++k)
        {
            REQUIRE(neighbours->a[k] != a && neighbours->a[k] != b && neighbours->b[k] != a &&
                    neighbours->b[k] != b);
        }
        ++pairs;
    }
    REQUIRE(pairs == neighbours->pair_count);
    return NULL;
}
