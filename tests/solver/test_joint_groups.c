/// Joints in the constraint graph: groups, workers, sets and the number of joints of one body
/// change no bit. A particle far away makes a world solve everything in the shared group.
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"
#include "world/validate.h"

#define PUPPETS 260
#define PARTS 6
#define STEPS (SANITIZED ? 12 : 40)
#define SPOKES 300

typedef struct variant
{
    int solver, workers, simd;
    bool in_groups, cold;
} variant;

static void join(scree_world *world, int kind, scree_body_id a, scree_body_id b)
{
    static const scree_joint_type types[] = {SCREE_JOINT_REVOLUTE,  SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_DISTANCE,  SCREE_JOINT_WELD,
                                             SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};
    joint_spec parts = {.type = types[kind], .base = base_of(a, b), .length = 0.6f};
    scree_frame *frame_a = &parts.base.frame_a, *frame_b = &parts.base.frame_b;
    frame_a->position = kind == 2 ? (scree_vec2){0.1f, 0.0f} : (scree_vec2){0.0f, 0.3f};
    frame_b->position = kind == 2 ? (scree_vec2){0.1f, 0.0f} : (scree_vec2){0.0f, -0.3f};
    frame_a->angle = kind >= 4 ? 1.5f : 0.0f;
    frame_b->angle = kind == 4 ? 1.5f : 0.0f;
    parts.base.hertz = kind == 3 ? 8.0f : parts.base.hertz;
    parts.base.damping_ratio = kind == 3 ? 0.7f : parts.base.damping_ratio;
    parts.spring = (scree_axis_spring){kind == 1, 5.0f, 0.5f, 0.2f};
    parts.motor = (scree_axis_motor){kind == 1, 0.0f, 0.05f};
    const float far = kind == 4 ? 0.1f : 0.5f;
    parts.limits = (scree_axis_limits){kind == 1 || kind == 4, -far, far};
    add_joint(world, &parts);
}

/// A column of parts, each joined to the next in another way, that falls over.
static void add_puppet(scree_world *world, int i)
{
    scree_body_id last = {0};
    scree_shape_def shape = surface(0.6f, 0.0f);
    for (int k = 0; k < PARTS; ++k)
    {
        scree_body_id part = add_body(world, SCREE_BODY_DYNAMIC, 4.0f * (float)i,
                                      0.4f + 0.6f * (float)k, 0.02f * (float)(i % 7 - 3));
        add_box(world, part, &shape, 0.15f, 0.25f);
        if (k > 0)
        {
            join(world, (i + k) % 6, last, part);
        }
        if (i % 13 == 0 && k == 2)
        {
            assert_ok(scree_body_set_locks(world, part, (scree_motion_locks){true, false, false}));
        }
        last = part;
    }
    assert_ok(scree_body_set_velocity(world, last, (scree_vec2){0.5f, 0.0f}, 0.3f));
}

static scree_world *make_puppets(const variant *v)
{
    scree_world_def def = def_solved_by(v->solver);
    def.worker_count = v->workers > 0 ? v->workers : 1;
    def.simd = (scree_simd)v->simd;
    def.warm_starting = !v->cold;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < PUPPETS; ++i)
    {
        add_puppet(world, i);
    }
    if (!v->in_groups)
    {
        add_particle(world, -4000.0f, 9000.0f, 0.1f);
    }
    return world;
}

static void assert_same_worlds(scree_world *a, scree_world *b)
{
    assert_same_bodies(a, b);
    const sc_joints *p = &a->joints, *q = &b->joints;
    assert_int_equal(p->ids.used, q->ids.used);
    for (int32_t i = 1; i < p->ids.used; ++i)
    {
        // A lane that shares its block with one that has a spring gets a zero of some sign.
        const float *s = p->state[i].locked, *t = q->state[i].locked;
        for (size_t k = 0; k < sizeof p->state[i] / sizeof *s; ++k)
        {
            assert_true(s[k] == t[k]);
        }
    }
}

static void compare(variant one, variant other)
{
    scoped_world *a = make_puppets(&one), *b = make_puppets(&other);
    for (int i = 0; i < STEPS; ++i)
    {
        step_world(a);
        step_world(b);
        assert_null(sc_validate(a));
        assert_same_worlds(a, b);
    }
    assert_true(a->constraints.group_count > 1 || !one.in_groups);
    assert_int_equal(b->constraints.group_count > 1, other.in_groups);
    assert_int_equal(scree_world_counters(a).joints, PUPPETS * (PARTS - 1));
    assert_true(scree_world_bodies(a).y[0] > 0.0f);
}

