/// Joints: what they are, do and hold now.
#include "core/assert.h"
#include "dynamics/solver/joints/break_joints.h"
#include "world/calls/joint_calls.h"

int32_t sc_peek_joint(const scree_world *world, scree_joint_id joint)
{
    return world != NULL ? sc_ids_find(&world->joints.ids, joint.value) : 0;
}

scree_result sc_enter_joint(scree_world *world, scree_joint_id joint, const char *function,
                            int32_t *slot)
{
    SC_TRY(sc_enter(world, function));
    *slot = sc_peek_joint(world, joint);
    return *slot == 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "joint", sc_stale)
                      : SCREE_OK;
}

bool scree_joint_is_valid(const scree_world *world, scree_joint_id joint)
{
    return sc_peek_joint(world, joint) != 0;
}

scree_joint_type scree_joint_get_type(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? (scree_joint_type)world->joints.type[slot] : (scree_joint_type)0;
}

static scree_body_id body_of(const scree_world *world, scree_joint_id joint, int side)
{
    SC_ASSERT(side == 0 || side == 1);
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->bodies.id[sc_joint_row(world, slot, side)] : (scree_body_id){0};
}

scree_body_id scree_joint_body_a(const scree_world *world, scree_joint_id joint)
{
    return body_of(world, joint, 0);
}

scree_body_id scree_joint_body_b(const scree_world *world, scree_joint_id joint)
{
    return body_of(world, joint, 1);
}

void *scree_joint_user_data(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    return slot != 0 ? world->joints.user_data[slot] : NULL;
}

/// The slot of a joint that may have pushed in the last substep, or 0.
static int32_t peek_acting(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    bool acts = slot != 0 && world->settings.last_h > 0.0f &&
                sc_joint_acts(&world->joints, &world->bodies, slot);
    return acts ? slot : 0;
}

scree_vec2 scree_joint_force(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = peek_acting(world, joint);
    if (slot == 0)
    {
        return (scree_vec2){0.0f, 0.0f};
    }
    const sc_joint_state *state = &world->joints.state[slot];
    const float h = world->settings.last_h;
    return (scree_vec2){sc_joint_force_of(state->force_x, h), sc_joint_force_of(state->force_y, h)};
}

float scree_joint_torque(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = peek_acting(world, joint);
    return slot != 0 ? sc_joint_force_of(world->joints.state[slot].torque, world->settings.last_h)
                     : 0.0f;
}

/// A joint at the poses of its bodies as they are.
typedef struct posed
{
    const sc_joint_settings *settings;
    const sc_joint_state *state;
    scree_joint_type type;
    scree_vec2 rope_a, rope_b;  ///< from the pulleys to the points, m; pulleys only
    scree_vec2 apart;           ///< from a to b, m
    scree_vec2 axis_a, axis_b;  ///< directions of the frames
    float angle;                ///< of frame b against frame a, rad, -pi to pi
    float came_a, came_b;       ///< RATIO: as sc_joint_state.travel_a, travel_b, but of now
} posed;

static scree_vec2 arm_of(const sc_bodies *bodies, int32_t row, float x, float y)
{
    return sc_rotate(sc_body_rotation(bodies, row), (scree_vec2){x, y});
}

/// rad, -pi to pi: how far a body has turned on from an angle.
static float turn_from(const sc_bodies *bodies, int32_t row, float angle)
{
    sc_rotation from = sc_rotation_of(angle);
    scree_vec2 turn = sc_unrotate(from, (scree_vec2){bodies->cos[row], bodies->sin[row]});
    return scree_atan2(turn.y, turn.x);
}

/// Of b's point along a rack, m.
static float place_of(const posed *p) { return sc_dot(p->axis_b, p->apart); }

static posed pose_joint(const scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    const sc_joints *joints = &world->joints;
    const sc_bodies *bodies = &world->bodies;
    const int32_t a = sc_joint_row(world, slot, 0), b = sc_joint_row(world, slot, 1);
    const sc_joint_frame *frame = &joints->frame[slot];
    posed p = {.settings = &joints->settings[slot],
               .state = &joints->state[slot],
               .type = (scree_joint_type)joints->type[slot]};
    scree_vec2 arm_a = arm_of(bodies, a, frame->ax, frame->ay);
    scree_vec2 arm_b = arm_of(bodies, b, frame->bx, frame->by);
    // Far from the origin less is lost in this order.
    p.rope_a = (scree_vec2){(bodies->x[a] - p.settings->vx) + arm_a.x,
                            (bodies->y[a] - p.settings->vy) + arm_a.y};
    p.rope_b = (scree_vec2){(bodies->x[b] - p.settings->ux) + arm_b.x,
                            (bodies->y[b] - p.settings->uy) + arm_b.y};
    p.apart = (scree_vec2){(bodies->x[b] - bodies->x[a]) + (arm_b.x - arm_a.x),
                           (bodies->y[b] - bodies->y[a]) + (arm_b.y - arm_a.y)};
    p.axis_a = arm_of(bodies, a, frame->a_cos, frame->a_sin);
    p.axis_b = arm_of(bodies, b, frame->b_cos, frame->b_sin);
    p.angle = scree_atan2(sc_cross(p.axis_a, p.axis_b), sc_dot(p.axis_a, p.axis_b));
    p.came_a = p.state->travel_a;
    p.came_b = p.state->travel_b;
    if (p.state->known > 0.0f)
    {
        float turn_a = turn_from(bodies, a, p.state->angle_a);
        float turn_b = turn_from(bodies, b, p.state->angle_b);
        bool ratchet = p.type == SCREE_JOINT_RATCHET, rack = p.type == SCREE_JOINT_RACK;
        p.came_a += ratchet ? turn_b - turn_a : turn_a;
        p.came_b += ratchet ? 0.0f : rack ? place_of(&p) - p.state->angle_b : turn_b;
    }
    return p;
}

