// Particles of a scene file: those of the world, one by one, and those that its scene creates.

#include "scenes/files/later.h"
#include "scenes/files/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The mass of a particle from a density, in a world of its own.
static bool read_inverse_mass(scree_world *probe, float radius, float density, float *inverse)
{
    scree_particle_def def = scree_particle_def_default();
    def.radius = radius;
    def.density = density;
    scree_particle_id id = scree_particle_create(probe, &def);
    scree_particle_view view = scree_world_particles(probe);
    if (id.value == 0 || view.count != 1)
        return false;
    *inverse = view.inverse_mass[0];
    return scree_particle_destroy(probe, id) == SCREE_OK;
}

// A density that gives the same mass to the bit: a density decides only the mass. Masses come from
// densities, so there is one, and it is within a few roundings of the quotient.
static bool find_density(scree_world *probe, float radius, float inverse_mass, float *density)
{
    enum
    {
        MAX_ROUNDINGS = 16
    };
    const double pi = 3.14159265358979323846;
    double area = pi * (double)radius * (double)radius;
    float up = (float)(1.0 / (area * (double)inverse_mass)), down = up, found;
    for (int i = 0; i < MAX_ROUNDINGS; ++i)
    {
        const float tried[] = {up, down};
        for (int k = 0; k < 2; ++k)
        {
            if (read_inverse_mass(probe, radius, tried[k], &found) && found == inverse_mass)
            {
                *density = tried[k];
                return true;
            }
        }
        up = nextafterf(up, INFINITY);
        down = nextafterf(down, 0.0f);
    }
    return false;
}

// The definition that makes the particle of this row.
static bool find_def(sc_writer *writer, scree_world *probe, const scree_particle_view *view,
                     int row, scree_particle_def *def)
{
    static const scree_vec2 still = {0.0f, 0.0f};
    // Many are alike: the last density is tried first.
    float density = def->density, inverse = 0.0f;
    *def = scree_particle_def_default();
    def->position = (scree_vec2){view->x[row], view->y[row]};
    def->radius = view->radius[row];
    def->fixed = view->inverse_mass[row] == 0.0f;
    def->velocity = def->fixed ? still : (scree_vec2){view->vx[row], view->vy[row]};
    if (def->fixed)
        return true;
    if (read_inverse_mass(probe, def->radius, density, &inverse) &&
        inverse == view->inverse_mass[row])
        def->density = density;
    else if (!find_density(probe, def->radius, view->inverse_mass[row], &def->density))
        return sc_refuse_world(writer, "a particle has a mass that no density gives");
    return true;
}

typedef struct particle_list
{
    scree_world *probe;
    scree_particle_def last;
    int count;
} particle_list;

static bool put_def(sc_writer *writer, particle_list *list, const scree_particle_def *def, int step)
{
    const scree_particle_def plain = scree_particle_def_default();
    if (list->count == SC_FILE_MAX_WRITTEN_PARTICLES)
        return sc_refuse_world(writer, "a file is written with at most %d particles",
                               SC_FILE_MAX_WRITTEN_PARTICLES);
    fputs(list->count++ == 0 ? ",\n  \"particles\": [\n    {" : ",\n    {", writer->file);
    writer->comma = false;
    if (step >= 0)
    {
        sc_put_key(writer, "step");
        fprintf(writer->file, "%d", step);
    }
    sc_put_object(writer, &sc_particle_fields, def, &plain);
    putc('}', writer->file);
    return true;
}

// The particles from this row on, which were created before this step; -1: with the world.
static bool put_rows(sc_writer *writer, particle_list *list, int first, int step)
{
    scree_particle_view view = scree_world_particles(writer->world);
    for (int row = first; row < view.count; ++row)
    {
        if (!find_def(writer, list->probe, &view, row, &list->last) ||
            !put_def(writer, list, &list->last, step))
            return false;
    }
    return true;
}

enum
{
    PAUSE = 60  // steps without a new particle, after which a scene is done
};

// Runs the scene for its own number of steps, and on while it creates particles: a longer run of
// the file has them, too. New particles come after the others.
static bool put_created(sc_writer *writer, particle_list *list, scree_scene_state *state)
{
    const scree_scene *scene = writer->scene;
    float dt = scree_scene_dt(scene);
    int last = 0;  // step with a new particle
    for (int step = 0; step < scene->steps || step <= last + PAUSE; ++step)
    {
        int before = scree_world_particles(writer->world).count;
        if (scree_scene_drive(scene, writer->world, state, dt) != SCREE_OK)
            return sc_refuse_world(writer, "%s", scree_error_text(writer->world));
        if (scree_world_particles(writer->world).count < before)
            return sc_refuse_world(writer, "the scene destroys particles while it runs");
        if (!put_rows(writer, list, before, step))
            return false;
        last = scree_world_particles(writer->world).count > before ? step : last;
        if (scree_world_step(writer->world, dt, scree_scene_substeps(scene)) != SCREE_OK)
            return sc_refuse_world(writer, "%s", scree_error_text(writer->world));
    }
    return true;
}

static bool put_later(sc_writer *writer, particle_list *list)
{
    const sc_later *later = writer->state->later;
    for (int i = 0; later != NULL && i < later->count; ++i)
    {
        scree_particle_def def = sc_later_def(&later->particles[i]);
        if (!put_def(writer, list, &def, later->particles[i].step))
            return false;
    }
    if (writer->scene->drive == NULL || later != NULL)
        return true;
    scree_scene_state *state = malloc(sizeof *state);
    if (state == NULL)
        return sc_refuse_world(writer, "out of memory");
    *state = *writer->state;
    bool ok = put_created(writer, list, state);
    free(state);
    return ok;
}

bool sc_put_particles(sc_writer *writer)
{
    const scree_particle_settings plain = scree_particle_settings_default();
    scree_particle_settings settings = scree_world_particle_settings(writer->world);
    if (sc_differs(&sc_particle_settings_fields, &settings, &plain))
    {
        fputs(",\n  ", writer->file);
        writer->comma = false;
        sc_put_table(writer, "particle_settings", &sc_particle_settings_fields, &settings, &plain);
    }
    scree_world_def def = scree_world_settings(writer->world);
    def.worker_count = 1;
    particle_list list = {scree_world_create(&def), scree_particle_def_default(), 0};
    if (list.probe == NULL)
        return sc_refuse_world(writer, "out of memory");
    bool ok = put_rows(writer, &list, 0, -1) && put_later(writer, &list);
    fputs(list.count > 0 ? "\n  ]" : "", writer->file);
    scree_world_destroy(list.probe);
    return ok;
}
