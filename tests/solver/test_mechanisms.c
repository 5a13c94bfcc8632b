/// Mechanisms of parts that lie far apart for their size: their joints make no energy.
#include "scenes/random.h"
#include "tests/physics/joint_worlds.h"
#include "tests/support/sanitized.h"

enum
{
    PARTS_MAX = 8,
    MECHANISMS = SANITIZED ? 20 : 60,  ///< of each sort
// Sanitizers and walks find no more in a longer swing.
#ifdef SC_DEBUG
    SECONDS = 2
#else
    SECONDS = 8
#endif
};

static const double GRAVITY = 10.0;

typedef enum variant
{
    STIFF,         ///< hinges and sliders with limits
    OF_FREQUENCY,  ///< what joints hold has 10 to 1000 Hz
    SPRUNG,        ///< springs of 20 to 1000 Hz along the axes
    VARIANT_COUNT
} variant;

typedef struct mechanism
{
    scree_world *world;
    scree_body_id parts[PARTS_MAX];  ///< the first one is static
    int count;
    sc_random random;
    scree_joint_type type;
    variant variant;
} mechanism;

static scree_axis_spring spring_of(mechanism *m)
{
    return (scree_axis_spring){.enable = m->variant == SPRUNG,
                               .hertz = powf(10.0f, sc_random_float(&m->random, 1.3f, 3.0f)),
                               .damping_ratio = sc_random_float(&m->random, 0.0f, 2.0f)};
}

/// Halfway between the two parts, in any direction.
static void join_parts(mechanism *m, int i, int k)
{
    scree_vec2 p = scree_body_position(m->world, m->parts[i]);
    scree_vec2 q = scree_body_position(m->world, m->parts[k]);
    scree_joint_base base = joined_at(m->world, m->parts[i], m->parts[k], 0.5f * (p.x + q.x),
                                      0.5f * (p.y + q.y), sc_random_float(&m->random, -3.0f, 3.0f));
    base.hertz = powf(10.0f, sc_random_float(&m->random, 1.0f, 3.0f));
    base.hertz = m->variant == OF_FREQUENCY ? base.hertz : 0.0f;
    base.damping_ratio = sc_random_float(&m->random, 0.0f, 5.0f);
    const bool welded = m->type == SCREE_JOINT_WELD;
    add_joint(m->world, &(joint_spec){.type = m->type,
                                      .base = base,
                                      .spring = welded ? (scree_axis_spring){0} : spring_of(m),
                                      .limits = {m->variant != SPRUNG, -0.3f, 0.3f}});
}

static scree_body_id add_part(scree_world *world, float x, float y, float width, float height)
{
    scree_body_id part = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    def.filter.mask = 0;
    add_box(world, part, &def, width, height);
    return part;
}

/// A tree of 2 to 7 boxes within 4 m that hangs on a static body, and `loops` more joints.
static mechanism make_mechanism(uint64_t seed, scree_joint_type type, variant variant, int loops)
{
    mechanism m = {.random = sc_random_create(seed), .type = type, .variant = variant};
    m.world = world_with_gravity(0.0f, (float)-GRAVITY);
    m.count = 3 + (int)sc_random_below(&m.random, PARTS_MAX - 2);
    for (int i = 0; i < m.count; ++i)
    {
        float x = sc_random_float(&m.random, -2.0f, 2.0f);
        float y = sc_random_float(&m.random, -2.0f, 2.0f);
        float width = sc_random_float(&m.random, 0.1f, 0.6f);
        float height = sc_random_float(&m.random, 0.1f, 0.6f);
        m.parts[i] = i == 0 ? add_body(m.world, SCREE_BODY_STATIC, x, y, 0.0f)
                            : add_part(m.world, x, y, width, height);
    }
    for (int i = 1; i < m.count; ++i)
    {
        join_parts(&m, (int)sc_random_below(&m.random, (uint32_t)i), i);
    }
    for (int k = 0; k < loops; ++k)
    {
        int i = (int)sc_random_below(&m.random, (uint32_t)m.count);
        int other = (int)sc_random_below(&m.random, (uint32_t)m.count);
        if (i != other)
        {
            join_parts(&m, i, other);
        }
    }
    return m;
}

