/// A small platformer: a character walks up a slope and stairs, jumps over a gap, pushes a crate,
/// and is stopped by a wall.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

enum
{
    PLANES = 16,
    ROUNDS = 5
};

static const float dt = 1.0f / 60.0f;   // s
static const float max_speed = 6.0f;    // m/s
static const float jump_speed = 9.0f;   // m/s
static const float gravity = 25.0f;     // m/s^2: games fall faster than stones
static const float leg_length = 0.35f;  // m: the capsule floats so high above the ground

typedef struct character
{
    scree_capsule capsule;
    scree_vec2 position, velocity;
    float leg_velocity;  // m/s, of the spring that the capsule stands on
    bool on_ground;
} character;

static void move_through_world(scree_world *world, character *c, scree_vec2 target)
{
    scree_query_filter filter = scree_query_filter_default();
    scree_mover_plane planes[PLANES];
    int count = 0;
    for (int round = 0; round < ROUNDS; ++round)
    {
        count = scree_world_collide_mover(world, &c->capsule, c->position, filter, planes, PLANES);
        count = count < PLANES ? count : PLANES;
        scree_vec2 wanted = {target.x - c->position.x, target.y - c->position.y};
        scree_vec2 way = scree_mover_solve_planes(wanted, planes, count).translation;
        float fraction =
            scree_world_cast_mover(world, &c->capsule, c->position, way, filter).fraction;
        c->position.x += fraction * way.x;
        c->position.y += fraction * way.y;
        if (fraction == 1.0f && fabsf(way.x) + fabsf(way.y) < 0.001f)
        {
            break;
        }
    }
    // Push the bodies that the character ran into, as a body of 20 kg would.
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 n = planes[i].normal;
        float speed = -(c->velocity.x * n.x + c->velocity.y * n.y);
        if (planes[i].push > 0.0f && speed > 0.0f)
        {
            scree_vec2 impulse = {-20.0f * dt * speed * n.x, -20.0f * dt * speed * n.y};
            scree_body_apply_impulse(world, scree_shape_body(world, planes[i].shape), impulse,
                                     planes[i].point);
        }
    }
    c->velocity = scree_mover_clip_vector(c->velocity, planes, count);
}

/// A leg under the capsule, modelled as a spring: this is enough for small steps and slopes.
static void stand(scree_world *world, character *c)
{
    float reach = c->capsule.radius + (c->on_ground ? 2.0f : 1.0f) * leg_length;
    scree_vec2 foot = {c->position.x + c->capsule.point_a.x, c->position.y + c->capsule.point_a.y};
    scree_vec2 down = {0.0f, -reach};
    scree_ray_hit hit = scree_world_cast_ray(world, foot, down, scree_query_filter_default());
    bool ground = hit.shape.value != 0 && hit.normal.y > 0.6f;
    c->on_ground = ground && (c->on_ground || c->velocity.y <= 0.0f);
    if (!c->on_ground)
    {
        c->leg_velocity = 0.0f;
        c->velocity.y -= gravity * dt;
        return;
    }
    // A damped spring of 5 Hz, by an implicit step.
    float omega = 2.0f * 3.1415927f * 5.0f, stretch = hit.fraction * reach - c->capsule.radius;
    float error = stretch - leg_length, damping = 1.6f * omega * dt + omega * omega * dt * dt;
    c->leg_velocity = (c->leg_velocity - omega * omega * dt * error) / (1.0f + damping);
    c->velocity.y = 0.0f;
}

static void update(scree_world *world, character *c, float throttle, bool jump)
{
    stand(world, c);
    float grip = c->on_ground ? 0.25f : 0.05f;
    c->velocity.x += grip * (throttle * max_speed - c->velocity.x);
    if (jump && c->on_ground)
    {
        c->velocity.y = jump_speed;
        c->leg_velocity = 0.0f;
        c->on_ground = false;
    }
    scree_vec2 target = {c->position.x + dt * c->velocity.x,
                         c->position.y + dt * (c->velocity.y + c->leg_velocity)};
    move_through_world(world, c, target);
}

static void add_block(scree_world *world, float left, float right, float bottom, float top)
{
    scree_body_def def = scree_body_def_default();
    def.position.x = 0.5f * (left + right);
    def.position.y = 0.5f * (bottom + top);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(0.5f * (right - left), 0.5f * (top - bottom));
    scree_shape_create_polygon(world, scree_body_create(world, &def), &material, &box);
}

/// Ground, a slope of 2 m, stairs of 12 steps, a gap, and a wall at the end.
static void build_level(scree_world *world)
{
    add_block(world, -10.0f, 45.0f, -2.0f, 0.0f);
    scree_body_def ground = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_vec2 corners[4] = {{5.0f, 0.0f}, {9.0f, 2.0f}, {12.0f, 2.0f}, {12.0f, 0.0f}};
    scree_polygon slope;
    scree_polygon_hull(corners, 4, 0.0f, &slope);
    scree_shape_create_polygon(world, scree_body_create(world, &ground), &material, &slope);
    for (int i = 0; i < 12; ++i)
    {
        add_block(world, 12.0f + 0.4f * (float)i, 22.0f, 0.0f, 2.2f + 0.2f * (float)i);
    }
    add_block(world, 24.5f, 40.0f, 0.0f, 4.4f);
    add_block(world, 39.9f, 40.0f, 4.4f, 9.0f);  // 0.1 m thin
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }
    build_level(world);
    scree_body_def crate_def = scree_body_def_default();
    crate_def.type = SCREE_BODY_DYNAMIC;
    crate_def.position.x = 30.0f;
    crate_def.position.y = 4.8f;
    scree_body_id crate = scree_body_create(world, &crate_def);
    scree_shape_def light = scree_shape_def_default();
    scree_polygon square = scree_polygon_box(0.4f, 0.4f);
    scree_shape_create_polygon(world, crate, &light, &square);

    character hero = {{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f}, {0.0f, 2.0f}, {0.0f, 0.0f}, 0.0f, false};
    float highest = 0.0f;
    bool jumped = false;
    for (int frame = 0; frame < 600; ++frame)
    {
        // Runs to the right, and jumps at the edge of the gap.
        bool at_edge = hero.position.x > 21.2f && hero.position.x < 22.5f;
        bool jump = at_edge && !jumped;
        jumped = jumped || (jump && hero.on_ground);
        update(world, &hero, 1.0f, jump);
        scree_world_step(world, dt, 4);
        highest = hero.position.y > highest ? hero.position.y : highest;
        if (frame % 60 == 59)
        {
            printf("%2d s: at (%.2f, %.2f) m, %s\n", (frame + 1) / 60, (double)hero.position.x,
                   (double)hero.position.y, hero.on_ground ? "on the ground" : "in the air");
        }
    }
    float pushed = scree_body_position(world, crate).x - 30.0f;
    // On the upper level, in front of the wall, with only the pushed crate in between.
    bool climbed = highest > 5.0f && hero.position.y > 4.4f;
    bool stopped = hero.position.x < 39.6f && hero.position.x > 30.0f;
    printf("%s, %s, %s\n", climbed ? "climbed" : "did not climb",
           pushed > 1.0f ? "pushed the crate" : "did not push the crate",
           stopped ? "stopped at the wall" : "was not stopped");
    scree_world_destroy(world);
    return climbed && pushed > 1.0f && stopped ? 0 : 1;
}
