#include "tests/support/narrow_fixture.h"

#include "core/tuning.h"
#include "geometry/geometry_entry.h"
#include "dynamics/narrowphase/narrow_scalar.h"

#include <float.h>
#include <math.h>
#include <string.h>

void narrow_clear(narrow_fixture *f)
{
    memset(f, 0, sizeof *f);
    f->shape_count = 1;
    f->geometry_used = SC_GEOMETRY_NULL_FLOATS;
}

static int add_shape(narrow_fixture *f, double x, double y, double angle, sc_shape_kind kind,
                     double radius)
{
    int slot = f->shape_count++;
    f->poses[slot] = (sc_shape_pose){.x = (float)x,
                                     .y = (float)y,
                                     .cos = (float)cos(angle),
                                     .sin = (float)sin(angle),
                                     .radius = (float)radius};
    f->kinds[slot] = (uint8_t)kind;
    f->geometry_start[slot] = f->geometry_used;
    return slot;
}

int narrow_add_circle(narrow_fixture *f, double x, double y, double radius)
{
    int slot = add_shape(f, x, y, 0.0, SC_KIND_CIRCLE, radius);
    sc_geometry_write(f->geometry + f->geometry_used, SC_KIND_CIRCLE, NULL, 1, (float)radius, 0.0f,
                      0.0f);
    f->geometry_used += sc_geometry_floats(SC_KIND_CIRCLE, 1);
    return slot;
}

int narrow_add_box(narrow_fixture *f, double x, double y, double angle, double half_width,
                   double half_height, double radius)
{
    int slot = add_shape(f, x, y, angle, SC_KIND_BOX, radius);
    sc_geometry_write(f->geometry + f->geometry_used, SC_KIND_BOX, NULL, 4, (float)radius,
                      (float)half_width, (float)half_height);
    f->geometry_used += sc_geometry_floats(SC_KIND_BOX, 4);
    return slot;
}

int narrow_add_polygon(narrow_fixture *f, double x, double y, double angle,
                       const scree_vec2 *vertices, int count, double radius)
{
    sc_shape_kind kind = sc_kind_of(count, false);
    int slot = add_shape(f, x, y, angle, kind, radius);
    sc_geometry_write(f->geometry + f->geometry_used, kind, vertices, count, (float)radius, 0.0f,
                      0.0f);
    f->geometry_used += sc_geometry_floats(kind, count);
    return slot;
}

int narrow_add_capsule(narrow_fixture *f, double x, double y, double angle, double half_length,
                       double radius)
{
    scree_vec2 ends[2] = {{(float)-half_length, 0.0f}, {(float)half_length, 0.0f}};
    return narrow_add_polygon(f, x, y, angle, ends, 2, radius);
}

int narrow_add_half_space(narrow_fixture *f, double x, double y, double angle)
{
    int slot = add_shape(f, x, y, angle, SC_KIND_HALF_SPACE, 0.0);
    sc_geometry_write_half_space(f->geometry + f->geometry_used, (scree_vec2){0.0f, 3.0f}, 0.0f);
    f->geometry_used += sc_geometry_floats(SC_KIND_HALF_SPACE, 0);
    return slot;
}

static double between(sc_random *random, double low, double high)
{
    return low + (high - low) * (double)sc_random_u32(random) / 4294967296.0;
}

/// Vertices on an ellipse, in near-equal steps, or all except three crowded together: short edges.
static int random_outline(sc_random *random, scree_vec2 *out, int low, int high)
{
    int count = low + (int)sc_random_below(random, (uint32_t)(high - low + 1));
    bool crowded = count > 4 && count <= 12 && sc_random_below(random, 2) == 0;
    double width = between(random, 0.2, 0.7);
    double height = between(random, 0.2, 0.7);
    double phase = between(random, 0.0, 6.28);
    double step = crowded ? 0.03 : 6.283185307179586 / count, angle = phase;
    for (int k = 0; k < count; k++)
    {
        bool apart = crowded && k >= count - 3;
        double here = angle + (apart ? 0.0 : step * between(random, -0.33, 0.33));
        out[k] = (scree_vec2){(float)(width * cos(here)), (float)(height * sin(here))};
        angle += crowded && k >= count - 4 ? 1.5 : step;
    }
    return count;
}

