/// Debug drawing: everything once, where it is, in the colour of its state.
#include "tests/support/worlds.h"
#include "world/draw/find_in_view.h"

#include <stdlib.h>

#define KINDS (SCREE_DRAW_MASS + 1)
#define ROOM 512

typedef struct drawn
{
    char callback;  ///< p, c, a, l, o, b, t, f
    char text[48];
    scree_draw_item item;
    scree_vec2 points[64];
    int count;
    float radius;
    scree_vec2 axis;
} drawn;

typedef struct sketch
{
    drawn things[ROOM];
    int count, of_kind[KINDS];
} sketch;

static void add(void *context, char callback, const scree_vec2 *points, int count, float radius,
                const scree_draw_item *item)
{
    sketch *s = context;
    assert_true(s->count < ROOM && count <= 64);
    drawn *thing = &s->things[s->count++];
    *thing = (drawn){.callback = callback, .item = *item, .count = count, .radius = radius};
    memcpy(thing->points, points, sizeof *points * (size_t)count);
    ++s->of_kind[item->kind];
}

static void polygon(const scree_vec2 *vertices, int count, float radius,
                    const scree_draw_item *item, void *context)
{
    assert_in_range(count, 3, 64);
    add(context, 'p', vertices, count, radius, item);
}

static void circle(scree_vec2 center, float radius, scree_vec2 axis, const scree_draw_item *item,
                   void *context)
{
    add(context, 'c', &center, 1, radius, item);
    ((sketch *)context)->things[((sketch *)context)->count - 1].axis = axis;
}

static void capsule(scree_vec2 a, scree_vec2 b, float radius, const scree_draw_item *item,
                    void *context)
{
    add(context, 'a', (scree_vec2[]){a, b}, 2, radius, item);
}

static void line(scree_vec2 a, scree_vec2 b, const scree_draw_item *item, void *context)
{
    add(context, 'l', (scree_vec2[]){a, b}, 2, 0.0f, item);
}

static void point(scree_vec2 at, const scree_draw_item *item, void *context)
{
    add(context, 'o', &at, 1, 0.0f, item);
}

static void box(scree_aabb aabb, const scree_draw_item *item, void *context)
{
    add(context, 'b', (scree_vec2[]){aabb.lower, aabb.upper}, 2, 0.0f, item);
}

static void text(scree_vec2 at, const char *what, const scree_draw_item *item, void *context)
{
    add(context, 't', &at, 1, 0.0f, item);
    drawn *thing = &((sketch *)context)->things[((sketch *)context)->count - 1];
    snprintf(thing->text, sizeof thing->text, "%s", what);
}

static void transform(scree_transform at, const scree_draw_item *item, void *context)
{
    add(context, 'f', &at.position, 1, at.rotation.sin, item);
}

static scree_draw all_of(sketch *s)
{
    *s = (sketch){.count = 0};
    scree_draw draw = scree_draw_default();
    draw.polygon = polygon;
    draw.circle = circle;
    draw.capsule = capsule;
    draw.line = line;
    draw.point = point;
    draw.box = box;
    draw.text = text;
    draw.transform = transform;
    draw.context = s;
    draw.clip = (scree_aabb){{-100.0f, -100.0f}, {100.0f, 100.0f}};
    return draw;
}

static const drawn *find_body(const sketch *s, scree_body_id body)
{
    for (int i = 0; i < s->count; ++i)
    {
        if (s->things[i].item.body.value == body.value)
        {
            return &s->things[i];
        }
    }
    fail_msg("a body was not drawn");
    return NULL;
}

static sketch scene;

