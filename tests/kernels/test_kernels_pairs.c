// Kernels that place shapes and check boxes, against their twins, bit for bit.

#include "core/row_records.h"
#include "core/tuning.h"

#include "tests/kernels/kernel_cases.h"
#include "tests/support/narrow_fixture.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 100
#define ROUNDS 3

static const char *const aabb_names[] = {"lower_x", "lower_y", "upper_x", "upper_y"};
static const char *const pose_names[] = {"x",     "y",     "cos",    "sin",
                                         "arm_x", "arm_y", "radius", "path"};

static const sc_aabb empty_aabb = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

typedef struct update_case
{
    int body_count, moving_count, velocity_count, slot_count, padded_count, entry_count;
    int32_t static_row;
    sc_pose *body_poses;
    sc_velocity *velocities;
    int32_t *body_row;
    sc_shape_local *locals;
    int32_t *slots;  ///< padded with slot 0
    sc_shape_pose *poses;
    sc_aabb *aabbs, *previous, *needed;
    int32_t *moved;
    float dt, ahead, slow, slow_radii;
    int32_t replace;
} update_case;

#define ARRAY(field, count) SC_CASE_ARRAY(update_case, field, count)
static const sc_case_array arrays[] = {
    ARRAY(body_poses, body_count), ARRAY(velocities, velocity_count), ARRAY(body_row, slot_count),
    ARRAY(locals, slot_count),     ARRAY(poses, slot_count),          ARRAY(aabbs, slot_count),
    ARRAY(previous, slot_count),   ARRAY(needed, slot_count),         ARRAY(slots, padded_count),
    ARRAY(moved, padded_count)};

#define BODY_ARRAYS 2
#define ARRAYS ((int)(sizeof arrays / sizeof *arrays))

static int padded(int count) { return (count + SC_BLOCK - 1) / SC_BLOCK * SC_BLOCK; }

/// Farthest point of a shape from its centre, m.
static float reach_of(const narrow_fixture *shapes, int slot)
{
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    float largest = 0.0f;
    for (int k = 0; k < (int)geometry[2]; k++)
    {
        const float *v = geometry + SC_GEOMETRY_HEADER + 2 * k;
        float length = sqrtf(v[0] * v[0] + v[1] * v[1]);
        largest = length > largest ? length : largest;
    }
    return largest + shapes->poses[slot].radius;
}

static void random_bodies(update_case *c, sc_random *random)
{
    c->body_count = sc_case_int(random, 1, 60);
    c->moving_count = sc_case_int(random, 0, c->body_count);
    c->static_row = c->moving_count + sc_case_int(random, 0, 3);
    c->velocity_count = c->static_row + 1;
    sc_case_new_arrays(c, arrays, BODY_ARRAYS);
    for (int i = 0; i < c->body_count; i++)
    {
        float far = sc_case_chance(random, 5) ? 1e6f : 50.0f;
        c->body_poses[i].x = sc_case_float(random, -far, far);
        c->body_poses[i].y = sc_case_float(random, -far, far);
        sc_case_rotation(random, &c->body_poses[i].cos, &c->body_poses[i].sin);
    }
    // Rows between the moving bodies and the static row are padding, without velocities.
    for (int i = 0; i < c->static_row; i++)
    {
        float speed = sc_case_chance(random, 50) ? 0.3f : 20.0f;
        c->velocities[i] = (sc_velocity){sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed), 1.0f};
    }
}

/// `shapes` takes the geometry; its slots come from the case.
static update_case random_update(sc_random *random, narrow_fixture *shapes, sc_shape_kind kind)
{
    update_case c = {.dt = 1.0f / 60.0f,
                     .ahead = SC_AABB_STEPS / 60.0f,
                     .slow = SC_SLOW_TRAVEL,
                     .slow_radii = sc_case_chance(random, 50) ? 0.0f : 0.5f};
    random_bodies(&c, random);
    narrow_clear(shapes);
    c.slot_count = sc_case_int(random, 2, 120);
    c.padded_count = padded(c.slot_count);
    sc_case_new_arrays(&c, arrays + BODY_ARRAYS, ARRAYS - BODY_ARRAYS);
    c.aabbs[0] = c.previous[0] = empty_aabb;
    for (int slot = 1; slot < c.slot_count; slot++)
    {
        narrow_add_random(shapes, random, kind, 0.0, 0.0);
        c.body_row[slot] = sc_case_int(random, 0, c.body_count - 1);
        sc_shape_local *local = &c.locals[slot];
        local->x = sc_case_float(random, -1.0f, 1.0f);
        local->y = sc_case_float(random, -1.0f, 1.0f);
        sc_case_rotation(random, &local->cos, &local->sin);
        local->radius = shapes->poses[slot].radius;
        local->bounding_radius = reach_of(shapes, slot);
        local->inscribed_radius = sc_case_chance(random, 80) ? 0.3f * local->bounding_radius : 0.0f;
        local->max_extent =
            local->bounding_radius + sqrtf(local->x * local->x + local->y * local->y);
        c.aabbs[slot] = c.previous[slot] = empty_aabb;
        if (sc_case_chance(random, 90))
        {
            c.slots[c.entry_count++] = slot;
        }
    }
    // Lists are in any order.
    for (int i = c.entry_count - 1; i > 0; i--)
    {
        int k = sc_case_int(random, 0, i), slot = c.slots[i];
        c.slots[i] = c.slots[k];
        c.slots[k] = slot;
    }
    return c;
}

