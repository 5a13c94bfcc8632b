/// Vertices attached to bodies off their origins: the place of the attachment, its give, its
/// turning.
#include "tests/support/worlds.h"

/// The corner of the crate, and where its middle is, in the frame of its body.
static const scree_vec2 corner = {1.5f, 0.75f}, middle = {1.0f, 0.25f};

/// A crate of 1 m whose body has its origin elsewhere.
static scree_body_id add_crate_off_centre(scree_world *world, float x, float y, float angle)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, angle);
    scree_shape_def def = scree_shape_def_default();
    def.density = 2.0f;
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, middle, 0.0f, 0.0f);
    add_polygon(world, body, &def, &box);
    return body;
}

static scree_vec2 world_point(const scree_world *world, scree_body_id body, scree_vec2 point)
{
    scree_vec2 at = scree_body_position(world, body);
    float sine, cosine;
    scree_sincos(scree_body_angle(world, body), &sine, &cosine);
    return (scree_vec2){at.x + cosine * point.x - sine * point.y,
                        at.y + sine * point.x + cosine * point.y};
}

/// A vertex of `mass` by itself.
static scree_soft_body_id add_vertex(scree_world *world, scree_vec2 at, float mass)
{
    const scree_vec2 origin = {0.0f, 0.0f};
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 1;
    def.vertices = &origin;
    def.position = at;
    def.mass = mass;
    scree_soft_body_id id = scree_soft_body_create(world, &def);
    if (id.value == 0)
    {
        fail_msg("%s", scree_error_text(world));
    }
    return id;
}

static double distance(scree_vec2 a, scree_vec2 b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

TEST(an_attachment_without_load_moves_nothing)
{
    for (int i = 0; i < 6; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id crate = add_crate_off_centre(world, 3.0f, -2.0f, 1.1f * (float)i);
        scree_vec2 at = world_point(world, crate, corner);
        scree_soft_body_id soft = add_vertex(world, at, 0.5f);
        assert_ok(scree_soft_body_attach(world, soft, 0, crate, corner));
        run_steps(world, 30);
        assert_near(distance(scree_soft_body_vertex_position(world, soft, 0), at), 0.0, 1e-5);
        assert_near_vec2(scree_body_position(world, crate), 3.0, -2.0, 1e-5);
        assert_near(scree_body_angular_velocity(world, crate), 0.0, 1e-5);
    }
}

TEST(a_blow_on_an_attached_vertex_moves_and_turns_crate_and_vertex_as_one)
{
    // Along the arm, across it to either side, and anyhow.
    const scree_vec2 velocities[] = {
        {4.0f, 4.0f}, {-4.0f, 4.0f}, {4.0f, -4.0f}, {0.0f, 6.0f}, {-6.0f, 1.0f}};
    for (int i = 0; i < 5; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id crate = add_crate_off_centre(world, -2.0f, 1.0f, 0.0f);
        scree_soft_body_id soft = add_vertex(world, world_point(world, crate, corner), 0.5f);
        assert_ok(scree_soft_body_attach(world, soft, 0, crate, corner));
        scree_soft_body_set_velocity(world, soft, velocities[i]);
        // 2 kg and 0.5 kg, at 0.5 m to the right of and above the middle of the crate.
        double vx = (double)velocities[i].x, vy = (double)velocities[i].y;
        double inertia = 2.0 * (1.0 + 1.0) / 12.0, reduced = 2.0 * 0.5 / 2.5;
        assert_near(scree_body_inertia(world, crate), inertia, 1e-5);
        double spin = reduced * 0.5 * (vy - vx) / (inertia + reduced * 0.5);
        run_steps(world, 20);
        // Together they go as one rigid body: their middle keeps its velocity, they their spin.
        test_motion now = total_motion(world);
        assert_near(now.px, 0.5 * vx, 2e-3);
        assert_near(now.py, 0.5 * vy, 2e-3);
        assert_near(scree_body_angular_velocity(world, crate), spin, 0.01 * fabs(spin) + 1e-3);
        scree_vec2 at = scree_soft_body_vertex_position(world, soft, 0);
        assert_near(distance(at, world_point(world, crate, corner)), 0.0, 2e-3);
        // The angle that this spin gives in 20 steps of 1/60 s.
        double angle = (double)scree_body_angle(world, crate);
        assert_near(angle, spin / 3.0, 0.02 * fabs(spin) + 1e-3);
    }
}

TEST(a_rope_attached_off_the_middle_keeps_the_momentum_of_both)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id crate = add_crate_off_centre(world, 1.0f, 2.0f, 0.7f);
    scree_vec2 at = world_point(world, crate, corner);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = at;
    def.mass = 1.5f;
    scree_vec2 start = {0.0f, 0.0f}, end = {2.0f, 1.0f};
    scree_soft_body_id rope = scree_soft_body_create_rope(world, &def, start, end, 8, false, false);
    assert_ok(scree_soft_body_attach(world, rope, 0, crate, corner));
    scree_soft_body_apply_impulse(world, rope, 8, (scree_vec2){-3.0f, 2.0f});
    scree_body_set_velocity(world, crate, (scree_vec2){1.0f, -2.0f}, 1.5f);
    test_motion before = total_motion(world);
    for (int i = 0; i < 120; ++i)
    {
        // An attachment pulls where the body is at the end of a substep, and that is off by its
        // length: the angular momentum by a hundredth with 16 substeps, by a quarter of that
        // with 64.
        assert_ok(scree_world_step(world, STEP, 64));
        test_motion now = total_motion(world);
        assert_near(now.px, before.px, 3e-3);
        assert_near(now.py, before.py, 3e-3);
        assert_near(now.angular, before.angular, 0.006 * fabs(before.angular));
        scree_vec2 attached = scree_soft_body_vertex_position(world, rope, 0);
        assert_near(distance(attached, world_point(world, crate, corner)), 0.0, 5e-3);
    }
}

