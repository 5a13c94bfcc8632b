/// Players: a recording (recording.h) in memory, played to any of its steps, forwards and back.
///
///     scree_player_def def = scree_player_def_default();
///     def.data = bytes;  // of a file, or as the callback of the recording got them
///     def.size = size;
///     scree_player *player = scree_player_create(&def);
///     int last = scree_player_get_state(player).step_count;
///     scree_player_seek(player, last);
///     scree_player_seek(player, last - 60);
///     scree_world_draw(scree_player_world(player), &draw);
///
/// A player repeats the calls in a world of its own and compares their results and the recorded
/// hashes, as `scree replay` does. It keeps images (image.h) of some steps as keyframes, within a
/// number of bytes, so that it goes back without beginning at the start: a seek restores the last
/// keyframe before its step and repeats the steps after it. The states have the same bits in every
/// order of seeks.
///
/// A recording may come from anywhere: a damaged one gives an error. Errors have their texts in the
/// calling thread (scree_error_text(NULL)).
#ifndef SCREE_PLAYER_H
#define SCREE_PLAYER_H

#include "base.h"
#include "world.h"

#include <stddef.h>

typedef struct scree_player scree_player;

typedef struct scree_player_def
{
    uint32_t version;  ///< set by scree_player_def_default(); do not write
    const void *data;  ///< a recording, any alignment; it must stay until the player is destroyed
    size_t size;       ///< bytes
    /// most bytes of keyframes; 0: none, every seek back begins at the start. With fewer bytes
    /// keyframes have more steps between them.
    size_t keyframe_bytes;
    // As in scree_world_def; the recording has all other settings of the world.
    scree_simd simd;
    int worker_count;
    scree_tasks tasks;
    scree_allocator allocator;  ///< also of the player and its keyframes
} scree_player_def;

/// No recording, 64 MiB of keyframes, the rest as in scree_world_def_default.
SCREE_API SCREE_NODISCARD scree_player_def scree_player_def_default(void);

/// Creates a player at step 0. Null on error: SCREE_ERROR_NULL, SCREE_ERROR_VERSION;
/// SCREE_ERROR_ARGUMENT for data that do not begin as a recording of this format, whose first
/// snapshot is refused (the text names the byte), or where a call before the first step gives an
/// error as in scree_player_seek, and for settings of the world; SCREE_ERROR_OUT_OF_MEMORY.
SCREE_API SCREE_NODISCARD scree_player *scree_player_create(const scree_player_def *def);
/// Destroys a player with its world; null is allowed.
SCREE_API void scree_player_destroy(scree_player *player);

/// Goes to a step. `step`: 0, before the first step and after the calls that precede it; N, right
/// after step N; step_count, the end, after all recorded calls. A seek to the step that the last
/// seek reached does nothing, also if the program has changed the world since.
///
/// Errors: SCREE_ERROR_NULL; SCREE_ERROR_ARGUMENT for a step that the recording lacks, and if a
/// call on the way, or the step itself, returns or leaves something else than recorded, or is
/// damaged: the text has the call and the step, or the byte, and the world is as that call left it.
/// SCREE_ERROR_OUT_OF_MEMORY: the world is not that of any step. After an error the next seek
/// restores a keyframe or begins at the start, so that other steps may be sought, and the same step
/// once there is memory.
SCREE_API scree_result scree_player_seek(scree_player *player, int step);

typedef struct scree_player_state
{
    /// steps made since the beginning of the recording, up to the call that failed if the last seek
    /// gave an error
    int step;
    int step_count;  ///< of the recording
    double time;     ///< simulated since the beginning, s
    /// The recording has its last record. If it lacks one, as after a crash of the program,
    /// step_count is the number of steps before the place where it ends.
    bool complete;
    int keyframe_count;
    size_t keyframe_bytes;  ///< in use
} scree_player_state;

/// All zero for null.
SCREE_API scree_player_state scree_player_get_state(const scree_player *player);

/// The world, the same one until the player is destroyed; null for null. The program may read,
/// draw, query and fork it. It should not change it: later steps then differ from the recording, or
/// a seek may undo the change. It must not destroy it.
SCREE_API scree_world *scree_player_world(const scree_player *player);

#endif
