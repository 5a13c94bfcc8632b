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
    const char *name, *title;  // usage messages call the program by the title
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
    "  run SCENE      simulate a scene: times, quality, data, traces, pictures\n"
    "  scenes         list the scenes\n"
    "  cpu            list the instruction sets and the one in use\n"
    "  profile SCENE  measure stages and kernels, and compare them with a baseline\n"
    "  floor          compare the time of each stage with its least possible time\n"
    "  verify         check that every instruction set gives the same bits\n"
    "  compare SCENE  run a scene on several engines: times, quality, verdicts\n"
    "  engines        list the engines of this build\n"
    "  lab SCENE      compare solvers and settings on a scene: time and quality\n"
    "  convert SCENE  write a scene as a file, which other commands accept as SCENE\n"
    "  replay FILE    repeat a recording, and name the first call that differs\n"
    "\n"
    "`scree help COMMAND` and `scree COMMAND --help` list the options of a command. Exit status: 0 "
    "if all went well, 1 if something failed or differs, 2 if arguments are wrong or a file cannot "
    "be opened or read.";

static void print_version(FILE *file, struct argp_state *state)
{
    (void)state;
    int version = scree_version();
    fprintf(file, "scree %d.%d.%d (%s, %s, %s)\n", version / 10000, version / 100 % 100,
            version % 100, SCREE_BUILD_COMMIT, SCREE_BUILD_COMPILER, SCREE_BUILD_TYPE);
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i)
    {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    sc_print_error("there is no command '%s'; `scree --help` lists them", name);
    return NULL;
}

static int run_titled(const command *command, int argc, char **argv)
{
    char title[32], *name = argv[0];
    argv[0] = strncpy(title, command->title, sizeof title - 1);
    title[sizeof title - 1] = '\0';
    int status = command->run(argc, argv);
    argv[0] = name;
    return status;
}

// `scree help COMMAND` is `scree COMMAND --help`, and `scree help` is `scree --help`.
static error_t show_help(struct argp_state *state, int *status)
{
    int names = state->argc - state->next;
    if (names > 1)
    {
        sc_print_error("`scree help` takes one command");
        return EINVAL;
    }
    char *name = names == 1 ? state->argv[state->next] : NULL;
    state->next = state->argc;
    if (name == NULL || name[0] == '-')
    {
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    }
    const command *command = find_command(name);
    if (command == NULL)
        return EINVAL;
    char option[] = "--help";
    *status = run_titled(command, 2, (char *[]){name, option, NULL});
    return 0;
}

static error_t run_command(char *name, struct argp_state *state, int *status)
{
    if (strcmp(name, "help") == 0)
        return show_help(state, status);
    const command *command = find_command(name);
    if (command == NULL)
        return EINVAL;
    *status = run_titled(command, state->argc - state->next + 1, state->argv + state->next - 1);
    state->next = state->argc;  // the rest was the command's
    return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    switch (key)
    {
    case ARGP_KEY_ARG:
        return run_command(argument, state, state->input);
    case ARGP_KEY_NO_ARGS:
        sc_print_error("no command given; `scree --help` lists them");
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
    // If the reader of a pipe ends, the write fails, and the command still closes its other files.
    signal(SIGPIPE, SIG_IGN);
    // A file beyond the limit of the shell is a failed write, too.
    signal(SIGXFSZ, SIG_IGN);
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
