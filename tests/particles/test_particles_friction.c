/// Friction of particles among themselves, on walls and on shapes, beside Coulomb's law.
#include "tests/support/worlds.h"

#define GRAVITY 10.0
#define PI 3.14159265358979323846

typedef struct vec
{
    double x, y;
} vec;

static vec wide(scree_vec2 v) { return (vec){(double)v.x, (double)v.y}; }
static vec sum(vec a, double scale, vec b) { return (vec){a.x + scale * b.x, a.y + scale * b.y}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static double cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }

static scree_world *world_with_friction(scree_vec2 gravity, float friction)
{
    scree_world *world = world_with_gravity(gravity.x, gravity.y);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.friction = friction;
    assert_ok(scree_world_set_particle_settings(world, &settings));
    return world;
}

// Between particles

/// Two particles that meet in one substep: what each gets is the push that parts them, and along
/// the contact as much as stops their sliding, but no more than the friction times that push.
static void assert_blow(float friction, scree_vec2 va, scree_vec2 vb, bool slides)
{
    scoped_world *world = world_with_friction((scree_vec2){0.0f, 0.0f}, friction);
    scree_particle_id a = add_particle(world, 1.0f, 2.0f, 0.5f);
    scree_particle_id b = add_particle(world, 1.72f, 2.96f, 0.7f);
    scree_particle_set_velocity(world, a, va);
    scree_particle_set_velocity(world, b, vb);
    double ma = (double)scree_particle_mass(world, a), mb = (double)scree_particle_mass(world, b);
    double h = (double)STEP, reach = (double)0.5f + (double)0.7f;
    vec pa = sum(wide(scree_particle_position(world, a)), h, wide(va));
    vec pb = sum(wide(scree_particle_position(world, b)), h, wide(vb));
    vec offset = sum(pb, -1.0, pa);
    double distance = hypot(offset.x, offset.y);
    vec n = {offset.x / distance, offset.y / distance}, t = {n.y, -n.x};
    assert_at_most(distance, reach - 0.001);

    assert_ok(scree_world_step(world, STEP, 1));
    vec ua = wide(scree_particle_velocity(world, a)), ub = wide(scree_particle_velocity(world, b));
    vec ja = {ma * (ua.x - (double)va.x), ma * (ua.y - (double)va.y)};
    vec jb = {mb * (ub.x - (double)vb.x), mb * (ub.y - (double)vb.y)};
    double normal_impulse = (reach - distance) / (h * (1.0 / ma + 1.0 / mb));
    assert_near(dot(jb, n), normal_impulse, 2e-3 * normal_impulse);
    assert_near(ja.x + jb.x, 0.0, 1e-3 * normal_impulse);
    assert_near(ja.y + jb.y, 0.0, 1e-3 * normal_impulse);
    double before = dot(sum(wide(vb), -1.0, wide(va)), t), after = dot(sum(ub, -1.0, ua), t);
    if (slides)
    {
        // Against the sliding, in both directions of it.
        assert_near(dot(jb, t),
                    before > 0.0 ? -friction * normal_impulse : friction * normal_impulse,
                    3e-3 * normal_impulse);
        assert_true(before * after > 0.0);
    }
    else
    {
        assert_near(after, 0.0, 3e-3);
        assert_at_most(fabs(dot(jb, t)), friction * normal_impulse);
    }
}

TEST(a_blow_between_particles_has_the_friction_that_its_push_allows)
{
    const scree_vec2 still = {0.0f, 0.0f};
    // Head on along (0.6, 0.8), aslant to either side of it, and both of them moving.
    assert_blow(0.0f, (scree_vec2){4.0f, 1.0f}, still, true);
    assert_blow(0.3f, (scree_vec2){4.0f, 1.0f}, still, true);
    assert_blow(0.3f, (scree_vec2){-1.0f, 5.0f}, still, true);
    assert_blow(0.3f, still, (scree_vec2){-4.0f, -1.0f}, true);
    assert_blow(0.15f, (scree_vec2){0.0f, 3.0f}, (scree_vec2){0.5f, -3.0f}, true);
    assert_blow(2.0f, (scree_vec2){4.0f, 1.0f}, still, false);
    assert_blow(2.0f, (scree_vec2){1.0f, 4.0f}, still, false);
    assert_blow(2.0f, still, (scree_vec2){-1.0f, -4.0f}, false);
}

