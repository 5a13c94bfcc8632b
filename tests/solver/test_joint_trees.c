/// Trees of hinges solved at once: the parts that they hold, the joints that take part, the same
/// bits everywhere.
#include "scenes/random.h"
#include "tests/support/worlds.h"
#include "world/validate.h"

#define LINKS 40
#define CHAINS 130
#define CHAIN_LINKS 9

static scree_body_id add_link(scree_world *world, float x, float y, float density)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    def.density = density;
    def.filter.group = -1;
    add_box(world, body, &def, 0.5f, 0.1f);
    return body;
}

static scree_joint_id add_hinge_of(scree_world *world, scree_body_id a, scree_vec2 on_a,
                                   scree_body_id b, scree_vec2 on_b)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = a;
    def.base.body_b = b;
    def.base.frame_a.position = on_a;
    def.base.frame_b.position = on_b;
    scree_joint_id joint = scree_joint_create_revolute(world, &def);
    assert_true(scree_joint_is_valid(world, joint));
    return joint;
}

static const scree_vec2 left = {-0.5f, 0.0f}, right = {0.5f, 0.0f};

/// Links from `from` on, to the right.
static void add_chain(scree_world *world, scree_body_id from, scree_body_id *links, int count,
                      float x, float y)
{
    scree_body_id last = from;
    for (int i = 0; i < count; ++i)
    {
        links[i] = add_link(world, x + 0.5f + (float)i, y, 1.0f);
        add_hinge_of(world, last, i > 0 ? right : (scree_vec2){x, y}, links[i], left);
        last = links[i];
    }
}

static scree_body_id add_post(scree_world *world) { return static_body(world); }

static int links_of(const scree_world *world)
{
    return world->constraints.joints.forest.link_count;
}

/// The largest speed, m/s, at which the two points of a hinge part.
static double parting_speed(const scree_world *world, const scree_joint_id *joints, int count)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i)
    {
        scree_body_id a = scree_joint_body_a(world, joints[i]);
        scree_body_id b = scree_joint_body_b(world, joints[i]);
        scree_revolute_joint_def def = scree_joint_revolute_settings(world, joints[i]);
        scree_vec2 p = scree_body_world_point(world, a, def.base.frame_a.position);
        scree_vec2 q = scree_body_world_point(world, b, def.base.frame_b.position);
        scree_vec2 u = scree_body_velocity_at(world, a, p);
        scree_vec2 v = scree_body_velocity_at(world, b, q);
        worst = fmax(worst, hypot((double)(v.x - u.x), (double)(v.y - u.y)));
    }
    return worst;
}

/// A random tree of links of 0.1 to 10 kg in motion: how fast hinges part by how fast links are.
static double parting_of_random_tree(uint64_t seed, bool direct)
{
    scree_world_def def = awake_world_def();
    def.direct_joints = direct;
    scoped_world *world = world_of(&def);
    sc_random random = sc_random_create(seed);
    scree_body_id links[LINKS];
    scree_joint_id joints[LINKS];
    int hinges[LINKS] = {0};
    for (int i = 0; i < LINKS; ++i)
    {
        float density = powf(10.0f, sc_random_float(&random, 0.0f, 2.0f)) * 0.5f;
        int from = i > 0 ? (int)sc_random_below(&random, (uint32_t)i) : 0;
        from = hinges[from] < 6 ? from : i - 1;
        scree_vec2 at = {0.0f, 0.0f};
        scree_body_id before = i > 0 ? links[from] : add_post(world);
        if (i > 0)
        {
            at = scree_body_world_point(world, before, right);
            ++hinges[from];
        }
        links[i] = add_link(world, at.x + 0.5f, at.y, density);
        joints[i] = i % 2 == 0 ? add_hinge_of(world, before, i > 0 ? right : at, links[i], left)
                               : add_hinge_of(world, links[i], left, before, right);
        scree_vec2 velocity = {sc_random_float(&random, 0.0f, 1.0f),
                               sc_random_float(&random, 0.0f, 4.0f)};
        scree_body_set_velocity(world, links[i], velocity, 0.0f);
    }
    double parting = 0.0, fastest = 0.0;
    for (int k = 0; k < 20; ++k)
    {
        step_world(world);
        assert_null(sc_validate(world));
    }
    assert_int_equal(links_of(world), direct ? LINKS : 0);
    parting = parting_speed(world, joints, LINKS);
    for (int i = 0; i < LINKS; ++i)
    {
        scree_vec2 v = scree_body_linear_velocity(world, links[i]);
        fastest = fmax(fastest, hypot((double)v.x, (double)v.y));
    }
    return parting / fastest;
}

