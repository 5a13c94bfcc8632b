/// Bodies with thousands of contacts: momentum, overlap, lanes and memory as with few.
#include "tests/support/sanitized.h"
#include "tests/support/task_threads.h"
#include "tests/support/worlds.h"
#include "world/validate.h"

#define BOXES 1500

/// Boxes on one platform, which lies on the ground or is static itself.
static scree_world *make_platform(int solver, scree_body_type type, int workers,
                                  scree_body_id *platform)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity = (scree_vec2){0.0f, -10.0f};
    def.worker_count = workers;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    *platform = add_body(world, type, 0.0f, 1.0f, 0.0f);
    add_box(world, *platform, usual_shape(), 0.55f * (float)BOXES + 2.0f, 1.0f);
    for (int i = 0; i < BOXES; ++i)
    {
        add_crate(world, 1.1f * ((float)i - 0.5f * (float)BOXES), 2.5f, 0.5f, 0.5f);
    }
    return world;
}

static double mean_overlap(const scree_world *world)
{
    int count = scree_world_contacts(world, NULL, 0);
    scoped_memory scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
    assert_non_null(contacts);
    scree_world_contacts(world, contacts, count);
    double sum = 0.0;
    int points = 0;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k, ++points)
        {
            sum += fmax(0.0, -(double)contacts[i].points[k].separation);
        }
    }
    return sum / points;
}

TEST(a_dynamic_platform_lies_as_still_as_a_static_one)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scree_body_id platform, base;
        scoped_world *dynamic = make_platform(solver, SCREE_BODY_DYNAMIC, 1, &platform);
        scoped_world *fixed = make_platform(solver, SCREE_BODY_STATIC, 1, &base);
        for (int i = 0; i < 240; ++i)
        {
            step_world(dynamic);
            step_world(fixed);
        }
        assert_null(sc_validate(dynamic));
        scree_counters a = scree_world_counters(dynamic), b = scree_world_counters(fixed);
        assert_int_equal(a.contacts, BOXES + 1);
        assert_int_equal(b.contacts, BOXES);
        assert_true(a.blocks <= b.blocks + 64 + 2);
        assert_true((double)a.bytes < 1.3 * (double)b.bytes);
        assert_at_most(mean_overlap(dynamic), mean_overlap(fixed) + 2e-4);
        assert_at_most(deepest_overlap(dynamic), 1e-3);
        assert_at_most(total_kinetic_energy(dynamic) / (double)BOXES, 1e-6);
        assert_near(scree_body_position(dynamic, platform).y, 1.0f, 1e-3f);
    }
}

TEST(two_platforms_that_get_their_contacts_in_turn_carry_their_own_bodies)
{
    enum
    {
        EACH = 200
    };
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    // Contacts are in the order of the stools, which stand on the one platform and the other in
    // turn, on two legs each.
    scree_body_id stools[2 * EACH], platforms[2];
    const scree_vec2 left_leg[] = {{-0.5f, -0.5f}, {-0.2f, -0.5f}, {-0.2f, 0.5f}, {-0.5f, 0.5f}};
    scree_polygon legs[2];
    assert_ok(scree_polygon_hull(left_leg, 4, 0.0f, &legs[0]));
    legs[1] = legs[0];
    for (int i = 0; i < legs[1].count; ++i)
    {
        legs[1].vertices[i].x += 0.7f;
    }
    for (int i = 0; i < 2 * EACH; ++i)
    {
        const float right = i % 2 == 0 ? -150.0f : 150.0f;
        stools[i] = add_body(world, SCREE_BODY_DYNAMIC, right + 1.1f * (float)(i / 2 - EACH / 2),
                             2.5f, 0.0f);
        add_polygon(world, stools[i], usual_shape(), &legs[0]);
        add_polygon(world, stools[i], usual_shape(), &legs[1]);
    }
    for (int k = 0; k < 2; ++k)
    {
        platforms[k] = add_crate(world, k == 0 ? -150.0f : 150.0f, 1.0f, 125.0f, 1.0f);
    }
    // Only the left one lies on something; the right one falls, and its stools fall with it.
    add_slab(world, SCREE_BODY_STATIC, -150.0f, -1.0f, usual_shape(), 130.0f, 1.0f);
    run_steps(world, 60);
    assert_null(sc_validate(world));
    assert_int_equal(scree_world_counters(world).contacts, 4 * EACH + 1);
    const float fallen = scree_body_position(world, platforms[1]).y;
    assert_near(fallen, -4.04, 0.05);
    assert_near(scree_body_position(world, platforms[0]).y, 1.0, 2e-3);
    for (int i = 0; i < 2 * EACH; ++i)
    {
        const float below = i % 2 == 0 ? 1.0f : fallen;
        assert_near(scree_body_position(world, stools[i]).y, below + 1.5f, 5e-3);
        assert_near(scree_body_linear_velocity(world, stools[i]).y, i % 2 == 0 ? 0.0 : -10.0, 0.02);
    }
}

