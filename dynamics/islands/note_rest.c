/// The stage note_rest: finds out which bodies rest, stir or move, and how long they have rested.
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/islands/islands.h"

#include <float.h>

enum
{
    CHUNK = 64  ///< rows that are worked on together, in loops that compilers vectorise
};

/// The state of rest of the bodies of a chunk, in the order of their rows.
typedef struct rest_rows
{
    sc_pose *pose;
    float *time, *top_speed, *top_speed_now;
    uint8_t *motion, *motion_now;
} rest_rows;

static float to_float(double x) { return x <= (double)FLT_MAX ? (float)x : FLT_MAX; }

/// Recomputes in double precision the speeds and moved distances of find_motion that are not
/// finite: their squares, or three times an inertia, exceed the range of floats. Velocities that
/// are not finite, of bodies that the step then disables, give FLT_MAX.
static void measure_again(const sc_bodies *bodies, int32_t first, int count,
                          const sc_pose *rest_pose, float *speed, float *moved)
{
    for (int i = 0; i < count; ++i)
    {
        if (speed[i] <= FLT_MAX && moved[i] <= FLT_MAX)
        {
            continue;
        }
        const int32_t row = first + i;
        SC_ASSERT(sc_row_is_dynamic(bodies, row));
        const double vx = (double)bodies->vx[row], vy = (double)bodies->vy[row];
        const double w = fabs((double)bodies->w[row]);
        const double reach = sqrt(3.0 * (double)bodies->inertia[row] / (double)bodies->mass[row]);
        const sc_pose *pose = &bodies->pose[row], *rest = &rest_pose[i];
        const double dx = (double)pose->x - (double)rest->x, dy = (double)pose->y - (double)rest->y;
        const double turn_x = (double)pose->cos - (double)rest->cos;
        const double turn_y = (double)pose->sin - (double)rest->sin;
        speed[i] = to_float(sqrt(vx * vx + vy * vy) + reach * w);
        moved[i] =
            to_float(sqrt(dx * dx + dy * dy) + reach * sqrt(turn_x * turn_x + turn_y * turn_y));
    }
}

/// Finds whether the bodies of a chunk move, stir or rest, as sc_motion, since their time began.
static void find_motion(const sc_step *step, int32_t first, int count, const rest_rows *rest,
                        int *restrict since)
{
    const sc_pose *rest_pose = rest->pose;
    const float *top_speed = rest->top_speed, *top_speed_now = rest->top_speed_now;
    const sc_bodies *bodies = step->bodies;
    const float *mass = bodies->mass + first, *inertia = bodies->inertia + first;
    const float *vx = bodies->vx + first, *vy = bodies->vy + first, *w = bodies->w + first;
    const float *threshold = bodies->sleep_threshold + first;
    const sc_pose *pose = bodies->pose + first;
    const float unit = step->lengths->unit, dt = step->dt;
    const float time_to_sleep = step->sleep->time_to_sleep;
    SC_ASSERT(count <= CHUNK && first + count <= bodies->count[SC_GROUP_DYNAMIC]);
    SC_ASSERT(time_to_sleep > 0.0f);
    float speed[CHUNK], moved[CHUNK];
    int overflow = 0;
    for (int i = 0; i < count; ++i)
    {
        // The distance of outer points from the centre: sqrt(3) radii of gyration, as for a rod.
        const float reach = sqrtf(3.0f * inertia[i] / mass[i]);
        speed[i] = sqrtf(vx[i] * vx[i] + vy[i] * vy[i]) + reach * fabsf(w[i]);
        // The distance that a body has moved since its time began. It stays small for a body that
        // shakes or rocks in place.
        const float dx = pose[i].x - rest_pose[i].x, dy = pose[i].y - rest_pose[i].y;
        const float turn_x = pose[i].cos - rest_pose[i].cos;
        const float turn_y = pose[i].sin - rest_pose[i].sin;
        moved[i] = sqrtf(dx * dx + dy * dy) + reach * sqrtf(turn_x * turn_x + turn_y * turn_y);
    }
    for (int i = 0; i < count; ++i)
    {
        overflow |= !(speed[i] <= FLT_MAX) | !(moved[i] <= FLT_MAX);
    }
    if (overflow != 0)
    {
        measure_again(bodies, first, count, rest_pose, speed, moved);
    }
    for (int i = 0; i < count; ++i)
    {
        const float sleep_speed = unit * threshold[i];  // m/s
        const float limit = sleep_speed * time_to_sleep;
        // A body that has not gone far yet begins to move if it becomes much faster than it was
        // before.
        const float before = sc_max(top_speed[i], top_speed_now[i]);
        const bool is_known = speed[i] <= 2.0f * before + sleep_speed;
        // In a step, a body may turn all the way round and end where it began.
        const bool is_slow = is_known & (fabsf(w[i]) * dt < 1.0f);
        since[i] = (int)(is_slow & (moved[i] < limit)) +
                   (int)(is_slow & (moved[i] < SC_STIR_REACH * limit));
    }
    for (int i = 0; step->rows.pushed != NULL && i < count; ++i)
    {
        since[i] = step->rows.pushed[first + i] != 0 ? SC_MOVES : since[i];
    }
    for (int i = 0; i < count; ++i)
    {
        rest->top_speed_now[i] = sc_max(top_speed_now[i], speed[i]);
    }
}

