#include "world/step.h"

#include <stdio.h>
#include <string.h>

sc_step sc_step_begin(scree_world *world, float dt, int substeps)
{
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    world->profile = (sc_profile){.step_begin = sc_clock(),
                                  .substep = -1,
                                  .level = world->profile.level,
                                  .trace = world->profile.trace,
                                  .user = world->profile.user};
    sc_arena_reset(&world->arena);
    int moving = sc_moving_count(bodies), dummy = sc_pad_block(moving);
    sc_step step = {.dt = dt,
                    .h = dt / (float)substeps,
                    .substeps = substeps,
                    .gravity = world->gravity,
                    .memory = &world->memory,
                    .arena = &world->arena,
                    .jobs = &world->jobs,
                    .profile = &world->profile,
                    .kernels = world->kernels,
                    .scalar = sc_kernels_get(SCREE_SIMD_SCALAR),
                    .bodies = bodies,
                    .shapes = shapes,
                    .contacts = &world->contacts,
                    .broadphase = &world->broadphase,
                    .circles = &world->circles,
                    .mixing = &world->mixing,
                    .settings = &world->settings,
                    .constraints = &world->constraints,
                    .soft = &world->soft,
                    .dynamic_count = bodies->count[SC_GROUP_DYNAMIC],
                    .moving_count = moving,
                    .dummy_row = dummy,
                    .trash_row = dummy + 1};
    sc_purge_contacts(&step);
    if (bodies->rows_moved)
    {
        for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
        {
            shapes->body_row[slot] = bodies->row[shapes->body_slot[slot]];
        }
        bodies->rows_moved = false;
        world->constraints.valid = false;
    }
    return step;
}

static void count(scree_world *world, const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    int blocks = constraints->block_count;
    world->residual = step->residual;
    world->last = (scree_counters){.new_pairs = step->new_pairs,
                                   .contacts = constraints->contact_count,
                                   .points = constraints->point_count,
                                   .colours = constraints->colour_count,
                                   .blocks = blocks,
                                   .lane_fill = blocks > 0 ? (float)constraints->contact_count /
                                                                 (float)(blocks * SC_BLOCK)
                                                           : 0.0f,
                                   .moved_shapes = step->moved_shapes,
                                   .disabled_bodies = world->last.disabled_bodies,
                                   .particle_pairs = world->circles.pair_count,
                                   .particle_shape_pairs = world->circles.shape_pair_count};
}

/// Stops and disables the bodies whose results were not finite. Returns how many, and the first
/// one.
static int disable_bad(scree_world *world, const sc_step *step, uint64_t *first)
{
    sc_bodies *bodies = &world->bodies;
    int found = 0;
    // From the end: a body that leaves its row takes only rows past it, all seen already, with it.
    for (int32_t row = step->moving_count - 1; row >= 0; --row)
    {
        if (step->bad[row] == 0)
        {
            continue;
        }
        ++found;
        *first = bodies->id[row].value;
        bodies->vx[row] = bodies->vy[row] = bodies->w[row] = 0.0f;
        bodies->flags[row] |= SC_BODY_DISABLED;
        sc_update_group(world, row);
    }
    return found;
}

scree_result sc_step_end(scree_world *world, sc_step *step, scree_result result)
{
    if (result != SCREE_OK)
    {
        world->residual = (scree_residual){0};
        return sc_fail(world, result, "scree_world_step", "world",
                       "found no memory; nothing moved");
    }
    sc_bodies *bodies = &world->bodies;
    count(world, step);
    if (bodies->forces_pending)
    {
        size_t bytes = sizeof(float) * (size_t)sc_body_count(bodies);
        memset(bodies->force_x, 0, bytes);
        memset(bodies->force_y, 0, bytes);
        memset(bodies->torque, 0, bytes);
        bodies->forces_pending = false;
    }
    int32_t any = 0;
    for (int i = 0; i < step->moving_count; ++i)
    {
        any |= step->bad[i];
    }
    if (any != 0)
    {
        uint64_t first = 0;
        int found = disable_bad(world, step, &first);
        world->last.disabled_bodies += found;
        char what[120];
        snprintf(what, sizeof what,
                 "%d left the range of numbers and %s disabled; the first has id %llx", found,
                 found == 1 ? "was" : "were", (unsigned long long)first);
        return sc_fail(world, SCREE_ERROR_NOT_FINITE, "scree_world_step",
                       found == 1 ? "body" : "bodies", what);
    }
    int bad = world->soft.bad_count;
    if (bad > 0)
    {
        world->last.disabled_bodies += bad;
        return sc_fail(world, SCREE_ERROR_NOT_FINITE, "scree_world_step",
                       bad == 1 ? "soft body" : "soft bodies",
                       bad == 1 ? "left the range of numbers and was disabled"
                                : "left the range of numbers and were disabled");
    }
    if (step->stopped_particles > 0)
    {
        char what[80];
        snprintf(what, sizeof what, "%d left the range of numbers and were fixed in place",
                 step->stopped_particles);
        return sc_fail(world, SCREE_ERROR_NOT_FINITE, "scree_world_step", "particles", what);
    }
    return SCREE_OK;
}
