/// Stacks that must stand for a minute, and a pile that must come to rest.
#include "tests/support/scene_runs.h"

/// A standing scene after 60 s: its springs give by `smallest` at least.
static void stands(const char *name, int size, double smallest, double drop, double drift)
{
    assert_at_least(assert_stands(name, size, NULL, 0, drop, drift, 0.01), smallest);
}

// Contacts yield by 1 mm under a layer, more under tall loads; 5 cm is a twentieth of a box.

TEST(a_stack_of_ten_stands_a_minute) { stands("stack", 10, 0.01, 0.05, 0.02); }

TEST(a_tower_of_fifty_stands_a_minute) { stands("tower_50", 50, 0.01, 0.05, 0.05); }

TEST(a_card_house_stands_a_minute) { stands("card_house", 5, 0.01, 0.1, 0.1); }

TEST(an_arch_stands_a_minute) { stands("arch", 17, 0.01, 0.1, 0.05); }

TEST(a_pyramid_of_thirty_layers_stands_a_minute) { stands("large_pyramid", 30, 0.02, 0.15, 0.02); }

TEST(a_pyramid_of_a_hundred_layers_sags_less_than_the_record_holders)
{
    // The record holder's top sinks 0.73 m; this one's about half of that.
    stands("large_pyramid", 100, 0.25, 0.40, 0.05);
}

// Box2D 3.2 drifts by 8 mm.
TEST(heavy_boxes_on_light_ones_stand) { stands("mass_ratio", 2, 0.06, 0.15, 0.004); }

TEST(a_pile_of_a_thousand_settles_with_little_overlap)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.material.rolling_resistance = 0.02f;
    add_bin(world, &def, 8.0f, 40.0f, false);
    for (int i = 0; i < 1000; ++i)
    {
        float x = 0.75f * (float)(i % 20) - 7.1f + 0.05f * (float)(i / 20 % 2),
              y = 0.5f + 0.75f * (float)(i / 20);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.37f * (float)i);
        add_mixed(world, body, &def, i, 0.4f + 0.2f * (float)(i % 11) / 10.0f);
    }
    double heights[2] = {0}, energies[3], first = 0.0;
    scree_body_view begin = scree_world_bodies(world);
    for (int i = 0; i < begin.dynamic_count; ++i)
    {
        first += (double)begin.y[i] / begin.dynamic_count;
    }
    run_seconds(world, 40.0f);
    energies[0] = total_kinetic_energy(world);
    for (int round = 0; round < 2; ++round)
    {
        scree_body_view view = scree_world_bodies(world);
        for (int i = 0; i < view.dynamic_count; ++i)
        {
            assert_near(view.x[i], 0.0, 8.0);
            assert_at_least(view.y[i], 0.0);
            heights[round] += (double)view.y[i] / view.dynamic_count;
        }
        // A contact of two bodies of 0.2 kg is a spring of 3,500 N/m, a force chain at the bottom
        // carries up to 200 N: 0.06 m, and a fraction of it nearly everywhere.
        scree_scene_penetration overlap;
        assert_true(scree_scene_measure_penetration(world, &overlap));
        assert_at_most(overlap.mean, 0.01);
        assert_at_most(overlap.p99, 0.04);
        assert_at_most(overlap.max, 0.06);
        run_seconds(world, 20.0f);
        energies[round + 1] = total_kinetic_energy(world);
    }
    // 280 kg in all: 0.1 J is a mean speed of 3 cm/s.
    assert_at_most(energies[1], 0.1);
    assert_at_most(energies[2], 0.1);
    assert_near(heights[1], heights[0], 0.02);
    // They came from twice as high and more, and lie as high as their areas, at 1 kg a square
    // metre, make them: in a bin of 16 m, without a gap, half of area / width.
    double weight = weight_of_all(world);
    assert_at_most(heights[0], 0.6 * first);
    assert_at_least(heights[0], 0.5 * (weight / 10.0) / 16.0);
    assert_near(carried_by_static_bodies(world, (double)STEP / SUBSTEPS), weight, 0.05 * weight);
}
