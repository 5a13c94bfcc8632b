/// Twins of the body passes: semi-implicit (symplectic) Euler, once per substep.

#include "core/maths.h"
#include "core/stores/bodies.h"
#include "reference/twins/twins.h"

void sc_twin_pack_bodies(const sc_pack_args *args, int begin, int end)
{
    const float h = args->h;
    for (int row = begin; row < end; row++)
    {
        float inverse_mass = args->inverse_mass[row];
        float inverse_inertia = args->inverse_inertia[row];
        int flags = args->flags[row];
        float free_x = flags & SC_BODY_LOCK_X ? 0.0f : 1.0f;
        float free_y = flags & SC_BODY_LOCK_Y ? 0.0f : 1.0f;
        float free_w = flags & SC_BODY_LOCK_ANGLE ? 0.0f : 1.0f;

        // v' = -c v, by implicit Euler: v1 = v0 / (1 + h c).
        float linear = 1.0f / (1.0f + h * args->linear_damping[row]);
        float angular = 1.0f / (1.0f + h * args->angular_damping[row]);
        args->damping[row] =
            (sc_velocity_update){free_x * linear, free_y * linear, free_w * angular, 1.0f};

        float scale = args->gravity_scale[row];
        float ax = scale * args->gravity_x + args->force_x[row] * inverse_mass;
        float ay = scale * args->gravity_y + args->force_y[row] * inverse_mass;
        float spin = args->torque[row] * inverse_inertia;
        sc_velocity_update increment = {free_x * (h * ax), free_y * (h * ay), free_w * (h * spin),
                                        0.0f};
        args->increment[row] = increment;

        sc_velocity v = {args->vx[row], args->vy[row], args->w[row], inverse_mass};
        args->velocities[row] = v;
        args->warm_starts[row] = (sc_warm_start){0.0f, 0.0f, 0.0f, inverse_inertia};
        args->deltas[row] = (sc_delta){0.0f, 0.0f, 0.0f, 0.0f};

        bool plain = fabsf(v.vx) <= args->half_linear && fabsf(v.vy) <= args->half_linear &&
                     fabsf(v.w) <= args->max_angular && fabsf(increment.x) <= args->half_linear &&
                     fabsf(increment.y) <= args->half_linear &&
                     fabsf(increment.w) <= args->max_angular;
        args->extreme[row] = plain ? 0 : 1;
    }
}

/// One component of a velocity through gravity, forces and damping, and warm started.
///
/// Warm starting adds the impulses known so far to the velocity. In the first substep their sum was
/// prepared in `warm_start`; later it equals the solver's change since the last substep stored the
/// velocity here.
static void integrate_component(float *velocity, float *warm_start, float damping, float increment,
                                bool first)
{
    float warm = first ? *warm_start : *velocity - *warm_start;
    float free_velocity = *velocity * damping + increment;
    *warm_start = free_velocity;
    *velocity = free_velocity + warm;
}

void sc_twin_integrate_velocities(const sc_integrate_args *args, int begin, int end)
{
    for (int row = begin; row < end; row++)
    {
        sc_velocity *v = &args->velocities[row];
        sc_warm_start *warm_start = &args->warm_starts[row];
        const sc_velocity_update *damping = &args->damping[row], *increment = &args->increment[row];
        bool first = args->first != 0;
        integrate_component(&v->vx, &warm_start->vx, damping->x, increment->x, first);
        integrate_component(&v->vy, &warm_start->vy, damping->y, increment->y, first);
        integrate_component(&v->w, &warm_start->w, damping->w, increment->w, first);
        // The kernel runs over whole records: the inverse inertia, which prepare has read, gives
        // way.
        warm_start->inverse_inertia = v->inverse_mass;
    }
}

/// Cuts a component, and the stored one by as much: warm starting must not bring the excess back.
static void scale_component(float *velocity, float *warm_start, float scale)
{
    float cut = *velocity * scale;
    *warm_start = *warm_start + (cut - *velocity);
    *velocity = cut;
}

