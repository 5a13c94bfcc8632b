/// Checks of contacts, sleeping islands and events of a snapshot.
#include "state/snapshot_checks.h"

#include "broadphase/pairs.h"
#include "dynamics/contacts/classify.h"
#include "simd/contact_block.h"
#include "world/checks.h"

#include <string.h>

#define CHECK SC_SNAPSHOT_CHECK

/// Whether a contact may name a shape: it is live or, if `gone`, it was destroyed and waits for the
/// next step.
static bool is_shape(const sc_shapes *shapes, int32_t slot, bool gone)
{
    return sc_slot_is_live(&shapes->ids, slot) || (gone && sc_slot_was_used(&shapes->ids, slot) &&
                                                   (shapes->flags[slot] & SC_SHAPE_GONE) != 0);
}

/// The names of the fields of both stores of contacts.
typedef struct contact_names
{
    const char *a, *manifold, *surface, *state;
} contact_names;

static bool check_numbers(const sc_contacts *contacts, int32_t at, int32_t k,
                          const contact_names *names, sc_snapshot_fault *fault)
{
    const sc_manifold *m = &contacts->manifold[at];
    // The points of contacts from compact images are not known, so do not check them. Each step
    // finds points again.
    const float numbers[] = {m->normal_x,         m->normal_y,          m->rolling_impulse,
                             m->normal_impulse_0, m->tangent_impulse_0, m->normal_impulse_1,
                             m->tangent_impulse_1};
    CHECK(sc_snapshot_finite(numbers, sizeof numbers), names->manifold, k, "is not finite");
    CHECK((m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK) <= 2 && contacts->point_count[at] <= 2 &&
              m->info >= 0,
          names->manifold, k, "has more than two points");
    const sc_surface *s = &contacts->surface[at];
    CHECK(sc_snapshot_finite(s, sizeof *s) && sc_is_finite(contacts->friction[at]) &&
              contacts->friction[at] >= 0.0f && s->static_friction >= 0.0f &&
              s->rolling_resistance >= 0.0f && s->restitution >= 0.0f,
          names->surface, k, "or friction is out of range");
    CHECK(sc_snapshot_finite(&contacts->step_impulse[at], sizeof contacts->step_impulse[at]),
          names->state, k, "or step_impulse is out of range");
    CHECK(contacts->state[at] >> SC_CONTACT_COLOURED_BIT <= 2 &&
              (contacts->traits[at] & ~(SC_BLOCK_SURFACE | SC_BLOCK_RESTITUTION)) == 0,
          names->state, k, "or traits has an unknown bit");
    return true;
}

static bool check_pair(const scree_world *world, const sc_contacts *contacts, int32_t at, int32_t k,
                       const contact_names *names, sc_snapshot_fault *fault)
{
    const sc_shapes *shapes = &world->shapes;
    const sc_bodies *bodies = &world->bodies;
    const bool asleep = contacts == &world->sleep.contacts;
    const int32_t a = contacts->a[at], b = contacts->b[at];
    CHECK(is_shape(shapes, a, !asleep) && is_shape(shapes, b, !asleep) && a != b, names->a, k,
          "or b is no shape");
    CHECK(shapes->body_slot[a] != shapes->body_slot[b], names->a, k, "and b are of one body");
    const sc_pair_class pair =
        sc_classify((sc_shape_kind)shapes->kind[a], (sc_shape_kind)shapes->kind[b]);
    if ((shapes->flags[a] | shapes->flags[b]) & (SC_SHAPE_PURGE | SC_SHAPE_GONE))
    {
        CHECK(!asleep, names->a, k, "or b waits for the next step, but sleeps");
        return true;
    }
    CHECK(pair.contact_class != SC_CLASS_NONE && !pair.swap, names->a, k,
          "and b do not collide in this order");
    const int32_t row_a = bodies->row[shapes->body_slot[a]];
    const int32_t row_b = bodies->row[shapes->body_slot[b]];
    CHECK(sc_row_is_dynamic(bodies, row_a) || sc_row_is_dynamic(bodies, row_b), names->a, k,
          "and b are both of bodies that no force moves");
    CHECK(!((bodies->flags[row_a] | bodies->flags[row_b]) & SC_BODY_DISABLED), names->a, k,
          "or b is of a disabled body");
    CHECK(!sc_is_sensor(shapes, a) && !sc_is_sensor(shapes, b), names->a, k, "or b is a sensor");
    CHECK(sc_filters_agree(&shapes->filter[a], &shapes->filter[b]), names->a, k,
          "and b have filters that keep them apart");
    return true;
}

