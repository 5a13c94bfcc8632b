#include "scenes.h"

#include "catalogue.h"
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The project's own large scenes come first, then the scenes of scenes_record.c, then the small
// ones. Every listing has this order.
static const scree_scene *const scenes[] = {
    &sc_scene_pile,           &sc_scene_uniform,         &sc_scene_powerlaw,
    &sc_scene_dust,           &sc_scene_dust_and_planet, &sc_scene_sleepers,
    &sc_scene_large_pyramid,  &sc_scene_many_pyramids,   &sc_scene_washer,
    &sc_scene_compounds,      &sc_scene_junkyard,        &sc_scene_smash,
    &sc_scene_joint_grid,     &sc_scene_tumbler,         &sc_scene_spinner,
    &sc_scene_rain,           &sc_scene_stack,           &sc_scene_tower_50,
    &sc_scene_mass_ratio,     &sc_scene_card_house,      &sc_scene_arch,
    &sc_scene_platform,       &sc_scene_heavy,           &sc_scene_ramp,
    &sc_scene_bouncers,       &sc_scene_dominoes,        &sc_scene_impacts,
    &sc_scene_seams,          &sc_scene_joint_types,     &sc_scene_mechanisms,
    &sc_scene_machines,       &sc_scene_bridge,          &sc_scene_chain_mace,
    &sc_scene_newton_cradle,  &sc_scene_vehicles,        &sc_scene_ragdoll_pit,
    &sc_scene_verlet_bodies,  &sc_scene_rope_bridge,     &sc_scene_cloth,
    &sc_scene_verlet_circles, &sc_scene_chain_ground,    &sc_scene_bullets,
};

int scree_scene_count(void) { return (int)(sizeof scenes / sizeof scenes[0]); }

const scree_scene *scree_scene_at(int index)
{
    return index >= 0 && index < scree_scene_count() ? scenes[index] : NULL;
}

const scree_scene *scree_scene_find(const char *name)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        if (strcmp(scenes[i]->name, name) == 0)
            return scenes[i];
    }
    return NULL;
}

static int clamp_size(const scree_scene *scene, int size)
{
    if (size == 0)
        return scene->size_default;
    if (size < scene->size_min)
        return scene->size_min;
    return size > scene->size_max ? scene->size_max : size;
}

scree_world_def scree_scene_world_def(const scree_scene *scene, int size)
{
    scree_world_def def = scree_world_def_default();
    if (scene->settings != NULL)
    {
        scene->settings(scene->data, clamp_size(scene, size), &def);
        return def;
    }
    def.enable_sleep = scene->sleeps;
    scree_scene_counts counts = scene->counts(clamp_size(scene, size));
    if (scene->weightless)
        def.gravity = (scree_vec2){0.0f, 0.0f};
    if (scene->gravity > 0.0f)
        def.gravity = (scree_vec2){0.0f, -scene->gravity};
    if (scene->elastic)
        def.restitution_threshold = 0.0f;
    if (scene->contact_hertz > 0.0f)
        def.contact_hertz = scene->contact_hertz;
    def.body_capacity = counts.bodies;
    def.shape_capacity = counts.shapes;
    return def;
}

float scree_scene_dt(const scree_scene *scene)
{
    return scene->dt > 0.0f ? scene->dt : 1.0f / 60.0f;
}

int scree_scene_substeps(const scree_scene *scene)
{
    return scene->substeps > 0 ? scene->substeps : 4;
}

bool scree_scene_create(const scree_scene *scene, scree_world *world,
                        const scree_scene_params *params, scree_scene_state *state)
{
    scree_scene_params given = params != NULL ? *params : (scree_scene_params){0};
    given.size = clamp_size(scene, given.size);
    // A scene from a file has its own default seed.
    given.seed = given.seed != 0 || scene->data != NULL ? given.seed : 1;
    if (given.variant < 0 || given.variant >= scree_scene_variant_count(scene))
        given.variant = 0;
    *state = (scree_scene_state){
        .size = given.size, .variant = given.variant, .seed = given.seed, .data = scene->data};
    return scene->create(world, &given, state);
}

