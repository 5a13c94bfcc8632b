/// The stage find_pairs: sorts AABBs and lists the pairs that begin to overlap.
#include "broadphase/pairs.h"

#include "broadphase/aabbs.h"
#include "broadphase/broadphase_policy.h"
#include "broadphase/new_pairs.h"
#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <string.h>

enum
{
    /// Bytes of a sorted AABB: its present and previous bounds, its slot and its cell.
    SORTED_BYTES = 2 * (int)(sizeof(sc_aabb) + sizeof(int32_t)),
};

static const sc_field entry_fields[] = {
    SC_FIELD(sc_broadphase, int32_t, entry_of, SC_CACHE, "i"),
    SC_FIELD(sc_broadphase, uint8_t, is_moved_out, SC_CACHE, "b")};
static const sc_field moved_out_fields[] = {
    SC_FIELD(sc_broadphase, int32_t, moved_out.slot, SC_CACHE, "i")};
static const sc_field static_out_fields[] = {
    SC_FIELD(sc_broadphase, int32_t, static_out.slot, SC_CACHE, "i")};
static const sc_table tables[] = {SC_TABLE(sc_broadphase, entry_fields, entry_capacity),
                                  SC_TABLE(sc_broadphase, moved_out_fields, moved_out.capacity),
                                  SC_TABLE(sc_broadphase, static_out_fields, static_out.capacity)};

enum
{
    BY_SLOT,
    MOVED_OUT,
    STATIC_OUT
};

const sc_store sc_broadphase_store = SC_STORE("broadphase", tables);

typedef struct sweep_context
{
    sc_sweep_args args;
    sc_sweep_kernel *kernel;
    const sc_step *step;
    sc_key_run *runs;
} sweep_context;

/// Allocates room for candidates. Returns false if out of memory.
static bool take_found(sc_sweep_args *args, sc_arena *scratch, int capacity)
{
    SC_ASSERT(capacity > 0);
    args->found_a = SC_TAKE(scratch, int32_t, capacity);
    args->found_b = SC_TAKE(scratch, int32_t, capacity);
    args->capacity = capacity;
    return args->found_a != NULL && args->found_b != NULL;
}

static void sweep_grid_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin < range.end);
    sweep_context *sweep = context;
    sc_sweep_args args = sweep->args;
    sc_key_run *run = &sweep->runs[range.index];
    sc_arena *scratch = &sweep->step->jobs->workers[range.worker].scratch;
    bool memory = take_found(&args, scratch, range.end - range.begin + 64);
    for (int at = range.begin; memory && at < range.end;)
    {
        args.found = 0;
        int reached = sweep->kernel(&args, at, range.end);
        SC_ASSERT(reached >= at && reached <= range.end && args.found <= args.capacity);
        memory = sc_add_pairs(run, sweep->step, scratch, args.found_a, args.found_b, args.found);
        if (memory && reached == at)
        {
            // The pairs of an AABB need contiguous room.
            memory = take_found(&args, scratch, 2 * args.capacity);
        }
        at = reached;
    }
    run->failed = !memory;
}

/// Whether all ranges had enough memory.
static bool all_found(const sc_key_run *runs, int count)
{
    bool found = true;
    for (int i = 0; i < count; ++i)
    {
        found = found && !runs[i].failed;
    }
    return found;
}

/// Runs a sweep over the AABBs of one level and collects the pairs.
static bool sweep_level_against(sc_step *step, const sc_grid *grid, const sc_level *level,
                                const sc_grid *targets, const sc_level *target_level,
                                bool skip_unmoved, sc_new_pairs *pairs)
{
    SC_ASSERT(level->count > 0 && target_level->count > 0);
    int range_count = sc_range_count(level->count, SC_ROW_GRAIN);
    sweep_context context = {.args = {.aabbs = grid->aabbs,
                                      .slots = grid->slots,
                                      .places = grid->places,
                                      .targets = targets->aabbs,
                                      .target_slots = targets->slots,
                                      .level = target_level,
                                      .skip_unmoved = skip_unmoved},
                             .kernel = level == target_level ? step->kernels->sweep_level
                                                             : step->kernels->sweep_across,
                             .step = step,
                             .runs = sc_take_runs(pairs, step->arena, range_count)};
    if (context.runs == NULL)
    {
        return false;
    }
    sc_pass pass = {level == target_level ? "sweep_level" : "sweep_across", "AABBs", SORTED_BYTES,
                    -1};
    sc_run_pass(step, &pass, level->first, level->first + level->count, SC_ROW_GRAIN,
                sweep_grid_range, &context);
    return all_found(context.runs, range_count);
}

