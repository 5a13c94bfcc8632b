// Every engine of this build on the same small worlds: what it holds, how bodies fall, rest, slide,
// bounce and turn. What engines do differently by design has a bound stated here.
#include "engines/trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DT (1.0f / 60.0f)
#define MAX_BODIES 16

// Worlds of a test

typedef bool create_function(scree_world *world, const scree_scene_params *params,
                             scree_scene_state *state);

static scree_scene_counts counts_of_test(int size)
{
    (void)size;
    return (scree_scene_counts){MAX_BODIES, MAX_BODIES, 0};
}

static scree_scene test_scene;

static sc_model *model_of(create_function *create)
{
    test_scene = (scree_scene){
        .name = "test",
        .size_default = 1,
        .size_min = 1,
        .size_max = 1,
        .counts = counts_of_test,
        .create = create,
    };
    sc_model *model = sc_model_create(&test_scene, NULL, NULL);
    assert_non_null(model);
    assert_true(model->body_count <= MAX_BODIES);
    return model;
}

static void set_bounds(scree_scene_state *state)
{
    state->bounds = (scree_aabb){{-20.0f, -20.0f}, {20.0f, 20.0f}};
}

static scree_body_id add_body(scree_world *world, scree_body_type type, float x, float y)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = (scree_vec2){x, y};
    return scree_body_create(world, &def);
}

static void add_box(scree_world *world, scree_body_id body, const scree_shape_def *def, float half)
{
    scree_polygon box = scree_polygon_box(half, half);
    scree_shape_create_polygon(world, body, def, &box);
}

static scree_body_id add_floor(scree_world *world, const scree_shape_def *def)
{
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f);
    scree_shape_create_half_space(world, floor, def, (scree_vec2){0.0f, 1.0f}, 0.0f);
    return floor;
}

// A running world of one engine.

typedef struct run
{
    const sc_engine *engine;
    void *world;
    sc_pose poses[MAX_BODIES];
} run;

static run start_with(const sc_engine *engine, const sc_model *model,
                      const sc_engine_settings *settings)
{
    run run = {.engine = engine, .world = sc_engine_build(engine, settings, model)};
    if (run.world == NULL)
        fail_msg("%s cannot hold the world", engine->name);
    return run;
}

static run start(const sc_engine *engine, const sc_model *model)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    return start_with(engine, model, &settings);
}

static void take_steps(run *run, int steps)
{
    for (int i = 0; i < steps; ++i)
        assert_true(run->engine->step(run->world, DT));
    run->engine->read(run->world, run->poses);
}

static void stop(run *run) { run->engine->destroy(run->world); }

static void assert_near(const sc_engine *engine, const char *what, double found, double expected,
                        double bound)
{
    if (!(fabs(found - expected) <= bound))
        fail_msg("%s: %s is %.6f, not %.6f within %.6f", engine->name, what, found, expected,
                 bound);
}

static bool is(const sc_engine *engine, const char *name)
{
    return strcmp(engine->name, name) == 0;
}

static bool is_peer(const sc_engine *engine)
{
    return !is(engine, "scree") && !is(engine, "reference");
}

// What an engine holds

static void every_engine_holds_the_bodies_shapes_and_mass_of_every_scene(void **state)
{
    (void)state;
    assert_true(sc_engine_count() >= 2);
    int held = 0, left_out = 0;
    for (int k = 0; k < scree_scene_count(); ++k)
    {
        const scree_scene *scene = scree_scene_at(k);
        scree_scene_params params = {.size = scene->verify_size};
        const char *why = "";
        sc_model *model = sc_model_create(scene, &params, &why);
        // Only what other engines do not know is left out.
        bool rigid = !scene->particles && !scene->soft;
        if ((model != NULL) != rigid)
            fail_msg("%s: %s", scene->name, model != NULL ? "is of rigid bodies alone" : why);
        held += rigid;
        left_out += !rigid;
        for (int i = 0; model != NULL && i < sc_engine_count(); ++i)
        {
            assert_true(model->body_count > 1 && model->shape_count > 1);
            const sc_engine *engine = sc_engine_at(i);
            run run = start(engine, model);
            sc_engine_counts counts = engine->count(run.world);
            if (counts.bodies != model->body_count || counts.shapes != model->shape_count)
                fail_msg("%s, %s: %d bodies, %d shapes", scene->name, engine->name, counts.bodies,
                         counts.shapes);
            assert_near(engine, scene->name, counts.mass, model->total_mass,
                        2e-6 * model->total_mass);
            stop(&run);
        }
        sc_model_destroy(model);
    }
    print_message("%d scenes held, %d of particles or soft bodies left out\n", held, left_out);
    assert_true(held > left_out);
}

