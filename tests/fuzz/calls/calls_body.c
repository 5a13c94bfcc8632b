/// Calls on one body.
#include "tests/fuzz/rows.h"

#include <math.h>

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

static void body_apply_impulse(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 impulse = fuzz_vec2(f, -20.0f, 20.0f);
    scree_vec2 point = point_on(f, body);
    fuzz_result(f, scree_body_apply_impulse(f->now.world, body, impulse, point));
}

static void body_set_transform(fuzz *f)
{
    scree_body_id body = fuzz_body(f);
    scree_vec2 position = point_on(f, body);
    float angle = fuzz_float(f, -4.0f, 4.0f);
    scree_transform transform = scree_transform_from_angle(position, angle);
    if (!isfinite(angle))
    {
        transform.rotation.cos = angle;
    }
    fuzz_see_float(f, scree_rotation_angle(scree_rotation_from_angle(angle)));
    fuzz_result(f, scree_body_set_transform(f->now.world, body, transform));
}

static const fuzz_row rows[] = {
    ROW(body_set_transform, 8),
    ROW(body_apply_force, 5),
    ROW(body_apply_impulse, 5),
};

const fuzz_rows fuzz_body_rows = {rows, sizeof rows / sizeof *rows};
