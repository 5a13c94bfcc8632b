// A disc against single shapes: depth, way out and point, against a judge in double.

#include "broadphase/aabbs.h"
#include "dynamics/narrowphase/disc_contact.h"
#include "tests/support/worlds.h"
#include "dynamics/bodies/rows.h"
#include "world/world_state.h"

/// A shape as the judge sees it: corners in the world and the radius round them.
typedef struct outline
{
    double x[64], y[64];
    int count;
    double radius;
} outline;

static double distance_to_edge(const outline *o, int i, double x, double y)
{
    int k = (i + 1) % o->count;
    double ex = o->x[k] - o->x[i], ey = o->y[k] - o->y[i];
    double length = ex * ex + ey * ey;
    double t = length > 0.0 ? ((x - o->x[i]) * ex + (y - o->y[i]) * ey) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(x - o->x[i] - t * ex, y - o->y[i] - t * ey);
}

static bool is_inside(const outline *o, double x, double y)
{
    for (int i = 0; i < o->count; ++i)
    {
        int k = (i + 1) % o->count;
        if ((o->x[k] - o->x[i]) * (y - o->y[i]) - (o->y[k] - o->y[i]) * (x - o->x[i]) < 0.0)
        {
            return false;
        }
    }
    return o->count > 2;
}

/// Signed distance of a point from the rounded surface.
static double judge(const outline *o, double x, double y)
{
    double smallest = INFINITY;
    for (int i = 0; i < o->count; ++i)
    {
        smallest = fmin(smallest, distance_to_edge(o, i, x, y));
    }
    return (is_inside(o, x, y) ? -smallest : smallest) - o->radius;
}

static outline outline_of(const scree_vec2 *corners, int count, double radius, double x, double y,
                          double angle)
{
    outline o = {.count = count, .radius = radius};
    for (int i = 0; i < count; ++i)
    {
        double cx = (double)corners[i].x, cy = (double)corners[i].y;
        o.x[i] = x + cos(angle) * cx - sin(angle) * cy;
        o.y[i] = y + sin(angle) * cx + cos(angle) * cy;
    }
    return o;
}

static void compare(scree_world *world, scree_shape_id shape, const outline *o, uint64_t seed)
{
    int32_t slot = sc_ids_find(&world->shapes.ids, shape.value);
    int32_t row = world->bodies.row[world->shapes.body_slot[slot]];
    // As a step does first.
    sc_recentre_shapes(&world->bodies, &world->shapes);
    sc_shape_pose pose = sc_shape_pose_at(&world->bodies.pose[row], &world->shapes.local[slot]);
    test_random random = random_of(seed);
    for (int i = 0; i < 2000; ++i)
    {
        scree_vec2 center = {0, 0};
        center.x = random_between(&random, -1.0f, 5.0f);
        center.y = random_between(&random, -4.0f, 2.0f);
        float radius = i % 3 == 0 ? 0.0f : random_between(&random, 0.0f, 0.8f);
        sc_disc_contact found = sc_disc_against_shape(&world->shapes, slot, &pose, center, radius);
        double distance = judge(o, (double)center.x, (double)center.y);
        assert_near((double)radius - (double)found.depth, distance, 1e-5);
        assert_near(sc_length(found.normal), 1.0, 1e-5);
        // The point lies on the surface, and the normal leads from it to the centre.
        assert_near(judge(o, (double)found.point.x, (double)found.point.y), 0.0, 2e-5);
        float gap = radius - found.depth;
        assert_near(found.point.x + gap * found.normal.x, center.x, 1e-5);
        assert_near(found.point.y + gap * found.normal.y, center.y, 1e-5);
    }
}

TEST(discs_meet_convex_shapes_as_a_walk_over_all_edges_says)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int count = 3; count <= 20; ++count)
    {
        float angle = 0.37f * (float)count, round = count % 2 == 0 ? 0.0f : 0.2f;
        scree_body_id body = add_body(world, SCREE_BODY_STATIC, 2.0f, -1.0f, angle);
        scree_polygon polygon = regular_polygon(count, 1.5f, round);
        outline o = outline_of(polygon.vertices, count, (double)round, 2.0, -1.0, (double)angle);
        compare(world, add_polygon(world, body, usual_shape(), &polygon), &o, (uint64_t)count);
    }
}

