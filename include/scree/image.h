/// Images: the whole state of a world in a block of memory, for rollback and for trying things out.
///
///     size_t size = scree_world_image_size(world);
///     void *image = malloc(size);
///     scree_world_save_image(world, image, size);
///     ... steps, calls that create, destroy and change ...
///     scree_world_restore_image(world, image, size);
///
/// After a restore the state is as it was: with the same calls and callbacks each later step gives
/// the same bits as if nothing had happened since, with any instruction set and number of workers.
/// Ids of objects that existed then are valid again, even if the objects were destroyed since. Ids
/// of objects created since are no longer valid, and may be given out again.
///
/// An image holds all bodies with their names, shapes, chains, joints, contacts, particles and soft
/// bodies, their events and user data (the pointers alone), which bodies sleep, the settings of the
/// world with scree_world_def.keep_previous_poses, and its table of pair materials. An image does
/// not hold callbacks, the user data of the world, its last error, its peaks, workers and the task
/// system, the instruction set, the trace and measure_times, the allocator, and clocks (scree_clock
/// is the program's).
///
/// An image is valid only in the process that saved it, and in the same build. It is not a file
/// format.
#ifndef SCREE_IMAGE_H
#define SCREE_IMAGE_H

#include "base.h"
#include "id.h"
#include "soft_body.h"
#include "world.h"

#include <stddef.h>

/// Whether images hold the points of contacts between bodies that are awake (default true). Images
/// without them are smaller: by two fifths in a pile. After the restore of such an image the
/// contacts of the last step keep their normals and impulses, but report no points (point_count 0)
/// until a step has found them again; contacts of bodies that fall asleep before that report points
/// again when the bodies wake. All later steps have the same bits with and without points. The
/// setting of the world that saves applies. It is not part of the image, and a restore does not
/// change it.
SCREE_API bool scree_world_is_image_points_enabled(const scree_world *world);
SCREE_API scree_result scree_world_set_image_points_enabled(scree_world *world, bool enabled);

/// Bytes of an image of the world as it is now; 0 for a null world, and during a step. It depends
/// on the contents of the world: objects, contacts, events of the last step; it grows when
/// scree_world_body_events makes its list.
SCREE_API SCREE_NODISCARD size_t scree_world_image_size(const scree_world *world);

/// Writes an image. `buffer`: of `size` bytes, any alignment; at least scree_world_image_size.
/// Allocates nothing. Errors, with the text in the calling thread (scree_error_text(NULL)):
/// SCREE_ERROR_NULL, SCREE_ERROR_LOCKED during a step, SCREE_ERROR_CAPACITY if `size` is too small.
SCREE_API scree_result scree_world_save_image(const scree_world *world, void *buffer, size_t size);

/// Restores a world from an image. `buffer`: an image that this process saved, of this world or of
/// another one; `size`: its bytes, or more. In another world the objects get its number in their
/// ids. Allocates only what the world's present memory cannot hold. Views and arrays of events
/// become invalid. Errors: SCREE_ERROR_ARGUMENT for a block that is no image of this build, was cut
/// or was changed, SCREE_ERROR_NULL, SCREE_ERROR_LOCKED during a step, SCREE_ERROR_OUT_OF_MEMORY;
/// nothing has changed then.
SCREE_API scree_result scree_world_restore_image(scree_world *world, const void *buffer,
                                                 size_t size);

/// Writes an image as its difference from another image, the base: usually far smaller than the
/// image if one is a step later than the other. `delta`: of `size` bytes; 9/8 of the image and
/// 16,000 bytes always suffice. *bytes receives the number of bytes written. Allocates nothing.
/// Errors, with the text in the calling thread: SCREE_ERROR_NULL, SCREE_ERROR_ARGUMENT for a block
/// that is no image of this build, SCREE_ERROR_CAPACITY if `size` is too small.
SCREE_API scree_result scree_image_save_delta(const void *base, size_t base_size, const void *image,
                                              size_t image_size, void *delta, size_t size,
                                              size_t *bytes);
/// Restores the image from the delta and the same base, bit for bit. `image`: of `size` bytes;
/// *bytes receives the number of bytes written. Errors as above; SCREE_ERROR_ARGUMENT also for a
/// delta that was cut or changed, or that has another base. The contents of `image` are then
/// unspecified.
SCREE_API scree_result scree_image_apply_delta(const void *base, size_t base_size,
                                               const void *delta, size_t delta_size, void *image,
                                               size_t size, size_t *bytes);

/// Gives a world the state of another world of the process, as if an image of `source` with points
/// were restored in it, but faster. The objects get the number of `world` in their ids; `world`
/// keeps its callbacks, workers and instruction set.
/// Allocates only where the arrays of `world` are too small. Errors: SCREE_ERROR_NULL,
/// SCREE_ERROR_LOCKED while either world is being stepped, SCREE_ERROR_OUT_OF_MEMORY; nothing has
/// changed then.
SCREE_API scree_result scree_world_copy(scree_world *world, const scree_world *source);

/// Creates a second world with the same state; its later steps have the same bits. It takes from
/// the first world the settings, the instruction set, the number of workers, the task system, the
/// allocator, the user data and the callbacks for filters, pre-solve and mixing, but not the error
/// and trace callbacks. scree_world_destroy destroys it. Null on error, with the text in the
/// calling thread.
SCREE_API SCREE_NODISCARD scree_world *scree_world_fork(const scree_world *world);

/// The kind of object in which two worlds differ.
typedef enum scree_difference_kind
{
    SCREE_DIFFERENCE_NONE = 0,
    SCREE_DIFFERENCE_SETTING,  ///< of the world, or a counter
    SCREE_DIFFERENCE_BODY,
    SCREE_DIFFERENCE_SHAPE,
    SCREE_DIFFERENCE_CHAIN,
    SCREE_DIFFERENCE_JOINT,
    SCREE_DIFFERENCE_CONTACT,
    SCREE_DIFFERENCE_PARTICLE,
    SCREE_DIFFERENCE_SOFT_BODY,
    SCREE_DIFFERENCE_COUNT  ///< number of the above
} scree_difference_kind;

typedef struct scree_difference
{
    scree_result result;  ///< SCREE_OK, even if nothing differs
    scree_difference_kind kind;
    const char *field;  ///< the name of the value in the library's arrays; "" for NONE
    int member;         ///< the index of the number within the value, from 0
    double value, other_value;
    // The id of the object, if the value belongs to one, with the number of `world`; a contact has
    // both shapes. The other ids are null.
    scree_body_id body;
    scree_shape_id shape_a, shape_b;
    scree_chain_id chain;
    scree_joint_id joint;
    scree_particle_id particle;
    scree_soft_body_id soft_body;
} scree_difference;

/// Finds the first value of those in scree_world_state_hash that differs between two worlds. The
/// order is settings, bodies, shapes, chains, joints, contacts, particles, soft bodies. Objects
/// that have slots are compared in the order of their slots. The field is "live" (1 or 0) for an
/// object that exists in one of them only, "generation" or "first_free" where slots were used
/// differently, and "count" where one has more contacts or parts of soft bodies; free slots of soft
/// bodies are not compared. Errors: SCREE_ERROR_NULL, SCREE_ERROR_LOCKED while either world is
/// being stepped.
SCREE_API scree_difference scree_world_difference(const scree_world *world,
                                                  const scree_world *other);

#endif
