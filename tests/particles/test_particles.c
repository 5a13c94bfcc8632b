/// Circular particles: how they fall, push, rest and slide, alone, in containers and among shapes.
#include "tests/support/worlds.h"

#define COUNT 3000

static void set_container(scree_world *world, scree_container container, float width, float height,
                          float friction)
{
    scree_particle_settings settings = scree_particle_settings_default();
    settings.container = container;
    settings.container_size = (scree_vec2){width, height};
    settings.friction = friction;
    assert_ok(scree_world_set_particle_settings(world, &settings));
}

/// A block of circles of mixed sizes that do not touch.
static void add_block(scree_world *world, int columns, int rows, float x, float y)
{
    test_random random = random_of(7);
    for (int i = 0; i < columns * rows; ++i)
    {
        float radius = random_between(&random, 0.1f, 0.3f);
        add_particle(world, x + 0.7f * (float)(i % columns), y + 0.7f * (float)(i / columns),
                     radius);
    }
}

TEST(an_overlapping_pair_parts_in_the_ratio_of_its_inverse_masses)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_id small = add_particle(world, 0.0f, 0.0f, 1.0f);
    scree_particle_id large = add_particle(world, 2.9f, 0.0f, 2.0f);
    assert_near(scree_particle_mass(world, large) / scree_particle_mass(world, small), 4.0, 1e-5);
    scree_world_step(world, STEP, 1);
    // Masses go as the squares of the radii: four fifths of the way are the small one's.
    assert_near(scree_particle_position(world, small).x, -0.08, 1e-5);
    assert_near(scree_particle_position(world, large).x, 2.92, 1e-5);
}

TEST(a_blow_conserves_momentum_and_does_not_bounce)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_id a = add_particle(world, -2.0f, 0.0f, 0.5f);
    scree_particle_id b = add_particle(world, 0.0f, 0.0f, 1.0f);
    scree_particle_set_velocity(world, a, (scree_vec2){8.0f, 0.0f});
    double ma = (double)scree_particle_mass(world, a), mb = (double)scree_particle_mass(world, b);
    run_steps(world, 60);
    scree_vec2 va = scree_particle_velocity(world, a), vb = scree_particle_velocity(world, b);
    assert_near(ma * (double)va.x + mb * (double)vb.x, 8.0 * ma, 1e-3);
    assert_near(ma * (double)va.y + mb * (double)vb.y, 0.0, 1e-3);
    assert_at_least(vb.x, 1.0);
    assert_at_most(fabs((double)vb.x - (double)va.x), 0.01);
}

TEST(containers_hold_what_is_poured_into_them)
{
    for (int box = 0; box < 2; ++box)
    {
        for (int friction = 0; friction < 2; ++friction)
        {
            scoped_world *world = world_with_gravity(0.0f, -10.0f);
            set_container(world, box ? SCREE_CONTAINER_BOX : SCREE_CONTAINER_CIRCLE, 4.0f, 5.0f,
                          0.5f * (float)friction);
            add_block(world, 7, 7, -2.0f, -2.0f);
            add_particle(world, 30.0f, 40.0f, 0.2f);
            for (int i = 0; i < 300; ++i)
            {
                run_steps(world, 1);
                scree_particle_view view = scree_world_particles(world);
                for (int k = 0; k < view.count; ++k)
                {
                    double x = fabs((double)view.x[k]), y = fabs((double)view.y[k]);
                    double r = (double)view.radius[k];
                    assert_true(box ? x + r <= 4.00001 && y + r <= 5.00001
                                    : hypot(x, y) + r <= 4.00001);
                }
            }
        }
    }
}

