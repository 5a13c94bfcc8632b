#include "world/step_begin_end.h"

#include "core/assert.h"
#include "particles/particle_store.h"
#include "simd/kernels.h"
#include "soft/soft_bodies.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/bodies/kinematic_targets.h"
#include "dynamics/solver/joints/joint_traits.h"
#include "world/checks.h"

#include <stdio.h>
#include <string.h>

sc_step sc_step_begin(scree_world *world, float dt, int substeps)
{
    SC_ASSERT(substeps > 0 && dt > 0.0f);
    sc_begin_profile(&world->profile);
    world->bodies.moves_known = false;
    sc_jobs_reset(&world->jobs);
    sc_pool_begin_step(world->jobs.pool);
    const float h = dt / (float)substeps;
    sc_step step = {.dt = dt,
                    .h = h,
                    .stiff_h = sc_max(h, world->settings.last_stiff_h),
                    .substeps = substeps,
                    .gravity = world->gravity,
                    .lengths = &world->lengths,
                    .memory = &world->memory,
                    .arena = &world->jobs.workers[0].scratch,
                    .jobs = &world->jobs,
                    .profile = &world->profile,
                    .scalar = sc_kernels_tails(),
                    .bodies = &world->bodies,
                    .shapes = &world->shapes,
                    .contacts = &world->contacts,
                    .joints = &world->joints,
                    .sleep = &world->sleep,
                    .events = &world->events,
                    .sensors = &world->sensors,
                    .broadphase = &world->broadphase,
                    .circles = &world->circles,
                    .mixing = &world->mixing,
                    .callbacks = &world->callbacks,
                    .settings = &world->settings,
                    .constraints = &world->constraints,
                    .soft = &world->soft,
                    .solves_groups = world->circles.count == 0 && world->soft.body_count == 0};
    sc_count_rows(&step);
    step.kernels = sc_kernels_of_step(world, &step);
    return step;
}

/// Appends "3 particles", after ", " or " and " if other text precedes it.
static void append_kind(sc_step_error *error, int count, const char *one, const char *many,
                        bool last)
{
    size_t used = strlen(error->subject);
    const char *before = used == 0 ? "" : last ? " and " : ", ";
    if (count > 0)
    {
        snprintf(error->subject + used, sizeof error->subject - used, "%s%d %s", before, count,
                 count == 1 ? one : many);
    }
}

/// The error of a step in which objects became non-finite.
static sc_step_error report_nonfinite(int bodies, int soft_bodies, int particles, uint64_t first)
{
    sc_step_error error = {.code = SCREE_ERROR_NOT_FINITE};
    append_kind(&error, bodies, "body", "bodies", false);
    append_kind(&error, soft_bodies, "soft body", "soft bodies", particles == 0);
    append_kind(&error, particles, "particle", "particles", true);
    bool one = bodies + soft_bodies + particles == 1;
    const char *fate = particles == 0              ? "disabled"
                       : bodies + soft_bodies == 0 ? "fixed in place"
                                                   : "disabled (particles: fixed in place)";
    snprintf(error.what, sizeof error.what,
             "became non-finite or left the +-1e8 m bounds and %s %s", one ? "was" : "were", fate);
    if (bodies > 0)
    {
        size_t used = strlen(error.what);
        snprintf(error.what + used, sizeof error.what - used, "; the first body has id %llx",
                 (unsigned long long)first);
    }
    return error;
}

sc_step_error sc_step_end(scree_world *world, sc_step *step, scree_result result)
{
    SC_ASSERT(world->stepping);
    sc_pool_end_step(world->jobs.pool);
    world->sleep.step_failed = result != SCREE_OK;
    if (result != SCREE_OK)
    {
        sc_rollback_particles(step);
        sc_rollback_soft_bodies(step);
        // Contacts may have changed before memory ran out.
        world->contacts_counted = false;
        return (sc_step_error){result, "world", "found no memory; nothing moved"};
    }
    const sc_constraints *constraints = step->constraints;
    int blocks = constraints->block_count;
    world->residual = step->results.residual;
    world->contacts_counted = true;
    world->last = (scree_counters){
        .new_pairs = step->results.earlier_pairs + step->pairs.new_count,
        .begun_contacts = step->results.begun_contacts,
        .ended_contacts = step->results.ended_contacts,
        .continuous_bodies = step->results.continuous_bodies,
        .continuous_hits = step->results.continuous_hits,
        .contacts = constraints->contact_count,
        .points = constraints->point_count,
        .colours = constraints->colour_count,
        .blocks = blocks,
        .lane_fill =
            blocks > 0 ? (float)constraints->contact_count / (float)(blocks * SC_BLOCK) : 0.0f,
        .joints = constraints->joints.joint_count,
        .moved_shapes = step->results.earlier_moved + step->aabbs.moved_shapes,
        .disabled_bodies = world->last.disabled_bodies,
        .soft_contacts = world->soft.contact_count,
        .particle_shape_pairs = world->circles.shape_pair_count};
    const int pairs =
        sc_contacts_count(&world->contacts) + sc_contacts_count(&world->sleep.contacts);
    world->peak_pairs = pairs > world->peak_pairs ? pairs : world->peak_pairs;
    sc_pass_target_time(&world->bodies, step->dt);
    ++world->bodies.steps;
    world->settings.last_h = step->h;
    world->settings.last_stiff_h = sc_next_stiff_h(world->settings.last_stiff_h, step->h);
    int bodies = step->results.disabled_bodies;
    int soft_bodies = world->soft.nonfinite_count, particles = step->results.stopped_particles;
    world->last.disabled_bodies += bodies + soft_bodies;
    return bodies + soft_bodies + particles == 0
               ? (sc_step_error){.code = SCREE_OK}
               : report_nonfinite(bodies, soft_bodies, particles, step->results.first_disabled);
}
