#include "stage_demands.h"

#include "world/world_state.h"

// The input of a stage: the world after the step, and some counts.
typedef struct subject
{
    const scree_world *world;
    const sc_machine *machine;
    scree_counters counters;
    double substeps;
    double moving, dynamic;  // bodies
    double shapes;           // that move
    double pairs, contacts;  // in the store; with points
    double items;            // that the stage itself counted
    double aabb_set;         // bytes of the AABBs of moving shapes
    sc_demand demand;
} subject;

enum
{
    LANES = SC_BLOCK,
    LINE = sizeof(sc_lane_line),
    // The bytes of a constraint in the first arrays of a colour: rows, flags, numbers of the
    // contacts.
    HEAD_BYTES = sizeof(sc_block_rows) + 1 + SC_BLOCK * sizeof(int32_t),
    // The part of them that a pass over blocks reads.
    ROWS_BYTES = sizeof(sc_block_rows) + 1
};

// Size of an element of an array of a store.
#define EACH(array) ((double)sizeof *(array))

static void stream(subject *s, sc_traffic traffic, double bytes, double set)
{
    s->demand.bytes += bytes;
    s->demand.ns += bytes * sc_machine_cost(s->machine, traffic, set);
}

// Records of up to 64 bytes are found at once, longer ones line by line.
static void records(subject *s, double bytes, double count, double set)
{
    double cost;
    if (bytes <= 4.0)
        cost = sc_machine_cost(s->machine, SC_TRAFFIC_RECORD_4, set);
    else if (bytes <= 16.0)
        cost = sc_machine_cost(s->machine, SC_TRAFFIC_RECORD_16, set);
    else
        cost = (double)((int)(bytes + 63.0) / 64) *
               sc_machine_cost(s->machine, SC_TRAFFIC_RECORD_64, set);
    s->demand.records += count;
    s->demand.ns += count * cost;
}

static void nothing(subject *s) { (void)s; }

// Where nothing was to be done the stage counted nothing.
static void refresh_rows(subject *s)
{
    const sc_shapes *shapes = &s->world->shapes;
    double each = EACH(shapes->body_slot) + EACH(shapes->body_row);
    stream(s, SC_TRAFFIC_UPDATE, s->items * each, s->items * each);
}

static void pack_bodies(subject *s)
{
    const sc_bodies *b = &s->world->bodies;
    double in = EACH(b->vx) + EACH(b->vy) + EACH(b->w) + EACH(b->force_x) + EACH(b->force_y) +
                EACH(b->torque) + EACH(b->linear_damping) + EACH(b->angular_damping) +
                EACH(b->gravity_scale) + EACH(b->inverse_mass) + EACH(b->inverse_inertia);
    double out = sizeof(sc_velocity) + sizeof(sc_warm_start) + sizeof(sc_delta) +
                 2.0 * sizeof(sc_velocity_update);
    double set = s->moving * (in + out);
    stream(s, SC_TRAFFIC_READ, s->moving * in, set);
    stream(s, SC_TRAFFIC_WRITE, s->moving * out, set);
}

// Bytes of geometry that tell where a shape of a kind ends.
static double geometry_bytes(int kind)
{
    double header = SC_GEOMETRY_HEADER * sizeof(float), vector = 2.0 * sizeof(float);
    switch (kind)
    {
    case SC_KIND_CIRCLE:
        return 0.0;
    case SC_KIND_BOX:
    case SC_KIND_HALF_SPACE:
        return header;
    case SC_KIND_CONVEX4:
        return header + 4.0 * 2.0 * vector;
    default:
        return header + 8.0 * 2.0 * vector;
    }
}

static double pool_bytes(const subject *s)
{
    return (double)s->world->shapes.geometry_used * sizeof(float);
}

static void update_aabbs(subject *s)
{
    const sc_shapes *shapes = &s->world->shapes;
    double in = EACH(shapes->active[0].slot) + EACH(shapes->body_row) + EACH(shapes->local) +
                EACH(shapes->aabb);
    double out = EACH(shapes->pose);
    double changed = EACH(shapes->aabb) + EACH(shapes->previous);
    double set = s->shapes * (in + out + changed);
    stream(s, SC_TRAFFIC_READ, s->shapes * in, set);
    stream(s, SC_TRAFFIC_WRITE, s->shapes * out + s->counters.moved_shapes * changed, set);
    double bodies = s->moving * (sizeof(sc_pose) + sizeof(sc_velocity));
    records(s, sizeof(sc_pose), s->shapes, bodies);
    records(s, sizeof(sc_velocity), s->shapes, bodies);
    for (int kind = SC_KIND_BOX; kind <= SC_KIND_POLYGON; ++kind)
        records(s, geometry_bytes(kind), shapes->active[kind].count, pool_bytes(s));
}

