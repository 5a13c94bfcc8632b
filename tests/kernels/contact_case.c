#include "core/tuning.h"

#include "tests/kernels/contact_case.h"

#include <stdlib.h>

static const sc_case_array arrays[] = {SC_CASE_ARRAY(contact_case, velocities, row_count),
                                       SC_CASE_ARRAY(contact_case, warm_starts, row_count),
                                       SC_CASE_ARRAY(contact_case, deltas, row_count),
                                       SC_CASE_ARRAY(contact_case, damping, row_count),
                                       SC_CASE_ARRAY(contact_case, increment, row_count),
                                       SC_CASE_ARRAY(contact_case, row_a, contact_count),
                                       SC_CASE_ARRAY(contact_case, row_b, contact_count),
                                       SC_CASE_ARRAY(contact_case, manifolds, contact_count),
                                       SC_CASE_ARRAY(contact_case, surfaces, contact_count),
                                       SC_CASE_ARRAY(contact_case, friction, contact_count),
                                       SC_CASE_ARRAY(contact_case, blocks.normals, normal_lines),
                                       SC_CASE_ARRAY(contact_case, blocks.tangents, tangent_lines),
                                       SC_CASE_ARRAY(contact_case, blocks.extras, block_count),
                                       SC_CASE_ARRAY(contact_case, pushes, block_count),
                                       SC_CASE_ARRAY(contact_case, residuals, block_count),
                                       SC_CASE_ARRAY(contact_case, bouncing, block_count),
                                       SC_CASE_ARRAY(contact_case, rows, block_count),
                                       SC_CASE_ARRAY(contact_case, flags, block_count),
                                       SC_CASE_ARRAY(contact_case, contact, lane_count)};

enum
{
    ROW_ARRAYS = 5,
    CONTACT_ARRAYS = 5,
    BLOCK_ARRAYS = 6,
    ARRAYS = sizeof arrays / sizeof *arrays
};

static void random_bodies(contact_case *c, sc_random *random, bool plain)
{
    c->dynamic_count = sc_case_int(random, plain ? 60 : 2, 90);
    c->kinematic_count = sc_case_int(random, 0, 5);
    c->static_row = c->dynamic_count + c->kinematic_count;
    c->discard_row = c->static_row + 1;
    c->row_count = c->discard_row + 1;
    sc_case_new_arrays(c, arrays, ROW_ARRAYS);
    float speed = sc_case_chance(random, 50) ? 0.5f : 10.0f;
    for (int i = 0; i < c->static_row; i++)
    {
        // Now and then a mass so large that its inverse is 0.
        bool dynamic = i < c->dynamic_count && (plain || sc_case_chance(random, 95));
        bool turns = dynamic && sc_case_chance(random, 85);
        c->velocities[i] = (sc_velocity){sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed),
                                         dynamic ? sc_random_float(random, 0.01f, 10.0f) : 0.0f};
        c->warm_starts[i].inverse_inertia = turns ? sc_random_float(random, 0.01f, 20.0f) : 0.0f;
        c->damping[i] = (sc_velocity_update){1.0f, 1.0f, 1.0f, 1.0f};
        c->increment[i] = (sc_velocity_update){0.0f, dynamic ? -0.04f : 0.0f, 0.0f, 0.0f};
    }
}

/// Any body but `other`; the static row stands for all static ones.
static int32_t random_partner(const contact_case *c, sc_random *random, int32_t other, bool plain)
{
    int kind = plain ? 2 : sc_case_int(random, 0, 9);
    if (kind == 0)
    {
        return c->static_row;
    }
    if (kind == 1 && c->kinematic_count > 0)
    {
        return c->dynamic_count + sc_case_int(random, 0, c->kinematic_count - 1);
    }
    int32_t row = sc_case_int(random, 0, c->dynamic_count - 1);
    return row == other ? (row + 1) % c->dynamic_count : row;
}

