/// Arguments that are structures: definitions, materials, geometry.
#include "tests/fuzz/fuzz.h"

#include <string.h>

scree_world_def fuzz_world_def(fuzz *f, test_memory *memory)
{
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(memory);
    def.version = fuzz_version(f, def.version);
    def.solver = (scree_solver)fuzz_choice(f, SCREE_SOLVER_COUNT);
    if (fuzz_odds(f, 96))
    {
        def.gravity = fuzz_vec2(f, -15.0f, 15.0f);
    }
    if (fuzz_odds(f, 96))
    {
        def.restitution_threshold = fuzz_float(f, 0.0f, 3.0f);
        def.contact_hertz = fuzz_float(f, 1.0f, 120.0f);
        def.contact_damping_ratio = fuzz_float(f, 0.0f, 20.0f);
        def.contact_push_speed = fuzz_float(f, 0.0f, 10.0f);
        def.max_linear_speed = fuzz_float(f, 1.0f, 1000.0f);
    }
    if (fuzz_odds(f, 8))
    {
        static const float units[] = {1e-3f, 0.01f, 0.5f, 2.0f, 50.0f, 1e-6f, 1e6f};
        def.length_unit = units[fuzz_below(&f->stream, 7)];
    }
    // Many iterations are no news, and slow.
    def.iterations =
        fuzz_odds(f, 1) ? fuzz_int(f, 1, 100) : fuzz_int(f, 1, fuzz_odds(f, 24) ? 10 : 3);
    if (fuzz_odds(f, 96))
    {
        def.erp = fuzz_float(f, 0.0f, 1.0f);
        def.position_correction = fuzz_float(f, 0.0f, 1.0f);
        def.slop = fuzz_float(f, 0.0f, 0.02f);
        def.warm_starting = fuzz_bool(f);
    }
    if (fuzz_odds(f, 192))
    {
        // So short that much sleeps.
        def.enable_sleep = fuzz_odds(f, 224);
        def.time_to_sleep = fuzz_float(f, 0.01f, 0.3f);
    }
    def.direct_joints = fuzz_odds(f, 224);
    def.enable_continuous = !fuzz_odds(f, 32);
    def.keep_previous_poses = fuzz_odds(f, 96);
    def.measure_residual = fuzz_odds(f, 96);
    def.measure_impulses = fuzz_odds(f, 96);
    def.measure_times = fuzz_bool(f);
    def.hit_event_threshold = fuzz_odds(f, 96) ? fuzz_float(f, 0.0f, 5.0f) : 1.0f;
    if (fuzz_odds(f, 96))
    {
        def.friction_mixing = (scree_friction_mixing)fuzz_choice(f, SCREE_FRICTION_MAX + 1);
        def.restitution_mixing =
            (scree_restitution_mixing)fuzz_choice(f, SCREE_RESTITUTION_PRODUCT + 1);
        def.body_capacity = fuzz_int(f, 0, 40);
        def.shape_capacity = fuzz_int(f, 0, 40);
        def.contact_capacity = fuzz_int(f, 0, 40);
    }
    return def;
}

scree_body_def fuzz_body_def(fuzz *f)
{
    static const scree_body_type types[] = {
        SCREE_BODY_DYNAMIC, SCREE_BODY_DYNAMIC,   SCREE_BODY_DYNAMIC, SCREE_BODY_DYNAMIC,
        SCREE_BODY_DYNAMIC, SCREE_BODY_KINEMATIC, SCREE_BODY_STATIC,  SCREE_BODY_STATIC};
    scree_body_def def = scree_body_def_default();
    def.version = fuzz_version(f, def.version);
    def.type = types[fuzz_below(&f->stream, 8)];
    if (fuzz_turns_bad(f))
    {
        def.type = (scree_body_type)fuzz_choice(f, 3);
    }
    def.position = fuzz_place(f);
    def.angle = fuzz_odds(f, 128) ? fuzz_float(f, -7.0f, 7.0f) : 0.0f;
    if (fuzz_odds(f, 96))
    {
        def.linear_velocity = fuzz_vec2(f, -10.0f, 10.0f);
        def.angular_velocity = fuzz_float(f, -6.0f, 6.0f);
    }
    if (fuzz_odds(f, 64))
    {
        def.linear_damping = fuzz_float(f, 0.0f, 4.0f);
        def.angular_damping = fuzz_float(f, 0.0f, 4.0f);
        def.gravity_scale = fuzz_float(f, -1.0f, 2.0f);
    }
    int locks = fuzz_odds(f, 40) ? fuzz_below(&f->stream, 8) : 0;
    def.locks.x = locks & 1;
    def.locks.y = locks & 2;
    def.locks.angle = locks & 4;
    def.enabled = !fuzz_odds(f, 16);
    def.bullet = fuzz_odds(f, 48);
    // So fast that it is followed along its path.
    float haste = fuzz_odds(f, 32) ? 20.0f : 1.0f;
    def.linear_velocity.x *= haste;
    def.linear_velocity.y *= haste;
    def.user_data = fuzz_user_data(f);
    fuzz_say(f, " (type %d, locks %d, enabled %d)", (int)def.type, locks, def.enabled);
    return def;
}

