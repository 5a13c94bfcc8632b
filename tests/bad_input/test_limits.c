/// The ranges that the headers state, walked: both ends are taken, the next number beyond is not.
/// The numbers here are the headers', not the library's own constants.
#include "tests/bad_input/range_walk.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static scree_result in_world_def(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    scree_world_def def = scree_world_def_default();
    limits_put(&def, offset, x);
    scree_world *world = scree_world_create(&def);
    scree_result result = world != NULL ? SCREE_OK : scree_world_last_error(NULL).code;
    scree_world_destroy(world);
    return result;
}

static scree_result in_body_def(const limits_fixture *f, size_t offset, float x)
{
    scree_body_def def = scree_body_def_default();
    limits_put(&def, offset, x);
    scree_body_id body = scree_body_create(f->world, &def);
    scree_result result = limits_result(f, body.value);
    scree_body_batch batch = {.def = &def, .count = 1};
    assert_int_equal(scree_bodies_create(f->world, &batch, &body), result);
    return result;
}

static scree_result in_body_batch(const limits_fixture *f, size_t offset, float x)
{
    scree_body_def def = scree_body_def_default();
    scree_body_batch batch = {.def = &def, .count = 1};
    const float *array = &x;
    memcpy((char *)&batch + offset, &array, sizeof(const float *));
    return scree_bodies_create(f->world, &batch, NULL);
}

static scree_result in_shape_def(const limits_fixture *f, size_t offset, float x)
{
    scree_shape_def def = scree_shape_def_default();
    limits_put(&def, offset, x);
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    return limits_result(f, scree_shape_create_circle(f->world, f->platform, &def, &circle).value);
}

static scree_result in_material(const limits_fixture *f, size_t offset, float x)
{
    scree_material material = scree_shape_def_default().material;
    limits_put(&material, offset, x);
    return scree_shape_set_material(f->world, f->shape, &material);
}

static scree_result in_mixed(const limits_fixture *f, size_t offset, float x)
{
    scree_contact_material mixed = {.static_friction = 1e6f};
    limits_put(&mixed, offset, x);
    return scree_world_set_pair_material(f->world, 1, 2, &mixed);
}

static scree_result in_circle(const limits_fixture *f, size_t offset, float x)
{
    scree_shape_def def = scree_shape_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    limits_put(&circle, offset, x);
    return limits_result(f, scree_shape_create_circle(f->world, f->platform, &def, &circle).value);
}

static scree_result in_capsule(const limits_fixture *f, size_t offset, float x)
{
    scree_shape_def def = scree_shape_def_default();
    scree_capsule capsule = {{0.0f, 0.0f}, {0.0f, 1.0f}, 1.0f};
    limits_put(&capsule, offset, x);
    return limits_result(f,
                         scree_shape_create_capsule(f->world, f->platform, &def, &capsule).value);
}

static scree_result in_segment(const limits_fixture *f, size_t offset, float x)
{
    scree_shape_def def = scree_shape_def_default();
    scree_segment segment = {{0.0f, 0.0f}, {0.0f, 1.0f}};
    limits_put(&segment, offset, x);
    return limits_result(f,
                         scree_shape_create_segment(f->world, f->platform, &def, &segment).value);
}

static scree_result segment_length(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_segment segment = {{0.0f, 0.0f}, {x, 0.0f}};
    scree_capsule capsule = {{0.0f, 0.0f}, {0.0f, x}, 1.0f};
    scree_result result =
        limits_result(f, scree_shape_create_capsule(f->world, f->platform, &def, &capsule).value);
    scree_shape_id id = scree_shape_create_segment(f->world, f->platform, &def, &segment);
    assert_int_equal(limits_result(f, id.value), result);
    return result;
}

static scree_result in_polygon(const limits_fixture *f, size_t offset, float x)
{
    scree_shape_def def = scree_shape_def_default();
    scree_polygon triangle = {3, 0.0f, {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}};
    limits_put(&triangle, offset, x);
    scree_result result = scree_polygon_check(&triangle);
    scree_shape_id id = scree_shape_create_polygon(f->world, f->platform, &def, &triangle);
    assert_int_equal(limits_result(f, id.value), result);
    return result;
}

