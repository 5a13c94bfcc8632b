// The judge of engines on worlds by hand: overlaps, drift, escapes and energy known beforehand.
#include "engines/judge.h"
#include "tests/support/testing.h"

#define MAX_OBJECTS 1024

// A model of bodies with one shape each.
typedef struct fixture
{
    sc_model model;
    sc_model_body bodies[MAX_OBJECTS];
    sc_model_shape shapes[MAX_OBJECTS];
    scree_vec2 vertices[4 * MAX_OBJECTS];
    sc_model_pose poses[MAX_OBJECTS], after[MAX_OBJECTS];
    int tops[MAX_OBJECTS];
} fixture;

static int create(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL)
        return 1;
    f->model = (sc_model){
        .bodies = f->bodies, .shapes = f->shapes, .vertices = f->vertices, .tops = f->tops};
    return 0;
}

static int destroy(void **state)
{
    free(*state);
    return 0;
}

// A body and its shape of `count` vertices (0: a half-space below). Returns its number.
static int add(fixture *f, scree_body_type type, double x, double y, int count,
               const scree_vec2 *vertices, double radius)
{
    const scree_shape_type types[] = {SCREE_SHAPE_HALF_SPACE, SCREE_SHAPE_CIRCLE,
                                      SCREE_SHAPE_CAPSULE, SCREE_SHAPE_POLYGON};
    int i = f->model.body_count++;
    assert_true(i < MAX_OBJECTS);
    f->shapes[i] = (sc_model_shape){.body = i,
                                    .type = types[count < 3 ? count : 3],
                                    .first_vertex = 4 * i,
                                    .vertex_count = count,
                                    .radius = (float)radius,
                                    .plane = {{0.0f, 1.0f}, 0.0f},
                                    .filter = {1, ~(uint64_t)0, 0}};
    if (count > 0)
        memcpy(f->vertices + (ptrdiff_t)4 * i, vertices, (size_t)count * sizeof *vertices);
    f->bodies[i] = (sc_model_body){
        .type = type, .position = {(float)x, (float)y}, .cos = 1.0f, .mass = 2.0, .inertia = 3.0};
    f->poses[i] = f->after[i] = (sc_model_pose){(float)x, (float)y, 1.0f, 0.0f};
    ++f->model.shape_count;
    return i;
}

static const scree_vec2 square[4] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
static const scree_vec2 bar[2] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
static const scree_vec2 origin[1] = {{0.0f, 0.0f}};

static int add_disc(fixture *f, double x, double y, double radius)
{
    return add(f, SCREE_BODY_DYNAMIC, x, y, 1, origin, radius);
}

static int add_square(fixture *f, double x, double y)
{
    return add(f, SCREE_BODY_DYNAMIC, x, y, 4, square, 0.0);
}

static void assert_near_at(double found, double expected, double bound, int line)
{
    if (!(fabs(found - expected) <= bound))
        fail_msg("line %d: %.9g is not %.9g within %g", line, found, expected, bound);
}

#define assert_near(found, expected, bound) assert_near_at(found, expected, bound, __LINE__)

static sc_overlaps overlaps_of(const fixture *f)
{
    sc_overlaps overlaps;
    assert_true(sc_judge_overlaps(&f->model, f->poses, &overlaps));
    return overlaps;
}

// Distances

/// The distance of two shapes with these counts of vertices and radii, which lie in these arrays.
static double distance_of(fixture *f, int count_a, const scree_vec2 *a, double radius_a,
                          int count_b, const scree_vec2 *b, double radius_b, const float pose[4])
{
    f->model.body_count = f->model.shape_count = 0;
    add(f, SCREE_BODY_DYNAMIC, 0.0, 0.0, count_a, a, radius_a);
    add(f, SCREE_BODY_DYNAMIC, 0.0, 0.0, count_b, b, radius_b);
    f->poses[1] = (sc_model_pose){pose[0], pose[1], pose[2], pose[3]};
    double forth = sc_judge_distance(&f->model, f->poses, 0, 1);
    assert_true(forth == sc_judge_distance(&f->model, f->poses, 1, 0));
    return forth;
}

