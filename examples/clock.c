/// The fixed clock: frames of any length, steps of one length, and poses interpolated for drawing.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

/// Called before each step: forces act for one step, so they are applied here and not per frame.
static void push(scree_world *world, void *context)
{
    const scree_body_id *body = (const scree_body_id *)context;
    scree_body_apply_force_to_center(world, *body, scree_vec2_from(4.0f, 0.0f));
}

/// Runs `seconds` in frames of the given lengths, in turn. Returns the hash of the state; `jerk` is
/// the largest difference between the drawn motion and a smooth one, m.
static uint64_t play(const double *frames, int frame_count, double seconds, float *jerk)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity.y = 0.0f;
    world_def.keep_previous_poses = true;  // for scree_world_write_interpolated
    scree_world *world = scree_world_create(&world_def);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 0.5f};
    scree_shape_create_circle(world, body, &material, &circle);

    scree_clock clock = scree_clock_default();  // 60 steps a second
    clock.before_step = push;
    clock.context = &body;
    *jerk = 0.0f;
    double time = 0.0;
    for (int i = 0; time < seconds; ++i)
    {
        double frame = frames[i % frame_count];
        scree_advance done = scree_world_advance(world, frame, &clock);
        time += frame;
        float instance[4];  // x, y, cos, sin
        scree_world_write_interpolated(world, done.alpha, instance, 1);
        // The drawing is one step late. With substeps of h: x = a t (t + h) / 2.
        double late = time - 1.0 / 60.0, a = 4.0 / (double)scree_body_mass(world, body);
        if (late > 0.0 && done.dropped == 0.0)
        {
            float smooth = (float)(0.5 * a * late * (late + 1.0 / 240.0));
            *jerk = fmaxf(*jerk, fabsf(instance[0] - smooth));
        }
    }
    uint64_t hash = scree_world_hash(world);
    scree_world_destroy(world);
    return hash;
}

int main(void)
{
    // Frames of a steady and of an unsteady display; both last 2 s together.
    const double steady[1] = {1.0 / 32.0};
    const double unsteady[4] = {1.0 / 128.0, 1.0 / 16.0, 3.0 / 128.0, 1.0 / 32.0};
    float steady_jerk = 0.0f, unsteady_jerk = 0.0f;
    uint64_t a = play(steady, 1, 2.0, &steady_jerk);
    uint64_t b = play(unsteady, 4, 2.0, &unsteady_jerk);
    printf("steady frames: within %.1f mm of a smooth path\n", 1000.0 * (double)steady_jerk);
    printf("unsteady frames: within %.1f mm of a smooth path\n", 1000.0 * (double)unsteady_jerk);
    printf("the states have %s\n", a == b ? "the same bits" : "other bits");
    return a == b && unsteady_jerk < 0.01f ? 0 : 1;
}
