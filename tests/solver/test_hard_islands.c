/// Islands with shorter substeps: which ones they are, and that nothing else changes with them.
#include "dynamics/solver/hard_islands.h"
#include "tests/support/scene_runs.h"
#include "tests/support/task_threads.h"
#include "world/validate.h"

static scree_body_id add_weight(scree_world *world, float x, float y, float density)
{
    scree_shape_def def = *usual_shape();
    def.density = density;
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    add_box(world, body, &def, 0.5f, 0.5f);
    return body;
}

static scree_world *world_on_ground(int solver)
{
    scree_world *world = world_solved_by(solver, 10.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 3000.0f, 0.5f);
    return world;
}

/// Parts of a substep of the group that holds a body; 0: they are not divided.
static int parts_of(const scree_world *world, scree_body_id body)
{
    const sc_constraints *constraints = &world->constraints;
    const int32_t row = world->bodies.row[sc_ids_find(&world->bodies.ids, body.value)];
    for (int g = SC_SHARED_GROUP + 1; g < constraints->group_count; ++g)
    {
        const sc_island_group *group = &constraints->groups[g];
        if (group->rows.begin <= row && row < group->rows.end)
        {
            return group->parts;
        }
    }
    return 0;
}

/// Parts of the island of two boxes, one on the other, after `steps`.
static int parts_of_pair(int solver, float below, float above, int steps)
{
    scoped_world *world = world_on_ground(solver);
    const scree_body_id body = add_weight(world, 0.0f, 0.5f, below);
    add_weight(world, 0.0f, 1.5f, above);
    run_steps(world, steps);
    assert_null(sc_validate(world));
    return parts_of(world, body);
}

TEST(islands_are_hard_where_light_bodies_carry_heavy_ones)
{
    assert_int_equal(parts_of_pair(SCREE_SOLVER_SOFT_STEP, 1.0f, 49.0f, 20), 0);
    assert_int_equal(parts_of_pair(SCREE_SOLVER_SOFT_STEP, 1.0f, 51.0f, 1), SC_PARTS_OF_HEAVY);
    assert_int_equal(parts_of_pair(SCREE_SOLVER_SOFT_STEP, 1.0f, 51.0f, 20), SC_PARTS_OF_HEAVY);
    assert_int_equal(parts_of_pair(SCREE_SOLVER_SOFT_STEP, 1.0f, 300.0f, 20), SC_PARTS_OF_HEAVIEST);
    // Light on heavy, and solvers that iterate.
    assert_int_equal(parts_of_pair(SCREE_SOLVER_SOFT_STEP, 300.0f, 1.0f, 20), 0);
    assert_int_equal(parts_of_pair(SCREE_SOLVER_PGS, 1.0f, 300.0f, 20), 0);
}

TEST(what_large_islands_and_joined_ones_do_is_undivided)
{
    scoped_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    const scree_body_id joined = add_weight(world, -2000.0f, 0.5f, 1.0f);
    const scree_body_id load = add_weight(world, -2000.0f, 1.5f, 100.0f);
    joint_spec spec = {.type = SCREE_JOINT_REVOLUTE, .base = base_of(joined, load)};
    spec.base.frame_a.position = (scree_vec2){3.0f, 0.5f};
    spec.base.frame_b.position = (scree_vec2){3.0f, -0.5f};
    spec.base.collide_connected = true;
    add_joint(world, &spec);
    // In a row: one contact with the ground each, one less with each other, one with the load.
    const scree_body_id small = add_weight(world, -1000.0f, 0.5f, 1.0f);
    for (int i = 1; i < SC_HARD_MAX / 2; ++i)
    {
        add_weight(world, -1000.0f + 0.9995f * (float)i, 0.5f, 1.0f);
    }
    add_weight(world, -1000.3f, 1.5f, 100.0f);
    const scree_body_id large = add_weight(world, 500.0f, 0.5f, 1.0f);
    for (int i = 1; i <= SC_HARD_MAX / 2; ++i)
    {
        add_weight(world, 500.0f + 0.9995f * (float)i, 0.5f, 1.0f);
    }
    add_weight(world, 499.7f, 1.5f, 100.0f);
    run_steps(world, 2);
    assert_null(sc_validate(world));
    assert_int_equal(parts_of(world, joined), 0);
    assert_int_equal(parts_of(world, small), SC_PARTS_OF_HEAVY);
    assert_int_equal(parts_of(world, large), 0);
}

TEST(impulses_of_hard_islands_are_those_of_whole_substeps)
{
    scree_world_def def = def_solved_by(SCREE_SOLVER_SOFT_STEP);
    def.gravity = (scree_vec2){0.0f, -10.0f};
    def.measure_impulses = true;
    scoped_world *world = world_of(&def);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 30.0f, 0.5f);
    const scree_body_id light = add_weight(world, 0.0f, 0.5f, 1.0f);
    add_weight(world, 0.0f, 1.5f, 299.0f);
    run_steps(world, 300);
    assert_int_equal(parts_of(world, light), SC_PARTS_OF_HEAVIEST);
    const sc_contacts *contacts = &world->contacts;
    double stored = 0.0, measured = 0.0;
    for (int32_t i = SC_BLOCK; i < contacts->capacity; ++i)
    {
        stored += (double)(contacts->manifold[i].normal_impulse_0 +
                           contacts->manifold[i].normal_impulse_1);
        measured += (double)contacts->step_impulse[i].normal;
    }
    // The weight on the ground, and that of the upper one on the lower.
    const double weight = (300.0 + 299.0) * 10.0 * (double)STEP;
    assert_near(measured, weight, 1e-3 * weight);
    assert_near(stored, weight / SUBSTEPS, 1e-3 * weight / SUBSTEPS);
}

static void assert_alike(scree_world *a, scree_world *b, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        assert_ok(scree_world_step(a, STEP, SUBSTEPS));
        assert_ok(scree_world_step(b, STEP, SUBSTEPS));
        assert_true(scree_world_state_hash(a) == scree_world_state_hash(b));
    }
}

TEST(workers_and_forks_change_no_bit_of_hard_islands)
{
    const char *names[] = {"pyramids", "block_on_wedges", "thin_cards"};
    const scree_scene *heavy = scree_scene_find("heavy");
    for (int i = 0; i < 3; ++i)
    {
        const scree_scene_params params = {.size = 10,
                                           .variant = scree_scene_choose(heavy, 0, names[i])};
        scree_world_def def = scree_scene_world_def(heavy, 10);
        scoped_world *one = world_of(&def);
        task_threads threads = {0};
        def.worker_count = 4;
        def.tasks = tasks_on_threads(&threads);
        scoped_world *many = world_of(&def);
        scree_scene_state state = {0};
        assert_true(heavy->create(one, &params, &state));
        assert_true(heavy->create(many, &params, &state));
        assert_alike(one, many, 120);
        assert_true(one->constraints.parts != NULL);
        scoped_world *fork = scree_world_fork(one);
        assert_non_null(fork);
        assert_alike(one, fork, 30);
    }
}
