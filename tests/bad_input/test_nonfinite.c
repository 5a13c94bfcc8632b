/// Bodies that cannot move, or only on a vanishing lever, stay finite with every solver; what
/// leaves the +-1e8 m bounds is stopped at its last place and reported once.
#include "simd/sorted_aabbs.h"
#include "tests/support/worlds.h"

/// Puts a configuration into a world whose gravity is (0, -10).
typedef void arrange(scree_world *world);

typedef struct configuration
{
    const char *name;
    arrange *arrange;
} configuration;

static scree_particle_id put_particle(scree_world *world, float x, float y, float radius,
                                      bool fixed)
{
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){x, y};
    def.radius = radius;
    def.fixed = fixed;
    scree_particle_id id = scree_particle_create(world, &def);
    assert_true(id.value != 0);
    return id;
}

static void slide(scree_world *world, float friction)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.friction = friction;
    assert_ok(scree_world_set_particle_settings(world, &settings));
}

static scree_body_id add_locked(scree_world *world, scree_body_id body, bool x, bool y, bool angle)
{
    assert_ok(scree_body_set_locks(world, body, (scree_motion_locks){x, y, angle}));
    return body;
}

static void set_mass(scree_world *world, scree_body_id body, float mass, float inertia)
{
    scree_mass_data data = {mass, inertia, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(world, body, &data));
}

/// A wheel that can only turn, between a fixed particle and a loose one.
static void wheel_between_particles(scree_world *world)
{
    slide(world, 0.5f);
    add_locked(world, add_ball(world, 0.0f, 0.0f, 0.5f), true, true, false);
    put_particle(world, 0.9f, 0.0f, 0.5f, true);
    put_particle(world, -0.9f, 0.0f, 0.5f, false);
}

/// The same a hair off the axis: the lever is not zero, but almost.
static void wheel_with_a_hair_of_lever(scree_world *world)
{
    slide(world, 0.5f);
    add_locked(world, add_ball(world, 0.0f, 0.0f, 0.5f), true, true, false);
    put_particle(world, 0.6f, 0.6f, 0.5f, true);
    put_particle(world, 0.1f, -0.9f, 0.5f, true);
    put_particle(world, -0.9f, 1e-7f, 0.5f, false);
}

/// A wheel that slides along x, pressed along y.
static void slider_under_a_particle(scree_world *world)
{
    scree_body_id slider = add_ball(world, 0.0f, 0.0f, 0.5f);
    add_locked(world, slider, false, true, true);
    put_particle(world, 1e-7f, 0.9f, 0.5f, true);
    put_particle(world, 0.0f, -0.9f, 0.5f, false);
}

static void locked_box_round_a_fixed_particle(scree_world *world)
{
    slide(world, 1.0f);
    for (int locks = 0; locks < 8; ++locks)
    {
        float x = 3.0f * (float)locks;
        scree_body_id box = add_crate(world, x, 0.0f, 0.5f, 0.5f);
        add_locked(world, box, locks & 1, locks & 2, locks & 4);
        put_particle(world, x, 0.0f, 0.4f, true);
        put_particle(world, x, 0.9f, 0.4f, false);
    }
}

static void body_without_inertia_among_particles(scree_world *world)
{
    slide(world, 0.5f);
    scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    set_mass(world, crate, 2.0f, 0.0f);
    put_particle(world, 0.0f, -0.8f, 0.5f, true);
    put_particle(world, 0.0f, 0.8f, 0.5f, false);
    crate = add_crate(world, 5.0f, 0.0f, 0.5f, 0.5f);
    set_mass(world, crate, 1.0f, 1e-30f);
    put_particle(world, 5.2f, -0.8f, 0.5f, true);
}

static void the_heaviest_and_the_lightest(scree_world *world)
{
    slide(world, 0.5f);
    scree_body_id heavy = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    set_mass(world, heavy, 1e30f, 1e30f);
    put_particle(world, 0.1f, 0.8f, 0.5f, true);
    put_particle(world, 0.1f, -0.8f, 0.5f, false);
    scree_body_id light = add_crate(world, 5.0f, 0.0f, 0.5f, 0.5f);
    set_mass(world, light, 1e-30f, 1e-30f);
    put_particle(world, 5.1f, 0.8f, 0.5f, true);
    scree_particle_def def = scree_particle_def_default();
    def.radius = 1e6f;
    def.density = 1e12f;
    def.position = (scree_vec2){0.0f, -1e6f};
    assert_true(scree_particle_create(world, &def).value != 0);
}

