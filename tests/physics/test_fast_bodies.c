/// Fast bodies stop at thin walls where docs/solver.md says that they look ahead, and friction
/// follows the shapes that stop them, not the ones that they pass.
#include "tests/support/worlds.h"

/// A shape that flies, how far it reaches ahead of its origin, and its inner radius.
typedef struct flyer
{
    const char *name;
    int corners;  ///< 0: a circle, 1: a capsule that lies, 2: one that stands, 4: a box
    float round, front, inscribed;
} flyer;

static const flyer flyers[] = {
    {"circle", 0, 0.5f, 0.5f, 0.5f},
    {"lying capsule", 1, 0.2f, 0.6f, 0.2f},
    {"standing capsule", 2, 0.2f, 0.2f, 0.2f},
    {"box", 4, 0.0f, 0.5f, 0.5f},
    {"rounded box", 4, 0.1f, 0.5f, 0.5f},
    {"triangle", 3, 0.0f, 0.5f, 0.25f},
    {"pentagon", 5, 0.0f, 0.5f, 0.4045f},
    {"octagon", 8, 0.0f, 0.5f, 0.4619f},
    {"rounded octagon", 8, 0.1f, 0.5f, 0.4695f},
    {"polygon of 9", 9, 0.0f, 0.5f, 0.4698f},
    {"polygon of 12", 12, 0.0f, 0.5f, 0.4830f},
    {"polygon of 64", 64, 0.0f, 0.5f, 0.4994f},
    {"rounded polygon of 12", 12, 0.1f, 0.5f, 0.4864f},
};

#define FLYERS ((int)(sizeof flyers / sizeof flyers[0]))
#define PHASES 8

static void add_flyer(scree_world *world, scree_body_id body, const flyer *f)
{
    scree_capsule stands = {{0.0f, -0.4f}, {0.0f, 0.4f}, f->round};
    scree_polygon polygon;
    switch (f->corners)
    {
    case 0:
        add_circle(world, body, usual_shape(), f->round);
        return;
    case 1:
        add_capsule(world, body, usual_shape(), 0.4f, f->round);
        return;
    case 2:
        scree_shape_create_capsule(world, body, usual_shape(), &stands);
        return;
    case 4:
        polygon = scree_polygon_box_at(0.5f - f->round, 0.5f - f->round, (scree_vec2){0.0f, 0.0f},
                                       0.0f, f->round);
        break;
    default:
        polygon = regular_polygon(f->corners, 0.5f - f->round, f->round);
        break;
    }
    add_polygon(world, body, usual_shape(), &polygon);
}

typedef enum wall
{
    SEGMENT,
    BOX,
    CAPSULE,
    POLYGON,
    WALLS
} wall;

#define HALF_WALL 0.05f

/// Through the origin of its body, along y.
static void add_wall(scree_world *world, scree_body_id body, wall kind)
{
    scree_segment segment = {{0.0f, -5.0f}, {0.0f, 5.0f}};
    scree_capsule capsule = {{0.0f, -5.0f}, {0.0f, 5.0f}, HALF_WALL};
    scree_polygon polygon = regular_polygon(12, 1.0f, 0.0f);
    switch (kind)
    {
    case SEGMENT:
        scree_shape_create_segment(world, body, usual_shape(), &segment);
        break;
    case BOX:
        add_box(world, body, usual_shape(), HALF_WALL, 5.0f);
        break;
    case CAPSULE:
        scree_shape_create_capsule(world, body, usual_shape(), &capsule);
        break;
    default:
        for (int i = 0; i < polygon.count; ++i)
        {
            polygon.vertices[i].x *= HALF_WALL;
            polygon.vertices[i].y *= 5.0f;
        }
        add_polygon(world, body, usual_shape(), &polygon);
        break;
    }
}

/// How far beyond a wall at the origin a shape gets; `way`: of a step, m; `phase`: its start.
static double farthest(const flyer *f, wall kind, int solver, float angle, float travel,
                       float phase)
{
    float sine, cosine;
    scree_sincos(angle, &sine, &cosine);
    scoped_world *world = world_solved_by(solver, 0.0f);
    add_wall(world, add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, angle), kind);
    float from = -2.0f - phase * travel;
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, from * cosine, from * sine, angle);
    add_flyer(world, body, f);
    float speed = travel / STEP;
    scree_body_set_velocity(world, body, (scree_vec2){speed * cosine, speed * sine}, 0.0f);
    double farthest_out = -10.0;
    for (int i = 0; i < 12 + (int)(4.0f / travel); ++i)
    {
        step_world(world);
        scree_vec2 p = scree_body_position(world, body);
        farthest_out = fmax(farthest_out, (double)(cosine * p.x + sine * p.y));
    }
    return farthest_out;
}

