/// The mass of bodies: what their shapes give, or what the caller does, and what follows from it.
#include "world/world.h"

#include <string.h>

sc_center sc_body_center(const sc_bodies *bodies, int32_t row)
{
    return (sc_center){{bodies->pose[row].x, bodies->pose[row].y},
                       {bodies->vx[row], bodies->vy[row]},
                       bodies->w[row]};
}

/// Mass and moments about a body's origin, in double so that order and size of the parts matter
/// little.
typedef struct moments
{
    double mass, x, y, inertia;
} moments;

static void add_part(moments *sum, const scree_mass_data *part)
{
    double m = (double)part->mass, cx = (double)part->center.x, cy = (double)part->center.y;
    sum->mass += m;
    sum->x += m * cx;
    sum->y += m * cy;
    sum->inertia += (double)part->inertia + m * (cx * cx + cy * cy);
}

/// What weighs too little to have an inverse counts as nothing.
static float invertible(double value)
{
    float x = (float)value;
    return x > 0.0f && sc_is_finite(1.0f / x) ? x : 0.0f;
}

static scree_mass_data finish(const moments *sum)
{
    float mass = invertible(sum->mass);
    if (!(mass > 0.0f))
    {
        return (scree_mass_data){.mass = SC_MASS_OF_NONE};
    }
    double x = sum->x / sum->mass, y = sum->y / sum->mass;
    double inertia = sum->inertia - sum->mass * (x * x + y * y);
    return (scree_mass_data){mass, invertible(inertia), {(float)x, (float)y}};
}

scree_mass_data sc_mass_of_shapes(const scree_world *world, int32_t row,
                                  const sc_mass_change *change)
{
    const sc_shapes *shapes = &world->shapes;
    moments sum = {0};
    // The newest first, as the list has them.
    for (int i = 0; change != NULL && i < change->times; ++i)
    {
        add_part(&sum, &change->added);
    }
    int32_t without = change != NULL ? change->without : 0;
    for (int32_t slot = world->bodies.first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        if (slot != without)
        {
            scree_mass_data part = sc_shape_mass(shapes, slot);
            add_part(&sum, &part);
        }
    }
    return finish(&sum);
}

scree_mass_data sc_mass_after(const scree_world *world, int32_t row, const sc_mass_change *change)
{
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

void sc_set_mass(scree_world *world, int32_t row, const scree_mass_data *mass)
{
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
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
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        sc_shape_local *local = &shapes->local[slot];
        local->x = shapes->origin[4 * slot] - mass->center.x;
        local->y = shapes->origin[4 * slot + 1] - mass->center.y;
        local->extent = sc_length((scree_vec2){local->x, local->y}) + local->bounds;
    }
}

/// What a body has become by the shapes that a call adds to it.
typedef struct grown_body
{
    int times;  ///< shapes added
    sc_center center;
} grown_body;

/// The first trouble of adding a shape to each of some bodies in turn. `grown` has an entry for
/// every row, or is null if no body comes twice.
static const char *find_trouble(const scree_world *world, const scree_body_id *ids, int count,
                                const scree_mass_data *part, grown_body *grown)
{
    const sc_bodies *bodies = &world->bodies;
    const char *wrong = NULL;
    for (int i = 0; i < count && wrong == NULL; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        grown_body once = {0}, *body = grown != NULL ? &grown[row] : &once;
        body->center = body->times == 0 ? sc_body_center(bodies, row) : body->center;
        sc_mass_change change = {.added = *part, .times = ++body->times};
        scree_mass_data mass = sc_mass_after(world, row, &change);
        wrong = sc_mass_trouble(bodies, row, &mass, &body->center);
        sc_move_center(bodies, row, &mass, &body->center);
    }
    return wrong;
}

scree_result sc_check_additions(scree_world *world, const scree_body_id *ids, int count,
                                const scree_mass_data *part, const char *function,
                                const char *argument)
{
    grown_body *grown = NULL;
    size_t bytes = sizeof *grown * (size_t)sc_body_count(&world->bodies);
    if (sc_has_repeats(world, ids, count))
    {
        grown = sc_allocate(&world->memory, bytes);
        if (grown == NULL)
        {
            return sc_fail(world, SCREE_ERROR_OUT_OF_MEMORY, function, "world", "found no memory");
        }
        memset(grown, 0, bytes);
    }
    const char *wrong = find_trouble(world, ids, count, part, grown);
    sc_release(&world->memory, grown, bytes);
    return wrong == NULL ? SCREE_OK
                         : sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, wrong);
}
