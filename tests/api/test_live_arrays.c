/// Live arrays handed back to their world: refused where the call moves them, else good as copies.
#include "tests/support/worlds.h"

static void assert_refused(const scree_world *world, const char *argument, scree_result result)
{
    assert_int_equal(result, SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, argument);
    assert_non_null(strstr(scree_error_text(world), "is a live array of the world's"));
}

TEST(bodies_are_not_created_from_the_live_arrays_of_bodies)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    for (int i = 0; i < 40; ++i)
    {
        add_ball(world, 2.0f * (float)i, 5.0f, 0.5f);
    }
    scree_body_view view = scree_world_bodies(world);
    const float *live[] = {view.x, view.y, view.cos, view.vx, view.vy, view.w, view.x + 39};
    static const char *const names[] = {"batch.x",  "batch.y",  "batch.angle",
                                        "batch.vx", "batch.vy", "batch.w"};
    uint64_t hash = scree_world_hash(world);
    for (int k = 0; k < 6; ++k)
    {
        for (int i = 0; i < 7; ++i)
        {
            const float *arrays[6] = {NULL};
            arrays[k] = live[i];
            scree_body_batch batch = {&def,      i == 6 ? 1 : 40, arrays[0], arrays[1],
                                      arrays[2], arrays[3],       arrays[4], arrays[5]};
            assert_refused(world, names[k], scree_bodies_create(world, &batch, NULL));
        }
    }
    assert_true(scree_world_hash(world) == hash);
}

TEST(particles_are_not_created_from_the_live_arrays_of_particles)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    for (int i = 0; i < 40; ++i)
    {
        def.position.x = 2.0f * (float)i;
        assert_true(scree_particle_create(world, &def).value != 0);
    }
    scree_particle_view view = scree_world_particles(world);
    const float *live[] = {view.x, view.y, view.vx, view.vy, view.radius, view.inverse_mass};
    static const char *const names[] = {"batch.x", "batch.y", "batch.vx", "batch.vy",
                                        "batch.radius"};
    for (int k = 0; k < 5; ++k)
    {
        for (int i = 0; i < 6; ++i)
        {
            const float *arrays[5] = {NULL};
            arrays[k] = live[i];
            scree_particle_batch batch = {&def,      40,        arrays[0], arrays[1],
                                          arrays[2], arrays[3], arrays[4]};
            assert_refused(world, names[k], scree_particles_create(world, &batch, NULL));
        }
    }
    assert_int_equal(scree_world_counters(world).particles, 40);
}

TEST(a_soft_body_is_not_created_from_the_live_arrays_of_another)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = scree_soft_body_def_default();
    scree_soft_body_id box = scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
    scree_soft_body_view view = scree_soft_body_vertices(world, box);
    scree_vec2 vertices[4] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    def.vertex_count = 4;
    def.vertices = vertices;
    scree_soft_body_def invalid[3] = {def, def, def};
    invalid[0].masses = view.inverse_mass;
    invalid[1].edges = view.edges;
    invalid[1].edge_count = view.edge_count;
    invalid[2].outline = view.outline;
    invalid[2].outline_count = view.outline_count;
    static const char *const names[3] = {"def.masses", "def.edges", "def.outline"};
    for (int i = 0; i < 3; ++i)
    {
        assert_true(scree_soft_body_create(world, &invalid[i]).value == 0);
        assert_refused(world, names[i], scree_world_last_error(world).code);
    }
    // Copied, the same arrays make a copy of the body.
    scree_soft_edge edges[6];
    int32_t outline[4];
    memcpy(edges, view.edges, sizeof edges);
    memcpy(outline, view.outline, sizeof outline);
    def.edges = edges;
    def.edge_count = view.edge_count;
    def.outline = outline;
    def.outline_count = view.outline_count;
    assert_true(scree_soft_body_create(world, &def).value != 0);
    assert_int_equal(scree_world_counters(world).soft_vertices, 8);
}

TEST(live_arrays_serve_where_nothing_moves_them)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def particle = scree_particle_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 0.25f};
    for (int i = 0; i < 20; ++i)
    {
        add_ball(world, 2.0f * (float)i, 5.0f, 0.5f);
    }
    scree_body_view view = scree_world_bodies(world);
    scree_particle_batch batch = {&particle, view.count, view.x, view.y, view.vx, view.vy, NULL};
    assert_ok(scree_particles_create(world, &batch, NULL));
    assert_ok(scree_shapes_create_circle(world, view.id, view.count, usual_shape(), &circle, NULL));
    assert_ok(scree_bodies_set_velocity(world, view.id, view.count, view.y, view.x, view.w));
    scree_particle_view particles = scree_world_particles(world);
    assert_true(particles.x[19] == 38.0f && particles.y[19] == 5.0f);
    assert_ok(scree_particles_destroy(world, particles.id + 5, 10));
    assert_int_equal(scree_world_particles(world).count, 10);
}

TEST(bulk_writes_take_live_arrays_as_they_were_before)
{
    for (int call = 0; call < 3; ++call)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id ids[3];
        for (int i = 0; i < 3; ++i)
        {
            ids[i] = add_ball(world, 3.0f * (float)i, 0.0f, 0.5f);
            scree_body_set_velocity(world, ids[i], (scree_vec2){(float)(1 + i), 0.0f}, 0.0f);
        }
        scree_body_view view = scree_world_bodies(world);
        const scree_body_id turned[] = {ids[1], ids[2], ids[0]};
        float mass = scree_body_mass(world, ids[0]), expected[3] = {3.0f, 1.0f, 2.0f};
        if (call == 0)
        {
            assert_ok(scree_bodies_set_velocity(world, turned, 3, view.vx, NULL, NULL));
        }
        else if (call == 1)
        {
            assert_ok(scree_bodies_apply_impulse(world, turned, 3, view.vx, NULL, NULL));
        }
        else
        {
            assert_ok(scree_bodies_apply_force(world, turned, 3, view.vx, NULL, NULL));
            assert_ok(scree_world_step(world, 1.0f, 1));
        }
        for (int i = 0; i < 3; ++i)
        {
            float sum = call == 0 ? expected[i] : (float)(1 + i) + expected[i] / mass;
            assert_near(scree_body_linear_velocity(world, ids[i]).x, sum, 1e-6f);
        }
    }
}

TEST(bulk_writes_of_huge_live_arrays_are_all_or_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ids[2];
    for (int i = 0; i < 2; ++i)
    {
        ids[i] = add_ball(world, 3.0f * (float)i, 0.0f, 0.5f);
        scree_body_set_mass_data(world, ids[i], &(scree_mass_data){1.0f, 1.0f, {0.0f, 0.0f}});
        scree_body_set_velocity(world, ids[i], (scree_vec2){1.5e38f, 0.0f}, 0.0f);
    }
    scree_body_view view = scree_world_bodies(world);
    const scree_body_id turned[] = {ids[1], ids[0]};
    assert_ok(scree_bodies_apply_impulse(world, turned, 2, view.vx, NULL, NULL));
    assert_true(view.vx[0] == 3e38f && view.vx[1] == 3e38f);
    assert_int_equal(scree_bodies_apply_impulse(world, turned, 2, view.vx, NULL, NULL),
                     SCREE_ERROR_ARGUMENT);
    assert_true(view.vx[0] == 3e38f && view.vx[1] == 3e38f);
}