scree_material fuzz_material(fuzz *f)
{
    scree_material material = {.friction = 0.6f, .static_friction = -1.0f};
    if (fuzz_odds(f, 128))
    {
        material.friction = fuzz_float(f, 0.0f, 1.5f);
        material.static_friction = fuzz_float(f, -1.0f, 1.5f);
        material.restitution = fuzz_float(f, 0.0f, 1.0f);
    }
    if (fuzz_odds(f, 64))
    {
        material.rolling_resistance = fuzz_float(f, 0.0f, 0.5f);
        material.tangent_speed = fuzz_float(f, -3.0f, 3.0f);
    }
    material.user_id = (uint32_t)fuzz_below(&f->stream, 6);
    return material;
}

scree_filter fuzz_filter(fuzz *f)
{
    scree_filter filter = {.category = 1, .mask = UINT64_MAX};
    if (fuzz_odds(f, 40))
    {
        filter.category = (uint64_t)1 << fuzz_below(&f->stream, 4);
        filter.mask = fuzz_byte(&f->stream);
        filter.group = fuzz_below(&f->stream, 5) - 2;
        if (fuzz_turns_bad(f))
        {
            filter.category = fuzz_long(&f->stream);
            filter.mask = fuzz_long(&f->stream);
            filter.group = (int32_t)fuzz_word(&f->stream);
        }
        fuzz_say(f, " (filter %llx %llx %d)", (unsigned long long)filter.category,
                 (unsigned long long)filter.mask, filter.group);
    }
    return filter;
}

scree_shape_def fuzz_shape_def(fuzz *f)
{
    scree_shape_def def = scree_shape_def_default();
    def.version = fuzz_version(f, def.version);
    if (fuzz_odds(f, 96))
    {
        def.density = fuzz_odds(f, 32) ? 0.0f : fuzz_float(f, 0.1f, 20.0f);
    }
    def.material = fuzz_material(f);
    def.filter = fuzz_filter(f);
    def.user_data = fuzz_user_data(f);
    def.enable_contact_events = fuzz_odds(f, 96);
    def.enable_hit_events = fuzz_odds(f, 64);
    def.sensor = fuzz_odds(f, 24);
    def.enable_sensor_events = fuzz_odds(f, 96);
    def.enable_static_sensing = fuzz_odds(f, 64);
    def.enable_contact_filter = fuzz_odds(f, 48);
    def.enable_pre_solve = fuzz_odds(f, 48);
    return def;
}

scree_circle fuzz_circle(fuzz *f)
{
    scree_circle circle = {{0.0f, 0.0f}, fuzz_length(f, 0.1f, 1.0f)};
    if (fuzz_odds(f, 96))
    {
        circle.center = fuzz_arm(f, 1.0f);
    }
    return circle;
}

scree_capsule fuzz_capsule(fuzz *f)
{
    scree_vec2 a = fuzz_arm(f, 1.0f), b = fuzz_arm(f, 1.0f);
    return (scree_capsule){a, b, fuzz_length(f, 0.05f, 0.6f)};
}

scree_segment fuzz_segment(fuzz *f)
{
    scree_vec2 a = fuzz_arm(f, 2.0f);
    return (scree_segment){a, fuzz_arm(f, 2.0f)};
}

/// A polygon of points on a circle: whatever hull they have.
static scree_polygon hull_of_ring(fuzz *f)
{
    int count = fuzz_odds(f, 32) ? 3 + fuzz_below(&f->stream, 62) : 3 + fuzz_below(&f->stream, 10);
    float radius = fuzz_length(f, 0.2f, 1.2f), begin = 6.2831853f * fuzz_unit(&f->stream);
    scree_vec2 points[SCREE_POLYGON_MAX_VERTICES], middle = {0.0f, 0.0f};
    if (fuzz_odds(f, 64))
    {
        middle = fuzz_arm(f, 0.5f);
    }
    for (int i = 0; i < count; ++i)
    {
        float sine, cosine;
        scree_sincos(begin + 6.2831853f * (float)i / (float)count, &sine, &cosine);
        points[i] = (scree_vec2){middle.x + radius * cosine, middle.y + 0.8f * radius * sine};
    }
    scree_polygon polygon = {0};
    scree_polygon_hull(points, count, fuzz_odds(f, 64) ? 0.1f * f->size : 0.0f, &polygon);
    return polygon;
}