static bool check_store(const scree_world *world, const sc_contacts *contacts,
                        const contact_names *names, sc_snapshot_fault *fault)
{
    const int32_t count = sc_contacts_count(contacts);
    for (int32_t k = 0; k < count; ++k)
    {
        const int32_t at = sc_snapshot_contact(contacts, k);
        if (!check_pair(world, contacts, at, k, names, fault) ||
            !check_numbers(contacts, at, k, names, fault))
        {
            return false;
        }
    }
    return true;
}

bool sc_snapshot_check_contacts(scree_world *world, sc_snapshot_fault *fault)
{
    static const contact_names awake = {"contacts.a", "contacts.manifold", "contacts.surface",
                                        "contacts.state"};
    static const contact_names asleep = {"asleep.a", "asleep.manifold", "asleep.surface",
                                         "asleep.state"};
    const sc_contacts *sleeping = &world->sleep.contacts;
    for (int c = 2; c < SC_CLASS_COUNT; ++c)
    {
        CHECK(sleeping->count[c] == 0, "asleep.count", c, "is not 0");
    }
    CHECK(world->contacts.count[0] == 0 && sleeping->count[0] == 0, "contacts.count", 0,
          "is not 0");
    if (!check_store(world, &world->contacts, &awake, fault) ||
        !check_store(world, sleeping, &asleep, fault))
    {
        return false;
    }
    world->sleep.touching = world->sleep.points = 0;
    for (int32_t k = 0; k < sc_contacts_count(sleeping); ++k)
    {
        const int points = sleeping->point_count[sc_snapshot_contact(sleeping, k)];
        world->sleep.touching += points > 0;
        world->sleep.points += points;
    }
    return true;
}

/// Checks the rings of islands, and fills in the links to the previous body, which are not in the
/// file.
static bool check_rings(scree_world *world, sc_snapshot_fault *fault)
{
    const sc_bodies *bodies = &world->bodies;
    sc_sleep *sleep = &world->sleep;
    for (int32_t slot = 1; slot < bodies->ids.used; ++slot)
    {
        const bool live = sc_slot_is_live(&bodies->ids, slot);
        const bool asleep = live && (bodies->flags[bodies->row[slot]] & SC_BODY_ASLEEP) != 0;
        const int32_t next = sleep->next[slot];
        CHECK(asleep == (next != 0), "sleep.next", slot, "is in no ring, or the body is awake");
        if (!asleep)
        {
            continue;
        }
        CHECK(sc_slot_is_live(&bodies->ids, next) &&
                  (bodies->flags[bodies->row[next]] & SC_BODY_ASLEEP) != 0,
              "sleep.next", slot, "is no sleeping body");
        CHECK(sleep->previous[next] == 0, "sleep.next", slot, "leads to a body of another ring");
        sleep->previous[next] = slot;
    }
    return true;
}

static bool check_bodies(const scree_world *world, sc_snapshot_fault *fault)
{
    const sc_sleep *sleep = &world->sleep;
    for (int32_t slot = 1; slot < world->bodies.ids.used; ++slot)
    {
        CHECK(sc_snapshot_finite(&sleep->rest_pose[slot], sizeof *sleep->rest_pose),
              "sleep.rest_pose", slot, "is not finite");
        CHECK(sc_in_range(sleep->rest_time[slot], 0.0f, FLT_MAX) &&
                  sc_in_range(sleep->top_speed[slot], 0.0f, FLT_MAX) &&
                  sc_in_range(sleep->top_speed_now[slot], 0.0f, FLT_MAX),
              "sleep.rest_time", slot, "or a speed is out of range");
        CHECK(sleep->motion[slot] <= SC_RESTS && sleep->motion_now[slot] <= SC_RESTS &&
                  sleep->sleep_requested[slot] <= SC_SLEEP_BY_DEF,
              "sleep.motion", slot, "or sleep_requested is out of range");
    }
    return true;
}

