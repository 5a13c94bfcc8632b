/// Sums over the bodies of a world, and peak counts.
#include "core/assert.h"
#include "world/checks.h"

/// Whether a slot belongs to an enabled dynamic body, awake or asleep. Sets `row` to its row.
static bool is_dynamic(const sc_bodies *bodies, int32_t slot, int32_t *row)
{
    *row = sc_slot_is_live(&bodies->ids, slot) ? bodies->row[slot] : -1;
    return *row >= 0 && sc_row_is_dynamic(bodies, *row);
}

// Sum in the order of slots, because rows change when bodies fall asleep.
scree_energy scree_world_energy(const scree_world *world)
{
    scree_energy energy = {0.0, 0.0};
    const int32_t used = world != NULL ? world->bodies.ids.used : 0;
    for (int32_t slot = 1, row; slot < used; ++slot)
    {
        const sc_bodies *b = &world->bodies;
        if (is_dynamic(b, slot, &row))
        {
            const double m = b->mass[row], i = b->inertia[row];
            const double vx = b->vx[row], vy = b->vy[row], w = b->w[row];
            const double pull = m * (double)b->gravity_scale[row];
            energy.kinetic += 0.5 * (m * (vx * vx + vy * vy) + i * w * w);
            energy.potential -= pull * ((double)world->gravity.x * (double)b->pose[row].x +
                                        (double)world->gravity.y * (double)b->pose[row].y);
        }
    }
    return energy;
}

scree_momentum scree_world_momentum(const scree_world *world, scree_vec2 about)
{
    scree_momentum sum = {0.0, 0.0, 0.0};
    const int32_t used = world != NULL ? world->bodies.ids.used : 0;
    for (int32_t slot = 1, row; slot < used; ++slot)
    {
        const sc_bodies *b = &world->bodies;
        if (is_dynamic(b, slot, &row))
        {
            const double x = (double)b->mass[row] * (double)b->vx[row];
            const double y = (double)b->mass[row] * (double)b->vy[row];
            const double arm_x = (double)b->pose[row].x - (double)about.x;
            const double arm_y = (double)b->pose[row].y - (double)about.y;
            sum.x += x;
            sum.y += y;
            sum.angular += arm_x * y - arm_y * x + (double)b->inertia[row] * (double)b->w[row];
        }
    }
    return sum;
}

scree_peaks scree_world_peaks(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_peaks){0, 0, 0};
    }
    // New slots are used only when none is free, so the number of slots is the peak.
    return (scree_peaks){.bodies = world->bodies.ids.used - 1,
                         .shapes = world->shapes.ids.used - 1,
                         .contacts = world->peak_pairs};
}