static void cap_speeds(const sc_integrate_args *args, sc_velocity *v, sc_warm_start *warm_start)
{
    float speed_squared = v->vx * v->vx + v->vy * v->vy;
    if (speed_squared > args->max_linear * args->max_linear)
    {
        float scale = args->max_linear / sqrtf(speed_squared);
        scale_component(&v->vx, &warm_start->vx, scale);
        scale_component(&v->vy, &warm_start->vy, scale);
    }
    float spin = fabsf(v->w);
    if (spin > args->max_angular)
    {
        scale_component(&v->w, &warm_start->w, args->max_angular / spin);
    }
}

/// d(angle)/dt = w, for the rotation q = (c, s) since the beginning of the step: q' = q + h w (-s,
/// c), and back to unit length. The cosine is held less 1, where a small turn has more digits.
static void turn(sc_delta *delta, float h, float w)
{
    float angle = h * w;
    float old_cosine = 1.0f + delta->cos_minus_1;
    float cosine = old_cosine - angle * delta->sin;
    float sine = delta->sin + angle * old_cosine;
    float inverse_length = 1.0f / sqrtf(sine * sine + cosine * cosine);
    delta->sin = sine * inverse_length;
    delta->cos_minus_1 = cosine * inverse_length - 1.0f;
}

void sc_twin_integrate_positions(const sc_integrate_args *args, int begin, int end)
{
    for (int row = begin; row < end; row++)
    {
        sc_velocity *v = &args->velocities[row];
        sc_delta *delta = &args->deltas[row];
        cap_speeds(args, v, &args->warm_starts[row]);
        delta->dx = delta->dx + args->h * v->vx;
        delta->dy = delta->dy + args->h * v->vy;
        turn(delta, args->h, v->w);
    }
}

static bool is_finite2(scree_vec2 v) { return sc_is_finite(v.x) && sc_is_finite(v.y); }

void sc_twin_finish_bodies(const sc_finish_args *args, int begin, int end)
{
    const float farthest = 1e8f;
    for (int row = begin; row < end; row++)
    {
        const sc_velocity *v = &args->velocities[row];
        const sc_delta *delta = &args->deltas[row];
        sc_pose *pose = &args->poses[row];

        scree_vec2 old_com = {pose->x, pose->y}, moved = {delta->dx, delta->dy};
        scree_vec2 com = sc_add(old_com, moved);

        sc_rotation turned = {1.0f + delta->cos_minus_1, delta->sin};
        scree_vec2 old_rotation = {pose->cos, pose->sin};
        scree_vec2 q = sc_rotate(turned, old_rotation);
        scree_vec2 unit = sc_scale(1.0f / sc_length(q), q);
        sc_rotation rotation = {unit.x, unit.y};

        // A body's origin is where its centre of mass lies at `center` in body coordinates.
        scree_vec2 center = {args->center_x[row], args->center_y[row]};
        scree_vec2 origin = sc_sub(com, sc_rotate(rotation, center));

        bool is_near = fabsf(com.x) <= farthest && fabsf(com.y) <= farthest &&
                       fabsf(origin.x) <= farthest && fabsf(origin.y) <= farthest;
        bool finite =
            is_finite2(unit) && sc_is_finite(v->vx) && sc_is_finite(v->vy) && sc_is_finite(v->w);
        args->nonfinite_result[row] = is_near && finite ? 0 : 1;
        if (args->nonfinite_result[row])
        {
            continue;
        }
        *pose = (sc_pose){com.x, com.y, rotation.cos, rotation.sin};
        args->x[row] = origin.x;
        args->y[row] = origin.y;
        args->cos[row] = rotation.cos;
        args->sin[row] = rotation.sin;
        args->vx[row] = v->vx;
        args->vy[row] = v->vy;
        args->w[row] = v->w;
    }
}
