// Scenes of ragdolls, one of which creates and destroys them while it runs.

#include "catalogue.h"
#include "ragdoll.h"

// rain

#define FLOORS 5
#define FLOOR_HEIGHT 45.0f
#define FLOOR_BOXES 501
#define FLOOR_BOX 0.5f  // side, m
#define DROP_COLUMNS 40
#define DROP_HEIGHT 40.0f
#define STEPS_PER_DROP 8

static scree_scene_counts rain_counts(int size)
{
    (void)size;
    return (scree_scene_counts){1, FLOORS * FLOOR_BOXES, 0};
}

static bool rain_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    (void)params;
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id floors = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    const float half = 0.5f * FLOOR_BOX * (float)(FLOOR_BOXES - 1);
    for (int i = 0; i < FLOORS; ++i)
    {
        for (int k = 0; k < FLOOR_BOXES; ++k)
        {
            sc_build_box(&builder, floors, &def, FLOOR_BOX * (float)k - half,
                         FLOOR_HEIGHT * (float)i, 0.5f * FLOOR_BOX, 0.5f * FLOOR_BOX);
        }
    }
    state->limits = sc_aabb_of(-half, -FLOOR_BOX, half, FLOOR_HEIGHT * (float)FLOORS);
    state->view = sc_aabb_of(-half - 2.0f, -4.0f, half + 2.0f, FLOOR_HEIGHT * (float)FLOORS);
    return builder.ok;
}

// The ragdolls of one column on one floor, half a metre apart.
static void drop_group(sc_builder *builder, int column, int floor)
{
    scree_scene_state *state = builder->state;
    const float width = FLOOR_BOX * (float)(FLOOR_BOXES - 1);
    scree_vec2 at = {width * (((float)column + 0.5f) / (float)DROP_COLUMNS - 0.5f),
                     DROP_HEIGHT + FLOOR_HEIGHT * (float)floor};
    scree_body_id *hips = &state->ragdolls[(column * FLOORS + floor) * state->size];
    for (int i = 0; i < state->size; ++i)
    {
        if (builder->ok && hips[i].value != 0)
            builder->ok = sc_destroy_ragdoll(builder->world, hips[i]) == SCREE_OK;
        // As in the record holder's scene: those of different groups may pass through each other.
        hips[i] = sc_build_ragdoll(builder, at, i + 1);
        at.x += 0.5f;
    }
}

static scree_result rain_drive(scree_world *world, scree_scene_state *state, float dt)
{
    int step = (int)(state->time / (double)dt + 0.5);
    if (step % STEPS_PER_DROP != 0)
        return SCREE_OK;
    sc_builder builder = sc_builder_create(world, state);
    for (int floor = 0; floor < FLOORS; ++floor)
        drop_group(&builder, step / STEPS_PER_DROP % DROP_COLUMNS, floor);
    return builder.ok ? SCREE_OK : scree_world_last_error(world).code;
}

const scree_scene sc_scene_rain = {
    .name = "rain",
    .description = "ragdolls dropped on five floors, the oldest removed and dropped again (record "
                   "scene)",
    .size_meaning = "ragdolls dropped at a time on each of 5 floors",
    .size_default = 5,
    .size_min = 1,
    .size_max = SCREE_SCENE_MAX_RAGDOLLS / (FLOORS * DROP_COLUMNS),
    .steps = 1000,
    .verify_size = 1,
    .verify_steps = 240,
    .creates = true,
    .counts = rain_counts,
    .create = rain_create,
    .drive = rain_drive,
};

// ragdoll_pit

#define PIT_SPACING_X 1.5f
#define PIT_SPACING_Y 2.0f

// Somewhat deeper than wide.
static int pit_columns(int size)
{
    int columns = 2;
    while (5 * columns * columns < 4 * size)
        ++columns;
    return columns;
}

static scree_scene_counts ragdoll_pit_counts(int size)
{
    return (scree_scene_counts){1 + SC_RAGDOLL_BODIES * size, 4 + SC_RAGDOLL_SHAPES * size,
                                SC_RAGDOLL_JOINTS * size};
}

static bool ragdoll_pit_create(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def wall = scree_shape_def_default();
    int columns = pit_columns(params->size), rows = (params->size + columns - 1) / columns;
    float width = PIT_SPACING_X * (float)columns, height = PIT_SPACING_Y * (float)rows + 2.0f;
    sc_build_closed_box(&builder, &wall, sc_aabb_of(0.0f, 0.0f, width, height));
    for (int i = 0; i < params->size; ++i)
    {
        // Every other row is moved, so that they do not land head on.
        int row = i / columns;
        float x = (float)(i % columns) + (row % 2 == 0 ? 0.35f : 0.65f);
        scree_vec2 feet = {PIT_SPACING_X * x, PIT_SPACING_Y * (float)row + 0.5f};
        sc_build_ragdoll(&builder, feet, i + 1);
    }
    return builder.ok;
}

const scree_scene sc_scene_ragdoll_pit = {
    .name = "ragdoll_pit",
    .description = "ragdolls dropped into a pit",
    .size_meaning = "ragdolls",
    .size_default = 500,
    .size_min = 1,
    .size_max = 20000,
    .steps = 600,
    .verify_size = 20,
    .verify_steps = 120,
    .counts = ragdoll_pit_counts,
    .create = ragdoll_pit_create,
};
