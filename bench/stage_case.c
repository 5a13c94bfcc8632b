#include "simd/kernels.h"
#include "stage_case.h"

#include "region.h"
#include "scenes/scenes.h"
#include "world/step_begin_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_SCENES = 16,
    WARM_STEPS = 120,  ///< before the one whose stages are captured
    LINE = 64
};

/// Lines next to each other that a run changes: in the region, before and after.
typedef struct change
{
    size_t begin, size;
} change;

/// A scene, and the stage of it that was captured last.
struct sc_stage_case
{
    char name[64];
    sc_region *region;
    scree_world *world;  ///< in the region, like all of its memory
    sc_step *step;       ///< in the region
    sc_region *at_step;  ///< the state before a step
    int stage, simd;     ///< captured; -1: nothing
    sc_region *before, *after;
    change *changes;
    int change_count, change_capacity;
};

static sc_stage_case *cases[MAX_SCENES];

typedef bool stage_function(sc_step *step);

#define X(name) \
    static bool run_##name(sc_step *step) { return sc_##name(step); }
SC_PREPARE_STAGES(X)
SC_DETECT_STAGES(X)
SC_SOLVE_STAGES(X)
#undef X
#define X(name)                           \
    static bool run_##name(sc_step *step) \
    {                                     \
        sc_##name(step);                  \
        return true;                      \
    }
SC_COMMIT_STAGES(X)
#undef X

static stage_function *const stages[SC_STAGE_COUNT] = {
#define X(name) run_##name,
    SC_STAGE_LIST(X)
#undef X
};

static void fail(const char *scene, const char *what)
{
    fprintf(stderr, "bench: scene %s: %s\n", scene, what);
    exit(1);
}

static void *checked(void *memory)
{
    if (memory == NULL)
    {
        fail("(all)", "no memory");
    }
    return memory;
}

/// Runs the scene up to the step that is captured.
static void run_scene(sc_stage_case *c)
{
    const scree_scene *scene = scree_scene_find(c->name);
    scree_scene_state *state = checked(calloc(1, sizeof *state));
    if (scene == NULL)
    {
        fail(c->name, "does not exist");
        return;
    }
    c->region = checked(sc_region_create());
    scree_world_def def = scree_scene_world_def(scene, 0);
    def.allocator = sc_region_allocator(c->region);
    c->step = checked(def.allocator.allocate(sizeof *c->step, c->region));
    c->world = scree_world_create(&def);
    if (c->world == NULL || !scree_scene_create(scene, c->world, NULL, state))
    {
        fail(c->name, scree_error_text(c->world));
    }
    const float dt = 1.0f / 60.0f;
    for (int i = 0; i < WARM_STEPS; ++i)
    {
        if (scree_scene_step(scene, c->world, state, dt, scree_scene_substeps(scene)) != SCREE_OK)
        {
            fail(c->name, scree_error_text(c->world));
        }
    }
    if (scree_scene_drive(scene, c->world, state, dt) != SCREE_OK)
    {
        fail(c->name, scree_error_text(c->world));
    }
    *c->step = (sc_step){.dt = dt, .substeps = scree_scene_substeps(scene)};
    c->at_step = checked(sc_region_create());
    sc_region_set(c->at_step, c->region);
    c->before = checked(sc_region_create());
    c->after = checked(sc_region_create());
    free(state);
}

static void add_change(sc_stage_case *c, size_t begin, size_t size)
{
    change *last = c->change_count > 0 ? &c->changes[c->change_count - 1] : NULL;
    if (last != NULL && last->begin + last->size == begin)
    {
        last->size += size;
        return;
    }
    if (c->change_count == c->change_capacity)
    {
        c->change_capacity = 2 * c->change_capacity + 64;
        c->changes = checked(realloc(c->changes, sizeof *c->changes * (size_t)c->change_capacity));
    }
    c->changes[c->change_count++] = (change){begin, size};
}