/// Sweeps two levels against each other: each AABB of the smaller level against the larger one.
static bool sweep_two(sc_step *step, const sc_grid *a, const sc_level *level_a, const sc_grid *b,
                      const sc_level *level_b, sc_new_pairs *pairs)
{
    return level_a->count <= level_b->count
               ? sweep_level_against(step, a, level_a, b, level_b, false, pairs)
               : sweep_level_against(step, b, level_b, a, level_a, false, pairs);
}

typedef struct half_space_context
{
    const sc_step *step;
    const sc_grid *moving;
    sc_key_run *runs;
} half_space_context;

static void sweep_half_space_range(void *context, sc_range range)
{
    const half_space_context *sweep = context;
    const sc_step *step = sweep->step;
    const sc_shapes *shapes = step->shapes;
    sc_arena *scratch = &step->jobs->workers[range.worker].scratch;
    for (int k = 0; k < shapes->half_spaces.count; ++k)
    {
        int32_t half_space = shapes->half_spaces.slot[k];
        SC_ASSERT(shapes->kind[half_space] == SC_KIND_HALF_SPACE);
        bool fresh = shapes->previous[half_space].lower_x > shapes->previous[half_space].upper_x;
        for (int i = range.begin; i < range.end; ++i)
        {
            int32_t slot = sweep->moving->slots[i];
            sc_aabb before = shapes->previous[slot];
            bool was = !fresh && before.lower_x <= before.upper_x &&
                       sc_half_space_reaches(shapes, half_space, before);
            if (!was && sc_half_space_reaches(shapes, half_space, shapes->aabb[slot]) &&
                !sc_add_pairs(&sweep->runs[range.index], step, scratch, &half_space, &slot, 1))
            {
                return;
            }
        }
    }
}

/// Tests half-spaces against the AABBs of moving shapes. A half-space is tested by its boundary,
/// because its AABB is unbounded.
static bool sweep_half_spaces(sc_step *step, const sc_grid *moving, sc_new_pairs *pairs)
{
    int half_spaces = step->shapes->half_spaces.count;
    if (half_spaces == 0 || moving->count == 0)
    {
        return true;
    }
    const sc_pass pass = {"sweep_half_spaces", "AABBs", 2 * half_spaces * (int)sizeof(sc_aabb), -1};
    int range_count = sc_range_count(moving->count, SC_ROW_GRAIN);
    half_space_context context = {step, moving, sc_take_runs(pairs, step->arena, range_count)};
    if (context.runs == NULL)
    {
        return false;
    }
    sc_run_pass(step, &pass, 0, moving->count, SC_ROW_GRAIN, sweep_half_space_range, &context);
    return all_found(context.runs, range_count);
}

/// Sweeps a level of moving shapes against a grid of static shapes. `changed`: some of the static
/// shapes changed.
static bool sweep_static(sc_step *step, const sc_grid *moving, const sc_level *level,
                         const sc_grid *grid, bool changed, sc_new_pairs *pairs)
{
    bool done = true;
    for (int k = 0; done && k < grid->level_count; ++k)
    {
        const sc_level *other = &grid->levels[k];
        done = level->count <= other->count
                   ? sweep_level_against(step, moving, level, grid, other, !changed, pairs)
                   : sweep_level_against(step, grid, other, moving, level, false, pairs);
    }
    return done;
}

/// Sweeps a level against itself and against the levels before it.
static bool sweep_with_levels_before(sc_step *step, const sc_grid *grid, int i, sc_new_pairs *pairs)
{
    SC_ASSERT(i >= 0 && i < grid->level_count);
    const sc_level *level = &grid->levels[i];
    bool done = sweep_level_against(step, grid, level, grid, level, false, pairs);
    for (int k = 0; done && k < i; ++k)
    {
        done = sweep_two(step, grid, level, grid, &grid->levels[k], pairs);
    }
    return done;
}