scree_result scree_scene_drive(const scree_scene *scene, scree_world *world,
                               scree_scene_state *state, float dt)
{
    scree_result result = scene->drive != NULL ? scene->drive(world, state, dt) : SCREE_OK;
    if (result == SCREE_OK)
        state->time += (double)dt;
    return result;
}

scree_result scree_scene_step(const scree_scene *scene, scree_world *world,
                              scree_scene_state *state, float dt, int substeps)
{
    scree_result result = scree_scene_drive(scene, world, state, dt);
    return result == SCREE_OK ? scree_world_step(world, dt, substeps) : result;
}

// Adds the soft bodies to the quality of a scene. Each vertex outside the bounds counts as escaped.
static void measure_soft(scree_world *world, const scree_scene_state *state,
                         scree_scene_quality *quality)
{
    scree_soft_vertex_view vertices = scree_world_soft_vertices(world);
    for (int i = 0; i < vertices.count; ++i)
    {
        float x = vertices.x[i], y = vertices.y[i];
        bool inside = x >= state->limits.lower.x && x <= state->limits.upper.x &&
                      y >= state->limits.lower.y && y <= state->limits.upper.y;
        quality->escaped += inside ? 0 : 1;
        double squared = (double)vertices.vx[i] * (double)vertices.vx[i] +
                         (double)vertices.vy[i] * (double)vertices.vy[i];
        if (vertices.inverse_mass[i] > 0.0f)
            quality->kinetic_energy += 0.5 * squared / (double)vertices.inverse_mass[i];
    }
}

// m: particles outside by no more than the rounding of positions have not escaped.
#define CONTAINER_TOLERANCE 1e-5

static bool is_in_container(const scree_particle_settings *settings, double x, double y, double r)
{
    x = fabs(x - (double)settings->container_center.x);
    y = fabs(y - (double)settings->container_center.y);
    double width = (double)settings->container_size.x * (1.0 + CONTAINER_TOLERANCE);
    double height = (double)settings->container_size.y * (1.0 + CONTAINER_TOLERANCE);
    // The comparisons are false for NaN, which thus counts as outside.
    if (settings->container == SCREE_CONTAINER_CIRCLE)
        return hypot(x, y) + r <= width;
    return settings->container == SCREE_CONTAINER_NONE || (x + r <= width && y + r <= height);
}

static void measure_particles(scree_world *world, scree_scene_quality *quality)
{
    scree_particle_settings settings = scree_world_particle_settings(world);
    scree_particle_view view = scree_world_particles(world);
    for (int i = 0; i < view.count; ++i)
    {
        double vx = (double)view.vx[i], vy = (double)view.vy[i];
        if (view.inverse_mass[i] > 0.0f)
            quality->kinetic_energy += 0.5 * (vx * vx + vy * vy) / (double)view.inverse_mass[i];
        if (!is_in_container(&settings, (double)view.x[i], (double)view.y[i],
                             (double)view.radius[i]))
            ++quality->escaped;
    }
}

scree_scene_quality scree_scene_measure(scree_world *world, const scree_scene_state *state)
{
    scree_scene_quality quality = {0};
    scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < bodies.moving_count + bodies.asleep_count; ++i)
    {
        // Skip kinematic bodies, which lie between awake and sleeping dynamic bodies.
        if (i >= bodies.dynamic_count && i < bodies.moving_count)
            continue;
        quality.kinetic_energy += (double)scree_body_kinetic_energy(world, bodies.id[i]);
        float x = bodies.x[i], y = bodies.y[i];
        // The comparisons are false for NaN, which thus counts as outside.
        bool inside = x >= state->limits.lower.x && x <= state->limits.upper.x &&
                      y >= state->limits.lower.y && y <= state->limits.upper.y;
        quality.escaped += inside ? 0 : 1;
    }
    measure_soft(world, state, &quality);
    measure_particles(world, &quality);
    for (int i = 0; i < state->top_count; ++i)
    {
        scree_vec2 start = state->tops[i].start;
        scree_vec2 now = scree_body_position(world, state->tops[i].body);
        quality.top_drop = fmax(quality.top_drop, (double)start.y - (double)now.y);
        quality.side_drift = fmax(quality.side_drift, fabs((double)now.x - (double)start.x));
    }
    return quality;
}

