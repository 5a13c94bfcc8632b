#include "profiler.h"

#include "profile_world.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/trace.h"

#include "scenes/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How a step is measured.
typedef enum mode
{
    MODE_PLAIN = 0,
    MODE_PASSES,
    MODE_EVENTS
} mode;

// A row in one step.
typedef struct sample
{
    double ns, items, calls, bytes;
} sample;

typedef struct series
{
    sample *samples;  // of the steps of one run in which the row was seen, room for all
    int count;
    sample now;  // of the step that was taken last
} series;

typedef struct profiler
{
    const sc_profile_options *options;
    const sc_perf *perf;
    sc_profile_data *data;
    series series[SC_PROFILE_ROWS];
    double per_item[SC_PROFILE_ROWS][SC_PROFILE_REPEATS];
    double *values;  // room for one of each step
    sc_zone_log log;
    scree_world *world;
    scree_scene_state state;
    int repeat;

    // Counters at the last boundary of stages, and the sums so far.
    sc_perf_values before, sums[SC_PROFILE_ROWS];
    int event_steps;
    bool readable;
} profiler;

// The way in which the i-th step is measured: by the digits of i, so that nothing that a scene does
// periodically falls to one way alone (Thue and Morse's sequence, for two or three ways).
static mode mode_of(int i, int modes)
{
    int sum = 0;
    for (; i > 0; i /= modes)
        sum += i % modes;
    return (mode)(sum % modes);
}

static series *series_of(profiler *profiler, const char *stage, const char *name, bool pass)
{
    sc_profile_row *row = sc_profile_row_of(profiler->data, stage, name, pass);
    if (row == NULL)
    {
        sc_print_error("more than %d stages and passes", SC_PROFILE_ROWS);
        return NULL;
    }
    series *series = &profiler->series[row - profiler->data->rows];
    if (series->samples == NULL)
        series->samples = malloc((size_t)profiler->options->steps * sizeof *series->samples);
    if (series->samples == NULL)
        sc_print_error("out of memory");
    return series->samples != NULL ? series : NULL;
}

static bool add_sample(profiler *profiler, const char *stage, const char *name, sample sample)
{
    series *series = series_of(profiler, stage, name, false);
    if (series == NULL)
        return false;
    series->samples[series->count++] = sample;
    return true;
}

static void set_unit(sc_profile_data *data, const char *stage, const char *name, bool pass,
                     const char *unit)
{
    sc_profile_row *row = sc_profile_row_of(data, stage, name, pass);
    if (row != NULL)
        snprintf(row->unit, sizeof row->unit, "%s", unit);
}

// Times of the step and its stages, as the world itself measured them.
static bool note_stages(profiler *profiler, double step_ns)
{
    bool ok = add_sample(profiler, "", "step", (sample){.ns = step_ns, .calls = 1.0});
    for (int i = 0; ok && i < scree_stage_count(); ++i)
    {
        const char *name = scree_stage_name(i);
        scree_stage_work work = scree_world_stage_work(profiler->world, i);
        double ns = 1e6 * scree_world_stage_ms(profiler->world, i);
        ok = add_sample(profiler, name, name,
                        (sample){ns, (double)work.items, 1.0, (double)work.bytes});
        set_unit(profiler->data, name, name, false, work.unit);
        step_ns -= ns;
    }
    return ok &&
           add_sample(profiler, "", SC_PROFILE_BETWEEN, (sample){.ns = step_ns, .calls = 1.0});
}

// Zones of one name in a step become one sample.
static bool note_passes(profiler *profiler)
{
    sc_profile_data *data = profiler->data;
    scree_counters counters = scree_world_counters(profiler->world);
    double per_block = counters.blocks > 0 ? (double)counters.contacts / counters.blocks : 0.0;
    for (int i = 0; i < profiler->log.count; ++i)
    {
        const scree_trace_zone *zone = &profiler->log.zones[i];
        if (zone->level != SCREE_TRACE_PASS)
            continue;
        const char *stage = scree_stage_name(zone->stage);
        series *series = series_of(profiler, stage, zone->name, true);
        if (series == NULL)
            return false;
        // A pass over blocks goes over all of them, so over all contacts.
        bool blocks = strcmp(zone->unit, "blocks") == 0;
        series->now.ns += (double)(zone->end - zone->begin);
        series->now.items += (double)zone->items * (blocks ? per_block : 1.0);
        series->now.calls += 1.0;
        series->now.bytes += (double)zone->bytes;
        set_unit(data, stage, zone->name, true, blocks ? "contacts" : zone->unit);
    }
    for (int i = 0; i < data->row_count; ++i)
    {
        series *series = &profiler->series[i];
        if (series->now.calls > 0.0)
            series->samples[series->count++] = series->now;
        series->now = (sample){0};
    }
    profiler->log.count = 0;
    return profiler->log.ok;
}