static void particles_on_one_spot(scree_world *world)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.container = SCREE_CONTAINER_CIRCLE;
    settings.container_size = (scree_vec2){0.1f, 0.1f};
    settings.friction = 1.0f;
    assert_ok(scree_world_set_particle_settings(world, &settings));
    for (int i = 0; i < 12; ++i)
    {
        put_particle(world, 0.0f, 0.0f, 0.5f, i % 3 == 0);
    }
}

static void hold_all(scree_world *world, scree_soft_body_id body)
{
    int count = scree_soft_body_vertices(world, body).vertex_count;
    for (int i = 0; i < count; ++i)
    {
        assert_ok(scree_soft_body_set_vertex_mass(world, body, i, 0.0f));
    }
}

static scree_soft_body_id add_soft_box(scree_world *world, float x, float y)
{
    scree_soft_body_def def = soft_at(x, y);
    return soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
}

static void held_boxes_in_each_other(scree_world *world)
{
    hold_all(world, add_soft_box(world, 0.0f, 0.0f));
    hold_all(world, add_soft_box(world, 0.3f, 0.0f));
    add_soft_box(world, 0.0f, 0.7f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.7f, usual_shape(), 0.5f, 0.5f);
    add_slab(world, SCREE_BODY_KINEMATIC, 0.7f, 0.0f, usual_shape(), 0.5f, 0.5f);
    add_locked(world, add_crate(world, -0.7f, 0.0f, 0.5f, 0.5f), true, true, true);
}

/// A rope of held and loose vertices across corners and wheels that only turn.
static void held_rope_on_locked_bodies(scree_world *world)
{
    scree_soft_body_def def = soft_at(0.0f, 0.5f);
    def.radius = 0.05f;
    scree_vec2 a = {-2.0f, 0.0f}, b = {2.0f, 0.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 8, 1, 1));
    for (int i = 0; i <= 8; i += 2)
    {
        assert_ok(scree_soft_body_set_vertex_mass(world, rope, i, 0.0f));
    }
    scree_body_id wheel = add_ball(world, 0.5f, 0.2f, 0.3f);
    add_locked(world, wheel, true, true, false);
    add_locked(world, add_crate(world, -0.5f, 0.2f, 0.3f, 0.3f), true, true, false);
    // Its corner lies beside a held vertex: the lever on the loose end is next to none.
    add_locked(world, add_crate(world, 1.3f - 1e-6f, 0.2f, 0.3f, 0.31f), true, true, true);
}

static void rope_attached_to_what_does_not_move(scree_world *world)
{
    scree_soft_body_def def = soft_at(0.0f, 2.0f);
    scree_vec2 a = {-1.0f, 0.0f}, b = {1.0f, 0.0f}, origin = {0.0f, 0.0f}, far = {1.0f, 1.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 4, true, true));
    scree_body_id bodies[4] = {add_body(world, SCREE_BODY_STATIC, -1.0f, 1.0f, 0.0f),
                               add_body(world, SCREE_BODY_KINEMATIC, 1.0f, 3.0f, 0.0f),
                               add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 2.0f, 0.0f),
                               add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 1.0f, 0.0f)};
    for (int i = 0; i < 4; ++i)
    {
        add_box(world, bodies[i], usual_shape(), 0.2f, 0.2f);
    }
    add_locked(world, bodies[2], true, true, true);
    add_locked(world, bodies[3], true, true, false);
    assert_ok(scree_soft_body_attach(world, rope, 0, bodies[0], origin));
    assert_ok(scree_soft_body_attach(world, rope, 4, bodies[1], far));
    assert_ok(scree_soft_body_attach(world, rope, 2, bodies[2], far));
    assert_ok(scree_soft_body_attach(world, rope, 1, bodies[3], origin));
    assert_ok(scree_soft_body_set_vertex_mass(world, rope, 1, 0.0f));
}

