/// Scenes in JSON files (docs/files.md): a file becomes a scree_scene, which every user of scenes
/// can run.
#ifndef SC_SCENES_FILES_SCENE_FILE_H
#define SC_SCENES_FILES_SCENE_FILE_H

#include "scenes/scenes.h"

#include <stdio.h>

/// Limits of files. Larger ones are refused.
#define SC_FILE_MAX_BYTES (64 << 20)
#define SC_FILE_MAX_VALUES 4000000   ///< numbers, strings, lists and so on
#define SC_FILE_MAX_DEPTH 32         ///< lists and objects inside each other
#ifndef SC_FILE_MAX_OBJECTS          // tests/fuzz has a lower one
#define SC_FILE_MAX_OBJECTS 1000000  ///< bodies; shapes; joints; particles; vertices of soft bodies
#endif
#define SC_FILE_MAX_PARAMETERS 32
#define SC_FILE_MAX_STEPS 10000000
/// Particles are written one by one, each of up to 12 values.
#define SC_FILE_MAX_WRITTEN_PARTICLES (SC_FILE_MAX_VALUES / 12)

/// A value that takes the place of the default of a parameter.
typedef struct sc_file_value
{
    const char *name;
    double value;
} sc_file_value;

/// Whether a command takes the name of a scene as that of a file: it ends in ".json" or
/// ".tmx", or has a '/'.
SC_SCENES_API bool sc_is_scene_file(const char *name);

/// Reads a file. Null on error, and one line in `why`: file, place, fault. The scene belongs to the
/// caller; it is complete after sc_scene_file_check.
SC_SCENES_API const scree_scene *sc_scene_file_load(const char *path, const sc_file_value *values,
                                                    int value_count, char *why, size_t why_size);
/// The same from text of `length` bytes; `name` is the file's in messages.
SC_SCENES_API const scree_scene *sc_scene_file_parse(const char *name, const char *text,
                                                     size_t length, const sc_file_value *values,
                                                     int value_count, char *why, size_t why_size);
/// Builds the scene once in a world of its own. False, and one line in `why`, if that fails.
SC_SCENES_API bool sc_scene_file_check(const scree_scene *scene, const scree_scene_params *params,
                                       char *why, size_t why_size);
/// Parts of a file of another program that were left out, "2 images"; "" if none.
SC_SCENES_API const char *sc_scene_file_notes(const scree_scene *scene);
/// Null is allowed; a scene that is not from a file is left alone.
SC_SCENES_API void sc_scene_file_free(const scree_scene *scene);

/// Writes a world in which nothing was stepped yet, built by a scene, as a file from which the same
/// world is built bit for bit. The world is of no use afterwards: it computed its masses again, and
/// was stepped if its scene creates particles while it runs. False, and the reason in `why`, if it
/// has objects or settings that files cannot hold. A failed write is left to the caller to find
/// with ferror.
SC_SCENES_API bool sc_scene_file_write(FILE *file, const scree_scene *scene, scree_world *world,
                                       const scree_scene_state *state, char *why, size_t why_size);

/// The JSON Schema of files.
SC_SCENES_API void sc_scene_file_write_schema(FILE *file);

#endif
