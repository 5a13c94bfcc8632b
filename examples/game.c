/// A small game without a window: a truck carries crates over hills, a bridge and through a wall.
/// A script presses the keys. The first try ends in the chasm and is taken back to the checkpoint.
///
/// It uses chains, joints that break, sensors, events, bullets, explosions, rays, particles, a soft
/// rope, images and the clock.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// The substance of a shape: the user id of its material.
typedef enum substance
{
    ROCK,
    WOOD,
    METAL,
    CARGO,
    BRICK,
    SHELL,
    SUBSTANCES
} substance;

enum
{
    CRATES = 3,
    COINS = 6,
    PLANKS = 16,
    DUST = 64
};

static const float plank_length = 0.5f;                        // m
static const float chasm_left = 25.0f, chasm_right = 33.0f;    // m
static const float wall_x = 45.0f, goal_x = 58.0f;             // m
static const float shell_speed = 60.0f, engine_speed = 22.0f;  // m/s, rad/s

/// A key that the script presses: from a step on, in a try.
typedef struct key
{
    int try_number, step;
    float throttle;  // -1 to 1
    bool fire;
} key;

static const key script[] = {
    {1, 0, 1.0f, false},   {1, 240, 1.0f, true},   // fires at the bridge, by mistake
    {2, 0, 1.0f, false},   {2, 340, 0.0f, false},  // stops before the wall
    {2, 500, 0.0f, true},  {2, 560, 0.0f, true},   {2, 620, 0.0f, true},
    {2, 700, 1.0f, false}, {2, 1000, 0.0f, false},
};

/// All state of the game except the world: a copy of it goes with an image of the world.
typedef struct game
{
    scree_body_id chassis, crates[CRATES], coins[COINS], shell;
    scree_joint_id engine;
    scree_shape_id chassis_shape, goal;
    scree_soft_body_id antenna;
    scree_particle_id dust[DUST];
    int dust_begin, try_number, step, coin_count, breaks, hits[SUBSTANCES];
    bool won;
} game;

static scree_shape_def made_of(substance what, float density)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = density;
    def.material.user_id = (uint32_t)what;
    def.material.friction = what == METAL ? 1.0f : 0.6f;
    def.enable_hit_events = what == CARGO || what == SHELL;
    return def;
}

static scree_body_id add_box(scree_world *world, scree_vec2 center, float half_width,
                             float half_height, const scree_shape_def *def)
{
    scree_body_def body_def = scree_body_def_default();
    body_def.type = SCREE_BODY_DYNAMIC;
    body_def.position = center;
    scree_body_id body = scree_body_create(world, &body_def);
    scree_polygon box = scree_polygon_box(half_width, half_height);
    scree_shape_create_polygon(world, body, def, &box);
    return body;
}

static scree_shape_id add_sensor(scree_world *world, scree_vec2 center, float radius)
{
    scree_body_def def = scree_body_def_default();
    def.position = center;
    scree_shape_def sensor = scree_shape_def_default();
    sensor.sensor = true;
    scree_circle circle = {{0.0f, 0.0f}, radius};
    return scree_shape_create_circle(world, scree_body_create(world, &def), &sensor, &circle);
}

/// One cliff: a chain from right to left, with hills, and its side of the chasm.
static scree_body_id add_cliff(scree_world *world, float left, float right)
{
    scree_vec2 points[128];
    int count = 0;
    points[count++] = scree_vec2_from(right, -20.0f);
    for (float x = right; x >= left; x -= 0.5f)
    {
        float hills = x > 8.0f && x < 20.0f ? 0.25f * (1.0f - cosf(1.5707964f * (x - 8.0f))) : 0.0f;
        points[count++] = scree_vec2_from(x, hills);
    }
    points[count++] = scree_vec2_from(left, -20.0f);
    scree_body_def def = scree_body_def_default();
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def rock = made_of(ROCK, 1.0f);
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = count;
    scree_chain_create(world, body, &rock, &chain);
    return body;
}

static void add_bridge(scree_world *world, scree_body_id left, scree_body_id right)
{
    scree_shape_def wood = made_of(WOOD, 60.0f);
    scree_body_id previous = left;
    for (int i = 0; i <= PLANKS; ++i)
    {
        float x = chasm_left + (float)i * plank_length;
        scree_body_id next = right;
        if (i < PLANKS)
        {
            scree_vec2 center = {x + 0.5f * plank_length, -0.08f};
            next = add_box(world, center, 0.5f * plank_length, 0.08f, &wood);
        }
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = previous;
        hinge.base.body_b = next;
        scree_joint_frames_at(world, scree_vec2_from(x, -0.08f), scree_vec2_from(1.0f, 0.0f),
                              &hinge.base);
        hinge.base.break_force = 40000.0f;  // N
        scree_joint_create_revolute(world, &hinge);
        previous = next;
    }
}

