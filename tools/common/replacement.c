#include "replacement.h"

#include "output.h"
#include "same_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const sc_replacement *replacement, const char *reason)
{
    sc_print_error("cannot write %s: %s", replacement->path[0] != '\0' ? replacement->path : "''",
                   reason);
    return false;
}

// A part that a killed process left is replaced. Returns -1 and sets errno on error.
static int open_part(const sc_replacement *replacement)
{
    if (unlink(replacement->part) != 0 && errno != ENOENT)
        return -1;
    return open(replacement->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

// Finds the target and makes an empty part beside it.
static bool prepare(sc_replacement *replacement)
{
    const char *path = replacement->path;
    if (strcmp(path, "-") == 0)
        return refuse(replacement, "it is a file that is renamed when complete, not stdout");
    if (path[0] == '\0')
        return refuse(replacement, strerror(ENOENT));
    sc_create_parents(path);
    // A link stays, and the file that it leads to is replaced.
    replacement->target = sc_resolve_path(path);
    if (replacement->target == NULL)
        return refuse(replacement, strerror(errno));
    struct stat status;
    if (stat(replacement->target, &status) == 0 && !S_ISREG(status.st_mode))
        return refuse(replacement, "it is not a regular file");
    replacement->part = sc_name_of_part(replacement->target);
    if (replacement->part == NULL)
        return refuse(replacement, strerror(ENOMEM));
    int file = open_part(replacement);
    if (file < 0)
    {
        int error = errno;
        // A folder of this name, or another's file, stays.
        free(replacement->part);
        replacement->part = NULL;
        return refuse(replacement, strerror(error));
    }
    close(file);
    return true;
}

bool sc_replacement_create(sc_replacement *replacement, const char *path)
{
    *replacement = (sc_replacement){.path = path};
    if (path == NULL || prepare(replacement))
        return true;
    sc_replacement_destroy(replacement);
    return false;
}

// The new name is on the disk when the directory is. Some file systems cannot tell.
static void flush_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = strndup(slash == NULL ? "." : path, length);
    int file = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (file < 0)
        return;
    (void)fsync(file);
    close(file);
}

static bool rename_part(sc_replacement *replacement)
{
    if (rename(replacement->part, replacement->target) != 0)
        return refuse(replacement, strerror(errno));
    flush_folder(replacement->target);
    return true;
}

static bool write_all(int file, const unsigned char *data, size_t size)
{
    while (size > 0)
    {
        ssize_t count = write(file, data, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        data += count;
        size -= (size_t)count;
    }
    return true;
}

bool sc_replacement_write(sc_replacement *replacement, const void *data, size_t size)
{
    int file = open_part(replacement);
    bool ok = file >= 0 && write_all(file, data, size) && fsync(file) == 0;
    int error = errno;
    if (file >= 0 && close(file) != 0 && ok)
    {
        ok = false;
        error = errno;
    }
    return ok ? rename_part(replacement) : refuse(replacement, strerror(error));
}

bool sc_replacement_commit(sc_replacement *replacement)
{
    int file = open(replacement->part, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && fsync(file) == 0;
    int error = errno;
    if (file >= 0)
        close(file);
    return ok ? rename_part(replacement) : refuse(replacement, strerror(error));
}

void sc_replacement_destroy(sc_replacement *replacement)
{
    if (replacement->part != NULL)
        unlink(replacement->part);
    free(replacement->part);
    free(replacement->target);
    *replacement = (sc_replacement){0};
}
