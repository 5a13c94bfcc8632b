// Values of scene files: numbers, vectors, words, lists and the objects of the field tables.

#include "scenes/files/nearest.h"
#include "scenes/files/reader.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// "bodies[3].shapes[0].radius"
static void write_path(const sc_path *path, char *text, size_t size)
{
    if (path == NULL)
        return;
    write_path(path->parent, text, size);
    size_t used = strlen(text);
    if (path->key == NULL)
        snprintf(text + used, size - used, "[%d]", path->index);
    else
        snprintf(text + used, size - used, "%s%.40s", used > 0 ? "." : "", path->key);
}

// Bytes of the printable character of UTF-8 at `text`; 0 if there is none.
static size_t printable_length(const unsigned char *text)
{
    if (text[0] < 0x80)
        return text[0] >= ' ' && text[0] != 0x7f ? 1 : 0;
    size_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    unsigned code = text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i)
    {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    static const unsigned lowest[] = {0, 0, 0xa0, 0x800, 0x10000};
    bool breaks = code == 0x2028 || code == 0x2029;
    bool directs = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    bool is_half = code >= 0xd800 && code <= 0xdfff;
    return code < lowest[length] || code > 0x10ffff || breaks || directs || is_half ? 0 : length;
}

// Copies text as one line: other bytes become "\x1b".
static void copy_printable(char *to, size_t size, const char *from)
{
    size_t used = 0;
    while (*from != '\0')
    {
        size_t length = printable_length((const unsigned char *)from);
        if (used + (length > 0 ? length : 4) >= size)
            break;
        if (length > 0)
            memcpy(to + used, from, length);
        else
            snprintf(to + used, size - used, "\\x%02x", (unsigned)(unsigned char)*from);
        used += length > 0 ? length : 4;
        from += length > 0 ? length : 1;
    }
    to[used] = '\0';
}

bool sc_refuse_value(sc_reader *reader, const sc_path *path, const char *format, ...)
{
    char place[256] = "", fault[512], line[1024];
    write_path(path, place, sizeof place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, sizeof fault, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "%.200s: %s%s%s", reader->file, place, place[0] != '\0' ? ": " : "",
             fault);
    copy_printable(reader->why, reader->why_size, line);
    return false;
}

bool sc_refuse_object(sc_reader *reader, const sc_path *path)
{
    return sc_refuse_value(reader, path, "%s", scree_error_text(reader->world));
}

const cJSON *sc_find_key(const cJSON *json, const char *key)
{
    const cJSON *child = cJSON_IsObject(json) ? json->child : NULL;
    while (child != NULL && strcmp(child->string, key) != 0)
        child = child->next;
    return child;
}

const cJSON *sc_need_key(sc_reader *reader, const sc_path *path, const cJSON *json, const char *key)
{
    const cJSON *value = sc_find_key(json, key);
    if (value == NULL)
        sc_refuse_value(reader, path, "the key '%s' is missing", key);
    return value;
}

static const char *kind_of(const cJSON *json)
{
    return cJSON_IsNumber(json)   ? "a number"
           : cJSON_IsString(json) ? "a string"
           : cJSON_IsArray(json)  ? "a list"
           : cJSON_IsObject(json) ? "an object"
           : cJSON_IsBool(json)   ? "true or false"
                                  : "null";
}

static bool fail_kind(sc_reader *reader, const sc_path *path, const cJSON *json, const char *wanted)
{
    return sc_refuse_value(reader, path, "%s is not %s", kind_of(json), wanted);
}

bool sc_read_number(sc_reader *reader, const sc_path *path, const cJSON *json, double *value)
{
    if (cJSON_IsString(json) && json->valuestring[0] == '$')
    {
        for (int i = 0; i < reader->parameter_count; ++i)
        {
            if (strcmp(reader->parameters[i].name, json->valuestring + 1) == 0)
            {
                *value = (double)reader->parameters[i].value;
                return true;
            }
        }
        return sc_refuse_value(reader, path, "there is no parameter '%.40s'",
                               json->valuestring + 1);
    }
    if (!cJSON_IsNumber(json))
        return fail_kind(reader, path, json, "a number or \"$PARAMETER\"");
    *value = json->valuedouble;
    return isfinite(*value) || sc_refuse_value(reader, path, "the number is not finite");
}

