/// Wall time per stage of the last step.
#ifndef SC_PROFILE_H
#define SC_PROFILE_H

#include "core/stages.h"

#include <stdint.h>

typedef struct sc_profile
{
    uint64_t step_begin;                ///< ns
    uint64_t begin[SC_STAGE_COUNT];     ///< ns
    uint64_t duration[SC_STAGE_COUNT];  ///< ns
} sc_profile;

uint64_t sc_clock(void);  ///< ns, monotonic
const char *sc_stage_label(int stage);

#endif
