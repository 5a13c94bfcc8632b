/// The calls of the scene sources with all lengths times scaled_unit: included before everything
/// else in the copies of scenes/*.c that tests_scaled links. Masses follow from densities, kg per
/// area, so that forces scale by the cube and torques by the fourth power.
#ifndef SC_TEST_SCALED_CALLS_H
#define SC_TEST_SCALED_CALLS_H

#include <scree/scree.h>

/// A power of two, so that every product is exact.
extern float scaled_unit;

static inline scree_vec2 scaled_by(float unit, scree_vec2 v)
{
    return (scree_vec2){unit * v.x, unit * v.y};
}

static inline scree_vec2 scaled_vec(scree_vec2 v) { return scaled_by(scaled_unit, v); }

/// The largest forces stand for no bound.
static inline float scaled_force(float force)
{
    return force >= 1e12f || force <= -1e12f ? force
                                             : scaled_unit * scaled_unit * scaled_unit * force;
}

static inline float scaled_torque(float torque)
{
    return torque >= 1e12f || torque <= -1e12f ? torque : scaled_unit * scaled_force(torque);
}

static inline scree_world_def scaled_world_def_default(void)
{
    scree_world_def def = scree_world_def_default();
    def.length_unit = scaled_unit;
    return def;
}

static inline scree_body_id scaled_body_create(scree_world *world, const scree_body_def *given)
{
    scree_body_def def = *given;
    def.position = scaled_vec(def.position);
    def.linear_velocity = scaled_vec(def.linear_velocity);
    return scree_body_create(world, &def);
}

scree_result scaled_bodies_create(scree_world *world, const scree_body_batch *batch,
                                  scree_body_id *ids);

static inline scree_result scaled_body_set_velocity(scree_world *world, scree_body_id body,
                                                    scree_vec2 linear, float angular)
{
    return scree_body_set_velocity(world, body, scaled_vec(linear), angular);
}

static inline scree_vec2 scaled_body_local_point(const scree_world *world, scree_body_id body,
                                                 scree_vec2 point)
{
    return scaled_by(1.0f / scaled_unit, scree_body_local_point(world, body, scaled_vec(point)));
}

static inline scree_vec2 scaled_body_position(const scree_world *world, scree_body_id body)
{
    return scaled_by(1.0f / scaled_unit, scree_body_position(world, body));
}

static inline float scaled_body_mass(const scree_world *world, scree_body_id body)
{
    return scree_body_mass(world, body) / (scaled_unit * scaled_unit);
}

static inline scree_result scaled_body_set_target_transform(scree_world *world, scree_body_id body,
                                                            scree_vec2 position, float angle,
                                                            float dt)
{
    return scree_body_set_target_transform(world, body, scaled_vec(position), angle, dt);
}

static inline scree_shape_def scaled_shape_def(const scree_shape_def *given)
{
    scree_shape_def def = *given;
    def.material.tangent_speed *= scaled_unit;
    return def;
}

static inline scree_polygon scaled_polygon(const scree_polygon *given)
{
    scree_polygon polygon = *given;
    polygon.radius *= scaled_unit;
    for (int i = 0; i < polygon.count; ++i)
    {
        polygon.vertices[i] = scaled_vec(polygon.vertices[i]);
    }
    return polygon;
}

static inline scree_shape_id scaled_shape_create_circle(scree_world *world, scree_body_id body,
                                                        const scree_shape_def *given,
                                                        const scree_circle *circle)
{
    const scree_shape_def def = scaled_shape_def(given);
    const scree_circle scaled = {scaled_vec(circle->center), scaled_unit * circle->radius};
    return scree_shape_create_circle(world, body, &def, &scaled);
}

static inline scree_shape_id scaled_shape_create_capsule(scree_world *world, scree_body_id body,
                                                         const scree_shape_def *given,
                                                         const scree_capsule *capsule)
{
    const scree_shape_def def = scaled_shape_def(given);
    const scree_capsule scaled = {scaled_vec(capsule->point_a), scaled_vec(capsule->point_b),
                                  scaled_unit * capsule->radius};
    return scree_shape_create_capsule(world, body, &def, &scaled);
}

static inline scree_shape_id scaled_shape_create_segment(scree_world *world, scree_body_id body,
                                                         const scree_shape_def *given,
                                                         const scree_segment *segment)
{
    const scree_shape_def def = scaled_shape_def(given);
    const scree_segment scaled = {scaled_vec(segment->point_a), scaled_vec(segment->point_b)};
    return scree_shape_create_segment(world, body, &def, &scaled);
}

static inline scree_shape_id scaled_shape_create_polygon(scree_world *world, scree_body_id body,
                                                         const scree_shape_def *given,
                                                         const scree_polygon *polygon)
{
    const scree_shape_def def = scaled_shape_def(given);
    const scree_polygon scaled = scaled_polygon(polygon);
    return scree_shape_create_polygon(world, body, &def, &scaled);
}

static inline scree_result scaled_shapes_create_polygon(scree_world *world,
                                                        const scree_body_id *bodies, int count,
                                                        const scree_shape_def *given,
                                                        const scree_polygon *polygon,
                                                        scree_shape_id *ids)
{
    const scree_shape_def def = scaled_shape_def(given);
    const scree_polygon scaled = scaled_polygon(polygon);
    return scree_shapes_create_polygon(world, bodies, count, &def, &scaled, ids);
}

scree_chain_id scaled_chain_create(scree_world *world, scree_body_id body,
                                   const scree_shape_def *given, const scree_chain_def *chain);

