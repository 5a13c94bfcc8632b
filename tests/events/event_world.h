/// A crowd of bodies to which random calls happen, and what its events should have been.
#ifndef SC_TEST_EVENT_WORLD_H
#define SC_TEST_EVENT_WORLD_H

#include "tests/support/worlds.h"

enum
{
    CROWD = 36,        ///< bodies at most
    CROWD_SHAPES = 3,  ///< on one body, at most
    CROWD_PAIRS = 4096
};

/// The lesser slot first.
typedef struct shape_ids
{
    scree_shape_id a, b;
} shape_ids;

/// Sorted, each pair once.
typedef struct pair_set
{
    int count;
    bool ordered;  ///< as given, not the lesser slot first
    shape_ids pairs[CROWD_PAIRS];
} pair_set;

typedef struct event_world
{
    scree_world *world;
    test_random random;
    scree_body_id bodies[CROWD];
    int count;
    /// contacts with a reported begin and no end
    pair_set begun;
    /// overlaps of sensors with a reported begin and no end, the sensor as a
    pair_set seen;
    int calls, begins, ends, hits, seen_begins, seen_ends;
} event_world;

/// A bin with a few bodies; seeds give different ones. Null def: as by default.
void event_world_make(event_world *crowd, const scree_world_def *def, uint64_t seed);
/// One random call that changes something. Fails the test if it is refused.
void event_world_change(event_world *crowd);
/// Takes in the events of the last step; fails where begins and ends do not pair up or are
/// unordered.
void event_world_note(event_world *crowd);
/// Fails unless begun contacts and sensor overlaps are those found by testing all pairs.
void event_world_check(event_world *crowd);

/// Fails the test if the pair is there already, or is not there.
void pair_set_add(pair_set *set, scree_shape_id a, scree_shape_id b);
void pair_set_remove(pair_set *set, scree_shape_id a, scree_shape_id b);
/// Adds an event's bytes, except for the world's number in ids, to a hash of all before.
uint64_t hash_events(const scree_world *world, uint64_t hash);

/// Over all worlds of a run.
typedef struct event_totals
{
    int begins, ends, hits, asleep, seen_begins, seen_ends;
} event_totals;

/// How the world of a seed is made: every solver in turn, and bodies that fall asleep soon.
scree_world_def event_world_def(uint64_t seed);

/// Crowds of the seeds from `first` on, each for `calls` changing calls, checked after each step.
event_totals event_worlds_run(uint64_t first, int seeds, int calls);

#endif
