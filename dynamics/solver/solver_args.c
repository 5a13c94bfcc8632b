/// The arguments of the solver's kernels for a step.
#include "dynamics/solver/substeps.h"

#include "core/assert.h"

sc_softness sc_soften(float hertz, float damping_ratio, float h)
{
    SC_ASSERT(h > 0.0f && hertz >= 0.0f);
    float omega = 2.0f * (float)SC_PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (sc_softness){a2 * a3 * (omega / a1), a2 * a3, a3};
}

/// The factor for the impulses of the last step in warm starting.
static float warm_scale(const sc_step *step)
{
    SC_ASSERT(step->h > 0.0f);
    const sc_solver_settings *settings = step->settings;
    if (!settings->warm_starting)
    {
        return 0.0f;
    }
    return settings->last_h > 0.0f ? step->h / settings->last_h : 1.0f;
}

float sc_substeps_left(const sc_step *step, int substep)
{
    SC_ASSERT(substep >= 0 && substep < step->substeps);
    return step->settings->warm_starting ? (float)(step->substeps - substep) : 1.0f;
}

sc_substeps sc_shared_substeps(sc_step *step)
{
    SC_ASSERT(step->constraints->valid && step->constraints->group_count > 0);
    const sc_constraints *constraints = step->constraints;
    const sc_solver_settings *settings = step->settings;
    const float unit = step->lengths->unit;
    // The frequency of a contact cannot exceed a quarter of the substep rate. Contacts with bodies
    // that cannot move are stiffer, up to 3/8 of the rate: above that, heavy bodies on light wheels
    // never come to rest. The limit is slightly above 3/8, so that rounding does not lower
    // frequencies of exactly 3/8.
    float hertz = sc_min(settings->contact_hertz, 0.25f / step->h);
    float rigid_hertz = sc_min(2.0f * hertz, 0.3751f / step->h);
    return (sc_substeps){
        .step = step,
        .group = &step->constraints->groups[SC_SHARED_GROUP],
        .worker = SC_ALL_WORKERS,
        .contacts =
            {
                .rows = constraints->rows,
                .blocks = constraints->blocks,
                .flags = constraints->flags,
                .contact = constraints->contact,
                .manifolds = step->contacts->manifold,
                .surfaces = step->contacts->surface,
                .friction = step->contacts->friction,
                .velocities = step->rows.velocities,
                .deltas = step->rows.deltas,
                .warm_starts = step->rows.warm_starts,
                .dynamic_count = step->rows.dynamic_count,
                .discard_row = step->rows.discard_row,
                .soft = sc_soften(hertz, settings->contact_damping_ratio, step->h),
                // Contacts with bodies that cannot move have up to twice the frequency, so that
                // heavy bodies do not sink into the ground.
                .rigid = sc_soften(rigid_hertz, settings->contact_damping_ratio, step->h),
                .dt = step->dt,
                .h = step->h,
                .inverse_h = 1.0f / step->h,
                .push_speed = unit * settings->push_speed,
                .bounce_error = step->lengths->bounce_error,
                .speculative = step->lengths->speculative,
                .restitution_threshold = unit * settings->restitution_threshold,
                .takes_back = settings->solver == SCREE_SOLVER_PGS,
                .substeps_left = sc_substeps_left(step, 0),
                .warm_scale = warm_scale(step),
                .slop = unit * settings->slop,
                .position_correction = settings->position_correction,
            },
        .joints = sc_joint_args_of(step, warm_scale(step)),
        .bodies = {.velocities = step->rows.velocities,
                   .warm_starts = step->rows.warm_starts,
                   .deltas = step->rows.deltas,
                   .damping = step->rows.damping,
                   .increment = step->rows.increment,
                   .h = step->h,
                   .max_linear = sc_max_speed(step),
                   .max_angular = SC_MAX_TURN / step->h},
        .impulse_sums = step->scratch.impulse_sums};
}
