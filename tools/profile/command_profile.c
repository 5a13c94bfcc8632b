// `scree profile SCENE`: where the time of a scene's steps goes, and which stages got slower since.

#include "profile_compare.h"
#include "profile_file.h"
#include "profile_options.h"
#include "profile_text.h"
#include "profiler.h"
#include "scaling.h"
#include "tools/commands.h"
#include "tools/common/context.h"
#include "tools/common/options.h"
#include "tools/common/output.h"

#include <stdlib.h>

typedef struct profile
{
    sc_profile_options options;
    sc_profile_data *data, *baseline;
    sc_output json, trace;
    sc_perf perf;
    FILE *out;  // stdout, unless a file goes there
} profile;

static void describe(profile *profile)
{
    const sc_profile_options *options = &profile->options;
    sc_profile_data *data = profile->data;
    sc_context context = sc_context_now();
    snprintf(data->setting.scene, sizeof data->setting.scene, "%s", options->scene->name);
    snprintf(data->setting.solver, sizeof data->setting.solver, "%s",
             scree_solver_name(options->solver));
    scree_simd simd = options->simd != SCREE_SIMD_AUTO ? options->simd : scree_simd_best();
    snprintf(data->setting.simd, sizeof data->setting.simd, "%s", scree_simd_name(simd));
    int size = options->params.size;
    data->setting.size = size != 0 ? size : options->scene->size_default;
    data->setting.steps = options->steps;
    data->setting.warmup = options->warmup;
    data->setting.substeps = options->substeps;
    data->setting.threads = sc_thread_count(options->threads);
    data->setting.sleep = options->sleep || options->scene->sleeps;
    snprintf(data->cpu, sizeof data->cpu, "%s", context.cpu);
    snprintf(data->build, sizeof data->build, "%s, %s, %s", context.compiler, context.build_type,
             context.flags);
}

// Files to compare with are read, and checked to fit, before a file is opened for writing (it may
// be the same one) and before the simulation.
static bool read_files(profile *profile)
{
    const sc_profile_options *options = &profile->options;
    if (options->baseline != NULL && !sc_profile_read(options->baseline, profile->baseline))
        return false;
    if (options->from != NULL && !sc_profile_read(options->from, profile->data))
        return false;
    if (options->from == NULL)
        describe(profile);
    return options->baseline == NULL || sc_profile_may_compare(profile->baseline, profile->data);
}

static bool open_files(profile *profile)
{
    const sc_profile_options *options = &profile->options;
    bool ok = sc_output_open(&profile->json, options->json) &&
              sc_output_open(&profile->trace, options->trace);
    bool taken = profile->json.file == stdout || profile->trace.file == stdout;
    profile->out = taken ? stderr : stdout;
    return ok;
}

static bool measure(profile *profile)
{
    const sc_profile_options *options = &profile->options;
    sc_perf_open(&profile->perf);
    bool ok = sc_profiler_run(options, &profile->perf, profile->data);
    sc_perf_close(&profile->perf);
    return ok && (profile->trace.file == NULL || sc_profiler_trace(options, profile->trace.file));
}

static int perform_scaling(const profile *profile)
{
    sc_scaling scaling;
    if (!sc_scaling_run(&profile->options, &scaling))
        return SC_EXIT_FAILURE;
    if (!profile->options.quiet)
        sc_scaling_print(profile->out, profile->data, &scaling, profile->options.all);
    if (profile->json.file == NULL || sc_scaling_write(profile->json.file, profile->data, &scaling))
        return SC_EXIT_OK;
    sc_print_error("out of memory for the JSON report");
    return SC_EXIT_FAILURE;
}

static int perform(profile *profile)
{
    const sc_profile_options *options = &profile->options;
    bool run = options->from == NULL;
    if (run && !measure(profile))
        return SC_EXIT_FAILURE;
    if (!options->quiet)
    {
        sc_profile_print(profile->out, profile->data, options->all);
        if (run)
            sc_profile_print_events(profile->out, profile->data, &profile->perf);
    }
    int status = SC_EXIT_OK;
    if (profile->json.file != NULL && !sc_profile_write(profile->json.file, profile->data))
    {
        sc_print_error("out of memory for the JSON report");
        status = SC_EXIT_FAILURE;
    }
    if (options->baseline != NULL)
    {
        if (!options->quiet)
            fprintf(profile->out, "\nbeside %s:\n", options->baseline);
        sc_profile_verdict verdict =
            sc_profile_compare(profile->out, profile->baseline, profile->data);
        status = verdict.slower > 0 ? SC_EXIT_FAILURE : status;
    }
    return status;
}

int sc_command_profile(int argc, char **argv)
{
    profile profile = {.data = calloc(1, sizeof *profile.data),
                       .baseline = calloc(1, sizeof *profile.baseline)};
    int status = SC_EXIT_USAGE;
    if (profile.data == NULL || profile.baseline == NULL)
    {
        sc_print_error("out of memory");
        status = SC_EXIT_FAILURE;
    }
    else if (sc_profile_options_parse(&profile.options, argc, argv) && read_files(&profile) &&
             open_files(&profile))
    {
        status = profile.options.scaling ? perform_scaling(&profile) : perform(&profile);
    }
    bool closed = sc_output_close(&profile.json);
    closed = sc_output_close(&profile.trace) && closed;
    if (!closed && status == SC_EXIT_OK)
        status = SC_EXIT_FAILURE;
    free(profile.data);
    free(profile.baseline);
    return status;
}
