/// The views of a world agree with its getters and with geometry.
#include "tests/support/worlds.h"

#define MAX_PAIRS 400

static scree_world *make_mixed(int count)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 3.0f, 8.0f, false);
    test_random random = random_of(91);
    for (int i = 0; i < count; ++i)
    {
        scree_body_id body = add_body(world, i % 7 == 6 ? SCREE_BODY_KINEMATIC : SCREE_BODY_DYNAMIC,
                                      random_between(&random, -2.4f, 2.4f), 0.6f + 0.4f * (float)i,
                                      random_between(&random, -3.0f, 3.0f));
        add_mixed(world, body, usual_shape(), i, 0.6f);
    }
    return world;
}

#define BODIES 30

TEST(instances_are_the_poses_of_the_bodies_row_by_row)
{
    scoped_world *world = make_mixed(BODIES);
    run_seconds(world, 0.5f);
    float all[4 * (BODIES + 1)], few[4 * 8];
    scree_body_view view = scree_world_bodies(world);
    assert_int_equal(scree_world_write_instances(world, all, BODIES + 1), view.count);
    int turned = 0;
    for (int i = 0; i < view.count; ++i)
    {
        const float *out = all + 4 * i;
        scree_vec2 position = scree_body_position(world, view.id[i]);
        double angle = (double)scree_body_angle(world, view.id[i]);
        assert_true(out[0] == position.x && out[1] == position.y);
        assert_near(out[2], cos(angle), 1e-6);
        assert_near(out[3], sin(angle), 1e-6);
        turned += fabs(cos(angle) - sin(angle)) > 0.1;
    }
    assert_true(turned > BODIES / 2);
    few[4 * 7] = 77.0f;
    assert_int_equal(scree_world_write_instances(world, few, 7), view.count);
    assert_memory_equal(few, all, 4 * 7 * sizeof(float));
    assert_true(few[4 * 7] == 77.0f);
}

/// Shapes whose order of creation is not that of the classes of contacts that they make.
static void add_layers(scree_world *world)
{
    for (int i = 0; i < 24; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.55f * (float)(i % 8),
                                      0.3f + 0.55f * (float)(i / 8), 0.0f);
        add_mixed(world, body, usual_shape(), i * 5, 0.6f);
        if (i % 8 == 3)
        {
            scree_body_id ground = static_body(world);
            scree_shape_create_half_space(world, ground, usual_shape(),
                                          &(scree_half_space){{0.0f, 1.0f}, 0.0f});
            add_box(world, ground, usual_shape(), 9.0f, 0.1f);
        }
    }
}

TEST(a_short_array_of_pairs_holds_the_first_ones)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_layers(world);
    run_steps(world, 5);
    static scree_shape_pair all[MAX_PAIRS], few[MAX_PAIRS + 1];
    // A shape that ends takes its pairs with it before the next step.
    for (int round = 0; round < 2; ++round)
    {
        int count = scree_world_pairs(world, all, MAX_PAIRS);
        assert_in_range(count, 40, MAX_PAIRS);
        for (int capacity = 0; capacity <= count + 1; ++capacity)
        {
            memset(few, 0x5a, sizeof few);
            assert_int_equal(scree_world_pairs(world, few, capacity), count);
            int written = capacity < count ? capacity : count;
            assert_memory_equal(few, all, sizeof *few * (size_t)written);
            for (int i = written; i <= MAX_PAIRS; ++i)
            {
                assert_true(few[i].a.value == 0x5a5a5a5a5a5a5a5au);
            }
        }
        assert_ok(scree_shape_destroy(world, all[count / 2].a));
    }
}

TEST(shapes_of_a_body_are_listed_in_the_order_of_their_creation)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_shape_id made[6], listed[6];
    for (int i = 0; i < 6; ++i)
    {
        made[i] = add_mixed(world, body, usual_shape(), i, 0.5f);
    }
    assert_int_equal(scree_body_shapes(world, body, listed, 6), 6);
    assert_memory_equal(listed, made, sizeof made);
    memset(listed, 0, sizeof listed);
    assert_int_equal(scree_body_shapes(world, body, listed, 4), 6);
    assert_memory_equal(listed, made, 4 * sizeof *made);
    assert_true(listed[4].value == 0);
    assert_int_equal(scree_world_shapes(world, listed, 6), 6);
    assert_memory_equal(listed, made, sizeof made);
}

/// Two discs of different weight: the centre of mass lies beside the origin.
static scree_body_id add_dumbbell(scree_world *world, scree_body_type type, float x, float y,
                                  float angle)
{
    scree_body_id body = add_body(world, type, x, y, angle);
    scree_shape_def def = scree_shape_def_default();
    scree_circle left = {{-0.7f, 0.1f}, 0.5f}, right = {{0.5f, -0.3f}, 0.35f};
    scree_shape_create_circle(world, body, &def, &left);
    def.density = 5.0f;
    scree_shape_create_circle(world, body, &def, &right);
    return body;
}