// Along all axes and between them.
static const float angles[] = {0.0f, 1.5707963f, 3.1415927f, -1.5707963f, 0.7f, -2.5f};

/// No body passes; returns how many of all were more than 8 cm beyond the surface.
static int check_flights(int solver, const float *travels, int count, int *all)
{
    int deep = 0;
    for (int f = 0; f < FLYERS; ++f)
    {
        for (int i = 0; i < WALLS * PHASES * count; ++i)
        {
            wall kind = (wall)(i % WALLS);
            float phase = (float)(i / WALLS % PHASES) / PHASES;
            float travel = travels[i / WALLS / PHASES] * flyers[f].inscribed;
            float angle = angles[(i + i / 7 + f) % 6];
            double farthest_out = farthest(&flyers[f], kind, solver, angle, travel, phase);
            double half = kind == SEGMENT ? 0.0 : (double)HALF_WALL;
            if (!(farthest_out < -half))
            {
                fail_msg("%s, wall %d, %s, way %g m, angle %g: got to %g m", flyers[f].name,
                         (int)kind, scree_solver_name((scree_solver)solver), (double)travel,
                         (double)angle, farthest_out);
            }
            deep += farthest_out > 0.08 - half - (double)flyers[f].front;
            ++*all;
        }
    }
    return deep;
}

TEST(shapes_that_move_less_than_their_inscribed_radius_do_not_pass)
{
    const float travels[] = {0.3f, 0.6f, 0.9f};
    int all = 0;
    check_flights(SCREE_SOLVER_SOFT_STEP, travels, 3, &all);
    check_flights(SCREE_SOLVER_PGS, travels + 1, 2, &all);
    assert_int_equal(all, 5 * FLYERS * WALLS * PHASES);
}

TEST(fast_shapes_of_every_kind_stop_at_the_surface_of_a_thin_wall)
{
    // Up to where the docs promise it.
    const float travels[] = {1.45f, 1.9f, 2.5f};
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        int all = 0;
        int deep = check_flights(solver, travels, solver == SCREE_SOLVER_SOFT_STEP ? 3 : 1, &all);
        // A body that a step slowed to less than its inner radius may go that far in the next.
        assert_true(all == 416 || all == 1248);
        assert_true(20 * deep <= all);
    }
}

TEST(small_discs_do_not_pass_at_any_angle)
{
    test_random random = random_of(4);
    for (int i = 0; i < 200; ++i)
    {
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        add_wall(world, static_body(world), i % 2 ? SEGMENT : BOX);
        float vx = random_between(&random, 10.0f, 270.0f);
        float vy = random_between(&random, -190.0f, 190.0f);
        // Meets the wall within its first metre of height.
        float time = random_between(&random, 0.5f, 2.5f) * STEP;
        scree_body_id ball = add_ball(world, -0.1f - vx * time, -vy * time, 0.05f);
        scree_body_set_velocity(world, ball, (scree_vec2){vx, vy}, 0.0f);
        for (int k = 0; k < 4; ++k)
        {
            step_world(world);
            assert_at_most(scree_body_position(world, ball).x, -0.03f);
        }
    }
}

/// The final overlap, m, of a disc with the walls of a wedge of 27 degrees into which it falls; the
/// friction of the walls holds a sunken disc.
static double sunk_in_wedge(float speed, float height)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_vec2 tip = {0.0f, 0.0f}, tops[] = {{-4.0f, 8.0f}, {0.0f, 8.0f}};
    const scree_body_id ground = static_body(world);
    for (int i = 0; i < 2; ++i)
    {
        scree_shape_create_segment(world, ground, usual_shape(), &(scree_segment){tops[i], tip});
    }
    const scree_shape_def def = surface(0.2f, 0.0f);
    scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, -0.45f, height, &def, 0.3f);
    scree_body_set_velocity(world, disc, (scree_vec2){0.0f, -speed}, 0.0f);
    run_steps(world, 300);
    assert_at_least(scree_body_position(world, disc).y, 1.0);
    return deepest_overlap(world);
}

TEST(what_falls_fast_into_a_wedge_does_not_stick_deep_in_its_walls)
{
    for (int i = 0; i < 16; ++i)
    {
        // At four phases of a step.
        const float speed = 100.0f + 40.0f * (float)(i / 4);
        const float height = 10.75f + speed * STEP * 0.25f * (float)(i % 4);
        assert_at_most(sunk_in_wedge(speed, height), 0.03);
    }
}

