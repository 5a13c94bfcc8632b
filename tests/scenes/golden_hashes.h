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
    {"pile", 150, 0x9ea005525d042002u},           {"uniform", 100, 0xb9eb32f92c7e0c4cu},
    {"powerlaw", 100, 0x13769ab9c16a6a40u},       {"dust", 60, 0xd0d670598a703be6u},
    {"dust_and_planet", 60, 0x2e5cc80f7e3776e4u}, {"sleepers", 120, 0x8a13c1ec69e653cbu},
    {"large_pyramid", 60, 0x1544bc667c7e7d8du},   {"many_pyramids", 40, 0x265ecdfb4bdc9e34u},
    {"washer", 100, 0x082949d2f1227a5bu},         {"compounds", 150, 0xdb7c3978e202cc76u},
    {"junkyard", 180, 0xf242a847a8b7808du},       {"smash", 120, 0xb980d297226d988cu},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0xd640dcc62019db72u},
    {"spinner", 120, 0x8daf011e0572601bu},        {"rain", 240, 0xdfd62c7a4864d608u},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0xb6e8354978da5760u},           {"platform", 60, 0x4959fe13f8e80c24u},
    {"ramp", 120, 0x91bb3d21b030b2b3u},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0xff9ad91ad90130f1u},
    {"mechanisms", 120, 0xb5480032f470273cu},     {"machines", 120, 0x20e9b641aa7a0698u},
    {"bridge", 180, 0x5c7e50ab03cd946bu},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0xed558d5981d33c02u},  {"vehicles", 180, 0x244fa95196d414ffu},
    {"ragdoll_pit", 120, 0x45a6d056f2917369u},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xe690b09b53fae029u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0xc917fd5e46f23d22u},
    {"bullets", 90, 0x0d8fb66c33eb9ca1u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x01776ceab7c9b4d1u, 0xcdeeb20cd498d870u, 0x177fc954bf7a1fc3u,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0x2ca0b94826af6dddu, 0xd18d042c889bf196u, 0xb2686eb52ba36197u,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x31f99b082c49ccd6u,
    0x01b30d9bcbfe3923u,
    0x6439b6e20afa69b1u,
};

#endif
