// The text of scene files, as bytes and as JSON.

#include "scenes/files/input.h"
#include "scenes/files/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t digits_at(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && text[count] >= '0' && text[count] <= '9')
        ++count;
    return count;
}

// Bytes of the number at `text`; 0 if JSON does not allow it, though cJSON may read it.
static size_t number_length(const char *text, size_t length)
{
    size_t at = text[0] == '-', count = digits_at(text + at, length - at);
    if (count == 0 || (count > 1 && text[at] == '0'))
        return 0;
    at += count;
    if (at < length && text[at] == '.')
    {
        count = digits_at(text + at + 1, length - at - 1);
        at += count + 1;
    }
    if (count > 0 && at < length && (text[at] == 'e' || text[at] == 'E'))
    {
        ++at;
        at += at < length && (text[at] == '+' || text[at] == '-');
        count = digits_at(text + at, length - at);
        at += count;
    }
    return count > 0 ? at : 0;
}

// cJSON does not report lines, and allocates memory before it has seen the end: check first.
static bool scan_text(sc_reader *reader, const char *text, size_t length)
{
    int depth = 0, values = 1, line = 1;
    bool quoted = false;
    for (size_t i = 0; i < length; ++i)
    {
        char c = text[i];
        line += c == '\n';
        if (c == '\0')
            return sc_refuse_value(reader, NULL, "line %d: a byte that is 0", line);
        if (quoted)
        {
            if (c == '\\' && length - i >= 6 && memcmp(text + i, "\\u0000", 6) == 0)
                return sc_refuse_value(reader, NULL, "line %d: a character that is 0", line);
            i += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        if (c == '-' || (c >= '0' && c <= '9'))
        {
            size_t count = number_length(text + i, length - i);
            if (count == 0)
                return sc_refuse_value(reader, NULL, "line %d: a number that JSON does not allow",
                                       line);
            i += count - 1;
            continue;
        }
        values += c == ',' || c == ':' || c == '[' || c == '{';
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        if (depth > SC_FILE_MAX_DEPTH)
            return sc_refuse_value(reader, NULL,
                                   "line %d: lists and objects are nested deeper than %d", line,
                                   SC_FILE_MAX_DEPTH);
        if (values > SC_FILE_MAX_VALUES)
            return sc_refuse_value(reader, NULL, "line %d: more than %d values", line,
                                   SC_FILE_MAX_VALUES);
    }
    return true;
}

static bool fail_syntax(sc_reader *reader, const char *text, const char *end)
{
    int line = 1, column = 1;
    for (const char *c = text; c < end; ++c)
    {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    return sc_refuse_value(reader, NULL, "line %d, column %d: this is not JSON", line, column);
}

cJSON *sc_parse_scene_text(sc_reader *reader, const char *text, size_t length)
{
    if (length > SC_FILE_MAX_BYTES)
    {
        sc_refuse_value(reader, NULL, "the file is larger than %d bytes", SC_FILE_MAX_BYTES);
        return NULL;
    }
    if (!scan_text(reader, text, length))
        return NULL;
    const char *end = text;
    cJSON *json = cJSON_ParseWithLengthOpts(text, length, &end, false);
    const char *rest = end;
    while (json != NULL && rest < text + length && strchr(" \t\r\n", *rest) != NULL)
        ++rest;
    if (json != NULL && rest == text + length)
        return json;
    cJSON_Delete(json);
    fail_syntax(reader, text, rest);
    return NULL;
}

char *sc_read_scene_text(const char *path, size_t *length, const char **why)
{
    FILE *file = sc_open_input(path, why);
    char *text = NULL;
    size_t capacity = 0, count = 1;
    *length = 0;
    while (file != NULL && count > 0 && *length <= SC_FILE_MAX_BYTES)
    {
        if (*length == capacity)
        {
            capacity = 2 * capacity + 65536;
            char *grown = realloc(text, capacity);
            if (grown == NULL)
                break;
            text = grown;
        }
        count = fread(text + *length, 1, capacity - *length, file);
        *length += count;
    }
    if (file == NULL)
        return NULL;
    bool ok = !ferror(file) && (count == 0 || *length > SC_FILE_MAX_BYTES);
    *why = strerror(ferror(file) ? errno : ENOMEM);
    fclose(file);
    if (!ok)
    {
        free(text);
        text = NULL;
    }
    return text;
}
