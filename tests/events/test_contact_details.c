/// Details of contacts: their begins, their keys, impulses along the surface; and surfaces that a
/// pre-solve callback changes.
#include "tests/support/worlds.h"

static scree_world *measuring_world(void)
{
    scree_world_def def = awake_world_def();
    def.measure_impulses = true;
    return world_of(&def);
}

TEST(a_begin_tells_where_and_which_way_with_the_data_of_both)
{
    int of_floor = 0, of_box = 0, of_shape = 0;
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, -1.0f, 0.0f);
    scree_shape_id floor_shape = add_box(world, floor, usual_shape(), 5.0f, 1.0f);
    scree_shape_def asking = *usual_shape();
    asking.enable_contact_events = true;
    asking.user_data = &of_shape;
    scree_body_id box = add_body(world, SCREE_BODY_DYNAMIC, 1.0f, 0.6f, 0.0f);
    scree_shape_id box_shape = add_box(world, box, &asking, 0.5f, 0.5f);
    assert_ok(scree_body_set_user_data(world, floor, &of_floor));
    assert_ok(scree_body_set_user_data(world, box, &of_box));
    scree_contact_events events = scree_world_contact_events(world);
    for (int i = 0; i < 30 && events.begin_count == 0; ++i)
    {
        run_steps(world, 1);
        events = scree_world_contact_events(world);
    }
    assert_int_equal(events.begin_count, 1);
    const scree_contact_begin *begin = &events.begins[0];
    assert_int_equal(begin->shape_a.value, floor_shape.value);
    assert_int_equal(begin->shape_b.value, box_shape.value);
    assert_int_equal(begin->body_a.value, floor.value);
    assert_int_equal(begin->body_b.value, box.value);
    assert_ptr_equal(begin->body_user_data_a, &of_floor);
    assert_ptr_equal(begin->body_user_data_b, &of_box);
    assert_null(begin->shape_user_data_a);
    assert_ptr_equal(begin->shape_user_data_b, &of_shape);
    assert_near_vec2(begin->normal, 0.0, 1.0, 1e-5);
    assert_int_equal(begin->point_count, 2);
    assert_near(begin->positions[0].x + begin->positions[1].x, 2.0, 1e-4);
    assert_near(fabsf(begin->positions[0].x - begin->positions[1].x), 1.0, 1e-4);
    assert_near(begin->positions[0].y, 0.5 * (double)begin->separations[0], 0.02);
    assert_true(begin->separations[0] < 0.05f);
}

TEST(a_begin_points_from_the_lower_slot_whichever_is_the_first_of_the_contact)
{
    // A disc has the second place in a contact with a box; here it has the lower slot.
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def asking = *usual_shape();
    asking.enable_contact_events = true;
    scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &asking, 0.5f);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.99f, 0.0f, &asking, 0.5f, 0.5f);
    run_steps(world, 1);
    scree_contact_events events = scree_world_contact_events(world);
    assert_int_equal(events.begin_count, 1);
    assert_int_equal(events.begins[0].body_a.value, disc.value);
    assert_int_equal(events.begins[0].body_b.value, box.value);
    assert_near_vec2(events.begins[0].normal, 1.0, 0.0, 1e-5);
    assert_near_vec2(events.begins[0].positions[0], 0.495, 0.0, 1e-4);
    assert_near(events.begins[0].separations[0], -0.01, 1e-4);
}

