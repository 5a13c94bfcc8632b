/// Contacts and attachments of soft bodies, one after the other.
#include "core/tuning.h"
#include "core/assert.h"
#include "soft/soft_work.h"

/// Overlap from earlier substeps is removed no faster than this, units/s, because the edges of the
/// bodies turn a part of the separation into velocity.
#define RECOVERY_SPEED 0.5f

/// The values shared by all contacts of a pass.
typedef struct pass
{
    const sc_step *step;
    sc_soft_bodies *soft;
    sc_soft_work *work;
    float per_second;  ///< substeps
    float longest;   ///< m: the speed cap times the substep; no push moves a vertex or body farther
    float recovery;  ///< m: RECOVERY_SPEED times the substep
} pass;

/// A contact at the present poses.
typedef struct frame
{
    scree_vec2 normal;
    float separation;  ///< m; negative: overlap
    int count;         ///< number of vertices that move
    int32_t vertex[3];
    float gradient[3];     ///< along the normal
    float farthest;        ///< 1/kg: largest displacement of a vertex or body per push
    float rigid_gradient;  ///< of the rigid body's point: 1, -1, or 0 if none moves
    scree_vec2 arm;        ///< from the centre of mass to that point
    sc_soft_rigid *rigid;
} frame;

static sc_rotation rigid_rotation(const sc_soft_rigid *rigid)
{
    return (sc_rotation){rigid->pose.cos, rigid->pose.sin};
}

static scree_vec2 rigid_center(const sc_soft_rigid *rigid)
{
    return (scree_vec2){rigid->pose.x, rigid->pose.y};
}

static scree_vec2 world_point(const sc_soft_rigid *rigid, scree_vec2 point)
{
    return rigid != NULL ? sc_add(rigid_center(rigid), sc_rotate(rigid_rotation(rigid), point))
                         : point;
}

static void add_gradient(frame *f, int32_t vertex, float gradient)
{
    SC_ASSERT(vertex >= 0 && f->count < 3);
    f->vertex[f->count] = vertex;
    f->gradient[f->count++] = gradient;
}

/// Fills the frame of a contact of a vertex, or of a corner of the rigid body, with a soft edge.
/// Returns false if the edge has no direction.
static bool against_edge(const sc_soft_bodies *soft, const sc_soft_contact *c, frame *f)
{
    SC_ASSERT(c->edge_a >= 0 && c->edge_b >= 0 && c->edge_a != c->edge_b);
    scree_vec2 edge = sc_soft_offset(soft, c->edge_a, c->edge_b), arm;
    float squared = sc_dot(edge, edge), length = sqrtf(squared);
    if (!(length > soft->lengths->shortest_edge))
    {
        return false;
    }
    if (c->vertex >= 0)
    {
        arm = sc_soft_offset(soft, c->edge_a, c->vertex);
        add_gradient(f, c->vertex, 1.0f);
    }
    else
    {
        scree_vec2 corner = world_point(f->rigid, c->point);
        arm = sc_sub(corner, sc_soft_position(soft, c->edge_a));
    }
    float t = sc_max(0.0f, sc_min(1.0f, sc_dot(arm, edge) / squared));
    float scale = c->side / length;
    f->normal = (scree_vec2){scale * edge.y, -scale * edge.x};
    f->separation = sc_dot(f->normal, arm) - c->gap;
    scree_vec2 beside = sc_sub(arm, sc_scale(t, edge));
    if ((t == 0.0f || t == 1.0f) && f->separation + c->gap > 0.0f)
    {
        // Beyond the end of the edge and outside, the end is the closest point. If it is so close
        // that the direction to it is undefined, keep the normal of the edge.
        float distance = sc_length(beside);
        f->normal = distance > 0.0f ? sc_scale(1.0f / distance, beside) : f->normal;
        f->separation = distance - c->gap;
    }
    if (f->rigid != NULL)
    {
        // Both sides are pushed and slide at the same point, so angular momentum is conserved.
        f->arm = sc_sub(sc_sub(world_point(f->rigid, c->point), beside), rigid_center(f->rigid));
        f->rigid_gradient = 1.0f;
    }
    add_gradient(f, c->edge_a, t - 1.0f);
    add_gradient(f, c->edge_b, -t);
    return true;
}

