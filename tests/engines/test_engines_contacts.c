/// Small worlds that are hard on contacts, run by scree and, where this build has it, by Box2D 3.
/// Bounds are scree's; the test prints the figures of both.
#include "tests/engines/engine_runs.h"

#include "engines/judge.h"

/// The settings of a run, and an action before each step, if any.
typedef struct plan
{
    create_function *create;
    int steps, substeps;
    float hertz;  ///< of contacts; 0: the default
    void (*push)(run *run);
} plan;

/// Figures of the last body of a world at the end, and of the whole world.
typedef struct outcome
{
    double x, y, tilt;  ///< m, and the sine of its angle
    double energy;      ///< kinetic, of all, J
    double speed, spin;
    double overlap;  ///< largest at the end, m
    double deepest;  ///< largest of any step, m
    int asleep;
} outcome;

static outcome outcome_of(const sc_engine *engine, const plan *plan)
{
    scoped_model *model = model_of(plan->create);
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.substeps = plan->substeps;
    settings.contact_hertz = plan->hertz;
    settings.continuous = settings.sleep = true;
    scoped_run r = start_with(engine, model, &settings);
    sc_model_pose before[MAX_BODIES];
    sc_model_velocity velocities[MAX_BODIES];
    outcome found = {0};
    engine->read(r.world, r.poses);
    for (int i = 0; i < plan->steps; ++i)
    {
        memcpy(before, r.poses, sizeof before);
        if (plan->push != NULL)
        {
            plan->push(&r);
        }
        take_steps(&r, 1);
        sc_overlaps overlaps;
        assert_true(sc_judge_overlaps(model, r.poses, &overlaps));
        found.deepest = fmax(found.deepest, overlaps.max);
        found.overlap = overlaps.max;
    }
    const int last = model->body_count - 1;
    engine->read_velocities(r.world, velocities);
    found.energy = sc_judge_kinetic_energy(model, before, r.poses, (double)STEP);
    found.x = (double)r.poses[last].x;
    found.y = (double)r.poses[last].y;
    found.tilt = (double)r.poses[last].sin;
    found.speed = hypot((double)velocities[last].vx, (double)velocities[last].vy);
    found.spin = fabs((double)velocities[last].w);
    found.asleep = engine->count(r.world).asleep;
    print_message("    %-10s x %.3f, y %.4f m, sine %.4f, %.2g m/s, %.2g rad/s, %.2g J, "
                  "overlap %.2f, at most %.2f mm, %d asleep\n",
                  engine->name, found.x, found.y, found.tilt, found.speed, found.spin, found.energy,
                  1e3 * found.overlap, 1e3 * found.deepest, found.asleep);
    return found;
}

/// Scree's outcome, after that of Box2D was printed.
static outcome compared(const plan *plan)
{
    const sc_engine *peer = sc_engine_find("box2d-3");
    if (peer != NULL)
    {
        outcome_of(peer, plan);
    }
    return outcome_of(sc_engine_find("scree"), plan);
}

static scree_body_id moving(scree_world *world, float x, float y, scree_vec2 velocity, float spin)
{
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    scree_body_set_velocity(world, body, velocity, spin);
    return body;
}

static void add_segment(scree_world *world, scree_body_id body, scree_vec2 from, scree_vec2 to)
{
    assert_true(
        scree_shape_create_segment(world, body, usual_shape(), &(scree_segment){from, to}).value !=
        0);
}

// Impacts

/// Its lower end stands still; it falls over that and slaps flat.
TEST_SCENE(a_rod_on_its_end)
{
    add_segment(world, static_body(world), (scree_vec2){-20.0f, 0.0f}, (scree_vec2){20.0f, 0.0f});
    const scree_body_id rod = moving(world, 0.0f, 3.0f, (scree_vec2){5.0f, 0.0f}, -5.0f / 3.0f);
    add_box(world, rod, usual_shape(), 0.1f, 3.0f);
    return true;
}

