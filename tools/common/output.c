#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void sc_print_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("scree: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void sc_create_parents(const char *path)
{
    char *folder = strdup(path);
    if (folder == NULL)
        return;
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
    {
        *slash = '\0';
        if (mkdir(folder, 0777) == 0)
            fprintf(stderr, "scree: made the directory %s\n", folder);
        *slash = '/';
    }
    free(folder);
}

bool sc_output_open(sc_output *output, const char *path)
{
    *output = (sc_output){path, NULL};
    if (path == NULL)
        return true;
    if (strcmp(path, "-") == 0)
    {
        output->file = stdout;
        return true;
    }
    if (path[0] != '\0')
        sc_create_parents(path);
    output->file = fopen(path, "wb");
    if (output->file == NULL)
        sc_print_error("cannot write %s: %s", path[0] != '\0' ? path : "''", strerror(errno));
    return output->file != NULL;
}

bool sc_output_probe(sc_output *output, const char *path)
{
    struct stat before = {0};
    // A link without a target exists, too: it must not be removed.
    struct stat link;
    bool exists = path != NULL && strcmp(path, "-") != 0 &&
                  (stat(path, &before) == 0 || lstat(path, &link) == 0);
    if (exists && S_ISREG(before.st_mode))
    {
        *output = (sc_output){path, NULL};
        FILE *file = fopen(path, "ab");
        if (file == NULL)
            sc_print_error("cannot write %s: %s", path, strerror(errno));
        return file != NULL && fclose(file) == 0;
    }
    // Pipes and devices are opened once only. A new file is removed until it is written.
    if (!sc_output_open(output, path) || exists || output->file == NULL || output->file == stdout)
        return output->path == NULL || output->file != NULL;
    fclose(output->file);
    output->file = NULL;
    return remove(path) == 0;
}

bool sc_output_begin(sc_output *output)
{
    return output->path == NULL || output->file != NULL || sc_output_open(output, output->path);
}

bool sc_output_is_usable(const sc_output *output)
{
    return output->file != NULL && !ferror(output->file);
}

bool sc_flush_stdout(void)
{
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed)
        return true;
    // `scree ... | head` has read all that it needs: no message, as with other programs.
    if (errno != EPIPE)
        sc_print_error("cannot write to stdout: %s", strerror(errno));
    clearerr(stdout);
    return false;
}

bool sc_output_close(sc_output *output)
{
    FILE *file = output->file;
    output->file = NULL;
    if (file == NULL)
        return true;
    if (file == stdout)
        return sc_flush_stdout();
    bool failed = ferror(file) != 0;
    // A full disk may show only when the last buffer is written, and a network drive at the close.
    if (fclose(file) == 0 && !failed)
        return true;
    sc_print_error("cannot write all of %s: %s", output->path, strerror(errno));
    return false;
}
