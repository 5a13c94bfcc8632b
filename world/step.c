/// The map of a step: its phases and, in each, the stages of core/stages.h in their order. Decides
/// which stages run again when bodies wake during a step.
#include "core/assert.h"
#include "particles/particle_store.h"
#include "soft/soft_bodies.h"
#include "world/checks.h"
#include "world/step_begin_end.h"
#include "world/validate.h"

static bool end_stage(scree_world *world, sc_stage stage, bool done)
{
    sc_stage_end(&world->profile);
    SC_VALIDATE_STAGE(world, stage);
    (void)stage;
    return done;
}

#define BEGIN(name) sc_stage_begin(&world->profile, SC_STAGE_##name)
/// Runs a stage. Returns false if out of memory.
#define TRY(name) (BEGIN(name), end_stage(world, SC_STAGE_##name, sc_##name(step)))
/// Runs a stage that cannot fail.
#define RUN(name) (BEGIN(name), sc_##name(step), (void)end_stage(world, SC_STAGE_##name, true))

/// Completes the changes that calls made since the last step.
static bool prepare_step(scree_world *world, sc_step *step)
{
    return TRY(wake_bodies) && TRY(purge_contacts) && TRY(fall_asleep);
}

/// Finds contacts and their manifolds, from shapes.
static bool detect_contacts(scree_world *world, sc_step *step)
{
    return TRY(refresh_rows) && TRY(pack_bodies) && TRY(update_aabbs) && TRY(find_pairs) &&
           TRY(begin_contacts) && TRY(find_soft_pairs) && TRY(collide) && TRY(find_impacts) &&
           TRY(pre_solve) && TRY(wake_touched);
}

/// Computes the new velocities and changes of pose from the contacts, and stores them in records.
/// Returns false if out of memory.
static bool solve_contacts(scree_world *world, sc_step *step)
{
    return TRY(find_contact_events) && TRY(reserve_overlaps) && TRY(colour_contacts) &&
           TRY(prepare_contacts) && TRY(solve_substeps) && TRY(move_particles) &&
           TRY(move_soft_bodies) && TRY(wake_pushed);
}

/// Copies records to the state that callers see. Cannot fail; if there is no memory for all changes
/// of sensor overlaps, these are reported in a later step.
static void commit_step(scree_world *world, sc_step *step)
{
    RUN(store_impulses);
    RUN(break_joints);
    RUN(advance_contacts);
    RUN(publish_contact_events);
    RUN(sweep_bodies);
    RUN(finish_bodies);
    RUN(clear_forces);
    RUN(note_rest);
    RUN(disable_nonfinite);
    RUN(update_sensors);
}

/// Detects and solves until no body wakes, because a woken body may touch others.
static bool find_motion(scree_world *world, sc_step *step)
{
    const sc_arena_mark begin = sc_arena_mark_of(step->arena);
    while (detect_contacts(world, step))
    {
        if (step->woken == 0)
        {
            if (!solve_contacts(world, step))
            {
                return false;
            }
            if (step->woken == 0)
            {
                return true;
            }
            sc_rollback_particles(step);
            sc_rollback_soft_bodies(step);
        }
        SC_ASSERT(step->woken > 0);
        step->results.earlier_pairs += step->pairs.new_count;
        step->results.earlier_moved += step->aabbs.moved_shapes;
        step->pairs.new_count = step->woken = 0;
        sc_arena_rewind(step->arena, begin);
    }
    return false;
}

scree_result scree_world_step(scree_world *world, float dt, int substeps)
{
    SC_RECORD(world_step, dt, substeps);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_NUMBER(__func__, dt, SC_MIN_DT, SC_MAX_DT, "dt");
    SC_REQUIRE_NUMBER(__func__, substeps, 1, SC_MAX_SUBSTEPS, "substeps");
    return sc_step_world(world, dt, substeps, __func__);
}

scree_result sc_step_world(scree_world *world, float dt, int substeps, const char *function)
{
    SC_ASSERT(!world->stepping);
    world->stepping = true;
    ++world->steps_begun;
    sc_step step = sc_step_begin(world, dt, substeps);
    const bool moved = prepare_step(world, &step) && find_motion(world, &step);
    if (moved)
    {
        commit_step(world, &step);
    }
    sc_step_error error = sc_step_end(world, &step, moved ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY);
    sc_report_step(&world->profile);
    world->stepping = false;
    // Record the error after the last callback, so that an error in a callback does not replace it.
    return error.code == SCREE_OK ? SCREE_OK
                                  : sc_fail(world, error.code, function, error.subject, error.what);
}
