// Particles: circles poured into a round container.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

// Lengths are pixels in the place of metres, as in the demonstrations that this scene follows.
#define MIN_RADIUS 5.0f
#define MAX_RADIUS 30.0f
#define CONTAINER 300.0f
// 150 circles fill about seven tenths of the container; for more it grows by their area.
#define CIRCLES_IN_CONTAINER 150
// Circles come in rows, one every few steps, each in a square cell of this side.
#define CELL 62.0f
#define STEPS_PER_ROW 4
#define ROW_HEIGHT 0.7f
// The row's half width at that height: sqrt(1 - 0.7^2).
#define ROW_HALF_WIDTH 0.714f

static scree_scene_counts circles_counts(int size)
{
    (void)size;
    return (scree_scene_counts){0, 0, 0};
}

static float container_radius(int size)
{
    return size > CIRCLES_IN_CONTAINER ? CONTAINER * sqrtf((float)size / CIRCLES_IN_CONTAINER)
                                       : CONTAINER;
}

static bool circles_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    float radius = container_radius(params->size);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.damping = 0.2f;
    settings.max_speed = 3000.0f;
    settings.container = SCREE_CONTAINER_CIRCLE;
    settings.container_size = (scree_vec2){radius, radius};
    state->limits = sc_aabb_of(-radius, -radius, radius, radius);
    float edge = 1.02f * radius;
    state->view = sc_aabb_of(-edge, -edge, edge, edge);
    return scree_world_set_particle_settings(world, &settings) == SCREE_OK;
}

// The next row, as wide as the container is there; each circle somewhere in its cell.
static scree_result add_row(scree_world *world, const scree_scene_state *state, int row,
                            int present)
{
    float radius = container_radius(state->size);
    float half = ROW_HALF_WIDTH * radius - MAX_RADIUS;
    int columns = (int)(2.0f * half / CELL);
    float left = -0.5f * CELL * (float)columns;
    sc_random random = sc_random_create(state->seed * 1000003u + (uint64_t)row);
    scree_particle_def def = scree_particle_def_default();
    def.velocity.y = -CELL * 60.0f / STEPS_PER_ROW;
    scree_result result = SCREE_OK;
    for (int i = 0; result == SCREE_OK && i < columns && present + i < state->size; ++i)
    {
        def.radius = sc_random_float(&random, MIN_RADIUS, MAX_RADIUS);
        float room = 0.5f * CELL - def.radius;
        def.position.x = left + CELL * ((float)i + 0.5f) + sc_random_float(&random, -room, room);
        def.position.y = ROW_HEIGHT * radius + sc_random_float(&random, -room, room);
        if (scree_particle_create(world, &def).value == 0)
            result = scree_world_last_error(world).code;
    }
    return result;
}

static scree_result circles_drive(scree_world *world, scree_scene_state *state, float dt)
{
    int step = (int)(state->time / (double)dt + 0.5), present = scree_world_particles(world).count;
    if (present >= state->size || step % STEPS_PER_ROW != 0)
        return SCREE_OK;
    return add_row(world, state, step / STEPS_PER_ROW, present);
}

const scree_scene sc_scene_verlet_circles = {
    .name = "verlet_circles",
    .description =
        "particles of radius 5 to 30 poured into a round container of radius 300 or more",
    .size_meaning = "circles",
    .size_default = 150,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 600,
    .verify_size = 300,
    .verify_steps = 240,
    .random = true,
    .particles = true,
    .substeps = 8,
    .gravity = 1000.0f,
    .counts = circles_counts,
    .create = circles_create,
    .drive = circles_drive,
};