/// Where a point of distance `length` from a centre, at `angle` from the direction of gravity's
/// opposite (on a hill) or of gravity (in a bowl), slides to in a second quarter: the equation of
/// its motion in small steps.
static double slide_round(bool hill, double angle, double speed, double length, double friction,
                          double seconds)
{
    double h = 1e-5, pull = (hill ? GRAVITY : -GRAVITY) / length;
    for (double t = 0.0; t < seconds; t += h)
    {
        double press = GRAVITY / length * cos(angle) + (hill ? -speed * speed : speed * speed);
        double drive = pull * sin(angle), limit = friction * fmax(press, 0.0);
        double sign = speed != 0.0 ? speed : drive;
        double change = h * (drive - (sign > 0.0 ? limit : -limit));
        bool holds = speed == 0.0 && fabs(drive) <= limit;
        // Friction stops, it does not turn round.
        bool stops = speed * (speed + change) < 0.0 && fabs(drive) <= limit;
        speed = holds || stops ? 0.0 : speed + change;
        angle += h * speed;
    }
    return angle;
}

TEST(a_particle_slides_off_a_fixed_one_as_friction_lets_it)
{
    // tan 0.5 = 0.546, tan 0.2 = 0.203.
    const float frictions[] = {0.0f, 0.3f, 0.3f, 0.6f}, angles[] = {0.5f, 0.5f, 0.2f, 0.5f};
    for (int k = 0; k < 8; ++k)
    {
        float friction = frictions[k / 2], angle = k % 2 ? -angles[k / 2] : angles[k / 2];
        scoped_world *world = world_with_friction((scree_vec2){0.0f, -10.0f}, friction);
        scree_particle_def def = scree_particle_def_default();
        def.fixed = true;
        def.radius = 1.5f;
        scree_particle_create(world, &def);
        scree_vec2 at;
        scree_sincos(angle, &at.x, &at.y);
        scree_particle_id id = add_particle(world, 2.0f * at.x, 2.0f * at.y, 0.5f);
        run_steps_of(world, 18, STEP, 32);
        at = scree_particle_position(world, id);
        double expected = slide_round(true, (double)angle, 0.0, 2.0, (double)friction, 0.3);
        assert_near(hypot((double)at.x, (double)at.y), 2.0, 1e-3);
        assert_near(atan2((double)at.x, (double)at.y), expected, 2e-3);
    }
}

// On containers

static scree_world *world_in_container(scree_container container, double gravity_angle,
                                       float friction)
{
    scree_vec2 gravity;
    scree_sincos((float)gravity_angle, &gravity.y, &gravity.x);
    scree_world *world = world_with_gravity((float)GRAVITY * gravity.x, (float)GRAVITY * gravity.y);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.friction = friction;
    settings.container = container;
    settings.container_center = (scree_vec2){2.0f, -1.0f};
    settings.container_size = (scree_vec2){4.0f, container == SCREE_CONTAINER_BOX ? 3.0f : 4.0f};
    assert_ok(scree_world_set_particle_settings(world, &settings));
    return world;
}

/// Slides along a bowl from `angle` off its lowest point, which is where gravity points.
static void assert_slide_in_bowl(double down, double angle, double speed, float friction)
{
    scoped_world *world = world_in_container(SCREE_CONTAINER_CIRCLE, down, friction);
    double length = 3.5, at = down + angle;
    scree_particle_id id = add_particle(world, (float)(2.0 + length * cos(at)),
                                        (float)(-1.0 + length * sin(at)), 0.5f);
    scree_vec2 v = {(float)(-speed * length * sin(at)), (float)(speed * length * cos(at))};
    scree_particle_set_velocity(world, id, v);
    run_steps_of(world, 30, STEP, 8);
    vec p = wide(scree_particle_position(world, id));
    double expected = slide_round(false, angle, speed, length, (double)friction, 0.5);
    double found = remainder(atan2(p.y + 1.0, p.x - 2.0) - down, 2.0 * PI);
    assert_near(hypot(p.x - 2.0, p.y + 1.0), length, 1e-4);
    assert_near(found, expected, 2e-3);
}

