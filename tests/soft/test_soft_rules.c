/// Soft bodies beside the rules that docs/particles.md states.
#include "tests/support/worlds.h"

/// A vertex by itself, of 1 kg unless the definition says otherwise.
static scree_soft_body_id add_vertex(scree_world *world, scree_soft_body_def def)
{
    const scree_vec2 origin = {0.0f, 0.0f};
    def.vertex_count = 1;
    def.vertices = &origin;
    return soft_made(world, scree_soft_body_create(world, &def));
}

static scree_soft_body_id add_square(scree_world *world, scree_soft_body_def def)
{
    return soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
}

static scree_vec2 middle(const scree_world *world, scree_soft_body_id body)
{
    return scree_soft_body_center_of_mass(world, body);
}

// Vertices

TEST(gravity_is_scaled_for_each_body)
{
    const float scales[] = {1.0f, 0.0f, 0.5f, -1.0f};
    scoped_world *world = world_with_gravity(2.0f, -10.0f);
    scree_soft_body_id bodies[4];
    for (int i = 0; i < 4; ++i)
    {
        scree_soft_body_def def = soft_at(5.0f * (float)i, 0.0f);
        def.gravity_scale = scales[i];
        def.linear_velocity = (scree_vec2){3.0f, 4.0f};
        bodies[i] = add_vertex(world, def);
    }
    run_steps(world, 60);
    double n = 60.0 * SUBSTEPS, fall = (n + 1.0) / (2.0 * n);
    for (int i = 0; i < 4; ++i)
    {
        scree_vec2 at = scree_soft_body_vertex_position(world, bodies[i], 0);
        assert_near_vec2(at, 5.0 * i + 3.0 + 2.0 * (double)scales[i] * fall,
                         4.0 - 10.0 * (double)scales[i] * fall, 1e-4);
        scree_vec2 v = scree_soft_body_vertex_velocity(world, bodies[i], 0);
        assert_near(v.y, 4.0 - 10.0 * (double)scales[i], 1e-3);
    }
}

TEST(damping_is_that_of_implicit_euler)
{
    const double dampings[] = {0.5, 2.0, 100.0, 1e6};
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_soft_body_def def = soft_at(0.0f, 0.0f);
        def.damping = (float)dampings[i];
        def.linear_velocity = (scree_vec2){10.0f, -20.0f};
        scree_soft_body_id body = add_vertex(world, def);
        double h = 1.0 / (60.0 * SUBSTEPS), left = 1.0, travel = 0.0;
        for (int step = 0; step < 30; ++step)
        {
            run_steps(world, 1);
            for (int k = 0; k < SUBSTEPS; ++k)
            {
                left /= 1.0 + h * dampings[i];
                travel += h * left;
            }
            scree_vec2 v = scree_soft_body_vertex_velocity(world, body, 0);
            assert_near(v.x, 10.0 * left, 1e-3 * left + 1e-5);
            assert_near(v.y, -20.0 * left, 2e-3 * left + 1e-5);
            assert_near(scree_soft_body_vertex_position(world, body, 0).x, 10.0 * travel, 1e-4);
        }
    }
}

TEST(vertices_go_no_faster_than_the_world_allows)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity.y = 0.0f;
    world_def.max_linear_speed = 10.0f;
    scoped_world *world = world_of(&world_def);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.linear_velocity = (scree_vec2){-30.0f, 9.0f};
    scree_soft_body_id body = add_vertex(world, def);
    run_steps(world, 60);
    assert_near_vec2(scree_soft_body_vertex_position(world, body, 0), -10.0, 9.0, 1e-3);
}

// Edges

/// An edge that is 1.2 m long and ought to be 1 m, in one substep of `passes` passes: each takes
/// stiffness * (d^2 - 1) / (2 d) from its length d, and both ends share it by their inverse masses.
static void assert_pull(float stiffness, int passes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 places[2] = {{0.0f, 0.0f}, {0.72f, 0.96f}};
    const float masses[2] = {1.0f, 3.0f};
    const scree_soft_edge edge = {0, 1, 1.0f, stiffness};
    scree_soft_body_def def = soft_at(1.0f, -2.0f);
    def.vertex_count = 2;
    def.vertices = places;
    def.masses = masses;
    def.edges = &edge;
    def.edge_count = 1;
    scree_soft_body_id body = soft_made(world, scree_soft_body_create(world, &def));
    assert_ok(scree_world_set_soft_iterations(world, passes));
    assert_ok(scree_world_step(world, STEP, 1));
    double length = 1.2;
    for (int i = 0; i < passes; ++i)
    {
        length -= (double)stiffness * (length * length - 1.0) / (2.0 * length);
    }
    scree_vec2 a = scree_soft_body_vertex_position(world, body, 0);
    scree_vec2 b = scree_soft_body_vertex_position(world, body, 1);
    // Three quarters of the way are the light one's.
    double travel = 1.2 - length;
    assert_near_vec2(a, 1.0 + 0.6 * 0.75 * travel, -2.0 + 0.8 * 0.75 * travel, 1e-5);
    assert_near_vec2(b, 1.72 - 0.6 * 0.25 * travel, -1.04 - 0.8 * 0.25 * travel, 1e-5);
    // Displacements by edges are velocity.
    assert_near(scree_soft_body_vertex_velocity(world, body, 0).x, 60.0 * 0.6 * 0.75 * travel,
                1e-3);
}

