#include "captured_case.h"

#include "reference/twins/twins.h"
#include "scenes/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A scene as it is run before its step is recorded.
typedef struct captured
{
    const char *name, *scene;
    int steps;
    float restitution, rolling_resistance;  ///< of all shapes, where not 0
    scree_solver solver;
    bool ran;
    scree_world *world;
    sc_arena arena;
    sc_kernel_case cases[KERNEL_COUNT];
} captured;

static captured captures[] = {
    {.name = "large_pyramid", .scene = "large_pyramid", .steps = 60},
    {.name = "washer", .scene = "washer", .steps = 120},
    {.name = "pile", .scene = "pile", .steps = 120},
    {.name = "compounds", .scene = "compounds", .steps = 120},
    {.name = "spinner", .scene = "spinner", .steps = 60},
    {.name = "powerlaw", .scene = "powerlaw", .steps = 60},
    {.name = "verlet_bodies", .scene = "verlet_bodies", .steps = 60},
    {.name = "cloth", .scene = "cloth", .steps = 60},
    // All contacts bounce and resist rolling.
    {.name = "bouncing_pile",
     .scene = "pile",
     .steps = 120,
     .restitution = 0.2f,
     .rolling_resistance = 0.1f},
    {.name = "large_pyramid_pgs",
     .scene = "large_pyramid",
     .steps = 60,
     .solver = SCREE_SOLVER_PGS},
    {.name = "pile_pgs", .scene = "pile", .steps = 120, .solver = SCREE_SOLVER_PGS},
    {.name = "pile_pgs_split", .scene = "pile", .steps = 120, .solver = SCREE_SOLVER_PGS_SPLIT},
    {.name = "verlet_circles", .scene = "verlet_circles", .steps = 120},
    {.name = "joint_grid", .scene = "joint_grid", .steps = 60},
    {.name = "joint_grid_pgs", .scene = "joint_grid", .steps = 60, .solver = SCREE_SOLVER_PGS},
    {.name = "pile_projection", .scene = "pile", .steps = 120, .solver = SCREE_SOLVER_PROJECTION},
};

static void fail(const captured *c, const char *what)
{
    fprintf(stderr, "bench: scene %s: %s\n", c->name, what);
    exit(1);
}

static void run_scene(captured *c)
{
    const scree_scene *scene = scree_scene_find(c->scene);
    if (scene == NULL)
    {
        fail(c, "does not exist");
        return;
    }
    scree_world_def def = scree_scene_world_def(scene, 0);
    def.solver = c->solver;
    def.measure_residual = c->solver != SCREE_SOLVER_SOFT_STEP;
    c->world = scree_world_create(&def);
    static scree_scene_state state;
    if (c->world == NULL || !scree_scene_create(scene, c->world, NULL, &state))
    {
        fail(c, scree_error_text(c->world));
        return;
    }
    for (int32_t slot = 1; c->restitution > 0.0f && slot < c->world->shapes.ids.used; ++slot)
    {
        c->world->shapes.material[slot].restitution = c->restitution;
        c->world->shapes.material[slot].rolling_resistance = c->rolling_resistance;
    }
    for (int i = 0; i < c->steps; ++i)
    {
        if (scree_scene_step(scene, c->world, &state, 1.0f / 60.0f, 4) != SCREE_OK)
        {
            fail(c, scree_error_text(c->world));
        }
    }
    c->arena.memory = &c->world->memory;
    if (scree_scene_drive(scene, c->world, &state, 1.0f / 60.0f) != SCREE_OK ||
        !sc_record_step(c->world, &c->arena, c->cases))
    {
        fail(c, "the step to be recorded failed");
    }
    c->ran = true;
}

static const char *const kernel_names[KERNEL_COUNT] = {
#define X(type, name) #name,
    SC_STEP_KERNEL_LIST(X)
#undef X
};

const char *sc_bench_kernel(int index)
{
    return index >= 0 && index < KERNEL_COUNT ? kernel_names[index] : NULL;
}

sc_kernel_case *sc_captured_case(const char *scene, const char *kernel)
{
    for (size_t i = 0; i < sizeof captures / sizeof *captures; ++i)
    {
        captured *c = &captures[i];
        for (int k = 0; strcmp(c->name, scene) == 0 && k < KERNEL_COUNT; ++k)
        {
            if (strcmp(kernel_names[k], kernel) == 0)
            {
                if (!c->ran)
                {
                    run_scene(c);
                }
                return c->cases[k].items > 0 ? &c->cases[k] : NULL;
            }
        }
    }
    return NULL;
}