TEST(a_particle_slides_down_a_round_container_as_friction_lets_it)
{
    for (int i = 0; i < 8; ++i)
    {
        double down = 0.25 * PI * i + 0.1;
        assert_slide_in_bowl(down, 0.6, 0.0, 0.0f);
        assert_slide_in_bowl(down, 0.6, 0.0, 0.3f);
        assert_slide_in_bowl(down, -0.6, 0.0, 0.3f);
        assert_slide_in_bowl(down, 0.25, 0.0, 0.3f);  // below the angle of friction, 0.291
        assert_slide_in_bowl(down, -0.25, 0.0, 0.3f);
        assert_slide_in_bowl(down, 0.0, 1.0, 0.3f);
        assert_slide_in_bowl(down, 0.0, -1.0, 0.3f);
    }
}

/// The sides of the box: which way is out, and along it.
static const vec outward[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
static const double side_angles[4] = {0.0, 0.5 * PI, PI, 1.5 * PI};

/// How far along a side a particle comes in half a second from `speed`, gravity turned by `tilt`.
static double slide_along(int side, double speed, double tilt, float friction)
{
    scoped_world *world =
        world_in_container(SCREE_CONTAINER_BOX, side_angles[side] + tilt, friction);
    vec n = outward[side], t = {-n.y, n.x};
    double x = 2.0 + 3.75 * n.x, y = -1.0 + 2.75 * n.y;
    scree_particle_id id = add_particle(world, (float)x, (float)y, 0.25f);
    scree_particle_set_velocity(world, id,
                                (scree_vec2){(float)(speed * t.x), (float)(speed * t.y)});
    run_steps_of(world, 30, STEP, 8);
    vec offset = sum(wide(scree_particle_position(world, id)), -1.0, (vec){x, y});
    assert_near(dot(offset, n), 0.0, 1e-6);
    return dot(offset, t);
}

TEST(a_particle_slides_along_each_side_of_a_box_as_friction_lets_it)
{
    for (int side = 0; side < 4; ++side)
    {
        for (int sign = -1; sign <= 1; sign += 2)
        {
            // v t - mu g t^2 / 2; from 1 m/s with mu = 0.4 it rests after v^2 / (2 mu g).
            assert_near(slide_along(side, 2.0 * sign, 0.0, 0.0f), sign * 1.0, 1e-4);
            assert_near(slide_along(side, 2.0 * sign, 0.0, 0.2f), sign * 0.75, 5e-3);
            assert_near(slide_along(side, 1.0 * sign, 0.0, 0.4f), sign * 0.125, 5e-3);
            // On a tilt: below the angle of friction it holds, above it the excess pulls.
            assert_near(slide_along(side, 0.0, sign * atan(0.36), 0.4f), 0.0, 1e-4);
            double tilt = atan(0.8), left = GRAVITY * (sin(tilt) - 0.4 * cos(tilt));
            assert_near(slide_along(side, 0.0, sign * tilt, 0.4f), sign * 0.125 * left, 5e-3);
        }
    }
}

// On shapes

/// How far a particle slides from 2 m/s on a floor in 0.4 s.
static double slide_on_floor(float own, float floor)
{
    scoped_world *world = world_with_friction((scree_vec2){0.0f, -10.0f}, own);
    scree_shape_def def = surface(floor, 0.0f);
    add_ground(world, &def);
    scree_particle_id id = add_particle(world, 0.0f, 0.25f, 0.25f);
    scree_particle_set_velocity(world, id, (scree_vec2){2.0f, 0.0f});
    run_steps_of(world, 24, STEP, 8);
    return (double)scree_particle_position(world, id).x;
}

TEST(friction_with_a_shape_is_the_geometric_mean_of_both)
{
    assert_near(slide_on_floor(0.1f, 0.9f), 0.8 - 0.3 * GRAVITY * 0.08, 5e-3);
    assert_near(slide_on_floor(0.9f, 0.1f), 0.8 - 0.3 * GRAVITY * 0.08, 5e-3);
    assert_near(slide_on_floor(0.04f, 0.16f), 0.8 - 0.08 * GRAVITY * 0.08, 5e-3);
    assert_near(slide_on_floor(0.0f, 0.9f), 0.8, 1e-4);
    assert_near(slide_on_floor(0.9f, 0.0f), 0.8, 1e-4);
}

/// A particle that strikes the top of a free crate aslant, `x` from its middle, in one substep: the
/// push and the friction of the particle, given to the crate at the point that it struck.
static void assert_blow_on_crate(float friction, float x, float speed_along, bool slides)
{
    scoped_world *world = world_with_friction((scree_vec2){0.0f, 0.0f}, friction);
    scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, 3.0f, 1.0f, 0.0f);
    scree_shape_def def = surface(friction, 0.0f);
    add_box(world, crate, &def, 1.0f, 0.5f);
    scree_particle_id id = add_particle(world, 3.0f + x, 1.77f, 0.25f);
    scree_vec2 v = {speed_along, -3.0f};
    scree_particle_set_velocity(world, id, v);
    double m = (double)scree_particle_mass(world, id), mass = (double)scree_body_mass(world, crate);
    double inertia = (double)scree_body_inertia(world, crate), h = (double)STEP;
    // The crate stands still, so the particle strikes it below where it flies to.
    vec arm = {(double)x + h * (double)v.x, 0.5};
    double depth = 0.25 - (1.77 - 3.0 * h - 1.5);
    double across = 1.0 / m + 1.0 / mass + arm.x * arm.x / inertia;
    double along = 1.0 / m + 1.0 / mass + arm.y * arm.y / inertia;
    double normal_impulse = depth / across / h, held = (double)v.x / along;
    double limit = (double)friction * normal_impulse;
    assert_true(slides == (fabs(held) > limit));
    held = fmax(-limit, fmin(held, limit));

    assert_ok(scree_world_step(world, STEP, 1));
    vec u = wide(scree_particle_velocity(world, id)),
        w = wide(scree_body_linear_velocity(world, crate));
    vec given = {held, -normal_impulse};
    double bound = 5e-3 * normal_impulse;
    assert_near(m * (u.y + 3.0), normal_impulse, bound);
    assert_near(m * (u.x - (double)v.x), -held, bound);
    assert_near(mass * w.x, given.x, bound);
    assert_near(mass * w.y, given.y, bound);
    assert_near(inertia * (double)scree_body_angular_velocity(world, crate), cross(arm, given),
                bound);
}

