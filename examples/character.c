/// A character in one call a frame: it walks up a slope and stairs, rides a lift, jumps onto a
/// one-way platform, pushes a crate, and is seen by a sensor.
#include <scree/scree.h>

#include <stdio.h>

static const uint64_t sensed = 2;      // category of shapes that only sensors see
static const float dt = 1.0f / 60.0f;  // s
static const float gravity = 20.0f;    // m/s^2: games fall faster than stones

/// A body that follows the character, for sensors. It collides with nothing.
static scree_body_id add_sensed_body(scree_world *world, const scree_mover_def *hero,
                                     scree_vec2 start)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    def.position = start;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.enable_sensor_events = true;
    material.filter.category = sensed;
    material.filter.mask = sensed;
    scree_shape_create_capsule(world, body, &material, &hero->capsule);
    return body;
}

/// A body that is one box.
static scree_body_id add_box(scree_world *world, scree_body_type type, float x, float y,
                             float half_width, float half_height, bool sensor)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = scree_vec2_from(x, y);
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.sensor = sensor;
    material.filter.category = sensor ? sensed : 1;
    scree_polygon box = scree_polygon_box(half_width, half_height);
    scree_shape_create_polygon(world, body, &material, &box);
    return body;
}

static void build_level(scree_world *world)
{
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    add_box(world, SCREE_BODY_STATIC, 5.0f, -0.5f, 15.0f, 0.5f, false);
    scree_vec2 corners[3] = {{3.0f, 0.0f}, {6.0f, 1.5f}, {6.0f, 0.0f}};
    scree_polygon slope;
    scree_polygon_hull(corners, 3, 0.0f, &slope);
    scree_shape_create_polygon(world, ground, &material, &slope);
    for (int i = 0; i < 6; ++i)
    {
        float step = (float)i;
        add_box(world, SCREE_BODY_STATIC, 9.0f + 0.2f * step, 0.75f + 0.25f * step,
                3.0f - 0.2f * step, 1.0f, false);
    }
    add_box(world, SCREE_BODY_STATIC, 37.6f, 5.5f, 22.5f, 0.5f, false);  // where the lift goes
    // A platform that is solid from above only.
    scree_chain_segment shelf = {{33.0f, 7.5f}, {29.0f, 7.5f}, {34.0f, 7.5f}, {28.0f, 7.5f},
                                 false,         false,         false};
    scree_shape_create_chain_segment(world, ground, &material, &shelf);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }
    build_level(world);
    scree_body_id lift = add_box(world, SCREE_BODY_KINEMATIC, 13.5f, 2.9f, 1.5f, 0.1f, false);
    scree_body_id crate = add_box(world, SCREE_BODY_DYNAMIC, 20.0f, 6.5f, 0.5f, 0.5f, false);
    add_box(world, SCREE_BODY_STATIC, 18.0f, 7.0f, 0.5f, 1.0f, true);  // a trip wire

    scree_mover_def hero = scree_mover_def_default();
    static scree_mover_state state;
    state.position.y = 1.0f;
    hero.body = add_sensed_body(world, &hero, state.position);
    int trips = 0;
    bool on_platform = false;
    for (int frame = 0; frame < 900; ++frame)
    {
        // Waits for the lift at the top of the stairs and on it, jumps below the platform.
        bool waits =
            state.position.x > 13.5f && state.position.x < 15.0f && state.position.y < 6.8f;
        scree_vec2 lift_at = scree_body_position(world, lift);
        float rise = waits && lift_at.y < 5.9f ? 1.5f : 0.0f;
        scree_body_set_linear_velocity(world, lift, scree_vec2_from(0.0f, rise));
        state.velocity.x = waits ? 0.0f : 3.0f;
        state.velocity.y -= gravity * dt;
        if (state.on_ground && state.position.x > 30.0f && state.position.y < 7.0f)
        {
            state.velocity.y = 10.0f;
        }
        if (scree_world_move_mover(world, &hero, dt, &state) != SCREE_OK)
        {
            puts(scree_error_text(world));
            return 1;
        }
        scree_world_step(world, dt, 4);
        trips += scree_world_sensor_events(world).begin_count;
        on_platform = on_platform || (state.on_ground && state.position.y > 8.3f);
        if (frame % 90 == 89)
        {
            printf("%4.1f s: at (%.2f, %.2f) m\n", (double)((float)(frame + 1) * dt),
                   (double)state.position.x, (double)state.position.y);
        }
    }
    float pushed = scree_body_position(world, crate).x - 20.0f;
    printf("%d trip, %s, the crate %s\n", trips, on_platform ? "on the platform" : "below it",
           pushed > 1.0f ? "was pushed" : "was not pushed");
    scree_world_destroy(world);
    return trips == 1 && on_platform && pushed > 1.0f ? 0 : 1;
}