/// Both legs of the triangle: a single far vertex would make it too thin.
static scree_result large_polygon(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_polygon triangle = {3, 0.0f, {{0.0f, 0.0f}, {x, 0.0f}, {0.0f, x}}};
    scree_shape_id id = scree_shape_create_polygon(f->world, f->platform, &def, &triangle);
    return limits_result(f, id.value);
}

static scree_result answer(bool taken) { return taken ? SCREE_OK : SCREE_ERROR_ARGUMENT; }

static scree_result hull_coordinate(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    (void)offset;
    scree_polygon out;
    scree_vec2 points[3] = {{0.0f, 0.0f}, {x, 0.0f}, {0.0f, x}};
    return scree_polygon_hull(&out, points, 3, 0.0f);
}

static scree_result box_half_extent(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    bool wide = scree_polygon_box(x, 1.0f).count == 4;
    assert_int_equal(scree_polygon_box(1.0f, x).count == 4, wide);
    (void)offset;
    return answer(wide);
}

/// An edge twice as long is what a world looks at.
static scree_result box_in_world(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(x, x);
    return limits_result(f, scree_shape_create_polygon(f->world, f->platform, &def, &box).value);
}

static scree_result box_at(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    float numbers[4] = {0.0f, 0.0f, 0.0f, 0.0f};  // centre, angle, radius
    limits_put(numbers, offset * sizeof(float), x);
    scree_vec2 center = {numbers[0], numbers[1]};
    return answer(scree_polygon_box_at(1.0f, 1.0f, center, numbers[2], numbers[3]).count == 4);
}

