/// Shapes and pairs for the tests of the narrowphase, and an independent judge of their distance.
#ifndef SC_TEST_NARROW_FIXTURE_H
#define SC_TEST_NARROW_FIXTURE_H

#include "core/contact_records.h"
#include "core/shape_records.h"
#include "scenes/random.h"
#include "scree/base.h"
#include "simd/kernels.h"

#include <stdbool.h>

#define NARROW_SHAPES 8192
#define NARROW_PAIRS 4096

/// Shapes by slot (0 is the null shape) and pairs of one class. Large: static in the test.
typedef struct narrow_fixture
{
    sc_shape_pose poses[NARROW_SHAPES];
    int32_t geometry_start[NARROW_SHAPES];
    uint8_t kinds[NARROW_SHAPES];
    float geometry[NARROW_SHAPES * 140];
    int shape_count, geometry_used;
    int32_t a[NARROW_PAIRS], b[NARROW_PAIRS];
    sc_manifold manifolds[NARROW_PAIRS];
    uint8_t point_count[NARROW_PAIRS];
    int pair_count;
} narrow_fixture;

void narrow_clear(narrow_fixture *f);

/// Adds a shape at (x, y) turned by `angle` and returns its slot. The arm is zero.
int narrow_add_circle(narrow_fixture *f, double x, double y, double radius);
int narrow_add_box(narrow_fixture *f, double x, double y, double angle, double half_width,
                   double half_height, double radius);
int narrow_add_polygon(narrow_fixture *f, double x, double y, double angle,
                       const scree_vec2 *vertices, int count, double radius);
int narrow_add_capsule(narrow_fixture *f, double x, double y, double angle, double half_length,
                       double radius);
/// Solid below the line through (x, y) whose normal is (0, 1) turned by `angle`.
int narrow_add_half_space(narrow_fixture *f, double x, double y, double angle);
/// A random legal shape of a kind, about 1 m across, with a random arm.
int narrow_add_random(narrow_fixture *f, sc_random *random, sc_shape_kind kind, double x, double y);

/// Adds a pair; the first shape must be of the kind that leads its class.
int narrow_add_pair(narrow_fixture *f, int a, int b);
/// Fills the fixture with random pairs of a class: touching, overlapping, just apart and far apart.
void narrow_fill(narrow_fixture *f, sc_random *random, sc_contact_class contact_class);

/// The kernel of a class: of an instruction set, or the scalar path.
sc_narrow_kernel *narrow_kernel(const sc_kernels *kernels, sc_contact_class contact_class);
void narrow_run(narrow_fixture *f, sc_narrow_kernel *kernel);
/// Adds one pair, runs one kernel on it and returns the manifold.
sc_manifold narrow_collide(narrow_fixture *f, sc_narrow_kernel *kernel, int a, int b);

static inline int narrow_count(const sc_manifold *m)
{
    return m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK;
}

static inline int narrow_feature(const sc_manifold *m, int point)
{
    return m->info >> (point * SC_FEATURE_BITS) & SC_FEATURE_MASK;
}

/// Everything below is double precision and brute force.
typedef struct vec2d
{
    double x, y;
} vec2d;

/// A convex shape in the world: a core of 1 to 64 vertices, swept by a disc.
typedef struct judge_shape
{
    vec2d vertex[64];
    int count;
    double radius;
} judge_shape;

judge_shape judge_load(const narrow_fixture *f, int slot);
/// Separation: the distance of cores, or minus the least translation that parts them; less radii.
double judge_separation(const judge_shape *a, const judge_shape *b);
/// How far b's surface lies from a's along a unit direction; the largest is the separation.
double judge_separation_along(const judge_shape *a, const judge_shape *b, vec2d direction);
/// Largest of those over the face normals of one shape, signs so that the direction leaves `self`.
double judge_best_face(const judge_shape *self, const judge_shape *other);
/// Distance of a point from a shape, 0 inside.
double judge_distance(const judge_shape *shape, vec2d point);

#endif
