// The scenes that Box2D 3.2 publishes its times on: the same bodies in the same places, created in
// the same order, so that a time per step compares directly.

#include "builder.h"
#include "catalogue.h"

// pyramids

static int pyramid_box_count(int base) { return base * (base + 1) / 2; }

// Boxes of half extent 0.5, the leftmost of the bottom row at (x, y), rows exactly 1 m apart.
static void push_pyramid(sc_layout *layout, int base, float x, float y)
{
    for (int row = 0; row < base; ++row)
    {
        for (int k = row; k < base; ++k)
            sc_layout_push(layout, 0.5f * (float)(row + 1) + (float)(k - row) + x - 0.5f,
                           (float)row + y);
    }
}

static scree_scene_counts large_pyramid_counts(int size)
{
    return (scree_scene_counts){pyramid_box_count(size) + 1, pyramid_box_count(size) + 1, 0};
}

static bool large_pyramid_create(scree_world *world, const scree_scene_params *params,
                                 scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float base = (float)params->size, ground = base > 100.0f ? base : 100.0f;
    sc_build_box_body(&builder, SCREE_BODY_STATIC, &def, 0.0f, -1.0f, 0.0f, ground, 1.0f);

    sc_layout layout = sc_layout_create(&builder, pyramid_box_count(params->size));
    push_pyramid(&layout, params->size, 0.5f - 0.5f * base, 0.5f);
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.5f, 0.5f);
    if (builder.ok)
        sc_build_top(&builder, layout.ids[layout.count - 1]);
    sc_layout_destroy(&layout);
    state->limits = sc_aabb_of(-ground, 0.0f, ground, base + 1.0f);
    state->view = sc_aabb_of(-0.55f * base - 1.0f, -1.0f, 0.55f * base + 1.0f, base + 1.0f);
    return builder.ok;
}

const scree_scene sc_scene_large_pyramid = {
    .name = "large_pyramid",
    .description = "one pyramid of 1 m boxes (record scene)",
    .size_meaning = "boxes in the bottom row",
    .size_default = 100,
    .size_min = 1,
    .size_max = 1000,
    .steps = 500,
    .verify_size = 30,
    .verify_steps = 60,
    .standing = true,
    .counts = large_pyramid_counts,
    .create = large_pyramid_create,
};

#define SMALL_BASE 10
#define SMALL_STEP 11.0f  // from pyramid to pyramid and from row to row, m

static scree_scene_counts many_pyramids_counts(int size)
{
    int boxes = size * size * pyramid_box_count(SMALL_BASE);
    return (scree_scene_counts){boxes + 1, boxes + size, 0};
}

static bool many_pyramids_create(scree_world *world, const scree_scene_params *params,
                                 scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float half = 0.5f * SMALL_STEP * (float)params->size;
    scree_body_id ground = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    for (int row = 0; row < params->size; ++row)
    {
        float y = SMALL_STEP * (float)row;
        sc_build_segment(&builder, ground, &def, (scree_vec2){-half, y}, (scree_vec2){half, y});
    }

    int boxes = pyramid_box_count(SMALL_BASE);
    sc_layout layout = sc_layout_create(&builder, params->size * params->size * boxes);
    for (int row = 0; row < params->size; ++row)
    {
        for (int column = 0; column < params->size; ++column)
        {
            float x = SMALL_STEP * (float)column - half + 1.0f;
            push_pyramid(&layout, SMALL_BASE, x, SMALL_STEP * (float)row + 0.5f);
        }
    }
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.5f, 0.5f);
    for (int i = boxes - 1; builder.ok && i < layout.count; i += boxes)
        sc_build_top(&builder, layout.ids[i]);
    sc_layout_destroy(&layout);
    state->limits = sc_aabb_of(-half, 0.0f, half, 2.0f * half + 1.0f);
    state->view = sc_aabb_of(-half, -1.0f, half, 2.0f * half);
    return builder.ok;
}