TEST(platforms_have_the_same_bits_on_every_set_and_thread)
{
    uint64_t hash[2][8];
    int sets = 0;
    for (int set = 0; set < SCREE_SIMD_COUNT; ++set)
    {
        for (int workers = 1; workers <= 2 && scree_simd_is_supported((scree_simd)set); ++workers)
        {
            scree_world_def def = scree_world_def_default();
            def.simd = (scree_simd)set;
            def.worker_count = workers;
            scree_world *world = world_of(&def);
            add_ground(world, usual_shape());
            add_crate(world, 0.0f, 1.0f, 120.0f, 1.0f);
            for (int i = 0; i < 200; ++i)
            {
                scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 1.1f * (float)(i - 100),
                                              2.6f + 0.1f * (float)(i % 7), 0.3f * (float)i);
                add_mixed(world, body, usual_shape(), i, 0.9f);
            }
            run_steps(world, 40);
            hash[workers - 1][sets] = scree_world_hash(world);
            const sc_island_group *shared = &world->constraints.groups[SC_SHARED_GROUP];
            for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
            {
                assert_true(sc_hub_blocks_of(&shared->batches[type]) > 0);
            }
            scree_world_destroy(world);
            sets += workers == 2;
        }
    }
    assert_true(sets >= 1);
    for (int i = 0; i < sets; ++i)
    {
        assert_true(hash[0][i] == hash[0][0] && hash[1][i] == hash[0][0]);
    }
}

TEST(a_hub_beside_thousands_of_contacts_has_the_same_bits_on_many_threads)
{
    for (int solver = 0; solver < (SANITIZED ? 1 : SCREE_SOLVER_COUNT); ++solver)
    {
        uint64_t hash[2];
        for (int many = 0; many < 2; ++many)
        {
            task_threads threads = {0};
            scree_world_def def = def_solved_by(solver);
            def.gravity = (scree_vec2){0.0f, -10.0f};
            def.worker_count = many ? 16 : 1;
            def.tasks = many ? tasks_on_threads(&threads) : (scree_tasks){0};
            scoped_world *world = world_of(&def);
            add_ground(world, usual_shape());
            add_crate(world, 0.0f, 1.0f, 160.0f, 1.0f);
            for (int i = 0; i < 6000; ++i)
            {
                add_crate(world, 1.01f * (float)(i % 300 - 150) + 0.3f * (float)(i / 300 % 2),
                          2.5f + (float)(i / 300), 0.5f, 0.5f);
            }
            step_times(world, 6);
            assert_null(sc_validate(world));
            assert_true(scree_world_counters(world).contacts > 10000);
            assert_int_equal(scree_world_counters(world).colours, 64);
            hash[many] = scree_world_hash(world);
        }
        assert_true(hash[0] == hash[1]);
    }
}

TEST(balls_bounce_off_a_hub_as_with_few)
{
    const float masses[] = {1.0f, 4.0f, 1000.0f};
    for (int i = 0; i < 3; ++i)
    {
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        scree_shape_def shape = surface(0.0f, 1.0f);
        scree_body_id bar = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        const int count = 100;
        float half = 0.6f * (float)count;
        add_box(world, bar, &shape, half, 0.5f);
        scree_mass_data mass = {masses[i], masses[i] * half * half / 3.0f, {0.0f, 0.0f}};
        assert_ok(scree_body_set_mass_data(world, bar, &mass));
        assert_ok(scree_body_set_locks(world, bar, (scree_motion_locks){true, false, true}));
        for (int k = 0; k < count; ++k)
        {
            scree_body_id ball =
                add_ball(world, 1.1f * ((float)k - 0.5f * (float)count), 1.0f, 0.49f);
            assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -4.0f}, 0.0f));
        }
        test_motion before = total_motion(world);
        run_steps(world, 30);
        test_motion after = total_motion(world);
        scree_body_view bodies = scree_world_bodies(world);
        float slowest = 1e9f, bar_speed = 0.0f;
        for (int k = 0; k < bodies.count; ++k)
        {
            bool is_bar = bodies.id[k].value == bar.value;
            bar_speed = is_bar ? bodies.vy[k] : bar_speed;
            slowest = is_bar ? slowest : fminf(slowest, bodies.vy[k]);
        }
        assert_near(after.py, before.py, 1e-4 * before.scale);
        // Bounces that follow each other add some energy, with colours and without.
        assert_at_most(after.energy, 1.1 * before.energy);
        assert_near(slowest - bar_speed, 4.0, 0.05);
    }
}

