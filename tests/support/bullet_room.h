/// Small bodies of four kinds that fly about in a room with walls of 0.1 m.
#ifndef SC_TEST_BULLET_ROOM_H
#define SC_TEST_BULLET_ROOM_H

#include <scree/scree.h>

typedef struct bullet_room
{
    int count;          ///< bodies: boxes, discs, thin rods and capsules in turn
    float half;         ///< of the room, m
    float speed, spin;  ///< m/s, which they are given again when they have lost a tenth; rad/s
    scree_simd simd;
    scree_solver solver;
    float restitution;
    int workers;   ///< 0: one
    bool bullets;  ///< they collide with each other, as bullets; else with the walls only
    bool off;      ///< without continuous collision

    // Found.
    int outside;  ///< whose centre was outside the inner face by more than half a wall
    int hits;
} bullet_room;

/// Runs `steps` steps and returns the hash of the world at the end.
uint64_t fly_in_room(bullet_room *room, int steps);

#endif
