/// Where a pair of worlds begins: a few things that touch.
#include "tests/fuzz/rows.h"

static scree_body_id put_body(fuzz *f, scree_body_type type, float x, float y)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = (scree_vec2){x + f->shift, y};
    scree_body_id body = scree_body_create(f->now.world, &def);
    fuzz_made(f, FUZZ_BODY, -1, body.value);
    return body;
}

/// Notes a shape of a body that this very call has made: its owner is known when both sides are.
static void note_shape(fuzz *f, scree_body_id body, scree_shape_id shape)
{
    int32_t at = f->now.staged_count - 1;
    while (at >= 0 &&
           (f->staged[at].kind != FUZZ_BODY || f->staged[at].id[f->now.side] != body.value))
    {
        --at;
    }
    fuzz_made(f, FUZZ_SHAPE, -2 - at, shape.value);
}

static void put_box(fuzz *f, scree_body_id body, float half_width, float half_height)
{
    scree_shape_def def = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(half_width, half_height);
    note_shape(f, body, scree_shape_create_polygon(f->now.world, body, &def, &box));
}

static void put_circle(fuzz *f, scree_body_id body, float x, float radius)
{
    scree_shape_def def = scree_shape_def_default();
    scree_circle circle = {{x, 0.0f}, radius};
    note_shape(f, body, scree_shape_create_circle(f->now.world, body, &def, &circle));
}

static void put_ground(fuzz *f)
{
    scree_shape_def def = scree_shape_def_default();
    scree_vec2 up = {0.0f, 1.0f};
    scree_body_id ground = put_body(f, SCREE_BODY_STATIC, 0.0f, 0.0f);
    note_shape(
        f, ground,
        scree_shape_create_half_space(f->now.world, ground, &def, &(scree_half_space){up, 0.0f}));
}

static void empty(fuzz *f) { f->now.skipped = true; }

static void stack(fuzz *f)
{
    int rows = 3 + fuzz_below(&f->stream, 4);
    put_ground(f);
    for (int row = 0; row < rows; ++row)
    {
        for (int i = 0; i < rows - row; ++i)
        {
            float x = (float)i - 0.5f * (float)(rows - row);
            put_box(f, put_body(f, SCREE_BODY_DYNAMIC, x, 0.5f + (float)row), 0.5f, 0.5f);
        }
    }
}

