/// A scene written as a file, and read again.
#ifndef SC_TEST_ROUND_TRIPS_H
#define SC_TEST_ROUND_TRIPS_H

#include "tests/files/scene_texts.h"

/// Fails the test unless the scene of this size and its file have the same state at the start and
/// the same hash after `steps`. False if the scene cannot be written.
bool round_trip(const scree_scene *scene, int size, int steps);

#endif
