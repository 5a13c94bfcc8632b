/// Parsers of the arguments of options. On bad input each prints one line on stderr and returns
/// false; `option` is the name in that line, without its dashes.
#ifndef SCREE_TOOLS_OPTIONS_H
#define SCREE_TOOLS_OPTIONS_H

#include "scenes/scenes.h"

#include <stdbool.h>
#include <stdint.h>

/// A whole number in [low, high].
bool sc_parse_int(const char *option, const char *text, int low, int high, int *value);
bool sc_parse_uint64(const char *option, const char *text, uint64_t *value);
/// A number with 0 < value <= high.
bool sc_parse_positive(const char *option, const char *text, double high, double *value);
/// A number in [low, high].
bool sc_parse_double(const char *option, const char *text, double low, double high, double *value);
/// An instruction set that this CPU has.
bool sc_parse_simd(const char *option, const char *text, scree_simd *value);
/// Whether the environment variable SCREE_SIMD, if set, names a set that runs here.
bool sc_check_environment(void);
/// A solver by name.
bool sc_parse_solver(const char *option, const char *text, scree_solver *value);
/// The default number of substeps of a scene: the scene's own with soft_step, 1 with solvers that
/// iterate.
int sc_default_substeps(const scree_scene *scene, scree_solver solver);
/// Threads that step a world of `workers` workers here; a line on stderr if they are fewer.
int sc_thread_count(int workers);
/// Index of `text` in `names`, which ends with a null.
bool sc_parse_choice(const char *option, const char *text, const char *const *names, int *value);
/// A scene by name; an unknown one is answered with the names that are spelt alike.
bool sc_parse_scene(const char *text, const scree_scene **value);
/// Hands each of the words in `text`, which have commas between them, to `take`. False if that
/// returns false, or with a line on stderr if a word is empty or longer than 63 characters; `what`
/// is its name for words.
bool sc_parse_list(const char *option, const char *what, const char *text,
                   bool (*take)(void *target, char *word), void *target);

/// The words of a variant of the scene (null: all scenes); `text` null: variant 0.
bool sc_parse_variant(const scree_scene *scene, const char *text, int *variant);

#endif