static update_case copy_update(const update_case *from)
{
    update_case c = *from;
    sc_case_copy_arrays(&c, arrays, ARRAYS);
    return c;
}

static sc_shapes_args update_args(const update_case *c, const narrow_fixture *shapes)
{
    return (sc_shapes_args){.slots = c->slots,
                            .body_row = c->body_row,
                            .body_poses = c->body_poses,
                            .velocities = c->velocities,
                            .locals = c->locals,
                            .geometry = shapes->geometry,
                            .geometry_start = shapes->geometry_start,
                            .poses = c->poses,
                            .aabbs = c->aabbs,
                            .previous = c->previous,
                            .needed = c->needed,
                            .moved = c->moved,
                            .moving_count = c->moving_count,
                            .static_row = c->static_row,
                            .dt = c->dt,
                            .ahead = c->ahead,
                            .slow = c->slow,
                            .margin = SC_AABB_MARGIN,
                            .hysteresis = SC_AABB_HYSTERESIS,
                            .slow_radii = c->slow_radii,
                            .replace = c->replace};
}

/// The null slot takes the writes of the padding and is not compared.
static void compare_updates(const sc_case *c, const update_case *twin, const update_case *kernel)
{
    int slots = twin->slot_count;
    sc_case_compare(c, SC_CASE_LAYOUT(pose_names, 1), "poses", twin->poses, kernel->poses, 1,
                    slots);
    sc_case_compare(c, SC_CASE_LAYOUT(aabb_names, 1), "aabbs", twin->aabbs, kernel->aabbs, 1,
                    slots);
    sc_case_compare(c, SC_CASE_LAYOUT(aabb_names, 1), "previous", twin->previous, kernel->previous,
                    1, slots);
    sc_case_compare(c, SC_CASE_LAYOUT(aabb_names, 1), "needed", twin->needed, kernel->needed, 1,
                    slots);
    sc_case_compare_words(c, "moved", twin->moved, kernel->moved, 0, twin->entry_count);
}

static void move_bodies(update_case *c, sc_random *random)
{
    for (int i = 0; i < c->moving_count; i++)
    {
        c->body_poses[i].x += c->velocities[i].vx * c->dt;
        c->body_poses[i].y += c->velocities[i].vy * c->dt;
        if (sc_case_chance(random, 20))
        {
            sc_case_rotation(random, &c->body_poses[i].cos, &c->body_poses[i].sin);
        }
    }
}

static narrow_fixture shapes;

static sc_shapes_kernel *update_kernel(const sc_kernels *kernels, sc_shape_kind kind)
{
    sc_shapes_kernel *const table[] = {kernels->update_circle_aabbs, kernels->update_box_aabbs,
                                       kernels->update_convex4_aabbs,
                                       kernels->update_convex8_aabbs};
    return table[kind];
}

/// Several placements, one after another, of shapes of one kind.
static void run_updates(sc_case *c, sc_shape_kind kind)
{
    static const char *const names[] = {"update_circle_aabbs", "update_box_aabbs",
                                        "update_convex4_aabbs", "update_convex8_aabbs"};
    c->kernel = names[kind];
    sc_random random = sc_random_create(c->seed);
    update_case twin = random_update(&random, &shapes, kind);
    for (int round = 0; round < ROUNDS; round++)
    {
        update_case start = copy_update(&twin);
        sc_shapes_args args = update_args(&twin, &shapes);
        update_kernel(sc_twins(), kind)(&args, 0, twin.entry_count);
        for (int i = 0; sc_case_set(i, c); i++)
        {
            SC_CASE_SCOPE;
            update_case kernel = copy_update(&start);
            args = update_args(&kernel, &shapes);
            update_kernel(c->kernels, kind)(&args, 0, kernel.entry_count);
            compare_updates(c, &twin, &kernel);
        }
        twin.replace = sc_case_chance(&random, 20);
        move_bodies(&twin, &random);
    }
}