TEST_WITH(distances_are_those_of_textbooks, create, destroy)
{
    fixture *f = *state;
    const float half = sqrtf(0.5f);
    const struct
    {
        int count_a, count_b;
        const scree_vec2 *a, *b;
        double radius_a, radius_b;
        float pose[4];
        double distance;
    } known[] = {
        {4, 4, square, square, 0.0, 0.0, {1.25f, 0.25f, 1.0f, 0.0f}, 0.25},
        {4, 4, square, square, 0.0, 0.0, {0.75f, 0.125f, 1.0f, 0.0f}, -0.25},
        {4, 4, square, square, 0.0, 0.0, {1.5f, 1.5f, 1.0f, 0.0f}, sqrt(0.5)},  // corners
        {4, 4, square, square, 0.0, 0.0, {0.0f, 1.25f, half, half}, 0.75 - sqrt(0.5)},
        {4, 4, square, square, 0.0, 0.0, {0.0f, 1.0f, half, half}, 0.5 - sqrt(0.5)},
        {1, 1, origin, origin, 0.5, 0.25, {3.0f, 4.0f, 1.0f, 0.0f}, 4.25},
        {1, 1, origin, origin, 0.5, 0.25, {0.5f, 0.0f, 1.0f, 0.0f}, -0.25},
        {2, 2, bar, bar, 0.25, 0.25, {0.0f, 1.0f, 1.0f, 0.0f}, 0.5},
        {2, 2, bar, bar, 0.25, 0.25, {3.0f, 0.0f, 1.0f, 0.0f}, 0.5},     // end to end
        {2, 2, bar, bar, 0.25, 0.25, {0.75f, 0.0f, 0.0f, 1.0f}, -0.75},  // crossing
        {4, 1, square, origin, 0.0, 0.25, {1.1f, 1.3f, 1.0f, 0.0f}, 0.75},
        {4, 1, square, origin, 0.0, 0.25, {0.0f, 0.375f, 1.0f, 0.0f}, -0.375},  // centre inside
        {0, 4, NULL, square, 0.0, 0.125, {7.0f, 0.5f, 1.0f, 0.0f}, -0.125}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    {
        assert_near(distance_of(f, known[i].count_a, known[i].a, known[i].radius_a,
                                known[i].count_b, known[i].b, known[i].radius_b, known[i].pose),
                    known[i].distance, 1e-6);
    }
}

// Overlaps

TEST_WITH(known_overlaps_have_their_mean_percentile_and_maximum, create, destroy)
{
    fixture *f = *state;
    // 250 pairs of discs, far from each other, that overlap by 1, 2, 3, ... 250 thousandths.
    for (int i = 0; i < 250; ++i)
    {
        int k = 77 * i % 250;  // in no order
        double x = 4.0 * (k % 20), y = 4.0 * (k / 20), depth = 0.001 * (k + 1);
        add_disc(f, x, y, 0.5);
        add_disc(f, x + 0.8 * (1.0 - depth), y + 0.6 * (1.0 - depth), 0.5);
    }
    sc_overlaps overlaps = overlaps_of(f);
    assert_int_equal(overlaps.touching, 250);
    assert_near(overlaps.mean, 0.1255, 1e-5);
    assert_near(overlaps.p99, 0.248, 1e-5);  // 99 in 100 of 250: the 248th
    assert_near(overlaps.max, 0.250, 1e-5);
}

TEST_WITH(gaps_count_as_touching_only_below_the_limit, create, destroy)
{
    fixture *f = *state;
    add_disc(f, 0.0, 0.0, 0.5);
    add_disc(f, 1.0 + 0.8 * SC_TOUCHING_GAP, 0.0, 0.5);
    assert_int_equal(overlaps_of(f).touching, 1);
    assert_true(overlaps_of(f).max == 0.0 && overlaps_of(f).mean == 0.0);
    f->poses[1].x = (float)(1.0 + 1.2 * SC_TOUCHING_GAP);
    assert_int_equal(overlaps_of(f).touching, 0);
    // The gap of two squares one above the other.
    f->model.body_count = f->model.shape_count = 0;
    add_square(f, 0.0, 0.0);
    add_square(f, 0.9, -1.0 - 0.8 * SC_TOUCHING_GAP);
    assert_int_equal(overlaps_of(f).touching, 1);
    f->poses[1].y = (float)(-1.0 - 1.2 * SC_TOUCHING_GAP);
    assert_int_equal(overlaps_of(f).touching, 0);
}

TEST_WITH(shapes_whose_aabbs_overlap_and_that_are_apart_do_not_count, create, destroy)
{
    fixture *f = *state;
    add_disc(f, 0.0, 0.0, 1.0);
    add_disc(f, 1.5, 1.5, 1.0);  // sqrt(4.5) = 2.12 apart
    int bent = add(f, SCREE_BODY_DYNAMIC, 10.0, 0.0, 2, bar, 0.1);
    add(f, SCREE_BODY_DYNAMIC, 10.5, 0.5, 1, origin, 0.1);
    float half = sqrtf(0.5f);
    f->poses[bent].cos = half;
    f->poses[bent].sin = -half;  // falls to the right
    assert_int_equal(overlaps_of(f).touching, 0);
    f->poses[bent].sin = half;  // through the disc
    assert_int_equal(overlaps_of(f).touching, 1);
    assert_near(overlaps_of(f).max, 0.2, 1e-6);
}

TEST_WITH(only_pairs_that_should_collide_count, create, destroy)
{
    fixture *f = *state;
    add_square(f, 0.0, 0.0);
    add_square(f, 0.9, 0.0);
    assert_int_equal(overlaps_of(f).touching, 1);
    // Pairs that never push each other: two bodies that nothing moves, two shapes of one body.
    f->bodies[0].type = SCREE_BODY_STATIC;
    assert_int_equal(overlaps_of(f).touching, 1);
    f->bodies[1].type = SCREE_BODY_KINEMATIC;
    assert_int_equal(overlaps_of(f).touching, 0);
    f->bodies[0].type = SCREE_BODY_DYNAMIC;
    assert_int_equal(overlaps_of(f).touching, 1);
    f->shapes[1].body = 0;
    f->shapes[1].first_vertex = 0;
    assert_int_equal(overlaps_of(f).touching, 0);
    f->shapes[1].body = 1;
    f->shapes[1].first_vertex = 4;
    // Both masks must agree.
    f->shapes[0].filter = (scree_filter){1, 2, 0};
    f->shapes[1].filter = (scree_filter){2, 1, 0};
    assert_int_equal(overlaps_of(f).touching, 1);
    f->shapes[0].filter.mask = 4;
    assert_int_equal(overlaps_of(f).touching, 0);
    f->shapes[0].filter.mask = 2;
    f->shapes[1].filter.mask = 4;
    assert_int_equal(overlaps_of(f).touching, 0);
    // A common group overrides them, another one does not.
    f->shapes[0].filter.group = f->shapes[1].filter.group = 3;
    assert_int_equal(overlaps_of(f).touching, 1);
    f->shapes[1].filter.mask = 1;
    f->shapes[0].filter.group = f->shapes[1].filter.group = -3;
    assert_int_equal(overlaps_of(f).touching, 0);
    f->shapes[1].filter.group = -4;
    assert_int_equal(overlaps_of(f).touching, 1);
}

// Joints keep bodies apart unless told otherwise; joints of destroyed bodies do not count.
TEST_WITH(joints_say_whether_their_bodies_collide, create, destroy)
{
    fixture *f = *state;
    add_square(f, 0.0, 0.0);
    add_square(f, 0.75, 0.0);
    sc_model_joint joint = {.body_b = 1, .type = SCREE_JOINT_REVOLUTE};
    joint.def.revolute = scree_revolute_joint_def_default();
    f->model.joints = &joint;
    f->model.joint_count = 1;
    assert_int_equal(overlaps_of(f).touching, 0);
    joint.def.common.base.collide_connected = true;
    assert_int_equal(overlaps_of(f).touching, 1);
    for (int gone = -1; gone < 2; ++gone)
    {
        f->bodies[0].gone = gone == 0;
        f->bodies[1].gone = gone == 1;
        sc_joint_errors errors = sc_judge_joints(&f->model, f->poses);
        assert_int_equal(errors.count, gone < 0);
        assert_near(errors.max, gone < 0 ? 0.75 : 0.0, 1e-6);
    }
}

TEST_WITH(a_half_space_has_the_depth_of_what_is_in_it, create, destroy)
{
    fixture *f = *state;
    int floor = add(f, SCREE_BODY_STATIC, 3.0, 2.0, 0, NULL, 0.0);
    // Turned so that its normal is (-0.6, 0.8), and half a metre along it.
    f->poses[floor].cos = 0.8f;
    f->poses[floor].sin = 0.6f;
    f->shapes[floor].plane.offset = 0.5f;
    add_disc(f, 3.0 - 0.6 * 0.7, 2.0 + 0.8 * 0.7, 0.25);
    add_disc(f, 3.0 - 0.6 * 0.7 + 80.0, 2.0 + 0.8 * 0.7 + 60.0, 0.25);
    add_disc(f, 3.0 - 0.6 * 0.8, 2.0 + 0.8 * 0.8, 0.25);
    sc_overlaps overlaps = overlaps_of(f);
    assert_int_equal(overlaps.touching, 2 + 1);  // the first and the last overlap each other too
    assert_near(sc_judge_distance(&f->model, f->poses, floor, 1), -0.05, 1e-6);
    assert_near(sc_judge_distance(&f->model, f->poses, 2, floor), -0.05, 1e-5);
    assert_near(sc_judge_distance(&f->model, f->poses, floor, 3), 0.05, 1e-6);
}

// The sweep misses no pair: the same count and depths as of all pairs.
TEST_WITH(the_pairs_of_a_heap_are_those_of_a_walk_over_all, create, destroy)
{
    fixture *f = *state;
    uint64_t random = 12345;
    double numbers[4];
    for (int i = 0; i < 240; ++i)
    {
        for (int k = 0; k < 4; ++k)
        {
            random = random * 6364136223846793005u + 1442695040888963407u;
            numbers[k] = (double)(random >> 40) / 16777216.0;
        }
        double x = 24.0 * numbers[0], y = 12.0 * numbers[1];
        int body = i % 3 == 0   ? add_square(f, x, y)
                   : i % 3 == 1 ? add_disc(f, x, y, 0.1 + 0.5 * numbers[2])
                                : add(f, SCREE_BODY_DYNAMIC, x, y, 2, bar, 0.1);
        scree_sincos((float)(6.28 * numbers[3]), &f->poses[body].sin, &f->poses[body].cos);
    }
    // Bodies in the shape list need not lie in its order.
    int floor = add(f, SCREE_BODY_STATIC, 0.0, 1.0, 0, NULL, 0.0);
    sc_model_shape swap = f->shapes[floor];
    f->shapes[floor] = f->shapes[100];
    f->shapes[100] = swap;
    int touching = 0;
    double sum = 0.0, deepest = 0.0;
    for (int a = 0; a < f->model.shape_count; ++a)
    {
        for (int b = a + 1; b < f->model.shape_count; ++b)
        {
            double distance = sc_judge_distance(&f->model, f->poses, a, b);
            touching += distance < SC_TOUCHING_GAP;
            sum += distance < SC_TOUCHING_GAP ? fmax(0.0, -distance) : 0.0;
            deepest = fmax(deepest, -distance);
        }
    }
    sc_overlaps overlaps = overlaps_of(f);
    assert_true(touching > 200);
    assert_int_equal(overlaps.touching, touching);
    assert_near(overlaps.mean, sum / touching, 1e-9);
    assert_near(overlaps.max, deepest, 1e-12);
}

// Drift

TEST_WITH(drift_is_the_largest_of_all_tops_to_either_side_and_down, create, destroy)
{
    fixture *f = *state;
    for (int i = 0; i < 5; ++i)
        add_square(f, 3.0 * i, 10.0);
    f->model.top_count = 3;
    f->tops[0] = 1;
    f->tops[1] = 2;
    f->tops[2] = 4;
    // A body that is no top may move anywhere.
    f->poses[0] = (sc_model_pose){-50.0f, -50.0f, 1.0f, 0.0f};
    sc_stack_drift drift = sc_judge_drift(&f->model, f->poses);
    assert_true(drift.drop == 0.0 && drift.side == 0.0);
    const double moves[][4] = {// dx, dy, side, drop
                               {0.25, 0.0, 0.25, 0.0},     {-0.25, 0.0, 0.25, 0.0},
                               {0.0, -0.5, 0.0, 0.5},      {0.0, 0.5, 0.0, 0.0},
                               {-0.75, -0.25, 0.75, 0.25}, {0.5, 3.0, 0.5, 0.0}};
    for (int top = 0; top < 3; ++top)
    {
        sc_model_pose start = f->poses[f->tops[top]];
        for (int k = 0; k < 6; ++k)
        {
            sc_model_pose *now = &f->poses[f->tops[top]];
            *now = start;
            now->x += (float)moves[k][0];
            now->y += (float)moves[k][1];
            drift = sc_judge_drift(&f->model, f->poses);
            assert_near(drift.side, moves[k][2], 1e-6);
            assert_near(drift.drop, moves[k][3], 1e-6);
        }
        f->poses[f->tops[top]] = start;
    }
    // The furthest of both and the deepest, which need not be the same.
    f->poses[1].x -= 0.5f;
    f->poses[2].x += 0.25f;
    f->poses[2].y -= 1.0f;
    f->poses[4].y -= 0.75f;
    drift = sc_judge_drift(&f->model, f->poses);
    assert_near(drift.side, 0.5, 1e-6);
    assert_near(drift.drop, 1.0, 1e-6);
}

// Escapes

TEST_WITH(a_body_beyond_any_of_the_four_sides_has_escaped, create, destroy)
{
    fixture *f = *state;
    f->model.limits = (scree_aabb){{-2.0f, 1.0f}, {5.0f, 9.0f}};
    add_disc(f, 0.0, 5.0, 0.5);
    add_disc(f, 1.0, 5.0, 0.5);
    const double inside[4][2] = {{-1.99, 5.0}, {4.99, 5.0}, {0.0, 1.01}, {0.0, 8.99}};
    const double border[4][2] = {{-2.0, 5.0}, {5.0, 5.0}, {0.0, 1.0}, {0.0, 9.0}};
    const double outside[4][2] = {{-2.01, 5.0}, {5.01, 5.0}, {0.0, 0.99}, {0.0, 9.01}};
    for (int i = 0; i < 4; ++i)
    {
        f->poses[1] = (sc_model_pose){(float)inside[i][0], (float)inside[i][1], 1.0f, 0.0f};
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 0);
        f->poses[1] = (sc_model_pose){(float)border[i][0], (float)border[i][1], 1.0f, 0.0f};
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 0);
        f->poses[1] = (sc_model_pose){(float)outside[i][0], (float)outside[i][1], 1.0f, 0.0f};
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 1);
        // Only moving bodies can escape.
        f->bodies[1].type = i % 2 == 0 ? SCREE_BODY_STATIC : SCREE_BODY_KINEMATIC;
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 0);
        f->bodies[1].type = SCREE_BODY_DYNAMIC;
    }
    const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i)
    {
        f->poses[1] = (sc_model_pose){odd[i], 5.0f, 1.0f, 0.0f};
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 1);
        f->poses[1] = (sc_model_pose){0.0f, odd[i], 1.0f, 0.0f};
        assert_int_equal(sc_judge_escaped(&f->model, f->poses), 1);
    }
}