TEST(shapes_are_drawn_where_they_are)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    float quarter = 1.5707964f;
    scree_body_id a = add_body(world, SCREE_BODY_DYNAMIC, 3.0f, 1.0f, quarter);
    scree_circle disc = {{2.0f, 0.0f}, 0.5f};
    scree_shape_id disc_id = scree_shape_create_circle(world, a, usual_shape(), &disc);
    scree_body_id b = add_body(world, SCREE_BODY_DYNAMIC, -3.0f, 1.0f, quarter);
    add_box(world, b, usual_shape(), 1.0f, 0.5f);
    scree_body_id c = add_body(world, SCREE_BODY_DYNAMIC, 9.0f, 1.0f, quarter);
    add_capsule(world, c, usual_shape(), 1.0f, 0.25f);
    scree_body_id e = add_body(world, SCREE_BODY_STATIC, 20.0f, 1.0f, quarter);
    scree_segment segment = {{0.0f, 0.0f}, {2.0f, 0.0f}};
    scree_shape_create_segment(world, e, usual_shape(), &segment);
    scree_draw draw = all_of(&scene);
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.count, 4);
    assert_int_equal(scene.of_kind[SCREE_DRAW_SHAPE], 4);

    const drawn *thing = find_body(&scene, a);
    assert_int_equal(thing->callback, 'c');
    assert_true(thing->item.shape.value == disc_id.value);
    assert_near_vec2(thing->points[0], 3.0f, 3.0f, 1e-5);
    assert_near(thing->radius, 0.5f, 0.0);
    assert_near(thing->axis.y, 1.0f, 1e-6);
    thing = find_body(&scene, b);
    assert_int_equal(thing->callback, 'p');
    assert_int_equal(thing->count, 4);
    float area = 0.0f;
    for (int i = 0; i < 4; ++i)
    {
        scree_vec2 p = thing->points[i], q = thing->points[(i + 1) % 4];
        assert_near(fabsf(p.x + 3.0f), 0.5f, 1e-5);
        assert_near(fabsf(p.y - 1.0f), 1.0f, 1e-5);
        area += 0.5f * (p.x * q.y - p.y * q.x);
    }
    assert_near(area, 2.0f, 1e-4);
    thing = find_body(&scene, c);
    assert_int_equal(thing->callback, 'a');
    assert_near(thing->points[0].x, 9.0f, 1e-5);
    assert_near(fabsf(thing->points[0].y - thing->points[1].y), 2.0f, 1e-5);
    thing = find_body(&scene, e);
    assert_int_equal(thing->callback, 'l');
    assert_near_vec2(thing->points[1], 20.0f, 3.0f, 1e-5);
    // Static shapes lie below.
    assert_true(thing == &scene.things[0]);
}

TEST(colours_are_those_of_states)
{
    scoped_world *world = default_world();
    scree_body_id ground = add_ground(world, usual_shape());
    scree_body_id ball = add_ball(world, 0.0f, 50.0f, 0.5f);
    scree_body_id sleeper = add_crate(world, 5.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id lift =
        add_slab(world, SCREE_BODY_KINEMATIC, -5.0f, 3.0f, usual_shape(), 1.0f, 0.1f);
    scree_body_id bullet = add_ball(world, 10.0f, 50.0f, 0.5f);
    scree_body_set_bullet(world, bullet, true);
    scree_body_id off = add_crate(world, 15.0f, 0.5f, 0.5f, 0.5f);
    scree_body_set_enabled(world, off, false);
    run_seconds(world, 1.5f);
    assert_false(scree_body_is_awake(world, sleeper));
    scree_draw draw = all_of(&scene);
    uint64_t hash = scree_world_hash(world);
    assert_ok(scree_world_draw(world, &draw));
    assert_true(scree_world_hash(world) == hash);
    const struct
    {
        scree_body_id body;
        scree_draw_state state;
        scree_color color;
    } expected[] = {{ground, SCREE_DRAW_STATIC, SCREE_COLOR_STATIC},
                    {ball, SCREE_DRAW_AWAKE, SCREE_COLOR_AWAKE},
                    {sleeper, SCREE_DRAW_ASLEEP, SCREE_COLOR_ASLEEP},
                    {lift, SCREE_DRAW_KINEMATIC, SCREE_COLOR_KINEMATIC},
                    {bullet, SCREE_DRAW_AWAKE, SCREE_COLOR_BULLET},
                    {off, SCREE_DRAW_DISABLED, SCREE_COLOR_DISABLED}};
    for (int i = 0; i < 6; ++i)
    {
        const drawn *thing = find_body(&scene, expected[i].body);
        assert_int_equal(thing->item.state, expected[i].state);
        assert_int_equal(thing->item.color, expected[i].color);
    }
    const drawn *thing = find_body(&scene, ball);
    assert_near(thing->item.velocity.y, scree_body_linear_velocity(world, ball).y, 0.0);
    assert_at_most(thing->item.velocity.y, -10.0f);
}

static scree_shape_id draw_half_space(scree_world *world, scree_vec2 normal, float offset,
                                      scree_aabb clip)
{
    scree_body_id body = scree_world_bodies(world).id[0];
    scree_shape_id shape = scree_shape_create_half_space(world, body, usual_shape(),
                                                         &(scree_half_space){normal, offset});
    scree_draw draw = all_of(&scene);
    draw.clip = clip;
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.count, 1);
    return shape;
}