TEST(discs_meet_boxes_circles_capsules_and_segments)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 2.0f, -1.0f, 0.7f);
    scree_vec2 box[4] = {{-1.0f, -0.5f}, {1.0f, -0.5f}, {1.0f, 0.5f}, {-1.0f, 0.5f}};
    outline o = outline_of(box, 4, 0.0, 2.0, -1.0, (double)0.7f);
    compare(world, add_box(world, body, usual_shape(), 1.0f, 0.5f), &o, 1);

    body = add_body(world, SCREE_BODY_DYNAMIC, 2.0f, -1.0f, 0.7f);
    scree_vec2 middle = {0.0f, 0.0f};
    o = outline_of(&middle, 1, (double)0.8f, 2.0, -1.0, 0.0);
    compare(world, add_circle(world, body, usual_shape(), 0.8f), &o, 2);

    body = add_body(world, SCREE_BODY_STATIC, 2.0f, -1.0f, 0.3f);
    scree_capsule capsule = {{-1.0f, 0.2f}, {0.7f, -0.4f}, 0.25f};
    scree_vec2 ends[2] = {capsule.point_a, capsule.point_b};
    o = outline_of(ends, 2, (double)capsule.radius, 2.0, -1.0, (double)0.3f);
    compare(world, scree_shape_create_capsule(world, body, usual_shape(), &capsule), &o, 3);

    scree_segment segment = {capsule.point_a, capsule.point_b};
    o.radius = 0.0;
    compare(world, scree_shape_create_segment(world, body, usual_shape(), &segment), &o, 4);
}

TEST(a_disc_over_a_half_space_is_pushed_along_its_normal)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, 1.0f, 2.0f, 0.0f);
    scree_shape_id plane = scree_shape_create_half_space(world, body, usual_shape(),
                                                         &(scree_half_space){{0.0f, 3.0f}, 1.5f});
    int32_t slot = sc_ids_find(&world->shapes.ids, plane.value);
    int32_t row = world->bodies.row[world->shapes.body_slot[slot]];
    sc_shape_pose pose = sc_shape_pose_at(&world->bodies.pose[row], &world->shapes.local[slot]);
    sc_disc_contact found =
        sc_disc_against_shape(&world->shapes, slot, &pose, (scree_vec2){-40.0f, 2.625f}, 0.25f);
    assert_near(found.depth, 0.125, 1e-6);
    assert_near_vec2(found.normal, 0.0, 1.0, 1e-6);
    assert_near_vec2(found.point, -40.0, 2.5, 1e-6);
}

TEST(a_disc_on_the_very_middle_of_a_shape_has_a_way_out)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, 3.0f, 4.0f, 0.0f);
    scree_segment segment = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
    scree_shape_id shapes[3] = {add_circle(world, body, usual_shape(), 1.0f),
                                add_box(world, body, usual_shape(), 1.0f, 2.0f),
                                scree_shape_create_segment(world, body, usual_shape(), &segment)};
    float expected[3] = {1.5f, 1.5f, 0.5f};
    for (int i = 0; i < 3; ++i)
    {
        int32_t slot = sc_ids_find(&world->shapes.ids, shapes[i].value);
        int32_t row = world->bodies.row[world->shapes.body_slot[slot]];
        sc_shape_pose pose = sc_shape_pose_at(&world->bodies.pose[row], &world->shapes.local[slot]);
        sc_disc_contact found =
            sc_disc_against_shape(&world->shapes, slot, &pose, (scree_vec2){3.0f, 4.0f}, 0.5f);
        assert_near(found.depth, expected[i], 1e-6);
        assert_near(sc_length(found.normal), 1.0, 1e-6);
    }
}
