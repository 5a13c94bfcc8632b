/// The description of a store: its arrays, their elements and their capacities. Growing, clearing,
/// releasing, counting bytes, hashing and validating all use it.
#ifndef SC_STORE_H
#define SC_STORE_H

#include "core/memory.h"

/// The effect of a field on future steps of its world.
typedef enum sc_role
{
    SC_HASHED,   ///< state; floats that scree_world_hash covers
    SC_STATE,    ///< decides future steps; a step that runs out of memory does not change it
    SC_UPDATED,  ///< state too, but a step that ran out of memory may have updated it
    SC_CACHE     ///< derived from other fields; only fields of this role may hold pointers into the
                 ///< world
} sc_role;

/// One array.
typedef struct sc_field
{
    const char *name;
    size_t offset;   ///< of the pointer to the array, in the store
    size_t element;  ///< bytes
    sc_role role;
    /// The members of an element: # an id, q 8 bytes, p a pointer, i 4 bytes, f a float, d a float
    /// that each step computes again, h 2 bytes, b 1 byte. A single letter repeats to fill the
    /// element.
    const char *format;
} sc_field;

/// Arrays that grow together.
typedef struct sc_table
{
    const sc_field *fields;
    int field_count;
    size_t capacity;  ///< offset of the int32_t, in the store
} sc_table;

typedef struct sc_store
{
    const char *name;
    const sc_table *tables;
    int table_count;
} sc_store;

// clang-format off
/// Describes a field `name` of a store, which points to elements of `type`.
#define SC_FIELD(store, type, name, role, format) \
    {#store "." #name, offsetof(store, name), sizeof(type), role, format}
#define SC_TABLE(store, fields, capacity) \
    {fields, (int)(sizeof(fields) / sizeof *(fields)), offsetof(store, capacity)}
#define SC_STORE(name, tables) {name, tables, (int)(sizeof(tables) / sizeof *(tables))}
// clang-format on

/// Lists of fields are X(type, name, role, format); this declares the members of the store.
#define SC_MEMBER(type, name, role, format) type *name;

/// Brings all arrays of a table to a capacity and clears new elements. Returns false and changes
/// nothing if out of memory. The same holds for the next two functions.
bool sc_table_resize(const sc_table *table, void *store, sc_memory *memory, int32_t capacity);
/// Allocates the arrays of a table that has none. They are not cleared.
bool sc_table_take(const sc_table *table, void *store, sc_memory *memory, int32_t capacity);
/// Reserves room for `needed` elements; sc_grown gives the new capacity.
bool sc_table_reserve(const sc_table *table, void *store, sc_memory *memory, int64_t needed);
void sc_table_clear(const sc_table *table, void *store, int32_t index);
/// Moves elements [from, from + count) to `to`, in the same store. The ranges may overlap.
void sc_table_move(const sc_table *table, void *store, int32_t to, int32_t from, int32_t count);
/// Whether all bytes of elements [begin, end) are zero.
bool sc_table_is_clear(const sc_table *table, const void *store, int32_t begin, int32_t end);

void sc_store_release(const sc_store *description, void *store, sc_memory *memory);
uint64_t sc_store_bytes(const sc_store *description, const void *store);
/// Whether an address lies in one of the arrays.
bool sc_store_holds(const sc_store *description, const void *store, const void *address);

void *sc_field_data(const sc_field *field, const void *store);
/// The bytes of a member; 0 if it is not a letter of a format.
size_t sc_format_bytes(char member);
/// Adds an element to a hash. All NaNs have one hash, and the number of the world is left out of
/// ids. If `found`, members of the letter d are included.
uint64_t sc_field_hash(uint64_t hash, const sc_field *field, const void *store, int32_t index,
                       bool found);

#endif
