/// Recordings of a pair of worlds, which must replay to the state that each world ends with.
#include "tests/fuzz/fuzz.h"

void fuzz_begin_recordings(fuzz *f)
{
    for (int i = 0; i < 2; ++i)
    {
        const scree_recording_def def = record_into(&f->side[i].recording, 1);
        const scree_result begun = scree_world_start_recording(f->side[i].world, &def);
        if (begun != SCREE_OK)
        {
            fuzz_find(f, "no recording began: %s", scree_error_text(f->side[i].world));
        }
    }
}

void fuzz_check_recordings(fuzz *f)
{
    for (int i = 0; i < 2 && f->found[0] == 0; ++i)
    {
        test_recording *recording = &f->side[i].recording;
        const uint64_t hash = scree_world_state_hash(f->side[i].world);
        // A call that recordings do not hold, or an allocation that fails, ends a recording early.
        const bool complete = scree_world_stop_recording(f->side[i].world) == SCREE_OK;
        const test_replay done =
            replay_recording(recording->bytes, recording->size, SCREE_SIMD_SSE2, 1);
        const sc_replay_state expected = complete ? SC_REPLAY_END : SC_REPLAY_TRUNCATED;
        if (done.state != expected || (complete && done.hash != hash))
        {
            fuzz_find(f, "replay of world %d: %s", i, done.text);
        }
        if (complete && f->options.keep != NULL)
        {
            f->options.keep(recording, f->options.keep_context);
        }
        ++*(complete ? &f->totals->replays : &f->totals->cut_replays);
        end_recording(recording);
    }
}
