/// Particles: creation, destruction, getters, setters, settings.
#include "world/checks.h"
scree_particle_def scree_particle_def_default(void)
{
    return (scree_particle_def){.version = SC_DEF_VERSION, .radius = 0.5f, .density = 1.0f};
}

scree_particle_settings scree_particle_settings_default(void)
{
    return (scree_particle_settings){.version = SC_DEF_VERSION,
                                     .max_speed = 400.0f,
                                     .container = SCREE_CONTAINER_NONE,
                                     .container_size = {1.0f, 1.0f},
                                     .category = 1,
                                     .mask = UINT64_MAX};
}

static scree_result check_particle_def(scree_world *world, const scree_particle_def *def,
                                       const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_particle_def_default"));
    SC_REQUIRE_POSITION(function, def->position, "def.position");
    SC_REQUIRE_FINITE_VEC2(function, def->velocity, "def.velocity");
    SC_REQUIRE_NUMBER(function, def->radius, world->lengths.unit * SC_MIN_PARTICLE_RADIUS,
                      world->lengths.unit * SC_MAX_PARTICLE_RADIUS, "def.radius");
    SC_REQUIRE_NUMBER(function, def->density, SC_MIN_PARTICLE_DENSITY, SC_MAX_DENSITY,
                      "def.density");
    return SCREE_OK;
}

/// Checks that the world has ids for `count` more particles.
static scree_result check_particle_ids(scree_world *world, int count, const char *function)
{
    return sc_check_ids(world, &world->circles.ids, count, function,
                        "has no more ids for particles");
}

static scree_result reserve_particles(scree_world *world, int count, const char *function)
{
    SC_TRY(check_particle_ids(world, count, function));
    return sc_circles_reserve(&world->circles, &world->memory, count)
               ? SCREE_OK
               : sc_no_memory(world, function);
}

/// Adds a particle that has been checked and for which memory is reserved.
static scree_particle_id add_particle(sc_circles *circles, const scree_particle_def *def)
{
    int32_t row = sc_circles_add(circles);
    circles->x[row] = def->position.x;
    circles->y[row] = def->position.y;
    circles->vx[row] = def->fixed ? 0.0f : def->velocity.x;
    circles->vy[row] = def->fixed ? 0.0f : def->velocity.y;
    circles->radius[row] = def->radius;
    circles->inverse_mass[row] =
        def->fixed ? 0.0f : 1.0f / (def->density * (float)SC_PI * (def->radius * def->radius));
    circles->user_data[row] = def->user_data;
    return circles->id[row];
}

scree_particle_id scree_particle_create(scree_world *world, const scree_particle_def *def)
{
    SC_RECORD(particle_create, def);
    scree_particle_id none = {0};
    if (sc_enter(world, __func__) != SCREE_OK ||
        check_particle_def(world, def, __func__) != SCREE_OK ||
        reserve_particles(world, 1, __func__) != SCREE_OK)
    {
        return none;
    }
    return add_particle(&world->circles, def);
}

scree_result scree_particles_create(scree_world *world, const scree_particle_batch *batch,
                                    scree_particle_id *ids)
{
    SC_RECORD(particles_create, batch, ids);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, batch, "batch");
    SC_REQUIRE_COUNT(__func__, batch->count, "batch.count");
    SC_TRY(check_particle_def(world, batch->def, __func__));
    SC_TRY(check_particle_ids(world, batch->count, __func__));
    struct
    {
        const char *name;
        const float *values;
        float reach;
    } arrays[] = {{"batch.x", batch->x, SC_WORLD_REACH},
                  {"batch.y", batch->y, SC_WORLD_REACH},
                  {"batch.vx", batch->vx, FLT_MAX},
                  {"batch.vy", batch->vy, FLT_MAX},
                  {"batch.radius", batch->radius, FLT_MAX}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
    {
        // Creating particles may move live arrays.
        SC_REQUIRE(!sc_store_holds(&sc_circle_store, &world->circles, arrays[k].values),
                   arrays[k].name, "is a live array of the world's particles");
        SC_TRY(sc_check_values(world, arrays[k].values, batch->count, arrays[k].reach, __func__,
                               arrays[k].name));
    }
    for (int i = 0; batch->radius != NULL && i < batch->count; ++i)
    {
        SC_REQUIRE_NUMBER(__func__, batch->radius[i], world->lengths.unit * SC_MIN_PARTICLE_RADIUS,
                          world->lengths.unit * SC_MAX_PARTICLE_RADIUS, "batch.radius");
    }
    SC_TRY(reserve_particles(world, batch->count, __func__));
    for (int i = 0; i < batch->count; ++i)
    {
        scree_particle_def def = *batch->def;
        def.position.x = sc_pick(batch->x, i, def.position.x);
        def.position.y = sc_pick(batch->y, i, def.position.y);
        def.velocity.x = sc_pick(batch->vx, i, def.velocity.x);
        def.velocity.y = sc_pick(batch->vy, i, def.velocity.y);
        def.radius = sc_pick(batch->radius, i, def.radius);
        scree_particle_id id = add_particle(&world->circles, &def);
        if (ids != NULL)
        {
            ids[i] = id;
        }
    }
    return SCREE_OK;
}

