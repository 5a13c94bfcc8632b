#include "report.h"
#include "tools/common/json_writer.h"

#include <scree_build_info.h>

#include <inttypes.h>
#include <math.h>

static void add_setting(sc_json *json, cJSON *root, const sc_report *report)
{
    const sc_run_options *options = report->options;
    const scree_counters *counters = &report->outcome.counters;
    sc_json_string(json, root, "scene", options->scene->name);
    sc_json_number(json, root, "size", report->state->size);
    sc_json_number(json, root, "bodies", counters->bodies);
    sc_json_number(json, root, "shapes", counters->shapes);
    sc_json_number(json, root, "joints", report->joints);
    sc_json_number(json, root, "steps", report->measurements->steps);
    int before = report->measurements->before;
    sc_json_number(json, root, "resumed_after", before > 0 ? (double)before : NAN);
    sc_json_number(json, root, "substeps", options->substeps);
    sc_json_number(json, root, "dt", options->dt);
    sc_json_number(json, root, "threads", report->threads);
    sc_json_number(json, root, "workers", options->threads);
    sc_json_string(json, root, "simd", scree_simd_name(report->simd));
    sc_json_string(json, root, "solver", scree_solver_name(options->solver));
    sc_json_number(json, root, "iterations",
                   report->iterations > 0 ? (double)report->iterations : NAN);
    sc_json_bool(json, root, "warm_starting", !options->cold);
    sc_json_bool(json, root, "sleep", report->sleeps);
    // 64 bits do not fit a JSON number everywhere, so seed and hash are texts.
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, report->state->seed);
    sc_json_string(json, root, "seed", text);
    char variant[128];
    scree_scene_variant_text(options->scene, report->state->variant, variant, sizeof variant);
    sc_json_string(json, root, "variant", options->scene->choice_count > 0 ? variant : NULL);
    snprintf(text, sizeof text, "%016" PRIx64, report->outcome.hash);
    sc_json_string(json, root, "hash", text);
}

static void add_times(sc_json *json, cJSON *root, const sc_report *report)
{
    const sc_measurements *measurements = report->measurements;
    sc_statistics times = sc_measurements_times(measurements);
    bool any = times.count > 0;
    sc_json_number(json, root, "ms_first_step",
                   measurements->steps > 0 ? measurements->ms[0] : NAN);
    cJSON *step = sc_json_object(json, root, "ms_per_step");
    sc_json_number(json, step, "mean", any ? times.mean : NAN);
    sc_json_number(json, step, "median", any ? times.median : NAN);
    sc_json_number(json, step, "p99", any ? times.p99 : NAN);
    sc_json_number(json, step, "max", any ? times.max : NAN);
    cJSON *stages = sc_json_object(json, root, "stages");
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        sc_json_number(json, stages, scree_stage_name(i),
                       any ? sc_measurements_stage(measurements, i) : NAN);
    }
}

static void add_counts(sc_json *json, cJSON *root, const scree_counters *counters)
{
    cJSON *counts = sc_json_object(json, root, "counts");
    sc_json_number(json, counts, "pairs", counters->pairs);
    sc_json_number(json, counts, "contacts", counters->contacts);
    sc_json_number(json, counts, "points", counters->points);
    sc_json_number(json, counts, "colours", counters->colours);
    sc_json_number(json, counts, "blocks", counters->blocks);
    sc_json_number(json, counts, "lane_fill", (double)counters->lane_fill);
    sc_json_number(json, counts, "soft_bodies", counters->soft_bodies);
    sc_json_number(json, counts, "soft_vertices", counters->soft_vertices);
    sc_json_number(json, counts, "soft_edges", counters->soft_edges);
    sc_json_number(json, counts, "soft_contacts", counters->soft_contacts);
    sc_json_number(json, counts, "disabled_bodies", counters->disabled_bodies);
    sc_json_number(json, counts, "asleep_bodies", counters->asleep_bodies);
}

static void add_quality(sc_json *json, cJSON *root, const sc_report *report)
{
    const sc_outcome *outcome = &report->outcome;
    bool measured = outcome->has_penetration, standing = report->options->scene->standing;
    cJSON *quality = sc_json_object(json, root, "quality");
    sc_json_number(json, quality, "penetration_mean", measured ? outcome->penetration.mean : NAN);
    sc_json_number(json, quality, "penetration_p99", measured ? outcome->penetration.p99 : NAN);
    sc_json_number(json, quality, "penetration_max", measured ? outcome->penetration.max : NAN);
    bool known = report->options->residual;
    sc_json_number(json, quality, "residual_rms", known ? (double)report->residual.rms : NAN);
    sc_json_number(json, quality, "residual_max", known ? (double)report->residual.max : NAN);
    sc_json_number(json, quality, "kinetic_energy", outcome->quality.kinetic_energy);
    sc_json_number(json, quality, "escaped", outcome->quality.escaped);
    sc_json_motion(json, quality, &report->motion);
    sc_json_number(json, quality, "top_drop", standing ? outcome->quality.top_drop : NAN);
    sc_json_number(json, quality, "side_drift", standing ? outcome->quality.side_drift : NAN);
}

static double per(uint64_t bytes, int count) { return count > 0 ? (double)bytes / count : NAN; }

static void add_memory(sc_json *json, cJSON *root, const sc_outcome *outcome)
{
    const scree_counters *counters = &outcome->counters;
    cJSON *memory = sc_json_object(json, root, "memory");
    sc_json_number(json, memory, "bytes", (double)counters->bytes);
    sc_json_number(json, memory, "bytes_per_body", per(counters->bytes, counters->bodies));
    sc_json_number(json, memory, "bytes_per_contact",
                   per(counters->contact_bytes, counters->contacts));
    sc_json_number(json, memory, "peak_bytes",
                   outcome->peak_bytes > 0.0 ? outcome->peak_bytes : NAN);
}

bool sc_report_write_json(FILE *file, const sc_report *report)
{
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    add_setting(&json, root, report);
    add_times(&json, root, report);
    add_counts(&json, root, &report->outcome.counters);
    add_quality(&json, root, report);
    add_memory(&json, root, &report->outcome);
    cJSON *build = sc_json_object(&json, root, "build");
    sc_json_string(&json, build, "commit", SCREE_BUILD_COMMIT);
    sc_json_string(&json, build, "compiler", SCREE_BUILD_COMPILER);
    sc_json_string(&json, build, "flags", SCREE_BUILD_FLAGS);
    sc_json_string(&json, build, "type", SCREE_BUILD_TYPE);
    return sc_json_finish(&json, root, file);
}
