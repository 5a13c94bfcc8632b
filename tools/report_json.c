#include "report.h"

#include <scree_build_info.h>

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// cJSON answers null when memory runs out, and takes null where an object is wanted: one check at
// the end, on a sum of the answers, is enough.
typedef struct writer
{
    bool ok;
} writer;

static void add_number(writer *writer, cJSON *object, const char *name, double value)
{
    // JSON has no word for what is not a number: null says that there is no such figure.
    cJSON *item = isfinite(value) ? cJSON_AddNumberToObject(object, name, value)
                                  : cJSON_AddNullToObject(object, name);
    writer->ok = writer->ok && item != NULL;
}

static void add_string(writer *writer, cJSON *object, const char *name, const char *value)
{
    writer->ok = cJSON_AddStringToObject(object, name, value) != NULL && writer->ok;
}

static cJSON *add_object(writer *writer, cJSON *parent, const char *name)
{
    cJSON *object = cJSON_AddObjectToObject(parent, name);
    writer->ok = writer->ok && object != NULL;
    return object;
}

static void add_setting(writer *writer, cJSON *root, const sc_report *report)
{
    const sc_run_options *options = report->options;
    const scree_counters *counters = &report->outcome.counters;
    add_string(writer, root, "scene", options->scene->name);
    add_number(writer, root, "size", report->state->size);
    add_number(writer, root, "bodies", counters->bodies);
    add_number(writer, root, "shapes", counters->shapes);
    add_number(writer, root, "joints", options->scene->counts(report->state->size).joints);
    add_number(writer, root, "steps", report->measurements->steps);
    add_number(writer, root, "substeps", options->substeps);
    add_number(writer, root, "dt", options->dt);
    add_number(writer, root, "threads", 1);
    add_string(writer, root, "simd", scree_simd_name(report->simd));
    add_string(writer, root, "solver", scree_solver_name(options->solver));
    add_number(writer, root, "iterations",
               report->iterations > 0 ? (double)report->iterations : NAN);
    bool added = cJSON_AddBoolToObject(root, "warm_starting", !options->cold) != NULL;
    writer->ok = writer->ok && added;
    // 64 bits do not fit a JSON number everywhere, so seed and hash are texts.
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, report->state->seed);
    add_string(writer, root, "seed", text);
    snprintf(text, sizeof text, "%016" PRIx64, report->outcome.hash);
    add_string(writer, root, "hash", text);
}

static void add_times(writer *writer, cJSON *root, const sc_report *report)
{
    const sc_measurements *measurements = report->measurements;
    sc_statistics times = sc_measurements_times(measurements);
    bool any = times.count > 0;
    add_number(writer, root, "ms_first_step", measurements->steps > 0 ? measurements->ms[0] : NAN);
    cJSON *step = add_object(writer, root, "ms_per_step");
    add_number(writer, step, "mean", any ? times.mean : NAN);
    add_number(writer, step, "median", any ? times.median : NAN);
    add_number(writer, step, "p99", any ? times.p99 : NAN);
    add_number(writer, step, "max", any ? times.max : NAN);
    cJSON *stages = add_object(writer, root, "stages");
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        add_number(writer, stages, scree_stage_name(i),
                   any ? sc_measurements_stage(measurements, i) : NAN);
    }
}

static void add_counts(writer *writer, cJSON *root, const scree_counters *counters)
{
    cJSON *counts = add_object(writer, root, "counts");
    add_number(writer, counts, "pairs", counters->pairs);
    add_number(writer, counts, "contacts", counters->contacts);
    add_number(writer, counts, "points", counters->points);
    add_number(writer, counts, "colours", counters->colours);
    add_number(writer, counts, "blocks", counters->blocks);
    add_number(writer, counts, "lane_fill", (double)counters->lane_fill);
    add_number(writer, counts, "disabled_bodies", counters->disabled_bodies);
}

static void add_quality(writer *writer, cJSON *root, const sc_report *report)
{
    const sc_outcome *outcome = &report->outcome;
    bool measured = outcome->has_penetration, standing = report->options->scene->standing;
    cJSON *quality = add_object(writer, root, "quality");
    add_number(writer, quality, "penetration_mean", measured ? outcome->penetration.mean : NAN);
    add_number(writer, quality, "penetration_p99", measured ? outcome->penetration.p99 : NAN);
    add_number(writer, quality, "penetration_max", measured ? outcome->penetration.max : NAN);
    bool known = report->options->residual;
    add_number(writer, quality, "residual_rms", known ? (double)report->residual.rms : NAN);
    add_number(writer, quality, "residual_max", known ? (double)report->residual.max : NAN);
    add_number(writer, quality, "kinetic_energy", outcome->quality.kinetic_energy);
    add_number(writer, quality, "escaped", outcome->quality.escaped);
    add_number(writer, quality, "top_drop", standing ? outcome->quality.top_drop : NAN);
    add_number(writer, quality, "side_drift", standing ? outcome->quality.side_drift : NAN);
}

static double per(uint64_t bytes, int count) { return count > 0 ? (double)bytes / count : NAN; }

static void add_memory(writer *writer, cJSON *root, const scree_counters *counters)
{
    cJSON *memory = add_object(writer, root, "memory");
    add_number(writer, memory, "bytes", (double)counters->bytes);
    add_number(writer, memory, "bytes_per_body", per(counters->bytes, counters->bodies));
    add_number(writer, memory, "bytes_per_contact",
               per(counters->contact_bytes, counters->contacts));
}

bool sc_report_write_json(FILE *file, const sc_report *report)
{
    writer writer = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    add_setting(&writer, root, report);
    add_times(&writer, root, report);
    add_counts(&writer, root, &report->outcome.counters);
    add_quality(&writer, root, report);
    add_memory(&writer, root, &report->outcome.counters);
    cJSON *build = add_object(&writer, root, "build");
    add_string(&writer, build, "commit", SCREE_BUILD_COMMIT);
    add_string(&writer, build, "compiler", SCREE_BUILD_COMPILER);
    add_string(&writer, build, "flags", SCREE_BUILD_FLAGS);
    add_string(&writer, build, "type", SCREE_BUILD_TYPE);
    char *text = writer.ok ? cJSON_Print(root) : NULL;
    if (text != NULL)
        fprintf(file, "%s\n", text);
    cJSON_Delete(root);
    bool ok = text != NULL;
    cJSON_free(text);
    return ok;
}