/// Vertices on one spot, edges between held ones, the lightest beside the heaviest.
static void edges_without_length(scree_world *world)
{
    scree_vec2 vertices[5] = {
        {0.0f, 0.0f}, {0.0f, 0.0f}, {1e-7f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}};
    float masses[5] = {0.0f, 0.0f, 1e-6f, 1e9f, 1.0f};
    scree_soft_edge edges[6] = {{0, 1, 1.0f, 1.0f}, {1, 2, 0.5f, 1.0f},  {2, 3, 0.5f, 1.0f},
                                {3, 4, 1.0f, 1.0f}, {0, 4, 1e-4f, 1.0f}, {2, 4, 1e-4f, 1.0f}};
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.vertex_count = 5;
    def.vertices = vertices;
    def.masses = masses;
    def.edge_count = 6;
    def.edges = edges;
    soft_made(world, scree_soft_body_create(world, &def));
    add_soft_box(world, 0.2f, 0.1f);
    add_locked(world, add_crate(world, 0.0f, -0.4f, 0.5f, 0.5f), true, true, false);
}

static void soft_box_on_heavy_and_thin_bodies(scree_world *world)
{
    add_soft_box(world, 0.0f, 0.9f);
    set_mass(world, add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f), 1e30f, 0.0f);
    add_soft_box(world, 5.0f, 0.9f);
    set_mass(world, add_crate(world, 5.3f, 0.0f, 0.5f, 0.5f), 1.0f, 1e-30f);
}

static void rigid_bodies_that_cannot_move(scree_world *world)
{
    scree_shape_def shape = surface(0.6f, 0.5f);
    shape.material.rolling_resistance = 0.1f;
    add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, &shape, 0.5f, 0.5f);
    add_slab(world, SCREE_BODY_KINEMATIC, 0.1f, 0.0f, &shape, 0.5f, 0.5f);
    for (int locks = 0; locks < 8; ++locks)
    {
        scree_body_id body =
            add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.1f * (float)locks, &shape, 0.5f);
        add_locked(world, body, locks & 1, locks & 2, locks & 4);
        if (locks % 3 == 0)
        {
            set_mass(world, body, 1.0f, 0.0f);
        }
    }
}

static void rigid_bodies_on_one_spot(scree_world *world)
{
    for (int i = 0; i < 14; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        add_mixed(world, body, usual_shape(), i, 1.0f);
        if (i % 2 == 0)
        {
            set_mass(world, body, i % 4 == 0 ? 1e-6f : 1e6f, 0.0f);
        }
    }
}

static const configuration configurations[] = {
    {"wheel_between_particles", wheel_between_particles},
    {"wheel_with_a_hair_of_lever", wheel_with_a_hair_of_lever},
    {"slider_under_a_particle", slider_under_a_particle},
    {"locked_box_round_a_fixed_particle", locked_box_round_a_fixed_particle},
    {"body_without_inertia_among_particles", body_without_inertia_among_particles},
    {"the_heaviest_and_the_lightest", the_heaviest_and_the_lightest},
    {"particles_on_one_spot", particles_on_one_spot},
    {"held_boxes_in_each_other", held_boxes_in_each_other},
    {"held_rope_on_locked_bodies", held_rope_on_locked_bodies},
    {"rope_attached_to_what_does_not_move", rope_attached_to_what_does_not_move},
    {"edges_without_length", edges_without_length},
    {"soft_box_on_heavy_and_thin_bodies", soft_box_on_heavy_and_thin_bodies},
    {"rigid_bodies_that_cannot_move", rigid_bodies_that_cannot_move},
    {"rigid_bodies_on_one_spot", rigid_bodies_on_one_spot},
};

#define CONFIGURATIONS ((int)(sizeof configurations / sizeof *configurations))

static bool all_finite(const float *values, int count)
{
    bool finite = true;
    for (int i = 0; i < count; ++i)
    {
        finite = finite && isfinite(values[i]);
    }
    return finite;
}

static bool contacts_are_finite(const scree_world *world)
{
    int count = scree_world_contacts(world, NULL, 0);
    scoped_memory scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
    assert_non_null(contacts);
    scree_world_contacts(world, contacts, count);
    bool finite = true;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k)
        {
            const scree_contact_point *p = &contacts[i].points[k];
            float values[] = {p->position.x,       p->position.y,      p->separation,
                              p->normal_impulse,   p->tangent_impulse, contacts[i].normal.x,
                              contacts[i].normal.y};
            finite = finite && all_finite(values, 7);
        }
    }
    return finite;
}

