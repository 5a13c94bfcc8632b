#include "tests/support/every_feature.h"

#include <math.h>
#include <stdint.h>

static scree_body_id add(scree_world *world, scree_body_type type, float x, float y)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = (scree_vec2){x, y};
    def.angle = type == SCREE_BODY_STATIC ? 0.0f : 0.1f * x;
    def.user_data = (void *)(uintptr_t)(100 + (int)x);
    return scree_body_create(world, &def);
}

static scree_shape_def shape_def(void)
{
    scree_shape_def def = scree_shape_def_default();
    def.enable_contact_events = def.enable_hit_events = true;
    def.enable_sensor_events = true;
    def.material.restitution = 0.1f;
    def.material.user_id = 3;
    return def;
}

static scree_polygon ring(int count, float radius)
{
    scree_polygon polygon = {.count = count};
    for (int i = 0; i < count; ++i)
    {
        const scree_rotation turn = scree_rotation_from_angle(6.2831853f * (float)i / (float)count);
        polygon.vertices[i] = (scree_vec2){radius * turn.cos, radius * turn.sin};
    }
    return polygon;
}

static void add_box_shape(scree_world *world, scree_body_id body, float half_width,
                          float half_height)
{
    const scree_shape_def def = shape_def();
    const scree_polygon box = scree_polygon_box(half_width, half_height);
    scree_shape_create_polygon(world, body, &def, &box);
}

static void add_disc_shape(scree_world *world, scree_body_id body, float radius)
{
    const scree_shape_def def = shape_def();
    const scree_circle circle = {{0.0f, 0.0f}, radius};
    scree_shape_create_circle(world, body, &def, &circle);
}

static void add_ground(scree_world *world)
{
    scree_body_id ground = add(world, SCREE_BODY_STATIC, 0.0f, 0.0f);
    const scree_shape_def def = shape_def();
    const scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &def, &half_space);
    scree_body_set_name(world, ground, "ground");
}

static void add_shapes(scree_world *world)
{
    const int counts[] = {3, 5, 8, 9, 12};
    scree_shape_def def = shape_def();
    for (int i = 0; i < 5; ++i)
    {
        const scree_polygon polygon = ring(counts[i], 0.4f);
        scree_body_id body = add(world, SCREE_BODY_DYNAMIC, -8.0f + (float)i, 0.5f);
        scree_shape_create_polygon(world, body, &def, &polygon);
    }
    scree_body_id body = add(world, SCREE_BODY_DYNAMIC, -10.0f, 1.0f);
    const scree_capsule capsule = {{-0.3f, 0.0f}, {0.3f, 0.1f}, 0.2f};
    scree_shape_create_capsule(world, body, &def, &capsule);
    const scree_segment segment = {{-0.5f, 0.3f}, {0.5f, 0.35f}};
    scree_shape_create_segment(world, body, &def, &segment);
    // A body of many shapes keeps the sum of their masses.
    body = add(world, SCREE_BODY_DYNAMIC, -12.0f, 1.5f);
    for (int i = 0; i < 18; ++i)
    {
        const scree_circle circle = {{0.1f * (float)i, 0.0f}, 0.2f};
        scree_shape_create_circle(world, body, &def, &circle);
    }
    def.sensor = true;
    def.enable_static_sensing = true;
    body = add(world, SCREE_BODY_KINEMATIC, -7.0f, 0.5f);
    const scree_polygon zone = scree_polygon_box(2.0f, 1.0f);
    scree_shape_create_polygon(world, body, &def, &zone);
    scree_body_set_velocity(world, body, (scree_vec2){0.2f, 0.0f}, 0.1f);
}

static void add_chains(scree_world *world)
{
    scree_body_id body = add(world, SCREE_BODY_STATIC, 20.0f, 0.0f);
    const scree_vec2 open[] = {{4.0f, 1.0f}, {2.0f, 0.5f}, {0.0f, 0.6f}, {-2.0f, 1.0f}};
    const scree_vec2 loop[] = {{6.0f, 3.0f}, {8.0f, 3.0f}, {7.0f, 5.0f}};
    const scree_shape_def shape = shape_def();
    scree_chain_def def = scree_chain_def_default();
    def.points = open;
    def.count = 4;
    def.before = (scree_vec2){6.0f, 1.0f};
    def.has_before = true;
    scree_chain_id chain = scree_chain_create(world, body, &shape, &def);
    def.points = loop;
    def.count = 3;
    def.loop = true;
    def.two_sided = true;
    scree_chain_create(world, body, &shape, &def);
    // The neighbours of a destroyed segment keep its far points.
    scree_shape_id segments[3];
    scree_chain_shapes(world, chain, segments, 3);
    scree_shape_destroy(world, segments[1]);
    add_disc_shape(world, add(world, SCREE_BODY_DYNAMIC, 19.0f, 1.5f), 0.3f);
}