// AABBs that changed are sorted and looked through once; each new pair is written.
static void find_pairs(subject *s)
{
    double changed = s->counters.moved_shapes;
    double sorted = 2.0 * sizeof(sc_aabb) + 2.0 * sizeof(int32_t);
    records(s, sizeof(sc_aabb), changed, s->aabb_set);
    records(s, sizeof(int32_t), changed, 2.0 * changed * sizeof(int32_t));
    stream(s, SC_TRAFFIC_WRITE, changed * sorted, changed * sorted);
    stream(s, SC_TRAFFIC_READ, changed * sorted, changed * sorted);
    stream(s, SC_TRAFFIC_WRITE, s->counters.new_pairs * (double)sizeof(uint64_t), changed * sorted);
}

static double contact_bytes(void)
{
#define SIZE(type, name, role, format) +(double)sizeof(type)
    return 0.0 SC_CONTACT_FIELDS(SIZE);
#undef SIZE
}

static void overlap_tests(subject *s)
{
    const sc_contacts *contacts = &s->world->contacts;
    double each = EACH(contacts->a) + EACH(contacts->b);
    stream(s, SC_TRAFFIC_READ, s->pairs * each, s->pairs * each);
    records(s, sizeof(sc_aabb), 2.0 * s->pairs, s->aabb_set);
}

// Where no AABB changed no pair begins or ends.
static void begin_contacts(subject *s)
{
    if (s->counters.moved_shapes == 0)
        return;
    overlap_tests(s);
    double fresh = s->counters.new_pairs;
    records(s, sizeof(scree_material), 2.0 * fresh,
            s->world->shapes.count * EACH(s->world->shapes.material));
    stream(s, SC_TRAFFIC_WRITE, fresh * contact_bytes(), s->pairs * contact_bytes());
}

// AABBs tell which pairs may touch; touching pairs are computed again.
static void collide(subject *s)
{
    const sc_contacts *contacts = &s->world->contacts;
    const sc_shapes *shapes = &s->world->shapes;
    overlap_tests(s);
    records(s, sizeof(sc_shape_pose), 2.0 * s->contacts, s->shapes * EACH(shapes->pose));
    double of_kind[SC_CLASS_COUNT] = {
        [SC_CLASS_BOX_CIRCLE] = geometry_bytes(SC_KIND_BOX),
        [SC_CLASS_CONVEX4_CIRCLE] = geometry_bytes(SC_KIND_CONVEX4),
        [SC_CLASS_CONVEX8_CIRCLE] = geometry_bytes(SC_KIND_CONVEX8),
        [SC_CLASS_BOX_BOX] = 2.0 * geometry_bytes(SC_KIND_BOX),
        [SC_CLASS_CONVEX4_CONVEX4] = 2.0 * geometry_bytes(SC_KIND_BOX),
        [SC_CLASS_CONVEX8_CONVEX8] = geometry_bytes(SC_KIND_CONVEX8),
    };
    double touching = s->pairs > 0.0 ? s->contacts / s->pairs : 0.0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        if (of_kind[c] > 0.0)
            records(s, of_kind[c], touching * contacts->count[c], pool_bytes(s));
    }
    stream(s, SC_TRAFFIC_UPDATE, s->contacts * EACH(contacts->manifold),
           s->pairs * EACH(contacts->manifold));
    stream(s, SC_TRAFFIC_WRITE, s->pairs * EACH(contacts->point_count),
           s->pairs * EACH(contacts->point_count));
}

// A stage that reads the states of `count` contacts, if events are enabled.
static void look_at_contacts(subject *s)
{
    const sc_contacts *contacts = &s->world->contacts;
    double each =
        EACH(contacts->a) + EACH(contacts->b) + EACH(contacts->state) + EACH(contacts->point_count);
    stream(s, SC_TRAFFIC_READ, s->items * each, s->items * each);
}

