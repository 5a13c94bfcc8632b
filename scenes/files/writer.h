/// Shared by the parts of the writer of scene files.
#ifndef SC_SCENES_FILES_WRITER_H
#define SC_SCENES_FILES_WRITER_H

#include "scenes/files/fields.h"
#include "scenes/files/scene_file.h"

typedef struct sc_writer
{
    FILE *file;
    scree_world *world;
    const scree_scene *scene;
    const scree_scene_state *state;
    char *why;
    size_t why_size;
    int body_count, shape_count, joint_count;
    scree_body_id *bodies;   // in order of creation
    scree_shape_id *shapes;  // in order of creation
    scree_joint_id *joints;
    int *shape_body;   // number of the body of each shape
    int *first_shape;  // of each body, in shapes; the shapes of a body follow each other
    int first_asleep;  // of state->asleep_count bodies
    bool by_body;      // shapes are in the order of their bodies
    bool comma;        // a key or an element came before
} sc_writer;

/// Writes the reason into `why`. Returns false.
__attribute__((format(printf, 2, 3))) bool sc_refuse_world(sc_writer *writer, const char *format,
                                                           ...);

/// A key, after a comma if something came before in its object.
void sc_put_key(sc_writer *writer, const char *key);
void sc_put_text(sc_writer *writer, const char *text);
/// The shortest of 6 to 9 digits that reads back as the same bits.
void sc_put_float(sc_writer *writer, float value);
void sc_put_vec2(sc_writer *writer, scree_vec2 value);
void sc_put_points(sc_writer *writer, const char *key, const scree_vec2 *points, int count);
/// Whether a member of the table differs, bit for bit.
bool sc_differs(const sc_field_table *table, const void *value, const void *plain);
/// The keys whose members differ, bit for bit, from those of `plain`.
void sc_put_object(sc_writer *writer, const sc_field_table *table, const void *value,
                   const void *plain);
/// A key with an object of these, if there are any.
void sc_put_table(sc_writer *writer, const char *key, const sc_field_table *table,
                  const void *value, const void *plain);

/// Begins the object of a shape or joint; a negative body is not written.
void sc_put_shape_begin(sc_writer *writer, const char *type, int body);
/// The shapes of a body, if shapes are in the order of bodies. Returns false if it is refused.
bool sc_put_body_shapes(sc_writer *writer, int body);
/// All shapes, if they are in another order.
bool sc_put_outer_shapes(sc_writer *writer);
/// All soft bodies. Returns false if one is refused.
bool sc_put_soft_bodies(sc_writer *writer);
/// The settings and all particles, also those that the scene creates in its own number of steps,
/// for which the world is stepped: this comes last. Returns false if one is refused.
bool sc_put_particles(sc_writer *writer);
/// The number of a body in the file; -1: it has none.
int sc_body_number(const sc_writer *writer, scree_body_id id);

#endif
