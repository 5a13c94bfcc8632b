/// What the calls that create and destroy shapes share.
#ifndef SC_SHAPE_CALLS_H
#define SC_SHAPE_CALLS_H

#include "geometry/shape_plan.h"
#include "world/world_state.h"

scree_result sc_check_shape_def(scree_world *world, const scree_shape_def *def,
                                const char *function);
/// A new shape in the list of its body, in no list of the broadphase yet. The mass of the body is
/// the caller's matter. Room was reserved. Returns its slot.
int32_t sc_place_shape(scree_world *world, int32_t row, const scree_shape_def *def,
                       const sc_shape_plan *plan, int32_t geometry_start);
/// Room for the geometry of a plan, and the geometry in the pool for `uses` shapes: where it is.
/// Segments of chains share none.
bool sc_reserve_geometry(sc_shapes *shapes, sc_memory *memory, const sc_shape_plan *plan);
int32_t sc_store_geometry(sc_shapes *shapes, const sc_shape_plan *plan, int32_t uses);
/// Checks a geometry of any type, and plans it. `name` is what errors call it: "geometry".
scree_result sc_check_geometry(scree_world *world, const scree_geometry *geometry,
                               const char *function, const char *name, sc_shape_plan *plan);
/// Takes a shape out of the list of its body.
void sc_unlink_shape(sc_bodies *bodies, sc_shapes *shapes, int32_t row, int32_t slot);
/// The numbers of a material, which errors call `name`.
scree_result sc_check_material(scree_world *world, const scree_material *material,
                               const char *function, const char *name);
/// Ends a shape: its id, its place in the lists, its geometry. The body's list is the caller's.
void sc_shape_forget(sc_shapes *shapes, int32_t slot);
/// Before a shape ends: takes it out of its chain, if it is a segment of one.
void sc_leave_chain(scree_world *world, int32_t slot);
/// After shapes were destroyed: frees their slots, as the next step would, if there are more of
/// them than of live ones. So a world that does not step holds no more than twice its peak.
void sc_recycle_shapes(scree_world *world);

/// Whether a shape of this mass can be added to each of these live bodies, in turn; and the mass
/// sums that they then need.
scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument);

#endif
