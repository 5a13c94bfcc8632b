/// Islands with shorter substeps: which ones they are, and that they and all others take the same
/// path whatever else is in the world.
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
        for (int i = 0; i < group->range_count; ++i)
        {
            if (group->ranges[i].begin <= row && row < group->ranges[i].end)
            {
                return group->parts;
            }
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

/// Bodies that a world has besides a light box that carries a heavy one. All are far away, and
/// their rows lie between those of the two boxes.
typedef enum company
{
    NONE,
    FREE_BALL,
    WELDED_PAIR,
    LIFT,       ///< a kinematic body that raises a box
    OTHER_PAIR  ///< also hard, with other masses
} company;

typedef struct pair_world
{
    scree_world *world;
    scree_body_id light, heavy, other;  ///< other: far away
} pair_world;

static pair_world make_pair_with(company company, bool has_pair)
{
    pair_world p = {.world = world_on_ground(SCREE_SOLVER_SOFT_STEP)};
    if (has_pair)
    {
        p.light = add_weight(p.world, 0.0f, 0.5f, 1.0f);
    }
    scree_body_id upper = {0};
    switch (company)
    {
    case NONE:
        break;
    case FREE_BALL:
        p.other = add_ball(p.world, 1000.0f, 100.0f, 0.2f);
        assert_ok(scree_body_set_velocity(p.world, p.other, (scree_vec2){20.0f, 20.0f}, 1.0f));
        break;
    case WELDED_PAIR:
        p.other = add_weight(p.world, 1000.0f, 3.5f, 1.0f);
        upper = add_weight(p.world, 1000.0f, 4.5f, 2.0f);
        break;
    case LIFT:
        p.other = add_slab(p.world, SCREE_BODY_KINEMATIC, 1000.0f, 2.0f, usual_shape(), 1.0f, 0.5f);
        assert_ok(scree_body_set_velocity(p.world, p.other, (scree_vec2){0.0f, 1.0f}, 0.0f));
        p.other = add_weight(p.world, 1000.0f, 3.0f, 1.0f);
        break;
    case OTHER_PAIR:
        p.other = add_weight(p.world, 1000.0f, 0.5f, 1.0f);
        break;
    }
    if (has_pair)
    {
        p.heavy = add_weight(p.world, 0.1f, 1.5f, 300.0f);
    }
    if (company == WELDED_PAIR)
    {
        joint_spec spec = {.type = SCREE_JOINT_WELD, .base = base_of(p.other, upper)};
        spec.base.frame_a.position = (scree_vec2){0.0f, 0.5f};
        spec.base.frame_b.position = (scree_vec2){0.0f, -0.5f};
        add_joint(p.world, &spec);
    }
    if (company == OTHER_PAIR)
    {
        add_weight(p.world, 1000.2f, 1.5f, 60.0f);
    }
    return p;
}

static void assert_same_motion(const pair_world *p, scree_body_id a, const pair_world *q,
                               scree_body_id b)
{
    const scree_vec2 at[2] = {scree_body_position(p->world, a), scree_body_position(q->world, b)};
    const scree_vec2 moves[2] = {scree_body_linear_velocity(p->world, a),
                                 scree_body_linear_velocity(q->world, b)};
    assert_memory_equal(&at[0], &at[1], sizeof at[0]);
    assert_memory_equal(&moves[0], &moves[1], sizeof moves[0]);
}

TEST(other_bodies_and_hard_islands_do_not_change_each_other)
{
    pair_world alone = make_pair_with(NONE, true);
    pair_world with[OTHER_PAIR + 1], without[OTHER_PAIR + 1];
    for (int c = FREE_BALL; c <= OTHER_PAIR; ++c)
    {
        with[c] = make_pair_with((company)c, true);
        without[c] = make_pair_with((company)c, false);
    }
    for (int i = 0; i < 180; ++i)
    {
        run_steps(alone.world, 1);
        assert_int_equal(parts_of(alone.world, alone.light), SC_PARTS_OF_HEAVIEST);
        for (int c = FREE_BALL; c <= OTHER_PAIR; ++c)
        {
            run_steps(with[c].world, 1);
            run_steps(without[c].world, 1);
            assert_null(sc_validate(with[c].world));
            assert_same_motion(&with[c], with[c].light, &alone, alone.light);
            assert_same_motion(&with[c], with[c].heavy, &alone, alone.heavy);
            assert_same_motion(&with[c], with[c].other, &without[c], without[c].other);
            const int parts = c == OTHER_PAIR ? SC_PARTS_OF_HEAVY : 0;
            assert_int_equal(parts_of(with[c].world, with[c].other), parts);
        }
    }
    scree_world_destroy(alone.world);
    for (int c = FREE_BALL; c <= OTHER_PAIR; ++c)
    {
        scree_world_destroy(with[c].world);
        scree_world_destroy(without[c].world);
    }
}

/// Adds a column of ten boxes and its load, which is 30 times as heavy. Returns the load.
static scree_body_id add_loaded_column(scree_world *world, float x, float gap)
{
    for (int i = 0; i < 10; ++i)
    {
        add_weight(world, x, 0.5f + (float)i, 1.0f);
    }
    return add_weight(world, x + 0.05f, 10.5f + gap, 30.0f);
}

TEST(columns_do_not_change_each_other)
{
    // The load of the second column in the second world is dropped, so that its contacts get deep.
    scoped_world *alone = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    scoped_world *with = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    const scree_body_id load = add_loaded_column(alone, 0.0f, 0.0f);
    const scree_body_id same = add_loaded_column(with, 0.0f, 0.0f);
    const scree_body_id dropped = add_loaded_column(with, 100.0f, 0.2f);
    for (int i = 0; i < 300; ++i)
    {
        run_steps(alone, 1);
        run_steps(with, 1);
        assert_null(sc_validate(with));
        const scree_vec2 a = scree_body_position(alone, load), b = scree_body_position(with, same);
        assert_memory_equal(&a, &b, sizeof a);
    }
    assert_at_least(scree_body_position(with, dropped).y, 10.0);
}

TEST(islands_with_locks_or_almost_without_gravity_are_undivided)
{
    scoped_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    const scree_body_id light = add_weight(world, 0.0f, 0.5f, 1.0f);
    const scree_body_id heavy = add_weight(world, 0.0f, 1.5f, 100.0f);
    run_steps(world, 5);
    assert_int_equal(parts_of(world, light), SC_PARTS_OF_HEAVY);
    // No contact begins or ends.
    for (int axis = 0; axis < 2; ++axis)
    {
        const scree_motion_locks locks = {axis == 0, axis == 1, false};
        assert_ok(scree_body_set_locks(world, heavy, locks));
        run_steps(world, 1);
        assert_null(sc_validate(world));
        assert_int_equal(parts_of(world, light), 0);
        assert_ok(scree_body_set_locks(world, heavy, (scree_motion_locks){false, false, false}));
        run_steps(world, 1);
        assert_int_equal(parts_of(world, light), SC_PARTS_OF_HEAVY);
    }
    assert_ok(scree_world_set_gravity(world, (scree_vec2){0.0f, -1e-6f}));
    run_steps(world, 1);
    assert_int_equal(parts_of(world, light), 0);
    assert_ok(scree_world_set_gravity(world, (scree_vec2){0.0f, 0.0f}));
    run_steps(world, 1);
    assert_int_equal(parts_of(world, light), 0);
}

/// Pairs far from each other, all lower boxes before all upper ones if `interleaved`.
static scree_world *make_pairs(const scree_world_def *def, int count, float density,
                               bool interleaved)
{
    scree_world *world = world_of(def);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 5000.0f, 0.5f);
    for (int i = 0; i < 2 * count; ++i)
    {
        const int pair = interleaved ? i % count : i / 2;
        const bool upper = interleaved ? i >= count : i % 2 == 1;
        // Every fourth one is not hard.
        add_weight(world, 3.0f * (float)pair, upper ? 1.5f : 0.5f,
                   upper && pair % 4 > 0 ? density : 1.0f);
    }
    return world;
}

