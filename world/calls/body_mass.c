/// Bodies: the mass that a caller sets.
#include "dynamics/bodies/mass.h"
#include "world/checks.h"
#include "world/waking.h"

scree_mass_data scree_body_mass_data(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0 || world->bodies.type[row] != SCREE_BODY_DYNAMIC)
    {
        return (scree_mass_data){0};
    }
    const sc_bodies *bodies = &world->bodies;
    return (scree_mass_data){
        bodies->mass[row], bodies->inertia[row], {bodies->center_x[row], bodies->center_y[row]}};
}

static scree_result change_mass(scree_world *world, int32_t row, const scree_mass_data *mass,
                                const char *function, const char *argument)
{
    SC_ASSERT(world->bodies.type[row] == SCREE_BODY_DYNAMIC);
    sc_center center = sc_body_center(&world->bodies, row);
    const char *wrong = sc_mass_trouble(&world->bodies, row, mass, &center);
    SC_REQUIRE_IN(function, wrong == NULL, argument, wrong);
    sc_set_mass(&world->bodies, row, mass);
    sc_wake(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_mass_data(scree_world *world, scree_body_id body,
                                      const scree_mass_data *mass)
{
    SC_RECORD(body_set_mass_data, body, mass);
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE_POINTER(__func__, mass, "mass");
    SC_REQUIRE(bodies->type[row] == SCREE_BODY_DYNAMIC, "body", "is not dynamic");
    // The inverse must be finite too.
    const double min = 1.0 / (double)FLT_MAX;
    if (!(mass->mass > 0.0f && sc_is_finite(mass->mass) && sc_is_finite(1.0f / mass->mass)))
    {
        return sc_fail_number(world, __func__, "mass.mass", (double)mass->mass, min,
                              (double)FLT_MAX);
    }
    if (!(mass->inertia >= 0.0f && sc_is_finite(mass->inertia) &&
          (mass->inertia == 0.0f || sc_is_finite(1.0f / mass->inertia))))
    {
        return sc_fail_unless_0(world, __func__, "mass.inertia", (double)mass->inertia, min,
                                (double)FLT_MAX);
    }
    SC_REQUIRE_POSITION(__func__, mass->center, "mass.center");
    return change_mass(world, row, mass, __func__, "mass.center");
}

scree_result scree_body_reset_mass(scree_world *world, scree_body_id body)
{
    SC_RECORD(body_reset_mass, body);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE(world->bodies.type[row] == SCREE_BODY_DYNAMIC, "body", "is not dynamic");
    scree_mass_data mass = sc_mass_of_shapes(&world->bodies, &world->shapes, row, NULL);
    return change_mass(world, row, &mass, __func__, "body");
}