// All kinds of shapes at the height at which they rest, each on a body of its own.
#define KINDS 6
#define FAR_APART 3.0f
static const double rest_height[KINDS] = {0.5, 0.5, 0.25, 0.5, 0.4755283, 0.5};

static void add_kinds(scree_world *world)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id bodies[KINDS];
    for (int i = 0; i < KINDS; ++i)
        bodies[i] =
            add_body(world, SCREE_BODY_DYNAMIC, FAR_APART * (float)i, (float)rest_height[i]);
    add_box(world, bodies[0], &def, 0.5f);
    scree_shape_create_circle(world, bodies[1], &def, &(scree_circle){{0}, 0.5f});
    scree_shape_create_capsule(world, bodies[2], &def,
                               &(scree_capsule){{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f});
    scree_polygon rounded = scree_polygon_box_at(0.375f, 0.375f, (scree_vec2){0}, 0.0f, 0.125f);
    scree_shape_create_polygon(world, bodies[3], &def, &rounded);
    // Ten corners, which Box2D takes in pieces, with an edge below.
    scree_polygon decagon = {.count = 10};
    for (int i = 0; i < 10; ++i)
    {
        float sine, cosine;
        scree_sincos(0.314159265f * (float)(2 * i - 6), &sine, &cosine);
        decagon.vertices[i] = (scree_vec2){0.5f * cosine, 0.5f * sine};
    }
    scree_shape_create_polygon(world, bodies[4], &def, &decagon);
    // A compound of two boxes side by side.
    scree_polygon left = scree_polygon_box_at(0.25f, 0.5f, (scree_vec2){-0.25f, 0.0f}, 0.0f, 0.0f);
    scree_polygon right = scree_polygon_box_at(0.25f, 0.5f, (scree_vec2){0.25f, 0.0f}, 0.0f, 0.0f);
    scree_shape_create_polygon(world, bodies[5], &def, &left);
    scree_shape_create_polygon(world, bodies[5], &def, &right);
}

static bool kinds_on_a_half_space(scree_world *world, const scree_scene_params *params,
                                  scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    add_kinds(world);
    scree_shape_def def = scree_shape_def_default();
    add_floor(world, &def);
    return true;
}

static bool kinds_on_a_segment(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    add_kinds(world);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, 1.0f);
    scree_segment segment = {{-10.0f, -1.0f}, {30.0f, -1.0f}};
    scree_shape_create_segment(world, floor, &def, &segment);
    return true;
}

static bool kinds_on_a_box(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    add_kinds(world);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 10.0f, -0.5f);
    scree_polygon box = scree_polygon_box(20.0f, 0.5f);
    scree_shape_create_polygon(world, floor, &def, &box);
    return true;
}

// The bound is the depth of 5 mm that the peers keep at rest, and a little.
static void shapes_rest_at_their_height_on_any_ground(void **state)
{
    (void)state;
    create_function *const grounds[] = {kinds_on_a_half_space, kinds_on_a_segment, kinds_on_a_box};
    for (size_t k = 0; k < 3; ++k)
    {
        sc_model *model = model_of(grounds[k]);
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            const sc_engine *engine = sc_engine_at(i);
            run run = start(engine, model);
            take_steps(&run, 120);
            for (int body = 0; body < KINDS; ++body)
            {
                double y = (double)run.poses[body].y, x = (double)run.poses[body].x;
                assert_near(engine, "height at rest", y, rest_height[body], 0.0056);
                assert_near(engine, "place at rest", x, (double)FAR_APART * body, 0.002);
            }
            // A compound touches with both boxes; Box2D 2.4 has three pieces in a capsule, both
            // Box2D two in a decagon, of which one reaches the ground.
            sc_engine_counts counts = engine->count(run.world);
            assert_true(counts.contacts >= KINDS + 1 && counts.contacts <= KINDS + 4);
            assert_true(counts.pairs == -1 || counts.pairs >= counts.contacts);
            stop(&run);
        }
        sc_model_destroy(model);
    }
}

// Motion without contact

static bool one_body_thrown(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){1.0f, 2.0f};
    def.linear_velocity = (scree_vec2){3.0f, 4.0f};
    def.angular_velocity = 2.0f;
    scree_shape_def shape = scree_shape_def_default();
    add_box(world, scree_body_create(world, &def), &shape, 0.5f);
    return true;
}

