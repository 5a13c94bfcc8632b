/// The settings of a live world: conversion from and to its definition.
#include "world/checks.h"
#include "world/waking.h"

#include <stdlib.h>
#include <string.h>

scree_world_def scree_world_settings(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_world_def){0};
    }
    const sc_solver_settings *s = &world->settings;
    scree_world_def def = scree_world_def_default();
    def.gravity = world->gravity;
    def.length_unit = world->lengths.unit;
    def.simd = world->simd;
    def.worker_count = world->jobs.worker_count;
    def.keep_previous_poses = world->bodies.keeps_previous;
    def.restitution_threshold = s->restitution_threshold;
    def.solver = s->solver;
    def.contact_hertz = s->contact_hertz;
    def.contact_damping_ratio = s->contact_damping_ratio;
    def.contact_push_speed = s->push_speed;
    def.max_linear_speed = s->max_linear_speed;
    def.hit_event_threshold = s->hit_event_threshold;
    def.iterations = s->iterations;
    def.erp = s->erp;
    def.position_correction = s->position_correction;
    def.slop = s->slop;
    def.warm_starting = s->warm_starting;
    def.direct_joints = s->direct_joints;
    def.measure_residual = s->measure_residual;
    def.measure_impulses = s->measure_impulses;
    def.measure_times = world->profile.measures;
    def.enable_continuous = s->continuous;
    def.friction_mixing = world->mixing.friction;
    def.restitution_mixing = world->mixing.restitution;
    def.mixing_callback = world->mixing.callback;
    def.mixing_context = world->mixing.context;
    def.enable_sleep = world->sleep.enabled;
    def.time_to_sleep = world->sleep.time_to_sleep;
    def.user_data = world->user_data;
    return def;
}

scree_result scree_world_set_settings(scree_world *world, const scree_world_def *def)
{
    SC_RECORD(world_set_settings, def);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_world_def(world, def, __func__));
    const sc_solver_settings before = world->settings;
    bool wakes = world->gravity.x != def->gravity.x || world->gravity.y != def->gravity.y ||
                 !def->enable_sleep;
    world->gravity = def->gravity;
    world->settings = sc_settings_of(def);
    world->settings.last_h = before.last_h;
    world->settings.last_stiff_h = before.last_stiff_h;
    world->user_data = def->user_data;
    world->profile.measures = def->measure_times;
    world->sleep.enabled = def->enable_sleep;
    world->sleep.time_to_sleep = def->time_to_sleep;
    sc_mixing *mixing = &world->mixing;
    bool same = mixing->friction == def->friction_mixing &&
                mixing->restitution == def->restitution_mixing &&
                mixing->callback == def->mixing_callback && mixing->context == def->mixing_context;
    mixing->friction = def->friction_mixing;
    mixing->restitution = def->restitution_mixing;
    mixing->callback = def->mixing_callback;
    mixing->context = def->mixing_context;
    if (!same)
    {
        world->shapes.remix_pending = world->shapes.remix_all = true;
    }
    // These settings decide which joints are solved as trees, and which islands have their energy
    // bounded.
    world->joints.version +=
        before.solver != def->solver || before.direct_joints != def->direct_joints;
    if (wakes)
    {
        sc_wake_all(world);
    }
    return SCREE_OK;
}

void *scree_world_user_data(const scree_world *world)
{
    return world != NULL ? world->user_data : NULL;
}

scree_result scree_world_set_user_data(scree_world *world, void *user_data)
{
    SC_RECORD(world_set_user_data, user_data);
    SC_TRY(sc_enter(world, __func__));
    world->user_data = user_data;
    return SCREE_OK;
}

scree_result scree_world_set_worker_count(scree_world *world, int count)
{
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_NUMBER(__func__, count, 0, SC_MAX_WORKERS, "count");
    const int wanted = sc_worker_count_of(count);
    sc_jobs jobs = {0};
    if (wanted == world->jobs.worker_count)
    {
        return SCREE_OK;
    }
    if (!sc_jobs_create(&jobs, &world->memory, wanted, &world->tasks))
    {
        sc_jobs_release(&jobs, &world->memory);
        return sc_no_memory(world, __func__);
    }
    sc_jobs_release(&world->jobs, &world->memory);
    world->jobs = jobs;
    return SCREE_OK;
}