TEST(a_rod_that_slaps_on_the_floor_is_stopped_by_its_friction)
{
    const outcome found = compared(&(plan){a_rod_on_its_end, 600, 4, 0.0f, NULL});
    // Without the friction of the impact 4.9 m.
    assert_near(found.x, 4.03, 0.1);
    assert_at_most(found.deepest, 2e-3);
    assert_int_equal(found.asleep, 1);
}

/// Its shape is 8 m from its origin; below it is a platform with a slanting top.
TEST_SCENE(a_fast_plank_over_a_platform)
{
    const scree_body_id ground = static_body(world);
    add_segment(world, ground, (scree_vec2){-10.0f, 0.0f}, (scree_vec2){10.0f, 0.0f});
    const scree_polygon platform = {
        .count = 5,
        .vertices = {{-2.0f, 4.0f}, {2.0f, 4.0f}, {2.0f, 4.1f}, {-0.5f, 4.2f}, {-2.0f, 4.2f}}};
    add_polygon(world, ground, usual_shape(), &platform);
    const scree_body_id plank = add_body(world, SCREE_BODY_DYNAMIC, 8.0f, 12.0f, 0.0f);
    const scree_polygon box =
        scree_polygon_box_at(2.0f, 0.05f, (scree_vec2){-8.0f, 0.0f}, 0.0f, 0.0f);
    add_polygon(world, plank, usual_shape(), &box);
    scree_body_set_velocity(world, plank, (scree_vec2){0.0f, -100.0f}, 0.0f);
    return true;
}

TEST(a_fast_plank_stays_on_the_platform_that_it_hits)
{
    const outcome found = compared(&(plan){a_fast_plank_over_a_platform, 600, 4, 0.0f, NULL});
    // It may have turned over, and lies on the platform by its centre, which is 8 m from its
    // origin.
    assert_near(found.y - 8.0 * found.tilt, 4.2, 0.1);
    assert_int_equal(found.asleep, 1);
}

static bool floor_of_pieces(scree_world *world)
{
    const scree_body_id ground = static_body(world);
    for (int i = 0; i <= 40; ++i)
    {
        const scree_polygon piece = scree_polygon_box_at(
            0.125f, 0.05f, (scree_vec2){-5.0f + 0.25f * (float)i, 0.0f}, 0.0f, 0.0f);
        add_polygon(world, ground, usual_shape(), &piece);
    }
    return true;
}

TEST_SCENE(a_fast_disc_over_pieces)
{
    const bool ok = floor_of_pieces(world);
    add_circle(world, moving(world, 0.0f, 4.0f, (scree_vec2){0.0f, -100.0f}, 0.0f), usual_shape(),
               0.125f);
    return ok;
}

TEST(a_fast_disc_stays_where_it_falls_on_a_floor_of_pieces)
{
    const outcome found = compared(&(plan){a_fast_disc_over_pieces, 600, 4, 0.0f, NULL});
    assert_near(found.x, 0.0, 1e-3);
    assert_near(found.y, 0.175, 1e-4);
}

/// Stands on nothing and falls over while it falls.
TEST_SCENE(a_ruler_over_a_segment)
{
    add_segment(world, static_body(world), (scree_vec2){-5.0f, 0.0f}, (scree_vec2){5.0f, 0.0f});
    const scree_body_id ruler = moving(world, 0.0f, 4.0f, (scree_vec2){0.0f, 0.0f}, -0.5f);
    add_box(world, ruler, usual_shape(), 0.01f, 0.75f);
    return true;
}

TEST(a_ruler_that_falls_over_lies_flat)
{
    const outcome found = compared(&(plan){a_ruler_over_a_segment, 600, 4, 0.0f, NULL});
    assert_near(found.y, 0.01, 1e-4);
    assert_near(fabs(found.tilt), 1.0, 1e-4);
    assert_int_equal(found.asleep, 1);
}

static float wedge_speed, wedge_height;

