/// The pairs of a world are exactly those that brute force over its boxes finds.
#include "broadphase/sort.h"
#include "tests/support/pair_check.h"
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"

#define CROWD 6000
#define MAX_KEYS 2000

/// How the bodies of a random world are spread and sized.
typedef struct layout
{
    float spread;        ///< half width of the square they lie in, m
    float small, large;  ///< sizes, m
    bool power_law;      ///< many small ones, few large ones
    bool outliers;       ///< some 1e6 m away
    bool same_places;    ///< most on a few spots
    bool giants;         ///< a few hundred times as large
} layout;

static float random_size(test_random *random, const layout *l)
{
    if (l->giants && random_below(random, 30) == 0)
    {
        return 100.0f * l->large;
    }
    float unit = random_between(random, 0.0f, 1.0f);
    return l->power_law
               ? l->small /
                     sqrtf(1.0f - unit * (1.0f - (l->small / l->large) * (l->small / l->large)))
               : l->small + (l->large - l->small) * unit;
}

static scree_vec2 random_place(test_random *random, const layout *l)
{
    scree_vec2 p = {random_between(random, -l->spread, l->spread),
                    random_between(random, -l->spread, l->spread)};
    if (l->outliers && random_below(random, 25) == 0)
    {
        p.x += random_below(random, 2) ? 1e6f : -1e6f;
        p.y += random_below(random, 2) ? 1e6f : 0.0f;
    }
    if (l->same_places && random_below(random, 3) != 0)
    {
        p = (scree_vec2){(float)random_below(random, 3), 0.0f};
    }
    return p;
}

static scree_filter random_filter(test_random *random)
{
    scree_filter filter = {1, UINT64_MAX, 0};
    if (random_below(random, 3) == 0)
    {
        filter.category = (uint64_t)1 << random_below(random, 64);
        filter.mask = (uint64_t)random_bits(random) << 32 | random_bits(random);
        filter.group = random_below(random, 5) - 2;
    }
    return filter;
}

static scree_body_type random_type(test_random *random)
{
    int roll = random_below(random, 10);
    return roll < 2 ? SCREE_BODY_STATIC : roll < 3 ? SCREE_BODY_KINEMATIC : SCREE_BODY_DYNAMIC;
}

static scree_body_id add_random_body(scree_world *world, test_random *random, const layout *l)
{
    scree_body_def body_def = scree_body_def_default();
    body_def.type = random_type(random);
    body_def.position = random_place(random, l);
    body_def.angle = random_between(random, -4.0f, 4.0f);
    body_def.linear_velocity =
        (scree_vec2){random_between(random, -9.0f, 9.0f), random_between(random, -9.0f, 9.0f)};
    body_def.angular_velocity = random_between(random, -5.0f, 5.0f);
    body_def.enabled = random_below(random, 12) != 0;
    scree_body_id body = scree_body_create(world, &body_def);
    scree_shape_def def = scree_shape_def_default();
    int count = random_below(random, 6) == 0 ? 3 : random_below(random, 20) == 0 ? 0 : 1;
    for (int i = 0; i < count; ++i)
    {
        def.filter = random_filter(random);
        float size = random_size(random, l);
        int kind = random_below(random, 9);
        if (kind == 8 && body_def.type == SCREE_BODY_STATIC)
        {
            scree_vec2 normal = {random_between(random, -1.0f, 1.0f),
                                 random_between(random, 0.1f, 1.0f)};
            scree_half_space half_space = {normal, random_between(random, -2.0f, 0.0f) * l->spread};
            scree_shape_create_half_space(world, body, &def, &half_space);
        }
        else if (kind >= 7)
        {
            scree_segment segment = {{-size, 0.1f * size}, {size, 0.5f * size}};
            scree_shape_create_segment(world, body, &def, &segment);
        }
        else
        {
            add_mixed(world, body, &def, kind, size);
        }
    }
    return body;
}

static void disturb(scree_world *world, test_random *random, const layout *l)
{
    scree_body_view view = scree_world_bodies(world);
    if (view.count < 2)
    {
        return;
    }
    scree_body_id body = view.id[random_below(random, view.count)];
    switch (random_below(random, 9))
    {
    case 0:
        scree_body_destroy(world, body);
        break;
    case 1:
        add_random_body(world, random, l);
        break;
    case 2:
    case 3:
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle(random_place(random, l),
                                                            random_between(random, -4.0f, 4.0f)));
        break;
    case 4:
        scree_body_set_enabled(world, body, !scree_body_is_enabled(world, body));
        break;
    case 5:
        scree_body_set_type(world, body, random_type(random));
        break;
    default:
    {
        scree_shape_id shapes[4];
        if (scree_body_shapes(world, body, shapes, 4) == 0)
        {
            break;
        }
        if (random_below(random, 2))
        {
            scree_filter filter = random_filter(random);
            scree_shape_set_filter(world, shapes[0], &filter);
        }
        else
        {
            scree_shape_destroy(world, shapes[0]);
        }
        break;
    }
    }
}

