#include "core/memory.h"

#include "core/assert.h"
#include "core/platform.h"

#include <string.h>

enum
{
    /// The memory that an arena keeps beyond the need of the last step: this fraction (1/8) of the
    /// need, and at most MAX_SPARE bytes.
    SPARE_FRACTION = 8,
    MAX_SPARE = 8 << 20
};

static void *standard_allocate(size_t size, void *context)
{
    (void)context;
    return sc_system_allocate(size);
}

static void standard_release(void *memory, size_t size, void *context)
{
    (void)context;
    (void)size;
    sc_system_free(memory);
}

sc_memory sc_memory_make(const scree_allocator *allocator)
{
    sc_memory memory = {.allocator = *allocator, .busy = ATOMIC_FLAG_INIT};
    if (memory.allocator.allocate == NULL)
    {
        memory.allocator = (scree_allocator){standard_allocate, standard_release, NULL};
    }
    return memory;
}

static size_t round_up_size(size_t size)
{
    return (size + SC_ALIGNMENT - 1) / SC_ALIGNMENT * SC_ALIGNMENT;
}

static void lock_memory(sc_memory *memory)
{
    while (atomic_flag_test_and_set_explicit(&memory->busy, memory_order_acquire))
    {
        sc_yield();
    }
}

static void unlock_memory(sc_memory *memory)
{
    atomic_flag_clear_explicit(&memory->busy, memory_order_release);
}

void *sc_allocate(sc_memory *memory, size_t size)
{
    size = round_up_size(size);
    lock_memory(memory);
    void *block = size > 0 ? memory->allocator.allocate(size, memory->allocator.context) : NULL;
    memory->bytes += block != NULL ? size : 0;
    unlock_memory(memory);
    return block;
}

void sc_release(sc_memory *memory, void *block, size_t size)
{
    if (block != NULL)
    {
        size = round_up_size(size);
        lock_memory(memory);
        SC_ASSERT(memory->bytes >= size);
        memory->bytes -= size;
        memory->allocator.release(block, size, memory->allocator.context);
        unlock_memory(memory);
    }
}

int sc_grown(int capacity, int needed)
{
    SC_ASSERT(capacity >= 0 && needed >= 0);
    int64_t grown = (int64_t)capacity + capacity / 2;
    grown = grown < needed ? needed : grown;
    grown = grown < 32 ? 32 : (grown + 15) / 16 * 16;
    return grown > INT32_MAX - 64 ? INT32_MAX / 16 * 16 - 64 : (int)grown;
}

typedef struct sc_arena_spill
{
    struct sc_arena_spill *next;
    size_t size;
} sc_arena_spill;

static size_t taken(const sc_arena *arena) { return arena->used + arena->spilled; }

/// Frees all blocks newer than `last`.
static void drop_spills(sc_arena *arena, const sc_arena_spill *last)
{
    while (arena->spills != last)
    {
        SC_ASSERT(arena->spills != NULL);
        sc_arena_spill *next = arena->spills->next;
        sc_release(arena->memory, arena->spills, arena->spills->size);
        arena->spills = next;
    }
}

sc_arena_mark sc_arena_mark_of(const sc_arena *arena)
{
    return (sc_arena_mark){arena->used, arena->spilled, arena->spills};
}

void sc_arena_rewind(sc_arena *arena, sc_arena_mark mark)
{
    SC_ASSERT(mark.used <= arena->used && mark.spilled <= arena->spilled);
    arena->peak = arena->peak > taken(arena) ? arena->peak : taken(arena);
    drop_spills(arena, mark.spills);
    arena->used = mark.used;
    arena->spilled = mark.spilled;
}

void sc_arena_reset(sc_arena *arena)
{
    SC_ASSERT(arena->used <= arena->capacity);
    SC_ASSERT((arena->spilled > 0) == (arena->spills != NULL));
    size_t peak = arena->peak > taken(arena) ? arena->peak : taken(arena);
    if (peak > arena->capacity)
    {
        // Keep a little more than the last step took, so that slow growth does not spill in every
        // step.
        size_t spare = peak / SPARE_FRACTION < MAX_SPARE ? peak / SPARE_FRACTION : MAX_SPARE;
        size_t wanted = round_up_size(peak + spare);
        drop_spills(arena, NULL);
        sc_release(arena->memory, arena->base, arena->capacity);
        arena->base = sc_allocate(arena->memory, wanted);
        arena->capacity = arena->base != NULL ? wanted : 0;
    }
    arena->used = arena->spilled = arena->peak = 0;
}

void sc_arena_release(sc_arena *arena)
{
    drop_spills(arena, NULL);
    sc_release(arena->memory, arena->base, arena->capacity);
    *arena = (sc_arena){.memory = arena->memory};
}

bool sc_arena_next_piece(const sc_arena *arena, struct sc_arena_spill **spill,
                         sc_arena_piece *piece, bool first)
{
    if (first)
    {
        *spill = NULL;
        *piece = (sc_arena_piece){arena->base, arena->used};
        return true;
    }
    *spill = *spill == NULL ? arena->spills : (*spill)->next;
    if (*spill != NULL)
    {
        *piece =
            (sc_arena_piece){(const char *)*spill + SC_ALIGNMENT, (*spill)->size - SC_ALIGNMENT};
    }
    return *spill != NULL;
}

char *sc_arena_replace(sc_arena *arena, void *fresh, size_t size)
{
    SC_ASSERT(size % SC_ALIGNMENT == 0 && (fresh != NULL || size <= arena->capacity));
    drop_spills(arena, NULL);
    if (fresh != NULL)
    {
        sc_release(arena->memory, arena->base, arena->capacity);
        arena->base = fresh;
        arena->capacity = size;
    }
    arena->spilled = arena->peak = 0;
    arena->used = size;
    return arena->base;
}

void *sc_arena_take(sc_arena *arena, size_t size)
{
    SC_ASSERT(arena->memory != NULL);
    SC_ASSERT(arena->used <= arena->capacity && arena->used % SC_ALIGNMENT == 0);
    size = round_up_size(size > 0 ? size : 1);
    if (arena->used + size <= arena->capacity)
    {
        void *block = arena->base + arena->used;
        arena->used += size;
        return block;
    }
    sc_arena_spill *spill = sc_allocate(arena->memory, size + SC_ALIGNMENT);
    if (spill == NULL)
    {
        return NULL;
    }
    spill->next = arena->spills;
    spill->size = size + SC_ALIGNMENT;
    arena->spills = spill;
    arena->spilled += size;
    return (char *)spill + SC_ALIGNMENT;
}

void *sc_arena_take_zeroed(sc_arena *arena, size_t size)
{
    void *block = sc_arena_take(arena, size);
    if (block != NULL)
    {
        memset(block, 0, size);
    }
    return block;
}
