/// Checks of joints and soft bodies of a snapshot.
#include "state/snapshot_checks.h"

#include "dynamics/joints/joint_type.h"
#include "dynamics/solver/joints/separated_pairs.h"

#include <string.h>

#define CHECK SC_SNAPSHOT_CHECK

/// Checks that a joint has the data that a call which creates it would store.
static bool check_definition(scree_world *world, int32_t slot, sc_snapshot_fault *fault)
{
    sc_joints *joints = &world->joints;
    const sc_joint_type *type = sc_joint_types[joints->type[slot]];
    _Alignas(16) char def[SC_SNAPSHOT_JOINT_DEF];
    sc_joint_record record = {joints->frame[slot], joints->settings[slot], joints->given[slot],
                              joints->flags[slot], 0};
    CHECK(type->def_size <= sizeof def, "joints.type", slot, "is not known");
    sc_unpack_joint(type, &record, def);
    if (sc_check_joint_def(world, type, def, "joint", "") != SCREE_OK)
    {
        return sc_snapshot_refuse(fault, "joints.settings", slot,
                                  scree_world_last_error(world).text);
    }
    const sc_joint_record again = sc_pack_joint(type, def);
    CHECK(memcmp(&again.frame, &record.frame, sizeof record.frame) == 0, "joints.frame", slot,
          "does not follow from the angles");
    CHECK(memcmp(&again.settings, &record.settings, sizeof record.settings) == 0, "joints.settings",
          slot, "do not follow from the definition");
    CHECK(memcmp(&again.given, &record.given, sizeof record.given) == 0, "joints.given", slot,
          "does not follow from the definition");
    CHECK(again.flags == record.flags, "joints.flags", slot, "do not follow from the definition");
    CHECK(sc_snapshot_finite(&joints->state[slot], sizeof joints->state[slot]), "joints.state",
          slot, "is not finite");
    joints->kind[slot] = again.kind;
    joints->switches[slot] = (uint8_t)again.settings.switches;
    joints->traits[slot] = type->traits;
    joints->breakable_count += (again.flags & SC_JOINT_BREAKABLE) != 0;
    joints->watched_count += (again.flags & SC_JOINT_WATCHED) != 0;
    return true;
}

/// Checks the lists of joints of bodies, and fills in the links to the previous joint.
static bool check_lists(scree_world *world, sc_snapshot_fault *fault)
{
    const sc_bodies *bodies = &world->bodies;
    sc_joints *joints = &world->joints;
    int32_t links = 0;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int32_t previous = 0;
        for (int32_t link = bodies->first_joint[row]; link != 0;
             link = joints->next[link / 2][link % 2])
        {
            CHECK(link > 0 && sc_slot_is_live(&joints->ids, link / 2) &&
                      joints->body[link / 2][link % 2] == bodies->slot[row],
                  "bodies.first_joint", row, "leads to a joint of another body");
            CHECK(++links <= 2 * joints->count, "bodies.first_joint", row, "leads in a circle");
            joints->previous[link / 2][link % 2] = previous;
            previous = link;
        }
    }
    CHECK(links == 2 * joints->count, "joints.next", 0,
          "and the links after it do not list each joint of its bodies");
    return true;
}

/// Checks that bodies whose joints keep them from colliding have no contacts with each other.
static bool check_apart(scree_world *world, const sc_contacts *contacts, const char *field,
                        sc_snapshot_fault *fault)
{
    const sc_joints *joints = &world->joints;
    const size_t bytes = 2 * sizeof(uint64_t) * (size_t)joints->count;
    if (bytes == 0 || sc_contacts_count(contacts) == 0)
    {
        return true;
    }
    uint64_t *keys = sc_allocate(&world->memory, bytes);
    if (keys == NULL)
    {
        fault->no_memory = true;
        return false;
    }
    const int count = sc_list_separated_pairs(joints, keys, keys + joints->count);
    bool valid = true;
    for (int32_t k = 0; k < sc_contacts_count(contacts) && valid; ++k)
    {
        const int32_t at = sc_snapshot_contact(contacts, k);
        valid = !sc_are_shapes_separated(keys, count, &world->shapes, contacts->a[at],
                                         contacts->b[at]) ||
                sc_snapshot_refuse(fault, field, k, "and b are of bodies that a joint keeps apart");
    }
    sc_release(&world->memory, keys, bytes);
    return valid;
}

bool sc_snapshot_check_joints(scree_world *world, sc_snapshot_fault *fault)
{
    sc_joints *joints = &world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (!sc_slot_is_live(&joints->ids, slot))
        {
            continue;
        }
        const int32_t *body = joints->body[slot];
        ++joints->count;
        CHECK(joints->type[slot] < SCREE_JOINT_TYPE_COUNT &&
                  sc_joint_types[joints->type[slot]] != NULL,
              "joints.type", slot, "is no type");
        CHECK(sc_slot_is_live(&world->bodies.ids, body[0]) &&
                  sc_slot_is_live(&world->bodies.ids, body[1]) && body[0] != body[1],
              "joints.body", slot, "is no live body");
        if (!check_definition(world, slot, fault))
        {
            return false;
        }
    }
    return check_lists(world, fault) && check_apart(world, &world->contacts, "contacts.a", fault) &&
           check_apart(world, &world->sleep.contacts, "asleep.a", fault);
}