// Which contacts have points, and whether they had; a lane for each that begins or ends.
static void colour_contacts(subject *s)
{
    const sc_contacts *contacts = &s->world->contacts;
    const sc_shapes *shapes = &s->world->shapes;
    double each = EACH(contacts->state) + EACH(contacts->point_count);
    stream(s, SC_TRAFFIC_READ, s->pairs * each, s->pairs * each);
    double changed = s->counters.begun_contacts + s->counters.ended_contacts;
    records(s, EACH(shapes->body_row), 2.0 * changed, s->shapes * EACH(shapes->body_row));
    records(s, sizeof(uint64_t), 2.0 * changed, s->dynamic * sizeof(uint64_t));
    stream(s, SC_TRAFFIC_WRITE, changed * (double)HEAD_BYTES / LANES, changed * (double)HEAD_BYTES);
}

static double rows_of(const subject *s, int group)
{
    const sc_island_group *g = &s->world->constraints.groups[group];
    double rows = 0.0;
    for (int i = 0; i < g->range_count; ++i)
        rows += g->ranges[i].end - g->ranges[i].begin;
    return rows;
}

// The blocks of contacts of a group, and the bytes that its passes go through again and again.
typedef struct block_counts
{
    double blocks, points;  // points: of all blocks, 1 or 2 each
    double contacts, rows, joints;
    double joint_lines, joint_blocks;
    double set;
} block_counts;

static double joint_blocks_of(const sc_batch *batch)
{
    return (double)(batch->end[SC_COLOURS] - batch->begin) / SC_BLOCK;
}

static block_counts count_blocks(const subject *s, int index)
{
    const sc_constraints *constraints = &s->world->constraints;
    const sc_island_group *group = &constraints->groups[index];
    block_counts n = {.blocks = group->block_count,
                      .points = group->block_count + sc_two_point_blocks(group),
                      .contacts = group->contact_count,
                      .rows = rows_of(s, index)};
    const sc_joint_group *joints =
        constraints->joints.groups != NULL ? &constraints->joints.groups[index] : NULL;
    for (int kind = 0; joints != NULL && kind < SC_JOINT_KIND_COUNT; ++kind)
    {
        double blocks = joint_blocks_of(&joints->batches[kind]);
        n.joint_blocks += blocks;
        n.joint_lines += blocks * sc_joint_lines((sc_joint_kind)kind);
    }
    n.joints = joints != NULL ? joints->joint_count : 0.0;
    double lines = n.blocks * (SC_FRAME_LINES + SC_FRICTION_LINES) +
                   n.points * 2.0 * SC_POINT_LINES + n.joint_lines;
    n.set = lines * LINE + (n.blocks + n.joint_blocks) * ROWS_BYTES +
            n.rows * (sizeof(sc_velocity) + sizeof(sc_delta) + sizeof(sc_warm_start));
    return n;
}

// Manifolds to blocks, their impulses into the records of both bodies.
static void prepare(subject *s, const block_counts *n)
{
    const sc_contacts *contacts = &s->world->contacts;
    stream(s, SC_TRAFFIC_READ, n->blocks * HEAD_BYTES, n->set);
    records(s, EACH(contacts->manifold), n->contacts, s->pairs * EACH(contacts->manifold));
    records(s, EACH(contacts->friction), n->contacts, s->pairs * EACH(contacts->friction));
    records(s, sizeof(sc_velocity), 2.0 * n->contacts, n->rows * sizeof(sc_velocity));
    records(s, sizeof(sc_warm_start), 4.0 * n->contacts, n->rows * sizeof(sc_warm_start));
    double lines =
        n->blocks * (SC_FRAME_LINES + SC_FRICTION_LINES) + n->points * 2.0 * SC_POINT_LINES;
    stream(s, SC_TRAFFIC_WRITE, lines * LINE, n->set);
    records(s, sizeof(sc_joint_frame) + sizeof(sc_joint_settings), n->joints,
            n->joints * (sizeof(sc_joint_frame) + sizeof(sc_joint_settings)));
    stream(s, SC_TRAFFIC_WRITE, n->joint_lines * LINE, n->set);
}

