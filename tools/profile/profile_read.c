// Reads a profile back. The file may be anything.

#include "profile_file.h"
#include "tools/common/output.h"

#include "scenes/files/input.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LARGEST_FILE = 16 << 20  // bytes
};

typedef struct reader
{
    const char *path;
    bool ok;  // false once something was wrong, and said
} reader;

static void fail(reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(reader *reader, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (reader->ok)
        sc_print_error("%s: %s", reader->path, text);
    reader->ok = false;
}

// Null after saying why. The caller frees it.
static char *read_all(reader *reader, size_t *length)
{
    const char *why;
    FILE *file = sc_open_input(reader->path, &why);
    if (file == NULL)
    {
        fail(reader, "cannot be read: %s", why);
        return NULL;
    }
    char *text = malloc(LARGEST_FILE + 1);
    *length = text != NULL ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    if (text == NULL)
        fail(reader, "there is no memory to read it");
    else if (ferror(file))
        fail(reader, "cannot be read: %s", strerror(errno));
    else if (*length > LARGEST_FILE)
        fail(reader, "is larger than any profile");
    fclose(file);
    if (!reader->ok)
    {
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

static bool is_blank(const char *text, const char *end)
{
    while (text < end && isspace((unsigned char)*text))
        ++text;
    return text == end;
}

static cJSON *parse(reader *reader, const char *text, size_t length)
{
    const char *end = text;
    cJSON *root = cJSON_ParseWithLengthOpts(text, length, &end, false);
    if (root == NULL || !is_blank(end, text + length))
    {
        fail(reader, "is not JSON: it makes no sense at byte %zu", (size_t)(end - text));
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

// Names are words of our own; anything else could hide something in a terminal.
static void get_name(reader *reader, const cJSON *object, const char *name, char *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    const char *text = cJSON_GetStringValue(item);
    bool good = text != NULL && strlen(text) < SC_PROFILE_NAME;
    for (int i = 0; good && text[i] != '\0'; ++i)
        good = isalnum((unsigned char)text[i]) || strchr("_- ", text[i]) != NULL;
    if (good)
        snprintf(value, SC_PROFILE_NAME, "%s", text);
    else
        fail(reader, "is no profile of scree: '%s' is missing or not a name", name);
}

static double get_number(reader *reader, const cJSON *object, const char *name, double max)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(value >= 0.0 && value <= max))
    {
        fail(reader, "is no profile of scree: '%s' is missing or out of range", name);
        return 0.0;
    }
    return value;
}

static int get_int(reader *reader, const cJSON *object, const char *name, int max)
{
    return (int)get_number(reader, object, name, max);
}

// A figure that may be null.
static double get_figure(reader *reader, const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNull(item) ? NAN : get_number(reader, object, name, 1e18);
}

// Any text, shortened, with unprintable characters replaced.
static void get_text(const cJSON *object, const char *name, char *value, size_t room)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    snprintf(value, room, "%s", text != NULL ? text : "");
    for (char *c = value; *c != '\0'; ++c)
        *c = isprint((unsigned char)*c) ? *c : '?';
}

// Files from before there was such a choice do not have it.
static bool get_choice(reader *reader, const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (item != NULL && !cJSON_IsBool(item))
        fail(reader, "is no profile of scree: '%s' is neither true nor false", name);
    return cJSON_IsTrue(item);
}

static void read_setting(reader *reader, const cJSON *root, sc_profile_data *data)
{
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(root, "setting");
    sc_profile_setting *setting = &data->setting;
    get_name(reader, object, "scene", setting->scene);
    get_name(reader, object, "simd", setting->simd);
    get_name(reader, object, "solver", setting->solver);
    setting->size = get_int(reader, object, "size", INT32_MAX);
    setting->steps = get_int(reader, object, "steps", INT32_MAX);
    setting->warmup = get_int(reader, object, "warmup", INT32_MAX);
    setting->substeps = get_int(reader, object, "substeps", INT32_MAX);
    setting->threads = get_int(reader, object, "threads", INT32_MAX);
    setting->sleep = get_choice(reader, object, "sleep");
    data->repeats = get_int(reader, root, "repeats", SC_PROFILE_REPEATS);
    get_text(root, "cpu", data->cpu, sizeof data->cpu);
    get_text(root, "build", data->build, sizeof data->build);
    if (data->repeats == 0)
        fail(reader, "is no profile of scree: it has no repeats");
}

static void read_times(reader *reader, const cJSON *object, const char *name,
                       const sc_profile_data *data, double *ns)
{
    const cJSON *times = cJSON_GetObjectItemCaseSensitive(object, name), *time;
    if (!cJSON_IsArray(times) || cJSON_GetArraySize(times) != data->repeats)
        fail(reader, "is no profile of scree: '%s' has not one time per repeat", name);
    int i = 0;
    cJSON_ArrayForEach(time, times)
    {
        if (!reader->ok)
            return;
        ns[i] = cJSON_IsNumber(time) ? time->valuedouble : NAN;
        if (!(ns[i] >= 0.0 && ns[i] <= 1e18))
            fail(reader, "is no profile of scree: '%s' has a time that is none", name);
        ++i;
    }
}

static void read_row(reader *reader, const cJSON *object, sc_profile_data *data)
{
    char name[SC_PROFILE_NAME], stage[SC_PROFILE_NAME];
    get_name(reader, object, "name", name);
    get_name(reader, object, "stage", stage);
    const cJSON *pass = cJSON_GetObjectItemCaseSensitive(object, "pass");
    if (!cJSON_IsBool(pass))
        fail(reader, "is no profile of scree: 'pass' is missing or neither true nor false");
    if (!reader->ok)
        return;
    if (sc_profile_find(data, stage, name, cJSON_IsTrue(pass)) != NULL)
        fail(reader, "is no profile of scree: it has '%s' twice", name);
    sc_profile_row *row = sc_profile_row_of(data, stage, name, cJSON_IsTrue(pass));
    if (row == NULL)
    {
        fail(reader, "is no profile of scree: it has more than %d rows", SC_PROFILE_ROWS);
        return;
    }
    get_name(reader, object, "unit", row->unit);
    row->fraction = get_number(reader, object, "fraction", 1.0);
    row->calls = get_number(reader, object, "calls", 1e18);
    row->items = get_number(reader, object, "items", 1e18);
    row->bytes = get_number(reader, object, "bytes", 1e18);
    row->ns_per_item = get_figure(reader, object, "ns_per_item");
    row->lane_fill = get_figure(reader, object, "lane_fill");
    read_times(reader, object, "ns", data, row->ns);
    read_times(reader, object, "quiet_ns", data, row->quiet);
}

static void read_root(reader *reader, const cJSON *root, sc_profile_data *data)
{
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "format"));
    if (format == NULL || strcmp(format, SC_PROFILE_FORMAT) != 0)
    {
        fail(reader, "is JSON, but not what `scree profile --json` writes (\"format\": \"%s\")",
             SC_PROFILE_FORMAT);
        return;
    }
    read_setting(reader, root, data);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(root, "rows"), *row;
    if (!cJSON_IsArray(rows))
        fail(reader, "is no profile of scree: 'rows' is missing");
    cJSON_ArrayForEach(row, rows)
    {
        if (!reader->ok)
            return;
        read_row(reader, row, data);
    }
    const sc_profile_row *step = sc_profile_step(data);
    if (reader->ok && (step == NULL || sc_profile_range_of(data, step->ns).min <= 0.0 ||
                       sc_profile_range_of(data, step->quiet).min <= 0.0))
        fail(reader, "is no profile of scree: it has no time of the step");
}

bool sc_profile_read(const char *path, sc_profile_data *data)
{
    reader reader = {path, true};
    size_t length;
    char *text = read_all(&reader, &length);
    if (text == NULL)
        return false;
    cJSON *root = parse(&reader, text, length);
    free(text);
    if (root != NULL)
        read_root(&reader, root, data);
    cJSON_Delete(root);
    return reader.ok;
}
