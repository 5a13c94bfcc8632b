// The collision kernels on random input: the same bits, and right by an independent judge.

#include "core/tuning.h"

#include "tests/support/narrow_fixture.h"

#include "scree/world.h"
#include "tests/support/testing.h"

static narrow_fixture fixture, other;

static const sc_contact_class lane_classes[] = {SC_CLASS_CIRCLE_CIRCLE,  SC_CLASS_BOX_CIRCLE,
                                                SC_CLASS_CONVEX4_CIRCLE, SC_CLASS_CONVEX8_CIRCLE,
                                                SC_CLASS_BOX_BOX,        SC_CLASS_CONVEX4_CONVEX4,
                                                SC_CLASS_CONVEX8_CONVEX8};

#define LANE_CLASSES ((int)(sizeof lane_classes / sizeof lane_classes[0]))

static const sc_kernels *scalar_kernels(void) { return sc_kernels_get(SCREE_SIMD_SCALAR); }

/// Gives every point an impulse that tells where it came from; those of absent ones must not count.
static void mark_impulses(narrow_fixture *f)
{
    for (int i = 0; i < f->pair_count; i++)
    {
        sc_manifold *m = &f->manifolds[i];
        m->normal_impulse_0 = (float)(4 * i + 1);
        m->tangent_impulse_0 = (float)(-4 * i - 1);
        m->normal_impulse_1 = (float)(4 * i + 2);
        m->tangent_impulse_1 = (float)(-4 * i - 2);
        m->rolling_impulse = (float)(4 * i + 3);
    }
}

static float shift_by(sc_random *random) { return sc_random_float(random, -0.01f, 0.01f); }

static void nudge(narrow_fixture *f, sc_random *random)
{
    for (int slot = 1; slot < f->shape_count; slot++)
    {
        f->poses[slot].x += shift_by(random);
        f->poses[slot].y += shift_by(random);
    }
}

TEST(the_scalar_path_repeats_the_kernel_of_eight_vertices)
{
    sc_random random = sc_random_create(2);
    sc_contact_class classes[2] = {SC_CLASS_CONVEX8_CONVEX8, SC_CLASS_CONVEX8_CIRCLE};
    for (int c = 0; c < 2; c++)
    {
        narrow_fill(&fixture, &random, classes[c]);
        other = fixture;
        for (int round = 0; round < 2; round++)
        {
            narrow_run(&fixture, narrow_kernel(scalar_kernels(), classes[c]));
            narrow_run(&other, narrow_kernel(scalar_kernels(), SC_CLASS_POLYGON));
            for (int i = 0; i < fixture.pair_count; i++)
            {
                const sc_manifold *m = &fixture.manifolds[i], *n = &other.manifolds[i];
                assert_int_equal(m->info, n->info);
                assert_int_equal(fixture.point_count[i], other.point_count[i]);
                const float *x = (const float *)m, *y = (const float *)n;
                for (int k = 0; k < SC_MANIFOLD_FLOATS; k++)
                {
                    // Zeros may differ in sign.
                    assert_true(k == SC_MANIFOLD_DEPTHS + 2 || x[k] == y[k]);
                }
            }
            mark_impulses(&fixture);
            nudge(&fixture, &random);
            memcpy(other.poses, fixture.poses, sizeof other.poses);
            memcpy(other.manifolds, fixture.manifolds, sizeof other.manifolds);
        }
    }
}

/// Faces within the tolerance of each other count as equal, and rounding is far below.
static const double bound = 1.05 * (double)SC_FACE_TOLERANCE + 1e-5;