/// Collects the pairs of moving shapes with each other, with static shapes and, if given, with
/// `kept`, the shapes that have not moved recently.
static bool collect_pairs(sc_step *step, const sc_grid *moving, const sc_grid *kept,
                          bool all_static, bool static_changed, sc_new_pairs *pairs)
{
    const sc_broadphase *broadphase = step->broadphase;
    // Kinematic bodies do not collide with each other.
    const bool among = step->rows.dynamic_count > 0;
    for (int i = 0; i < moving->level_count; ++i)
    {
        const sc_level *level = &moving->levels[i];
        bool done = !among || sweep_with_levels_before(step, moving, i, pairs);
        for (int k = 0; done && among && kept != NULL && k < kept->level_count; ++k)
        {
            done = sweep_level_against(step, moving, level, kept, &kept->levels[k], true, pairs);
        }
        done = done &&
               sweep_static(step, moving, level, &broadphase->static_grid, all_static, pairs) &&
               sweep_static(step, moving, level, &broadphase->changed_grid, static_changed, pairs);
        if (!done)
        {
            return false;
        }
    }
    return sweep_half_spaces(step, moving, pairs);
}

void sc_broadphase_forget(sc_broadphase *broadphase, const sc_shapes *shapes)
{
    broadphase->static_version = shapes->static_version - 1;
    broadphase->static_kept = false;
    broadphase->active_version = -1;
}

void sc_rollback_pairs(sc_step *step)
{
    sc_shapes *shapes = step->shapes;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        shapes->aabb[slot] = shapes->previous[slot];
    }
    sc_broadphase_forget(step->broadphase, shapes);
}

/// Called after a sweep: the present AABBs of a kept grid become its previous ones.
static void keep_grid(const sc_grid *grid)
{
    for (int i = 0; i < grid->count; ++i)
    {
        grid->aabbs[i].previous = grid->aabbs[i].now;
    }
}

void sc_keep_static_grid(sc_step *step)
{
    sc_shapes *shapes = step->shapes;
    sc_broadphase *broadphase = step->broadphase;
    if (shapes->static_version == broadphase->static_version)
    {
        return;
    }
    bool all = step->aabbs.all_static_changed;
    const sc_list *lists[] = {all ? &shapes->static_list : &shapes->static_changed,
                              &shapes->half_spaces};
    keep_grid(all ? &broadphase->static_grid : &broadphase->changed_grid);
    SC_ASSERT(all || shapes->static_changed.count <= shapes->static_changed.capacity);
    for (int k = 0; k < 2; ++k)
    {
        for (int i = 0; i < lists[k]->count; ++i)
        {
            int32_t slot = lists[k]->slot[i];
            shapes->previous[slot] = shapes->aabb[slot];
        }
    }
    sc_shapes_settle_static(shapes, step->memory);
    broadphase->static_version = shapes->static_version;
    broadphase->static_kept = true;
}

/// Reserves room for the entries of all slots. Returns false if out of memory.
static bool reserve_entries(sc_step *step)
{
    sc_broadphase *broadphase = step->broadphase;
    return sc_table_reserve(&tables[BY_SLOT], broadphase, step->memory, step->shapes->ids.used);
}

/// Prepares the kept grid for steps in which few shapes move. Returns false if out of memory.
static bool keep_active_grid(sc_step *step)
{
    SC_ASSERT(!step->broadphase->grid_kept);
    sc_broadphase *broadphase = step->broadphase;
    if (!reserve_entries(step) ||
        !sc_table_reserve(&tables[MOVED_OUT], broadphase, step->memory, sc_policy_moved_room(step)))
    {
        return false;
    }
    const sc_grid *active = &broadphase->active;
    keep_grid(active);
    for (int i = 0; i < active->count; ++i)
    {
        SC_ASSERT(active->slots[i] > 0 && active->slots[i] < broadphase->entry_capacity);
        broadphase->entry_of[active->slots[i]] = i;
        broadphase->is_moved_out[active->slots[i]] = 0;
    }
    broadphase->moved_out.count = 0;
    broadphase->grid_kept = true;
    return true;
}