TEST(a_key_finds_its_contact_from_step_to_step)
{
    scoped_world *world = default_world();
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, -1.0f, 0.0f);
    scree_shape_id floor_shape = add_box(world, floor, usual_shape(), 50.0f, 1.0f);
    scree_body_id box = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
    scree_shape_id box_shape = add_box(world, box, usual_shape(), 0.5f, 0.5f);
    for (int i = 0; i < 20; ++i)
    {
        add_crate(world, 2.0f + 1.5f * (float)i, 0.5f, 0.5f, 0.5f);
    }
    scree_contact_key key = scree_contact_key_from_shapes(box_shape, floor_shape);
    assert_int_equal(key.shape_a.value, floor_shape.value);
    assert_int_equal(key.shape_b.value, box_shape.value);
    assert_false(scree_contact_is_valid(world, key));
    for (int i = 0; i < 90; ++i)
    {
        run_steps(world, 1);
        assert_true(scree_contact_is_valid(world, key));
        scree_contact_info info = scree_contact_get_info(world, key), listed;
        assert_int_equal(scree_body_contacts(world, box, &listed, 1), 1);
        assert_memory_equal(&info, &listed, sizeof info);
    }
    // Asleep as well, and with the shapes the other way round.
    assert_false(scree_body_is_awake(world, box));
    key = (scree_contact_key){box_shape, floor_shape};
    assert_int_equal(scree_contact_get_info(world, key).contact.point_count, 2);
    assert_ok(scree_body_set_position(world, box, (scree_vec2){0.0f, 3.0f}));
    run_steps(world, 1);
    assert_false(scree_contact_is_valid(world, key));
    assert_int_equal(scree_contact_get_info(world, key).contact.point_count, 0);
    run_steps(world, 90);
    assert_true(scree_contact_is_valid(world, key));
    assert_ok(scree_body_destroy(world, box));
    assert_false(scree_contact_is_valid(world, key));
    assert_false(scree_contact_is_valid(NULL, key));
    assert_false(
        scree_contact_is_valid(world, scree_contact_key_from_shapes(floor_shape, floor_shape)));
}

TEST(impulses_along_the_surface_add_up_to_what_friction_takes)
{
    scoped_world *world = measuring_world();
    scree_shape_def rough = surface(0.4f, 0.0f);
    add_ground(world, &rough);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &rough, 0.5f, 0.5f);
    run_steps(world, 20);
    assert_ok(scree_body_set_velocity(world, box, (scree_vec2){5.0f, 0.0f}, 0.0f));
    run_steps(world, 2);
    for (int i = 0; i < 20; ++i)
    {
        const double before = (double)scree_body_linear_velocity(world, box).x;
        run_steps(world, 1);
        const double after = (double)scree_body_linear_velocity(world, box).x;
        scree_contact_info info;
        assert_int_equal(scree_body_contacts(world, box, &info, 1), 1);
        // 1 kg, the force on the box is along -x, and sliding friction is the cone's edge.
        const double side = (double)info.contact.normal.y;
        assert_near((double)info.tangent_impulse * side, after - before, 2e-3);
        assert_near(fabs((double)info.tangent_impulse), 0.4 * (double)info.normal_impulse, 2e-3);
    }
}

/// The arguments of the last call of a callback.
typedef struct call_values
{
    float normal, tangent;
} call_values;

static bool keep_values(const scree_contact_info *contact, void *context)
{
    call_values *last = context;
    last->normal = contact->normal_impulse;
    last->tangent = contact->tangent_impulse;
    return true;
}

TEST(a_pre_solve_callback_is_told_the_impulses_of_all_points_of_the_last_substep)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    call_values last = {0.0f, 0.0f};
    scree_shape_def rough = surface(0.4f, 0.0f);
    add_ground(world, &rough);
    rough.enable_pre_solve = true;
    const scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &rough, 0.5f, 0.5f);
    assert_ok(scree_world_set_pre_solve(world, keep_values, &last));
    run_steps(world, 20);
    assert_ok(scree_body_set_velocity(world, box, (scree_vec2){5.0f, 0.0f}, 0.0f));
    run_steps(world, 3);
    // It slides and brakes: the front carries more, so the points have different impulses.
    for (int i = 0; i < 10; ++i)
    {
        scree_contact_info info;
        assert_int_equal(scree_body_contacts(world, box, &info, 1), 1);
        assert_int_equal(info.contact.point_count, 2);
        const float *impulses[] = {&info.contact.points[0].tangent_impulse,
                                   &info.contact.points[1].tangent_impulse};
        assert_true(fabsf(*impulses[0] - *impulses[1]) > 1e-3f);
        run_steps(world, 1);
        assert_near(last.normal, info.normal_impulse, 1e-6);
        assert_near(last.tangent, info.tangent_impulse, 1e-6);
    }
}

typedef struct altered
{
    scree_contact_material surface;
    bool changes;
    int calls;
    float friction_seen, tangent_seen;
} altered;

static bool alter(const scree_contact_info *contact, void *context)
{
    altered *to = context;
    ++to->calls;
    to->friction_seen = contact->surface->friction;
    to->tangent_seen = contact->surface->tangent_speed;
    if (to->changes)
    {
        *contact->surface = to->surface;
    }
    return true;
}

