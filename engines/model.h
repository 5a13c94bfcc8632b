/// A scene in a form that does not depend on an engine: its bodies, shapes and joints in order of
/// creation, read from a scree world through public calls, the motion of the bodies that the scene
/// drives, and the objects that the scene creates and destroys while it runs.
#ifndef SC_ENGINES_MODEL_H
#define SC_ENGINES_MODEL_H

#include "scenes/scenes.h"

#include <scree_tools/engine_plugin.h>

/// A body of `stage` and its number.
typedef struct sc_model_live
{
    scree_body_id id;
    int number;
} sc_model_live;

typedef struct sc_model
{
    const scree_scene *scene;
    scree_scene_params params;
    int size;  ///< as built
    // If a scene creates and destroys objects, the counts grow in sc_model_drive and no element is
    // removed: destroyed bodies are marked.
    int body_count, shape_count, joint_count, vertex_count;
    int body_capacity, shape_capacity, joint_capacity, vertex_capacity;
    sc_model_body *bodies;
    sc_model_shape *shapes;
    sc_model_joint *joints;
    scree_vec2 *vertices;
    scree_vec2 gravity;
    scree_aabb limits;  ///< a dynamic body whose origin is outside has escaped
    int dynamic_count;  ///< that are not gone
    double total_mass;  ///< of these, kg
    int top_count;      ///< bodies on top of stacks that should stand
    int *tops;          ///< their numbers
    int kinematic_count;
    int *kinematic;  ///< their numbers
    // The members below change with sc_model_drive.
    scree_vec2 *kinematic_velocity;  ///< of the origin, over the coming step, m/s
    float *kinematic_w;              ///< rad/s
    /// The additions of the last step: the bodies, shapes and joints from these numbers on, each
    /// body with its joints to lower numbers. Before the first step: all of them.
    int first_new_body, first_new_shape, first_new_joint;
    int gone_count, gone_capacity;
    int *gone;           ///< numbers of the bodies that were destroyed before the last step
    scree_world *stage;  ///< holds only the bodies that move or are created while the scene runs
    scree_scene_state state;  ///< of the scene in `stage`
    int live_count;
    sc_model_live *live;  ///< bodies of `stage` by rising id, in scenes that create
    /// As built.
    int start_bodies, start_dynamic, start_shapes, start_joints, start_vertices;
} sc_model;

/// The definition from which a scree-like engine creates the body, before it has shapes: adding
/// them moves the centre of mass, and the velocity with it, to the values of the model.
SC_SCENES_API scree_body_def sc_model_body_def(const sc_model_body *body);
SC_SCENES_API scree_polygon sc_model_polygon(const sc_model_parts *parts,
                                             const sc_model_shape *shape);
/// The arrays that an engine gets together with a shape; valid until the model changes.
SC_SCENES_API sc_model_parts sc_model_parts_of(const sc_model *model);

/// Reads a scene into a model. Returns null, with a sentence in *why (if not null), if the scene
/// cannot be built or has objects that the interface does not support (particles).
SC_SCENES_API sc_model *sc_model_create(const scree_scene *scene, const scree_scene_params *params,
                                        const char **why);
SC_SCENES_API void sc_model_destroy(sc_model *model);

/// Computes the velocities of the kinematic bodies over the next `dt` seconds, and the objects that
/// the scene creates and destroys before them. Returns false on failure.
SC_SCENES_API bool sc_model_drive(sc_model *model, float dt);
/// Returns the model to its start, for the next run. Returns false if out of memory.
SC_SCENES_API bool sc_model_rewind(sc_model *model);

#endif