TEST(each_pass_takes_its_share_of_the_error_of_an_edge)
{
    assert_pull(1.0f, 1);
    assert_pull(1.0f, 3);
    assert_pull(0.3f, 1);
    assert_pull(0.3f, 2);
    assert_pull(0.3f, 8);
    assert_pull(0.05f, 64);
}

// Radii

TEST(one_vertex_that_leaves_the_bounds_disables_its_body)
{
    for (int which = 0; which < 3; ++which)
    {
        scree_world_def world_def = scree_world_def_default();
        world_def.gravity.y = 0.0f;
        world_def.max_linear_speed = 1e4f;
        scoped_world *world = world_of(&world_def);
        const scree_vec2 places[] = {{0.0f, 0.0f}, {5.0f, 0.0f}, {10.0f, 0.0f}};
        scree_soft_body_def def = scree_soft_body_def_default();
        def.vertex_count = 3;
        def.vertices = places;
        // The other two are joined; nothing pulls back the one that goes.
        const scree_soft_edge edge = {(which + 1) % 3, (which + 2) % 3, 0.0f, 0.0f};
        def.edges = &edge;
        def.edge_count = 1;
        scree_soft_body_id ids[2];
        for (int i = 0; i < 2; ++i)
        {
            ids[i] = scree_soft_body_create(world, &def);
            assert_true(ids[i].value != 0);
        }
        scree_vec2 edge_of_reach = {0.0f, 99999992.0f}, velocity = {0.0f, 9e3f};
        assert_ok(scree_soft_body_set_vertex_position(world, ids[1], which, edge_of_reach));
        assert_ok(scree_soft_body_set_vertex_velocity(world, ids[1], which, velocity));
        assert_int_equal(scree_world_step(world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
        assert_int_equal(scree_world_counters(world).disabled_bodies, 1);
        assert_true(scree_soft_body_is_enabled(world, ids[0]));
        assert_false(scree_soft_body_is_enabled(world, ids[1]));
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
    }
}

TEST(positions_velocities_and_masses_of_vertices_are_set_one_by_one)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    scree_soft_body_id body = add_square(world, def);
    scree_vec2 place = {3.0f, -2.0f}, velocity = {0.5f, -0.25f};
    assert_ok(scree_soft_body_set_vertex_velocity(world, body, 1, velocity));
    assert_ok(scree_soft_body_set_vertex_position(world, body, 1, place));
    assert_ok(scree_soft_body_set_vertex_mass(world, body, 1, 4.0f));
    scree_vec2 at = scree_soft_body_vertex_position(world, body, 1);
    scree_vec2 v = scree_soft_body_vertex_velocity(world, body, 1);
    assert_true(at.x == place.x && at.y == place.y);
    assert_true(v.x == velocity.x && v.y == velocity.y);
    assert_true(scree_soft_body_vertex_mass(world, body, 1) == 4.0f);
    // A held vertex loses its velocity, and takes none.
    assert_ok(scree_soft_body_set_vertex_mass(world, body, 1, 0.0f));
    assert_ok(scree_soft_body_set_vertex_velocity(world, body, 1, velocity));
    v = scree_soft_body_vertex_velocity(world, body, 1);
    assert_true(v.x == 0.0f && v.y == 0.0f);
    assert_true(scree_soft_body_vertex_mass(world, body, 1) == 0.0f);
    assert_true(scree_soft_body_vertex_mass(world, body, 99) == 0.0f);
}

TEST(radii_keep_bodies_apart)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    add_slab(world, SCREE_BODY_STATIC, 10.0f, 0.0f, usual_shape(), 2.0f, 1.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.65f);
    def.radius = 0.1f;
    scree_soft_body_id lower = add_square(world, def);
    def = soft_at(0.0f, 1.85f);
    def.radius = 0.05f;
    scree_soft_body_id upper = add_square(world, def);
    def = soft_at(5.0f, 0.3f);
    def.radius = 0.2f;
    scree_soft_body_id vertex = add_vertex(world, def);
    def = soft_at(10.0f, 1.7f);
    def.radius = 0.15f;
    scree_soft_body_id guest = add_square(world, def);
    run_seconds(world, 4.0f);
    assert_near(middle(world, lower).y, 0.6, 0.01);
    assert_near(middle(world, upper).y, 0.6 + 1.0 + 0.15, 0.02);
    assert_near(middle(world, vertex).y, 0.2, 0.005);
    assert_near(middle(world, guest).y, 1.0 + 0.5 + 0.15, 0.01);
}

