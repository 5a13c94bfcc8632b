/// Joints under load: cantilevers, breaking, chains with heavy ends, bridges, sleep, odd partners.
#include "tests/physics/joint_worlds.h"
#include "tests/support/scene_runs.h"

TEST(a_weld_holds_a_cantilever)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id before = add_anchor(world), last = before;
        for (int i = 0; i < 5; ++i)
        {
            last = add_cube(world, 0.5f + (float)i, 0.0f);
            add_weld(world, before, last, (float)i, 0.0f);
            before = last;
        }
        step_times(world, 600);
        scree_vec2 tip = scree_body_world_point(world, last, (scree_vec2){0.5f, 0.0f});
        assert_at_least(tip.y, -0.25);
        assert_at_most(fabs((double)scree_body_angular_velocity(world, last)), 1e-3);
        assert_at_most(worst_separation(world), 0.005);
    }
}

TEST(steps_of_any_length_add_no_energy_to_planks_on_a_wall)
{
    // 4 or 8 substeps; welded, or hinged with brakes and held at both ends; then with a long frame
    // now and then.
    for (int k = 0; k < 8; ++k)
    {
        const bool hinged = k / 2 % 2 == 1;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id wall = add_anchor(world), before = wall, plank = wall;
        for (int i = 0; i < 6 + hinged; ++i)
        {
            plank = i == 6 ? wall : add_crate(world, 0.5f + (float)i, 0.0f, 0.5f, 0.1f);
            if (hinged)
            {
                scree_revolute_joint_def def = scree_revolute_joint_def_default();
                def.base = joined_at(world, before, plank, (float)i, 0.0f, 0.0f);
                def.motor = (scree_axis_motor){true, 0.0f, 0.5f};
                scree_joint_create_revolute(world, &def);
            }
            else
            {
                add_weld(world, before, plank, (float)i, 0.0f);
            }
            before = i == 6 ? before : plank;
        }
        test_random random = random_of(7);
        for (int step = 0; step < 600; ++step)
        {
            float dt = k < 4              ? STEP * random_between(&random, 0.3f, 2.0f)
                       : step % 120 == 60 ? 0.1f
                                          : STEP;
            assert_ok(scree_world_step(world, dt, k % 2 == 0 ? 4 : 8));
            assert_at_most(fabs((double)scree_body_linear_velocity(world, before).y), 4.0);
        }
        assert_at_most(worst_separation(world), 0.02);
    }
}

TEST(a_trebuchet_throws_with_a_weight_that_is_welded_to_a_light_arm)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def light = scree_shape_def_default(), heavy = light;
    light.filter.mask = heavy.filter.mask = 0;
    heavy.density = 700.0f;
    scree_body_id arm = add_slab(world, SCREE_BODY_DYNAMIC, -1.5f, 1.5f, &light, 3.0f, 0.1f);
    scree_body_id weight = add_slab(world, SCREE_BODY_DYNAMIC, 1.5f, 0.9f, &heavy, 0.5f, 0.5f);
    add_hinge(world, add_anchor(world), arm, 0.0f, 1.5f);
    scree_joint_id weld = add_weld(world, arm, weight, 1.5f, 1.5f);
    // A sling of free hinges, which are solved as a tree where the weld allows it.
    scree_body_id last = arm;
    for (int i = 0; i < 10; ++i)
    {
        const float x = -4.5f + 0.2f * (float)i;
        scree_body_id link =
            add_slab(world, SCREE_BODY_DYNAMIC, x + 0.1f, 1.5f, &light, 0.1f, 0.03f);
        add_hinge(world, last, link, x, 1.5f);
        last = link;
    }
    for (int i = 0; i < 300; ++i)
    {
        step_times(world, 1);
        assert_at_most(fabs((double)scree_joint_angular_separation(world, weld)), 0.2);
        assert_at_most(worst_separation(world), 0.2);
    }
}

// Breaking

typedef enum hanger
{
    BY_ROD,
    BY_HINGE,
    BY_WELD,
    BY_SLIDER,
    HANGERS
} hanger;

static int marker;

static scree_joint_id hang(scree_world *world, hanger kind, scree_body_id anchor,
                           scree_body_id cube, float break_force)
{
    static const scree_joint_type types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_WELD, SCREE_JOINT_PRISMATIC};
    joint_spec parts = {.type = types[kind],
                        .base = joined_at(world, anchor, cube, 0.0f, 0.0f, 0.0f),
                        .length = 1.5f};
    parts.base.break_force = break_force;
    parts.base.user_data = &marker;
    if (kind == BY_ROD)
    {
        parts.base.frame_b.position = (scree_vec2){0.0f, 0.5f};
    }
    // A slider lies across the pull.
    return add_joint(world, &parts);
}

