// Narrowphase kernels against their twins, bit for bit.

#include "core/block.h"
#include "core/tuning.h"
#include "core/maths.h"
#include "tests/kernels/kernel_cases.h"
#include "tests/support/narrow_fixture.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 12
#define ROUNDS 3
#define FIRST SC_BLOCK  // ranges need not begin at 0

static const char *const class_names[SC_CLASS_COUNT] = {
    [SC_CLASS_CIRCLE_CIRCLE] = "narrow_circle_circle",
    [SC_CLASS_BOX_CIRCLE] = "narrow_box_circle",
    [SC_CLASS_CONVEX4_CIRCLE] = "narrow_convex4_circle",
    [SC_CLASS_CONVEX8_CIRCLE] = "narrow_convex8_circle",
    [SC_CLASS_BOX_BOX] = "narrow_box_box",
    [SC_CLASS_CONVEX4_CONVEX4] = "narrow_convex4_convex4",
    [SC_CLASS_CONVEX8_CONVEX8] = "narrow_convex8_convex8"};

/// The shapes and pairs; what a run writes lies in `written`.
static narrow_fixture shapes;

typedef struct written
{
    sc_manifold *manifolds;
    uint8_t *point_count;
} written;

static written copy_written(const written *from)
{
    return (written){sc_case_copy(from->manifolds, NARROW_PAIRS * sizeof *from->manifolds),
                     sc_case_copy(from->point_count, NARROW_PAIRS)};
}

static void run_kernel(sc_narrow_kernel *kernel, const written *out)
{
    sc_narrow_args args = {.margin = SC_SPECULATIVE,
                           .face_tolerance = SC_FACE_TOLERANCE,
                           .min_extent = SC_MIN_EXTENT,
                           .min_square = SC_MIN_SQUARE,
                           .poses = shapes.poses,
                           .geometry = shapes.geometry,
                           .geometry_start = shapes.geometry_start,
                           .kinds = shapes.kinds,
                           .a = shapes.a,
                           .b = shapes.b,
                           .manifolds = out->manifolds,
                           .point_count = out->point_count};
    kernel(&args, FIRST, shapes.pair_count);
}

/// How many manifolds of 0, 1 and 2 points the twins found.
typedef struct tally
{
    int count[3];
} tally;

static void run_on_every_set(sc_case *c, sc_contact_class contact_class, written *twin,
                             tally *found)
{
    written start = copy_written(twin);
    c->kernel = class_names[contact_class];
    run_kernel(narrow_kernel(sc_twins(), contact_class), twin);
    for (int i = 0; sc_case_set(i, c); i++)
    {
        SC_CASE_SCOPE;
        written kernel = copy_written(&start);
        run_kernel(narrow_kernel(c->kernels, contact_class), &kernel);
        sc_case_compare(c, SC_CASE_LAYOUT(sc_manifold_names, 1), "manifolds", twin->manifolds,
                        kernel.manifolds, 0, shapes.pair_count);
        sc_case_compare_bytes(c, "point_count", twin->point_count, kernel.point_count, 0,
                              shapes.pair_count);
    }
    for (int i = FIRST; i < shapes.pair_count; i++)
    {
        found->count[twin->point_count[i]]++;
    }
}

/// Paths of some shapes, which are fast.
static void random_paths(sc_random *random)
{
    for (int slot = 1; slot < shapes.shape_count; slot++)
    {
        bool fast = sc_case_chance(random, 10);
        scree_vec2 path = {sc_random_float(random, -0.5f, 0.5f),
                           sc_random_float(random, -0.5f, 0.5f)};
        shapes.poses[slot].path = fast ? sc_pack_path(path) : 0;
    }
}

/// Impulses as the solver leaves them, and now and then arbitrary features.
static void random_impulses(sc_random *random, sc_manifold *m)
{
    m->normal_impulse_0 = sc_case_float(random, 0.0f, 2.0f);
    m->normal_impulse_1 = sc_case_float(random, 0.0f, 2.0f);
    m->tangent_impulse_0 = sc_case_float(random, -1.0f, 1.0f);
    m->tangent_impulse_1 = sc_case_float(random, -1.0f, 1.0f);
    m->rolling_impulse = sc_case_float(random, -0.1f, 0.1f);
    if (sc_case_chance(random, 20))
    {
        // The two points swapped, as when the other shape leads.
        uint32_t info = (uint32_t)m->info, first = info & SC_FEATURE_MASK;
        uint32_t second = info >> SC_FEATURE_BITS & SC_FEATURE_MASK;
        m->info = (int32_t)((info >> SC_COUNT_SHIFT << SC_COUNT_SHIFT) | first << SC_FEATURE_BITS |
                            second);
    }
    else if (sc_case_chance(random, 10))
    {
        m->info = (int32_t)((sc_random_u32(random) & ((1u << SC_COUNT_SHIFT) - 1u)) |
                            (uint32_t)sc_case_int(random, 0, 2) << SC_COUNT_SHIFT);
    }
}

