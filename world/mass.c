/// The mass of bodies: what their shapes give, or what the caller does, and what follows from it.
#include "world/mass.h"

#include "broadphase/sort.h"
#include "core/assert.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

#include <string.h>

sc_center sc_body_center(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return (sc_center){{bodies->pose[row].x, bodies->pose[row].y},
                       {bodies->vx[row], bodies->vy[row]},
                       bodies->w[row]};
}

/// What weighs too little to have an inverse counts as nothing.
static float invertible(double value)
{
    float x = (float)value;
    return x > 0.0f && sc_is_finite(1.0f / x) ? x : 0.0f;
}

static scree_mass_data finish(const sc_moments *sum)
{
    float mass = invertible(sum->mass);
    if (!(mass > 0.0f))
    {
        return (scree_mass_data){.mass = SC_MASS_OF_NONE};
    }
    sc_moments whole = sc_moments_at_center(sum);
    return (scree_mass_data){mass, invertible(whole.inertia), {(float)whole.x, (float)whole.y}};
}

scree_mass_data sc_weigh_shape(scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&world->shapes.ids, slot));
    ++world->shapes.mass_visits;
    return sc_shape_mass(&world->shapes, slot);
}

static bool is_finite_mass(const scree_mass_data *part)
{
    return sc_is_finite(part->mass) && sc_is_finite(part->inertia);
}

/// A few parts in double, the newest first, as the list has them.
static scree_mass_data sum_few(scree_world *world, int32_t row, const sc_mass_change *change)
{
    SC_ASSERT(change->times >= 0);
    sc_moments sum = {0};
    // One that is replaced keeps its place, so that the sum is that of a body made with the other.
    const bool replaces = change->times > 0 && change->without != 0;
    for (int i = 0; i < change->times && !replaces; ++i)
    {
        sc_moments_add_part(&sum, &change->added);
    }
    int32_t slot = world->bodies.first_shape[row];
    for (; slot != 0; slot = world->shapes.next[slot])
    {
        if (slot != change->without)
        {
            scree_mass_data part = sc_weigh_shape(world, slot);
            sc_moments_add_part(&sum, &part);
        }
        else if (replaces)
        {
            sc_moments_add_part(&sum, &change->added);
        }
    }
    return finish(&sum);
}

/// The exact sum of all shapes of a body; false if one is not finite.
static bool sum_all(scree_world *world, int32_t row, sc_mass_sum *sum)
{
    bool finite = true;
    *sum = (sc_mass_sum){0};
    int32_t slot = world->bodies.first_shape[row];
    for (; slot != 0 && finite; slot = world->shapes.next[slot])
    {
        scree_mass_data part = sc_weigh_shape(world, slot);
        finite = is_finite_mass(&part);
        if (finite)
        {
            sc_mass_sum_add(sum, &part, 1);
        }
    }
    return finite;
}

static scree_mass_data sum_many(scree_world *world, int32_t row, const sc_mass_change *change)
{
    sc_mass_sum sum;
    bool finite = change->times == 0 || is_finite_mass(&change->added);
    if (world->bodies.mass_sum[row] != NULL)
    {
        sum = *world->bodies.mass_sum[row];
    }
    else
    {
        finite = sum_all(world, row, &sum) && finite;
    }
    if (!finite)
    {
        return (scree_mass_data){INFINITY, INFINITY, {0.0f, 0.0f}};
    }
    sc_mass_sum_add(&sum, &change->added, change->times);
    if (change->without != 0)
    {
        scree_mass_data part = sc_weigh_shape(world, change->without);
        sc_mass_sum_add(&sum, &part, -1);
    }
    sc_moments moments = sc_mass_sum_value(&sum);
    return finish(&moments);
}

scree_mass_data sc_mass_of_shapes(scree_world *world, int32_t row, const sc_mass_change *change)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    const sc_mass_change none = {0};
    change = change != NULL ? change : &none;
    int64_t count =
        (int64_t)world->bodies.shape_count[row] + change->times - (change->without != 0);
    SC_ASSERT(count >= 0);
    return count <= SC_SUMMED_SHAPES ? sum_few(world, row, change) : sum_many(world, row, change);
}

