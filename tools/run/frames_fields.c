// The names of frames and of their fields, for builds with and without HDF5.

#include "frames_hdf5.h"
#include "tools/common/output.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct field
{
    const char *name;
    int fields;
} field;

static const field table[] = {
    {"angle", SC_FIELD_ANGLE},       {"velocity", SC_FIELD_VELOCITY},
    {"mass", SC_FIELD_MASS},         {"angular_velocity", SC_FIELD_ANGULAR_VELOCITY},
    {"shape", SC_FIELD_SHAPE},       {"bodies", SC_FIELD_BODIES},
    {"outlines", SC_FIELD_OUTLINES}, {"contacts", SC_FIELD_CONTACTS},
    {"joints", SC_FIELD_JOINTS},     {"scalars", SC_FIELD_SCALARS},
};

enum
{
    COUNT = sizeof table / sizeof table[0]
};

bool sc_frames_are_hdf5(const char *path)
{
    static const char *const endings[] = {".vtkhdf", ".h5", ".hdf5", ".hdf"};
    size_t length = path != NULL ? strlen(path) : 0;
    for (int i = 0; i < 4; ++i)
    {
        size_t count = strlen(endings[i]);
        if (length > count && strcasecmp(path + length - count, endings[i]) == 0)
            return true;
    }
    return false;
}

bool sc_parse_fields(const char *text, int *fields)
{
    *fields = 0;
    for (const char *word = text;; ++word)
    {
        size_t length = strcspn(word, ",");
        int i = 0;
        while (i < COUNT &&
               (strlen(table[i].name) != length || strncmp(table[i].name, word, length) != 0))
            ++i;
        if (i == COUNT)
        {
            sc_print_error("--fields takes words of bodies, angle, velocity, angular_velocity, "
                           "mass, shape, outlines, contacts, joints and scalars with commas "
                           "between them, not '%.*s'",
                           (int)length, word);
            return false;
        }
        *fields |= table[i].fields;
        word += length;
        if (*word == '\0')
            return true;
    }
}