static void judge_manifold(const narrow_fixture *f, int pair)
{
    const sc_manifold *m = &f->manifolds[pair];
    judge_shape a = judge_load(f, f->a[pair]), b = judge_load(f, f->b[pair]);
    const sc_shape_pose *pose_a = &f->poses[f->a[pair]], *pose_b = &f->poses[f->b[pair]];
    double truth = judge_separation(&a, &b);
    int count = narrow_count(m);
    assert_int_equal(count, f->point_count[pair]);
    assert_in_range(count, 0, 2);
    if (count == 0)
    {
        static const sc_manifold empty;
        assert_memory_equal(m, &empty, sizeof empty);
        assert_true(truth > (double)SC_SPECULATIVE - bound);
        return;
    }
    assert_true(truth < (double)SC_SPECULATIVE + bound);

    vec2d normal = {m->normal_x, m->normal_y};
    assert_true(fabs(normal.x * normal.x + normal.y * normal.y - 1.0) < 1e-6);
    double min_separation =
        count == 2 ? fmin(m->separation[0], m->separation[1]) : m->separation[0];
    // Cores closer than the tolerance keep the face's normal, over which the edges may be farther.
    double core = truth + a.radius + b.radius;
    bool nearly_touching = fabs(core) < 1.1 * (double)SC_FACE_TOLERANCE;
    assert_true(min_separation > truth - bound);
    assert_true(min_separation < truth + (nearly_touching ? (double)SC_SLOP : bound));
    assert_true(fabs(judge_separation_along(&a, &b, normal) - truth) < bound);

    vec2d com_a = {(double)pose_a->x - pose_a->arm_x, (double)pose_a->y - pose_a->arm_y};
    vec2d com_b = {(double)pose_b->x - pose_b->arm_x, (double)pose_b->y - pose_b->arm_y};
    assert_true(fabs(com_b.x - com_a.x - m->com_x) < 1e-5);
    assert_true(fabs(com_b.y - com_a.y - m->com_y) < 1e-5);
    for (int k = 0; k < count; k++)
    {
        // Midway between two points of the surfaces that lie `separation` apart.
        vec2d point = {com_a.x + m->anchor[k][0], com_a.y + m->anchor[k][1]};
        double half = 0.5 * (fabs((double)m->separation[k]) + (double)SC_FACE_TOLERANCE);
        assert_true(m->separation[k] <= SC_SPECULATIVE);
        assert_true(judge_distance(&a, point) < half);
        assert_true(judge_distance(&b, point) < half);
        int feature = narrow_feature(m, k), mask = (1 << SC_FEATURE_B_SHIFT) - 1;
        assert_true((feature & mask) < a.count && feature >> SC_FEATURE_B_SHIFT < b.count);
    }
    assert_true(count < 2 || narrow_feature(m, 0) != narrow_feature(m, 1));
    if (count < 2)
    {
        const float unused[] = {m->anchor[1][0], m->anchor[1][1], m->separation[1],
                                m->normal_impulse_1, m->tangent_impulse_1};
        static const float zeros[sizeof unused / sizeof unused[0]];
        assert_memory_equal(unused, zeros, sizeof unused);
        assert_int_equal(narrow_feature(m, 1), 0);
    }
}

TEST(manifolds_agree_with_brute_force_in_double_precision)
{
    sc_random random = sc_random_create(3);
    for (int c = SC_CLASS_NONE + 1; c < SC_CLASS_COUNT; c++)
    {
        // The rarest case, short edges whose normals hardly differ, needs many pairs to turn up.
        int rounds = c == SC_CLASS_CONVEX8_CONVEX8 ? 100 : 8;
        for (int round = 0; round < rounds; round++)
        {
            narrow_fill(&fixture, &random, (sc_contact_class)c);
            narrow_run(&fixture, narrow_kernel(scalar_kernels(), (sc_contact_class)c));
            int touching = 0;
            for (int i = 0; i < fixture.pair_count; i++)
            {
                judge_manifold(&fixture, i);
                touching += fixture.point_count[i] > 0;
            }
            // Pairs that are all far apart would pass too.
            assert_in_range(touching, fixture.pair_count / 4, fixture.pair_count);
        }
    }
}

static bool close_to(float x, float y) { return fabsf(x - y) < 1e-4f; }

static int swapped_feature(int feature)
{
    int mask = (1 << SC_FEATURE_B_SHIFT) - 1;
    return (feature & mask) << SC_FEATURE_B_SHIFT | feature >> SC_FEATURE_B_SHIFT;
}

/// m of (a, b) and n of (b, a) say the same.
static void assert_mirrored(const sc_manifold *m, const sc_manifold *n)
{
    assert_int_equal(narrow_count(m), narrow_count(n));
    if (narrow_count(m) == 0)
    {
        return;
    }
    assert_true(close_to(m->normal_x, -n->normal_x) && close_to(m->normal_y, -n->normal_y));
    assert_true(close_to(m->com_x, -n->com_x) && close_to(m->com_y, -n->com_y));
    for (int k = 0; k < narrow_count(m); k++)
    {
        int j = 0;
        while (j < narrow_count(n) && swapped_feature(narrow_feature(n, j)) != narrow_feature(m, k))
        {
            j++;
        }
        assert_true(j < narrow_count(n));
        assert_true(close_to(m->separation[k], n->separation[j]));
        assert_true(close_to(m->anchor[k][0] - m->com_x, n->anchor[j][0]));
        assert_true(close_to(m->anchor[k][1] - m->com_y, n->anchor[j][1]));
    }
}

/// The manifold of one pair of `other`, in its first place.
static void collide_other(int pair, sc_contact_class class)
{
    memset(other.manifolds, 0, sizeof other.manifolds[0]);
    other.pair_count = 1;
    int32_t first_a = other.a[0], first_b = other.b[0];
    other.a[0] = other.a[pair];
    other.b[0] = other.b[pair];
    narrow_run(&other, narrow_kernel(scalar_kernels(), class));
    other.a[0] = first_a;
    other.b[0] = first_b;
}