static void add_truck(scree_world *world, game *g)
{
    scree_shape_def metal = made_of(METAL, 100.0f);
    metal.enable_sensor_events = true;
    g->chassis = add_box(world, scree_vec2_from(0.0f, 0.9f), 1.5f, 0.2f, &metal);
    scree_body_shapes(world, g->chassis, &g->chassis_shape, 1);
    metal.enable_sensor_events = false;
    for (int i = 0; i < 2; ++i)
    {
        // Boards at both ends keep the crates on the truck.
        scree_vec2 end = {i == 0 ? -1.45f : 1.1f, 0.5f};
        scree_polygon board = scree_polygon_box_at(0.05f, 0.3f, end, 0.0f, 0.0f);
        scree_shape_create_polygon(world, g->chassis, &metal, &board);

        scree_body_def wheel_def = scree_body_def_default();
        wheel_def.type = SCREE_BODY_DYNAMIC;
        wheel_def.position = scree_vec2_from(i == 0 ? -1.0f : 1.0f, 0.45f);
        scree_body_id wheel = scree_body_create(world, &wheel_def);
        scree_circle tyre = {{0.0f, 0.0f}, 0.4f};
        scree_shape_create_circle(world, wheel, &metal, &tyre);
        scree_wheel_joint_def axle = scree_wheel_joint_def_default();
        axle.base.body_a = g->chassis;
        axle.base.body_b = wheel;
        scree_joint_frames_at(world, wheel_def.position, scree_vec2_from(0.0f, 1.0f), &axle.base);
        axle.spring.hertz = 4.0f;
        axle.motor.enable = i == 0;
        axle.motor.max = 500.0f;  // N m
        scree_joint_id joint = scree_joint_create_wheel(world, &axle);
        g->engine = i == 0 ? joint : g->engine;
    }
    scree_shape_def cargo = made_of(CARGO, 50.0f);
    for (int i = 0; i < CRATES; ++i)
    {
        scree_vec2 center = {-1.0f + 0.62f * (float)i, 1.42f};
        g->crates[i] = add_box(world, center, 0.3f, 0.3f, &cargo);
    }
    scree_soft_body_def rope = scree_soft_body_def_default();
    rope.position = scree_vec2_from(-1.5f, 1.1f);
    rope.mass = 0.5f;
    rope.damping = 1.0f;
    scree_vec2 from = {0.0f, 0.0f}, to = {-0.8f, 0.0f};
    g->antenna = scree_soft_body_create_rope(world, &rope, from, to, 8, false, false);
    scree_soft_body_attach(world, g->antenna, 0, g->chassis, scree_vec2_from(-1.5f, 0.2f));
}

static void build_level(scree_world *world, game *g)
{
    scree_body_id left = add_cliff(world, -10.0f, chasm_left);
    scree_body_id right = add_cliff(world, chasm_right, 80.0f);
    add_bridge(world, left, right);
    add_truck(world, g);
    scree_shape_def brick = made_of(BRICK, 60.0f);
    for (int i = 0; i < 16; ++i)
    {
        scree_vec2 center = {wall_x + 0.62f * (float)(i % 2), 0.26f + 0.51f * (float)(i / 2)};
        add_box(world, center, 0.3f, 0.25f, &brick);
    }
    for (int i = 0; i < COINS; ++i)
    {
        scree_vec2 center = {5.0f + 9.0f * (float)i, 1.2f};
        g->coins[i] = scree_shape_body(world, add_sensor(world, center, 0.3f));
    }
    g->goal = add_sensor(world, scree_vec2_from(goal_x, 1.0f), 0.5f);
}

/// Fires a shell, if something is in the line of fire.
static void fire(scree_world *world, game *g)
{
    scree_vec2 forward = scree_body_world_vector(world, g->chassis, scree_vec2_from(1.0f, 0.0f));
    scree_vec2 muzzle = scree_body_world_point(world, g->chassis, scree_vec2_from(1.7f, 0.0f));
    if (g->try_number == 1)
    {
        forward = scree_vec2_normalize(scree_vec2_from(1.0f, -0.2f));  // the bad shot
    }
    scree_query_filter filter = scree_query_filter_default();
    filter.ignored_body = g->chassis;
    scree_ray_hit hit =
        scree_world_cast_ray(world, muzzle, scree_vec2_scale(forward, 20.0f), filter);
    if (scree_shape_is_null(hit.shape))
    {
        printf("%4d: nothing to fire at\n", g->step);
        return;
    }
    printf("%4d: fires at x = %.1f m\n", g->step, (double)hit.point.x);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = muzzle;
    def.linear_velocity = scree_vec2_scale(forward, shell_speed);
    def.bullet = true;
    g->shell = scree_body_create(world, &def);
    scree_shape_def shell = made_of(SHELL, 100.0f);
    scree_circle circle = {{0.0f, 0.0f}, 0.1f};
    scree_shape_create_circle(world, g->shell, &shell, &circle);
}

