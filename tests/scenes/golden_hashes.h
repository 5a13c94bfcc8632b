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
    {"pile", 150, 0x4947ce9b3581bf3eu},           {"uniform", 100, 0xc3ad9e505f3251dfu},
    {"powerlaw", 100, 0xf2b8c975c09cfbd0u},       {"dust", 60, 0x98831891d7a2c5ddu},
    {"dust_and_planet", 60, 0x935b643df7c889a8u}, {"sleepers", 120, 0x8c2a0a20b9702053u},
    {"large_pyramid", 60, 0xdc94a426f7e3bf8du},   {"many_pyramids", 40, 0x7206ecd37415a761u},
    {"washer", 100, 0xaf910a4ab29dc034u},         {"compounds", 150, 0x2edfc47dfc5991feu},
    {"junkyard", 180, 0xf1e40cce72bf1528u},       {"smash", 120, 0x6bde78c8863e8a4fu},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0xc018692dc78cb7ccu},
    {"spinner", 120, 0x6201850b04a2961cu},        {"rain", 240, 0x8ffd319988ee7e5du},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"ramp", 120, 0xbc26a852c8e8bc3du},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x2b65f46211fb9c7eu},
    {"bridge", 180, 0xeac18f0149dd9653u},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0xce8e8df4a16871ecu},  {"vehicles", 180, 0x2699a3c3d93b80c3u},
    {"ragdoll_pit", 120, 0x70ace94ec3a76438u},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xb7db91d949909432u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0xce1bd97ce64da026u},
    {"bullets", 90, 0xba4d70a0ec781903u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x86327e9989f93f7eu, 0x09ca166b094bd095u, 0xd19c64adea24daabu,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0xff63b8d26965c19bu, 0xd07898129249af46u, 0xf1422858db73e0dbu,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x13be24114fe592c4u,
    0xed933da80302b8b7u,
    0xd8d842d192371350u,
};

#endif
