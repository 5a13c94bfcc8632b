/// From events to the objects of the program: by user data, and by id if the shape is destroyed.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    CRATES = 3
};

typedef struct crate
{
    const char *name;
    scree_body_id body;
    scree_shape_id shape;
} crate;

static crate crates[CRATES] = {{"glass", {0}, {0}}, {"wood", {0}, {0}}, {"iron", {0}, {0}}};

static void add_crate(scree_world *world, crate *own, float x, float y)
{
    scree_body_def body_def = scree_body_def_default();
    body_def.type = SCREE_BODY_DYNAMIC;
    body_def.position = scree_vec2_from(x, y);
    own->body = scree_body_create(world, &body_def);
    scree_shape_def def = scree_shape_def_default();
    def.user_data = own;  // leads from the shape to the object
    def.enable_contact_events = true;
    def.enable_hit_events = true;
    def.enable_sensor_events = true;
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);
    own->shape = scree_shape_create_polygon(world, own->body, &def, &square);
}

/// The object of a shape, or null. A destroyed shape has no user data, but its id still identifies
/// it: later shapes get other ids. A game with many objects would keep a hash table by
/// `shape.value`.
static crate *crate_of(const scree_world *world, scree_shape_id shape)
{
    if (scree_shape_is_valid(world, shape))
        return (crate *)scree_shape_user_data(world, shape);
    for (int i = 0; i < CRATES; ++i)
    {
        if (scree_shape_is_same(crates[i].shape, shape))
            return &crates[i];
    }
    return NULL;
}

/// Either side of an event may be the crate: a is the shape of the lower slot.
static crate *crate_of_pair(const scree_world *world, scree_shape_id a, scree_shape_id b)
{
    crate *own = crate_of(world, a);
    return own != NULL ? own : crate_of(world, b);
}

static void read_events(scree_world *world, int step)
{
    float time = (float)step / 60.0f;
    scree_sensor_events sensors = scree_world_sensor_events(world);
    for (int i = 0; i < sensors.begin_count; ++i)
    {
        crate *own = crate_of(world, sensors.begins[i].visitor);
        printf("%.2f s: %s enters the zone\n", (double)time, own->name);
    }
    scree_contact_events events = scree_world_contact_events(world);
    for (int i = 0; i < events.end_count; ++i)
    {
        crate *own = crate_of_pair(world, events.ends[i].shape_a, events.ends[i].shape_b);
        bool broken = !scree_shape_is_valid(world, own->shape);
        printf("%.2f s: %s %s\n", (double)time, own->name, broken ? "is gone" : "left the ground");
    }
    for (int i = 0; i < events.hit_count; ++i)
    {
        crate *own = crate_of_pair(world, events.hits[i].shape_a, events.hits[i].shape_b);
        printf("%.2f s: %s hits at %.0f m/s\n", (double)time, own->name,
               (double)events.hits[i].approach_speed);
        if (own == &crates[0])
            scree_body_destroy(world, own->body);  // its contact ends in the next step
    }
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &material, &half_space);
    scree_shape_def zone = scree_shape_def_default();
    zone.sensor = true;
    scree_polygon box = scree_polygon_box_at(10.0f, 0.2f, scree_vec2_from(0.0f, 3.0f), 0.0f, 0.0f);
    scree_shape_create_polygon(world, ground, &zone, &box);

    for (int i = 0; i < CRATES; ++i)
    {
        add_crate(world, &crates[i], 2.0f * (float)i, 5.0f + (float)i);
    }
    for (int step = 1; step <= 120; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        read_events(world, step);
    }
    scree_world_destroy(world);
    return 0;
}
