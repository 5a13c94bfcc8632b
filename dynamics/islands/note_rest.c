#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/islands/islands.h"

/// The distance of a body's outer points from its centre: sqrt(3) radii of gyration, as for a rod.
static float reach_of(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(row < bodies->count[SC_GROUP_DYNAMIC]);
    return sqrtf(3.0f * bodies->inertia[row] / bodies->mass[row]);
}

static void rest_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_bodies *bodies = step->bodies;
    sc_sleep *sleep = step->sleep;
    for (int32_t row = range.begin; row < range.end; ++row)
    {
        const int32_t slot = bodies->slot[row];
        SC_ASSERT(slot > 0 && slot < sleep->capacity);
        SC_ASSERT(sleep->next[slot] == 0);
        uint8_t *motion = &sleep->motion[slot], *now = &sleep->motion_now[slot];
        // The threshold of the body, m/s.
        const float sleep_speed = step->lengths->unit * bodies->sleep_threshold[row];
        // A body that is faster than at any earlier time of its period begins to move, even if it
        // has not moved far yet.
        float vx = bodies->vx[row], vy = bodies->vy[row];
        float speed = sqrtf(vx * vx + vy * vy) + reach_of(bodies, row) * fabsf(bodies->w[row]);
        float before = sc_max(sleep->top_speed[slot], sleep->top_speed_now[slot]);
        sleep->top_speed_now[slot] = sc_max(sleep->top_speed_now[slot], speed);
        bool moves = !(speed <= 2.0f * before + sleep_speed) ||
                     (step->rows.pushed != NULL && step->rows.pushed[row] != 0);
        sc_motion since = SC_MOVES;
        if (!moves)
        {
            // How far it has moved since its time began. A body that shakes or rocks in place stays
            // within a short distance.
            const sc_pose *rest = &sleep->rest_pose[slot];
            SC_ASSERT(step->sleep->time_to_sleep > 0.0f);
            const sc_pose pose = bodies->pose[row];
            float dx = pose.x - rest->x, dy = pose.y - rest->y;
            float turn_x = pose.cos - rest->cos, turn_y = pose.sin - rest->sin;
            float moved = sqrtf(dx * dx + dy * dy) +
                          reach_of(bodies, row) * sqrtf(turn_x * turn_x + turn_y * turn_y);
            float limit = sleep_speed * step->sleep->time_to_sleep;
            // A body may make a full turn within a step.
            since = !(fabsf(bodies->w[row]) * step->dt < 1.0f) ? SC_MOVES
                    : moved < limit                            ? SC_RESTS
                    : moved < SC_STIR_REACH * limit            ? SC_STIRS
                                                               : SC_MOVES;
        }
        bool begins = sleep->rest_time[slot] == 0.0f && since != SC_MOVES;
        *now = (uint8_t)(begins || since < *now ? since : *now);
        *motion = *now < *motion ? *now : *motion;
        sleep->rest_time[slot] += step->dt;
        bool whole = sleep->rest_time[slot] >= sleep->time_to_sleep;
        if (whole || since == SC_MOVES)
        {
            *motion = *now;
            sleep->rest_time[slot] = 0.0f;
            sleep->rest_pose[slot] = bodies->pose[row];
            sleep->top_speed[slot] = sleep->top_speed_now[slot];
            sleep->top_speed_now[slot] = 0.0f;
        }
        sleep->velocity_mark[slot] = sc_velocity_mark(bodies, row);
    }
}

/// Updates how long each body has rested.
void sc_note_rest(sc_step *step)
{
    static const sc_pass pass = {
        "note_rest", "bodies",
        (int)(2 * sizeof(sc_pose) + 2 * sizeof(int32_t) + 11 * sizeof(float)) + 2, -1};
    int count = step->sleep->enabled ? step->bodies->count[SC_GROUP_DYNAMIC] : 0;
    sc_run_pass(step, &pass, 0, count, SC_ROW_GRAIN, rest_range, step);
    sc_set_work(step->profile, count, "bodies", 0);
    step->sleep->steps = (step->sleep->steps + 1) % SC_ISLAND_STEPS;
    step->sleep->looked = step->sleep->requests_done = false;
}
