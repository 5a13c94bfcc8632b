/// Scenes with joints hold what their descriptions say, worked out here again.
#include "tests/scenes/scene_reader.h"
#include "tests/support/scene_runs.h"

static const double PI = 3.14159265358979;

static void assert_counts(const char *name, int size, int bodies, int shapes, int joints,
                          int dynamic)
{
    sc_model *model = model_of(name, size);
    scree_scene_counts counts = model->scene->counts(model->size);
    assert_int_equal(model->body_count, bodies);
    assert_int_equal(model->shape_count, shapes);
    assert_int_equal(model->joint_count, joints);
    assert_int_equal(model->dynamic_count, dynamic);
    assert_int_equal(counts.bodies, bodies);
    assert_int_equal(counts.shapes, shapes);
    assert_int_equal(counts.joints, joints);
    // What is joined is joined where it is: nothing jumps in the first step.
    bool ragdolls = strcmp(name, "ragdoll_pit") == 0;
    // Bars whose ends do not quite meet come together when they fall.
    bool machines = strcmp(name, "machines") == 0;
    sc_model_pose *poses = calloc((size_t)model->body_count, sizeof *poses);
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
    }
    assert_at_most(sc_judge_joints(model, poses).max, machines ? 0.26 : ragdolls ? 1e-4 : 2e-5);
    free(poses);
    sc_model_destroy(model);
}

TEST(scenes_hold_as_many_bodies_shapes_and_joints_as_published)
{
    assert_counts("joint_grid", 0, 10000, 10000, 19800, 10000 - 7);
    assert_counts("joint_grid", 20, 400, 400, 760, 400 - 7);
    assert_counts("tumbler", 0, 2025 + 2, 2025 + 4, 1, 2025 + 1);
    assert_counts("spinner", 0, 6076 + 2, 6076 + 361, 1, 6076 + 1);
    assert_counts("bridge", 0, 120 + 30 + 1, 120 + 30 + 2, 121, 150);
    assert_counts("chain_mace", 0, 50 + 2, 50 + 2, 51, 51);
    assert_counts("newton_cradle", 0, 5 + 1, 5 + 1, 5, 5);
    // 750 m of road in pieces of 2 m, and two walls.
    assert_counts("vehicles", 0, 300 + 1, 300 + 377 + 2, 200, 300);
    assert_counts("ragdoll_pit", 0, 5500 + 1, 6500 + 4, 5000, 5500);
    assert_counts("rain", 0, 1, 5 * 501, 0, 0);
    assert_counts("joint_types", 0, 22, 29, 21, 21);
    assert_counts("joint_types", 4, 88, 116, 84, 84);
    assert_counts("machines", 0, 11, 11, 14, 10);
    assert_counts("machines", 3, 33, 33, 42, 30);
    // 2 to 7 boxes each, in turn; in every other one a loop or two more, in turn.
    assert_counts("mechanisms", 12, 12 + 2 * 27, 2 * 27, 2 * 27 + 3 * 1 + 3 * 2, 2 * 27);
}

TEST(scenes_take_the_published_steps)
{
    const struct
    {
        const char *name;
        int steps;
    } scenes[] = {{"joint_grid", 500}, {"tumbler", 750}, {"spinner", 500}, {"rain", 1000}};
    for (int i = 0; i < 4; ++i)
    {
        const scree_scene *scene = scree_scene_find(scenes[i].name);
        assert_int_equal(scene->steps, scenes[i].steps);
        assert_int_equal(scree_scene_substeps(scene), 4);
        assert_near(scree_scene_world_def(scene, 0).gravity.y, -10.0, 0.0);
        assert_false(scene->sleeps);
    }
}

TEST(the_grid_hangs_by_seven_circles_in_the_middle_of_its_top)
{
    sc_model *model = model_of("joint_grid", 20);
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        int column = i / 20, row = i % 20;
        assert_near(body->position.x, column, 0.0);
        assert_near(body->position.y, -row, 0.0);
        bool held = row == 0 && column >= 7 && column <= 13;
        assert_int_equal(body->type, held ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC);
        assert_near(model->shapes[i].radius, 0.4, 1e-6);
        const scree_filter *filter = &model->shapes[i].filter;
        assert_true((filter->category & filter->mask) == 0);
    }
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        assert_int_equal(joint->type, SCREE_JOINT_REVOLUTE);
        int apart = joint->body_b - joint->body_a;
        assert_true(apart == 20 || (apart == 1 && joint->body_b % 20 != 0));
    }
    sc_model_destroy(model);
}