static scree_world_def def_of_pairs(void)
{
    scree_world_def def = def_solved_by(SCREE_SOLVER_SOFT_STEP);
    def.gravity = (scree_vec2){0.0f, -10.0f};
    return def;
}

TEST(hard_islands_share_lanes)
{
    const scree_world_def def = def_of_pairs();
    for (int interleaved = 0; interleaved < 2; ++interleaved)
    {
        scoped_world *hard = make_pairs(&def, 1000, 51.0f, interleaved);
        scoped_world *soft = make_pairs(&def, 1000, 49.0f, interleaved);
        run_steps(hard, 10);
        run_steps(soft, 10);
        assert_null(sc_validate(hard));
        assert_true(hard->constraints.parts != NULL && soft->constraints.parts == NULL);
        const scree_counters a = scree_world_counters(hard), b = scree_world_counters(soft);
        assert_int_equal(a.contacts, b.contacts);
        assert_true(a.blocks <= b.blocks + 16);
        assert_true(hard->constraints.group_count <= 3);
        // Three of four contacts are solved twice in each substep.
        assert_true(scree_world_stage_work(hard, SC_STAGE_solve_substeps).items ==
                    scree_world_stage_work(soft, SC_STAGE_solve_substeps).items * 7 / 4);
    }
}

/// The largest normal impulse that the contact of two boxes reports when the upper one lands.
static float largest_bounce(float density)
{
    scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
    const scree_shape_def bouncy = surface(0.6f, 0.5f);
    scree_shape_def heavy = bouncy;
    heavy.density = density;
    const scree_body_id lower = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    add_box(world, lower, &bouncy, 0.5f, 0.5f);
    const scree_body_id upper = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 1.2f, 0.0f);
    add_box(world, upper, &heavy, 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(world, upper, (scree_vec2){0.0f, -5.0f}, 0.0f));
    float largest = 0.0f;
    for (int i = 0; i < 12; ++i)
    {
        run_steps(world, 1);
        for (int32_t c = SC_BLOCK; c < world->contacts.capacity; ++c)
        {
            const sc_manifold *m = &world->contacts.manifold[c];
            const float sum = m->normal_impulse_0 + m->normal_impulse_1;
            largest = sum > largest ? sum : largest;
        }
    }
    return largest;
}

