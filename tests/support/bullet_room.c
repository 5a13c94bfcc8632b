#include "tests/support/bullet_room.h"

#include "tests/support/worlds.h"

#define HALF_WALL 0.05f

#define MAX_COUNT 1000

static void add_walls(scree_world *world, float half)
{
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_body_id body = static_body(world);
    float at = half + HALF_WALL, length = half + 2.0f * HALF_WALL;
    for (int i = 0; i < 4; ++i)
    {
        float side = i % 2 ? 1.0f : -1.0f;
        bool upright = i >= 2;
        scree_polygon wall = scree_polygon_box_at(
            upright ? HALF_WALL : length, upright ? length : HALF_WALL,
            (scree_vec2){upright ? side * at : 0.0f, upright ? 0.0f : side * at}, 0.0f, 0.0f);
        add_polygon(world, body, &def, &wall);
    }
}

static scree_body_id add_flyer(scree_world *world, const bullet_room *room, test_random *random,
                               int i)
{
    float inner = room->half - 1.0f, sine, cosine;
    scree_sincos(random_between(random, -3.14f, 3.14f), &sine, &cosine);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position =
        (scree_vec2){random_between(random, -inner, inner), random_between(random, -inner, inner)};
    def.angle = random_between(random, -3.0f, 3.0f);
    def.linear_velocity = (scree_vec2){room->speed * cosine, room->speed * sine};
    def.angular_velocity = random_between(random, -room->spin, room->spin);
    def.bullet = room->bullets;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def shape = surface(0.3f, room->restitution);
    shape.filter.group = room->bullets ? 0 : -1;
    switch (i % 4)
    {
    case 0:
        add_box(world, body, &shape, 0.05f, 0.05f);
        break;
    case 1:
        add_circle(world, body, &shape, 0.05f);
        break;
    case 2:
        add_box(world, body, &shape, 0.5f, 0.005f);
        break;
    default:
        add_capsule(world, body, &shape, 0.2f, 0.03f);
        break;
    }
    return body;
}

static bool is_outside(const bullet_room *room, scree_vec2 p)
{
    float limit = room->half + HALF_WALL;
    return !(fabsf(p.x) <= limit && fabsf(p.y) <= limit);
}

uint64_t fly_in_room(bullet_room *room, int steps)
{
    scree_body_id id[MAX_COUNT];
    bool gone[MAX_COUNT] = {false};
    scree_world_def def = awake_world_def();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    def.simd = room->simd;
    def.solver = room->solver;
    def.worker_count = room->workers > 0 ? room->workers : 1;
    def.enable_continuous = !room->off;
    scoped_world *world = world_of(&def);
    test_random random = random_of(77);
    add_walls(world, room->half);
    for (int i = 0; i < room->count; ++i)
    {
        id[i] = add_flyer(world, room, &random, i);
    }
    room->outside = room->hits = 0;
    for (int k = 0; k < steps; ++k)
    {
        step_world(world);
        room->hits += scree_world_counters(world).continuous_hits;
        for (int i = 0; i < room->count; ++i)
        {
            scree_vec2 v = scree_body_linear_velocity(world, id[i]);
            if (!gone[i] && is_outside(room, scree_body_position(world, id[i])))
            {
                gone[i] = true;
                ++room->outside;
            }
            float speed = sqrtf(v.x * v.x + v.y * v.y);
            if (speed < 0.9f * room->speed && speed > 0.0f)
            {
                float scale = room->speed / speed;
                scree_body_set_velocity(world, id[i], (scree_vec2){scale * v.x, scale * v.y},
                                        scree_body_angular_velocity(world, id[i]));
            }
        }
    }
    return scree_world_hash(world);
}
