/// Checks of settings, ids and bodies of a snapshot.
#include "state/snapshot_checks.h"

#include "dynamics/islands/islands.h"
#include "world/checks.h"

#include <stdio.h>
#include <string.h>

#define CHECK SC_SNAPSHOT_CHECK

bool sc_snapshot_refuse(sc_snapshot_fault *fault, const char *field, int32_t index,
                        const char *what)
{
    *fault = (sc_snapshot_fault){.field = field, .index = index};
    snprintf(fault->what, sizeof fault->what, "%.150s", what);
    return false;
}

bool sc_snapshot_finite(const void *floats, size_t bytes)
{
    bool finite = true;
    for (size_t at = 0; at < bytes; at += sizeof(float))
    {
        float value;
        memcpy(&value, (const char *)floats + at, sizeof value);
        finite = finite && sc_is_finite(value);
    }
    return finite;
}

/// Refuses the snapshot with the error that a check of a public call has recorded.
static bool pass_on(sc_snapshot_fault *fault, const char *field, scree_world *world)
{
    return sc_snapshot_refuse(fault, field, 0, scree_world_last_error(world).text);
}

bool sc_snapshot_check_settings(scree_world *world, sc_snapshot_fault *fault)
{
    scree_world_def def = scree_world_settings(world);
    if (sc_check_world_def(world, &def, "settings") != SCREE_OK)
    {
        return pass_on(fault, "settings.solver", world);
    }
    sc_set_length_unit(world, world->lengths.unit);
    const scree_particle_settings settings = world->circles.settings;
    if (scree_world_set_particle_settings(world, &settings) != SCREE_OK)
    {
        return pass_on(fault, "particles.settings.damping", world);
    }
    CHECK(sc_in_range(world->settings.last_h, 0.0f, SC_MAX_DT) &&
              sc_in_range(world->settings.last_stiff_h, 0.0f, SC_MAX_DT),
          "settings.last_h", 0, "is no length of a step");
    CHECK(world->sleep.steps >= 0 && world->sleep.steps < SC_ISLAND_STEPS, "sleep.steps", 0,
          "is out of range");
    CHECK(world->soft.iterations >= 1 && world->soft.iterations <= SC_SOFT_MAX_ITERATIONS,
          "soft.iterations", 0, "is out of range");
    const int32_t counters[] = {world->last.new_pairs,
                                world->last.contacts,
                                world->last.points,
                                world->last.begun_contacts,
                                world->last.ended_contacts,
                                world->last.colours,
                                world->last.blocks,
                                world->last.moved_shapes,
                                world->last.continuous_bodies,
                                world->last.continuous_hits,
                                world->last.joints,
                                world->last.soft_contacts,
                                world->last.disabled_bodies,
                                world->last.particle_shape_pairs,
                                world->residual.points,
                                world->circles.pair_count,
                                world->circles.shape_pair_count,
                                world->circles.stopped_count,
                                world->soft.contact_count,
                                world->soft.max_contacts,
                                world->soft.nonfinite_count,
                                world->sleep.steps,
                                world->broadphase.steady_moves,
                                world->contacts.removed,
                                world->contacts.touching,
                                world->contacts.crowded};
    for (size_t i = 0; i < sizeof counters / sizeof *counters; ++i)
    {
        CHECK(counters[i] >= 0 && counters[i] <= INT32_MAX / 2, "last.new_pairs", 0,
              "or another counter is out of range");
    }
    return true;
}

