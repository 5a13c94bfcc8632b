/// Snapshots from the inputs of libFuzzer (https://llvm.org/docs/LibFuzzer.html): each is refused,
/// or loads and steps. The size and the checksum of an input are corrected first, since hardly any
/// input would pass them. tests/snapshots has files to begin with.
#include "tests/fuzz/readers/readers.h"

#include <scree/scree.h>

#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 10,
    MULTIPLE = 24  ///< of the bytes of the snapshot, and 1 MiB: docs/files.md
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
    fuzz_repair_snapshot(bytes, size);
    fuzz_begin_memory();
    const scree_result result = scree_world_load_snapshot(world, bytes, size);
    fuzz_check_memory("snapshot", MULTIPLE * size + (1 << 20));
    const size_t again = result == SCREE_OK ? scree_world_snapshot_size(world) : 0;
    if (result != SCREE_OK && result != SCREE_ERROR_ARGUMENT)
    {
        fuzz_fail("snapshot", "%s", scree_error_text(world));
    }
    if (again > size)
    {
        fuzz_fail("snapshot", "%zu bytes give a world of %zu", size, again);
    }
    for (int i = 0; i < STEPS && result == SCREE_OK; ++i)
    {
        (void)scree_world_step(world, 1.0f / 60.0f, 4);
    }
    scree_world_destroy(world);
    free(bytes);
    return 0;
}
