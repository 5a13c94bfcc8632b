// Builds without libhdf5-dev refuse frames in HDF5.

#include "frames_hdf5.h"
#include "tools/common/output.h"

sc_frames_hdf5 *sc_frames_hdf5_create(const char *path, int fields)
{
    (void)fields;
    sc_print_error("cannot write %s: this build has no HDF5 (configure it with libhdf5-dev); with "
                   "another ending --frames writes CSV",
                   path);
    return NULL;
}

void sc_frames_hdf5_set_view(sc_frames_hdf5 *file, scree_aabb view)
{
    (void)file;
    (void)view;
}

bool sc_frames_hdf5_write(sc_frames_hdf5 *file, const sc_frames *frames, scree_world *world,
                          int step, double time)
{
    (void)file;
    (void)frames;
    (void)world;
    (void)step;
    (void)time;
    return false;
}

bool sc_frames_hdf5_close(sc_frames_hdf5 *file, bool complete)
{
    (void)complete;
    return file == NULL;
}
