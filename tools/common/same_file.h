/// Names of files: whether two paths lead to one file, also if it does not exist yet.
#ifndef SCREE_TOOLS_SAME_FILE_H
#define SCREE_TOOLS_SAME_FILE_H

#include <stdbool.h>

/// The absolute path of the file that `path` leads to, without links, "." and "..". The file and
/// its last directories need not exist, and a link may lead to a file that does not. Null, with
/// errno set: out of memory, or a path that cannot be followed. The caller frees it.
char *sc_resolve_path(const char *path);

/// True if both paths lead to one file: by other names, over links, or as hard links. "-" is
/// stdout.
bool sc_is_same_file(const char *path, const char *other);

/// The name that a file has while it is written, if it is renamed when complete (replacement.h):
/// `path` with ".part" after it. Null: out of memory. The caller frees it.
char *sc_name_of_part(const char *path);

/// True if writing `output` would destroy the file at `other`: they are the same, or `other` is the
/// name of the part of `output`.
bool sc_would_overwrite(const char *output, const char *other);

#endif
