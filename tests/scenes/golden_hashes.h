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
    {"pile", 150, 0xc013c5722ff6cc61u},           {"uniform", 100, 0x6df519dbc34ee706u},
    {"powerlaw", 100, 0x86951f4a2c1e432eu},       {"dust", 60, 0xfdd6dccf62029706u},
    {"dust_and_planet", 60, 0xa935df138b1e4019u}, {"sleepers", 120, 0x92d9bb77e202ce1du},
    {"large_pyramid", 60, 0x1f003fb43ca4b22au},   {"many_pyramids", 40, 0x1f5ee7b6348441e1u},
    {"washer", 100, 0xdb9ae6d2d6ef61e4u},         {"compounds", 150, 0x63aa2b1a38107e61u},
    {"junkyard", 180, 0x85e926b22e89189fu},       {"smash", 120, 0x0c13aae8fc3d24a0u},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0x5b07586e2f7875a8u},
    {"spinner", 120, 0xfc051a83b9d22278u},        {"rain", 240, 0x752d50253583d75bu},
    {"stack", 120, 0x3351b6ed17f201e9u},          {"tower_50", 120, 0x053eaff30c77a606u},
    {"mass_ratio", 120, 0x2a8038dc9d8ce195u},     {"card_house", 120, 0x553a4c065ee626b6u},
    {"arch", 120, 0x3639538756b01b3du},           {"platform", 60, 0x64074d7be800d990u},
    {"heavy", 120, 0xea2552db7236f2ecu},          {"ramp", 120, 0x2bd706c37532bc76u},
    {"bouncers", 150, 0xf42848c6c83147d5u},       {"dominoes", 200, 0xe4dd94d01d488e76u},
    {"impacts", 60, 0x6146faf707a40dedu},         {"seams", 30, 0x1ab529e9d5d1e1f8u},
    {"joint_types", 120, 0x25d31af2a389de83u},    {"mechanisms", 120, 0xe51c079965431fd4u},
    {"machines", 120, 0xfc094777d44319beu},       {"bridge", 180, 0x5c7e50ab03cd946bu},
    {"chain_mace", 180, 0xb387a47b0d03de97u},     {"newton_cradle", 180, 0x15b043ac4c96fba6u},
    {"vehicles", 180, 0xdfcf94665485b500u},       {"ragdoll_pit", 120, 0x38ea4a578271fe30u},
    {"verlet_bodies", 120, 0x52c87f45ac04018fu},  {"rope_bridge", 180, 0x708d15e1ab25f9beu},
    {"cloth", 180, 0xe690b09b53fae029u},          {"verlet_circles", 240, 0x802a64eb4843527eu},
    {"chain_ground", 150, 0x659cfe3b0a735cc2u},   {"bullets", 90, 0x3615fed7977afd3bu},
};

/// The other solvers, scene by scene: pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0xd4bb3388f66d83e4u, 0xeca3e8037dcb9c74u, 0xd620c8679a1ce039u,
    0x157d88957d2abe03u, 0x81886e565cf43969u, 0xcdee2826170bcfb5u,
    0xd0b0eefc3ae1aba2u, 0x7e4a76b2f1ad57fcu, 0xb459593ec823ea96u,
};

/// Scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x0e2aabf29b031620u,
    0x01b30d9bcbfe3923u,
    0x815b73961b4be938u,
};

#endif
