#include "dynamics/narrowphase/chain_contacts.h"

#include "core/block.h"
#include "dynamics/narrowphase/manifold.h"
#include "dynamics/narrowphase/polygon.h"
#include "scree/geometry.h"

#include <float.h>
#include <string.h>

/// Sines of the angles up to which a direction outside its arc counts as at the end of the arc. The
/// contact point of a disc moves with the direction, so for discs the direction is moved no farther
/// than rounding makes necessary.
#define DISC_TOLERANCE 1e-3f
#define POLYGON_TOLERANCE 1e-2f
/// Sine of the smallest bend, towards the body or away from it, that is not treated as straight.
#define MIN_BEND 1e-3f

/// A segment of a chain in its own frame.
typedef struct segment
{
    scree_vec2 start, end;
    scree_vec2 normal, tangent;  ///< unit; the normal to the right of the tangent
    scree_vec2 beside[2];        ///< normals of the segments before and after
    float bend[2];               ///< sines of the angles between normals; positive: to the left
    bool joined[2];
    bool two_sided;
} segment;

/// One side of a segment, and its arc of directions.
typedef struct side
{
    float sign;  ///< 1: the right-hand side
    scree_vec2 face;
    scree_vec2 limit[2];  ///< the ends of the arc, before and after
} side;

/// A contact of a segment with another shape.
typedef struct pair
{
    const sc_narrow_args *args;
    int contact;
    bool chain_is_b;
    int32_t slot, other;  ///< of shapes
    const sc_shape_pose *pose, *other_pose;
    sc_rotation turn;        ///< of the segment
    scree_vec2 center;       ///< of the other shape, in the segment's frame
    const sc_manifold *old;  ///< of the last step
} pair;

typedef enum verdict
{
    OUTSIDE,
    WITHIN,
    AT_END
} verdict;

static side segment_side(const segment *s, float sign)
{
    side out = {.sign = sign, .face = sc_scale(sign, s->normal)};
    for (int end = 0; end < 2; ++end)
    {
        bool away = sign * s->bend[end] > 0.0f;
        out.limit[end] = away ? sc_scale(sign, s->beside[end]) : out.face;
    }
    return out;
}

/// Which end of the segment a direction leans to.
static int segment_end_of(const segment *s, scree_vec2 direction)
{
    return sc_dot(direction, s->tangent) < 0.0f ? 0 : 1;
}

/// Whether a direction is in the arc of a side.
static verdict judge_direction(const segment *s, const side *side, scree_vec2 direction,
                               float tolerance)
{
    int end = segment_end_of(s, direction);
    float along_face = sc_dot(direction, side->face);
    if (!s->joined[end])
    {
        return along_face >= 0.0f ? WITHIN : OUTSIDE;
    }
    scree_vec2 limit = side->limit[end];
    float along_limit = sc_dot(direction, limit);
    // The sine of the angle to the end of the arc, or of its supplement for directions behind.
    float inside =
        side->sign * (end == 0 ? sc_cross(limit, direction) : sc_cross(direction, limit));
    if (inside >= 0.0f)
    {
        return along_face > 0.0f || along_limit > 0.0f ? WITHIN : OUTSIDE;
    }
    return inside > -tolerance && along_limit > 0.0f ? AT_END : OUTSIDE;
}

/// Finds the side of the segment on which the other shape's centre lies. The centre may also lie
/// over a neighbour that bends away. Returns false if the centre is behind a one-sided chain.
static bool find_side(const segment *s, scree_vec2 center, side *out)
{
    float right = sc_dot(s->normal, sc_sub(center, s->start));
    *out = segment_side(s, s->two_sided && right < 0.0f ? -1.0f : 1.0f);
    bool over_before =
        s->joined[0] && s->bend[0] > 0.0f && sc_dot(s->beside[0], sc_sub(center, s->start)) >= 0.0f;
    bool over_after =
        s->joined[1] && s->bend[1] > 0.0f && sc_dot(s->beside[1], sc_sub(center, s->end)) >= 0.0f;
    return s->two_sided || right >= 0.0f || over_before || over_after;
}

static void drop_contact(const pair *p)
{
    p->args->manifolds[p->contact] = (sc_manifold){0};
    p->args->point_count[p->contact] = 0;
}