void sc_captured_release(void)
{
    for (size_t i = 0; i < sizeof captures / sizeof *captures; ++i)
    {
        if (captures[i].ran)
        {
            sc_arena_release(&captures[i].arena);
            scree_world_destroy(captures[i].world);
            captures[i].ran = false;
        }
    }
}

const sc_kernels *sc_bench_set(int index, const char **name, int *lanes)
{
    if (index == 0)
    {
        *name = "twin";
        *lanes = 0;
        return sc_twins();
    }
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_AVX2_EMULATED; ++simd)
    {
        const sc_kernels *kernels = sc_kernels_get(simd);
        if (kernels != NULL && --index == 0)
        {
            *name = scree_simd_name((scree_simd)simd);
            *lanes = kernels->lanes;
            return kernels;
        }
    }
    return NULL;
}

void sc_case_restore(sc_kernel_case *c)
{
    for (int i = 0; i < c->image_count; ++i)
    {
        memcpy(c->images[i].array, c->images[i].image, c->images[i].bytes);
    }
}

void sc_case_run(sc_kernel_case *c, const sc_kernels *kernels)
{
    switch (c->kernel)
    {
#define X(type, name)                  \
    case KERNEL_##name:                \
        CALL_##type(kernels->name, c); \
        break;
        SC_STEP_KERNEL_LIST(X)
#undef X
    default:
        break;
    }
}

static int sum_bytes(const uint8_t *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i)
    {
        sum += values[i];
    }
    return sum;
}

static int count_positive(const float *values, size_t count)
{
    int positive = 0;
    for (size_t i = 0; i < count; ++i)
    {
        positive += values[i] > 0.0f;
    }
    return positive;
}

/// Geometry that a narrow kernel reads of each of the two shapes, in bytes.
static double geometry_bytes(int kernel)
{
    double aabb = 4.0 * SC_GEOMETRY_HEADER, convex4 = aabb + 4.0 * 16.0,
           convex8 = aabb + 8.0 * 16.0;
    switch (kernel)
    {
    case KERNEL_narrow_box_circle:
    case KERNEL_update_box_aabbs:
        return aabb;
    case KERNEL_narrow_convex4_circle:
        return convex4;
    case KERNEL_narrow_convex8_circle:
        return convex8;
    case KERNEL_narrow_box_box:
        return 2.0 * aabb;
    case KERNEL_narrow_convex4_convex4:
        return 2.0 * convex4;
    case KERNEL_narrow_convex8_convex8:
        return 2.0 * convex8;
    case KERNEL_update_convex4_aabbs:
        return 4.0 * 8.0;
    case KERNEL_update_convex8_aabbs:
        return 8.0 * 8.0;
    default:
        return 0.0;
    }
}

static sc_case_facts measure_narrow(const sc_kernel_case *c)
{
    double pair = 2.0 * (4.0 + 4.0 + sizeof(sc_shape_pose)) + geometry_bytes(c->kernel) +
                  0.5 * sizeof(sc_manifold) + sizeof(sc_manifold) + 1.0;
    return (sc_case_facts){.unit = "pair",
                           .bytes = pair * c->items,
                           .made = "points",
                           .made_count = sum_bytes(c->args.narrow.point_count, c->items)};
}

static sc_case_facts measure_shapes(const sc_kernel_case *c)
{
    const sc_shapes_args *args = &c->args.shapes;
    int aabbs = 0;
    for (int i = 0; i < c->items; ++i)
    {
        sc_aabb aabb = args->aabbs[args->slots[i]];
        aabbs += aabb.lower_x < aabb.upper_x;
    }
    double shape = 4.0 * 4.0 + sizeof(sc_pose) + sizeof(sc_velocity) + sizeof(sc_shape_local) +
                   geometry_bytes(c->kernel) + 3.0 * sizeof(sc_aabb) + sizeof(sc_shape_pose);
    return (sc_case_facts){
        .unit = "shape", .bytes = shape * c->items, .made = "AABBs", .made_count = aabbs};
}