// The place of a particle before the step that lists the pairs, because that step pushes
// overlapping particles apart.
typedef struct place
{
    scree_particle_id id;
    double x, y, radius;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *p = a, *q = b;
    return (p->id.value > q->id.value) - (p->id.value < q->id.value);
}

// Lists all particles in the order of their ids. Returns null if out of memory. The caller frees
// the list.
static place *take_places(scree_world *world, int *count)
{
    scree_particle_view view = scree_world_particles(world);
    place *places = malloc(((size_t)view.count + 1) * sizeof *places);
    *count = view.count;
    for (int i = 0; places != NULL && i < view.count; ++i)
    {
        places[i] =
            (place){view.id[i], (double)view.x[i], (double)view.y[i], (double)view.radius[i]};
    }
    if (places != NULL)
        qsort(places, (size_t)view.count, sizeof *places, compare_places);
    return places;
}

static double overlap_of(const place *places, int count, scree_particle_pair pair)
{
    const place key_a = {.id = pair.a}, key_b = {.id = pair.b};
    const place *a = bsearch(&key_a, places, (size_t)count, sizeof *places, compare_places);
    const place *b = bsearch(&key_b, places, (size_t)count, sizeof *places, compare_places);
    return a->radius + b->radius - hypot(b->x - a->x, b->y - a->y);
}

// Reads the contacts and pairs that the last step found. Returns false if out of memory.
static bool measure_overlaps(const scree_world *world, const place *places, int particle_count,
                             scree_scene_penetration *penetration)
{
    int count = scree_world_contacts(world, NULL, 0);
    int pair_count = scree_world_particle_pairs(world, NULL, 0);
    if (count + pair_count == 0)
        return true;
    scree_contact *contacts = malloc(((size_t)count + 1) * sizeof *contacts);
    scree_particle_pair *pairs = malloc(((size_t)pair_count + 1) * sizeof *pairs);
    double *depths = malloc(((size_t)count * 2 + (size_t)pair_count) * sizeof *depths);
    if (contacts != NULL && pairs != NULL && depths != NULL)
    {
        int n = 0;
        scree_world_particle_pairs(world, pairs, pair_count);
        for (int i = 0; i < pair_count; ++i)
        {
            double overlap = overlap_of(places, particle_count, pairs[i]);
            if (overlap >= 0.0)
                depths[n++] = overlap;
        }
        scree_world_contacts(world, contacts, count);
        for (int i = 0; i < count; ++i)
        {
            for (int k = 0; k < contacts[i].point_count; ++k)
                depths[n++] = fmax(0.0, -(double)contacts[i].points[k].separation);
        }
        sc_statistics depth = sc_statistics_of(depths, n);
        *penetration = (scree_scene_penetration){n, depth.mean, depth.p99, depth.max};
    }
    bool measured = contacts != NULL && pairs != NULL && depths != NULL;
    free(contacts);
    free(pairs);
    free(depths);
    return measured;
}

bool scree_scene_measure_penetration(scree_world *world, scree_scene_penetration *penetration)
{
    *penetration = (scree_scene_penetration){0};
    int particle_count;
    place *places = take_places(world, &particle_count);
    if (places == NULL)
        return false;
    scree_result result = scree_world_step(world, 1e-6f, 1);
    bool stepped = result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE;
    bool measured = stepped && measure_overlaps(world, places, particle_count, penetration);
    free(places);
    return measured;
}
