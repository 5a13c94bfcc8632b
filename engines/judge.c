#include "engines/judge.h"

#include "scenes/statistics.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct point
{
    double x, y;
} point;

/// A shape in world coordinates.
typedef struct placed
{
    const sc_model_shape *shape;
    int count;
    double radius;
    point *vertices;
    point normal;  ///< half-spaces: unit, with `offset`
    double offset;
    double lower_x, lower_y, upper_x, upper_y;  ///< with the radius and half the gap
} placed;

static point place_point(const sc_model_pose *pose, scree_vec2 v)
{
    double c = (double)pose->cos, s = (double)pose->sin, x = (double)v.x, y = (double)v.y;
    return (point){(double)pose->x + c * x - s * y, (double)pose->y + s * x + c * y};
}

static point minus(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static double dot(point a, point b) { return a.x * b.x + a.y * b.y; }

static placed place(const sc_model *model, const sc_model_pose *poses, int index, point *vertices)
{
    const sc_model_shape *shape = &model->shapes[index];
    const sc_model_pose *pose = &poses[shape->body];
    placed result = {.shape = shape,
                     .count = shape->vertex_count,
                     .radius = (double)shape->radius,
                     .vertices = vertices,
                     .lower_x = HUGE_VAL,
                     .lower_y = HUGE_VAL,
                     .upper_x = -HUGE_VAL,
                     .upper_y = -HUGE_VAL};
    if (shape->type == SCREE_SHAPE_HALF_SPACE)
    {
        double nx = (double)shape->plane.normal.x, ny = (double)shape->plane.normal.y;
        double c = (double)pose->cos, s = (double)pose->sin;
        result.normal = (point){c * nx - s * ny, s * nx + c * ny};
        result.offset = (double)shape->plane.offset + result.normal.x * (double)pose->x +
                        result.normal.y * (double)pose->y;
        return result;
    }
    double grow = result.radius + 0.5 * SC_TOUCHING_GAP;
    for (int i = 0; i < result.count; ++i)
    {
        point v = place_point(pose, model->vertices[shape->first_vertex + i]);
        vertices[i] = v;
        result.lower_x = fmin(result.lower_x, v.x - grow);
        result.lower_y = fmin(result.lower_y, v.y - grow);
        result.upper_x = fmax(result.upper_x, v.x + grow);
        result.upper_y = fmax(result.upper_y, v.y + grow);
    }
    return result;
}

/// Largest separation of b from a along the edge normals of a's core; -HUGE_VAL if it has none.
static double separate(const placed *a, const placed *b)
{
    double max_distance = -HUGE_VAL;
    for (int i = 0; i < a->count && a->count > 1; ++i)
    {
        point from = a->vertices[i], edge = minus(a->vertices[i + 1 < a->count ? i + 1 : 0], from);
        double length = hypot(edge.x, edge.y);
        point normal = {edge.y / length, -edge.x / length};
        double min_distance = HUGE_VAL;
        for (int k = 0; k < b->count; ++k)
            min_distance = fmin(min_distance, dot(normal, minus(b->vertices[k], from)));
        max_distance = fmax(max_distance, min_distance);
    }
    return max_distance;
}

/// Least distance of b's vertices from a's edges (or its only vertex).
static double reach(const placed *a, const placed *b)
{
    double min_distance = HUGE_VAL;
    for (int i = 0; i < a->count; ++i)
    {
        point from = a->vertices[i], edge = minus(a->vertices[i + 1 < a->count ? i + 1 : 0], from);
        double square = dot(edge, edge);
        for (int k = 0; k < b->count; ++k)
        {
            point to = minus(b->vertices[k], from);
            double t = square > 0.0 ? fmin(1.0, fmax(0.0, dot(to, edge) / square)) : 0.0;
            min_distance = fmin(min_distance, hypot(to.x - t * edge.x, to.y - t * edge.y));
        }
    }
    return min_distance;
}

static double above_plane(const placed *plane, const placed *shape)
{
    double min_distance = HUGE_VAL;
    for (int i = 0; i < shape->count; ++i)
        min_distance = fmin(min_distance, dot(plane->normal, shape->vertices[i]) - plane->offset);
    return min_distance - shape->radius;
}

static double distance(const placed *a, const placed *b)
{
    bool plane_a = a->shape->type == SCREE_SHAPE_HALF_SPACE;
    bool plane_b = b->shape->type == SCREE_SHAPE_HALF_SPACE;
    if (plane_a || plane_b)
        return plane_a && plane_b ? 1e30 : plane_a ? above_plane(a, b) : above_plane(b, a);
    double separation = fmax(separate(a, b), separate(b, a));
    // Two points have no normals, and the normals of two cores in one line do not separate them,
    // but they may be apart.
    bool points = a->count == 1 && b->count == 1;
    bool flat = a->count <= 2 && b->count <= 2 && separation >= -1e-9;
    bool apart = separation > 0.0 || points || flat;
    double cores = apart ? fmin(reach(a, b), reach(b, a)) : separation;
    return cores - a->radius - b->radius;
}

static bool may_collide(const sc_model *model, const sc_model_shape *a, const sc_model_shape *b)
{
    if (model->bodies[a->body].gone || model->bodies[b->body].gone)
        return false;
    bool moves = model->bodies[a->body].type == SCREE_BODY_DYNAMIC ||
                 model->bodies[b->body].type == SCREE_BODY_DYNAMIC;
    if (a->body == b->body || !moves)
        return false;
    if (a->filter.group == b->filter.group && a->filter.group != 0)
        return a->filter.group > 0;
    return (a->filter.category & b->filter.mask) != 0 && (b->filter.category & a->filter.mask) != 0;
}

double sc_judge_distance(const sc_model *model, const sc_model_pose *poses, int shape_a,
                         int shape_b)
{
    point vertices[2][SCREE_POLYGON_MAX_VERTICES];
    placed a = place(model, poses, shape_a, vertices[0]);
    placed b = place(model, poses, shape_b, vertices[1]);
    return distance(&a, &b);
}

static int compare_lower(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    return (p->lower_x > q->lower_x) - (p->lower_x < q->lower_x);
}

/// The depths found so far, and the pairs of bodies that joints keep from colliding, sorted.
typedef struct depths
{
    double *values;
    int count, capacity;
    uint64_t *joined;
    size_t joined_count;
} depths;

static uint64_t key_of(int body_a, int body_b)
{
    int low = body_a < body_b ? body_a : body_b, high = body_a < body_b ? body_b : body_a;
    return (uint64_t)low << 32 | (uint64_t)high;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static bool find_joined(const sc_model *model, depths *found)
{
    found->joined = malloc(((size_t)model->joint_count + 1) * sizeof *found->joined);
    if (found->joined == NULL)
        return false;
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        if (!joint->def.common.base.collide_connected)
            found->joined[found->joined_count++] = key_of(joint->body_a, joint->body_b);
    }
    qsort(found->joined, found->joined_count, sizeof *found->joined, compare_keys);
    return true;
}

static bool are_joined(const depths *found, const placed *a, const placed *b)
{
    uint64_t key = key_of(a->shape->body, b->shape->body);
    return found->joined_count > 0 && bsearch(&key, found->joined, found->joined_count,
                                              sizeof *found->joined, compare_keys) != NULL;
}

static bool look(const sc_model *model, const placed *a, const placed *b, depths *found)
{
    if (!may_collide(model, a->shape, b->shape))
        return true;
    double apart = distance(a, b);
    if (!(apart < SC_TOUCHING_GAP) || are_joined(found, a, b))
        return true;
    if (found->count == found->capacity)
    {
        int capacity = 2 * found->capacity + 1024;
        double *grown = realloc(found->values, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        found->values = grown;
        found->capacity = capacity;
    }
    found->values[found->count++] = fmax(0.0, -apart);
    return true;
}

/// Sweeps along x: tests each shape against those that begin before it ends, and half-spaces
/// against all shapes.
static bool sweep(const sc_model *model, const placed *shapes, int count, int planes, depths *found)
{
    bool ok = true;
    for (int i = 0; ok && i < count; ++i)
    {
        for (int k = i + 1; ok && k < count && shapes[k].lower_x <= shapes[i].upper_x; ++k)
        {
            if (shapes[k].lower_y <= shapes[i].upper_y && shapes[i].lower_y <= shapes[k].upper_y)
                ok = look(model, &shapes[i], &shapes[k], found);
        }
        for (int k = count; ok && k < count + planes; ++k)
            ok = look(model, &shapes[k], &shapes[i], found);
    }
    return ok;
}

bool sc_judge_overlaps(const sc_model *model, const sc_model_pose *poses, sc_overlaps *overlaps)
{
    *overlaps = (sc_overlaps){0};
    size_t n = (size_t)model->shape_count, vertices = 0;
    for (size_t i = 0; i < n; ++i)
        vertices += (size_t)model->shapes[i].vertex_count;
    placed *shapes = malloc((n + 1) * sizeof *shapes);
    point *points = malloc((vertices + 1) * sizeof *points);
    depths found = {0};
    bool ok = shapes != NULL && points != NULL && find_joined(model, &found);
    int count = 0, planes = 0;
    point *next = points;
    for (int i = 0; ok && i < model->shape_count; ++i)
    {
        // Put half-spaces at the end of the array.
        bool plane = model->shapes[i].type == SCREE_SHAPE_HALF_SPACE;
        int at = plane ? model->shape_count - ++planes : count++;
        shapes[at] = place(model, poses, i, next);
        next += model->shapes[i].vertex_count;
    }
    if (ok)
    {
        qsort(shapes, (size_t)count, sizeof *shapes, compare_lower);
        ok = sweep(model, shapes, count, planes, &found);
    }
    if (ok && found.count > 0)
    {
        sc_statistics depth = sc_statistics_of(found.values, found.count);
        *overlaps = (sc_overlaps){depth.count, depth.mean, depth.p99, depth.max};
    }
    free(found.values);
    free(found.joined);
    free(points);
    free(shapes);
    return ok;
}

double sc_judge_kinetic_energy(const sc_model *model, const sc_model_pose *before,
                               const sc_model_pose *after, double dt)
{
    double energy = 0.0;
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        if (body->type != SCREE_BODY_DYNAMIC || body->gone)
            continue;
        point v =
            minus(place_point(&after[i], body->center), place_point(&before[i], body->center));
        double c0 = (double)before[i].cos, s0 = (double)before[i].sin;
        double c1 = (double)after[i].cos, s1 = (double)after[i].sin;
        double turn = atan2(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1);
        energy += 0.5 * (body->mass * dot(v, v) + body->inertia * turn * turn) / (dt * dt);
    }
    return energy;
}

int sc_judge_escaped(const sc_model *model, const sc_model_pose *poses)
{
    int escaped = 0;
    for (int i = 0; i < model->body_count; ++i)
    {
        if (model->bodies[i].type != SCREE_BODY_DYNAMIC || model->bodies[i].gone)
            continue;
        // The comparisons are false for NaN, which thus counts as outside.
        bool inside = poses[i].x >= model->limits.lower.x && poses[i].x <= model->limits.upper.x &&
                      poses[i].y >= model->limits.lower.y && poses[i].y <= model->limits.upper.y;
        escaped += inside ? 0 : 1;
    }
    return escaped;
}

sc_stack_drift sc_judge_drift(const sc_model *model, const sc_model_pose *poses)
{
    sc_stack_drift drift = {0.0, 0.0};
    for (int i = 0; i < model->top_count; ++i)
    {
        scree_vec2 start = model->bodies[model->tops[i]].position;
        const sc_model_pose *now = &poses[model->tops[i]];
        drift.drop = fmax(drift.drop, (double)start.y - (double)now->y);
        drift.side = fmax(drift.side, fabs((double)now->x - (double)start.x));
    }
    return drift;
}