bool sc_reserve_mass_sum(scree_world *world, int32_t row, int extra)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row) && extra >= 0);
    sc_bodies *bodies = &world->bodies;
    int64_t count = (int64_t)bodies->shape_count[row] + extra;
    if (count <= SC_SUMMED_SHAPES || bodies->mass_sum[row] != NULL)
    {
        return true;
    }
    sc_mass_sum *sum = sc_allocate(&world->memory, sizeof *sum);
    if (sum == NULL)
    {
        return false;
    }
    sum_all(world, row, sum);
    bodies->mass_sum[row] = sum;
    return true;
}

void sc_change_mass_sum(scree_world *world, int32_t row, const scree_mass_data *part, int times)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row) && times != 0);
    sc_bodies *bodies = &world->bodies;
    if (bodies->mass_sum[row] != NULL)
    {
        sc_mass_sum_add(bodies->mass_sum[row], part, times);
        // Not as soon as it is not needed: shapes may come and go.
        if (times < 0 && bodies->shape_count[row] <= SC_SUMMED_SHAPES / 2)
        {
            sc_bodies_drop_mass_sum(bodies, &world->memory, row);
        }
    }
}

scree_mass_data sc_mass_after(scree_world *world, int32_t row, const sc_mass_change *change)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    return world->bodies.type[row] == SCREE_BODY_DYNAMIC ? sc_mass_of_shapes(world, row, change)
                                                         : (scree_mass_data){0};
}

void sc_move_center(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                    sc_center *center)
{
    scree_vec2 arm = sc_rotate(sc_body_rotation(bodies, row), mass->center);
    scree_vec2 position = sc_add((scree_vec2){bodies->x[row], bodies->y[row]}, arm);
    scree_vec2 shift = sc_sub(position, center->position);
    center->velocity.x -= center->w * shift.y;
    center->velocity.y += center->w * shift.x;
    center->position = position;
}

const char *sc_mass_trouble(const sc_bodies *bodies, int32_t row, const scree_mass_data *mass,
                            const sc_center *before)
{
    sc_center after = *before;
    sc_move_center(bodies, row, mass, &after);
    return !sc_is_finite(mass->mass) || !sc_is_finite(mass->inertia)
               ? "gives the body a mass or inertia that is not finite"
           : !sc_is_position(after.position) ? "puts the body's centre of mass out of reach"
           : !sc_is_finite_vec2(after.velocity)
               ? "gives the centre of mass of the body, which turns, a velocity that is not finite"
               : NULL;
}

void sc_set_mass(sc_bodies *bodies, int32_t row, const scree_mass_data *mass)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    sc_center center = sc_body_center(bodies, row);
    sc_move_center(bodies, row, mass, &center);
    bodies->mass[row] = mass->mass;
    bodies->inertia[row] = mass->inertia;
    bodies->center_x[row] = mass->center.x;
    bodies->center_y[row] = mass->center.y;
    bodies->vx[row] = center.velocity.x;
    bodies->vy[row] = center.velocity.y;
    sc_bodies_update_pose(bodies, row);
    sc_bodies_update_inverses(bodies, row);
    bodies->flags[row] |= SC_BODY_RECENTRED;
    bodies->recentred = true;
}

/// What a body has become by the shapes that a call adds to it.
typedef struct grown_body
{
    int times;  ///< shapes added
    sc_center center;
} grown_body;

/// The bodies of a call that names some more than once. All arrays have an entry for each id.
typedef struct repeats
{
    uint64_t *keys;     ///< scratch
    uint64_t *entry;    ///< by index: where its body is in `grown`
    grown_body *grown;  ///< by entry; null: no body comes twice
} repeats;

enum
{
    REPEATS_EACH = 2 * sizeof(uint64_t) + sizeof(grown_body)
};

