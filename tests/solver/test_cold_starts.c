/// Without warm starting nothing is carried over: several substeps are as many steps.
#include "tests/support/worlds.h"

/// The ground below a ball that rolls, slides or rides.
typedef struct road
{
    const char *name;
    scree_material material;
    float slope;  ///< sine: gravity is turned by so much
    float speed;  ///< m/s, of the ball to begin with
} road;

static const road roads[] = {
    {"sliding", {.friction = 0.3f, .static_friction = -1.0f}, 0.0f, 5.0f},
    {"sticking", {.friction = 0.2f, .static_friction = 0.8f}, 0.2f, 0.0f},
    {"rolling",
     {.friction = 1.0f, .static_friction = -1.0f, .rolling_resistance = 0.2f},
     0.0f,
     2.0f},
    {"riding", {.friction = 0.4f, .static_friction = -1.0f, .tangent_speed = 3.0f}, 0.0f, 0.0f},
};

typedef struct motion
{
    scree_vec2 position, velocity;
    float w;
} motion;

static motion drive(const road *road, int solver, bool box, float dt, int substeps, int count)
{
    scree_world_def def = def_solved_by(solver);
    def.warm_starting = false;
    def.gravity =
        (scree_vec2){10.0f * road->slope, -10.0f * sqrtf(1.0f - road->slope * road->slope)};
    scoped_world *world = world_of(&def);
    scree_shape_def shape = scree_shape_def_default();
    shape.material = road->material;
    add_ground(world, &shape);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, box ? 0.3f : 0.5f, 0.0f);
    scree_shape_id id =
        box ? add_box(world, body, &shape, 0.8f, 0.3f) : add_circle(world, body, &shape, 0.5f);
    assert_true(id.value != 0);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){road->speed, 0.0f}, 0.0f));
    run_steps_of(world, count, dt, substeps);
    return (motion){scree_body_position(world, body), scree_body_linear_velocity(world, body),
                    scree_body_angular_velocity(world, body)};
}

TEST(a_cold_step_of_several_substeps_is_as_many_cold_steps)
{
    for (int i = 0; i < 8 * SCREE_SOLVER_COUNT; ++i)
    {
        const road *road = &roads[i % 4];
        bool box = i / 4 % 2 == 1;
        int solver = i / 8;
        motion substeps = drive(road, solver, box, 4.0f / 240.0f, 4, 20),
               steps = drive(road, solver, box, 1.0f / 240.0f, 1, 80);
        assert_near(substeps.position.x, steps.position.x, 0.02);
        assert_near(substeps.position.y, steps.position.y, 0.005);
        assert_near(substeps.velocity.x, steps.velocity.x, 0.05);
        assert_near(substeps.velocity.y, steps.velocity.y, 0.15);
        assert_near(substeps.w, steps.w, 0.2);
    }
}

TEST(a_ball_that_slides_is_slowed_and_turned_as_coulomb_says_with_cold_starts)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        // 0.25 s: it slides at 3 m/s^2 and begins to roll only after 5 / (3 + 6) s.
        motion end = drive(&roads[0], solver, false, STEP, 4, 15);
        assert_near(end.velocity.x, 5.0 - 0.3 * 10.0 * 0.25, 0.03);
        assert_near(end.w, -2.0 * 0.3 * 10.0 / 0.5 * 0.25, 0.12);
    }
}
