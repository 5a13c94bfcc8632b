#include "scenes/files/later.h"

#include <stdlib.h>
#include <string.h>

bool sc_later_add(sc_later *later, int step, const scree_particle_def *def)
{
    if (later->count == later->capacity)
    {
        int capacity = 2 * later->capacity + 64;
        sc_later_particle *grown =
            realloc(later->particles, (size_t)capacity * sizeof *later->particles);
        if (grown == NULL)
            return false;
        later->particles = grown;
        later->capacity = capacity;
    }
    later->particles[later->count] = (sc_later_particle){
        .step = step,
        .order = later->count,
        .position = def->position,
        .velocity = def->velocity,
        .radius = def->radius,
        .density = def->density,
        .fixed = def->fixed,
    };
    ++later->count;
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    const sc_later_particle *p = a, *q = b;
    return p->step != q->step ? (p->step > q->step) - (p->step < q->step)
                              : (p->order > q->order) - (p->order < q->order);
}

void sc_later_sort(sc_later *later)
{
    if (later->count > 1)
        qsort(later->particles, (size_t)later->count, sizeof *later->particles, compare_steps);
}

bool sc_later_equal(const sc_later *a, const sc_later *b)
{
    return a->count == b->count &&
           (a->count == 0 ||
            memcmp(a->particles, b->particles, (size_t)a->count * sizeof *a->particles) == 0);
}

void sc_later_free(sc_later *later)
{
    while (later != NULL)
    {
        sc_later *last = later;
        later = last->before;
        free(last->particles);
        free(last);
    }
}

scree_particle_def sc_later_def(const sc_later_particle *particle)
{
    scree_particle_def def = scree_particle_def_default();
    def.position = particle->position;
    def.velocity = particle->velocity;
    def.radius = particle->radius;
    def.density = particle->density;
    def.fixed = particle->fixed != 0;
    return def;
}

// The first particle of this step or a later one.
static int find_step(const sc_later *later, double step)
{
    int low = 0, high = later->count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if ((double)later->particles[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

scree_result sc_later_drive(scree_world *world, scree_scene_state *state, float dt)
{
    const sc_later *later = state->later;
    if (later == NULL || !(dt > 0.0f))
        return SCREE_OK;
    // Times are sums of dt, so they are off by a little.
    double step = (double)(int64_t)(state->time / (double)dt + 0.5);
    for (int i = find_step(later, step);
         i < later->count && (double)later->particles[i].step == step; ++i)
    {
        scree_particle_def def = sc_later_def(&later->particles[i]);
        if (scree_particle_create(world, &def).value == 0)
            return scree_world_last_error(world).code;
    }
    return SCREE_OK;
}