/// A box that slides at 3 m/s on the ground; its shape enables the callback, if any shape does.
static scree_body_id slider(scree_world *world, bool asks)
{
    scree_shape_def rough = surface(0.5f, 0.0f), asking = rough;
    asking.enable_pre_solve = asks;
    add_ground(world, &rough);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &asking, 0.5f, 0.5f);
    run_steps(world, 5);
    assert_ok(scree_body_set_velocity(world, box, (scree_vec2){3.0f, 0.0f}, 0.0f));
    return box;
}

TEST(a_pre_solve_callback_takes_friction_away_for_as_long_as_it_does)
{
    altered ice = {.surface = {.friction = 0.0f}, .changes = true};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(world, alter, &ice));
    scree_body_id box = slider(world, true);
    run_steps(world, 30);
    assert_near(scree_body_linear_velocity(world, box).x, 3.0, 1e-3);
    // Each step begins with the mixed materials.
    assert_near(ice.friction_seen, 0.5, 1e-6);
    ice.changes = false;
    run_steps(world, 12);
    assert_near(scree_body_linear_velocity(world, box).x, 3.0 - 5.0 * 12.0 / 60.0, 0.02);
    // The last change does not outlive the callback, nor the shape's question.
    ice.changes = true;
    run_steps(world, 1);
    const double then = (double)scree_body_linear_velocity(world, box).x;
    assert_ok(scree_world_set_pre_solve(world, NULL, NULL));
    run_steps(world, 6);
    assert_near(scree_body_linear_velocity(world, box).x, then - 5.0 * 6.0 / 60.0, 0.02);
    assert_ok(scree_world_set_pre_solve(world, alter, &ice));
    run_steps(world, 1);
    scree_shape_id shape;
    scree_body_shapes(world, box, &shape, 1);
    assert_ok(scree_shape_set_pre_solve_enabled(world, shape, false));
    const double last = (double)scree_body_linear_velocity(world, box).x;
    run_steps(world, 6);
    assert_near(scree_body_linear_velocity(world, box).x, last - 5.0 * 6.0 / 60.0, 0.02);
}

TEST(a_pre_solve_callback_makes_a_conveyor_and_a_trampoline)
{
    altered belt = {.surface = {.friction = 1.0f, .static_friction = 1.0f, .tangent_speed = 2.0f},
                    .changes = true};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(world, alter, &belt));
    scree_body_id box = slider(world, true);
    run_steps(world, 60);
    assert_near(fabsf(scree_body_linear_velocity(world, box).x), 2.0, 0.02);
    altered spring = {.surface = {.friction = 0.5f, .static_friction = 0.5f, .restitution = 0.9f},
                      .changes = true};
    scoped_world *bouncy = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(bouncy, alter, &spring));
    scree_shape_def asking = *usual_shape();
    asking.enable_pre_solve = true;
    add_ground(bouncy, usual_shape());
    scree_body_id ball = add_disc(bouncy, SCREE_BODY_DYNAMIC, 0.0f, 4.0f, &asking, 0.5f);
    run_steps(bouncy, 55);
    assert_true(scree_body_linear_velocity(bouncy, ball).y > 5.0f);
}

TEST(surfaces_out_of_range_are_cut_to_it)
{
    altered wild = {.surface = {.friction = NAN,
                                .static_friction = -1.0f,
                                .restitution = 7.0f,
                                .rolling_resistance = -3.0f,
                                .tangent_speed = INFINITY},
                    .changes = true};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(world, alter, &wild));
    scree_body_id box = slider(world, true);
    for (int i = 0; i < 30; ++i)
    {
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
    }
    assert_near(scree_body_linear_velocity(world, box).x, 3.0, 1e-3);
}

TEST(surfaces_that_a_callback_leaves_alone_change_no_bit)
{
    altered none = {.changes = false};
    scoped_world *plain = world_with_gravity(0.0f, -10.0f),
                 *asked = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(asked, alter, &none));
    slider(plain, true);
    slider(asked, true);
    run_steps(plain, 60);
    run_steps(asked, 60);
    assert_true(none.calls > 60);
    assert_int_equal(scree_world_hash(plain), scree_world_hash(asked));
}

/// A callback's changes to the points and the normal.
typedef struct bent
{
    scree_vec2 normal, shift;
    float lift;
} bent;

static bool bend(const scree_contact_info *contact, void *context)
{
    const bent *by = context;
    scree_contact *m = contact->manifold;
    assert_memory_equal(m, &contact->contact, sizeof *m);
    m->normal = by->normal;
    for (int k = 0; k < m->point_count; ++k)
    {
        m->points[k].position.x += by->shift.x;
        m->points[k].position.y += by->shift.y;
        m->points[k].separation += by->lift;
        m->points[k].normal_impulse = 1e6f;  // not read
    }
    m->point_count = 0;  // likewise
    return true;
}