/// The sum of w |gradient|^2 for gradients along a direction. Also sets f->farthest.
static float inverse_mass(const sc_soft_work *work, frame *f, scree_vec2 direction)
{
    SC_ASSERT(f->count > 0);
    float sum = 0.0f, farthest = 0.0f;
    for (int i = 0; i < f->count; ++i)
    {
        float w = work->points[f->vertex[i]].inverse_mass;
        sum += w * (f->gradient[i] * f->gradient[i]);
        farthest = sc_max(farthest, w * fabsf(f->gradient[i]));
    }
    f->farthest = farthest;
    if (f->rigid != NULL)
    {
        float lever = sc_cross(f->arm, direction);
        // The centre may be locked along an axis.
        scree_vec2 open = f->rigid->open;
        float w = f->rigid->inverse_mass;
        w *= open.x + open.y == 2.0f
                 ? 1.0f
                 : open.x * (direction.x * direction.x) + open.y * (direction.y * direction.y);
        f->farthest = sc_max(farthest, w > 0.0f ? f->rigid->inverse_mass : 0.0f);
        sum += w + f->rigid->inverse_inertia * (lever * lever);
    }
    return sum;
}

/// The distance by which the two sides have separated along a direction since the substep began.
/// The motion of the rigid body is `travel` and `spin`.
static float relative_displacement(const sc_soft_work *work, const frame *f, scree_vec2 direction,
                                   scree_vec2 travel, float spin)
{
    float sum = 0.0f;
    for (int i = 0; i < f->count; ++i)
    {
        const sc_soft_point *p = &work->points[f->vertex[i]];
        const sc_soft_previous *q = &work->previous[f->vertex[i]];
        scree_vec2 displacement = {p->x - q->x, p->y - q->y};
        sum += f->gradient[i] * sc_dot(displacement, direction);
    }
    if (f->rigid != NULL)
    {
        scree_vec2 turn = {-spin * f->arm.y, spin * f->arm.x};
        sum += f->rigid_gradient * sc_dot(sc_add(travel, turn), direction);
    }
    return sum;
}

/// Moves both sides apart by `lambda` (kg m). The part beyond `velocity_part` also moves the
/// previous positions, so it does not become velocity.
static void apply_correction(const pass *pass, const frame *f, scree_vec2 direction, float lambda,
                             float velocity_part)
{
    const sc_soft_work *work = pass->work;
    // Reduce the push for a side that can only move on a short lever, beside a held vertex or near
    // the centre of a body: it would fly off.
    float part = sc_taper(f->farthest * fabsf(lambda), pass->longest), lever = 0.0f;
    if (f->rigid != NULL)
    {
        lever = f->rigid->inverse_inertia * sc_cross(f->arm, direction);
        part *= sc_taper(fabsf(lever * lambda), SC_MAX_TURN);
    }
    if (part == 0.0f)
    {
        return;
    }
    if (part < 1.0f)
    {
        lambda *= part;
        velocity_part *= part;
    }
    for (int i = 0; i < f->count; ++i)
    {
        sc_soft_point *p = &work->points[f->vertex[i]];
        sc_soft_previous *q = &work->previous[f->vertex[i]];
        float scale = p->inverse_mass * f->gradient[i];
        p->x += scale * lambda * direction.x;
        p->y += scale * lambda * direction.y;
        q->x += scale * (lambda - velocity_part) * direction.x;
        q->y += scale * (lambda - velocity_part) * direction.y;
    }
    sc_soft_rigid *rigid = f->rigid;
    if (rigid == NULL)
    {
        return;
    }
    lambda *= f->rigid_gradient;
    velocity_part *= f->rigid_gradient;
    const float turn = lever * lambda;
    scree_vec2 free = {rigid->open.x * direction.x, rigid->open.y * direction.y};
    scree_vec2 displacement = sc_scale(rigid->inverse_mass * lambda, free);
    scree_vec2 fast = sc_scale(rigid->inverse_mass * velocity_part, free);
    float c = rigid->pose.cos - turn * rigid->pose.sin,
          s = rigid->pose.sin + turn * rigid->pose.cos;
    float length = sqrtf(c * c + s * s);
    rigid->pose = (sc_pose){rigid->pose.x + displacement.x, rigid->pose.y + displacement.y,
                            c / length, s / length};
    rigid->shift = sc_add(rigid->shift, displacement);
    rigid->turn += turn;
    rigid->travel = sc_add(rigid->travel, fast);
    rigid->spin += lever * velocity_part;
    rigid->gained_velocity = sc_add(rigid->gained_velocity, sc_scale(pass->per_second, fast));
    rigid->gained_spin += pass->per_second * (lever * velocity_part);
    if (!rigid->touches)
    {
        rigid->slide = sc_add(rigid->slide, fast);
        rigid->slide_spin += lever * velocity_part;
    }
}