TEST(hinges_of_a_tree_part_at_no_speed)
{
    double direct = 0.0, swept = 0.0;
    for (uint64_t seed = 1; seed <= 60; ++seed)
    {
        direct = fmax(direct, parting_of_random_tree(seed, true));
        swept = fmax(swept, parting_of_random_tree(seed, false));
    }
    assert_true(direct < 0.004);
    assert_true(swept > 10.0 * direct);
}

static int links_after_step(scree_world *world)
{
    step_world(world);
    assert_null(sc_validate(world));
    return links_of(world);
}

TEST(loops_short_chains_locked_and_soft_ones_are_no_trees)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id links[10], post = add_post(world);
    add_chain(world, post, links, 7, 0.0f, 0.0f);
    assert_int_equal(links_after_step(world), 0);
    links[7] = add_link(world, 7.5f, 0.0f, 1.0f);
    scree_joint_id last = add_hinge_of(world, links[6], right, links[7], left);
    assert_int_equal(links_after_step(world), 8);

    // Fixed at its other end it is still one; with a second hinge between two links it is not.
    scree_vec2 end = scree_body_world_point(world, links[7], right);
    scree_joint_id fixed = add_hinge_of(world, links[7], right, post, end);
    assert_int_equal(links_after_step(world), 9);
    scree_joint_id twice = add_hinge_of(world, links[2], left, links[1], right);
    assert_int_equal(links_after_step(world), 0);
    assert_ok(scree_joint_destroy(world, twice));
    assert_int_equal(links_after_step(world), 9);

    assert_ok(scree_body_set_locks(world, links[3], (scree_motion_locks){false, true, false}));
    assert_int_equal(links_after_step(world), 0);
    assert_ok(scree_body_set_locks(world, links[3], (scree_motion_locks){false, false, true}));
    assert_int_equal(links_after_step(world), 9);

    scree_revolute_joint_def def = scree_joint_revolute_settings(world, fixed);
    def.base.hertz = 5.0f;
    assert_ok(scree_joint_set_revolute_settings(world, fixed, &def));
    assert_int_equal(links_after_step(world), 8);
    def = scree_joint_revolute_settings(world, last);
    def.motor = (scree_axis_motor){true, 0.0f, 1.0f};
    assert_ok(scree_joint_set_revolute_settings(world, last, &def));
    assert_int_equal(links_after_step(world), 0);
}

TEST(a_body_of_many_hinges_is_solved_in_lanes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id hub = add_link(world, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 9; ++i)
    {
        assert_int_equal(links_after_step(world), i == 8 ? 8 : 0);
        add_hinge_of(world, hub, left, add_link(world, 0.0f, 0.0f, 1.0f), left);
    }
    assert_int_equal(links_after_step(world), 0);
}

TEST(only_soft_step_solves_trees)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id links[20];
        add_chain(world, add_post(world), links, 20, 0.0f, 0.0f);
        assert_int_equal(links_after_step(world), solver == SCREE_SOLVER_SOFT_STEP ? 20 : 0);
    }
}

TEST(a_chain_too_short_for_its_ends_stays_calm)
{
    for (int percent = 0; percent <= 10; percent += 5)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id links[50], post = add_post(world);
        add_chain(world, post, links, 50, 0.0f, 0.0f);
        add_hinge_of(world, links[49], right, post,
                     (scree_vec2){50.0f + 0.05f * (float)percent * 10.0f, 0.0f});
        run_seconds(world, 15.0f);
        assert_int_equal(links_of(world), 51);
        for (int i = 0; i < 50; ++i)
        {
            scree_vec2 v = scree_body_linear_velocity(world, links[i]);
            assert_true(fabs((double)v.y) < 2.0);
            assert_true(fabs((double)scree_body_position(world, links[i]).y) < 3.0);
        }
    }
}

