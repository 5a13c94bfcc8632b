/// Guide, step 6: hits, sensors, and destroying bodies in response.
#include <scree/scree.h>

#include <stdio.h>

static scree_body_id drop_ball(scree_world *world, float x, float y)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(x, y);
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.enable_hit_events = true;     // its contacts report hits
    material.enable_sensor_events = true;  // sensors detect it
    scree_circle circle = {{0.0f, 0.0f}, 0.25f};
    scree_shape_create_circle(world, body, &material, &circle);
    return body;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.hit_event_threshold = 2.0f;  // m/s
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon table = scree_polygon_box(3.0f, 0.1f);
    scree_shape_create_polygon(world, ground, &material, &table);

    // A sensor below the table: balls that miss the table fall into it.
    scree_shape_def sensor = scree_shape_def_default();
    sensor.sensor = true;
    scree_polygon pit = scree_polygon_box_at(50.0f, 0.5f, scree_vec2_from(0.0f, -5.0f), 0.0f, 0.0f);
    scree_shape_create_polygon(world, ground, &sensor, &pit);

    for (int i = 0; i < 5; ++i)
    {
        drop_ball(world, 2.0f * (float)i - 4.0f, 2.0f + (float)i);
    }
    int lost = 0;
    for (int step = 0; step < 180; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);

        // The arrays belong to the world and hold the events of this step.
        scree_contact_events contacts = scree_world_contact_events(world);
        for (int i = 0; i < contacts.hit_count; ++i)
        {
            printf("%.2f s: a hit at %.1f m/s\n", step / 60.0,
                   (double)contacts.hits[i].approach_speed);
        }
        scree_sensor_events sensors = scree_world_sensor_events(world);
        for (int i = 0; i < sensors.begin_count; ++i)
        {
            scree_body_destroy(world, sensors.begins[i].visitor_body);
            ++lost;
        }
    }
    printf("%d balls fell into the pit\n", lost);
    scree_world_destroy(world);
    return 0;
}
