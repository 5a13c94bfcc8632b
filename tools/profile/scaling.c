#include "scaling.h"

#include "profile_world.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/zone_log.h"

#include <math.h>
#include <stdlib.h>

// The cost of a barrier, in ns, on machines without a second core to measure it; several machines
// took about as much.
static const double assumed_barrier = 1500.0;

// Runs of one scene on one number of threads are the same: of each time the least of all runs
// counts. Another program that takes the processor makes times longer, never shorter.
typedef struct runs
{
    const sc_profile_options *options;
    sc_scaling *scaling;
    sc_zone_log log;
    double *steps[SC_SCALING_COUNTS];  // ns, of each step
    double *uncovered[2];              // of each traced step, on one thread and on two
    // The own times of all zones of a run on one thread, by the number of workers it was laid out
    // for.
    double *own_times[SC_SCALING_COUNTS];
    size_t own_capacity[SC_SCALING_COUNTS];
    size_t at;      // own times of this run so far
    double passes;  // of several ranges, of all steps of a run on two threads
    int run;
} runs;

static void keep_least(const runs *runs, double *place, double value)
{
    *place = runs->run == 0 || value < *place ? value : *place;
}

static bool reserve_own_times(runs *runs, int k, size_t count)
{
    if (count <= runs->own_capacity[k])
        return true;
    const size_t capacity = 2 * count;
    double *grown = realloc(runs->own_times[k], capacity * sizeof *grown);
    if (grown == NULL)
        return false;
    runs->own_times[k] = grown;
    runs->own_capacity[k] = capacity;
    return true;
}

// A step on one thread, laid out for 2^k workers. The last run has the least times of all.
static bool note_zones(runs *runs, int k)
{
    const sc_zone_log *log = &runs->log;
    const size_t count = (size_t)log->count;
    double *own = malloc(2 * count * sizeof *own);
    bool ok = own != NULL && reserve_own_times(runs, k, runs->at + count);
    if (ok)
        sc_scaling_own_times(log->zones, log->count, own);
    for (size_t i = 0; ok && i < count; ++i)
        keep_least(runs, &runs->own_times[k][runs->at + i], own[i]);
    if (ok && runs->run == runs->options->repeats - 1)
        sc_scaling_add(&runs->scaling->model, log->zones, runs->own_times[k] + runs->at, log->count,
                       k, own + count);
    free(own);
    runs->at += count;
    return ok;
}

// The measurement that a run is for.
typedef enum purpose
{
    STEPS,     // the time of each step on 2^k threads
    BARRIERS,  // what ranges do not cover, on one thread or two
    RANGES     // all ranges on one thread, laid out for 2^k workers
} purpose;

static bool note_step(runs *runs, int k, int step, purpose purpose)
{
    int passes;
    const double ns = sc_scaling_uncovered_ns(runs->log.zones, runs->log.count, &passes);
    if (purpose == BARRIERS)
    {
        keep_least(runs, &runs->uncovered[k][step], ns);
        runs->passes += k > 0 && runs->run == 0 ? passes : 0;
    }
    const bool ok = purpose == BARRIERS || note_zones(runs, k);
    if (!ok)
        sc_print_error("out of memory");
    runs->log.count = 0;
    return ok;
}

// Tasks that no thread runs: the calling thread does the work of all workers.
static void *run_no_task(scree_task *task, void *argument, void *context)
{
    (void)task, (void)argument;
    return context;
}

static void wait_for_no_task(void *handle, void *context) { (void)handle, (void)context; }