const scree_scene sc_scene_many_pyramids = {
    .name = "many_pyramids",
    .description =
        "rows of pyramids with a base of 10, each row on a segment of its own (record scene)",
    .size_meaning = "rows, and pyramids in a row",
    .size_default = 20,
    .size_min = 1,
    .size_max = 64,
    .steps = 200,
    .verify_size = 4,
    .verify_steps = 40,
    .standing = true,
    .counts = many_pyramids_counts,
    .create = many_pyramids_create,
};

// washer

#define SECTORS 36
#define FIN_EVERY 9
#define DEGREE 0.017453293f

static scree_scene_counts washer_counts(int size)
{
    return (scree_scene_counts){size * size + 2, size * size + SECTORS + SECTORS / FIN_EVERY, 0};
}

static scree_vec2 polar(float degrees, float radius)
{
    float sine, cosine;
    scree_sincos(degrees * DEGREE, &sine, &cosine);
    return (scree_vec2){radius * cosine, radius * sine};
}

// The quad between two radii and two directions, with straight edges.
static void build_sector(sc_builder *builder, scree_body_id ring, float from, float to,
                         float inner_radius, float outer_radius)
{
    scree_shape_def def = scree_shape_def_default();
    scree_polygon quad = {
        .count = 4,
        .vertices = {polar(from, inner_radius), polar(from, outer_radius), polar(to, outer_radius),
                     polar(to, inner_radius)},
    };
    sc_build_polygon(builder, ring, &def, &quad);
}

static bool washer_create(scree_world *world, const scree_scene_params *params,
                          scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    // The record holder's scene has a ground body without shapes here; it keeps the order of bodies
    // equal.
    sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_body_id ring = sc_build_body(&builder, SCREE_BODY_KINEMATIC, 0.0f, 10.0f, 0.0f);
    if (builder.ok)
    {
        builder.ok = scree_body_set_velocity(world, ring, (scree_vec2){0.001f, -0.002f},
                                             25.0f * DEGREE) == SCREE_OK;
    }
    for (int i = 0; i < SECTORS; ++i)
    {
        float from = 10.0f * (float)i, to = from + 10.0f;
        build_sector(&builder, ring, from - 1.0f, to + 1.0f, 16.0f, 18.0f);
        if (i % FIN_EVERY == 0)
            build_sector(&builder, ring, from, to, 14.0f, 16.0f);
    }

    scree_shape_def def = scree_shape_def_default();
    sc_layout layout = sc_layout_create(&builder, params->size * params->size);
    // Running sums in float, as the record holder's scene has them.
    float y = -1.1f * 0.1f * (float)params->size + 10.0f;
    for (int row = 0; row < params->size; ++row)
    {
        float x = -1.1f * 0.1f * (float)params->size;
        for (int column = 0; column < params->size; ++column)
        {
            sc_layout_push(&layout, x, y);
            x += 0.21f;
        }
        y += 0.21f;
    }
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.1f, 0.1f);
    sc_layout_destroy(&layout);
    state->driven = ring;
    state->limits = sc_aabb_of(-18.5f, -8.5f, 18.5f, 28.5f);
    state->view = sc_aabb_of(-18.5f, -8.5f, 18.5f, 28.5f);
    return builder.ok;
}

const scree_scene sc_scene_washer = {
    .name = "washer",
    .description = "boxes in a turning kinematic ring with fins (record scene)",
    .size_meaning = "boxes on a side of the block in the ring",
    .size_default = 90,
    .size_min = 1,
    .size_max = 100,  // a larger block does not fit between the fins
    .steps = 500,
    .verify_size = 30,
    .verify_steps = 100,
    .counts = washer_counts,
    .create = washer_create,
};

// yards of static boxes

// A floor from -half to half and two walls, one box a metre, each overlapping its neighbours by 0.1
// m.
static scree_body_id build_yard(sc_builder *builder, int half, int height)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id yard = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    for (int x = -half; x <= half; ++x)
        sc_build_box(builder, yard, &def, (float)x, 0.0f, 0.55f, 0.5f);
    for (int y = 1; y <= height; ++y)
        sc_build_box(builder, yard, &def, (float)-half, (float)y, 0.5f, 0.55f);
    for (int y = 1; y <= height; ++y)
        sc_build_box(builder, yard, &def, (float)half, (float)y, 0.5f, 0.55f);
    return yard;
}