static bool check_range(sc_reader *reader, const sc_path *path, double value, double low,
                        double high, bool above, const char *unit)
{
    if ((above ? value > low : value >= low) && value <= high)
        return true;
    const char *space = unit[0] != '\0' ? " " : "";
    if (high > (double)FLT_MAX)
        return sc_refuse_value(reader, path, "%.9g%s%s is not %s %g", value, space, unit,
                               above ? "above" : "at least", low);
    return sc_refuse_value(reader, path, "%.9g%s%s is not in %c%.10g, %.10g]", value, space, unit,
                           above ? '(' : '[', low, high);
}

static bool read_ranged(sc_reader *reader, const sc_path *path, const cJSON *json,
                        const sc_file_field *field, float *value)
{
    double number = 0.0;
    if (!sc_read_number(reader, path, json, &number))
        return false;
    *value = (float)number;
    if (!isfinite(*value))
        return sc_refuse_value(reader, path, "%g is beyond the range of floats", number);
    return check_range(reader, path, (double)*value, field->low, field->high, field->above,
                       field->unit);
}

bool sc_read_float(sc_reader *reader, const sc_path *path, const cJSON *json, double low,
                   double high, float *value)
{
    const sc_file_field field = {.low = low, .high = high, .unit = ""};
    return read_ranged(reader, path, json, &field, value);
}

bool sc_read_int(sc_reader *reader, const sc_path *path, const cJSON *json, double low, double high,
                 int *value)
{
    double number = 0.0;
    if (!sc_read_number(reader, path, json, &number))
        return false;
    if (number != floor(number))
        return sc_refuse_value(reader, path, "%.9g is not a whole number", number);
    if (!check_range(reader, path, number, low, high, false, ""))
        return false;
    *value = (int)number;
    return true;
}

static bool read_vector(sc_reader *reader, const sc_path *path, const cJSON *json,
                        const sc_file_field *field, scree_vec2 *value)
{
    if (!cJSON_IsArray(json))
        return fail_kind(reader, path, json, "a list of two numbers");
    if (cJSON_GetArraySize(json) != 2)
        return sc_refuse_value(reader, path, "a vector has 2 numbers, not %d",
                               cJSON_GetArraySize(json));
    sc_path x = sc_index(path, 0), y = sc_index(path, 1);
    return read_ranged(reader, &x, json->child, field, &value->x) &&
           read_ranged(reader, &y, json->child->next, field, &value->y);
}

bool sc_read_vec2(sc_reader *reader, const sc_path *path, const cJSON *json, double limit,
                  scree_vec2 *value)
{
    const sc_file_field field = {.low = -limit, .high = limit, .unit = ""};
    return read_vector(reader, path, json, &field, value);
}

static void list_words(const char *const *words, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; words[i] != NULL; ++i)
    {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
}

bool sc_read_word(sc_reader *reader, const sc_path *path, const cJSON *json,
                  const char *const *words, int *value)
{
    if (!cJSON_IsString(json))
        return fail_kind(reader, path, json, "a string");
    for (int i = 0; words[i] != NULL; ++i)
    {
        if (strcmp(words[i], json->valuestring) == 0)
        {
            *value = i;
            return true;
        }
    }
    char list[256];
    list_words(words, list, sizeof list);
    return sc_refuse_value(reader, path, "'%.40s' is not one of: %s", json->valuestring, list);
}

