/// Contacts in blocks of lanes: with a colour, without one, and on bodies that no lane writes.
#include "tests/support/worlds.h"
#include "world/validate.h"

#define LANES 16
#define MAX_COLOURS 64

/// `count` of each, a metre apart on a line of the given kind; two points each, or one.
static void add_row(scree_world *world, int count, float height, bool boxes)
{
    for (int i = 0; i < count; ++i)
    {
        float x = 1.2f * ((float)i - 0.5f * (float)count);
        boxes ? add_crate(world, x, height + 0.5f, 0.5f, 0.5f)
              : add_ball(world, x, height + 0.5f, 0.5f);
    }
}

static void assert_colours(const scree_world *world, int contacts, int colours, int blocks)
{
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.contacts, contacts);
    assert_int_equal(counters.colours, colours);
    assert_int_equal(counters.blocks, blocks);
    assert_near(counters.lane_fill, (double)contacts / (LANES * blocks), 1e-6);
}

TEST(thousands_on_one_body_that_cannot_move_take_one_colour)
{
    const int count = 2000;
    for (int type = SCREE_BODY_STATIC; type <= SCREE_BODY_KINEMATIC; ++type)
    {
        for (int boxes = 0; boxes < 2; ++boxes)
        {
            scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
            add_slab(world, (scree_body_type)type, 0.0f, -0.5f, usual_shape(), 1500.0f, 0.5f);
            // Rows between theirs, so that theirs is not the last of all.
            add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 900.0f, 0.0f);
            add_row(world, count, 0.0f, boxes);
            run_steps(world, 2);
            assert_colours(world, count, 1, count / LANES);
        }
    }
}

TEST(static_and_kinematic_bodies_between_dynamic_ones_take_no_colour)
{
    // Crates on a slab, a kinematic plate over them, crates on that; each touches its own wall.
    const int count = 320;
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 500.0f, 0.5f);
    add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, 1.5f, usual_shape(), 500.0f, 0.5f);
    for (int i = 0; i < count; ++i)
    {
        add_slab(world, i % 2 ? SCREE_BODY_STATIC : SCREE_BODY_KINEMATIC,
                 1.2f * (float)i - 190.0f + 0.6f, i % 2 ? 0.5f : 2.5f, usual_shape(), 0.1f, 0.3f);
        add_crate(world, 1.2f * (float)i - 190.0f, 0.5f, 0.5f, 0.5f);
        add_crate(world, 1.2f * (float)i - 190.0f, 2.5f, 0.5f, 0.5f);
    }
    run_steps(world, 1);
    scree_counters counters = scree_world_counters(world);
    // Slab, plate, and a wall to the left or to the right: no body touches more than four.
    assert_true(counters.contacts > 4 * count);
    assert_in_range(counters.colours, 2, 4);
    assert_at_least(counters.lane_fill, 0.95);
}

/// Numbers of bodies on a plank, below and above the count of colours.
static const int loads[] = {10, 63, 64, 65, 90, 200};

/// A dynamic plank on two posts, with `count` bodies on it.
typedef struct bench
{
    scree_world *world;
    scree_body_id plank;
    int count;
} bench;

static bench make_bench(int solver, int count, bool boxes)
{
    bench b = {.world = world_solved_by(solver, 10.0f), .count = count};
    float half = 0.6f * (float)count + 1.0f;
    for (int i = -1; i <= 1; i += 2)
    {
        add_slab(b.world, SCREE_BODY_STATIC, (float)i * (half - 1.0f), -1.0f, usual_shape(), 0.5f,
                 0.5f);
    }
    b.plank = add_crate(b.world, 0.0f, -0.25f, half, 0.25f);
    // Heavy: light planks under heavy loads converge slowly, whatever the colours.
    scree_mass_data mass = {
        20.0f * (float)count, 20.0f * (float)count * half * half / 3.0f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(b.world, b.plank, &mass));
    add_row(b.world, count, 0.0f, boxes);
    return b;
}

/// The first 64 contacts have a colour and a block each, then 16 share a block, except one for each
/// post.
static void assert_blocks(const scree_world *world, int contacts)
{
    int alone = contacts < MAX_COLOURS ? contacts : MAX_COLOURS;
    int blocks = alone + (contacts - alone + LANES - 1) / LANES;
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.contacts, contacts);
    assert_int_equal(counters.colours, alone);
    assert_in_range(counters.blocks, blocks, contacts > alone ? blocks + 2 : blocks);
    assert_near(counters.lane_fill, (double)contacts / (LANES * counters.blocks), 1e-6);
    assert_null(sc_validate(world));
}

TEST(contacts_beyond_sixty_four_of_one_body_share_its_blocks)
{
    for (int i = 0; i < 6; ++i)
    {
        for (int boxes = 0; boxes < 2; ++boxes)
        {
            scoped_fixture bench b = make_bench(SCREE_SOLVER_SOFT_STEP, loads[i], boxes);
            run_steps(b.world, 1);
            // All at the plank, the two posts too.
            assert_blocks(b.world, loads[i] + 2);
            // With the same bodies and contacts they are kept, and stay right.
            run_steps(b.world, 5);
            assert_blocks(b.world, loads[i] + 2);
        }
    }
}

TEST(contacts_without_a_colour_carry_their_load)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 2; i < 6; ++i)
        {
            for (int boxes = 0; boxes < 2; ++boxes)
            {
                scoped_fixture bench b = make_bench(solver, loads[i], boxes);
                step_times(b.world, 90);
                scoped_memory scree_contact *contacts =
                    calloc((size_t)b.count + 2, sizeof *contacts);
                assert_non_null(contacts);
                int count = scree_world_contacts(b.world, contacts, b.count + 2);
                assert_int_equal(count, b.count + 2);
                int substeps = substeps_of(solver);
                double h = (double)STEP / substeps, posts = 0.0;
                for (int c = 0; c < count; ++c)
                {
                    double impulse = 0.0;
                    for (int k = 0; k < contacts[c].point_count; ++k)
                    {
                        impulse += (double)contacts[c].points[k].normal_impulse;
                    }
                    scree_body_id on = scree_shape_body(b.world, contacts[c].shape_a);
                    scree_body_id under = scree_shape_body(b.world, contacts[c].shape_b);
                    on = on.value == b.plank.value ? under : on;
                    double weight = 10.0 * (double)scree_body_mass(b.world, on) * h;
                    bool post = scree_body_get_type(b.world, on) == SCREE_BODY_STATIC;
                    posts += post ? impulse : 0.0;
                    if (!post)
                    {
                        assert_near(impulse, weight, 0.02 * weight);
                    }
                }
                double all = 10.0 * h *
                             (double)(scree_body_mass(b.world, b.plank) +
                                      (float)b.count * (boxes ? 1.0f : 0.78539816f));
                assert_near(posts, all, 0.02 * all);
            }
        }
    }
}

TEST(a_wheel_among_many_balls_stays_round)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.3f, 0.0f);
    add_bin(world, &def, 8.0f, 20.0f, false);
    add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 6.0f, &def, 5.0f);
    for (int i = 0; i < 1600; ++i)
    {
        add_ball(world, 0.38f * (float)(i % 40) - 7.4f, 12.0f + 0.35f * (float)(i / 40), 0.16f);
    }
    int largest = 0;
    for (int i = 0; i < 400; ++i)
    {
        run_steps(world, 1);
        int colours = scree_world_counters(world).colours;
        largest = colours > largest ? colours : largest;
        assert_at_most(deepest_overlap(world), 0.2);
    }
    assert_int_equal(largest, MAX_COLOURS);
    assert_at_most(deepest_overlap(world), 0.08);
}
