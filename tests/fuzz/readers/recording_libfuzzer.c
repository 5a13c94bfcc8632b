/// Recordings from the inputs of libFuzzer (https://llvm.org/docs/LibFuzzer.html): each replays to
/// its end, differs, or is refused. An input that begins as a recording gets the header of this
/// build and right checksums of its snapshots; any other is a byte with the callbacks and then
/// records, which follow the snapshot of an empty world.
#include "tests/fuzz/readers/readers.h"

#include "state/recordings/recording_header.h"
#include "tests/support/recordings.h"

#include <stdlib.h>
#include <string.h>

enum
{
    HEADER = 36,     ///< bytes before the snapshot
    CALLBACKS = 26,  ///< the byte with the callbacks
    /// Bytes of a world: `scree replay` gives it 1 GiB, or as many for each byte of the file.
    WORLD_BYTES = 64 << 20,
    WORLD_MULTIPLE = 1000,
    /// Bytes that the reader takes for each byte of the file, and for any file.
    READER_MULTIPLE = 512,
    READER_BYTES = 1 << 16,
    KEYFRAME_BYTES = 1 << 20
};

typedef struct limited_memory
{
    size_t left;
} limited_memory;

static void *allocate(size_t size, void *context)
{
    limited_memory *memory = context;
    void *block = size <= memory->left ? aligned_alloc(64, size) : NULL;
    memory->left -= block != NULL ? size : 0;
    return block;
}

static void release(void *block, size_t size, void *context)
{
    ((limited_memory *)context)->left += size;
    free(block);
}

/// The header and the snapshot of an empty world.
static const test_recording *empty_recording(void)
{
    static test_recording recording;
    if (recording.size == 0)
    {
        const scree_world_def def = scree_world_def_default();
        scree_world *world = scree_world_create(&def);
        const scree_recording_def into = record_into(&recording, 1);
        if (scree_world_start_recording(world, &into) != SCREE_OK)
        {
            fuzz_fail("recording", "%s", scree_error_text(world));
        }
        const size_t begin = recording.size;
        (void)scree_world_stop_recording(world);
        recording.size = begin;
        scree_world_destroy(world);
    }
    return &recording;
}

/// The recording that an input stands for. The caller frees it.
static uint8_t *recording_of(const uint8_t *data, size_t size, size_t *bytes)
{
    const test_recording *empty = empty_recording();
    const int whole = size >= HEADER && memcmp(data, SC_RECORDING_MAGIC, 8) == 0;
    const size_t skipped = whole || size == 0 ? 0 : 1, begin = whole ? 0 : empty->size;
    *bytes = begin + size - skipped;
    uint8_t *recording = malloc(*bytes);
    if (recording == NULL)
    {
        abort();
    }
    memcpy(recording + begin, data + skipped, size - skipped);
    memcpy(recording, empty->bytes, whole ? CALLBACKS - 2 : empty->size);
    if (!whole)
    {
        recording[CALLBACKS] = size > 0 ? data[0] & 7 : 0;
    }
    fuzz_repair_inner_snapshots(recording, *bytes);
    return recording;
}

/// Seeks in a player: each step is reached, or an error says why not.
static void play(const uint8_t *recording, size_t bytes, const scree_world_def *world)
{
    scree_player_def def = scree_player_def_default();
    def.data = recording;
    def.size = bytes;
    def.worker_count = 1;
    def.keyframe_bytes = KEYFRAME_BYTES;
    def.allocator = world->allocator;
    scree_player *player = scree_player_create(&def);
    const int count = scree_player_get_state(player).step_count;
    const int steps[] = {count, count / 2, 0, count};
    for (int i = 0; i < 4 && player != NULL; ++i)
    {
        const scree_result result = scree_player_seek(player, steps[i]);
        if (result == SCREE_OK ? scree_player_get_state(player).step != steps[i]
                               : scree_error_text(NULL)[0] == '\0')
        {
            fuzz_fail("recording", "step %d of %d: result %d", steps[i], count, (int)result);
        }
    }
    scree_player_destroy(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t bytes;
    uint8_t *recording = recording_of(data, size, &bytes);
    const size_t world_bytes =
        bytes * WORLD_MULTIPLE > WORLD_BYTES ? bytes * WORLD_MULTIPLE : WORLD_BYTES;
    limited_memory memory = {world_bytes};
    scree_world_def def = scree_world_def_default();
    def.allocator = (scree_allocator){allocate, release, &memory};
    fuzz_begin_memory();
    sc_replay replay;
    sc_replay_state state = sc_replay_open(&replay, recording, bytes, &def);
    while (state == SC_REPLAY_CALL || state == SC_REPLAY_STEP)
    {
        state = sc_replay_next(&replay);
    }
    if (state != SC_REPLAY_END && replay.text[0] == '\0')
    {
        fuzz_fail("recording", "state %d without a reason", (int)state);
    }
    sc_replay_close(&replay);
    play(recording, bytes, &def);
    if (memory.left != world_bytes)
    {
        fuzz_fail("recording", "the world kept %zu bytes", world_bytes - memory.left);
    }
    fuzz_check_memory("recording", world_bytes + READER_MULTIPLE * bytes + READER_BYTES);
    free(recording);
    return 0;
}