/// Two boxes for a joint.
static scree_joint_base joined(scree_world *world, float x, scree_body_type type)
{
    scree_body_id a = add(world, type, x, 6.0f), b = add(world, SCREE_BODY_DYNAMIC, x + 1.0f, 6.0f);
    add_box_shape(world, a, 0.3f, 0.2f);
    add_box_shape(world, b, 0.3f, 0.2f);
    return (scree_joint_base){.body_a = a,
                              .body_b = b,
                              .frame_a = {{0.5f, 0.0f}, 0.0f},
                              .frame_b = {{-0.5f, 0.0f}, 0.1f},
                              .damping_ratio = 1.0f,
                              .force_threshold = 1.0f,
                              .user_data = (void *)(uintptr_t)7};
}

#define ADD_JOINT(type, x, body, ...)                                      \
    do                                                                     \
    {                                                                      \
        scree_##type##_joint_def def = scree_##type##_joint_def_default(); \
        def.base = joined(world, x, body);                                 \
        __VA_ARGS__;                                                       \
        scree_joint_create_##type(world, &def);                            \
    } while (0)

static void add_joints(scree_world *world)
{
    ADD_JOINT(revolute, 30.0f, SCREE_BODY_STATIC, def.base.break_force = 1e6f,
              def.limits.enable = true, def.limits.lower = -1.0f, def.limits.upper = 1.0f);
    ADD_JOINT(distance, 33.0f, SCREE_BODY_STATIC, def.length = 0.5f);
    ADD_JOINT(prismatic, 36.0f, SCREE_BODY_STATIC, def.motor.enable = true, def.motor.max = 50.0f,
              def.motor.speed = 0.5f);
    ADD_JOINT(weld, 39.0f, SCREE_BODY_STATIC, def.base.hertz = 3.0f);
    ADD_JOINT(wheel, 42.0f, SCREE_BODY_DYNAMIC, def.spring.enable = true, def.spring.hertz = 4.0f);
    ADD_JOINT(motor, 45.0f, SCREE_BODY_STATIC, def.max_spring_force = 10.0f,
              def.linear_hertz = 2.0f);
    ADD_JOINT(filter, 48.0f, SCREE_BODY_DYNAMIC, def.base.collide_connected = false);
    ADD_JOINT(gear, 51.0f, SCREE_BODY_DYNAMIC, def.ratio = -2.0f);
    ADD_JOINT(pulley, 54.0f, SCREE_BODY_DYNAMIC, def.anchor_a = (scree_vec2){54.0f, 9.0f},
              def.anchor_b = (scree_vec2){55.0f, 9.0f}, def.ratio = 1.0f, def.length = 7.0f);
    ADD_JOINT(rack, 57.0f, SCREE_BODY_DYNAMIC, def.radius = 0.5f);
    ADD_JOINT(ratchet, 60.0f, SCREE_BODY_STATIC, def.tooth = 0.2f);
}

static void add_soft_bodies(scree_world *world)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = (scree_vec2){-20.0f, 1.2f};
    def.radius = 0.05f;
    scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
    def.position = (scree_vec2){-24.0f, 3.0f};
    scree_soft_body_id rope = scree_soft_body_create_rope(world, &def, (scree_vec2){0.0f, 0.0f},
                                                          (scree_vec2){2.0f, 0.0f}, 4, true, false);
    scree_body_id weight = add(world, SCREE_BODY_DYNAMIC, -22.0f, 3.0f);
    add_disc_shape(world, weight, 0.2f);
    scree_soft_body_attach(world, rope, 4, weight, (scree_vec2){0.0f, 0.0f});
}

