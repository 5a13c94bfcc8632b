/// How two surfaces become one: the rules written out again, and the table of pairs beside a plain
/// array.
#include "core/mixing.h"
#include "tests/worlds.h"

#include <math.h>
#include <string.h>

static scree_material random_material(test_random *random)
{
    return (scree_material){.friction = random_between(random, 0.0f, 2.0f),
                            .static_friction = random_between(random, -1.0f, 2.0f),
                            .restitution = random_between(random, 0.0f, 1.0f),
                            .rolling_resistance = random_between(random, 0.0f, 0.5f),
                            .tangent_speed = random_between(random, -3.0f, 3.0f)};
}

static double friction_by(scree_friction_mixing rule, double a, double b)
{
    const double values[] = {sqrt(a * b), hypot(a, b), (a + b) / 2.0,
                             a * b,       fmin(a, b),  fmax(a, b)};
    return values[rule];
}

static double restitution_by(scree_restitution_mixing rule, double a, double b)
{
    const double values[] = {fmax(a, b), fmin(a, b), a * b};
    return values[rule];
}

static void surfaces_mix_as_the_rules_say_in_either_order(void **state)
{
    (void)state;
    test_random random = random_of(81);
    for (int i = 0; i < 5000; ++i)
    {
        sc_mixing mixing = {.friction = (scree_friction_mixing)(i % 6),
                            .restitution = (scree_restitution_mixing)(i % 3)};
        scree_material a = random_material(&random), b = random_material(&random);
        float radius = random_between(&random, 0.0f, 4.0f);
        sc_surface surface = sc_mix(&mixing, &a, &b, radius),
                   swapped = sc_mix(&mixing, &b, &a, radius);
        assert_memory_equal(&surface, &swapped, sizeof surface);
        double friction = friction_by(mixing.friction, (double)a.friction, (double)b.friction);
        // A surface sticks at least as hard as it slides.
        double sticks = friction_by(mixing.friction, fmax(a.friction, a.static_friction),
                                    fmax(b.friction, b.static_friction));
        assert_near(surface.friction, friction, 1e-6);
        assert_near(surface.static_friction, fmax(sticks, friction), 1e-6);
        assert_near(
            surface.restitution,
            restitution_by(mixing.restitution, (double)a.restitution, (double)b.restitution), 1e-6);
        assert_near(surface.rolling_resistance,
                    fmax(a.rolling_resistance, b.rolling_resistance) * (double)radius, 1e-6);
        assert_near(surface.tangent_speed, (double)a.tangent_speed + (double)b.tangent_speed, 1e-6);
    }
}

#define KINDS 12

/// The table, and what it should hold: friction 0 where it holds nothing.
typedef struct tables
{
    sc_memory memory;
    sc_mixing mixing;
    float friction[KINDS][KINDS];
} tables;

static void check_all(const tables *t)
{
    scree_material a = {.friction = 3.0f}, b = {.friction = 3.0f};
    for (uint32_t i = 0; i < KINDS; ++i)
    {
        for (uint32_t k = 0; k < KINDS; ++k)
        {
            a.user_id = 1000u * i;
            b.user_id = 1000u * k;
            float expected = t->friction[i][k] > 0.0f ? t->friction[i][k] : 3.0f;
            assert_true(sc_mix(&t->mixing, &a, &b, 1.0f).friction == expected);
        }
    }
}

static void the_table_of_pairs_holds_what_was_set_last(void **state)
{
    (void)state;
    tables t = {.memory = sc_memory_make(&(scree_allocator){0})};
    test_random random = random_of(82);
    for (int i = 0; i < 600; ++i)
    {
        int a = random_below(&random, KINDS), b = random_below(&random, KINDS);
        bool removes = random_below(&random, 3) == 0;
        float friction = removes ? 0.0f : random_between(&random, 0.1f, 1.0f);
        scree_contact_material mixed = {friction, friction, 0.0f, 0.0f, 0.0f};
        assert_true(sc_mixing_set_pair(&t.mixing, &t.memory, 1000u * (uint32_t)a,
                                       1000u * (uint32_t)b, removes ? NULL : &mixed));
        t.friction[a][b] = t.friction[b][a] = friction;
        check_all(&t);
    }
    sc_mixing_release(&t.mixing, &t.memory);
    assert_true(t.memory.bytes == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_mix_as_the_rules_say_in_either_order),
        cmocka_unit_test(the_table_of_pairs_holds_what_was_set_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
