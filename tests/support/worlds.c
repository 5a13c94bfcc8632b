#include "tests/support/worlds.h"

scree_world *world_of(const scree_world_def *def)
{
    scree_world *world = scree_world_create(def);
    if (world == NULL)
    {
        fail_msg("%s", scree_error_text(NULL));
    }
    return world;
}

int end_fixture_world(void **state)
{
    scree_world_destroy(**(scree_world ***)state);
    return 0;
}

scree_world *default_world(void)
{
    scree_world_def def = scree_world_def_default();
    return world_of(&def);
}

scree_world_def awake_world_def(void)
{
    scree_world_def def = scree_world_def_default();
    def.enable_sleep = false;
    return def;
}

scree_world *world_with_gravity(float x, float y)
{
    scree_world_def def = awake_world_def();
    def.gravity = (scree_vec2){x, y};
    return world_of(&def);
}

scree_world_def counted_def(test_memory *memory)
{
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(memory);
    return def;
}

scree_result step_failing_at(scree_world *world, test_memory *memory, int fail_at, bool after,
                             int substeps)
{
    memory->calls = 0;
    memory->fail_at = fail_at;
    memory->fail_after = after;
    scree_result result = scree_world_step(world, STEP, substeps);
    memory->fail_at = -1;
    return result;
}

void end_counted(scree_world *world, const test_memory *memory)
{
    scree_world_destroy(world);
    assert_true(memory->bytes == 0 && memory->blocks == 0 && memory->bad_releases == 0);
}

scree_world_def def_solved_by(int solver)
{
    scree_world_def def = awake_world_def();
    def.solver = (scree_solver)solver;
    return def;
}

scree_world *world_solved_by(int solver, float gravity)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity.y = -gravity;
    return world_of(&def);
}

int substeps_of(int solver) { return solver == SCREE_SOLVER_SOFT_STEP ? SUBSTEPS : 1; }

scree_body_id add_body(scree_world *world, scree_body_type type, float x, float y, float angle)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = (scree_vec2){x, y};
    def.angle = angle;
    scree_body_id body = scree_body_create(world, &def);
    assert_true(scree_body_is_valid(world, body));
    return body;
}

scree_body_id static_body(scree_world *world)
{
    return add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
}

const scree_shape_def *usual_shape(void)
{
    static scree_shape_def def;
    def = scree_shape_def_default();
    return &def;
}

scree_shape_def surface(float friction, float restitution)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = friction;
    def.material.restitution = restitution;
    return def;
}

static scree_shape_id made(const scree_world *world, scree_shape_id shape)
{
    if (!scree_shape_is_valid(world, shape))
    {
        fail_msg("%s", scree_error_text(world));
    }
    return shape;
}

scree_shape_id add_circle(scree_world *world, scree_body_id body, const scree_shape_def *def,
                          float radius)
{
    scree_circle circle = {{0.0f, 0.0f}, radius};
    return made(world, scree_shape_create_circle(world, body, def, &circle));
}

scree_shape_id add_polygon(scree_world *world, scree_body_id body, const scree_shape_def *def,
                           const scree_polygon *polygon)
{
    return made(world, scree_shape_create_polygon(world, body, def, polygon));
}

scree_shape_id add_box(scree_world *world, scree_body_id body, const scree_shape_def *def,
                       float half_width, float half_height)
{
    scree_polygon box = scree_polygon_box(half_width, half_height);
    return add_polygon(world, body, def, &box);
}

scree_shape_id add_capsule(scree_world *world, scree_body_id body, const scree_shape_def *def,
                           float half_length, float radius)
{
    scree_capsule capsule = {{-half_length, 0.0f}, {half_length, 0.0f}, radius};
    return made(world, scree_shape_create_capsule(world, body, def, &capsule));
}

scree_chain_id add_open_chain(scree_world *world, scree_body_id body, const scree_shape_def *def,
                              const scree_vec2 *points, int count, bool two_sided)
{
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = count;
    chain.two_sided = two_sided;
    scree_chain_id id = scree_chain_create(world, body, def, &chain);
    assert_true(scree_chain_is_valid(world, id));
    return id;
}

scree_polygon regular_polygon(int count, float radius, float round)
{
    scree_polygon polygon = {.count = count, .radius = round};
    for (int i = 0; i < count; ++i)
    {
        float sine, cosine;
        scree_sincos(6.2831853f * (float)i / (float)count, &sine, &cosine);
        polygon.vertices[i] = (scree_vec2){radius * cosine, radius * sine};
    }
    return polygon;
}

