/// Small worlds for the tests of behaviour, and an allocator that counts and fails on demand.
#ifndef SC_TEST_WORLDS_H
#define SC_TEST_WORLDS_H

#include "tests/support/counted_memory.h"
#include "tests/support/testing.h"

#include <scree/scree.h>

#define STEP (1.0f / 60.0f)
#define SUBSTEPS 4

/// scoped_world *world = ...: a world that ends with its block.
#define scoped_world __attribute__((cleanup(end_scoped_world))) scree_world
static inline void end_scoped_world(scree_world **world) { scree_world_destroy(*world); }

/// scoped_fixture T f = ...: a structure that begins with its world, which ends with the block.
#define scoped_fixture __attribute__((cleanup(end_scoped_fixture)))
static inline void end_scoped_fixture(void *fixture)
{
    scree_world_destroy(*(scree_world **)fixture);
}

/// Runs after a test whose state begins with its world.
int end_fixture_world(void **state);
/// A world of the default definition: bodies fall asleep.
scree_world *default_world(void);
/// Default settings, but nothing falls asleep; the same holds for the worlds of the functions
/// below.
scree_world_def awake_world_def(void);
/// A world with the given gravity; fails the test if there is none.
scree_world *world_with_gravity(float x, float y);
scree_world *world_of(const scree_world_def *def);
scree_world_def def_solved_by(int solver);
/// The default definition with an allocator that counts.
scree_world_def counted_def(test_memory *memory);
/// A step of STEP in which this allocation fails, counted from 0, and all later ones if `after` is
/// set.
scree_result step_failing_at(scree_world *world, test_memory *memory, int fail_at, bool after,
                             int substeps);
/// Ends a world, which has to give all its memory back.
void end_counted(scree_world *world, const test_memory *memory);
/// Gravity pulls down, m/s^2.
scree_world *world_solved_by(int solver, float gravity);
/// The substeps that a solver is used with: soft_step wants several, the others take one.
int substeps_of(int solver);

scree_body_id add_body(scree_world *world, scree_body_type type, float x, float y, float angle);
scree_body_id static_body(scree_world *world);  ///< at the origin
/// The default definition, for shapes that are like any.
const scree_shape_def *usual_shape(void);
/// A shape definition of the given friction and restitution, else as by default.
scree_shape_def surface(float friction, float restitution);

scree_shape_id add_circle(scree_world *world, scree_body_id body, const scree_shape_def *def,
                          float radius);
scree_shape_id add_box(scree_world *world, scree_body_id body, const scree_shape_def *def,
                       float half_width, float half_height);
scree_shape_id add_polygon(scree_world *world, scree_body_id body, const scree_shape_def *def,
                           const scree_polygon *polygon);
scree_shape_id add_capsule(scree_world *world, scree_body_id body, const scree_shape_def *def,
                           float half_length, float radius);
/// A chain without a loop; fails the test if there is none.
scree_chain_id add_open_chain(scree_world *world, scree_body_id body, const scree_shape_def *def,
                              const scree_vec2 *points, int count, bool two_sided);
/// `count` corners on a circle, corners rounded by `round`.
scree_polygon regular_polygon(int count, float radius, float round);

/// A body with one shape on it.
scree_body_id add_ball(scree_world *world, float x, float y, float radius);
scree_body_id add_crate(scree_world *world, float x, float y, float half_width, float half_height);
/// A disc of any type and definition, unturned.
scree_body_id add_disc(scree_world *world, scree_body_type type, float x, float y,
                       const scree_shape_def *def, float radius);
scree_body_id add_slab(scree_world *world, scree_body_type type, float x, float y,
                       const scree_shape_def *def, float half_width, float half_height);
/// A static body with a half-space below y = 0.
scree_body_id add_ground(scree_world *world, const scree_shape_def *def);
/// Static walls, 5 m thick, round x = +-half_width, y = 0 and height, closed at the top if `lid` is
/// set.
void add_bin(scree_world *world, const scree_shape_def *def, float half_width, float height,
             bool lid);