/// Checks that the list of free slots has all dead slots, except those of shapes that wait for the
/// next step and those without generations left.
static bool check_store_ids(const sc_ids *ids, const uint8_t *flags, const char *generation,
                            const char *next_free, sc_snapshot_fault *fault)
{
    int32_t expected = 0, linked = 0;
    for (int32_t slot = 0; slot < ids->used && ids->capacity > 0; ++slot)
    {
        const bool waits = flags != NULL && (flags[slot] & SC_SHAPE_GONE) != 0;
        CHECK(ids->generation[slot] <= 0xffffffu && (slot > 0 || ids->generation[slot] == 0),
              generation, slot, "is no generation");
        CHECK(ids->next_free[slot] >= 0 && ids->next_free[slot] < ids->used, next_free, slot,
              "is no slot");
        const bool dead = slot > 0 && (ids->generation[slot] & 1u) == 0;
        expected += dead && !waits && ids->generation[slot] != 0;
        linked += ids->next_free[slot] != 0;
    }
    int32_t count = 0;
    CHECK(ids->first_free >= 0 && ids->first_free < ids->used, next_free, 0,
          "begins with what is no slot");
    for (int32_t slot = ids->first_free; slot != 0 && count <= expected;
         slot = ids->next_free[slot], ++count)
    {
        const bool waits = flags != NULL && (flags[slot] & SC_SHAPE_GONE) != 0;
        CHECK((ids->generation[slot] & 1u) == 0 && ids->generation[slot] != 0 && !waits, next_free,
              slot, "lists a slot that is not free");
    }
    CHECK(count == expected && linked == (count > 0 ? count - 1 : 0), next_free, 0,
          "do not list each free slot once");
    return true;
}

bool sc_snapshot_check_ids(scree_world *world, sc_snapshot_fault *fault)
{
    return check_store_ids(&world->bodies.ids, NULL, "bodies.ids.generation",
                           "bodies.ids.next_free", fault) &&
           check_store_ids(&world->shapes.ids, world->shapes.flags, "shapes.ids.generation",
                           "shapes.ids.next_free", fault) &&
           check_store_ids(&world->chains.ids, NULL, "chains.ids.generation",
                           "chains.ids.next_free", fault) &&
           check_store_ids(&world->joints.ids, NULL, "joints.ids.generation",
                           "joints.ids.next_free", fault) &&
           check_store_ids(&world->circles.ids, NULL, "particles.ids.generation",
                           "particles.ids.next_free", fault) &&
           check_store_ids(&world->soft.ids, NULL, "soft.ids.generation", "soft.ids.next_free",
                           fault);
}

bool sc_snapshot_find_rows(const sc_snapshot_rows *rows, sc_snapshot_fault *fault)
{
    const sc_ids *ids = rows->ids;
    const int32_t used = ids->capacity > 0 ? ids->used : 0;
    int32_t live = 0;
    for (int32_t slot = 0; slot < used; ++slot)
    {
        live += sc_slot_is_live(ids, slot);
        rows->row[slot] = -1;
    }
    CHECK(live == rows->count, rows->field, 0, "are more or fewer than live objects");
    for (int32_t row = 0; row < rows->count; ++row)
    {
        const int32_t slot = rows->slot[row];
        CHECK(sc_slot_is_live(ids, slot), rows->field, row, "is no live object");
        CHECK(rows->row[slot] == -1, rows->field, row, "is there twice");
        rows->row[slot] = row;
    }
    for (int32_t slot = 0; slot < used; ++slot)
    {
        rows->row[slot] = rows->row[slot] < 0 ? 0 : rows->row[slot];
    }
    return true;
}

static bool is_rotation(float cosine, float sine)
{
    return fabsf(cosine * cosine + sine * sine - 1.0f) <= SC_ROTATION_ERROR;
}

static bool is_near(float x, float y)
{
    return fabsf(x) <= 4.0f * SC_WORLD_REACH && fabsf(y) <= 4.0f * SC_WORLD_REACH;
}

static bool is_pose(const sc_pose *pose)
{
    return is_near(pose->x, pose->y) && is_rotation(pose->cos, pose->sin);
}

static bool check_places(const sc_bodies *bodies, int32_t row, sc_snapshot_fault *fault)
{
    CHECK(is_near(bodies->x[row], bodies->y[row]), "bodies.x", row, "or y is out of reach");
    CHECK(is_rotation(bodies->cos[row], bodies->sin[row]), "bodies.cos", row,
          "and sin are no rotation");
    CHECK(is_pose(&bodies->pose[row]), "bodies.pose", row, "is no pose");
    CHECK(is_near(bodies->center_x[row], bodies->center_y[row]), "bodies.center_x", row,
          "or center_y is out of reach");
    const float finite[] = {bodies->vx[row],           bodies->vy[row],      bodies->w[row],
                            bodies->force_x[row],      bodies->force_y[row], bodies->torque[row],
                            bodies->gravity_scale[row]};
    CHECK(sc_snapshot_finite(finite, sizeof finite), "bodies.vx", row,
          "or another velocity, a force or the gravity scale is not finite");
    return true;
}

