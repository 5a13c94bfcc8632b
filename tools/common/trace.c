// Trace Event Format, as read by Perfetto and chrome://tracing: complete events ("X") with times in
// microseconds nest by their times; counter events ("C") draw curves; each thread is a track.

#include "trace.h"

#include <cjson/cJSON.h>

enum
{
    TRACK_STAGES = 1,
    TRACK_WORKER = 2,  // and one more for each further worker
};

static void write_event(sc_trace *trace, cJSON *event, const char *separator)
{
    char *text = cJSON_PrintUnformatted(event);
    if (text != NULL)
        fprintf(trace->file, "%s%s", separator, text);
    trace->ok = trace->ok && text != NULL;
    cJSON_free(text);
    cJSON_Delete(event);
}

static double microseconds(const sc_trace *trace, uint64_t ns)
{
    return 1e-3 * (double)(ns - trace->origin);
}

static cJSON *create_event(const char *name, const char *phase, double start_us, int track)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "name", name);
    cJSON_AddStringToObject(event, "ph", phase);
    cJSON_AddNumberToObject(event, "ts", start_us);
    cJSON_AddNumberToObject(event, "pid", 1);
    cJSON_AddNumberToObject(event, "tid", track);
    return event;
}

static void write_name(sc_trace *trace, const char *what, int track, const char *name,
                       const char *separator)
{
    cJSON *event = create_event(what, "M", 0.0, track);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(event, "args"), "name", name);
    write_event(trace, event, separator);
}

static void write_zone(sc_trace *trace, const scree_trace_zone *zone, const char *name)
{
    bool pass = zone->level == SCREE_TRACE_PASS;
    cJSON *event = create_event(name, "X", microseconds(trace, zone->begin),
                                pass ? TRACK_WORKER + zone->worker : TRACK_STAGES);
    cJSON_AddNumberToObject(event, "dur", 1e-3 * (double)(zone->end - zone->begin));
    cJSON_AddStringToObject(event, "cat", pass ? "pass" : zone->stage >= 0 ? "stage" : "step");
    if (zone->unit[0] != '\0')
    {
        cJSON *args = cJSON_AddObjectToObject(event, "args");
        cJSON_AddNumberToObject(args, zone->unit, (double)zone->items);
        cJSON_AddNumberToObject(args, "bytes", (double)zone->bytes);
        if (zone->substep >= 0)
            cJSON_AddNumberToObject(args, "substep", zone->substep);
        if (zone->colour >= 0)
            cJSON_AddNumberToObject(args, "colour", zone->colour);
    }
    write_event(trace, event, ",\n");
}

static void name_workers(sc_trace *trace, int count)
{
    for (; trace->workers < count; ++trace->workers)
    {
        char name[32];
        snprintf(name, sizeof name, "worker %d", trace->workers);
        write_name(trace, "thread_name", TRACK_WORKER + trace->workers, name, ",\n");
    }
}

static void write_counter(sc_trace *trace, const char *name, uint64_t ns, int count,
                          const char *const *names, const double *values)
{
    cJSON *event = create_event(name, "C", microseconds(trace, ns), TRACK_STAGES);
    cJSON *args = cJSON_AddObjectToObject(event, "args");
    for (int i = 0; i < count; ++i)
        cJSON_AddNumberToObject(args, names[i], values[i]);
    write_event(trace, event, ",\n");
}

bool sc_trace_begin(sc_trace *trace, FILE *file, const char *title, scree_world *world,
                    scree_trace_level level)
{
    *trace = (sc_trace){.file = file, .ok = true};
    if (!sc_zone_log_create(&trace->log))
        return false;
    fputs("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n", file);
    write_name(trace, "process_name", TRACK_STAGES, title, "");
    write_name(trace, "thread_name", TRACK_STAGES, "stages", ",\n");
    return scree_world_set_trace(world, level, sc_zone_log_note, &trace->log) == SCREE_OK;
}

static void write_counters(sc_trace *trace, const scree_world *world, const scree_trace_zone *step)
{
    static const char *const contacts[] = {"pairs", "contacts"};
    static const char *const one[] = {"value"};
    scree_counters counters = scree_world_counters(world);
    double counts[] = {counters.pairs, counters.contacts};
    write_counter(trace, "contacts", step->begin, 2, contacts, counts);
    double colours = counters.colours, fill = 100.0 * (double)counters.lane_fill,
           ms = 1e-6 * (double)(step->end - step->begin);
    write_counter(trace, "colours", step->begin, 1, one, &colours);
    write_counter(trace, "lanes full, %", step->begin, 1, one, &fill);
    write_counter(trace, "step, ms", step->begin, 1, one, &ms);
}

void sc_trace_step(sc_trace *trace, const scree_world *world, int number)
{
    const sc_zone_log *log = &trace->log;
    const scree_trace_zone *step = log->count > 0 ? &log->zones[log->count - 1] : NULL;
    if (step == NULL || step->level != SCREE_TRACE_STEP)
    {
        sc_trace_skip(trace);
        return;
    }
    if (!trace->begun)
        trace->origin = step->begin;
    trace->begun = true;
    char name[32];
    snprintf(name, sizeof name, "step %d", number);
    write_zone(trace, step, name);
    for (int i = 0; i < log->count - 1; ++i)
    {
        if (log->zones[i].level == SCREE_TRACE_PASS)
            name_workers(trace, log->zones[i].worker + 1);
        write_zone(trace, &log->zones[i], log->zones[i].name);
    }
    write_counters(trace, world, step);
    sc_trace_skip(trace);
}

void sc_trace_skip(sc_trace *trace) { trace->log.count = 0; }

void sc_trace_end(sc_trace *trace) { fputs("\n]}\n", trace->file); }

bool sc_trace_is_ok(const sc_trace *trace) { return trace->ok && trace->log.ok; }

void sc_trace_destroy(sc_trace *trace) { sc_zone_log_destroy(&trace->log); }