static sc_manifold random_manifold(sc_random *random)
{
    sc_manifold m = {.com_x = sc_case_float(random, -2.0f, 2.0f),
                     .com_y = sc_case_float(random, -2.0f, 2.0f)};
    sc_case_rotation(random, &m.normal_x, &m.normal_y);
    int count = sc_case_int(random, 1, 2);
    for (int k = 0; k < count; k++)
    {
        m.anchor[k][0] = sc_case_float(random, -1.0f, 1.0f);
        m.anchor[k][1] = sc_case_float(random, -1.0f, 1.0f);
        // Now and then a point of something fast, far ahead.
        float far = sc_case_chance(random, 10) ? 1.0f : SC_SPECULATIVE;
        m.separation[k] = sc_case_float(random, -0.05f, far);
    }
    if (sc_case_chance(random, 15))
    {
        // Contacts of discs, up to rounding.
        float length = sc_case_float(random, -1.0f, 1.0f),
              between = sc_case_float(random, 0.0f, 2.0f);
        m.anchor[0][0] = length * m.normal_x;
        m.anchor[0][1] = length * m.normal_y;
        m.com_x = between * m.normal_x;
        m.com_y = between * m.normal_y;
    }
    uint32_t features = sc_random_u32(random) & ((1u << SC_COUNT_SHIFT) - 1u);
    m.info = (int32_t)(features | (uint32_t)count << SC_COUNT_SHIFT);
    if (sc_case_chance(random, 70))
    {
        m.normal_impulse_0 = sc_random_float(random, 0.0f, 2.0f);
        m.tangent_impulse_0 = sc_case_float(random, -1.0f, 1.0f);
        m.normal_impulse_1 = count == 2 ? sc_random_float(random, 0.0f, 2.0f) : 0.0f;
        m.tangent_impulse_1 = count == 2 ? sc_case_float(random, -1.0f, 1.0f) : 0.0f;
        m.rolling_impulse = sc_case_chance(random, 30) ? sc_case_float(random, -0.1f, 0.1f) : 0.0f;
    }
    return m;
}

/// `special`: in percent, how many have restitution, or roll with resistance, or carry along.
static sc_surface random_surface(sc_random *random, int special, float *friction)
{
    *friction = sc_random_float(random, 0.0f, 1.0f);
    sc_surface s = {.static_friction = *friction};
    if (sc_case_chance(random, 40))
    {
        s.static_friction = *friction + sc_random_float(random, 0.0f, 0.5f);
    }
    *friction = sc_case_chance(random, 10) ? 0.0f : *friction;
    s.restitution = sc_case_chance(random, special) ? sc_random_float(random, 0.1f, 1.0f) : 0.0f;
    s.rolling_resistance =
        sc_case_chance(random, special) ? sc_random_float(random, 0.0f, 0.2f) : 0.0f;
    s.tangent_speed = sc_case_chance(random, special) ? sc_random_float(random, -3.0f, 3.0f) : 0.0f;
    return s;
}

static void random_contacts(contact_case *c, sc_random *random, bool plain)
{
    int real = plain ? 3 * c->dynamic_count : sc_case_int(random, 1, 3 * c->dynamic_count);
    c->contact_count = SC_BLOCK + real;
    sc_case_new_arrays(c, arrays + ROW_ARRAYS, CONTACT_ARRAYS);
    int special = sc_case_chance(random, 30) ? 0 : 25;
    for (int i = SC_BLOCK; i < c->contact_count; i++)
    {
        int32_t one = sc_case_int(random, 0, c->dynamic_count - 1);
        int32_t other = random_partner(c, random, one, plain);
        bool swap = sc_case_chance(random, 50);
        c->row_a[i] = swap ? other : one;
        c->row_b[i] = swap ? one : other;
        c->manifolds[i] = random_manifold(random);
        c->surfaces[i] = random_surface(random, special, &c->friction[i]);
        if (plain)
        {
            c->surfaces[i] = (sc_surface){.static_friction = c->friction[i]};
        }
    }
}

static bool shares_dynamic_row(const contact_case *c, int block, int contact)
{
    const int32_t rows[2] = {c->row_a[contact], c->row_b[contact]};
    for (int lane = 0; lane < SC_BLOCK; lane++)
    {
        const int32_t taken[2] = {c->rows[block].a[lane] / SC_ROW_STEP,
                                  c->rows[block].b[lane] / SC_ROW_STEP};
        for (int k = 0; k < 4; k++)
        {
            if (rows[k / 2] == taken[k % 2] && rows[k / 2] < c->dynamic_count)
            {
                return true;
            }
        }
    }
    return false;
}

static int free_lane(const contact_case *c, int block)
{
    for (int lane = 0; lane < SC_BLOCK; lane++)
    {
        if (c->contact[block * SC_BLOCK + lane] < SC_BLOCK)
        {
            return lane;
        }
    }
    return -1;
}

static void open_block(contact_case *c, bool two_points)
{
    sc_block_rows *rows = &c->rows[c->block_count];
    for (int lane = 0; lane < SC_BLOCK; lane++)
    {
        rows->a[lane] = rows->b[lane] = SC_ROW_STEP * c->static_row;
        c->contact[c->block_count * SC_BLOCK + lane] = lane;
    }
    // A value left by an earlier step in the flag that prepare sets must have no effect.
    int stale = c->block_count % 2 == 0 ? SC_BLOCK_FOUND : 0;
    c->flags[c->block_count++] = (uint8_t)(stale | (two_points ? SC_BLOCK_TWO_POINTS : 0));
}