static const layout layouts[] = {
    {.spread = 5.0f, .small = 0.3f, .large = 1.0f},
    {.spread = 20.0f, .small = 0.3f, .large = 1.0f},
    {.spread = 20.0f, .small = 0.05f, .large = 20.0f, .power_law = true},
    {.spread = 200.0f, .small = 0.05f, .large = 200.0f, .power_law = true, .outliers = true},
    {.spread = 10.0f, .small = 0.5f, .large = 0.5f, .outliers = true},
    {.spread = 3.0f, .small = 0.1f, .large = 1.0f, .same_places = true},
    {.spread = 30.0f, .small = 0.1f, .large = 2.0f, .giants = true},
    {.spread = 1000.0f,
     .small = 0.02f,
     .large = 0.5f,
     .giants = true,
     .outliers = true,
     .same_places = true},
    {.spread = 1e7f, .small = 1.0f, .large = 1e6f, .power_law = true},
};
// Sanitized builds make every seventh of the worlds.
#define ROUNDS (SANITIZED ? 147 : 1000)
#define LAYOUT_COUNT ((int)(sizeof layouts / sizeof layouts[0]))

TEST(pairs_of_a_thousand_random_worlds_are_those_of_brute_force)
{
    long pairs = 0;
    for (int round = 0; round < ROUNDS; ++round)
    {
        test_random random = random_of((uint64_t)round);
        const layout *l = &layouts[round % LAYOUT_COUNT];
        scree_world_def def = scree_world_def_default();
        // Pairs must not depend on the effects of bodies on each other, so any values will do.
        def.gravity = (scree_vec2){0.0f, round % 2 ? -10.0f : 0.0f};
        scoped_world *world = world_of(&def);
        int bodies = 1 + random_below(&random, round % 20 == 0 ? 800 : 150);
        for (int i = 0; i < bodies; ++i)
        {
            add_random_body(world, &random, l);
        }
        for (int step = 0; step < 6; ++step)
        {
            scree_result result = scree_world_step(world, STEP, 1 + step % 4);
            assert_true(result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE);
            pairs += check_pairs(world, round);
            int changes = random_below(&random, 12);
            for (int i = 0; i < changes; ++i)
            {
                disturb(world, &random, l);
            }
        }
    }
    assert_true(pairs > 100 * ROUNDS);
}

TEST(pairs_of_a_row_of_touching_boxes_are_its_neighbours)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    // 1 m apart: boxes of 0.99 m overlap by margins of 0.01 m, of 0.92 not even with hysteresis.
    for (int wide = 0; wide < 2; ++wide)
    {
        for (int i = 0; i < 20; ++i)
        {
            add_crate(world, (float)i, 10.0f * (float)wide, wide ? 0.495f : 0.46f, 0.4f);
        }
    }
    run_steps(world, 1);
    assert_int_equal(check_pairs(world, 0), 19);
}

/// Boxes that stand on three posts each, so that more shapes touch than move.
static void add_standing_boxes(scree_world *world)
{
    for (int i = 0; i < 4; ++i)
    {
        float x = -60.0f + 4.0f * (float)i;
        add_crate(world, x, 0.0f, 0.5f, 0.5f);
        for (int post = -1; post <= 1; ++post)
        {
            add_slab(world, SCREE_BODY_STATIC, x + 0.4f * (float)post, -0.75f, usual_shape(), 0.1f,
                     0.25f);
        }
    }
}

TEST(the_rim_of_a_fast_wheel_has_no_hysteresis)
{
    const float turning[] = {0.0f, 0.05f, 1.0f, -1.0f};
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_standing_boxes(world);
        run_steps(world, 1);
        assert_int_equal(scree_world_counters(world).contacts, 12);
        scree_body_id wheel = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        for (int side = -1; side <= 1; side += 2)
        {
            scree_circle disc = {{10.0f * (float)side, 0.0f}, 0.5f};
            scree_shape_create_circle(world, wheel, usual_shape(), &disc);
        }
        scree_body_set_velocity(world, wheel, (scree_vec2){0.0f, 0.0f}, turning[i]);
        // 0.03 m beyond the rim: within both margins and the hysteresis, not within both margins.
        add_slab(world, SCREE_BODY_STATIC, 11.03f, 0.0f, usual_shape(), 0.5f, 0.5f);
        run_steps(world, 1);
        assert_int_equal(scree_world_counters(world).pairs, i < 2 ? 13 : 12);
    }
}