// Called at the end of each stage and of the step.
static void note_events(const scree_trace_zone *zone, void *context)
{
    profiler *profiler = context;
    sc_perf_values now;
    profiler->readable = sc_perf_read(profiler->perf, &now) && profiler->readable;
    bool step = zone->level == SCREE_TRACE_STEP;
    const sc_profile_row *row =
        sc_profile_find(profiler->data, step ? "" : zone->name, zone->name, false);
    if (!profiler->readable || row == NULL)
        return;
    sc_perf_values *sum = &profiler->sums[row - profiler->data->rows];
    sc_perf_values *all = &profiler->sums[0];
    for (int i = 0; i < SC_PERF_COUNT; ++i)
    {
        double difference = now.value[i] - profiler->before.value[i];
        sum->value[i] += difference;
        if (!step)
            all->value[i] += difference;
    }
    profiler->event_steps += step;
    // Read again, so that the time since then is in no stage.
    profiler->readable = sc_perf_read(profiler->perf, &profiler->before);
}

static bool measure_step(profiler *profiler, mode mode)
{
    double ns;
    scree_world *world = profiler->world;
    if (mode == MODE_PASSES)
        scree_world_set_trace(world, SCREE_TRACE_PASS, sc_zone_log_note, &profiler->log);
    if (mode == MODE_EVENTS)
    {
        scree_world_set_trace(world, SCREE_TRACE_STAGE, note_events, profiler);
        profiler->readable = profiler->readable && sc_perf_read(profiler->perf, &profiler->before);
    }
    bool ok = sc_profile_world_step(profiler->options, world, &profiler->state, &ns);
    scree_world_set_trace(world, SCREE_TRACE_STEP, NULL, NULL);
    ok = ok && (mode != MODE_PLAIN || note_stages(profiler, ns)) &&
         (mode != MODE_PASSES || note_passes(profiler));
    return ok;
}

// Per step in which the row was seen, times the share of such steps.
static void close_row(profiler *profiler, int i, int steps)
{
    series *series = &profiler->series[i];
    sc_profile_row *row = &profiler->data->rows[i];
    int count = series->count;
    series->count = 0;
    row->ns[profiler->repeat] = row->quiet[profiler->repeat] = 0.0;
    profiler->per_item[i][profiler->repeat] = NAN;
    row->fraction = steps > 0 ? (double)count / steps : 0.0;
    if (count == 0)
        return;
    sample sum = {0};
    double *values = profiler->values;
    int with_items = 0;
    for (int k = 0; k < count; ++k)
    {
        const sample *s = &series->samples[k];
        sum.items += s->items;
        sum.calls += s->calls;
        sum.bytes += s->bytes;
        if (s->items > 0.0)
            values[with_items++] = s->ns / s->items;
    }
    if (with_items > 0)
        profiler->per_item[i][profiler->repeat] = sc_statistics_of(values, with_items).median;
    for (int k = 0; k < count; ++k)
        values[k] = series->samples[k].ns;
    row->quiet[profiler->repeat] = row->fraction * sc_quiet_mean(values, count);
    row->ns[profiler->repeat] = row->fraction * sc_statistics_of(values, count).median;
    row->items = sum.items / count;
    row->calls = sum.calls / count;
    row->bytes = sum.bytes / count;
}

