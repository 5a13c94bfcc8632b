#include "tests/support/refusals.h"

static void mix(world_digest *digest, uint64_t value)
{
    digest->value = (digest->value ^ value) * 0xff51afd7ed558ccdu;
    digest->value ^= digest->value >> 32;
}

static void mix_float(world_digest *digest, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mix(digest, bits);
}

world_digest world_digest_of(const scree_world *world)
{
    world_digest digest = {scree_world_hash(world)};
    scree_counters c = scree_world_counters(world);
    const int counts[] = {c.bodies,
                          c.dynamic_bodies,
                          c.shapes,
                          c.asleep_bodies,
                          c.pairs,
                          c.contacts,
                          c.points,
                          c.soft_bodies,
                          c.soft_vertices,
                          c.soft_edges,
                          c.particles,
                          c.particle_pairs,
                          c.disabled_bodies,
                          c.stopped_particles,
                          scree_world_joint_count(world)};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
    {
        mix(&digest, (uint64_t)counts[i]);
    }
    // As far as shapes lead to them.
    scree_shape_id shapes[64];
    int count = scree_world_shapes(world, shapes, 64);
    for (int i = 0; i < count && i < 64; ++i)
    {
        scree_body_id body = scree_shape_body(world, shapes[i]);
        scree_vec2 center = scree_body_center_of_mass(world, body);
        mix(&digest, shapes[i].value);
        mix(&digest,
            (uint64_t)scree_body_get_type(world, body) << 1 | scree_body_is_enabled(world, body));
        mix_float(&digest, scree_body_mass(world, body));
        mix_float(&digest, scree_body_inertia(world, body));
        mix_float(&digest, center.x);
        mix_float(&digest, center.y);
        mix_float(&digest, scree_shape_density(world, shapes[i]));
        mix_float(&digest, scree_shape_material(world, shapes[i]).friction);
    }
    return digest;
}

void check_refusal(const scree_world *world, world_digest before, scree_result answer,
                   scree_result code, const char *argument, const char *call, int line)
{
    scree_error error = scree_world_last_error(world);
    bool told = strncmp(error.text, "scree_", 6) == 0 && strstr(error.text, argument) != NULL &&
                strcmp(scree_error_text(world), error.text) == 0;
    if (answer != code || error.code != code || strcmp(error.argument, argument) != 0 || !told)
    {
        print_error("%s\n  gave %s, expected %s about '%s'; error %s, '%s', '%s'\n", call,
                    scree_result_name(answer), scree_result_name(code), argument,
                    scree_result_name(error.code), error.argument, error.text);
        _fail(__FILE__, line);
    }
    if (world_digest_of(world).value != before.value)
    {
        print_error("%s changed the world\n", call);
        _fail(__FILE__, line);
    }
}

int end_fixture(void **state)
{
    struct
    {
        scree_world *world;
        test_memory memory;
    } *f = *state;
    scree_world_destroy(f->world);
    return f->memory.bytes == 0 && f->memory.blocks == 0 && f->memory.bad_releases == 0 ? 0 : -1;
}