TEST(a_particle_rests_on_shapes_of_every_kind)
{
    for (int kind = 0; kind < 6; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        // The hull of twelve corners turns an edge up.
        scree_body_id body =
            add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, kind == 5 ? 0.2617994f : 0.0f);
        scree_segment segment = {{-2.0f, 1.0f}, {2.0f, 1.0f}};
        scree_capsule capsule = {{-2.0f, 0.5f}, {2.0f, 0.5f}, 0.5f};
        scree_polygon hull = regular_polygon(12, 1.0f, 0.0f);
        switch (kind)
        {
        case 0:
            scree_shape_create_half_space(world, body, usual_shape(),
                                          &(scree_half_space){{0.0f, 1.0f}, 1.0f});
            break;
        case 1:
            scree_shape_create_segment(world, body, usual_shape(), &segment);
            break;
        case 2:
            add_box(world, body, usual_shape(), 2.0f, 1.0f);
            break;
        case 3:
            scree_shape_create_capsule(world, body, usual_shape(), &capsule);
            break;
        case 4:
            add_circle(world, body, usual_shape(), 1.0f);
            break;
        default:
            add_polygon(world, body, usual_shape(), &hull);
        }
        scree_particle_id id = add_particle(world, 0.0f, 2.5f, 0.25f);
        run_seconds(world, 3.0f);
        assert_near(scree_particle_position(world, id).y, kind == 5 ? 1.2159 : 1.25, 0.002);
        assert_near(scree_particle_velocity(world, id).y, 0.0, 0.01);
        assert_int_equal(scree_world_counters(world).particle_shape_pairs, 1);
    }
}

TEST(a_filter_lets_particles_through)
{
    for (int k = 0; k < 2; ++k)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def def = scree_shape_def_default();
        def.filter.mask = k == 0 ? ~(uint64_t)1 : UINT64_MAX;
        add_ground(world, &def);
        scree_particle_settings settings = scree_particle_settings_default();
        settings.mask = k == 0 ? UINT64_MAX : 0;
        scree_world_set_particle_settings(world, &settings);
        scree_particle_id id = add_particle(world, 0.0f, 1.0f, 0.25f);
        run_seconds(world, 2.0f);
        assert_at_most(scree_particle_position(world, id).y, -5.0);
    }
}

TEST(a_crate_rests_on_a_bed_of_particles_and_locks_hold)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 3.0f, 8.0f, false);
    set_container(world, SCREE_CONTAINER_NONE, 1.0f, 1.0f, 0.3f);
    add_block(world, 8, 6, -2.5f, 0.5f);
    run_seconds(world, 3.0f);
    scree_body_id crate = add_crate(world, 0.0f, 4.0f, 1.0f, 0.4f);
    run_seconds(world, 4.0f);
    scree_vec2 at = scree_body_position(world, crate), v = scree_body_linear_velocity(world, crate);
    assert_at_least(at.y, 0.6);
    assert_at_most(at.y, 4.0);
    assert_at_most(hypot((double)v.x, (double)v.y), 0.5);
    scree_body_set_locks(world, crate, (scree_motion_locks){true, true, true});
    run_seconds(world, 1.0f);
    scree_vec2 held = scree_body_position(world, crate);
    run_seconds(world, 1.0f);
    scree_vec2 still = scree_body_position(world, crate);
    assert_near_vec2(held, still.x, still.y, 1e-6);
}

TEST(a_fixed_particle_carries_others)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    def.fixed = true;
    def.velocity = (scree_vec2){5.0f, 5.0f};
    scree_particle_id post = scree_particle_create(world, &def);
    scree_particle_id rider = add_particle(world, 0.0f, 1.5f, 0.5f);
    run_seconds(world, 1.0f);
    assert_near(scree_particle_position(world, post).y, 0.0, 0.0);
    assert_near(scree_particle_velocity(world, post).x, 0.0, 0.0);
    assert_near(scree_particle_position(world, rider).y, 1.0, 0.002);
    assert_near(scree_particle_mass(world, post), 0.0, 0.0);
}

static double energy_of(scree_world *world, double gravity)
{
    scree_particle_view view = scree_world_particles(world);
    double energy = total_motion(world).energy;
    for (int i = 0; i < view.count; ++i)
    {
        energy += gravity * (double)view.y[i] / (double)view.inverse_mass[i];
    }
    return energy;
}

TEST(the_energy_of_a_frictionless_heap_does_not_grow)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    set_container(world, SCREE_CONTAINER_CIRCLE, 6.0f, 6.0f, 0.0f);
    add_block(world, 10, 10, -3.2f, -3.2f);
    double start = energy_of(world, 10.0), largest = start;
    double scale = 60.0 * total_motion(world).mass;
    for (int i = 0; i < 1800; ++i)
    {
        run_steps(world, 1);
        largest = fmax(largest, energy_of(world, 10.0));
    }
    assert_at_most(largest - start, 0.01 * scale);
    assert_at_most(energy_of(world, 10.0), start - 0.1 * scale);
}

