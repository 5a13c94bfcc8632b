// A scene in which nearly everything sleeps: its steps cost only as much as the few awake bodies.

#include "builder.h"
#include "catalogue.h"

// Columns of boxes on shelves, twice as many columns on a shelf as there are shelves.
#define BOX 0.2f
#define COLUMN 5             // boxes
#define COLUMN_SPACING 0.6f  // m
#define SHELF_SPACING 3.0f   // from top to top, m
#define SHELF_HALF_THICKNESS 0.25f
// Beside them a hollow square turns about its centre, and never lets its contents rest.
#define DRUM_X -12.0f
#define DRUM_Y 8.0f
#define DRUM_HALF 4.0f   // inside, m
#define DRUM_WALL 0.5f   // half of its thickness, m
#define DRUM_SPEED 1.0f  // rad/s
#define DRUM_SIDE 10     // boxes on a side of the block in it
#define DRUM_SPACING 0.5f

static int column_count(int size) { return (size + COLUMN - 1) / COLUMN; }

static int shelf_count(int size)
{
    int shelves = 1;
    while (2 * shelves * shelves < column_count(size))
        ++shelves;
    return shelves;
}

static scree_scene_counts sleepers_counts(int size)
{
    int boxes = size + DRUM_SIDE * DRUM_SIDE;
    return (scree_scene_counts){boxes + 2, boxes + shelf_count(size) + 4, 0};
}

static void build_shelves(sc_builder *builder, int shelves)
{
    scree_shape_def def = scree_shape_def_default();
    float half = COLUMN_SPACING * (float)shelves;
    scree_body_id body = sc_build_body(builder, SCREE_BODY_STATIC, half, 0.0f, 0.0f);
    for (int i = 0; i < shelves; ++i)
    {
        sc_build_box(builder, body, &def, 0.0f, SHELF_SPACING * (float)i - SHELF_HALF_THICKNESS,
                     half, SHELF_HALF_THICKNESS);
    }
}

static void build_columns(sc_builder *builder, int size, int shelves)
{
    scree_shape_def def = scree_shape_def_default();
    sc_layout layout = sc_layout_create(builder, size);
    for (int i = 0; i < size; ++i)
    {
        int column = i / COLUMN;
        float x = COLUMN_SPACING * ((float)(column % (2 * shelves)) + 0.5f);
        float shelf = SHELF_SPACING * (float)(column / (2 * shelves));
        sc_layout_push(&layout, x, shelf + BOX * (float)(2 * (i % COLUMN) + 1));
    }
    sc_layout_build(&layout, builder);
    sc_layout_build_boxes(&layout, builder, &def, BOX, BOX);
    sc_layout_build_asleep(&layout, builder);
    sc_layout_destroy(&layout);
}

static void build_drum(sc_builder *builder)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id drum = sc_build_body(builder, SCREE_BODY_KINEMATIC, DRUM_X, DRUM_Y, 0.0f);
    float middle = DRUM_HALF + DRUM_WALL, reach = DRUM_HALF + 2.0f * DRUM_WALL;
    sc_build_box(builder, drum, &def, 0.0f, -middle, reach, DRUM_WALL);
    sc_build_box(builder, drum, &def, 0.0f, middle, reach, DRUM_WALL);
    sc_build_box(builder, drum, &def, -middle, 0.0f, DRUM_WALL, DRUM_HALF);
    sc_build_box(builder, drum, &def, middle, 0.0f, DRUM_WALL, DRUM_HALF);
    if (builder->ok)
    {
        scree_vec2 still = {0.0f, 0.0f};
        builder->ok = scree_body_set_velocity(builder->world, drum, still, DRUM_SPEED) == SCREE_OK;
    }
    builder->state->driven = drum;

    float first = -0.5f * DRUM_SPACING * (float)(DRUM_SIDE - 1);
    for (int i = 0; i < DRUM_SIDE * DRUM_SIDE; ++i)
    {
        float x = DRUM_X + first + DRUM_SPACING * (float)(i % DRUM_SIDE);
        float y = DRUM_Y + first + DRUM_SPACING * (float)(i / DRUM_SIDE);
        scree_body_id box =
            sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, x, y, 0.0f, BOX, BOX);
        if (builder->ok)
            builder->ok = scree_body_set_sleep_threshold(builder->world, box, 0.0f) == SCREE_OK;
    }
}

static bool sleepers_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int shelves = shelf_count(params->size);
    build_shelves(&builder, shelves);
    build_drum(&builder);
    build_columns(&builder, params->size, shelves);
    float right = 2.0f * COLUMN_SPACING * (float)shelves + 1.0f;
    float top = SHELF_SPACING * (float)shelves, drum_top = DRUM_Y - DRUM_X;
    state->limits = sc_aabb_of(2.0f * DRUM_X, 0.0f, right, top > drum_top ? top : drum_top);
    state->view = state->limits;
    state->view.lower.y = -1.0f;
    return builder.ok;
}

const scree_scene sc_scene_sleepers = {
    .name = "sleepers",
    .description = "columns of boxes asleep on shelves, and 100 awake in a turning drum",
    .size_meaning = "boxes asleep",
    .size_default = 100000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 300,
    .verify_size = 200,
    .verify_steps = 120,
    .sleeps = true,
    .counts = sleepers_counts,
    .create = sleepers_create,
};