scree_body_id add_disc(scree_world *world, scree_body_type type, float x, float y,
                       const scree_shape_def *def, float radius)
{
    scree_body_id body = add_body(world, type, x, y, 0.0f);
    add_circle(world, body, def, radius);
    return body;
}

scree_body_id add_slab(scree_world *world, scree_body_type type, float x, float y,
                       const scree_shape_def *def, float half_width, float half_height)
{
    scree_body_id body = add_body(world, type, x, y, 0.0f);
    add_box(world, body, def, half_width, half_height);
    return body;
}

scree_body_id add_ball(scree_world *world, float x, float y, float radius)
{
    return add_disc(world, SCREE_BODY_DYNAMIC, x, y, usual_shape(), radius);
}

scree_body_id add_crate(scree_world *world, float x, float y, float half_width, float half_height)
{
    return add_slab(world, SCREE_BODY_DYNAMIC, x, y, usual_shape(), half_width, half_height);
}

scree_body_id add_ground(scree_world *world, const scree_shape_def *def)
{
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_vec2 up = {0.0f, 1.0f};
    made(world, scree_shape_create_half_space(world, body, def, &(scree_half_space){up, 0.0f}));
    return body;
}

void add_bin(scree_world *world, const scree_shape_def *def, float half_width, float height,
             bool lid)
{
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    float middle = 0.5f * height;
    scree_vec2 centers[4] = {{0.0f, -2.5f},
                             {-half_width - 2.5f, middle},
                             {half_width + 2.5f, middle},
                             {0.0f, height + 2.5f}};
    for (int i = 0; i < (lid ? 4 : 3); ++i)
    {
        bool side = i == 1 || i == 2;
        scree_polygon wall = scree_polygon_box_at(
            side ? 2.5f : half_width + 5.0f, side ? middle + 5.0f : 2.5f, centers[i], 0.0f, 0.0f);
        add_polygon(world, body, def, &wall);
    }
}

scree_shape_id add_mixed(scree_world *world, scree_body_id body, const scree_shape_def *def, int i,
                         float size)
{
    scree_polygon polygon;
    float half = 0.5f * size;
    switch (i % 7)
    {
    case 0:
        return add_circle(world, body, def, half);
    case 1:
        return add_box(world, body, def, half, 0.7f * half);
    case 2:
        return add_capsule(world, body, def, 0.5f * half, 0.5f * half);
    case 3:
        polygon = regular_polygon(3, half, 0.0f);
        break;
    case 4:
        polygon = regular_polygon(6, half, 0.0f);
        break;
    case 5:
        polygon = scree_polygon_box_at(0.7f * half, 0.5f * half, (scree_vec2){0.0f, 0.0f}, 0.0f,
                                       0.3f * half);
        break;
    default:
        polygon = regular_polygon(12, half, 0.0f);
        break;
    }
    return add_polygon(world, body, def, &polygon);
}

scree_joint_base base_of(scree_body_id a, scree_body_id b)
{
    scree_joint_base base = scree_revolute_joint_def_default().base;
    base.body_a = a;
    base.body_b = b;
    return base;
}

#define FILL_JOINT(def, p)                                          \
    (def).base = (p)->base;                                         \
    (def).spring = (p)->spring.enable ? (p)->spring : (def).spring; \
    (def).motor = (p)->motor.enable ? (p)->motor : (def).motor;     \
    (def).limits = (p)->limits.enable ? (p)->limits : (def).limits

scree_joint_id add_joint(scree_world *world, const joint_spec *parts)
{
    scree_distance_joint_def distance = scree_distance_joint_def_default();
    scree_revolute_joint_def revolute = scree_revolute_joint_def_default();
    scree_prismatic_joint_def prismatic = scree_prismatic_joint_def_default();
    scree_weld_joint_def weld = scree_weld_joint_def_default();
    scree_wheel_joint_def wheel = scree_wheel_joint_def_default();
    FILL_JOINT(distance, parts);
    FILL_JOINT(revolute, parts);
    FILL_JOINT(prismatic, parts);
    FILL_JOINT(wheel, parts);
    weld.base = parts->base;
    distance.length = parts->length > 0.0f ? parts->length : distance.length;
    scree_joint_type type = parts->type;
    scree_joint_id joint =
        type == SCREE_JOINT_DISTANCE    ? scree_joint_create_distance(world, &distance)
        : type == SCREE_JOINT_REVOLUTE  ? scree_joint_create_revolute(world, &revolute)
        : type == SCREE_JOINT_PRISMATIC ? scree_joint_create_prismatic(world, &prismatic)
        : type == SCREE_JOINT_WELD      ? scree_joint_create_weld(world, &weld)
                                        : scree_joint_create_wheel(world, &wheel);
    if (joint.value == 0)
    {
        fail_msg("no joint: %s", scree_error_text(world));
    }
    return joint;
}