/// Coulomb friction: removes the slip of this substep as far as the push permits.
static void solve_friction(const pass *pass, sc_soft_contact *c, frame *f)
{
    const sc_soft_work *work = pass->work;
    scree_vec2 tangent = {-f->normal.y, f->normal.x};
    float mass = inverse_mass(work, f, tangent), limit = c->friction * c->normal_impulse;
    sc_soft_rigid none = {0};
    const sc_soft_rigid *rigid = f->rigid != NULL ? f->rigid : &none;
    if (!(mass > SC_MIN_INVERSE_MASS))
    {
        return;
    }
    float slid = relative_displacement(work, f, tangent, rigid->slide, rigid->slide_spin);
    float wanted = c->tangent_impulse - slid / mass;
    float tangent_impulse = sc_max(-limit, sc_min(wanted, limit)),
          more = tangent_impulse - c->tangent_impulse;
    c->tangent_impulse = tangent_impulse;
    apply_correction(pass, f, tangent, more, more);
}

static void solve_contact(const pass *pass, sc_soft_contact *c)
{
    sc_soft_work *work = pass->work;
    frame f = {.rigid = c->rigid >= 0 ? &work->rigids[c->rigid] : NULL};
    if (c->edge_a < 0)
    {
        // The contact is a vertex above a face.
        SC_ASSERT(c->vertex >= 0);
        scree_vec2 place = sc_soft_position(pass->soft, c->vertex);
        f.normal = f.rigid != NULL ? sc_rotate(rigid_rotation(f.rigid), c->normal) : c->normal;
        float height = sc_dot(f.normal, sc_sub(place, world_point(f.rigid, c->point)));
        f.separation = height - c->gap;
        add_gradient(&f, c->vertex, 1.0f);
        if (f.rigid != NULL)
        {
            f.rigid_gradient = -1.0f;
            f.arm = sc_sub(place, rigid_center(f.rigid));
        }
    }
    else if (!against_edge(pass->soft, c, &f))
    {
        return;
    }
    if (!(f.separation < 0.0f))
    {
        return;
    }
    if (f.rigid != NULL)
    {
        sc_note_push(pass->step, f.rigid->row);
    }
    float mass = inverse_mass(work, &f, f.normal);
    if (!(mass > SC_MIN_INVERSE_MASS))
    {
        return;
    }
    // Overlap gained in this substep is removed as a change of velocity. Earlier overlap is removed
    // gradually, by displacements that do not change velocities; otherwise overlapping bodies would
    // fly apart.
    float depth = -f.separation;
    sc_soft_rigid none = {0};
    const sc_soft_rigid *rigid = f.rigid != NULL ? f.rigid : &none;
    float approach = -relative_displacement(work, &f, f.normal, rigid->travel, rigid->spin);
    float stopped = sc_min(depth, sc_max(0.0f, approach));
    float recovery = sc_min(depth - stopped, sc_max(0.0f, pass->recovery - c->recovered));
    c->recovered += recovery;
    c->normal_impulse += stopped / mass;
    apply_correction(pass, &f, f.normal, (stopped + recovery) / mass, stopped / mass);
    solve_friction(pass, c, &f);
}

void sc_soft_solve_contacts(const sc_step *step)
{
    sc_soft_work *work = step->soft->work;
    pass pass = {step,
                 step->soft,
                 work,
                 1.0f / step->h,
                 step->h * sc_max_speed(step),
                 step->lengths->unit * RECOVERY_SPEED * step->h};
    for (int32_t i = 0; i < work->attached_count; ++i)
    {
        // Moves a vertex and a point of a rigid body to the same place.
        const sc_soft_attached_vertex *attached = &work->attached[i];
        frame f = {.rigid = &work->rigids[attached->rigid], .rigid_gradient = -1.0f};
        scree_vec2 point = world_point(f.rigid, attached->point);
        scree_vec2 apart = sc_sub(sc_soft_position(step->soft, attached->vertex), point);
        float length = sc_length(apart);
        if (!(length > 0.0f))
        {
            continue;
        }
        scree_vec2 direction = sc_scale(1.0f / length, apart);
        f.arm = sc_sub(point, rigid_center(f.rigid));
        add_gradient(&f, attached->vertex, 1.0f);
        float mass = inverse_mass(work, &f, direction);
        if (mass > SC_MIN_INVERSE_MASS)
        {
            apply_correction(&pass, &f, direction, -length / mass, -length / mass);
        }
    }
    for (int32_t i = 0; i < work->contact_count; ++i)
    {
        solve_contact(&pass, &work->contacts[i]);
    }
}
