// Trace Event Format, as read by Perfetto and chrome://tracing: complete events ("X") with times in
// microseconds nest by their times; counter events ("C") draw curves.

#include "report.h"

#include <cjson/cJSON.h>

static void write_event(sc_trace *trace, cJSON *event, const char *separator)
{
    char *text = cJSON_PrintUnformatted(event);
    if (text != NULL)
        fprintf(trace->file, "%s%s", separator, text);
    trace->ok = trace->ok && text != NULL;
    cJSON_free(text);
    cJSON_Delete(event);
}

static cJSON *create_event(const char *name, const char *phase, double start_us)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "name", name);
    cJSON_AddStringToObject(event, "ph", phase);
    cJSON_AddNumberToObject(event, "ts", start_us);
    cJSON_AddNumberToObject(event, "pid", 1);
    cJSON_AddNumberToObject(event, "tid", 1);
    return event;
}

static void write_zone(sc_trace *trace, const char *name, double start_us, double ms)
{
    cJSON *event = create_event(name, "X", start_us);
    cJSON_AddNumberToObject(event, "dur", 1e3 * ms);
    write_event(trace, event, ",\n");
}

sc_trace sc_trace_begin(FILE *file, const char *title)
{
    sc_trace trace = {.file = file, .ok = true};
    fputs("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n", file);
    cJSON *event = create_event("process_name", "M", 0.0);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(event, "args"), "name", title);
    write_event(&trace, event, "");
    return trace;
}

void sc_trace_step(sc_trace *trace, const scree_world *world, const sc_measurements *measurements)
{
    double ms = measurements->ms[measurements->steps - 1];
    char name[32];
    snprintf(name, sizeof name, "step %d", measurements->steps);
    write_zone(trace, name, trace->start_us, ms);
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        write_zone(trace, scree_stage_name(i),
                   trace->start_us + 1e3 * scree_world_stage_start_ms(world, i),
                   scree_world_stage_ms(world, i));
    }
    scree_counters counters = scree_world_counters(world);
    cJSON *event = create_event("contacts", "C", trace->start_us);
    cJSON *values = cJSON_AddObjectToObject(event, "args");
    cJSON_AddNumberToObject(values, "pairs", counters.pairs);
    cJSON_AddNumberToObject(values, "contacts", counters.contacts);
    write_event(trace, event, ",\n");
    trace->start_us += 1e3 * ms;
}

void sc_trace_end(sc_trace *trace) { fputs("\n]}\n", trace->file); }
