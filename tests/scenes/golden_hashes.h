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
    {"pile", 150, 0x88bf2d7e2f9faf32u},           {"uniform", 100, 0xea43eadb6901631eu},
    {"powerlaw", 100, 0xb455d79a96c03bc3u},       {"dust", 60, 0x6776f3e84b80ab7fu},
    {"dust_and_planet", 60, 0x24805d3416246916u}, {"sleepers", 120, 0xd9246a9befa03c54u},
    {"large_pyramid", 60, 0x3dfad7e1b0b8ed21u},   {"many_pyramids", 40, 0x636a975ff4c89fd9u},
    {"washer", 100, 0x361d6d6e6229fe9fu},         {"compounds", 150, 0xe88967a37d8f6c8du},
    {"junkyard", 180, 0x4f371578a86d9c54u},       {"smash", 120, 0x3c17dd3905086650u},
    {"joint_grid", 120, 0x0b00b1047f3002ffu},     {"tumbler", 120, 0x575709437da14b6bu},
    {"spinner", 120, 0x6c9fd3b9be9b0a42u},        {"rain", 240, 0xf1d7ea84fc70438bu},
    {"stack", 120, 0x77b45f1809ec0382u},          {"tower_50", 120, 0xf38335a10bd8e597u},
    {"mass_ratio", 120, 0x50bf309984140d71u},     {"card_house", 120, 0xdcf0c06b7d18392du},
    {"arch", 120, 0x79ba1cbe6ecd404cu},           {"platform", 60, 0x0fa32920129baf1eu},
    {"heavy", 120, 0x9234acdd775a630fu},          {"ramp", 120, 0x2f8c925c14c5eb68u},
    {"bouncers", 150, 0xecfaa6b8015204f7u},       {"dominoes", 200, 0x7fdd2edb550fb664u},
    {"impacts", 60, 0x8e64ee6f1238c03au},         {"seams", 30, 0xd00acd165167cd67u},
    {"joint_types", 120, 0xd623863b44562bb2u},    {"mechanisms", 120, 0xf20e1f6e7189e1cfu},
    {"machines", 120, 0x5bc7ab4aedf5006du},       {"bridge", 180, 0x5c7e50ab03cd946bu},
    {"chain_mace", 180, 0xb387a47b0d03de97u},     {"newton_cradle", 180, 0x74ef599e46a74e5bu},
    {"vehicles", 180, 0x6f4b53d6e074b019u},       {"ragdoll_pit", 120, 0xc4873aab3b0a6befu},
    {"verlet_bodies", 120, 0x52c87f45ac04018fu},  {"rope_bridge", 180, 0x708d15e1ab25f9beu},
    {"cloth", 180, 0xe690b09b53fae029u},          {"verlet_circles", 240, 0x802a64eb4843527eu},
    {"chain_ground", 150, 0x5faec55047c24378u},   {"bullets", 90, 0x78472bb40ef4b853u},
};

/// Of the other solvers: scene by scene, pgs, pgs_split, projection.
static const uint64_t golden_solver_hashes[] = {
    0xd4bb3388f66d83e4u, 0xeca3e8037dcb9c74u, 0xd620c8679a1ce039u,
    0x990f95c1846766b5u, 0x3a1e144e9602f551u, 0xdc5d8637b274601cu,
    0x5b877a8941913ad4u, 0x746ece7ca26c1f4bu, 0x23b8238ce69b2204u,
};

/// Of scenes whose bodies may sleep: smash, dominoes, pile.
static const uint64_t golden_sleep_hashes[] = {
    0x9cdfdd31f2a0d779u,
    0x9e88fa6ac0e503d7u,
    0x3b9720d06eb57d07u,
};

#endif
