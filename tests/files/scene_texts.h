/// Scenes from text, for tests of scene files.
#ifndef SC_TEST_SCENE_TEXTS_H
#define SC_TEST_SCENE_TEXTS_H

#include "scenes/files/scene_file.h"
#include "tests/support/testing.h"
#include "tests/support/worlds.h"

#define WHY_SIZE 1024

/// scoped_scene scree_scene *p = ...: freed with its block.
#define scoped_scene __attribute__((cleanup(end_scoped_scene)))
static inline void end_scoped_scene(const scree_scene **scene) { sc_scene_file_free(*scene); }

/// Reads a text and builds it. Null, and the message in `why`, if either is refused.
const scree_scene *scene_of_text(const char *text, size_t length, char why[WHY_SIZE]);

/// Reads a text that may be anything: it must be read, or refused with a message.
void try_scene_text(const char *text, size_t length);

/// A world of the scene of this size; fails the test if it cannot be built.
scree_world *world_of_scene(const scree_scene *scene, int size, scree_scene_state *state);

/// The file of a world as text, which the caller frees; null if it is refused.
char *text_of_world(const scree_scene *scene, scree_world *world, const scree_scene_state *state,
                    char why[WHY_SIZE]);

/// The contents of a file of the sources, which the caller frees; fails the test if there is none.
char *text_of_file(const char *path, size_t *length);

#endif
