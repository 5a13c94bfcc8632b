/// Dragging a body with the mouse: a motor joint whose spring pulls the grabbed point to the
/// cursor. Other engines call this a mouse joint.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

typedef struct drag
{
    scree_body_id cursor;  // kinematic, without shapes
    scree_joint_id joint;  // null: nothing is dragged
} drag;

static drag create_drag(scree_world *world)
{
    drag d = {scree_body_null(), scree_joint_null()};
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    d.cursor = scree_body_create(world, &def);
    return d;
}

/// The first dynamic body at a point, before or behind static scenery; null if there is none.
static scree_body_id dynamic_body_at(const scree_world *world, scree_vec2 point)
{
    scree_shape_id shapes[16];
    int count = scree_world_overlap_point(world, point, scree_query_filter_default(), shapes, 16);
    for (int i = 0; i < count && i < 16; ++i)
    {
        scree_body_id body = scree_shape_body(world, shapes[i]);
        if (scree_body_get_type(world, body) == SCREE_BODY_DYNAMIC)
        {
            return body;
        }
    }
    return scree_body_null();
}

/// The button goes down: grabs the dynamic body under the cursor, if there is one.
static bool grab(scree_world *world, drag *d, scree_vec2 point)
{
    scree_body_id body = dynamic_body_at(world, point);
    if (scree_body_is_null(body))
    {
        return false;
    }
    scree_body_set_position(world, d->cursor, point);
    scree_motor_joint_def def = scree_motor_joint_def_default();
    def.base.body_a = d->cursor;
    def.base.body_b = body;
    def.base.frame_b.position = scree_body_local_point(world, body, point);
    def.base.collide_connected = true;
    def.linear_hertz = 5.0f;
    def.linear_damping_ratio = 1.0f;
    // A limit in proportion to the weight keeps a drag from tearing other bodies apart.
    def.max_spring_force =
        100.0f * scree_body_mass(world, body) * scree_vec2_length(scree_world_gravity(world));
    d->joint = scree_joint_create_motor(world, &def);
    return !scree_joint_is_null(d->joint);
}

/// The cursor moves. A target gives it the velocity that brings it there in one step.
static void move(scree_world *world, drag *d, scree_vec2 point, float dt)
{
    scree_body_set_target_transform(world, d->cursor, point, 0.0f, dt);
}

static void release(scree_world *world, drag *d)
{
    scree_joint_destroy(world, d->joint);
    d->joint = scree_joint_null();
}

int main(void)
{
    const float dt = 1.0f / 60.0f;
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &def), &material, &half_space);
    // Scenery behind the box, which does not collide with it: they share a negative group.
    material.filter.group = -1;
    scree_polygon backdrop = scree_polygon_box(5.0f, 2.0f);
    scree_shape_create_polygon(world, scree_body_create(world, &def), &material, &backdrop);
    def.type = SCREE_BODY_DYNAMIC;
    def.position.y = 0.5f;
    scree_body_id box = scree_body_create(world, &def);
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);
    scree_shape_create_polygon(world, box, &material, &square);

    // Grabs the upper right corner of the box and lifts it in a circle to (4, 4).
    drag d = create_drag(world);
    const scree_vec2 corner = {0.45f, 0.95f};
    bool missed = !grab(world, &d, scree_vec2_from(3.0f, 3.0f));
    bool grabbed = grab(world, &d, corner);
    for (int step = 0; step < 180; ++step)
    {
        float t = fminf((float)step / 120.0f, 1.0f);
        scree_vec2 target = {corner.x + t * (4.0f - corner.x),
                             corner.y + t * (4.0f - corner.y) + sinf(3.1415927f * t)};
        move(world, &d, target, dt);
        scree_world_step(world, dt, 4);
    }
    scree_vec2 held = scree_body_world_point(world, box, scree_vec2_from(0.45f, 0.45f));
    printf("the corner is held at (%.2f, %.2f) m\n", (double)held.x, (double)held.y);
    release(world, &d);
    for (int step = 0; step < 180; ++step)
    {
        scree_world_step(world, dt, 4);
    }
    float y = scree_body_position(world, box).y;
    printf("released, the box lies at %.2f m\n", (double)y);
    scree_world_destroy(world);
    return missed && grabbed && fabsf(held.x - 4.0f) < 0.05f && fabsf(y - 0.5f) < 0.02f ? 0 : 1;
}
