#include "json_writer.h"

#include <math.h>

static cJSON *check(sc_json *json, cJSON *item)
{
    json->ok = json->ok && item != NULL;
    return item;
}

void sc_json_number(sc_json *json, cJSON *object, const char *name, double value)
{
    check(json, isfinite(value) ? cJSON_AddNumberToObject(object, name, value)
                                : cJSON_AddNullToObject(object, name));
}

void sc_json_string(sc_json *json, cJSON *object, const char *name, const char *value)
{
    check(json, value != NULL ? cJSON_AddStringToObject(object, name, value)
                              : cJSON_AddNullToObject(object, name));
}

void sc_json_bool(sc_json *json, cJSON *object, const char *name, bool value)
{
    check(json, cJSON_AddBoolToObject(object, name, value));
}

cJSON *sc_json_object(sc_json *json, cJSON *parent, const char *name)
{
    return check(json, cJSON_AddObjectToObject(parent, name));
}

cJSON *sc_json_array(sc_json *json, cJSON *parent, const char *name)
{
    return check(json, cJSON_AddArrayToObject(parent, name));
}

static cJSON *append(sc_json *json, cJSON *array, cJSON *item)
{
    if (check(json, item) != NULL && !cJSON_AddItemToArray(array, item))
    {
        cJSON_Delete(item);
        return check(json, NULL);
    }
    return item;
}

cJSON *sc_json_append_object(sc_json *json, cJSON *array)
{
    return append(json, array, cJSON_CreateObject());
}

void sc_json_append_number(sc_json *json, cJSON *array, double value)
{
    append(json, array, isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

void sc_json_append_string(sc_json *json, cJSON *array, const char *value)
{
    append(json, array, cJSON_CreateString(value));
}

void sc_json_numbers(sc_json *json, cJSON *object, const char *name, const double *values,
                     int count)
{
    cJSON *array = sc_json_array(json, object, name);
    for (int i = 0; i < count; ++i)
        sc_json_append_number(json, array, values[i]);
}

void sc_json_times(sc_json *json, cJSON *object, const char *name, const double *ms, int count)
{
    cJSON *array = sc_json_array(json, object, name);
    for (int i = 0; i < count; ++i)
        sc_json_append_number(json, array, round(1e4 * ms[i]) / 1e4);
}

void sc_json_motion(sc_json *json, cJSON *object, const sc_motion_figures *figures)
{
    const sc_energy_gains *gains = &figures->gains;
    bool judged = gains->judged > 0;
    sc_json_number(json, object, "mechanisms", judged ? (double)gains->judged : NAN);
    sc_json_number(json, object, "energy_gained", judged ? (double)gains->gained : NAN);
    sc_json_number(json, object, "past_100_m_s", judged ? (double)gains->fast : NAN);
    sc_json_number(json, object, "max_energy_gain", judged ? gains->max_gain : NAN);
    sc_json_number(json, object, "max_speed", judged ? gains->max_speed : NAN);
    const sc_impact_errors *impacts = &figures->impacts;
    judged = impacts->judged > 0;
    sc_json_number(json, object, "impacts", judged ? (double)impacts->judged : NAN);
    sc_json_number(json, object, "along_error", judged ? impacts->along : NAN);
    sc_json_number(json, object, "rebound_error", judged ? impacts->rebound : NAN);
    sc_json_number(json, object, "slide_loss", judged ? impacts->lost : NAN);
}

void sc_json_context(sc_json *json, cJSON *object, const char *name, const sc_context *context)
{
    cJSON *child = sc_json_object(json, object, name);
    sc_json_string(json, child, "commit", context->commit);
    sc_json_string(json, child, "compiler", context->compiler);
    sc_json_string(json, child, "flags", context->flags);
    sc_json_string(json, child, "build_type", context->build_type);
    sc_json_string(json, child, "cpu", context->cpu);
    sc_json_number(json, child, "processors", context->processors);
    sc_json_string(json, child, "simd", context->simd);
    sc_json_string(json, child, "system", context->system);
    sc_json_string(json, child, "date", context->date);
}

cJSON *sc_json_end(sc_json *json, cJSON *root)
{
    if (json->ok)
        return root;
    cJSON_Delete(root);
    return NULL;
}

bool sc_json_finish(sc_json *json, cJSON *root, FILE *file)
{
    root = sc_json_end(json, root);
    char *text = cJSON_Print(root);
    if (text != NULL)
        fprintf(file, "%s\n", text);
    cJSON_Delete(root);
    bool ok = text != NULL;
    cJSON_free(text);
    return ok;
}