/// Right angles, small tilts and anything: ties and near-ties are what breaks collision code.
static double random_angle(sc_random *random)
{
    double quarter = 1.5707963267948966 * sc_random_below(random, 4);
    switch (sc_random_below(random, 4))
    {
    case 0:
        return quarter;
    case 1:
        return quarter + between(random, -1e-3, 1e-3);
    default:
        return between(random, -3.2, 3.2);
    }
}

int narrow_add_random(narrow_fixture *f, sc_random *random, sc_shape_kind kind, double x, double y)
{
    double angle = random_angle(random);
    double rounding = sc_random_below(random, 3) == 0 ? between(random, 0.01, 0.3) : 0.0;
    scree_vec2 outline[64];
    int slot = 0, count = 0;
    switch (kind)
    {
    case SC_KIND_CIRCLE:
        slot = narrow_add_circle(f, x, y, between(random, 0.1, 0.7));
        break;
    case SC_KIND_BOX:
    {
        // Some twins, so that corners meet corners.
        bool twin = sc_random_below(random, 3) == 0;
        double width = twin ? 0.5 : between(random, 0.02, 0.7);
        double height = twin ? 0.5 : between(random, 0.02, 0.7);
        slot = narrow_add_box(f, x, y, angle, width, height, rounding);
        break;
    }
    case SC_KIND_CONVEX4:
        if (sc_random_below(random, 3) == 0)
        {
            slot = narrow_add_capsule(f, x, y, angle, between(random, 0.05, 0.7), rounding);
            break;
        }
        count = random_outline(random, outline, 3, 4);
        slot = narrow_add_polygon(f, x, y, angle, outline, count, rounding);
        break;
    case SC_KIND_CONVEX8:
        count = random_outline(random, outline, 5, 8);
        slot = narrow_add_polygon(f, x, y, angle, outline, count, rounding);
        break;
    case SC_KIND_POLYGON:
        count = random_outline(random, outline, 9, 64);
        slot = narrow_add_polygon(f, x, y, angle, outline, count, rounding);
        break;
    case SC_KIND_HALF_SPACE:
    case SC_KIND_COUNT:
        slot = narrow_add_half_space(f, x, y, angle);
        break;
    }
    f->poses[slot].arm_x = (float)between(random, -1.0, 1.0);
    f->poses[slot].arm_y = (float)between(random, -1.0, 1.0);
    return slot;
}

int narrow_add_pair(narrow_fixture *f, int a, int b)
{
    int pair = f->pair_count++;
    f->a[pair] = a;
    f->b[pair] = b;
    return pair;
}