/// Replaces the result of the kernel by `points`. The points are relative to the segment's centre,
/// and the normal leads from the segment to the other shape; both are in world axes.
static void replace_points(const pair *p, sc_contact_points *points)
{
    const sc_shape_pose *a = p->chain_is_b ? p->other_pose : p->pose;
    const sc_shape_pose *b = p->chain_is_b ? p->pose : p->other_pose;
    scree_vec2 origin = {p->pose->x - a->x, p->pose->y - a->y};
    for (int k = 0; k < points->count; ++k)
    {
        points->point[k].position = sc_add(points->point[k].position, origin);
    }
    points->normal = p->chain_is_b ? sc_scale(-1.0f, points->normal) : points->normal;
    sc_manifold *manifold = &p->args->manifolds[p->contact];
    *manifold = *p->old;
    sc_manifold_replace(manifold, &p->args->point_count[p->contact], p->args->margin, a, b, points);
}

/// The contact of `corner`, a vertex of the other shape's core in the segment's frame, with the
/// line through `foot` with this normal.
static sc_contact_points meet_line(const pair *p, scree_vec2 corner, scree_vec2 foot,
                                   scree_vec2 normal, int vertex)
{
    float radius = p->other_pose->radius;
    float gap = sc_dot(normal, sc_sub(corner, foot)) - radius;
    sc_contact_points points = {.normal = sc_rotate(p->turn, normal), .count = 1};
    scree_vec2 middle = sc_sub(corner, sc_scale(radius + 0.5f * gap, normal));
    points.point[0].position = sc_rotate(p->turn, middle);
    points.point[0].separation = gap;
    points.point[0].feature = p->chain_is_b ? sc_feature(vertex, 0) : sc_feature(0, vertex);
    return points;
}

static int lowest_of(const sc_polygon *other, scree_vec2 face)
{
    int lowest = 0;
    for (int k = 1; k < other->count; ++k)
    {
        bool lower = sc_dot(face, other->vertex[k]) < sc_dot(face, other->vertex[lowest]);
        lowest = lower ? k : lowest;
    }
    return lowest;
}

/// In a corner of two segments that bend towards the body, the body may overlap one of them so far
/// that its lowest vertex lies beyond the end of the other, this segment. Then the vertex touches
/// the line through this segment. Returns false if there is no such contact.
static bool hold_in_corner(const pair *p, const segment *s, const side *own,
                           const sc_polygon *other)
{
    const int lowest = lowest_of(other, own->face);
    const scree_vec2 corner = other->vertex[lowest];
    const bool before = sc_dot(s->tangent, sc_sub(corner, s->start)) < 0.0f;
    const bool after = sc_dot(s->tangent, sc_sub(corner, s->end)) > 0.0f;
    const int end = before ? 0 : 1;
    const scree_vec2 foot = before ? s->start : s->end;
    if (!(before || after) || !s->joined[end] || own->sign * s->bend[end] > -MIN_BEND ||
        own->sign * sc_dot(s->beside[end], sc_sub(p->center, foot)) < 0.0f)
    {
        return false;
    }
    sc_contact_points points = meet_line(p, corner, foot, own->face, lowest);
    if (points.point[0].separation > p->args->margin)
    {
        return false;
    }
    replace_points(p, &points);
    return true;
}

/// Handles a body that has no contact with the segment itself. A body far in front of the segment's
/// line, which was found only because of its speed, may still reach the segment within the step and
/// keeps a contact; other bodies lose it.
static void hold_far(const pair *p, const segment *s, const sc_polygon *other, scree_vec2 direction)
{
    const sc_manifold *found = &p->args->manifolds[p->contact];
    float nearest = found->separation[0];
    if (p->args->point_count[p->contact] == 2)
    {
        nearest = sc_min(nearest, found->separation[1]);
    }
    side own;
    if (!find_side(s, p->center, &own) || !(nearest > p->args->margin))
    {
        drop_contact(p);
        return;
    }
    const int lowest = lowest_of(other, own.face);
    sc_contact_points points = meet_line(p, other->vertex[lowest], s->start, own.face, lowest);
    bool ahead = points.point[0].separation > p->args->margin;
    if (ahead && own.sign * s->bend[segment_end_of(s, direction)] > MIN_BEND)
    {
        return;
    }
    points.count = ahead ? 1 : 0;
    replace_points(p, &points);
}

/// The verdict on the direction of the kernel's contact. Sets the end of the arc if the verdict is
/// AT_END.
static verdict judge_sides(const segment *s, scree_vec2 direction, float tolerance,
                           scree_vec2 *limit)
{
    for (int k = 0; k < (s->two_sided ? 2 : 1); ++k)
    {
        side one = segment_side(s, k == 0 ? 1.0f : -1.0f);
        verdict found = judge_direction(s, &one, direction, tolerance);
        if (found != OUTSIDE)
        {
            *limit = one.limit[segment_end_of(s, direction)];
            return found;
        }
    }
    return OUTSIDE;
}

