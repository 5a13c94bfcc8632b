/// Checkpoints of a run: files from which a later process continues with the same bits. A
/// checkpoint holds a snapshot of the world, the state of the scene outside of it, the number of
/// steps, and the settings that decide how the run continues (docs/files.md).
#ifndef SCREE_TOOLS_CHECKPOINT_H
#define SCREE_TOOLS_CHECKPOINT_H

#include "run_options.h"
#include "tools/common/replacement.h"

typedef struct sc_checkpoint
{
    int step;  ///< steps taken
    double time, dt;
    uint64_t built;  ///< hash of the world as the scene built it
    uint64_t seed;
    int size, variant, substeps, solver, iterations;
    unsigned flags;
    unsigned name_bytes, ragdoll_count;
    const unsigned char *name, *ragdolls, *snapshot;  ///< in `bytes`
    size_t snapshot_bytes;
    unsigned char *bytes;
} sc_checkpoint;

/// Describes the run that the scene was just built for.
sc_checkpoint sc_checkpoint_of(const sc_run_options *options, const scree_world *world,
                               const scree_scene_state *state);

/// Writes the file after `step` steps. False, and a line on stderr, if that fails; the file of an
/// earlier checkpoint is then as it was.
bool sc_checkpoint_write(const sc_checkpoint *run, sc_replacement *file, const scree_world *world,
                         const scree_scene_state *state, int step);

/// Reads a file. False, and a line on stderr, if it is no checkpoint or is damaged.
bool sc_checkpoint_read(sc_checkpoint *checkpoint, const char *path);
void sc_checkpoint_destroy(sc_checkpoint *checkpoint);

/// Takes the world and the state of the scene, as built, to the checkpoint. False, and a line on
/// stderr, if the checkpoint belongs to another run than `run`, or if its step is after `last`.
bool sc_checkpoint_restore(const sc_checkpoint *checkpoint, const sc_checkpoint *run,
                           const char *path, int last, scree_world *world,
                           scree_scene_state *state);

#endif
