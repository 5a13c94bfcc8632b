/// The same bits in bulk or one by one, with any allocator and hint; steps that allocate nothing.
#include "tests/support/sanitized.h"
#include "tests/support/scene_runs.h"

#define BATCH 60

/// The same bodies and shapes, in one call each or one after another.
static uint64_t hash_of_creation(bool bulk)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 5.0f, 10.0f, false);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.linear_damping = 0.1f;
    float x[BATCH], y[BATCH], angle[BATCH], vx[BATCH], vy[BATCH], w[BATCH];
    test_random random = random_of(12);
    for (int i = 0; i < BATCH; ++i)
    {
        x[i] = (float)(i % 8) - 3.5f;
        y[i] = 1.0f + 1.1f * (float)(i / 8);
        angle[i] = random_between(&random, -3.0f, 3.0f);
        vx[i] = random_between(&random, -3.0f, 3.0f);
        vy[i] = random_between(&random, -3.0f, 3.0f);
        w[i] = random_between(&random, -3.0f, 3.0f);
    }
    scree_body_id ids[BATCH];
    scree_body_batch batch = {&def, BATCH, x, y, angle, vx, vy, w};
    scree_polygon box = scree_polygon_box(0.4f, 0.3f);
    scree_circle circle = {{0.2f, 0.0f}, 0.3f};
    scree_capsule capsule = {{0.0f, -0.3f}, {0.0f, 0.3f}, 0.2f};
    if (bulk)
    {
        assert_ok(scree_bodies_create(world, &batch, ids));
        assert_ok(scree_shapes_create_polygon(world, ids, 20, usual_shape(), &box, NULL));
        assert_ok(scree_shapes_create_circle(world, ids + 20, 20, usual_shape(), &circle, NULL));
        assert_ok(scree_shapes_create_capsule(world, ids + 40, 20, usual_shape(), &capsule, NULL));
    }
    for (int i = 0; !bulk && i < BATCH; ++i)
    {
        def.position = (scree_vec2){x[i], y[i]};
        def.angle = angle[i];
        def.linear_velocity = (scree_vec2){vx[i], vy[i]};
        def.angular_velocity = w[i];
        ids[i] = scree_body_create(world, &def);
    }
    for (int i = 0; !bulk && i < BATCH; ++i)
    {
        scree_shape_id shape =
            i < 20   ? scree_shape_create_polygon(world, ids[i], usual_shape(), &box)
            : i < 40 ? scree_shape_create_circle(world, ids[i], usual_shape(), &circle)
                     : scree_shape_create_capsule(world, ids[i], usual_shape(), &capsule);
        assert_true(shape.value != 0);
    }
    run_seconds(world, 2.0f);
    return scree_world_hash(world);
}

TEST(creation_in_bulk_equals_creation_one_by_one)
{
    assert_true(hash_of_creation(true) == hash_of_creation(false));
}

TEST(capacity_hints_and_the_allocator_change_nothing)
{
    uint64_t hashes[3];
    for (int i = 0; i < 3; ++i)
    {
        test_memory memory;
        scree_world_def def = scree_world_def_default();
        def.body_capacity = def.shape_capacity = def.contact_capacity = i == 1 ? 5000 : 0;
        if (i == 2)
        {
            def.allocator = allocator_of(&memory);
        }
        scoped_world *world = world_of(&def);
        add_bin(world, usual_shape(), 4.0f, 10.0f, false);
        for (int k = 0; k < 70; ++k)
        {
            scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, (float)(k % 7) - 3.0f,
                                          0.6f + (float)(k / 7), 0.1f * (float)k);
            add_mixed(world, body, usual_shape(), k, 0.9f);
        }
        run_seconds(world, 2.0f);
        hashes[i] = scree_world_hash(world);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

#define HASHES 64

/// Hashes of one world after one change after the other: all of them differ.
typedef struct seen
{
    uint64_t hashes[HASHES];
    int count;
} seen;

static void assert_new_hash(seen *s, const scree_world *world)
{
    uint64_t hash = scree_world_hash(world);
    assert_true(hash == scree_world_hash(world));
    for (int i = 0; i < s->count; ++i)
    {
        if (s->hashes[i] == hash)
        {
            fail_msg("change %d has the hash of change %d", s->count, i);
        }
    }
    assert_true(s->count < HASHES);
    s->hashes[s->count++] = hash;
}

TEST(the_hash_tells_worlds_apart)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    seen s = {0};
    assert_new_hash(&s, world);
    const scree_body_type types[] = {SCREE_BODY_DYNAMIC, SCREE_BODY_KINEMATIC, SCREE_BODY_STATIC};
    for (int i = 0; i < 3; ++i)
    {
        // One more body, with zeros alone, is another world.
        scree_body_id body = add_body(world, types[i], 0.0f, 0.0f, 0.0f);
        assert_new_hash(&s, world);
        // Each coordinate of the pose by itself, by less than it could resolve anywhere else.
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle((scree_vec2){1e-30f, 0.0f}, 0.0f));
        assert_new_hash(&s, world);
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle((scree_vec2){0.0f, 1e-30f}, 0.0f));
        assert_new_hash(&s, world);
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle((scree_vec2){0.0f, 0.0f}, 1e-30f));
        assert_new_hash(&s, world);
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle((scree_vec2){0.0f, 0.0f}, 3.1415927f));
        assert_new_hash(&s, world);
        // And of the velocity, where there is one.
        const float v[3][3] = {{1e-30f, 0.0f, 0.0f}, {0.0f, 1e-30f, 0.0f}, {0.0f, 0.0f, 1e-30f}};
        for (int k = 0; k < 3 && types[i] != SCREE_BODY_STATIC; ++k)
        {
            scree_body_set_velocity(world, body, (scree_vec2){v[k][0], v[k][1]}, v[k][2]);
            assert_new_hash(&s, world);
        }
    }
    // The same states in another order of bodies.
    scree_body_view view = scree_world_bodies(world);
    scree_body_id first = view.id[0], second = view.id[1];
    scree_body_set_velocity(world, first, (scree_vec2){0.0f, 0.0f}, 7.0f);
    scree_body_set_velocity(world, second, (scree_vec2){0.0f, 0.0f}, 9.0f);
    assert_new_hash(&s, world);
    scree_body_set_velocity(world, first, (scree_vec2){0.0f, 0.0f}, 9.0f);
    scree_body_set_velocity(world, second, (scree_vec2){0.0f, 0.0f}, 7.0f);
    assert_new_hash(&s, world);
}