/// Clears an entry, so that no AABB overlaps it.
static void empty_entry(const sc_grid *grid, int32_t at)
{
    SC_ASSERT(at >= 0 && at < grid->count);
    grid->aabbs[at].now.lower_x = sc_empty_aabb.lower_x;
    grid->aabbs[at].now.minus_upper_x = -sc_empty_aabb.upper_x;
}

/// Sorts the shapes of some lists into a grid.
static bool build_grid(sc_step *step, sc_grid *grid, sc_arena *arena, const sc_list *lists,
                       int list_count)
{
    const sc_shapes *shapes = step->shapes;
    sc_grid_source source = {shapes->aabb, shapes->previous, lists, list_count, SC_MAX_REACH};
    return sc_grid_build(step, grid, arena, &source);
}

static bool build_static_grid(sc_step *step)
{
    sc_broadphase *broadphase = step->broadphase;
    broadphase->static_kept = broadphase->static_entries = false;
    broadphase->static_out.count = broadphase->static_removed = 0;
    broadphase->static_grid.level_count = broadphase->changed_grid.level_count = 0;
    broadphase->changed_grid.count = 0;
    sc_arena_reset(&broadphase->static_arena);
    bool built = build_grid(step, &broadphase->static_grid, &broadphase->static_arena,
                            &step->shapes->static_list, 1);
    if (built)
    {
        sc_coarse_map_build(&broadphase->static_map, &broadphase->static_grid,
                            1e-3f * step->lengths->unit);
    }
    return built;
}

/// Removes changed shapes from the static grid, if they were in it, and puts those that are static
/// into a separate grid. Returns false if out of memory.
static bool update_static_grid(sc_step *step)
{
    SC_ASSERT(step->broadphase->static_kept);
    sc_broadphase *broadphase = step->broadphase;
    const sc_shapes *shapes = step->shapes;
    const sc_list *changed = &shapes->static_changed;
    const sc_grid *grid = &broadphase->static_grid;
    sc_list *out = &broadphase->static_out;
    if (!reserve_entries(step) || !sc_table_reserve(&tables[STATIC_OUT], broadphase, step->memory,
                                                    (int64_t)out->count + changed->count))
    {
        return false;
    }
    for (int i = 0; i < grid->count && !broadphase->static_entries; ++i)
    {
        broadphase->entry_of[grid->slots[i]] = i;
    }
    broadphase->static_entries = true;
    SC_ASSERT(changed->count <= changed->capacity);
    for (int i = 0; i < changed->count; ++i)
    {
        int32_t slot = changed->slot[i];
        SC_ASSERT(slot > 0 && slot < broadphase->entry_capacity);
        // entry_of may be stale, if the shape was active or the slot belonged to another shape.
        int32_t at = broadphase->entry_of[slot], index = at < 0 ? -1 - at : INT32_MAX;
        if (at >= 0 && at < grid->count && grid->slots[at] == slot)
        {
            empty_entry(grid, at);
            grid->slots[at] = 0;
            ++broadphase->static_removed;
        }
        else if (index < out->count && out->slot[index] == slot)
        {
            int32_t last = out->slot[--out->count];
            out->slot[index] = last;
            broadphase->entry_of[last] = at;
        }
        if (shapes->flags[slot] & SC_SHAPE_STATIC)
        {
            SC_ASSERT(out->count < out->capacity);
            broadphase->entry_of[slot] = -1 - out->count;
            out->slot[out->count++] = slot;
        }
    }
    sc_arena_reset(&broadphase->changed_arena);
    return build_grid(step, &broadphase->changed_grid, &broadphase->changed_arena, out, 1);
}

/// Finds the pairs of sleeping shapes, which are in the static grids, with new or changed static
/// shapes.
static bool sweep_sleeping(sc_step *step, sc_new_pairs *pairs)
{
    const sc_broadphase *broadphase = step->broadphase;
    const bool all = step->aabbs.all_static_changed;
    const sc_grid *changed = all ? &broadphase->static_grid : &broadphase->changed_grid;
    for (int i = 0; i < changed->level_count; ++i)
    {
        if (!sweep_with_levels_before(step, changed, i, pairs))
        {
            return false;
        }
        for (int k = 0; !all && k < broadphase->static_grid.level_count; ++k)
        {
            const sc_grid *others = &broadphase->static_grid;
            if (!sweep_level_against(step, changed, &changed->levels[i], others, &others->levels[k],
                                     true, pairs))
            {
                return false;
            }
        }
    }
    return !all || sweep_half_spaces(step, &broadphase->static_grid, pairs);
}

