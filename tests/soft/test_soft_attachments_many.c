/// Very many attachments: each is found without a search through all the others, in any order.
#include "tests/support/worlds.h"
#include "world/validate.h"

static scree_soft_body_id add_rope(scree_world *world, int vertices, scree_vec2 from)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = (float)vertices;
    scree_vec2 to = {from.x + 0.1f * (float)(vertices - 1), from.y};
    scree_soft_body_id id =
        scree_soft_body_create_rope(world, &def, from, to, vertices - 1, false, false);
    assert_true(id.value != 0);
    return id;
}

static scree_body_id add_round(scree_world *world, scree_vec2 at, float radius)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, at.x, at.y, 0.0f);
    scree_circle disc = {{0.0f, 0.0f}, radius};
    scree_shape_create_circle(world, body, usual_shape(), &disc);
    return body;
}

static uint64_t looks_since(const scree_world *world, uint64_t *before)
{
    uint64_t looks = world->soft.attachment_looks - *before;
    *before = world->soft.attachment_looks;
    return looks;
}

TEST(an_attachment_costs_the_same_among_thousands)
{
    enum
    {
        COUNT = 2000,
        // The cost of one search among 2000, twice a step.
        SEARCH = 11
    };
    static scree_body_id bodies[COUNT];
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_id rope = add_rope(world, COUNT, (scree_vec2){0.0f, 0.0f});
    scree_soft_body_id other = add_rope(world, COUNT, (scree_vec2){0.0f, 50.0f});
    uint64_t before = world->soft.attachment_looks;
    for (int i = 0; i < COUNT; ++i)
    {
        bodies[i] = add_round(world, (scree_vec2){0.1f * (float)i, 0.0f}, 0.02f);
        assert_ok(scree_soft_body_attach(world, rope, i, bodies[i], (scree_vec2){0}));
        assert_ok(scree_soft_body_attach(world, other, i, bodies[0], (scree_vec2){0}));
    }
    assert_in_range(looks_since(world, &before), 1, 4 * COUNT);
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).soft_contacts, 0);
    assert_in_range(looks_since(world, &before), 1, 2 * COUNT * (SEARCH + 2));
    for (int i = 0; i < COUNT; ++i)
    {
        assert_ok(scree_soft_body_detach(world, rope, i));
    }
    assert_ok(scree_soft_body_destroy(world, other));
    assert_in_range(looks_since(world, &before), 1, 10 * COUNT);
    assert_int_equal(world->soft.attachment_count, 0);
    assert_null(sc_validate(world));
}

TEST(exactly_what_is_attached_does_not_collide)
{
    enum
    {
        PAIRS = 50,
        COUNT = 2 * PAIRS
    };
    test_random random = random_of(3);
    int contacts_of_one = 0;
    for (int attached = 0; attached <= COUNT; attached += 10)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id discs[PAIRS];
        scree_soft_body_id threads[COUNT];
        bool is_attached[COUNT] = {false};
        for (int i = 0; i < COUNT; ++i)
        {
            int disc = i / 2;
            if (i % 2 == 0)
            {
                discs[disc] = add_round(world, (scree_vec2){3.0f * (float)disc, 0.0f}, 1.0f);
            }
            threads[i] = add_rope(world, 2, (scree_vec2){3.0f * (float)disc, 0.5f});
        }
        for (int left = attached; left > 0;)
        {
            int i = random_below(&random, COUNT), vertex = random_below(&random, 2);
            left -= !is_attached[i];
            is_attached[i] = true;
            scree_vec2 point = {0.1f * (float)vertex, 0.5f};
            // One vertex is enough for the whole thread.
            assert_ok(scree_soft_body_attach(world, threads[i], vertex, discs[i / 2], point));
        }
        assert_ok(scree_world_step(world, STEP, 1));
        int contacts = scree_world_counters(world).soft_contacts;
        contacts_of_one = attached == 0 ? contacts / COUNT : contacts_of_one;
        assert_true(contacts_of_one > 0);
        assert_int_equal(contacts, contacts_of_one * (COUNT - attached));
    }
}