// What gravity of 1 m/s^2 moves a body by in `steps`, each engine after its own rule: velocities
// first, then places, in each substep; in Box2D 2.4 in each step; in Chipmunk places first.
static double closed_form_fall(const sc_engine *engine, int steps, int substeps)
{
    double dt = (double)DT;
    if (is(engine, "chipmunk"))
        return 0.5 * dt * dt * steps * (steps - 1);
    if (is(engine, "box2d-2.4"))
        return 0.5 * dt * dt * steps * (steps + 1);
    double h = dt / substeps, n = (double)steps * substeps;
    return 0.5 * h * h * n * (n + 1.0);
}

// Bounds: single precision over 60 steps; Box2D 3 turns by less than w h in a substep, 5e-5 in all.
static void a_thrown_body_follows_the_closed_form_of_the_integrator(void **state)
{
    (void)state;
    sc_model *model = model_of(one_body_thrown);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        take_steps(&run, 60);
        double fall = 10.0 * closed_form_fall(engine, 60, 4);
        assert_near(engine, "x", (double)run.poses[0].x, 1.0 + 3.0, 1e-4);
        assert_near(engine, "y", (double)run.poses[0].y, 2.0 + 4.0 - fall, 2e-4);
        assert_near(engine, "cosine", (double)run.poses[0].cos, cos(2.0), 2e-4);
        assert_near(engine, "sine", (double)run.poses[0].sin, sin(2.0), 2e-4);
        stop(&run);
    }
    sc_model_destroy(model);
}

static bool one_body_in_honey(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.gravity_scale = 0.5f;
    def.linear_damping = 2.0f;
    def.angular_damping = 1.0f;
    def.angular_velocity = 1.0f;
    scree_shape_def shape = scree_shape_def_default();
    add_box(world, scree_body_create(world, &def), &shape, 0.5f);
    return true;
}

// Bound: the order of the integrators, one step of 1/60 s at the speed of 2.2 m/s in the end.
static void damping_and_gravity_scale_reach_every_engine(void **state)
{
    (void)state;
    sc_model *model = model_of(one_body_in_honey);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        take_steps(&run, 60);
        // v' = -g/2 - 2 v, so after a second y = -(g/4) (1 - (1 - e^-2) / 2).
        double y = -2.5 * (1.0 - 0.5 * (1.0 - exp(-2.0))), angle = 1.0 - exp(-1.0);
        assert_near(engine, "y", (double)run.poses[0].y, y, 0.036);
        double found = atan2((double)run.poses[0].sin, (double)run.poses[0].cos);
        assert_near(engine, "angle", found, angle, 0.01);
        stop(&run);
    }
    sc_model_destroy(model);
}

static bool one_body_off_its_origin(scree_world *world, const scree_scene_params *params,
                                    scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){2.0f, 3.0f};
    def.angle = 0.5f;
    def.angular_velocity = 1.0f;
    def.gravity_scale = 0.0f;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def shape = scree_shape_def_default();
    scree_shape_create_circle(world, body, &shape, &(scree_circle){{1.0f, 0.0f}, 0.25f});
    scree_body_set_velocity(world, body, (scree_vec2){0.0f, 0.0f}, 1.0f);
    return true;
}

// The centre of mass stays, the origin goes round it.
static void poses_are_those_of_origins(void **state)
{
    (void)state;
    sc_model *model = model_of(one_body_off_its_origin);
    double center_x = 2.0 + cos(0.5), center_y = 3.0 + sin(0.5);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        run.engine->read(run.world, run.poses);
        assert_near(engine, "x at the start", (double)run.poses[0].x, 2.0, 1e-6);
        assert_near(engine, "y at the start", (double)run.poses[0].y, 3.0, 1e-6);
        take_steps(&run, 60);
        assert_near(engine, "x", (double)run.poses[0].x, center_x - cos(1.5), 1e-3);
        assert_near(engine, "y", (double)run.poses[0].y, center_y - sin(1.5), 1e-3);
        assert_near(engine, "sine", (double)run.poses[0].sin, sin(1.5), 1e-3);
        stop(&run);
    }
    sc_model_destroy(model);
}

static bool a_moving_wall(scree_world *world, const scree_scene_params *params,
                          scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    def.linear_velocity = (scree_vec2){1.0f, 0.5f};
    def.angular_velocity = 0.5f;
    scree_body_id wall = scree_body_create(world, &def);
    scree_shape_def shape = scree_shape_def_default();
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    scree_shape_create_polygon(world, wall, &shape, &box);
    return true;
}

