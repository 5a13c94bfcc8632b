/// One small interface over physics engines, so that the same scene can be run, timed and judged on
/// each: scree itself, the built-in reference, and peers where they are installed.
///
/// An engine is a table of functions. The table and the types of its arguments are in the installed
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
/// The engine with a name; null if there is none.
SC_ENGINES_API const sc_engine *sc_engine_find(const char *name);

enum
{
    SC_ENGINE_MAX_ADDED = 8
};
/// Adds an engine, which must live as long as the program. Returns false if there is an engine of
/// that name, or if SC_ENGINE_MAX_ADDED engines have been added.
SC_ENGINES_API bool sc_engine_add(const sc_engine *engine);

/// Peers that this build does not have, and the way to add them.
typedef struct sc_missing_engine
{
    const char *name, *remedy;
} sc_missing_engine;
SC_ENGINES_API int sc_missing_engine_count(void);
SC_ENGINES_API sc_missing_engine sc_missing_engine_at(int index);

/// The settings of a scene for any engine: gravity, substeps, restitution threshold, stiffness. The
/// solver is the default one of a world.
SC_ENGINES_API sc_engine_settings sc_engine_settings_for(const sc_model *model);

/// The reason why this engine cannot run this scene, as the end of a sentence ("has no gears");
/// null: none is known before the run. The engine may still run out of memory.
SC_ENGINES_API const char *sc_engine_refusal(const sc_engine *engine, const sc_model *model);

/// Called before each step, after sc_model_drive: passes the motion, creations and destructions of
/// the scene to the engine. Returns false if the engine cannot do this or ran out of memory; the
/// world must not be used then.
SC_ENGINES_API bool sc_engine_follow(const sc_engine *engine, void *world, const sc_model *model);

/// Creates a world of `engine` with all objects of the model. Returns null on failure.
SC_ENGINES_API void *sc_engine_build(const sc_engine *engine, const sc_engine_settings *settings,
                                     const sc_model *model);
/// Like sc_engine_build. On failure, *fault is the reason as the end of a sentence: "could not add
/// a shape".
SC_ENGINES_API void *sc_engine_build_or_say(const sc_engine *engine,
                                            const sc_engine_settings *settings,
                                            const sc_model *model, const char **fault);

#endif
