#include "dynamics/continuous/impact_path.h"

#include "core/tuning.h"
#include "core/assert.h"
#include "dynamics/narrowphase/collide.h"
#include "geometry/shape_cast.h"
#include "geometry/geometry_entry.h"

/// A shape counts as passing another one if it overlaps it by no more than this fraction of its own
/// inscribed radius and no more than the slop.
#define GRAZE_FRACTION 0.25f
/// Tolerance of times of impact as a fraction of `graze`.
#define GRAZE_TOLERANCE 0.25
/// Cosine between the normal of a contact and that of the face that it lies on.
#define ON_FACE 0.9999f

/// Whether the body stays over one face of the slow shape if it moves at its present speed in any
/// direction. Then the normal of that face is right along the whole path.
static bool stays_over_face(const sc_impact_path *p)
{
    const sc_step *step = p->step;
    const sc_shapes *shapes = step->shapes;
    const sc_shape_pose *at = &shapes->pose[p->other];
    const sc_pose *body = &step->bodies->pose[p->row];
    const sc_velocity *v = &step->rows.velocities[p->row];
    const float way = sc_impact_horizon(step) * (fabsf(v->vx) + fabsf(v->vy));
    // A disc is over a face if its centre is.
    const float reach = way + p->swing;
    const sc_rotation turn = {at->cos, at->sin};
    const scree_vec2 normal =
        sc_unrotate(turn, sc_normal_towards(p, &step->contacts->manifold[p->contact]));
    const scree_vec2 centre = sc_unrotate(turn, (scree_vec2){body->x - at->x, body->y - at->y});
    const float along = sc_cross(normal, centre);
    const float *geometry = shapes->geometry + shapes->geometry_start[p->other];
    const int count = (int)geometry[2];
    const float *vertices = geometry + SC_GEOMETRY_HEADER;
    const float *normals =
        vertices + 2 * (ptrdiff_t)sc_geometry_pad((sc_shape_kind)shapes->kind[p->other], count);
    for (int i = 0; i < count; ++i)
    {
        if (normals[2 * i] * normal.x + normals[2 * i + 1] * normal.y >= ON_FACE)
        {
            const int next = i + 1 < count ? i + 1 : 0;
            const float begin =
                sc_cross(normal, (scree_vec2){vertices[2 * i], vertices[2 * i + 1]});
            const float end =
                sc_cross(normal, (scree_vec2){vertices[2 * next], vertices[2 * next + 1]});
            return along - reach >= sc_min(begin, end) && along + reach <= sc_max(begin, end);
        }
    }
    return false;
}

bool sc_begin_path(sc_impact_path *p, const sc_step *step, const sc_closing_contact *impact)
{
    SC_ASSERT(sc_is_swift(step, impact->row_a) || sc_is_swift(step, impact->row_b));
    const sc_shapes *shapes = step->shapes;
    const int32_t a = step->contacts->a[impact->contact], b = step->contacts->b[impact->contact];
    SC_ASSERT(a > 0 && b > 0 && step->contacts->point_count[impact->contact] > 0);
    p->step = step;
    p->contact = impact->contact;
    p->is_b = !sc_is_swift(step, impact->row_a);
    p->slot = p->is_b ? b : a;
    p->other = p->is_b ? a : b;
    p->row = p->is_b ? impact->row_b : impact->row_a;
    const sc_shape_local *local = &shapes->local[p->slot];
    const bool is_disc = shapes->kind[p->slot] == SC_KIND_CIRCLE;
    p->swing = local->max_extent - (is_disc ? local->radius : 0.0f);
    p->graze = sc_min(step->lengths->slop, GRAZE_FRACTION * local->inscribed_radius);
    // Half-spaces need no path, because their contact is the same at its end. Segments have no
    // core.
    if (!(p->graze > 0.0f) || shapes->type[p->other] == SCREE_SHAPE_CHAIN_SEGMENT ||
        shapes->kind[p->other] == SC_KIND_HALF_SPACE)
    {
        return false;
    }
    const float least = sc_least_separation(&step->contacts->manifold[p->contact],
                                            step->contacts->point_count[p->contact]);
    if (!(least >= -p->graze) || (shapes->kind[p->other] != SC_KIND_CIRCLE && stays_over_face(p)))
    {
        return false;
    }
    const sc_shape_pose *at = &shapes->pose[p->slot];
    const sc_pose *body = &step->bodies->pose[p->row];
    const sc_frame turn = {.cos = (double)local->cos, .sin = (double)local->sin};
    sc_core_of(&p->core, shapes->geometry + shapes->geometry_start[p->slot],
               (sc_shape_kind)shapes->kind[p->slot], local->radius, local->inscribed_radius,
               p->graze);
    p->path =
        (sc_sweep){.center = sc_turn_in(&turn, (sc_vec2d){-(double)local->x, -(double)local->y}),
                   .cos = at->cos,
                   .sin = at->sin,
                   .extent = (double)local->max_extent};
    const sc_flight rest =
        sc_standing(shapes, p->other, (sc_vec2d){(double)body->x, (double)body->y});
    p->standing = rest.shape;
    p->rest = rest.sweep;
    p->turned = 0.0f;
    return true;
}