scree_particle_id add_particle(scree_world *world, float x, float y, float radius)
{
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){x, y};
    def.radius = radius;
    scree_particle_id id = scree_particle_create(world, &def);
    assert_true(id.value != 0);
    return id;
}

scree_soft_body_def soft_at(float x, float y)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = (scree_vec2){x, y};
    return def;
}

scree_soft_body_id soft_made(scree_world *world, scree_soft_body_id body)
{
    if (body.value == 0)
    {
        fail_msg("%s", scree_error_text(world));
    }
    return body;
}

double worst_edge(scree_world *world, scree_soft_body_id id)
{
    scree_soft_body_view body = scree_soft_body_vertices(world, id);
    double worst = 0.0;
    for (int i = 0; i < body.edge_count; ++i)
    {
        int a = body.edges[i].a, b = body.edges[i].b;
        double length = hypot((double)(body.x[b] - body.x[a]), (double)(body.y[b] - body.y[a]));
        worst = fmax(worst, fabs(length / (double)body.edges[i].length - 1.0));
    }
    return worst;
}

void step_world(scree_world *world) { step_times(world, 1); }

void step_times(scree_world *world, int count)
{
    run_steps_of(world, count, STEP, substeps_of((int)scree_world_solver(world)));
}

void run_solved(scree_world *world, float seconds)
{
    step_times(world, (int)(seconds / STEP + 0.5f));
}

void run_steps_of(scree_world *world, int count, float dt, int substeps)
{
    for (int i = 0; i < count; ++i)
    {
        if (scree_world_step(world, dt, substeps) != SCREE_OK)
        {
            fail_msg("step %d: %s", i, scree_error_text(world));
        }
    }
}

void run_steps(scree_world *world, int count) { run_steps_of(world, count, STEP, SUBSTEPS); }

void run_seconds(scree_world *world, float seconds)
{
    run_steps(world, (int)(seconds * 60.0f + 0.5f));
}

double rise_after_bounce(int solver, int substeps, float restitution, float dt)
{
    scree_world *world = world_solved_by(solver, 10.0f);
    scree_shape_def def = surface(0.6f, restitution);
    add_ground(world, &def);
    scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 4.5f, 0.0f);
    add_circle(world, ball, &def, 0.5f);
    bool bounced = false;
    double highest = 0.0;
    for (int i = 0; (float)i * dt < 3.0f; ++i)
    {
        assert_ok(scree_world_step(world, dt, substeps));
        double v = (double)scree_body_linear_velocity(world, ball).y;
        bounced = bounced || v > -1e-3;
        double y = (double)scree_body_position(world, ball).y - 0.5;
        highest = bounced && y > highest ? y : highest;
        if (bounced && v < -1.0)
        {
            break;
        }
    }
    assert_true(bounced);
    scree_world_destroy(world);
    return highest;
}

/// Adds the motion of a mass point.
static void add_motion(test_motion *sum, double m, double x, double y, double vx, double vy)
{
    sum->px += m * vx;
    sum->py += m * vy;
    sum->angular += m * (x * vy - y * vx);
    sum->energy += 0.5 * m * (vx * vx + vy * vy);
    sum->mass += m;
    sum->scale += m * hypot(vx, vy);
    sum->angular_scale += m * hypot(x, y) * hypot(vx, vy);
}

static void add_points(test_motion *sum, int count, const float *inverse_mass,
                       const float *const at[4])
{
    for (int i = 0; i < count; ++i)
    {
        if (inverse_mass[i] > 0.0f)
        {
            add_motion(sum, 1.0 / (double)inverse_mass[i], (double)at[0][i], (double)at[1][i],
                       (double)at[2][i], (double)at[3][i]);
        }
    }
}

