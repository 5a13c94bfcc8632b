/// Tables of an HDF5 file that grow by rows: datasets with chunks, compressed.
#ifndef SCREE_TOOLS_HDF5_TABLES_H
#define SCREE_TOOLS_HDF5_TABLES_H

#include <hdf5.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sc_hdf5_table
{
    char path[64];
    hid_t set;
    int columns;
    hsize_t rows;
} sc_hdf5_table;

/// After a failure every call does nothing; sc_hdf5_close returns it.
typedef struct sc_hdf5_file
{
    hid_t file;
    bool ok;
    int error;  ///< errno of the first failure; 0: unknown
    int count;
    sc_hdf5_table tables[96];
} sc_hdf5_file;

typedef enum sc_hdf5_type
{
    SC_HDF5_UINT8,
    SC_HDF5_INT32,
    SC_HDF5_INT64,
    SC_HDF5_FLOAT,
    SC_HDF5_DOUBLE
} sc_hdf5_type;

/// Creates the file, or makes an existing one empty.
void sc_hdf5_create(sc_hdf5_file *file, const char *path);

/// Appends rows to the table of this path. The first call creates the table, with one or two
/// dimensions, and its groups.
void sc_hdf5_append(sc_hdf5_file *file, const char *path, sc_hdf5_type type, int columns,
                    const void *data, int rows);
void sc_hdf5_append_int32(sc_hdf5_file *file, const char *path, int32_t value);
void sc_hdf5_append_int64(sc_hdf5_file *file, const char *path, int64_t value);
void sc_hdf5_append_double(sc_hdf5_file *file, const char *path, double value);
/// The rows that a table has; 0 if there is none of this path.
int64_t sc_hdf5_rows(const sc_hdf5_file *file, const char *path);

/// Attributes of a group that exists. `count` 0: one number without dimensions.
void sc_hdf5_set_numbers(sc_hdf5_file *file, const char *group, const char *name,
                         const int64_t *values, int count);
void sc_hdf5_set_text(sc_hdf5_file *file, const char *group, const char *name, const char *text);

/// Returns false if any write failed. May be called again.
bool sc_hdf5_close(sc_hdf5_file *file);

#endif
