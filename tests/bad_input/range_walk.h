/// Walks ranges that a header states: what is handed in at both ends is taken, beyond them refused.
#ifndef SC_TEST_RANGE_WALK_H
#define SC_TEST_RANGE_WALK_H

#include "tests/support/worlds.h"

/// A world with one of everything.
typedef struct limits_fixture
{
    scree_world *world;
    scree_body_id body, platform;  ///< dynamic, kinematic
    scree_shape_id shape;
    scree_soft_body_id soft;
    scree_particle_id particle;
} limits_fixture;

int limits_setup(void **state);
int limits_teardown(void **state);

/// Hands a number in, by a call or in the field of a definition at `offset`.
typedef scree_result limits_attempt(const limits_fixture *f, size_t offset, float x);

enum
{
    LIMITS_OPEN = 1,    ///< the lower end itself is not taken
    LIMITS_NO_LOW = 2,  ///< nothing is said of the lower end
    /// squares, roots or inverses are compared: 1e-3 round the ends is not looked at
    LIMITS_ROUGH = 4,
    LIMITS_WHOLE = 8  ///< whole numbers
};

typedef struct limits_range
{
    const char *name;
    limits_attempt *attempt;
    size_t offset;
    float low, high;
    int flags;
} limits_range;

/// Two columns of a row.
#define FINITE -FLT_MAX, FLT_MAX
#define REACH -1e8f, 1e8f

void limits_walk(const limits_fixture *f, const limits_range *rows, size_t count);

void limits_put(void *definition, size_t offset, float x);
/// What a call that creates answered: OK, or the world's last error.
scree_result limits_result(const limits_fixture *f, uint64_t id);

/// A setter of one number, named by the number x.
#define SETTER(name, call)                                                    \
    static scree_result name(const limits_fixture *f, size_t offset, float x) \
    {                                                                         \
        (void)f;                                                              \
        (void)offset;                                                         \
        return call;                                                          \
    }

#define VEC(x, y) ((scree_vec2){x, y})
#define MASS(m, i, cx, cy) (&(scree_mass_data){m, i, {cx, cy}})

#endif
