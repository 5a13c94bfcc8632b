// Distance, ray, cast and time of impact of two convex shapes, against brute force.

#include "geometry/distance.h"
#include "geometry/ray.h"
#include "geometry/shape_cast.h"
#include "geometry/time_of_impact.h"
#include "tests/support/narrow_fixture.h"
#include "tests/support/worlds.h"

#define CASES 4000
#define SWEEPS 2000

typedef struct piece
{
    sc_convex shape;
    sc_frame frame;
} piece;

typedef struct couple
{
    piece a, b;
} couple;

static narrow_fixture fixture;

static double random_double(sc_random *random, double low, double high)
{
    return low + (high - low) * (double)sc_random_u32(random) / 4294967296.0;
}

// In a square about the origin. x is drawn before y whatever the compiler evaluates first.
static sc_vec2d random_point(sc_random *random, double half)
{
    double x = random_double(random, -half, half);
    return (sc_vec2d){x, random_double(random, -half, half)};
}

static piece random_piece(sc_random *random, double x, double y)
{
    static const sc_shape_kind kinds[] = {SC_KIND_CIRCLE,  SC_KIND_BOX,     SC_KIND_CONVEX4,
                                          SC_KIND_CONVEX8, SC_KIND_POLYGON, SC_KIND_CONVEX4};
    sc_shape_kind kind = kinds[sc_random_below(random, 6)];
    int slot = narrow_add_random(&fixture, random, kind, x, y);
    const sc_shape_pose *pose = &fixture.poses[slot];
    return (piece){
        sc_convex_of_entry(fixture.geometry + fixture.geometry_start[slot], kind, pose->radius),
        sc_frame_at((double)pose->x, (double)pose->y, pose->cos, pose->sin, (sc_vec2d){0.0, 0.0})};
}

/// Two shapes of about 1 m, up to `apart` metres from each other.
static couple random_couple(sc_random *random, double apart)
{
    narrow_clear(&fixture);
    couple c;
    c.a = random_piece(random, 0.0, 0.0);
    sc_vec2d at = random_point(random, apart);
    c.b = random_piece(random, at.x, at.y);
    return c;
}

static judge_shape judge_of(const piece *p)
{
    judge_shape judge = {.count = p->shape.count, .radius = (double)p->shape.radius};
    for (int i = 0; i < judge.count; ++i)
    {
        sc_vec2d v = sc_convex_place(&p->shape, &p->frame, i);
        judge.vertex[i] = (vec2d){v.x, v.y};
    }
    return judge;
}

static double judged_separation(const piece *a, const piece *b)
{
    judge_shape of_a = judge_of(a), of_b = judge_of(b);
    return judge_separation(&of_a, &of_b);
}

static piece moved(const piece *p, sc_vec2d by)
{
    piece out = *p;
    out.frame.x += by.x;
    out.frame.y += by.y;
    return out;
}

TEST(distances_are_those_of_brute_force)
{
    sc_random random = sc_random_create(11);
    int overlaps = 0, most_rounds = 0;
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, i % 2 ? 1.0 : 4.0);
        sc_distance d = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        most_rounds = d.rounds > most_rounds ? d.rounds : most_rounds;
        double expected = judged_separation(&c.a, &c.b);
        if (d.overlap)
        {
            ++overlaps;
            double radii = (double)c.a.shape.radius + (double)c.b.shape.radius;
            assert_at_most(expected + radii, 1e-9);
            judge_shape a = judge_of(&c.a), b = judge_of(&c.b);
            a.radius = b.radius = 0.0;
            assert_at_most(judge_distance(&a, (vec2d){d.a.x, d.a.y}), 1e-9);
            assert_at_most(judge_distance(&b, (vec2d){d.b.x, d.b.y}), 1e-9);
            continue;
        }
        assert_near(sc_surface_distance(&d, &c.a.shape, &c.b.shape), expected, 1e-9);
        sc_vec2d between = sc_subd(d.b, d.a);
        assert_near(sc_lengthd(between), d.distance, 1e-9);
        assert_near(sc_lengthd(d.normal), 1.0, 1e-12);
        assert_near(sc_dotd(between, d.normal), d.distance, 1e-9);
    }
    assert_in_range(overlaps, CASES / 10, CASES - CASES / 4);
    assert_in_range(most_rounds, 3, 20);
}

