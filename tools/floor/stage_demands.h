/// The least data that each stage must move, whatever its code: derived from the counts of a step
/// and from the sizes of the records, stage by stage of core/stages.h.
///
/// A stage goes at least once over its objects: bodies, shapes, pairs, contacts, blocks; in each
/// substep over what changes in it. Data in order are a stream, data found by the number of a body,
/// a shape or a contact are records. Tables, sorting, colours and the like that a stage keeps for
/// itself are left out, except where the next stage needs them. So a stage may take longer than its
/// floor for a reason, but not less without another algorithm.
#ifndef SCREE_TOOLS_STAGE_DEMANDS_H
#define SCREE_TOOLS_STAGE_DEMANDS_H

#include "machine.h"

/// The demand of one stage in one step.
typedef struct sc_demand
{
    double bytes;    ///< streamed
    double records;  ///< found by number
    double ns;       ///< that the machine takes for both
} sc_demand;

/// The demand after a step of `world` with `substeps` substeps, by soft_step. 0 <= stage <
/// scree_stage_count().
sc_demand sc_stage_demand(const scree_world *world, int stage, int substeps,
                          const sc_machine *machine);

#endif