void sc_count_on(scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    posed p = pose_joint(world, slot);
    world->joints.state[slot].travel_a = p.came_a;
    world->joints.state[slot].travel_b = p.came_b;
}

static float angle_of(const scree_world *world, int32_t row)
{
    return scree_atan2(world->bodies.sin[row], world->bodies.cos[row]);
}

void sc_begin_count(scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    posed p = pose_joint(world, slot);
    sc_joint_state *state = &world->joints.state[slot];
    bool rack = p.type == SCREE_JOINT_RACK;
    state->angle_a = angle_of(world, sc_joint_row(world, slot, 0));
    state->angle_b = rack ? place_of(&p) : angle_of(world, sc_joint_row(world, slot, 1));
    state->known = 1.0f;
}

static float coordinate_of(const posed *p)
{
    const sc_joint_settings *s = p->settings;
    switch (p->type)
    {
    case SCREE_JOINT_DISTANCE:
        return sc_max(sc_length(p->apart), SC_MIN_JOINT_LENGTH);
    case SCREE_JOINT_REVOLUTE:
        return p->angle;
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WHEEL:
        return sc_dot(p->axis_a, p->apart);
    case SCREE_JOINT_PULLEY:
        return sc_length(p->rope_a) + s->ratio * sc_length(p->rope_b);
    case SCREE_JOINT_RACK:
        return p->came_b;
    case SCREE_JOINT_RATCHET:
        return p->came_a;
    default:
        return 0.0f;
    }
}

/// How far the coordinate lies beyond its limits.
static float beyond_limits(const posed *p)
{
    const sc_joint_settings *s = p->settings;
    float coordinate = coordinate_of(p);
    float beyond = sc_max(s->lower - coordinate, coordinate - s->upper);
    return s->switches & SC_JOINT_LIMITS ? sc_max(beyond, 0.0f) : 0.0f;
}

static float linear_separation_of(const posed *p)
{
    const sc_joint_settings *s = p->settings;
    switch (p->type)
    {
    case SCREE_JOINT_DISTANCE:
        return s->switches & SC_JOINT_SPRING ? beyond_limits(p)
                                             : fabsf(coordinate_of(p) - s->target);
    case SCREE_JOINT_REVOLUTE:
    case SCREE_JOINT_WELD:
        return sc_length(p->apart);
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WHEEL:
        return sc_length((scree_vec2){sc_cross(p->axis_a, p->apart), beyond_limits(p)});
    case SCREE_JOINT_PULLEY:
        return sc_max(coordinate_of(p) - s->phase, 0.0f);
    case SCREE_JOINT_RACK:
        return fabsf(coordinate_of(p) - s->ratio * p->came_a);
    default:
        return 0.0f;
    }
}

static float angular_separation_of(const posed *p)
{
    const sc_joint_settings *s = p->settings;
    switch (p->type)
    {
    case SCREE_JOINT_REVOLUTE:
        return beyond_limits(p);
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WELD:
        return fabsf(p->angle);
    case SCREE_JOINT_GEAR:
        return fabsf(s->ratio * p->came_b - p->came_a - s->phase);
    case SCREE_JOINT_RATCHET:
        return sc_max(s->ratio > 0.0f ? p->came_b - p->came_a : p->came_a - p->came_b, 0.0f);
    default:
        return 0.0f;
    }
}

static float measure(const scree_world *world, scree_joint_id joint, float (*of)(const posed *))
{
    int32_t slot = sc_peek_joint(world, joint);
    if (slot == 0)
    {
        return 0.0f;
    }
    posed p = pose_joint(world, slot);
    return of(&p);
}

float scree_joint_coordinate(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint, coordinate_of);
}

float scree_joint_linear_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint, linear_separation_of);
}

float scree_joint_angular_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint, angular_separation_of);
}

int scree_world_joint_count(const scree_world *world)
{
    return world != NULL ? world->joints.count : 0;
}

int scree_body_joint_count(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    int count = 0;
    int32_t link = row < 0 ? 0 : world->bodies.first_joint[row];
    for (; link != 0; link = sc_next_joint(&world->joints, link))
    {
        ++count;
    }
    return count;
}

static scree_joint_id id_of(const scree_world *world, int32_t slot)
{
    return (scree_joint_id){sc_ids_value(&world->joints.ids, slot)};
}

int scree_body_joints(const scree_world *world, scree_body_id body, scree_joint_id *joints,
                      int capacity)
{
    int32_t row = sc_peek_row(world, body);
    int count = 0;
    int32_t link = row < 0 || joints == NULL ? 0 : world->bodies.first_joint[row];
    for (; link != 0 && count < capacity; link = sc_next_joint(&world->joints, link))
    {
        joints[count++] = id_of(world, link / 2);
    }
    return count;
}

int scree_world_joints(const scree_world *world, scree_joint_id *joints, int capacity)
{
    int count = 0;
    int32_t end = world == NULL || joints == NULL ? 0 : world->joints.ids.used;
    for (int32_t slot = 1; slot < end && count < capacity; ++slot)
    {
        if (sc_joint_is_live(&world->joints, slot))
        {
            joints[count++] = id_of(world, slot);
        }
    }
    return count;
}