TEST(a_fast_kinematic_wall_takes_along_what_rests)
{
    for (int i = 0; i < 24; ++i)
    {
        float angle = angles[i % 6], sine, cosine, speed = 30.0f, from = -1.0f - 0.03f * (float)i;
        scree_sincos(angle, &sine, &cosine);
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        scree_body_id plate =
            add_body(world, SCREE_BODY_KINEMATIC, from * cosine, from * sine, angle);
        add_wall(world, plate, i % 2 ? BOX : SEGMENT);
        scree_body_set_velocity(world, plate, (scree_vec2){speed * cosine, speed * sine}, 0.0f);
        scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.1f);
        step_times(world, 20);
        scree_vec2 p = scree_body_position(world, ball), q = scree_body_position(world, plate);
        assert_at_least(cosine * (p.x - q.x) + sine * (p.y - q.y), 0.09);
        scree_vec2 v = scree_body_linear_velocity(world, ball);
        assert_near(cosine * v.x + sine * v.y, 30.0, 0.5);
    }
}

typedef enum ground
{
    PLANE,
    SLAB,
    LINE,
    CRATES,
    GROUNDS
} ground;

/// Its top is at y = 0, for 20 m to both sides.
static void add_floor(scree_world *world, ground kind, float friction, float static_friction)
{
    scree_shape_def def = surface(friction, 0.0f);
    def.material.static_friction = static_friction;
    scree_segment line = {{-20.0f, 0.0f}, {20.0f, 0.0f}};
    scree_polygon slab = scree_polygon_box_at(20.0f, 1.0f, (scree_vec2){0.0f, -1.0f}, 0.0f, 0.0f);
    switch (kind)
    {
    case PLANE:
        add_ground(world, &def);
        break;
    case SLAB:
        add_polygon(world, static_body(world), &def, &slab);
        break;
    case LINE:
        scree_shape_create_segment(world, static_body(world), &def, &line);
        break;
    default:
        for (int i = 0; i < 40; ++i)
        {
            add_slab(world, SCREE_BODY_DYNAMIC, (float)i - 19.5f, -0.5f, &def, 0.45f, 0.5f);
        }
        break;
    }
}

TEST(what_skims_five_centimetres_above_a_floor_keeps_its_speed_and_spin)
{
    for (int i = 0; i < GROUNDS * FLYERS * SCREE_SOLVER_COUNT; ++i)
    {
        const flyer *f = &flyers[i / GROUNDS % FLYERS];
        scoped_world *world = world_solved_by(i / GROUNDS / FLYERS, 0.0f);
        add_floor(world, (ground)(i % GROUNDS), 0.9f, 1.2f);
        // Lowest point 5 cm above the floor: corners of a regular polygon lie at angle 0.
        float turn = f->corners > 4 || f->corners == 3 ? -1.5707963f : 0.0f;
        float below = f->corners == 1 ? 0.2f : f->corners == 2 ? 0.6f : 0.5f;
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, -15.0f, below + 0.05f, turn);
        add_flyer(world, body, f);
        // A disc may spin as it likes.
        float spin = f->corners == 0 ? 40.0f : 0.0f;
        scree_body_set_velocity(world, body, (scree_vec2){90.0f, 0.0f}, spin);
        for (int k = 0; k < 18; ++k)
        {
            step_world(world);
            scree_vec2 v = scree_body_linear_velocity(world, body);
            assert_true(v.x == 90.0f && v.y == 0.0f);
            assert_true(scree_body_angular_velocity(world, body) == spin);
        }
        assert_near(scree_body_position(world, body).x, -15.0 + 18.0 * 1.5, 1e-3);
    }
}

TEST(a_rod_that_spins_past_a_post_keeps_its_spin)
{
    for (int i = 0; i < 20; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = surface(0.0f, 0.0f);
        // 1 cm from where the tip of the rod goes.
        add_slab(world, SCREE_BODY_STATIC, 1.26f, 0.0f, &def, 0.2f, 0.02f);
        scree_body_id rod =
            add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, -1.0f + 0.03f * (float)i);
        add_capsule(world, rod, &def, 1.0f, 0.05f);
        scree_body_set_velocity(world, rod, (scree_vec2){0.0f, 0.0f}, 20.0f);
        run_steps(world, 30);
        assert_near(scree_body_angular_velocity(world, rod), 20.0, 1e-3);
    }
}