static bool run_once(profiler *profiler, sc_progress *progress)
{
    const sc_profile_options *options = profiler->options;
    sc_profile_data *data = profiler->data;
    int modes = profiler->perf->on ? 3 : 2, steps_of[3] = {0};
    profiler->world = sc_profile_world_create(options, options->threads, NULL, &profiler->state);
    bool ok = profiler->world != NULL;
    double ns;
    for (int i = 0; ok && i < options->warmup; ++i)
        ok = sc_profile_world_step(options, profiler->world, &profiler->state, &ns);
    for (int i = 0; ok && i < options->steps; ++i)
    {
        mode mode = mode_of(i, modes);
        ++steps_of[mode];
        ok = measure_step(profiler, mode);
        if (sc_progress_is_due(progress))
        {
            double fraction = (profiler->repeat + (double)i / options->steps) / options->repeats;
            sc_progress_show(progress, fraction, options->scene->name);
        }
    }
    for (int i = 0; ok && i < data->row_count; ++i)
        close_row(profiler, i, steps_of[data->rows[i].pass ? MODE_PASSES : MODE_PLAIN]);
    if (ok)
    {
        data->counters = scree_world_counters(profiler->world);
        data->setting.size = profiler->state.size;
        snprintf(data->setting.simd, sizeof data->setting.simd, "%s",
                 scree_simd_name(scree_world_simd(profiler->world)));
    }
    scree_world_destroy(profiler->world);
    return ok;
}

static bool has_lanes(const sc_profile_row *row)
{
    static const char *const stages[] = {"prepare_contacts", "solve_substeps", "store_impulses"};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; ++i)
    {
        if (strcmp(row->stage, stages[i]) == 0)
            return strcmp(row->unit, "contacts") == 0;
    }
    return false;
}

static void summarize(profiler *profiler)
{
    sc_profile_data *data = profiler->data;
    for (int i = 0; i < data->row_count; ++i)
    {
        sc_profile_row *row = &data->rows[i];
        double values[SC_PROFILE_REPEATS];
        int count = 0;
        for (int k = 0; k < data->repeats; ++k)
        {
            if (isfinite(profiler->per_item[i][k]))
                values[count++] = profiler->per_item[i][k];
        }
        row->ns_per_item = count > 0 ? sc_statistics_of(values, count).median : NAN;
        row->lane_fill = has_lanes(row) ? (double)data->counters.lane_fill : NAN;
        for (int k = 0; k < SC_PERF_COUNT; ++k)
        {
            bool any = profiler->readable && profiler->event_steps > 0;
            data->events[i].value[k] =
                any ? profiler->sums[i].value[k] / profiler->event_steps : NAN;
        }
    }
}

bool sc_profiler_run(const sc_profile_options *options, const sc_perf *perf, sc_profile_data *data)
{
    profiler *profiler = calloc(1, sizeof *profiler);
    double *values = malloc((size_t)options->steps * sizeof *values);
    bool ok = values != NULL && profiler != NULL && sc_zone_log_create(&profiler->log);
    if (!ok)
        sc_print_error("out of memory");
    sc_progress progress = sc_progress_create(!options->quiet);
    if (ok)
    {
        profiler->options = options;
        profiler->values = values;
        profiler->perf = perf;
        profiler->data = data;
        profiler->readable = perf->on;
        data->repeats = options->repeats;
    }
    for (int i = 0; ok && i < options->repeats; ++i)
    {
        profiler->repeat = i;
        ok = run_once(profiler, &progress);
    }
    sc_progress_clear(&progress);
    if (ok)
        summarize(profiler);
    if (profiler != NULL)
    {
        for (int i = 0; i < SC_PROFILE_ROWS; ++i)
            free(profiler->series[i].samples);
        sc_zone_log_destroy(&profiler->log);
    }
    free(profiler);
    free(values);
    return ok;
}

bool sc_profiler_trace(const sc_profile_options *options, FILE *file)
{
    scree_scene_state state;
    scree_world *world = sc_profile_world_create(options, options->threads, NULL, &state);
    if (world == NULL)
        return false;
    sc_trace trace;
    bool room = sc_trace_begin(&trace, file, options->scene->name, world, SCREE_TRACE_PASS),
         ok = room;
    int steps = options->warmup + options->steps;
    double ns;
    for (int i = 1; ok && i <= steps; ++i)
    {
        ok = sc_profile_world_step(options, world, &state, &ns);
        if (ok && i > steps - options->trace_steps)
            sc_trace_step(&trace, world, i);
        else
            sc_trace_skip(&trace);
    }
    sc_trace_end(&trace);
    room = room && sc_trace_is_ok(&trace);
    if (!room)
        sc_print_error("out of memory for the trace");
    sc_trace_destroy(&trace);
    scree_world_destroy(world);
    return ok && room;
}