/// The wedge has 27 degrees: its friction holds a sunken disc.
TEST_SCENE(a_fast_disc_in_a_wedge)
{
    const scree_body_id ground = static_body(world);
    add_segment(world, ground, (scree_vec2){-4.0f, 8.0f}, (scree_vec2){0.0f, 0.0f});
    add_segment(world, ground, (scree_vec2){0.0f, 0.0f}, (scree_vec2){0.0f, 8.0f});
    const scree_shape_def def = surface(0.2f, 0.0f);
    add_circle(world, moving(world, -0.45f, wedge_height, (scree_vec2){0.0f, -wedge_speed}, 0.0f),
               &def, 0.3f);
    return true;
}

TEST(a_fast_disc_does_not_sink_into_a_wedge)
{
    wedge_speed = 200.0f;
    wedge_height = 10.75f;
    const plan plan = {a_fast_disc_in_a_wedge, 300, 4, 0.0f, NULL};
    const outcome found = compared(&plan);
    assert_at_most(found.overlap, 1e-3);
    assert_at_most(found.deepest, 2e-3);
    // With an eighth of the way between the heights; it used to be up to 80 mm.
    for (int i = 0; i < 16; ++i)
    {
        wedge_speed = 100.0f + 40.0f * (float)(i / 4);
        wedge_height = 10.75f + wedge_speed * STEP * 0.25f * (float)(i % 4);
        assert_at_most(outcome_of(sc_engine_find("scree"), &plan).overlap, 0.03);
    }
}

/// 100 m/s over a floor of 60 m, against a wall.
TEST_SCENE(a_fast_disc_before_a_wall)
{
    const scree_body_id ground = static_body(world);
    add_segment(world, ground, (scree_vec2){-40.0f, 0.0f}, (scree_vec2){40.0f, 0.0f});
    add_segment(world, ground, (scree_vec2){40.0f, 0.0f}, (scree_vec2){40.0f, 10.0f});
    add_circle(world, moving(world, -20.0f, 0.7f, (scree_vec2){100.0f, 0.0f}, 0.0f), usual_shape(),
               0.5f);
    state->limits = (scree_aabb){{-50.0f, -20.0f}, {50.0f, 50.0f}};
    return true;
}

TEST(a_fast_disc_is_stopped_by_a_wall_and_comes_to_rest)
{
    const outcome found = compared(&(plan){a_fast_disc_before_a_wall, 600, 4, 0.0f, NULL});
    assert_near(found.y, 0.5, 1e-3);
    assert_at_most(found.x, 39.501);
    assert_at_most(found.deepest, 0.02);
    assert_at_most(found.energy, 1e-9);
}

// Loads

TEST_SCENE(a_box_on_a_slab)
{
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.25f, usual_shape(), 20.0f, 0.25f);
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    return true;
}

static void press(run *run)
{
    sc_model_velocity velocities[MAX_BODIES];
    run->engine->read_velocities(run->world, velocities);
    run->engine->set_velocity(run->world, 1, (scree_vec2){0.0f, -20.0f}, velocities[1].w);
}

TEST(a_box_that_is_set_to_20_metres_a_second_into_the_floor_stays)
{
    const outcome found = compared(&(plan){a_box_on_a_slab, 600, 4, 0.0f, press});
    assert_near(found.x, 0.0, 0.5);
    assert_at_most(found.overlap, 1e-2);
}

/// The scene `heavy`, of its default size.
static bool create_heavy(scree_world *world, scree_scene_state *state, const char *name)
{
    const scree_scene *heavy = scree_scene_find("heavy");
    const scree_scene_params params = {.size = 10, .variant = scree_scene_choose(heavy, 0, name)};
    return heavy->create(world, &params, state);
}

TEST_SCENE(pyramids) { return create_heavy(world, state, "pyramids"); }
TEST_SCENE(block_on_boxes) { return create_heavy(world, state, "block_on_boxes"); }
TEST_SCENE(block_on_wedges) { return create_heavy(world, state, "block_on_wedges"); }

TEST(pyramids_with_heavy_tops_stand_and_fall_asleep)
{
    const plan plans[] = {{pyramids, 600, 4, 0.0f, NULL},
                          {pyramids, 600, 4, 30.0f, NULL},
                          {pyramids, 600, 8, 0.0f, NULL}};
    for (int i = 0; i < 3; ++i)
    {
        const outcome found = compared(&plans[i]);
        assert_at_least(found.y, 18.8);
    }
}

