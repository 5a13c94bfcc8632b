/// Replays: reading numbers and room for arguments.
#include "state/recordings/replay.h"
#include "world/world_state.h"

#include <string.h>

typedef struct sc_replay_block
{
    struct sc_replay_block *next;
    size_t size;
    max_align_t data[];
} sc_replay_block;

uint64_t sc_replay_take(sc_replay *r, int bytes)
{
    if ((size_t)bytes > r->end - r->at)
    {
        r->damaged = true;
        r->at = r->end;
        return 0;
    }
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
    {
        value |= (uint64_t)r->data[r->at + (size_t)i] << (8 * i);
    }
    r->at += (size_t)bytes;
    return value;
}

float sc_replay_take_float(sc_replay *r)
{
    const uint32_t bits = (uint32_t)sc_replay_take(r, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void *sc_replay_room(sc_replay *r, size_t size)
{
    sc_replay_block *block =
        size < SIZE_MAX - sizeof *block ? sc_allocate(&r->memory, sizeof *block + size) : NULL;
    if (block == NULL)
    {
        r->no_memory = true;
        return NULL;
    }
    memset(block, 0, sizeof *block + size);
    block->size = sizeof *block + size;
    block->next = r->blocks;
    r->blocks = block;
    return block->data;
}

void sc_replay_release(sc_replay *r)
{
    while (r->blocks != NULL)
    {
        sc_replay_block *next = r->blocks->next;
        sc_release(&r->memory, r->blocks, r->blocks->size);
        r->blocks = next;
    }
}

uint64_t sc_replay_id(const sc_replay *r, uint64_t id)
{
    const uint64_t low = id & 0xffffffffffffu, number = r->world->number;
    const bool own = id >> 48 == r->number;
    // An id of another world stays an id of another world.
    return id == 0              ? 0
           : own                ? low | number << 48
           : id >> 48 == number ? low | (number ^ 1u) << 48
                                : id;
}