/// A crate that falls on the ground from 10 cm, bent by a callback.
static scree_world *bent_world(bent *by, scree_body_id *crate)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def smooth = surface(0.0f, 0.0f), asking = smooth;
    asking.enable_pre_solve = true;
    assert_ok(scree_world_set_pre_solve(world, bend, by));
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -1.0f, &smooth, 50.0f, 1.0f);
    *crate = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.6f, &asking, 0.5f, 0.5f);
    return world;
}

TEST(a_pre_solve_callback_turns_normals_and_moves_points)
{
    scree_body_id crate;
    // A floor that pushes to the right as well; the normal need not be of length 1.
    bent slope = {.normal = {2.0f, 2.0f}};
    scoped_world *sloped = bent_world(&slope, &crate);
    run_steps(sloped, 20);
    assert_true(scree_body_linear_velocity(sloped, crate).x > 0.5f);
    // Separations that are reported too small: the crate rests higher by as much, as long as points
    // are found there: up to 2 cm.
    bent high = {.normal = {0.0f, 1.0f}, .lift = -0.015f};
    scoped_world *lifted = bent_world(&high, &crate);
    run_steps(lifted, 120);
    assert_near(scree_body_position(lifted, crate).y, 0.515, 3e-3);
    // Points to the right of the centre turn it to the left.
    bent aside = {.normal = {0.0f, 1.0f}, .shift = {0.6f, 0.0f}};
    scoped_world *tipped = bent_world(&aside, &crate);
    run_steps(tipped, 14);
    assert_true(scree_body_angle(tipped, crate) > 0.02f);
}

TEST(a_manifold_that_is_not_finite_is_left_as_it_was)
{
    scree_body_id crate, other;
    bent wild = {.normal = {NAN, 1.0f}, .shift = {INFINITY, 0.0f}, .lift = NAN};
    bent none = {.normal = {0.0f, 0.0f}};
    scoped_world *a = bent_world(&wild, &crate), *b = bent_world(&none, &other);
    for (int i = 0; i < 60; ++i)
    {
        run_steps(a, 1);
        run_steps(b, 1);
        assert_int_equal(scree_world_hash(a), scree_world_hash(b));
    }
    assert_near(scree_body_position(a, crate).y, 0.5, 5e-3);
}

TEST(a_surface_set_by_a_callback_ends_when_the_shape_disables_pre_solve)
{
    altered ice = {.surface = {.friction = 0.0f}, .changes = true};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(world, alter, &ice));
    const scree_body_id box = slider(world, true);
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, box, &shape, 1), 1);
    run_steps(world, 10);
    assert_near(scree_body_linear_velocity(world, box).x, 3.0, 1e-3);
    assert_ok(scree_shape_set_pre_solve_enabled(world, shape, false));
    run_steps(world, 12);
    // At 5 m/s^2.
    assert_near(scree_body_linear_velocity(world, box).x, 2.0, 0.05);
}

TEST(a_begin_event_has_the_separation_of_each_point)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.5f, 0.0f);
    add_ground(world, &def);
    def.enable_contact_events = true;
    for (int i = 0; i < 2; ++i)
    {
        // One of the lower corners is farther from the ground by 6 mm.
        const scree_body_id box =
            add_body(world, SCREE_BODY_DYNAMIC, 3.0f * (float)i, 0.51f, i == 0 ? 0.006f : -0.006f);
        add_box(world, box, &def, 0.5f, 0.5f);
    }
    int begins = 0;
    for (int k = 0; k < 30; ++k)
    {
        run_steps(world, 1);
        const scree_contact_events events = scree_world_contact_events(world);
        for (int i = 0; i < events.begin_count; ++i, ++begins)
        {
            const scree_contact_begin *begin = &events.begins[i];
            scree_contact_info info;
            assert_int_equal(scree_body_contacts(world, begin->body_b, &info, 1), 1);
            assert_int_equal(begin->point_count, 2);
            assert_true(fabsf(begin->separations[0] - begin->separations[1]) > 2e-3f);
            for (int p = 0; p < 2; ++p)
            {
                assert_true(begin->separations[p] == info.contact.points[p].separation);
            }
        }
    }
    assert_int_equal(begins, 2);
}