static void bin(fuzz *f)
{
    scree_body_id walls = put_body(f, SCREE_BODY_STATIC, 0.0f, 0.0f);
    put_box(f, walls, 8.0f, 0.25f);
    for (int side = -1; side < 2; side += 2)
    {
        put_box(f, put_body(f, SCREE_BODY_STATIC, 6.0f * (float)side, 3.0f), 0.25f, 3.0f);
    }
    scree_shape_def def = scree_shape_def_default();
    for (int i = 0; i < 14; ++i)
    {
        float x = (float)(i % 5) * 1.5f - 3.0f, y = 1.0f + 1.2f * (float)(i / 5);
        scree_body_id body = put_body(f, SCREE_BODY_DYNAMIC, x, y);
        scree_capsule capsule = {{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f};
        scree_vec2 corners[] = {
            {-0.5f, -0.4f}, {0.5f, -0.4f}, {0.6f, 0.1f}, {0.0f, 0.5f}, {-0.6f, 0.1f}};
        scree_polygon polygon = {0};
        scree_polygon_hull(corners, i % 2 != 0 ? 5 : 3, i % 4 == 1 ? 0.1f : 0.0f, &polygon);
        switch (i % 4)
        {
        case 0:
            put_circle(f, body, 0.0f, 0.4f);
            break;
        case 2:
            note_shape(f, body, scree_shape_create_capsule(f->now.world, body, &def, &capsule));
            break;
        default:
            note_shape(f, body, scree_shape_create_polygon(f->now.world, body, &def, &polygon));
            break;
        }
    }
}

static void compounds(fuzz *f)
{
    put_ground(f);
    for (int i = 0; i < 5; ++i)
    {
        scree_body_id body = put_body(f, SCREE_BODY_DYNAMIC, 0.7f * (float)i, 1.0f + (float)i);
        put_circle(f, body, -0.6f, 0.5f);
        put_circle(f, body, 0.6f, 0.5f);
        put_box(f, body, 0.7f, 0.2f);
    }
    scree_body_id belt = put_body(f, SCREE_BODY_KINEMATIC, 2.0f, 0.3f);
    put_box(f, belt, 3.0f, 0.2f);
    fuzz_see(f,
             (uint64_t)scree_body_set_velocity(f->now.world, belt, (scree_vec2){0.5f, 0.0f}, 0.0f));
}

/// A body of enough shapes for a kept sum of their masses, and one of a few less.
static void combs(fuzz *f)
{
    put_ground(f);
    for (int i = 0; i < 2; ++i)
    {
        scree_body_id comb = put_body(f, SCREE_BODY_DYNAMIC, 0.0f, 1.0f + 2.0f * (float)i);
        for (int k = 0; k < 20 - 5 * i; ++k)
        {
            put_circle(f, comb, 0.3f * (float)k - 3.0f, 0.2f + 0.01f * (float)k);
        }
    }
}

/// Bodies that are locked one way or other, with particles between them.
static void locked(fuzz *f)
{
    for (int i = 0; i < 6; ++i)
    {
        scree_body_id body =
            put_body(f, SCREE_BODY_DYNAMIC, 1.1f * (float)i, 0.5f + 0.1f * (float)(i % 3));
        put_circle(f, body, 0.0f, 0.5f);
        scree_result result = scree_body_set_locks(
            f->now.world, body, (scree_motion_locks){i & 1, i & 2, (i & 4) || i == 3});
        fuzz_see(f, (uint64_t)result);
        for (int k = 0; k < 4; ++k)
        {
            scree_particle_def def = scree_particle_def_default();
            def.position = (scree_vec2){f->shift + 1.1f * (float)i + 0.4f * (float)k, 1.1f};
            def.radius = 0.15f;
            def.fixed = k == 2;
            fuzz_made(f, FUZZ_PARTICLE, -1, scree_particle_create(f->now.world, &def).value);
        }
    }
}

static void particles(fuzz *f)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.container = fuzz_odds(f, 128) ? SCREE_CONTAINER_CIRCLE : SCREE_CONTAINER_BOX;
    settings.container_center = (scree_vec2){f->shift, 3.0f};
    settings.container_size = (scree_vec2){4.0f, 3.0f};
    settings.friction = 0.3f;
    fuzz_see(f, (uint64_t)scree_world_set_particle_settings(f->now.world, &settings));
    for (int i = 0; i < 48; ++i)
    {
        scree_particle_def def = scree_particle_def_default();
        def.position =
            (scree_vec2){f->shift + 0.45f * (float)(i % 8) - 1.5f, 1.0f + 0.45f * (float)(i / 8)};
        def.radius = 0.15f + 0.02f * (float)(i % 5);
        fuzz_made(f, FUZZ_PARTICLE, -1, scree_particle_create(f->now.world, &def).value);
    }
    put_box(f, put_body(f, SCREE_BODY_DYNAMIC, 0.0f, 5.0f), 0.5f, 0.5f);
}

static void soft(fuzz *f)
{
    scree_world *world = f->now.world;
    put_ground(f);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.radius = 0.05f;
    def.position = (scree_vec2){f->shift - 3.0f, 4.0f};
    scree_vec2 from = {0.0f, 0.0f}, to = {3.0f, 0.0f};
    scree_soft_body_id rope = scree_soft_body_create_rope(world, &def, from, to, 10, true, false);
    fuzz_made(f, FUZZ_SOFT, -1, rope.value);
    scree_body_id weight = put_body(f, SCREE_BODY_DYNAMIC, 0.0f, 4.0f);
    put_box(f, weight, 0.3f, 0.3f);
    scree_vec2 corner = {-0.3f, 0.3f};
    fuzz_see(f, (uint64_t)scree_soft_body_attach(world, rope, 10, weight, corner));
    int32_t held[] = {0, 4};
    def.position = (scree_vec2){f->shift + 1.0f, 5.0f};
    fuzz_made(f, FUZZ_SOFT, -1,
              scree_soft_body_create_cloth(world, &def, 5, 4, 0.4f, held, 2).value);
    for (int i = 0; i < 3; ++i)
    {
        def.position = (scree_vec2){f->shift + 0.4f * (float)i, 0.6f + 1.2f * (float)i};
        scree_soft_body_id body = i == 1 ? scree_soft_body_create_polygon(world, &def, 7, 0.5f)
                                         : scree_soft_body_create_box(world, &def, 0.5f, 0.4f);
        fuzz_made(f, FUZZ_SOFT, -1, body.value);
    }
}

