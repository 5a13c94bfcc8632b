/// The shared group as units of work for several workers (core/wavefront.h). A unit consists of
/// blocks of one colour. Units that share bodies run in the order of their colours, so no barrier
/// is needed after each colour.
#ifndef SC_WAVEFRONTS_H
#define SC_WAVEFRONTS_H

#include "dynamics/solver/constraints.h"

/// Whether the shared group is cut into units. With two threads it is not, because barriers cost
/// less.
bool sc_uses_wavefronts(const sc_step *step);
/// Cuts the coloured blocks of contacts and of joints of the shared group into units. Small groups
/// have none. Returns false if out of memory.
bool sc_take_wavefronts(const sc_step *step);
/// Checks that the units have every coloured block of the shared group once, in the order of
/// colours, with the bands of all their rows (core/require.h).
const char *sc_validate_wavefronts(const sc_constraints *constraints);

#endif