TEST(a_chain_holds_a_thousand_times_a_link)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id last = add_post(world);
    scree_joint_id joints[51];
    for (int i = 0; i <= 50; ++i)
    {
        scree_body_id link =
            add_body(world, SCREE_BODY_DYNAMIC, 0.0f, -0.5f - (float)i, -1.57079633f);
        scree_shape_def def = scree_shape_def_default();
        def.density = i == 50 ? 1000.0f : 1.0f;
        def.filter.group = -1;
        add_box(world, link, &def, 0.5f, 0.1f);
        joints[i] = add_hinge_of(world, last, i > 0 ? right : (scree_vec2){0.0f, 0.0f}, link, left);
        last = link;
    }
    double worst = 0.0;
    for (int k = 0; k < 600; ++k)
    {
        step_world(world);
        for (int i = 0; i <= 50; ++i)
        {
            worst = fmax(worst, (double)scree_joint_linear_separation(world, joints[i]));
        }
    }
    assert_true(worst < 0.01);
}

/// A drum pinned at its centre, from whose rim a chain hangs: how far its pin opens, m.
static double opening_of_pin(float density, bool direct)
{
    scree_world_def def = awake_world_def();
    def.direct_joints = direct;
    scoped_world *world = world_of(&def);
    scree_body_id drum = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f), last = drum;
    scree_shape_def shape = scree_shape_def_default();
    shape.filter.group = -1;
    add_circle(world, drum, &shape, 0.5f);
    scree_vec2 at = {0.0f, 0.0f};
    scree_joint_id pin = add_hinge_of(world, add_post(world), at, drum, at);
    for (int i = 0; i < 20; ++i)
    {
        scree_body_id link =
            add_body(world, SCREE_BODY_DYNAMIC, 0.5f, -0.5f - (float)i, -1.5707963f);
        shape.density = i == 19 ? density : 1.0f;
        add_box(world, link, &shape, 0.5f, 0.1f);
        add_hinge_of(world, last, i > 0 ? right : (scree_vec2){0.5f, 0.0f}, link, left);
        last = link;
    }
    run_seconds(world, 5.0f);
    assert_int_equal(links_of(world), direct ? 21 : 0);
    return (double)scree_joint_linear_separation(world, pin);
}

TEST(a_hinge_at_the_centre_of_a_drum_holds_like_its_chain)
{
    for (float density = 1.0f; density <= 100.0f; density *= 10.0f)
    {
        double direct = opening_of_pin(density, true), lanes = opening_of_pin(density, false);
        assert_true(direct < 0.001 && direct < 0.1 * lanes);
    }
}

static scree_world *make_chains(int workers, int simd, bool in_groups)
{
    scree_world_def def = awake_world_def();
    def.worker_count = workers;
    def.simd = (scree_simd)simd;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    scree_body_id post = add_post(world), links[CHAIN_LINKS];
    for (int i = 0; i < CHAINS; ++i)
    {
        float x = 12.0f * (float)i;
        add_chain(world, post, links, CHAIN_LINKS, x, 2.0f);
        add_crate(world, x + 2.0f, 3.0f, 0.3f, 0.3f);
    }
    if (!in_groups)
    {
        add_particle(world, -4000.0f, 9000.0f, 0.1f);
    }
    return world;
}

static void assert_same_chains(scree_world *a, scree_world *b)
{
    for (int k = 0; k < 40; ++k)
    {
        step_world(a);
        step_world(b);
    }
    assert_null(sc_validate(a));
    assert_int_equal(links_of(a), CHAINS * CHAIN_LINKS);
    assert_int_equal(links_of(b), CHAINS * CHAIN_LINKS);
    assert_same_bodies(a, b);
    scree_world_destroy(a);
    scree_world_destroy(b);
}

TEST(workers_groups_and_sets_change_no_bit_of_trees)
{
    scree_world *world = make_chains(1, SCREE_SIMD_AUTO, true);
    step_world(world);
    assert_true(world->constraints.group_count > 1);
    scree_world_destroy(world);
    assert_same_chains(make_chains(1, SCREE_SIMD_AUTO, true),
                       make_chains(1, SCREE_SIMD_AUTO, false));
    assert_same_chains(make_chains(1, SCREE_SIMD_AUTO, true),
                       make_chains(4, SCREE_SIMD_AUTO, true));
    assert_same_chains(make_chains(1, SCREE_SIMD_AUTO, false),
                       make_chains(3, SCREE_SIMD_AUTO, false));
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (scree_simd_is_supported((scree_simd)simd))
        {
            assert_same_chains(make_chains(1, SCREE_SIMD_AUTO, true), make_chains(1, simd, true));
        }
    }
}