TEST(distances_do_not_depend_on_where_they_start)
{
    sc_random random = sc_random_create(12);
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 2.0);
        sc_distance d = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        int index_a = (int)sc_random_below(&random, (uint32_t)c.a.shape.count);
        int index_b = (int)sc_random_below(&random, (uint32_t)c.b.shape.count);
        sc_distance e = sc_convex_distance_from(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame,
                                                index_a, index_b);
        assert_near(d.distance, e.distance, 1e-12);
        assert_int_equal(d.overlap, e.overlap);
    }
}

TEST(distances_hold_far_from_the_origin)
{
    sc_random random = sc_random_create(13);
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 2.0);
        c.b = moved(&c.b, (sc_vec2d){1e8, -1e8});
        sc_distance far = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        assert_false(far.overlap);
        assert_near(sc_surface_distance(&far, &c.a.shape, &c.b.shape),
                    judged_separation(&c.a, &c.b), 1e-6);
    }
}

TEST(shapes_far_out_have_the_distances_that_they_have_here)
{
    sc_random random = sc_random_create(14);
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 2.0);
        sc_distance here = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        c.a = moved(&c.a, (sc_vec2d){1e8, 1e8});
        c.b = moved(&c.b, (sc_vec2d){1e8, 1e8});
        sc_distance there = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        assert_near(here.distance, there.distance, 1e-6);
    }
}

/// The least separation along a path, which is a convex function of the fraction, and where.
static double least_separation(const couple *c, sc_vec2d translation, double *where)
{
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 40; ++i)
    {
        double x = low + (high - low) / 3.0, y = high - (high - low) / 3.0;
        piece at_x = moved(&c->b, sc_scaled(x, translation));
        piece at_y = moved(&c->b, sc_scaled(y, translation));
        bool left = judged_separation(&c->a, &at_x) < judged_separation(&c->a, &at_y);
        *(left ? &high : &low) = left ? y : x;
    }
    *where = 0.5 * (low + high);
    piece at = moved(&c->b, sc_scaled(*where, translation));
    return judged_separation(&c->a, &at);
}

TEST(casts_end_where_shapes_first_touch)
{
    sc_random random = sc_random_create(15);
    int hits = 0, inside = 0, misses = 0;
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 3.0);
        sc_vec2d translation = random_point(&random, 6.0);
        sc_ray_hit hit = sc_shape_cast(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame, translation);
        double begins = judged_separation(&c.a, &c.b), where;
        if (hit.inside)
        {
            ++inside;
            assert_true(hit.hit && hit.fraction == 0.0);
            assert_at_most(begins, 1e-9);
            continue;
        }
        assert_at_least(begins, -1e-9);
        if (!hit.hit)
        {
            ++misses;
            assert_at_least(least_separation(&c, translation, &where), -1e-9);
            continue;
        }
        ++hits;
        piece at = moved(&c.b, sc_scaled(hit.fraction, translation));
        assert_near(judged_separation(&c.a, &at), 0.0, 1e-9);
        piece before = moved(&c.b, sc_scaled(hit.fraction - 1e-4, translation));
        assert_at_least(judged_separation(&c.a, &before), -1e-9);
        assert_near(sc_lengthd(hit.normal), 1.0, 1e-12);
        // Nothing of b is on the other side of the tangent there.
        judge_shape of_a = judge_of(&c.a), of_b = judge_of(&at);
        assert_near(judge_separation_along(&of_a, &of_b, (vec2d){hit.normal.x, hit.normal.y}), 0.0,
                    1e-7);
        assert_at_most(sc_dotd(hit.normal, translation), 1e-9);
    }
    assert_at_least(hits, CASES / 10);
    assert_at_least(inside, CASES / 20);
    assert_at_least(misses, CASES / 4);
}

static sc_vec2d middle_of(const piece *p)
{
    sc_vec2d sum = {0.0, 0.0};
    for (int i = 0; i < p->shape.count; ++i)
    {
        sum = sc_addd(sum, sc_convex_place(&p->shape, &p->frame, i));
    }
    return sc_scaled(1.0 / p->shape.count, sum);
}

