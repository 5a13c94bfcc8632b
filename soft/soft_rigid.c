/// Rigid bodies in contact with soft ones: their poses in a substep, and the changes that soft
/// bodies cause.
#include "core/assert.h"
#include "soft/soft_work.h"
#include "broadphase/aabbs.h"
#include "scree/geometry.h"

static sc_rotation unit_rotation(float cos, float sin)
{
    float length = sqrtf(cos * cos + sin * sin);
    return (sc_rotation){cos / length, sin / length};
}

/// The rotation q followed by `turn`, normalized.
static sc_rotation turn_rotation(sc_rotation q, sc_rotation turn)
{
    return unit_rotation(turn.cos * q.cos - turn.sin * q.sin, turn.sin * q.cos + turn.cos * q.sin);
}

/// The bend of the path of a body in a step: x(s) = s d + (s^2 - s) bend for s in [0, 1]. With the
/// bend, the body moves in the last substep at its speed at the end of the step. Otherwise a
/// contact that stops the body would stop a different speed.
static float bend_of(const sc_step *step, float displacement, float speed)
{
    float n = (float)step->substeps;
    return step->substeps > 1 ? (step->dt * speed - displacement) / (1.0f - 1.0f / n) : 0.0f;
}

/// The pose on the solver's path after a fraction of the step, plus the displacement by soft
/// bodies.
static sc_pose pose_at(const sc_step *step, const sc_soft_rigid *rigid, float fraction)
{
    SC_ASSERT(fraction > 0.0f && fraction <= 1.0f);
    sc_pose start = step->bodies->pose[rigid->row];
    sc_delta displacement = {0};
    sc_velocity v = {0};
    if (rigid->row < step->rows.moving_count && !step->rows.nonfinite_input[rigid->row])
    {
        displacement = step->rows.deltas[rigid->row];
        v = step->rows.velocities[rigid->row];
    }
    float bent = fraction * fraction - fraction;
    float angle = scree_atan2(displacement.sin, 1.0f + displacement.cos_minus_1);
    sc_rotation q =
        unit_rotation(1.0f + fraction * displacement.cos_minus_1, fraction * displacement.sin);
    q = turn_rotation((sc_rotation){start.cos, start.sin}, q);
    q = turn_rotation(q, unit_rotation(1.0f, rigid->turn + bent * bend_of(step, angle, v.w)));
    return (sc_pose){start.x + fraction * displacement.dx +
                         bent * bend_of(step, displacement.dx, v.vx) + rigid->shift.x,
                     start.y + fraction * displacement.dy +
                         bent * bend_of(step, displacement.dy, v.vy) + rigid->shift.y,
                     q.cos, q.sin};
}

void sc_soft_move_rigids(const sc_step *step, int substep)
{
    SC_ASSERT(substep >= 0 && substep < step->substeps);
    sc_soft_work *work = step->soft->work;
    float fraction = (float)(substep + 1) / (float)step->substeps;
    for (int32_t i = 0; i < work->rigid_count; ++i)
    {
        sc_soft_rigid *rigid = &work->rigids[i];
        rigid->shift = sc_add(rigid->shift, sc_scale(step->h, rigid->gained_velocity));
        rigid->turn += step->h * rigid->gained_spin;
        sc_pose was = rigid->pose, now = pose_at(step, rigid, fraction);
        // A body that becomes non-finite keeps its pose; finish_bodies will find it.
        now = sc_is_finite(now.x) && sc_is_finite(now.y) && sc_is_finite(now.cos) &&
                      sc_is_finite(now.sin)
                  ? now
                  : was;
        rigid->pose = now;
        rigid->travel = (scree_vec2){now.x - was.x, now.y - was.y};
        rigid->spin = was.cos * now.sin - was.sin * now.cos;
        rigid->slide = rigid->travel;
        rigid->slide_spin = rigid->spin;
        if (rigid->touches)
        {
            // If a body that touches rigid bodies moves back and forth within a step, this motion
            // is lost in the end (sc_soft_give_back), so it must not carry soft bodies along. For
            // friction, the body therefore moves along the solver's displacement in equal parts.
            bool moves =
                rigid->row < step->rows.moving_count && !step->rows.nonfinite_input[rigid->row];
            sc_delta d = moves ? step->rows.deltas[rigid->row] : (sc_delta){0};
            float part = 1.0f / (float)step->substeps;
            rigid->slide = (scree_vec2){part * d.dx, part * d.dy};
            rigid->slide_spin = part * scree_atan2(d.sin, 1.0f + d.cos_minus_1);
        }
    }
    for (int32_t i = 0; i < work->shape_count; ++i)
    {
        sc_soft_shape *shape = &work->shapes[i];
        if (shape->rigid >= 0)
        {
            shape->pose = sc_shape_pose_at(&work->rigids[shape->rigid].pose,
                                           &step->shapes->local[shape->slot]);
        }
    }
}

/// Marks rigid bodies that touch other rigid bodies. The pushes of soft bodies change only their
/// velocities, which the solver handles in the next step. If the pushes also displaced them, they
/// would creep, because the friction between rigid bodies could not hold them.
void sc_soft_mark_touching(const sc_step *step)
{
    SC_ASSERT(step->soft->work != NULL);
    const sc_soft_work *work = step->soft->work;
    const sc_contacts *contacts = step->contacts;
    const int32_t *row = step->shapes->body_row;
    for (int c = 1; c < SC_CLASS_COUNT && work->rigid_count > 0; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int32_t a = work->rigid_of[row[contacts->a[i]]];
            int32_t b = work->rigid_of[row[contacts->b[i]]];
            if (contacts->point_count[i] > 0 && a > 0)
            {
                work->rigids[a - 1].touches = true;
            }
            if (contacts->point_count[i] > 0 && b > 0)
            {
                work->rigids[b - 1].touches = true;
            }
        }
    }
}

void sc_soft_give_back(const sc_step *step)
{
    SC_ASSERT(step->soft->work != NULL);
    const sc_soft_work *work = step->soft->work;
    for (int32_t i = 0; i < work->rigid_count; ++i)
    {
        const sc_soft_rigid *rigid = &work->rigids[i];
        if (rigid->row >= step->rows.dynamic_count || rigid->inverse_mass == 0.0f)
        {
            continue;
        }
        sc_velocity *velocity = &step->rows.velocities[rigid->row];
        sc_delta *delta = &step->rows.deltas[rigid->row];
        velocity->vx += rigid->gained_velocity.x;
        velocity->vy += rigid->gained_velocity.y;
        velocity->w += rigid->gained_spin;
        if (rigid->touches)
        {
            continue;
        }
        delta->dx += rigid->shift.x;
        delta->dy += rigid->shift.y;
        sc_rotation q = {1.0f + delta->cos_minus_1, delta->sin};
        q = turn_rotation(q, unit_rotation(1.0f, rigid->turn));
        delta->cos_minus_1 = q.cos - 1.0f;
        delta->sin = q.sin;
    }
}
