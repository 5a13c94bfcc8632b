#include "picture_files.h"

#include <stdlib.h>
#include <string.h>

static bool is_stdout(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

bool sc_check_picture_options(const sc_picture_options *options, bool others, const char *names)
{
    if (options->every == 0)
        return true;
    if (options->png == NULL && options->svg == NULL && !others)
    {
        sc_print_error("--every wants %s", names);
        return false;
    }
    if (is_stdout(options->png) || is_stdout(options->svg))
    {
        sc_print_error("--every writes many files, which cannot all go to stdout");
        return false;
    }
    return true;
}

// "path/out.png", 12 -> "path/out_0012.png". Null: no memory. The caller frees it.
static char *numbered_path(const char *path, int number)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    if (dot == NULL || dot == path || (slash != NULL && dot <= slash + 1))
        dot = path + strlen(path);
    size_t size = strlen(path) + 16;
    char *text = malloc(size);
    if (text != NULL)
        snprintf(text, size, "%.*s_%04d%s", (int)(dot - path), path, number, dot);
    return text;
}

static bool write_picture(const sc_picture_files *files, sc_output *output,
                          sc_picture_format format, const sc_picture_subject *subject)
{
    if (!sc_output_begin(output))
        return false;
    if (output->file == NULL)
        return true;
    if (sc_picture_write(output->file, format, subject, &files->options->style))
        return true;
    // A failed write is reported when the file is closed.
    if (!ferror(output->file))
        sc_print_error("out of memory for a picture");
    return false;
}

// Without a subject: whether the file can be written, which shows on the first one.
static bool write_numbered(const sc_picture_files *files, const char *path,
                           sc_picture_format format, const sc_picture_subject *subject)
{
    if (path == NULL)
        return true;
    char *name = numbered_path(path, files->count);
    sc_output output = {0};
    bool ok = name != NULL && sc_output_open(&output, name);
    ok = ok && (subject == NULL || write_picture(files, &output, format, subject));
    ok = sc_output_close(&output) && ok;
    free(name);
    return ok;
}

static bool write_both(const sc_picture_files *files, const sc_picture_subject *subject)
{
    return write_numbered(files, files->options->png, SC_PICTURE_PNG, subject) &&
           write_numbered(files, files->options->svg, SC_PICTURE_SVG, subject);
}

bool sc_picture_files_open(sc_picture_files *files, const sc_picture_options *options,
                           int first_step)
{
    *files = (sc_picture_files){.options = options};
    if (options->every == 0)
        return sc_output_probe(&files->png, options->png) &&
               sc_output_probe(&files->svg, options->svg);
    files->count = (first_step + options->every - 1) / options->every;
    return write_both(files, NULL);
}

bool sc_picture_files_are_due(const sc_picture_files *files, int step)
{
    const int every = files->options->every;
    return every > 0 && step % every == 0;
}

bool sc_picture_files_write_next(sc_picture_files *files, const sc_picture_subject *subject)
{
    bool ok = write_both(files, subject);
    ++files->count;
    return ok;
}

bool sc_picture_files_write_end(sc_picture_files *files, const sc_picture_subject *subject)
{
    bool ok = write_picture(files, &files->png, SC_PICTURE_PNG, subject);
    return write_picture(files, &files->svg, SC_PICTURE_SVG, subject) && ok;
}

bool sc_picture_files_close(sc_picture_files *files)
{
    bool ok = sc_output_close(&files->png);
    return sc_output_close(&files->svg) && ok;
}