TEST(a_square_on_the_ground_touches_at_both_corners)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    add_square(world, soft_at(0.0f, 0.5f));
    run_seconds(world, 2.0f);
    assert_int_equal(scree_world_counters(world).soft_contacts, 2);
    add_square(world, soft_at(50.0f, 9.0f));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).soft_contacts, 2);
}

// Friction

typedef enum slider
{
    VERTEX_ON_GROUND,
    SQUARE_ON_GROUND,
    SQUARE_ON_BOX,
    SQUARE_ON_SOFT,
    VERTEX_ON_SOFT,
    SLIDERS
} slider;

/// How far something slides from 2 m/s in 0.4 s.
static double slide(slider kind, float own, float other)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def shape = surface(other, 0.0f);
    if (kind == VERTEX_ON_GROUND || kind == SQUARE_ON_GROUND)
    {
        add_ground(world, &shape);
    }
    else if (kind == SQUARE_ON_BOX)
    {
        add_box(world, add_body(world, SCREE_BODY_STATIC, 0.0f, -1.0f, 0.0f), &shape, 20.0f, 1.0f);
    }
    else
    {
        scree_soft_body_def slab = soft_at(0.0f, -1.0f);
        slab.friction = other;
        scree_soft_body_id id =
            soft_made(world, scree_soft_body_create_box(world, &slab, 20.0f, 1.0f));
        for (int i = 0; i < 4; ++i)
        {
            assert_ok(scree_soft_body_set_vertex_mass(world, id, i, 0.0f));
        }
    }
    bool vertex = kind == VERTEX_ON_GROUND || kind == VERTEX_ON_SOFT;
    scree_soft_body_def def = soft_at(0.0f, vertex ? 0.0f : 0.5f);
    def.friction = own;
    def.linear_velocity.x = 2.0f;
    scree_soft_body_id id;
    if (kind == VERTEX_ON_SOFT)
    {
        // Without an outline it takes an edge to touch one: two vertices side by side.
        def.mass = 2.0f;
        id = soft_made(world,
                       scree_soft_body_create_rope(world, &def, (scree_vec2){-0.2f, 0.0f},
                                                   (scree_vec2){0.2f, 0.0f}, 1, false, false));
    }
    else
    {
        id = vertex ? add_vertex(world, def) : add_square(world, def);
    }
    run_steps(world, 24);
    return (double)middle(world, id).x;
}

TEST(friction_is_the_geometric_mean_and_slows_by_it)
{
    for (int kind = 0; kind < SLIDERS; ++kind)
    {
        // v t - mu g t^2 / 2 with mu = 0.3, 0.08 and 0.
        assert_near(slide((slider)kind, 0.1f, 0.9f), 0.8 - 0.24, 0.02);
        assert_near(slide((slider)kind, 0.9f, 0.1f), 0.8 - 0.24, 0.02);
        assert_near(slide((slider)kind, 0.16f, 0.04f), 0.8 - 0.064, 0.02);
        assert_near(slide((slider)kind, 0.9f, 0.0f), 0.8, 0.01);
        assert_near(slide((slider)kind, 0.0f, 0.9f), 0.8, 0.01);
    }
}

TEST(a_belt_takes_a_square_along)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def shape = surface(0.5f, 0.0f);
    scree_body_id belt = add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -1.0f, &shape, 20.0f, 1.0f);
    scree_body_set_velocity(world, belt, (scree_vec2){-1.0f, 0.5f}, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.5f);
    def.friction = 0.5f;
    scree_soft_body_id square = add_square(world, def);
    run_seconds(world, 2.0f);
    scree_vec2 at = middle(world, square);
    // It lags by v^2 / (2 mu g), and rides up with the belt.
    assert_near(at.x, -2.0 + 0.1, 0.05);
    assert_near(at.y, 1.0 + 0.5, 0.02);
}

// Overlap

