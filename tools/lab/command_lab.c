// `scree lab SCENE`: solvers and their settings beside each other.

#include "lab_report.h"
#include "tools/commands.h"
#include "tools/pages/report_files.h"

typedef struct command
{
    sc_lab_options options;
    sc_lab lab;
    sc_report_files files;
} command;

static bool perform(command *command)
{
    bool loud = !command->options.quiet;
    if (!sc_lab_create(&command->lab, &command->options))
    {
        sc_lab_destroy(&command->lab);
        return false;
    }
    if (loud)
        sc_lab_write_heading(command->files.out, &command->lab);
    bool ok = sc_lab_run(&command->lab);
    if (ok && loud)
        sc_lab_write_text(command->files.out, &command->lab);
    ok = ok && sc_report_files_write(&command->files, sc_lab_json(&command->lab));
    if (!ok)
        sc_print_error("out of memory");
    sc_lab_destroy(&command->lab);
    return ok;
}

int sc_command_lab(int argc, char **argv)
{
    command command = {0};
    const sc_lab_options *options = &command.options;
    if (!sc_lab_options_parse(&command.options, argc, argv))
        return SC_EXIT_USAGE;
    int status = SC_EXIT_USAGE;
    if (sc_report_files_open(&command.files, options->json, options->html))
        status = perform(&command) ? SC_EXIT_OK : SC_EXIT_FAILURE;
    return sc_report_files_close(&command.files, status);
}
