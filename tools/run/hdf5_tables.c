#include "hdf5_tables.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum
{
    MIN_CHUNK_ROWS = 256,
    MAX_CHUNK_ROWS = 16384,
    COMPRESSION = 1  // level of deflate: higher ones take far longer, for little
};

static hid_t type_in_file(sc_hdf5_type type)
{
    const hid_t types[] = {H5T_STD_U8LE, H5T_STD_I32LE, H5T_STD_I64LE, H5T_IEEE_F32LE,
                           H5T_IEEE_F64LE};
    return types[type];
}

static hid_t type_in_memory(sc_hdf5_type type)
{
    const hid_t types[] = {H5T_NATIVE_UINT8, H5T_NATIVE_INT32, H5T_NATIVE_INT64, H5T_NATIVE_FLOAT,
                           H5T_NATIVE_DOUBLE};
    return types[type];
}

// Negative results are failures, in all calls of HDF5.
static bool check(sc_hdf5_file *file, int64_t result)
{
    if (result >= 0)
        return true;
    if (file->ok)
        file->error = errno;
    file->ok = false;
    return false;
}

void sc_hdf5_create(sc_hdf5_file *file, const char *path)
{
    *file = (sc_hdf5_file){.ok = true};
    // The library would close what a failed close leaves once more at exit, and print its errors.
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    errno = 0;
    file->file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    check(file, file->file);
}

static hid_t create_set(sc_hdf5_file *file, const char *path, sc_hdf5_type type, int columns,
                        int rows)
{
    const hsize_t limits[2] = {H5S_UNLIMITED, (hsize_t)columns};
    const hsize_t none[2] = {0, (hsize_t)columns};
    int chunk_rows = rows < MIN_CHUNK_ROWS   ? MIN_CHUNK_ROWS
                     : rows > MAX_CHUNK_ROWS ? MAX_CHUNK_ROWS
                                             : rows;
    const hsize_t chunk[2] = {(hsize_t)chunk_rows, (hsize_t)columns};
    int rank = columns > 1 ? 2 : 1;
    hid_t space = H5Screate_simple(rank, none, limits);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_chunk(creation, rank, chunk);
    H5Pset_create_intermediate_group(links, 1);
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0)
    {
        H5Pset_shuffle(creation);
        H5Pset_deflate(creation, COMPRESSION);
    }
    hid_t set =
        H5Dcreate2(file->file, path, type_in_file(type), space, links, creation, H5P_DEFAULT);
    H5Pclose(links);
    H5Pclose(creation);
    H5Sclose(space);
    return set;
}

static const sc_hdf5_table *find_table(const sc_hdf5_file *file, const char *path)
{
    for (int i = 0; i < file->count; ++i)
    {
        if (strcmp(file->tables[i].path, path) == 0)
            return &file->tables[i];
    }
    return NULL;
}

// Null on a failure.
static sc_hdf5_table *open_table(sc_hdf5_file *file, const char *path, sc_hdf5_type type,
                                 int columns, int rows)
{
    const sc_hdf5_table *found = find_table(file, path);
    if (found != NULL)
        return &file->tables[found - file->tables];
    const int room = (int)(sizeof file->tables / sizeof file->tables[0]);
    hid_t set = file->count < room ? create_set(file, path, type, columns, rows) : -1;
    if (!check(file, set))
        return NULL;
    sc_hdf5_table *table = &file->tables[file->count++];
    *table = (sc_hdf5_table){.set = set, .columns = columns};
    snprintf(table->path, sizeof table->path, "%s", path);
    return table;
}

void sc_hdf5_append(sc_hdf5_file *file, const char *path, sc_hdf5_type type, int columns,
                    const void *data, int rows)
{
    errno = 0;
    sc_hdf5_table *table = file->ok ? open_table(file, path, type, columns, rows) : NULL;
    if (table == NULL || rows == 0)
        return;
    int rank = columns > 1 ? 2 : 1;
    const hsize_t start[2] = {table->rows, 0}, count[2] = {(hsize_t)rows, (hsize_t)columns};
    const hsize_t size[2] = {table->rows + (hsize_t)rows, (hsize_t)columns};
    if (!check(file, H5Dset_extent(table->set, size)))
        return;
    hid_t target = H5Dget_space(table->set), source = H5Screate_simple(rank, count, NULL);
    if (check(file, target) && check(file, source) &&
        check(file, H5Sselect_hyperslab(target, H5S_SELECT_SET, start, NULL, count, NULL)))
    {
        check(file, H5Dwrite(table->set, type_in_memory(type), source, target, H5P_DEFAULT, data));
    }
    H5Sclose(source);
    H5Sclose(target);
    table->rows = size[0];
}

void sc_hdf5_append_int32(sc_hdf5_file *file, const char *path, int32_t value)
{
    sc_hdf5_append(file, path, SC_HDF5_INT32, 1, &value, 1);
}

void sc_hdf5_append_int64(sc_hdf5_file *file, const char *path, int64_t value)
{
    sc_hdf5_append(file, path, SC_HDF5_INT64, 1, &value, 1);
}

void sc_hdf5_append_double(sc_hdf5_file *file, const char *path, double value)
{
    sc_hdf5_append(file, path, SC_HDF5_DOUBLE, 1, &value, 1);
}

int64_t sc_hdf5_rows(const sc_hdf5_file *file, const char *path)
{
    const sc_hdf5_table *table = find_table(file, path);
    return table != NULL ? (int64_t)table->rows : 0;
}

static void set_attribute(sc_hdf5_file *file, const char *group, const char *name, hid_t type,
                          hid_t memory, hid_t space, const void *data)
{
    errno = 0;
    hid_t attribute = H5Acreate_by_name(file->file, group, name, type, space, H5P_DEFAULT,
                                        H5P_DEFAULT, H5P_DEFAULT);
    if (check(file, attribute))
    {
        check(file, H5Awrite(attribute, memory, data));
        check(file, H5Aclose(attribute));
    }
    H5Sclose(space);
}

void sc_hdf5_set_numbers(sc_hdf5_file *file, const char *group, const char *name,
                         const int64_t *values, int count)
{
    if (!file->ok)
        return;
    const hsize_t size = (hsize_t)count;
    hid_t space = count > 0 ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR);
    set_attribute(file, group, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space, values);
}

void sc_hdf5_set_text(sc_hdf5_file *file, const char *group, const char *name, const char *text)
{
    if (!file->ok)
        return;
    // A text of fixed length: the reader of VTK takes no others.
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    set_attribute(file, group, name, type, type, H5Screate(H5S_SCALAR), text);
    H5Tclose(type);
}

bool sc_hdf5_close(sc_hdf5_file *file)
{
    errno = 0;
    for (int i = 0; i < file->count; ++i)
        check(file, H5Dclose(file->tables[i].set));
    file->count = 0;
    if (file->file > 0)
    {
        check(file, H5Fflush(file->file, H5F_SCOPE_GLOBAL));
        check(file, H5Fclose(file->file));
    }
    file->file = 0;
    return file->ok;
}