static void a_kinematic_body_follows_its_velocity(void **state)
{
    (void)state;
    sc_model *model = model_of(a_moving_wall);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        // At first as the scene says, then as it is told.
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        take_steps(&run, 60);
        assert_near(engine, "x", (double)run.poses[0].x, 1.0, 1e-4);
        assert_near(engine, "y", (double)run.poses[0].y, 0.5, 1e-4);
        assert_near(engine, "sine", (double)run.poses[0].sin, sin(0.5), 1e-4);
        engine->set_velocity(run.world, 0, (scree_vec2){-2.0f, 0.0f}, -1.0f);
        take_steps(&run, 30);
        assert_near(engine, "x", (double)run.poses[0].x, 0.0, 2e-4);
        assert_near(engine, "y", (double)run.poses[0].y, 0.5, 2e-4);
        assert_near(engine, "sine", (double)run.poses[0].sin, 0.0, 2e-4);
        stop(&run);
    }
    sc_model_destroy(model);
}

// Surfaces

// Of 0.9 and 0.4: 0.6 together.
static bool a_box_on_a_rough_floor(scree_world *world, const scree_scene_params *params,
                                   scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.9f;
    def.material.static_friction = -1.0f;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f), &def, 0.5f);
    def.material.friction = 0.4f;
    add_floor(world, &def);
    return true;
}

// How far a box slides in two seconds where gravity pulls at an angle of this tangent.
static double slide(const sc_engine *engine, const sc_model *model, double tangent)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    double scale = 10.0 / sqrt(1.0 + tangent * tangent);
    settings.gravity = (scree_vec2){(float)(scale * tangent), (float)-scale};
    run run = start_with(engine, model, &settings);
    take_steps(&run, 120);
    stop(&run);
    return (double)run.poses[0].x;
}

static void a_box_holds_below_the_friction_of_its_pair_and_slides_above(void **state)
{
    (void)state;
    sc_model *model = model_of(a_box_on_a_rough_floor);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        assert_near(engine, "place below", slide(engine, model, 0.95 * 0.6), 0.0, 0.03);
        double tangent = 1.2 * 0.6;
        double speed_up = 10.0 * (tangent - 0.6) / sqrt(1.0 + tangent * tangent);
        double distance = 0.5 * speed_up * 2.0 * 2.0;
        assert_near(engine, "place above", slide(engine, model, tangent), distance, 0.1 * distance);
    }
    sc_model_destroy(model);
}

static bool balls_on_a_dead_floor(scree_world *world, const scree_scene_params *params,
                                  scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    for (int i = 0; i < 3; ++i)
    {
        def.material.restitution = 0.4f * (float)i;
        scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 2.25f);
        scree_shape_create_circle(world, ball, &def, &(scree_circle){{0}, 0.25f});
    }
    def.material.restitution = 0.0f;
    add_floor(world, &def);
    return true;
}

// The larger restitution of the pair holds. Bound: an impact at 6.3 m/s comes up to 0.1 m late.
static void balls_rise_to_the_square_of_their_restitution(void **state)
{
    (void)state;
    sc_model *model = model_of(balls_on_a_dead_floor);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        take_steps(&run, 40);  // 0.63 s to the floor
        double highest[3] = {0.0};
        for (int k = 0; k < 60; ++k)
        {
            take_steps(&run, 1);
            for (int ball = 0; ball < 3; ++ball)
                highest[ball] = fmax(highest[ball], (double)run.poses[ball].y - 0.25);
        }
        for (int ball = 0; ball < 3; ++ball)
        {
            double e = 0.4 * ball, rise = 2.0 * e * e;
            assert_near(engine, "rise", highest[ball], rise, 0.02 + 0.12 * rise);
        }
        stop(&run);
    }
    sc_model_destroy(model);
}

static bool a_ball_that_slides(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, -0.3f, 0.3f);
    scree_shape_create_circle(world, ball, &def, &(scree_circle){{0.3f, 0.2f}, 0.5f});
    scree_body_set_velocity(world, ball, (scree_vec2){3.0f, 0.0f}, 0.0f);
    add_floor(world, &def);
    return true;
}

// Of a disc's momentum round the point of contact one third is in its turning. The ball is off its
// body's origin, where a wrong arm in the inertia would show.
static void a_sliding_ball_ends_up_rolling_at_two_thirds_of_its_speed(void **state)
{
    (void)state;
    sc_model *model = model_of(a_ball_that_slides);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        double x[2];
        for (int k = 0; k < 2; ++k)
        {
            take_steps(&run, 60);
            const sc_pose *pose = &run.poses[0];
            x[k] = (double)pose->x + 0.3 * (double)pose->cos - 0.2 * (double)pose->sin;
        }
        assert_near(engine, "rolling speed", x[1] - x[0], 2.0, 0.02);
        stop(&run);
    }
    sc_model_destroy(model);
}

// Filters and what is refused

