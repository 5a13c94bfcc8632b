/// The options of a command as a table, and the one parser of such tables (by argp of the C
/// library).
///
///     static const sc_option table[] = {
///         SC_OPTION_HEADING("Options of the run:"),
///         SC_OPTION_SIZE(my_options),
///         SC_OPTION_INT(my_options, steps, "steps", "N", 0, 99, "length of the run, {}"),
///         {0},
///     };
#ifndef SCREE_TOOLS_OPTION_TABLE_H
#define SCREE_TOOLS_OPTION_TABLE_H

#include "options.h"

#include <stddef.h>

typedef struct sc_option sc_option;

/// Stores the argument of an option in its place in the command's options. On a bad argument it
/// prints one line on stderr and returns false. `text` lives as long as the program.
typedef bool sc_take(const sc_option *option, const char *text, void *place);

struct sc_option
{
    const char *name;      ///< null: a heading, which `help` is
    const char *argument;  ///< as help calls it; null: there is none
    const char *help;      ///< "{}" in it becomes "LOW to HIGH"
    sc_take *take;
    size_t offset;         ///< of its place in the command's options
    double low, high;      ///< for those that take numbers
    char letter;           ///< that stands for the name; 0: none
    const char *replaces;  ///< the option of the only file to read that this output may replace
};

sc_take sc_take_flag;      ///< bool
sc_take sc_take_int;       ///< int, low to high
sc_take sc_take_uint64;    ///< uint64_t: a seed, which scenes without random numbers refuse
sc_take sc_take_positive;  ///< double, above 0 and up to high
sc_take sc_take_simd;      ///< scree_simd, one that this CPU has
sc_take sc_take_solver;    ///< scree_solver
sc_take sc_take_choice;    ///< int, the place of a word in `argument`, "A|B"
sc_take sc_take_input;     ///< const char *, path of a file to read
sc_take sc_take_text;      ///< const char *, as it is
sc_take sc_take_output;    ///< const char *, path of a file to write; no two may go to the same one

// Rows of tables; `type` is the struct of the command's options.
#define SC_OPTION_ROW(...) \
    {                      \
        __VA_ARGS__        \
    }
#define SC_OPTION_HEADING(title) SC_OPTION_ROW(.help = title)
#define SC_OPTION(type, member, name, argument, take, help) \
    SC_OPTION_ROW(name, argument, help, take, offsetof(type, member), 0, 0, 0, NULL)
// Where a member of that type is; any other type does not compile.
#define SC_OPTION_PLACE(type, member, expected) \
    _Generic(((type *)0)->member, expected : offsetof(type, member))
#define SC_OPTION_FLAG(type, member, name, help)                                                \
    SC_OPTION_ROW(name, NULL, help, sc_take_flag, SC_OPTION_PLACE(type, member, bool), 0, 0, 0, \
                  NULL)
#define SC_OPTION_INT(type, member, name, argument, low, high, help)                          \
    SC_OPTION_ROW(name, argument, help, sc_take_int, SC_OPTION_PLACE(type, member, int), low, \
                  high, 0, NULL)
#define SC_OPTION_SECONDS(type, member, name, high, help)                                      \
    SC_OPTION_ROW(name, "S", help, sc_take_positive, SC_OPTION_PLACE(type, member, double), 0, \
                  high, 0, NULL)
#define SC_OPTION_OUTPUT(type, member, help)                                                       \
    SC_OPTION_ROW(#member, "F", help, sc_take_output, SC_OPTION_PLACE(type, member, const char *), \
                  0, 0, 0, NULL)

// Options that several commands have.
#define SC_OPTION_SIZE(type)                                    \
    SC_OPTION_INT(type, params.size, "size", "N", 1, INT32_MAX, \
                  "scale of the scene; `scree scenes` says what it counts")
#define SC_OPTION_SEED(type)                                  \
    SC_OPTION(type, params.seed, "seed", "N", sc_take_uint64, \
              "of the random numbers; 0: the scene's own")
#define SC_OPTION_VARIANT(type)                                  \
    SC_OPTION(type, variant, "variant", "W,W,...", sc_take_text, \
              "how the scene is built, in words that `scree scenes` lists")
#define SC_OPTION_SIMD(type)                           \
    SC_OPTION(type, simd, "simd", "SET", sc_take_simd, \
              "instruction set, as listed by `scree cpu`; default auto")
#define SC_OPTION_THREADS(type)                         \
    SC_OPTION_INT(type, threads, "threads", "T", 1, 64, \
                  "threads that step the world, {}; no more than cores; default 1")
#define SC_OPTION_SLEEP(type) \
    SC_OPTION_FLAG(type, sleep, "sleep", "let bodies fall asleep; some scenes always do")
#define SC_OPTION_SOLVER(type)                             \
    SC_OPTION(type, solver, "solver", "S", sc_take_solver, \
              "soft_step, pgs, pgs_split or projection; default soft_step")
#define SC_OPTION_WRITTEN SC_OPTION_HEADING("What is written; F may be - for stdout:")
#define SC_OPTION_ALL(type) \
    SC_OPTION_FLAG(type, all, "all", "stages that take less than 0.05% of a step are listed, too")
#define SC_OPTION_QUIET(type)                                                \
    SC_OPTION_ROW("quiet", NULL, "no tables, no progress bar", sc_take_flag, \
                  SC_OPTION_PLACE(type, quiet, bool), 0, 0, 'q', NULL)

typedef struct sc_syntax
{
    const sc_option *table;  ///< ends with an empty one
    const char *scenes;      ///< "SCENE" or "SCENE|all", as help shows it
    const char *purpose;     ///< the purpose of the scene: "to run"; null: none need be named
    const char *help;        ///< a sentence on the command; after a \v, what else there is to know
    size_t scene, size;      ///< of `const scree_scene *` (null: all, or none) and of `int` in the
                             ///< command's options
    const char *no_file;  ///< of commands that take a file and no scene: the line if it is missing
    size_t file;          ///< of `const char *`, its path, in the command's options
} sc_syntax;

/// Sets the options in the arguments; the rest of `options` stays as it is. False, and a line on
/// stderr, if they make no sense, if the scene cannot be built in that size, or if the environment
/// variable SCREE_SIMD names no set.
bool sc_parse_options(const sc_syntax *syntax, int argc, char **argv, void *options);

/// For commands without arguments.
bool sc_parse_no_options(int argc, char **argv, const char *help);

#endif
