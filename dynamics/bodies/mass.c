/// The mass of bodies, from their shapes or from the caller, and the values derived from it.
#include "scree/body.h"
#include "dynamics/bodies/mass.h"

#include "core/assert.h"
#include "geometry/shape_plan.h"

sc_center sc_body_center(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return (sc_center){{bodies->pose[row].x, bodies->pose[row].y},
                       {bodies->vx[row], bodies->vy[row]},
                       bodies->w[row]};
}

/// Returns the value, or 0 if it is so small that its inverse overflows.
static float invertible_or_zero(double value)
{
    float x = (float)value;
    return x > 0.0f && sc_is_finite(1.0f / x) ? x : 0.0f;
}

static scree_mass_data mass_of_moments(const sc_moments *sum)
{
    float mass = invertible_or_zero(sum->mass);
    if (!(mass > 0.0f))
    {
        return (scree_mass_data){.mass = SC_MASS_OF_NONE};
    }
    sc_moments whole = sc_moments_at_center(sum);
    return (scree_mass_data){
        mass, invertible_or_zero(whole.inertia), {(float)whole.x, (float)whole.y}};
}

scree_mass_data sc_shape_mass(const sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    return sc_geometry_mass((scree_shape_type)shapes->type[slot], shapes->origin[slot],
                            shapes->geometry + shapes->geometry_start[slot],
                            shapes->local[slot].radius, shapes->density[slot]);
}

scree_mass_data sc_weigh_shape(sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    ++shapes->mass_visits;
    return sc_shape_mass(shapes, slot);
}

/// The exact sum of all shapes of a body. Returns false if a shape has no finite mass.
static bool sum_all(const sc_bodies *bodies, sc_shapes *shapes, int32_t row, sc_mass_sum *sum)
{
    bool finite = true;
    *sum = (sc_mass_sum){0};
    int32_t slot = bodies->first_shape[row];
    for (; slot != 0 && finite; slot = shapes->next[slot])
    {
        scree_mass_data part = sc_weigh_shape(shapes, slot);
        finite = sc_is_finite_mass(&part);
        if (finite)
        {
            sc_mass_sum_add(sum, &part, 1);
        }
    }
    return finite;
}

scree_mass_data sc_mass_of_shapes(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                  const sc_mass_change *change)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    const sc_mass_change none = {0};
    change = change != NULL ? change : &none;
    int64_t count = (int64_t)bodies->shape_count[row] + change->times - (change->without != 0);
    SC_ASSERT(count >= 0);
    if (count <= SC_SUMMED_SHAPES)
    {
        // Sum a few parts in double, the newest first, in the order of the list.
        sc_moments sum = {0};
        // A shape that replaces another one is summed in its place, so that the sum equals that of
        // a body created with the new shape.
        const bool replaces = change->times > 0 && change->without != 0;
        for (int i = 0; i < change->times && !replaces; ++i)
        {
            sc_moments_add_part(&sum, &change->added);
        }
        int32_t slot = bodies->first_shape[row];
        for (; slot != 0; slot = shapes->next[slot])
        {
            if (slot != change->without)
            {
                scree_mass_data part = sc_weigh_shape(shapes, slot);
                sc_moments_add_part(&sum, &part);
            }
            else if (replaces)
            {
                sc_moments_add_part(&sum, &change->added);
            }
        }
        return mass_of_moments(&sum);
    }
    sc_mass_sum sum;
    bool finite = change->times == 0 || sc_is_finite_mass(&change->added);
    if (bodies->mass_sum[row] != NULL)
    {
        sum = *bodies->mass_sum[row];
    }
    else
    {
        finite = sum_all(bodies, shapes, row, &sum) && finite;
    }
    if (!finite)
    {
        return (scree_mass_data){INFINITY, INFINITY, {0.0f, 0.0f}};
    }
    sc_mass_sum_add(&sum, &change->added, change->times);
    if (change->without != 0)
    {
        scree_mass_data part = sc_weigh_shape(shapes, change->without);
        sc_mass_sum_add(&sum, &part, -1);
    }
    sc_moments moments = sc_mass_sum_value(&sum);
    return mass_of_moments(&moments);
}