scree_joint_id scaled_joint_create_distance(scree_world *world,
                                            const scree_distance_joint_def *def);
scree_joint_id scaled_joint_create_revolute(scree_world *world,
                                            const scree_revolute_joint_def *def);
scree_joint_id scaled_joint_create_prismatic(scree_world *world,
                                             const scree_prismatic_joint_def *def);
scree_joint_id scaled_joint_create_weld(scree_world *world, const scree_weld_joint_def *def);
scree_joint_id scaled_joint_create_wheel(scree_world *world, const scree_wheel_joint_def *def);
scree_joint_id scaled_joint_create_motor(scree_world *world, const scree_motor_joint_def *def);
scree_joint_id scaled_joint_create_gear(scree_world *world, const scree_gear_joint_def *def);
scree_joint_id scaled_joint_create_pulley(scree_world *world, const scree_pulley_joint_def *def);
scree_joint_id scaled_joint_create_rack(scree_world *world, const scree_rack_joint_def *def);
scree_joint_id scaled_joint_create_ratchet(scree_world *world, const scree_ratchet_joint_def *def);

static inline scree_soft_body_def scaled_soft_def(const scree_soft_body_def *given)
{
    scree_soft_body_def def = *given;
    def.position = scaled_vec(def.position);
    def.linear_velocity = scaled_vec(def.linear_velocity);
    def.mass *= scaled_unit * scaled_unit;
    def.radius *= scaled_unit;
    return def;
}

scree_soft_body_id scaled_soft_body_create(scree_world *world, const scree_soft_body_def *def);

static inline scree_soft_body_id scaled_soft_body_create_box(scree_world *world,
                                                             const scree_soft_body_def *given,
                                                             float half_width, float half_height)
{
    const scree_soft_body_def def = scaled_soft_def(given);
    return scree_soft_body_create_box(world, &def, scaled_unit * half_width,
                                      scaled_unit * half_height);
}

static inline scree_soft_body_id scaled_soft_body_create_polygon(scree_world *world,
                                                                 const scree_soft_body_def *given,
                                                                 int count, float circumradius)
{
    const scree_soft_body_def def = scaled_soft_def(given);
    return scree_soft_body_create_polygon(world, &def, count, scaled_unit * circumradius);
}

static inline scree_soft_body_id scaled_soft_body_create_cloth(scree_world *world,
                                                               const scree_soft_body_def *given,
                                                               int columns, int rows, float spacing,
                                                               const int32_t *held, int held_count)
{
    const scree_soft_body_def def = scaled_soft_def(given);
    return scree_soft_body_create_cloth(world, &def, columns, rows, scaled_unit * spacing, held,
                                        held_count);
}

static inline scree_particle_id scaled_particle_create(scree_world *world,
                                                       const scree_particle_def *given)
{
    scree_particle_def def = *given;
    def.position = scaled_vec(def.position);
    def.velocity = scaled_vec(def.velocity);
    def.radius *= scaled_unit;
    return scree_particle_create(world, &def);
}

static inline scree_result scaled_world_set_particle_settings(scree_world *world,
                                                              const scree_particle_settings *given)
{
    scree_particle_settings settings = *given;
    settings.container_center = scaled_vec(settings.container_center);
    settings.container_size = scaled_vec(settings.container_size);
    return scree_world_set_particle_settings(world, &settings);
}

static inline scree_particle_settings scaled_world_particle_settings(const scree_world *world)
{
    scree_particle_settings settings = scree_world_particle_settings(world);
    settings.container_center = scaled_by(1.0f / scaled_unit, settings.container_center);
    settings.container_size = scaled_by(1.0f / scaled_unit, settings.container_size);
    return settings;
}

#ifndef SC_TEST_SCALED_CALLS_BARE
#define scree_world_def_default scaled_world_def_default
#define scree_body_create scaled_body_create
#define scree_bodies_create scaled_bodies_create
#define scree_body_set_velocity scaled_body_set_velocity
#define scree_body_local_point scaled_body_local_point
#define scree_body_position scaled_body_position
#define scree_body_mass scaled_body_mass
#define scree_body_set_target_transform scaled_body_set_target_transform
#define scree_shape_create_circle scaled_shape_create_circle
#define scree_shape_create_capsule scaled_shape_create_capsule
#define scree_shape_create_segment scaled_shape_create_segment
#define scree_shape_create_polygon scaled_shape_create_polygon
#define scree_shapes_create_polygon scaled_shapes_create_polygon
#define scree_chain_create scaled_chain_create
#define scree_joint_create_distance scaled_joint_create_distance
#define scree_joint_create_revolute scaled_joint_create_revolute
#define scree_joint_create_prismatic scaled_joint_create_prismatic
#define scree_joint_create_weld scaled_joint_create_weld
#define scree_joint_create_wheel scaled_joint_create_wheel
#define scree_joint_create_motor scaled_joint_create_motor
#define scree_joint_create_gear scaled_joint_create_gear
#define scree_joint_create_pulley scaled_joint_create_pulley
#define scree_joint_create_rack scaled_joint_create_rack
#define scree_joint_create_ratchet scaled_joint_create_ratchet
#define scree_soft_body_create scaled_soft_body_create
#define scree_soft_body_create_box scaled_soft_body_create_box
#define scree_soft_body_create_polygon scaled_soft_body_create_polygon
#define scree_soft_body_create_cloth scaled_soft_body_create_cloth
#define scree_particle_create scaled_particle_create
#define scree_world_set_particle_settings scaled_world_set_particle_settings
#define scree_world_particle_settings scaled_world_particle_settings
#endif

#endif