TEST(the_hash_tells_particles_and_vertices_apart)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    seen s = {0};
    assert_new_hash(&s, world);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_id particle = scree_particle_create(world, &def);
    assert_new_hash(&s, world);
    scree_soft_body_def soft_def = scree_soft_body_def_default();
    scree_soft_body_id soft = scree_soft_body_create_box(world, &soft_def, 0.5f, 0.5f);
    assert_new_hash(&s, world);
    const scree_vec2 none = {0.0f, 0.0f}, values[] = {{1e-30f, 0.0f}, {0.0f, 1e-30f}};
    for (int vertex = 0; vertex < 4; vertex += 3)
    {
        scree_soft_body_set_vertex_position(world, soft, vertex, none);
        scree_soft_body_set_vertex_velocity(world, soft, vertex, none);
        assert_new_hash(&s, world);
    }
    for (int i = 0; i < 2; ++i)
    {
        scree_particle_set_position(world, particle, values[i]);
        assert_new_hash(&s, world);
        scree_particle_set_position(world, particle, none);
        scree_particle_set_velocity(world, particle, values[i]);
        assert_new_hash(&s, world);
        scree_particle_set_velocity(world, particle, none);
        for (int vertex = 0; vertex < 4; vertex += 3)
        {
            scree_soft_body_set_vertex_position(world, soft, vertex, values[i]);
            scree_soft_body_set_vertex_velocity(world, soft, vertex, none);
            assert_new_hash(&s, world);
            scree_soft_body_set_vertex_position(world, soft, vertex, none);
            scree_soft_body_set_vertex_velocity(world, soft, vertex, values[i]);
            assert_new_hash(&s, world);
            scree_soft_body_set_vertex_position(world, soft, vertex, none);
            scree_soft_body_set_vertex_velocity(world, soft, vertex, none);
        }
    }
    scree_particle_destroy(world, particle);
    assert_new_hash(&s, world);
}

TEST(an_object_destroyed_leaves_no_trace_in_the_hash)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ball(world, 1.0f, 2.0f, 0.5f);
    uint64_t hash = scree_world_hash(world);
    scree_body_id other = add_ball(world, 5.0f, 2.0f, 0.5f);
    assert_true(scree_world_hash(world) != hash);
    scree_body_destroy(world, other);
    assert_true(scree_world_hash(world) == hash);
}

TEST(a_settled_step_allocates_nothing)
{
    const char *names[] = {"stack", "arch", "large_pyramid", "card_house"};
    for (int i = 0; i < 4 * (SANITIZED ? 1 : SCREE_SOLVER_COUNT); ++i)
    {
        const scree_scene *scene = scree_scene_find(names[i % 4]);
        assert_non_null(scene);
        test_memory memory;
        scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
        def.solver = (scree_solver)(i / 4);
        def.measure_residual = true;
        def.allocator = allocator_of(&memory);
        scoped_scene *run = start_scene(scene->name, scene->verify_size, &def);
        run_seconds(run->world, 5.0f);
        memory.calls = 0;
        run_seconds(run->world, 5.0f);
        if (memory.calls != 0)
        {
            fail_msg("%s: %d allocations in 300 settled steps", scene->name, memory.calls);
        }
    }
}
