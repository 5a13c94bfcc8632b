/// Scenes read as models, for tests that know what must be in them.
#ifndef SC_TEST_SCENE_READER_H
#define SC_TEST_SCENE_READER_H

#include "engines/judge.h"
#include "tests/support/trials.h"
#include "tests/support/worlds.h"

/// The scene of this size (0: its own) as a model; fails the test if there is none.
sc_model *model_of(const char *name, int size);

/// A shape in the coordinates of its body, its radius included, m.
typedef struct shape_extent
{
    double left, bottom, right, top;
} shape_extent;

shape_extent extent_of(const sc_model *model, const sc_model_shape *shape);

/// Fails the test unless the shape is the rectangle [left, right] x [bottom, top], within 1e-4 m.
void assert_rectangle(const sc_model *model, const sc_model_shape *shape, double left,
                      double bottom, double right, double top);
/// Fails the test unless each corner is one of the shape's vertices, and it has no others.
void assert_vertices(const sc_model *model, const sc_model_shape *shape, const double (*corners)[2],
                     int count);
/// Fails the test unless the shape's surface is the default one except for these values.
void assert_surface(const sc_model_shape *shape, double friction, double restitution,
                    double density);

/// The first shape of a body, and how many it has: those of a body are neighbours.
const sc_model_shape *shapes_of(const sc_model *model, int body, int *count);

/// Touching pairs of the scene as it is built, and the deepest overlap among them, m.
sc_overlaps overlaps_at_start(const sc_model *model);

#endif
