/// Checks of particles of a snapshot, and of their list of neighbours.
#include "particles/neighbour_file.h"
#include "state/snapshot_checks.h"
#include "world/checks.h"

#define CHECK SC_SNAPSHOT_CHECK

bool sc_snapshot_check_particles(scree_world *world, sc_snapshot_fault *fault)
{
    sc_circles *circles = &world->circles;
    const sc_snapshot_rows rows = {&circles->ids, circles->row, circles->slot, circles->count,
                                   "particles.slot"};
    if (!sc_snapshot_find_rows(&rows, fault))
    {
        return false;
    }
    for (int32_t row = 0; row < circles->count; ++row)
    {
        circles->id[row].value = sc_ids_value(&circles->ids, circles->slot[row]);
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