void narrow_fill(narrow_fixture *f, sc_random *random, sc_contact_class contact_class)
{
    static const sc_shape_kind leads[SC_CLASS_COUNT] = {
        [SC_CLASS_CIRCLE_CIRCLE] = SC_KIND_CIRCLE,
        [SC_CLASS_BOX_CIRCLE] = SC_KIND_BOX,
        [SC_CLASS_CONVEX4_CIRCLE] = SC_KIND_CONVEX4,
        [SC_CLASS_CONVEX8_CIRCLE] = SC_KIND_CONVEX8,
        [SC_CLASS_BOX_BOX] = SC_KIND_BOX,
        [SC_CLASS_CONVEX4_CONVEX4] = SC_KIND_CONVEX4,
        [SC_CLASS_CONVEX8_CONVEX8] = SC_KIND_CONVEX8,
        [SC_CLASS_POLYGON] = SC_KIND_POLYGON,
        [SC_CLASS_HALF_SPACE] = SC_KIND_HALF_SPACE,
    };
    narrow_clear(f);
    // Not a multiple of 16: the rest of the last block is padding.
    for (int i = 0; i < NARROW_PAIRS - 5; i++)
    {
        sc_shape_kind kind_b = SC_KIND_CIRCLE, kind_a = leads[contact_class];
        switch (contact_class)
        {
        case SC_CLASS_BOX_BOX:
            kind_b = SC_KIND_BOX;
            break;
        case SC_CLASS_CONVEX4_CONVEX4:
            kind_a = sc_random_below(random, 4) == 0 ? SC_KIND_BOX : SC_KIND_CONVEX4;
            kind_b = sc_random_below(random, 4) == 0 ? SC_KIND_BOX : SC_KIND_CONVEX4;
            break;
        case SC_CLASS_CONVEX8_CONVEX8:
            kind_b = (sc_shape_kind)(SC_KIND_BOX + sc_random_below(random, 3));
            break;
        case SC_CLASS_POLYGON:
        case SC_CLASS_HALF_SPACE:
            kind_b = (sc_shape_kind)sc_random_below(random, SC_KIND_HALF_SPACE);
            break;
        default:
            break;
        }
        double x = between(random, -30.0, 30.0);
        double y = between(random, -30.0, 30.0);
        double reach = sc_random_below(random, 8) == 0 ? 4.0 : 1.1;
        double dx = between(random, -reach, reach);
        double dy = between(random, -reach, reach);
        int a = narrow_add_random(f, random, kind_a, x, y);
        int b = narrow_add_random(f, random, kind_b, x + dx, y + dy);
        if (sc_random_below(random, 3) == 0)
        {
            // Pushed until they just touch, give or take the speculative distance.
            judge_shape ja = judge_load(f, a), jb = judge_load(f, b);
            double apart = judge_separation(&ja, &jb) + between(random, -0.03, 0.03);
            double length = sqrt(dx * dx + dy * dy) + 1e-3;
            f->poses[b].x -= (float)(apart * dx / length);
            f->poses[b].y -= (float)(apart * dy / length);
        }
        narrow_add_pair(f, a, b);
    }
}

sc_narrow_kernel *narrow_kernel(const sc_kernels *kernels, sc_contact_class contact_class)
{
    switch (contact_class)
    {
    case SC_CLASS_CIRCLE_CIRCLE:
        return kernels->narrow_circle_circle;
    case SC_CLASS_BOX_CIRCLE:
        return kernels->narrow_box_circle;
    case SC_CLASS_CONVEX4_CIRCLE:
        return kernels->narrow_convex4_circle;
    case SC_CLASS_CONVEX8_CIRCLE:
        return kernels->narrow_convex8_circle;
    case SC_CLASS_BOX_BOX:
        return kernels->narrow_box_box;
    case SC_CLASS_CONVEX4_CONVEX4:
        return kernels->narrow_convex4_convex4;
    case SC_CLASS_CONVEX8_CONVEX8:
        return kernels->narrow_convex8_convex8;
    case SC_CLASS_POLYGON:
        return sc_narrow_polygon;
    case SC_CLASS_HALF_SPACE:
        return sc_narrow_half_space;
    case SC_CLASS_NONE:
    case SC_CLASS_COUNT:
        break;
    }
    return NULL;
}

static sc_narrow_args narrow_args(narrow_fixture *f)
{
    return (sc_narrow_args){.margin = SC_SPECULATIVE,
                            .face_tolerance = SC_FACE_TOLERANCE,
                            .min_extent = SC_MIN_EXTENT,
                            .min_square = SC_MIN_SQUARE,
                            .poses = f->poses,
                            .geometry = f->geometry,
                            .geometry_start = f->geometry_start,
                            .kinds = f->kinds,
                            .a = f->a,
                            .b = f->b,
                            .manifolds = f->manifolds,
                            .point_count = f->point_count};
}

void narrow_run(narrow_fixture *f, sc_narrow_kernel *kernel)
{
    sc_narrow_args args = narrow_args(f);
    kernel(&args, 0, f->pair_count);
}

sc_manifold narrow_collide(narrow_fixture *f, sc_narrow_kernel *kernel, int a, int b)
{
    int pair = narrow_add_pair(f, a, b);
    narrow_run(f, kernel);
    return f->manifolds[pair];
}

static vec2d minus(vec2d a, vec2d b) { return (vec2d){a.x - b.x, a.y - b.y}; }

