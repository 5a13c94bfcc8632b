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
    {"pile", 150, 0xe9bd2f00c1e46515u},           {"uniform", 100, 0xb2ef05ae6607f3bbu},
    {"powerlaw", 100, 0xb400d1de07be38d6u},       {"dust", 60, 0xd0d670598a703be6u},
    {"dust_and_planet", 60, 0x2e5cc80f7e3776e4u}, {"sleepers", 120, 0x599f6798b0c71831u},
    {"large_pyramid", 60, 0xeba207b62494e74du},   {"many_pyramids", 40, 0xccd184c633474627u},
    {"washer", 100, 0x5b69d3465c50b43cu},         {"compounds", 150, 0x24d066db9b6f7753u},
    {"junkyard", 180, 0x542636b6b2e5f230u},       {"smash", 120, 0xd8fa3b9a46b56309u},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0xde007babaa5bc1ddu},
    {"spinner", 120, 0x0a363a431fade5f2u},        {"rain", 240, 0xb89b68dfc8e7774bu},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"ramp", 120, 0xbc26a852c8e8bc3du},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x603af762c81667f3u},
    {"bridge", 180, 0xeac18f0149dd9653u},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0x0c88895143f77f67u},  {"vehicles", 180, 0x244fa95196d414ffu},
    {"ragdoll_pit", 120, 0xf7870679100432ddu},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xe690b09b53fae029u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0x44b54a87fa9bd2bau},
    {"bullets", 90, 0xe2dd006ddc907f3au},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0xcd4142032960930bu, 0x7d6d446eeb2705d0u, 0xff16f9296c41caabu,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0x15d604588d7de5b6u, 0x79ec1f47db8616efu, 0x75080d8d86062bb3u,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0xf646353f7d388928u,
    0x01b30d9bcbfe3923u,
    0x67e7661267c26b83u,
};

#endif
