/// Twins of the kernels that find the contacts that close within a step, one body or contact at a
/// time.

#include "core/maths.h"
#include "core/stores/bodies.h"
#include "core/stores/contacts.h"
#include "reference/twins/twins.h"

#include <float.h>

void sc_twin_find_swift(const sc_impact_args *args, int begin, int end)
{
    for (int row = begin; row < end; row++)
    {
        const sc_velocity *v = &args->velocities[row];
        float turning = fabsf(v->w) * args->arm[row];
        bool swift = fabsf(v->vx) + fabsf(v->vy) + turning > args->threshold;
        args->motions[row] = (sc_impact_motion){v->vx, v->vy, v->w, swift ? turning : -1.0f};
        uint16_t *bits = &args->swift[row / SC_BLOCK];
        *bits = (uint16_t)((row % SC_BLOCK == 0 ? 0 : *bits) | swift << row % SC_BLOCK);
    }
}

/// Whether the centre of mass of a or b lies between the two points of a contact.
static bool is_balanced(const sc_manifold *m, int points)
{
    scree_vec2 normal = {m->normal_x, m->normal_y}, com = {m->com_x, m->com_y};
    scree_vec2 arm[2] = {{m->anchor[0][0], m->anchor[0][1]}, {m->anchor[1][0], m->anchor[1][1]}};
    bool holds_a = sc_cross(arm[0], normal) * sc_cross(arm[1], normal) < 0.0f;
    bool holds_b =
        sc_cross(sc_sub(arm[0], com), normal) * sc_cross(sc_sub(arm[1], com), normal) < 0.0f;
    return points == 2 && (holds_a || holds_b);
}

/// When the first of its points closes; FLT_MAX: none does, or slowly.
static float closing_time(const sc_impact_args *args, float threshold, const sc_manifold *m,
                          const sc_impact_motion *a, const sc_impact_motion *b)
{
    int points = m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK;
    scree_vec2 normal = {m->normal_x, m->normal_y}, com = {m->com_x, m->com_y};
    float along = sc_dot(normal, (scree_vec2){b->vx - a->vx, b->vy - a->vy});
    float time = FLT_MAX;
    for (int k = 0; k < points; k++)
    {
        scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
        scree_vec2 arm_b = sc_sub(arm_a, com);
        float turn = b->w * sc_cross(arm_b, normal) - a->w * sc_cross(arm_a, normal);
        float speed = -(along + turn);
        if (speed > threshold)
        {
            time = sc_min(time, m->separation[k] / speed);
        }
    }
    return time - (is_balanced(m, points) ? args->balanced_earlier : 0.0f);
}

static bool closes(const sc_impact_args *args, int i)
{
    int32_t row_a = args->body_row[args->a[i]], row_b = args->body_row[args->b[i]];
    row_a = row_a < args->moving_count ? row_a : args->static_row;
    row_b = row_b < args->moving_count ? row_b : args->static_row;
    const sc_impact_motion *a = &args->motions[row_a], *b = &args->motions[row_b];
    const sc_manifold *m = &args->manifolds[i];
    if (args->point_count[i] == 0 || args->state[i] & SC_CONTACT_SETTLED ||
        (a->turning < 0.0f && b->turning < 0.0f))
    {
        return false;
    }
    float linear = fabsf(b->vx - a->vx) + fabsf(b->vy - a->vy);
    float fastest = linear + sc_max(a->turning, 0.0f) + sc_max(b->turning, 0.0f);
    float nearest =
        args->point_count[i] == 2 ? sc_min(m->separation[0], m->separation[1]) : m->separation[0];
    bool near = fastest > args->threshold && nearest <= fastest * args->reach_time;
    bool one_swift = a->turning < 0.0f || b->turning < 0.0f;
    float threshold = one_swift ? args->slow_threshold : args->threshold;
    float time = near ? closing_time(args, threshold, m, a, b) : FLT_MAX;
    if (time <= args->latest)
    {
        args->times[i] = time;
        return true;
    }
    if (m->normal_impulse_0 > 0.0f || m->normal_impulse_1 > 0.0f)
    {
        args->state[i] |= SC_CONTACT_SETTLED;
    }
    return false;
}

void sc_twin_find_closing(const sc_impact_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        uint16_t *bits = &args->closing[i / SC_BLOCK];
        *bits = (uint16_t)((i % SC_BLOCK == 0 ? 0 : *bits) | closes(args, i) << i % SC_BLOCK);
    }
}
