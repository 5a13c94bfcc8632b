/// The pairs that a world holds, against all pairs of its boxes by brute force.
#ifndef SC_TEST_PAIR_CHECK_H
#define SC_TEST_PAIR_CHECK_H

#include <scree/scree.h>

/// To be called after a step. Fails if pairs differ; prints `round`. Returns the pair count.
int check_pairs(scree_world *world, int round);

#endif
