/// Overlap queries: shapes at a point, in a box, in a circle, nearest to a point, in the way of a
/// moving box.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    GRID = 10,
    FOUND = 64,
    CRATE = 1,  // categories of shapes
    CRYSTAL = 2,
    ZONE = 4
};

/// A callback of scree_world_visit_aabb: stops after the third shape.
static bool count_to_three(scree_shape_id shape, void *context)
{
    int *count = (int *)context;
    (void)shape;
    return ++*count < 3;
}

/// A grid of crates 1 m apart; every seventh is a crystal.
static void build_grid(scree_world *world)
{
    scree_polygon box = scree_polygon_box(0.3f, 0.3f);
    for (int i = 0; i < GRID * GRID; ++i)
    {
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        def.position = scree_vec2_from((float)(i % GRID), (float)(i / GRID));
        scree_shape_def material = scree_shape_def_default();
        material.filter.category = i % 7 == 0 ? CRYSTAL : CRATE;
        scree_shape_create_polygon(world, scree_body_create(world, &def), &material, &box);
    }
}

/// A zone that only queries find, around the grid. Returns whether one finds it, and another leaves
/// it out.
static bool find_zone(scree_world *world)
{
    scree_body_def body_def = scree_body_def_default();
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = ZONE;
    def.filter.mask = ZONE;  // no other shape has this category, so none collides with the zone
    scree_polygon box = scree_polygon_box(20.0f, 20.0f);
    scree_shape_create_polygon(world, scree_body_create(world, &body_def), &def, &box);

    scree_vec2 point = {-3.0f, 4.0f};
    scree_query_filter zones = scree_query_filter_default(), others = zones;
    zones.mask = ZONE;
    others.mask = ~(uint64_t)ZONE;
    int found = scree_world_overlap_point(world, point, zones, NULL, 0);
    int left_out = scree_world_overlap_point(world, point, others, NULL, 0);
    for (int i = 0; i < 60; ++i)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);  // the crates lie in the zone and stay
    }
    return found == 1 && left_out == 0 && scree_world_contacts(world, NULL, 0) == 0;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity.y = 0.0f;
    scree_world *world = scree_world_create(&world_def);
    build_grid(world);
    scree_query_filter all = scree_query_filter_default(), crystals = all;
    crystals.mask = CRYSTAL;
    scree_shape_id shapes[FOUND];

    // Each query writes the first `capacity` ids and returns how many shapes there are.
    int at_point =
        scree_world_overlap_point(world, scree_vec2_from(4.1f, 5.1f), all, shapes, FOUND);
    scree_vec2 center = scree_body_position(world, scree_shape_body(world, shapes[0]));
    printf("at the point: %d shape, of the body at (%.0f, %.0f)\n", at_point, (double)center.x,
           (double)center.y);

    scree_aabb area = {{1.5f, 1.5f}, {5.5f, 4.5f}};
    printf("in the box: %d shapes, ", scree_world_overlap_aabb(world, area, all, NULL, 0));
    printf("%d of them crystals\n", scree_world_overlap_aabb(world, area, crystals, NULL, 0));

    scree_geometry circle = {SCREE_SHAPE_CIRCLE, {{{0.0f, 0.0f}, 1.5f}}};
    scree_pose pose = {{5.0f, 5.0f}, 0.0f};
    int in_circle = scree_world_overlap_shape(world, &circle, &pose, all, shapes, FOUND);
    printf("in the circle: %d shapes\n", in_circle);

    int visited = 0;
    scree_world_visit_aabb(world, area, all, count_to_three, &visited);
    printf("visited: %d shapes\n", visited);

    scree_closest_point nearest =
        scree_world_closest_point(world, scree_vec2_from(-2.0f, 4.0f), 10.0f, all);
    printf("nearest: %.2f m away, at (%.1f, %.1f)\n", (double)nearest.distance,
           (double)nearest.point.x, (double)nearest.point.y);

    // A box of 0.2 m fits between the rows, one of 0.6 m does not.
    scree_pose start = {{-2.0f, 4.5f}, 0.0f};
    const float sizes[2] = {0.1f, 0.3f};
    for (int i = 0; i < 2; ++i)
    {
        scree_geometry mover;
        mover.type = SCREE_SHAPE_POLYGON;
        mover.polygon = scree_polygon_box(sizes[i], sizes[i]);
        scree_shape_hit hit =
            scree_world_cast_shape(world, &mover, &start, scree_vec2_from(15.0f, 0.0f), all);
        printf("a box of %.1f m %s after %.2f m\n", 2.0 * (double)sizes[i],
               scree_shape_is_null(hit.shape) ? "arrives" : "hits a crate",
               15.0 * (double)hit.fraction);
    }
    bool right = at_point == 1 && in_circle == 9 && visited == 3 && find_zone(world);
    scree_world_destroy(world);
    return right ? 0 : 1;
}