TEST(joints_in_groups_give_the_bits_of_the_shared_group)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        compare((variant){.solver = solver, .in_groups = true}, (variant){.solver = solver});
    }
}

TEST(workers_change_no_bit_of_joints)
{
    compare((variant){.in_groups = true}, (variant){.in_groups = true, .workers = 3});
    compare((variant){0}, (variant){.workers = 4});
}

TEST(instruction_sets_change_no_bit_of_joints)
{
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (scree_simd_is_supported((scree_simd)simd))
        {
            compare((variant){.in_groups = true}, (variant){.in_groups = true, .simd = simd});
        }
    }
}

TEST(joints_hold_without_warm_starting)
{
    variant v = {.cold = true, .in_groups = true};
    scoped_world *world = make_puppets(&v);
    step_times(world, STEPS);
    scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < bodies.count; ++i)
    {
        assert_true(fabsf(bodies.vx[i]) < 20.0f && fabsf(bodies.vy[i]) < 20.0f);
    }
}

TEST(a_hub_of_more_joints_than_colours_holds_them_all)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id hub = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        scree_shape_def heavy = surface(0.6f, 0.0f), light = surface(0.6f, 0.0f);
        heavy.density = 100.0f;
        light.filter.mask = 0;
        add_box(world, hub, &heavy, 10.0f, 1.0f);
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = add_body(world, SCREE_BODY_STATIC, 0.0f, 1.0f, 0.0f);
        hinge.base.body_b = hub;
        hinge.base.frame_b.position = (scree_vec2){0.0f, 1.0f};
        assert_true(scree_joint_create_revolute(world, &hinge).value != 0);
        hinge.base.body_a = hub;
        for (int i = 0; i < SPOKES; ++i)
        {
            float x = -9.0f + 18.0f * (float)i / (float)(SPOKES - 1);
            hinge.base.body_b = add_slab(world, SCREE_BODY_DYNAMIC, x, -2.0f, &light, 0.02f, 1.0f);
            hinge.base.frame_a.position = (scree_vec2){x, -1.0f};
            hinge.base.frame_b.position = (scree_vec2){0.0f, 1.0f};
            assert_true(scree_joint_create_revolute(world, &hinge).value != 0);
        }
        for (int i = 0; i < 120; ++i)
        {
            step_world(world);
            assert_null(sc_validate(world));
        }
        assert_int_equal(world->constraints.joints.colour_count, SC_COLOURS);
        scree_joint_id joints[SPOKES + 1];
        int count = scree_world_joints(world, joints, SPOKES + 1);
        assert_int_equal(count, SPOKES + 1);
        for (int i = 0; i < count; ++i)
        {
            assert_true(scree_joint_linear_separation(world, joints[i]) < 0.005f);
        }
    }
}

TEST(joints_are_laid_out_anew_only_when_something_changes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id a = add_ball(world, 0.0f, 0.0f, 0.2f), b = add_ball(world, 1.0f, 0.0f, 0.2f);
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    hinge.base.body_a = a;
    hinge.base.body_b = b;
    hinge.base.frame_a.position = (scree_vec2){1.0f, 0.0f};
    scree_joint_id joint = scree_joint_create_revolute(world, &hinge);
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 1);
    uint32_t version = world->joints.version;
    run_steps(world, 3);
    assert_int_equal(world->joints.version, version);
    assert_ok(scree_body_set_enabled(world, a, false));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 0);
    assert_ok(scree_body_set_enabled(world, a, true));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 1);
    assert_ok(scree_body_set_type(world, a, SCREE_BODY_STATIC));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 1);
    assert_ok(scree_body_set_type(world, b, SCREE_BODY_KINEMATIC));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 0);
    assert_ok(scree_body_set_type(world, b, SCREE_BODY_DYNAMIC));
    // A hinge that gets a motor is another kind of block.
    hinge.motor = (scree_axis_motor){true, 2.0f, 1000.0f};
    assert_ok(scree_joint_set_revolute_settings(world, joint, &hinge));
    run_steps(world, 30);
    assert_true(fabsf(scree_body_angular_velocity(world, b) - 2.0f) < 0.01f);
    assert_ok(scree_joint_destroy(world, joint));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).joints, 0);
}