TEST(what_is_stopped_ahead_of_a_floor_has_the_friction_of_what_stops_it)
{
    for (int i = 0; i < (GROUNDS - 1) * FLYERS * SCREE_SOLVER_COUNT; ++i)
    {
        const flyer *f = &flyers[i / (GROUNDS - 1) % FLYERS];
        scree_world_def world_def = def_solved_by(i / (GROUNDS - 1) / FLYERS);
        world_def.gravity.y = 0.0f;
        world_def.iterations = 40;  // two points, one of them ahead
        scoped_world *world = world_of(&world_def);
        const float friction = 0.2f;  // with the 0.6 of the flyers
        add_floor(world, (ground)(i % (GROUNDS - 1)), friction * friction / 0.6f, -1.0f);
        float turn = f->corners > 4 || f->corners == 3 ? -1.5707963f : 0.0f;
        float below = f->corners == 1 ? 0.2f : f->corners == 2 ? 0.6f : 0.5f;
        // Found 0.3 m ahead, it is stopped within this step.
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, below + 0.3f, turn);
        add_flyer(world, body, f);
        bool disc = f->corners == 0;
        scree_body_set_locks(world, body, (scree_motion_locks){false, false, !disc});
        scree_body_set_velocity(world, body, (scree_vec2){60.0f, -60.0f}, 0.0f);
        step_world(world);
        scree_contact contact;
        assert_int_equal(scree_world_contacts(world, &contact, 1), 1);
        assert_at_least(contact.points[0].separation, 0.25);
        scree_vec2 v = scree_body_linear_velocity(world, body);
        // The rest of 60 m/s closes the gap within a step, or a substep of it.
        assert_at_least(v.y, -20.0);
        double stopped = 60.0 + (double)v.y;
        assert_near(v.x, 60.0 - (double)friction * stopped, 1e-3 * 60.0);
        // It acts at the surface, half a metre from the middle of a disc, of inertia m r^2 / 2.
        double spin = disc ? -2.0 * (double)friction * stopped / 0.5 : 0.0;
        assert_near(scree_body_angular_velocity(world, body), spin, 1e-3 * 60.0);
    }
}

/// The fraction of the speed along the floor that remains of a box that cannot turn and comes in at
/// 45 degrees.
static double kept_after_landing(int solver, float size, float speed, float phase)
{
    scoped_world *world = world_solved_by(solver, 0.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -1.0f, &def, 500.0f, 1.0f);
    float half = 0.5f * size, v = 0.7071068f * speed;
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, half + v * STEP * (2.0f + phase),
                                 &def, half, half);
    scree_body_set_locks(world, box, (scree_motion_locks){false, false, true});
    scree_body_set_velocity(world, box, (scree_vec2){v, -v}, 0.0f);
    step_times(world, 6);
    return (double)(scree_body_linear_velocity(world, box).x / v);
}

TEST(what_lands_at_any_speed_and_phase_keeps_what_coulomb_leaves_it)
{
    const float sizes[] = {0.1f, 0.3f, 1.0f}, speeds[] = {1.0f, 2.0f, 5.0f, 12.0f, 27.0f, 50.0f};
    for (int i = 0; i < SCREE_SOLVER_COUNT * 3 * 6 * 16; ++i)
    {
        int solver = i / (3 * 6 * 16);
        double kept = kept_after_landing(solver, sizes[i / (6 * 16) % 3], speeds[i / 16 % 6],
                                         (float)(i % 16) / 16.0f);
        assert_at_most(kept, 0.401);
        // pgs pushes sunken bodies out with the velocity, and that has friction, too.
        assert_at_least(kept, solver == SCREE_SOLVER_PGS ? 0.29 : 0.399);
    }
}

typedef enum softness
{
    SQUARE,
    ROUND,
    ROPE,
    CLOTH,
    SOFT_KINDS
} softness;

/// Flies at the origin with `speed`, which is `from` ahead of it.
static scree_soft_body_id add_soft(scree_world *world, softness kind, float angle, float from,
                                   float speed)
{
    float sine, cosine;
    scree_sincos(angle, &sine, &cosine);
    scree_soft_body_def def = soft_at(from * cosine, from * sine);
    def.angle = angle;
    def.linear_velocity = (scree_vec2){speed * cosine, speed * sine};
    def.radius = kind == ROPE || kind == CLOTH ? 0.03f : 0.0f;
    scree_vec2 up = {0.0f, 0.5f}, down = {0.0f, -0.5f};
    switch (kind)
    {
    case SQUARE:
        return scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
    case ROUND:
        return scree_soft_body_create_polygon(world, &def, 12, 0.5f);
    case ROPE:
        return scree_soft_body_create_rope(world, &def, down, up, 8, false, false);
    default:
        return scree_soft_body_create_cloth(world, &def, 5, 5, 0.2f, NULL, 0);
    }
}

