/// A store in an image of a world: its struct without pointers, then the elements in use.
#ifndef SC_STORE_IMAGE_H
#define SC_STORE_IMAGE_H

#include "core/stores/store.h"

/// The write position in an image. Bytes are only counted if `at` is null, and beyond `room`.
typedef struct sc_image_writer
{
    char *at;
    size_t bytes, room;
    bool compact;  ///< without the points of contacts
} sc_image_writer;

/// The read position in an image. Only images that this build wrote are read.
typedef struct sc_image_reader
{
    const char *at;
    bool compact;
} sc_image_reader;

void sc_image_put(sc_image_writer *writer, const void *data, size_t bytes);
void sc_image_get(sc_image_reader *reader, void *data, size_t bytes);
/// An array: runs of equal elements, or of integers that rise by one, are written once.
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
    SC_IMAGE_FIELDS = 40,   ///< of a table, at most
    SC_STORE_BYTES = 16384  ///< of the largest struct of a store
};

/// The elements in use of a table of a store, rising; returns how many extents they are.
typedef int sc_list_extents(const void *world, const void *store, int table,
                            sc_extent extents[SC_MAX_EXTENTS]);

/// A part of a store's struct that is not of the image.
typedef struct sc_kept_member
{
    size_t offset, size;
} sc_kept_member;

/// Another way to write elements of a field. The fields before it in the table are restored already
/// when `get` is called.
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
    const sc_kept_member *kept;  ///< by their offsets; ends with a size of 0
    size_t ids;                  ///< offset of a sc_ids in the struct
    bool has_ids;
    const sc_field_codec *codecs;  ///< ends with one without functions; null: none
} sc_store_part;

void sc_store_put(sc_image_writer *writer, const sc_store_part *part, const void *world);
/// Room in the store for what the image holds of it; `reader` is then past it. False: no memory,
/// nothing of the store has changed but capacities.
bool sc_store_reserve_image(sc_image_reader *reader, const sc_store_part *part, void *world,
                            sc_memory *memory);
/// The store becomes what the image holds; there is room. `number`: of the world, in its ids.
void sc_store_get(sc_image_reader *reader, const sc_store_part *part, void *world, uint16_t number);

/// Lists where the segments of a part begin: its struct, then for each table what precedes its
/// fields, and each field. Returns how many they are; `reader` is then past them.
int sc_store_segments(sc_image_reader *reader, const sc_store_part *part, const char **begins);

/// The same two from another world, without an image.
bool sc_store_reserve_copy(const sc_store_part *part, const void *from, void *world,
                           sc_memory *memory);
void sc_store_copy(const sc_store_part *part, const void *from, void *world, uint16_t number);

#endif
