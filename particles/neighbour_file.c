#include "particles/neighbour_file.h"

#include "core/limits.h"
#include "core/require.h"

#include <math.h>

#define NEIGHBOUR_FIELD(type, name, format) \
    SC_FIELD(sc_neighbour_list, type, name, SC_STATE, format)
static const sc_field pair_fields[] = {NEIGHBOUR_FIELD(int32_t, a, "i"),
                                       NEIGHBOUR_FIELD(int32_t, b, "i")};
static const sc_field row_fields[] = {
    NEIGHBOUR_FIELD(float, x, "f"),       NEIGHBOUR_FIELD(float, y, "f"),
    NEIGHBOUR_FIELD(float, skin, "f"),    NEIGHBOUR_FIELD(float, built_x, "f"),
    NEIGHBOUR_FIELD(float, built_y, "f"), NEIGHBOUR_FIELD(float, built_skin, "f"),
    NEIGHBOUR_FIELD(uint8_t, moved, "b"), NEIGHBOUR_FIELD(int32_t, first_added, "i"),
};
static const sc_field moved_fields[] = {NEIGHBOUR_FIELD(int32_t, moved_rows, "i")};
static const sc_field added_fields[] = {NEIGHBOUR_FIELD(int32_t, next_added, "i")};
static const sc_table tables[] = {SC_TABLE(sc_neighbour_list, row_fields, row_capacity),
                                  SC_TABLE(sc_neighbour_list, pair_fields, pair_capacity),
                                  SC_TABLE(sc_neighbour_list, moved_fields, moved_capacity),
                                  SC_TABLE(sc_neighbour_list, added_fields, pair_capacity)};
const sc_store sc_neighbour_store = SC_STORE("neighbours", tables);

int32_t sc_neighbour_count(const sc_circles *circles, int table, bool most)
{
    const sc_neighbour_list *list = &circles->neighbours;
    if (!sc_neighbours_are_kept(circles))
    {
        return 0;
    }
    const int32_t built = list->grid.count, end = list->batch.end[SC_COLOURS];
    if (built <= 0 || built > INT32_MAX / 4 || end < 0 || end > list->added_end ||
        end > INT32_MAX / 4 || list->added_end > sc_neighbour_pair_capacity(end))
    {
        return -1;
    }
    const int32_t counts[] = {sc_neighbour_rows(built), list->added_end,
                              most ? sc_neighbour_moved_capacity(built) : list->moved_count,
                              list->added_end - end};
    return counts[table];
}

bool sc_neighbours_take_arrays(sc_circles *circles)
{
    sc_neighbour_list *list = &circles->neighbours;
    sc_arena *arena = &list->arena;
    const int32_t end = list->batch.end[SC_COLOURS], built = list->grid.count;
    list->pair_capacity = sc_neighbour_pair_capacity(end);
    list->row_capacity = sc_neighbour_rows(built);
    list->moved_capacity = sc_neighbour_moved_capacity(built);
    list->a = SC_TAKE(arena, int32_t, list->pair_capacity);
    list->b = SC_TAKE(arena, int32_t, list->pair_capacity);
    list->x = SC_TAKE(arena, float, list->row_capacity);
    list->y = SC_TAKE(arena, float, list->row_capacity);
    list->skin = SC_TAKE(arena, float, list->row_capacity);
    list->next_added = SC_TAKE(arena, int32_t, list->pair_capacity - end);
    return list->a != NULL && list->b != NULL && list->x != NULL && list->y != NULL &&
           list->skin != NULL && list->next_added != NULL && sc_neighbours_take_built(list);
}

/// Rows that were never listed have an infinite position.
static bool is_position(float x, float y)
{
    return (fabsf(x) <= 4.0f * SC_WORLD_REACH && fabsf(y) <= 4.0f * SC_WORLD_REACH) ||
           (x == INFINITY && y == INFINITY);
}

static bool is_skin(float skin) { return skin >= 0.0f && skin <= FLT_MAX; }

static const char *check_rows(sc_circles *circles)
{
    sc_neighbour_list *list = &circles->neighbours;
    int32_t moved = 0;
    for (int32_t row = 0; row < list->row_capacity; ++row)
    {
        REQUIRE(is_position(list->x[row], list->y[row]) && is_skin(list->skin[row]));
        REQUIRE(is_position(list->built_x[row], list->built_y[row]) &&
                is_skin(list->built_skin[row]));
        REQUIRE(row >= list->grid.count || list->built_x[row] < INFINITY);
        REQUIRE(list->moved[row] <= 1);
        moved += list->moved[row];
        const int32_t first = list->first_added[row];
        REQUIRE(first == -1 || (first >= list->batch.end[SC_COLOURS] && first < list->added_end));
    }
    REQUIRE(moved == list->moved_count);
    for (int32_t i = 0; i < list->moved_count; ++i)
    {
        const int32_t row = list->moved_rows[i];
        REQUIRE(row >= 0 && row < circles->count && list->moved[row] == 1);
        list->moved[row] = 2;  // each row is listed only once
    }
    for (int32_t i = 0; i < list->moved_count; ++i)
    {
        list->moved[list->moved_rows[i]] = 1;
    }
    return NULL;
}

const char *sc_neighbours_check(sc_circles *circles)
{
    const sc_neighbour_list *list = &circles->neighbours;
    if (!sc_neighbours_are_kept(circles))
    {
        return NULL;
    }
    REQUIRE(list->batch.begin == 0 && list->grid.count <= list->count &&
            list->count <= circles->count && circles->count <= list->row_capacity);
    REQUIRE(list->min_skin >= 0.0f && list->min_skin <= FLT_MAX && list->extra_skin >= 0.0f &&
            list->extra_skin <= FLT_MAX && list->slack >= 0.0f && list->slack <= FLT_MAX);
    const int32_t end = list->batch.end[SC_COLOURS];
    for (int32_t at = end; at < list->added_end; ++at)
    {
        const int32_t next = list->next_added[at - end];
        const bool pads = list->a[at] == list->b[at];
        REQUIRE(pads || next == -1 || (next >= end && next < at));
    }
    return check_rows(circles);
}