TEST(hard_islands_report_a_bounce_once)
{
    const float bounce = largest_bounce(49.0f);
    assert_true(bounce > 1.0f);
    assert_near(largest_bounce(51.0f), bounce, 0.05f * bounce);
    assert_near(largest_bounce(249.0f), bounce, 0.1f * bounce);
    assert_near(largest_bounce(251.0f), bounce, 0.1f * bounce);
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

TEST(workers_and_forks_change_no_bit_of_hard_islands_between_others)
{
    scree_world_def def = def_of_pairs();
    scoped_world *one = make_pairs(&def, 1200, 300.0f, true);
    task_threads threads = {0};
    def.worker_count = 4;
    def.tasks = tasks_on_threads(&threads);
    scoped_world *many = make_pairs(&def, 1200, 300.0f, true);
    assert_alike(one, many, 30);
    assert_null(sc_validate(many));
    assert_true(many->constraints.group_count > 2);
    scoped_world *fork = scree_world_fork(one);
    assert_non_null(fork);
    assert_alike(one, fork, 30);
}

enum
{
    COLUMNS = 16,
    COLUMN_BOXES = 10
};

/// Columns of ten boxes, each shifted by up to a millimetre, with a heavier box on top.
static scree_world *make_columns(float density, scree_body_id *tops, scree_body_id *lowest)
{
    scree_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    uint32_t random = 1;
    for (int i = 0; i < COLUMNS; ++i)
    {
        for (int k = 0; k <= COLUMN_BOXES; ++k)
        {
            random = 1664525u * random + 1013904223u;
            const float shift = 2e-3f * ((float)(random >> 16) / 65536.0f - 0.5f);
            tops[i] = add_weight(world, 30.0f * (float)i + (i > 0 ? shift : 0.0f), (float)k + 0.5f,
                                 k < COLUMN_BOXES ? 1.0f : density);
            lowest[i] = k == 0 ? tops[i] : lowest[i];
        }
    }
    return world;
}

/// The least parts of a substep of columns after `steps`, which must stand.
static int parts_of_columns(float density, int steps)
{
    scree_body_id tops[COLUMNS], lowest[COLUMNS];
    scoped_world *world = make_columns(density, tops, lowest);
    run_steps(world, steps);
    assert_null(sc_validate(world));
    int least = SC_PARTS_MAX;
    for (int i = 0; i < COLUMNS; ++i)
    {
        const scree_vec2 at = scree_body_position(world, tops[i]);
        assert_near(at.x, 30.0f * (float)i, 0.01f);
        assert_in_range(at.y, (float)COLUMN_BOXES + 0.46f, (float)COLUMN_BOXES + 0.5f);
        const int parts = parts_of(world, lowest[i]);
        least = parts < least ? parts : least;
    }
    return least;
}

TEST(columns_of_ten_stand_under_loads_of_up_to_a_thousand)
{
    // Contacts of the usual stiffness let them buckle from 20 to 1 on, within ten seconds.
    assert_int_equal(parts_of_columns(30.0f, 600), SC_PARTS_OF_COLUMN);
    assert_int_equal(parts_of_columns(49.0f, 400), SC_PARTS_OF_COLUMN);
    assert_int_equal(parts_of_columns(100.0f, 240), 2 * SC_PARTS_OF_COLUMN);
    assert_int_equal(parts_of_columns(1000.0f, 120), 4 * SC_PARTS_OF_COLUMN);
}

/// A box of some width in a world of soft_step.
static scree_body_id add_wide(scree_world *world, float x, float y, float half_width,
                              float half_height, float density)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = density;
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    add_box(world, body, &def, half_width, half_height);
    return body;
}

