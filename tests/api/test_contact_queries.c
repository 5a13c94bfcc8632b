/// Contacts with bodies and user data: of the world above an impulse, of a body, of a shape.
#include "tests/support/worlds.h"
#include "world/world_state.h"
#include "queries/index/query_index.h"

#define ROOM 64

/// Where user data points, by the letter of an object.
static char names[256];

typedef struct stacks
{
    scree_world *world;
    scree_body_id ground, crate, heavy, ball, double_ball;
    scree_shape_id parts[2];
} stacks;

static scree_body_id named(scree_world *world, scree_body_id body, char name)
{
    assert_ok(scree_body_set_user_data(world, body, &names[(int)name]));
    return body;
}

/// A ground; a crate of 1 kg under one of 8 kg; a ball; a body of two balls off its origin.
static stacks make_stacks(void)
{
    stacks s = {.world = world_with_gravity(0.0f, -10.0f)};
    scree_shape_def def = scree_shape_def_default();
    def.user_data = &names['g'];
    s.ground = named(s.world, add_ground(s.world, &def), 'G');
    s.crate = named(s.world, add_crate(s.world, 0.0f, 0.5f, 0.5f, 0.5f), 'C');
    s.heavy = named(s.world, add_body(s.world, SCREE_BODY_DYNAMIC, 0.0f, 1.5f, 0.0f), 'H');
    def.user_data = &names['h'];
    def.density = 8.0f;
    add_box(s.world, s.heavy, &def, 0.5f, 0.5f);
    s.ball = named(s.world, add_ball(s.world, 9.0f, 0.5f, 0.5f), 'B');
    s.double_ball = named(s.world, add_body(s.world, SCREE_BODY_DYNAMIC, 20.0f, 0.5f, 0.0f), 'D');
    for (int i = 0; i < 2; ++i)
    {
        scree_circle circle = {{2.0f * (float)i, 0.0f}, 0.5f};
        def.user_data = &names['0' + i];
        def.density = 1.0f + 2.0f * (float)i;
        s.parts[i] = scree_shape_create_circle(s.world, s.double_ball, &def, &circle);
    }
    run_seconds(s.world, 3.0f);
    return s;
}

/// The contact of two bodies; fails the test if there is not exactly one.
static scree_contact_info find(const stacks *s, const scree_contact_info *infos, int count,
                               scree_body_id a, scree_body_id b)
{
    scree_contact_info found = {0};
    int times = 0;
    for (int i = 0; i < count; ++i)
    {
        bool same = (infos[i].a.body.value == a.value && infos[i].b.body.value == b.value) ||
                    (infos[i].a.body.value == b.value && infos[i].b.body.value == a.value);
        found = same ? infos[i] : found;
        times += same;
    }
    (void)s;
    assert_int_equal(times, 1);
    return found;
}

static const scree_contact_side *side(const scree_contact_info *info, scree_body_id body)
{
    return info->a.body.value == body.value ? &info->a : &info->b;
}

TEST(contacts_carry_bodies_and_user_data)
{
    scoped_fixture stacks s = make_stacks();
    scree_contact_info infos[ROOM];
    scree_contact contacts[ROOM];
    int count = scree_world_contacts_above(s.world, 0.0f, infos, ROOM);
    assert_int_equal(count, 5);
    assert_int_equal(scree_world_contacts(s.world, contacts, ROOM), count);
    for (int i = 0; i < count; ++i)
    {
        const scree_contact *contact = &infos[i].contact;
        assert_true(contact->shape_a.value == contacts[i].shape_a.value);
        assert_true(contact->normal.y == contacts[i].normal.y);
        assert_int_equal(contact->point_count, contacts[i].point_count);
        assert_memory_equal(contact->points, contacts[i].points, sizeof contact->points);
        assert_true(infos[i].a.shape.value == contacts[i].shape_a.value);
        assert_true(infos[i].b.shape.value == contacts[i].shape_b.value);
        const scree_contact_side *sides[2] = {&infos[i].a, &infos[i].b};
        for (int k = 0; k < 2; ++k)
        {
            assert_true(scree_shape_body(s.world, sides[k]->shape).value == sides[k]->body.value);
            assert_ptr_equal(sides[k]->shape_user_data,
                             scree_shape_user_data(s.world, sides[k]->shape));
            assert_ptr_equal(sides[k]->body_user_data,
                             scree_body_user_data(s.world, sides[k]->body));
        }
    }
    scree_contact_info stack = find(&s, infos, count, s.crate, s.heavy);
    assert_ptr_equal(side(&stack, s.heavy)->shape_user_data, &names['h']);
    assert_ptr_equal(side(&stack, s.heavy)->body_user_data, &names['H']);
    assert_ptr_equal(side(&stack, s.crate)->shape_user_data, NULL);
    assert_ptr_equal(side(&stack, s.crate)->body_user_data, &names['C']);
}