static int yard_box_count(int half, int height) { return 2 * half + 1 + 2 * height; }

#define PIT_HALF 40
#define PIT_HEIGHT 100
#define COMPOUND_COLUMNS 20

static scree_scene_counts compounds_counts(int size)
{
    int bodies = COMPOUND_COLUMNS * size;
    return (scree_scene_counts){bodies + 1, 2 * bodies + yard_box_count(PIT_HALF, PIT_HEIGHT) + 1,
                                0};
}

static bool compounds_create(scree_world *world, const scree_scene_params *params,
                             scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id pit = build_yard(&builder, PIT_HALF, PIT_HEIGHT);
    sc_build_segment(&builder, pit, &def, (scree_vec2){-800.0f, -80.0f},
                     (scree_vec2){800.0f, -80.0f});

    def.material.friction = 0.5f;
    scree_polygon left = {.count = 3, .vertices = {{-1.0f, 0.0f}, {0.5f, 1.0f}, {0.0f, 2.0f}}};
    scree_polygon right = {.count = 3, .vertices = {{1.0f, 0.0f}, {0.0f, 2.0f}, {-0.5f, 1.0f}}};
    sc_layout layout = sc_layout_create(&builder, COMPOUND_COLUMNS * params->size);
    float side = 0.25f;
    for (int column = 0; column < COMPOUND_COLUMNS; ++column)
    {
        for (int row = 0; row < params->size; ++row)
        {
            sc_layout_push(&layout, 2.0f * (float)column - 19.0f + side,
                           2.25f * (float)row + 5.575f);
            side = -side;
        }
    }
    sc_layout_build(&layout, &builder);
    // Body by body, so that the two shapes of a body are neighbours in order.
    for (int i = 0; builder.ok && i < layout.count; ++i)
    {
        sc_build_polygon(&builder, layout.ids[i], &def, &left);
        sc_build_polygon(&builder, layout.ids[i], &def, &right);
    }
    sc_layout_destroy(&layout);
    float top = 2.25f * (float)params->size + 10.0f;
    state->limits = sc_aabb_of(-PIT_HALF, 0.0f, PIT_HALF, top);
    state->view =
        sc_aabb_of(-PIT_HALF - 2, -2.0f, PIT_HALF + 2, top < PIT_HEIGHT ? top : PIT_HEIGHT);
    return builder.ok;
}

const scree_scene sc_scene_compounds = {
    .name = "compounds",
    .description = "bodies of two triangles raining into a pit of static boxes (record scene)",
    .size_meaning = "bodies in each of 20 columns",
    .size_default = 150,
    .size_min = 1,
    .size_max = 2000,
    .steps = 500,
    .verify_size = 15,
    .verify_steps = 150,
    .counts = compounds_counts,
    .create = compounds_create,
};

#define YARD_HALF 80
#define YARD_HEIGHT 50
#define JUNK_COLUMNS 200

static scree_scene_counts junkyard_counts(int size)
{
    int junk = JUNK_COLUMNS * size;
    return (scree_scene_counts){junk + 2, junk + yard_box_count(YARD_HALF, YARD_HEIGHT) + 1, 0};
}