/// Gives each body one entry, out of `block` of REPEATS_EACH bytes for each id.
static repeats find_repeats(const scree_world *world, const scree_body_id *ids, int count,
                            void *block)
{
    repeats r = {.keys = block};
    r.entry = r.keys + count;
    r.grown = (grown_body *)(void *)(r.entry + count);
    memset(r.grown, 0, sizeof *r.grown * (size_t)count);
    for (int i = 0; i < count; ++i)
    {
        r.keys[i] = (uint64_t)sc_peek_row(world, ids[i]) << 32 | (uint32_t)i;
    }
    sc_sort_keys(r.keys, r.entry, count);
    int first = 0;
    for (int k = 0; k < count; ++k)
    {
        first = r.keys[k] >> 32 == r.keys[first] >> 32 ? first : k;
        r.entry[(uint32_t)r.keys[k]] = (uint64_t)first;
    }
    return r;
}

/// The first trouble of adding a shape to each of some bodies in turn.
static const char *find_trouble(scree_world *world, const scree_body_id *ids, int count,
                                const scree_mass_data *part, const repeats *r)
{
    const sc_bodies *bodies = &world->bodies;
    const char *wrong = NULL;
    for (int i = 0; i < count && wrong == NULL; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        grown_body once = {0}, *body = r->grown != NULL ? &r->grown[r->entry[i]] : &once;
        body->center = body->times == 0 ? sc_body_center(bodies, row) : body->center;
        sc_mass_change change = {.added = *part, .times = ++body->times};
        scree_mass_data mass = sc_mass_after(world, row, &change);
        wrong = sc_mass_trouble(bodies, row, &mass, &body->center);
        sc_move_center(bodies, row, &mass, &body->center);
    }
    return wrong;
}

/// Makes the mass sums that bodies need after the call. Those that it makes stay if it fails later.
static bool reserve_sums(scree_world *world, const scree_body_id *ids, int count, const repeats *r)
{
    bool found = true;
    for (int i = 0; found && i < count; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        found = world->bodies.type[row] != SCREE_BODY_DYNAMIC ||
                sc_reserve_mass_sum(world, row, r->grown != NULL ? r->grown[r->entry[i]].times : 1);
    }
    return found;
}

scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument)
{
    repeats r = {0};
    size_t bytes = (size_t)REPEATS_EACH * (size_t)count;
    if (sc_has_repeats(world, ids, count))
    {
        void *block = sc_allocate(&world->memory, bytes);
        if (block == NULL)
        {
            return sc_no_memory(world, function);
        }
        r = find_repeats(world, ids, count, block);
    }
    const char *wrong = find_trouble(world, ids, count, part, &r);
    bool found = wrong != NULL || reserve_sums(world, ids, count, &r);
    sc_release(&world->memory, r.keys, bytes);
    return wrong != NULL ? sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, wrong)
           : !found      ? sc_no_memory(world, function)
                         : SCREE_OK;
}

scree_result scree_shape_set_density(scree_world *world, scree_shape_id shape, float density)
{
    SC_FIND_SHAPE(world, shape, slot);
    SC_REQUIRE(density >= 0.0f && density <= SC_MAX_DENSITY, "density",
               "is not a number in [0, 1e12]");
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    int32_t row = bodies->row[shapes->body_slot[slot]];
    float old = shapes->density[slot];
    scree_mass_data before = sc_weigh_shape(world, slot);
    shapes->density[slot] = density;
    scree_mass_data after = sc_weigh_shape(world, slot), mass = after;
    bool finite = is_finite_mass(&after);
    if (finite)
    {
        sc_change_mass_sum(world, row, &before, -1);
        sc_change_mass_sum(world, row, &after, 1);
        mass = sc_mass_after(world, row, NULL);
    }
    bool dynamic = bodies->type[row] == SCREE_BODY_DYNAMIC;
    sc_center center = sc_body_center(bodies, row);
    const char *wrong = dynamic ? sc_mass_trouble(bodies, row, &mass, &center) : NULL;
    if (wrong != NULL)
    {
        shapes->density[slot] = old;
        if (finite)
        {
            sc_change_mass_sum(world, row, &after, -1);
            sc_change_mass_sum(world, row, &before, 1);
        }
        return sc_fail(world, SCREE_ERROR_ARGUMENT, __func__, "density", wrong);
    }
    if (dynamic)
    {
        sc_wake(world, row);
        sc_set_mass(bodies, row, &mass);
    }
    return SCREE_OK;
}
