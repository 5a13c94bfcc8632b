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
    {"pile", 150, 0x0f9f560a61f71420u},           {"uniform", 100, 0x47a6a0bc5950b2e8u},
    {"powerlaw", 100, 0xe3163b6a311ee1f8u},       {"dust", 60, 0xc03a0ef818c11915u},
    {"dust_and_planet", 60, 0x61da38facc6618eeu}, {"sleepers", 120, 0xcc7e4803a11fb8f7u},
    {"large_pyramid", 60, 0xeba207b62494e74du},   {"many_pyramids", 40, 0xccd184c633474627u},
    {"washer", 100, 0x38ec4e8b282a8dc0u},         {"compounds", 150, 0x701abb9a998b859eu},
    {"junkyard", 180, 0xb77e2b11018ca7f4u},       {"smash", 120, 0x6ce25f50b2ecd2a4u},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0xe30ad674fb899b84u},
    {"spinner", 120, 0x9103a05c737b7f45u},        {"rain", 240, 0x378939c2fb1ea784u},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"ramp", 120, 0xbc26a852c8e8bc3du},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x603af762c81667f3u},
    {"bridge", 180, 0xeac18f0149dd9653u},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0x0c88895143f77f67u},  {"vehicles", 180, 0x244fa95196d414ffu},
    {"ragdoll_pit", 120, 0x1ecb6b3ecc0fd649u},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xe690b09b53fae029u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0xe9f09880546467ddu},
    {"bullets", 90, 0xf889331de5ee7bb1u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x3458ee05dde2c5d4u, 0x7d6d446eeb2705d0u, 0xff16f9296c41caabu,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0x0ad1c5006cd0aec4u, 0xf577e86bfeba97b9u, 0xf7f7dfcb0baca379u,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0xe82a5fad2521a84fu,
    0x01b30d9bcbfe3923u,
    0xaa54bee9f1277fd0u,
};

#endif
