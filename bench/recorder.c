// A table of kernels that copy their arguments and then call the real kernels.

#include "captured_case.h"

#include <string.h>

// Kernels have no context argument, so the recording under way is here.
static struct
{
    scree_world *world;
    sc_arena *arena;
    sc_kernel_case *cases;
    const sc_kernels *real;
    bool failed;
} recorder;

static void *copy_of(const void *source, size_t bytes)
{
    void *copy = sc_arena_take(recorder.arena, bytes);
    if (copy == NULL)
    {
        recorder.failed = true;
        return NULL;
    }
    memcpy(copy, source, bytes);
    return copy;
}

/// Makes `field`, a pointer, point at a copy of its first `count` elements.
#define OWN(field, count) ((field) = copy_of((field), sizeof *(field) * (size_t)(count)))

/// OWN for an array that is restored before each run.
#define OWN_AND_RESTORE(c, field, count) \
    add_image((c), OWN(field, count), sizeof *(field) * (size_t)(count))

static void add_image(sc_kernel_case *c, void *array, size_t bytes)
{
    if (array != NULL)
    {
        c->images[c->image_count++] = (case_image){array, copy_of(array, bytes), bytes};
    }
}

static int row_count(void)
{
    return sc_pad_block(sc_moving_count(&recorder.world->bodies)) + SC_BLOCK;
}

/// Contacts [begin, ...) of one class become contacts [0, count) of the case.
static void record_narrow(sc_kernel_case *c, const sc_narrow_args *args, int begin, int end)
{
    (void)end;
    const scree_world *world = recorder.world;
    // An empty class may begin where the next one does.
    int class = 1;
    while (class < SC_CLASS_COUNT - 1 &&
           (world->contacts.first[class] != begin || world->contacts.count[class] == 0))
    {
        ++class;
    }
    if (c->items > 0 || world->contacts.first[class] != begin)
    {
        return;
    }
    int count = world->contacts.count[class], padded = sc_pad_block(count);
    int slots = world->shapes.ids.capacity;
    sc_narrow_args *own = &c->args.narrow;
    *own = *args;
    own->a += begin;
    own->b += begin;
    own->manifolds += begin;
    own->point_count += begin;
    OWN(own->poses, slots);
    OWN(own->geometry, world->shapes.geometry_capacity);
    OWN(own->geometry_start, slots);
    OWN(own->kinds, slots);
    OWN(own->a, padded);
    OWN(own->b, padded);
    OWN(own->manifolds, padded);
    OWN(own->point_count, padded);
    c->items = c->end = count;
}

static void record_shapes(sc_kernel_case *c, const sc_shapes_args *args, int begin, int end)
{
    (void)end;
    const sc_shapes *shapes = &recorder.world->shapes;
    int kind = 0;
    while (kind < SC_KIND_CONVEX8 && shapes->active[kind].slot != args->slots)
    {
        ++kind;
    }
    if (c->items > 0 || begin != 0)
    {
        return;
    }
    int count = shapes->active[kind].count, padded = sc_pad_block(count);
    int slots = shapes->ids.capacity, bodies = recorder.world->bodies.capacity;
    sc_shapes_args *own = &c->args.shapes;
    *own = *args;
    OWN(own->slots, padded);
    OWN(own->body_row, slots);
    OWN(own->body_poses, bodies);
    OWN(own->velocities, row_count());
    OWN(own->locals, slots);
    OWN(own->geometry, shapes->geometry_capacity);
    OWN(own->geometry_start, slots);
    OWN(own->poses, slots);
    OWN(own->previous, slots);
    OWN(own->moved, padded);
    OWN_AND_RESTORE(c, own->aabbs, slots);
    c->items = c->end = count;
}

