/// Snapshots: the whole state of a world as a portable file, for saved games and for the network.
///
///     size_t size = scree_world_snapshot_size(world);
///     void *data = malloc(size);
///     scree_world_save_snapshot(world, data, size);      // then write it to a file
///     ...
///     scree_world *later = scree_world_create(&def);      // workers, callbacks, allocator
///     scree_world_load_snapshot(later, data, size);
///
/// With the same calls and callbacks, later steps of a loaded world have the same bits as those of
/// the saved world, in any build, with any compiler, instruction set, word size and number of
/// workers. A snapshot holds the same state as an image (image.h). Images are faster, and valid
/// only in one process and one build.
///
/// A snapshot may come from anywhere: it is checked before the world changes. docs/files.md has the
/// format and the checks.
///
/// Objects keep the low 48 bits of their ids, which hold the slot and the generation. The high 16
/// bits are the number of the world that loads the snapshot: scree_world_convert_id puts this
/// number into an id that was saved beside the snapshot.
///
/// User data are saved as numbers of 64 bits. A program that keeps pointers there has to set them
/// again after a load, and must not follow pointers from an untrusted snapshot.
#ifndef SCREE_SNAPSHOT_H
#define SCREE_SNAPSHOT_H

#include "base.h"
#include "world.h"

#include <stddef.h>

/// Bytes of a snapshot of the world as it is now; 0 for a null world and during a step. It depends
/// only on the contents of the world, not on its memory, workers or instruction set.
SCREE_API SCREE_NODISCARD size_t scree_world_snapshot_size(const scree_world *world);

/// Writes a snapshot. Equal states give equal bytes.
///
/// `buffer`: of `size` bytes, any alignment; at least scree_world_snapshot_size.
/// Errors, with the text in the calling thread (scree_error_text(NULL)): SCREE_ERROR_NULL,
/// SCREE_ERROR_LOCKED during a step, SCREE_ERROR_CAPACITY if `size` is too small.
SCREE_API scree_result scree_world_save_snapshot(const scree_world *world, void *buffer,
                                                 size_t size);

/// Gives a world the state in a snapshot, including its settings and keep_previous_poses. It keeps
/// its callbacks, user data, workers, task system, instruction set and allocator. Ids of objects
/// that it held before are no longer valid, unless the snapshot has an object of that slot and
/// generation.
///
/// `data`: a snapshot, any alignment; `size`: its bytes, or more.
/// The call allocates at most 24 times the bytes of the snapshot and 1 MiB. Views and arrays of
/// events become invalid. Errors: SCREE_ERROR_NULL, SCREE_ERROR_LOCKED during a step,
/// SCREE_ERROR_ARGUMENT for data that are not a snapshot, are truncated or changed, have a newer
/// version, or hold a state that no world can have (the text names the byte),
/// SCREE_ERROR_OUT_OF_MEMORY; nothing has changed then.
SCREE_API scree_result scree_world_load_snapshot(scree_world *world, const void *data, size_t size);

/// Converts the value of an id in another world to its value in this world, after a snapshot or an
/// image of the other world was loaded here, or after scree_world_copy. Slot and generation stay,
/// and the number becomes that of this world. The call does not check that such an object exists
/// (scree_body_is_valid does). 0 for a value of 0 and for a null world.
///
///     player.value = scree_world_convert_id(world, saved.player);
SCREE_API SCREE_NODISCARD uint64_t scree_world_convert_id(const scree_world *world, uint64_t value);

#endif