/// Sets the next leg of the path, from the end of the path so far.
static void set_leg(sc_impact_path *p, scree_vec2 velocity, float spin, float time)
{
    SC_ASSERT(time >= 0.0f);
    p->path.travel = (sc_vec2d){(double)(velocity.x * time), (double)(velocity.y * time)};
    p->path.turn = spin * time;
}

/// The fraction of the leg after which the core is within `distance` of the slow shape; 2 if it
/// stays farther away.
static double fraction_to(const sc_impact_path *p, double distance)
{
    const double tolerance = GRAZE_TOLERANCE * (double)p->graze;
    if ((double)(fabsf(p->path.turn) * p->swing) <= tolerance)
    {
        const sc_frame begin = sc_sweep_frame(&p->path, 0.0), rest = sc_sweep_frame(&p->rest, 0.0);
        sc_convex core = p->core.shape;
        core.radius += (float)distance;
        const sc_ray_hit hit = sc_shape_cast(&p->standing, &rest, &core, &begin, p->path.travel);
        return hit.inside ? 0.0 : hit.hit ? hit.fraction : 2.0;
    }
    const sc_impact met =
        sc_time_of_impact(&p->standing, &p->rest, &p->core.shape, &p->path, distance, tolerance);
    return met.state == SC_IMPACT_NONE ? 2.0 : met.state == SC_IMPACT_BEGINS ? 0.0 : met.fraction;
}

float sc_time_to_touch(sc_impact_path *p, scree_vec2 velocity, float spin, float time)
{
    set_leg(p, velocity, spin, time);
    const double fraction = fraction_to(p, (double)p->graze);
    return fraction < 1.0 ? (float)fraction * time : time;
}

bool sc_go_on(sc_impact_path *p, scree_vec2 velocity, float spin, float time)
{
    set_leg(p, velocity, spin, time);
    if (fraction_to(p, 0.0) <= 1.0)
    {
        return false;
    }
    const sc_frame end = sc_sweep_frame(&p->path, 1.0);
    p->path.begin = sc_addd(p->path.begin, p->path.travel);
    p->path.cos = (float)end.cos;
    p->path.sin = (float)end.sin;
    p->turned += p->path.turn;
    p->path.travel = (sc_vec2d){0};
    p->path.turn = 0.0f;
    return true;
}

scree_vec2 sc_normal_towards(const sc_impact_path *p, const sc_manifold *m)
{
    const float side = p->is_b ? 1.0f : -1.0f;
    return (scree_vec2){side * m->normal_x, side * m->normal_y};
}

scree_vec2 sc_arm_of(const sc_impact_path *p, const sc_manifold *m, int point)
{
    SC_ASSERT(point == 0 || point == 1);
    const scree_vec2 arm = {m->anchor[point][0], m->anchor[point][1]};
    return p->is_b ? sc_sub(arm, (scree_vec2){m->com_x, m->com_y}) : arm;
}

float sc_travel_along(const sc_impact_path *p, const sc_manifold *m, int point)
{
    const scree_vec2 normal = sc_normal_towards(p, m);
    return sc_dot(normal, sc_narrowed(p->path.begin)) +
           p->turned * sc_cross(sc_arm_of(p, m, point), normal);
}

void sc_contact_at_end(const sc_impact_path *p, sc_manifold *m, uint8_t *points)
{
    // The pose of the shape at the end of the path.
    const sc_pose *body = &p->step->bodies->pose[p->row];
    const sc_frame frame = sc_sweep_frame(&p->path, 0.0);
    const sc_vec2d arm = sc_subd((sc_vec2d){frame.x, frame.y}, p->path.begin);
    const sc_shape_pose end = {.x = (float)((double)body->x + frame.x),
                               .y = (float)((double)body->y + frame.y),
                               .cos = p->path.cos,
                               .sin = p->path.sin,
                               .arm_x = (float)arm.x,
                               .arm_y = (float)arm.y,
                               .radius = p->step->shapes->pose[p->slot].radius};
    const sc_shape_pose *rest = &p->step->shapes->pose[p->other];
    sc_collide_at(p->step, p->contact, p->is_b ? rest : &end, p->is_b ? &end : rest, m, points);
    float nearer[2] = {0}, least = HUGE_VALF;
    for (int k = 0; k < *points; ++k)
    {
        nearer[k] = -sc_travel_along(p, m, k);
        m->separation[k] += nearer[k];
        least = sc_min(least, m->separation[k]);
    }
    if (least > p->step->lengths->speculative)
    {
        // Anchors of separated points lie midway in the gap. Move them to where they are midway at
        // the present distance of the bodies.
        for (int k = 0; k < *points; ++k)
        {
            m->anchor[k][0] += 0.5f * nearer[0] * m->normal_x;
            m->anchor[k][1] += 0.5f * nearer[0] * m->normal_y;
        }
        m->com_x += nearer[0] * m->normal_x;
        m->com_y += nearer[0] * m->normal_y;
    }
}

scree_vec2 sc_side_at_end(const sc_impact_path *p)
{
    const sc_frame end = sc_sweep_frame(&p->path, 0.0), rest = sc_sweep_frame(&p->rest, 0.0);
    return sc_narrowed(sc_convex_distance(&p->standing, &rest, &p->core.shape, &end).normal);
}
