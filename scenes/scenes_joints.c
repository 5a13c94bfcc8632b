// Hanging things: a grid of hinges, a bridge, a chain with a mace, a cradle of balls.

#include "builder.h"
#include "catalogue.h"

#include <stdlib.h>

// joint_grid

#define GRID_HELD 7

static scree_scene_counts joint_grid_counts(int size)
{
    return (scree_scene_counts){size * size, size * size, 2 * size * (size - 1)};
}

// The circle of column k, i below the top, with a hinge to those above it and left of it.
static scree_body_id build_knot(sc_builder *builder, const scree_body_id *left, int k, int i)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = 2;
    def.filter.mask = ~UINT64_C(2);
    int middle = builder->state->size / 2;
    bool held = i == 0 && abs(k - middle) <= GRID_HELD / 2;
    scree_body_id body = sc_build_body(builder, held ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC,
                                       (float)k, (float)-i, 0.0f);
    sc_build_circle(builder, body, &def, 0.0f, 0.0f, 0.4f);
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    hinge.base.body_b = body;
    if (i > 0)
    {
        hinge.base.body_a = left[i - 1];  // already of this column
        hinge.base.frame_a.position = (scree_vec2){0.0f, -0.5f};
        hinge.base.frame_b.position = (scree_vec2){0.0f, 0.5f};
        sc_build_revolute(builder, &hinge);
    }
    if (k > 0)
    {
        hinge.base.body_a = left[i];
        hinge.base.frame_a.position = (scree_vec2){0.5f, 0.0f};
        hinge.base.frame_b.position = (scree_vec2){-0.5f, 0.0f};
        sc_build_revolute(builder, &hinge);
    }
    return body;
}

static bool joint_grid_create(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int n = params->size;
    scree_body_id *column = calloc((size_t)n, sizeof *column);
    builder.ok = column != NULL;
    for (int k = 0; k < n; ++k)
    {
        for (int i = 0; builder.ok && i < n; ++i)
            column[i] = build_knot(&builder, column, k, i);
    }
    free(column);
    float size = (float)n;
    state->limits = sc_aabb_of(-size, -3.0f * size, 2.0f * size, size);
    state->view = sc_aabb_of(-0.1f * size, -1.25f * size, 1.1f * size, 0.1f * size);
    return builder.ok;
}

const scree_scene sc_scene_joint_grid = {
    .name = "joint_grid",
    .description = "circles hung in a grid of hinges (record scene)",
    .size_meaning = "circles on a side of the grid",
    .size_default = 100,
    .size_min = GRID_HELD + 1,
    .size_max = 1000,
    .steps = 500,
    .verify_size = 20,
    .verify_steps = 120,
    .counts = joint_grid_counts,
    .create = joint_grid_create,
};

// bridge

#define PLANK_LENGTH 1.0f
#define PLANK_THICKNESS 0.25f
#define PLANK_DENSITY 8.0f
#define BRIDGE_TURN 1.0f  // of the planks from one end to the other, rad
#define BRIDGE_CRATE 0.5f

static int crate_count(int size) { return size / 4; }

static scree_scene_counts bridge_counts(int size)
{
    return (scree_scene_counts){size + crate_count(size) + 1, size + crate_count(size) + 2,
                                size + 1};
}

// A shore on each side, whose upper edges are where the bridge ends.
static scree_body_id build_shores(sc_builder *builder, float half)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id shores = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    for (int side = -1; side <= 1; side += 2)
        sc_build_box(builder, shores, &def, (float)side * (half + 5.0f), -5.0f, 5.0f, 5.0f);
    return shores;
}

// The direction of plank i and the height of its left end: the planks lie on an arc, so that the
// bridge has slack enough to hang.
static float plank_angle(int i, int size)
{
    return BRIDGE_TURN * (((float)i + 0.5f) / (float)size - 0.5f);
}