TEST(one_particle_among_hundreds_of_small_ones_touches_them_all)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_particle(world, 0.0f, 0.0f, 10.0f);
    for (int i = 0; i < 300; ++i)
    {
        float sine, cosine;
        scree_sincos(6.2831853f * (float)i / 300.0f, &sine, &cosine);
        add_particle(world, 10.0f * cosine, 10.0f * sine, 0.09f);
    }
    run_steps(world, 2);
    scree_particle_view view = scree_world_particles(world);
    int large = 0;
    while (view.radius[large] < 1.0f)
    {
        ++large;
    }
    for (int i = 0; i < view.count; ++i)
    {
        double distance =
            hypot((double)(view.x[i] - view.x[large]), (double)(view.y[i] - view.y[large]));
        assert_true(i == large || distance > 10.08);
    }
}

TEST(ids_name_the_same_particle_however_rows_move)
{
    static scree_particle_id ids[COUNT];
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_def def = scree_particle_def_default();
    test_random random = random_of(3);
    for (int i = 0; i < COUNT; ++i)
    {
        // Scattered, so that sorting along space moves nearly every row.
        def.position.x = 2.0f * (float)(i * 1237 % COUNT);
        def.position.y = random_between(&random, 0.0f, 4000.0f);
        def.radius = 0.1f + 0.0001f * (float)i;
        def.user_data = &ids[i];
        ids[i] = scree_particle_create(world, &def);
    }
    run_steps(world, 2);
    for (int i = 0; i < COUNT; i += 3)
    {
        assert_ok(scree_particle_destroy(world, ids[i]));
        assert_int_equal(scree_particle_destroy(world, ids[i]), SCREE_ERROR_STALE_ID);
    }
    run_steps(world, 2);
    for (int i = 0; i < COUNT; ++i)
    {
        assert_true(scree_particle_is_valid(world, ids[i]) == (i % 3 != 0));
        if (i % 3 != 0)
        {
            assert_near(scree_particle_radius(world, ids[i]), 0.1 + 0.0001 * i, 1e-6);
            assert_ptr_equal(scree_particle_user_data(world, ids[i]), &ids[i]);
        }
    }
    scree_particle_view view = scree_world_particles(world);
    assert_int_equal(view.count, COUNT - COUNT / 3);
    for (int i = 0; i < view.count; ++i)
    {
        assert_near(scree_particle_position(world, view.id[i]).x, view.x[i], 0.0);
    }
}

TEST(velocities_written_through_the_view_count)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_id id = add_particle(world, 0.0f, 0.0f, 0.5f);
    scree_world_particles(world).vx[0] = 6.0f;
    run_steps(world, 10);
    assert_near(scree_particle_position(world, id).x, 1.0, 1e-4);
    scree_particle_set_position(world, id, (scree_vec2){0.0f, 5.0f});
    scree_particle_set_velocity(world, id, (scree_vec2){0.0f, -6.0f});
    // Another length of step and of substep leaves the velocity unchanged.
    scree_world_step(world, 0.25f, 3);
    scree_world_step(world, 0.25f, 64);
    assert_near(scree_particle_position(world, id).y, 2.0, 1e-4);
}

TEST(whoever_leaves_the_range_of_numbers_is_fixed)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_id far = add_particle(world, 0.0f, 9.9999992e7f, 0.5f);
    scree_particle_id sound = add_particle(world, 0.0f, 0.0f, 0.5f);
    scree_particle_set_velocity(world, far, (scree_vec2){0.0f, 400.0f});
    scree_particle_set_velocity(world, sound, (scree_vec2){0.0f, 1.0f});
    scree_result result = SCREE_OK;
    for (int i = 0; i < 10 && result == SCREE_OK; ++i)
    {
        result = scree_world_step(world, 1.0f, 4);
    }
    assert_int_equal(result, SCREE_ERROR_NOT_FINITE);
    assert_int_equal(scree_world_counters(world).stopped_particles, 1);
    assert_near(scree_particle_mass(world, far), 0.0, 0.0);
    float nan = NAN;
    scree_particle_view view = scree_world_particles(world);
    for (int i = 0; i < view.count; ++i)
    {
        view.vx[i] = view.id[i].value == sound.value ? nan : 0.0f;
    }
    assert_int_equal(scree_world_step(world, STEP, 4), SCREE_ERROR_NOT_FINITE);
    assert_near(scree_particle_velocity(world, sound).x, 0.0, 0.0);
    assert_near(scree_particle_position(world, sound).x, 0.0, 0.0);
    assert_ok(scree_world_step(world, STEP, 4));
}