TEST(swapping_the_shapes_mirrors_the_manifold)
{
    sc_random random = sc_random_create(4);
    sc_contact_class classes[] = {SC_CLASS_CIRCLE_CIRCLE, SC_CLASS_BOX_BOX,
                                  SC_CLASS_CONVEX4_CONVEX4, SC_CLASS_CONVEX8_CONVEX8,
                                  SC_CLASS_POLYGON};
    for (size_t c = 0; c < sizeof classes / sizeof classes[0]; c++)
    {
        narrow_fill(&fixture, &random, classes[c]);
        other = fixture;
        memcpy(other.a, fixture.b, sizeof other.a);
        memcpy(other.b, fixture.a, sizeof other.b);
        for (int i = 0; i < fixture.pair_count; i++)
        {
            if (fixture.kinds[other.a[i]] != fixture.kinds[other.b[i]])
            {
                other.a[i] = other.b[i] = 0;
                other.kinds[0] = SC_KIND_CIRCLE;
            }
        }
        int pairs = fixture.pair_count;
        narrow_run(&fixture, narrow_kernel(scalar_kernels(), classes[c]));
        int compared = 0;
        for (int i = 0; i < pairs; i++)
        {
            if (other.a[i] == 0)
            {
                continue;
            }
            judge_shape a = judge_load(&fixture, fixture.a[i]),
                        b = judge_load(&fixture, fixture.b[i]);
            double along_a = judge_best_face(&a, &b), along_b = judge_best_face(&b, &a);
            // Where no face is clearly better, or a point is at the limit, either answer is right.
            double truth = judge_separation(&a, &b);
            bool tied = a.count > 1 && fabs(along_a - along_b) < 2.0 * (double)SC_FACE_TOLERANCE;
            if (tied || fabs(truth - (double)SC_SPECULATIVE) < 1e-4)
            {
                continue;
            }
            collide_other(i, classes[c]);
            const sc_manifold *m = &fixture.manifolds[i];
            if (narrow_count(m) != narrow_count(&other.manifolds[0]))
            {
                // The second point may be at the limit too.
                float last =
                    narrow_count(m) == 2 ? m->separation[1] : other.manifolds[0].separation[1];
                float first =
                    narrow_count(m) == 2 ? m->separation[0] : other.manifolds[0].separation[0];
                assert_true(fabsf(fmaxf(first, last) - SC_SPECULATIVE) < 1e-4f);
                continue;
            }
            assert_mirrored(m, &other.manifolds[0]);
            compared++;
        }
        assert_true(compared > pairs / 16);
    }
}

TEST(impulses_follow_their_feature_ids)
{
    sc_random random = sc_random_create(5);
    for (int c = SC_CLASS_NONE + 1; c < SC_CLASS_COUNT; c++)
    {
        sc_narrow_kernel *kernel = narrow_kernel(scalar_kernels(), (sc_contact_class)c);
        narrow_fill(&fixture, &random, (sc_contact_class)c);
        narrow_run(&fixture, kernel);
        mark_impulses(&fixture);
        for (int i = 0; i < fixture.pair_count; i += 3)
        {
            // The two points swapped, as when the other shape leads.
            uint32_t info = (uint32_t)fixture.manifolds[i].info;
            uint32_t first = info & SC_FEATURE_MASK;
            uint32_t second = info >> SC_FEATURE_BITS & SC_FEATURE_MASK;
            bool two = narrow_count(&fixture.manifolds[i]) == 2;
            fixture.manifolds[i].info = (int32_t)(two ? (info >> SC_COUNT_SHIFT << SC_COUNT_SHIFT) |
                                                            first << SC_FEATURE_BITS | second
                                                      : info);
        }
        memcpy(other.manifolds, fixture.manifolds, sizeof other.manifolds);
        nudge(&fixture, &random);
        narrow_run(&fixture, kernel);
        int carried = 0, fresh = 0;
        for (int i = 0; i < fixture.pair_count; i++)
        {
            const sc_manifold *m = &fixture.manifolds[i], *old = &other.manifolds[i];
            float normal[2] = {m->normal_impulse_0, m->normal_impulse_1};
            float tangent[2] = {m->tangent_impulse_0, m->tangent_impulse_1};
            float old_normal[2] = {old->normal_impulse_0, old->normal_impulse_1};
            float old_tangent[2] = {old->tangent_impulse_0, old->tangent_impulse_1};
            for (int k = 0; k < 2; k++)
            {
                float n = 0.0f, t = 0.0f;
                for (int j = 0; k < narrow_count(m) && j < narrow_count(old); j++)
                {
                    if (narrow_feature(m, k) == narrow_feature(old, j))
                    {
                        n = old_normal[j];
                        t = old_tangent[j];
                        carried++;
                    }
                }
                fresh += k < narrow_count(m) && n == 0.0f;
                assert_true(normal[k] == n && tangent[k] == t);
            }
            bool rolls = narrow_count(m) > 0 && narrow_count(old) > 0;
            assert_true(m->rolling_impulse == (rolls ? old->rolling_impulse : 0.0f));
        }
        assert_true(carried > 100 && fresh > 10);
    }
}

