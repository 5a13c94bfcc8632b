/// Reading a snapshot: its sections, their sizes and their checksum.
#include "state/snapshot_file.h"

#include "core/assert.h"

#include <stdio.h>
#include <string.h>

static bool refuse(sc_snapshot_reader *reader, size_t offset, const char *what, const char *name)
{
    reader->fault = (sc_snapshot_fault){.offset = offset};
    snprintf(reader->fault.what, sizeof reader->fault.what, "%.80s%.70s", what, name);
    return false;
}

static void add_known(sc_snapshot_reader *reader, const char *store, const char *name,
                      const char *format, size_t width)
{
    SC_ASSERT(reader->known < SC_SNAPSHOT_FIELDS);
    sc_snapshot_label(reader->label[reader->known], store, name, format);
    reader->width[reader->known++] = (uint8_t)width;
}

static void list_known(sc_snapshot_reader *reader)
{
    for (int i = 0; i < sc_snapshot_scalar_count; ++i)
    {
        const char format[2] = {sc_snapshot_scalars[i].member};
        add_known(reader, "", sc_snapshot_scalars[i].name, format, sc_format_bytes(*format));
    }
    for (int i = 0; i < sc_snapshot_table_count; ++i)
    {
        const sc_snapshot_table *table = &sc_snapshot_tables[i];
        const sc_table *fields = sc_snapshot_table_of(table);
        for (int k = 0; k < fields->field_count; ++k)
        {
            const sc_field *field = &fields->fields[k];
            if (sc_snapshot_has_field(table, field))
            {
                add_known(reader, table->label, sc_snapshot_field_name(field), field->format,
                          sc_snapshot_bytes(field));
            }
        }
    }
    SC_ASSERT(reader->known < SC_SNAPSHOT_FIELDS);
    snprintf(reader->label[reader->known], SC_SNAPSHOT_LABEL, "%s", SC_SNAPSHOT_PAIRS);
    reader->width[reader->known++] = SC_SNAPSHOT_PAIR;
}

/// The index of the known section with a label; -1: none. `next`: the index to try first.
static int find_known(const sc_snapshot_reader *reader, const char *label, int next)
{
    for (int i = 0; i < reader->known; ++i)
    {
        const int k = (next + i) % reader->known;
        if (strcmp(reader->label[k], label) == 0)
        {
            return k;
        }
    }
    return -1;
}

static bool check_header(sc_snapshot_reader *reader)
{
    const unsigned char *bytes = reader->bytes;
    if (reader->size < SC_SNAPSHOT_HEADER || memcmp(bytes, SC_SNAPSHOT_MAGIC, 8) != 0)
    {
        return refuse(reader, 0, "is not a snapshot", "");
    }
    char number[64];
    const uint64_t version = sc_snapshot_get(bytes + 8, 4), total = sc_snapshot_get(bytes + 16, 8);
    if (version == 0 || version > SC_SNAPSHOT_VERSION)
    {
        snprintf(number, sizeof number, "%u, and this build reads 1 to %d", (unsigned)version,
                 SC_SNAPSHOT_VERSION);
        return refuse(reader, 8, "is of version ", number);
    }
    if (total > reader->size || total < SC_SNAPSHOT_HEADER)
    {
        snprintf(number, sizeof number, "%llu of %llu bytes", (unsigned long long)reader->size,
                 (unsigned long long)total);
        return refuse(reader, 16, "is truncated: ", number);
    }
    reader->size = (size_t)total;
    if (sc_snapshot_checksum(bytes, reader->size) != sc_snapshot_get(bytes + 40, 8))
    {
        return refuse(reader, 40, "does not match its checksum", "");
    }
    reader->features = (uint32_t)sc_snapshot_get(bytes + 12, 4);
    reader->sections = (uint32_t)sc_snapshot_get(bytes + 24, 4);
    if ((reader->features & ~(uint32_t)SC_SNAPSHOT_FEATURES) != 0)
    {
        return refuse(reader, 12, "needs features that this version lacks", "");
    }
    if (sc_snapshot_get(bytes + 32, 8) != 0)
    {
        return refuse(reader, 32, "has values in reserved bytes", "");
    }
    return reader->sections <= SC_SNAPSHOT_MAX_SECTIONS ||
           refuse(reader, 24, "has more than 1024 sections", "");
}