#define ROPES 12
#define VERTICES 9
#define DISCS 8

/// Ties as one list that is searched from end to end.
typedef struct plain_attachments
{
    sc_soft_attachment attachments[ROPES * VERTICES];
    int count;
} plain_attachments;

static void forget(plain_attachments *plain, int32_t slot, int vertex)
{
    int kept = 0;
    for (int i = 0; i < plain->count; ++i)
    {
        const sc_soft_attachment *attachment = &plain->attachments[i];
        if (attachment->soft_slot != slot || (vertex >= 0 && attachment->vertex != vertex))
        {
            plain->attachments[kept++] = *attachment;
        }
    }
    plain->count = kept;
}

static void keep(plain_attachments *plain, const sc_soft_attachment *attachment)
{
    int i = 0;
    while (i < plain->count && (plain->attachments[i].soft_slot != attachment->soft_slot ||
                                plain->attachments[i].vertex != attachment->vertex))
    {
        ++i;
    }
    plain->attachments[i] = *attachment;
    plain->count += i == plain->count;
}

static void assert_same_attachments(const sc_soft_bodies *soft, const plain_attachments *plain)
{
    int n = 0;
    for (int i = 0; i < soft->attachment_count; ++i)
    {
        if (soft->attachments[i].soft_slot != 0)
        {
            assert_true(n < plain->count);
            assert_memory_equal(&soft->attachments[i], &plain->attachments[n],
                                sizeof *plain->attachments);
            ++n;
        }
    }
    assert_int_equal(n, plain->count);
}

TEST(attachments_are_those_of_a_plain_list_in_its_order)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    test_random random = random_of(8);
    scree_soft_body_id ropes[ROPES];
    scree_body_id discs[DISCS];
    static plain_attachments plain;
    for (int i = 0; i < ROPES; ++i)
    {
        ropes[i] = add_rope(world, 2 + i % (VERTICES - 1), (scree_vec2){0.0f, (float)i});
    }
    for (int i = 0; i < DISCS; ++i)
    {
        discs[i] = add_round(world, (scree_vec2){(float)i, 0.0f}, 0.2f);
    }
    const sc_soft_bodies *soft = &world->soft;
    for (int n = 0; n < 6000; ++n)
    {
        int r = random_below(&random, ROPES), d = random_below(&random, DISCS);
        int v = random_below(&random, 2 + r % (VERTICES - 1));
        int32_t slot = soft->bodies[0].slot;
        for (int i = 0; i < soft->body_count; ++i)
        {
            slot = soft->bodies[i].id.value == ropes[r].value ? soft->bodies[i].slot : slot;
        }
        int what = random_below(&random, n % 1000 < 500 ? 300 : 100);
        if (what < 2)
        {
            scree_soft_body_destroy(world, ropes[r]);
            forget(&plain, slot, -1);
            ropes[r] = add_rope(world, 2 + r % (VERTICES - 1), (scree_vec2){0.0f, (float)r});
        }
        else if (what < 4)
        {
            scree_body_destroy(world, discs[d]);
            discs[d] = add_round(world, (scree_vec2){(float)d, 0.0f}, 0.2f);
        }
        else if (what < 70)
        {
            scree_soft_body_detach(world, ropes[r], v);
            forget(&plain, slot, v);
        }
        else
        {
            sc_soft_attachment attachment = {slot, v, discs[d].value, {0.01f * (float)n, 0.0f}};
            scree_soft_body_attach(world, ropes[r], v, discs[d], attachment.point);
            keep(&plain, &attachment);
        }
        assert_same_attachments(soft, &plain);
        assert_null(sc_validate(world));
        assert_true(n % 500 != 0 || scree_world_step(world, STEP, 1) == SCREE_OK);
    }
}
