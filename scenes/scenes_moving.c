// Small scenes whose motion has a known right answer.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

// ramp

// The slope falls to the right by 1 in 2: a box stays if its friction is above 0.5. From the bottom
// up the boxes have 0.05, 0.15, ... 0.95, so that those that slide run ahead of those that stay.
#define SLOPE_ANGLE 0.46364761f   // atan(1/2)
#define SLOPE_SINE 0.44721360f    // 1 / sqrt(5)
#define SLOPE_COSINE 0.89442719f  // 2 / sqrt(5)
#define RAMP_BOX 0.5f

static scree_scene_counts ramp_counts(int size)
{
    return (scree_scene_counts){size + 2, size + 2, 0};
}

static bool ramp_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 1.0f;
    float length = 2.0f * (float)params->size + 2.0f, width = length * SLOPE_COSINE;
    sc_build_box_body(&builder, SCREE_BODY_STATIC, &def, 0.0f, -0.5f * SC_WALL_THICKNESS, 0.0f,
                      width + 60.0f, 0.5f * SC_WALL_THICKNESS);
    scree_polygon wedge = {
        .count = 3,
        .vertices = {{-width, 0.0f}, {0.0f, 0.0f}, {-width, 0.5f * width}},
    };
    scree_body_id ramp = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_polygon(&builder, ramp, &def, &wedge);
    for (int i = 0; i < params->size; ++i)
    {
        // The ramp's friction is 1, so that the pair's is the square root of the box's own.
        float friction = 0.05f + 0.1f * (float)(i % 10);
        def.material.friction = friction * friction;
        float along = 2.0f * (float)i + 2.0f;
        float x = -along * SLOPE_COSINE + RAMP_BOX * SLOPE_SINE;
        float y = along * SLOPE_SINE + RAMP_BOX * SLOPE_COSINE;
        sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, x, y, -SLOPE_ANGLE, RAMP_BOX,
                          RAMP_BOX);
    }
    state->limits = sc_aabb_of(-width - 60.0f, 0.0f, width + 60.0f, width);
    state->view = sc_aabb_of(-width - 1.0f, -1.0f, width + 1.0f, 0.5f * width + 2.0f);
    return builder.ok;
}

const scree_scene sc_scene_ramp = {
    .name = "ramp",
    .description = "boxes of friction 0.05 to 0.95 on a slope of 1 in 2: boxes of friction below "
                   "0.5 slide",
    .size_meaning = "boxes",
    .size_default = 10,
    .size_min = 1,
    .size_max = 10,
    .steps = 300,
    .verify_size = 10,
    .verify_steps = 120,
    .counts = ramp_counts,
    .create = ramp_create,
};

// bouncers

#define BOUNCER_RADIUS 0.5f
#define BOUNCER_HEIGHT 4.0f  // from the floor to the underside, m

static bool bouncers_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float half = 0.75f * (float)params->size + 1.0f;
    sc_build_floor(&builder, half + 10.0f);
    for (int i = 0; i < params->size; ++i)
    {
        float x = 1.5f * ((float)i - 0.5f * (float)(params->size - 1));
        scree_body_id ball =
            sc_build_body(&builder, SCREE_BODY_DYNAMIC, x, BOUNCER_HEIGHT + BOUNCER_RADIUS, 0.0f);
        def.material.restitution = params->size > 1 ? (float)i / (float)(params->size - 1) : 1.0f;
        sc_build_circle(&builder, ball, &def, 0.0f, 0.0f, BOUNCER_RADIUS);
    }
    state->limits = sc_aabb_of(-half - 10.0f, 0.0f, half + 10.0f, 10.0f);
    state->view = sc_aabb_of(-half, -1.0f, half, BOUNCER_HEIGHT + 2.0f);
    return builder.ok;
}

const scree_scene sc_scene_bouncers = {
    .name = "bouncers",
    .description = "balls of restitution e = 0 to 1 dropped from 4 m: each rises to e^2 times 4 m",
    .size_meaning = "balls",
    .size_default = 11,
    .size_min = 1,
    .size_max = 101,
    .steps = 300,
    .verify_size = 11,
    .verify_steps = 150,
    .counts = sc_counts_on_floor,
    .create = bouncers_create,
};

// dominoes

#define DOMINO_HALF_WIDTH 0.125f
#define DOMINO_HALF_HEIGHT 1.0f
#define DOMINO_SPACING 1.0f
#define DOMINO_SPIN -1.0f  // of the first one about its lower right corner, rad/s

