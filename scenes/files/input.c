#include "scenes/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A second descriptor of a pipe that is open already; -1 if the path does not name one.
static int copy_pipe(const char *path)
{
    int number = 0, end = 0;
    struct stat status;
    if (strcmp(path, "/dev/stdin") != 0 &&
        (sscanf(path, "/dev/fd/%d%n", &number, &end) != 1 || path[end] != '\0'))
        return -1;
    if (fstat(number, &status) != 0 || !(S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
        return -1;
    return fcntl(number, F_DUPFD_CLOEXEC, 0);
}

// Opens the file before the check of its kind, so that no other one can take its place in between.
// O_NONBLOCK: neither the open of a FIFO nor a read of a file such as /proc/kmsg waits.
static int open_regular(const char *path, const char **why)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    // A socket cannot be opened.
    if (file < 0)
        *why = errno == ENXIO ? "not a regular file" : strerror(errno);
    else if (fstat(file, &status) != 0)
        *why = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        *why = strerror(EISDIR);
    else if (!S_ISREG(status.st_mode))
        *why = "not a regular file";
    else
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

FILE *sc_open_input(const char *path, const char **why)
{
    int file = copy_pipe(path);
    if (file < 0)
        file = open_regular(path, why);
    FILE *stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL)
    {
        *why = strerror(errno);
        close(file);
    }
    return stream;
}

bool sc_is_regular(FILE *file)
{
    struct stat status;
    return fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
}