/// The class with the most contacts.
static void record_pair_overlaps(sc_kernel_case *c, const sc_aabb *aabbs, const int32_t *a,
                                 const int32_t *b, uint16_t *overlapping, int begin, int end)
{
    if (end - begin <= c->items)
    {
        return;
    }
    int padded = sc_pad_block(end - begin);
    c->args.overlaps.aabbs =
        copy_of(aabbs, sizeof *aabbs * (size_t)recorder.world->shapes.ids.capacity);
    c->args.overlaps.a = copy_of(a + begin, sizeof *a * (size_t)padded);
    c->args.overlaps.b = copy_of(b + begin, sizeof *b * (size_t)padded);
    c->args.overlaps.overlapping =
        copy_of(overlapping, sizeof *overlapping * (size_t)(padded / SC_BLOCK));
    c->items = c->end = end - begin;
}

/// Whether this is the longest range of shapes so far.
static bool is_longer(const sc_kernel_case *c, const sc_aabb *aabbs, int begin, int end)
{
    return aabbs == recorder.world->shapes.aabb && end - begin > c->items;
}

static void record_bin(sc_kernel_case *c, const sc_bin_args *args, int begin, int end)
{
    if (is_longer(c, args->aabbs, begin, end))
    {
        sc_bin_args *own = &c->args.bin;
        *own = *args;
        OWN(own->aabbs, recorder.world->shapes.ids.capacity);
        OWN(own->slots, end);
        OWN(own->bins, end);
        OWN(own->spreads, SC_BINS);
        c->items = end - begin;
        c->begin = begin;
        c->end = end;
    }
}

static void record_place(sc_kernel_case *c, const sc_place_args *args, int begin, int end)
{
    if (is_longer(c, args->aabbs, begin, end))
    {
        sc_place_args *own = &c->args.place;
        *own = *args;
        OWN(own->aabbs, recorder.world->shapes.ids.capacity);
        OWN(own->slots, end);
        OWN(own->bins, end);
        OWN(own->cells, SC_BINS);
        OWN(own->places, end);
        c->items = end - begin;
        c->begin = begin;
        c->end = end;
    }
}

static const sc_sorted_aabb *copy_sorted(const sc_sorted_aabb *aabbs, int count)
{
    return copy_of(aabbs, sizeof *aabbs * (size_t)(count + SC_BLOCK));
}

static const sc_sorted_aabb *copy_swept(const sc_sorted_aabb *aabbs, int count)
{
    return copy_of(aabbs, sizeof *aabbs * (size_t)count);
}

/// The sweep of the most boxes: a whole level for sweep_level, a range of one for sweep_across.
static void record_sweep(sc_kernel_case *c, const sc_sweep_args *args, int begin, int end)
{
    const sc_level *level = args->level;
    int level_end = level->first + level->count;
    if (c->kernel == KERNEL_sweep_level)
    {
        end = begin == level->first ? level_end : begin;
    }
    if (end - begin <= c->items)
    {
        return;
    }
    sc_sweep_args *own = &c->args.sweep;
    *own = *args;
    bool same = args->aabbs == args->targets;
    int swept_end = same && level_end > end ? level_end : end;
    // Only the AABBs of a level are readable for SC_BLOCK beyond their end, and only they have
    // places.
    own->aabbs = same ? copy_sorted(args->aabbs, swept_end) : copy_swept(args->aabbs, swept_end);
    own->targets = same ? own->aabbs : copy_sorted(args->targets, level_end);
    OWN(own->slots, end);
    if (c->kernel == KERNEL_sweep_level)
    {
        OWN(own->places, end);
    }
    OWN(own->target_slots, level_end);
    sc_level *own_level = copy_of(level, sizeof *level);
    if (own_level != NULL)
    {
        OWN(own_level->cell_begin, (level->width_mask + 1) * (level->height_mask + 1) + 2);
    }
    own->level = own_level;
    own->capacity = 8 * (end - begin) + 2 * level->count + 1024;
    own->found_a = SC_TAKE(recorder.arena, int32_t, own->capacity);
    own->found_b = SC_TAKE(recorder.arena, int32_t, own->capacity);
    recorder.failed |= own->found_a == NULL || own->found_b == NULL;
    c->items = end - begin;
    c->begin = begin;
    c->end = end;
}