static float half_span(int size)
{
    float span = 0.0f;
    for (int i = 0; i < size; ++i)
    {
        float sine, cosine;
        scree_sincos(plank_angle(i, size), &sine, &cosine);
        span += PLANK_LENGTH * cosine;
    }
    return 0.5f * span;
}

static bool bridge_create(scree_world *world, const scree_scene_params *params,
                          scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int n = params->size;
    float half = half_span(n), lowest = 0.0f;
    scree_shape_def def = scree_shape_def_default();
    scree_shape_def crate = scree_shape_def_default();
    def.density = PLANK_DENSITY;
    scree_body_id shores = build_shores(&builder, half), before = shores;
    scree_vec2 end = {-half, 0.0f};
    for (int i = 0; i < n; ++i)
    {
        float sine, cosine, angle = plank_angle(i, n);
        scree_sincos(angle, &sine, &cosine);
        scree_vec2 middle = {end.x + 0.5f * PLANK_LENGTH * cosine,
                             end.y + 0.5f * PLANK_LENGTH * sine};
        scree_body_id plank =
            sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, middle.x, middle.y, angle,
                              0.5f * PLANK_LENGTH, 0.5f * PLANK_THICKNESS);
        scree_revolute_joint_def hinge = sc_hinge_at(&builder, before, plank, end);
        sc_build_revolute(&builder, &hinge);
        if (i % 4 == 1 && i / 4 < crate_count(n))
        {
            sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &crate, middle.x,
                              middle.y + BRIDGE_CRATE + 0.5f, angle, BRIDGE_CRATE, BRIDGE_CRATE);
        }
        before = plank;
        end.x += PLANK_LENGTH * cosine;
        end.y += PLANK_LENGTH * sine;
        lowest = end.y < lowest ? end.y : lowest;
    }
    scree_revolute_joint_def hinge = sc_hinge_at(&builder, before, shores, end);
    sc_build_revolute(&builder, &hinge);
    state->limits = sc_aabb_of(-half - 10.0f, 2.0f * lowest - 5.0f, half + 10.0f, 20.0f);
    state->view = sc_aabb_of(-half - 2.0f, 1.2f * lowest - 2.0f, half + 2.0f, 4.0f);
    return builder.ok;
}

const scree_scene sc_scene_bridge = {
    .name = "bridge",
    .description = "a hanging bridge of hinged planks with a crate on every fourth",
    .size_meaning = "planks",
    .size_default = 120,
    .size_min = 4,
    .size_max = 1000,
    .steps = 900,
    .verify_size = 24,
    .verify_steps = 180,
    .counts = bridge_counts,
    .create = bridge_create,
};

// chain_mace

#define LINK_LENGTH 1.0f
#define LINK_RADIUS 0.125f
#define MACE_RATIO 100.0f  // mass of the mace to that of a link
#define MACE_RADIUS 2.0f

static scree_scene_counts chain_mace_counts(int size)
{
    return (scree_scene_counts){size + 2, size + 2, size + 1};
}

static bool chain_mace_create(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int n = params->size;
    float length = LINK_LENGTH * (float)n, half = 0.5f * LINK_LENGTH;
    // Links do not touch each other: they overlap where they are joined.
    scree_shape_def def = scree_shape_def_default();
    def.filter.group = -1;
    scree_body_id post = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_circle(&builder, post, &def, 0.0f, 0.0f, 2.0f * LINK_RADIUS);
    scree_body_id before = post;
    float mass = 0.0f;
    for (int i = 0; i < n; ++i)
    {
        float x = LINK_LENGTH * (float)i;
        scree_body_id link = sc_build_body(&builder, SCREE_BODY_DYNAMIC, x + half, 0.0f, 0.0f);
        sc_build_capsule(&builder, link, &def, (scree_vec2){-half, 0.0f}, (scree_vec2){half, 0.0f},
                         LINK_RADIUS);
        scree_revolute_joint_def hinge = sc_hinge_at(&builder, before, link, (scree_vec2){x, 0.0f});
        sc_build_revolute(&builder, &hinge);
        mass = builder.ok ? scree_body_mass(world, link) : 0.0f;
        before = link;
    }
    // The mace hangs by its rim.
    def.density = MACE_RATIO * mass / (3.14159265f * MACE_RADIUS * MACE_RADIUS);
    scree_body_id mace =
        sc_build_body(&builder, SCREE_BODY_DYNAMIC, length + MACE_RADIUS, 0.0f, 0.0f);
    sc_build_circle(&builder, mace, &def, 0.0f, 0.0f, MACE_RADIUS);
    scree_revolute_joint_def hinge =
        sc_hinge_at(&builder, before, mace, (scree_vec2){length, 0.0f});
    sc_build_revolute(&builder, &hinge);
    float reach = 1.2f * length + 3.0f * MACE_RADIUS;
    state->limits = sc_aabb_of(-reach, -reach, reach, reach);
    state->view = sc_aabb_of(-reach, -reach, reach, 0.5f * length);
    return builder.ok;
}