TEST(half_spaces_are_cut_off_at_the_clip)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    static_body(world);
    for (int i = 0; i < 40; ++i)
    {
        float angle = 0.157f * (float)i, offset = 0.4f * (float)(i % 7 - 3);
        scree_vec2 normal = {3.0f * cosf(angle), 3.0f * sinf(angle)};
        scree_aabb clip = {{-2.0f, -1.0f}, {3.0f, 2.0f}};
        scree_shape_id shape = draw_half_space(world, normal, offset, clip);
        // The area by a grid.
        const drawn *thing = &scene.things[0];
        double area = 0.0, expected = 0.0;
        scree_half_space plane = scree_shape_half_space(world, shape);
        double length = hypot((double)plane.normal.x, (double)plane.normal.y);
        for (int k = 0; k < thing->count; ++k)
        {
            scree_vec2 p = thing->points[k], q = thing->points[(k + 1) % thing->count];
            area += 0.5 * (double)(p.x * q.y - p.y * q.x);
            assert_true(p.x >= -2.0f && p.x <= 3.0f && p.y >= -1.0f && p.y <= 2.0f);
        }
        for (int k = 0; k < 500 * 300; ++k)
        {
            double x = -2.0 + 0.01 * (k % 500 + 0.5), y = -1.0 + 0.01 * (k / 500 + 0.5);
            double height = (x * (double)plane.normal.x + y * (double)plane.normal.y) / length;
            expected += height <= (double)plane.offset ? 1e-4 : 0.0;
        }
        assert_near(area, expected, 0.03);
        scree_shape_destroy(world, shape);
    }
}

TEST(half_spaces_have_finite_corners_in_the_largest_clip)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    static_body(world);
    for (int i = 0; i < 40; ++i)
    {
        float angle = 0.157f * (float)i;
        scree_vec2 normal = {cosf(angle), sinf(angle)};
        scree_aabb clip = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
        scree_shape_id shape = draw_half_space(world, normal, 1.0f, clip);
        const drawn *thing = &scene.things[0];
        assert_in_range(thing->count, 3, 6);
        for (int k = 0; k < thing->count; ++k)
        {
            scree_vec2 p = thing->points[k];
            assert_true(isfinite(p.x) && isfinite(p.y));
            // Checks points on the boundary or behind it.
            double height = (double)p.x * (double)normal.x + (double)p.y * (double)normal.y;
            assert_true(height <= 1e-6 * (fabs((double)p.x) + fabs((double)p.y)));
        }
        scree_shape_destroy(world, shape);
    }
}

TEST(the_clip_leaves_out_what_is_elsewhere)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 50; ++i)
    {
        add_ball(world, 2.0f * (float)i, 0.0f, 0.5f);
    }
    scree_draw draw = all_of(&scene);
    draw.clip = (scree_aabb){{9.6f, -1.0f}, {17.4f, 1.0f}};
    assert_ok(scree_world_draw(world, &draw));
    // Balls at 10, 12, 14, 16; those at 8 and 18 end before it.
    assert_int_equal(scene.count, 4);
    draw = all_of(&scene);
    draw.clip = (scree_aabb){{8.4f, -1.0f}, {17.6f, 1.0f}};
    scree_world_draw(world, &draw);
    assert_int_equal(scene.count, 6);
}