static bool check_soft_body(const scree_world *world, int32_t row, sc_snapshot_fault *fault)
{
    const sc_soft_bodies *soft = &world->soft;
    const sc_soft_body *body = &soft->bodies[row];
    const float unit = world->lengths.unit;
    CHECK(body->vertex_count > 0 && body->vertex_count <= SC_SOFT_MAX_VERTICES &&
              body->edge_count >= 0 && body->corner_count >= 0 &&
              body->vertex_count <= soft->vertex_count - body->first_vertex &&
              body->edge_count <= soft->edge_count - body->first_edge &&
              body->corner_count <= soft->corner_count - body->first_corner,
          "soft.bodies", row, "has more parts than there are");
    CHECK((body->flags & ~SC_SOFT_DISABLED) == 0, "soft.bodies", row, "has an unknown flag");
    CHECK(sc_in_range(body->radius, 0.0f, unit * SC_MAX_SOFT_RADIUS) &&
              sc_in_range(body->damping, 0.0f, SC_MAX_DAMPING) &&
              sc_is_finite(body->gravity_scale) &&
              sc_in_range(body->friction, 0.0f, SC_MAX_COEFFICIENT),
          "soft.bodies", row, "has a number that is out of range");
    CHECK(body->corner_count <= SC_SOFT_MAX_OUTLINE && body->corner_count != 1 &&
              body->corner_count != 2,
          "soft.bodies", row, "has an outline of too many or too few corners");
    for (int32_t i = body->first_corner; i < body->first_corner + body->corner_count; ++i)
    {
        CHECK(soft->corners[i] >= 0 && soft->corners[i] < body->vertex_count, "soft.corners", i,
              "is no vertex");
    }
    for (int32_t i = body->first_edge; i < body->first_edge + body->edge_count; ++i)
    {
        const scree_soft_edge *edge = &soft->edges[i];
        CHECK(edge->a >= 0 && edge->a < body->vertex_count && edge->b >= 0 &&
                  edge->b < body->vertex_count && edge->a != edge->b,
              "soft.edges", i, "joins no two vertices");
        CHECK(sc_in_range(edge->length, unit * SC_MIN_SOFT_LENGTH, unit * SC_MAX_SOFT_LENGTH) &&
                  edge->stiffness > 0.0f && edge->stiffness <= 1.0f,
              "soft.edges", i, "has a length or a stiffness that is out of range");
    }
    return true;
}

static bool check_attachments(scree_world *world, sc_snapshot_fault *fault)
{
    sc_soft_bodies *soft = &world->soft;
    soft->gap_count = 0;
    for (int32_t i = 0; i < soft->attachment_count; ++i)
    {
        const sc_soft_attachment *attachment = &soft->attachments[i];
        if (attachment->soft_slot == 0)
        {
            ++soft->gap_count;
            continue;
        }
        CHECK(sc_slot_is_live(&soft->ids, attachment->soft_slot), "soft.attachments", i,
              "is of no live body");
        const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
        CHECK(attachment->vertex >= 0 && attachment->vertex < body->vertex_count,
              "soft.attachments", i, "is of no vertex");
        CHECK(sc_is_position(attachment->point), "soft.attachments", i, "is out of reach");
        int32_t *of = &soft->attachment_of[body->first_vertex + attachment->vertex];
        CHECK(*of == 0, "soft.attachments", i, "is the second one of a vertex");
        *of = i + 1;
    }
    return true;
}

bool sc_snapshot_check_soft(scree_world *world, sc_snapshot_fault *fault)
{
    sc_soft_bodies *soft = &world->soft;
    int32_t live = 0, vertices = 0, edges = 0, corners = 0;
    for (int32_t slot = 0; slot < soft->ids.used && soft->ids.capacity > 0; ++slot)
    {
        live += sc_slot_is_live(&soft->ids, slot);
        soft->row[slot] = -1;
    }
    CHECK(live == soft->body_count, "soft.bodies", 0, "are more or fewer than live soft bodies");
    for (int32_t row = 0; row < soft->body_count; ++row)
    {
        const sc_soft_body *body = &soft->bodies[row];
        CHECK(sc_slot_is_live(&soft->ids, body->slot) && soft->row[body->slot] == -1 &&
                  body->id.value == sc_ids_value(&soft->ids, body->slot),
              "soft.bodies", row, "is no live soft body, or there twice");
        soft->row[body->slot] = row;
        CHECK(body->first_vertex == vertices && body->first_edge == edges &&
                  body->first_corner == corners,
              "soft.bodies", row, "does not follow the one before");
        if (!check_soft_body(world, row, fault))
        {
            return false;
        }
        vertices += body->vertex_count;
        edges += body->edge_count;
        corners += body->corner_count;
    }
    CHECK(vertices == soft->vertex_count && edges == soft->edge_count &&
              corners == soft->corner_count,
          "soft.bodies", 0, "have fewer parts than there are");
    for (int32_t slot = 0; slot < soft->ids.used && soft->ids.capacity > 0; ++slot)
    {
        soft->row[slot] = soft->row[slot] < 0 ? 0 : soft->row[slot];
    }
    for (int32_t v = 0; v < soft->vertex_count; ++v)
    {
        const float numbers[] = {soft->vx[v], soft->vy[v], soft->inverse_mass[v], soft->radius[v]};
        CHECK(sc_is_position((scree_vec2){soft->x[v], soft->y[v]}) &&
                  sc_snapshot_finite(numbers, sizeof numbers) && soft->inverse_mass[v] >= 0.0f &&
                  soft->radius[v] >= 0.0f,
              "soft.x", v, "or another value of the vertex is out of range");
    }
    return check_attachments(world, fault);
}