static sc_case_facts measure_pair_overlaps(const sc_kernel_case *c)
{
    int overlapping = 0;
    for (int i = 0; i < c->items; ++i)
    {
        overlapping += c->args.overlaps.overlapping[i / SC_BLOCK] >> (i % SC_BLOCK) & 1;
    }
    double pair = 2.0 * (4.0 + sizeof(sc_aabb)) + 2.0 / SC_BLOCK;
    return (sc_case_facts){
        .unit = "pair", .bytes = pair * c->items, .made = "overlapping", .made_count = overlapping};
}

static sc_case_facts measure_bin(const sc_kernel_case *c)
{
    return (sc_case_facts){.unit = "shape",
                           .bytes = c->items * (2.0 * 4.0 + sizeof(sc_aabb)),
                           .made = "shapes",
                           .made_count = c->items};
}

/// The bin as well, and the data derived from it stays in the first cache.
static sc_case_facts measure_place(const sc_kernel_case *c)
{
    sc_case_facts facts = measure_bin(c);
    facts.bytes += c->items * 4.0;
    return facts;
}

/// Bytes: the boxes swept and the pairs found. The data that the window of each box reads stay in
/// the first cache, and their size follows from the scene.
static sc_case_facts measure_sweep(const sc_kernel_case *c)
{
    bool complete = c->first_undone == c->end;
    double bytes = c->items * (8.0 * 4.0 + 4.0 + 4.0) + c->args.sweep.found * (3.0 * 4.0);
    return (sc_case_facts){.unit = "shape",
                           .bytes = bytes,
                           .made = "new_pairs",
                           .made_count = complete ? c->args.sweep.found : 0};
}

static sc_case_facts measure_integrate(const sc_kernel_case *c)
{
    const sc_integrate_args *args = &c->args.integrate;
    bool velocities = c->kernel == KERNEL_integrate_velocities;
    int moving = 0;
    for (int i = 0; i < c->items; ++i)
    {
        moving += velocities ? args->velocities[i].vx != 0.0f : args->deltas[i].dx != 0.0f;
    }
    double body = velocities ? 2.0 * (sizeof(sc_velocity) + sizeof(sc_warm_start)) +
                                   2.0 * sizeof(sc_velocity_update)
                             : sizeof(sc_velocity) + 2.0 * sizeof(sc_delta);
    return (sc_case_facts){
        .unit = "body", .bytes = body * c->items, .made = "moving", .made_count = moving};
}

static sc_case_facts measure_pack(const sc_kernel_case *c)
{
    int moving = 0;
    for (int i = 0; i < c->items; ++i)
    {
        moving += c->args.pack.increment[i].y != 0.0f;
    }
    double body = 11.0 * 4.0 + 1.0 + sizeof(sc_velocity) + sizeof(sc_warm_start) +
                  sizeof(sc_delta) + 2.0 * sizeof(sc_velocity_update) + 4.0;
    return (sc_case_facts){
        .unit = "body", .bytes = body * c->items, .made = "falling", .made_count = moving};
}

static sc_case_facts measure_impact(const sc_kernel_case *c)
{
    const sc_impact_args *args = &c->args.impact;
    const bool bodies = c->kernel == KERNEL_find_swift;
    int found = 0;
    for (int i = c->begin; i < c->end; ++i)
    {
        found += (bodies ? args->swift : args->closing)[i / SC_BLOCK] >> (i % SC_BLOCK) & 1;
    }
    double body = sizeof(sc_velocity) + sizeof(float) + sizeof(sc_impact_motion);
    double contact = 2.0 * (4.0 + 4.0 + sizeof(sc_impact_motion)) + sizeof(sc_manifold) + 2.0;
    return (sc_case_facts){.unit = bodies ? "body" : "contact",
                           .bytes = (bodies ? body : contact) * c->items,
                           .made = bodies ? "swift" : "closing",
                           .made_count = found};
}

static sc_case_facts measure_finish(const sc_kernel_case *c)
{
    int good = 0;
    for (int i = 0; i < c->items; ++i)
    {
        good += c->args.finish.nonfinite_result[i] == 0 && c->args.finish.x[i] != 0.0f;
    }
    // The public arrays are read, too: a row that is not finite keeps its values.
    double body = sizeof(sc_velocity) + sizeof(sc_delta) + 2.0 * sizeof(sc_pose) + 2.0 * 7.0 * 4.0 +
                  2.0 * 4.0 + 4.0;
    return (sc_case_facts){
        .unit = "body", .bytes = body * c->items, .made = "good", .made_count = good};
}