TEST(names_ids_masses_and_frames_are_written_at_bodies_in_view)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id hero = add_ball(world, 1.0f, 2.0f, 0.5f);
    scree_body_id wall = add_body(world, SCREE_BODY_STATIC, 4.0f, 2.0f, 0.5f);
    add_box(world, wall, usual_shape(), 1.0f, 1.0f);
    add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);  // without a shape
    add_ball(world, 50.0f, 0.0f, 0.5f);
    scree_body_set_name(world, hero, "hero");
    scree_draw draw = all_of(&scene);
    draw.clip = (scree_aabb){{-10.0f, -10.0f}, {10.0f, 10.0f}};
    draw.draw_shapes = false;
    draw.draw_names = draw.draw_ids = draw.draw_masses = draw.draw_transforms = true;
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.count, 6);
    assert_int_equal(scene.of_kind[SCREE_DRAW_TRANSFORM], 2);
    assert_near_vec2(scene.things[0].points[0], 1.0, 2.0, 1e-6);
    assert_string_equal(scene.things[1].text, "hero");
    assert_int_equal(scene.things[2].item.kind, SCREE_DRAW_ID);
    assert_int_equal(atoi(scene.things[2].text), hero.value & 0xffffff);
    char mass[48];
    snprintf(mass, sizeof mass, "%.2f kg", (double)scree_body_mass(world, hero));
    assert_string_equal(scene.things[3].text, mass);
    // A wall has no name and no mass.
    assert_near(scene.things[4].radius, sinf(0.5f), 1e-6);
    assert_int_equal(scene.things[5].item.kind, SCREE_DRAW_ID);
    assert_true(scene.things[5].item.body.value == wall.value);
}

TEST(sensors_are_drawn_as_such)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = static_body(world);
    scree_shape_def def = scree_shape_def_default();
    scree_shape_id solid = add_box(world, body, &def, 1.0f, 1.0f);
    def.sensor = true;
    scree_shape_id sensor = add_box(world, body, &def, 2.0f, 2.0f);
    scree_draw draw = all_of(&scene);
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.count, 2);
    assert_true(scene.things[0].item.shape.value == solid.value && !scene.things[0].item.sensor);
    assert_true(scene.things[1].item.shape.value == sensor.value && scene.things[1].item.sensor);
    assert_int_equal(scene.things[1].item.color, SCREE_COLOR_SENSOR);
}

/// 50,000 boxes on a grid, some of them disabled, with sensors and ground if `mixed`.
static scree_world *crowded_world(bool mixed, test_memory *memory)
{
    scree_world_def world_def = counted_def(memory);
    scree_world *world = scree_world_create(&world_def);
    for (int i = 0; i < 50000; ++i)
    {
        scree_body_type type = i % 7 == 0 ? SCREE_BODY_KINEMATIC : SCREE_BODY_STATIC;
        scree_body_id body = add_body(world, mixed ? type : SCREE_BODY_STATIC,
                                      2.0f * (float)(i % 250), 2.0f * (float)(i / 250), 0.3f);
        scree_shape_def def = scree_shape_def_default();
        def.sensor = mixed && i % 11 == 0;
        add_box(world, body, &def, 0.5f, 0.4f);
        if (mixed && i % 13 == 0)
        {
            scree_body_set_enabled(world, body, false);
        }
    }
    return world;
}

TEST(drawing_a_part_of_a_world_looks_at_that_part)
{
    test_memory memory;
    scoped_world *world = crowded_world(false, &memory);
    const scree_aabb clip = {{100.0f, 100.0f}, {130.0f, 126.0f}};
    sc_view view = sc_view_find(world, &clip);
    assert_int_equal(view.count, 16 * 14);
    assert_at_most(view.visits, 16 * view.count);
    sc_view_release(&view);
    scree_draw draw = all_of(&scene);
    draw.clip = clip;
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.count, 16 * 14);
}

TEST(what_is_in_view_is_drawn_alike_with_and_without_the_tree)
{
    test_memory memory;
    scoped_world *world = crowded_world(true, &memory);
    add_ground(world, usual_shape());
    static sketch whole;
    for (int i = 0; i < 20; ++i)
    {
        scree_vec2 low = {23.7f * (float)i - 3.0f, 17.3f * (float)i - 3.0f};
        scree_draw draw = all_of(&scene);
        draw.clip = (scree_aabb){low, {low.x + 20.0f, low.y + 15.0f}};
        draw.draw_ids = draw.draw_transforms = true;
        assert_ok(scree_world_draw(world, &draw));
        whole = scene;
        // Without memory the drawing visits everything.
        memory.calls = memory.fail_at = 0;
        memory.fail_after = true;
        draw = all_of(&scene);
        draw.clip = (scree_aabb){low, {low.x + 20.0f, low.y + 15.0f}};
        draw.draw_ids = draw.draw_transforms = true;
        assert_ok(scree_world_draw(world, &draw));
        memory.fail_at = -1;
        assert_at_least(memory.failures, i + 1);
        assert_int_equal(scene.count, whole.count);
        assert_at_least(scene.count, 40);
        for (int k = 0; k < scene.count; ++k)
        {
            const drawn *a = &scene.things[k], *b = &whole.things[k];
            assert_true(a->item.kind == b->item.kind && a->item.shape.value == b->item.shape.value);
            assert_true(a->item.body.value == b->item.body.value);
            assert_memory_equal(a->points, b->points, sizeof a->points[0] * (size_t)a->count);
        }
    }
}

