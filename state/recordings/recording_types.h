/// The types with which recordings describe the arguments of calls.
#ifndef SC_RECORDING_TYPES_H
#define SC_RECORDING_TYPES_H

#include "world/world_state.h"

typedef enum sc_record_kind
{
    SC_RECORD_F32,
    SC_RECORD_F64,
    SC_RECORD_U8,
    SC_RECORD_U32,
    SC_RECORD_U64,
    SC_RECORD_ID,
    SC_RECORD_POINTER,  ///< user data: the value, 64 bits
    SC_RECORD_VERSION,  ///< of a definition; after another one no member is written
    SC_RECORD_STRING,   ///< null or ends with 0
    SC_RECORD_FILTER,   ///< callbacks: whether there is one
    SC_RECORD_PRE_SOLVE,
    SC_RECORD_MIXING,
    SC_RECORD_REFUSED,       ///< a callback whose answers are not recorded
    SC_RECORD_CONTEXT,       ///< of a callback: not written
    SC_RECORD_GEOMETRY,      ///< the type and the member of the union that it names
    SC_RECORD_VERTICES,      ///< of a polygon: as many as it has
    SC_RECORD_ONE,           ///< a pointer to one element, or null
    SC_RECORD_IN_OUT,        ///< the same, and the call writes to it
    SC_RECORD_ARRAY,         ///< a pointer to elements, or null
    SC_RECORD_SEGMENTS,      ///< the same, one for each segment of a chain
    SC_RECORD_RESULTS,       ///< a pointer to elements that the call writes, or null
    SC_RECORD_BATCH_RESULTS  ///< the same; the first argument points to the batch with the count
} sc_record_kind;

typedef struct sc_record_field
{
    sc_record_kind kind;
    size_t offset, count;  ///< of the member, and of the member with the number of elements
    const struct sc_record_type *type;
} sc_record_field;

typedef struct sc_record_type
{
    size_t size;
    const sc_record_field *fields;
    int field_count;
} sc_record_type;

typedef struct sc_call_type
{
    const char *name;
    sc_record_type arguments;
    bool returns_id;
    bool replaces_state;  ///< the state after the call is recorded in place of its arguments
} sc_call_type;

/// The number of elements of the array in a field, as the program gave it. `base`: the arguments or
/// the struct with the field.
int sc_recorded_count(const sc_record_field *field, const char *base);
/// The number of vertices of a polygon; 0 if the number is out of range.
int sc_recorded_vertices(const sc_record_field *field, const char *base);

/// By scree_shape_type.
extern const sc_record_type sc_geometry_types[];

enum
{
    SC_RECORDING_VERSION = 1,
    SC_MAX_RECORDED_COUNT = 1 << 24,  ///< most elements of an array
    SC_MAX_RECORDED_TEXT = 1 << 16,
    /// numbers of records that are not calls
    SC_RECORDED_VIEW = 0xfffe,
    SC_RECORDED_END = 0xffff,
    // Flags of a record.
    SC_RECORDED_PARTLY = 1,  ///< a refused call whose arguments cannot be read
    SC_RECORDED_HASH = 2
};

/// The answer of a callback. It is found by a hash of the callback's arguments, because the order
/// in which workers call varies.
typedef struct sc_recorded_answer
{
    uint64_t key;
    uint8_t kind;    ///< SC_RECORD_FILTER, SC_RECORD_PRE_SOLVE or SC_RECORD_MIXING
    uint8_t answer;  ///< of the first two
    uint8_t value_count;
    float values[13];  ///< the surface, then normal, positions and separations
} sc_recorded_answer;

uint64_t sc_filter_key(const scree_contact_side *a, const scree_contact_side *b);
uint64_t sc_pre_solve_key(const scree_contact_info *info);
uint64_t sc_mixing_key(const scree_material *a, const scree_material *b,
                       const scree_contact_material *mixed);

/// The arrays that a view lets a program write.
typedef struct sc_written_view
{
    float *arrays[4];
    int array_count, count;
} sc_written_view;

sc_written_view sc_view_of(scree_world *world, int view);

#endif
