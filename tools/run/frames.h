/// Poses and velocities of all bodies, as CSV with a row for each body and frame.
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

void sc_frames_write_header(FILE *file);
/// Bodies are numbered from 0 in order of creation; the number of a body that was destroyed is not
/// used again. False: out of memory.
bool sc_frames_write(sc_frames *frames, FILE *file, scree_world *world, int step, double time);
void sc_frames_destroy(sc_frames *frames);

#endif
