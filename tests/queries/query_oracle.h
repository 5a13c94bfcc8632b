/// Queries by a loop over all shapes of a world, in double, from the results of getters.
#ifndef SC_QUERY_ORACLE_H
#define SC_QUERY_ORACLE_H

#include "geometry/ray.h"
#include "tests/support/worlds.h"

#define ORACLE_SHAPES 4096
#define ORACLE_ROUNDS 400
/// m: half the side of the square of a world that is queried.
#define ORACLE_SIZE 30.0f

/// A shape in world coordinates.
typedef struct oracle_shape
{
    scree_shape_id id;
    scree_shape_type type;
    sc_vec2d points[SC_CONVEX_MAX];  ///< of a half-space: its unit normal
    int count;
    double radius, offset;
    bool one_sided;
    scree_filter filter;
    scree_aabb aabb;
} oracle_shape;

/// The shapes of enabled bodies in the order of slots; fails beyond ORACLE_SHAPES.
typedef struct oracle
{
    const scree_world *world;
    oracle_shape shape[ORACLE_SHAPES];
    int count;
} oracle;

void oracle_read(oracle *o, const scree_world *world, bool one_sided_chains);
bool oracle_sees(const oracle_shape *shape, scree_query_filter filter);

/// The expected effect of a ray on a shape. Where rounding may decide, both answers are right.
typedef enum oracle_answer
{
    ORACLE_MISSES,
    ORACLE_UNSURE,
    ORACLE_HITS
} oracle_answer;

/// `fraction` is of the hit, if there is one.
oracle_answer oracle_ray(const oracle_shape *shape, scree_vec2 origin, scree_vec2 translation,
                         double *fraction);
oracle_answer oracle_point(const oracle_shape *shape, scree_vec2 point);
/// Height of a point above the surface of a shape, m; negative inside rounded parts.
double oracle_height(const oracle_shape *shape, sc_vec2d point);

/// Up to `bodies` bodies of all kinds, some disabled, in a square of `size` round the origin.
scree_world *oracle_world(test_random *random, int bodies, float size, scree_simd simd);
/// Creates, destroys, moves, disables, enables, retypes or refilters something, or steps.
void oracle_change(test_random *random, scree_world *world, float size);
scree_query_filter oracle_filter(test_random *random);
scree_vec2 oracle_place(test_random *random, float size);
/// Whether an id is among them; they must be in the order of slots, each once.
bool oracle_holds(const scree_shape_id *ids, int count, scree_shape_id id);

/// Calls `check` for ORACLE_ROUNDS states of a changing world, which it must not change.
typedef void oracle_check(test_random *random, const oracle *o);
void oracle_rounds(int bodies, oracle_check *check, uint64_t seed, bool one_sided_chains);

#endif
