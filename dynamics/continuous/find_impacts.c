/// The stage find_impacts: finds the contacts that close within the step, and corrects those with
/// slow shapes that a body will pass.
///
/// A slow shape is static, or its body moves less than the slop in the step. Manifolds describe the
/// beginning of the step. There, a body that slides along a row of boxes has a contact with the
/// side or the corner of the next box, which would stop the body, although the body will pass over
/// the box. Therefore the body's path is predicted for each contact that closes within the step:
/// straight on or, after a first impact that is not steep, along the surface of that impact. If the
/// path passes the shape, and the contact at the end of the path differs from the present one, the
/// contact at the end replaces the present one. Its separations are such that the solver closes it
/// at the time of the end.
#include "core/tuning.h"
#include "core/assert.h"
#include "dynamics/continuous/impact_path.h"

/// A contact is right if the overlap at the end of the path is at least this fraction of the
/// overlap that the contact predicts.
#define RIGHT 0.5f
/// Sine of the largest angle between the path and the surface of a first impact after which the
/// body is assumed to move along the surface. A steeper impact turns and slows the body.
#define STEEP 0.25f
/// Cosine of the angle between normals up to which they count as the same.
#define SAME_NORMAL_COSINE 0.9f

/// The largest closing speed of the contact's points, m/s.
static float closing_speed(const sc_impact_path *p)
{
    const sc_manifold *m = &p->step->contacts->manifold[p->contact];
    const sc_velocity *v = &p->step->rows.velocities[p->row];
    const scree_vec2 normal = sc_normal_towards(p, m);
    float most = 0.0f;
    for (int k = 0; k < p->step->contacts->point_count[p->contact]; ++k)
    {
        most = sc_max(most, -(sc_dot((scree_vec2){v->vx, v->vy}, normal) +
                              v->w * sc_cross(sc_arm_of(p, m, k), normal)));
    }
    return most;
}

/// The largest overlap of a contact's points at the end of the path, along its normal, m.
static float overlap_at_end(const sc_impact_path *p, const sc_manifold *m, int points)
{
    SC_ASSERT(points == 1 || points == 2);
    const float first = m->separation[0] + sc_travel_along(p, m, 0);
    return points == 2 ? -sc_min(first, m->separation[1] + sc_travel_along(p, m, 1)) : -first;
}

/// If the body passes the slow shape, and the contact at the end of its path differs from the
/// present one, replaces the present one. Returns whether it was replaced.
static bool replace_passed(sc_impact_path *p, const sc_closing_contact *first)
{
    // Predict the body's path, unless its first impact is steep.
    const sc_velocity *v = &p->step->rows.velocities[p->row];
    scree_vec2 velocity = {v->vx, v->vy}, normal;
    float left = sc_impact_horizon(p->step);
    if (first != NULL)
    {
        // The speed into the surface of the first impact, m/s. The normal points towards the body.
        SC_ASSERT(first->row_a == p->row || first->row_b == p->row);
        const sc_manifold *m = &p->step->contacts->manifold[first->contact];
        const float side = first->row_b == p->row ? 1.0f : -1.0f;
        normal = (scree_vec2){side * m->normal_x, side * m->normal_y};
        const float into = -(v->vx * normal.x + v->vy * normal.y);
        const float time = sc_max(0.0f, sc_min(first->time, left));
        if (into > STEEP * sc_length(velocity) || !sc_go_on(p, velocity, v->w, time))
        {
            return false;
        }
        velocity = sc_add(velocity, sc_scale(sc_max(into, 0.0f), normal));
        left -= time;
    }
    if (!sc_go_on(p, velocity, v->w, left))
    {
        return false;
    }
    sc_manifold *now = &p->step->contacts->manifold[p->contact], then = *now;
    uint8_t *points = &p->step->contacts->point_count[p->contact], points_then = *points;
    const float expected = overlap_at_end(p, now, *points);
    if (!(expected > 0.0f))
    {
        return false;
    }
    const bool at_side = sc_dot(sc_normal_towards(p, now), sc_side_at_end(p)) < SAME_NORMAL_COSINE;
    sc_contact_at_end(p, &then, &points_then);
    const bool same =
        points_then != 0 &&
        now->normal_x * then.normal_x + now->normal_y * then.normal_y >= SAME_NORMAL_COSINE;
    if (same && !at_side && overlap_at_end(p, &then, points_then) >= RIGHT * expected)
    {
        return false;
    }
    // The contact loses its points if the normal belongs to a face whose edge the body passes by
    // less than the overlap. It loses them too if the body will be behind the shape: now, such a
    // contact would have a deep overlap.
    const bool holds = points_then != 0 && !(same && at_side) &&
                       sc_least_separation(&then, points_then) >= -p->graze;
    *points = holds ? points_then : 0;
    *now = holds ? then : (sc_manifold){0};
    return true;
}