/// Bytes of a pass: loads and stores of the kernels by contact and by point, bodies included.
static double contact_bytes(const sc_kernel_case *c)
{
    // Per lane: the contents of a block before its points, behind them, and in total.
    double head = (double)sizeof(sc_frame_block) / SC_BLOCK;
    double tail = (double)sizeof(sc_friction_block) / SC_BLOCK;
    double point = (double)(sizeof(sc_point_block) + sizeof(sc_tangent_block)) / SC_BLOCK;
    double lane = 4.0, records = 2.0 * 16.0, bodies = 2.0 * records;
    double contacts = c->items, points = c->points;
    switch (c->kernel)
    {
    case KERNEL_prepare_contacts:
        // Velocities are read, warm-start records read and written.
        return contacts * (head + tail + lane + sizeof(sc_manifold) + lane + records + bodies) +
               points * point;
    case KERNEL_solve_contacts:
        return contacts * (head + bodies) + points * 6.0 * lane;
    case KERNEL_relax_contacts:
        return contacts * (head + tail + bodies + records) + points * 12.0 * lane;
    case KERNEL_find_bounces:
        return contacts * lane + points * 2.0 * lane;
    case KERNEL_restitute_contacts:
        return contacts * (head + lane + bodies) + points * 7.0 * lane;
    case KERNEL_iterate_contacts:
        return contacts * (head + lane + bodies) + points * 11.0 * lane;
    case KERNEL_push_contacts:
        return contacts * (head + bodies) + points * 6.0 * lane;
    case KERNEL_project_contacts:
        return contacts * (head + records + bodies) + points * 6.0 * lane;
    case KERNEL_update_separations:
        return contacts * (4.0 * lane + records) + points * 6.0 * lane;
    case KERNEL_measure_residuals:
        return contacts * (head + records) + points * 6.0 * lane;
    default:
        return contacts * (lane + 2.0 * 16.0);
    }
}

/// The number of elements of a restored array that have changed.
static int count_changed(const sc_kernel_case *c, const void *array, size_t element)
{
    int i = 0, changed = 0;
    while (c->images[i].array != array)
    {
        ++i;
    }
    const char *now = array, *before = c->images[i].image;
    for (size_t at = 0; at < c->images[i].bytes; at += element)
    {
        changed += memcmp(now + at, before + at, element) != 0;
    }
    return changed;
}

/// The results of the kernels that write neither masses nor impulses of contacts.
static bool measure_other(const sc_kernel_case *c, sc_case_facts *facts)
{
    const sc_contact_args *args = &c->args.contact;
    size_t blocks = (size_t)c->block_count;
    switch (c->kernel)
    {
    case KERNEL_push_contacts:
        facts->made = "pressing";
        facts->made_count = count_positive(args->pushes->impulse[0], 2 * SC_BLOCK * blocks);
        return true;
    case KERNEL_measure_residuals:
        facts->made = "opening";
        facts->made_count = count_positive(args->residuals->speed[0], 2 * SC_BLOCK * blocks);
        return true;
    case KERNEL_project_contacts:
        facts->made = "shifted";
        facts->made_count = count_changed(c, args->deltas, sizeof *args->deltas);
        return true;
    case KERNEL_update_separations:
        facts->made = "changed_lines";
        facts->made_count = count_changed(c, args->blocks.normals, sizeof *args->blocks.normals);
        return true;
    default:
        return false;
    }
}

/// The results of a pass: points with a mass (prepare), points with an impulse.
static sc_case_facts measure_contact(const sc_kernel_case *c)
{
    const sc_contact_args *args = &c->args.contact;
    sc_case_facts facts = {.unit = "contact", .bytes = contact_bytes(c)};
    if (measure_other(c, &facts))
    {
        return facts;
    }
    bool prepares = c->kernel == KERNEL_prepare_contacts;
    bool stores = c->kernel == KERNEL_store_impulses;
    int made = 0;
    for (int i = 0; i < c->block_count * SC_BLOCK; ++i)
    {
        const int b = i / SC_BLOCK, points = sc_block_points(args->flags[b]);
        const sc_manifold *manifold = &args->manifolds[args->contact[i]];
        float stored[2] = {manifold->normal_impulse_0, manifold->normal_impulse_1};
        for (int k = 0; k < points && args->contact[i] != 0; ++k)
        {
            const sc_point_block *point = &sc_points_of(&args->blocks, b)[k];
            float pressed = stores ? stored[k] : point->normal_impulse[i % SC_BLOCK];
            float mass = point->normal_mass[i % SC_BLOCK];
            made += (prepares ? mass : pressed) > 0.0f;
        }
    }
    facts.made = prepares ? "points" : "pressing";
    facts.made_count = made;
    return facts;
}