const scree_scene sc_scene_chain_mace = {
    .name = "chain_mace",
    .description = "a chain released horizontally, with 100 times the mass of a link at its end",
    .size_meaning = "links",
    .size_default = 50,
    .size_min = 1,
    .size_max = 1000,
    .steps = 900,
    .verify_size = 20,
    .verify_steps = 180,
    .counts = chain_mace_counts,
    .create = chain_mace_create,
};

// newton_cradle

#define CRADLE_RADIUS 0.5f
#define CRADLE_ROD 5.0f
// The gap is longer than the way of a ball in a step. If several impacts fell into one step, they
// would be divided among the balls, and in the end all balls would swing together.
#define CRADLE_GAP 0.1f
#define CRADLE_PULL 0.7f  // of the first ball from straight down, rad

static scree_scene_counts newton_cradle_counts(int size)
{
    return (scree_scene_counts){size + 1, size + 1, size};
}

static bool newton_cradle_create(scree_world *world, const scree_scene_params *params,
                                 scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = sc_bouncing_def(1.0f);
    float spacing = 2.0f * CRADLE_RADIUS + CRADLE_GAP;
    float half = 0.5f * spacing * (float)(params->size - 1);
    scree_body_id frame = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_box(&builder, frame, &def, 0.0f, 0.2f, half + CRADLE_RADIUS, 0.1f);
    for (int i = 0; i < params->size; ++i)
    {
        float hang = spacing * (float)i - half, sine = 0.0f, cosine = 1.0f;
        if (i == 0)
            scree_sincos(CRADLE_PULL, &sine, &cosine);
        scree_body_id ball = sc_build_body(&builder, SCREE_BODY_DYNAMIC, hang - CRADLE_ROD * sine,
                                           -CRADLE_ROD * cosine, 0.0f);
        sc_build_circle(&builder, ball, &def, 0.0f, 0.0f, CRADLE_RADIUS);
        scree_distance_joint_def rod = scree_distance_joint_def_default();
        rod.base.body_a = frame;
        rod.base.body_b = ball;
        rod.base.frame_a.position.x = hang;
        rod.length = CRADLE_ROD;
        sc_build_distance(&builder, &rod);
    }
    float reach = half + CRADLE_ROD + 1.0f;
    state->limits = sc_aabb_of(-reach, -CRADLE_ROD - 1.0f, reach, 1.0f);
    state->view = sc_aabb_of(-reach, -CRADLE_ROD - 1.0f, reach, 1.0f);
    return builder.ok;
}

const scree_scene sc_scene_newton_cradle = {
    .name = "newton_cradle",
    .description = "balls on rods: the first one is pulled aside and hits the others, and the last "
                   "one swings out",
    .size_meaning = "balls",
    .size_default = 5,
    .size_min = 2,
    .size_max = 100,
    .steps = 900,
    .verify_size = 5,
    .verify_steps = 180,
    .elastic = true,
    .counts = newton_cradle_counts,
    .create = newton_cradle_create,
};