TEST(contacts_show_points_normals_and_impulses)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_draw draw = all_of(&scene);
    draw.draw_shapes = false;
    draw.draw_contacts = draw.draw_contact_normals = draw.draw_impulses = draw.draw_friction = true;
    draw.normal_length = 0.7f;
    draw.impulse_scale = 2.0f;
    step_world(world);
    scree_world_draw(world, &draw);
    assert_int_equal(scene.of_kind[SCREE_DRAW_CONTACT], 2);
    assert_int_equal(scene.things[0].item.color, SCREE_COLOR_BEGIN);
    run_steps(world, 100);
    draw.context = &scene;
    scene = (sketch){.count = 0};
    scree_world_draw(world, &draw);
    assert_int_equal(scene.count, 8);
    assert_int_equal(scene.of_kind[SCREE_DRAW_CONTACT_NORMAL], 2);
    assert_int_equal(scene.of_kind[SCREE_DRAW_IMPULSE], 2);
    assert_int_equal(scene.of_kind[SCREE_DRAW_FRICTION], 2);
    scree_contact contact;
    assert_int_equal(scree_world_contacts(world, &contact, 1), 1);
    float impulses = 0.0f;
    for (int i = 0; i < scene.count; ++i)
    {
        const drawn *thing = &scene.things[i];
        float dx = thing->points[1].x - thing->points[0].x;
        float dy = thing->points[1].y - thing->points[0].y;
        if (thing->item.kind == SCREE_DRAW_CONTACT)
        {
            assert_int_equal(thing->item.color, SCREE_COLOR_PERSIST);
            assert_near(fabsf(thing->points[0].x), 0.5f, 0.01);
        }
        if (thing->item.kind == SCREE_DRAW_CONTACT_NORMAL)
        {
            assert_near(dx, 0.7f * contact.normal.x, 1e-5);
            assert_near(dy, 0.7f * contact.normal.y, 1e-5);
        }
        impulses += thing->item.kind == SCREE_DRAW_IMPULSE ? hypotf(dx, dy) : 0.0f;
    }
    // 1 kg for a substep of 1/240 s, at 2 m per N s.
    assert_near(impulses, 2.0f * 10.0f / 240.0f, 0.01);
}

TEST(aabbs_centres_and_joints_are_drawn)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id a = add_ball(world, 0.0f, 0.0f, 0.5f), b = add_ball(world, 3.0f, 0.0f, 0.5f);
    scree_distance_joint_def rod = scree_distance_joint_def_default();
    rod.base.body_a = a;
    rod.base.body_b = b;
    rod.base.frame_b.position.y = 0.25f;
    rod.length = 3.0f;
    scree_joint_id joint = scree_joint_create_distance(world, &rod);
    assert_true(joint.value != 0);
    step_world(world);
    scree_draw draw = all_of(&scene);
    draw.draw_shapes = false;
    draw.draw_aabbs = draw.draw_centers = true;
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.of_kind[SCREE_DRAW_JOINT], 1);
    assert_int_equal(scene.of_kind[SCREE_DRAW_JOINT_POINT], 2);
    assert_int_equal(scene.of_kind[SCREE_DRAW_AABB], 2);
    assert_int_equal(scene.of_kind[SCREE_DRAW_CENTER], 2);
    assert_int_equal(scene.count, 7);
    assert_true(scene.things[0].item.joint.value == joint.value);
    scree_vec2 anchor = {0.0f, 0.25f}, end = scree_body_world_point(world, b, anchor);
    assert_near_vec2(scene.things[0].points[1], end.x, end.y, 1e-5);
    for (int i = 0; i < scene.count; ++i)
    {
        const drawn *thing = &scene.things[i];
        if (thing->item.kind == SCREE_DRAW_AABB)
        {
            scree_aabb aabb = scree_shape_broadphase_aabb(world, thing->item.shape);
            assert_true(thing->points[0].x == aabb.lower.x && thing->points[1].y == aabb.upper.y);
        }
    }
}