static bool check_numbers(const sc_bodies *bodies, int32_t row, sc_snapshot_fault *fault)
{
    CHECK(sc_in_range(bodies->mass[row], 0.0f, FLT_MAX), "bodies.mass", row, "is no mass");
    CHECK(sc_in_range(bodies->inertia[row], 0.0f, FLT_MAX), "bodies.inertia", row,
          "is no moment of inertia");
    CHECK(sc_in_range(bodies->linear_damping[row], 0.0f, SC_MAX_DAMPING), "bodies.linear_damping",
          row, "is out of range");
    CHECK(sc_in_range(bodies->angular_damping[row], 0.0f, SC_MAX_DAMPING), "bodies.angular_damping",
          row, "is out of range");
    CHECK(sc_in_range(bodies->sleep_threshold[row], 0.0f, SC_MAX_SETTING), "bodies.sleep_threshold",
          row, "is out of range");
    CHECK(sc_in_range(bodies->safe[row], 0.0f, FLT_MAX) &&
              sc_in_range(bodies->extent[row], 0.0f, FLT_MAX) &&
              sc_in_range(bodies->arm[row], 0.0f, FLT_MAX),
          "bodies.safe", row, "or extent or arm is out of range");
    CHECK(sc_in_range(bodies->target_time[row], SC_TARGET_REACHED, FLT_MAX), "bodies.target_time",
          row, "is out of range");
    CHECK(bodies->bullet[row] <= 1 && bodies->quiet_forces[row] <= 1, "bodies.bullet", row,
          "or quiet_forces is neither 0 nor 1");
    CHECK(bodies->type[row] <= SCREE_BODY_DYNAMIC, "bodies.type", row, "is no type");
    CHECK((bodies->flags[row] & SC_BODY_MARKED) == 0, "bodies.flags", row, "has an unknown bit");
    CHECK((bodies->flags[row] & SC_BODY_RECENTRED) == 0 || bodies->recentred, "bodies.flags", row,
          "says that the body was recentred, the world does not");
    return true;
}

static bool check_names(const scree_world *world, sc_snapshot_fault *fault)
{
    const sc_body_names *names = &world->body_names;
    for (int32_t slot = 0; slot < names->capacity; ++slot)
    {
        const uint64_t body = names->name[slot].body.value;
        CHECK(body == 0 || (slot > 0 && sc_ids_find(&world->bodies.ids, body) == slot),
              "names.name", slot, "is of no live body of that slot");
        CHECK(memchr(names->name[slot].text, 0, sizeof names->name[slot].text) != NULL,
              "names.name", slot, "has no end");
    }
    return true;
}

bool sc_snapshot_check_bodies(scree_world *world, sc_snapshot_fault *fault)
{
    sc_bodies *bodies = &world->bodies;
    const sc_snapshot_rows rows = {&bodies->ids, bodies->row, bodies->slot, sc_body_count(bodies),
                                   "bodies.slot"};
    if (!sc_snapshot_find_rows(&rows, fault))
    {
        return false;
    }
    bodies->locked_count = 0;
    for (int32_t row = 0; row < rows.count; ++row)
    {
        bodies->id[row].value = sc_ids_value(&bodies->ids, bodies->slot[row]);
        if (!check_places(bodies, row, fault) || !check_numbers(bodies, row, fault))
        {
            return false;
        }
        bodies->locked_count += (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
        sc_bodies_update_inverses(bodies, row);
        CHECK(sc_is_finite(bodies->inverse_mass[row]) && sc_is_finite(bodies->inverse_inertia[row]),
              "bodies.mass", row, "or inertia is too small");
    }
    for (int32_t slot = 1; bodies->keeps_previous && slot < bodies->ids.used; ++slot)
    {
        CHECK(!sc_slot_is_live(&bodies->ids, slot) || is_pose(&bodies->previous[slot]),
              "bodies.previous", slot, "is no pose");
    }
    return check_names(world, fault);
}
