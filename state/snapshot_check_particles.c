/// Checks of particles of a snapshot, and of their list of neighbours.
#include "particles/neighbour_file.h"
#include "state/snapshot_checks.h"
#include "world/checks.h"

#define CHECK SC_SNAPSHOT_CHECK

/// Finds the row of each slot.
static bool check_rows(sc_circles *circles, sc_snapshot_fault *fault)
{
    int32_t live = 0;
    for (int32_t slot = 0; slot < circles->ids.used && circles->ids.capacity > 0; ++slot)
    {
        live += sc_slot_is_live(&circles->ids, slot);
        circles->row[slot] = -1;
    }
    CHECK(live == circles->count, "particles.slot", 0, "are more or fewer than live particles");
    for (int32_t row = 0; row < circles->count; ++row)
    {
        const int32_t slot = circles->slot[row];
        CHECK(sc_slot_is_live(&circles->ids, slot), "particles.slot", row, "is no live particle");
        CHECK(circles->row[slot] == -1, "particles.slot", row, "is there twice");
        circles->row[slot] = row;
        circles->id[row].value = sc_ids_value(&circles->ids, slot);
    }
    for (int32_t slot = 0; slot < circles->ids.used && circles->ids.capacity > 0; ++slot)
    {
        circles->row[slot] = circles->row[slot] < 0 ? 0 : circles->row[slot];
    }
    return true;
}

bool sc_snapshot_check_particles(scree_world *world, sc_snapshot_fault *fault)
{
    sc_circles *circles = &world->circles;
    if (!check_rows(circles, fault))
    {
        return false;
    }
    for (int32_t row = 0; row < circles->count; ++row)
    {
        CHECK(fabsf(circles->x[row]) <= SC_WORLD_REACH && fabsf(circles->y[row]) <= SC_WORLD_REACH,
              "particles.x", row, "or y is out of reach");
        CHECK(sc_is_finite(circles->vx[row]) && sc_is_finite(circles->vy[row]), "particles.vx", row,
              "or vy is not finite");
        CHECK(circles->radius[row] > 0.0f && sc_is_finite(circles->radius[row]), "particles.radius",
              row, "is out of range");
        CHECK(sc_in_range(circles->inverse_mass[row], 0.0f, FLT_MAX), "particles.inverse_mass", row,
              "is out of range");
    }
    const char *wrong = sc_neighbours_check(circles);
    wrong = wrong == NULL ? sc_validate_circles(circles) : wrong;
    CHECK(wrong == NULL, "neighbours.a", 0, wrong);
    return true;
}