TEST(casts_of_shapes_that_touch_and_move_in_begin_at_once)
{
    sc_random random = sc_random_create(16);
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 3.0);
        sc_distance d = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        if (d.overlap || c.a.shape.count + c.b.shape.count == 4)
        {
            continue;  // the sum of parallel lines has no middle
        }
        // To the surface, give or take what rounding does.
        double gap = sc_surface_distance(&d, &c.a.shape, &c.b.shape);
        c.b = moved(&c.b, sc_scaled(-gap, d.normal));
        d = sc_convex_distance(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame);
        assert_at_most(fabs(sc_surface_distance(&d, &c.a.shape, &c.b.shape)), 1e-12);
        // From a point of the sum's outline to its middle.
        sc_vec2d inwards = sc_subd(middle_of(&c.a), middle_of(&c.b));
        sc_ray_hit hit = sc_shape_cast(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame, inwards);
        assert_true(hit.hit);
        assert_at_most(hit.fraction, 1e-7);
        hit = sc_shape_cast(&c.a.shape, &c.a.frame, &c.b.shape, &c.b.frame, d.normal);
        assert_true(!hit.hit || hit.fraction <= 1e-7);
    }
}

TEST(rays_hit_what_a_point_that_moves_along_hits)
{
    sc_random random = sc_random_create(17);
    static const float zero[2];
    int hits = 0;
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 3.0);
        c.b.shape = (sc_convex){zero, 1, 0.0f};
        sc_vec2d origin = {c.b.frame.x, c.b.frame.y};
        sc_vec2d translation = random_point(&random, 6.0);
        sc_ray_hit hit = sc_convex_ray(&c.a.shape, &c.a.frame, origin, translation, 0.0);
        double where;
        if (hit.hit)
        {
            ++hits;
            piece at = moved(&c.b, sc_scaled(hit.fraction, translation));
            double separation = judged_separation(&c.a, &at);
            assert_true(hit.inside ? separation <= 1e-9 : fabs(separation) <= 1e-9);
        }
        else
        {
            assert_at_least(least_separation(&c, translation, &where), -1e-9);
        }
    }
    assert_in_range(hits, CASES / 16, CASES / 2);
}

TEST(half_spaces_are_met_at_their_boundary)
{
    sc_random random = sc_random_create(18);
    const sc_vec2d none = {0.0, 0.0};
    for (int i = 0; i < CASES; ++i)
    {
        couple c = random_couple(&random, 3.0);
        float angle = (float)random_double(&random, -3.0, 3.0), plane[3] = {0.0f, 1.0f, 0.25f};
        sc_rotation q = sc_rotation_of(angle);
        sc_convex ground = {plane, 0, 0.0f};
        sc_frame frame = sc_frame_at(0.3, -0.2, q.cos, q.sin, none);
        sc_vec2d normal = {-(double)q.sin, (double)q.cos};
        double lowest = INFINITY;
        for (int k = 0; k < c.b.shape.count; ++k)
        {
            sc_vec2d v = sc_convex_place(&c.b.shape, &c.b.frame, k);
            lowest = fmin(lowest, sc_dotd(normal, sc_subd(v, (sc_vec2d){0.3, -0.2})) - 0.25);
        }
        sc_distance d = sc_convex_distance(&ground, &frame, &c.b.shape, &c.b.frame);
        assert_near(d.distance, lowest, 1e-12);
        sc_distance back = sc_convex_distance(&c.b.shape, &c.b.frame, &ground, &frame);
        assert_near(back.distance, lowest, 1e-12);
        assert_near(sc_dotd(back.normal, normal), -1.0, 1e-6);
        sc_vec2d down = sc_scaled(-5.0, normal);
        sc_ray_hit hit = sc_shape_cast(&ground, &frame, &c.b.shape, &c.b.frame, down);
        double gap = lowest - (double)c.b.shape.radius;
        assert_true(hit.hit == (gap <= 5.0 * sc_dotd(normal, normal)));
        assert_true(!hit.hit || fabs(hit.fraction * 5.0 - fmax(gap, 0.0)) < 1e-5);
    }
}

static double extent_of(const sc_convex *shape, sc_vec2d center)
{
    double extent = 0.0;
    for (int i = 0; i < shape->count; ++i)
    {
        extent = fmax(extent, sc_lengthd(sc_subd(sc_convex_point(shape, i), center)));
    }
    return extent + (double)shape->radius;
}

static sc_sweep random_sweep(sc_random *random, const piece *p, double travel, double turn)
{
    sc_sweep s = {
        .begin = {p->frame.x, p->frame.y}, .cos = (float)p->frame.cos, .sin = (float)p->frame.sin};
    s.travel = random_point(random, travel);
    s.center = random_point(random, 0.3);
    s.turn = (float)random_double(random, -turn, turn);
    s.extent = extent_of(&p->shape, s.center);
    return s;
}