/// Into the first block with a free lane and no dynamic body in common, from block `first` on.
static void place_contact(contact_case *c, int contact, int first, bool two_points)
{
    int block = first;
    while (block < c->block_count &&
           (free_lane(c, block) < 0 || shares_dynamic_row(c, block, contact)))
    {
        block++;
    }
    if (block == c->block_count)
    {
        open_block(c, two_points);
    }
    int lane = free_lane(c, block);
    c->rows[block].a[lane] = SC_ROW_STEP * c->row_a[contact];
    c->rows[block].b[lane] = SC_ROW_STEP * c->row_b[contact];
    c->contact[block * SC_BLOCK + lane] = contact;
    const sc_surface *s = &c->surfaces[contact];
    bool surface = s->static_friction > c->friction[contact] || s->rolling_resistance > 0.0f ||
                   s->tangent_speed != 0.0f;
    c->flags[block] |= (uint8_t)((surface ? SC_BLOCK_SURFACE : 0) |
                                 (s->restitution > 0.0f ? SC_BLOCK_RESTITUTION : 0));
}

/// Blocks of two points, into which now and then a contact of one point goes, then those of one.
static void fill_blocks(contact_case *c, sc_random *random)
{
    size_t largest = (size_t)c->contact_count;
    c->rows = sc_case_new(largest * sizeof *c->rows);
    c->flags = sc_case_new(largest);
    c->contact = sc_case_new(largest * SC_BLOCK * sizeof *c->contact);
    bool *two_points = sc_case_new(largest * sizeof *two_points);
    for (int i = SC_BLOCK; i < c->contact_count; i++)
    {
        two_points[i] = c->manifolds[i].info >> SC_COUNT_SHIFT == 2 || sc_case_chance(random, 10);
        if (two_points[i])
        {
            place_contact(c, i, 0, true);
        }
    }
    c->blocks.two_points = c->block_count;
    for (int i = SC_BLOCK; i < c->contact_count; i++)
    {
        if (!two_points[i])
        {
            place_contact(c, i, c->blocks.two_points, false);
        }
    }
    c->lane_count = c->block_count * SC_BLOCK;
    c->normal_lines = (int)sc_normal_line(c->blocks.two_points, c->block_count);
    c->tangent_lines = (int)sc_tangent_line(c->blocks.two_points, c->block_count);
    sc_case_new_arrays(c, arrays + ROW_ARRAYS + CONTACT_ARRAYS, BLOCK_ARRAYS);
}

static void set_args(contact_case *c)
{
    c->args.rows = c->rows;
    c->args.blocks = c->blocks;
    c->args.flags = c->flags;
    c->args.contact = c->contact;
    c->args.pushes = c->pushes;
    c->args.residuals = c->residuals;
    c->args.bouncing = c->bouncing;
    c->args.manifolds = c->manifolds;
    c->args.surfaces = c->surfaces;
    c->args.friction = c->friction;
    c->args.velocities = c->velocities;
    c->args.deltas = c->deltas;
    c->args.warm_starts = c->warm_starts;
    c->args.dynamic_count = c->dynamic_count;
    c->args.discard_row = c->discard_row;
}

contact_case contact_case_random(sc_random *random)
{
    contact_case c = {0};
    // Moving bodies, plain surfaces and full blocks: these have paths of their own in the kernels.
    bool plain = sc_case_chance(random, 30);
    random_bodies(&c, random, plain);
    random_contacts(&c, random, plain);
    fill_blocks(&c, random);
    static const float warm_scales[] = {1.0f, 1.0f, 0.5f, 1.25f, 0.0f};
    float h = sc_case_chance(random, 50) ? 1.0f / 240.0f : 1.0f / 960.0f;
    c.args.soft = (sc_softness){sc_random_float(random, 5.0f, 20.0f), 0.93f, 0.07f};
    c.args.rigid = (sc_softness){sc_random_float(random, 20.0f, 40.0f), 0.97f, 0.03f};
    c.args.dt = 4.0f * h;
    c.args.h = h;
    c.args.inverse_h = 1.0f / h;
    c.args.bounce_error = SC_BOUNCE_ERROR;
    c.args.speculative = SC_SPECULATIVE;
    c.args.push_speed = sc_case_chance(random, 50) ? 3.0f : 0.2f;
    c.args.restitution_threshold = sc_case_chance(random, 50) ? 1.0f : 0.0f;
    c.args.warm_scale = warm_scales[sc_random_below(random, 5)];
    c.args.slop = sc_case_chance(random, 30) ? 0.0f : SC_SLOP;
    c.args.push_rate = sc_case_chance(random, 30) ? 0.0f : 0.2f / h;
    c.args.first_point = sc_case_int(random, 0, 1);
    c.args.position_correction = sc_random_float(random, 0.0f, 1.0f);
    set_args(&c);
    return c;
}

