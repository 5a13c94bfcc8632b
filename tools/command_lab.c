// `scree lab SCENE`: solvers and their settings beside each other.

#include "commands.h"
#include "lab_report.h"
#include "options.h"
#include "output.h"

#include <stdlib.h>

typedef struct command
{
    sc_lab_options options;
    sc_lab lab;
    sc_output json, html;
    FILE *words;  // the table: stdout, unless a file goes there
} command;

static bool write_files(command *command)
{
    return (command->json.file == NULL || sc_lab_write_json(command->json.file, &command->lab)) &&
           (command->html.file == NULL || sc_lab_write_html(command->html.file, &command->lab));
}

static bool perform(command *command)
{
    bool loud = !command->options.quiet;
    if (!sc_lab_create(&command->lab, &command->options))
    {
        sc_lab_destroy(&command->lab);
        return false;
    }
    if (loud)
        sc_lab_write_heading(command->words, &command->lab);
    bool ok = sc_lab_run(&command->lab);
    if (ok && loud)
        sc_lab_write_text(command->words, &command->lab);
    ok = ok && write_files(command);
    if (!ok)
        sc_print_error("out of memory");
    sc_lab_destroy(&command->lab);
    return ok;
}

int sc_command_lab(int argc, char **argv)
{
    command *command = calloc(1, sizeof *command);
    if (command == NULL)
    {
        sc_print_error("out of memory");
        return SC_EXIT_FAILURE;
    }
    int status = SC_EXIT_USAGE;
    if (sc_lab_options_parse(&command->options, argc, argv) && sc_check_environment())
    {
        if (sc_output_open(&command->json, command->options.json) &&
            sc_output_open(&command->html, command->options.html))
        {
            bool taken = command->json.file == stdout || command->html.file == stdout;
            command->words = taken ? stderr : stdout;
            status = perform(command) ? SC_EXIT_OK : SC_EXIT_FAILURE;
        }
        bool closed = sc_output_close(&command->json);
        closed = sc_output_close(&command->html) && closed;
        if (!closed && status == SC_EXIT_OK)
            status = SC_EXIT_FAILURE;
    }
    free(command);
    return status;
}
