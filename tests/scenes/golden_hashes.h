/// State hashes of the scenes' small versions, the same on every machine, compiler and build.
/// Written by: SCREE_PRINT_HASHES=1 test_determinism_long > tests/scenes/golden_hashes.h
#ifndef SC_TEST_GOLDEN_HASHES_H
#define SC_TEST_GOLDEN_HASHES_H

#include <stdint.h>

static const struct
{
    const char *scene;
    int steps;
    uint64_t hash;
} golden_hashes[] = {
    {"pile", 150, 0xc11373d229494a29u},           {"uniform", 100, 0xfa7a153d0f8233a0u},
    {"powerlaw", 100, 0x13769ab9c16a6a40u},       {"dust", 60, 0xd0d670598a703be6u},
    {"dust_and_planet", 60, 0x2e5cc80f7e3776e4u}, {"sleepers", 120, 0x64867cc280596160u},
    {"large_pyramid", 60, 0x1544bc667c7e7d8du},   {"many_pyramids", 40, 0x265ecdfb4bdc9e34u},
    {"washer", 100, 0xb8957d5febba27a9u},         {"compounds", 150, 0x89f475dcaf6f1b27u},
    {"junkyard", 180, 0xa0b631d147306790u},       {"smash", 120, 0xcd50d4ab151431abu},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0x661862cc3d1360cdu},
    {"spinner", 120, 0xd3a5c0b4f9bd141bu},        {"rain", 240, 0x87f1f408ea54235bu},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0xb6e8354978da5760u},           {"platform", 60, 0x4959fe13f8e80c24u},
    {"ramp", 120, 0x91bb3d21b030b2b3u},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x6e0b7b60a43b01aeu},
    {"bridge", 180, 0x5c7e50ab03cd946bu},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0x0c88895143f77f67u},  {"vehicles", 180, 0x244fa95196d414ffu},
    {"ragdoll_pit", 120, 0xe8936c50e8ffacceu},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xe690b09b53fae029u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0x0a9e766c4b7bba20u},
    {"bullets", 90, 0x8d1e51c19b3cbcf2u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x01776ceab7c9b4d1u, 0xcdeeb20cd498d870u, 0x177fc954bf7a1fc3u,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0xbd5aaa6426a07dacu, 0x40afe1637520ffccu, 0x27ef62cb0c23e2ddu,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x1784e162897f5408u,
    0x01b30d9bcbfe3923u,
    0x8f5b5e30a1a1dcefu,
};

#endif
