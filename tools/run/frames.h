/// Frames of a run: the bodies with their numbers, and the rows of CSV files. frames_hdf5.h writes
/// them as HDF5.
#ifndef SCREE_TOOLS_FRAMES_H
#define SCREE_TOOLS_FRAMES_H

#include <scree/scree.h>

#include <stdio.h>

/// A body and its number.
typedef struct sc_frame_body
{
    scree_body_id id;
    int row, number;
} sc_frame_body;

/// The bodies of the last frame, by rising id. All zero before the first one.
typedef struct sc_frames
{
    int count, next_number;
    sc_frame_body *bodies;
} sc_frames;

/// Lists the bodies of the world as it is now. They are numbered from 0 in order of creation; the
/// number of a body that was destroyed is not used again. False: out of memory.
bool sc_frames_take(sc_frames *frames, scree_world *world);
/// The body of this id in the list; null if it is not there.
const sc_frame_body *sc_frames_find(const sc_frames *frames, scree_body_id id);
void sc_frames_destroy(sc_frames *frames);

void sc_frames_write_header(FILE *file);
/// The rows of the listed bodies.
void sc_frames_write(const sc_frames *frames, FILE *file, scree_world *world, int step,
                     double time);

#endif
