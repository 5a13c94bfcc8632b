/// Public calls for the parts of collision detection. These calls need no world and keep no state.
#include "core/tuning.h"
#include "scree/collision.h"

#include "dynamics/contacts/classify.h"
#include "geometry/shape_cast.h"
#include "geometry/time_of_impact.h"
#include "geometry/geometry_entry.h"
#include "dynamics/narrowphase/narrow_scalar.h"
#include "geometry/place_geometry.h"

#include <string.h>

#define MAX_TURN 1000.0f  // rad, of a sweep
#define MIN_TOLERANCE 1e-6f
#define SIZE_TO_UNIT \
    20.0f  // shapes with smaller bounding radii than 1 over this, m, get finer tolerances
#define MAX_TOLERANCE 1.0f

static const sc_vec2d nowhere = {0.0, 0.0};

static scree_result check_translation(scree_vec2 translation)
{
    return sc_is_position(sc_scale(0.5f, translation)) ? SCREE_OK : SCREE_ERROR_ARGUMENT;
}

/// Places both geometries relative to the position of the first. Two half-spaces are refused.
static scree_result place_both(sc_placed *a, const scree_geometry *geometry_a,
                               const scree_pose *pose_a, sc_placed *b,
                               const scree_geometry *geometry_b, const scree_pose *pose_b)
{
    SC_TRY(sc_check_pose(pose_a));
    sc_vec2d from = sc_widened(pose_a->position);
    SC_TRY(sc_place_geometry(a, geometry_a, pose_a, from));
    SC_TRY(sc_place_geometry(b, geometry_b, pose_b, from));
    return a->shape.count > 0 || b->shape.count > 0 ? SCREE_OK : SCREE_ERROR_ARGUMENT;
}

static scree_vec2 in_world(sc_vec2d point, scree_vec2 from)
{
    return sc_narrowed(sc_addd(point, sc_widened(from)));
}

