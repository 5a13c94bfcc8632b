#include "core/profile.h"

#include <stddef.h>
#include <time.h>

uint64_t sc_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

const char *sc_stage_label(int stage)
{
    static const char *const names[] = {
#define X(name) #name,
        SC_STAGE_LIST(X)
#undef X
    };
    return stage >= 0 && stage < SC_STAGE_COUNT ? names[stage] : NULL;
}