// One run for 2^k workers.
static bool run_once(runs *runs, int k, purpose purpose)
{
    const sc_profile_options *options = runs->options;
    const scree_tasks no_tasks = {run_no_task, wait_for_no_task, NULL};
    scree_scene_state state;
    scree_world *world =
        sc_profile_world_create(options, 1 << k, purpose == RANGES ? &no_tasks : NULL, &state);
    bool ok = world != NULL;
    double ns;
    runs->at = 0;
    for (int i = 0; ok && i < options->warmup; ++i)
        ok = sc_profile_world_step(options, world, &state, &ns);
    if (ok && purpose != STEPS)
        scree_world_set_trace(world, SCREE_TRACE_PASS, sc_zone_log_note, &runs->log);
    for (int i = 0; ok && i < options->steps; ++i)
    {
        ok = sc_profile_world_step(options, world, &state, &ns) && runs->log.ok;
        if (ok && purpose != STEPS)
            ok = note_step(runs, k, i, purpose);
        else if (ok)
            keep_least(runs, &runs->steps[k][i], ns);
    }
    scree_world_destroy(world);
    return ok;
}

static double mean(const double *values, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    return sum / count;
}

static void summarize(const runs *runs, int cores)
{
    sc_scaling *scaling = runs->scaling;
    const int steps = runs->options->steps;
    for (int k = 0; k < SC_SCALING_COUNTS; ++k)
        scaling->measured[k] = 1 << k <= cores ? mean(runs->steps[k], steps) : NAN;
    scaling->barrier = assumed_barrier;
    scaling->barrier_is_measured = runs->passes > 0.0;
    if (scaling->barrier_is_measured)
    {
        const double more = mean(runs->uncovered[1], steps) - mean(runs->uncovered[0], steps);
        scaling->barrier = fmax(0.0, more * steps / runs->passes);
    }
}

static bool run_all(runs *runs, int cores)
{
    const int repeats = runs->options->repeats;
    sc_progress progress = sc_progress_create(!runs->options->quiet);
    bool ok = true;
    for (runs->run = 0; ok && runs->run < repeats; ++runs->run)
    {
        for (int k = 0; ok && k < SC_SCALING_COUNTS; ++k)
        {
            const bool has_cores = 1 << k <= cores;
            ok = (!has_cores || run_once(runs, k, STEPS)) &&
                 (!has_cores || k > 1 || run_once(runs, k, BARRIERS)) && run_once(runs, k, RANGES);
            if (sc_progress_is_due(&progress))
                sc_progress_show(&progress, (double)runs->run / repeats,
                                 runs->options->scene->name);
        }
    }
    sc_progress_clear(&progress);
    if (ok)
        summarize(runs, cores);
    return ok;
}

// A world has no more threads than this process has cores.
static int most_threads(void)
{
    scree_world_def def = scree_world_def_default();
    def.worker_count = 1 << (SC_SCALING_COUNTS - 1);
    scree_world *world = scree_world_create(&def);
    const int count = world != NULL ? scree_world_thread_count(world) : 1;
    scree_world_destroy(world);
    return count;
}

bool sc_scaling_run(const sc_profile_options *options, sc_scaling *scaling)
{
    *scaling = (sc_scaling){0};
    runs runs = {.options = options, .scaling = scaling};
    const size_t count = (size_t)options->steps;
    double *const times = calloc(count * (SC_SCALING_COUNTS + 2), sizeof *times);
    const bool log = sc_zone_log_create(&runs.log);
    bool ok = times != NULL && log;
    for (size_t k = 0; ok && k < SC_SCALING_COUNTS; ++k)
        runs.steps[k] = times + k * count;
    for (size_t k = 0; ok && k < 2; ++k)
        runs.uncovered[k] = times + (SC_SCALING_COUNTS + k) * count;
    if (!ok)
        sc_print_error("out of memory");
    ok = ok && run_all(&runs, most_threads());
    if (log)
        sc_zone_log_destroy(&runs.log);
    for (int k = 0; k < SC_SCALING_COUNTS; ++k)
        free(runs.own_times[k]);
    free(times);
    return ok;
}

double sc_scaling_predicted(const sc_scaling *scaling, int k)
{
    const double one = sc_scaling_step_ns(&scaling->model, 0, 0.0);
    return one > 0.0 ? scaling->measured[0] *
                           sc_scaling_step_ns(&scaling->model, k, scaling->barrier) / one
                     : NAN;
}
