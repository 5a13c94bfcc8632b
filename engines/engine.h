/// One small interface over physics engines, so that the same scene can be run, timed and judged on
/// each: scree itself, the built-in reference, and peers where they are installed.
///
/// The table of functions that makes an engine, and what passes through it, is in the installed
/// header scree_tools/engine_plugin.h, so that an engine may also be a shared object that is loaded
/// while the program runs (engine_plugins.h).
#ifndef SC_ENGINES_ENGINE_H
#define SC_ENGINES_ENGINE_H

#include "engines/model.h"

#include <scree/scree.h>

#ifdef __cplusplus
#define SC_ENGINES_API extern "C"
#else
#define SC_ENGINES_API
#endif

/// The engines of this build in order: scree, reference, the peers that were found, then plugins.
SC_ENGINES_API int sc_engine_count(void);
SC_ENGINES_API const sc_engine *sc_engine_at(int index);
/// Null if there is no engine of that name.
SC_ENGINES_API const sc_engine *sc_engine_find(const char *name);

enum
{
    SC_ENGINE_MAX_ADDED = 8
};
/// Adds an engine, which must live as long as the program. False: there is one of that name, or
/// SC_ENGINE_MAX_ADDED were added.
SC_ENGINES_API bool sc_engine_add(const sc_engine *engine);

/// Peers that this build does not have, and the way to add them.
typedef struct sc_missing_engine
{
    const char *name, *remedy;
} sc_missing_engine;
SC_ENGINES_API int sc_missing_engine_count(void);
SC_ENGINES_API sc_missing_engine sc_missing_engine_at(int index);

/// The scene's settings for any engine: gravity, substeps, restitution threshold, stiffness; the
/// solver as a world has it by default.
SC_ENGINES_API sc_engine_settings sc_engine_settings_for(const sc_model *model);

/// Why this engine cannot run this scene, as the end of a sentence, as far as is known before:
/// null, or "has no gears". Memory may run out all the same.
SC_ENGINES_API const char *sc_engine_refusal(const sc_engine *engine, const sc_model *model);

/// Called before each step, after sc_model_drive: passes on the motion, creations and destructions
/// of the scene. False: the engine cannot, or memory ran out; the world is then of no use.
SC_ENGINES_API bool sc_engine_follow(const sc_engine *engine, void *world, const sc_model *model);

/// A world of `engine` with all that the model holds. Null on failure.
SC_ENGINES_API void *sc_engine_build(const sc_engine *engine, const sc_engine_settings *settings,
                                     const sc_model *model);
/// sc_engine_build, whose failure `fault` tells as the end of a sentence: "could not add a shape".
SC_ENGINES_API void *sc_engine_build_or_say(const sc_engine *engine,
                                            const sc_engine_settings *settings,
                                            const sc_model *model, const char **fault);

#endif
