/// What the commands' argument parsers share. On bad input each prints one line on stderr and
/// returns false.
#ifndef SCREE_TOOLS_OPTIONS_H
#define SCREE_TOOLS_OPTIONS_H

#include "scenes/scenes.h"

#include <stdbool.h>
#include <stdint.h>

/// A whole number in [low, high]. `option` is what the message calls it.
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
/// Substeps that a scene is run with by default: what the scene is meant for with soft_step, 1 with
/// solvers that iterate.
int sc_default_substeps(const scree_scene *scene, scree_solver solver);
/// Index of `text` in `names`, which ends with a null.
bool sc_parse_choice(const char *option, const char *text, const char *const *names, int *value);
/// A scene by name; an unknown one is answered with the names that are spelt alike.
bool sc_parse_scene(const char *text, const scree_scene **value);
/// Whether a report can go to these two paths, either of which may be null.
bool sc_check_outputs(const char *json, const char *page);
/// A size that the scene can be built with.
bool sc_check_size(const scree_scene *scene, int size);

#endif