TEST(one_ball_among_many_at_rest_bounces_off_a_hub_of_its_mass)
{
    for (int count = 40; count <= 80; count += 40)
    {
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        scree_shape_def shape = surface(0.0f, 1.0f);
        scree_body_id bar = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        float half = 0.6f * (float)count;
        add_box(world, bar, &shape, half, 0.5f);
        assert_ok(scree_body_set_locks(world, bar, (scree_motion_locks){true, false, true}));
        scree_body_id ball = {0};
        for (int k = 0; k < count; ++k)
        {
            ball = add_disc(world, SCREE_BODY_DYNAMIC, 1.1f * ((float)k - 0.5f * (float)count),
                            1.0f, &shape, 0.5f);
        }
        scree_mass_data mass = {scree_body_mass(world, ball), 1.0f, {0.0f, 0.0f}};
        assert_ok(scree_body_set_mass_data(world, bar, &mass));
        assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -4.0f}, 0.0f));
        run_steps(world, 3);
        assert_near(scree_body_linear_velocity(world, bar).y, -4.0, 0.25);
        assert_near(scree_body_linear_velocity(world, ball).y, 0.0, 0.25);
    }
}

TEST(a_changed_mass_makes_a_support_of_a_load)
{
    // As if the mass had been there from the beginning, though no contact changed.
    uint64_t hash[2];
    for (int late = 0; late < 2; ++late)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_ground(world, usual_shape());
        add_crate(world, 0.0f, 1.0f, 120.0f, 1.0f);
        scree_body_id crates[200];
        for (int i = 0; i < 200; ++i)
        {
            crates[i] = add_crate(world, 1.1f * (float)(i - 100), 2.5f, 0.5f, 0.5f);
        }
        run_steps(world, 60);
        for (int i = 150; i < 200; ++i)
        {
            scree_mass_data mass = {5000.0f, 800.0f, {0.0f, 0.0f}};
            assert_ok(scree_body_set_mass_data(world, crates[i], &mass));
        }
        if (late)
        {
            // Another body is created and destroyed, which changes all rows.
            scree_body_id other = add_crate(world, 0.0f, 4000.0f, 0.5f, 0.5f);
            assert_ok(scree_body_destroy(world, other));
        }
        run_steps(world, 1);
        assert_null(sc_validate(world));
        const sc_constraints *constraints = &world->constraints;
        hash[late] = (uint64_t)constraints->block_count;
    }
    assert_true(hash[0] == hash[1]);
    assert_true(hash[0] > 64 + 50);
}

static void push_off(scree_world *world, scree_body_id body, double x, double y)
{
    scree_vec2 velocity = {(float)x, (float)y};
    assert_ok(scree_body_set_velocity(world, body, velocity, 0.0f));
}

TEST(blows_on_a_hub_keep_momentum)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_shape_def shape = surface(0.5f, 0.3f);
        add_circle(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f), &shape, 40.0f);
        for (int i = 0; i < 220; ++i)
        {
            double angle = 6.283185307179586 * i / 220.0, r = 40.505;
            scree_body_id ball = add_ball(world, (float)(r * cos(angle)), (float)(r * sin(angle)),
                                          i % 3 == 0 ? 0.5f : 0.4f);
            double speed = i % 2 == 0 ? -4.0 : -1.0;
            push_off(world, ball, speed * cos(angle) + 0.5, speed * sin(angle));
        }
        // Another one, with contacts of two points.
        add_slab(world, SCREE_BODY_DYNAMIC, 120.0f, 0.0f, &shape, 60.0f, 1.0f);
        for (int i = 0; i < 120; ++i)
        {
            scree_body_id crate = add_crate(world, 60.5f + (float)i, 1.41f, 0.4f, 0.4f);
            push_off(world, crate, 0.5, i % 3 == 0 ? -2.0 : -1.0);
        }
        test_motion before = total_motion(world);
        int max_blocks = 0;
        for (int i = 0; i < 30; ++i)
        {
            step_world(world);
            assert_null(sc_validate(world));
            int blocks = scree_world_counters(world).blocks;
            max_blocks = blocks > max_blocks ? blocks : max_blocks;
        }
        test_motion after = total_motion(world);
        assert_true(max_blocks > 64);
        assert_near(after.px, before.px, 1e-4 * before.scale);
        assert_near(after.py, before.py, 1e-4 * before.scale);
        assert_near(after.angular, before.angular, 2e-4 * before.angular_scale);
    }
}

/// Height of the centre of mass of all dynamic bodies, m.
static double height_of_all(scree_world *world)
{
    scree_body_view bodies = scree_world_bodies(world);
    double sum = 0.0, mass = 0.0;
    for (int i = 0; i < bodies.count; ++i)
    {
        double m = (double)scree_body_mass(world, bodies.id[i]);
        sum += m * (double)bodies.y[i];
        mass += m;
    }
    return sum / mass;
}

