/// The parts of the search for neighbours (find_neighbours.c).
#ifndef SC_NEIGHBOUR_SEARCH_H
#define SC_NEIGHBOUR_SEARCH_H

#include "particles/pair_search.h"

/// The context of sc_keep_neighbours, which selects the pairs of a list.
typedef struct sc_keep_context
{
    const sc_circle_step *work;
    const sc_neighbour_list *neighbours;
} sc_keep_context;

sc_keep_pairs sc_keep_neighbours;

/// Finds the pairs of a list whose grid was built, at most SC_PAIRS_EACH for each particle. Returns
/// false if out of memory.
bool sc_find_crowded(sc_circle_step *work, sc_neighbour_list *neighbours, sc_pair_search *search);

/// Gives the pairs colours and lays them into the blocks of a list. Returns false if out of memory.
bool sc_lay_out_neighbours(const sc_circle_step *work, sc_neighbour_list *neighbours,
                           const sc_pair_search *search);

#endif
