/// Crowds of small fast bodies stay in closed static rooms (docs/sleep.md).
///
/// SCREE_ROOMS=20000 tests_physics test_rooms_long runs as many rooms, SCREE_ROOMS=20000,500 those
/// from number 500 on; each has walls, bodies, forces and a solver of its own by its number.
#include "tests/support/worlds.h"

#define ROOMS 50
#define STEPS 240
#define MAX_BODIES 160
#define HALF_WALL 0.05f  ///< of walls that are boxes, m

typedef enum wall
{
    SEGMENTS,
    CHAIN,
    HALF_SPACES,
    BOXES,
    WALLS
} wall;

typedef struct room
{
    test_random random;
    wall wall;
    float half;  ///< of its width and height, m
    int count;
    scree_body_id bodies[MAX_BODIES];
    float size[MAX_BODIES];  ///< how far a body reaches from its origin, m
    bool dumbbell[MAX_BODIES];
    scree_vec2 gravity;
    bool shuttles;  ///< gravity turns round every half second
    // Found, of the centres of shapes:
    int beyond;   ///< behind the face of a wall, or the middle of a box
    int outside;  ///< so far that nothing of the body is left inside
} room;

static void add_walls(scree_world *world, const room *r)
{
    const float h = r->half;
    const scree_shape_def def = surface(0.5f, 0.0f);
    const scree_body_id body = static_body(world);
    // Clockwise: a chain is solid on the inside.
    const scree_vec2 corner[] = {{-h, -h}, {-h, h}, {h, h}, {h, -h}};
    scree_chain_def chain = scree_chain_def_default();
    chain.points = corner;
    chain.count = 4;
    chain.loop = true;
    if (r->wall == CHAIN)
    {
        assert_true(scree_chain_create(world, body, &def, &chain).value != 0);
        return;
    }
    for (int i = 0; i < 4; ++i)
    {
        const float side = i % 2 ? 1.0f : -1.0f;
        const scree_vec2 out = i < 2 ? (scree_vec2){side, 0.0f} : (scree_vec2){0.0f, side};
        const scree_segment segment = {corner[i], corner[(i + 1) % 4]};
        const scree_vec2 in = {-out.x, -out.y};
        const float at = h + HALF_WALL, length = at + HALF_WALL;
        const scree_polygon box =
            scree_polygon_box_at(i < 2 ? HALF_WALL : length, i < 2 ? length : HALF_WALL,
                                 (scree_vec2){at * out.x, at * out.y}, 0.0f, 0.0f);
        scree_shape_id wall = {0};
        if (r->wall == SEGMENTS)
        {
            wall = scree_shape_create_segment(world, body, &def, &segment);
        }
        else if (r->wall == HALF_SPACES)
        {
            const scree_half_space half_space = {in, -h};
            wall = scree_shape_create_half_space(world, body, &def, &half_space);
        }
        else
        {
            wall = add_polygon(world, body, &def, &box);
        }
        assert_true(wall.value != 0);
    }
}

/// A disc, box, capsule, polygon or two discs of a radius from 2 to 100 mm; returns its area.
static float add_small(scree_world *world, room *r, const scree_shape_def *def, int i, float radius)
{
    const scree_body_id body = r->bodies[i];
    const int kind = random_below(&r->random, 5);
    const scree_circle other = {{3.0f * radius, 0.0f}, radius};
    scree_polygon polygon;
    r->dumbbell[i] = kind == 4;
    switch (kind)
    {
    case 0:
        add_circle(world, body, def, radius);
        r->size[i] = radius;
        return 3.2f * radius * radius;
    case 1:
        add_box(world, body, def, radius, 0.5f * radius);
        r->size[i] = 1.2f * radius;
        return 2.0f * radius * radius;
    case 2:
        add_capsule(world, body, def, radius, 0.5f * radius);
        r->size[i] = 1.5f * radius;
        return 2.8f * radius * radius;
    case 3:
        polygon = regular_polygon(3 + random_below(&r->random, 5), radius,
                                  random_below(&r->random, 2) ? 0.3f * radius : 0.0f);
        add_polygon(world, body, def, &polygon);
        r->size[i] = 1.3f * radius;
        return 4.0f * radius * radius;
    default:
        add_circle(world, body, def, radius);
        assert_true(scree_shape_create_circle(world, body, def, &other).value != 0);
        r->size[i] = 4.0f * radius;
        return 6.3f * radius * radius;
    }
}

