/// Images: the whole state of a world in a block of memory, for rollback and for trying things out.
///
///     size_t size = scree_world_image_size(world);
///     void *image = malloc(size);
///     scree_world_save_image(world, image, size);
///     ... steps, calls that create, destroy and change ...
///     scree_world_restore_image(world, image, size);
///
/// After a restore the world is as it was: each later step gives the same bits as if nothing had
/// happened since, with any instruction set and any number of workers. Ids of objects that were
/// there are valid again, also of those that were destroyed since; ids of objects created since
/// are not, and may be given out again.
///
/// An image holds all bodies with their names, shapes, chains, joints, contacts, particles and soft
/// bodies, their events and user data (the pointers alone), which bodies sleep, the settings of the
/// world with scree_world_def.keep_previous_poses, and its table of pair materials. Not in it:
/// callbacks, the user data of the world, its last error, its peaks, workers and the task system,
/// the instruction set, the level of profiling, the allocator, and clocks (scree_clock is the
/// program's).
///
/// An image is for the process that saved it and for the same build. It is no file format.
#ifndef SCREE_IMAGE_H
#define SCREE_IMAGE_H

#include "base.h"
#include "world.h"

#include <stddef.h>

/// Bytes of an image of the world as it is now; 0 for a null world, and during a step. It depends
/// on the contents of the world: objects, contacts, events of the last step.
SCREE_API size_t scree_world_image_size(const scree_world *world);

/// Writes an image. `buffer`: of `size` bytes, any alignment; at least scree_world_image_size.
/// Allocates nothing. Errors, with the text in the calling thread (scree_error_text(NULL)):
/// SCREE_ERROR_NULL, SCREE_ERROR_LOCKED during a step, SCREE_ERROR_CAPACITY if `size` is too small.
SCREE_API scree_result scree_world_save_image(const scree_world *world, void *buffer, size_t size);

/// Restores a world from an image. `buffer`: an image that this process saved, of this world or of
/// another one; `size`: its bytes, or more. In another world the objects get its number in their
/// ids. Allocates only where the world has had less room. Views and arrays of events become
/// invalid. Errors: SCREE_ERROR_ARGUMENT for a block that is no image of this build, was cut or was
/// changed, SCREE_ERROR_NULL, SCREE_ERROR_LOCKED during a step, SCREE_ERROR_OUT_OF_MEMORY; nothing
/// has changed then.
SCREE_API scree_result scree_world_restore_image(scree_world *world, const void *buffer,
                                                 size_t size);

#endif