TEST(a_hinge_with_a_brake_closes_a_tenth_of_a_metre_in_two_steps)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = joined_at(world, add_anchor(world), add_cube(world, 3.0f, 0.0f), 3.0f, 0.0f, 0.0f);
    def.base.frame_b.position.x = -0.1f;
    def.motor = (scree_axis_motor){true, 0.0f, 0.1f};
    scree_joint_id joint = joint_made(world, scree_joint_create_revolute(world, &def));
    step_times(world, 1);
    assert_at_most(scree_joint_linear_separation(world, joint), 0.0055);
    step_times(world, 1);
    assert_at_most(scree_joint_linear_separation(world, joint), 0.0022);
}

// 1 kg hangs still; its weight is 10 N.
TEST(a_joint_breaks_above_its_force_and_says_so)
{
    static const char *const names[] = {"rod", "hinge", "weld", "slider"};
    for (int i = 0; i < SOLVERS * HANGERS; ++i)
    {
        int solver = i / HANGERS, kind = i % HANGERS;
        for (int holds = 0; holds < 2; ++holds)
        {
            scoped_world *world = world_solved_by(solver, 10.0f);
            scree_body_id anchor = add_anchor(world), cube = add_cube(world, 0.0f, -2.0f);
            scree_joint_id joint =
                hang(world, (hanger)kind, anchor, cube, holds != 0 ? 10.5f : 9.5f);
            int broke_at = -1;
            for (int k = 0; k < 300 && broke_at < 0; ++k)
            {
                step_world(world);
                scree_joint_events events = scree_world_joint_events(world);
                if (events.break_count == 0)
                    continue;
                broke_at = k;
                assert_int_equal(events.break_count, 1);
                assert_int_equal(events.breaks[0].joint.value, joint.value);
                assert_int_equal(events.breaks[0].body_a.value, anchor.value);
                assert_int_equal(events.breaks[0].body_b.value, cube.value);
                assert_ptr_equal(events.breaks[0].user_data, &marker);
                assert_at_least(events.breaks[0].force.y, 9.5);
            }
            if ((broke_at < 0) != (holds != 0))
                fail_msg("solver %d, %s: broke at step %d of %s", solver, names[kind], broke_at,
                         holds != 0 ? "10.5 N" : "9.5 N");
            assert_int_equal(scree_joint_is_valid(world, joint), holds);
            assert_int_equal(scree_world_joint_count(world), holds);
            if (holds == 0)
            {
                run_steps(world, 60);
                assert_int_equal(scree_world_joint_events(world).break_count, 0);
                assert_at_most(scree_body_position(world, cube).y, -5.0);
            }
        }
    }
}

// Chains

// Largest joint error of a scene in steps of `substeps` substeps, from its second second on, m.
static double error_of_scene(const char *name, int size, int steps, int substeps)
{
    scoped_scene *run = start_scene(name, size, NULL);
    step_scene(run, 60, substeps);
    double worst = 0.0;
    for (int k = 60; k < steps; k += 10)
    {
        step_scene(run, 10, substeps);
        worst = fmax(worst, worst_separation(run->world));
    }
    scree_scene_quality quality = scree_scene_measure(run->world, &run->state);
    assert_int_equal(quality.escaped, 0);
    return worst;
}

// A link of a metre weighs 0.2 kg, and what hangs at the end 100 of them.
TEST(a_chain_holds_a_hundred_times_a_link_at_its_end)
{
    for (int substeps = 4; substeps <= 8; substeps += 4)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id before = add_anchor(world);
        for (int i = 0; i < 50; ++i)
        {
            scree_body_id link = add_crate(world, 0.0f, -0.5f - (float)i, 0.1f, 0.5f);
            add_hinge(world, before, link, 0.0f, (float)-i);
            before = link;
        }
        scree_body_id mace = add_crate(world, 0.0f, -50.0f - 2.236068f, 2.236068f, 2.236068f);
        assert_near(scree_body_mass(world, mace), 20.0, 1e-3);
        add_hinge(world, before, mace, 0.0f, -50.0f);
        scree_body_set_velocity(world, mace, (scree_vec2){1.0f, 0.0f}, 0.0f);
        double begin = 0.0, late = 0.0;
        for (int k = 0; k < 1200; ++k)
        {
            assert_ok(scree_world_step(world, STEP, substeps));
            double worst = worst_separation(world);
            *(k < 300 ? &begin : &late) = fmax(k < 300 ? begin : late, worst);
        }
        assert_at_most(begin, substeps == 4 ? 0.001 : 0.0005);
        assert_at_most(late, substeps == 4 ? 0.001 : 0.0005);
    }
}

