/// Calls on one body.
#include "tests/fuzz/rows.h"

static void body_create(fuzz *f)
{
    if (fuzz_is_full(f, FUZZ_BODY))
    {
        f->now.skipped = true;
        return;
    }
    scree_body_def def = fuzz_body_def(f);
    const scree_body_def *given = fuzz_null(f) ? NULL : &def;
    fuzz_made(f, FUZZ_BODY, -1, scree_body_create(f->now.world, given).value);
}

static void body_destroy(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_result result = scree_body_destroy(f->now.world, body);
    fuzz_result(f, result);
    if (result == SCREE_OK)
    {
        fuzz_stage_end(f, FUZZ_BODY, body.value);
    }
}

static void body_is_valid(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    bool valid = scree_body_is_valid(f->now.world, body);
    fuzz_see(f, valid);
    SEE_NEUTRAL(f, !valid, "scree_body_is_valid");
}

/// Every getter of a body.
static void body_position(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_body_id body = fuzz_body(f);
    scree_vec2 position = scree_body_position(world, body);
    scree_vec2 center = scree_body_center_of_mass(world, body);
    scree_vec2 velocity = scree_body_velocity(world, body);
    float numbers[] = {position.x,
                       position.y,
                       center.x,
                       center.y,
                       velocity.x,
                       velocity.y,
                       scree_body_angle(world, body),
                       scree_body_angular_velocity(world, body),
                       scree_body_mass(world, body),
                       scree_body_inertia(world, body),
                       scree_body_linear_damping(world, body),
                       scree_body_angular_damping(world, body),
                       scree_body_gravity_scale(world, body),
                       scree_body_sleep_threshold(world, body),
                       scree_body_kinetic_energy(world, body)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        fuzz_see_float(f, numbers[i]);
        SEE_NEUTRAL(f, numbers[i] == 0.0f, "a getter of a body");
    }
    bool x = true, y = true, angle = true, missing = fuzz_null(f);
    scree_body_locks(world, body, missing ? NULL : &x, &y, missing ? NULL : &angle);
    bool enabled = scree_body_is_enabled(world, body), awake = scree_body_is_awake(world, body);
    scree_body_type type = scree_body_get_type(world, body);
    void *data = scree_body_user_data(world, body);
    fuzz_see(f, (uint64_t)x << 3 | (uint64_t)y << 2 | (uint64_t)angle << 1 | enabled);
    fuzz_see(f, (uint64_t)type << 1 | awake);
    fuzz_see(f, (uint64_t)(uintptr_t)data);
    SEE_NEUTRAL(f, !y && !enabled && !awake && type == SCREE_BODY_STATIC && data == NULL,
                "a getter of a body");
}

static void body_set_type(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_body_type type = (scree_body_type)fuzz_choice(f, 3);
    fuzz_result(f, scree_body_set_type(f->now.world, body, type));
}

static void body_set_enabled(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    bool enabled = fuzz_odds(f, 160);
    fuzz_say(f, " %d", enabled);
    fuzz_result(f, scree_body_set_enabled(f->now.world, body, enabled));
}

static void body_set_transform(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 position = fuzz_place(f);
    float angle = fuzz_float(f, -4.0f, 4.0f);
    fuzz_result(f, scree_body_set_transform(f->now.world, body, position, angle));
}

static void body_set_velocity(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 linear = fuzz_vec2(f, -20.0f, 20.0f);
    float angular = fuzz_float(f, -10.0f, 10.0f);
    fuzz_result(f, scree_body_set_velocity(f->now.world, body, linear, angular));
}

static void body_set_target_transform(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 position = fuzz_place(f);
    float angle = fuzz_float(f, -4.0f, 4.0f), dt = fuzz_float(f, 0.01f, 1.0f);
    fuzz_result(f, scree_body_set_target_transform(f->now.world, body, position, angle, dt));
}

static void body_set_damping(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    float linear = fuzz_float(f, 0.0f, 5.0f), angular = fuzz_float(f, 0.0f, 5.0f);
    fuzz_result(f, scree_body_set_damping(f->now.world, body, linear, angular));
}

static void body_set_gravity_scale(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    fuzz_result(f, scree_body_set_gravity_scale(f->now.world, body, fuzz_float(f, -1.0f, 2.0f)));
}

static void body_set_awake(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    bool awake = fuzz_bool(f);
    fuzz_say(f, " %d", awake);
    fuzz_result(f, scree_body_set_awake(f->now.world, body, awake));
}

static void body_set_sleep_threshold(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    float threshold = fuzz_odds(f, 64) ? 0.0f : fuzz_float(f, 0.0f, 10.0f);
    fuzz_result(f, scree_body_set_sleep_threshold(f->now.world, body, threshold));
}

