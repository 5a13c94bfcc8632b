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
           zones[ranges].stage == zones[0].stage && zones[ranges].pass == zones[0].pass)
        ++ranges;
    return ranges;
}

// When those ranges of the colour before are done for which range `index` of `count` must wait:
// those at its place and one on each side.
static double end_of_before(const double *ends, int before, int index, int count)
{
    const int first = (int)((int64_t)index * before / count) - 1,
              last = (int)((int64_t)(index + 1) * before / count) + 1;
    double end = 0.0;
    for (int i = first < 0 ? 0 : first; i < before && i <= last; ++i)
        end = ends[i] > end ? ends[i] : end;
    return end;
}

static int free_first(const double *free_at, int workers)
{
    int first = 0;
    for (int k = 1; k < workers; ++k)
    {
        if (free_at[k] < free_at[first])
            first = k;
    }
    return first;
}

// When the last of the ranges is done if each goes to the worker that is free first. `ends`: room
// for as many numbers.
static double schedule(const scree_trace_zone *zones, const double *ranges, int count, int workers,
                       double *ends)
{
    double free_at[MAX_WORKERS] = {0.0}, end = 0.0;
    for (int begin = 0, next, before = 0; begin < count; before = next - begin, begin = next)
    {
        for (next = begin + 1; next < count && zones[next].colour == zones[begin].colour;)
            ++next;
        for (int i = begin; i < next; ++i)
        {
            double *at = &free_at[free_first(free_at, workers)];
            const double ready =
                end_of_before(ends + begin - before, before, i - begin, next - begin);
            *at = (*at > ready ? *at : ready) + ranges[i];
            ends[i] = *at;
            end = ends[i] > end ? ends[i] : end;
        }
    }
    return end;
}

// Adds to each range of a pass its part of the time between them, in which workers take the next
// one. One worker ran the ranges, in any order. Returns the time of the whole pass.
static double add_gaps(const scree_trace_zone *zones, int ranges, double *ns)
{
    uint64_t begin = zones[0].begin, end = zones[0].end;
    double inside = 0.0;
    for (int i = 0; i < ranges; ++i)
    {
        begin = zones[i].begin < begin ? zones[i].begin : begin;
        end = zones[i].end > end ? zones[i].end : end;
        inside += length_of(&zones[i]);
    }
    const double gap = ((double)(end - begin) - inside) / ranges;
    for (int i = 0; i < ranges; ++i)
        ns[i] = length_of(&zones[i]) + gap;
    return (double)(end - begin);
}

void sc_scaling_own_times(const scree_trace_zone *zones, int count, double *ns)
{
    double in_passes = 0.0, in_stages = 0.0;
    for (int i = 0, ranges; i < count; i += ranges)
    {
        const double length = length_of(&zones[i]);
        ranges = 1;
        switch (zones[i].level)
        {
        case SCREE_TRACE_PASS:
            ranges = ranges_of(&zones[i], count - i);
            in_passes += add_gaps(&zones[i], ranges, &ns[i]);
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
                    int count, int k, double *ends)
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
        model->steps[k] += zones[i].level == SCREE_TRACE_STEP;
        if (ranges == 1)
        {
            stage->serial[k] += ns[i];
            stage->at[k] += ns[i];
            continue;
        }
        stage->at[k] += schedule(&zones[i], &ns[i], ranges, 1 << k, ends);
        ++stage->barriers[k];
    }
}

double sc_scaling_stage_ns(const sc_scaling_model *model, int stage, int k, double barrier)
{
    const sc_scaling_stage *of = &model->stages[stage];
    return model->steps[k] > 0
               ? (of->at[k] + (k > 0 ? barrier * of->barriers[k] : 0.0)) / model->steps[k]
               : 0.0;
}

double sc_scaling_step_ns(const sc_scaling_model *model, int k, double barrier)
{
    double ns = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
        ns += sc_scaling_stage_ns(model, i, k, barrier);
    return ns;
}

double sc_scaling_serial_ns(const sc_scaling_model *model, int k)
{
    double serial = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
        serial += model->stages[i].serial[k];
    return model->steps[k] > 0 ? serial / model->steps[k] : 0.0;
}

double sc_scaling_barriers(const sc_scaling_model *model, int k)
{
    double barriers = 0.0;
    for (int i = 0; i < model->stage_count; ++i)
        barriers += model->stages[i].barriers[k];
    return model->steps[k] > 0 ? barriers / model->steps[k] : 0.0;
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
