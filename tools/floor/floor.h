/// Measures a scene's stages and finds their floors.
#ifndef SCREE_TOOLS_FLOOR_H
#define SCREE_TOOLS_FLOOR_H

#include "floor_options.h"
#include "machine.h"

#include "core/stages.h"

/// The figures of a stage, means over the steps.
typedef struct sc_floor_row
{
    double ms;
    double bytes, records;  ///< that it must move: see stage_demands.h
    double operations;      ///< of floats, in lanes, that its kernels compute
    double memory_ms;       ///< least time for the bytes and records
    double arithmetic_ms;   ///< least time for the operations
    double floor_ms;        ///< the larger of both, because they run at the same time
} sc_floor_row;

typedef struct sc_floor_table
{
    const scree_scene *scene;
    int size, steps, substeps;
    int bodies;  ///< dynamic ones, at the end
    double pairs, contacts, blocks;
    sc_floor_row stages[SC_STAGE_COUNT];
    double between_ms;  ///< outside of the stages
    double step_ms;
    sc_floor_row sum;  ///< of the stages
} sc_floor_table;

/// How many times the floor a row takes; NAN where nothing must be done.
double sc_floor_ratio(const sc_floor_row *row);

/// Runs the scene. False, and a line on stderr, if that failed.
bool sc_floor_measure(sc_floor_table *table, const scree_scene *scene,
                      const sc_floor_options *options, const sc_machine *machine);

#endif