static bool junkyard_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    build_yard(&builder, YARD_HALF, YARD_HEIGHT);

    // Five points on a circle of radius 0.25, a golden angle apart.
    scree_polygon junk = {
        .count = 5,
        .vertices = {{0.152152002f, -0.198367774f},
                     {0.25f, 0.0f},
                     {0.0221488569f, 0.249016941f},
                     {-0.246107578f, 0.0439439416f},
                     {-0.18433179f, -0.168883964f}},
    };
    sc_layout layout = sc_layout_create(&builder, JUNK_COLUMNS * params->size);
    float side = -0.1f;
    for (int column = 0; column < JUNK_COLUMNS; ++column)
    {
        for (int row = 0; row < params->size; ++row)
        {
            sc_layout_push(&layout, 0.75f * (float)column - 75.0f + side, (float)row + 15.0f);
            side = -side;
        }
    }
    sc_layout_build(&layout, &builder);
    if (builder.ok)
    {
        builder.ok = scree_shapes_create_polygon(world, layout.ids, layout.count, &def, &junk,
                                                 NULL) == SCREE_OK;
    }
    sc_layout_destroy(&layout);

    state->driven = sc_build_body(&builder, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    sc_build_box(&builder, state->driven, &def, 0.0f, 4.0f, 2.0f, 4.0f);
    float top = (float)params->size + 20.0f;
    state->limits = sc_aabb_of(-YARD_HALF, 0.0f, YARD_HALF, top > YARD_HEIGHT ? top : YARD_HEIGHT);
    state->view = sc_aabb_of(-YARD_HALF - 2, -2.0f, YARD_HALF + 2, top);
    return builder.ok;
}

static scree_result junkyard_drive(scree_world *world, scree_scene_state *state, float dt)
{
    float sine, cosine;
    scree_sincos(0.2f * (float)state->time, &sine, &cosine);
    return scree_body_set_target_transform(world, state->driven, (scree_vec2){60.0f * sine, 0.0f},
                                           0.0f, dt);
}

const scree_scene sc_scene_junkyard = {
    .name = "junkyard",
    .description = "pentagons in a yard, shoved to and fro by a kinematic pusher (record scene)",
    .size_meaning = "bodies in each of 200 columns",
    .size_default = 40,
    .size_min = 1,
    .size_max = 1000,
    .steps = 800,
    .verify_size = 4,
    .verify_steps = 180,
    .counts = junkyard_counts,
    .create = junkyard_create,
    .drive = junkyard_drive,
};

// smash

static int smash_columns(int size) { return 3 * size / 2; }

static scree_scene_counts smash_counts(int size)
{
    int boxes = smash_columns(size) * size;
    return (scree_scene_counts){boxes + 1, boxes + 1, 0};
}

static bool smash_create(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    def.density = 8.0f;
    scree_body_id ram =
        sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, -20.0f, 0.0f, 0.0f, 4.0f, 4.0f);
    if (builder.ok)
        builder.ok =
            scree_body_set_velocity(world, ram, (scree_vec2){40.0f, 0.0f}, 0.0f) == SCREE_OK;

    def.density = 1.0f;
    int columns = smash_columns(params->size);
    sc_layout layout = sc_layout_create(&builder, columns * params->size);
    for (int column = 0; column < columns; ++column)
    {
        for (int row = 0; row < params->size; ++row)
            sc_layout_push(&layout, 0.4f * (float)column + 30.0f,
                           (float)(row - params->size / 2) * 0.4f);
    }
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.2f, 0.2f);
    sc_layout_build_asleep(&layout, &builder);
    sc_layout_destroy(&layout);
    float half = 0.2f * (float)params->size, right = 30.0f + 0.4f * (float)columns;
    // Nothing holds the bodies in: the bounds are where a body flung off at many times the ram's
    // speed is.
    state->limits = sc_aabb_of(-2000.0f, -2000.0f, 2000.0f, 2000.0f);
    state->view = sc_aabb_of(-25.0f, -1.8f * half - 5.0f, 1.8f * right, 1.8f * half + 5.0f);
    return builder.ok;
}

const scree_scene sc_scene_smash = {
    .name = "smash",
    .description = "a heavy box flies into a block of small boxes without gravity (record scene)",
    .size_meaning = "rows of the block, of 1.5 times as many boxes each",
    .size_default = 80,
    .size_min = 2,
    .size_max = 400,
    .steps = 300,
    .verify_size = 20,
    .verify_steps = 120,
    .weightless = true,
    .counts = smash_counts,
    .create = smash_create,
};
