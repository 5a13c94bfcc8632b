/// Every scene with all lengths times a power of two, and the length unit with them, takes the same
/// steps bit for bit.
#define SC_TEST_SCALED_CALLS_BARE
#include "tests/scaled/scaled_calls.h"
#include "tests/support/scene_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The lengths of a world over the unit: positions, velocities and rotations of its bodies by
/// order of slots, of its soft vertices and of its particles.
typedef struct state
{
    int count, capacity;
    float *values;
} state;

static void push(state *s, float value)
{
    if (s->count == s->capacity)
    {
        s->capacity = 2 * s->capacity + 1024;
        s->values = realloc(s->values, sizeof *s->values * (size_t)s->capacity);
        assert_non_null(s->values);
    }
    // Tiny velocities are denormal in small units, and so are their products with masses.
    s->values[s->count++] = fabsf(value) > 1e-20f ? value : 0.0f;
}

static void push_lengths(state *s, const float *values, int count)
{
    for (int i = 0; i < count; ++i)
    {
        push(s, values[i] / scaled_unit);
    }
}

static state state_of(scree_world *world)
{
    state s = {0};
    const scree_body_view bodies = scree_world_bodies(world);
    push_lengths(&s, bodies.x, bodies.count);
    push_lengths(&s, bodies.y, bodies.count);
    push_lengths(&s, bodies.vx, bodies.count);
    push_lengths(&s, bodies.vy, bodies.count);
    for (int i = 0; i < bodies.count; ++i)
    {
        push(&s, bodies.cos[i]);
        push(&s, bodies.sin[i]);
        push(&s, bodies.w[i]);
    }
    const scree_soft_vertex_view soft = scree_world_soft_vertices(world);
    push_lengths(&s, soft.x, soft.count);
    push_lengths(&s, soft.y, soft.count);
    push_lengths(&s, soft.vx, soft.count);
    push_lengths(&s, soft.vy, soft.count);
    const scree_particle_view particles = scree_world_particles(world);
    push_lengths(&s, particles.x, particles.count);
    push_lengths(&s, particles.y, particles.count);
    push_lengths(&s, particles.vx, particles.count);
    push_lengths(&s, particles.vy, particles.count);
    return s;
}

/// How a scene is run besides.
typedef struct world_kind
{
    scree_solver solver;
    bool sleeps, bounces;
} world_kind;

static scene_run *start_scaled(const scree_scene *scene, float unit, int variant,
                               const world_kind *kind)
{
    scaled_unit = unit;
    scene_run *run = calloc(1, sizeof *run);
    assert_non_null(run);
    run->scene = scene;
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.length_unit = unit;
    def.gravity = scaled_vec(def.gravity);
    def.solver = kind->solver;
    def.enable_sleep = def.enable_sleep || kind->sleeps;
    def.restitution_threshold = kind->bounces ? 0.01f : def.restitution_threshold;
    run->world = world_of(&def);
    const scree_scene_params params = {.size = scene->verify_size, .variant = variant};
    if (!scree_scene_create(scene, run->world, &params, &run->state))
    {
        fail_msg("%s in units of %g: %s", scene->name, (double)unit, scree_error_text(run->world));
    }
    return run;
}

static int compare_scene(const scree_scene *scene, float unit, int variant, const world_kind *kind,
                         int steps)
{
    scene_run *one = start_scaled(scene, 1.0f, variant, kind);
    scene_run *other = start_scaled(scene, unit, variant, kind);
    int wrong = -1;
    for (int i = 0; i < steps && wrong < 0; ++i)
    {
        scaled_unit = 1.0f;
        step_scene(one, 1, 0);
        state a = state_of(one->world);
        scaled_unit = unit;
        step_scene(other, 1, 0);
        state b = state_of(other->world);
        if (a.count != b.count || memcmp(a.values, b.values, sizeof(float) * (size_t)a.count) != 0)
        {
            wrong = i;
        }
        free(a.values);
        free(b.values);
    }
    if (wrong >= 0)
    {
        print_message("%s, variant %d, %s, in units of %g: differs after step %d\n", scene->name,
                      variant, scree_solver_name(kind->solver), (double)unit, wrong + 1);
    }
    stop_scene(one);
    stop_scene(other);
    scaled_unit = 1.0f;
    return wrong >= 0;
}

static void compare_all(float unit, const world_kind *kind, int max_steps, int variants)
{
    int wrong = 0;
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        const int steps = scene->verify_steps < max_steps ? scene->verify_steps : max_steps;
        const int count = scree_scene_variant_count(scene);
        for (int k = 0; k < count && k < variants; ++k)
        {
            wrong += compare_scene(scene, unit, k, kind, steps);
        }
    }
    assert_int_equal(wrong, 0);
}

#define MILLIMETRES (1.0f / 1024.0f)

TEST(scenes_of_millimetres_take_the_same_steps)
{
    const world_kind kind = {.solver = SCREE_SOLVER_SOFT_STEP};
    compare_all(MILLIMETRES, &kind, 300, 1);
}

TEST(scenes_of_eight_times_the_size_take_the_same_steps)
{
    const world_kind kind = {.solver = SCREE_SOLVER_SOFT_STEP};
    compare_all(8.0f, &kind, 150, 1);
}

TEST(all_variants_of_scenes_take_the_same_steps)
{
    const world_kind kind = {.solver = SCREE_SOLVER_SOFT_STEP, .bounces = true};
    compare_all(MILLIMETRES, &kind, 20, 64);
}

TEST(scenes_that_sleep_take_the_same_steps)
{
    const world_kind kind = {.solver = SCREE_SOLVER_SOFT_STEP, .sleeps = true};
    compare_all(MILLIMETRES, &kind, 240, 1);
}

TEST(scenes_of_other_solvers_take_the_same_steps)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        const world_kind kind = {.solver = (scree_solver)solver};
        compare_all(MILLIMETRES, &kind, 60, 2);
    }
}