scree_result scree_world_set_error_callback(scree_world *world, scree_error_callback *callback,
                                            void *context)
{
    SC_TRY(sc_enter(world, __func__));
    world->error_callback = callback;
    world->error_context = context;
    return SCREE_OK;
}

scree_vec2 scree_world_gravity(const scree_world *world)
{
    return world != NULL ? world->gravity : (scree_vec2){0.0f, 0.0f};
}

scree_result scree_world_set_gravity(scree_world *world, scree_vec2 gravity)
{
    SC_RECORD(world_set_gravity, gravity);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_FINITE_VEC2(__func__, gravity, "gravity");
    bool changed = world->gravity.x != gravity.x || world->gravity.y != gravity.y;
    world->gravity = gravity;
    if (changed)
    {
        sc_wake_all(world);
    }
    return SCREE_OK;
}

static int compare_pairs(const void *p, const void *q)
{
    const scree_pair_material *a = p, *b = q;
    const uint64_t x = (uint64_t)a->user_id_a << 32 | a->user_id_b,
                   y = (uint64_t)b->user_id_a << 32 | b->user_id_b;
    return (x > y) - (x < y);
}

int scree_world_pair_materials(const scree_world *world, scree_pair_material *pairs, int capacity)
{
    int count = 0;
    for (int i = 0; world != NULL && i < world->mixing.pair_capacity; ++i)
    {
        const sc_mixed_pair *entry = world->mixing.pairs + i;
        if (!entry->used || pairs == NULL || capacity <= 0)
        {
            count += entry->used;
            continue;
        }
        const scree_pair_material pair = {entry->first, entry->second, entry->mixed};
        if (count < capacity)
        {
            pairs[count] = pair;
        }
        else
        {
            // Keep the `capacity` lowest entries, in order.
            int at = capacity;
            if (count == capacity)
            {
                qsort(pairs, (size_t)capacity, sizeof *pairs, compare_pairs);
            }
            while (at > 0 && compare_pairs(&pairs[at - 1], &pair) > 0)
            {
                --at;
            }
            if (at < capacity)
            {
                memmove(pairs + at + 1, pairs + at, sizeof *pairs * (size_t)(capacity - 1 - at));
                pairs[at] = pair;
            }
        }
        ++count;
    }
    if (pairs != NULL && count <= capacity)
    {
        qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
    }
    return count;
}

scree_result scree_world_set_pair_material(scree_world *world, uint32_t user_id_a,
                                           uint32_t user_id_b, const scree_contact_material *mixed)
{
    SC_RECORD(world_set_pair_material, user_id_a, user_id_b, mixed);
    SC_TRY(sc_enter(world, __func__));
    if (mixed != NULL)
    {
        SC_REQUIRE_NUMBER(__func__, mixed->friction, 0.0f, SC_MAX_COEFFICIENT, "mixed.friction");
        SC_REQUIRE_NUMBER(__func__, mixed->static_friction, mixed->friction, SC_MAX_COEFFICIENT,
                          "mixed.static_friction");
        SC_REQUIRE_NUMBER(__func__, mixed->restitution, 0.0f, 1.0f, "mixed.restitution");
        SC_REQUIRE_NUMBER(__func__, mixed->rolling_resistance, 0.0f, SC_MAX_COEFFICIENT,
                          "mixed.rolling_resistance");
        SC_REQUIRE_FINITE(__func__, mixed->tangent_speed, "mixed.tangent_speed");
    }
    if (!sc_mixing_set_pair(&world->mixing, &world->memory, user_id_a, user_id_b, mixed))
    {
        return sc_fail(world, SCREE_ERROR_OUT_OF_MEMORY, __func__, "mixed", "found no memory");
    }
    world->shapes.remix_pending = world->shapes.remix_all = true;
    return SCREE_OK;
}