/// Reads the section at *offset, and moves *offset past it.
static bool take_section(sc_snapshot_reader *reader, size_t *offset, int *next)
{
    const size_t begin = *offset, left = reader->size - begin;
    const unsigned char *head = reader->bytes + begin;
    char label[256];
    if (left < SC_SNAPSHOT_SECTION)
    {
        return refuse(reader, begin, "ends within a section", "");
    }
    const uint64_t count = sc_snapshot_get(head, 4), width = sc_snapshot_get(head + 4, 2);
    const size_t length = head[6], named = (SC_SNAPSHOT_SECTION + length + 3) / 4 * 4;
    const uint64_t data = count * width, padded = (data + 3) / 4 * 4;
    if (named > left || padded > left - named)
    {
        return refuse(reader, begin, "ends within a section", "");
    }
    memcpy(label, head + SC_SNAPSHOT_SECTION, length);
    label[length] = 0;
    *offset = begin + named + (size_t)padded;
    const int k = find_known(reader, label, *next);
    if (k < 0)
    {
        return (head[7] & SC_SNAPSHOT_OPTIONAL) != 0 ||
               refuse(reader, begin, "has a section that this version does not know: ", label);
    }
    if (reader->found[k].data != NULL || count == 0 || count > INT32_MAX / 2 ||
        width != reader->width[k])
    {
        return refuse(reader, begin, "has a section twice, or of another size: ", label);
    }
    reader->found[k] = (sc_snapshot_array){head + named, (int32_t)count, begin + named};
    *next = k + 1;
    return true;
}

/// Checks that all sections of a table have the same number of elements, and that no value is
/// missing.
static bool check_counts(sc_snapshot_reader *reader)
{
    int k = 0;
    for (int i = 0; i < sc_snapshot_scalar_count; ++i, ++k)
    {
        const bool absent = sc_snapshot_scalars[i].is_there != NULL && reader->found[k].count == 0;
        if (!absent && reader->found[k].count != sc_snapshot_scalars[i].count)
        {
            return refuse(reader, reader->found[k].offset, "lacks ", reader->label[k]);
        }
    }
    for (int i = 0; i < sc_snapshot_table_count; ++i)
    {
        const sc_snapshot_table *table = &sc_snapshot_tables[i];
        const sc_table *fields = sc_snapshot_table_of(table);
        int32_t count = -1;
        for (int f = 0; f < fields->field_count; ++f)
        {
            if (sc_snapshot_has_field(table, &fields->fields[f]))
            {
                if (count >= 0 && reader->found[k].count != count)
                {
                    return refuse(reader, reader->found[k].offset,
                                  "has too many or too few elements in ", reader->label[k]);
                }
                count = reader->found[k++].count;
            }
        }
    }
    return true;
}

bool sc_snapshot_parse(sc_snapshot_reader *reader, const void *data, size_t size)
{
    memset(reader, 0, sizeof *reader);
    reader->bytes = data;
    reader->size = size;
    list_known(reader);
    if (!check_header(reader))
    {
        return false;
    }
    size_t offset = SC_SNAPSHOT_HEADER;
    int next = 0;
    for (uint32_t i = 0; i < reader->sections; ++i)
    {
        if (!take_section(reader, &offset, &next))
        {
            return false;
        }
    }
    if (offset != reader->size)
    {
        return refuse(reader, offset, "has bytes after its last section", "");
    }
    return check_counts(reader);
}

size_t sc_snapshot_place(const sc_snapshot_reader *reader, const sc_snapshot_fault *fault)
{
    // The field is the name of an array, its label with the members at the end, or the name of a
    // table.
    const size_t length = fault->field != NULL ? strcspn(fault->field, ":") : 0;
    for (int k = 0; k < reader->known && length > 0; ++k)
    {
        const char end =
            strncmp(reader->label[k], fault->field, length) == 0 ? reader->label[k][length] : '\0';
        if (end == ':' || end == '.')
        {
            return reader->found[k].offset + (size_t)reader->width[k] * (size_t)fault->index;
        }
    }
    return fault->offset;
}
