#include "tests/support/recordings.h"

#include <stdlib.h>
#include <string.h>

static bool append(const void *data, size_t size, void *context)
{
    test_recording *recording = context;
    if (recording->limit > 0 && recording->size + size > recording->limit)
    {
        return false;
    }
    if (recording->size + size > recording->capacity)
    {
        recording->capacity = 2 * (recording->size + size);
        recording->bytes = realloc(recording->bytes, recording->capacity);
        if (recording->bytes == NULL)
        {
            abort();
        }
    }
    memcpy(recording->bytes + recording->size, data, size);
    recording->size += size;
    return true;
}

scree_recording_def record_into(test_recording *recording, int hash_interval)
{
    scree_recording_def def = scree_recording_def_default();
    *recording = (test_recording){.limit = recording->limit};
    def.write = append;
    def.context = recording;
    def.hash_interval = hash_interval;
    return def;
}

void end_recording(test_recording *recording)
{
    free(recording->bytes);
    *recording = (test_recording){0};
}

test_replay replay_recording(const unsigned char *bytes, size_t size, scree_simd simd, int workers)
{
    scree_world_def def = scree_world_def_default();
    def.simd = scree_simd_is_supported(simd) ? simd : SCREE_SIMD_SCALAR;
    def.worker_count = workers;
    sc_replay replay;
    test_replay done = {.state = sc_replay_open(&replay, bytes, size, &def)};
    while (done.state == SC_REPLAY_CALL || done.state == SC_REPLAY_STEP)
    {
        done.state = sc_replay_next(&replay);
    }
    done.calls = replay.calls;
    done.steps = replay.steps;
    done.hash = scree_world_state_hash(replay.world);
    memcpy(done.text, replay.text, sizeof done.text);
    sc_replay_close(&replay);
    return done;
}

bool change_contact(const scree_contact_info *info, void *context)
{
    const int call = ++*(int *)context;
    if (info->surface != NULL)
    {
        info->surface->friction = 0.1f * (float)(call % 7);
        info->manifold->points[0].separation -= 0.001f * (float)(call % 3);
    }
    return call % 11 != 0;
}

void mix_as_counted(const scree_material *a, const scree_material *b, scree_contact_material *mixed,
                    void *context)
{
    (void)a;
    (void)b;
    mixed->restitution = 0.05f * (float)(++*(int *)context % 5);
}