/// Whether a contact of a side would push the other shape through a thin solid. In that case the
/// shape's centre is behind this side, over a neighbour that bends away and holds the shape, and
/// the normal pushes the centre farther in that direction.
static bool pushes_through(const segment *s, scree_vec2 center, scree_vec2 direction)
{
    const scree_vec2 corner[2] = {s->start, s->end};
    for (int k = 0; k < (s->two_sided ? 2 : 1); ++k)
    {
        const float sign = k == 0 ? 1.0f : -1.0f;
        const bool is_own = sign * sc_dot(s->normal, direction) > 0.0f;
        const bool behind = sign * sc_dot(s->normal, sc_sub(center, s->start)) < 0.0f;
        for (int end = 0; end < 2 && is_own && behind; ++end)
        {
            const scree_vec2 arm = sc_sub(center, corner[end]);
            if (s->joined[end] && sign * s->bend[end] > 0.0f &&
                sign * sc_dot(s->beside[end], arm) >= 0.0f && sc_dot(direction, arm) < 0.0f)
            {
                return true;
            }
        }
    }
    return false;
}

/// Collides the other shape with one side of the segment, along axes within the arc of that side.
/// Both polygons are in the segment's frame.
static sc_contact_points collide_side(const pair *p, const segment *s, const side *side,
                                      const sc_polygon *own, const sc_polygon *other)
{
    sc_face face = {FLT_MAX, side->sign > 0.0f ? 0 : 1};
    for (int k = 0; k < other->count; ++k)
    {
        float height = sc_dot(side->face, sc_sub(other->vertex[k], s->start));
        face.separation = sc_min(face.separation, height);
    }
    // Among the faces of the other polygon that face against a direction in the arc, find the one
    // farthest from the segment.
    sc_face other_face = {-FLT_MAX, 0};
    for (int k = 0; k < other->count; ++k)
    {
        scree_vec2 normal = other->normal[k];
        float nearest = sc_min(sc_dot(normal, s->start), sc_dot(normal, s->end));
        float separation = nearest - sc_dot(normal, other->vertex[k]);
        if (separation > other_face.separation &&
            judge_direction(s, side, sc_scale(-1.0f, normal), 0.0f) == WITHIN)
        {
            other_face = (sc_face){separation, k};
        }
    }
    float limit = p->args->margin +
                  (sc_path_length(p->pose->path) + sc_path_length(p->other_pose->path)) +
                  p->other_pose->radius;
    if (face.separation > limit || other_face.separation > limit)
    {
        return (sc_contact_points){.count = 0};
    }
    bool other_leads = other_face.separation > face.separation + p->args->face_tolerance;
    float radii[2] = {0.0f, p->other_pose->radius};
    if (!p->chain_is_b)
    {
        return sc_polygon_clip(own, other, face, other_face, other_leads, radii, p->turn,
                               p->args->min_extent);
    }
    radii[0] = radii[1];
    radii[1] = 0.0f;
    sc_contact_points points = sc_polygon_clip(other, own, other_face, face, !other_leads, radii,
                                               p->turn, p->args->min_extent);
    points.normal = sc_scale(-1.0f, points.normal);
    return points;
}

static void fit_polygon(const pair *p, const segment *s, scree_vec2 direction)
{
    scree_vec2 limit;
    verdict found = judge_sides(s, direction, POLYGON_TOLERANCE, &limit);
    if (found == WITHIN)
    {
        return;
    }
    if (found == AT_END)
    {
        // Only the normal changes; the points stay as the kernel found them.
        scree_vec2 world = sc_rotate(p->turn, sc_scale(p->chain_is_b ? -1.0f : 1.0f, limit));
        sc_manifold *manifold = &p->args->manifolds[p->contact];
        manifold->normal_x = world.x;
        manifold->normal_y = world.y;
        return;
    }
    side side;
    if (!find_side(s, p->center, &side))
    {
        drop_contact(p);
        return;
    }
    sc_polygon own, other;
    sc_polygon_load(&own, p->args->geometry + p->args->geometry_start[p->slot], SC_KIND_CONVEX4);
    const sc_narrow_args *args = p->args;
    scree_vec2 turn = sc_unrotate(p->turn, (scree_vec2){p->other_pose->cos, p->other_pose->sin});
    sc_polygon_load(&other, args->geometry + args->geometry_start[p->other],
                    (sc_shape_kind)args->kinds[p->other]);
    sc_polygon_place(&other, (sc_rotation){turn.x, turn.y}, p->center);
    sc_contact_points points = collide_side(p, s, &side, &own, &other);
    if (points.count > 0 && pushes_through(s, p->center, sc_unrotate(p->turn, points.normal)))
    {
        drop_contact(p);
    }
    else if (points.count > 0)
    {
        replace_points(p, &points);
    }
    else if (!hold_in_corner(p, s, &side, &other))
    {
        hold_far(p, s, &other, direction);
    }
}

