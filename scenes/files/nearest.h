/// Words that are alike, for messages about misspelt ones.
#ifndef SC_SCENES_FILES_NEAREST_H
#define SC_SCENES_FILES_NEAREST_H

#include <stdbool.h>

/// How many letters must be changed, added or dropped to turn one word into the other; INT_MAX if
/// one is longer than 31.
int sc_edit_distance(const char *a, const char *b);

/// Whether someone who wrote `text` may have meant `name`.
bool sc_is_alike(const char *text, const char *name);

#endif
