/// State hashes of the scenes' small versions, the same on every machine, compiler and build.
/// Written by: SCREE_PRINT_HASHES=1 test_determinism > tests/golden_hashes.h
#ifndef SC_TEST_GOLDEN_HASHES_H
#define SC_TEST_GOLDEN_HASHES_H

#include <stdint.h>

static const struct
{
    const char *scene;
    int steps;
    uint64_t hash;
} golden_hashes[] = {
    {"pile", 150, 0xdbb83b286c147c00u},           {"uniform", 100, 0x256acf218dafd11cu},
    {"powerlaw", 100, 0x12164eb056c17bf4u},       {"dust", 60, 0x98831891d7a2c5ddu},
    {"dust_and_planet", 60, 0x935b643df7c889a8u}, {"large_pyramid", 60, 0xa95dadea0056f39bu},
    {"many_pyramids", 40, 0xb4cb6e850f38192au},   {"washer", 100, 0xbebcbe82e1e23c94u},
    {"compounds", 150, 0x203dcc34c081b4c9u},      {"junkyard", 180, 0x9fea77efb4350fdcu},
    {"smash", 120, 0x002aec05071bcf69u},          {"stack", 120, 0x9444d43d38f7e94du},
    {"tower_50", 120, 0x0617a740c4f7500cu},       {"mass_ratio", 120, 0xd11fdd12d7fde5dau},
    {"card_house", 120, 0x553a4c065ee626b6u},     {"arch", 120, 0xb7b92e1a5dbb52fdu},
    {"ramp", 120, 0x5bb6e53f45b4e07fu},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xaba12c24cb09b9d9u},       {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xb7db91d949909432u},
    {"verlet_circles", 240, 0x272393277a92a5f0u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x86327e9989f93f7eu, 0x09ca166b094bd095u, 0xd19c64adea24daabu,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0x386765513d22c282u, 0x46436b7ef888ef2fu, 0x43f7727370555b15u,
};

#endif