/// Fits a contact with points to the chain that its shape a or b is part of.
static void fit_contact(const sc_narrow_args *args, int contact, bool chain_is_b,
                        const sc_manifold *old)
{
    int32_t slot = chain_is_b ? args->b[contact] : args->a[contact];
    int32_t other = chain_is_b ? args->a[contact] : args->b[contact];
    const sc_manifold *found = &args->manifolds[contact];
    pair p = {.args = args,
              .contact = contact,
              .chain_is_b = chain_is_b,
              .slot = slot,
              .other = other,
              .pose = &args->poses[slot],
              .other_pose = &args->poses[other],
              .old = old};
    p.turn = (sc_rotation){p.pose->cos, p.pose->sin};
    p.center =
        sc_unrotate(p.turn, (scree_vec2){p.other_pose->x - p.pose->x, p.other_pose->y - p.pose->y});
    float sign = chain_is_b ? -1.0f : 1.0f;
    scree_vec2 direction =
        sc_unrotate(p.turn, (scree_vec2){sign * found->normal_x, sign * found->normal_y});
    const float *geometry = args->geometry + args->geometry_start[slot];
    const float *v = geometry + SC_GEOMETRY_HEADER, *n = v + 8;
    const float *beside = geometry + SC_CHAIN_NEIGHBOURS;
    int flags = (int)geometry[0];
    segment s = {.start = {v[0], v[1]},
                 .end = {v[2], v[3]},
                 .normal = {n[0], n[1]},
                 .tangent = {-n[1], n[0]},
                 .beside = {{beside[0], beside[1]}, {beside[2], beside[3]}},
                 .joined = {flags & SC_CHAIN_BEFORE, flags & SC_CHAIN_AFTER},
                 .two_sided = flags & SC_CHAIN_TWO_SIDED};
    s.bend[0] = sc_cross(s.beside[0], s.normal);
    s.bend[1] = sc_cross(s.normal, s.beside[1]);
    if (pushes_through(&s, p.center, direction))
    {
        drop_contact(&p);
    }
    else if (args->kinds[other] == SC_KIND_CIRCLE)
    {
        scree_vec2 limit;
        verdict judged = judge_sides(&s, direction, DISC_TOLERANCE, &limit);
        if (judged == AT_END)
        {
            scree_vec2 foot = segment_end_of(&s, direction) == 0 ? s.start : s.end;
            sc_contact_points points = meet_line(&p, p.center, foot, limit, 0);
            replace_points(&p, &points);
        }
        else if (judged == OUTSIDE)
        {
            sc_polygon point = {.count = 1};
            point.vertex[0] = p.center;
            hold_far(&p, &s, &point, direction);
        }
    }
    else
    {
        fit_polygon(&p, &s, direction);
    }
}

static bool is_chain(const sc_narrow_args *args, int32_t slot)
{
    return args->types[slot] == SCREE_SHAPE_CHAIN_SEGMENT;
}

void sc_narrow_chains(const sc_narrow_args *args, sc_narrow_kernel *kernel, int begin, int end)
{
    for (int first = begin; first < end; first += SC_BLOCK)
    {
        int past = first + SC_BLOCK < end ? first + SC_BLOCK : end;
        bool any = false;
        for (int i = first; i < past; ++i)
        {
            any |= is_chain(args, args->a[i]) || is_chain(args, args->b[i]);
        }
        // Keep the old manifolds: the kernel looks up old impulses by the features that it finds,
        // which may differ from the features after the fit.
        sc_manifold old[SC_BLOCK];
        if (any)
        {
            memcpy(old, args->manifolds + first, sizeof *old * (size_t)(past - first));
        }
        kernel(args, first, past);
        for (int i = first; any && i < past; ++i)
        {
            if (args->point_count[i] > 0 && is_chain(args, args->a[i]))
            {
                fit_contact(args, i, false, &old[i - first]);
            }
            if (args->point_count[i] > 0 && is_chain(args, args->b[i]))
            {
                fit_contact(args, i, true, &old[i - first]);
            }
        }
    }
}