/// By m g times a metre: how far the energy of `count` bodies rises above its start. Nothing drives
/// them.
static double energy_made(scree_world *world, const scree_body_id *parts, int count, int rate,
                          int substeps)
{
    double mass = 0.0, start = 0.0, most = 0.0;
    for (int step = -1; step < SECONDS * rate; ++step)
    {
        double energy = 0.0;
        mass = 0.0;
        for (int i = 0; i < count; ++i)
        {
            double part = (double)scree_body_mass(world, parts[i]);
            mass += part;
            energy += (double)scree_body_kinetic_energy(world, parts[i]) +
                      part * GRAVITY * (double)scree_body_position(world, parts[i]).y;
        }
        start = step < 0 ? energy : start;
        // Not fmax: it would drop values that are not a number.
        most = energy - start <= most ? most : energy - start;
        if (scree_world_step(world, 1.0f / (float)rate, substeps) != SCREE_OK)
            return (double)INFINITY;
    }
    return most / (mass * GRAVITY);
}

/// The number of MECHANISMS trees, and as many with loops, that come 0.1 m above their start.
static int count_wild(scree_joint_type type, variant variant)
{
    int wild = 0;
    for (uint64_t k = 0; k < 2 * MECHANISMS; ++k)
    {
        scoped_fixture mechanism m = make_mechanism(1 + k / 2, type, variant, k % 2 == 0 ? 0 : 2);
        wild += !(energy_made(m.world, m.parts + 1, m.count - 1, 60, 4) <= 0.1);
    }
    return wild;
}

TEST(random_mechanisms_make_no_energy)
{
    static const scree_joint_type types[] = {SCREE_JOINT_WELD, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_PRISMATIC};
    for (int k = 0; k < 3; ++k)
    {
        assert_int_equal(count_wild(types[k], STIFF), 0);
        assert_int_equal(count_wild(types[k], SPRUNG), 0);
        // Hinges of a frequency of their own on long arms: docs/joints.md.
        assert_at_most(count_wild(types[k], OF_FREQUENCY), 1);
    }
}

/// Four boxes of up to 1000 times the density of others and a wall, on six joints, close together:
/// no arm is long. Hinges and wheels have springs; what some of the wheels hold has a frequency of
/// its own.
static scree_world *make_cart(uint64_t seed, scree_joint_type type, scree_body_id parts[5])
{
    static const int pairs[6][2] = {{4, 0}, {0, 1}, {4, 2}, {2, 3}, {0, 3}, {2, 1}};
    const bool wheels = type == SCREE_JOINT_WHEEL, soft = wheels && seed % 8 >= 4;
    sc_random random = sc_random_create(seed);
    scree_world *world = world_solved_by((int)(seed % SOLVERS), (float)GRAVITY);
    parts[4] = static_body(world);
    for (int i = 0; i < 4; ++i)
    {
        scree_shape_def def = scree_shape_def_default();
        def.filter.mask = 0;
        def.density = powf(10.0f, sc_random_float(&random, 0.0f, 3.0f));
        float x = sc_random_float(&random, -0.3f, 0.3f), y = sc_random_float(&random, -0.3f, 0.3f);
        parts[i] = add_slab(world, SCREE_BODY_DYNAMIC, x, y, &def, 0.4f, 0.2f);
    }
    for (int i = 0; i < 6; ++i)
    {
        const scree_body_id a = parts[pairs[i][0]], b = parts[pairs[i][1]];
        const scree_vec2 p = scree_body_position(world, a), q = scree_body_position(world, b);
        float x = sc_random_float(&random, -0.2f, 0.2f), y = sc_random_float(&random, -0.2f, 0.2f);
        scree_joint_base base =
            joined_at(world, a, b, x + 0.5f * (p.x + q.x), y + 0.5f * (p.y + q.y),
                      sc_random_float(&random, -3.0f, 3.0f));
        base.hertz = soft ? powf(10.0f, sc_random_float(&random, -1.0f, 6.0f)) : 0.0f;
        base.damping_ratio = 0.0f;
        scree_axis_spring spring = {.enable = type != SCREE_JOINT_WELD};
        spring.hertz = powf(10.0f, sc_random_float(&random, -1.0f, wheels ? 6.0f : 1.0f));
        add_joint(world, &(joint_spec){.type = type, .base = base, .spring = spring});
    }
    return world;
}