TEST(a_block_stands_on_two_boxes_or_wedges_of_a_four_hundredth)
{
    for (int i = 0; i < 2; ++i)
    {
        const outcome boxes = compared(&(plan){block_on_boxes, 600, 4 + 4 * i, 0.0f, NULL});
        assert_at_least(boxes.y, 10.9);
        assert_at_most(boxes.energy, 1e-6);
        const outcome wedges = compared(&(plan){block_on_wedges, 600, 4 + 4 * i, 0.0f, NULL});
        assert_at_least(wedges.y, 10.9);
        assert_at_most(wedges.speed, 1e-3);
    }
}

/// A ton on two wheels of 1.6 kg, in a gravity of 22 m/s^2.
TEST_SCENE(a_cart)
{
    scree_world_set_gravity(world, (scree_vec2){0.0f, -22.0f});
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -1.0f, usual_shape(), 20.0f, 1.0f);
    scree_shape_def def = *usual_shape();
    def.density = 1000.0f;
    const scree_body_id bed = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 2.0f, 0.0f);
    const scree_polygon box =
        scree_polygon_box_at(1.0f, 0.25f, (scree_vec2){0.0f, 0.25f}, 0.0f, 0.0f);
    add_polygon(world, bed, &def, &box);
    def.density = 50.0f;
    def.material.rolling_resistance = 0.02f;
    for (int i = -1; i <= 1; i += 2)
    {
        const float x = 0.9f * (float)i;
        const scree_body_id wheel = add_body(world, SCREE_BODY_DYNAMIC, x, 1.85f, 0.0f);
        add_circle(world, wheel, &def, 0.1f);
        joint_spec axle = {.type = SCREE_JOINT_REVOLUTE, .base = base_of(bed, wheel)};
        axle.base.frame_a.position = (scree_vec2){x, -0.15f};
        axle.base.hertz = 240.0f;
        axle.base.damping_ratio = 0.0f;
        add_joint(world, &axle);
    }
    return true;
}

TEST(a_cart_of_a_ton_on_wheels_of_1_6_kilograms_comes_to_rest)
{
    // With the default push speed; tests/solver/test_contact_stiffness.c has stiffer contacts.
    const outcome found = compared(&(plan){a_cart, 600, 12, 0.0f, NULL});
    assert_near(found.y, 0.1, 0.03);
    assert_int_equal(found.asleep, 3);
}

// Cards

static void add_card(scree_world *world, const scree_shape_def *def, float x, float y,
                     float degrees)
{
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, x, y, degrees * 3.14159265f / 180.0f), def,
            0.001f, 0.2f);
}

/// Five storeys; flat cards end near the apexes.
TEST_SCENE(a_house_of_cards)
{
    const scree_shape_def def = surface(0.7f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -2.0f, &def, 40.0f, 2.0f);
    float y = 0.18f;
    for (int cards = 5; cards > 0; --cards, y += 0.37f)
    {
        for (int i = 0; i < cards; ++i)
        {
            const float x = 0.175f * (float)(5 - cards) + 0.35f * (float)i;
            if (i != cards - 1)
            {
                add_card(world, &def, x + 0.25f, y + 0.185f, 90.0f);
            }
            add_card(world, &def, x, y, -25.0f);
            add_card(world, &def, x + 0.175f, y, 25.0f);
        }
    }
    return true;
}

TEST(a_house_of_cards_stands)
{
    const struct
    {
        int substeps;
        float hertz;
    } rows[] = {{4, 0.0f}, {4, 60.0f}, {8, 0.0f}, {8, 30.0f}};
    for (int i = 0; i < 4; ++i)
    {
        const outcome found =
            compared(&(plan){a_house_of_cards, 600, rows[i].substeps, rows[i].hertz, NULL});
        assert_true(found.y > 1.6);
    }
}
