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

/// A change of the shapes of a body. It serves to check the new mass before the change is made.
typedef struct sc_mass_change
{
    scree_mass_data added;  ///< of a new shape
    int times;              ///< number of times it is added
    int32_t without;        ///< slot of a shape that is removed, or replaced by `added`; 0: none
} sc_mass_change;

sc_center sc_body_center(const sc_bodies *bodies, int32_t row);
/// The mass of a dynamic body from its shapes: after `change`, or the present mass if `change` is
/// null.
scree_mass_data sc_mass_of_shapes(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                  const sc_mass_change *change);
/// The mass that a body would have without its shapes marked SC_SHAPE_MARKED, `gone` of them, and
/// with `count` more parts, the oldest first. All zero if the body is not dynamic.
scree_mass_data sc_mass_of_changed(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                   int gone, const scree_mass_data *added, int count);
/// Like sc_mass_of_shapes for a body of any type. All zero if the body is not dynamic.
scree_mass_data sc_mass_after(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                              const sc_mass_change *change);
/// Updates `center`, position and velocity, for a new centre of mass: a turning body has another
/// velocity at its new centre.
void sc_move_center(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                    sc_center *center);
/// The reason why a body whose centre is `before` cannot get this mass; null if it can.
const char *sc_mass_trouble(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                            const sc_center *before);
/// Sets mass, inertia, centre of mass and the values derived from them. The offsets of the body's
/// shapes from the centre are updated at the beginning of the next step (sc_refresh_rows).
void sc_set_mass(sc_bodies *bodies, int32_t row, const scree_mass_data *mass);
/// Allocates the mass sum that a dynamic body needs with `extra` more shapes. Returns false if out
/// of memory.
bool sc_reserve_mass_sum(sc_bodies *bodies, sc_shapes *shapes, sc_memory *memory, int32_t row,
                         int extra);
/// Computes the mass sum of a body again from its shapes, if it has one.
void sc_refill_mass_sum(const sc_bodies *bodies, sc_shapes *shapes, int32_t row);
/// Updates the mass sum, if there is one, after `times` shapes with the mass `part` were added
/// (negative: removed).
void sc_change_mass_sum(sc_bodies *bodies, sc_memory *memory, int32_t row,
                        const scree_mass_data *part, int times);
/// The mass, inertia and centre (body frame) of one shape. Each call is counted in mass_visits.
scree_mass_data sc_weigh_shape(sc_shapes *shapes, int32_t slot);
scree_mass_data sc_shape_mass(const sc_shapes *shapes, int32_t slot);

static inline bool sc_is_finite_mass(const scree_mass_data *part)
{
    return sc_is_finite(part->mass) && sc_is_finite(part->inertia);
}

#endif
