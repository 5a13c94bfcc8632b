/// Sensors: a gate counts the balls that pass it, and a scale lists the balls that lie on it.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    BALLS = 12
};

static scree_shape_id add_sensor(scree_world *world, scree_vec2 center, float half_width,
                                 float half_height)
{
    scree_body_def def = scree_body_def_default();
    def.position = center;
    scree_shape_def sensor = scree_shape_def_default();
    sensor.sensor = true;
    scree_polygon box = scree_polygon_box(half_width, half_height);
    return scree_shape_create_polygon(world, scree_body_create(world, &def), &sensor, &box);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon floor_box =
        scree_polygon_box_at(4.0f, 0.5f, scree_vec2_from(0.0f, -0.5f), 0.0f, 0.0f);
    scree_shape_create_polygon(world, ground, &material, &floor_box);

    scree_shape_id gate = add_sensor(world, scree_vec2_from(0.0f, 4.0f), 6.0f, 0.1f);
    scree_shape_id scale = add_sensor(world, scree_vec2_from(0.0f, 0.5f), 4.0f, 0.5f);

    scree_shape_def ball_material = scree_shape_def_default();
    ball_material.enable_sensor_events = true;  // only such shapes are detected
    scree_circle circle = {{0.0f, 0.0f}, 0.2f};
    for (int i = 0; i < BALLS; ++i)
    {
        // The outer balls fall beside the floor.
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        def.position =
            scree_vec2_from((float)i - 0.5f * (float)(BALLS - 1), 5.0f + 0.3f * (float)i);
        scree_body_id ball = scree_body_create(world, &def);
        scree_shape_create_circle(world, ball, &ball_material, &circle);
    }

    int passed = 0, on_scale = 0, ended_there = 0;
    for (int step = 0; step < 300; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        scree_sensor_events events = scree_world_sensor_events(world);
        for (int i = 0; i < events.begin_count; ++i)
        {
            on_scale += scree_shape_is_same(events.begins[i].sensor, scale);
        }
        for (int i = 0; i < events.end_count; ++i)
        {
            passed += scree_shape_is_same(events.ends[i].sensor, gate);
            ended_there += scree_shape_is_same(events.ends[i].sensor, scale);
        }
    }

    // Besides the changes, a sensor lists everything that overlaps it now.
    scree_shape_id shapes[BALLS];
    int count = scree_shape_sensor_overlaps(world, scale, shapes, BALLS);
    float mass = 0.0f;
    for (int i = 0; i < count && i < BALLS; ++i)
    {
        mass += scree_body_mass(world, scree_shape_body(world, shapes[i]));
    }
    printf("%d balls passed the gate\n", passed);
    printf("%d balls of %.2f kg lie on the scale\n", count, (double)mass);
    scree_world_destroy(world);
    return passed == BALLS && count == on_scale - ended_there ? 0 : 1;
}
