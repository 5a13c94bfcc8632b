/// The bytes of a snapshot: a header, then sections, each with an array and its name
/// (docs/files.md).
#ifndef SC_SNAPSHOT_FILE_H
#define SC_SNAPSHOT_FILE_H

#include "state/snapshot_fields.h"

enum
{
    SC_SNAPSHOT_VERSION = 1,
    SC_SNAPSHOT_HEADER = 48,  ///< bytes
    SC_SNAPSHOT_SECTION = 8,  ///< bytes before the name of a section
    SC_SNAPSHOT_MAX_SECTIONS = 1024,
    SC_SNAPSHOT_OPTIONAL = 1,  ///< flag of a section: a reader may skip it
    // Features of a file.
    SC_SNAPSHOT_SOFT_BODIES = 1,
    SC_SNAPSHOT_PARTICLES = 2,
    SC_SNAPSHOT_FEATURES = 3,     ///< all that are known
    SC_SNAPSHOT_ELEMENT = 160,    ///< bytes of the largest element in a file
    SC_SNAPSHOT_JOINT_DEF = 512,  ///< bytes of the largest definition of a joint
    SC_SNAPSHOT_PAIR = 28         ///< of a pair of materials
};

#define SC_SNAPSHOT_MAGIC "scree\nsn"

/// A section that was found.
typedef struct sc_snapshot_array
{
    const unsigned char *data;  ///< null: none
    int32_t count;
    size_t offset;  ///< of the data, in the file
} sc_snapshot_array;

/// The reason why a snapshot is refused.
typedef struct sc_snapshot_fault
{
    const char *field;  ///< null: `offset` says where
    int32_t index;      ///< of the element
    size_t offset;
    char what[160];
    bool no_memory;  ///< a check ran out of memory; the file may be valid
} sc_snapshot_fault;

typedef struct sc_snapshot_reader
{
    const unsigned char *bytes;
    size_t size;
    uint32_t features, sections;
    int known;  ///< sections: those of scalars, of tables, then the pairs
    char label[SC_SNAPSHOT_FIELDS][SC_SNAPSHOT_LABEL];
    uint8_t width[SC_SNAPSHOT_FIELDS];  ///< bytes of an element
    sc_snapshot_array found[SC_SNAPSHOT_FIELDS];
    sc_snapshot_fault fault;
} sc_snapshot_reader;

/// The table of pair materials: first, second, friction and so on, in order of the first two.
#define SC_SNAPSHOT_PAIRS "mixing.pairs:iifffff"

/// Writes a snapshot to a buffer of `room` bytes, or counts its bytes if the buffer is null.
/// Returns the bytes of the snapshot; nothing is written beyond `room`.
size_t sc_snapshot_write(const scree_world *world, unsigned char *buffer, size_t room);
uint64_t sc_snapshot_checksum(const unsigned char *bytes, size_t size);

/// Finds the sections of a file. Returns false and sets reader->fault if the file is invalid.
bool sc_snapshot_parse(sc_snapshot_reader *reader, const void *data, size_t size);
/// The offset in the file of the element that a fault names.
size_t sc_snapshot_place(const sc_snapshot_reader *reader, const sc_snapshot_fault *fault);

#endif