/// Columns that sleep, a particle and a soft body beside them, and others that will fall on them.
static void sleepers(fuzz *f)
{
    scree_world *world = f->now.world;
    put_ground(f);
    for (int i = 0; i < 9; ++i)
    {
        float x = 2.0f * (float)(i / 3), y = 0.5f + (float)(i % 3);
        scree_body_id body = put_body(f, SCREE_BODY_DYNAMIC, x, y);
        put_box(f, body, 0.5f, 0.5f);
        fuzz_see(f, (uint64_t)scree_body_set_awake(world, body, false));
    }
    for (int i = 0; i < 4; ++i)
    {
        float high = i < 2 ? 0.3f : 3.6f;
        scree_particle_def def = scree_particle_def_default();
        def.position = (scree_vec2){f->shift - 1.0f + 2.0f * (float)i, high};
        def.radius = 0.2f;
        fuzz_made(f, FUZZ_PARTICLE, -1, scree_particle_create(world, &def).value);
        scree_soft_body_def soft_def = scree_soft_body_def_default();
        soft_def.position = (scree_vec2){f->shift + 6.0f - 2.0f * (float)i, high};
        fuzz_made(f, FUZZ_SOFT, -1, scree_soft_body_create_box(world, &soft_def, 0.3f, 0.3f).value);
    }
    for (int i = 0; i < 12; ++i)
    {
        fuzz_see(f, (uint64_t)scree_world_step(world, 1.0f / 60.0f, 2));
    }
}

/// Joints of all kinds in a row of bodies; the first one is static.
static void joined(fuzz *f)
{
    scree_world *world = f->now.world;
    put_ground(f);
    scree_body_id last = put_body(f, SCREE_BODY_STATIC, 0.0f, 6.0f);
    for (int i = 0; i < 8; ++i)
    {
        scree_body_id body = put_body(f, SCREE_BODY_DYNAMIC, 1.0f + (float)i, 6.0f);
        put_box(f, body, 0.5f, 0.25f);
        scree_joint_base base = {.body_a = last, .body_b = body, .frame_b = {{-1.0f, 0.0f}, 0.0f}};
        scree_revolute_joint_def revolute = scree_revolute_joint_def_default();
        scree_weld_joint_def weld = scree_weld_joint_def_default();
        scree_wheel_joint_def wheel = scree_wheel_joint_def_default();
        scree_distance_joint_def distance = scree_distance_joint_def_default();
        revolute.base = weld.base = wheel.base = distance.base = base;
        uint64_t id = i % 4 == 0   ? scree_joint_create_revolute(world, &revolute).value
                      : i % 4 == 1 ? scree_joint_create_weld(world, &weld).value
                      : i % 4 == 2 ? scree_joint_create_wheel(world, &wheel).value
                                   : scree_joint_create_distance(world, &distance).value;
        fuzz_joined(f, last, body, id);
        last = body;
    }
}

static const fuzz_row rows[] = {
    {"an empty world", empty, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"a stack", stack, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"a bin", bin, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"compounds", compounds, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"combs", combs, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"locked bodies", locked, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"particles", particles, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"soft bodies", soft, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"sleepers", sleepers, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
    {"joined bodies", joined, 1, FUZZ_CHANGES, NULL, SIG_NO_OBJECT},
};

const fuzz_rows fuzz_scene_rows = {rows, sizeof rows / sizeof *rows};
