/// Functions that read the bodies, shapes and joints of a world into a model.
#ifndef SC_ENGINES_MODEL_READ_H
#define SC_ENGINES_MODEL_READ_H

#include "engines/model.h"

/// Makes room for one more element of `size` bytes after `count` elements. Returns false if out of
/// memory.
bool sc_model_grow(void **array, int *capacity, int count, size_t size);

/// Each of these functions appends one object. Returns false if out of memory.
bool sc_model_take_body(sc_model *model, const scree_world *world, scree_body_id id);
bool sc_model_take_shape(sc_model *model, const scree_world *world, scree_shape_id id, int body);
bool sc_model_take_joint(sc_model *model, const scree_world *world, scree_joint_id id, int body_a,
                         int body_b);

/// Adds the objects created on the stage since the last call, and marks the destroyed ones. Returns
/// false if out of memory.
bool sc_model_take_changes(sc_model *model);

/// Forgets all changes: the bodies that are on the stage now become the bodies of the start.
bool sc_model_forget_changes(sc_model *model);

#endif