TEST(a_crate_hangs_with_its_middle_below_the_attachment)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id crate = add_crate_off_centre(world, 0.0f, 0.0f, 0.3f);
    scree_body_set_linear_damping(world, crate, 1.0f);
    scree_body_set_angular_damping(world, crate, 2.0f);
    scree_vec2 at = world_point(world, crate, corner);
    scree_soft_body_id peg = add_vertex(world, at, 1.0f);
    assert_ok(scree_soft_body_set_vertex_mass(world, peg, 0, 0.0f));
    assert_ok(scree_soft_body_attach(world, peg, 0, crate, corner));
    run_seconds(world, 20.0f);
    scree_vec2 center = scree_body_center_of_mass(world, crate);
    assert_near(scree_soft_body_vertex_position(world, peg, 0).x, at.x, 1e-6);
    assert_near_vec2(center, at.x, (double)at.y - sqrt(0.5), 5e-3);
    assert_near(scree_body_angular_velocity(world, crate), 0.0, 0.01);
}

TEST(a_vertex_rides_a_turning_kinematic_body_at_its_point)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id arm = add_body(world, SCREE_BODY_KINEMATIC, 1.0f, 1.0f, 0.4f);
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, middle, 0.0f, 0.0f);
    add_polygon(world, arm, usual_shape(), &box);
    scree_body_set_velocity(world, arm, (scree_vec2){0.5f, 0.0f}, 2.0f);
    scree_soft_body_id soft = add_vertex(world, world_point(world, arm, corner), 1.0f);
    assert_ok(scree_soft_body_attach(world, soft, 0, arm, corner));
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        scree_vec2 at = scree_soft_body_vertex_position(world, soft, 0);
        assert_near(distance(at, world_point(world, arm, corner)), 0.0, 1e-4);
    }
    assert_near(scree_body_angular_velocity(world, arm), 2.0, 1e-6);
}

TEST(crate_and_vertex_that_fall_together_pull_on_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id crate = add_crate_off_centre(world, 0.0f, 0.0f, 0.5f);
    scree_vec2 at = world_point(world, crate, corner);
    scree_soft_body_id soft = add_vertex(world, at, 0.5f);
    assert_ok(scree_soft_body_attach(world, soft, 0, crate, corner));
    run_steps(world, 60);
    double n = 60.0 * SUBSTEPS, fall = 10.0 * (n + 1.0) / (2.0 * n);
    assert_near(scree_body_position(world, crate).y, -fall, 1e-3);
    assert_near(scree_body_linear_velocity(world, crate).y, -10.0, 1e-3);
    assert_near(scree_body_position(world, crate).x, 0.0, 1e-4);
    assert_near(scree_body_angular_velocity(world, crate), 0.0, 1e-3);
    assert_near(scree_soft_body_vertex_position(world, soft, 0).y, (double)at.y - fall, 1e-3);
    assert_near(scree_soft_body_vertex_velocity(world, soft, 0).y, -10.0, 1e-3);
}