bool sc_read_text(sc_reader *reader, const sc_path *path, const cJSON *json, size_t limit,
                  const char **value)
{
    if (!cJSON_IsString(json))
        return fail_kind(reader, path, json, "a string");
    if (strlen(json->valuestring) > limit)
        return sc_refuse_value(reader, path, "the text has %zu bytes; the limit is %zu",
                               strlen(json->valuestring), limit);
    *value = json->valuestring;
    return true;
}

bool sc_check_array(sc_reader *reader, const sc_path *path, const cJSON *json, int low, int high,
                    int *count)
{
    if (!cJSON_IsArray(json))
        return fail_kind(reader, path, json, "a list");
    *count = cJSON_GetArraySize(json);
    return (*count >= low && *count <= high) ||
           sc_refuse_value(reader, path, "the list has %d entries, not %d to %d", *count, low,
                           high);
}

scree_vec2 *sc_read_points(sc_reader *reader, const sc_path *path, const cJSON *json, int low,
                           int high, int *count)
{
    if (!sc_check_array(reader, path, json, low, high, count))
        return NULL;
    scree_vec2 *points = calloc((size_t)*count + 1, sizeof *points);
    bool ok = points != NULL || sc_refuse_value(reader, path, "out of memory");
    int i = 0;
    for (const cJSON *point = json->child; ok && point != NULL; point = point->next, ++i)
    {
        sc_path place = sc_index(path, i);
        ok = sc_read_vec2(reader, &place, point, 1e8, &points[i]);
    }
    if (ok)
        return points;
    free(points);
    return NULL;
}

// 64 bits: a double holds whole numbers up to 2^53 only.
static bool read_bits(sc_reader *reader, const sc_path *path, const cJSON *json, uint64_t *value)
{
    if (cJSON_IsString(json) && strncmp(json->valuestring, "0x", 2) == 0)
    {
        const char *digits = json->valuestring + 2;
        size_t length = strlen(digits);
        if (length >= 1 && length <= 16 && strspn(digits, "0123456789abcdefABCDEF") == length)
        {
            *value = strtoull(digits, NULL, 16);
            return true;
        }
        return sc_refuse_value(reader, path, "'%.40s' is not 0x and 1 to 16 digits",
                               json->valuestring);
    }
    double number = 0.0;
    if (!cJSON_IsNumber(json))
        return fail_kind(reader, path, json, "a whole number or \"0x...\"");
    if (!sc_read_number(reader, path, json, &number))
        return false;
    if (number != floor(number))
        return sc_refuse_value(reader, path, "%.9g is not a whole number", number);
    if (!check_range(reader, path, number, 0.0, 9007199254740992.0, false, ""))
        return false;
    *value = (uint64_t)number;
    return true;
}

static bool read_uint32(sc_reader *reader, const sc_path *path, const cJSON *json, uint32_t *value)
{
    uint64_t bits;
    if (!read_bits(reader, path, json, &bits) ||
        !check_range(reader, path, (double)bits, 0.0, 4294967295.0, false, ""))
        return false;
    *value = (uint32_t)bits;
    return true;
}

static bool read_bool(sc_reader *reader, const sc_path *path, const cJSON *json, bool *value)
{
    if (!cJSON_IsBool(json))
        return fail_kind(reader, path, json, "true or false");
    *value = cJSON_IsTrue(json);
    return true;
}

static bool read_field(sc_reader *reader, const sc_path *path, const cJSON *json,
                       const sc_file_field *field, void *member)
{
    switch (field->kind)
    {
    case SC_FIELD_FLOAT:
        return read_ranged(reader, path, json, field, member);
    case SC_FIELD_INT:
        return sc_read_int(reader, path, json, field->low, field->high, member);
    case SC_FIELD_BOOL:
        return read_bool(reader, path, json, member);
    case SC_FIELD_BITS:
        return read_bits(reader, path, json, member);
    case SC_FIELD_UINT32:
        return read_uint32(reader, path, json, member);
    case SC_FIELD_VEC2:
        return read_vector(reader, path, json, field, member);
    case SC_FIELD_WORD:
    {
        int word;
        bool ok = sc_read_word(reader, path, json, field->words, &word);
        if (ok)
            memcpy(member, &word, sizeof word);
        return ok;
    }
    case SC_FIELD_OBJECT:
    {
        const sc_part part = {field->table, member};
        return sc_read_object(reader, path, json, &part, 1);
    }
    case SC_FIELD_SPECIAL:
        break;
    }
    return true;
}