TEST(the_threshold_parts_what_presses_hard_from_what_does_not)
{
    scoped_fixture stacks s = make_stacks();
    const double h = (double)STEP / SUBSTEPS, g = 10.0;
    scree_contact_info infos[ROOM];
    int all = scree_world_contacts_above(s.world, 0.0f, infos, ROOM);
    // The weight on a contact, times the length of a substep.
    scree_contact_info contact = find(&s, infos, all, s.crate, s.heavy);
    assert_near(contact.normal_impulse, 8.0 * g * h, 0.02 * 8.0 * g * h);
    contact = find(&s, infos, all, s.crate, s.ground);
    assert_int_equal(contact.contact.point_count, 2);
    assert_near(contact.normal_impulse, 9.0 * g * h, 0.02 * 9.0 * g * h);
    contact = find(&s, infos, all, s.ball, s.ground);
    assert_near(contact.normal_impulse, 0.785398 * g * h, 0.02 * g * h);
    // 8.5 kg: only what the ground bears of the stack.
    int count = scree_world_contacts_above(s.world, (float)(8.5 * g * h), infos, ROOM);
    assert_int_equal(count, 1);
    find(&s, infos, count, s.crate, s.ground);
    count = scree_world_contacts_above(s.world, (float)(5.0 * g * h), infos, ROOM);
    assert_int_equal(count, 2);
    // Exactly at it.
    float exact = find(&s, infos, count, s.crate, s.heavy).normal_impulse;
    assert_int_equal(scree_world_contacts_above(s.world, exact, infos, ROOM), 2);
    assert_int_equal(scree_world_contacts_above(s.world, nextafterf(exact, 1e9f), infos, ROOM), 1);
    assert_int_equal(scree_world_contacts_above(s.world, -1.0f, NULL, 0), all);
    assert_int_equal(scree_world_contacts_above(s.world, -INFINITY, NULL, 0), all);
    assert_int_equal(scree_world_contacts_above(s.world, INFINITY, infos, ROOM), 0);
    assert_int_equal(scree_world_contacts_above(s.world, NAN, infos, ROOM), 0);
}

TEST(a_body_and_a_shape_have_their_own_contacts)
{
    scoped_fixture stacks s = make_stacks();
    scree_contact_info infos[ROOM];
    int count = scree_body_contacts(s.world, s.crate, infos, ROOM);
    assert_int_equal(count, 2);
    find(&s, infos, count, s.crate, s.ground);
    find(&s, infos, count, s.crate, s.heavy);
    count = scree_body_contacts(s.world, s.heavy, infos, ROOM);
    assert_int_equal(count, 1);
    assert_int_equal(scree_body_contacts(s.world, s.double_ball, infos, ROOM), 2);
    for (int i = 0; i < 2; ++i)
    {
        assert_int_equal(scree_shape_contacts(s.world, s.parts[i], infos, ROOM), 1);
        scree_contact_info contact = find(&s, infos, 1, s.double_ball, s.ground);
        assert_ptr_equal(side(&contact, s.double_ball)->shape_user_data, &names['0' + i]);
        assert_true(side(&contact, s.double_ball)->shape.value == s.parts[i].value);
        // Below each ball, wherever the centre of mass is.
        assert_near_vec2(contact.contact.points[0].position, 20.0 + 2.0 * i, 0.0, 0.02);
    }
    assert_int_equal(scree_body_contacts(s.world, s.ground, NULL, 0), 4);
}

