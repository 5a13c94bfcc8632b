/// A tree of bounding boxes for a program's own data: triggers, sounds, lights, parts of a map.
///
/// It is the tree that a world's queries use (docs/queries.md), without a world. A proxy has an
/// AABB, a category and a 64-bit value of the program. Proxies are inserted, moved and removed, and
/// found by boxes, rays and moving boxes. The same calls visit the same proxies in the same order,
/// on every machine.
///
/// Any number of threads may query a tree at once, while none changes it. In a query's callback a
/// change of the tree is refused with SCREE_ERROR_LOCKED. A call that fails stores its error in the
/// calling thread; scree_error_text(NULL) returns the text.
#ifndef SCREE_BOX_TREE_H
#define SCREE_BOX_TREE_H

#include "base.h"
#include "world.h"

typedef struct scree_tree scree_tree;

/// Creates an empty tree. Returns null if there is no memory, or if only one of `allocate` and
/// `release` is set.
///
/// - `allocator`: copied; null: that of the C library
SCREE_API SCREE_NODISCARD scree_tree *scree_tree_create(const scree_allocator *allocator);
/// Destroys a tree; null is allowed. Refused in a query of it: SCREE_ERROR_LOCKED.
SCREE_API scree_result scree_tree_destroy(scree_tree *tree);

/// Inserts a box and returns its proxy; 0 on error.
///
/// - `aabb`: m, -1e8 to 1e8 in each coordinate, lower <= upper
/// - `category`: bits that the masks of queries select
/// - `user_data`: any value, for the program
///
/// A tree has at most 16,777,215 proxies: SCREE_ERROR_OUT_OF_MEMORY if it is full. Inserting n of
/// them one by one takes O(n log^2 n) time. The value of a removed proxy is used again only after
/// 2^31 - 1 other proxies in its slot.
SCREE_API uint64_t scree_tree_insert(scree_tree *tree, scree_aabb aabb, uint64_t category,
                                     uint64_t user_data);

/// A box to insert.
typedef struct scree_tree_box
{
    scree_aabb aabb;  ///< finite, lower <= upper, within 1e8 m
    uint64_t category, user_data;
} scree_tree_box;

/// Inserts many boxes at once, in O(n log n) time: all are inserted or, on error, none.
///
/// - `boxes`: `count` boxes
/// - `count`: 0 to 16,777,215
/// - `proxies`: receives `count` proxies, in the order of the boxes
SCREE_API scree_result scree_tree_insert_boxes(scree_tree *tree, const scree_tree_box *boxes,
                                               int count, uint64_t *proxies);

SCREE_API scree_result scree_tree_remove(scree_tree *tree, uint64_t proxy);
/// Gives a proxy another box. The limits of scree_tree_insert apply to it. A small move is cheap;
/// after many large moves a part of the tree is rebuilt, which may fail for lack of memory:
/// SCREE_ERROR_OUT_OF_MEMORY, the box stays.
SCREE_API scree_result scree_tree_move(scree_tree *tree, uint64_t proxy, scree_aabb aabb);
SCREE_API scree_result scree_tree_set_category(scree_tree *tree, uint64_t proxy, uint64_t category);
SCREE_API scree_result scree_tree_set_user_data(scree_tree *tree, uint64_t proxy,
                                                uint64_t user_data);

// These functions return zero for a proxy that was removed.

SCREE_API SCREE_NODISCARD bool scree_tree_is_valid(const scree_tree *tree, uint64_t proxy);
SCREE_API scree_aabb scree_tree_aabb(const scree_tree *tree, uint64_t proxy);
SCREE_API uint64_t scree_tree_category(const scree_tree *tree, uint64_t proxy);
SCREE_API uint64_t scree_tree_user_data(const scree_tree *tree, uint64_t proxy);

SCREE_API int scree_tree_count(const scree_tree *tree);  ///< proxies
SCREE_API SCREE_NODISCARD uint64_t
scree_tree_byte_count(const scree_tree *tree);  ///< bytes of memory that the tree holds
/// The AABB of all boxes of the tree; zero if there are none.
SCREE_API scree_aabb scree_tree_bounds(const scree_tree *tree);

/// Called for each proxy that a query finds. Returns whether to continue.
typedef bool scree_tree_callback(uint64_t proxy, uint64_t user_data, void *context);

/// Calls back for each proxy with a category in `mask` whose box overlaps `aabb`, touching
/// included. Returns SCREE_OK even if the callback ended the query.
SCREE_API scree_result scree_tree_visit_aabb(const scree_tree *tree, scree_aabb aabb, uint64_t mask,
                                             scree_tree_callback *callback, void *context);
/// Lists the proxies that scree_tree_visit_aabb visits, in the order of slots. Returns how many
/// there are, even if that is more than `capacity`; -1 on error.
///
/// - `proxies`: `capacity` proxies; null to count only
/// - `capacity`: >= 0
SCREE_API int scree_tree_overlap_aabb(const scree_tree *tree, scree_aabb aabb, uint64_t mask,
                                      uint64_t *proxies, int capacity);

/// Called for each proxy whose box a ray enters, at `fraction` of its translation; 0 if it begins
/// inside. Returns the fraction at which the ray ends from then on, as a scree_ray_callback does:
/// `fraction` to see no farther boxes, 0 to stop, 1 or a negative number to continue as before. NaN
/// stops the ray.
typedef float scree_tree_ray_callback(uint64_t proxy, uint64_t user_data, float fraction,
                                      void *context);

/// Calls back for each proxy with a category in `mask` whose box a ray enters.
///
/// - `origin`: m, -1e8 to 1e8 in each coordinate
/// - `translation`: m, -2e8 to 2e8 in each coordinate
SCREE_API scree_result scree_tree_visit_ray(const scree_tree *tree, scree_vec2 origin,
                                            scree_vec2 translation, uint64_t mask,
                                            scree_tree_ray_callback *callback, void *context);
/// Calls `callback` for the boxes that a moving box touches on its way. Rounding may decide near
/// misses. `aabb` and `translation` have the ranges of scree_tree_insert and scree_tree_visit_ray.
SCREE_API scree_result scree_tree_visit_cast(const scree_tree *tree, scree_aabb aabb,
                                             scree_vec2 translation, uint64_t mask,
                                             scree_tree_ray_callback *callback, void *context);

#endif