TEST(carts_of_heavy_and_light_parts_make_no_energy_at_any_length_of_substeps)
{
    static const scree_joint_type types[] = {SCREE_JOINT_REVOLUTE, SCREE_JOINT_WELD,
                                             SCREE_JOINT_WHEEL};
    int wild = 0;
    for (uint64_t k = 200; k < 320; ++k)
    {
        scree_body_id parts[5];
        scoped_world *world = make_cart(k, types[k / 40 % 3], parts);
        const int substeps = 1 << (k / SOLVERS % 5), rate = 30 << (k / SOLVERS % 3);
        wild += !(energy_made(world, parts, 4, rate, substeps) <= 0.1);
    }
    assert_int_equal(wild, 0);
}

static scree_body_id add_cell(scree_world *world, float x, float y)
{
    return add_part(world, x, y, 0.1f, 0.1f);
}

static void weld_parts(scree_world *world, scree_body_id a, scree_body_id b)
{
    scree_vec2 p = scree_body_position(world, a), q = scree_body_position(world, b);
    add_weld(world, a, b, 0.5f * (p.x + q.x), 0.5f * (p.y + q.y));
}

/// Two in a row, a square of nine, and a triangle.
static void weld_machine(scree_world *world, int which)
{
    scree_body_id wall = add_body(world, SCREE_BODY_STATIC, which == 1 ? -1.0f : 0.0f, 0.0f, 0.0f);
    if (which == 0)
    {
        scree_body_id near = add_cell(world, 2.83f, 0.0f), far = add_cell(world, 5.66f, 0.0f);
        weld_parts(world, wall, near);
        weld_parts(world, near, far);
        return;
    }
    if (which == 2)
    {
        scree_body_id low = add_cell(world, 2.0f, 0.0f), high = add_cell(world, 1.0f, 1.732f);
        weld_parts(world, wall, low);
        weld_parts(world, low, high);
        weld_parts(world, wall, high);
        return;
    }
    scree_body_id cells[9];
    for (int i = 0; i < 9; ++i)
    {
        cells[i] = add_cell(world, (float)(i % 3), (float)(i / 3));
        if (i % 3 > 0)
            weld_parts(world, cells[i - 1], cells[i]);
        if (i / 3 > 0)
            weld_parts(world, cells[i - 3], cells[i]);
    }
    weld_parts(world, wall, cells[3]);
}

/// The largest speed of bodies that touch nothing, m/s.
static double fastest(const scree_world *world, const scree_body_id *bodies, int count)
{
    double speed = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const scree_vec2 v = scree_body_linear_velocity(world, bodies[i]);
        const double now = hypot((double)v.x, (double)v.y);
        speed = now <= speed ? speed : now;
    }
    return speed;
}

/// A wall and two small parts on three hinges between them, `side` apart: nothing moves far.
static void hinge_triangle(scree_world *world, float side, scree_body_id parts[2])
{
    scree_body_id wall = static_body(world);
    parts[0] = add_cell(world, side, 0.0f);
    parts[1] = add_cell(world, 0.5f * side, 0.866f * side);
    add_hinge(world, wall, parts[0], 0.5f * side, 0.0f);
    add_hinge(world, parts[0], parts[1], 0.75f * side, 0.433f * side);
    add_hinge(world, wall, parts[1], 0.25f * side, 0.433f * side);
}

TEST(small_parts_hinged_far_apart_in_a_triangle_stay_slow)
{
    for (int k = 0; k < 2 * SOLVERS; ++k)
    {
        scoped_world *world = world_solved_by(k / 2, 10.0f);
        scree_body_id parts[2];
        hinge_triangle(world, k % 2 == 0 ? 2.0f : 8.0f, parts);
        double speed = 0.0;
        for (int step = 0; step < 15 * 60; ++step)
        {
            assert_ok(scree_world_step(world, STEP, substeps_of(k / 2)));
            const double now = fastest(world, parts, 2);
            speed = now <= speed ? speed : now;
        }
        // With one substep a step, parts of 8 m drop by the error after ten iterations.
        assert_at_most(speed, k / 2 == SCREE_SOLVER_SOFT_STEP ? 0.5 : 10.0);
    }
}

TEST(small_parts_welded_far_apart_come_to_rest)
{
    for (int k = 0; k < 3 * SOLVERS; ++k)
    {
        scoped_world *world = world_solved_by(k / 3, 10.0f);
        weld_machine(world, k % 3);
        for (int step = 0; step < 15 * 60; ++step)
            assert_ok(scree_world_step(world, STEP, substeps_of(k / 3)));
        // By weight, 0.04 kg a part: 0.2 m/s is 8e-4 J of each.
        assert_at_most(total_kinetic_energy(world), 9 * 8e-4);
    }
}
