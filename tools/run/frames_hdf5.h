/// Frames of a run as one HDF5 file: the bodies in the layout VTKHDF, version 2.0, with time steps;
/// contacts, joints and scalars as groups beside it (docs/files.md).
#ifndef SCREE_TOOLS_FRAMES_HDF5_H
#define SCREE_TOOLS_FRAMES_HDF5_H

#include "frames.h"

#include <scree/scree.h>

#include <stdbool.h>

/// The fields that --fields chooses.
enum
{
    SC_FIELD_ANGLE = 1,
    SC_FIELD_VELOCITY = 2,
    SC_FIELD_ANGULAR_VELOCITY = 4,
    SC_FIELD_MASS = 8,
    SC_FIELD_SHAPE = 16,
    SC_FIELD_BODIES = 31,  ///< all of the above
    SC_FIELD_OUTLINES = 32,
    SC_FIELD_CONTACTS = 64,
    SC_FIELD_JOINTS = 128,
    SC_FIELD_SCALARS = 256,
    SC_FIELD_DEFAULT = SC_FIELD_BODIES | SC_FIELD_SCALARS
};

/// Whether frames of this name are written as HDF5; null is not.
bool sc_frames_are_hdf5(const char *path);
/// False, and a line on stderr, if the words are not those of fields.
bool sc_parse_fields(const char *text, int *fields);

typedef struct sc_frames_hdf5 sc_frames_hdf5;

/// Null, and a line on stderr, if the file cannot be written or if this build has no HDF5.
sc_frames_hdf5 *sc_frames_hdf5_create(const char *path, int fields);
/// Outlines of half-spaces are clipped to the view.
void sc_frames_hdf5_set_view(sc_frames_hdf5 *file, scree_aabb view);
/// Writes a frame of the listed bodies. False, and a line on stderr, on error.
bool sc_frames_hdf5_write(sc_frames_hdf5 *file, const sc_frames *frames, scree_world *world,
                          int step, double time);
/// Closes the file and gives it its name if `complete`, else removes it. False, and a line on
/// stderr, if it is not written. Null succeeds.
bool sc_frames_hdf5_close(sc_frames_hdf5 *file, bool complete);

#endif
