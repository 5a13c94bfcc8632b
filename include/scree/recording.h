/// Recordings: the calls that change a world, as a stream of bytes that repeats them elsewhere.
///
///     static bool write(const void *data, size_t size, void *context)
///     {
///         return fwrite(data, 1, size, context) == size;
///     }
///     ...
///     scree_recording_def def = scree_recording_def_default();
///     def.write = write;
///     def.context = file;
///     scree_world_start_recording(world, &def);
///     ...                                         // any calls
///     scree_result result = scree_world_stop_recording(world);
///
/// `scree replay FILE` repeats a recording, compares the results of its calls and the recorded
/// hashes of the state, and names the first call that differs; a player (player.h) goes to any of
/// its steps, forwards and back. A recording begins with a snapshot
/// (snapshot.h) of the world, so that it may begin at any time. It holds the arguments and results
/// of the calls that change the state of the world, the values that the program writes to live
/// arrays, and the results of the callbacks for filters, pre-solve and mixing, so that it replays
/// without the program. It does not hold queries and other calls that only read. docs/files.md
/// describes the format.
///
/// Calls that move a mover with a callback and calls made in a callback for errors cannot be
/// recorded. Such a call ends the recording with an error that names it.
#ifndef SCREE_RECORDING_H
#define SCREE_RECORDING_H

#include "base.h"
#include "world.h"

#include <stddef.h>

/// Takes the next `size` bytes of a recording, on the thread that calls the world: at the start, at
/// the end, and after each recorded call. Returns whether it took them: false ends the recording.
/// It must not call into the world.
typedef bool scree_recording_callback(const void *data, size_t size, void *context);

typedef struct scree_recording_def
{
    uint32_t version;  ///< set by scree_recording_def_default(); do not write
    scree_recording_callback *write;
    void *context;
    /// steps from one recorded state hash to the next: 1 to 1e6; 0: only the hash of the end. A
    /// replay compares the hashes; one hash takes about as long as six steps of a pile.
    int hash_interval;
} scree_recording_def;

/// No callback, a hash every 300 steps.
SCREE_API SCREE_NODISCARD scree_recording_def scree_recording_def_default(void);

/// Begins to record a world: hands a header and a snapshot of the world to the callback, then each
/// later call that changes the state. The snapshot contains values that the program has written to
/// live arrays before. The recording takes memory of the world: up to about twice the bytes of its
/// largest record, and 16 bytes for each body, particle and soft vertex, if the program has taken
/// the live arrays of these.
///
/// Errors: SCREE_ERROR_NULL, also for `def.write`; SCREE_ERROR_VERSION; SCREE_ERROR_LOCKED during a
/// step; SCREE_ERROR_ARGUMENT if a recording of the world runs already, or `hash_interval` is out
/// of range; SCREE_ERROR_OUT_OF_MEMORY; SCREE_ERROR_CAPACITY if the callback refused the bytes.
/// On error no recording begins; one that runs already continues.
SCREE_API scree_result scree_world_start_recording(scree_world *world,
                                                   const scree_recording_def *def);

/// Ends the recording with the hash of the state. Returns the error that ended the recording
/// earlier, if one did. The call that caused that error also stored it as the last error of the
/// world (scree_error_text), and otherwise had the same effect and result as without a recording.
/// Errors: SCREE_ERROR_CAPACITY if the callback refused bytes; SCREE_ERROR_ARGUMENT if the program
/// made a call that cannot be recorded, or began no recording; SCREE_ERROR_OUT_OF_MEMORY.
SCREE_API scree_result scree_world_stop_recording(scree_world *world);

/// Whether a recording of the world runs; false after an error ended it.
SCREE_API bool scree_world_is_recording(const scree_world *world);

#endif
