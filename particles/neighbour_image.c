#include "particles/neighbour_image.h"

#include "core/assert.h"

#include <string.h>

/// The head of a list in an image, before the bytes of its arena.
typedef struct list_head
{
    int32_t piece_count;
    bool listed;  ///< the list belongs to the last step
    uint64_t bytes;
} list_head;

#define POINTER(name) offsetof(sc_neighbour_list, name)

/// The pointers of a list, except those of the grid's levels. All of them lead into its arena.
static const size_t pointers[] = {
    POINTER(a),          POINTER(b),           POINTER(x),          POINTER(y),
    POINTER(skin),       POINTER(grid.aabbs),  POINTER(grid.slots), POINTER(grid.places),
    POINTER(built_x),    POINTER(built_y),     POINTER(built_skin), POINTER(moved),
    POINTER(moved_rows), POINTER(first_added), POINTER(next_added),
};

static list_head head_of(const sc_circles *circles)
{
    const sc_neighbour_list *list = &circles->neighbours;
    list_head head = {.listed = circles->listed};
    const bool kept = list->valid || head.listed;
    struct sc_arena_spill *spill = NULL;
    sc_arena_piece piece;
    for (bool first = true; kept && sc_arena_next_piece(&list->arena, &spill, &piece, first);
         first = false)
    {
        ++head.piece_count;
        head.bytes += piece.bytes;
    }
    return head;
}

void sc_neighbours_put(sc_image_writer *writer, const sc_circles *circles)
{
    const sc_neighbour_list *list = &circles->neighbours;
    const list_head head = head_of(circles);
    const bool kept = head.piece_count > 0;
    struct sc_arena_spill *spill = NULL;
    sc_arena_piece piece;
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

/// The pieces of memory that old pointers lead into: the pieces in an image, or those of the
/// present arena of a list.
typedef struct old_pieces
{
    const char *in_image;  ///< null: those of `arena`
    const sc_arena *arena;
    int count;
} old_pieces;

/// The new address of the target of an old pointer. `base` is the new address of the first piece.
static void *moved_to(const void *old, const old_pieces *pieces, char *base)
{
    struct sc_arena_spill *spill = NULL;
    for (int i = 0; i < pieces->count; ++i)
    {
        sc_arena_piece piece = {0};
        if (pieces->in_image != NULL)
        {
            memcpy(&piece, pieces->in_image + sizeof piece * (size_t)i, sizeof piece);
        }
        else
        {
            sc_arena_next_piece(pieces->arena, &spill, &piece, i == 0);
        }
        const uintptr_t at = (uintptr_t)old - (uintptr_t)piece.base;
        if (at < piece.bytes)
        {
            return base + at;
        }
        base += piece.bytes;
    }
    return NULL;
}

/// Replaces the list by `list`. The bytes of its arena are already in place, from `base` on.
static void take_list(sc_circles *circles, sc_neighbour_list *list, const old_pieces *pieces,
                      char *base, bool listed)
{
    list->arena = circles->neighbours.arena;
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; ++i)
    {
        void *pointer;
        memcpy(&pointer, (char *)list + pointers[i], sizeof pointer);
        pointer = moved_to(pointer, pieces, base);
        memcpy((char *)list + pointers[i], &pointer, sizeof pointer);
    }
    for (int i = 0; i < list->grid.level_count; ++i)
    {
        list->grid.levels[i].cell_begin = moved_to(list->grid.levels[i].cell_begin, pieces, base);
    }
    circles->neighbours = *list;
    circles->listed = listed;
    SC_ASSERT(!list->valid || list->x != NULL);
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
    const old_pieces pieces = {.in_image = reader->at, .count = head.piece_count};
    reader->at += sizeof(sc_arena_piece) * (size_t)head.piece_count;
    char *base = sc_arena_replace(&circles->neighbours.arena, fresh, (size_t)head.bytes);
    sc_image_get(reader, base, (size_t)head.bytes);
    take_list(circles, &list, &pieces, base, head.listed);
}

bool sc_neighbours_reserve_copy(const sc_circles *from, const sc_circles *circles,
                                sc_memory *memory, void **fresh)
{
    const list_head head = head_of(from);
    const bool room = head.bytes <= circles->neighbours.arena.capacity;
    *fresh = room ? NULL : sc_allocate(memory, (size_t)head.bytes);
    return room || *fresh != NULL;
}

void sc_neighbours_copy(const sc_circles *from, sc_circles *circles, void *fresh)
{
    const list_head head = head_of(from);
    circles->spare.valid = false;
    if (head.piece_count == 0)
    {
        sc_circles_drop_neighbours(circles);
        return;
    }
    sc_neighbour_list list = from->neighbours;
    const old_pieces pieces = {.arena = &from->neighbours.arena, .count = head.piece_count};
    char *base = sc_arena_replace(&circles->neighbours.arena, fresh, (size_t)head.bytes),
         *at = base;
    struct sc_arena_spill *spill = NULL;
    sc_arena_piece piece;
    for (int i = 0; i < head.piece_count; ++i)
    {
        sc_arena_next_piece(pieces.arena, &spill, &piece, i == 0);
        if (piece.bytes > 0)
        {
            memcpy(at, piece.base, piece.bytes);
            at += piece.bytes;
        }
    }
    take_list(circles, &list, &pieces, base, head.listed);
}