typedef struct disc
{
    double x, y, r;
} disc;

static disc disc_of(const scree_world *world, scree_shape_id shape)
{
    scree_circle circle = scree_shape_circle(world, shape);
    scree_body_id body = scree_shape_body(world, shape);
    scree_vec2 at = scree_body_position(world, body);
    double angle = (double)scree_body_angle(world, body), x = (double)circle.center.x,
           y = (double)circle.center.y;
    return (disc){(double)at.x + cos(angle) * x - sin(angle) * y,
                  (double)at.y + sin(angle) * x + cos(angle) * y, (double)circle.radius};
}

TEST(points_of_a_contact_lie_midway_between_the_surfaces)
{
    test_random random = random_of(92);
    int seen = 0;
    for (int i = 0; i < 300; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        for (int k = 0; k < 3; ++k)
        {
            add_dumbbell(world, k == 2 ? SCREE_BODY_KINEMATIC : SCREE_BODY_DYNAMIC,
                         40.0f + random_between(&random, -0.8f, 0.8f),
                         -20.0f + random_between(&random, -0.8f, 0.8f),
                         random_between(&random, -3.0f, 3.0f));
        }
        // So short that the poses after it are those before.
        assert_ok(scree_world_step(world, 1e-6f, 1));
        scree_contact contacts[12];
        int count = scree_world_contacts(world, contacts, 12);
        for (int k = 0; k < count; ++k)
        {
            const scree_contact *c = &contacts[k];
            disc a = disc_of(world, c->shape_a), b = disc_of(world, c->shape_b);
            double x = b.x - a.x, y = b.y - a.y, distance = hypot(x, y);
            double middle = 0.5 * (a.r + distance - b.r) / distance;
            assert_int_equal(c->point_count, 1);
            assert_near_vec2(c->normal, x / distance, y / distance, 1e-3 / distance);
            assert_near(c->points[0].separation, distance - a.r - b.r, 2e-5);
            assert_near_vec2(c->points[0].position, a.x + middle * x, a.y + middle * y, 4e-5);
            ++seen;
        }
    }
    assert_true(seen > 300);
}

TEST(each_point_of_a_sliding_box_has_the_friction_of_its_normal_force)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.4f, 0.0f);
    add_ground(world, &def);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 1.0f, 0.5f);
    scree_body_set_velocity(world, box, (scree_vec2){20.0f, 0.0f}, 0.0f);
    run_seconds(world, 1.0f);
    scree_contact contact;
    assert_int_equal(scree_world_contacts(world, &contact, 1), 1);
    assert_int_equal(contact.point_count, 2);
    // Friction at the foot turns the box forwards: m g h (1 +- mu height / width) / 2.
    double half = 0.5 * (double)scree_body_mass(world, box) * 10.0 / 240.0;
    for (int k = 0; k < 2; ++k)
    {
        const scree_contact_point *p = &contact.points[k];
        bool front = p->position.x > scree_body_position(world, box).x;
        double expected = half * (front ? 1.2 : 0.8);
        assert_near(p->normal_impulse, expected, 0.01 * half);
        assert_near(fabs((double)p->tangent_impulse), 0.4 * (double)p->normal_impulse, 1e-3 * half);
    }
    assert_true((contact.points[0].position.x > contact.points[1].position.x) ==
                (contact.points[0].normal_impulse > contact.points[1].normal_impulse));
}

TEST(the_chains_of_a_world_are_listed_in_order_of_slots)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.5f}};
    const scree_shape_def def = scree_shape_def_default();
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = 3;
    scree_chain_id made[4], listed[4] = {{0}};
    assert_int_equal(scree_world_chains(world, listed, 4), 0);
    for (int i = 0; i < 4; ++i)
    {
        made[i] = scree_chain_create(world, static_body(world), &def, &chain);
    }
    assert_int_equal(scree_world_chain_count(world), 4);
    assert_int_equal(scree_world_chains(world, listed, 4), 4);
    assert_memory_equal(listed, made, sizeof made);
    assert_ok(scree_chain_destroy(world, made[1]));
    memset(listed, 0, sizeof listed);
    assert_int_equal(scree_world_chains(world, listed, 2), 3);
    assert_true(listed[0].value == made[0].value && listed[1].value == made[2].value);
    assert_true(listed[2].value == 0);
    assert_int_equal(scree_world_chains(world, NULL, 4), 3);
    assert_int_equal(scree_world_chains(world, listed, -1), 3);
    assert_int_equal(scree_world_chains(NULL, listed, 4), 0);
    assert_int_equal(scree_world_chain_count(NULL), 0);
}
