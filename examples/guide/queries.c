/// Guide, step 5: rays, boxes and points.
#include <scree/scree.h>

#include <stdio.h>

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon crate = scree_polygon_box(0.5f, 0.5f);
    static int numbers[5];
    for (int i = 0; i < 5; ++i)
    {
        // User data lead from a body back to an object of the program.
        scree_body_def def = scree_body_def_default();
        def.position.x = 3.0f * (float)i;
        numbers[i] = i;
        def.user_data = &numbers[i];
        scree_shape_create_polygon(world, scree_body_create(world, &def), &material, &crate);
    }

    // A ray: an origin and a translation. It ends at the first shape.
    scree_query_filter filter = scree_query_filter_default();
    scree_vec2 origin = {-5.0f, 0.2f}, translation = {20.0f, 0.0f};
    scree_ray_hit hit = scree_world_cast_ray(world, origin, translation, filter);
    if (!scree_shape_is_null(hit.shape))
    {
        const int *number =
            (const int *)scree_body_user_data(world, scree_shape_body(world, hit.shape));
        printf("the ray hits crate %d at x = %.1f m\n", *number, (double)hit.point.x);
    }
    filter.ignored_body = scree_shape_body(world, hit.shape);
    hit = scree_world_cast_ray(world, origin, translation, filter);
    printf("without that crate it ends at x = %.1f m\n", (double)hit.point.x);

    // All shapes in a box. The result is the number of shapes, even if the array is smaller.
    scree_shape_id shapes[8];
    scree_aabb area = {{2.0f, -1.0f}, {10.0f, 1.0f}};
    int count = scree_world_overlap_aabb(world, area, scree_query_filter_default(), shapes, 8);
    printf("%d crates are in the box\n", count);
    scree_vec2 cursor = {6.3f, 0.3f};
    count = scree_world_overlap_point(world, cursor, scree_query_filter_default(), shapes, 8);
    printf("%d crate is under the cursor\n", count);
    scree_world_destroy(world);
    return 0;
}
