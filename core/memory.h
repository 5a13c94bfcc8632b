/// Memory: the caller's allocator with a byte count, and the scratch arena of a step.
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
    uint64_t bytes;    ///< allocated now
    atomic_flag busy;  ///< a worker is allocating
} sc_memory;

/// Uses the allocator of the C library if the caller gave none.
sc_memory sc_memory_make(const scree_allocator *allocator);
/// Returns 64-byte aligned memory, not cleared, or null if out of memory. Any worker may call these
/// two functions; calls take turns.
void *sc_allocate(sc_memory *memory, size_t size);
void sc_release(sc_memory *memory, void *block, size_t size);

/// The capacity to grow to so that `needed` elements fit: half as much again, a multiple of 16.
int sc_grown(int capacity, int needed);

/// Scratch memory of one step. An arena keeps its peak size, so a steady step of one worker
/// allocates nothing. With several workers, a worker may take ranges that another one took in
/// earlier steps, and its arena then grows.
typedef struct sc_arena
{
    sc_memory *memory;
    char *base;
    size_t capacity, used;
    /// blocks allocated when the base was full; merged at the next reset
    struct sc_arena_spill *spills;
    size_t spilled, peak;  ///< bytes in `spills`; the largest total
} sc_arena;

/// A position in an arena. Memory taken after it can be given back.
typedef struct sc_arena_mark
{
    size_t used, spilled;
    struct sc_arena_spill *spills;
} sc_arena_mark;

void sc_arena_reset(sc_arena *arena);
sc_arena_mark sc_arena_mark_of(const sc_arena *arena);
/// Gives back the memory taken since the mark. Nothing may use that memory afterwards.
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