TEST(the_tumbler_is_a_drum_of_four_walls_on_a_motor)
{
    sc_model *model = model_of("tumbler", 0);
    const sc_model_body *drum = &model->bodies[1];
    assert_int_equal(drum->type, SCREE_BODY_DYNAMIC);
    assert_near(drum->mass, 4.0 * 20.0 * 50.0, 1e-2);
    assert_near(drum->center.x, 0.0, 1e-4);
    assert_near(drum->center.y, 0.0, 1e-4);
    assert_rectangle(model, &model->shapes[0], 9.5, -10.0, 10.5, 10.0);
    assert_rectangle(model, &model->shapes[3], -10.0, -10.5, 10.0, -9.5);
    const scree_revolute_def *axle = &model->joints[0].def.revolute;
    assert_near(axle->base.frame_a.position.y, 10.0, 0.0);
    assert_near(axle->motor.speed, 25.0 * PI / 180.0, 1e-6);
    assert_near(axle->motor.max, 1e8, 0.0);
    assert_true(axle->motor.enable);
    for (int i = 2; i < model->body_count; ++i)
    {
        int column = (i - 2) % 45, row = (i - 2) / 45;
        assert_near(model->bodies[i].position.x, 0.4 * column - 9.0, 1e-4);
        assert_near(model->bodies[i].position.y, 0.4 * row + 1.0, 1e-4);
        assert_rectangle(model, &model->shapes[i + 2], -0.125, -0.125, 0.125, 0.125);
    }
    assert_near(overlaps_at_start(model).max, 0.0, 1e-6);
    sc_model_destroy(model);
}

TEST(the_spinner_has_a_round_of_segments_a_bar_and_three_kinds_of_bodies)
{
    sc_model *model = model_of("spinner", 0);
    for (int i = 0; i < 360; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        assert_int_equal(shape->type, SCREE_SHAPE_SEGMENT);
        scree_vec2 p = model->vertices[shape->first_vertex];
        assert_near(hypot((double)p.x, (double)p.y - 32.0), 40.0, 1e-4);
        // Each begins where the one before ends.
        const sc_model_shape *next = &model->shapes[(i + 1) % 360];
        scree_vec2 q = model->vertices[shape->first_vertex + 1];
        assert_true(q.x == model->vertices[next->first_vertex].x &&
                    q.y == model->vertices[next->first_vertex].y);
        assert_surface(shape, 0.1, 0.0, 1.0);
    }
    assert_near(extent_of(model, &model->shapes[360]).top, 20.2, 1e-5);
    assert_near(extent_of(model, &model->shapes[360]).right, 0.6, 1e-5);
    assert_near(model->joints[0].def.revolute.motor.speed, 5.0, 0.0);
    assert_near(model->joints[0].def.revolute.base.frame_a.position.y, 12.0, 0.0);
    const scree_shape_type types[] = {SCREE_SHAPE_CAPSULE, SCREE_SHAPE_CIRCLE, SCREE_SHAPE_POLYGON};
    for (int i = 0; i < 6076; ++i)
    {
        const sc_model_shape *shape = &model->shapes[361 + i];
        assert_int_equal(shape->type, types[i % 3]);
        assert_surface(shape, 0.1, 0.1, 0.25);
        assert_near(model->bodies[2 + i].position.x, -23.0 + 0.5 * (i % 92), 1e-4);
        assert_near(model->bodies[2 + i].position.y, 2.0 + 0.5 * (i / 92), 1e-4);
    }
    sc_model_destroy(model);
}

TEST(the_mace_weighs_a_hundred_links)
{
    sc_model *model = model_of("chain_mace", 0);
    assert_near(model->bodies[51].mass, 100.0 * model->bodies[1].mass, 1e-2);
    for (int i = 1; i <= 50; ++i)
        assert_near(model->bodies[i].position.x, i - 0.5, 1e-5);
    sc_model_destroy(model);
}

TEST(cars_have_two_sprung_wheels_with_motors_and_stand_on_the_road)
{
    sc_model *model = model_of("vehicles", 5);
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        assert_int_equal(joint->type, SCREE_JOINT_WHEEL);
        assert_true(joint->def.wheel.spring.enable && joint->def.wheel.motor.enable &&
                    joint->def.wheel.limits.enable);
        assert_int_equal(joint->body_b, joint->body_a + 1 + i % 2);
        assert_near(joint->def.wheel.base.frame_a.angle, 0.5 * PI, 1e-5);
    }
    assert_at_most(overlaps_at_start(model).max, 0.005);
    sc_model_destroy(model);
}

