/// JSON objects built member by member, with one check for memory at the end: cJSON answers null
/// when memory runs out, and takes null where an object is wanted.
#ifndef SCREE_TOOLS_JSON_WRITER_H
#define SCREE_TOOLS_JSON_WRITER_H

#include "context.h"
#include "engines/judge_motion.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct sc_json
{
    bool ok;  ///< true at the beginning; false once memory ran out
} sc_json;

/// A value that is not finite becomes null: JSON has no word for it, and null stands for a missing
/// figure.
void sc_json_number(sc_json *json, cJSON *object, const char *name, double value);
/// Null becomes null.
void sc_json_string(sc_json *json, cJSON *object, const char *name, const char *value);
void sc_json_bool(sc_json *json, cJSON *object, const char *name, bool value);
cJSON *sc_json_object(sc_json *json, cJSON *parent, const char *name);
cJSON *sc_json_array(sc_json *json, cJSON *parent, const char *name);
/// Appends to an array.
cJSON *sc_json_append_object(sc_json *json, cJSON *array);
void sc_json_append_number(sc_json *json, cJSON *array, double value);
void sc_json_append_string(sc_json *json, cJSON *array, const char *value);
/// An array of numbers.
void sc_json_numbers(sc_json *json, cJSON *object, const char *name, const double *values,
                     int count);
/// Milliseconds to a tenth of a microsecond: further digits are noise and make files long.
void sc_json_times(sc_json *json, cJSON *object, const char *name, const double *ms, int count);
/// The figures of the judges of motion; null if the scene needs none.
void sc_json_motion(sc_json *json, cJSON *object, const sc_motion_figures *figures);
void sc_json_context(sc_json *json, cJSON *object, const char *name, const sc_context *context);

/// `root`, or null, and it is deleted, if memory ran out.
cJSON *sc_json_end(sc_json *json, cJSON *root);
/// Writes and deletes `root`. False if memory ran out; write errors stay in the file's error flag.
bool sc_json_finish(sc_json *json, cJSON *root, FILE *file);

#endif
