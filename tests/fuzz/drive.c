/// One pair of worlds from beginning to end: a call at a time, on both sides, and checks after it.
#include "tests/fuzz/digest.h"
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MEMORY_LIMIT (16 << 20)  // bytes: the memory for a hostile count is refused

void fuzz_find(fuzz *f, const char *format, ...)
{
    if (f->found[0] != 0)
    {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int used =
        snprintf(f->found, sizeof f->found, "%s: ", f->row != NULL ? f->row->name : "worlds");
    vsnprintf(f->found + used, sizeof f->found - (size_t)used, format, arguments);
    va_end(arguments);
}

void fuzz_say(const fuzz *f, const char *format, ...)
{
    if (f->options.trace && f->now.side == 0)
    {
        va_list arguments;
        va_start(arguments, format);
        vprintf(format, arguments);
        va_end(arguments);
    }
}

void fuzz_see(fuzz *f, uint64_t value)
{
    f->now.seen = (f->now.seen ^ value) * 0xff51afd7ed558ccdu;
    f->now.seen ^= f->now.seen >> 32;
}

void fuzz_see_float(fuzz *f, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    fuzz_see(f, value != value ? 0x7fc00000u : bits);
}

void fuzz_see_floats(fuzz *f, const float *values, size_t count)
{
    for (size_t i = 0; i < count; ++i)
    {
        fuzz_see_float(f, values[i]);
    }
}

void fuzz_see_vec2(fuzz *f, scree_vec2 value)
{
    fuzz_see_float(f, value.x);
    fuzz_see_float(f, value.y);
}

void fuzz_see_id(fuzz *f, uint64_t id) { fuzz_see(f, id & 0xffffffffffffu); }

void fuzz_result(fuzz *f, scree_result result)
{
    f->now.checked = true;
    f->now.result = result;
    f->now.failed = result != SCREE_OK;
    fuzz_see(f, (uint64_t)result);
}

bool fuzz_made(fuzz *f, fuzz_kind kind, int32_t owner, uint64_t id)
{
    if (id == 0)
    {
        fuzz_result(f, scree_world_last_error(f->now.world).code);
        f->now.failed = true;
        return false;
    }
    fuzz_result(f, SCREE_OK);
    fuzz_stage_new(f, kind, owner, id);
    return true;
}

void fuzz_made_many(fuzz *f, fuzz_kind kind, scree_result result, const void *ids, int count)
{
    fuzz_result(f, result);
    for (int i = 0; result == SCREE_OK && ids != NULL && i < count; ++i)
    {
        fuzz_stage_new(f, kind, -1, ((const uint64_t *)ids)[i]);
    }
    // Some of the arrays may have been had.
    f->max_bound = ids == NULL ? INT64_MAX : f->max_bound;
    if (ids == NULL && result == SCREE_OK)
    {
        fuzz_find(f, "a world took more than it has memory for");
    }
}

bool fuzz_joined(fuzz *f, scree_body_id a, scree_body_id b, uint64_t id)
{
    if (id == 0)
    {
        return fuzz_made(f, FUZZ_JOINT, -1, 0);
    }
    fuzz_result(f, SCREE_OK);
    fuzz_stage_joint(f, a, b, id);
    return true;
}

void fuzz_step(fuzz *f, float dt, int substeps)
{
    fuzz_stepped(f, scree_world_step(f->now.world, dt, substeps));
}

void fuzz_stepped(fuzz *f, scree_result result)
{
    f->now.is_step = true;
    fuzz_result(f, result);
    fuzz_note_bound(f, f->now.world);
    scree_joint_events events = scree_world_joint_events(f->now.world);
    bool stepped = result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE;
    for (int i = 0; stepped && i < events.break_count; ++i)
    {
        const scree_joint_break *broken = &events.breaks[i];
        fuzz_see_vec2(f, broken->force);
        fuzz_see_float(f, broken->torque);
        fuzz_stage_end(f, FUZZ_JOINT, broken->joint.value);
    }
}

void fuzz_step_if_bad(fuzz *f)
{
    if (f->now.invalid & FUZZ_BAD_NUMBER && !f->now.locked)
    {
        fuzz_say(f, " and a step");
        fuzz_step(f, 1.0f / 60.0f, 2);
    }
}

/// The plan of a call on both sides.
typedef struct plan
{
    const fuzz_row *row;
    fuzz_stream arguments;
    uint64_t callback_seed;
    uint32_t probe;  ///< the id to check after it
    bool hostile, no_world;
    bool compares;  ///< whether the twins are compared after it, even without a reason
    int fail_at;    ///< allocation of the first side that fails; -1: none
    bool fail_after;
} plan;

static plan make_plan(fuzz *f, const fuzz_row *row)
{
    plan p = {.row = row, .fail_at = -1};
    p.hostile = !f->options.calm && fuzz_odds(f, f->hostility);
    p.no_world = p.hostile && row->mode != FUZZ_FREE && fuzz_odds(f, 40);
    if (!f->options.calm && fuzz_odds(f, 6) && row->mode == FUZZ_CHANGES)
    {
        p.fail_at = fuzz_below(&f->stream, 12);
        p.fail_after = fuzz_odds(f, 128);
    }
    // All of this comes before the arguments: what checks do must not change what follows.
    p.compares = fuzz_odds(f, 12);
    p.probe = fuzz_word(&f->stream);
    p.callback_seed = fuzz_word(&f->stream);
    p.arguments = f->stream;
    return p;
}

/// The error record after a call that failed, and whether it should have failed.
static void check_result(fuzz *f, const plan *p)
{
    const fuzz_now *now = &f->now;
    if (p->row->mode != FUZZ_CHANGES || now->skipped)
    {
        return;
    }
    if (now->invalid != 0 && !now->failed)
    {
        fuzz_find(f, "took %s",
                  now->invalid & FUZZ_BAD_ID        ? "an id that names nothing"
                  : now->invalid & FUZZ_BAD_POINTER ? "a null pointer or a wrong version"
                                                    : "a number that is not finite");
    }
    if (now->failed)
    {
        scree_error error = scree_world_last_error(now->world);
        size_t length = strlen(p->row->name);
        // The same failure may end a recording, and then names it.
        bool of_recording =
            f->options.records && strncmp(error.text, "scree_world_start_recording:", 28) == 0;
        bool of_call = strncmp(error.text, p->row->name, length) == 0 && error.text[length] == ':';
        if (error.code != now->result || error.code == SCREE_OK || error.argument[0] == 0 ||
            !(of_call || of_recording))
        {
            fuzz_find(f, "returned %s, and the error says %s, %s: %s",
                      scree_result_name(now->result), scree_result_name(error.code), error.argument,
                      error.text);
        }
        if (now->world == NULL && error.code != SCREE_ERROR_NULL)
        {
            fuzz_find(f, "returned %s without a world", scree_result_name(error.code));
        }
    }
}

static void run_side(fuzz *f, const plan *p, int side)
{
    f->stream = p->arguments;
    f->callback_stream = fuzz_stream_of_seed(p->callback_seed);
    f->now = (fuzz_now){
        .world = p->no_world ? NULL : f->side[side].world, .side = side, .hostile = p->hostile};
    p->row->run(f);
    check_result(f, p);
    fuzz_say(f, f->now.skipped ? " -> skipped\n" : " -> %s\n", scree_result_name(f->now.result));
}

static int asleep_in(const fuzz_side *side) { return scree_world_bodies(side->world).asleep_count; }

/// A call failed on the first side: that world must be as the other one, which has not had it yet.
static void check_refused(fuzz *f)
{
    static fuzz_digest called, other;
    fuzz_now *now = &f->now;
    bool wrote = f->row->mode == FUZZ_READS;  // and then took a step
    if (wrote || (now->is_step && now->result == SCREE_ERROR_NOT_FINITE))
    {
        return;
    }
    if (f->options.planted == FUZZ_FAULT_REFUSED)
    {
        fuzz_plant(f->side[0].world, FUZZ_FAULT_REFUSED);
    }
    fuzz_digest_take(&called, f->side[0].world);
    fuzz_digest_take(&other, f->side[1].world);
    bool stopped = now->is_step && now->result == SCREE_ERROR_OUT_OF_MEMORY;
    if (stopped && asleep_in(&f->side[0]) != asleep_in(&f->side[1]))
    {
        // Bodies may fall asleep in a step that fails, and those stop.
        return;
    }
    const char *part = fuzz_digest_compare(&called, &other,
                                           stopped      ? FUZZ_STATE
                                           : f->retried ? FUZZ_DERIVED
                                                        : FUZZ_ALL);
    if (part != NULL)
    {
        fuzz_find(f, "returned %s and changed: %s", scree_result_name(now->result), part);
    }
}

/// The call on the first side; if an allocation fails on purpose, and the call with it, once more.
static void run_first(fuzz *f, const plan *p)
{
    test_memory *memory = &f->side[0].memory;
    memory->failures = memory->refusals = memory->calls = 0;
    bool wanted = f->options.fail_at >= f->allocations;
    memory->fail_at = wanted ? f->options.fail_at - f->allocations : p->fail_at;
    memory->fail_after = wanted ? f->options.fail_after : p->fail_after;
    run_side(f, p, 0);
    memory->fail_at = -1;
    f->allocations += memory->calls;
    f->totals->failed_allocations += memory->failures;
    bool stepped = f->now.result == SCREE_OK || f->now.result == SCREE_ERROR_NOT_FINITE;
    f->retried = f->retried && !(f->now.is_step && stepped);
    if (f->now.failed)
    {
        check_refused(f);
    }
    // Some calls can do without their memory; and a bad argument may be noticed first.
    if (memory->failures == 0 || f->now.result != SCREE_ERROR_OUT_OF_MEMORY)
    {
        return;
    }
    memory->refusals = 0;
    f->retried = f->retried || f->now.is_step;
    run_side(f, p, 0);
    if (f->now.failed)
    {
        check_refused(f);
        if (f->now.result == SCREE_ERROR_OUT_OF_MEMORY && memory->refusals == 0)
        {
            fuzz_find(f, "finds no memory for ever");
        }
    }
}

/// An object of any age: its id is valid as long as it lives.
static void check_some_id(fuzz *f, uint32_t probe)
{
    uint32_t kind = probe % FUZZ_KIND_COUNT;
    const fuzz_table *table = &f->table[kind];
    if (table->count == 0)
    {
        return;
    }
    const fuzz_object *object = &table->object[probe / FUZZ_KIND_COUNT % (uint32_t)table->count];
    for (int i = 0; i < 2; ++i)
    {
        const scree_world *world = f->side[i].world;
        uint64_t id = object->id[i];
        bool valid = kind == FUZZ_BODY    ? scree_body_is_valid(world, (scree_body_id){id})
                     : kind == FUZZ_SHAPE ? scree_shape_is_valid(world, (scree_shape_id){id})
                     : kind == FUZZ_PARTICLE
                         ? scree_particle_is_valid(world, (scree_particle_id){id})
                     : kind == FUZZ_SOFT ? scree_soft_body_is_valid(world, (scree_soft_body_id){id})
                                         : scree_joint_is_valid(world, (scree_joint_id){id});
        if (valid != (object->live_at >= 0))
        {
            fuzz_find(f, "the id of an object of kind %u that %s is %s", kind,
                      object->live_at >= 0 ? "lives" : "has ended", valid ? "valid" : "stale");
        }
    }
}

/// Where one allocation fails, only the call itself is checked, and the end.
static bool is_checked(const fuzz *f)
{
    return f->options.fail_at <= 0 || f->side[0].memory.failures > 0;
}

static void check_after(fuzz *f, const plan *p)
{
    if (!is_checked(f))
    {
        return;
    }
    if (f->now.is_step && (!f->now.failed || f->now.result == SCREE_ERROR_NOT_FINITE))
    {
        if (f->options.planted > FUZZ_FAULT_REFUSED)
        {
            fuzz_plant(f->side[0].world, (fuzz_fault)f->options.planted);
            fuzz_plant(f->side[f->options.planted == FUZZ_FAULT_TWINS ? 0 : 1].world,
                       (fuzz_fault)f->options.planted);
        }
        ++f->totals->steps;
        f->totals->not_finite += f->now.failed;
        fuzz_check_step(f);
    }
    else if (f->side[0].memory.failures > 0 || p->compares)
    {
        fuzz_check_twins(f);
    }
    fuzz_check_counts(f);
    check_some_id(f, p->probe);
}

static void make_call(fuzz *f, const fuzz_row *row, int index)
{
    f->row = row;
    plan p = make_plan(f, row);
    if (f->options.trace)
    {
        printf("%lld %s%s%s", (long long)f->call_index, row->name, p.hostile ? " hostile" : "",
               p.no_world ? " without a world" : "");
    }
    run_first(f, &p);
    uint64_t seen = f->now.seen;
    int staged = f->now.staged_count;
    if (f->now.skipped || f->found[0] != 0)
    {
        return;
    }
    run_side(f, &p, 1);
    if (f->now.seen != seen || f->now.staged_count != staged)
    {
        fuzz_find(f, "returned other things in the two worlds");
        return;
    }
    fuzz_commit(f);
    check_after(f, &p);
    ++f->totals->calls;
    f->totals->refused += f->now.failed;
    if (index >= 0)
    {
        ++f->totals->made[index];
        ++(f->now.failed ? f->totals->declined : f->totals->accepted)[index];
    }
}

/// Ids of a living world and of a destroyed one.
static void make_strangers(fuzz *f)
{
    scree_world_def def = scree_world_def_default();
    for (int i = 0; i < 2; ++i)
    {
        scree_world *world = scree_world_create(&def);
        scree_body_def body_def = scree_body_def_default();
        body_def.type = SCREE_BODY_DYNAMIC;
        scree_shape_def shape_def = scree_shape_def_default();
        scree_particle_def particle_def = scree_particle_def_default();
        scree_soft_body_def soft_def = scree_soft_body_def_default();
        scree_circle circle = {{0.0f, 0.0f}, 0.5f};
        for (int k = 2 * i; k < 2 * i + 2; ++k)
        {
            scree_body_id body = scree_body_create(world, &body_def);
            f->stranger[FUZZ_BODY][k] = body.value;
            f->stranger[FUZZ_SHAPE][k] =
                scree_shape_create_circle(world, body, &shape_def, &circle).value;
            f->stranger[FUZZ_PARTICLE][k] = scree_particle_create(world, &particle_def).value;
            f->stranger[FUZZ_SOFT][k] =
                scree_soft_body_create_box(world, &soft_def, 0.5f, 0.5f).value;
            scree_revolute_joint_def joint_def = scree_revolute_joint_def_default();
            joint_def.base.body_a = body;
            joint_def.base.body_b = scree_body_create(world, &body_def);
            f->stranger[FUZZ_JOINT][k] = scree_joint_create_revolute(world, &joint_def).value;
        }
        if (i == 0)
        {
            f->strange_world = world;
        }
        else
        {
            scree_world_destroy(world);
        }
    }
}

/// A set that this CPU has, other than the scalar one.
static scree_simd other_set(fuzz *f)
{
    // The emulated ones are slow.
    int first = !f->options.calm && fuzz_odds(f, 8) ? SCREE_SIMD_AVX2_EMULATED : SCREE_SIMD_SSE2;
    int count = first == SCREE_SIMD_SSE2 ? 3 : 2;
    scree_simd simd = (scree_simd)(first + fuzz_below(&f->stream, count));
    return scree_simd_is_supported(simd) ? simd : scree_simd_best();
}

static bool make_worlds(fuzz *f)
{
    static const int hostilities[] = {0, 16, 60, 130};
    static const float extents[] = {4.0f, 8.0f, 30.0f};
    f->hostility = hostilities[fuzz_below(&f->stream, 4)];
    static const float sizes[] = {1.0f, 1.0f, 1.0f, 1.0f, 0.02f, 30.0f, 1e4f, 1e6f};
    f->size = f->options.calm ? 1.0f : sizes[fuzz_below(&f->stream, 8)];
    f->spread = f->size * extents[fuzz_below(&f->stream, 3)];
    scree_simd simd = other_set(f);
    bool callback = fuzz_odds(f, 96) || f->options.calm;
    f->now = (fuzz_now){.side = 0};
    scree_world_def def =
        f->options.calm ? scree_world_def_default() : fuzz_world_def(f, &f->side[0].memory);
    def.measure_residual = def.measure_residual || f->options.calm;
    def.solver = f->options.solver >= 0 ? (scree_solver)f->options.solver : def.solver;
    fuzz_say(f, "\nscalar and %s, solver %s, %d of 256 calls are hostile\n", scree_simd_name(simd),
             scree_solver_name(def.solver), f->hostility);
    for (int i = 0; i < 2; ++i)
    {
        f->side[i].fuzz = f;
        f->side[i].index = i;
        def.allocator = allocator_of(&f->side[i].memory);
        f->side[i].memory.limit = MEMORY_LIMIT;
        def.simd = i == 0 && !f->options.calm ? SCREE_SIMD_SCALAR : simd;
        def.mixing_callback = callback ? fuzz_mixing_callback : NULL;
        def.mixing_context = &f->side[i];
        f->side[i].world = scree_world_create(&def);
        if (f->side[i].world == NULL)
        {
            fuzz_find(f, "%s", scree_error_text(NULL));
        }
    }
    return f->found[0] == 0;
}

static void end_worlds(fuzz *f)
{
    f->row = NULL;
    for (int i = 0; i < 2; ++i)
    {
        scree_world_destroy(f->side[i].world);
        const test_memory *memory = &f->side[i].memory;
        if (memory->bytes != 0 || memory->blocks != 0 || memory->bad_releases != 0)
        {
            fuzz_find(f, "%lld bytes in %lld blocks are left, %d bad releases",
                      (long long)memory->bytes, (long long)memory->blocks, memory->bad_releases);
        }
    }
    scree_world_destroy(f->strange_world);
}

/// Scenes are many calls in one: no allocation fails in them.
static void make_scenes(fuzz *f)
{
    fuzz_options kept = f->options;
    f->options.calm = true;
    f->options.fail_at = -1;
    int all = fuzz_scene_rows.count, count = kept.calm ? all : 1 + fuzz_below(&f->stream, 2);
    for (int i = 0; i < count && f->found[0] == 0; ++i)
    {
        // Beside each other, or in each other.
        int scene = kept.calm ? i : fuzz_below(&f->stream, all);
        f->shift = kept.calm ? 14.0f * (float)i : 7.0f * (float)fuzz_below(&f->stream, 3);
        make_call(f, &fuzz_scene_rows.row[scene], -1);
    }
    f->options = kept;
    f->allocations = 0;
}

int fuzz_run_worlds(fuzz *f, const fuzz_options *options, fuzz_stream stream, fuzz_totals *totals)
{
    f->options = *options;
    f->stream = stream;
    f->totals = totals;
    f->found[0] = 0;
    f->row = NULL;
    f->max_bound = f->call_index = 0;
    f->allocations = 0;
    f->retried = false;
    for (int kind = 0; kind < FUZZ_KIND_COUNT; ++kind)
    {
        fuzz_table_clear(&f->table[kind]);
    }
    make_strangers(f);
    int calls = 60 + fuzz_below(&f->stream, 600);
    calls = options->calls > 0 ? options->calls : calls;
    if (make_worlds(f))
    {
        if (f->options.records)
        {
            fuzz_begin_recordings(f);
        }
        make_scenes(f);
        for (; f->call_index < calls && f->found[0] == 0 && !fuzz_stream_ended(&f->stream);
             ++f->call_index)
        {
            int index = fuzz_choose_row(&f->stream);
            // Where allocations fail, calls that take none are of no use.
            while (f->options.calm && fuzz_row_at(index)->mode != FUZZ_CHANGES)
            {
                index = fuzz_choose_row(&f->stream);
            }
            make_call(f, fuzz_row_at(index), index);
        }
    }
    if (f->found[0] == 0)
    {
        fuzz_check_twins(f);
        if (f->options.records)
        {
            fuzz_check_recordings(f);
        }
        end_worlds(f);
    }
    ++totals->worlds;
    return (int)f->call_index;
}