static void record_integrate(sc_kernel_case *c, const sc_integrate_args *args, int begin, int end)
{
    // Record the second substep: the first one takes its warm start from elsewhere.
    if (begin != 0 || end == 0 || c->calls++ != 1)
    {
        return;
    }
    sc_integrate_args *own = &c->args.integrate;
    *own = *args;
    OWN_AND_RESTORE(c, own->velocities, row_count());
    OWN_AND_RESTORE(c, own->warm_starts, row_count());
    OWN_AND_RESTORE(c, own->deltas, row_count());
    OWN(own->damping, row_count());
    OWN(own->increment, row_count());
    c->items = c->end = sc_moving_count(&recorder.world->bodies) & ~(SC_BLOCK - 1);
}

static void record_pack(sc_kernel_case *c, const sc_pack_args *args, int begin, int end)
{
    if (begin != 0 || end == 0 || c->items > 0)
    {
        return;
    }
    int bodies = recorder.world->bodies.capacity;
    sc_pack_args *own = &c->args.pack;
    *own = *args;
    const float **fields[] = {&own->vx,
                              &own->vy,
                              &own->w,
                              &own->inverse_mass,
                              &own->inverse_inertia,
                              &own->linear_damping,
                              &own->angular_damping,
                              &own->gravity_scale,
                              &own->force_x,
                              &own->force_y,
                              &own->torque};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
    {
        OWN(*fields[i], bodies);
    }
    OWN(own->flags, bodies);
    OWN(own->velocities, row_count());
    OWN(own->warm_starts, row_count());
    OWN(own->deltas, row_count());
    OWN(own->damping, row_count());
    OWN(own->increment, row_count());
    OWN(own->extreme, row_count());
    c->items = c->end = recorder.world->bodies.count[SC_GROUP_DYNAMIC] & ~(SC_BLOCK - 1);
}

static void record_finish(sc_kernel_case *c, const sc_finish_args *args, int begin, int end)
{
    if (begin != 0 || end == 0 || c->items > 0)
    {
        return;
    }
    int bodies = recorder.world->bodies.capacity;
    sc_finish_args *own = &c->args.finish;
    *own = *args;
    OWN(own->velocities, row_count());
    OWN(own->deltas, row_count());
    OWN_AND_RESTORE(c, own->poses, bodies);
    float **arrays[] = {&own->x, &own->y, &own->cos, &own->sin, &own->vx, &own->vy, &own->w};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
    {
        OWN(*arrays[i], bodies);
    }
    OWN(own->center_x, bodies);
    OWN(own->center_y, bodies);
    OWN(own->nonfinite_result, row_count());
    c->items = c->end = sc_moving_count(&recorder.world->bodies) & ~(SC_BLOCK - 1);
}

/// The class with the most contacts, or all moving bodies.
static void record_impact(sc_kernel_case *c, const sc_impact_args *args, int begin, int end)
{
    if (end - begin <= c->items)
    {
        return;
    }
    const scree_world *world = recorder.world;
    sc_impact_args *own = &c->args.impact;
    *own = *args;
    c->image_count = 0;
    OWN(own->velocities, row_count());
    OWN(own->arm, world->bodies.capacity);
    OWN(own->motions, args->static_row + 1);
    OWN(own->swift, args->moving_count / SC_BLOCK + 1);
    if (c->kernel == KERNEL_find_closing)
    {
        int contacts = world->contacts.capacity;
        OWN(own->body_row, world->shapes.ids.capacity);
        OWN(own->a, contacts);
        OWN(own->b, contacts);
        OWN(own->manifolds, contacts);
        OWN(own->point_count, contacts);
        OWN_AND_RESTORE(c, own->state, contacts);
        OWN(own->closing, contacts / SC_BLOCK + 1);
        OWN(own->times, contacts);
    }
    c->items = end - begin;
    c->begin = begin;
    c->end = end;
}

