/// What the stages of soft bodies pass on within one step; all of it lies in the step's arena.
#ifndef SC_SOFT_WORK_H
#define SC_SOFT_WORK_H

#include "core/step.h"
#include "particles/soft_store.h"
#include "simd/kernels.h"

typedef struct sc_soft_work
{
    // Records by vertex; those of bodies that do not take part are zero.
    sc_soft_point *points;
    sc_soft_previous *previous;
    sc_soft_drive *drives;
    int32_t padded;  ///< vertices, a multiple of 16; the record there is the dummy of empty lanes
} sc_soft_work;

/// The edges of all live bodies into coloured blocks, unless that was done before. False: no
/// memory.
bool sc_soft_colour_edges(sc_step *step);

#endif