/// Finds the parts of the state that the stage changes.
static void find_changes(sc_stage_case *c)
{
    const char *before = (const char *)c->before, *after = (const char *)c->region;
    c->change_count = 0;
    for (size_t at = 0; at < c->before->used; at += LINE)
    {
        if (memcmp(before + at, after + at, LINE) != 0)
        {
            add_change(c, at, LINE);
        }
    }
}

static sc_stage_case *find_case(const char *scene)
{
    int i = 0;
    while (i < MAX_SCENES && cases[i] != NULL && strcmp(cases[i]->name, scene) != 0)
    {
        ++i;
    }
    if (i == MAX_SCENES)
    {
        fail(scene, "is one too many");
        return NULL;
    }
    if (cases[i] == NULL)
    {
        cases[i] = checked(calloc(1, sizeof *cases[i]));
        snprintf(cases[i]->name, sizeof cases[i]->name, "%s", scene);
        cases[i]->stage = -1;
        run_scene(cases[i]);
    }
    return cases[i];
}

/// Without a clock: the output of the stage is compared.
static void begin_stage(sc_stage_case *c)
{
    c->world->profile.stage = (sc_stage)c->stage;
    c->world->profile.run_work = (scree_stage_work){0};
}

static void run_first(sc_stage_case *c)
{
    begin_stage(c);
    if (!sc_stage_run(c))
    {
        fail(c->name, "no memory");
    }
}

sc_stage_case *sc_stage_capture(const char *scene, int stage, int simd)
{
    sc_stage_case *c = find_case(scene);
    if (c->stage != stage || c->simd != simd)
    {
        sc_region_set(c->region, c->at_step);
        c->world->simd = (scree_simd)simd;
        c->world->kernels = sc_kernels_get(simd);
        *c->step = sc_step_begin(c->world, c->step->dt, c->step->substeps);
        for (c->stage = 0; c->stage < stage; ++c->stage)
        {
            run_first(c);
        }
        begin_stage(c);
        sc_region_set(c->before, c->region);
        run_first(c);
        find_changes(c);
        sc_region_set(c->after, c->region);
        c->simd = simd;
    }
    return c->world->profile.run_work.items > 0 ? c : NULL;
}

void sc_stage_release_all(void)
{
    for (int i = 0; i < MAX_SCENES && cases[i] != NULL; ++i)
    {
        sc_stage_case *c = cases[i];
        sc_region_set(c->region, c->at_step);
        scree_world_destroy(c->world);
        sc_region_destroy(c->region);
        sc_region_destroy(c->at_step);
        sc_region_destroy(c->before);
        sc_region_destroy(c->after);
        free(c->changes);
        free(c);
        cases[i] = NULL;
    }
}

void sc_stage_restore(sc_stage_case *c)
{
    for (int i = 0; i < c->change_count; ++i)
    {
        size_t at = c->changes[i].begin;
        memcpy((char *)c->region + at, (const char *)c->before + at, c->changes[i].size);
    }
}

bool sc_stage_run(sc_stage_case *c) { return stages[c->stage](c->step); }

bool sc_stage_is_as_first(const sc_stage_case *c)
{
    return c->region->used == c->after->used && memcmp(c->region, c->after, c->after->used) == 0;
}

sc_stage_facts sc_stage_measure(const sc_stage_case *c)
{
    scree_counters counters = scree_world_counters(c->world);
    const sc_constraints *constraints = &c->world->constraints;
    const scree_stage_work work = c->world->profile.run_work;
    sc_stage_facts facts = {.items = work.items,
                            .unit = work.unit,
                            .bytes = work.bytes,
                            .contacts = constraints->contact_count,
                            .pairs = counters.pairs,
                            .bodies = counters.bodies,
                            .shapes = counters.shapes,
                            .colours = constraints->colour_count};
    if (constraints->block_count > 0)
    {
        facts.lane_fill =
            (double)constraints->contact_count / (double)(constraints->block_count * SC_BLOCK);
    }
    for (int i = 0; i < c->change_count; ++i)
    {
        facts.changed += (int64_t)c->changes[i].size;
    }
    return facts;
}