TEST(half_spaces_pair_with_what_reaches_into_them)
{
    for (int turn = 0; turn < 16; ++turn)
    {
        float angle = 0.4f * (float)turn, sine, cosine;
        scree_sincos(angle, &sine, &cosine);
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        scree_body_id ground = add_body(world, SCREE_BODY_STATIC, 3.0f, -2.0f, 0.0f);
        // The normal need not be of unit length; the offset counts along it.
        scree_vec2 normal = {-7.0f * sine, 7.0f * cosine};
        scree_shape_create_half_space(world, ground, &def, &(scree_half_space){normal, 7.0f});
        int min = 0, max = 0;
        for (int i = -10; i < 10; ++i)
        {
            // Circles whose boxes reach in or not, by their distance from the plane.
            float height = 1.0f + 0.25f * (float)i + 0.1f;
            scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 3.0f - sine * height,
                                          -2.0f + cosine * height, 0.0f);
            def.filter.group = -1;
            add_circle(world, body, &def, 0.25f);
            def.filter.group = 0;
            // The deepest corner of a box of half width 0.26 is 0.26 (|nx| + |ny|) below its
            // centre. It may have a hysteresis of 0.02 m on top.
            min += height - 0.26f * (fabsf(sine) + fabsf(cosine)) <= 1.0099f;
            max += height - 0.28f * (fabsf(sine) + fabsf(cosine)) <= 1.0101f;
        }
        run_steps(world, 1);
        assert_in_range(check_pairs(world, turn), min, max);
        // A static body that turns takes its half-space along.
        scree_body_set_transform(world, ground,
                                 scree_transform_from_angle((scree_vec2){3.0f, -2.0f}, 2.0f));
        run_steps(world, 1);
        check_pairs(world, turn);
    }
}

TEST(contacts_are_among_the_pairs_and_their_normals_point_from_a_to_b)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 4.0f, 10.0f, false);
    for (int i = 0; i < 60; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 7) - 3.0f, 0.6f + (float)(i / 7), 0.0f);
        add_mixed(world, body, usual_shape(), i, 0.9f);
    }
    run_seconds(world, 2.0f);
    scree_contact contacts[512];
    int count = scree_world_contacts(world, contacts, 512);
    assert_true(count > 60 && count < 512);
    assert_true(scree_world_pairs(world, NULL, 0) >= count);
    for (int i = 0; i < count; ++i)
    {
        const scree_contact *c = &contacts[i];
        assert_near(hypotf(c->normal.x, c->normal.y), 1.0, 1e-5);
        assert_in_range(c->point_count, 1, 2);
        scree_vec2 a = scree_body_position(world, scree_shape_body(world, c->shape_a));
        scree_vec2 b = scree_body_position(world, scree_shape_body(world, c->shape_b));
        bool walls =
            scree_body_get_type(world, scree_shape_body(world, c->shape_a)) == SCREE_BODY_STATIC ||
            scree_body_get_type(world, scree_shape_body(world, c->shape_b)) == SCREE_BODY_STATIC;
        if (!walls)
        {
            assert_true((b.x - a.x) * c->normal.x + (b.y - a.y) * c->normal.y > 0.0f);
        }
        for (int k = 0; k < c->point_count; ++k)
        {
            assert_at_least(c->points[k].normal_impulse, 0.0);
            assert_at_most(c->points[k].separation, 0.02);
        }
    }
}

TEST(a_crowd_that_may_not_collide_takes_memory_by_its_shapes)
{
    for (int kind = 0; kind < 3; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        def.filter.group = kind == 1 ? -1 : 0;
        def.filter.mask = kind == 2 ? 0 : def.filter.mask;
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        for (int i = 0; i < CROWD; ++i)
        {
            body = kind == 0 ? body : add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
            add_circle(world, body, &def, 0.5f);
        }
        run_steps(world, 1);
        scree_counters counters = scree_world_counters(world);
        assert_int_equal(counters.pairs, 0);
        assert_true(counters.bytes < UINT64_C(1000) * CROWD);
        // A shape that collides with all of them is found among them.
        def = scree_shape_def_default();
        add_disc(world, SCREE_BODY_DYNAMIC, 0.1f, 0.0f, &def, 0.5f);
        run_steps(world, 1);
        assert_int_equal(scree_world_counters(world).pairs, kind == 2 ? 0 : CROWD);
    }
}

TEST(keys_of_any_digits_are_sorted)
{
    static uint64_t keys[MAX_KEYS], scratch[MAX_KEYS];
    const uint64_t masks[] = {0x7ff, UINT64_C(0xffffff00000000), UINT64_C(0x3ff800), UINT64_MAX, 0};
    const int counts[] = {0, 1, 2, 48, 49, MAX_KEYS};
    test_random random = random_of(77);
    for (int round = 0; round < 30; ++round)
    {
        int count = counts[round % 6];
        uint64_t sum = 0, mixed = 0;
        for (int i = 0; i < count; ++i)
        {
            uint64_t high = random_bits(&random), low = random_bits(&random);
            keys[i] = (high << 32 ^ low) & masks[round / 6];
            // The last keys alone must not decide the result.
            keys[i] = i + 2 >= count ? 5 : keys[i];
            sum += keys[i];
            mixed ^= keys[i];
        }
        sc_sort_keys(keys, scratch, count);
        for (int i = 0; i < count; ++i)
        {
            assert_true(i == 0 || keys[i - 1] <= keys[i]);
            sum -= keys[i];
            mixed ^= keys[i];
        }
        assert_true(sum == 0 && mixed == 0);
    }
}