/// Before each step: the keys, and dust behind the rear wheel.
static void before_step(scree_world *world, void *context)
{
    game *g = (game *)context;
    for (size_t i = 0; i < sizeof script / sizeof script[0]; ++i)
    {
        if (script[i].try_number == g->try_number && script[i].step == g->step)
        {
            scree_joint_set_motor_speed(world, g->engine, -engine_speed * script[i].throttle);
            if (script[i].fire)
            {
                fire(world, g);
            }
        }
    }
    scree_particle_id *oldest = &g->dust[g->dust_begin++ % DUST];
    if (!scree_particle_is_null(*oldest))
    {
        scree_particle_destroy(world, *oldest);
    }
    scree_particle_def dust = scree_particle_def_default();
    dust.position = scree_body_world_point(world, g->chassis, scree_vec2_from(-1.8f, -0.3f));
    dust.velocity = scree_vec2_from(-1.0f, 2.0f);
    dust.radius = 0.04f;
    *oldest = scree_particle_create(world, &dust);
}

static void on_hit(scree_world *world, game *g, const scree_contact_hit *hit)
{
    // A real game would play a sound here, of the two materials and as loud as the impulse.
    g->hits[scree_shape_material_user_id(world, hit->shape_a)] += 1;
    g->hits[scree_shape_material_user_id(world, hit->shape_b)] += 1;
    if (scree_body_is_same(hit->body_a, g->shell) || scree_body_is_same(hit->body_b, g->shell))
    {
        scree_explosion_def blast = scree_explosion_def_default();
        blast.position = hit->position;
        blast.radius = 1.0f;
        blast.falloff = 1.5f;
        blast.impulse_per_length = 250.0f;
        blast.filter.ignored_body = g->chassis;
        scree_world_explode(world, &blast);
        scree_body_destroy(world, g->shell);
        g->shell = scree_body_null();
    }
}

/// After each step: its events.
static void after_step(scree_world *world, void *context)
{
    game *g = (game *)context;
    scree_contact_events contacts = scree_world_contact_events(world);
    for (int i = 0; i < contacts.hit_count; ++i)
    {
        on_hit(world, g, &contacts.hits[i]);
    }
    scree_sensor_events sensors = scree_world_sensor_events(world);
    for (int i = 0; i < sensors.begin_count; ++i)
    {
        if (scree_shape_is_same(sensors.begins[i].sensor, g->goal))
        {
            g->won = true;
        }
        else
        {
            scree_body_destroy(world, sensors.begins[i].sensor_body);
            ++g->coin_count;
        }
    }
    g->breaks += scree_world_joint_events(world).break_count;
    ++g->step;
}

static int crates_on_truck(const scree_world *world, const game *g)
{
    int count = 0;
    for (int i = 0; i < CRATES; ++i)
    {
        scree_vec2 at =
            scree_body_local_point(world, g->chassis, scree_body_position(world, g->crates[i]));
        count += fabsf(at.x) < 1.5f && at.y > 0.0f && at.y < 2.0f;
    }
    return count;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.keep_previous_poses = true;
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }
    static game g, saved;
    g.try_number = 1;
    build_level(world, &g);

    // The checkpoint.
    size_t size = scree_world_image_size(world);
    void *checkpoint = malloc(size);
    if (checkpoint == NULL || scree_world_save_image(world, checkpoint, size) != SCREE_OK)
    {
        puts(scree_error_text(NULL));
        return 1;
    }
    saved = g;

    scree_clock clock = scree_clock_default();
    clock.before_step = before_step;
    clock.after_step = after_step;
    clock.context = &g;
    static float instances[4 * 128];
    int frames = 0, drawn = 0;
    while (!g.won && g.try_number < 3 && frames < 4000)
    {
        scree_advance done = scree_world_advance(world, frames++ % 2 == 0 ? 0.013 : 0.021, &clock);
        drawn += scree_world_write_interpolated(world, done.alpha, instances, 128);
        if (scree_body_position(world, g.chassis).y < -3.0f || g.step > 1500)
        {
            printf("%4d: the truck is lost with %d coins; %d hinges broke\n", g.step, g.coin_count,
                   g.breaks);
            int try_number = g.try_number + 1;
            scree_world_restore_image(world, checkpoint, size);
            g = saved;
            g.try_number = try_number;
        }
    }
    int crates = crates_on_truck(world, &g);
    printf("%4d: %s with %d of %d coins and %d of %d crates, in try %d\n", g.step,
           g.won ? "won" : "lost", g.coin_count, COINS, crates, CRATES, g.try_number);
    printf("%d hits of crates, %d frames, %d poses drawn\n", g.hits[CARGO], frames, drawn);
    free(checkpoint);
    scree_world_destroy(world);
    return g.won ? 0 : 1;
}
