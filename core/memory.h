/// Memory: the caller's allocator with a byte count, and the step's scratch arena.
#ifndef SC_MEMORY_H
#define SC_MEMORY_H

#include "core/block.h"
#include "scree/world.h"

#include <stdatomic.h>
#include <stddef.h>

#define SC_ALIGNMENT 64

typedef struct sc_memory
{
    scree_allocator allocator;
    uint64_t bytes;    ///< held now
    atomic_flag busy;  ///< a worker is allocating
} sc_memory;

/// Fills in the C library's allocator where the caller gave none.
sc_memory sc_memory_make(const scree_allocator *allocator);
/// 64-byte aligned, not cleared; null: no memory. Any worker may call these two, one gets its turn
/// at a time.
void *sc_allocate(sc_memory *memory, size_t size);
void sc_release(sc_memory *memory, void *block, size_t size);

/// Capacity to grow to so that `needed` fit: half more than before, a multiple of 16.
int sc_grown(int capacity, int needed);

/// Scratch memory of one step. Keeps its high water, so that a steady step of one worker allocates
/// nothing. Of several one may take ranges, and memory for them, that another one took before.
typedef struct sc_arena
{
    sc_memory *memory;
    char *base;
    size_t capacity, used;
    /// blocks taken when the base ran out, merged at the next reset
    struct sc_arena_spill *spills;
    size_t spilled, peak;  ///< bytes in `spills`; in all, before what was given back
} sc_arena;

/// Where an arena stands: what is taken after it can be given back.
typedef struct sc_arena_mark
{
    size_t used, spilled;
    struct sc_arena_spill *spills;
} sc_arena_mark;

void sc_arena_reset(sc_arena *arena);
sc_arena_mark sc_arena_mark_of(const sc_arena *arena);
/// Gives back what was taken since the mark, which is in no use any more.
void sc_arena_rewind(sc_arena *arena, sc_arena_mark mark);
void sc_arena_release(sc_arena *arena);
/// A block of memory of an arena: its base or a spill.
typedef struct sc_arena_piece
{
    const char *base;
    size_t bytes;
} sc_arena_piece;

/// Walks the blocks of an arena, the base first. `spill` keeps the place between calls; `first`
/// begins the walk. Returns false after the last block.
bool sc_arena_next_piece(const sc_arena *arena, struct sc_arena_spill **spill,
                         sc_arena_piece *piece, bool first);
/// Frees all allocations of the arena and allocates `size` bytes in one block. If `fresh` is not
/// null, it becomes the base of the arena; otherwise the base must have room.
char *sc_arena_replace(sc_arena *arena, void *fresh, size_t size);
void *sc_arena_take(sc_arena *arena, size_t size);  ///< 64-byte aligned; null: no memory
void *sc_arena_take_zeroed(sc_arena *arena, size_t size);

/// count elements of a type from an arena.
#define SC_TAKE(arena, type, count) ((type *)sc_arena_take(arena, sizeof(type) * (size_t)(count)))
#define SC_TAKE_ZEROED(arena, type, count) \
    ((type *)sc_arena_take_zeroed(arena, sizeof(type) * (size_t)(count)))

#endif
