#define _XOPEN_SOURCE 700  // realpath, readlink

#include "same_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    MAX_LINKS = 40  // as Linux
};

// "folder/name" without a second slash. Null: out of memory.
static char *join(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/",
                 name);
    return path;
}

static char *resolve(const char *path, int links);

// The target of a link whose target does not exist.
static char *resolve_link(const char *path, const char *folder, int links)
{
    char text[PATH_MAX];
    ssize_t length = readlink(path, text, sizeof text - 1);
    if (length < 0)
        return NULL;
    if (links == MAX_LINKS)
    {
        errno = ELOOP;
        return NULL;
    }
    text[length] = '\0';
    if (text[0] == '/')
        return resolve(text, links + 1);
    char *target = join(folder, text);
    char *resolved = target != NULL ? resolve(target, links + 1) : NULL;
    free(target);
    return resolved;
}

// The name, which does not exist, in a resolved folder.
static char *resolve_in(const char *folder, const char *name, int links)
{
    if (name[0] == '\0' || strcmp(name, ".") == 0)
        return strdup(folder);
    if (strcmp(name, "..") == 0)
    {
        const char *slash = strrchr(folder, '/');
        return slash > folder ? strndup(folder, (size_t)(slash - folder)) : strdup("/");
    }
    char *path = join(folder, name);
    struct stat status;
    if (path == NULL || lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return path;
    char *target = resolve_link(path, folder, links);
    free(path);
    return target;
}

static char *resolve(const char *path, int links)
{
    char *real = realpath(path, NULL);
    if (real != NULL || errno != ENOENT || path[0] == '\0')
        return real;
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    char *parent = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    char *folder = parent != NULL ? resolve(parent, links) : NULL;
    char *resolved = folder != NULL ? resolve_in(folder, name, links) : NULL;
    free(parent);
    free(folder);
    return resolved;
}

char *sc_resolve_path(const char *path) { return resolve(path, 0); }

static bool find_status(const char *path, struct stat *status)
{
    return (strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, status) : stat(path, status)) == 0;
}

bool sc_is_same_file(const char *path, const char *other)
{
    struct stat a, b;
    if (strcmp(path, other) == 0)
        return true;
    // Devices may be written twice, such as /dev/null.
    if (find_status(path, &a) && find_status(other, &b))
        return S_ISREG(a.st_mode) && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
    if (strcmp(path, "-") == 0 || strcmp(other, "-") == 0)
        return false;
    char *first = sc_resolve_path(path);
    char *second = sc_resolve_path(other);
    bool same = first != NULL && second != NULL && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

char *sc_name_of_part(const char *path)
{
    size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    if (part != NULL)
        snprintf(part, size, "%s.part", path);
    return part;
}

bool sc_would_overwrite(const char *output, const char *other)
{
    if (sc_is_same_file(output, other))
        return true;
    char *target = strcmp(output, "-") != 0 ? sc_resolve_path(output) : NULL;
    char *part = target != NULL ? sc_name_of_part(target) : NULL;
    bool same = part != NULL && sc_is_same_file(part, other);
    free(target);
    free(part);
    return same;
}
