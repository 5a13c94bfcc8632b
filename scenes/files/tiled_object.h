/// Values and outlines of the objects of Tiled.
#ifndef SC_SCENES_FILES_TILED_OBJECT_H
#define SC_SCENES_FILES_TILED_OBJECT_H

#include "scenes/files/import.h"
#include "scenes/files/outlines.h"

/// The number of a key; `plain` if there is none.
static inline double sc_tiled_number(const cJSON *json, const char *key, double plain)
{
    const cJSON *value = sc_import_get(json, key);
    return cJSON_IsNumber(value) ? value->valuedouble : plain;
}

static inline bool sc_tiled_is_true(const cJSON *json, const char *key)
{
    return cJSON_IsTrue(sc_import_get(json, key));
}

/// The outline of an object in its own coordinates, pixels, y down. Returns how many points; 0 if
/// there are more than `capacity`.
int sc_tiled_outline(const cJSON *object, sc_outline_point *points, int capacity);

#endif