/// Lines, states or deltas that changed.
static sc_case_facts measure_joint(const sc_kernel_case *c)
{
    const sc_joint_args *args = &c->args.joint;
    double lines = (double)sc_joint_lines(args->kind) * sizeof(float), bodies = 4.0 * 16.0;
    sc_case_facts facts = {.unit = "joint", .bytes = (lines + bodies) * c->items};
    if (c->kernel == KERNEL_store_joints)
    {
        facts.made = "states";
        facts.made_count = count_changed(c, args->states, sizeof *args->states);
    }
    else if (c->kernel == KERNEL_project_joints)
    {
        facts.made = "shifted";
        facts.made_count = count_changed(c, args->deltas, sizeof *args->deltas);
    }
    else
    {
        facts.made = "changed_lines";
        facts.made_count = count_changed(c, args->lines, sizeof *args->lines);
    }
    return facts;
}

/// The number of vertices that moved, or of edges with a length.
static sc_case_facts measure_soft(const sc_kernel_case *c)
{
    const sc_soft_args *args = &c->args.soft;
    bool moves = c->kernel == KERNEL_move_soft_points;
    int made = 0;
    for (int i = 0; i < c->items; ++i)
    {
        made += moves ? args->points[i].y != args->previous[i].y
                      : args->blocks[i / SC_BLOCK].length[i % SC_BLOCK] > 0.0f;
    }
    double vertex =
        2.0 * (sizeof(sc_soft_point) + sizeof(sc_soft_previous)) + sizeof(sc_soft_velocity_update);
    double edge = (double)sizeof(sc_edge_block) / SC_BLOCK + 4.0 * sizeof(sc_soft_point) +
                  2.0 * sizeof(sc_soft_previous);
    return (sc_case_facts){.unit = moves ? "vertex" : "edge",
                           .bytes = (moves ? vertex : edge) * c->items,
                           .made = moves ? "moving" : "edges",
                           .made_count = made};
}

/// Particles that can move, or pairs of two particles.
static sc_case_facts measure_particles(const sc_kernel_case *c)
{
    const sc_particle_args *args = &c->args.particles;
    bool pairs = c->kernel == KERNEL_push_particles;
    int made = 0;
    for (int i = 0; i < c->items; ++i)
    {
        made += pairs ? args->a[i] != args->b[i] : args->particles[i].inverse_mass > 0.0f;
    }
    double particle = 2.0 * (sizeof(sc_particle) + sizeof(sc_drift)) + 4.0 * 4.0;
    double pair = 2.0 * 4.0 + 4.0 * sizeof(sc_particle);
    return (sc_case_facts){.unit = pairs ? "pair" : "particle",
                           .bytes = (pairs ? pair : particle) * c->items,
                           .made = pairs ? "pairs" : "moving",
                           .made_count = made};
}

sc_case_facts sc_case_measure(const sc_kernel_case *c)
{
#define MEASURE_sc_narrow_kernel measure_narrow
#define MEASURE_sc_shapes_kernel measure_shapes
#define MEASURE_sc_pair_overlaps_kernel measure_pair_overlaps
#define MEASURE_sc_bin_kernel measure_bin
#define MEASURE_sc_place_kernel measure_place
#define MEASURE_sc_sweep_kernel measure_sweep
#define MEASURE_sc_integrate_kernel measure_integrate
#define MEASURE_sc_pack_kernel measure_pack
#define MEASURE_sc_impact_kernel measure_impact
#define MEASURE_sc_finish_kernel measure_finish
#define MEASURE_sc_contact_kernel measure_contact
#define MEASURE_sc_joint_kernel measure_joint
#define MEASURE_sc_soft_kernel measure_soft
#define MEASURE_sc_particle_kernel measure_particles
    typedef sc_case_facts measure_function(const sc_kernel_case *c);
    static measure_function *const measures[KERNEL_COUNT] = {
#define X(type, name) MEASURE_##type,
        SC_STEP_KERNEL_LIST(X)
#undef X
    };
    sc_case_facts facts = measures[c->kernel](c);
    facts.items = c->items;
    return facts;
}
