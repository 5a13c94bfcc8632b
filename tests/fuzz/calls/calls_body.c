/// Calls on one body.
#include "tests/fuzz/rows.h"

#include <math.h>
#include <string.h>

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

/// Names of up to 39 bytes; up to 31 are accepted.
static void body_set_name(fuzz *f)
{
    char name[40] = "";
    scree_body_id body = fuzz_body(f);
    const int length = fuzz_below(&f->stream, (int)sizeof name);
    memset(name, 'a' + length % 26, (size_t)length);
    const bool absent = fuzz_odds(f, 16);
    f->now.invalid |= !absent && length > 31 ? FUZZ_BAD_NUMBER : 0;
    fuzz_result(f, scree_body_set_name(f->now.world, body, absent ? NULL : name));
    const char *kept = scree_body_name(f->now.world, body);
    if (f->now.result == SCREE_OK && !f->now.locked &&
        (absent || length == 0 ? kept != NULL : kept == NULL || strcmp(kept, name) != 0))
    {
        fuzz_find(f, "a body named %s is called %s", name, kept != NULL ? kept : "nothing");
    }
}

static void body_island(fuzz *f)
{
    scree_body_id bodies[FUZZ_BULK], body = fuzz_body(f);
    const int capacity = fuzz_count(f, FUZZ_BULK);
    const int count = scree_body_island(f->now.world, body, bodies, capacity);
    f->now.failed = count < 0;
    f->now.result = count < 0 ? scree_world_last_error(f->now.world).code : SCREE_OK;
    if (f->now.locked || count < 0)
    {
        return;
    }
    bool itself = count == 0 || count > capacity;
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count && i < capacity; ++i)
    {
        fuzz_see_id(f, bodies[i].value);
        itself = itself || bodies[i].value == body.value;
    }
    if (!itself || (count > 0 && scree_body_get_type(f->now.world, body) != SCREE_BODY_DYNAMIC))
    {
        fuzz_find(f, "an island of %d bodies is not that of its body", count);
    }
    const int islands = scree_world_island_count(f->now.world);
    if (islands >= 0 && islands < (count > 0))
    {
        fuzz_find(f, "there are %d islands", islands);
    }
}

static const fuzz_row rows[] = {
    ROW(body_set_name, 3),    READ_ROW(body_island, 3),   ROW(body_set_transform, 8),
    ROW(body_apply_force, 5), ROW(body_apply_impulse, 5),
};

const fuzz_rows fuzz_body_rows = {rows, sizeof rows / sizeof *rows};
