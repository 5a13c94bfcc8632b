// Values of scene files as text.

#include "scenes/files/writer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool sc_refuse_world(sc_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(writer->why, writer->why_size, format, arguments);
    va_end(arguments);
    return false;
}

void sc_put_key(sc_writer *writer, const char *key)
{
    fprintf(writer->file, "%s\"%s\": ", writer->comma ? ", " : "", key);
    writer->comma = true;
}

void sc_put_text(sc_writer *writer, const char *text)
{
    putc('"', writer->file);
    for (; *text != '\0'; ++text)
    {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(writer->file, "\\%c", c);
        else if (c < ' ')
            fprintf(writer->file, "\\u%04x", c);
        else
            putc(c, writer->file);
    }
    putc('"', writer->file);
}

// 9 digits name a float; fewer may do.
void sc_put_float(sc_writer *writer, float value)
{
    char text[32];
    for (int digits = 6; digits <= 9; ++digits)
    {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        float again = (float)strtod(text, NULL);
        if (memcmp(&again, &value, sizeof value) == 0)
            break;
    }
    fputs(text, writer->file);
}

void sc_put_vec2(sc_writer *writer, scree_vec2 value)
{
    putc('[', writer->file);
    sc_put_float(writer, value.x);
    fputs(", ", writer->file);
    sc_put_float(writer, value.y);
    putc(']', writer->file);
}

static size_t size_of(sc_field_kind kind)
{
    switch (kind)
    {
    case SC_FIELD_FLOAT:
        return sizeof(float);
    case SC_FIELD_INT:
    case SC_FIELD_WORD:
        return sizeof(int);
    case SC_FIELD_BOOL:
        return sizeof(bool);
    case SC_FIELD_BITS:
        return sizeof(uint64_t);
    case SC_FIELD_UINT32:
        return sizeof(uint32_t);
    case SC_FIELD_VEC2:
        return sizeof(scree_vec2);
    case SC_FIELD_OBJECT:
    case SC_FIELD_SPECIAL:
        break;
    }
    return 0;
}

bool sc_differs(const sc_field_table *table, const void *value, const void *plain)
{
    for (int i = 0; i < table->count; ++i)
    {
        const sc_file_field *field = &table->fields[i];
        const char *a = (const char *)value + field->offset;
        const char *b = (const char *)plain + field->offset;
        bool differ = field->kind == SC_FIELD_OBJECT ? sc_differs(field->table, a, b)
                                                     : memcmp(a, b, size_of(field->kind)) != 0;
        if (differ)
            return true;
    }
    return false;
}

static void put_value(sc_writer *writer, const sc_file_field *field, const void *value,
                      const void *plain)
{
    FILE *file = writer->file;
    switch (field->kind)
    {
    case SC_FIELD_FLOAT:
        sc_put_float(writer, *(const float *)value);
        break;
    case SC_FIELD_INT:
        fprintf(file, "%d", *(const int *)value);
        break;
    case SC_FIELD_BOOL:
        fputs(*(const bool *)value ? "true" : "false", file);
        break;
    case SC_FIELD_BITS:
        if (*(const uint64_t *)value >> 53 == 0)
            fprintf(file, "%llu", (unsigned long long)*(const uint64_t *)value);
        else
            fprintf(file, "\"0x%llx\"", (unsigned long long)*(const uint64_t *)value);
        break;
    case SC_FIELD_UINT32:
        fprintf(file, "%lu", (unsigned long)*(const uint32_t *)value);
        break;
    case SC_FIELD_VEC2:
        sc_put_vec2(writer, *(const scree_vec2 *)value);
        break;
    case SC_FIELD_WORD:
        sc_put_text(writer, field->words[*(const int *)value]);
        break;
    case SC_FIELD_OBJECT:
        writer->comma = false;
        putc('{', file);
        sc_put_object(writer, field->table, value, plain);
        putc('}', file);
        writer->comma = true;
        break;
    case SC_FIELD_SPECIAL:
        break;
    }
}

void sc_put_object(sc_writer *writer, const sc_field_table *table, const void *value,
                   const void *plain)
{
    for (int i = 0; i < table->count; ++i)
    {
        const sc_file_field *field = &table->fields[i];
        const sc_field_table one = {table->name, 1, field};
        if (!sc_differs(&one, value, plain))
            continue;
        sc_put_key(writer, field->name);
        put_value(writer, field, (const char *)value + field->offset,
                  (const char *)plain + field->offset);
    }
}

void sc_put_table(sc_writer *writer, const char *key, const sc_field_table *table,
                  const void *value, const void *plain)
{
    if (!sc_differs(table, value, plain))
        return;
    sc_put_key(writer, key);
    writer->comma = false;
    putc('{', writer->file);
    sc_put_object(writer, table, value, plain);
    putc('}', writer->file);
    writer->comma = true;
}

void sc_put_points(sc_writer *writer, const char *key, const scree_vec2 *points, int count)
{
    sc_put_key(writer, key);
    for (int i = 0; i < count; ++i)
    {
        fputs(i == 0 ? "[" : ", ", writer->file);
        sc_put_vec2(writer, points[i]);
    }
    putc(']', writer->file);
}
