/// The mass of bodies, by their shapes or as it was set.
#ifndef SC_MASS_H
#define SC_MASS_H

#include "world/world_state.h"

/// A dynamic body whose shapes weigh nothing moves like a point of this mass, kg.
#define SC_MASS_OF_NONE 1.0f

/// A centre of mass in the world, and the velocity of its body.
typedef struct sc_center
{
    scree_vec2 position, velocity;
    float w;
} sc_center;

/// A change of a body's shapes that is only thought of.
typedef struct sc_mass_change
{
    scree_mass_data added;  ///< of a new shape
    int times;              ///< how often it is added
    int32_t without;        ///< slot of a shape that goes, for which one is added if any; 0: none
} sc_mass_change;

sc_center sc_body_center(const sc_bodies *bodies, int32_t row);
/// The mass that a dynamic body has by its shapes, after a change if one is given.
scree_mass_data sc_mass_of_shapes(scree_world *world, int32_t row, const sc_mass_change *change);
/// The same of a body of any type: all zero if it is not dynamic.
scree_mass_data sc_mass_after(scree_world *world, int32_t row, const sc_mass_change *change);
/// What moving the centre of mass makes of `center`: the velocity is that of the centre, and
/// changes with the centre of a turning body.
void sc_move_center(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                    sc_center *center);
/// Why a body whose centre is `before` cannot have this mass; null if it can.
const char *sc_mass_trouble(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                            const sc_center *before);
/// Whether a shape of this mass can be added to each of these live bodies, in turn; and the mass
/// sums that they then need.
scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument);
/// Sets mass, inertia, centre of mass and all that follows from them. Its shapes learn of the
/// centre at the beginning of the next step: sc_refresh_rows.
void sc_set_mass(sc_bodies *bodies, int32_t row, const scree_mass_data *mass);
/// Makes the mass sum that a dynamic body needs with `extra` more shapes. False: no memory.
bool sc_reserve_mass_sum(scree_world *world, int32_t row, int extra);
/// After a shape came (1) or went (-1), in the mass sum if there is one.
void sc_change_mass_sum(scree_world *world, int32_t row, const scree_mass_data *part, int times);
/// Mass, inertia and centre (body frame) of one shape; counted in mass_visits.
scree_mass_data sc_weigh_shape(scree_world *world, int32_t slot);
scree_mass_data sc_shape_mass(const sc_shapes *shapes, int32_t slot);

#endif
