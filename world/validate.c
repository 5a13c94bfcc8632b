#include "world/validate.h"

#include "core/limits.h"
#include "core/require.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/contacts/contact_set.h"
#include "dynamics/islands/islands.h"
#include "dynamics/solver/wavefronts.h"

#include <stdio.h>
#include <stdlib.h>

const char *sc_validate(const scree_world *world)
{
    const sc_bodies *bodies = &world->bodies;
    const sc_shapes *shapes = &world->shapes;
    const sc_contacts *awake = &world->contacts, *asleep = &world->sleep.contacts;
    REQUIRE(world->lengths.unit >= SC_MIN_LENGTH_UNIT && world->lengths.unit <= SC_MAX_LENGTH_UNIT);
    REQUIRE(shapes->aabb_margin == world->lengths.aabb_margin);
    REQUIRE(world->soft.lengths == &world->lengths);
    REQUIRE_VALID(sc_validate_bodies(bodies));
    REQUIRE_VALID(sc_validate_shapes(bodies, shapes));
    REQUIRE_VALID(sc_validate_chains(&world->chains, shapes));
    REQUIRE_VALID(sc_validate_contacts(shapes, awake));
    REQUIRE_VALID(sc_validate_soft(&world->soft));
    REQUIRE_VALID(sc_validate_circles(&world->circles));
    REQUIRE_VALID(sc_validate_broadphase(&world->broadphase, shapes));
    REQUIRE_VALID(sc_validate_pairs(shapes, awake, asleep));
    REQUIRE_VALID(sc_validate_sleep(&world->sleep, bodies, shapes, world->stepping ? NULL : awake));
    REQUIRE_VALID(sc_validate_events(&world->events, bodies, shapes, awake, asleep));
    REQUIRE_VALID(sc_validate_joints(&world->joints, bodies, world->stepping));
    REQUIRE_VALID(sc_validate_joint_types(world));
    REQUIRE_VALID(sc_validate_apart(&world->joints, shapes, awake, asleep));
    REQUIRE_VALID(sc_validate_joint_graph(&world->constraints, &world->joints));
    REQUIRE_VALID(sc_validate_wavefronts(&world->constraints));
    return sc_validate_constraints(&world->constraints, awake);
}

#ifdef SC_VALIDATE_STAGES
void sc_validate_or_abort(const scree_world *world, const char *place)
{
    const char *wrong = sc_validate(world);
    if (wrong != NULL)
    {
        fprintf(stderr, "after %s: not true that %s\n", place, wrong);
        abort();
    }
}

void sc_validate_stage(const scree_world *world, sc_stage stage)
{
#ifdef SC_VALIDATE_IN_TURN
    if (world->steps_begun % SC_STAGE_COUNT != (uint64_t)stage)
    {
        return;
    }
#endif
    sc_validate_or_abort(world, sc_stage_label((int)stage));
}
#endif