TEST(what_overlapped_before_parts_at_half_a_metre_a_second)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_ground(world, usual_shape());
    scree_soft_body_def def = soft_at(5.0f, 0.1f);
    def.radius = 0.3f;
    scree_soft_body_id vertex = add_vertex(world, def);
    scree_soft_body_id square = add_square(world, soft_at(0.0f, 0.3f));
    run_steps(world, 12);
    assert_near(middle(world, vertex).y, 0.1 + 0.1, 0.005);
    assert_near(middle(world, square).y, 0.3 + 0.1, 0.02);
    assert_near(scree_soft_body_vertex_velocity(world, vertex, 0).y, 0.0, 1e-3);
    run_steps(world, 60);
    assert_near(middle(world, vertex).y, 0.3, 1e-3);
    // The edges of a square pass some of it on as a velocity.
    assert_at_least(middle(world, square).y, 0.499);
    assert_at_most(scree_soft_body_kinetic_energy(world, square), 0.5 * 0.25);
}

// Who touches whom

typedef struct touching
{
    scree_filter lower, upper;
    bool stays;
} touching;

static const touching filters[] = {{{1, UINT64_MAX, 0}, {1, UINT64_MAX, 0}, true},
                                   {{2, UINT64_MAX, 0}, {4, 2, 0}, true},
                                   {{2, UINT64_MAX, 0}, {4, 1, 0}, false},
                                   {{2, 1, 0}, {4, UINT64_MAX, 0}, false},
                                   {{2, 1, 5}, {4, 1, 5}, true},
                                   {{1, UINT64_MAX, -5}, {1, UINT64_MAX, -5}, false},
                                   {{1, UINT64_MAX, -5}, {1, UINT64_MAX, -6}, true},
                                   {{2, 1, 5}, {4, 1, 6}, false}};

TEST(filters_hold_between_soft_bodies_and_with_shapes)
{
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; ++i)
    {
        for (int kind = 0; kind < 3; ++kind)
        {
            scoped_world *world = world_with_gravity(0.0f, -10.0f);
            scree_soft_body_def def = soft_at(0.0f, -0.5f);
            def.filter = filters[i].lower;
            if (kind == 0)
            {
                scree_soft_body_id slab =
                    soft_made(world, scree_soft_body_create_box(world, &def, 2.0f, 0.5f));
                for (int k = 0; k < 4; ++k)
                {
                    scree_soft_body_set_vertex_mass(world, slab, k, 0.0f);
                }
            }
            scree_shape_def shape = scree_shape_def_default();
            shape.filter = filters[i].lower;
            if (kind == 1)
            {
                add_ground(world, &shape);
            }
            if (kind == 2)
            {
                add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, &shape, 2.0f, 0.5f);
            }
            def = soft_at(0.0f, 0.6f);
            def.filter = filters[i].upper;
            scree_soft_body_id square = add_square(world, def);
            run_seconds(world, 1.0f);
            assert_true((middle(world, square).y > 0.4f) == filters[i].stays);
        }
    }
}

TEST(bodies_without_outlines_pass_each_other_and_disabled_ones_all)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    // A held rope, and below it a held square that is disabled, and one that is not.
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    soft_made(world, scree_soft_body_create_rope(world, &def, (scree_vec2){-1.0f, 0.0f},
                                                 (scree_vec2){1.0f, 0.0f}, 4, true, true));
    scree_soft_body_id held[2];
    for (int i = 0; i < 2; ++i)
    {
        held[i] = add_square(world, soft_at(0.0f, -2.0f - 2.0f * (float)i));
        for (int k = 0; k < 4; ++k)
        {
            scree_soft_body_set_vertex_mass(world, held[i], k, 0.0f);
        }
    }
    assert_ok(scree_soft_body_set_enabled(world, held[0], false));
    def = soft_at(0.0f, 1.0f);
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, (scree_vec2){-0.3f, 0.0f},
                                                     (scree_vec2){0.3f, 0.0f}, 2, false, false));
    run_seconds(world, 3.0f);
    assert_near(middle(world, rope).y, -3.5, 0.02);
}