static bool dominoes_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float half = 0.5f * DOMINO_SPACING * (float)(params->size - 1);
    sc_build_floor(&builder, half + 20.0f);
    for (int i = 0; i < params->size; ++i)
    {
        scree_body_id domino =
            sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, DOMINO_SPACING * (float)i - half,
                              DOMINO_HALF_HEIGHT, 0.0f, DOMINO_HALF_WIDTH, DOMINO_HALF_HEIGHT);
        if (i == 0 && builder.ok)
        {
            // The centre is at (-half width, half height) of the corner, so it moves at spin x that
            // arm.
            scree_vec2 velocity = {-DOMINO_SPIN * DOMINO_HALF_HEIGHT,
                                   -DOMINO_SPIN * DOMINO_HALF_WIDTH};
            builder.ok = scree_body_set_velocity(world, domino, velocity, DOMINO_SPIN) == SCREE_OK;
        }
    }
    state->limits = sc_aabb_of(-half - 20.0f, 0.0f, half + 20.0f, 2.0f * DOMINO_HALF_HEIGHT + 1.0f);
    state->view = sc_aabb_of(-half - 2.0f, -1.0f, half + 4.0f, 2.0f * DOMINO_HALF_HEIGHT + 1.0f);
    return builder.ok;
}

const scree_scene sc_scene_dominoes = {
    .name = "dominoes",
    .description = "a row of dominoes, the first one pushed",
    .size_meaning = "dominoes",
    .size_default = 30,
    .size_min = 1,
    .size_max = 1000,
    .steps = 600,
    .verify_size = 15,
    .verify_steps = 200,
    .counts = sc_counts_on_floor,
    .create = dominoes_create,
};

// bullets

#define BULLET_SPEED 400.0f  // m/s
#define BULLET_WALL 0.05f    // m, half of a wall

static float bullets_half_width(int size) { return 0.6f * sqrtf((float)size) + 2.0f; }

static scree_scene_counts bullets_counts(int size)
{
    return (scree_scene_counts){size + 1, size + 6, 0};
}

/// A room with a cross in its middle, all walls of 0.1 m.
static void build_room(sc_builder *builder, const scree_shape_def *def, float half)
{
    scree_body_id walls = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    float at = half + BULLET_WALL, length = half + 2.0f * BULLET_WALL;
    for (int i = 0; i < 2; ++i)
    {
        float side = i == 0 ? -at : at;
        sc_build_box(builder, walls, def, 0.0f, side, length, BULLET_WALL);
        sc_build_box(builder, walls, def, side, 0.0f, BULLET_WALL, length);
    }
    sc_build_box(builder, walls, def, 0.0f, 0.0f, 0.5f * half, BULLET_WALL);
    sc_build_box(builder, walls, def, 0.0f, 0.0f, BULLET_WALL, 0.5f * half);
}

static void build_bullet(sc_builder *builder, const scree_shape_def *def, sc_random *random, int i,
                         float half)
{
    // In the corners of the room, beyond the arms of the cross.
    float x = sc_random_float(random, 0.1f * half, half - 0.6f);
    float y = sc_random_float(random, 0.1f * half, half - 0.6f), sine, cosine;
    float angle = sc_random_float(random, -3.14f, 3.14f);
    scree_body_id body = sc_build_body(builder, SCREE_BODY_DYNAMIC, i & 1 ? x : -x, i & 2 ? y : -y,
                                       sc_random_float(random, -3.14f, 3.14f));
    switch (i / 4 % 4)
    {
    case 0:
        sc_build_box(builder, body, def, 0.0f, 0.0f, 0.05f, 0.05f);
        break;
    case 1:
        sc_build_circle(builder, body, def, 0.0f, 0.0f, 0.05f);
        break;
    case 2:
        sc_build_box(builder, body, def, 0.0f, 0.0f, 0.5f, 0.01f);
        break;
    default:
        sc_build_capsule(builder, body, def, (scree_vec2){-0.2f, 0.0f}, (scree_vec2){0.2f, 0.0f},
                         0.03f);
        break;
    }
    scree_sincos(angle, &sine, &cosine);
    scree_vec2 velocity = {BULLET_SPEED * cosine, BULLET_SPEED * sine};
    float spin = sc_random_float(random, -60.0f, 60.0f);
    builder->ok = builder->ok && scree_body_set_bullet(builder->world, body, true) == SCREE_OK &&
                  scree_body_set_velocity(builder->world, body, velocity, spin) == SCREE_OK;
}

static bool bullets_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    sc_random random = sc_random_create(params->seed);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.2f;
    def.material.restitution = 1.0f;
    float half = bullets_half_width(params->size);
    build_room(&builder, &def, half);
    for (int i = 0; i < params->size; ++i)
        build_bullet(&builder, &def, &random, i, half);
    float outer = half + BULLET_WALL;
    state->limits = sc_aabb_of(-outer, -outer, outer, outer);
    state->view = sc_aabb_of(-outer, -outer, outer, outer);
    return builder.ok;
}

const scree_scene sc_scene_bullets = {
    .name = "bullets",
    .description = "boxes, discs, rods and capsules at 400 m/s between walls of 0.1 m",
    .size_meaning = "bodies",
    .size_default = 1000,
    .size_min = 8,
    .size_max = 200000,
    .steps = 600,
    .verify_size = 100,
    .verify_steps = 90,
    .random = true,
    .weightless = true,
    .counts = bullets_counts,
    .create = bullets_create,
};
