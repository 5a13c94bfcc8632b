/// A recording from a file, and the memory of a world that repeats it.
#ifndef SCREE_TOOLS_REPLAY_INPUT_H
#define SCREE_TOOLS_REPLAY_INPUT_H

#include <scree/scree.h>

/// The bytes of a file, or null with a line on stderr. The caller frees them.
unsigned char *sc_read_recording(const char *path, size_t *size);

/// Memory of a world up to a limit: with one number of a damaged file, a call takes any amount.
typedef struct sc_replay_memory
{
    size_t left;
} sc_replay_memory;

/// For a recording of `size` bytes.
sc_replay_memory sc_replay_memory_of(size_t size);
scree_allocator sc_replay_allocator(sc_replay_memory *memory);

#endif