/// Bodies of one size, give or take a half, that fill a third of the room at most.
static void add_bodies(scree_world *world, room *r)
{
    test_random *random = &r->random;
    const float usual = 0.002f * powf(50.0f, random_between(random, 0.0f, 1.0f));
    const float speed = random_between(random, 0.0f, 100.0f), inner = r->half - 4.5f * usual * 1.5f;
    const scree_shape_def def =
        surface(random_between(random, 0.0f, 1.0f), 0.5f * (float)random_below(random, 3));
    const bool bullets = random_below(random, 4) == 0;
    float area = 0.0f;
    while (r->count < MAX_BODIES && area < 1.3f * r->half * r->half)
    {
        const float radius = fmaxf(0.002f, usual * random_between(random, 0.5f, 1.5f));
        const float x = random_between(random, -inner, inner);
        const float y = random_between(random, -inner, inner);
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, x, y, random_between(random, -3.0f, 3.0f));
        r->bodies[r->count] = body;
        area += add_small(world, r, &def, r->count, radius);
        const scree_vec2 v = {random_between(random, -speed, speed),
                              random_between(random, -speed, speed)};
        scree_body_set_velocity(world, body, v, random_between(random, -30.0f, 30.0f));
        scree_body_set_bullet(world, body, bullets);
        ++r->count;
    }
}

static bool is_beyond(const room *r, scree_vec2 p, float by)
{
    return !(fabsf(p.x) <= r->half + by && fabsf(p.y) <= r->half + by);
}

static void count_outside(scree_world *world, room *r)
{
    const float wall = r->wall == BOXES ? HALF_WALL : 0.0f;
    for (int i = 0; i < r->count; ++i)
    {
        const scree_vec2 p = scree_body_position(world, r->bodies[i]);
        const scree_vec2 q = r->dumbbell[i]
                                 ? scree_body_world_point(world, r->bodies[i],
                                                          (scree_vec2){0.75f * r->size[i], 0.0f})
                                 : p;
        r->beyond += is_beyond(r, p, wall) || is_beyond(r, q, wall);
        r->outside += is_beyond(r, p, 2.0f * wall + r->size[i]);
    }
}

static void run_room(room *r, int number)
{
    r->random = random_of(0x9e3779b97f4a7c15u * (uint64_t)(number + 1));
    r->wall = (wall)(number / SCREE_SOLVER_COUNT % WALLS);
    r->half = random_between(&r->random, 0.5f, 1.0f);
    scree_world_def def = def_solved_by(number % SCREE_SOLVER_COUNT);
    def.enable_sleep = false;
    // Into a corner, or along the walls.
    const float g = random_between(&r->random, 0.0f, 100.0f);
    r->gravity = (scree_vec2){random_below(&r->random, 2) ? g : 0.3f * g, -g};
    r->shuttles = random_below(&r->random, 2);
    def.gravity = r->gravity;
    scoped_world *world = world_of(&def);
    add_walls(world, r);
    add_bodies(world, r);
    for (int k = 0; k < STEPS; ++k)
    {
        if (r->shuttles && k % 30 == 0)
        {
            r->gravity = (scree_vec2){-r->gravity.x, -r->gravity.y};
            scree_world_set_gravity(world, r->gravity);
        }
        step_world(world);
    }
    count_outside(world, r);
}

static room looked_at(int number)
{
    room r = {.count = 0};
    run_room(&r, number);
    if (r.beyond != 0)
    {
        print_message("room %d: %d of %d bodies outside, %d with a centre\n", number, r.outside,
                      r.count, r.beyond);
    }
    return r;
}

TEST(crowds_of_small_fast_bodies_stay_in_closed_rooms)
{
    int count = ROOMS, first = 0;
    const char *asked = getenv("SCREE_ROOMS");
    if (asked != NULL)
    {
        assert_true(sscanf(asked, "%d,%d", &count, &first) >= 1);
    }
    int bodies = 0, beyond = 0, outside = 0;
    for (int i = 1; i <= count; ++i)
    {
        const room r = looked_at(first + i - 1);
        bodies += r.count;
        beyond += r.beyond;
        outside += r.outside;
        if (asked != NULL && (i % 500 == 0 || i == count))
        {
            print_message("%d rooms, %d bodies: %d outside, %d with a centre\n", i, bodies, outside,
                          beyond);
        }
    }
    assert_int_equal(outside, 0);
    assert_int_equal(beyond, 0);
}

/// In these a bullet whose path was cut twice was once taken to turn the long way round.
TEST(bullets_that_are_stopped_twice_in_a_step_turn_as_far_as_they_did)
{
    assert_int_equal(looked_at(192).beyond, 0);
    assert_int_equal(looked_at(1184).beyond, 0);
}

/// In this one a disc of a pair begins a turn nearer to a wall than arcs used to be held at.
TEST(centres_that_graze_a_wall_do_not_pass_it_along_an_arc)
{
    assert_int_equal(looked_at(8804).beyond, 0);
}
