/// The list of near pairs, against all pairs, in a heap that moves.
#include "tests/particles/pair_lists.h"

#define SIZE 700
#define STEPS 500

/// The largest values in all steps.
typedef struct seen
{
    int steps_with_added;
    int touching, missed;
    double worst;  ///< m: the deepest overlap that was not listed
    double slack;  ///< m, the largest
} seen;

/// No particle is twice in a block of lanes.
static void assert_blocks_are_free_of_conflicts(const sc_neighbour_list *neighbours, int count)
{
    scoped_memory int *block_of = malloc(sizeof *block_of * (size_t)count);
    assert_non_null(block_of);
    for (int i = 0; i < count; ++i)
    {
        block_of[i] = -1;
    }
    for (int i = 0; i < neighbours->added_end; ++i)
    {
        bool alone =
            i >= neighbours->batch.end[SC_COLOURS - 1] && i < neighbours->batch.end[SC_COLOURS];
        int a = neighbours->a[i], b = neighbours->b[i], block = i / SC_BLOCK;
        if (a != b && !alone)
        {
            assert_true(block_of[a] != block && block_of[b] != block);
            block_of[a] = block_of[b] = block;
        }
    }
}

static void check_pairs(const scree_world *world, seen *s)
{
    const sc_circles *c = &world->circles;
    const sc_neighbour_list *neighbours = &c->neighbours;
    unsigned char *times = whole_list(c);
    for (int a = 0; a < c->count; ++a)
    {
        for (int b = a + 1; b < c->count; ++b)
        {
            int listed = times[a * c->count + b];
            double overlap = (double)c->radius[a] + (double)c->radius[b] -
                             hypot((double)(c->x[a] - c->x[b]), (double)(c->y[a] - c->y[b]));
            s->touching += overlap > 0.0;
            s->missed += overlap > 0.0 && listed == 0;
            s->worst = overlap > s->worst && listed == 0 ? overlap : s->worst;
        }
    }
    free(times);
    assert_blocks_are_free_of_conflicts(neighbours, c->count);
    s->steps_with_added += neighbours->added_end > neighbours->batch.end[SC_COLOURS];
    s->slack = (double)neighbours->slack > s->slack ? (double)neighbours->slack : s->slack;
}

TEST(a_moving_heap_lists_each_near_pair_once_and_misses_none)
{
    scene_run *run = start_scene("verlet_circles", SIZE, NULL);
    scree_world *world = run->world;
    seen s = {0};
    for (int i = 0; i < STEPS; ++i)
    {
        step_scene(run, 1, 0);
        if (world->circles.count > 0)
        {
            check_pairs(world, &s);
        }
    }
    assert_int_equal(scree_world_particles(world).count, SIZE);
    // Lists with something added were among them, and pairs that touch.
    assert_true(s.steps_with_added > STEPS / 4);
    assert_true(s.touching > 100 * STEPS);
    // A particle that was beyond its margin in the last substep may overlap a little without a
    // pair.
    assert_at_most(s.worst, s.slack);
    assert_true(s.missed <= s.touching / 10000);
    stop_scene(run);
}

TEST(a_particle_created_among_others_at_rest_meets_them)
{
    for (int fixed = 0; fixed < 2; ++fixed)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_particle_def def = scree_particle_def_default();
        def.radius = 0.5f;
        scree_particle_id at_rest[100];
        for (int i = 0; i < 100; ++i)
        {
            def.position = (scree_vec2){1.2f * (float)(i % 10), 1.2f * (float)(i / 10)};
            at_rest[i] = scree_particle_create(world, &def);
        }
        run_steps(world, 20);
        def.position = (scree_vec2){4.8f + 0.6f, 4.8f};
        def.fixed = fixed != 0;
        assert_true(scree_particle_create(world, &def).value != 0);
        run_steps(world, 1);
        // The two beside it are pushed away.
        assert_true(scree_particle_position(world, at_rest[44]).x < 4.75f);
        assert_true(scree_particle_position(world, at_rest[45]).x > 6.05f);
    }
}

TEST(what_moves_off_meets_others_whichever_row_it_has)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_particle_def def = scree_particle_def_default();
    def.radius = 0.5f;
    for (int i = 0; i < 3 * SC_ROW_GRAIN; ++i)
    {
        def.position = (scree_vec2){4.0f * (float)(i % 64), 4.0f * (float)(i / 64)};
        assert_true(scree_particle_create(world, &def).value != 0);
    }
    run_steps(world, 20);
    scree_particle_id thrown[3], hit[3] = {{0}};
    for (int k = 0; k < 3; ++k)
    {
        scree_particle_view view = scree_world_particles(world);
        thrown[k] = view.id[SC_ROW_GRAIN / 2 + k * SC_ROW_GRAIN];
        scree_vec2 from = scree_particle_position(world, thrown[k]);
        float way = from.x > 100.0f ? -4.0f : 4.0f;
        for (int i = 0; i < view.count; ++i)
        {
            scree_vec2 p = scree_particle_position(world, view.id[i]);
            bool beside = fabsf(p.x - from.x - way) < 0.1f && fabsf(p.y - from.y) < 0.1f;
            hit[k] = beside ? view.id[i] : hit[k];
        }
        assert_true(hit[k].value != 0);
        scree_particle_set_velocity(world, thrown[k], (scree_vec2){2.0f * way, 0.0f});
    }
    run_steps(world, 45);
    for (int k = 0; k < 3; ++k)
    {
        // It has come 6 m, or to a shape that was 3 m ahead.
        assert_true(fabsf(scree_particle_velocity(world, hit[k]).x) > 1.0f);
    }
}