TEST(a_chain_with_a_mace_stays_in_one_piece_when_it_is_swung)
{
    double coarse = error_of_scene("chain_mace", 50, 900, 4);
    double fine = error_of_scene("chain_mace", 50, 900, 8);
    assert_at_most(coarse, 0.01);
    assert_at_most(fine, 0.003);
}

TEST(a_bridge_of_120_planks_holds_together_under_30_crates)
{
    double coarse = error_of_scene("bridge", 120, 900, 4);
    double fine = error_of_scene("bridge", 120, 900, 8);
    assert_at_most(coarse, 0.003);
    assert_at_most(fine, 0.001);
}

TEST(a_cradle_sends_off_as_many_balls_as_come)
{
    scoped_scene *run = start_scene("newton_cradle", 0, NULL);
    scree_body_id balls[5];
    for (int i = 0; i < 5; ++i)
        balls[i] = scree_world_bodies(run->world).id[i];
    double start = (double)scree_body_position(run->world, balls[0]).y + 5.0, highest = 0.0;
    for (int k = 0; k < 130; ++k)
    {
        step_scene(run, 1, 0);
        highest = fmax(highest, (double)scree_body_position(run->world, balls[4]).y + 5.0);
        for (int i = 1; i < 4; ++i)
            assert_at_most((double)scree_body_position(run->world, balls[i]).y + 5.0, 0.06 * start);
    }
    assert_at_least(highest, 0.85 * start);
}

// Odd partners

TEST(a_thousand_joints_on_one_body_hold)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id anchor = add_anchor(world), hub = add_ball(world, 0.0f, 0.0f, 5.0f);
    add_hinge(world, anchor, hub, 0.0f, 0.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    def.filter.group = -1;
    for (int i = 0; i < 1000; ++i)
    {
        float sine, cosine, angle = 0.0062831853f * (float)i;
        scree_sincos(angle, &sine, &cosine);
        scree_body_id spoke =
            add_body(world, SCREE_BODY_DYNAMIC, 5.5f * cosine, 5.5f * sine, angle);
        add_box(world, spoke, &def, 0.5f, 0.05f);
        add_hinge(world, hub, spoke, 5.0f * cosine, 5.0f * sine);
    }
    assert_int_equal(scree_body_joint_count(world, hub), 1001);
    run_steps(world, 120);
    double worst = worst_separation(world);
    assert_at_most(worst, 0.01);
    assert_ok(scree_body_destroy(world, hub));
    assert_int_equal(scree_world_joint_count(world), 0);
    run_steps(world, 60);
}

TEST(joints_follow_kinematic_bodies_and_wait_between_static_ones)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id anchor = add_anchor(world),
                      post = add_body(world, SCREE_BODY_STATIC, 9, 0, 0);
        scree_body_id cart = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id bob = add_ball(world, 0.0f, -2.0f, 0.25f);
        scree_joint_id idle = add_hinge(world, anchor, post, 3.0f, 0.0f);
        scree_joint_id idle_too = add_hinge(world, post, cart, 3.0f, 0.0f);
        add_hinge(world, cart, bob, 0.0f, 0.0f);
        scree_body_set_velocity(world, cart, (scree_vec2){2.0f, 0.0f}, 0.0f);
        double worst = 0.0;
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            scree_vec2 p = scree_body_position(world, cart), q = scree_body_position(world, bob);
            double arm = hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
            worst = fmax(worst, fabs(arm - 2.0));
        }
        assert_near(scree_body_position(world, cart).x, 10.0, 0.01);
        assert_at_most(worst, 0.005);
        assert_near(scree_body_position(world, post).x, 9.0, 0.0);
        assert_near(scree_joint_force(world, idle).x, 0.0, 0.0);
        assert_near(scree_joint_linear_separation(world, idle), 0.0, 1e-5);
        assert_near(scree_joint_linear_separation(world, idle_too), 10.0, 0.02);
    }
}

// A float there has steps of 8 mm.
TEST(joints_hold_far_from_the_origin)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        const float far = 1e5f;
        scree_body_id before = add_body(world, SCREE_BODY_STATIC, far, far, 0.0f);
        for (int i = 0; i < 5; ++i)
        {
            scree_body_id link = add_crate(world, far + 0.5f + (float)i, far, 0.5f, 0.1f);
            add_hinge(world, before, link, far + (float)i, far);
            before = link;
        }
        double worst = 0.0;
        for (int k = 0; k < 600; ++k)
        {
            step_world(world);
            worst = fmax(worst, worst_separation(world));
        }
        assert_at_most(worst, 0.1);
    }
}