static bool is_finite(const sc_manifold *m)
{
    const float *x = (const float *)m;
    for (int k = 0; k < SC_MANIFOLD_FLOATS; k++)
    {
        if (k != SC_MANIFOLD_DEPTHS + 2 && !isfinite(x[k]))
        {
            return false;
        }
    }
    return true;
}

static void degenerate_pair(int pair, uint32_t kind)
{
    sc_shape_pose *a = &fixture.poses[fixture.a[pair]], *b = &fixture.poses[fixture.b[pair]];
    switch (kind)
    {
    case 0:  // one centre, one rotation
        *b = (sc_shape_pose){a->x, a->y, a->cos, a->sin, 0.0f, 0.0f, b->radius, 0.0f};
        break;
    case 1:  // centres an ulp apart
        b->x = nextafterf(a->x, 100.0f);
        b->y = a->y;
        break;
    case 2:  // far out, where the grid of floats is coarse
        a->x += 1e6f;
        b->x += 1e6f;
        break;
    default:  // vertex on vertex
    {
        judge_shape ja = judge_load(&fixture, fixture.a[pair]);
        judge_shape jb = judge_load(&fixture, fixture.b[pair]);
        b->x += (float)(ja.vertex[0].x - jb.vertex[0].x);
        b->y += (float)(ja.vertex[0].y - jb.vertex[0].y);
        break;
    }
    }
}

static void scale_other(float scale)
{
    for (int slot = 1; slot < other.shape_count; slot++)
    {
        float *geometry = other.geometry + other.geometry_start[slot];
        int count = (int)geometry[2];
        other.poses[slot].radius *= scale;
        if (other.kinds[slot] == SC_KIND_HALF_SPACE || other.kinds[slot] == SC_KIND_CIRCLE)
        {
            continue;
        }
        int pad = count > 8 ? count : count > 4 ? 8 : 4;
        geometry[0] *= scale;
        geometry[1] *= scale;
        for (int k = 0; k < 2 * pad; k++)
        {
            geometry[SC_GEOMETRY_HEADER + k] *= scale;
        }
    }
}

TEST(degenerate_pairs_give_finite_manifolds)
{
    sc_random random = sc_random_create(6);
    const float scales[] = {1e-4f, 0.005f, 1.0f, 1e3f};
    for (int c = SC_CLASS_NONE + 1; c < SC_CLASS_COUNT; c++)
    {
        narrow_fill(&fixture, &random, (sc_contact_class)c);
        for (int i = 0; i < fixture.pair_count; i++)
        {
            degenerate_pair(i, sc_random_below(&random, 4));
        }
        for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++)
        {
            other = fixture;
            scale_other(scales[s]);
            narrow_run(&other, narrow_kernel(scalar_kernels(), (sc_contact_class)c));
            for (int i = 0; i < other.pair_count; i++)
            {
                const sc_manifold *m = &other.manifolds[i];
                float square = m->normal_x * m->normal_x + m->normal_y * m->normal_y;
                assert_true(is_finite(m));
                assert_true(narrow_count(m) == 0 || fabsf(square - 1.0f) < 1e-5f);
            }
        }
    }
}

TEST(padded_entries_disturb_nobody)
{
    for (int c = 0; c < LANE_CLASSES; c++)
    {
        for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; simd++)
        {
            const sc_kernels *kernels = sc_kernels_get(simd);
            if (!kernels)
            {
                continue;
            }
            narrow_clear(&fixture);
            fixture.pair_count = 1;  // of the null shape with itself
            memset(&fixture.manifolds[16], 0x55, sizeof fixture.manifolds[16]);
            narrow_run(&fixture, narrow_kernel(kernels, lane_classes[c]));
            for (int i = 0; i < 16; i++)
            {
                assert_true(is_finite(&fixture.manifolds[i]));
            }
            sc_manifold untouched;
            memset(&untouched, 0x55, sizeof untouched);
            assert_memory_equal(&fixture.manifolds[16], &untouched, sizeof untouched);
            assert_int_equal(fixture.point_count[16], 0);
        }
    }
}
