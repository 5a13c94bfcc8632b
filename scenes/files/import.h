/// Files of other programs, turned into the JSON of scene files before they are read.
#ifndef SC_SCENES_FILES_IMPORT_H
#define SC_SCENES_FILES_IMPORT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#define SC_NOTES_SIZE 512

/// Parts of a file that have no counterpart, "2 images, 1 gear joint"; cut where it gets too long.
typedef struct sc_notes
{
    char text[SC_NOTES_SIZE];
    char fault[256];  // why a file is refused; "": out of memory
} sc_notes;

/// Sets the fault, unless there is one. Returns false.
__attribute__((format(printf, 2, 3))) bool sc_refuse_import(sc_notes *notes, const char *format,
                                                            ...);
/// Adds "COUNT NAME" or, if more than one, "COUNT NAMEs"; nothing if `count` is 0. A '|' in the
/// name marks the place of the "s" if it is not at the end: "tile| of a kind".
void sc_note(sc_notes *notes, int count, const char *name);

static inline const cJSON *sc_import_get(const cJSON *json, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(json, key);
}

static inline cJSON *sc_import_pair(double x, double y)
{
    const double numbers[] = {x, y};
    return cJSON_CreateDoubleArray(numbers, 2);
}

/// A JSON object of the editor R.U.B.E. for Box2D: it has a list "body" and no key "scree".
bool sc_is_rube(const cJSON *json);
/// Null: `notes` has the fault.
cJSON *sc_scene_of_rube(const cJSON *json, sc_notes *notes);

/// A JSON map of Tiled: it has "layers" and "tilewidth", and no key "scree".
bool sc_is_tiled(const cJSON *json);
/// Null: `notes` has the fault.
cJSON *sc_scene_of_tiled(const cJSON *json, sc_notes *notes);

#endif