static double separation_at(const couple *c, const sc_sweep *a, const sc_sweep *b, double fraction)
{
    piece at_a = {c->a.shape, sc_sweep_frame(a, fraction)};
    piece at_b = {c->b.shape, sc_sweep_frame(b, fraction)};
    return judged_separation(&at_a, &at_b);
}

TEST(nothing_touches_before_the_time_of_impact)
{
    sc_random random = sc_random_create(19);
    const double target = 0.01, tolerance = 0.0005;
    int states[4] = {0};
    for (int i = 0; i < SWEEPS; ++i)
    {
        couple c = random_couple(&random, 2.0);
        sc_sweep a = random_sweep(&random, &c.a, i % 3 ? 0.0 : 3.0, i % 2 ? 0.0 : 2.5);
        sc_sweep b = random_sweep(&random, &c.b, 3.0, 2.5);
        sc_impact impact = sc_time_of_impact(&c.a.shape, &a, &c.b.shape, &b, target, tolerance);
        ++states[impact.state];
        assert_in_range(impact.rounds, 0, SC_IMPACT_ROUNDS);
        double begins = separation_at(&c, &a, &b, 0.0);
        if (impact.state == SC_IMPACT_BEGINS)
        {
            assert_at_most(begins, target + 1e-6);
            continue;
        }
        assert_at_least(begins, target - 1e-6);
        double until = impact.fraction;
        for (int k = 0; k < 32; ++k)
        {
            assert_at_least(separation_at(&c, &a, &b, until * k / 64), target - 1e-6);
        }
        double end = separation_at(&c, &a, &b, until);
        assert_at_least(end, target - 1e-6);
        assert_true(impact.state != SC_IMPACT_NONE || until == 1.0);
        assert_true(impact.state != SC_IMPACT_HIT || end <= target + tolerance + 1e-6);
    }
    assert_at_least(states[SC_IMPACT_NONE], SWEEPS / 4);
    assert_at_least(states[SC_IMPACT_HIT], SWEEPS / 10);
    assert_at_least(states[SC_IMPACT_BEGINS], SWEEPS / 20);
    assert_at_most(states[SC_IMPACT_UNDECIDED], SWEEPS / 500);
}

TEST(a_disc_meets_a_wall_when_its_edge_does)
{
    static const float origin[2], ends[4] = {0.0f, -5.0f, 0.0f, 5.0f};
    sc_convex wall = {ends, 2, 0.0f}, disc = {origin, 1, 0.5f};
    sc_sweep stands = {.cos = 1.0f, .extent = 5.0};
    sc_sweep flies = {.begin = {-3.0, 1.0}, .travel = {8.0, 0.0}, .cos = 1.0f, .extent = 0.5};
    sc_impact impact = sc_time_of_impact(&wall, &stands, &disc, &flies, 0.0, 1e-6);
    assert_int_equal(impact.state, SC_IMPACT_HIT);
    assert_near(impact.fraction, 2.5 / 8.0, 2e-7);
    flies.begin.y = 5.6;
    impact = sc_time_of_impact(&wall, &stands, &disc, &flies, 0.0, 1e-6);
    assert_int_equal(impact.state, SC_IMPACT_NONE);
    assert_true(impact.fraction == 1.0);
}

TEST(a_rod_that_spins_meets_a_wall_with_its_end)
{
    // A rod of 2 m along x turns by a right angle at 0.5 m over the floor: sin = 0.5 at 30 degrees.
    static const float ends[4] = {-1.0f, 0.0f, 1.0f, 0.0f}, plane[3] = {0.0f, 1.0f, 0.0f};
    sc_convex floor = {plane, 0, 0.0f}, rod = {ends, 2, 0.0f};
    sc_sweep stands = {.cos = 1.0f};
    sc_sweep spins = {.begin = {0.0, 0.5}, .cos = 1.0f, .turn = 1.57079633f, .extent = 1.0};
    sc_impact impact = sc_time_of_impact(&floor, &stands, &rod, &spins, 0.0, 1e-5);
    assert_int_equal(impact.state, SC_IMPACT_HIT);
    assert_near(impact.fraction, 1.0 / 3.0, 1e-5);
}
