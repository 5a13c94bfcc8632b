/// Worlds: definition, creation, destruction.
#include "core/tuning.h"
#include "simd/kernels.h"
#include "world/checks.h"
#include "queries/index/query_index.h"

#include <string.h>

_Static_assert(SCREE_VERSION == SC_VERSION_NUMBER, "scree/base.h has the version of the project");

int scree_version(void) { return SCREE_VERSION; }

static const char *const solver_names[SCREE_SOLVER_COUNT] = {"soft_step", "pgs", "pgs_split",
                                                             "projection"};

const char *scree_solver_name(scree_solver solver)
{
    return (int)solver >= 0 && solver < SCREE_SOLVER_COUNT ? solver_names[solver] : "unknown";
}

scree_solver scree_solver_from_name(const char *name)
{
    int solver = 0;
    while (name != NULL && solver < SCREE_SOLVER_COUNT && strcmp(name, solver_names[solver]) != 0)
    {
        ++solver;
    }
    return name != NULL ? (scree_solver)solver : SCREE_SOLVER_COUNT;
}

scree_world_def scree_world_def_default(void)
{
    return (scree_world_def){.version = SC_DEF_VERSION,
                             .gravity = {0.0f, -10.0f},
                             .length_unit = 1.0f,
                             .simd = SCREE_SIMD_AUTO,
                             .restitution_threshold = 1.0f,
                             .contact_hertz = 45.0f,
                             .contact_damping_ratio = 10.0f,
                             .contact_push_speed = 3.0f,
                             .max_linear_speed = 400.0f,
                             .solver = SCREE_SOLVER_SOFT_STEP,
                             .iterations = 10,
                             .erp = 0.2f,
                             .position_correction = 0.4f,
                             .slop = SC_SLOP,
                             .worker_count = 1,
                             .hit_event_threshold = 1.0f,
                             .enable_sleep = true,
                             .enable_continuous = true,
                             .time_to_sleep = 0.5f,
                             .warm_starting = true,
                             .direct_joints = true,
                             .friction_mixing = SCREE_FRICTION_GEOMETRIC,
                             .restitution_mixing = SCREE_RESTITUTION_MAX};
}

