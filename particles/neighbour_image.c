#include "particles/neighbour_image.h"

#include "core/assert.h"

#include <string.h>

/// What stands before the bytes of the list's arena.
typedef struct list_head
{
    int32_t piece_count;
    bool listed;  ///< the list is that of the last step
    uint64_t bytes;
} list_head;

#define POINTER(name) offsetof(sc_neighbour_list, name)

/// Pointers of a list, but for those of the grid's levels; all lead into its arena.
static const size_t pointers[] = {
    POINTER(a),          POINTER(b),           POINTER(x),          POINTER(y),
    POINTER(skin),       POINTER(grid.aabbs),  POINTER(grid.slots), POINTER(grid.places),
    POINTER(built_x),    POINTER(built_y),     POINTER(built_skin), POINTER(moved),
    POINTER(moved_rows), POINTER(first_added), POINTER(next_added),
};

void sc_neighbours_put(sc_image_writer *writer, const sc_circles *circles)
{
    const sc_neighbour_list *list = &circles->neighbours;
    SC_ASSERT(circles->listed == NULL || circles->listed == list);
    list_head head = {.listed = circles->listed != NULL};
    const bool kept = list->valid || head.listed;
    struct sc_arena_spill *spill = NULL;
    sc_arena_piece piece;
    for (bool first = true; kept && sc_arena_next_piece(&list->arena, &spill, &piece, first);
         first = false)
    {
        ++head.piece_count;
        head.bytes += piece.bytes;
    }
    sc_image_put(writer, &head, sizeof head);
    sc_image_put(writer, list, kept ? sizeof *list : 0);
    for (int pass = 0; pass < 2 && kept; ++pass)
    {
        for (bool first = true; sc_arena_next_piece(&list->arena, &spill, &piece, first);
             first = false)
        {
            sc_image_put(writer, pass == 0 ? (const void *)&piece : piece.base,
                         pass == 0 ? sizeof piece : piece.bytes);
        }
    }
}

bool sc_neighbours_reserve(sc_image_reader *reader, const sc_circles *circles, sc_memory *memory,
                           void **fresh)
{
    list_head head;
    sc_image_get(reader, &head, sizeof head);
    reader->at += head.piece_count > 0 ? sizeof(sc_neighbour_list) : 0;
    reader->at += sizeof(sc_arena_piece) * (size_t)head.piece_count + (size_t)head.bytes;
    *fresh = NULL;
    if (head.bytes > circles->neighbours.arena.capacity)
    {
        *fresh = sc_allocate(memory, (size_t)head.bytes);
        return *fresh != NULL;
    }
    return true;
}

/// Where what an old pointer led to is now. `pieces`: heads of the image, `base`: where the bytes
/// of the first one are now.
static void *moved_to(const void *old, const char *pieces, int count, char *base)
{
    for (int i = 0; i < count; ++i)
    {
        sc_arena_piece piece;
        memcpy(&piece, pieces + sizeof piece * (size_t)i, sizeof piece);
        const uintptr_t at = (uintptr_t)old - (uintptr_t)piece.base;
        if (at < piece.bytes)
        {
            return base + at;
        }
        base += piece.bytes;
    }
    return NULL;
}

void sc_neighbours_get(sc_image_reader *reader, sc_circles *circles, void *fresh)
{
    list_head head;
    sc_neighbour_list list;
    sc_image_get(reader, &head, sizeof head);
    circles->spare.valid = false;
    if (head.piece_count == 0)
    {
        sc_circles_drop_neighbours(circles);
        return;
    }
    sc_image_get(reader, &list, sizeof list);
    const char *pieces = reader->at;
    reader->at += sizeof(sc_arena_piece) * (size_t)head.piece_count;
    char *base = sc_arena_replace(&circles->neighbours.arena, fresh, (size_t)head.bytes);
    sc_image_get(reader, base, (size_t)head.bytes);
    list.arena = circles->neighbours.arena;
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; ++i)
    {
        void *pointer;
        memcpy(&pointer, (char *)&list + pointers[i], sizeof pointer);
        pointer = moved_to(pointer, pieces, head.piece_count, base);
        memcpy((char *)&list + pointers[i], &pointer, sizeof pointer);
    }
    for (int i = 0; i < list.grid.level_count; ++i)
    {
        list.grid.levels[i].cell_begin =
            moved_to(list.grid.levels[i].cell_begin, pieces, head.piece_count, base);
    }
    circles->neighbours = list;
    circles->listed = head.listed ? &circles->neighbours : NULL;
    SC_ASSERT(!list.valid || list.x != NULL);
}