/// A particle laid on a wheel that turns about its place, kinematic or a dynamic one on a hinge:
/// its velocity along the top after it slid for `count` steps.
static double taken_along(bool hinged, float friction, float spin, int count)
{
    scoped_world *world = world_with_friction((scree_vec2){0.0f, (float)-GRAVITY}, friction);
    const scree_shape_def def = surface(friction, 0.0f);
    scree_body_id wheel =
        add_disc(world, hinged ? SCREE_BODY_DYNAMIC : SCREE_BODY_KINEMATIC, 0.0f, 0.0f, &def, 5.0f);
    if (hinged)
    {
        add_joint(world, &(joint_spec){.type = SCREE_JOINT_REVOLUTE,
                                       .base = base_of(static_body(world), wheel)});
    }
    assert_ok(scree_body_set_velocity(world, wheel, (scree_vec2){0.0f, 0.0f}, spin));
    scree_particle_id id = add_particle(world, 0.0f, 5.1f, 0.1f);
    run_steps_of(world, count, STEP, 8);
    return (double)scree_particle_velocity(world, id).x;
}

TEST(a_wheel_that_turns_takes_a_particle_along_as_friction_lets_it)
{
    for (int i = 0; i < 4; ++i)
    {
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        // The top of the wheel moves at 10 m/s: the particle slides for all of the time.
        const double slid = taken_along(i >= 2, 0.3f, -2.0f * sign, 12);
        assert_near(slid, (double)sign * 0.3 * GRAVITY * 12.0 / 60.0, 0.06);
        // At 0.5 m/s it is held soon.
        const double held = taken_along(i >= 2, 0.6f, -0.1f * sign, 12);
        assert_near(held, (double)sign * 0.51, 0.03);
    }
}

TEST(a_blow_on_a_crate_takes_it_along_and_turns_it)
{
    const float places[] = {-0.6f, 0.0f, 0.5f};
    for (int i = 0; i < 3; ++i)
    {
        for (int sign = -1; sign <= 1; sign += 2)
        {
            assert_blow_on_crate(0.3f, places[i], 2.0f * (float)sign, true);
            assert_blow_on_crate(3.0f, places[i], 0.5f * (float)sign, false);
        }
    }
}
