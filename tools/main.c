// `scree COMMAND ...`: finds the command by its first word and hands the rest over.

#include "commands.h"
#include "tools/common/output.h"

#include <scree/scree.h>
#include <scree_build_info.h>

#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command
{
    const char *name, *title;  // the title is what usage messages call the program
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"run", "scree run", sc_command_run},
    {"scenes", "scree scenes", sc_command_scenes},
    {"cpu", "scree cpu", sc_command_cpu},
    {"verify", "scree verify", sc_command_verify},
    {"profile", "scree profile", sc_command_profile},
    {"floor", "scree floor", sc_command_floor},
    {"compare", "scree compare", sc_command_compare},
    {"engines", "scree engines", sc_command_engines},
    {"lab", "scree lab", sc_command_lab},
    {"convert", "scree convert", sc_command_convert},
    {"replay", "scree replay", sc_command_replay},
};

static const char help_text[] =
    "A 2D rigid-body physics engine: run its scenes, measure, draw and check them."
    "\v"
    "Commands:\n"
    "  run SCENE      simulate a scene: times by stage, quality, JSON, CSV, traces, pictures\n"
    "  scenes         list the scenes\n"
    "  cpu            list the instruction sets and the one that is picked\n"
    "  profile SCENE  where the time goes, by stage and kernel; what got slower since a baseline\n"
    "  floor          what each stage of a step takes, beside the least that it could take here\n"
    "  verify         check that every instruction set gives the same bits\n"
    "  compare SCENE  run a scene on several engines in turn: times, quality, verdicts, a page\n"
    "  engines        list the engines of this build\n"
    "  lab SCENE      run a scene with several solvers and settings: cost beside worth, a page\n"
    "  convert SCENE  write a scene as a file, which the other commands take as SCENE\n"
    "  replay FILE    repeat a recording, and name the first call that differs\n"
    "\n"
    "`scree COMMAND --help` says more. Exit status: 0, 1 if something went wrong or differs, 2 for "
    "arguments that make no sense or files that cannot be written.";

static void print_version(FILE *file, struct argp_state *state)
{
    (void)state;
    int version = scree_version();
    fprintf(file, "scree %d.%d.%d (%s, %s, %s)\n", version / 10000, version / 100 % 100,
            version % 100, SCREE_BUILD_COMMIT, SCREE_BUILD_COMPILER, SCREE_BUILD_TYPE);
}

static error_t run_command(char *name, struct argp_state *state, int *status)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i)
    {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        char **argv = state->argv + state->next - 1;
        int argc = state->argc - state->next + 1;
        char title[32];
        argv[0] = strncpy(title, commands[i].title, sizeof title - 1);
        title[sizeof title - 1] = '\0';
        *status = commands[i].run(argc, argv);
        argv[0] = name;
        state->next = state->argc;  // the rest was the command's
        return 0;
    }
    sc_print_error("there is no command '%s'; `scree --help` lists them", name);
    return EINVAL;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    switch (key)
    {
    case ARGP_KEY_ARG:
        return run_command(argument, state, state->input);
    case ARGP_KEY_NO_ARGS:
        sc_print_error("say a command; `scree --help` lists them");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool stdout_is_checked;

// Help and the version end the program inside argp.
static void check_stdout_at_exit(void)
{
    if (!stdout_is_checked && !sc_flush_stdout())
        _exit(SC_EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    atexit(check_stdout_at_exit);
    // A reader that goes away is an error of a write like any other, to be reported.
    signal(SIGPIPE, SIG_IGN);
    argp_err_exit_status = SC_EXIT_USAGE;
    argp_program_version_hook = print_version;

    static const struct argp argp = {.parser = parse, .args_doc = "COMMAND ...", .doc = help_text};
    int status = SC_EXIT_OK;
    if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &status) != 0)
        return SC_EXIT_USAGE;
    stdout_is_checked = true;
    if (!sc_flush_stdout() && status == SC_EXIT_OK)
        status = SC_EXIT_FAILURE;
    return status;
}