TEST(updating_aabbs_of_every_kind_gives_the_twins_bits_on_every_set)
{
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        for (int kind = SC_KIND_CIRCLE; kind <= SC_KIND_CONVEX8; kind++)
        {
            run_updates(&c, (sc_shape_kind)kind);
        }
    }
}

/// Whether an AABB holds a disc, up to the rounding of coordinates of that size.
static bool aabb_holds(sc_aabb aabb, double x, double y, double radius)
{
    double slack = 1e-6 + 2e-7 * (fabs(x) + fabs(y));
    return (double)aabb.lower_x - slack <= x - radius &&
           x + radius <= (double)aabb.upper_x + slack &&
           (double)aabb.lower_y - slack <= y - radius && y + radius <= (double)aabb.upper_y + slack;
}

static void check_aabbs(const sc_kernels *kernels)
{
    int kept = 0, replaced = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(seed);
        sc_shape_kind kind = (sc_shape_kind)(seed % 4);
        update_case c = random_update(&random, &shapes, kind);
        sc_shapes_args args = update_args(&c, &shapes);
        for (int round = 0; round < ROUNDS; round++)
        {
            update_kernel(kernels, kind)(&args, 0, c.entry_count);
            for (int i = 0; i < c.entry_count; i++)
            {
                int slot = c.slots[i];
                shapes.poses[slot] = c.poses[slot];
                judge_shape shape = judge_load(&shapes, slot);
                for (int k = 0; k < shape.count; k++)
                {
                    assert_true(aabb_holds(c.aabbs[slot], shape.vertex[k].x, shape.vertex[k].y,
                                           shape.radius + (double)SC_AABB_MARGIN));
                }
                bool same = memcmp(&c.aabbs[slot], &c.previous[slot], sizeof(sc_aabb)) == 0;
                assert_int_equal(c.moved[i] & SC_AABB_REPLACED, !same);
                kept += same;
                replaced += !same;
            }
            move_bodies(&c, &random);
        }
    }
    assert_true(kept > 500 && replaced > 500);
}

TEST(an_aabb_holds_its_shape_with_the_margin_and_is_kept_while_it_does)
{
    sc_case c = {0};
    for (int table = 0; sc_case_table(table, &c); table++)
    {
        SC_CASE_SCOPE;
        check_aabbs(c.kernels);
    }
}

static sc_aabb random_aabb(sc_random *random)
{
    // Whole coordinates now and then, so that boxes touch.
    sc_aabb b = {sc_case_float(random, -4.0f, 4.0f), sc_case_float(random, -4.0f, 4.0f), 0.0f,
                 0.0f};
    if (sc_case_chance(random, 40))
    {
        b.lower_x = (float)sc_case_int(random, -2, 2);
        b.lower_y = (float)sc_case_int(random, -2, 2);
    }
    b.upper_x = b.lower_x + (float)sc_case_int(random, 0, 2);
    b.upper_y = b.lower_y + (float)sc_case_int(random, 0, 2);
    return sc_case_chance(random, 5) ? empty_aabb : b;
}

TEST(testing_overlaps_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "test_pair_overlaps"};
    int separated = 0, overlapping = 0;
    for (c.seed = 0; c.seed < 2 * SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        int aabb_count = sc_case_int(&random, 2, 50), count = sc_case_int(&random, 1, 200);
        int mask_count = padded(count) / SC_BLOCK;
        sc_aabb *aabbs = sc_case_new((size_t)aabb_count * sizeof *aabbs);
        int32_t *a = sc_case_new((size_t)padded(count) * sizeof *a);
        int32_t *b = sc_case_new((size_t)padded(count) * sizeof *b);
        uint16_t *twin = sc_case_new((size_t)mask_count * sizeof *twin);
        aabbs[0] = empty_aabb;
        for (int i = 1; i < aabb_count; i++)
        {
            aabbs[i] = random_aabb(&random);
        }
        for (int i = 0; i < count; i++)
        {
            a[i] = sc_case_int(&random, 1, aabb_count - 1);
            b[i] = sc_case_int(&random, 1, aabb_count - 1);
        }
        sc_twins()->test_pair_overlaps(aabbs, a, b, twin, 0, count);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            SC_CASE_SCOPE;
            uint16_t *kernel = sc_case_new((size_t)mask_count * sizeof *kernel);
            c.kernels->test_pair_overlaps(aabbs, a, b, kernel, 0, count);
            for (int k = 0; k < count; k++)
            {
                int expected = twin[k / SC_BLOCK] >> k % SC_BLOCK & 1;
                sc_case_compare_int(&c, "overlaps", expected,
                                    kernel[k / SC_BLOCK] >> k % SC_BLOCK & 1);
                overlapping += expected;
                separated += !expected;
            }
        }
    }
    assert_true(overlapping > 1000 && separated > 1000);
}