static scree_result half_space_normal(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_body_id body = add_body(f->world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_vec2 normal = {0.0f, x};
    return limits_result(f,
                         scree_shape_create_half_space(f->world, body, &def, normal, 1.0f).value);
}

static scree_result half_space_offset(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_body_id body = add_body(f->world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_vec2 normal = {0.0f, 1.0f};
    return limits_result(f, scree_shape_create_half_space(f->world, body, &def, normal, x).value);
}

static scree_result in_particle_def(const limits_fixture *f, size_t offset, float x)
{
    scree_particle_def def = scree_particle_def_default();
    limits_put(&def, offset, x);
    scree_particle_id particle = scree_particle_create(f->world, &def);
    return limits_result(f, particle.value);
}

static scree_result in_particle_batch(const limits_fixture *f, size_t offset, float x)
{
    scree_particle_def def = scree_particle_def_default();
    scree_particle_batch batch = {.def = &def, .count = 1};
    const float *array = &x;
    memcpy((char *)&batch + offset, &array, sizeof(const float *));
    return scree_particles_create(f->world, &batch, NULL);
}

static scree_result in_particle_settings(const limits_fixture *f, size_t offset, float x)
{
    scree_particle_settings settings = scree_particle_settings_default();
    limits_put(&settings, offset, x);
    return scree_world_set_particle_settings(f->world, &settings);
}

#define WORLD(field) "world def." #field, in_world_def, offsetof(scree_world_def, field)
#define BODY(field) "body def." #field, in_body_def, offsetof(scree_body_def, field)
#define BODIES(field) "body batch." #field, in_body_batch, offsetof(scree_body_batch, field)
#define SHAPE(field) "shape def." #field, in_shape_def, offsetof(scree_shape_def, field)
#define MATERIAL(field) "material." #field, in_material, offsetof(scree_material, field)
#define MIXED(field) "mixed." #field, in_mixed, offsetof(scree_contact_material, field)
#define CIRCLE(field) "circle." #field, in_circle, offsetof(scree_circle, field)
#define CAPSULE(field) "capsule." #field, in_capsule, offsetof(scree_capsule, field)
#define SEGMENT(field) "segment." #field, in_segment, offsetof(scree_segment, field)
#define POLYGON(field) "polygon." #field, in_polygon, offsetof(scree_polygon, field)
#define PARTICLE(field) "particle def." #field, in_particle_def, offsetof(scree_particle_def, field)
#define PARTICLES(field) \
    "particle batch." #field, in_particle_batch, offsetof(scree_particle_batch, field)
#define SETTINGS(field) \
    "settings." #field, in_particle_settings, offsetof(scree_particle_settings, field)

static const limits_range definitions[] = {
    {WORLD(gravity.x), FINITE, 0},
    {WORLD(gravity.y), FINITE, 0},
    {WORLD(restitution_threshold), 0.0f, 1e6f, 0},
    {WORLD(contact_hertz), 0.0f, 1e6f, LIMITS_OPEN},
    {WORLD(contact_damping_ratio), 0.0f, 1e6f, 0},
    {WORLD(contact_push_speed), 0.0f, 1e6f, 0},
    {WORLD(max_linear_speed), 0.0f, 1e6f, LIMITS_OPEN},
    {WORLD(erp), 0.0f, 1.0f, 0},
    {WORLD(position_correction), 0.0f, 1.0f, 0},
    {WORLD(slop), 0.0f, 1e6f, 0},
    {BODY(position.x), REACH, 0},
    {BODY(position.y), REACH, 0},
    {BODY(angle), FINITE, 0},
    {BODY(linear_velocity.x), FINITE, 0},
    {BODY(linear_velocity.y), FINITE, 0},
    {BODY(angular_velocity), FINITE, 0},
    {BODY(linear_damping), 0.0f, 1e6f, 0},
    {BODY(angular_damping), 0.0f, 1e6f, 0},
    {BODY(gravity_scale), FINITE, 0},
    {BODIES(x), REACH, 0},
    {BODIES(y), REACH, 0},
    {BODIES(angle), FINITE, 0},
    {BODIES(vx), FINITE, 0},
    {BODIES(vy), FINITE, 0},
    {BODIES(w), FINITE, 0},
    {SHAPE(density), 0.0f, 1e12f, 0},
    {SHAPE(material.friction), 0.0f, 1e6f, 0},
    {SHAPE(material.static_friction), -1e6f, 1e6f, 0},
    {SHAPE(material.restitution), 0.0f, 1.0f, 0},
    {SHAPE(material.rolling_resistance), 0.0f, 1e6f, 0},
    {SHAPE(material.tangent_speed), FINITE, 0},
    {MATERIAL(friction), 0.0f, 1e6f, 0},
    {MATERIAL(static_friction), -1e6f, 1e6f, 0},
    {MATERIAL(restitution), 0.0f, 1.0f, 0},
    {MATERIAL(rolling_resistance), 0.0f, 1e6f, 0},
    {MATERIAL(tangent_speed), FINITE, 0},
    {MIXED(friction), 0.0f, 1e6f, 0},
    {MIXED(static_friction), 0.0f, 1e6f, 0},
    {MIXED(restitution), 0.0f, 1.0f, 0},
    {MIXED(rolling_resistance), 0.0f, 1e6f, 0},
    {MIXED(tangent_speed), FINITE, 0},
    {CIRCLE(center.x), REACH, 0},
    {CIRCLE(center.y), REACH, 0},
    {CIRCLE(radius), 0.0f, 1e8f, LIMITS_OPEN},
    {CAPSULE(point_a.x), REACH, 0},
    {CAPSULE(point_a.y), REACH, 0},
    {CAPSULE(point_b.x), REACH, 0},
    {CAPSULE(point_b.y), REACH, 0},
    {CAPSULE(radius), 0.0f, 1e8f, LIMITS_OPEN},
    {SEGMENT(point_a.x), REACH, 0},
    {SEGMENT(point_b.y), REACH, 0},
    {"length of a capsule or segment", segment_length, 0, 0.005f, 1e8f, 0},
    {POLYGON(radius), 0.0f, 1e8f, 0},
    {"vertices of a polygon", large_polygon, 0, 0.005f, 1e8f, 0},
    {"point of a hull", hull_coordinate, 0, REACH, 0},
    {"half extent of a box", box_half_extent, 0, 0.0f, 1e8f, LIMITS_OPEN},
    {"half extent of a box in a world", box_in_world, 0, 0.0025f, 1e8f, 0},
    {"centre of a box, x", box_at, 0, REACH, 0},
    {"centre of a box, y", box_at, 1, REACH, 0},
    {"angle of a box", box_at, 2, FINITE, 0},
    {"radius of a box", box_at, 3, 0.0f, 1e8f, 0},
    {"normal of a half-space", half_space_normal, 0, 1e-6f, 1e12f, LIMITS_OPEN | LIMITS_ROUGH},
    {"offset of a half-space", half_space_offset, 0, REACH, 0},
    {PARTICLE(position.x), REACH, 0},
    {PARTICLE(position.y), REACH, 0},
    {PARTICLE(velocity.x), FINITE, 0},
    {PARTICLE(velocity.y), FINITE, 0},
    {PARTICLE(radius), 1e-6f, 1e6f, 0},
    {PARTICLE(density), 1e-12f, 1e12f, 0},
    {PARTICLES(x), REACH, 0},
    {PARTICLES(y), REACH, 0},
    {PARTICLES(vx), FINITE, 0},
    {PARTICLES(vy), FINITE, 0},
    {PARTICLES(radius), 1e-6f, 1e6f, 0},
    {SETTINGS(damping), 0.0f, 1e6f, 0},
    {SETTINGS(friction), 0.0f, 1e6f, 0},
    {SETTINGS(max_speed), 0.0f, 1e6f, LIMITS_OPEN},
    {SETTINGS(container_center.x), REACH, 0},
    {SETTINGS(container_center.y), REACH, 0},
    {SETTINGS(container_size.x), 0.0f, 1e8f, LIMITS_OPEN},
    {SETTINGS(container_size.y), 0.0f, 1e8f, LIMITS_OPEN},
};

SETTER(gravity_x, scree_world_set_gravity(f->world, VEC(x, 0.0f)))
SETTER(gravity_y, scree_world_set_gravity(f->world, VEC(0.0f, x)))
SETTER(step_dt, scree_world_step(f->world, x, 1))
SETTER(place_x, scree_body_set_transform(f->world, f->body, VEC(x, 0.0f), 0.0f))
SETTER(place_y, scree_body_set_transform(f->world, f->body, VEC(0.0f, x), 0.0f))
SETTER(place_angle, scree_body_set_transform(f->world, f->body, VEC(0.0f, 0.0f), x))
SETTER(velocity_x, scree_body_set_velocity(f->world, f->body, VEC(x, 0.0f), 0.0f))
SETTER(velocity_y, scree_body_set_velocity(f->world, f->body, VEC(0.0f, x), 0.0f))
SETTER(velocity_w, scree_body_set_velocity(f->world, f->body, VEC(0.0f, 0.0f), x))
SETTER(bodies_vx, scree_bodies_set_velocity(f->world, &f->body, 1, &x, NULL, NULL))
SETTER(bodies_w, scree_bodies_set_velocity(f->world, &f->body, 1, NULL, NULL, &x))
SETTER(target_x, scree_body_set_target_transform(f->world, f->platform, VEC(x, 0.0f), 0.0f, 1.0f))
SETTER(target_y, scree_body_set_target_transform(f->world, f->platform, VEC(0.0f, x), 0.0f, 1.0f))
SETTER(target_angle,
       scree_body_set_target_transform(f->world, f->platform, VEC(0.0f, 0.0f), x, 1.0f))
SETTER(target_dt, scree_body_set_target_transform(f->world, f->platform, VEC(1.0f, 0.0f), 0.0f, x))
SETTER(damping_linear, scree_body_set_damping(f->world, f->body, x, 0.0f))
SETTER(damping_angular, scree_body_set_damping(f->world, f->body, 0.0f, x))
SETTER(gravity_scale, scree_body_set_gravity_scale(f->world, f->body, x))
SETTER(mass_mass, scree_body_set_mass(f->world, f->body, MASS(x, 1.0f, 0.0f, 0.0f)))
SETTER(mass_inertia, scree_body_set_mass(f->world, f->body, MASS(1.0f, x, 0.0f, 0.0f)))
SETTER(particle_x, scree_particle_set_position(f->world, f->particle, VEC(x, 0.0f)))
SETTER(particle_y, scree_particle_set_position(f->world, f->particle, VEC(0.0f, x)))
SETTER(particle_vx, scree_particle_set_velocity(f->world, f->particle, VEC(x, 0.0f)))
SETTER(particle_vy, scree_particle_set_velocity(f->world, f->particle, VEC(0.0f, x)))
SETTER(mass_density, answer(scree_circle_mass(&(scree_circle){{0.0f, 0.0f}, 1e-3f}, x).mass > 0.0f))

/// Along x or, with an offset, along y. The centre is put back, for it goes into where a body is.
static scree_result mass_center(const limits_fixture *f, size_t offset, float x)
{
    float y = offset > 0 ? x : 0.0f;
    x = offset > 0 ? 0.0f : x;
    scree_result result = scree_body_set_mass(f->world, f->body, MASS(1.0f, 1.0f, x, y));
    assert_int_equal(scree_body_set_mass(f->world, f->body, MASS(1.0f, 1.0f, 0.0f, 0.0f)),
                     SCREE_OK);
    return result;
}

static const limits_range setters[] = {
    // First, of a body at the origin that does not turn: what follows leaves extremes behind.
    {"mass", mass_mass, 0, 2.94e-39f, FLT_MAX, LIMITS_ROUGH},
    {"inertia", mass_inertia, 0, 0.0f, FLT_MAX, 0},
    {"centre of mass, x", mass_center, 0, REACH, 0},
    {"centre of mass, y", mass_center, 1, REACH, 0},
    {"dt", step_dt, 0, 1e-6f, 1.0f, 0},
    {"gravity.x", gravity_x, 0, FINITE, 0},
    {"gravity.y", gravity_y, 0, FINITE, 0},
    {"transform, x", place_x, 0, REACH, 0},
    {"transform, y", place_y, 0, REACH, 0},
    {"transform, angle", place_angle, 0, FINITE, 0},
    {"velocity, x", velocity_x, 0, FINITE, 0},
    {"velocity, y", velocity_y, 0, FINITE, 0},
    {"velocity, angular", velocity_w, 0, FINITE, 0},
    {"velocities, x", bodies_vx, 0, FINITE, 0},
    {"velocities, angular", bodies_w, 0, FINITE, 0},
    {"target, x", target_x, 0, REACH, 0},
    {"target, y", target_y, 0, REACH, 0},
    {"target, angle", target_angle, 0, FINITE, 0},
    {"target, dt", target_dt, 0, 0.0f, FLT_MAX, LIMITS_NO_LOW},
    {"damping, linear", damping_linear, 0, 0.0f, 1e6f, 0},
    {"damping, angular", damping_angular, 0, 0.0f, 1e6f, 0},
    {"gravity scale", gravity_scale, 0, FINITE, 0},
    {"particle, x", particle_x, 0, REACH, 0},
    {"particle, y", particle_y, 0, REACH, 0},
    {"particle, vx", particle_vx, 0, FINITE, 0},
    {"particle, vy", particle_vy, 0, FINITE, 0},
    {"density of a mass", mass_density, 0, 0.0f, FLT_MAX, LIMITS_NO_LOW},
};

static scree_result iterations(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    (void)offset;
    scree_world_def def = scree_world_def_default();
    def.solver = SCREE_SOLVER_PGS;
    def.iterations = (int)x;
    scree_world *world = scree_world_create(&def);
    scree_result result = world != NULL ? SCREE_OK : scree_world_last_error(NULL).code;
    scree_world_destroy(world);
    return result;
}

static scree_result vertices(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_shape_def def = scree_shape_def_default();
    scree_polygon polygon = regular_polygon((int)fminf(x, 64.0f), 10.0f, 0.0f);
    polygon.count = (int)x;
    scree_shape_id id = scree_shape_create_polygon(f->world, f->platform, &def, &polygon);
    assert_int_equal(scree_polygon_check(&polygon), limits_result(f, id.value));
    return limits_result(f, id.value);
}

static scree_result hull_points(const limits_fixture *f, size_t offset, float x)
{
    (void)f;
    (void)offset;
    static scree_vec2 points[4200];
    points[1] = (scree_vec2){1.0f, 0.0f};
    points[2] = (scree_vec2){0.0f, 1.0f};
    scree_polygon out;
    return scree_polygon_hull(&out, points, (int)x, 0.0f);
}

SETTER(substeps, scree_world_step(f->world, STEP, (int)x))

static const limits_range counts[] = {
    {"iterations", iterations, 0, 1.0f, 1000.0f, LIMITS_WHOLE},
    {"substeps", substeps, 0, 1.0f, 64.0f, LIMITS_WHOLE},
    {"vertices of a polygon", vertices, 0, 3.0f, 64.0f, LIMITS_WHOLE},
    {"points of a hull", hull_points, 0, 3.0f, 4096.0f, LIMITS_WHOLE},
};

static void counts_take_the_ranges_that_the_headers_state(void **state)
{
    limits_walk(*state, counts, sizeof counts / sizeof *counts);
}

/// Creates a world whose memory ends after its own record. Capacities in range get as far as that.
static scree_result with_capacity(size_t offset, int capacity)
{
    test_memory memory;
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(&memory);
    memory.fail_at = 1;
    memory.fail_after = true;
    memcpy((char *)&def + offset, &capacity, sizeof capacity);
    assert_null(scree_world_create(&def));
    assert_int_equal(memory.blocks, 0);
    return scree_world_last_error(NULL).code;
}

static void capacities_are_hints_within_what_ids_can_name(void **state)
{
    (void)state;
    static const size_t offsets[] = {offsetof(scree_world_def, body_capacity),
                                     offsetof(scree_world_def, shape_capacity),
                                     offsetof(scree_world_def, contact_capacity)};
    for (int i = 0; i < 3; ++i)
    {
        int largest = i < 2 ? (1 << 24) - 2 : 1 << 28;
        assert_int_equal(with_capacity(offsets[i], -1), SCREE_ERROR_ARGUMENT);
        assert_int_equal(with_capacity(offsets[i], 0), SCREE_ERROR_OUT_OF_MEMORY);
        assert_int_equal(with_capacity(offsets[i], largest), SCREE_ERROR_OUT_OF_MEMORY);
        assert_int_equal(with_capacity(offsets[i], largest + 1), SCREE_ERROR_ARGUMENT);
    }
}

static void a_world_holds_2_24_less_2_of_a_kind(void **state)
{
    (void)state;
    test_memory memory;
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(&memory);
    scree_world *world = world_of(&def);
    memory.calls = 0;
    memory.fail_at = 0;
    memory.fail_after = true;
    scree_body_def body = scree_body_def_default();
    scree_particle_def particle = scree_particle_def_default();
    scree_body_batch bodies = {.def = &body};
    scree_particle_batch particles = {.def = &particle};
    for (int over = 0; over < 2; ++over)
    {
        scree_result wanted = over ? SCREE_ERROR_CAPACITY : SCREE_ERROR_OUT_OF_MEMORY;
        bodies.count = particles.count = (1 << 24) - 2 + over;
        assert_int_equal(scree_bodies_create(world, &bodies, NULL), wanted);
        assert_int_equal(scree_particles_create(world, &particles, NULL), wanted);
    }
    // One value that is not finite, and no more: it is not read.
    float wrong = INFINITY;
    bodies.x = particles.x = &wrong;
    assert_int_equal(scree_bodies_create(world, &bodies, NULL), SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_particles_create(world, &particles, NULL), SCREE_ERROR_CAPACITY);
    bodies.x = particles.x = NULL;
    bodies.count = particles.count = -1;
    assert_int_equal(scree_bodies_create(world, &bodies, NULL), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_particles_create(world, &particles, NULL), SCREE_ERROR_ARGUMENT);
    memory.fail_at = -1;
    bodies.count = particles.count = 0;
    assert_int_equal(scree_bodies_create(world, &bodies, NULL), SCREE_OK);
    assert_int_equal(scree_particles_create(world, &particles, NULL), SCREE_OK);
    scree_world_destroy(world);
}

static void definitions_take_the_ranges_that_the_headers_state(void **state)
{
    limits_walk(*state, definitions, sizeof definitions / sizeof *definitions);
}

static void calls_take_the_ranges_that_the_headers_state(void **state)
{
    limits_walk(*state, setters, sizeof setters / sizeof *setters);
}

int run_test_limits(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(definitions_take_the_ranges_that_the_headers_state,
                                        limits_setup, limits_teardown),
        cmocka_unit_test_setup_teardown(counts_take_the_ranges_that_the_headers_state, limits_setup,
                                        limits_teardown),
        cmocka_unit_test(capacities_are_hints_within_what_ids_can_name),
        cmocka_unit_test(a_world_holds_2_24_less_2_of_a_kind),
        cmocka_unit_test_setup_teardown(calls_take_the_ranges_that_the_headers_state, limits_setup,
                                        limits_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
