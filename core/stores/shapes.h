/// The store of shapes, by slot, the pool of their geometry, and the lists that the broadphase
/// walks.
///
/// Invariants:
///   slot 0 is the null shape: all zero, an empty AABB
///   an enabled shape is in exactly one list: active[kind] (on a moving body), static_list or
///   half_spaces; a disabled one is in none; list_at[slot] is its index there; active lists are
///   padded with slot 0 to a multiple of 16
///   geometry_uses counts the live shapes of each entry of the pool; equal shapes that one call
///   creates share an entry, and so do shapes equal to one of the SC_GEOMETRY_RECENT entries stored
///   last; an entry keeps its place and its size
///   local.x, local.y and local.max_extent are stale while the body is SC_BODY_RECENTRED
#ifndef SC_SHAPES_H
#define SC_SHAPES_H

#include "core/assert.h"
#include "core/shape_records.h"
#include "core/stores/bodies.h"
#include "scree/shape.h"

enum
{
    SC_GEOMETRY_RECENT = 16,  ///< number of newest entries that are compared with new geometry
    /// More than the largest size of an entry / 4
    SC_GEOMETRY_SIZES = SC_GEOMETRY_MAX_FLOATS / 4 + 1,
    /// The static shapes are sorted again when more than this fraction (1/16) has changed.
    SC_STATIC_CHANGED_FRACTION = 16,
};

/// sc_shapes.flags
enum
{
    SC_SHAPE_PURGE = 1,     ///< its contacts end before the next step
    SC_SHAPE_GONE = 2,      ///< destroyed: the slot is free after the purge
    SC_SHAPE_STATIC = 4,    ///< in static_list or half_spaces
    SC_SHAPE_ACTIVE = 8,    ///< in the active list of its kind
    SC_SHAPE_REMIX = 16,    ///< its material changed: its contacts get new mixed values
    SC_SHAPE_CHANGED = 32,  ///< in static_changed
    SC_SHAPE_MARKED = 64,   ///< within scree_shapes_destroy: it is one of the shapes to destroy
};

/// The properties of a shape that concern events and callbacks. For each property that applies,
/// sc_shapes.events has the bit 1 << value.
typedef enum sc_shape_ask
{
    SC_ASK_CONTACT = 0,  ///< its contacts report when they begin and end
    SC_ASK_HIT,          ///< its contacts report hits
    SC_ASK_SENSOR,       ///< it is a sensor
    SC_ASK_SENSED,       ///< sensors detect it
    SC_ASK_STATIC,       ///< as a sensor, it detects static shapes
    SC_ASK_FILTER,       ///< a callback decides which shapes it collides with
    SC_ASK_PRE_SOLVE,    ///< a callback decides which of its contacts act
    SC_ASK_COUNT
} sc_shape_ask;

enum
{
    SC_EVENTS_CONTACT = 1 << SC_ASK_CONTACT,
    SC_EVENTS_HIT = 1 << SC_ASK_HIT,
    SC_EVENTS_SENSOR = 1 << SC_ASK_SENSOR,
    SC_EVENTS_SENSED = 1 << SC_ASK_SENSED,
    SC_EVENTS_STATIC = 1 << SC_ASK_STATIC,
    SC_EVENTS_FILTER = 1 << SC_ASK_FILTER,
    SC_EVENTS_PRE_SOLVE = 1 << SC_ASK_PRE_SOLVE,
};

typedef struct sc_list
{
    int32_t *slot;
    int32_t count, capacity;
} sc_list;

/// Whether a list is padded with the null shape to the end of its last block.
static inline bool sc_list_is_padded(const sc_list *list)
{
    bool padded = true;
    for (int32_t i = list->count; i % 16 != 0; ++i)
    {
        padded = padded && list->slot[i] == 0;
    }
    return padded;
}

/// The centre and rotation relative to the body's origin.
typedef float sc_shape_origin[4];

// clang-format off
/// The arrays by slot.
#define SC_SHAPE_SLOTS(X) \
    X(uint8_t, kind, SC_STATE, "b") \
    X(uint8_t, type, SC_STATE, "b") \
    X(uint8_t, flags, SC_UPDATED, "b") \
    X(int32_t, body_slot, SC_STATE, "i") \
    X(int32_t, body_row, SC_CACHE, "i")         /* refreshed by the step when rows moved */ \
    X(int32_t, next, SC_STATE, "i")             /* in the body's list, newest first */ \
    X(int32_t, newer, SC_STATE, "i")            /* the next newer one in the list */ \
    X(int32_t, list_at, SC_CACHE, "i") \
    X(int32_t, first_asleep, SC_CACHE, "i")     /* link of a contact asleep, sleepers.h */ \
    X(int32_t, geometry_start, SC_STATE, "i") \
    X(uint16_t, geometry_floats, SC_STATE, "h") /* size of the entry at geometry_start */ \
    X(sc_shape_local, local, SC_UPDATED, "f") \
    X(sc_shape_pose, pose, SC_CACHE, "f") \
    X(sc_aabb, aabb, SC_UPDATED, "f") \
    X(sc_aabb, previous, SC_CACHE, "f") \
    X(sc_aabb, needed, SC_CACHE, "f") /* lower bound of aabb; of moving shapes in thin worlds */ \
    X(sc_shape_origin, origin, SC_STATE, "f") \
    X(float, density, SC_STATE, "f") \
    X(scree_material, material, SC_STATE, "fffffi") \
    X(scree_filter, filter, SC_STATE, "qqi") \
    X(uint8_t, events, SC_STATE, "b")           /* SC_EVENTS_* */ \
    X(scree_body_id, body, SC_STATE, "#")       /* kept after the body is destroyed */ \
    X(void *, user_data, SC_STATE, "p")
// clang-format on