static void body_set_bullet(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    bool bullet = fuzz_bool(f);
    fuzz_result(f, scree_body_set_bullet(f->now.world, body, bullet));
    fuzz_see(f, scree_body_is_bullet(f->now.world, body));
}

static void body_set_locks(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    int locks = fuzz_odds(f, 160) ? 0 : fuzz_below(&f->stream, 8);
    fuzz_say(f, " %d", locks);
    fuzz_result(f, scree_body_set_locks(f->now.world, body, locks & 1, locks & 2, locks & 4));
}

static void body_set_user_data(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    fuzz_result(f, scree_body_set_user_data(f->now.world, body, fuzz_user_data(f)));
}

static void body_set_mass(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_mass_data mass = {fuzz_float(f, 0.1f, 100.0f), fuzz_float(f, 0.0f, 50.0f), {0.0f, 0.0f}};
    if (fuzz_odds(f, 64))
    {
        mass.center = fuzz_arm(f, 0.5f);
    }
    fuzz_result(f, scree_body_set_mass(f->now.world, body, fuzz_null(f) ? NULL : &mass));
}

/// A point near a body, or any.
static scree_vec2 point_on(fuzz *f, scree_body_id body)
{
    scree_vec2 center = scree_body_center_of_mass(f->now.world, body);
    scree_vec2 offset = fuzz_arm(f, 1.0f);
    return (scree_vec2){center.x + offset.x, center.y + offset.y};
}

static void body_apply_force(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 force = fuzz_vec2(f, -200.0f, 200.0f);
    scree_vec2 point = point_on(f, body);
    fuzz_result(f, scree_body_apply_force(f->now.world, body, force, point));
}

static void body_apply_force_to_center(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 force = fuzz_vec2(f, -200.0f, 200.0f);
    fuzz_result(f, scree_body_apply_force_to_center(f->now.world, body, force));
}

static void body_apply_torque(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    fuzz_result(f, scree_body_apply_torque(f->now.world, body, fuzz_float(f, -50.0f, 50.0f)));
}

static void body_apply_impulse(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 impulse = fuzz_vec2(f, -20.0f, 20.0f);
    scree_vec2 point = point_on(f, body);
    fuzz_result(f, scree_body_apply_impulse(f->now.world, body, impulse, point));
}

static void body_apply_impulse_to_center(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 impulse = fuzz_vec2(f, -20.0f, 20.0f);
    fuzz_result(f, scree_body_apply_impulse_to_center(f->now.world, body, impulse));
}

/// Points and vectors there and back, and velocities.
static void body_world_point(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_body_id body = fuzz_body(f);
    scree_vec2 local = fuzz_arm(f, 2.0f), place = fuzz_place(f);
    scree_vec2 all[] = {
        scree_body_world_point(world, body, local), scree_body_local_point(world, body, place),
        scree_body_world_vector(world, body, local), scree_body_local_vector(world, body, place),
        scree_body_velocity_at(world, body, place)};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    {
        fuzz_see_vec2(f, all[i]);
        SEE_NEUTRAL(f, all[i].x == 0.0f && all[i].y == 0.0f, "a point of a body");
    }
}

static void body_apply_angular_impulse(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    float impulse = fuzz_float(f, -5.0f, 5.0f);
    fuzz_result(f, scree_body_apply_angular_impulse(f->now.world, body, impulse));
}

static const fuzz_row rows[] = {
    ROW(body_create, 40),
    ROW(body_destroy, 16),
    READ_ROW(body_is_valid, 4),
    READ_ROW(body_position, 12),
    ROW(body_set_type, 8),
    ROW(body_set_enabled, 8),
    ROW(body_set_transform, 12),
    ROW(body_set_velocity, 10),
    ROW(body_set_target_transform, 8),
    ROW(body_set_damping, 4),
    ROW(body_set_gravity_scale, 4),
    ROW(body_set_awake, 6),
    ROW(body_set_sleep_threshold, 6),
    ROW(body_set_bullet, 6),
    ROW(body_set_locks, 8),
    ROW(body_set_user_data, 2),
    ROW(body_set_mass, 6),
    ROW(body_apply_force, 5),
    ROW(body_apply_force_to_center, 5),
    ROW(body_apply_torque, 5),
    ROW(body_apply_impulse, 5),
    ROW(body_apply_impulse_to_center, 4),
    READ_ROW(body_world_point, 3),
    ROW(body_apply_angular_impulse, 5),
};

const fuzz_rows fuzz_body_rows = {rows, sizeof rows / sizeof *rows};