static void store_back(subject *s, const block_counts *n)
{
    const sc_contacts *contacts = &s->world->contacts;
    // Two impulses for each point.
    stream(s, SC_TRAFFIC_READ,
           n->points * 2.0 * LINE + n->blocks * (double)(SC_BLOCK * sizeof(int32_t)), n->set);
    records(s, EACH(contacts->manifold), n->contacts, s->pairs * EACH(contacts->manifold));
    records(s, sizeof(sc_joint_state), n->joints, n->joints * sizeof(sc_joint_state));
}

// The reads and writes of soft_step's passes in a block: simd/contact_block.h lists the cache
// lines.
static void substep(subject *s, const block_counts *n)
{
    double constraints = n->contacts + n->joints;
    double bodies = n->rows * (sizeof(sc_velocity) + sizeof(sc_delta));
    // integrate_velocities, integrate_positions
    stream(s, SC_TRAFFIC_UPDATE, n->rows * (sizeof(sc_velocity) + sizeof(sc_warm_start)), n->set);
    stream(s, SC_TRAFFIC_READ, n->rows * (2.0 * sizeof(sc_velocity_update) + sizeof(sc_velocity)),
           n->set);
    stream(s, SC_TRAFFIC_UPDATE, n->rows * sizeof(sc_delta), n->set);
    // solve: the frame and the points, whose impulse changes
    stream(s, SC_TRAFFIC_READ,
           (n->blocks + n->joint_blocks) * ROWS_BYTES + n->blocks * SC_FRAME_LINES * LINE +
               n->points * (SC_POINT_LINES - 1.0) * LINE,
           n->set);
    stream(s, SC_TRAFFIC_UPDATE, n->points * LINE, n->set);
    records(s, sizeof(sc_velocity), 4.0 * constraints, bodies);
    // relax: the same, the separation too, and the tangents
    stream(s, SC_TRAFFIC_READ,
           (n->blocks + n->joint_blocks) * ROWS_BYTES +
               n->blocks * (SC_FRAME_LINES + SC_FRICTION_LINES) * LINE +
               n->points * (2.0 * SC_POINT_LINES - 3.0) * LINE,
           n->set);
    stream(s, SC_TRAFFIC_UPDATE, n->points * 3.0 * LINE, n->set);
    records(s, sizeof(sc_velocity), 4.0 * constraints, bodies);
    records(s, sizeof(sc_delta), 2.0 * constraints, bodies);
    // joints: read in solve, updated in relax
    stream(s, SC_TRAFFIC_READ, n->joint_lines * LINE, n->set);
    stream(s, SC_TRAFFIC_UPDATE, n->joint_lines * LINE, n->set);
}

static bool has_groups(const subject *s) { return s->world->constraints.groups != NULL; }

static void prepare_contacts(subject *s)
{
    if (!has_groups(s))
        return;
    block_counts n = count_blocks(s, SC_SHARED_GROUP);
    prepare(s, &n);
}

// Groups but the shared one prepare and store by themselves.
static void solve_substeps(subject *s)
{
    for (int i = 0; has_groups(s) && i < s->world->constraints.group_count; ++i)
    {
        block_counts n = count_blocks(s, i);
        if (i != SC_SHARED_GROUP)
        {
            prepare(s, &n);
            store_back(s, &n);
        }
        sc_demand before = s->demand;
        substep(s, &n);
        s->demand.bytes += (s->substeps - 1.0) * (s->demand.bytes - before.bytes);
        s->demand.records += (s->substeps - 1.0) * (s->demand.records - before.records);
        s->demand.ns += (s->substeps - 1.0) * (s->demand.ns - before.ns);
    }
}

static void store_impulses(subject *s)
{
    if (!has_groups(s))
        return;
    block_counts n = count_blocks(s, SC_SHARED_GROUP);
    store_back(s, &n);
}

// Each particle in each substep, each pair with both of its particles.
static void move_particles(subject *s)
{
    const sc_circles *circles = &s->world->circles;
    double each = EACH(circles->x) + EACH(circles->y) + EACH(circles->vx) + EACH(circles->vy);
    double set = s->counters.particles * each;
    stream(s, SC_TRAFFIC_UPDATE, s->substeps * set, set);
    records(s, each, s->substeps * 2.0 * s->counters.particle_pairs, set);
}

// Each vertex in each substep, each edge with both of its ends.
static void move_soft_bodies(subject *s)
{
    const sc_soft_bodies *soft = &s->world->soft;
    double each = EACH(soft->x) + EACH(soft->y) + EACH(soft->vx) + EACH(soft->vy);
    double set = s->counters.soft_vertices * each;
    stream(s, SC_TRAFFIC_UPDATE, s->substeps * set, set);
    records(s, each, s->substeps * 2.0 * s->counters.soft_edges, set);
}

