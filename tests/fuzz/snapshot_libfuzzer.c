/// Snapshots from the inputs of libFuzzer (https://llvm.org/docs/LibFuzzer.html): each is refused,
/// or loads and steps. The size and the checksum of an input are corrected first, since hardly any
/// input would pass them. tests/snapshots has files to begin with.
#include "state/snapshot_file.h"

#include <scree/scree.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 10
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size + 1);
    const scree_world_def def = scree_world_def_default();
    scree_world *world = scree_world_create(&def);
    if (bytes == NULL || world == NULL)
    {
        abort();
    }
    memcpy(bytes, data, size);
    if (size >= SC_SNAPSHOT_HEADER)
    {
        sc_snapshot_put(bytes + 16, size, 8);
        sc_snapshot_put(bytes + 40, sc_snapshot_checksum(bytes, size), 8);
    }
    const scree_result result = scree_world_load_snapshot(world, bytes, size);
    const size_t again = result == SCREE_OK ? scree_world_snapshot_size(world) : 0;
    if (result != SCREE_OK && result != SCREE_ERROR_ARGUMENT)
    {
        fprintf(stderr, "scree_snapshot_libfuzzer: %s\n", scree_error_text(world));
        abort();
    }
    if (again > size)
    {
        fprintf(stderr, "scree_snapshot_libfuzzer: %zu bytes give a world of %zu\n", size, again);
        abort();
    }
    for (int i = 0; i < STEPS && result == SCREE_OK; ++i)
    {
        (void)scree_world_step(world, 1.0f / 60.0f, 4);
    }
    scree_world_destroy(world);
    free(bytes);
    return 0;
}