contact_case contact_case_copy(const contact_case *from)
{
    contact_case c = *from;
    sc_case_copy_arrays(&c, arrays, ARRAYS);
    set_args(&c);
    return c;
}

static const char *const normal_names[] = {"normal_x",
                                           "normal_y",
                                           "inverse_inertia_a",
                                           "inverse_inertia_b",
                                           "point[0].normal_arm_a",
                                           "point[0].normal_arm_b",
                                           "point[0].separation",
                                           "point[0].normal_mass",
                                           "point[0].normal_impulse",
                                           "point[1].normal_arm_a",
                                           "point[1].normal_arm_b",
                                           "point[1].separation",
                                           "point[1].normal_mass",
                                           "point[1].normal_impulse"};
static const char *const tangent_names[] = {"friction",
                                            "tangent[0].tangent_arm_a",
                                            "tangent[0].tangent_arm_b",
                                            "tangent[0].separation",
                                            "tangent[0].tangent_mass",
                                            "tangent[0].tangent_impulse",
                                            "tangent[1].tangent_arm_a",
                                            "tangent[1].tangent_arm_b",
                                            "tangent[1].separation",
                                            "tangent[1].tangent_mass",
                                            "tangent[1].tangent_impulse"};
static const char *const extra_names[] = {
    "static_friction", "rolling_resistance", "rolling_mass", "rolling_impulse", "tangent_speed",
    "restitution",     "approach[0]",        "approach[1]",  "total[0]",        "total[1]"};

static const char *const push_names[] = {"impulse[0]", "impulse[1]"};
static const char *const residual_names[] = {"speed[0]", "speed[1]"};

#define NORMAL_NAMES ((int)(sizeof normal_names / sizeof *normal_names))
#define TANGENT_NAMES ((int)(sizeof tangent_names / sizeof *tangent_names))
_Static_assert((int)NORMAL_NAMES == SC_FRAME_LINES + 2 * SC_POINT_LINES, "one for every line");
_Static_assert((int)TANGENT_NAMES == SC_FRICTION_LINES + 2 * SC_POINT_LINES, "one for every line");
_Static_assert(sizeof extra_names / sizeof *extra_names * SC_BLOCK * 4 == sizeof(sc_contact_extra),
               "a name for every field");

/// Blocks of two points, then those of one.
static void compare_blocks(const sc_case *c, const sc_contact_blocks *twin,
                           const sc_contact_blocks *kernel, int count)
{
    const int two = twin->two_points, one = count - two;
    const ptrdiff_t normal = sc_normal_line(two, two), tangent = sc_tangent_line(two, two);
    sc_case_layout normals = {normal_names, NORMAL_NAMES, SC_BLOCK};
    sc_case_layout tangents = {tangent_names, TANGENT_NAMES, SC_BLOCK};
    sc_case_compare(c, normals, "normals of two points", twin->normals, kernel->normals, 0, two);
    sc_case_compare(c, tangents, "tangents of two points", twin->tangents, kernel->tangents, 0,
                    two);
    normals.name_count -= SC_POINT_LINES;
    tangents.name_count -= SC_POINT_LINES;
    sc_case_compare(c, normals, "normals of one point", twin->normals + normal,
                    kernel->normals + normal, 0, one);
    sc_case_compare(c, tangents, "tangents of one point", twin->tangents + tangent,
                    kernel->tangents + tangent, 0, one);
    sc_case_compare(c, SC_CASE_LAYOUT(extra_names, SC_BLOCK), "extras", twin->extras,
                    kernel->extras, 0, count);
}

void contact_case_compare(const sc_case *c, const contact_case *twin, const contact_case *kernel)
{
    int rows = twin->discard_row, blocks = twin->block_count, contacts = twin->contact_count;
    compare_blocks(c, &twin->blocks, &kernel->blocks, blocks);
    sc_case_compare_bytes(c, "flags", twin->flags, kernel->flags, 0, blocks);
    sc_case_compare_bytes(c, "bouncing", (const uint8_t *)twin->bouncing,
                          (const uint8_t *)kernel->bouncing, 0, 2 * blocks);
    sc_case_compare(c, SC_CASE_LAYOUT(push_names, SC_BLOCK), "pushes", twin->pushes, kernel->pushes,
                    0, blocks);
    sc_case_compare(c, SC_CASE_LAYOUT(residual_names, SC_BLOCK), "residuals", twin->residuals,
                    kernel->residuals, 0, blocks);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_velocity_names, 1), "velocities", twin->velocities,
                    kernel->velocities, 0, rows);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_warm_start_names, 1), "warm_starts", twin->warm_starts,
                    kernel->warm_starts, 0, rows);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_delta_names, 1), "deltas", twin->deltas, kernel->deltas, 0,
                    rows);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_manifold_names, 1), "manifolds", twin->manifolds,
                    kernel->manifolds, 0, contacts);
}