/// Some shape of every kind, chosen by `i`, about `size` across.
scree_shape_id add_mixed(scree_world *world, scree_body_id body, const scree_shape_def *def, int i,
                         float size);

/// The parts of joints of the types up to SCREE_JOINT_WHEEL, where the type has them; 0: as by
/// default.
typedef struct joint_spec
{
    scree_joint_type type;
    scree_joint_base base;
    float length;
    scree_axis_spring spring;
    scree_axis_motor motor;
    scree_axis_limits limits;
} joint_spec;
/// The base of a joint of two bodies at their origins.
scree_joint_base base_of(scree_body_id a, scree_body_id b);
/// Fails the test if there is none.
scree_joint_id add_joint(scree_world *world, const joint_spec *parts);

scree_particle_id add_particle(scree_world *world, float x, float y, float radius);
scree_soft_body_def soft_at(float x, float y);
/// The body; fails the test if there is none.
scree_soft_body_id soft_made(scree_world *world, scree_soft_body_id body);
/// Largest share by which an edge is off its length.
double worst_edge(scree_world *world, scree_soft_body_id id);

/// One step of STEP, of as many substeps as the world's solver is used with.
void step_world(scree_world *world);
void step_times(scree_world *world, int count);
void run_solved(scree_world *world, float seconds);
/// Steps of STEP and SUBSTEPS; fails the test if one fails.
void run_steps(scree_world *world, int count);
void run_seconds(scree_world *world, float seconds);
void run_steps_of(scree_world *world, int count, float dt, int substeps);

/// How high the lowest point of a ball of radius 0.5 rises after it fell from 4 m, m.
double rise_after_bounce(int solver, int substeps, float restitution, float dt);

/// Momentum, angular momentum, energy and mass of all that moves; scales sum what may cancel.
typedef struct test_motion
{
    double px, py, angular, energy, mass, scale, angular_scale;
} test_motion;
test_motion total_motion(scree_world *world);
double total_kinetic_energy(scree_world *world);
/// Bodies of two worlds that were made alike have the same bits, row by row.
void assert_same_bodies(scree_world *a, scree_world *b);
/// Deepest overlap that the last step found, m.
double deepest_overlap(const scree_world *world);

/// The load on static bodies, upwards, by the impulses of the last substep of `h` seconds, N.
double carried_by_static_bodies(const scree_world *world, double h);
/// m g of all dynamic bodies, N.
double weight_of_all(scree_world *world);

/// Within `bound` of each other; a NaN is not.
#define assert_near(actual, expected, bound)                                                 \
    assert_near_at((double)(actual), (double)(expected), (double)(bound), #actual, __FILE__, \
                   __LINE__)
void assert_near_at(double actual, double expected, double bound, const char *what,
                    const char *file, int line);
/// Compares a vector.
#define assert_near_vec2(actual, expected_x, expected_y, bound) \
    do                                                          \
    {                                                           \
        assert_near((actual).x, expected_x, bound);             \
        assert_near((actual).y, expected_y, bound);             \
    } while (0)
/// actual <= bound; a NaN is not.
#define assert_at_most(actual, bound) \
    assert_at_most_at((double)(actual), (double)(bound), #actual, __FILE__, __LINE__)
void assert_at_most_at(double actual, double bound, const char *what, const char *file, int line);
#define assert_at_least(actual, bound) \
    assert_at_most_at(-(double)(actual), -(double)(bound), "-(" #actual ")", __FILE__, __LINE__)

/// A small generator: the same numbers everywhere.
typedef struct test_random
{
    uint64_t state;
} test_random;

test_random random_of(uint64_t seed);
uint32_t random_bits(test_random *random);
float random_between(test_random *random, float low, float high);
int random_below(test_random *random, int bound);

#endif
