/// Calls on joints that are refused beyond the ranges of their numbers.
#include "tests/support/refusals.h"
#include "world/validate.h"

#define COUNT 20

typedef struct fixture
{
    scree_world *world;
    scree_body_id body, platform;
} fixture;

static int setup(void **state)
{
    static fixture f;
    f.world = world_with_gravity(0.0f, -10.0f);
    f.body = add_ball(f.world, 0.0f, 0.0f, 1.0f);
    f.platform = add_body(f.world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    *state = &f;
    return 0;
}

static scree_revolute_joint_def hinge_of(const fixture *f)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = f->body;
    def.base.body_b = f->platform;
    return def;
}

TEST_WITH(numbers_of_a_definition_that_contradict_each_other_are_named, setup, end_fixture_world)
{
    const fixture *f = *state;
    scree_revolute_joint_def def = hinge_of(f);
    def.base.body_b = def.base.body_a;
    WRONG_ID(f->world, scree_joint_create_revolute(f->world, &def), "def.base.body_b");
    def = hinge_of(f);
    def.limits = (scree_axis_limits){false, 0.2f, 0.1f};
    WRONG_ID(f->world, scree_joint_create_revolute(f->world, &def), "def.limits.lower");
    scree_distance_joint_def rod = scree_distance_joint_def_default();
    rod.base = def.base;
    rod.lower_spring_force = 2.0f;
    rod.upper_spring_force = 1.0f;
    WRONG_ID(f->world, scree_joint_create_distance(f->world, &rod), "def.lower_spring_force");
    assert_null(sc_validate(f->world));
}

TEST_WITH(a_joint_keeps_its_type_and_its_bodies, setup, end_fixture_world)
{
    const fixture *f = *state;
    scree_world *world = f->world;
    scree_revolute_joint_def def = hinge_of(f);
    scree_weld_joint_def weld = scree_weld_joint_def_default();
    weld.base = def.base;
    scree_joint_id joint = scree_joint_create_revolute(world, &def);
    WRONG(world, scree_joint_set_weld_settings(world, joint, &weld), "joint");
    assert_int_equal(scree_joint_weld_settings(world, joint).version, 0);
    def.base.body_b = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    WRONG(world, scree_joint_set_revolute_settings(world, joint, &def), "def.base.body_b");
    def.base.body_b = def.base.body_a;
    def.base.body_a = f->platform;
    WRONG(world, scree_joint_set_revolute_settings(world, joint, &def), "def.base.body_a");
    scree_joint_id fixed = scree_joint_create_weld(world, &weld);
    WRONG(world, scree_joint_set_motor_speed(world, fixed, 1.0f), "joint");
    assert_null(sc_validate(world));
}

TEST_WITH(of_many_joints_all_are_made_or_none, setup, end_fixture_world)
{
    const fixture *f = *state;
    scree_revolute_joint_def defs[COUNT];
    scree_joint_id ids[COUNT] = {{1}};
    for (int i = 0; i < COUNT; ++i)
    {
        defs[i] = hinge_of(f);
    }
    defs[13].base.body_b = (scree_body_id){0};
    REFUSED(f->world, scree_joints_create_revolute(f->world, defs, COUNT, ids),
            SCREE_ERROR_STALE_ID, "defs[13].base.body_b");
    defs[13] = defs[12];
    defs[19].motor.max = -1.0f;
    WRONG(f->world, scree_joints_create_revolute(f->world, defs, COUNT, ids), "defs[19].motor.max");
    defs[19] = defs[18];
    assert_int_equal(scree_world_joint_count(f->world), 0);
    assert_true(ids[0].value == 1);
    assert_ok(scree_joints_create_revolute(f->world, NULL, 0, NULL));
    assert_ok(scree_joints_create_revolute(f->world, defs, COUNT, ids));
    assert_ok(scree_joints_create_revolute(f->world, defs, COUNT, NULL));
    assert_int_equal(scree_world_joint_count(f->world), 2 * COUNT);
    for (int i = 0; i < COUNT; ++i)
    {
        assert_true(scree_joint_is_valid(f->world, ids[i]));
    }
    assert_null(sc_validate(f->world));
}
