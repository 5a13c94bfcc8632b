#include "state/recordings/recorder.h"

#include <stdio.h>

void sc_recorder_fail(sc_recorder *r, scree_result code, const char *call, const char *reason)
{
    if (r->failed == SCREE_OK)
    {
        r->failed = code;
        snprintf(r->reason, sizeof r->reason, "%s %s", call, reason);
    }
}

void sc_recorder_release(scree_world *world)
{
    sc_recorder *r = world->recorder;
    sc_memory *memory = &world->memory;
    if (r->bytes != NULL)
    {
        sc_release(memory, r->bytes, r->capacity);
    }
    if (r->answers != NULL)
    {
        sc_release(memory, r->answers, sizeof *r->answers * (size_t)r->answer_capacity);
    }
    for (int v = 0; v < SC_VIEW_COUNT; ++v)
    {
        if (r->views[v].values != NULL)
        {
            sc_release(memory, r->views[v].values,
                       4 * sizeof(float) * (size_t)r->views[v].capacity);
        }
    }
    sc_release(memory, r, sizeof *r);
    world->recorder = NULL;
    world->recorded = world->recorded_in_errors = NULL;
}
