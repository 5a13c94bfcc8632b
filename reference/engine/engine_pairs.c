/// Pairs by brute force: every AABB against every other. O(n^2), and right.
#include "reference/engine/engine_parts.h"

#include <float.h>
#include <string.h>

static scree_aabb aabb_of(const ref_shape *shape, const ref_body *body)
{
    if (shape->hull == NULL)
    {
        return (scree_aabb){vec(-FLT_MAX, -FLT_MAX), vec(FLT_MAX, FLT_MAX)};
    }
    float grow = shape->hull->radius + REF_AABB_MARGIN;
    scree_aabb aabb = {vec(FLT_MAX, FLT_MAX), vec(-FLT_MAX, -FLT_MAX)};
    for (int i = 0; i < shape->hull->count; ++i)
    {
        scree_vec2 p = plus(body->position, turn(body, shape->hull->vertices[i]));
        aabb.lower = vec(smaller(aabb.lower.x, p.x), smaller(aabb.lower.y, p.y));
        aabb.upper = vec(larger(aabb.upper.x, p.x), larger(aabb.upper.y, p.y));
    }
    aabb.lower = minus(aabb.lower, vec(grow, grow));
    aabb.upper = plus(aabb.upper, vec(grow, grow));
    return aabb;
}

static bool boxes_overlap(const scree_aabb *a, const scree_aabb *b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y;
}

/// Whether the deepest corner of an AABB lies in the half-space.
static bool plane_reaches(const ref_shape *shape, const ref_body *body, const scree_aabb *aabb)
{
    scree_vec2 normal = turn(body, shape->plane.normal);
    scree_vec2 corner = vec(normal.x > 0.0f ? aabb->lower.x : aabb->upper.x,
                            normal.y > 0.0f ? aabb->lower.y : aabb->upper.y);
    return dot(normal, minus(corner, body->position)) - shape->plane.offset <= REF_AABB_MARGIN;
}

static bool may_collide(const ref_engine *engine, const ref_shape *a, const ref_shape *b)
{
    const ref_body *p = &engine->bodies[a->body], *q = &engine->bodies[b->body];
    bool moves = p->type == SCREE_BODY_DYNAMIC || q->type == SCREE_BODY_DYNAMIC;
    if (p == q || !moves || !p->enabled || !q->enabled)
    {
        return false;
    }
    if (a->filter.group == b->filter.group && a->filter.group != 0)
    {
        return a->filter.group > 0;
    }
    return (a->filter.category & b->filter.mask) != 0 && (b->filter.category & a->filter.mask) != 0;
}

static float mix_friction(scree_friction_mixing rule, float a, float b)
{
    switch (rule)
    {
    case SCREE_FRICTION_EUCLIDEAN:
        return hypotf(a, b);
    case SCREE_FRICTION_AVERAGE:
        return 0.5f * (a + b);
    case SCREE_FRICTION_PRODUCT:
        return a * b;
    case SCREE_FRICTION_MIN:
        return smaller(a, b);
    case SCREE_FRICTION_MAX:
        return larger(a, b);
    case SCREE_FRICTION_GEOMETRIC:
        break;
    }
    return sqrtf(a * b);
}

static void mix_materials(const ref_settings *settings, ref_contact *contact, const ref_shape *a,
                          const ref_shape *b)
{
    const scree_material *p = &a->material, *q = &b->material;
    float radius =
        larger(a->hull != NULL ? a->hull->radius : 0.0f, b->hull != NULL ? b->hull->radius : 0.0f);
    contact->friction = mix_friction(settings->friction_mixing, p->friction, q->friction);
    float static_friction =
        mix_friction(settings->friction_mixing, larger(p->friction, p->static_friction),
                     larger(q->friction, q->static_friction));
    contact->static_friction = larger(static_friction, contact->friction);
    contact->restitution = settings->restitution_mixing == SCREE_RESTITUTION_MIN
                               ? smaller(p->restitution, q->restitution)
                           : settings->restitution_mixing == SCREE_RESTITUTION_PRODUCT
                               ? p->restitution * q->restitution
                               : larger(p->restitution, q->restitution);
    contact->rolling_resistance = larger(p->rolling_resistance, q->rolling_resistance) * radius;
    contact->tangent_speed = p->tangent_speed + q->tangent_speed;
}

/// Both lists are made in the same order of (lesser, greater) index, so one walk finds old
/// contacts.
static const ref_contact *find_previous(const ref_engine *engine, int *at, int lesser, int greater)
{
    for (; *at < engine->previous_count; ++*at)
    {
        const ref_contact *old = &engine->previous[*at];
        int low = old->shape_a < old->shape_b ? old->shape_a : old->shape_b;
        int high = old->shape_a < old->shape_b ? old->shape_b : old->shape_a;
        if (low == lesser && high == greater)
        {
            return old;
        }
        if (low > lesser || (low == lesser && high > greater))
        {
            return NULL;
        }
    }
    return NULL;
}

static bool may_touch(const ref_engine *engine, const ref_shape *a, const ref_shape *b)
{
    if (a->hull == NULL)
    {
        return b->hull != NULL && plane_reaches(a, &engine->bodies[a->body], &b->aabb);
    }
    return b->hull == NULL ? plane_reaches(b, &engine->bodies[b->body], &a->aabb)
                           : boxes_overlap(&a->aabb, &b->aabb);
}

bool ref_find_contacts(ref_engine *engine)
{
    ref_contact *contacts = engine->previous;
    int capacity = engine->previous_capacity;
    engine->previous = engine->contacts;
    engine->previous_count = engine->contact_count;
    engine->previous_capacity = engine->contact_capacity;
    engine->contacts = contacts;
    engine->contact_capacity = capacity;
    engine->contact_count = 0;
    for (int i = 0; i < engine->shape_count; ++i)
    {
        ref_shape *shape = &engine->shapes[i];
        shape->aabb = aabb_of(shape, &engine->bodies[shape->body]);
    }
    int at = 0;
    for (int i = 0; i < engine->shape_count; ++i)
    {
        const ref_shape *first = &engine->shapes[i];
        for (int k = i + 1; k < engine->shape_count; ++k)
        {
            const ref_shape *second = &engine->shapes[k];
            if (!may_touch(engine, first, second) || !may_collide(engine, first, second))
            {
                continue;
            }
            if (!ref_grow((void **)&engine->contacts, &engine->contact_capacity,
                          engine->contact_count, sizeof *engine->contacts))
            {
                return false;
            }
            ref_contact *contact = &engine->contacts[engine->contact_count++];
            const ref_contact *old = find_previous(engine, &at, i, k);
            if (old != NULL)
            {
                *contact = *old;
                continue;
            }
            // Shape a of a contact is the half-space if there is one, else the one with more
            // vertices, so that engine_collide.c needs each case in one order only.
            bool swap = !(first->hull == NULL ||
                          (second->hull != NULL && first->hull->count >= second->hull->count));
            memset(contact, 0, sizeof *contact);
            contact->shape_a = swap ? k : i;
            contact->shape_b = swap ? i : k;
            mix_materials(&engine->settings, contact, &engine->shapes[contact->shape_a],
                          &engine->shapes[contact->shape_b]);
        }
    }
    return true;
}