/// The row of the dynamic body of an impact with a slow shape; -1 for other impacts.
static int32_t slow_impact_row(const sc_step *step, const sc_closing_contact *impact)
{
    const int32_t row = sc_is_swift(step, impact->row_a) ? impact->row_a : impact->row_b;
    const int32_t other = row == impact->row_a ? impact->row_b : impact->row_a;
    return row < step->rows.dynamic_count && !sc_is_swift(step, other) ? row : -1;
}

/// The time of an impact. If the contact's normal predicts a much earlier time than the body's
/// path, it is the time along the path, otherwise the time that the normal predicts.
static float time_of(const sc_step *step, const sc_closing_contact *impact)
{
    sc_impact_path path;
    if (!sc_begin_path(&path, step, impact))
    {
        return impact->time;
    }
    const sc_velocity *v = &step->rows.velocities[path.row];
    const float time =
        sc_time_to_touch(&path, (scree_vec2){v->vx, v->vy}, v->w, sc_impact_horizon(step));
    const float later = time - impact->time - SC_BALANCED_EARLIER * step->dt;
    return later * closing_speed(&path) > path.graze ? time : impact->time;
}

/// Updates the times of impacts with slow shapes and clears the bits of contacts that do not close.
/// Returns false if out of memory.
static bool look_ahead(sc_step *step)
{
    int32_t *first = SC_TAKE_ZEROED(step->arena, int32_t, step->rows.dynamic_count + 1);
    sc_closing_contact *list = SC_TAKE(step->arena, sc_closing_contact, step->impacts.count);
    if (first == NULL || list == NULL)
    {
        return false;
    }
    // List the impacts of dynamic bodies with slow shapes. `late` is the place in
    // step->impacts.list.
    int count = 0;
    for (int i = 0; i < step->impacts.count; ++i)
    {
        if (slow_impact_row(step, &step->impacts.list[i]) >= 0)
        {
            list[count] = step->impacts.list[i];
            list[count++].late = i;
        }
    }
    // Sort the list by time, after finding the times of bodies with several impacts. Until then,
    // `first` counts the impacts of each body.
    for (int i = 0; i < count; ++i)
    {
        SC_ASSERT(slow_impact_row(step, &list[i]) >= 0);
        ++first[slow_impact_row(step, &list[i])];
    }
    for (int i = 0; i < count; ++i)
    {
        sc_closing_contact *impact = &list[i];
        impact->time =
            first[slow_impact_row(step, impact)] > 1 ? time_of(step, impact) : impact->time;
    }
    for (int i = 0; i < count; ++i)
    {
        first[slow_impact_row(step, &list[i])] = 0;
    }
    if (!sc_sort_impacts(step, &list, count))
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        sc_closing_contact *impact = &list[i];
        int32_t *before = &first[slow_impact_row(step, impact)];
        SC_ASSERT(*before >= 0 && *before <= i);
        // Check the impact against the body's path.
        sc_impact_path path;
        const bool another = sc_begin_path(&path, step, impact) &&
                             replace_passed(&path, *before != 0 ? &list[*before - 1] : NULL);
        const float speed = closing_speed(&path);
        bool is_impact = false;
        if (speed * step->dt > step->lengths->slop)
        {
            if (another)
            {
                impact->time = sc_least_separation(&step->contacts->manifold[impact->contact],
                                                   step->contacts->point_count[impact->contact]) /
                               speed;
            }
            is_impact = !another || impact->time < sc_impact_horizon(step);
        }
        if (is_impact)
        {
            *before = *before != 0 ? *before : i + 1;
        }
        else
        {
            sc_clear_contact_bit(step->impacts.closing, impact->contact);
        }
        step->impacts.list[impact->late].time = impact->time;
    }
    return true;
}

/// Lists the contacts that close within the step. If the body will pass a contact with a slow
/// shape, the contact is replaced by the one at the end of the body's path, or loses its points.
bool sc_find_impacts(sc_step *step)
{
    return sc_find_closing(step) && (step->impacts.count == 0 || look_ahead(step));
}