scree_result sc_check_world_def(scree_world *world, const scree_world_def *def,
                                const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_world_def_default"));
    const struct
    {
        const char *name;
        float value, max;
        bool positive;
    } numbers[] = {{"def.restitution_threshold", def->restitution_threshold, SC_MAX_SETTING, false},
                   {"def.contact_hertz", def->contact_hertz, SC_MAX_SETTING, true},
                   {"def.contact_damping_ratio", def->contact_damping_ratio, SC_MAX_SETTING, false},
                   {"def.contact_push_speed", def->contact_push_speed, SC_MAX_SETTING, false},
                   {"def.max_linear_speed", def->max_linear_speed, SC_MAX_SETTING, true},
                   {"def.time_to_sleep", def->time_to_sleep, SC_MAX_SETTING, true},
                   {"def.erp", def->erp, 1.0f, false},
                   {"def.position_correction", def->position_correction, 1.0f, false},
                   {"def.slop", def->slop, SC_MAX_SETTING, false},
                   {"def.hit_event_threshold", def->hit_event_threshold, SC_MAX_SETTING, false}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        SC_REQUIRE_NUMBER(function, numbers[i].value, numbers[i].positive ? SC_ABOVE_0 : 0.0,
                          numbers[i].max, numbers[i].name);
    }
    const struct
    {
        const char *name;
        int value, min, max;
    } counts[] = {{"def.solver", (int)def->solver, SCREE_SOLVER_SOFT_STEP, SCREE_SOLVER_COUNT - 1},
                  {"def.iterations", def->iterations, 1, SC_MAX_ITERATIONS},
                  {"def.friction_mixing", (int)def->friction_mixing, SCREE_FRICTION_GEOMETRIC,
                   SCREE_FRICTION_MAX},
                  {"def.restitution_mixing", (int)def->restitution_mixing, SCREE_RESTITUTION_MAX,
                   SCREE_RESTITUTION_PRODUCT},
                  {"def.body_capacity", def->body_capacity, 0, SC_MAX_SLOTS - 1},
                  {"def.shape_capacity", def->shape_capacity, 0, SC_MAX_SLOTS - 1},
                  {"def.contact_capacity", def->contact_capacity, 0, SC_MAX_CONTACT_CAPACITY},
                  {"def.worker_count", def->worker_count, 0, SC_MAX_WORKERS}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
    {
        SC_REQUIRE_NUMBER(function, counts[i].value, counts[i].min, counts[i].max, counts[i].name);
    }
    SC_REQUIRE_FINITE_VEC2(function, def->gravity, "def.gravity");
    SC_REQUIRE_NUMBER(function, def->length_unit, SC_MIN_LENGTH_UNIT, SC_MAX_LENGTH_UNIT,
                      "def.length_unit");
    if (def->simd == SCREE_SIMD_AUTO && scree_simd_best() == SCREE_SIMD_COUNT)
    {
        return sc_fail_simd(function);
    }
    SC_REQUIRE_IN(function, scree_simd_is_supported(def->simd), "def.simd",
                  "names an instruction set that this machine lacks");
    SC_REQUIRE_IN(function, (def->tasks.run == NULL) == (def->tasks.wait == NULL), "def.tasks",
                  "has only one of its two functions");
    SC_REQUIRE_IN(function, (def->allocator.allocate == NULL) == (def->allocator.release == NULL),
                  "def.allocator", "has only one of its two functions");
    return SCREE_OK;
}

sc_solver_settings sc_settings_of(const scree_world_def *def)
{
    return (sc_solver_settings){.solver = def->solver,
                                .iterations = def->iterations,
                                .erp = def->erp,
                                .position_correction = def->position_correction,
                                .slop = def->slop,
                                .warm_starting = def->warm_starting,
                                .direct_joints = def->direct_joints,
                                .continuous = def->enable_continuous,
                                .hit_event_threshold = def->hit_event_threshold,
                                .measure_residual = def->measure_residual,
                                .measure_impulses = def->measure_impulses,
                                .contact_hertz = def->contact_hertz,
                                .contact_damping_ratio = def->contact_damping_ratio,
                                .push_speed = def->contact_push_speed,
                                .restitution_threshold = def->restitution_threshold,
                                .max_linear_speed = def->max_linear_speed};
}

void sc_set_length_unit(scree_world *world, float unit)
{
    world->lengths = sc_lengths_of(unit);
    world->shapes.aabb_margin = world->lengths.aabb_margin;
}

/// Fills a cleared world. Its number is part of every id, so an id of one world is invalid in
/// another.
static void init_world(scree_world *world, const scree_world_def *def, sc_memory memory,
                       uint16_t number)
{
    world->memory = memory;
    world->number = number;
    world->broadphase.static_arena.memory = &world->memory;
    world->broadphase.changed_arena.memory = &world->memory;
    world->broadphase.active_arena.memory = &world->memory;
    world->broadphase.active_version = -1;
    world->constraints.arena.memory = &world->memory;
    world->constraints.bands.arena.memory = &world->memory;
    world->user_data = def->user_data;
    world->tasks = def->tasks;
    world->gravity = def->gravity;
    world->simd = def->simd == SCREE_SIMD_AUTO ? scree_simd_best() : def->simd;
    world->kernels = sc_kernels_get((int)world->simd);
    world->few_kernels = world->kernels;
    if (def->simd == SCREE_SIMD_AUTO && world->simd == SCREE_SIMD_AVX512 &&
        !sc_environment_names_simd() && sc_kernels_get(SCREE_SIMD_AVX2) != NULL)
    {
        world->few_kernels = sc_kernels_get(SCREE_SIMD_AVX2);
    }
    world->mixing = (sc_mixing){.friction = def->friction_mixing,
                                .restitution = def->restitution_mixing,
                                .callback = def->mixing_callback,
                                .context = def->mixing_context};
    world->settings = sc_settings_of(def);
    sc_set_length_unit(world, def->length_unit);
    world->profile.measures = def->measure_times;
    world->sleep.enabled = def->enable_sleep;
    world->bodies.keeps_previous = def->keep_previous_poses;
    world->sleep.time_to_sleep = def->time_to_sleep;
    world->bodies.ids = (sc_ids){.used = 1, .world = number};
    world->shapes.ids = (sc_ids){.used = 1, .world = number};
    world->joints.ids = (sc_ids){.used = 1, .world = number};
    world->chains.ids = (sc_ids){.used = 1, .world = number};
    sc_soft_bodies_init(&world->soft, &world->memory, number);
    world->soft.lengths = &world->lengths;
    world->circles.ids = (sc_ids){.used = 1, .world = number};
    world->circles.settings = scree_particle_settings_default();
    world->circles.neighbours.arena.memory = &world->memory;
    world->circles.spare.arena.memory = &world->memory;
    world->circles.scratch.memory = &world->memory;
}

int sc_worker_count_of(int asked)
{
    int count = asked > 0 ? asked : sc_core_count();
    return count < SC_MAX_WORKERS ? count : SC_MAX_WORKERS;
}

scree_world *scree_world_create(const scree_world_def *def)
{
    static const char *const function = "scree_world_create";
    if (sc_check_world_def(NULL, def, function) != SCREE_OK)
    {
        return NULL;
    }
    if (sc_fuses())
    {
        sc_fail(NULL, SCREE_ERROR_VERSION, function, "the library",
                "was compiled with fused multiply-add, so that its bits differ: compile it with "
                "-ffp-contract=off");
        return NULL;
    }
    uint16_t number = sc_world_number_take();
    if (number == 0)
    {
        sc_fail(NULL, SCREE_ERROR_CAPACITY, function, "def",
                "finds no number for a world: 65535 are alive");
        return NULL;
    }
    sc_memory memory = sc_memory_make(&def->allocator);
    scree_world *world = sc_allocate(&memory, sizeof *world);
    if (world == NULL)
    {
        sc_world_number_return(number);
        sc_fail(NULL, SCREE_ERROR_OUT_OF_MEMORY, function, "def", "found no memory");
        return NULL;
    }
    memset(world, 0, sizeof *world);
    init_world(world, def, memory, number);
    // Allocate the memory that every step relies on, so that a step of an empty world needs no
    // special case. The expected number of contacts in the definition is divided between boxes and
    // polygons.
    int contacts[SC_CLASS_COUNT] = {[SC_CLASS_BOX_BOX] = def->contact_capacity / 2,
                                    [SC_CLASS_CONVEX8_CONVEX8] = def->contact_capacity / 2};
    world->query_index =
        sc_query_index_create(&world->memory, &world->bodies, &world->shapes, &world->contacts,
                              &world->sleep.contacts, world->kernels);
    if (world->query_index == NULL ||
        !sc_jobs_create(&world->jobs, &world->memory, sc_worker_count_of(def->worker_count),
                        &def->tasks) ||
        !sc_bodies_reserve(&world->bodies, &world->memory, def->body_capacity) ||
        !sc_shapes_reserve(&world->shapes, &world->memory, def->shape_capacity) ||
        !sc_contacts_reserve(&world->contacts, &world->memory, contacts))
    {
        scree_world_destroy(world);
        sc_fail(NULL, SCREE_ERROR_OUT_OF_MEMORY, function, "def", "found no memory");
        return NULL;
    }
    return world;
}

void scree_world_destroy(scree_world *world)
{
    if (world == NULL || sc_enter(world, __func__) != SCREE_OK)
    {
        return;
    }
    if (world->advancing || sc_tells_error(world))
    {
        sc_fail(world, SCREE_ERROR_LOCKED, __func__, "world",
                world->advancing ? "is being advanced" : "tells of an error");
        return;
    }
    if (world->recorded != NULL)
    {
        world->recorded->destroy(world);
    }
    sc_query_index_release(world->query_index);
    sc_bodies_release(&world->bodies, &world->memory);
    sc_store_release(&sc_body_name_store, &world->body_names, &world->memory);
    sc_store_release(&sc_shape_store, &world->shapes, &world->memory);
    sc_store_release(&sc_chain_store, &world->chains, &world->memory);
    sc_store_release(&sc_contact_store, &world->contacts, &world->memory);
    sc_sleep_release(&world->sleep, &world->memory);
    sc_store_release(&sc_event_store, &world->events, &world->memory);
    sc_sensors_release(&world->sensors, &world->memory);
    sc_joints_release(&world->joints, &world->memory);
    sc_store_release(&sc_mixing_store, &world->mixing, &world->memory);
    sc_broadphase_release(&world->broadphase, &world->memory);
    sc_circles_release(&world->circles, &world->memory);
    sc_arena_release(&world->constraints.arena);
    sc_arena_release(&world->constraints.bands.arena);
    sc_soft_bodies_release(&world->soft, &world->memory);
    sc_jobs_release(&world->jobs, &world->memory);
    sc_world_number_return(world->number);
    sc_memory memory = world->memory;
    sc_release(&memory, world, sizeof *world);
}

scree_simd scree_world_simd(const scree_world *world)
{
    return world != NULL ? world->simd : SCREE_SIMD_AUTO;
}

int scree_world_worker_count(const scree_world *world)
{
    return world != NULL ? world->jobs.worker_count : 0;
}

int scree_world_thread_count(const scree_world *world)
{
    return world != NULL ? sc_pool_thread_count(world->jobs.pool) : 0;
}

scree_solver scree_world_solver(const scree_world *world)
{
    return world != NULL ? world->settings.solver : SCREE_SOLVER_SOFT_STEP;
}

scree_residual scree_world_residual(const scree_world *world)
{
    return world != NULL ? world->residual : (scree_residual){0};
}
