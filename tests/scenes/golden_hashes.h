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
    {"pile", 150, 0xb96940160e85e135u},           {"uniform", 100, 0xa28cd79d344156f0u},
    {"powerlaw", 100, 0x077ad53df9b72373u},       {"dust", 60, 0xbaadd6b0c468e0c5u},
    {"dust_and_planet", 60, 0x3300062274131313u}, {"sleepers", 120, 0x891afa1664278154u},
    {"large_pyramid", 60, 0xdc94a426f7e3bf8du},   {"many_pyramids", 40, 0x7206ecd37415a761u},
    {"washer", 100, 0xaf910a4ab29dc034u},         {"compounds", 150, 0x7608c78a8ecc697fu},
    {"junkyard", 180, 0xdaac0d40fe401a21u},       {"smash", 120, 0x6bde78c8863e8a4fu},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0x1cc12a9148ba82f8u},
    {"spinner", 120, 0x036671bed3f06d29u},        {"rain", 240, 0xc4073056113d5798u},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x4d5bdbecc0db127cu},
    {"mass_ratio", 120, 0x4bd91addd323d56fu},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"ramp", 120, 0xbc26a852c8e8bc3du},           {"bouncers", 150, 0xd8d612a29bc203f0u},
    {"dominoes", 200, 0xe4dd94d01d488e76u},       {"joint_types", 120, 0x54b3d80ea6e40a0eu},
    {"mechanisms", 120, 0x825c141471eb8e85u},     {"machines", 120, 0xfd5a9b18769877efu},
    {"bridge", 180, 0xeac18f0149dd9653u},         {"chain_mace", 180, 0xb387a47b0d03de97u},
    {"newton_cradle", 180, 0xce8e8df4a16871ecu},  {"vehicles", 180, 0x71f2df57bc654857u},
    {"ragdoll_pit", 120, 0xdc3560e613afc826u},    {"verlet_bodies", 120, 0x52c87f45ac04018fu},
    {"rope_bridge", 180, 0x708d15e1ab25f9beu},    {"cloth", 180, 0xb7db91d949909432u},
    {"verlet_circles", 240, 0x802a64eb4843527eu}, {"chain_ground", 150, 0x4b9d49a3666b8c7cu},
    {"bullets", 90, 0x4ed41b2544000e26u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0x4fb959195b779b80u, 0x09ca166b094bd095u, 0xd19c64adea24daabu,
    0xd9f0a005347aac0du, 0x3a1e144e9602f551u, 0x020a01ad8b185e2eu,
    0xcb5924967981fa2fu, 0xc553ab5957c7090eu, 0x23926a31656a972fu,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x65d9e1308235f789u,
    0x73101c83740b504eu,
    0x0be4814bb56bd49du,
};

#endif
