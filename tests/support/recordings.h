/// Recordings in memory, and replays of them. Needs only the library.
#ifndef SC_TEST_RECORDINGS_H
#define SC_TEST_RECORDINGS_H

#include "state/recordings/replay.h"

typedef struct test_recording
{
    unsigned char *bytes;
    size_t size, capacity;
    size_t limit;  ///< bytes that are taken; 0: any number
} test_recording;

/// A definition that appends to a recording, which begins empty.
scree_recording_def record_into(test_recording *recording, int hash_interval);
void end_recording(test_recording *recording);

/// How a replay ended.
typedef struct test_replay
{
    sc_replay_state state;
    uint64_t calls, steps;
    uint64_t hash;  ///< of the state at the end
    char text[256];
} test_replay;

/// Repeats the first `size` bytes of a recording.
test_replay replay_recording(const unsigned char *bytes, size_t size, scree_simd simd, int workers);

/// Callbacks whose answers depend on how often they were called: `context` is an int, the number of
/// calls.
bool change_contact(const scree_contact_info *info, void *context);
void mix_as_counted(const scree_material *a, const scree_material *b, scree_contact_material *mixed,
                    void *context);

#endif