static bool world_is_finite(scree_world *world)
{
    scree_body_view b = scree_world_bodies(world);
    scree_particle_view p = scree_world_particles(world);
    scree_soft_vertex_view s = scree_world_soft_vertices(world);
    const float *by_body[] = {b.x, b.y, b.cos, b.sin, b.vx, b.vy, b.w};
    const float *by_particle[] = {p.x, p.y, p.vx, p.vy}, *by_vertex[] = {s.x, s.y, s.vx, s.vy};
    bool finite = contacts_are_finite(world);
    for (int i = 0; i < 7; ++i)
    {
        finite = finite && all_finite(by_body[i], b.count);
    }
    for (int i = 0; i < 4; ++i)
    {
        finite = finite && all_finite(by_particle[i], p.count) && all_finite(by_vertex[i], s.count);
    }
    return finite;
}

TEST(what_cannot_give_way_stays_finite)
{
    for (int run = 0; run < 8 * CONFIGURATIONS; ++run)
    {
        const configuration *c = &configurations[run / 8];
        int solver = run % 4, substeps = run % 8 < 4 ? 1 : 4;
        scoped_world *world = world_solved_by(solver, 10.0f);
        c->arrange(world);
        for (int n = 0; n < 120; ++n)
        {
            scree_result result = scree_world_step(world, STEP, substeps);
            if (result != SCREE_OK || !world_is_finite(world))
            {
                fail_msg("%s, %s, %d substeps, step %d: %s", c->name,
                         scree_solver_name((scree_solver)solver), substeps, n,
                         result == SCREE_OK ? "not finite" : scree_error_text(world));
            }
        }
    }
}

static float fastest(scree_world *world)
{
    scree_body_view b = scree_world_bodies(world);
    scree_particle_view p = scree_world_particles(world);
    float speed = 0.0f;
    for (int i = 0; i < b.count; ++i)
    {
        speed = fmaxf(speed, hypotf(b.vx[i], b.vy[i]) + 0.5f * fabsf(b.w[i]));
    }
    for (int i = 0; i < p.count; ++i)
    {
        speed = fmaxf(speed, hypotf(p.vx[i], p.vy[i]));
    }
    return speed;
}

TEST(a_locked_wheel_is_not_spun_by_a_fixed_particle_on_its_axis)
{
    arrange *const arrangements[] = {wheel_between_particles, wheel_with_a_hair_of_lever};
    for (int run = 0; run < 16; ++run)
    {
        scoped_world *world = world_solved_by(run % 4, 10.0f);
        arrangements[run / 8](world);
        for (int n = 0; n < 30; ++n)
        {
            assert_ok(scree_world_step(world, STEP, run % 8 < 4 ? 1 : 4));
            // Only the loose particle goes: out of 0.1 m of overlap within a substep, then down.
            assert_at_most(fastest(world), 0.15f * 240.0f);
        }
    }
}

TEST(a_soft_body_rests_on_a_locked_body_as_on_a_static_one)
{
    scree_vec2 places[2][2];
    for (int locked = 0; locked < 2; ++locked)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id body = add_slab(world, locked ? SCREE_BODY_DYNAMIC : SCREE_BODY_STATIC, 0.0f,
                                      0.0f, usual_shape(), 2.0f, 0.5f);
        if (locked)
        {
            add_locked(world, body, true, true, true);
        }
        scree_soft_body_id box = add_soft_box(world, 0.0f, 1.05f);
        scree_soft_body_def def = soft_at(5.0f, 0.5f);
        scree_vec2 top = {0.0f, 0.0f}, end = {0.0f, -2.0f}, point = {5.0f, 0.5f};
        scree_soft_body_id rope =
            soft_made(world, scree_soft_body_create_rope(world, &def, top, end, 4, false, false));
        assert_ok(scree_soft_body_attach(world, rope, 0, body, point));
        run_seconds(world, 4.0f);
        places[locked][0] = scree_soft_body_center_of_mass(world, box);
        places[locked][1] = scree_soft_body_vertex_position(world, rope, 4);
    }
    for (int i = 0; i < 2; ++i)
    {
        assert_near_vec2(places[1][i], places[0][i].x, places[0][i].y, 1e-4);
    }
}

TEST(restitution_gives_no_velocity_along_a_locked_axis)
{
    for (int solver = 0; solver < 4; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_shape_def shape = surface(0.0f, 0.8f);
        scree_body_id wall = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &shape, 0.5f, 2.0f);
        add_locked(world, wall, true, true, true);
        scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, -1.2f, 0.0f, &shape, 0.5f);
        assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){10.0f, 0.0f}, 0.0f));
        for (int n = 0; n < 10; ++n)
        {
            assert_ok(scree_world_step(world, STEP, SUBSTEPS));
            assert_near(scree_body_linear_velocity(world, wall).x, 0.0, 0.0);
        }
        assert_true(scree_body_linear_velocity(world, ball).x < -3.0f);
    }
}