scree_polygon fuzz_polygon(fuzz *f)
{
    scree_polygon polygon = {0};
    int choice = fuzz_below(&f->stream, 8);
    if (fuzz_turns_bad(f))
    {
        // Any order, any place, and a count that may be wrong: vertices past it are not read.
        polygon.count = fuzz_int(f, 3, 9);
        polygon.radius = fuzz_length(f, 0.0f, 0.5f);
        for (int i = 0; i < polygon.count && i < 12; ++i)
        {
            polygon.vertices[i] = fuzz_arm(f, 1.0f);
        }
        return polygon;
    }
    if (choice < 3)
    {
        float half_width = fuzz_length(f, 0.1f, 1.0f);
        return scree_polygon_box(half_width, fuzz_length(f, 0.1f, 1.0f));
    }
    if (choice < 5)
    {
        float half_width = fuzz_length(f, 0.1f, 2.0f), half_height = fuzz_length(f, 0.1f, 1.0f);
        scree_vec2 center = fuzz_arm(f, 1.0f);
        float angle = fuzz_float(f, -4.0f, 4.0f);
        return scree_polygon_box_at(half_width, half_height, center, angle,
                                    fuzz_length(f, 0.0f, 0.3f));
    }
    return hull_of_ring(f);
}

scree_particle_def fuzz_particle_def(fuzz *f)
{
    scree_particle_def def = scree_particle_def_default();
    def.version = fuzz_version(f, def.version);
    def.position = fuzz_place(f);
    def.radius = fuzz_length(f, 0.05f, 0.5f);
    if (fuzz_odds(f, 96))
    {
        def.velocity = fuzz_vec2(f, -5.0f, 5.0f);
        def.density = fuzz_float(f, 0.1f, 10.0f);
    }
    def.fixed = fuzz_odds(f, 24);
    def.user_data = fuzz_user_data(f);
    fuzz_say(f, " (fixed %d)", def.fixed);
    return def;
}

scree_soft_body_def fuzz_soft_body_def(fuzz *f)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.version = fuzz_version(f, def.version);
    def.position = fuzz_place(f);
    if (fuzz_odds(f, 96))
    {
        def.angle = fuzz_float(f, -4.0f, 4.0f);
        def.linear_velocity = fuzz_vec2(f, -5.0f, 5.0f);
        def.angular_velocity = fuzz_float(f, -3.0f, 3.0f);
        def.mass = fuzz_float(f, 0.1f, 50.0f);
    }
    if (fuzz_odds(f, 96))
    {
        def.radius = fuzz_float(f, 0.0f, 0.3f);
        def.stiffness = fuzz_float(f, 0.05f, 1.0f);
        def.damping = fuzz_float(f, 0.0f, 5.0f);
        def.gravity_scale = fuzz_float(f, -1.0f, 2.0f);
        def.friction = fuzz_float(f, 0.0f, 1.0f);
    }
    def.filter = fuzz_filter(f);
    def.enabled = !fuzz_odds(f, 16);
    def.user_data = fuzz_user_data(f);
    return def;
}

scree_geometry fuzz_geometry(fuzz *f)
{
    scree_geometry g = {.type = (scree_shape_type)fuzz_choice(f, SCREE_SHAPE_CHAIN_SEGMENT + 1)};
    switch (g.type)
    {
    case SCREE_SHAPE_CIRCLE:
        g.circle = fuzz_circle(f);
        break;
    case SCREE_SHAPE_CAPSULE:
        g.capsule = fuzz_capsule(f);
        break;
    case SCREE_SHAPE_SEGMENT:
        g.segment = fuzz_segment(f);
        break;
    case SCREE_SHAPE_POLYGON:
        g.polygon = fuzz_polygon(f);
        break;
    case SCREE_SHAPE_HALF_SPACE:
        g.half_space.normal = fuzz_vec2(f, -1.0f, 1.0f);
        g.half_space.offset = fuzz_float(f, -3.0f, 3.0f);
        break;
    case SCREE_SHAPE_CHAIN_SEGMENT:
        g.chain_segment.point_a = fuzz_arm(f, 1.0f);
        g.chain_segment.point_b = fuzz_arm(f, 1.0f);
        g.chain_segment.before = fuzz_arm(f, 2.0f);
        g.chain_segment.after = fuzz_arm(f, 2.0f);
        g.chain_segment.has_before = fuzz_bool(f);
        g.chain_segment.has_after = fuzz_bool(f);
        g.chain_segment.two_sided = fuzz_bool(f);
        break;
    default:
        f->now.invalid |= FUZZ_BAD_NUMBER;
        break;
    }
    return g;
}