/// A pile that falls asleep, and bodies that are not where they were.
static void add_pile(scree_world *world, int count)
{
    for (int i = 0; i < count; ++i)
    {
        scree_body_id body = add(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f + 1.01f * (float)i);
        add_box_shape(world, body, 0.5f, 0.5f);
        scree_body_set_name(world, body, i == 1 ? "second" : NULL);
    }
    scree_body_id disabled = add(world, SCREE_BODY_DYNAMIC, 3.0f, 3.0f);
    add_disc_shape(world, disabled, 0.5f);
    scree_body_set_enabled(world, disabled, false);
    scree_body_id bullet = add(world, SCREE_BODY_DYNAMIC, 5.0f, 3.0f);
    add_disc_shape(world, bullet, 0.1f);
    scree_body_set_bullet(world, bullet, true);
    scree_body_set_velocity(world, bullet, (scree_vec2){50.0f, 0.0f}, 0.0f);
}

static void add_materials(scree_world *world)
{
    for (uint32_t i = 5; i > 0; --i)
    {
        const scree_contact_material mixed = {
            .friction = 0.1f * (float)i, .static_friction = 0.2f * (float)i, .restitution = 0.05f};
        scree_world_set_pair_material(world, i, 3, &mixed);
    }
}

static scree_world *take_steps(scree_world *world, int count)
{
    for (int i = 0; i < count; ++i)
    {
        if (scree_world_step(world, 1.0f / 60.0f, 4) != SCREE_OK)
        {
            scree_world_destroy(world);
            return NULL;
        }
    }
    return world;
}

/// Leaves work to the next step: contacts of a destroyed shape, a body that wakes, a torque.
static void disturb(scree_world *world)
{
    scree_body_view bodies = scree_world_bodies(world);
    scree_body_id gone = bodies.id[0], pushed = bodies.id[1];
    scree_body_destroy(world, gone);
    scree_body_apply_torque(world, pushed, 1.0f);
    scree_body_id late = add(world, SCREE_BODY_DYNAMIC, 9.0f, 9.0f);
    add_disc_shape(world, late, 0.4f);
    scree_body_destroy(world, add(world, SCREE_BODY_STATIC, 90.0f, 9.0f));
}

scree_world *every_feature_world(const scree_world_def *def)
{
    scree_world_def own = *def;
    own.keep_previous_poses = true;
    scree_world *world = scree_world_create(&own);
    if (world == NULL)
    {
        return NULL;
    }
    add_ground(world);
    add_materials(world);
    add_pile(world, 3);
    add_shapes(world);
    add_chains(world);
    add_joints(world);
    add_soft_bodies(world);
    world = take_steps(world, 90);
    if (world != NULL)
    {
        disturb(world);
    }
    return world;
}

scree_world *few_features_world(const scree_world_def *def)
{
    scree_world *world = scree_world_create(def);
    if (world == NULL)
    {
        return NULL;
    }
    add_ground(world);
    add_pile(world, 2);
    ADD_JOINT(revolute, 5.0f, SCREE_BODY_STATIC, def.base.break_torque = 1e6f);
    return take_steps(world, 60);
}

static bool add_particles(scree_world *world, int columns, int rows, float y)
{
    scree_particle_def grain = scree_particle_def_default();
    bool made = true;
    for (int i = 0; i < columns * rows; ++i)
    {
        grain.radius = 0.1f + 0.01f * (float)(i % 3);
        grain.position =
            (scree_vec2){0.25f * (float)(i % columns) - 1.5f, y + 0.25f * (float)(i / columns)};
        made = scree_particle_create(world, &grain).value != 0 && made;
    }
    return made;
}

scree_world *particle_world(const scree_world_def *def)
{
    scree_world *world = scree_world_create(def);
    if (world == NULL)
    {
        return NULL;
    }
    scree_particle_settings settings = scree_particle_settings_default();
    settings.container = SCREE_CONTAINER_BOX;
    settings.container_size = (scree_vec2){2.0f, 4.0f};
    scree_body_id ball = add(world, SCREE_BODY_DYNAMIC, 0.3f, 0.5f);
    add_disc_shape(world, ball, 0.4f);
    bool made = scree_world_set_particle_settings(world, &settings) == SCREE_OK &&
                add_particles(world, 12, 8, -3.5f) &&
                scree_body_set_velocity(world, ball, (scree_vec2){3.0f, -8.0f}, 0.0f) == SCREE_OK;
    world = take_steps(world, 70);
    if (!made || world == NULL || !add_particles(world, 5, 1, 1.0f))
    {
        scree_world_destroy(world);
        return NULL;
    }
    return world;
}