static bool fail_key(sc_reader *reader, const sc_path *path, const char *key, const sc_part *parts,
                     int count)
{
    const char *nearest = NULL;
    int distance = INT_MAX;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < parts[i].table->count; ++k)
        {
            const char *name = parts[i].table->fields[k].name;
            int far = sc_edit_distance(key, name);
            if (far < distance)
            {
                nearest = name;
                distance = far;
            }
        }
    }
    if (nearest != NULL)
        return sc_refuse_value(reader, path, "unknown key '%.40s'; the nearest known key is '%s'",
                               key, nearest);
    return sc_refuse_value(reader, path, "unknown key '%.40s'", key);
}

static const sc_file_field *find_field(const sc_part *parts, int count, const char *key,
                                       void **member, int *number)
{
    *number = 0;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < parts[i].table->count; ++k, ++*number)
        {
            const sc_file_field *field = &parts[i].table->fields[k];
            if (strcmp(field->name, key) != 0)
                continue;
            *member = (char *)parts[i].target + field->offset;
            return field;
        }
    }
    return NULL;
}

bool sc_read_object(sc_reader *reader, const sc_path *path, const cJSON *json, const sc_part *parts,
                    int count)
{
    if (!cJSON_IsObject(json))
        return fail_kind(reader, path, json, "an object");
    bool seen[SC_MAX_FIELDS] = {false};
    for (const cJSON *child = json->child; child != NULL; child = child->next)
    {
        void *member;
        int number;
        const sc_file_field *field = find_field(parts, count, child->string, &member, &number);
        if (field == NULL)
            return fail_key(reader, path, child->string, parts, count);
        if (seen[number])
            return sc_refuse_value(reader, path, "the key '%s' comes twice", field->name);
        seen[number] = true;
        sc_path place = sc_key(path, field->name);
        if (!read_field(reader, &place, child, field, member))
            return false;
    }
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const sc_name *)a)->name, ((const sc_name *)b)->name);
}

const char *sc_sort_names(sc_name *names, int count)
{
    if (count > 0)
        qsort(names, (size_t)count, sizeof *names, compare_names);
    for (int i = 1; i < count; ++i)
    {
        if (compare_names(&names[i - 1], &names[i]) == 0)
            return names[i].name;
    }
    return NULL;
}

const sc_name *sc_find_name(const sc_name *names, int count, const char *name)
{
    const sc_name key = {.name = name};
    return count > 0 ? bsearch(&key, names, (size_t)count, sizeof *names, compare_names) : NULL;
}

bool sc_read_body_number(sc_reader *reader, const sc_path *path, const cJSON *json, int *body)
{
    if (cJSON_IsString(json) && json->valuestring[0] != '$')
    {
        const sc_name *found = sc_find_name(reader->names, reader->name_count, json->valuestring);
        if (found == NULL)
            return sc_refuse_value(reader, path, "there is no body '%.40s'", json->valuestring);
        *body = found->body;
        return true;
    }
    if (reader->body_count == 0)
        return sc_refuse_value(reader, path, "there are no bodies");
    return sc_read_int(reader, path, json, 0.0, reader->body_count - 1, body);
}

bool sc_count_objects(sc_reader *reader, const sc_path *path, const char *what, int *total,
                      int more)
{
    if (more > SC_FILE_MAX_OBJECTS - *total)
        return sc_refuse_value(reader, path, "more than %d %s", SC_FILE_MAX_OBJECTS, what);
    *total += more;
    return true;
}