TEST(ragdolls_are_eleven_bones_on_ten_sprung_hinges_that_pass_through_each_other)
{
    sc_model *model = model_of("ragdoll_pit", 2);
    assert_int_equal(model->joint_count, 20);
    for (int i = 0; i < 20; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        const scree_revolute_def *hinge = &joint->def.revolute;
        assert_int_equal(joint->type, SCREE_JOINT_REVOLUTE);
        assert_true(hinge->limits.enable && hinge->spring.enable && hinge->motor.enable);
        assert_near(hinge->spring.hertz, 5.0, 0.0);
        assert_near(hinge->motor.speed, 0.0, 0.0);
        assert_at_most(hinge->motor.max, 0.05 + 1e-6);
        assert_true(hinge->limits.lower < hinge->limits.upper);
        // Within one ragdoll.
        assert_int_equal((joint->body_a - 1) / 11, (joint->body_b - 1) / 11);
    }
    for (int i = 4; i < model->shape_count; ++i)
        assert_int_equal(model->shapes[i].filter.group, -1 - (model->shapes[i].body - 1) / 11);
    // Both sides of a ragdoll are alike, and it stands upright.
    for (int i = 1; i <= 11; ++i)
        assert_near(model->bodies[i].position.x, model->bodies[1].position.x, 0.0);
    assert_near(model->bodies[4].mass, model->bodies[6].mass, 0.0);
    sc_model_destroy(model);
}

// Rain

TEST(rain_drops_until_a_thousand_ragdolls_live_and_then_replaces_the_oldest)
{
    sc_model *model = model_of("rain", 0);
    int oldest = 1;
    for (int step = 0; step < 1000; ++step)
    {
        int before = model->body_count;
        assert_true(sc_model_drive(model, STEP));
        bool drops = step % 8 == 0;
        bool full = step / 8 >= 40;
        assert_int_equal(model->body_count - before, drops ? 25 * 11 : 0);
        assert_int_equal(model->body_count - model->first_new_body, drops ? 25 * 11 : 0);
        assert_int_equal(model->shape_count - model->first_new_shape, drops ? 25 * 13 : 0);
        assert_int_equal(model->joint_count - model->first_new_joint, drops ? 25 * 10 : 0);
        assert_int_equal(model->gone_count, drops && full ? 25 * 11 : 0);
        int columns = step / 8 + 1 < 40 ? step / 8 + 1 : 40;
        assert_int_equal(model->dynamic_count, columns * 25 * 11);
        if (model->gone_count == 0)
            continue;
        // All of the oldest column, and no others.
        for (int i = 0; i < 275; ++i)
        {
            assert_in_range(model->gone[i], oldest, oldest + 274);
            assert_true(model->bodies[model->gone[i]].gone);
        }
        oldest += 275;
    }
    for (int i = model->first_new_joint; i < model->joint_count; ++i)
        assert_true(model->joints[i].body_a < model->joints[i].body_b);
    assert_true(sc_model_rewind(model));
    assert_int_equal(model->body_count, 1);
    assert_int_equal(model->joint_count, 0);
    assert_int_equal(model->dynamic_count, 0);
    assert_near(model->total_mass, 0.0, 0.0);
    sc_model_destroy(model);
}

TEST(rain_keeps_as_many_in_its_world_as_it_says)
{
    scene_run *run = start_scene("rain", 1, NULL);
    for (int step = 0; step < 8 * 45; ++step)
    {
        assert_ok(scree_scene_drive(run->scene, run->world, &run->state, STEP));
        int columns = step / 8 + 1 < 40 ? step / 8 + 1 : 40;
        assert_int_equal(scree_world_joint_count(run->world), columns * 5 * 10);
        assert_int_equal(scree_world_counters(run->world).bodies, columns * 5 * 11 + 1);
    }
    stop_scene(run);
}

// Of what hangs together, by joints between dynamic bodies.
static int count_mechanisms(const sc_model *model)
{
    int *parents = calloc((size_t)model->body_count, sizeof *parents), count = 0;
    for (int i = 0; i < model->body_count; ++i)
        parents[i] = i;
    for (int i = 0; i < model->joint_count; ++i)
    {
        int a = model->joints[i].body_a, b = model->joints[i].body_b;
        if (model->bodies[a].type != SCREE_BODY_DYNAMIC ||
            model->bodies[b].type != SCREE_BODY_DYNAMIC)
            continue;
        int from = parents[a], to = parents[b];
        for (int k = 0; k < model->body_count; ++k)
            parents[k] = parents[k] == from ? to : parents[k];
    }
    for (int i = 0; i < model->body_count; ++i)
        count += parents[i] == i && model->bodies[i].type == SCREE_BODY_DYNAMIC;
    free(parents);
    return count;
}

static int variant_of(const scree_scene *scene, const char *const *words, int count)
{
    int variant = 0;
    for (int i = 0; i < count; ++i)
    {
        variant = scree_scene_choose(scene, variant, words[i]);
        assert_true(variant >= 0);
    }
    return variant;
}

static sc_model *mechanisms_of(int size, uint64_t seed, int variant)
{
    scree_scene_params params = {size, seed, variant};
    sc_model *model = sc_model_create(scree_scene_find("mechanisms"), &params, NULL);
    assert_non_null(model);
    return model;
}