static bool some_fall_through(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    const scree_filter filters[4] = {
        {1, ~(uint64_t)0, 0}, {2, ~(uint64_t)0, 0}, {1, 2, 0}, {1, ~(uint64_t)0, -7}};
    scree_shape_def def = scree_shape_def_default();
    for (int i = 0; i < 4; ++i)
    {
        def.filter = filters[i];
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 3.0f * (float)i, 0.5f);
        add_box(world, body, &def, 0.5f);
    }
    def.filter = (scree_filter){4, ~(uint64_t)2, -7};
    add_floor(world, &def);
    return true;
}

static void filters_let_the_same_bodies_fall(void **state)
{
    (void)state;
    sc_model *model = model_of(some_fall_through);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        run run = start(engine, model);
        take_steps(&run, 60);
        // Only the first: the floor will not have the second, the third not the floor, and the
        // fourth is of the floor's group.
        for (int body = 0; body < 4; ++body)
            assert_true((run.poses[body].y > 0.4f) == (body == 0));
        stop(&run);
    }
    sc_model_destroy(model);
}

static bool a_far_category(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = (uint64_t)1 << 40;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f), &def, 0.5f);
    return true;
}

static bool a_friendly_group(scree_world *world, const scree_scene_params *params,
                             scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    def.filter.group = 5;
    add_box(world, add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f), &def, 0.5f);
    return true;
}

static bool a_conveyor(scree_world *world, const scree_scene_params *params,
                       scree_scene_state *state)
{
    (void)params;
    set_bounds(state);
    scree_shape_def def = scree_shape_def_default();
    def.material.tangent_speed = 1.0f;
    add_floor(world, &def);
    return true;
}

static void assert_taken(create_function *create, const char *const *refusing, int count,
                         bool peers_refuse)
{
    sc_model *model = model_of(create);
    sc_engine_settings settings = sc_engine_settings_for(model);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        bool refuses = peers_refuse && is_peer(engine);
        for (int k = 0; k < count; ++k)
            refuses = refuses || is(engine, refusing[k]);
        void *world = sc_engine_build(engine, &settings, model);
        if ((world == NULL) != refuses)
            fail_msg("%s %s", engine->name, world == NULL ? "refuses" : "takes it");
        if (world != NULL)
            engine->destroy(world);
    }
    sc_model_destroy(model);
}

static void what_an_engine_has_no_words_for_it_refuses(void **state)
{
    (void)state;
    const char *const narrow[] = {"box2d-2.4", "chipmunk"}, *const groups[] = {"chipmunk"};
    assert_taken(a_far_category, narrow, 2, false);
    assert_taken(a_friendly_group, groups, 1, false);
    assert_taken(a_conveyor, NULL, 0, true);
}

// Runs

static void every_engine_runs_and_repeats_itself(void **state)
{
    (void)state;
    sc_model *model = model_of(kinds_on_a_box);
    sc_engine_settings settings = sc_engine_settings_for(model);
    sc_trial_options options = {.steps = 40, .dt = DT};
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        sc_trial trials[2];
        for (int k = 0; k < 2; ++k)
        {
            assert_true(sc_trial_run(&trials[k], sc_engine_at(i), &settings, model, &options));
            assert_false(trials[k].failed);
            assert_int_equal(trials[k].steps, 40);
            assert_int_equal(trials[k].escaped, 0);
            assert_int_equal(trials[k].overlaps.touching, KINDS + 1);
        }
        size_t bytes = (size_t)model->body_count * sizeof *trials[0].poses;
        assert_memory_equal(trials[0].poses, trials[1].poses, bytes);
        sc_trial_destroy(&trials[0]);
        sc_trial_destroy(&trials[1]);
    }
    sc_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_holds_the_bodies_shapes_and_mass_of_every_scene),
        cmocka_unit_test(shapes_rest_at_their_height_on_any_ground),
        cmocka_unit_test(a_thrown_body_follows_the_closed_form_of_the_integrator),
        cmocka_unit_test(damping_and_gravity_scale_reach_every_engine),
        cmocka_unit_test(poses_are_those_of_origins),
        cmocka_unit_test(a_kinematic_body_follows_its_velocity),
        cmocka_unit_test(a_box_holds_below_the_friction_of_its_pair_and_slides_above),
        cmocka_unit_test(balls_rise_to_the_square_of_their_restitution),
        cmocka_unit_test(a_sliding_ball_ends_up_rolling_at_two_thirds_of_its_speed),
        cmocka_unit_test(filters_let_the_same_bodies_fall),
        cmocka_unit_test(what_an_engine_has_no_words_for_it_refuses),
        cmocka_unit_test(every_engine_runs_and_repeats_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