/// A bin in which everything touches everything else.
typedef struct heap
{
    scree_world *world;
    scree_body_id crates[6];
} heap;

static heap make_heap(int solver)
{
    heap h = {.world = world_solved_by(solver, 10.0f)};
    add_bin(h.world, usual_shape(), 2.0f, 9.0f, false);
    for (int i = 0; i < 6; ++i)
    {
        float x = 0.6f * (float)(i % 3 - 1), y = 0.5f + (float)(i / 3);
        h.crates[i] = add_crate(h.world, x, y, 0.3f, 0.3f);
        put_particle(h.world, x, y + 2.0f, 0.2f, false);
        add_soft_box(h.world, 1.2f * (float)(i % 3 - 1), y + 3.0f);
    }
    run_steps(h.world, 60);
    return h;
}

/// Writes a non-finite or far too large value to one value of a kind.
static void spoil(const heap *h, int what, float value)
{
    scree_body_view b = scree_world_bodies(h->world);
    scree_particle_view p = scree_world_particles(h->world);
    scree_soft_vertex_view s = scree_world_soft_vertices(h->world);
    float *const targets[] = {&b.vx[2], &b.w[2], &p.vx[1], &p.vy[3], &s.x[5], &s.vy[9]};
    *targets[what] = value;
}

TEST(what_becomes_no_number_is_reported_once_and_spoils_nothing_else)
{
    const float values[] = {NAN, INFINITY, -INFINITY};
    for (int run = 0; run < 4 * 6 * 3; ++run)
    {
        scoped_fixture heap h = make_heap(run % 4);
        int substeps = run % 2 == 0 ? 4 : 1;
        spoil(&h, run / 4 % 6, values[run / 24]);
        assert_int_equal(scree_world_step(h.world, STEP, substeps), SCREE_ERROR_NOT_FINITE);
        scree_counters counters = scree_world_counters(h.world);
        assert_int_equal(counters.disabled_bodies + counters.stopped_particles, 1);
        assert_true(world_is_finite(h.world));
        for (int n = 0; n < 30; ++n)
        {
            assert_ok(scree_world_step(h.world, STEP, substeps));
            assert_true(world_is_finite(h.world));
        }
        counters = scree_world_counters(h.world);
        assert_int_equal(counters.disabled_bodies + counters.stopped_particles, 1);
    }
}

TEST(particles_under_boundless_gravity_keep_to_the_speed_cap)
{
    scoped_world *world = world_with_gravity(3e38f, -3e38f);
    put_particle(world, 0.0f, 0.0f, 0.5f, false);
    for (int n = 0; n < 10; ++n)
    {
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        assert_true(world_is_finite(world));
    }
    assert_near(fastest(world), 400.0, 0.1);
}

TEST(a_body_whose_origin_leaves_the_bounds_is_stopped)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_mass_data mass = {1.0f, 1.0f, {0.0f, 9e7f}};
    assert_ok(scree_body_set_mass_data(world, body, &mass));
    scree_vec2 still = {0.0f, 0.0f};
    assert_ok(scree_body_set_velocity(world, body, still, 1.0f));
    int steps = 0;
    while (scree_world_step(world, STEP, SUBSTEPS) == SCREE_OK && steps < 400)
    {
        scree_vec2 origin = scree_body_position(world, body);
        assert_true(fabsf(origin.x) <= 1e8f && fabsf(origin.y) <= 1e8f);
        ++steps;
    }
    // After a turn of about acos(-1 / 9): 97 steps.
    assert_in_range(steps, 90, 110);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_NOT_FINITE);
    assert_false(scree_body_is_enabled(world, body));
}

TEST(what_is_no_number_has_a_cell)
{
    int64_t first = -(int64_t)SC_MAX_CELL;
    assert_true(sc_cell_of((double)NAN, 1.0f) == first);
    assert_true(sc_cell_of(-(double)NAN, 1.0f) == first);
    assert_true(sc_cell_of((double)INFINITY, 0.0f) == first);
    assert_true(sc_cell_of(-(double)INFINITY, 1.0f) == first);
    assert_true(sc_cell_of((double)INFINITY, 1.0f) == -first);
    assert_true(sc_cell_of(-2.5, 2.0f) == -5 && sc_cell_of(-2.6, 2.0f) == -6);
}