/// A step later: everything moved a little, and the solver left impulses.
static void advance(sc_random *random, written *w)
{
    for (int i = FIRST; i < shapes.pair_count; i++)
    {
        random_impulses(random, &w->manifolds[i]);
        sc_shape_pose *b = &shapes.poses[shapes.b[i]];
        b->x += sc_case_float(random, -0.01f, 0.01f);
        b->y += sc_case_float(random, -0.01f, 0.01f);
    }
}

static written new_written(void)
{
    return (written){sc_case_new(NARROW_PAIRS * sizeof(sc_manifold)), sc_case_new(NARROW_PAIRS)};
}

static void run_rounds(sc_case *c, sc_contact_class contact_class, sc_random *random, tally *found)
{
    written twin = new_written();
    random_paths(random);
    for (int round = 0; round < ROUNDS; round++)
    {
        run_on_every_set(c, contact_class, &twin, found);
        advance(random, &twin);
    }
}

static bool has_second_points(sc_contact_class contact_class)
{
    return contact_class >= SC_CLASS_BOX_BOX;
}

TEST(random_pairs_of_every_class_give_the_twins_bits_on_every_set)
{
    sc_case c = {0};
    for (int k = SC_CLASS_CIRCLE_CIRCLE; k <= SC_CLASS_CONVEX8_CONVEX8; k++)
    {
        sc_contact_class contact_class = (sc_contact_class)k;
        tally found = {{0}};
        for (c.seed = 0; c.seed < SEEDS; c.seed++)
        {
            SC_CASE_SCOPE;
            sc_random random = sc_random_create(c.seed * SC_CLASS_COUNT + (uint64_t)k);
            narrow_fill(&shapes, &random, contact_class);
            shapes.pair_count = sc_case_int(&random, FIRST + 1, NARROW_PAIRS - 5);
            // The entries after the pairs are padding.
            memset(shapes.a + shapes.pair_count, 0,
                   (size_t)(NARROW_PAIRS - shapes.pair_count) * sizeof *shapes.a);
            memset(shapes.b + shapes.pair_count, 0,
                   (size_t)(NARROW_PAIRS - shapes.pair_count) * sizeof *shapes.b);
            run_rounds(&c, contact_class, &random, &found);
        }
        assert_true(found.count[0] > 1000 && found.count[1] > 1000);
        assert_true(found.count[2] > 1000 || !has_second_points(contact_class));
    }
}

static int add_shape(sc_random *random, sc_shape_kind kind, bool fixed)
{
    scree_vec2 octagon[8] = {{2.0f, -1.0f}, {2.0f, 1.0f},   {1.0f, 2.0f},   {-1.0f, 2.0f},
                             {-2.0f, 1.0f}, {-2.0f, -1.0f}, {-1.0f, -2.0f}, {1.0f, -2.0f}};
    scree_vec2 square[4] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    if (!fixed)
    {
        return narrow_add_random(&shapes, random, kind, 0.0, 0.0);
    }
    switch (kind)
    {
    case SC_KIND_CIRCLE:
        return narrow_add_circle(&shapes, 0.0, 0.0, 0.5);
    case SC_KIND_BOX:
        return narrow_add_box(&shapes, 0.0, 0.0, 0.0, 0.5, sc_case_chance(random, 50) ? 0.5 : 1.0,
                              0.0);
    case SC_KIND_CONVEX4:
        return sc_case_chance(random, 50)
                   ? narrow_add_capsule(&shapes, 0.0, 0.0, 0.0, 0.5,
                                        sc_case_chance(random, 50) ? 0.25 : 0.0)
                   : narrow_add_polygon(&shapes, 0.0, 0.0, 0.0, square, 4, 0.0);
    default:
        return narrow_add_polygon(&shapes, 0.0, 0.0, 0.0, octagon, 8, 0.0);
    }
}

static void set_rotation(sc_shape_pose *pose, float cos, float sin)
{
    pose->cos = cos;
    pose->sin = sin;
}

/// By a multiple of an eighth of a turn; cosine and sine equal in size to the bit.
static void turn_by_eighths(sc_random *random, sc_shape_pose *pose)
{
    const float r = 0.70710678f;
    const float eighths[8][2] = {{1.0f, 0.0f},  {r, r},   {0.0f, 1.0f},   {-r, r},
                                 {-1.0f, 0.0f}, {-r, -r}, {-0.0f, -1.0f}, {r, -r}};
    const float *q = eighths[sc_random_below(random, 8)];
    set_rotation(pose, q[0], q[1]);
}