/// Kernels that run in each substep, or more than once in each.
static bool is_repeated(int kernel)
{
    return kernel == KERNEL_solve_contacts || kernel == KERNEL_relax_contacts ||
           kernel == KERNEL_iterate_contacts || kernel == KERNEL_push_contacts ||
           kernel == KERNEL_project_contacts || kernel == KERNEL_update_separations ||
           kernel == KERNEL_solve_joints || kernel == KERNEL_relax_joints ||
           kernel == KERNEL_iterate_joints || kernel == KERNEL_project_joints ||
           kernel == KERNEL_update_joints;
}

static void own_blocks(sc_kernel_case *c, int count)
{
    sc_contact_blocks *own = &c->args.contact.blocks;
    OWN_AND_RESTORE(c, own->normals, sc_normal_line(own->two_points, count));
    OWN_AND_RESTORE(c, own->tangents, sc_tangent_line(own->two_points, count));
    if (own->extras != NULL)
    {
        OWN_AND_RESTORE(c, own->extras, count);
    }
}

static void record_contact(sc_kernel_case *c, const sc_contact_args *args, int begin, int end)
{
    // Record the shared group: a scene of small islands has no other.
    const sc_constraints *constraints = &recorder.world->constraints;
    // Contacts that bounce have blocks of their own; one colour is enough.
    const bool bounces = c->kernel == KERNEL_restitute_contacts;
    if (begin != 0 || (args->blocks.normals != constraints->blocks.normals) != bounces ||
        c->calls++ != (is_repeated(c->kernel) ? 1 : 0))
    {
        return;
    }
    // Without hubs, whose lanes have rows of their own before the first: a scene with hubs has its
    // contacts of two points only.
    const sc_island_group *shared = &constraints->groups[SC_SHARED_GROUP];
    const sc_batch *batch = &shared->batches[SC_CONTACT_TWO_POINTS];
    bool hubs = sc_has_colours_from(batch, SC_COLOURS);
    int blocks = hubs ? sc_colour_begin(batch, SC_COLOURS) / SC_BLOCK : shared->block_count;
    blocks = bounces ? end : blocks;
    int contacts = recorder.world->contacts.capacity;
    sc_contact_args *own = &c->args.contact;
    *own = *args;
    OWN(own->rows, blocks);
    OWN(own->flags, blocks);
    OWN(own->contact, blocks * SC_BLOCK);
    OWN(own->surfaces, contacts);
    OWN(own->friction, contacts);
    OWN_AND_RESTORE(c, own->deltas, row_count());
    OWN(own->manifolds, contacts);
    if (c->kernel == KERNEL_push_contacts)
    {
        OWN_AND_RESTORE(c, own->pushes, blocks);
    }
    if (c->kernel == KERNEL_measure_residuals)
    {
        OWN(own->residuals, blocks);
    }
    if (c->kernel == KERNEL_find_bounces)
    {
        OWN(own->bouncing, blocks);
    }
    if (c->kernel == KERNEL_prepare_contacts)
    {
        // It adds to the sums.
        OWN(own->velocities, row_count());
        OWN_AND_RESTORE(c, own->warm_starts, row_count());
    }
    else
    {
        OWN_AND_RESTORE(c, own->velocities, row_count());
        OWN(own->warm_starts, row_count());
    }
    own_blocks(c, blocks);
    c->block_count = c->end = blocks;
    for (int i = 0; i < blocks * SC_BLOCK; ++i)
    {
        bool present = args->contact[i] != 0;
        c->items += present;
        c->points += present ? recorder.world->contacts.point_count[args->contact[i]] : 0;
    }
}