TEST(particles_and_soft_bodies_are_drawn)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_id particle = add_particle(world, 5.0f, 5.0f, 0.2f);
    scree_soft_body_def def = soft_at(0.0f, 3.0f);
    scree_soft_body_id soft = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    scree_soft_body_view view = scree_soft_body_vertices(world, soft);
    scree_draw draw = all_of(&scene);
    assert_ok(scree_world_draw(world, &draw));
    assert_int_equal(scene.of_kind[SCREE_DRAW_PARTICLE], 1);
    assert_int_equal(scene.of_kind[SCREE_DRAW_SOFT_OUTLINE], 1);
    assert_int_equal(scene.of_kind[SCREE_DRAW_SOFT_EDGE], view.edge_count);
    assert_int_equal(scene.of_kind[SCREE_DRAW_SOFT_VERTEX], view.vertex_count);
    assert_true(scene.things[0].item.particle.value == particle.value);
    assert_int_equal(scene.things[1].count, view.outline_count);
    assert_true(scene.things[1].item.soft_body.value == soft.value);
    draw = all_of(&scene);
    draw.draw_particles = draw.draw_soft_bodies = false;
    scree_world_draw(world, &draw);
    assert_int_equal(scene.count, 0);
}

TEST(normals_of_chains_point_to_the_solid_side)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 points[] = {{2.0f, 0.0f}, {0.0f, 0.0f}, {-2.0f, 0.0f}};
    add_open_chain(world, static_body(world), usual_shape(), points, 3, false);
    scree_draw draw = all_of(&scene);
    draw.draw_shapes = false;
    draw.draw_chain_normals = true;
    scree_world_draw(world, &draw);
    assert_int_equal(scene.count, 2);
    assert_near(scene.things[0].points[1].y, 0.3f, 1e-6);
    assert_near(fabsf(scene.things[0].points[0].x), 1.0f, 1e-6);
}

TEST(callbacks_may_be_missing_and_a_clip_is_not_upside_down)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 8; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 0.5f, 0.0f);
        add_mixed(world, body, usual_shape(), i, 0.6f);
    }
    add_particle(world, 5.0f, 5.0f, 0.2f);
    run_seconds(world, 0.2f);
    scree_draw draw = scree_draw_default();
    draw.draw_contacts = draw.draw_contact_normals = draw.draw_impulses = draw.draw_friction =
        draw.draw_aabbs = draw.draw_centers = draw.draw_chain_normals = true;
    assert_ok(scree_world_draw(world, &draw));
    draw.clip.lower.y = 2e8f;
    assert_int_equal(scree_world_draw(world, &draw), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(NULL).argument, "draw.clip");
}

TEST(sliders_are_drawn_along_the_direction_of_their_frame)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const float angle = 0.4f + 1.1f * (float)i;
        const scree_vec2 axis = {cosf(angle), sinf(angle)}, b = {3.0f, 1.0f};
        scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
        slider.base.body_a = add_ball(world, 0.0f, 0.0f, 0.5f);
        slider.base.body_b = add_ball(world, b.x, b.y, 0.5f);
        slider.base.frame_a.angle = angle;
        assert_true(scree_joint_create_prismatic(world, &slider).value != 0);
        scree_draw draw = all_of(&scene);
        draw.draw_shapes = false;
        assert_ok(scree_world_draw(world, &draw));
        assert_int_equal(scene.of_kind[SCREE_DRAW_JOINT], 1);
        assert_int_equal(scene.things[0].item.kind, SCREE_DRAW_JOINT_FLEXIBLE);
        // From a to the foot of b on the axis, and across to b.
        const float along = b.x * axis.x + b.y * axis.y;
        const scree_vec2 *points = scene.things[0].points;
        assert_near(points[1].x - points[0].x, along * axis.x, 1e-5);
        assert_near(points[1].y - points[0].y, along * axis.y, 1e-5);
        assert_near(scene.things[1].points[1].x, b.x, 1e-5);
    }
}
