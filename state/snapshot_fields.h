/// The contents of a snapshot: single values of a world, and the arrays of its stores.
///
/// The names of fields, their order and their members define the file format (docs/files.md). If a
/// field is renamed in the code, sc_snapshot_field_name must still return its old name.
#ifndef SC_SNAPSHOT_FIELDS_H
#define SC_SNAPSHOT_FIELDS_H

#include "state/image_parts.h"

enum
{
    SC_SNAPSHOT_FIELDS = 320,  ///< at most
    SC_SNAPSHOT_LABEL = 120    ///< bytes of a name with its members and a zero
};

/// Values outside the arrays, all of one type.
typedef struct sc_snapshot_scalar
{
    const char *name;
    size_t offset;  ///< in the world
    int32_t count;
    char member;  ///< a letter of sc_field.format
    /// Whether a world has the values; null: always. If not, the file does not have them either.
    bool (*is_there)(const scree_world *world);
} sc_snapshot_scalar;

/// A table of a store.
typedef struct sc_snapshot_table
{
    const char *label;  ///< the first part of the names of its fields
    const sc_store *store;
    int table;
    size_t offset;  ///< of the store, in the world
    /// Returns the number of elements to save; elements beyond the capacity are zero.
    int32_t (*count)(const scree_world *world);
    /// Whether an element is saved as zero; null: none.
    bool (*is_clear)(const scree_world *world, int32_t index);
    const char *left_out;  ///< the derived fields, which are not saved, each between spaces
    bool by_class;         ///< contacts: element k belongs to sc_snapshot_contact
} sc_snapshot_table;

extern const sc_snapshot_scalar sc_snapshot_scalars[];
extern const int sc_snapshot_scalar_count;
extern const sc_snapshot_table sc_snapshot_tables[];
extern const int sc_snapshot_table_count;

/// The name of a field, without the name of its store.
const char *sc_snapshot_field_name(const sc_field *field);
/// Whether a field of a table is saved.
bool sc_snapshot_has_field(const sc_snapshot_table *table, const sc_field *field);
/// Writes the label of a section, the name of a field and its members: "bodies.x:f". Returns its
/// length.
int sc_snapshot_label(char label[SC_SNAPSHOT_LABEL], const char *store, const char *name,
                      const char *format);

/// The place of the k-th contact of a store, class by class.
int32_t sc_snapshot_contact(const sc_contacts *contacts, int32_t k);

static inline const sc_table *sc_snapshot_table_of(const sc_snapshot_table *table)
{
    return &table->store->tables[table->table];
}

/// Bytes of an element in a file: its members without padding, pointers as 8 bytes.
size_t sc_snapshot_bytes(const sc_field *field);
/// Writes elements one after another, and reads them again.
void sc_snapshot_pack(const sc_field *field, const void *element, unsigned char *out);
/// Reads an element. `number`: the number of the world, for ids. Returns false if a member that
/// should be an id is none.
bool sc_snapshot_unpack(const sc_field *field, const unsigned char *in, void *element,
                        uint16_t number);

uint64_t sc_snapshot_get(const unsigned char *in, size_t bytes);
void sc_snapshot_put(unsigned char *out, uint64_t value, size_t bytes);

#endif
