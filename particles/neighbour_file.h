/// The kept list of neighbours in a snapshot. A snapshot holds the arrays of the list. The grid of
/// the list is built again, with the same contents, in the first step after a load.
#ifndef SC_NEIGHBOUR_FILE_H
#define SC_NEIGHBOUR_FILE_H

#include "particles/particle_store.h"

/// The tables of sc_neighbour_store, which describes the arrays of sc_neighbour_list.
enum
{
    SC_NEIGHBOUR_ROWS,
    SC_NEIGHBOUR_PAIRS,  ///< pairs, by lane
    SC_NEIGHBOUR_MOVED,
    SC_NEIGHBOUR_ADDED  ///< pairs that were added to the list, by lane after the end of the batch
};
extern const sc_store sc_neighbour_store;

/// Whether there is a list to save, because the next step or the call for the pairs of particles
/// uses it.
static inline bool sc_neighbours_are_kept(const sc_circles *circles)
{
    return circles->neighbours.valid || circles->listed;
}

/// The number of elements that a table of the list has, by the numbers in the list's struct. For
/// the table of rows that moved it is the number in use or, with `most`, the largest possible one.
/// Negative: the numbers are not those of a list.
int32_t sc_neighbour_count(const sc_circles *circles, int table, bool most);
/// Allocates the arrays of a list whose numbers are set. Returns false if out of memory.
bool sc_neighbours_take_arrays(sc_circles *circles);
/// Checks a list that was read from a file, so that no step reads or writes past its arrays.
/// Returns null, or the first condition that does not hold.
const char *sc_neighbours_check(sc_circles *circles);

#endif
