/// Scenes with joints match their descriptions, computed here again.
#include "tests/scenes/scene_reader.h"
#include "tests/support/scene_runs.h"

static const double PI = 3.14159265358979;

TEST(cars_have_two_sprung_wheels_with_motors_and_stand_on_the_road)
{
    scoped_model *model = model_of("vehicles", 5);
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
}

TEST(ragdolls_are_eleven_bones_on_ten_sprung_hinges_that_pass_through_each_other)
{
    scoped_model *model = model_of("ragdoll_pit", 2);
    assert_int_equal(model->joint_count, 20);
    for (int i = 0; i < 20; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        const scree_revolute_joint_def *hinge = &joint->def.revolute;
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
}

// Newton's cradle

TEST(a_cradle_of_many_balls_passes_one_blow_on_for_fifteen_seconds)
{
    const struct
    {
        int balls;
        double peak;  ///< of the kinetic energy in the last two seconds, as a fraction of the first
    } rows[] = {{3, 0.81}, {5, 0.74}, {13, 0.9}};
    for (int i = 0; i < 3; ++i)
    {
        scoped_scene *run = start_scene("newton_cradle", rows[i].balls, NULL);
        double first = 0.0, last = 0.0;
        for (int step = 0; step < 900; ++step)
        {
            step_scene(run, 1, 0);
            const double kinetic = (double)scree_world_energy(run->world).kinetic;
            first = step < 200 && kinetic > first ? kinetic : first;
            last = step >= 780 && kinetic > last ? kinetic : last;
        }
        assert_at_least(last, rows[i].peak * first);
    }
}

// Rain

TEST(rain_drops_until_a_thousand_ragdolls_live_and_then_replaces_the_oldest)
{
    scoped_model *model = model_of("rain", 0);
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
}

TEST(rain_keeps_as_many_in_its_world_as_it_says)
{
    scoped_scene *run = start_scene("rain", 1, NULL);
    for (int step = 0; step < 8 * 45; ++step)
    {
        assert_ok(scree_scene_drive(run->scene, run->world, &run->state, STEP));
        int columns = step / 8 + 1 < 40 ? step / 8 + 1 : 40;
        assert_int_equal(scree_world_joint_count(run->world), columns * 5 * 10);
        assert_int_equal(scree_world_counters(run->world).bodies, columns * 5 * 11 + 1);
    }
}

// Counts groups of dynamic bodies that joints connect.
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
        scoped_model *model = mechanisms_of(30, 5, variant);
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
        double ratio = pow(10.0, scree_scene_chosen(scene, variant, 2));
        assert_at_most(heaviest / lightest, 1.001 * ratio);
        assert_at_least(heaviest / lightest, 0.8 * ratio);
        bool near = scree_scene_chosen(scene, variant, 4) == 1;
        double least = near ? 0.4 : 0.1, most = near ? 0.7 : 0.6;
        for (int i = 0; i < model->shape_count; ++i)
        {
            shape_extent box = extent_of(model, &model->shapes[i]);
            assert_true(model->shapes[i].filter.mask == 0);
            assert_true(box.right >= least && box.right <= most);
            assert_true(box.top >= least && box.top <= most);
        }
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
        scoped_model *model = mechanisms_of(8, 1, variant_of(scene, sorts + k, 1));
        for (int i = 0; i < model->joint_count; ++i)
            assert_int_equal(model->joints[i].type, types[k]);
    }
    const char *const drives[] = {"passive", "limits", "springs", "motors", "soft"};
    for (int k = 0; k < 5; ++k)
    {
        const char *const words[] = {"hinge", drives[k]};
        scoped_model *model = mechanisms_of(8, 1, variant_of(scene, words, 2));
        for (int i = 0; i < model->joint_count; ++i)
        {
            const scree_revolute_joint_def *hinge = &model->joints[i].def.revolute;
            assert_int_equal(hinge->limits.enable, k == 1);
            assert_int_equal(hinge->spring.enable, k == 2);
            assert_int_equal(hinge->motor.enable, k == 3);
            assert_int_equal(hinge->base.hertz > 0.0f, k == 4);
        }
    }
    // The seed and the sort are apart: the boxes are the same whatever joins them.
    scoped_model *a = mechanisms_of(8, 3, variant_of(scene, sorts, 1));
    scoped_model *b = mechanisms_of(8, 3, variant_of(scene, sorts + 4, 1));
    scoped_model *c = mechanisms_of(8, 4, variant_of(scene, sorts, 1));
    int differ = 0;
    for (int i = 1; i < a->body_count; ++i)
    {
        assert_true(a->bodies[i].position.x == b->bodies[i].position.x);
        differ += a->bodies[i].position.x != c->bodies[i].position.x;
    }
    assert_at_least(differ, 27);
    assert_int_equal(scree_scene_choose(scene, 0, "nosuch"), -1);
    assert_int_equal(scree_scene_variant_count(scree_scene_find("stack")), 1);
    char text[64];
    const char *const last[] = {"rod", "loops", "ratio_100", "soft", "short_arms"};
    int variant = variant_of(scene, last, 5);
    assert_int_equal(variant, scree_scene_variant_count(scene) - 1);
    scree_scene_variant_text(scene, variant, text, sizeof text);
    assert_string_equal(text, "rod,loops,ratio_100,soft,short_arms");
}