/// The row of a live particle, or -1.
static int32_t peek_particle(const scree_world *world, scree_particle_id particle)
{
    int32_t slot = world != NULL ? sc_ids_find(&world->circles.ids, particle.value) : 0;
    return slot != 0 ? world->circles.row[slot] : -1;
}

static scree_result enter_particle(scree_world *world, scree_particle_id particle,
                                   const char *function, int32_t *row)
{
    SC_TRY(sc_enter(world, function));
    *row = peek_particle(world, particle);
    return *row < 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "particle",
                              sc_stale_text(world, particle.value))
                    : SCREE_OK;
}

scree_result scree_particle_destroy(scree_world *world, scree_particle_id particle)
{
    SC_RECORD(particle_destroy, particle);
    int32_t row;
    SC_TRY(enter_particle(world, particle, __func__, &row));
    sc_circles_remove(&world->circles, row);
    return SCREE_OK;
}

scree_result scree_particles_destroy(scree_world *world, const scree_particle_id *ids, int count)
{
    SC_RECORD(particles_destroy, ids, count);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_COUNT(__func__, count, "count");
    if (ids == NULL && count > 0)
    {
        return sc_fail(world, SCREE_ERROR_NULL, __func__, "ids", "is null");
    }
    // Mark each by negating the row of its slot, up to one that is not live or occurs twice.
    sc_circles *circles = &world->circles;
    int marked = 0;
    for (; marked < count; ++marked)
    {
        int32_t slot = sc_ids_find(&circles->ids, ids[marked].value);
        if (slot == 0 || circles->row[slot] < 0)
        {
            break;
        }
        circles->row[slot] = -1 - circles->row[slot];
    }
    for (int i = 0; i < marked; ++i)
    {
        int32_t slot = sc_ids_find(&circles->ids, ids[i].value);
        circles->row[slot] = -1 - circles->row[slot];
    }
    if (marked < count)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "ids",
                       "holds an id that is null, destroyed, of another world or there twice");
    }
    for (int i = 0; i < count; ++i)
    {
        sc_circles_remove(&world->circles, peek_particle(world, ids[i]));
    }
    return SCREE_OK;
}

bool scree_particle_is_valid(const scree_world *world, scree_particle_id particle)
{
    return peek_particle(world, particle) >= 0;
}

scree_particle_view scree_world_particles(scree_world *world)
{
    if (world == NULL)
    {
        return (scree_particle_view){0};
    }
    sc_note_view(world, SC_VIEW_PARTICLES);
    sc_circles *c = &world->circles;
    return (scree_particle_view){.count = c->count,
                                 .id = c->id,
                                 .x = c->x,
                                 .y = c->y,
                                 .radius = c->radius,
                                 .inverse_mass = c->inverse_mass,
                                 .vx = c->vx,
                                 .vy = c->vy};
}

int scree_world_particle_pairs(const scree_world *world, scree_particle_pair *pairs, int capacity)
{
    const bool listed = world != NULL && world->circles.listed;
    const sc_neighbour_list *neighbours = listed ? &world->circles.neighbours : NULL;
    int count = 0, end = listed ? neighbours->added_end : 0;
    for (int i = 0; i < end; ++i)
    {
        if (neighbours->a[i] == neighbours->b[i])
        {
            continue;
        }
        if (count < capacity && pairs != NULL)
        {
            pairs[count] = (scree_particle_pair){world->circles.id[neighbours->a[i]],
                                                 world->circles.id[neighbours->b[i]]};
        }
        ++count;
    }
    return count;
}

