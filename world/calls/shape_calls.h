/// Functions that the calls which create and destroy shapes share.
#ifndef SC_SHAPE_CALLS_H
#define SC_SHAPE_CALLS_H

#include "geometry/shape_plan.h"
#include "world/world_state.h"

scree_result sc_check_shape_def(scree_world *world, const scree_shape_def *def,
                                const char *function);
/// Creates a shape in the list of its body, but in no list of the broadphase yet. The caller
/// updates the mass of the body and has reserved memory. Returns the slot.
int32_t sc_place_shape(scree_world *world, int32_t row, const scree_shape_def *def,
                       const sc_shape_plan *plan, int32_t geometry_start);
/// sc_reserve_geometry reserves room for the geometry of a plan. sc_store_geometry stores the
/// geometry in the pool for `uses` shapes and returns its start. Segments of chains share no
/// geometry.
bool sc_reserve_geometry(sc_shapes *shapes, sc_memory *memory, const sc_shape_plan *plan);
int32_t sc_store_geometry(sc_shapes *shapes, const sc_shape_plan *plan, int32_t uses);
/// Checks a geometry of any type and plans it. `name` is its name in errors: "geometry".
scree_result sc_check_geometry(scree_world *world, const scree_geometry *geometry,
                               const char *function, const char *name, sc_shape_plan *plan);
/// Removes a shape from the list of its body.
void sc_unlink_shape(sc_bodies *bodies, sc_shapes *shapes, int32_t row, int32_t slot);
/// Checks the numbers of a material. `name` is its name in errors.
scree_result sc_check_material(scree_world *world, const scree_material *material,
                               const char *function, const char *name);
/// Ends the id of a shape, removes it from the lists of the broadphase and drops its geometry. The
/// caller updates the list of the body.
void sc_shape_forget(sc_shapes *shapes, int32_t slot);
/// Called before a shape ends: removes it from its chain, if it has one.
void sc_leave_chain(scree_world *world, int32_t slot);
/// Called after shapes were destroyed. If there are more destroyed shapes than live ones, and not
/// only a few, frees their slots, as the next step would. Thus a world that does not step uses
/// hardly more than twice as many slots as its largest number of shapes.
void sc_recycle_shapes(scree_world *world);

/// Checks that a shape of this mass can be added to each of these live bodies in turn, and creates
/// the mass sums that they then need.
scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument);

#endif