test_motion total_motion(scree_world *world)
{
    test_motion sum = {0};
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        double m = (double)scree_body_mass(world, view.id[i]), w = (double)view.w[i];
        double inertia = (double)scree_body_inertia(world, view.id[i]);
        scree_vec2 c = scree_body_center_of_mass(world, view.id[i]);
        add_motion(&sum, m, (double)c.x, (double)c.y, (double)view.vx[i], (double)view.vy[i]);
        sum.angular += inertia * w;
        sum.energy += 0.5 * inertia * w * w;
        sum.angular_scale += fabs(inertia * w);
    }
    scree_particle_view p = scree_world_particles(world);
    scree_soft_vertex_view s = scree_world_soft_vertices(world);
    add_points(&sum, p.count, p.inverse_mass, (const float *const[]){p.x, p.y, p.vx, p.vy});
    add_points(&sum, s.count, s.inverse_mass, (const float *const[]){s.x, s.y, s.vx, s.vy});
    return sum;
}

void assert_same_bodies(scree_world *a, scree_world *b)
{
    scree_body_view v = scree_world_bodies(a), w = scree_world_bodies(b);
    const float *const x[] = {v.x, v.y, v.cos, v.sin, v.vx, v.vy, v.w};
    const float *const y[] = {w.x, w.y, w.cos, w.sin, w.vx, w.vy, w.w};
    assert_int_equal(v.count, w.count);
    for (int i = 0; i < 7; ++i)
    {
        assert_memory_equal(x[i], y[i], sizeof(float) * (size_t)v.count);
    }
}

double total_kinetic_energy(scree_world *world)
{
    double energy = 0.0;
    scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < bodies.dynamic_count; ++i)
    {
        energy += (double)scree_body_kinetic_energy(world, bodies.id[i]);
    }
    return energy;
}

double deepest_overlap(const scree_world *world)
{
    int count = scree_world_contacts(world, NULL, 0);
    scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
    assert_non_null(contacts);
    double deepest = 0.0;
    scree_world_contacts(world, contacts, count);
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k)
        {
            deepest = fmax(deepest, -(double)contacts[i].points[k].separation);
        }
    }
    free(contacts);
    return deepest;
}

static bool is_static(const scree_world *world, scree_shape_id shape)
{
    return scree_body_get_type(world, scree_shape_body(world, shape)) == SCREE_BODY_STATIC;
}

double carried_by_static_bodies(const scree_world *world, double h)
{
    int count = scree_world_contacts(world, NULL, 0);
    scree_contact *contacts = calloc((size_t)count + 1, sizeof *contacts);
    assert_non_null(contacts);
    double carried = 0.0;
    scree_world_contacts(world, contacts, count);
    for (int i = 0; i < count; ++i)
    {
        const scree_contact *c = &contacts[i];
        // Impulses act on b; the tangent is (normal.y, -normal.x).
        double up = is_static(world, c->shape_a) ? 1.0 : is_static(world, c->shape_b) ? -1.0 : 0.0;
        for (int k = 0; k < c->point_count; ++k)
        {
            carried += up * ((double)c->normal.y * (double)c->points[k].normal_impulse -
                             (double)c->normal.x * (double)c->points[k].tangent_impulse);
        }
    }
    free(contacts);
    return carried / h;
}

double weight_of_all(scree_world *world)
{
    double mass = 0.0;
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        mass += (double)scree_body_mass(world, view.id[i]);
    }
    return -mass * (double)scree_world_gravity(world).y;
}

void assert_near_at(double actual, double expected, double bound, const char *what,
                    const char *file, int line)
{
    if (!(fabs(actual - expected) <= bound))
    {
        print_error("%s = %.9g, expected %.9g within %.3g\n", what, actual, expected, bound);
        _fail(file, line);
    }
}

void assert_at_most_at(double actual, double bound, const char *what, const char *file, int line)
{
    if (!(actual <= bound))
    {
        print_error("%s = %.9g, expected at most %.9g\n", what, actual, bound);
        _fail(file, line);
    }
}

test_random random_of(uint64_t seed)
{
    // Small seeds would begin with small numbers.
    test_random random = {seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du};
    random_bits(&random);
    return random;
}

uint32_t random_bits(test_random *random)
{
    // PCG XSH-RR (M. E. O'Neill, 2014).
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31u);
}

float random_between(test_random *random, float low, float high)
{
    float unit = (float)(random_bits(random) >> 8) / 16777216.0f;
    return low + (high - low) * unit;
}

int random_below(test_random *random, int bound)
{
    return (int)((uint64_t)random_bits(random) * (uint64_t)bound >> 32);
}