// Enabled between steps, disabled and enabled again: it holds together like one that always was.
TEST(a_soft_body_that_is_enabled_later_holds_together)
{
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_ground(world, usual_shape());
        scree_soft_body_id boxes[3];
        for (int k = 0; k < 3; ++k)
        {
            scree_soft_body_def def = soft_at(3.0f * (float)k, 1.0f);
            def.enabled = k != 1;
            boxes[k] = add_square(world, def);
        }
        if (i == 1)
        {
            assert_ok(scree_soft_body_set_enabled(world, boxes[2], false));
        }
        run_steps(world, 2);
        const scree_vec2 before = middle(world, boxes[1]);
        assert_near_vec2(before, 3.0, 1.0, 1e-6);
        assert_ok(scree_soft_body_set_enabled(world, boxes[1], true));
        assert_ok(scree_soft_body_set_enabled(world, boxes[2], true));
        run_steps(world, 120);
        for (int k = 0; k < 3; ++k)
        {
            assert_near(middle(world, boxes[k]).y, 0.5, 0.05);
            assert_at_most(worst_edge(world, boxes[k]), 0.02);
        }
        assert_ok(scree_soft_body_set_enabled(world, boxes[0], false));
        const scree_vec2 still = middle(world, boxes[0]);
        run_steps(world, 2);
        assert_near_vec2(middle(world, boxes[0]), still.x, still.y, 0.0);
        assert_near(middle(world, boxes[2]).y, 0.5, 0.05);
    }
}

TEST(the_settings_and_the_attachments_of_a_body_read_back)
{
    scoped_world *world = default_world();
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = 3.0f;
    def.radius = 0.02f;
    def.damping = 0.7f;
    def.gravity_scale = -0.5f;
    def.friction = 0.25f;
    def.filter = (scree_filter){4, 8, -3};
    def.enabled = false;
    def.user_data = &def;
    const scree_soft_body_id body = scree_soft_body_create_box(world, &def, 1.0f, 0.5f);
    const scree_soft_body_def found = scree_soft_body_settings(world, body);
    assert_int_equal(found.version, def.version);
    assert_int_equal(found.vertex_count, 4);
    assert_int_equal(found.edge_count, 6);
    assert_int_equal(found.outline_count, 4);
    assert_true(found.vertices == NULL && found.edges == NULL && found.outline == NULL);
    assert_near(found.mass, 3.0, 1e-6);
    assert_true(found.radius == def.radius && found.damping == def.damping);
    assert_true(found.gravity_scale == def.gravity_scale && found.friction == def.friction);
    assert_true(found.filter.category == 4 && found.filter.mask == 8 && found.filter.group == -3);
    assert_true(!found.enabled && found.user_data == &def);

    const scree_body_id rigid = add_ball(world, 5.0f, 0.0f, 0.5f);
    assert_ok(scree_soft_body_attach(world, body, 2, rigid, (scree_vec2){0.5f, 0.25f}));
    const scree_soft_attachment held = scree_soft_body_vertex_attachment(world, body, 2);
    assert_true(held.rigid.value == rigid.value && held.point.x == 0.5f && held.point.y == 0.25f);
    assert_true(scree_soft_body_vertex_attachment(world, body, 1).rigid.value == 0);
    assert_true(scree_soft_body_vertex_attachment(world, body, 4).rigid.value == 0);
    assert_true(scree_soft_body_vertex_attachment(world, body, -1).rigid.value == 0);
    assert_ok(scree_body_destroy(world, rigid));
    assert_true(scree_soft_body_vertex_attachment(world, body, 2).rigid.value == 0);
    assert_true(scree_soft_body_vertex_attachment(NULL, body, 2).rigid.value == 0);
}

TEST(a_rope_whose_end_is_in_a_box_leaves_it_along_the_rope)
{
    for (int i = 0; i < 4; ++i)
    {
        // The box is turned; the end is 5 cm below its upper face, and its corners are beside the
        // rope.
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const float angle = 0.7f * (float)i;
        const scree_vec2 up = {-sinf(angle), cosf(angle)}, right = {up.y, -up.x};
        const scree_body_id box = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, angle);
        add_box(world, box, usual_shape(), 0.4f, 0.4f);
        const scree_vec2 end = {0.1f * right.x + 0.35f * up.x, 0.1f * right.y + 0.35f * up.y};
        const scree_vec2 top = {end.x + 2.0f * up.x, end.y + 2.0f * up.y};
        const scree_soft_body_def def = soft_at(0.0f, 0.0f);
        const scree_soft_body_id rope =
            soft_made(world, scree_soft_body_create_rope(world, &def, end, top, 1, false, false));
        run_steps(world, 30);
        const scree_vec2 p = scree_soft_body_vertex_position(world, rope, 0),
                         q = scree_soft_body_vertex_position(world, rope, 1);
        assert_near(p.x * right.x + p.y * right.y, 0.1, 2e-3);
        assert_near(q.x * right.x + q.y * right.y, 0.1, 2e-3);
        assert_at_least(p.x * up.x + p.y * up.y, 0.395);
    }
}