/// End to end, or one upright on the end of the other: edges of 1 m that just miss each other.
static void poses_at_ends(sc_random *random, sc_shape_pose *a, sc_shape_pose *b)
{
    float gap = sc_case_float(random, -1e-3f, 1e-3f), tilt = sc_case_float(random, -1e-3f, 1e-3f);
    float side = sc_case_chance(random, 50) ? 1.0f : -1.0f;
    set_rotation(a, 1.0f, 0.0f);
    set_rotation(b, side, tilt);
    b->x = a->x + side * (1.0f + gap);
    b->y = a->y + sc_case_float(random, -1e-4f, 1e-4f);
    if (sc_case_chance(random, 50))
    {
        set_rotation(b, tilt, side);
        b->x = a->x + side * (0.5f + gap);
        b->y = a->y + (sc_case_chance(random, 50) ? 1.0f : 0.5f) +
               sc_case_float(random, -0.01f, 0.01f);
    }
}

/// Poses that make ties: the same place, half offsets, quarter turns, zeros, denormals, far out.
static void degenerate_poses(sc_random *random, sc_shape_pose *a, sc_shape_pose *b)
{
    static const float steps[] = {0.0f, -0.0f, 0.5f,   -0.5f,   1.0f,   -1.0f, 1.5f,
                                  2.0f, -2.0f, 1e-40f, -1e-40f, 1e-12f, 0.02f, 1.02f};
    float far = sc_case_chance(random, 20) ? 1e6f : 0.0f;
    a->x = far + steps[sc_random_below(random, 14)];
    a->y = steps[sc_random_below(random, 14)];
    b->x = a->x + steps[sc_random_below(random, 14)];
    b->y = a->y + steps[sc_random_below(random, 14)];
    a->arm_x = b->arm_y = 0.0f;
    a->arm_y = b->arm_x = -0.0f;
    sc_case_rotation(random, &a->cos, &a->sin);
    sc_case_rotation(random, &b->cos, &b->sin);
    switch (sc_random_below(random, 5))
    {
    case 0:
        // Parallel at any angle.
        set_rotation(b, a->cos, a->sin);
        break;
    case 1:
        set_rotation(b, -a->cos, -a->sin);
        break;
    case 2:
        poses_at_ends(random, a, b);
        break;
    case 3:
        turn_by_eighths(random, a);
        turn_by_eighths(random, b);
        break;
    default:
        break;
    }
}

TEST(degenerate_pairs_of_every_class_give_the_twins_bits_on_every_set)
{
    static const sc_shape_kind kinds[][2] = {
        [SC_CLASS_CIRCLE_CIRCLE] = {SC_KIND_CIRCLE, SC_KIND_CIRCLE},
        [SC_CLASS_BOX_CIRCLE] = {SC_KIND_BOX, SC_KIND_CIRCLE},
        [SC_CLASS_CONVEX4_CIRCLE] = {SC_KIND_CONVEX4, SC_KIND_CIRCLE},
        [SC_CLASS_CONVEX8_CIRCLE] = {SC_KIND_CONVEX8, SC_KIND_CIRCLE},
        [SC_CLASS_BOX_BOX] = {SC_KIND_BOX, SC_KIND_BOX},
        [SC_CLASS_CONVEX4_CONVEX4] = {SC_KIND_CONVEX4, SC_KIND_CONVEX4},
        [SC_CLASS_CONVEX8_CONVEX8] = {SC_KIND_CONVEX8, SC_KIND_CONVEX8}};
    sc_case c = {0};
    for (int k = SC_CLASS_CIRCLE_CIRCLE; k <= SC_CLASS_CONVEX8_CONVEX8; k++)
    {
        tally found = {{0}};
        for (c.seed = 0; c.seed < SEEDS; c.seed++)
        {
            SC_CASE_SCOPE;
            sc_random random = sc_random_create(1000 + c.seed * SC_CLASS_COUNT + (uint64_t)k);
            narrow_clear(&shapes);
            for (int i = 0; i < FIRST + 1500; i++)
            {
                bool mixed = k == SC_CLASS_CONVEX8_CONVEX8 && sc_case_chance(&random, 50);
                sc_shape_kind kind_b = mixed ? SC_KIND_CONVEX4 : kinds[k][1];
                int a = add_shape(&random, kinds[k][0], sc_case_chance(&random, 80));
                int b = add_shape(&random, kind_b, sc_case_chance(&random, 80));
                degenerate_poses(&random, &shapes.poses[a], &shapes.poses[b]);
                narrow_add_pair(&shapes, a, b);
            }
            run_rounds(&c, (sc_contact_class)k, &random, &found);
        }
        assert_true(found.count[0] > 1000 && found.count[1] > 1000);
        assert_true(found.count[2] > 1000 || !has_second_points((sc_contact_class)k));
    }
}
