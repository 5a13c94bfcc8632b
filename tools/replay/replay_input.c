#include "replay_input.h"

#include "tools/common/output.h"

#include "scenes/files/input.h"
#include "state/recordings/recording_header.h"

#include <stdlib.h>
#include <string.h>

// Bytes that a world may take: the larger of these and of a number for each byte of the recording.
#define LEAST_MEMORY ((size_t)1 << 30)
#define MEMORY_OF_BYTE ((size_t)1000)
// Bytes that are read from a pipe.
#define MOST_OF_A_PIPE ((size_t)1 << 30)

unsigned char *sc_read_recording(const char *path, size_t *size)
{
    const char *why;
    FILE *file = sc_open_input(path, &why);
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    *size = 0;
    if (file == NULL)
    {
        sc_print_error("cannot read %s: %s", path, why);
        return NULL;
    }
    bool ok = true;
    const bool regular = sc_is_regular(file);
    // Pipes that begin as recordings do may be endless.
    while (ok && !feof(file) && (*size < 8 || memcmp(bytes, SC_RECORDING_MAGIC, 8) == 0))
    {
        if (!regular && *size >= MOST_OF_A_PIPE)
        {
            sc_print_error("%s: has more than 1 GiB; write it to a file first", path);
            free(bytes);
            fclose(file);
            return NULL;
        }
        if (*size == capacity)
        {
            capacity = 2 * capacity + 65536;
            unsigned char *more = realloc(bytes, capacity);
            ok = more != NULL;
            bytes = ok ? more : bytes;
        }
        *size += ok ? fread(bytes + *size, 1, capacity - *size, file) : 0;
        ok = ok && !ferror(file);
    }
    if (!ok)
    {
        sc_print_error("cannot read %s", path);
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static void *allocate(size_t size, void *context)
{
    sc_replay_memory *memory = context;
    void *block = size <= memory->left ? aligned_alloc(64, size) : NULL;
    memory->left -= block != NULL ? size : 0;
    return block;
}

static void release(void *block, size_t size, void *context)
{
    sc_replay_memory *memory = context;
    memory->left += size;
    free(block);
}

sc_replay_memory sc_replay_memory_of(size_t size)
{
    const size_t wanted = MEMORY_OF_BYTE * size;
    return (sc_replay_memory){.left = LEAST_MEMORY > wanted ? LEAST_MEMORY : wanted};
}

scree_allocator sc_replay_allocator(sc_replay_memory *memory)
{
    return (scree_allocator){allocate, release, memory};
}