scree_vec2 scree_particle_position(const scree_world *world, scree_particle_id particle)
{
    int32_t row = peek_particle(world, particle);
    return row < 0 ? (scree_vec2){0} : (scree_vec2){world->circles.x[row], world->circles.y[row]};
}

scree_vec2 scree_particle_velocity(const scree_world *world, scree_particle_id particle)
{
    int32_t row = peek_particle(world, particle);
    return row < 0 ? (scree_vec2){0} : (scree_vec2){world->circles.vx[row], world->circles.vy[row]};
}

float scree_particle_radius(const scree_world *world, scree_particle_id particle)
{
    int32_t row = peek_particle(world, particle);
    return row < 0 ? 0.0f : world->circles.radius[row];
}

float scree_particle_mass(const scree_world *world, scree_particle_id particle)
{
    int32_t row = peek_particle(world, particle);
    float inverse = row < 0 ? 0.0f : world->circles.inverse_mass[row];
    return inverse > 0.0f ? 1.0f / inverse : 0.0f;
}

void *scree_particle_user_data(const scree_world *world, scree_particle_id particle)
{
    int32_t row = peek_particle(world, particle);
    return row < 0 ? NULL : world->circles.user_data[row];
}

scree_result scree_particle_set_user_data(scree_world *world, scree_particle_id particle,
                                          void *user_data)
{
    SC_RECORD(particle_set_user_data, particle, user_data);
    int32_t row;
    SC_TRY(enter_particle(world, particle, __func__, &row));
    world->circles.user_data[row] = user_data;
    return SCREE_OK;
}

scree_result scree_particle_set_position(scree_world *world, scree_particle_id particle,
                                         scree_vec2 position)
{
    SC_RECORD(particle_set_position, particle, position);
    int32_t row;
    SC_TRY(enter_particle(world, particle, __func__, &row));
    SC_REQUIRE_POSITION(__func__, position, "position");
    world->circles.x[row] = position.x;
    world->circles.y[row] = position.y;
    sc_circles_drop_neighbours(&world->circles);
    return SCREE_OK;
}

scree_result scree_particle_set_velocity(scree_world *world, scree_particle_id particle,
                                         scree_vec2 velocity)
{
    SC_RECORD(particle_set_velocity, particle, velocity);
    int32_t row;
    SC_TRY(enter_particle(world, particle, __func__, &row));
    SC_REQUIRE_FINITE_VEC2(__func__, velocity, "velocity");
    bool moves = world->circles.inverse_mass[row] > 0.0f;
    world->circles.vx[row] = moves ? velocity.x : 0.0f;
    world->circles.vy[row] = moves ? velocity.y : 0.0f;
    return SCREE_OK;
}

scree_result scree_world_set_particle_settings(scree_world *world,
                                               const scree_particle_settings *settings)
{
    SC_RECORD(world_set_particle_settings, settings);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_version(world, settings != NULL ? &settings->version : NULL, __func__,
                            "settings", "scree_particle_settings_default"));
    SC_REQUIRE_NUMBER(__func__, settings->damping, 0.0f, SC_MAX_DAMPING, "settings.damping");
    SC_REQUIRE_NUMBER(__func__, settings->friction, 0.0f, SC_MAX_COEFFICIENT, "settings.friction");
    SC_REQUIRE_NUMBER(__func__, settings->max_speed, SC_ABOVE_0, SC_MAX_PARTICLE_SPEED,
                      "settings.max_speed");
    SC_REQUIRE_NUMBER(__func__, (int)settings->container, SCREE_CONTAINER_NONE, SCREE_CONTAINER_BOX,
                      "settings.container");
    SC_REQUIRE_POSITION(__func__, settings->container_center, "settings.container_center");
    SC_REQUIRE_NUMBER(__func__, settings->container_size.x, SC_ABOVE_0, SC_WORLD_REACH,
                      "settings.container_size.x");
    SC_REQUIRE_NUMBER(__func__, settings->container_size.y, SC_ABOVE_0, SC_WORLD_REACH,
                      "settings.container_size.y");
    world->circles.settings = *settings;
    return SCREE_OK;
}

scree_particle_settings scree_world_particle_settings(const scree_world *world)
{
    return world != NULL ? world->circles.settings : scree_particle_settings_default();
}
