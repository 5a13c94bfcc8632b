/// The mass of bodies, from their shapes or as set by the caller.
#ifndef SC_MASS_H
#define SC_MASS_H

#include "core/stores/bodies.h"
#include "core/stores/shapes.h"

/// A dynamic body whose shapes weigh nothing moves like a point of this mass, kg.
#define SC_MASS_OF_NONE 1.0f

/// A centre of mass in the world, and the velocity of its body.
typedef struct sc_center
{
    scree_vec2 position, velocity;
    float w;
} sc_center;

/// A change of a body's shapes that is weighed before it is made.
typedef struct sc_mass_change
{
    scree_mass_data added;  ///< of a new shape
    int times;              ///< how often it is added
    int32_t without;        ///< slot of a shape that goes, for which one is added if any; 0: none
} sc_mass_change;

sc_center sc_body_center(const sc_bodies *bodies, int32_t row);
/// The mass that a dynamic body has by its shapes, after a change if one is given.
scree_mass_data sc_mass_of_shapes(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                  const sc_mass_change *change);
/// The mass that a body has by its shapes but the `gone` of them that are SC_SHAPE_MARKED, and by
/// so many parts more, the oldest first: all zero if it is not dynamic.
scree_mass_data sc_mass_of_changed(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                   int gone, const scree_mass_data *added, int count);
/// The same of a body of any type: all zero if it is not dynamic.
scree_mass_data sc_mass_after(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                              const sc_mass_change *change);
/// What moving the centre of mass makes of `center`: the velocity is that of the centre, and
/// changes with the centre of a turning body.
void sc_move_center(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                    sc_center *center);
/// Why a body whose centre is `before` cannot have this mass; null if it can.
const char *sc_mass_trouble(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                            const sc_center *before);
/// Sets mass, inertia, centre of mass and all that follows from them. Its shapes learn of the
/// centre at the beginning of the next step: sc_refresh_rows.
void sc_set_mass(sc_bodies *bodies, int32_t row, const scree_mass_data *mass);
/// Makes the mass sum that a dynamic body needs with `extra` more shapes. False: no memory.
bool sc_reserve_mass_sum(sc_bodies *bodies, sc_shapes *shapes, sc_memory *memory, int32_t row,
                         int extra);
/// The mass sum that a body has becomes that of its shapes.
void sc_refill_mass_sum(const sc_bodies *bodies, sc_shapes *shapes, int32_t row);
/// After a shape came (1) or went (-1), in the mass sum if there is one.
void sc_change_mass_sum(sc_bodies *bodies, sc_memory *memory, int32_t row,
                        const scree_mass_data *part, int times);
/// Mass, inertia and centre (body frame) of one shape; counted in mass_visits.
scree_mass_data sc_weigh_shape(sc_shapes *shapes, int32_t slot);
scree_mass_data sc_shape_mass(const sc_shapes *shapes, int32_t slot);

static inline bool sc_is_finite_mass(const scree_mass_data *part)
{
    return sc_is_finite(part->mass) && sc_is_finite(part->inertia);
}

#endif
