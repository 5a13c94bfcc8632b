#include "scaling_model.h"

#include <string.h>

enum
{
    MAX_WORKERS = 1 << (SC_SCALING_COUNTS - 1)
};

static double length_of(const scree_trace_zone *zone) { return (double)(zone->end - zone->begin); }

// How many zones from the first one on are ranges of one pass.
static int ranges_of(const scree_trace_zone *zones, int count)
{
    int ranges = 1;
    while (ranges < count && zones[ranges].level == SCREE_TRACE_PASS &&
           zones[ranges].stage == zones[0].stage && zones[ranges].colour == zones[0].colour &&
           zones[ranges].substep == zones[0].substep &&
           strcmp(zones[ranges].name, zones[0].name) == 0)
        ++ranges;
    return ranges;
}

// When the last of the ranges is done if each goes to the worker that is free first.
static double schedule(const double *ranges, int count, int workers)
{
    double free_at[MAX_WORKERS] = {0.0}, end = 0.0;
    for (int i = 0; i < count; ++i)
    {
        int first = 0;
        for (int k = 1; k < workers; ++k)
        {
            if (free_at[k] < free_at[first])
                first = k;
        }
        free_at[first] += ranges[i];
        end = free_at[first] > end ? free_at[first] : end;
    }
    return end;
}

static void add_serial(sc_scaling_stage *stage, double ns)
{
    stage->serial += ns;
    for (int k = 0; k < SC_SCALING_COUNTS; ++k)
        stage->at[k] += ns;
}

void sc_scaling_own_times(const scree_trace_zone *zones, int count, double *ns)
{
    double in_passes = 0.0, in_stages = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const double length = length_of(&zones[i]);
        switch (zones[i].level)
        {
        case SCREE_TRACE_PASS:
            ns[i] = length;
            in_passes += length;
            break;
        case SCREE_TRACE_STAGE:
            ns[i] = length - in_passes;
            in_stages += length;
            in_passes = 0.0;
            break;
        default:
            ns[i] = length - in_stages;
            in_stages = 0.0;
        }
    }
}

void sc_scaling_add(sc_scaling_model *model, const scree_trace_zone *zones, const double *ns,
                    int count)
{
    const int between = scree_stage_count();
    model->stage_count = between + 1;
    for (int i = 0; i < between; ++i)
        model->stages[i].name = scree_stage_name(i);
    model->stages[between].name = "between stages";
    for (int i = 0, ranges; i < count; i += ranges)
    {
        const bool pass = zones[i].level == SCREE_TRACE_PASS;
        sc_scaling_stage *stage = &model->stages[zones[i].stage >= 0 ? zones[i].stage : between];
        ranges = pass ? ranges_of(&zones[i], count - i) : 1;
        model->steps += zones[i].level == SCREE_TRACE_STEP;
        if (ranges == 1)
        {
            add_serial(stage, ns[i]);
            continue;
        }
        for (int k = 0; k < SC_SCALING_COUNTS; ++k)
            stage->at[k] += schedule(&ns[i], ranges, 1 << k);
        ++stage->barriers;
    }
}

double sc_scaling_stage_ns(const sc_scaling_model *model, int stage, int k, double barrier)
{
    const sc_scaling_stage *of = &model->stages[stage];
    return model->steps > 0 ? (of->at[k] + (k > 0 ? barrier * of->barriers : 0.0)) / model->steps
                            : 0.0;
}

double sc_scaling_step_ns(const sc_scaling_model *model, int k, double barrier)
{
    double ns = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
        ns += sc_scaling_stage_ns(model, i, k, barrier);
    return ns;
}

double sc_scaling_serial_share(const sc_scaling_model *model)
{
    double serial = 0.0, all = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
    {
        serial += model->stages[i].serial;
        all += model->stages[i].at[0];
    }
    return all > 0.0 ? serial / all : 0.0;
}

double sc_scaling_barriers(const sc_scaling_model *model)
{
    double barriers = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
        barriers += model->stages[i].barriers;
    return model->steps > 0 ? barriers / model->steps : 0.0;
}

double sc_scaling_uncovered_ns(const scree_trace_zone *zones, int count, int *passes)
{
    double ns = 0.0;
    int several = 0;
    for (int i = 0, ranges; i < count; i += ranges)
    {
        const scree_trace_zone *zone = &zones[i];
        ranges = 1;
        if (zone->level == SCREE_TRACE_STEP)
            ns += length_of(zone);
        if (zone->level != SCREE_TRACE_PASS)
            continue;
        ranges = ranges_of(zone, count - i);
        several += ranges > 1;
        uint64_t begin = zone->begin, end = zone->end;
        for (int k = 1; k < ranges; ++k)
        {
            begin = zone[k].begin < begin ? zone[k].begin : begin;
            end = zone[k].end > end ? zone[k].end : end;
        }
        ns -= (double)(end - begin);
    }
    if (passes != NULL)
        *passes = several;
    return ns;
}