scree_result scree_geometry_distance(const scree_geometry *a, const scree_pose *pose_a,
                                     const scree_geometry *b, const scree_pose *pose_b,
                                     scree_distance *out)
{
    sc_placed at_a, at_b;
    SC_TRY(place_both(&at_a, a, pose_a, &at_b, b, pose_b));
    if (out == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    sc_distance d = sc_convex_distance(&at_a.shape, &at_a.frame, &at_b.shape, &at_b.frame);
    double gap = sc_surface_distance(&d, &at_a.shape, &at_b.shape);
    sc_vec2d on_a = sc_addd(d.a, sc_scaled((double)at_a.shape.radius, d.normal));
    sc_vec2d on_b = sc_subd(d.b, sc_scaled((double)at_b.shape.radius, d.normal));
    if (gap <= 0.0)
    {
        on_a = on_b = sc_middle_point(&d, &at_a.shape, &at_b.shape);
    }
    *out = (scree_distance){.distance = gap > 0.0 ? (float)gap : 0.0f,
                            .normal = sc_narrowed(d.normal),
                            .point_a = in_world(on_a, pose_a->position),
                            .point_b = in_world(on_b, pose_a->position)};
    return SCREE_OK;
}

/// Measures a point against a shape, relative to the point.
static scree_result measure_point(const scree_geometry *geometry, const scree_pose *pose,
                                  scree_vec2 point, sc_distance *d, double *gap)
{
    static const float origin[2];
    const sc_convex dot = {origin, 1, 0.0f};
    const sc_frame here = {.cos = 1.0};
    if (!sc_is_position(point))
    {
        return SCREE_ERROR_ARGUMENT;
    }
    sc_placed at;
    SC_TRY(sc_place_geometry(&at, geometry, pose, sc_widened(point)));
    *d = sc_convex_distance(&at.shape, &at.frame, &dot, &here);
    *gap = sc_surface_distance(d, &at.shape, &dot);
    return SCREE_OK;
}

scree_result scree_geometry_closest_point(const scree_geometry *geometry, const scree_pose *pose,
                                          scree_vec2 point, scree_vec2 *closest, float *distance)
{
    sc_distance d;
    double gap;
    SC_TRY(measure_point(geometry, pose, point, &d, &gap));
    gap = gap > 0.0 ? gap : 0.0;
    if (closest != NULL)
    {
        *closest = in_world(sc_scaled(-gap, d.normal), point);
    }
    if (distance != NULL)
    {
        *distance = (float)gap;
    }
    return SCREE_OK;
}

bool scree_geometry_contains(const scree_geometry *geometry, const scree_pose *pose,
                             scree_vec2 point)
{
    sc_distance d;
    double gap;
    return measure_point(geometry, pose, point, &d, &gap) == SCREE_OK && gap <= 0.0;
}

/// The sum of the absolute values of the coordinates, m.
static double size_of(scree_vec2 v) { return fabs((double)v.x) + fabs((double)v.y); }

scree_result scree_geometry_cast_ray(const scree_geometry *geometry, const scree_pose *pose,
                                     scree_vec2 origin, scree_vec2 translation, scree_cast *out)
{
    sc_placed at;
    SC_TRY(sc_is_position(origin) ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    SC_TRY(check_translation(translation));
    SC_TRY(sc_place_geometry(&at, geometry, pose, sc_widened(origin)));
    if (out == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    // A ray hits an end of a segment if it passes within this distance, m, because callers aim rays
    // with the precision of floats.
    double graze = 0.0;
    if (geometry->type == SCREE_SHAPE_SEGMENT || geometry->type == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        double a = size_of(geometry->segment.point_a), b = size_of(geometry->segment.point_b);
        double out_there = size_of(pose->position) + size_of(origin) + (a > b ? a : b);
        graze = (double)SC_RAY_GRAZE * out_there;
    }
    sc_ray_hit hit = sc_convex_ray(&at.shape, &at.frame, nowhere, sc_widened(translation), graze);
    *out = (scree_cast){.hit = hit.hit, .fraction = hit.hit ? (float)hit.fraction : 1.0f};
    if (hit.hit)
    {
        out->point = in_world(sc_scaled(hit.fraction, sc_widened(translation)), origin);
        out->normal = sc_narrowed(hit.normal);
    }
    return SCREE_OK;
}

scree_result scree_geometry_cast_shape(const scree_geometry *a, const scree_pose *pose_a,
                                       const scree_geometry *b, const scree_pose *pose_b,
                                       scree_vec2 translation, scree_cast *out)
{
    sc_placed at_a, at_b;
    SC_TRY(place_both(&at_a, a, pose_a, &at_b, b, pose_b));
    SC_TRY(check_translation(translation));
    SC_TRY(at_b.shape.count > 0 ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    if (out == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    sc_vec2d path = sc_widened(translation);
    sc_ray_hit hit = sc_shape_cast(&at_a.shape, &at_a.frame, &at_b.shape, &at_b.frame, path);
    *out = (scree_cast){.hit = hit.hit, .fraction = hit.hit ? (float)hit.fraction : 1.0f};
    if (hit.hit)
    {
        at_b.frame.x += hit.fraction * path.x;
        at_b.frame.y += hit.fraction * path.y;
        sc_distance d = sc_convex_distance(&at_a.shape, &at_a.frame, &at_b.shape, &at_b.frame);
        sc_vec2d touch = sc_middle_point(&d, &at_a.shape, &at_b.shape);
        out->point = in_world(touch, pose_a->position);
        out->normal = sc_narrowed(hit.normal);
    }
    return SCREE_OK;
}

/// The path of a shape placed at its first pose.
static scree_result sweep_of(sc_sweep *out, const sc_placed *at, const scree_sweep *sweep,
                             sc_vec2d from)
{
    float turn = sweep->end.angle - sweep->begin.angle;
    bool good = sc_is_position(sweep->center) && fabsf(turn) <= MAX_TURN &&
                (at->shape.count > 0 || turn == 0.0f);
    SC_TRY(good ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    const sc_shape_plan *plan = &at->plan;
    sc_frame local = {.cos = (double)plan->rotation.cos, .sin = (double)plan->rotation.sin};
    sc_vec2d arm = sc_subd(sc_widened(sweep->center), sc_widened(plan->center));
    sc_frame end = sc_shape_frame(plan, &sweep->end, from);
    *out = (sc_sweep){.center = sc_turn_in(&local, arm),
                      .cos = (float)at->frame.cos,
                      .sin = (float)at->frame.sin,
                      .turn = turn};
    sc_vec2d begins = sc_turn_out(&at->frame, out->center);
    sc_vec2d ends = sc_turn_out(&end, out->center);
    out->begin = sc_addd((sc_vec2d){at->frame.x, at->frame.y}, begins);
    out->travel = sc_subd(sc_addd((sc_vec2d){end.x, end.y}, ends), out->begin);
    for (int i = 0; i < at->shape.count; ++i)
    {
        double reach = sc_lengthd(sc_subd(sc_convex_point(&at->shape, i), out->center));
        out->extent = reach > out->extent ? reach : out->extent;
    }
    out->extent += (double)at->shape.radius;
    return SCREE_OK;
}

scree_result scree_geometry_time_of_impact(const scree_geometry *a, const scree_sweep *sweep_a,
                                           const scree_geometry *b, const scree_sweep *sweep_b,
                                           float tolerance, scree_impact *out)
{
    if (sweep_a == NULL || sweep_b == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    sc_placed at_a, at_b;
    SC_TRY(place_both(&at_a, a, &sweep_a->begin, &at_b, b, &sweep_b->begin));
    SC_TRY(sc_check_pose(&sweep_a->end));
    SC_TRY(sc_check_pose(&sweep_b->end));
    bool good = tolerance >= MIN_TOLERANCE && tolerance <= MAX_TOLERANCE;
    SC_TRY(good ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    scree_vec2 from = sweep_a->begin.position;
    sc_sweep path_a, path_b;
    SC_TRY(sweep_of(&path_a, &at_a, sweep_a, sc_widened(from)));
    SC_TRY(sweep_of(&path_b, &at_b, sweep_b, sc_widened(from)));
    if (out == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    sc_impact impact =
        sc_time_of_impact(&at_a.shape, &path_a, &at_b.shape, &path_b, 0.0, (double)tolerance);
    *out = (scree_impact){(scree_impact_state)impact.state, .fraction = (float)impact.fraction};
    if (impact.state == SC_IMPACT_BEGINS || impact.state == SC_IMPACT_HIT)
    {
        out->point = in_world(sc_middle_point(&impact.at, &at_a.shape, &at_b.shape), from);
        out->normal = sc_narrowed(impact.at.normal);
    }
    return SCREE_OK;
}

/// Two shapes as the kernels read them: slot 0 is the null shape, in the first floats of the pool.
typedef struct single_pair
{
    sc_shape_pose poses[3];
    int32_t start[3];
    uint8_t kinds[3];
    float geometry[SC_GEOMETRY_NULL_FLOATS + 2 * (SC_GEOMETRY_HEADER + 4 * SC_CONVEX_MAX)];
    int32_t a[SC_BLOCK], b[SC_BLOCK];
    sc_manifold manifolds[SC_BLOCK];
    uint8_t point_count[SC_BLOCK];
} single_pair;

static void write_slot(single_pair *pair, int slot, const sc_placed *at)
{
    int32_t start = slot == 1 ? SC_GEOMETRY_NULL_FLOATS
                              : SC_GEOMETRY_NULL_FLOATS + SC_GEOMETRY_HEADER + 4 * SC_CONVEX_MAX;
    pair->poses[slot] = (sc_shape_pose){.x = (float)at->frame.x,
                                        .y = (float)at->frame.y,
                                        .cos = (float)at->frame.cos,
                                        .sin = (float)at->frame.sin,
                                        .radius = at->plan.radius};
    pair->start[slot] = start;
    pair->kinds[slot] = (uint8_t)at->plan.kind;
    memcpy(pair->geometry + start, at->plan.geometry,
           sizeof *pair->geometry * (size_t)at->plan.floats);
}

scree_result scree_geometry_manifold(const scree_geometry *a, const scree_pose *pose_a,
                                     const scree_geometry *b, const scree_pose *pose_b, float reach,
                                     scree_manifold *out)
{
    sc_placed at_a, at_b;
    SC_TRY(place_both(&at_a, a, pose_a, &at_b, b, pose_b));
    SC_TRY(reach >= 0.0f && reach <= SC_MAX_SETTING ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    if (out == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    sc_pair_class found = sc_classify(at_a.plan.kind, at_b.plan.kind);
    single_pair pair = {0};
    write_slot(&pair, 1, found.swap ? &at_b : &at_a);
    write_slot(&pair, 2, found.swap ? &at_a : &at_b);
    pair.a[0] = 1;
    pair.b[0] = 2;
    const sc_kernels *scalar = sc_kernels_tails();
    sc_narrow_kernel *const kernels[SC_CLASS_COUNT] = {
        [SC_CLASS_CIRCLE_CIRCLE] = scalar->narrow_circle_circle,
        [SC_CLASS_BOX_CIRCLE] = scalar->narrow_box_circle,
        [SC_CLASS_CONVEX4_CIRCLE] = scalar->narrow_convex4_circle,
        [SC_CLASS_CONVEX8_CIRCLE] = scalar->narrow_convex8_circle,
        [SC_CLASS_BOX_BOX] = scalar->narrow_box_box,
        [SC_CLASS_CONVEX4_CONVEX4] = scalar->narrow_convex4_convex4,
        [SC_CLASS_CONVEX8_CONVEX8] = scalar->narrow_convex8_convex8,
        [SC_CLASS_POLYGON] = sc_narrow_polygon,
        [SC_CLASS_HALF_SPACE] = sc_narrow_half_space,
    };
    // There is no world: use the tolerances of a world of length unit 1, finer ones for smaller
    // shapes.
    const float size = sc_min(at_a.plan.bounding_radius, at_b.plan.bounding_radius);
    const float unit = sc_min(1.0f, SIZE_TO_UNIT * size);
    sc_narrow_args args = {.margin = reach,
                           .face_tolerance = unit * SC_FACE_TOLERANCE,
                           .min_extent = unit * SC_MIN_EXTENT,
                           .min_square = unit * unit * SC_MIN_SQUARE,
                           .poses = pair.poses,
                           .geometry = pair.geometry,
                           .geometry_start = pair.start,
                           .kinds = pair.kinds,
                           .a = pair.a,
                           .b = pair.b,
                           .manifolds = pair.manifolds,
                           .point_count = pair.point_count};
    kernels[found.contact_class](&args, 0, 1);
    const sc_manifold *m = &pair.manifolds[0];
    sc_vec2d center = {(double)pair.poses[1].x, (double)pair.poses[1].y};
    float sign = found.swap ? -1.0f : 1.0f;
    *out = (scree_manifold){.point_count = pair.point_count[0]};
    for (int i = 0; i < out->point_count; ++i)
    {
        out->normal = sc_scale(sign, (scree_vec2){m->normal_x, m->normal_y});
        sc_vec2d anchor = {(double)m->anchor[i][0], (double)m->anchor[i][1]};
        uint32_t feature = (uint32_t)m->info >> (i * SC_FEATURE_BITS) & SC_FEATURE_MASK;
        out->points[i] = (scree_manifold_point){in_world(sc_addd(center, anchor), pose_a->position),
                                                m->separation[i], feature};
    }
    return SCREE_OK;
}