/// Finds the new pairs of this step.
static bool find_new_pairs(sc_step *step, sc_new_pairs *pairs)
{
    SC_ASSERT(step->aabbs.moved_active <= step->aabbs.moving_shapes);
    sc_broadphase *broadphase = step->broadphase;
    sc_shapes *shapes = step->shapes;
    bool changed = shapes->static_version != broadphase->static_version;
    bool all = step->aabbs.all_static_changed;
    if (changed && !(all ? build_static_grid(step) : update_static_grid(step)))
    {
        return false;
    }
    if (changed && step->bodies->count[SC_GROUP_ASLEEP] > 0 && !sweep_sleeping(step, pairs))
    {
        return false;
    }
    // If static shapes changed, moving shapes whose AABBs did not change need a sweep, too.
    if (!all && sc_policy_keeps_active_grid(step) &&
        (broadphase->grid_kept || keep_active_grid(step)))
    {
        SC_ASSERT(broadphase->grid_kept);
        for (int i = 0; i < step->aabbs.moved_active; ++i)
        {
            int32_t slot = step->aabbs.moved[i];
            if (!broadphase->is_moved_out[slot])
            {
                SC_ASSERT(broadphase->active.slots[broadphase->entry_of[slot]] == slot);
                SC_ASSERT(broadphase->moved_out.count < broadphase->moved_out.capacity);
                empty_entry(&broadphase->active, broadphase->entry_of[slot]);
                broadphase->is_moved_out[slot] = 1;
                broadphase->moved_out.slot[broadphase->moved_out.count++] = slot;
            }
        }
        sc_grid moving;
        const sc_grid *a = &broadphase->changed_grid, *b = &broadphase->active;
        bool done = build_grid(step, &moving, step->arena, &broadphase->moved_out, 1) &&
                    collect_pairs(step, &moving, b, false, changed, pairs);
        for (int i = 0; done && changed && i < a->level_count * b->level_count; ++i)
        {
            done = sweep_two(step, a, &a->levels[i / b->level_count], b,
                             &b->levels[i % b->level_count], pairs);
        }
        return done;
    }
    sc_arena_reset(&broadphase->active_arena);
    broadphase->grid_kept = false;
    broadphase->active_version = -1;
    if (!build_grid(step, &broadphase->active, &broadphase->active_arena, shapes->active,
                    SC_KIND_HALF_SPACE) ||
        !collect_pairs(step, &broadphase->active, NULL, all, changed, pairs))
    {
        return false;
    }
    broadphase->active_version = shapes->active_version;
    return true;
}

bool sc_aabbs_changed(const sc_step *step)
{
    return step->aabbs.moved_shapes > 0 ||
           step->shapes->static_version != step->broadphase->static_version;
}

/// Lists the new pairs in step->pairs.keys. If out of memory, AABBs are as before the step.
bool sc_find_pairs(sc_step *step)
{
    sc_set_work(step->profile, step->aabbs.moved_shapes, "moved AABBs", 0);
    step->pairs.before = sc_arena_mark_of(step->arena);
    if (!sc_aabbs_changed(step))
    {
        return true;
    }
    sc_new_pairs pairs = {0};
    // Sort the pairs, so that the order of contacts does not depend on the sweep.
    if (!find_new_pairs(step, &pairs) || !sc_sort_pairs(step, &pairs))
    {
        sc_rollback_pairs(step);
        return false;
    }
    return true;
}

void sc_broadphase_release(sc_broadphase *broadphase, sc_memory *memory)
{
    sc_arena_release(&broadphase->static_arena);
    sc_arena_release(&broadphase->changed_arena);
    sc_arena_release(&broadphase->active_arena);
    sc_store_release(&sc_broadphase_store, broadphase, memory);
}
