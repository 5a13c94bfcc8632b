/// The map of a step: the stages of core/stages.h, in their order.
#include "broadphase/pairs.h"
#include "broadphase/aabbs.h"
#include "narrowphase/contact_set.h"
#include "narrowphase/collide.h"
#include "narrowphase/events/contact_events.h"
#include "narrowphase/convex/sweep_bodies.h"
#include "narrowphase/events/pre_solve.h"
#include "narrowphase/events/sensors.h"
#include "particles/circles.h"
#include "soft/soft_bodies.h"
#include "solver/constraints.h"
#include "solver/graph/impacts.h"
#include "solver/solver_stages.h"
#include "world/checks.h"
#include "world/joined.h"
#include "world/rows.h"
#include "world/sleep.h"
#include "world/step_ends.h"
#include "world/validate.h"

typedef bool stage_function(sc_step *step);

static stage_function *const stages[SC_STAGE_COUNT] = {
#define X(name) sc_##name,
    SC_STAGE_LIST(X)
#undef X
};

static bool run_stage(scree_world *world, sc_stage stage, sc_step *step)
{
    sc_profile *profile = &world->profile;
    sc_stage_begin(profile, stage);
    bool done = stages[stage](step);
    sc_stage_end(profile);
    SC_VALIDATE(world, sc_stage_label((int)stage));
    return done;
}

static scree_result run_stages(scree_world *world, sc_step *step)
{
    const sc_arena_mark begin = sc_arena_mark_of(step->arena);
    for (int stage = 0; stage < SC_STAGE_COUNT; ++stage)
    {
        if (!run_stage(world, (sc_stage)stage, step))
        {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        if (step->woken > 0)
        {
            // Bodies that woke may touch others, now that they are looked at.
            step->earlier_pairs += step->new_pairs;
            step->earlier_moved += step->moved_shapes;
            step->new_pairs = step->woken = 0;
            sc_arena_rewind(step->arena, begin);
            stage = SC_STAGE_refresh_rows - 1;
        }
    }
    return SCREE_OK;
}

scree_result scree_world_step(scree_world *world, float dt, int substeps)
{
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE(dt >= SC_MIN_DT && dt <= SC_MAX_DT, "dt", "is not in 1e-6 to 1 s");
    SC_REQUIRE(substeps >= 1 && substeps <= SC_MAX_SUBSTEPS, "substeps", "is not in 1 to 64");
    return sc_step_world(world, dt, substeps, __func__);
}

scree_result sc_step_world(scree_world *world, float dt, int substeps, const char *function)
{
    world->stepping = true;
    ++world->steps_begun;
    sc_step step = sc_step_begin(world, dt, substeps);
    sc_step_error error = sc_step_end(world, &step, run_stages(world, &step));
    sc_report_step(&world->profile);
    world->stepping = false;
    // Noted after the last callback: what was refused in one must not stand for the step.
    return error.code == SCREE_OK ? SCREE_OK
                                  : sc_fail(world, error.code, function, error.subject, error.what);
}
