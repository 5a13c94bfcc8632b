/// A file that takes the place of another one only when it is complete: it is written beside the
/// other one, under the same name with ".part" after it, and renamed.
#ifndef SCREE_TOOLS_REPLACEMENT_H
#define SCREE_TOOLS_REPLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sc_replacement
{
    const char *path;  ///< null: no file is wanted
    char *target;      ///< where it leads
    char *part;        ///< written first; sc_replacement_destroy removes it
} sc_replacement;

/// Creates missing parent directories. False, and a line on stderr, if `path` is stdout or no
/// regular file, or cannot be written. A null path succeeds and does nothing.
bool sc_replacement_create(sc_replacement *replacement, const char *path);

/// Writes the file and gives it its name. False, and a line on stderr, if that fails; the file of
/// that name is then as it was.
bool sc_replacement_write(sc_replacement *replacement, const void *data, size_t size);

/// Gives the part, which was written by other means and closed, its name. Errors: as above.
bool sc_replacement_commit(sc_replacement *replacement);

/// Removes a part that has not got its name.
void sc_replacement_destroy(sc_replacement *replacement);

#endif