TEST(overlaps_with_a_hub_open_on_both_sides)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id platform = add_crate(world, 0.0f, 0.0f, 121.0f, 0.5f);
        for (int i = 0; i < 200; ++i)
        {
            add_crate(world, 1.2f * ((float)i - 99.5f), 0.9f, 0.5f, 0.5f);
        }
        double before = height_of_all(world);
        step_times(world, 20);
        assert_at_most(scree_body_position(world, platform).y, -0.02);
        assert_near(height_of_all(world), before, 2e-5);
    }
}

TEST(a_body_with_several_contacts_with_a_hub_is_once_in_a_block)
{
    // Combs: each has three teeth on the platform.
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    add_crate(world, 0.0f, 1.0f, 310.0f, 1.0f);
    for (int i = 0; i < 200; ++i)
    {
        scree_body_id comb =
            add_body(world, SCREE_BODY_DYNAMIC, 3.0f * (float)(i - 100), 2.5f, 0.0f);
        for (int k = -1; k <= 1; ++k)
        {
            scree_polygon tooth = scree_polygon_box(0.2f, 0.5f);
            for (int v = 0; v < tooth.count; ++v)
            {
                tooth.vertices[v].x += 0.8f * (float)k;
            }
            add_polygon(world, comb, usual_shape(), &tooth);
        }
    }
    for (int i = 0; i < 60; ++i)
    {
        run_steps(world, 1);
        assert_null(sc_validate(world));
    }
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.contacts, 601);
    assert_at_least(counters.lane_fill, 0.3);
    assert_at_most(deepest_overlap(world), 2e-3);
}

TEST(two_hubs_filled_in_turn_have_a_body_once_in_a_block)
{
    // Stools stand on two platforms in turn. A few left legs come first and then as many right
    // legs, so that between the two contacts of a stool there are others of both platforms.
    enum
    {
        EACH = 300
    };
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    const float middles[] = {-320.0f, 320.0f};
    test_random random = random_of(7);
    for (int i = 0; i < 2 * EACH;)
    {
        scree_body_id stools[24];
        const int left = 2 * EACH - i, some = 1 + random_below(&random, 24);
        const int count = some < left ? some : left;
        for (int leg = 0; leg < 2; ++leg)
        {
            for (int k = 0; k < count; ++k)
            {
                const float x = middles[(i + k) % 2] + 2.0f * (float)((i + k) / 2 - EACH / 2);
                if (leg == 0)
                    stools[k] = add_body(world, SCREE_BODY_DYNAMIC, x, 2.5f, 0.0f);
                const scree_vec2 at = {leg == 0 ? -0.5f : 0.5f, 0.0f};
                const scree_polygon box = scree_polygon_box_at(0.2f, 0.5f, at, 0.0f, 0.0f);
                add_polygon(world, stools[k], usual_shape(), &box);
            }
        }
        i += count;
    }
    // They come last: pairs are in the order of their first shapes. A beam joins their islands.
    for (int k = 0; k < 2; ++k)
        add_crate(world, middles[k], 1.0f, 310.0f, 1.0f);
    add_crate(world, 0.0f, 2.5f, 15.0f, 0.5f);
    for (int k = 0; k < 30; ++k)
    {
        run_steps(world, 1);
        assert_null(sc_validate(world));
    }
    assert_int_equal(scree_world_counters(world).contacts, 4 * EACH + 4);
    assert_at_most(deepest_overlap(world), 2e-3);
}

TEST(locks_hold_on_a_hub)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scree_body_id platform;
        scoped_world *world = make_platform(solver, SCREE_BODY_DYNAMIC, 1, &platform);
        assert_ok(scree_body_set_transform(
            world, platform, scree_transform_from_angle((scree_vec2){0.0f, 1.2f}, 0.0f)));
        assert_ok(scree_body_set_locks(world, platform, (scree_motion_locks){true, true, true}));
        step_times(world, 20);
        scree_vec2 at = scree_body_position(world, platform);
        assert_true(at.x == 0.0f && at.y == 1.2f);
        assert_true(scree_body_angle(world, platform) == 0.0f);
    }
}

TEST(hundreds_of_discs_in_one_place_fill_their_lanes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const int count = 300;
    for (int i = 0; i < count; ++i)
    {
        add_ball(world, 0.0f, 0.0f, 0.5f);
    }
    run_steps(world, 1);
    assert_null(sc_validate(world));
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.contacts, count * (count - 1) / 2);
    assert_at_least(counters.lane_fill, 0.9);
    run_steps(world, 30);
    // The bytes of a contact: 99 bytes of store, 76 of blocks, 18 of scratch, 21 where it closes.
    counters = scree_world_counters(world);
    assert_true(counters.bytes < (uint64_t)(250 * count * (count - 1) / 2));
    assert_null(sc_validate(world));
}