/// The farthest vertex of a soft body along a direction.
static double farthest_vertex(scree_world *world, scree_soft_body_id body, float cosine, float sine)
{
    scree_soft_body_view view = scree_soft_body_vertices(world, body);
    double farthest_out = -1e3;
    for (int i = 0; i < view.vertex_count; ++i)
    {
        farthest_out = fmax(farthest_out, (double)(cosine * view.x[i] + sine * view.y[i]));
    }
    return farthest_out;
}

/// A wall of 0.2 m, of every kind of body; a dynamic one is 10^4 times as heavy.
static scree_body_id add_thick_wall(scree_world *world, int type, float angle)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = 1e4f;
    scree_body_id body = add_body(world, (scree_body_type)type, 0.0f, 0.0f, angle);
    add_box(world, body, &def, 0.1f, 5.0f);
    return body;
}

TEST(soft_bodies_stop_at_a_wall_of_more_than_twice_their_way_of_a_substep)
{
    const float travels[] = {0.03f, 0.06f, 0.09f};
    for (int i = 0; i < SOFT_KINDS * 3 * 3 * PHASES; ++i)
    {
        float travel = travels[i / SOFT_KINDS % 3] * SUBSTEPS, speed = travel / STEP;
        float angle = angles[(i + i / 7) % 6], sine, cosine;
        scree_sincos(angle, &sine, &cosine);
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        scree_body_id wall = add_thick_wall(world, i / SOFT_KINDS / 3 % 3, angle);
        // Its middle is 2 m from the wall at first, and more.
        float from = -2.0f - travel * (float)(i / SOFT_KINDS / 9) / PHASES;
        scree_soft_body_id body = add_soft(world, (softness)(i % SOFT_KINDS), angle, from, speed);
        double farthest_out = -10.0;
        for (int k = 0; k < 8 + (int)(3.0f / travel); ++k)
        {
            step_world(world);
            scree_vec2 p = scree_body_position(world, wall);
            double face = (double)(cosine * p.x + sine * p.y) - 0.1;
            // Vertices of the front face are stopped at once; what comes behind presses on.
            farthest_out = fmax(farthest_out, farthest_vertex(world, body, cosine, sine) - face);
            assert_at_most(farthest_out, 0.09);
        }
        assert_at_least(farthest_out, -0.05);
    }
}

TEST(fast_soft_bodies_meet_each_other)
{
    const float travels[] = {0.05f, 0.12f, 0.2f};
    for (int i = 0; i < 3 * 3 * PHASES; ++i)
    {
        float travel = travels[i % 3] * SUBSTEPS, speed = travel / STEP;
        float angle = angles[(i + i / 7) % 6], sine, cosine;
        scree_sincos(angle, &sine, &cosine);
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 0.0f);
        float from = -2.0f - travel * (float)(i / 9) / PHASES;
        scree_soft_body_id body = add_soft(world, (softness)(i / 3 % 3), angle, from, speed);
        scree_soft_body_id other = add_soft(world, SQUARE, angle, 0.0f, 0.0f);
        step_times(world, 8 + (int)(3.0f / travel));
        scree_vec2 p = scree_soft_body_center_of_mass(world, body);
        scree_vec2 q = scree_soft_body_center_of_mass(world, other);
        assert_at_least(cosine * (q.x - p.x) + sine * (q.y - p.y), 0.4);
        assert_at_least(cosine * q.x + sine * q.y, 0.05);
    }
}

TEST(a_disc_that_rolls_fast_neither_sinks_nor_slows)
{
    for (int i = 0; i < 4 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = world_solved_by(i / 4, 10.0f);
        scree_shape_def def = surface(0.6f, 0.0f);
        add_ground(world, &def);
        scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f);
        // Bodies turn by an eighth of a turn at most in a step of one substep.
        float v = 5.5f * (float)(1 + i % 4);
        scree_body_set_velocity(world, disc, (scree_vec2){v, 0.0f}, -2.0f * v);
        for (int k = 0; k < 200; ++k)
        {
            step_world(world);
            assert_near(scree_body_position(world, disc).y, 0.5, 1e-4);
        }
        assert_near(scree_body_linear_velocity(world, disc).x, v, 1e-4 * (double)v);
    }
}