scree_mass_data sc_mass_of_changed(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                                   int gone, const scree_mass_data *added, int count)
{
    SC_ASSERT(sc_row_exists(bodies, row) && gone >= 0 && gone <= bodies->shape_count[row]);
    if (bodies->type[row] != SCREE_BODY_DYNAMIC)
    {
        return (scree_mass_data){0};
    }
    const int64_t after = (int64_t)bodies->shape_count[row] + count - gone;
    if (after <= SC_SUMMED_SHAPES)
    {
        // Sum a few parts in double, the newest first.
        sc_moments sum = {0};
        for (int i = count; i > 0; --i)
        {
            sc_moments_add_part(&sum, &added[i - 1]);
        }
        int32_t slot = bodies->first_shape[row];
        for (; slot != 0; slot = shapes->next[slot])
        {
            if (!(shapes->flags[slot] & SC_SHAPE_MARKED))
            {
                scree_mass_data part = sc_weigh_shape(shapes, slot);
                sc_moments_add_part(&sum, &part);
            }
        }
        return mass_of_moments(&sum);
    }
    sc_mass_sum sum;
    bool finite = true;
    if (bodies->mass_sum[row] != NULL)
    {
        sum = *bodies->mass_sum[row];
    }
    else
    {
        finite = sum_all(bodies, shapes, row, &sum);
    }
    for (int i = 0; i < count && finite; ++i)
    {
        finite = sc_is_finite_mass(&added[i]);
        sc_mass_sum_add(&sum, &added[i], finite ? 1 : 0);
    }
    int32_t slot = gone > 0 && finite ? bodies->first_shape[row] : 0;
    for (; slot != 0; slot = shapes->next[slot])
    {
        if (shapes->flags[slot] & SC_SHAPE_MARKED)
        {
            scree_mass_data part = sc_weigh_shape(shapes, slot);
            sc_mass_sum_add(&sum, &part, -1);
        }
    }
    if (!finite)
    {
        return (scree_mass_data){INFINITY, INFINITY, {0.0f, 0.0f}};
    }
    sc_moments moments = sc_mass_sum_value(&sum);
    return mass_of_moments(&moments);
}

bool sc_reserve_mass_sum(sc_bodies *bodies, sc_shapes *shapes, sc_memory *memory, int32_t row,
                         int extra)
{
    SC_ASSERT(sc_row_exists(bodies, row) && extra >= 0);
    int64_t count = (int64_t)bodies->shape_count[row] + extra;
    if (count <= SC_SUMMED_SHAPES || bodies->mass_sum[row] != NULL)
    {
        return true;
    }
    sc_mass_sum *sum = sc_allocate(memory, sizeof *sum);
    if (sum == NULL)
    {
        return false;
    }
    sum_all(bodies, shapes, row, sum);
    bodies->mass_sum[row] = sum;
    return true;
}

void sc_refill_mass_sum(const sc_bodies *bodies, sc_shapes *shapes, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row) && bodies->mass_sum[row] != NULL);
    sum_all(bodies, shapes, row, bodies->mass_sum[row]);
}

void sc_change_mass_sum(sc_bodies *bodies, sc_memory *memory, int32_t row,
                        const scree_mass_data *part, int times)
{
    SC_ASSERT(sc_row_exists(bodies, row) && times != 0);
    if (bodies->mass_sum[row] != NULL)
    {
        sc_mass_sum_add(bodies->mass_sum[row], part, times);
        // Do not drop the sum as soon as it is not needed, because the number of shapes may vary
        // around the limit.
        if (times < 0 && bodies->shape_count[row] <= SC_SUMMED_SHAPES / 2)
        {
            sc_bodies_drop_mass_sum(bodies, memory, row);
        }
    }
}

scree_mass_data sc_mass_after(const sc_bodies *bodies, sc_shapes *shapes, int32_t row,
                              const sc_mass_change *change)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return bodies->type[row] == SCREE_BODY_DYNAMIC ? sc_mass_of_shapes(bodies, shapes, row, change)
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