static void note_rows(const sc_step *step, int32_t first, int count, const rest_rows *rest)
{
    const float dt = step->dt, time_to_sleep = step->sleep->time_to_sleep;
    const sc_pose *pose = step->bodies->pose + first;
    sc_pose *rest_pose = rest->pose;
    float *time = rest->time, *top_speed = rest->top_speed, *top_speed_now = rest->top_speed_now;
    uint8_t *motion = rest->motion, *motion_now = rest->motion_now;
    int since[CHUNK], ends[CHUNK];
    find_motion(step, first, count, rest, since);
    // Read all values before choosing between them: otherwise compilers do not vectorise the loops.
    for (int i = 0; i < count; ++i)
    {
        const float before = time[i], after = before + dt;
        const int is_end = (after >= time_to_sleep) | (since[i] == SC_MOVES);
        const int begins = (before == 0.0f) & (since[i] != SC_MOVES);
        const int was = motion_now[i], whole = motion[i];
        const int now = (begins | (since[i] < was)) != 0 ? since[i] : was;
        motion_now[i] = (uint8_t)now;
        motion[i] = (uint8_t)((is_end | (now < whole)) != 0 ? now : whole);
        time[i] = is_end != 0 ? 0.0f : after;
        ends[i] = is_end;
    }
    for (int i = 0; i < count; ++i)
    {
        const float top = top_speed[i], now = top_speed_now[i];
        top_speed[i] = ends[i] != 0 ? now : top;
        top_speed_now[i] = ends[i] != 0 ? 0.0f : now;
    }
    for (int i = 0; i < count; ++i)
    {
        if (ends[i] != 0)
        {
            rest_pose[i] = pose[i];
        }
    }
}

/// Does the same as note_rows for bodies whose slots are not in the order of their rows.
static void note_scattered(const sc_step *step, int32_t first, int count)
{
    const int32_t *slot = step->bodies->slot + first;
    sc_sleep *sleep = step->sleep;
    sc_pose pose[CHUNK];
    float time[CHUNK], top_speed[CHUNK], top_speed_now[CHUNK];
    uint8_t motion[CHUNK], motion_now[CHUNK];
    for (int i = 0; i < count; ++i)
    {
        pose[i] = sleep->rest_pose[slot[i]];
        time[i] = sleep->rest_time[slot[i]];
        top_speed[i] = sleep->top_speed[slot[i]];
        top_speed_now[i] = sleep->top_speed_now[slot[i]];
        motion[i] = sleep->motion[slot[i]];
        motion_now[i] = sleep->motion_now[slot[i]];
    }
    const rest_rows rest = {pose, time, top_speed, top_speed_now, motion, motion_now};
    note_rows(step, first, count, &rest);
    for (int i = 0; i < count; ++i)
    {
        sleep->rest_pose[slot[i]] = pose[i];
        sleep->rest_time[slot[i]] = time[i];
        sleep->top_speed[slot[i]] = top_speed[i];
        sleep->top_speed_now[slot[i]] = top_speed_now[i];
        sleep->motion[slot[i]] = motion[i];
        sleep->motion_now[slot[i]] = motion_now[i];
    }
}

static void rest_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_bodies *bodies = step->bodies;
    sc_sleep *sleep = step->sleep;
    for (int32_t first = range.begin; first < range.end; first += CHUNK)
    {
        const int count = range.end - first < CHUNK ? (int)(range.end - first) : CHUNK;
        const int32_t slot = bodies->slot[first];
        int scattered = 0;
        for (int i = 0; i < count; ++i)
        {
            SC_ASSERT(bodies->slot[first + i] > 0 && bodies->slot[first + i] < sleep->capacity);
            SC_ASSERT(sleep->next[bodies->slot[first + i]] == 0);
            scattered |= bodies->slot[first + i] ^ (slot + i);
            sleep->velocity_mark[bodies->slot[first + i]] = sc_velocity_mark(bodies, first + i);
        }
        if (scattered == 0)
        {
            const rest_rows rest = {sleep->rest_pose + slot, sleep->rest_time + slot,
                                    sleep->top_speed + slot, sleep->top_speed_now + slot,
                                    sleep->motion + slot,    sleep->motion_now + slot};
            note_rows(step, first, count, &rest);
        }
        else
        {
            note_scattered(step, first, count);
        }
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
