// `scree verify` over two scenes of its own in place of the listed ones. One instruction set runs
// the first of them otherwise than the rest, to test the command's response to a difference
// although there is none. The build compiles the command with the calls that list scenes renamed to
// those below.
//
// Usage: verify_differs from|once|broken|threads SET STEP ARGUMENTS...
// From that step on, after that step alone, or: the scene cannot be built; or from that step on if
// more than one thread steps the world. SET "none": nowhere.

#include "scenes/scenes.h"

#include <stdlib.h>
#include <string.h>

static const char *how;
static scree_simd odd_set;
static int odd_step;

static bool is_odd(const scree_world *world)
{
    bool threads = strcmp(how, "threads") != 0 || scree_world_thread_count(world) > 1;
    return odd_set != SCREE_SIMD_COUNT && scree_world_simd(world) == odd_set && threads;
}

static scree_scene_counts counts(int size) { return (scree_scene_counts){size, size, 0}; }

static bool create(scree_world *world, const scree_scene_params *params, scree_scene_state *state)
{
    state->limits = (scree_aabb){{-100.0f, -100.0f}, {100.0f, 100.0f}};
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_shape_def shape = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    bool ok = strcmp(how, "broken") != 0 || !is_odd(world) || params->size > 1;
    for (int i = 0; ok && i < params->size; ++i)
    {
        def.position.x = 2.0f * (float)i;
        scree_body_id body = scree_body_create(world, &def);
        ok = scree_shape_create_polygon(world, body, &shape, &box).value != 0;
        state->driven = body;
    }
    return ok;
}

// The last body is moved by a hair, and back in the next step.
static scree_result drive(scree_world *world, scree_scene_state *state, float dt)
{
    int step = (int)(state->time / (double)dt + 0.5) + 1;
    bool once = strcmp(how, "once") == 0;
    float offset = !is_odd(world)                 ? 0.0f
                   : step == odd_step             ? 1e-6f
                   : once && step == odd_step + 1 ? -1e-6f
                                                  : 0.0f;
    if (offset == 0.0f)
        return SCREE_OK;
    scree_vec2 at = scree_body_position(world, state->driven);
    return scree_body_set_transform(
        world, state->driven, scree_transform_from_angle((scree_vec2){at.x + offset, at.y}, 0.0f));
}

static const scree_scene scenes[2] = {
    {
        .name = "odd",
        .size_default = 2,
        .size_min = 1,
        .size_max = 9,
        .steps = 12,
        .verify_size = 1,
        .verify_steps = 8,
        .counts = counts,
        .create = create,
        .drive = drive,
    },
    {
        .name = "plain",
        .size_default = 2,
        .size_min = 1,
        .size_max = 9,
        .steps = 12,
        .verify_size = 2,
        .verify_steps = 8,
        .counts = counts,
        .create = create,
    },
};

int scree_scene_count(void) { return 2; }

const scree_scene *scree_scene_at(int index)
{
    return index >= 0 && index < 2 ? &scenes[index] : NULL;
}

const scree_scene *scree_scene_find(const char *name)
{
    for (int i = 0; i < 2; ++i)
    {
        if (strcmp(scenes[i].name, name) == 0)
            return &scenes[i];
    }
    return NULL;
}

// Declared here, because tests do not include the command's headers.
int sc_command_verify(int argc, char **argv);

int main(int argc, char **argv)
{
    if (argc < 4)
        return 3;
    how = argv[1];
    odd_set = scree_simd_from_name(argv[2]);
    odd_step = atoi(argv[3]);
    argv[3] = argv[0];
    return sc_command_verify(argc - 3, argv + 3);
}