static double dot(vec2d a, vec2d b) { return a.x * b.x + a.y * b.y; }

judge_shape judge_load(const narrow_fixture *f, int slot)
{
    const sc_shape_pose *pose = &f->poses[slot];
    const float *geometry = f->geometry + f->geometry_start[slot];
    judge_shape shape = {.count = 1, .radius = pose->radius};
    double c = pose->cos, s = pose->sin;
    if (f->kinds[slot] == SC_KIND_HALF_SPACE)
    {
        // A slab long and deep enough to be one.
        const double x[4] = {-1e3, 1e3, 1e3, -1e3}, y[4] = {-1e3, -1e3, 0.0, 0.0};
        for (shape.count = 0; shape.count < 4; shape.count++)
        {
            int k = shape.count;
            shape.vertex[k] = (vec2d){pose->x + c * x[k] - s * y[k], pose->y + s * x[k] + c * y[k]};
        }
        return shape;
    }
    if (f->kinds[slot] == SC_KIND_CIRCLE)
    {
        shape.vertex[0] = (vec2d){pose->x, pose->y};
        return shape;
    }
    shape.count = (int)geometry[2];
    for (int k = 0; k < shape.count; k++)
    {
        double x = geometry[SC_GEOMETRY_HEADER + 2 * k],
               y = geometry[SC_GEOMETRY_HEADER + 2 * k + 1];
        shape.vertex[k] = (vec2d){pose->x + c * x - s * y, pose->y + s * x + c * y};
    }
    return shape;
}

static double core_separation_along(const judge_shape *a, const judge_shape *b, vec2d direction)
{
    double end = -DBL_MAX, start = DBL_MAX;
    for (int k = 0; k < a->count; k++)
    {
        end = fmax(end, dot(a->vertex[k], direction));
    }
    for (int k = 0; k < b->count; k++)
    {
        start = fmin(start, dot(b->vertex[k], direction));
    }
    return start - end;
}

double judge_separation_along(const judge_shape *a, const judge_shape *b, vec2d direction)
{
    return core_separation_along(a, b, direction) - a->radius - b->radius;
}

static double best_core_face(const judge_shape *self, const judge_shape *other)
{
    double best = -DBL_MAX;
    for (int k = 0; self->count > 1 && k < self->count; k++)
    {
        vec2d edge = minus(self->vertex[(k + 1) % self->count], self->vertex[k]);
        double length = sqrt(dot(edge, edge));
        vec2d normal = {edge.y / length, -edge.x / length};
        best = fmax(best, core_separation_along(self, other, normal));
    }
    return best;
}

double judge_best_face(const judge_shape *self, const judge_shape *other)
{
    return best_core_face(self, other) - self->radius - other->radius;
}

static double to_segment(vec2d p, vec2d a, vec2d b)
{
    vec2d edge = minus(b, a), from = minus(p, a);
    double square = dot(edge, edge);
    double t = square > 0.0 ? fmin(fmax(dot(from, edge) / square, 0.0), 1.0) : 0.0;
    vec2d between = {from.x - t * edge.x, from.y - t * edge.y};
    return sqrt(dot(between, between));
}

/// Least distance of the vertices of one from the edges of the other.
static double to_edges(const judge_shape *points, const judge_shape *edges)
{
    double best = DBL_MAX;
    for (int i = 0; i < points->count; i++)
    {
        for (int k = 0; k < edges->count; k++)
        {
            best = fmin(best, to_segment(points->vertex[i], edges->vertex[k],
                                         edges->vertex[(k + 1) % edges->count]));
        }
    }
    return best;
}

double judge_separation(const judge_shape *a, const judge_shape *b)
{
    double faces = fmax(best_core_face(a, b), best_core_face(b, a));
    bool overlap = faces < -1e-12 && faces > -DBL_MAX;
    double core = overlap ? faces : fmin(to_edges(a, b), to_edges(b, a));
    return core - a->radius - b->radius;
}

double judge_distance(const judge_shape *shape, vec2d point)
{
    judge_shape single = {.vertex = {point}, .count = 1, .radius = 0.0};
    return fmax(judge_separation(shape, &single), 0.0);
}