TEST(mechanisms_hang_together_and_touch_nothing)
{
    const scree_scene *scene = scree_scene_find("mechanisms");
    for (int variant = 0; variant < scree_scene_variant_count(scene); ++variant)
    {
        sc_model *model = mechanisms_of(30, 5, variant);
        assert_int_equal(count_mechanisms(model), 30);
        const int loops[] = {8 * 1 + 7 * 2, 0, 16 * 1 + 14 * 2};
        assert_int_equal(model->joint_count - model->dynamic_count,
                         loops[scree_scene_chosen(scene, variant, 1)]);
        double lightest = HUGE_VAL, heaviest = 0.0;
        scree_vec2 anchor = {0.0f, 0.0f};
        for (int i = 0; i < model->body_count; ++i)
        {
            const sc_model_body *body = &model->bodies[i];
            if (body->type == SCREE_BODY_STATIC)
            {
                anchor = body->position;
                continue;
            }
            double dx = (double)(body->position.x - anchor.x);
            assert_at_most(hypot(dx, (double)(body->position.y - anchor.y)), 4.0);
            lightest = fmin(lightest, body->mass);
            heaviest = fmax(heaviest, body->mass);
        }
        const double ratios[] = {1.0, 10.0, 100.0};
        double ratio = ratios[scree_scene_chosen(scene, variant, 2)];
        assert_at_most(heaviest / lightest, 1.001 * ratio);
        assert_at_least(heaviest / lightest, 0.8 * ratio);
        for (int i = 0; i < model->shape_count; ++i)
        {
            shape_extent box = extent_of(model, &model->shapes[i]);
            assert_true(model->shapes[i].filter.mask == 0);
            assert_true(box.right >= 0.1 && box.right <= 0.6 && box.top >= 0.1 && box.top <= 0.6);
        }
        sc_model_destroy(model);
    }
}

TEST(a_word_of_a_variant_changes_what_it_says)
{
    const scree_scene *scene = scree_scene_find("mechanisms");
    const char *const sorts[] = {"weld", "hinge", "slider", "wheel", "rod"};
    const scree_joint_type types[] = {SCREE_JOINT_WELD, SCREE_JOINT_REVOLUTE, SCREE_JOINT_PRISMATIC,
                                      SCREE_JOINT_WHEEL, SCREE_JOINT_DISTANCE};
    for (int k = 0; k < 5; ++k)
    {
        sc_model *model = mechanisms_of(8, 1, variant_of(scene, sorts + k, 1));
        for (int i = 0; i < model->joint_count; ++i)
            assert_int_equal(model->joints[i].type, types[k]);
        sc_model_destroy(model);
    }
    const char *const drives[] = {"passive", "limits", "springs", "motors", "soft"};
    for (int k = 0; k < 5; ++k)
    {
        const char *const words[] = {"hinge", drives[k]};
        sc_model *model = mechanisms_of(8, 1, variant_of(scene, words, 2));
        for (int i = 0; i < model->joint_count; ++i)
        {
            const scree_revolute_def *hinge = &model->joints[i].def.revolute;
            assert_int_equal(hinge->limits.enable, k == 1);
            assert_int_equal(hinge->spring.enable, k == 2);
            assert_int_equal(hinge->motor.enable, k == 3);
            assert_int_equal(hinge->base.hertz > 0.0f, k == 4);
        }
        sc_model_destroy(model);
    }
    // The seed and the sort are apart: the boxes are the same whatever joins them.
    sc_model *a = mechanisms_of(8, 3, variant_of(scene, sorts, 1));
    sc_model *b = mechanisms_of(8, 3, variant_of(scene, sorts + 4, 1));
    sc_model *c = mechanisms_of(8, 4, variant_of(scene, sorts, 1));
    int differ = 0;
    for (int i = 1; i < a->body_count; ++i)
    {
        assert_true(a->bodies[i].position.x == b->bodies[i].position.x);
        differ += a->bodies[i].position.x != c->bodies[i].position.x;
    }
    assert_at_least(differ, 27);
    sc_model_destroy(a);
    sc_model_destroy(b);
    sc_model_destroy(c);
    assert_int_equal(scree_scene_choose(scene, 0, "nosuch"), -1);
    assert_int_equal(scree_scene_variant_count(scree_scene_find("stack")), 1);
    char text[64];
    const char *const last[] = {"rod", "loops", "ratio_100", "soft"};
    int variant = variant_of(scene, last, 4);
    assert_int_equal(variant, scree_scene_variant_count(scene) - 1);
    scree_scene_variant_text(scene, variant, text, sizeof text);
    assert_string_equal(text, "rod,loops,ratio_100,soft");
}