TEST(columns_stand_beside_each_other_and_with_a_pebble_on_them)
{
    const float loads[] = {20.0f, 50.0f, 100.0f, 300.0f};
    for (int i = 0; i < 4 * 3; ++i)
    {
        scoped_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
        const int kind = i % 3;
        scree_body_id load = {0};
        for (int column = 0; column < (kind == 2 ? 2 : 1); ++column)
        {
            const float x = 1.003f * (float)column;
            for (int k = 0; k < COLUMN_BOXES; ++k)
            {
                // The pebble of the second kind lies on a ledge.
                const float half_width = kind == 1 && k == 5 ? 1.0f : 0.5f;
                add_wide(world, x, (float)k + 0.5f, half_width, 0.5f, 1.0f);
            }
            load = add_wide(world, x - 0.02f, (float)COLUMN_BOXES + 0.5f, 0.4f, 0.5f,
                            1.25f * loads[i / 3]);
        }
        if (kind < 2)
        {
            const float x = kind == 0 ? 0.45f : 0.85f;
            const float y = kind == 0 ? (float)COLUMN_BOXES + 0.05f : 8.0f;
            add_wide(world, x, y, 0.05f, 0.05f, 1.0f);
        }
        run_steps(world, 900);
        assert_at_least(scree_body_position(world, load).y, (float)COLUMN_BOXES + 0.4f);
    }
}

TEST(loads_that_are_dropped_on_columns_rise_no_higher_than_they_were)
{
    // Boxes, load, drop in m, rate in Hz, substeps: loads that rise to 0.25 to 0.6 m above their
    // start if contacts are relaxed once.
    static const float drops[][5] = {{9.0f, 159.0f, 0.06f, 45.0f, 8.0f},
                                     {12.0f, 182.0f, 0.09f, 45.0f, 4.0f},
                                     {15.0f, 45.0f, 0.32f, 120.0f, 4.0f},
                                     {15.0f, 30.0f, 0.33f, 60.0f, 2.0f},
                                     {10.0f, 300.0f, 0.2f, 60.0f, 4.0f}};
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i)
    {
        const float *drop = drops[i];
        for (int shift = -2; shift <= 2; ++shift)
        {
            scoped_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
            for (int k = 0; k < (int)drop[0]; ++k)
            {
                add_weight(world, 1e-3f * (float)(k * shift % 3), (float)k + 0.5f, 1.0f);
            }
            const float top = drop[0] + 0.5f + drop[2];
            const scree_body_id load = add_weight(world, 0.01f * (float)shift, top, drop[1]);
            for (int step = 0; step < (int)(4.0f * drop[3]); ++step)
            {
                assert_ok(scree_world_step(world, 1.0f / drop[3], (int)drop[4]));
                assert_at_most(scree_body_position(world, load).y, top + 0.03f);
            }
        }
    }
}

/// Parts of the island of a pile of boxes, each on the one before, after ten steps.
static int parts_of_pile(const float *densities, int count, float landing_speed)
{
    scoped_world *world = world_on_ground(SCREE_SOLVER_SOFT_STEP);
    scree_body_id first = {0}, last = {0};
    for (int i = 0; i < count; ++i)
    {
        last = add_weight(world, 0.0f, (float)i + 0.5f, densities[i]);
        first = i == 0 ? last : first;
    }
    run_steps(world, 10);
    assert_ok(scree_body_set_velocity(world, last, (scree_vec2){0.0f, -landing_speed}, 0.0f));
    run_steps(world, 1);
    return parts_of(world, first);
}

TEST(columns_count_by_length_load_and_rest)
{
    const float light[] = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 45.0f};
    // The square of the length times the load: 45 * 36, 45 * 16, and none of one body.
    assert_int_equal(parts_of_pile(light, 7, 0.0f), SC_PARTS_OF_COLUMN);
    assert_int_equal(parts_of_pile(light + 2, 5, 0.0f), 0);
    // Stiff springs do not throw back a load that lands.
    assert_int_equal(parts_of_pile(light, 7, 1.0f), 0);
    // A heavy body ends the column.
    const float mixed[] = {1.0f, 1.0f, 1.0f, 45.0f, 1.0f, 1.0f, 45.0f};
    assert_int_equal(parts_of_pile(mixed, 7, 0.0f), 0);
    const float one[] = {1.0f, 2000.0f};
    assert_int_equal(parts_of_pile(one, 2, 0.0f), SC_PARTS_OF_HEAVIEST);
}
