/// A store in an image of a world: its struct without pointers, then the elements in use.
#ifndef SC_STORE_IMAGE_H
#define SC_STORE_IMAGE_H

#include "core/stores/store.h"

/// The write position in an image. If `at` is null, or beyond `room`, bytes are only counted.
typedef struct sc_image_writer
{
    char *at;
    size_t bytes, room;
    bool compact;  ///< without the points of contacts
} sc_image_writer;

/// The read position in an image. Only images written by this build are read.
typedef struct sc_image_reader
{
    const char *at;
    bool compact;
} sc_image_reader;

void sc_image_put(sc_image_writer *writer, const void *data, size_t bytes);
void sc_image_get(sc_image_reader *reader, void *data, size_t bytes);
/// Writes an array. For a run of equal elements, or of integers that rise by one, only the first is
/// written.
void sc_image_put_array(sc_image_writer *writer, const void *data, size_t element, size_t count);
void sc_image_get_array(sc_image_reader *reader, void *data, size_t element, size_t count);

/// Elements of a table: [begin, begin + count).
typedef struct sc_extent
{
    int32_t begin, count;
} sc_extent;

enum
{
    SC_MAX_EXTENTS = 64,
    SC_IMAGE_FIELDS = 40,   ///< max fields of a table
    SC_STORE_BYTES = 16384  ///< max bytes of the struct of a store
};

/// Lists the extents of the elements in use of a table of a store, in ascending order. Returns the
/// number of extents.
typedef int sc_list_extents(const void *world, const void *store, int table,
                            sc_extent extents[SC_MAX_EXTENTS]);

/// A part of a store's struct that images leave out.
typedef struct sc_kept_member
{
    size_t offset, size;
} sc_kept_member;

/// An alternative encoding for the elements of a field. When `get` is called, the fields before it
/// in the table are restored already.
typedef struct sc_field_codec
{
    size_t field;  ///< offset of its pointer in the store's struct
    void (*put)(sc_image_writer *writer, const void *store, sc_extent extent);
    void (*get)(sc_image_reader *reader, void *store, sc_extent extent);
} sc_field_codec;

typedef struct sc_store_part
{
    const sc_store *store;
    size_t offset, size;  ///< of the struct, in the world
    sc_list_extents *extents;
    const sc_kept_member *kept;  ///< in order of offsets; ends with a size of 0
    size_t ids;                  ///< offset of an sc_ids in the struct
    bool has_ids;
    const sc_field_codec *codecs;  ///< ends with one without functions; null: none
} sc_store_part;

void sc_store_put(sc_image_writer *writer, const sc_store_part *part, const void *world);
/// Reserves room in the store for the data in the image and moves `reader` past it. Returns false
/// if out of memory; only capacities of the store may have changed.
bool sc_store_reserve_image(sc_image_reader *reader, const sc_store_part *part, void *world,
                            sc_memory *memory);
/// Restores the store from the image. The caller has reserved room. `number` is the number of the
/// world for its ids.
void sc_store_get(sc_image_reader *reader, const sc_store_part *part, void *world, uint16_t number);

/// Lists where the segments of a part begin: its struct, then for each table the data before its
/// fields, and each field. Returns the number of segments and moves `reader` past them.
int sc_store_segments(sc_image_reader *reader, const sc_store_part *part, const char **begins);

/// Like sc_store_reserve_image and sc_store_get, but from another world instead of an image.
bool sc_store_reserve_copy(const sc_store_part *part, const void *from, void *world,
                           sc_memory *memory);
void sc_store_copy(const sc_store_part *part, const void *from, void *world, uint16_t number);

#endif