static void find_soft_pairs(subject *s)
{
    const sc_soft_bodies *soft = &s->world->soft;
    double set = s->counters.soft_vertices * (EACH(soft->x) + EACH(soft->y));
    stream(s, SC_TRAFFIC_READ, set, set);
}

static void break_joints(subject *s)
{
    double set = s->items * sizeof(sc_joint_state);
    stream(s, SC_TRAFFIC_READ, set, set);
}

static void advance_contacts(subject *s)
{
    const sc_contacts *contacts = &s->world->contacts;
    double set = s->pairs * (EACH(contacts->state) + EACH(contacts->point_count));
    stream(s, SC_TRAFFIC_UPDATE, s->pairs * EACH(contacts->state), set);
    stream(s, SC_TRAFFIC_READ, s->pairs * EACH(contacts->point_count), set);
}

static void sweep_bodies(subject *s)
{
    if (!s->world->settings.continuous)
        return;
    const sc_bodies *b = &s->world->bodies;
    double each = sizeof(sc_delta) + sizeof(sc_velocity) + EACH(b->safe) + EACH(b->arm);
    stream(s, SC_TRAFFIC_READ, s->dynamic * each, s->dynamic * each);
}

static void finish_bodies(subject *s)
{
    const sc_bodies *b = &s->world->bodies;
    double in = sizeof(sc_velocity) + sizeof(sc_delta) + EACH(b->center_x) + EACH(b->center_y);
    double out = EACH(b->x) + EACH(b->y) + EACH(b->cos) + EACH(b->sin) + EACH(b->vx) + EACH(b->vy) +
                 EACH(b->w);
    double set = s->moving * (in + out + EACH(b->pose));
    stream(s, SC_TRAFFIC_READ, s->moving * in, set);
    stream(s, SC_TRAFFIC_UPDATE, s->moving * EACH(b->pose), set);
    stream(s, SC_TRAFFIC_WRITE, s->moving * out, set);
}

static void note_rest(subject *s)
{
    const sc_sleep *sleep = &s->world->sleep;
    if (!sleep->enabled)
        return;
    double each = EACH(sleep->rest_pose) + EACH(sleep->rest_time);
    double poses = s->moving * EACH(s->world->bodies.pose);
    stream(s, SC_TRAFFIC_READ, poses, poses);
    stream(s, SC_TRAFFIC_UPDATE, s->dynamic * each, s->dynamic * each);
}

// The mark that finish_bodies leaves in each row.
static void disable_nonfinite(subject *s)
{
    double set = s->moving * sizeof(int32_t);
    stream(s, SC_TRAFFIC_READ, set, set);
}

static void update_sensors(subject *s)
{
    double each = sizeof(sc_shape_pose) + sizeof(sc_shape_local);
    stream(s, SC_TRAFFIC_READ, s->items * each, s->items * each);
}

// A stage that is not here does not compile.
#define wake_bodies nothing
#define purge_contacts nothing
#define fall_asleep nothing
#define find_impacts look_at_contacts
#define pre_solve look_at_contacts
#define wake_touched nothing
#define find_contact_events look_at_contacts
#define reserve_overlaps nothing
#define wake_pushed nothing
#define publish_contact_events nothing
#define clear_forces nothing

sc_demand sc_stage_demand(const scree_world *world, int stage, int substeps,
                          const sc_machine *machine)
{
    static void (*const demands[SC_STAGE_COUNT])(subject *) = {
#define X(name) name,
        SC_STAGE_LIST(X)
#undef X
    };
    subject s = {.world = world,
                 .machine = machine,
                 .counters = scree_world_counters(world),
                 .substeps = substeps,
                 .moving = sc_moving_count(&world->bodies),
                 .dynamic = world->bodies.count[SC_GROUP_DYNAMIC],
                 .items = (double)scree_world_stage_work(world, stage).items};
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
        s.shapes += world->shapes.active[kind].count;
    s.pairs = sc_contacts_count(&world->contacts);
    s.contacts = s.counters.contacts;
    s.aabb_set = s.shapes * EACH(world->shapes.aabb);
    demands[stage](&s);
    return s.demand;
}