/// Checks the lists of sleeping contacts of bodies. Fills in the links to the previous contact, and
/// the places where the links of each shape begin.
static bool check_links(scree_world *world, sc_snapshot_fault *fault)
{
    sc_sleep *sleep = &world->sleep;
    sc_shapes *shapes = &world->shapes;
    const int32_t contacts = sleep->contacts.count[SC_SLEEP_CLASS];
    const int32_t begin = 2 * sleep->contacts.first[SC_SLEEP_CLASS], end = begin + 2 * contacts;
    int32_t links = 0;
    for (int32_t slot = 1; slot < world->bodies.ids.used; ++slot)
    {
        int32_t previous = 0, last_shape = 0;
        for (int32_t link = sleep->first_link[slot]; link != 0;
             link = sleep->links[link / 2].next[link % 2])
        {
            CHECK(link >= begin && link < end, "sleep.first_link", slot, "leads to no contact");
            CHECK(++links <= 2 * contacts, "sleep.first_link", slot, "leads in a circle");
            const int32_t shape = sc_sleep_own_shape(sleep, link);
            CHECK(shapes->body_slot[shape] == slot, "sleep.first_link", slot,
                  "leads to a contact of another body");
            CHECK(shape == last_shape || shapes->first_asleep[shape] == 0, "sleep.first_link", slot,
                  "leads to contacts of a shape that do not follow each other");
            shapes->first_asleep[shape] = shape == last_shape ? shapes->first_asleep[shape] : link;
            sleep->links[link / 2].previous[link % 2] = previous;
            previous = link;
            last_shape = shape;
        }
    }
    CHECK(links == 2 * contacts, "sleep.first_link", 0, "or another list lacks contacts");
    return true;
}

bool sc_snapshot_check_sleep(scree_world *world, sc_snapshot_fault *fault)
{
    return check_rings(world, fault) && check_bodies(world, fault) && check_links(world, fault);
}

/// Checks that overlaps, begins and ends are in order, each once.
static bool check_overlaps(const scree_sensor_event *events, int32_t count, const char *name,
                           sc_snapshot_fault *fault)
{
    uint64_t last = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const uint64_t sensor = events[i].sensor.value & 0xffffffu;
        const uint64_t visitor = events[i].visitor.value & 0xffffffu, key = sensor << 24 | visitor;
        CHECK(sensor != 0 && visitor != 0 && key >= last, name, i, "is out of order");
        CHECK(i == 0 || memcmp(&events[i], &events[i - 1], sizeof *events) != 0, name, i,
              "is there twice");
        last = key;
    }
    return true;
}

bool sc_snapshot_check_events(scree_world *world, sc_snapshot_fault *fault)
{
    const sc_sensors *sensors = &world->sensors;
    const sc_contacts *stores[] = {&world->contacts, &world->sleep.contacts};
    world->events.reported = 0;
    for (int i = 0; i < 2; ++i)
    {
        for (int32_t k = 0; k < sc_contacts_count(stores[i]); ++k)
        {
            const int state = stores[i]->state[sc_snapshot_contact(stores[i], k)];
            world->events.reported += (state & SC_CONTACT_REPORTED) != 0;
        }
    }
    for (int32_t i = 0; i < world->events.begin_count; ++i)
    {
        CHECK(world->events.begins[i].point_count >= 0 && world->events.begins[i].point_count <= 2,
              "events.begins", i, "has more than two points");
    }
    return check_overlaps(sensors->overlaps, sensors->overlap_count, "sensors.overlaps", fault) &&
           check_overlaps(sensors->begins, sensors->begin_count, "sensors.begins", fault) &&
           check_overlaps(sensors->ends, sensors->end_count, "sensors.ends", fault);
}
