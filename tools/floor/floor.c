#include "floor.h"

#include "counted_kernels.h"
#include "stage_demands.h"

#include "tools/common/output.h"
#include "world/world_state.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

// Times of a step, ms; the stages, then the whole.
typedef struct step_times
{
    double stage[SC_STAGE_COUNT], whole;
} step_times;

typedef struct runner
{
    const scree_scene *scene;
    const sc_floor_options *options;
    const sc_machine *machine;
    int substeps;
    scree_world *world;
    scree_scene_state state;

    // While arithmetic is counted.
    sc_computed before;
    sc_computed computed[SC_STAGE_COUNT];
} runner;

static bool create_world(runner *runner)
{
    int size = runner->options->params.size;
    scree_world_def def = scree_scene_world_def(runner->scene, size);
    def.simd = runner->options->simd;
    def.measure_times = true;
    runner->world = scree_world_create(&def);
    if (runner->world != NULL &&
        scree_scene_create(runner->scene, runner->world, &runner->options->params, &runner->state))
        return true;
    const char *reason = scree_error_text(runner->world);
    sc_print_error("cannot build %s: %s", runner->scene->name,
                   reason[0] != '\0' ? reason : "out of memory");
    return false;
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static bool take_step(runner *runner, double *ms)
{
    const float dt = scree_scene_dt(runner->scene);
    scree_result result = scree_scene_drive(runner->scene, runner->world, &runner->state, dt);
    double begin = now_ms();
    if (result == SCREE_OK)
        result = scree_world_step(runner->world, dt, runner->substeps);
    *ms = now_ms() - begin;
    if (result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE)
        return true;
    sc_print_error("a step of %s failed: %s", runner->scene->name, scree_error_text(runner->world));
    return false;
}

static bool warm_up(runner *runner)
{
    double ms;
    bool ok = true;
    for (int i = 0; ok && i < runner->options->warmup; ++i)
        ok = take_step(runner, &ms);
    return ok;
}

// All runs compute the same, so of each step the quickest counts.
static bool time_run(runner *runner, step_times *best)
{
    bool ok = create_world(runner) && warm_up(runner);
    for (int i = 0; ok && i < runner->options->steps; ++i)
    {
        step_times times;
        ok = take_step(runner, &times.whole);
        for (int k = 0; k < SC_STAGE_COUNT; ++k)
            times.stage[k] = scree_world_stage_ms(runner->world, k);
        if (ok && times.whole < best[i].whole)
            best[i] = times;
    }
    scree_world_destroy(runner->world);
    return ok;
}

static void note_stage(const scree_trace_zone *zone, void *context)
{
    runner *runner = context;
    sc_computed now = sc_computed_now(),
                *sum = &runner->computed[zone->stage < 0 ? 0 : zone->stage];
    if (zone->level == SCREE_TRACE_STAGE)
    {
        sum->adds += now.adds - runner->before.adds;
        sum->products += now.products - runner->before.products;
        sum->quotients += now.quotients - runner->before.quotients;
        sum->roots += now.roots - runner->before.roots;
        sum->choices += now.choices - runner->before.choices;
    }
    runner->before = now;
}

// A step by the kernels that count.
static bool count_step(runner *runner)
{
    double ms;
    const sc_kernels *kernels = runner->world->kernels;
    runner->world->kernels = sc_counted_kernels();
    scree_world_set_trace(runner->world, SCREE_TRACE_STAGE, note_stage, runner);
    runner->before = sc_computed_now();
    bool ok = take_step(runner, &ms);
    scree_world_set_trace(runner->world, SCREE_TRACE_STEP, NULL, NULL);
    runner->world->kernels = kernels;
    return ok;
}

static void add_demands(const runner *runner, sc_floor_table *table)
{
    for (int k = 0; k < SC_STAGE_COUNT; ++k)
    {
        sc_demand demand = sc_stage_demand(runner->world, k, runner->substeps, runner->machine);
        sc_floor_row *row = &table->stages[k];
        row->bytes += demand.bytes;
        row->records += demand.records;
        row->memory_ms += 1e-6 * demand.ns;
    }
    scree_counters counters = scree_world_counters(runner->world);
    table->pairs += counters.pairs;
    table->contacts += counters.contacts;
    table->blocks += counters.blocks;
    table->bodies = counters.dynamic_bodies;
}

static int counted_steps(const sc_floor_options *options)
{
    return options->counted < options->steps ? options->counted : options->steps;
}

// One more run, for the figures that are counted and not timed.
static bool count_run(runner *runner, sc_floor_table *table)
{
    bool ok = create_world(runner) && warm_up(runner);
    int counted = counted_steps(runner->options), steps = runner->options->steps, done = 0;
    double ms;
    for (int i = 0; ok && i < steps; ++i)
    {
        // Spread over the run.
        bool counts = done < counted && (i + 1) * (int64_t)counted >= (done + 1) * (int64_t)steps;
        done += counts;
        ok = counts ? count_step(runner) : take_step(runner, &ms);
        if (ok)
            add_demands(runner, table);
    }
    scree_world_destroy(runner->world);
    return ok;
}

// Sums, products and choices go to different units at the same time, as far as they do in the
// mixed probe; quotients and roots wait for one and the same.
static double arithmetic_ns(const sc_machine *machine, const sc_computed *n)
{
    const double *ns = machine->lane_ns;
    double simple = ns[SC_ARITHMETIC_MIXED] * (n->adds + n->products + n->choices);
    double sums = ns[SC_ARITHMETIC_ADD] * n->adds;
    double products = ns[SC_ARITHMETIC_MULTIPLY] * n->products;
    double slow = ns[SC_ARITHMETIC_DIVIDE] * n->quotients + ns[SC_ARITHMETIC_ROOT] * n->roots;
    return fmax(fmax(simple, slow), fmax(sums, products));
}

static void close_row(sc_floor_row *row, const sc_computed *computed, const runner *runner)
{
    int steps = runner->options->steps, counted = counted_steps(runner->options);
    row->ms /= steps;
    row->bytes /= steps;
    row->records /= steps;
    row->memory_ms /= steps;
    row->operations = (computed->adds + computed->products + computed->quotients + computed->roots +
                       computed->choices) /
                      counted;
    row->arithmetic_ms = 1e-6 * arithmetic_ns(runner->machine, computed) / counted;
    row->floor_ms = fmax(row->memory_ms, row->arithmetic_ms);
}

static void add_row(sc_floor_row *sum, const sc_floor_row *row)
{
    sum->ms += row->ms;
    sum->bytes += row->bytes;
    sum->records += row->records;
    sum->operations += row->operations;
    sum->memory_ms += row->memory_ms;
    sum->arithmetic_ms += row->arithmetic_ms;
    sum->floor_ms += row->floor_ms;
}

static void summarize(sc_floor_table *table, const runner *runner, const step_times *best)
{
    int steps = runner->options->steps;
    for (int i = 0; i < steps; ++i)
    {
        for (int k = 0; k < SC_STAGE_COUNT; ++k)
            table->stages[k].ms += best[i].stage[k];
        table->step_ms += best[i].whole / steps;
    }
    for (int k = 0; k < SC_STAGE_COUNT; ++k)
    {
        close_row(&table->stages[k], &runner->computed[k], runner);
        add_row(&table->sum, &table->stages[k]);
    }
    table->between_ms = table->step_ms - table->sum.ms;
    table->pairs /= steps;
    table->contacts /= steps;
    table->blocks /= steps;
}

double sc_floor_ratio(const sc_floor_row *row)
{
    return row->floor_ms > 0.0 ? row->ms / row->floor_ms : NAN;
}

bool sc_floor_measure(sc_floor_table *table, const scree_scene *scene,
                      const sc_floor_options *options, const sc_machine *machine)
{
    runner *runner = calloc(1, sizeof *runner);
    step_times *best = malloc((size_t)options->steps * sizeof *best);
    bool ok = runner != NULL && best != NULL;
    if (!ok)
        sc_print_error("out of memory");
    *table = (sc_floor_table){.scene = scene, .steps = options->steps};
    if (ok)
    {
        runner->scene = scene;
        runner->options = options;
        runner->machine = machine;
        runner->substeps = table->substeps = scree_scene_substeps(scene);
        for (int i = 0; i < options->steps; ++i)
            best[i].whole = INFINITY;
    }
    for (int i = 0; ok && i < options->repeats; ++i)
        ok = time_run(runner, best);
    ok = ok && count_run(runner, table);
    if (ok)
    {
        table->size = runner->state.size;
        summarize(table, runner, best);
    }
    free(runner);
    free(best);
    return ok;
}