/// All colours of a kind, of the shared group: those that found no colour may share a row.
static void record_joint(sc_kernel_case *c, const sc_joint_args *args, int begin, int end)
{
    const sc_joint_graph *graph = &recorder.world->constraints.joints;
    const sc_joint_group *shared = &graph->groups[SC_SHARED_GROUP];
    if (begin != 0 || end == 0 || args->lines != graph->lines + shared->first_line[args->kind] ||
        c->calls++ != (is_repeated(c->kernel) ? 1 : 0))
    {
        return;
    }
    end = sc_colour_begin(&shared->batches[args->kind], SC_COLOURS) / SC_BLOCK;
    int joints = recorder.world->joints.ids.capacity;
    int slots = recorder.world->bodies.ids.capacity, bodies = recorder.world->bodies.capacity;
    sc_joint_args *own = &c->args.joint;
    *own = *args;
    OWN(own->rows, end);
    OWN(own->flags, end);
    OWN(own->joint, end * SC_BLOCK);
    OWN(own->body, joints);
    OWN(own->body_row, slots);
    OWN(own->frames, joints);
    OWN(own->settings, joints);
    OWN(own->poses, bodies);
    OWN(own->center_x, bodies);
    OWN(own->center_y, bodies);
    OWN(own->quickest, row_count());
    OWN_AND_RESTORE(c, own->states, joints);
    OWN_AND_RESTORE(c, own->lines, args->block_count * sc_joint_lines(args->kind));
    OWN_AND_RESTORE(c, own->velocities, row_count());
    OWN_AND_RESTORE(c, own->deltas, row_count());
    OWN_AND_RESTORE(c, own->warm_starts, row_count());
    c->block_count = c->end = end;
    for (int i = 0; i < end * SC_BLOCK; ++i)
    {
        c->items += args->joint[i] != 0;
    }
}

/// All vertices, or the edges of the first colour.
static void record_soft(sc_kernel_case *c, const sc_soft_args *args, int begin, int end)
{
    const sc_soft_bodies *soft = &recorder.world->soft;
    if (begin != 0 || end == 0 || c->items > 0)
    {
        return;
    }
    bool moves = c->kernel == KERNEL_move_soft_points;
    int records = sc_pad_block(soft->vertex_count) + SC_BLOCK;
    sc_soft_args *own = &c->args.soft;
    *own = *args;
    OWN_AND_RESTORE(c, own->points, records);
    OWN_AND_RESTORE(c, own->previous, records);
    OWN(own->updates, records);
    OWN(own->blocks, soft->block_count);
    c->end = moves ? sc_pad_block(soft->vertex_count) : soft->batch.end[0] / SC_BLOCK;
    c->items = moves ? soft->vertex_count : 0;
    for (int i = 0; !moves && i < c->end * SC_BLOCK; ++i)
    {
        const sc_edge_block *block = &soft->blocks[i / SC_BLOCK];
        c->items += block->a[i % SC_BLOCK] != block->b[i % SC_BLOCK];
    }
}

/// All particles, or the pairs of the first colour.
static void record_particles(sc_kernel_case *c, const sc_particle_args *args, int begin, int end)
{
    if (begin != 0 || end == 0 || c->items > 0)
    {
        return;
    }
    int count = recorder.world->circles.count;
    int records = sc_neighbour_rows(count) + SC_BLOCK, rows = sc_pad_block(count);
    bool pairs = c->kernel == KERNEL_push_particles;
    sc_particle_args *own = &c->args.particles;
    *own = *args;
    OWN_AND_RESTORE(c, own->particles, records);
    OWN_AND_RESTORE(c, own->drifts, records);
    OWN_AND_RESTORE(c, own->nonfinite_result, records);
    OWN(own->listed_x, rows);
    OWN(own->listed_y, rows);
    OWN(own->skin, rows);
    end = rows;
    if (pairs)
    {
        const sc_circles *circles = &recorder.world->circles;
        const sc_neighbour_list *spare = &circles->spare, *kept = &circles->neighbours;
        end = args->a == spare->a ? spare->batch.end[0] : kept->batch.end[0];
        OWN(own->a, end);
        OWN(own->b, end);
    }
    c->end = end;
    c->items = end;
}