// Energy

TEST_WITH(known_velocities_have_their_energy, create, destroy)
{
    fixture *f = *state;
    const double dt = 0.25;
    add_square(f, 1.0, 2.0);
    add_square(f, -3.0, 0.0);
    // The first at (2, -1) m/s, turning at -1.5 rad/s from an angle of 3 rad: through pi.
    scree_sincos(3.0f, &f->poses[0].sin, &f->poses[0].cos);
    scree_sincos(3.0f - 0.375f, &f->after[0].sin, &f->after[0].cos);
    f->after[0].x += 0.5f;
    f->after[0].y -= 0.25f;
    double energy = 0.5 * 2.0 * 5.0 + 0.5 * 3.0 * 2.25;
    assert_near(sc_judge_kinetic_energy(&f->model, f->poses, f->after, dt), energy, 1e-4);
    // The second turns at 2 rad/s from -3 rad, 0.5 m off its origin, at (0, 1) m/s; it weighs 4 kg.
    f->bodies[1].mass = 4.0;
    f->bodies[1].inertia = 0.5;
    f->bodies[1].center = (scree_vec2){0.3f, 0.4f};
    const double angles[2] = {-3.0, -3.5};
    for (int k = 0; k < 2; ++k)
    {
        sc_model_pose *pose = k == 0 ? &f->poses[1] : &f->after[1];
        double c = cos(angles[k]), s = sin(angles[k]);
        pose->x = (float)(-3.0 - (0.3 * c - 0.4 * s));
        pose->y = (float)(dt * k - (0.3 * s + 0.4 * c));
        pose->cos = (float)c;
        pose->sin = (float)s;
    }
    energy += 0.5 * 4.0 * 1.0 + 0.5 * 0.5 * 4.0;
    assert_near(sc_judge_kinetic_energy(&f->model, f->poses, f->after, dt), energy, 1e-4);
    // A driven body has none.
    f->bodies[0].type = SCREE_BODY_KINEMATIC;
    energy = 0.5 * 4.0 * 1.0 + 0.5 * 0.5 * 4.0;
    assert_near(sc_judge_kinetic_energy(&f->model, f->poses, f->after, dt), energy, 1e-4);
}