TEST(contacts_of_a_body_are_found_without_a_look_at_all)
{
    scoped_world *world = default_world();
    scree_body_id ground = add_ground(world, usual_shape()), crates[300];
    for (int i = 0; i < 300; ++i)
    {
        crates[i] = add_crate(world, 2.0f * (float)(i / 3), 0.5f + (float)(i % 3), 0.5f, 0.5f);
    }
    // Awake, asleep, and after calls that end contacts and take slots again.
    for (int k = 0; k < 4; ++k)
    {
        run_steps(world, k == 1 ? 100 : 2);
        if (k == 2)
        {
            scree_body_destroy(world, crates[4]);
            crates[4] = add_crate(world, 2.0f, 20.0f, 0.5f, 0.5f);
        }
        static scree_contact all[1000];
        int count = scree_world_contacts(world, all, 1000);
        uint64_t looks = world->query_index->contacts.looks;
        for (int i = -1; i < 300; ++i)
        {
            scree_body_id body = i < 0 ? ground : crates[i];
            scree_contact_info infos[300];
            int found = scree_body_contacts(world, body, infos, 300), wanted = 0;
            for (int c = 0; c < count; ++c)
            {
                if (scree_shape_body(world, all[c].shape_a).value == body.value ||
                    scree_shape_body(world, all[c].shape_b).value == body.value)
                {
                    // Without the padding at the end.
                    assert_memory_equal(&infos[wanted].contact, &all[c],
                                        offsetof(scree_contact, points) + sizeof all->points);
                    ++wanted;
                }
            }
            assert_int_equal(found, wanted);
        }
        looks = world->query_index->contacts.looks - looks;
        assert_in_range(looks, count, 6 * (uint64_t)count);
    }
    // A body that came after the list has none.
    scree_body_id late = add_crate(world, -9.0f, 0.5f, 0.5f, 0.5f);
    assert_int_equal(scree_body_contacts(world, late, NULL, 0), 0);
}

TEST(contacts_that_end_are_not_told_and_room_is_kept_to)
{
    scoped_fixture stacks s = make_stacks();
    scree_contact_info infos[3];
    memset(infos, 0xee, sizeof infos);
    const scree_contact_info untouched = infos[2];
    assert_int_equal(scree_world_contacts_above(s.world, 0.0f, infos, 2), 5);
    assert_memory_equal(&infos[2], &untouched, sizeof untouched);
    assert_int_equal(scree_world_contacts_above(s.world, 0.0f, NULL, 3), 5);
    assert_int_equal(scree_world_contacts_above(s.world, 0.0f, infos, -1), 5);
    assert_int_equal(scree_body_contacts(s.world, s.ground, infos, 0), 4);
    assert_ok(scree_body_destroy(s.world, s.heavy));
    assert_int_equal(scree_body_contacts(s.world, s.crate, infos, 3), 1);
    assert_int_equal(scree_world_contacts_above(s.world, 0.0f, infos, 3), 4);
    assert_ok(scree_shape_destroy(s.world, s.parts[0]));
    assert_int_equal(scree_body_contacts(s.world, s.double_ball, infos, 3), 1);
    // Destroyed objects, and no world.
    assert_int_equal(scree_body_contacts(s.world, s.heavy, infos, 3), 0);
    assert_int_equal(scree_shape_contacts(s.world, s.parts[0], infos, 3), 0);
    assert_int_equal(scree_body_contacts(s.world, (scree_body_id){0}, infos, 3), 0);
    assert_int_equal(scree_shape_contacts(s.world, (scree_shape_id){0}, infos, 3), 0);
    assert_int_equal(scree_world_contacts_above(NULL, 0.0f, infos, 3), 0);
    assert_int_equal(scree_body_contacts(NULL, s.crate, infos, 3), 0);
    assert_int_equal(scree_shape_contacts(NULL, s.parts[1], infos, 3), 0);
}

/// A crate of 1 kg thrown at a wall: the contact's impulse is the change of momentum in each step.
static void assert_blow(scree_solver solver, int substeps, float restitution, bool warm)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    def.solver = solver;
    def.warm_starting = warm;
    def.measure_impulses = true;
    scoped_world *world = world_of(&def);
    scree_shape_def shape = surface(0.0f, restitution);
    add_ground(world, &shape);
    scree_body_id crate = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    scree_body_set_velocity(world, crate, (scree_vec2){0.0f, -10.0f}, 0.0f);
    double before = -10.0, largest = 0.0;
    for (int i = 0; i < 20; ++i)
    {
        assert_ok(scree_world_step(world, STEP, substeps));
        scree_contact_info info = {0};
        scree_body_contacts(world, crate, &info, 1);
        double after = (double)scree_body_linear_velocity(world, crate).y;
        assert_near(info.normal_impulse, after - before, 1e-4);
        largest = fmax(largest, (double)info.normal_impulse);
        assert_int_equal(scree_world_contacts_above(world, 5.0f, NULL, 0),
                         info.normal_impulse >= 5.0f);
        before = after;
    }
    assert_at_least(largest, 9.0);
}

TEST(a_blow_counts_in_full_where_impulses_are_measured)
{
    const int substeps[] = {1, 2, 4, 8};
    for (int i = 0; i < SCREE_SOLVER_COUNT * 4 * 4; ++i)
    {
        assert_blow((scree_solver)(i / 16), substeps[i / 4 % 4], i % 2 == 0 ? 0.0f : 0.5f,
                    i / 2 % 2 == 0);
    }
}
