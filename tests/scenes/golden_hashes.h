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
    {"pile", 150, 0x6e26d32e81711c15u},           {"uniform", 100, 0xf29e394b1b1fb046u},
    {"powerlaw", 100, 0x13769ab9c16a6a40u},       {"dust", 60, 0xd0d670598a703be6u},
    {"dust_and_planet", 60, 0x2e5cc80f7e3776e4u}, {"sleepers", 120, 0x92d9bb77e202ce1du},
    {"large_pyramid", 60, 0xb86eabc635c62f33u},   {"many_pyramids", 40, 0xcd806afe36ec0f53u},
    {"washer", 100, 0xdb9ae6d2d6ef61e4u},         {"compounds", 150, 0xf16f99a99930d56cu},
    {"junkyard", 180, 0xfe27cc5f8f75ea55u},       {"smash", 120, 0x57998a8b37fdc059u},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0x1b0c60cfb21e8262u},
    {"spinner", 120, 0x52dc8d5e202092a7u},        {"rain", 240, 0xa2e3ba74a89aabdeu},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"ramp", 120, 0x2bd706c37532bc76u},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x28774bd8b3870e23u},
    {"mechanisms", 120, 0x5e974b6afd9d7ab0u},     {"machines", 120, 0x4a7e2547b8c16642u},
    {"bridge", 180, 0x5c7e50ab03cd946bu},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0x74ef599e46a74e5bu},  {"vehicles", 180, 0x244fa95196d414ffu},
    {"ragdoll_pit", 120, 0x345c11c080bc8ad1u},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xe690b09b53fae029u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0x122726466ae5b994u},
    {"bullets", 90, 0x40292a1ef8680c45u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0xbe069ccc4540273du, 0xf90e67c4e16d793du, 0x78a303d7736c6de7u,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0xf077e6a7e4a1cb03u, 0x60020627cb8dcce9u, 0x57d1321d2808be25u,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x55172d1c5d4f2fd6u,
    0x01b30d9bcbfe3923u,
    0x9780ecabff2fdebcu,
};

#endif
