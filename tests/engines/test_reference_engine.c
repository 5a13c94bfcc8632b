/// scree beside the plain baseline engine, on the same scenes.
#include "tests/support/scene_runs.h"

#include "reference/engine/reference_engine.h"

static ref_engine *copy_of(scree_world *world)
{
    ref_engine *engine = ref_engine_from_world(world);
    assert_non_null(engine);
    return engine;
}

TEST(a_falling_box_agrees_almost_to_the_bit)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id box = add_crate(world, 0.0f, 3.0f, 0.5f, 0.25f);
    scree_body_set_velocity(world, box, (scree_vec2){1.0f, 2.0f}, 0.5f);
    add_ground(world, usual_shape());
    ref_engine *engine = copy_of(world);
    for (int i = 0; i < 300; ++i)
    {
        run_steps(world, 1);
        assert_true(ref_engine_step(engine, STEP, SUBSTEPS));
        scree_vec2 p = scree_body_position(world, box), v = scree_body_linear_velocity(world, box);
        const ref_body *body = &engine->bodies[0];
        // In flight the same sums in the same order; in contact they are grouped in another way.
        bool flying = scree_world_contacts(world, NULL, 0) == 0 && i < 40;
        assert_near_vec2(p, body->position.x, body->position.y, flying ? 1e-6 : 2e-3);
        assert_near_vec2(v, body->velocity.x, body->velocity.y, flying ? 1e-6 : 2e-2);
    }
    ref_engine_destroy(engine);
}

TEST(masses_agree)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    ref_engine *engine = ref_engine_create((scree_vec2){0.0f, -10.0f});
    assert_non_null(engine);
    scree_shape_def def = scree_shape_def_default();
    scree_polygon polygon = scree_polygon_box_at(0.5f, 0.3f, (scree_vec2){1.0f, 2.0f}, 0.3f, 0.2f);
    scree_capsule capsule = {{-1.0f, 0.0f}, {0.5f, 1.0f}, 0.4f};
    scree_circle circle = {{3.0f, 1.0f}, 0.7f};
    scree_body_def body_def = scree_body_def_default();
    body_def.type = SCREE_BODY_DYNAMIC;
    int body = ref_body_add(engine, &body_def);
    scree_body_id id = scree_body_create(world, &body_def);
    for (int i = 0; i < 3; ++i)
    {
        def.density = 1.0f + (float)i;
        if (i == 0)
        {
            ref_shape_add_polygon(engine, body, &def, &polygon);
            scree_shape_create_polygon(world, id, &def, &polygon);
        }
        else if (i == 1)
        {
            ref_shape_add_capsule(engine, body, &def, capsule);
            scree_shape_create_capsule(world, id, &def, &capsule);
        }
        else
        {
            ref_shape_add_circle(engine, body, &def, circle);
            scree_shape_create_circle(world, id, &def, &circle);
        }
        const ref_body *b = &engine->bodies[body];
        assert_near(scree_body_mass(world, id), b->mass, 1e-6 * (double)b->mass);
        assert_near(scree_body_inertia(world, id), b->inertia, 1e-5 * (double)b->inertia);
        assert_near_vec2(scree_body_center_of_mass(world, id), b->center.x, b->center.y, 1e-5);
    }
    ref_engine_destroy(engine);
}

static double mean_height(scree_world *world)
{
    scree_body_view view = scree_world_bodies(world);
    double sum = 0.0;
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        sum += (double)scree_body_center_of_mass(world, view.id[i]).y;
    }
    return sum / view.dynamic_count;
}

static double mean_height_of(const ref_engine *engine)
{
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < engine->body_count; ++i)
    {
        if (engine->bodies[i].type == SCREE_BODY_DYNAMIC)
        {
            sum += (double)engine->bodies[i].center.y;
            ++count;
        }
    }
    return sum / count;
}

TEST(a_small_pile_of_all_shapes_ends_alike)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.material.rolling_resistance = 0.05f;
    add_bin(world, &def, 3.0f, 20.0f, false);
    for (int i = 0; i < 84; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.8f * (float)(i % 7) - 2.4f,
                                      0.6f + 0.8f * (float)(i / 7), 0.37f * (float)i);
        add_mixed(world, body, &def, i, 0.7f);
    }
    ref_engine *engine = copy_of(world);
    for (int i = 0; i < 900; ++i)
    {
        run_steps(world, 1);
        assert_true(ref_engine_step(engine, STEP, SUBSTEPS));
        if (i == 30)
        {
            // Half a second of falling, with few collisions yet.
            double ours = total_kinetic_energy(world), theirs = ref_engine_kinetic_energy(engine);
            assert_near(ours, theirs, 0.1 * theirs);
            assert_near(mean_height(world), mean_height_of(engine), 0.02);
        }
    }
    // Two ways of falling pack by a few per cent differently; both lie still and overlap by little.
    assert_near(mean_height(world), mean_height_of(engine), 0.04 * mean_height_of(engine));
    assert_at_most(deepest_overlap(world), 0.015);
    assert_at_most(ref_engine_penetration(engine), 0.015);
    assert_at_most(total_kinetic_energy(world), 0.05);
    assert_at_most(ref_engine_kinetic_energy(engine), 0.05);
    ref_engine_destroy(engine);
}

TEST(scenes_agree_in_the_aggregate)
{
    const struct
    {
        const char *name;
        int size, steps;
        double height, energy;  ///< bounds: m, part of the larger energy plus 0.5 J
    } cases[] = {{"stack", 10, 300, 0.01, 0.1},     {"arch", 17, 300, 0.02, 0.1},
                 {"card_house", 3, 300, 0.02, 0.1}, {"large_pyramid", 12, 300, 0.01, 0.1},
                 {"mass_ratio", 2, 300, 0.02, 0.1}, {"ramp", 10, 120, 0.02, 0.03},
                 {"bouncers", 11, 200, 0.02, 0.03}, {"dominoes", 10, 120, 0.05, 0.2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        scoped_scene *run = start_scene(cases[i].name, cases[i].size, NULL);
        scree_world *world = run->world;
        ref_engine *engine = copy_of(world);
        engine->settings.restitution_threshold =
            scree_scene_world_def(run->scene, cases[i].size).restitution_threshold;
        for (int k = 0; k < cases[i].steps; ++k)
        {
            run_steps(world, 1);
            assert_true(ref_engine_step(engine, STEP, SUBSTEPS));
        }
        double a = total_kinetic_energy(world), b = ref_engine_kinetic_energy(engine);
        double high = mean_height(world), other = mean_height_of(engine);
        assert_near(high, other, cases[i].height);
        assert_near(a, b, cases[i].energy * fmax(a, b) + 0.5);
        ref_engine_destroy(engine);
    }
}