TEST(a_filter_joint_keeps_two_bodies_from_colliding)
{
    for (int filtered = 0; filtered < 2; ++filtered)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id a = add_cube(world, 0.0f, 0.0f), b = add_cube(world, 0.3f, 0.0f);
        scree_filter_joint_def def = scree_filter_joint_def_default();
        def.base.body_a = a;
        def.base.body_b = b;
        scree_joint_id joint = {0};
        if (filtered != 0)
            joint = joint_made(world, scree_joint_create_filter(world, &def));
        run_steps(world, 60);
        double gap =
            (double)scree_body_position(world, b).x - (double)scree_body_position(world, a).x;
        assert_true(filtered != 0 ? fabs(gap - 0.3) < 1e-6 : gap > 0.9);
        if (filtered != 0)
        {
            // Without it they part.
            scree_joint_destroy(world, joint);
            run_steps(world, 60);
            gap = (double)scree_body_position(world, b).x - (double)scree_body_position(world, a).x;
            assert_at_least(gap, 0.9);
        }
    }
}

// Sleep

static int asleep_in(scree_world *world) { return scree_world_counters(world).asleep_bodies; }

TEST(a_bridge_falls_asleep_and_a_push_wakes_all_of_it)
{
    scree_world_def def = scree_scene_world_def(scree_scene_find("bridge"), 12);
    def.enable_sleep = true;
    scoped_scene *run = start_scene("bridge", 12, &def);
    int steps = 0;
    while (steps < 3600 && asleep_in(run->world) < 15)
    {
        step_scene(run, 1, 0);
        ++steps;
    }
    assert_int_equal(asleep_in(run->world), 12 + 3);
    scree_body_id ids[32];
    assert_int_equal(scree_world_bodies(run->world).count, 16);
    for (int i = 0; i < 16; ++i)
        ids[i] = scree_world_bodies(run->world).id[i];
    // Asleep it stays where it is.
    scree_vec2 before = scree_body_position(run->world, ids[5]);
    step_scene(run, 60, 0);
    assert_int_equal(asleep_in(run->world), 15);
    assert_near(scree_body_position(run->world, ids[5]).y, before.y, 0.0);
    scree_body_id plank = {0};
    for (int i = 0; i < 16 && plank.value == 0; ++i)
    {
        if (scree_body_get_type(run->world, ids[i]) == SCREE_BODY_DYNAMIC)
            plank = ids[i];
    }
    scree_body_set_velocity(run->world, plank, (scree_vec2){0.0f, 1.0f}, 0.0f);
    step_scene(run, 1, 0);
    assert_int_equal(asleep_in(run->world), 0);
}

/// The fastest rise of a torso on a thin leg after it has landed with this speed, as a fraction of
/// the speed.
static double rebound_of_walker(float speed, float gap, int substeps, bool welded,
                                float restitution)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    scree_shape_def def = *usual_shape();
    def.density = 60.0f;
    def.filter.group = -1;
    def.material.restitution = restitution;
    scree_body_id torso = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 1.25f + gap, 0.0f);
    scree_body_id leg = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.45f + gap, 0.0f);
    const scree_capsule shapes[] = {{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.18f},
                                    {{0.0f, -0.35f}, {0.0f, 0.35f}, 0.1f}};
    assert_true(scree_shape_create_capsule(world, torso, &def, &shapes[0]).value != 0);
    assert_true(scree_shape_create_capsule(world, leg, &def, &shapes[1]).value != 0);
    scree_body_set_velocity(world, torso, (scree_vec2){0.0f, -speed}, 0.0f);
    scree_body_set_velocity(world, leg, (scree_vec2){0.0f, -speed}, 0.0f);
    joint_spec joint = {.type = welded ? SCREE_JOINT_WELD : SCREE_JOINT_REVOLUTE,
                        .limits = {!welded, -0.8f, 0.8f}};
    joint.base = joined_at(world, torso, leg, 0.0f, 0.85f + gap, 0.0f);
    add_joint(world, &joint);
    double fastest = 0.0;
    for (int step = 0; step < 60; ++step)
    {
        run_steps_of(world, 1, STEP, substeps);
        const scree_momentum sum = scree_world_momentum(world, (scree_vec2){0});
        const double mass = (double)(scree_body_mass(world, torso) + scree_body_mass(world, leg));
        fastest = sum.y / mass > fastest ? sum.y / mass : fastest;
    }
    return fastest / (double)speed;
}

TEST(jointed_bodies_that_land_rebound_no_faster_with_more_substeps)
{
    for (int i = 0; i < 12 * 3 * 8; ++i)
    {
        const float speed = 2.5f + 0.5f * (float)(i % 12);
        const int substeps = 4 << i / 12 % 3 * 2;
        const float gap = 0.2f + speed * STEP * (float)(i / 36) / 8.0f;
        assert_at_most(rebound_of_walker(speed, gap, substeps, i % 2 == 0, 0.0f), 0.6);
        assert_at_most(rebound_of_walker(speed, gap, substeps, i % 2 == 0, 0.1f), 0.7);
    }
}