// One recording kernel per kernel, and the table of them.
#define DEFINE_RECORDER(name, args_type, record)                            \
    static void recording_##name(const args_type *args, int begin, int end) \
    {                                                                       \
        record(&recorder.cases[KERNEL_##name], args, begin, end);           \
        recorder.real->name(args, begin, end);                              \
    }
#define RECORDER_sc_narrow_kernel(name) DEFINE_RECORDER(name, sc_narrow_args, record_narrow)
#define RECORDER_sc_shapes_kernel(name) DEFINE_RECORDER(name, sc_shapes_args, record_shapes)
#define RECORDER_sc_bin_kernel(name) DEFINE_RECORDER(name, sc_bin_args, record_bin)
#define RECORDER_sc_place_kernel(name) DEFINE_RECORDER(name, sc_place_args, record_place)
#define RECORDER_sc_integrate_kernel(name) \
    DEFINE_RECORDER(name, sc_integrate_args, record_integrate)
#define RECORDER_sc_pack_kernel(name) DEFINE_RECORDER(name, sc_pack_args, record_pack)
#define RECORDER_sc_impact_kernel(name) DEFINE_RECORDER(name, sc_impact_args, record_impact)
#define RECORDER_sc_finish_kernel(name) DEFINE_RECORDER(name, sc_finish_args, record_finish)
#define RECORDER_sc_soft_kernel(name) DEFINE_RECORDER(name, sc_soft_args, record_soft)
#define RECORDER_sc_joint_kernel(name) DEFINE_RECORDER(name, sc_joint_args, record_joint)
#define RECORDER_sc_contact_kernel(name) DEFINE_RECORDER(name, sc_contact_args, record_contact)
#define RECORDER_sc_pair_overlaps_kernel(name)                                                \
    static void recording_##name(const sc_aabb *aabbs, const int32_t *a, const int32_t *b,    \
                                 uint16_t *overlapping, int begin, int end)                   \
    {                                                                                         \
        record_pair_overlaps(&recorder.cases[KERNEL_##name], aabbs, a, b, overlapping, begin, \
                             end);                                                            \
        recorder.real->name(aabbs, a, b, overlapping, begin, end);                            \
    }
#define RECORDER_sc_particle_kernel(name)                                         \
    static int recording_##name(const sc_particle_args *args, int begin, int end) \
    {                                                                             \
        record_particles(&recorder.cases[KERNEL_##name], args, begin, end);       \
        return recorder.real->name(args, begin, end);                             \
    }
#define RECORDER_sc_sweep_kernel(name)                                   \
    static int recording_##name(sc_sweep_args *args, int begin, int end) \
    {                                                                    \
        record_sweep(&recorder.cases[KERNEL_##name], args, begin, end);  \
        return recorder.real->name(args, begin, end);                    \
    }

#define X(type, name) RECORDER_##type(name)
SC_STEP_KERNEL_LIST(X)
#undef X

bool sc_record_step(scree_world *world, sc_arena *arena, sc_kernel_case cases[KERNEL_COUNT])
{
#define X(type, name) .name = recording_##name,
    sc_kernels recording = {.lanes = world->kernels->lanes, SC_STEP_KERNEL_LIST(X)};
#undef X
    for (int i = 0; i < KERNEL_COUNT; ++i)
    {
        cases[i] = (sc_kernel_case){.kernel = i};
    }
    recorder.world = world;
    recorder.arena = arena;
    recorder.cases = cases;
    recorder.real = world->kernels;
    recorder.failed = false;
    world->kernels = &recording;
    scree_result result = scree_world_step(world, 1.0f / 60.0f, 4);
    world->kernels = recorder.real;
    return result == SCREE_OK && !recorder.failed;
}