typedef struct sc_shapes
{
    float aabb_margin;  ///< m: of sc_lengths
    sc_ids ids;
    int32_t count;
    int32_t kind_count[SC_KIND_COUNT];  ///< live shapes by kind
    int32_t chain_count;  ///< the number of chain segments, including those without a chain
    int32_t asking[SC_ASK_COUNT];  ///< live shapes by the bits of `events`
    bool asks_changed;             ///< a live shape changed its flags since the last step
    SC_SHAPE_SLOTS(SC_MEMBER)

    sc_list active[SC_KIND_COUNT];
    sc_list static_list;     ///< all except half-spaces
    sc_list half_spaces;     ///< the static half-spaces
    int32_t static_version;  ///< changes with static_list or its AABBs
    /// slots of static shapes that were added, removed or changed since pairs were last found;
    /// count > capacity: some are not listed, or half-spaces changed
    sc_list static_changed;
    /// changes with the active lists, and when a shape's AABB is reset
    int32_t active_version;

    // The pool of floats. Entries are multiples of four.
    float *geometry;
    int32_t *geometry_uses;  ///< by start / 4: the number of shapes that share the entry
    int32_t geometry_used, geometry_capacity;
    /// by size / 4: first free entry, linked through the pool itself; 0: none
    int32_t geometry_free[SC_GEOMETRY_SIZES];
    /// start and size of the entries stored last; size 0: none
    int32_t recent_start[SC_GEOMETRY_RECENT], recent_floats[SC_GEOMETRY_RECENT];
    int32_t recent_next;  ///< index of the entry that the next one replaces

    bool purge_pending, remix_pending;
    bool remix_all;  ///< the contacts of all shapes get new mixed values, not only those of shapes
                     ///< with SC_SHAPE_REMIX
    /// work counter since the world was created: shapes whose mass was computed, and shapes moved
    /// to a new centre of mass; mass sums keep it low
    uint64_t mass_visits;
    uint64_t sweep_visits;  ///< shapes found near paths of bullets, one bullet at a time
    sc_list retired;        ///< slots whose ids ended and whose contacts may still exist
    /// for queries: shapes that were added, removed, moved to another list or given another filter
    sc_changes changes;
} sc_shapes;

extern const sc_store sc_shape_store;

/// Reserves slots for `extra` more shapes. Returns false and changes no shape if out of memory. The
/// same holds for the next two functions.
bool sc_shapes_reserve(sc_shapes *shapes, sc_memory *memory, int extra);
/// Reserves room for `extra` more shapes of a kind in every list that they may enter.
bool sc_lists_reserve(sc_shapes *shapes, sc_memory *memory, sc_shape_kind kind, int extra);

/// Reserves room in the pool for one entry of these `count` floats, unless an equal entry or a free
/// one can be used.
bool sc_geometry_reserve(sc_shapes *shapes, sc_memory *memory, const float *values, int count);

/// Reserves room for `entries` entries of `count` floats that no two shapes share.
bool sc_geometry_reserve_own(sc_shapes *shapes, sc_memory *memory, int count, int32_t entries);

/// Takes a new slot with an empty AABB. The caller has reserved room.
int32_t sc_shapes_add(sc_shapes *shapes, sc_shape_kind kind);
/// Removes a shape from its list, ends its id and marks its contacts for the purge.
void sc_shapes_remove(sc_shapes *shapes, int32_t slot);
/// Frees the slots of removed shapes, after their contacts have been removed.
void sc_shapes_recycle(sc_shapes *shapes);

/// Whether a shape is a sensor. Sensors touch nothing.
static inline bool sc_is_sensor(const sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < shapes->ids.capacity);
    return (shapes->events[slot] & SC_EVENTS_SENSOR) != 0;
}

/// Sets the flags SC_EVENTS_* of a shape.
void sc_shapes_set_events(sc_shapes *shapes, int32_t slot, int events);
/// Sets one of these flags.
static inline void sc_shapes_set_event(sc_shapes *shapes, int32_t slot, int flag, bool enabled)
{
    int events = shapes->events[slot];
    sc_shapes_set_events(shapes, slot, enabled ? events | flag : events & ~flag);
}

/// Puts a shape into the list that its body's group requires. Its AABB and its contacts stay.
void sc_shapes_enlist(sc_shapes *shapes, int32_t slot, bool enabled, bool moving);
/// Removes a shape from its list and changes its kind. The caller has reserved room in the lists of
/// the new kind, and calls sc_shapes_enlist afterwards.
void sc_shapes_change_kind(sc_shapes *shapes, int32_t slot, sc_shape_kind kind);
/// Marks a shape for the purge: the next step first ends its contacts, then finds again those whose
/// AABBs still overlap.
void sc_shapes_mark_purge(sc_shapes *shapes, int32_t slot);
/// Clears the list of changed static shapes after pairs were found. If the list was too short, and
/// the changed shapes are few compared with all static shapes, makes the list longer.
void sc_shapes_settle_static(sc_shapes *shapes, sc_memory *memory);

/// Stores `count` floats (a multiple of 4) for `uses` shapes and returns the start of the entry.
/// Shares an equal entry if one was stored recently. The caller has reserved room.
int32_t sc_geometry_add(sc_shapes *shapes, const float *values, int count, int32_t uses);
/// Like sc_geometry_add for one shape, but never shares an entry.
int32_t sc_geometry_add_own(sc_shapes *shapes, const float *values, int count);
/// Ends a shape's use of its entry of the pool. The entry becomes free when no shape uses it.
void sc_geometry_drop(sc_shapes *shapes, int32_t slot);

extern const sc_aabb sc_empty_aabb;

static inline bool sc_aabbs_overlap(sc_aabb a, sc_aabb b)
{
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

#endif
