/// What every call does with arguments that it must refuse: the result, the error's text, nothing
/// changed.
#include "tests/support/worlds.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static const float not_finite[] = {NAN, INFINITY, -INFINITY};
#define NOT_FINITE_COUNT 3

/// A world with a bit of everything, and ids that are no good in it.
typedef struct fixture
{
    scree_world *world, *other;
    test_memory memory;
    scree_body_id ground, box, platform, dead_body, foreign_body;
    scree_shape_id box_shape, ground_shape, dead_shape, foreign_shape;
    scree_body_id bad_bodies[4];
    scree_shape_id bad_shapes[4];
    uint64_t hash;
    int body_count, shape_count;
} fixture;

static void remember(fixture *f)
{
    f->hash = scree_world_hash(f->world);
    f->body_count = scree_world_counters(f->world).bodies;
    f->shape_count = scree_world_counters(f->world).shapes;
}

static int setup(void **state)
{
    static fixture f;
    f = (fixture){0};
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(&f.memory);
    f.world = world_of(&def);
    f.other = world_with_gravity(0.0f, -10.0f);
    scree_shape_def shape = scree_shape_def_default();
    f.ground = add_ground(f.world, &shape);
    scree_body_shapes(f.world, f.ground, &f.ground_shape, 1);
    f.box = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, 0.45f, 0.0f);
    f.box_shape = add_box(f.world, f.box, &shape, 0.5f, 0.5f);
    f.platform = add_body(f.world, SCREE_BODY_KINEMATIC, 5.0f, 5.0f, 0.0f);
    add_box(f.world, f.platform, &shape, 1.0f, 0.1f);
    f.dead_body = add_body(f.world, SCREE_BODY_DYNAMIC, 9.0f, 9.0f, 0.0f);
    f.dead_shape = add_box(f.world, f.dead_body, &shape, 0.5f, 0.5f);
    assert_int_equal(scree_body_destroy(f.world, f.dead_body), SCREE_OK);
    f.foreign_body = add_body(f.other, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    f.foreign_shape = add_box(f.other, f.foreign_body, &shape, 0.5f, 0.5f);
    run_steps(f.world, 3);
    f.bad_bodies[1] = f.dead_body;
    f.bad_bodies[2] = f.foreign_body;
    f.bad_bodies[3] = (scree_body_id){f.box.value ^ 0xffffffu};
    f.bad_shapes[1] = f.dead_shape;
    f.bad_shapes[2] = f.foreign_shape;
    f.bad_shapes[3] = (scree_shape_id){f.box_shape.value ^ 0xffffffu};
    remember(&f);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    scree_world_destroy(f->world);
    scree_world_destroy(f->other);
    bool clean = f->memory.bytes == 0 && f->memory.blocks == 0 && f->memory.bad_releases == 0;
    return clean ? 0 : -1;
}

static void assert_unchanged(fixture *f)
{
    assert_true(scree_world_hash(f->world) == f->hash);
    assert_int_equal(scree_world_counters(f->world).bodies, f->body_count);
    assert_int_equal(scree_world_counters(f->world).shapes, f->shape_count);
}

/// The call was refused with this code, and the world's error names the argument in one sentence.
static void refused_at(fixture *f, scree_result result, scree_result code, const char *argument,
                       const char *call, int line)
{
    scree_error error = scree_world_last_error(f->world);
    bool named = strstr(error.text, argument) != NULL && strstr(error.argument, argument) != NULL;
    if (result != code || error.code != code || !named ||
        strcmp(scree_error_text(f->world), error.text) != 0 ||
        strstr(error.text, "scree_") != error.text)
    {
        print_error("%s\n  gave %s, expected %s about '%s'; error %s, '%s', '%s'\n", call,
                    scree_result_name(result), scree_result_name(code), argument,
                    scree_result_name(error.code), error.argument, error.text);
        _fail(__FILE__, line);
    }
    if (scree_world_hash(f->world) != f->hash ||
        scree_world_counters(f->world).bodies != f->body_count ||
        scree_world_counters(f->world).shapes != f->shape_count)
    {
        print_error("%s changed the world\n", call);
        _fail(__FILE__, line);
    }
}

#define REFUSED(call, code, argument) refused_at(f, call, code, argument, #call, __LINE__)
/// The same for calls that return an id.
#define NO_ID(call, wanted, argument)                                                           \
    refused_at(f, (call).value == 0 ? scree_world_last_error(f->world).code : SCREE_OK, wanted, \
               argument, #call, __LINE__)

static void a_step_refuses_bad_times_and_substeps(void **state)
{
    fixture *f = *state;
    const float times[] = {0.0f, -0.01f, NAN, INFINITY, -INFINITY, 1.0001f, 1e30f, 9e-7f, FLT_MIN};
    for (int i = 0; i < 9; ++i)
    {
        REFUSED(scree_world_step(f->world, times[i], 4), SCREE_ERROR_ARGUMENT, "dt");
    }
    const int counts[] = {0, -1, 65, INT_MAX, INT_MIN};
    for (int i = 0; i < 5; ++i)
    {
        REFUSED(scree_world_step(f->world, STEP, counts[i]), SCREE_ERROR_ARGUMENT, "substeps");
    }
    assert_int_equal(scree_world_step(f->world, 1.0f, 64), SCREE_OK);
    assert_int_equal(scree_world_step(f->world, 1e-6f, 1), SCREE_OK);
    assert_int_equal(scree_world_step(f->world, 1e-6f, 64), SCREE_OK);
    scree_vec2 p = scree_body_position(f->world, f->box);
    assert_true(isfinite(p.x) && isfinite(p.y));
}

static void a_world_refuses_bad_settings(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        REFUSED(scree_world_set_gravity(f->world, (scree_vec2){not_finite[k], 0.0f}),
                SCREE_ERROR_ARGUMENT, "gravity");
        REFUSED(scree_world_set_gravity(f->world, (scree_vec2){0.0f, not_finite[k]}),
                SCREE_ERROR_ARGUMENT, "gravity");
        scree_contact_material mixed[5];
        for (int i = 0; i < 5; ++i)
        {
            mixed[i] = (scree_contact_material){0.5f, 0.6f, 0.0f, 0.0f, 0.0f};
            float *fields = &mixed[i].friction;
            fields[i] = not_finite[k];
            REFUSED(scree_world_set_pair_material(f->world, 1, 2, &mixed[i]), SCREE_ERROR_ARGUMENT,
                    "mixed");
        }
    }
    scree_contact_material negative = {-0.5f, 0.6f, 0.0f, 0.0f, 0.0f};
    REFUSED(scree_world_set_pair_material(f->world, 1, 2, &negative), SCREE_ERROR_ARGUMENT,
            "mixed");
    negative = (scree_contact_material){0.5f, 0.6f, 1.5f, 0.0f, 0.0f};
    REFUSED(scree_world_set_pair_material(f->world, 1, 2, &negative), SCREE_ERROR_ARGUMENT,
            "mixed");
    // Taking out what is not there is no error.
    assert_int_equal(scree_world_set_pair_material(f->world, 77, 78, NULL), SCREE_OK);
}

static void bodies_refuse_bad_definitions(void **state)
{
    fixture *f = *state;
    NO_ID(scree_body_create(f->world, NULL), SCREE_ERROR_NULL, "def");
    scree_body_def zeroed;
    memset(&zeroed, 0, sizeof zeroed);
    NO_ID(scree_body_create(f->world, &zeroed), SCREE_ERROR_VERSION, "def");
    struct
    {
        const char *argument;
        size_t offset;
        bool negative_is_bad;
    } numbers[] = {
        {"position", offsetof(scree_body_def, position.x), false},
        {"position", offsetof(scree_body_def, position.y), false},
        {"angle", offsetof(scree_body_def, angle), false},
        {"velocity", offsetof(scree_body_def, linear_velocity.x), false},
        {"velocity", offsetof(scree_body_def, linear_velocity.y), false},
        {"velocity", offsetof(scree_body_def, angular_velocity), false},
        {"damping", offsetof(scree_body_def, linear_damping), true},
        {"damping", offsetof(scree_body_def, angular_damping), true},
        {"gravity_scale", offsetof(scree_body_def, gravity_scale), false},
    };
    const float values[] = {NAN, INFINITY, -INFINITY, -1.0f};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        for (int k = 0; k < (numbers[i].negative_is_bad ? 4 : 3); ++k)
        {
            scree_body_def def = scree_body_def_default();
            memcpy((char *)&def + numbers[i].offset, &values[k], sizeof(float));
            NO_ID(scree_body_create(f->world, &def), SCREE_ERROR_ARGUMENT, numbers[i].argument);
        }
    }
    scree_body_def far = scree_body_def_default();
    far.position.x = 1.1e8f;
    NO_ID(scree_body_create(f->world, &far), SCREE_ERROR_ARGUMENT, "position");
    for (int k = 0; k < 3; ++k)
    {
        const int types[] = {-1, 3, INT_MAX};
        scree_body_def def = scree_body_def_default();
        def.type = (scree_body_type)types[k];
        NO_ID(scree_body_create(f->world, &def), SCREE_ERROR_ARGUMENT, "type");
    }
}

static void a_batch_with_one_bad_element_creates_nothing(void **state)
{
    fixture *f = *state;
    scree_body_def def = scree_body_def_default();
    float good[8] = {0}, invalid[8] = {0};
    scree_body_id ids[8];
    memset(ids, 0xee, sizeof ids);
    scree_body_id before = ids[0];
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        for (int at = 0; at < 8; at += 7)
        {
            memset(invalid, 0, sizeof invalid);
            invalid[at] = not_finite[k];
            const char *names[] = {"x", "y", "angle", "vx", "vy", "w"};
            for (int i = 0; i < 6; ++i)
            {
                scree_body_batch batch = {&def, 8, good, good, good, good, good, good};
                const float **arrays[] = {&batch.x,  &batch.y,  &batch.angle,
                                          &batch.vx, &batch.vy, &batch.w};
                *arrays[i] = invalid;
                REFUSED(scree_bodies_create(f->world, &batch, ids), SCREE_ERROR_ARGUMENT, names[i]);
            }
        }
    }
    assert_true(ids[0].value == before.value);
    scree_body_batch batch = {.def = &def, .count = -1};
    REFUSED(scree_bodies_create(f->world, &batch, ids), SCREE_ERROR_ARGUMENT, "count");
    batch.count = INT_MIN;
    REFUSED(scree_bodies_create(f->world, &batch, ids), SCREE_ERROR_ARGUMENT, "count");
    batch.count = INT_MAX;
    REFUSED(scree_bodies_create(f->world, &batch, NULL), SCREE_ERROR_CAPACITY, "world");
    batch = (scree_body_batch){.count = 1};
    REFUSED(scree_bodies_create(f->world, &batch, ids), SCREE_ERROR_NULL, "def");
    REFUSED(scree_bodies_create(f->world, NULL, ids), SCREE_ERROR_NULL, "batch");
    batch = (scree_body_batch){.def = &def, .count = 0};
    assert_int_equal(scree_bodies_create(f->world, &batch, NULL), SCREE_OK);
    assert_unchanged(f);
}

static void body_setters_refuse_numbers_that_are_not_finite(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 zero = {0.0f, 0.0f};
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        float invalid = not_finite[k];
        scree_vec2 bad_x = {invalid, 0.0f}, bad_y = {0.0f, invalid};
        REFUSED(scree_body_set_transform(w, f->box, bad_x, 0.0f), SCREE_ERROR_ARGUMENT, "position");
        REFUSED(scree_body_set_transform(w, f->box, bad_y, 0.0f), SCREE_ERROR_ARGUMENT, "position");
        REFUSED(scree_body_set_transform(w, f->box, zero, invalid), SCREE_ERROR_ARGUMENT, "angle");
        REFUSED(scree_body_set_velocity(w, f->box, bad_x, 0.0f), SCREE_ERROR_ARGUMENT, "linear.x");
        REFUSED(scree_body_set_velocity(w, f->box, bad_y, 0.0f), SCREE_ERROR_ARGUMENT, "linear.y");
        REFUSED(scree_body_set_velocity(w, f->box, zero, invalid), SCREE_ERROR_ARGUMENT, "angular");
        REFUSED(scree_body_set_damping(w, f->box, invalid, 0.0f), SCREE_ERROR_ARGUMENT, "linear");
        REFUSED(scree_body_set_damping(w, f->box, 0.0f, invalid), SCREE_ERROR_ARGUMENT, "angular");
        REFUSED(scree_body_set_gravity_scale(w, f->box, invalid), SCREE_ERROR_ARGUMENT, "scale");
        REFUSED(scree_body_apply_force(w, f->box, bad_x, zero), SCREE_ERROR_ARGUMENT, "force");
        REFUSED(scree_body_apply_force(w, f->box, zero, bad_y), SCREE_ERROR_ARGUMENT, "point");
        REFUSED(scree_body_apply_force_to_center(w, f->box, bad_y), SCREE_ERROR_ARGUMENT, "force");
        REFUSED(scree_body_apply_torque(w, f->box, invalid), SCREE_ERROR_ARGUMENT, "torque");
        REFUSED(scree_body_apply_impulse(w, f->box, bad_x, zero), SCREE_ERROR_ARGUMENT, "impulse");
        REFUSED(scree_body_apply_impulse(w, f->box, zero, bad_x), SCREE_ERROR_ARGUMENT, "point");
        REFUSED(scree_body_apply_angular_impulse(w, f->box, invalid), SCREE_ERROR_ARGUMENT,
                "impulse");
        REFUSED(scree_body_set_target_transform(w, f->platform, bad_x, 0.0f, STEP),
                SCREE_ERROR_ARGUMENT, "position");
        REFUSED(scree_body_set_target_transform(w, f->platform, zero, invalid, STEP),
                SCREE_ERROR_ARGUMENT, "angle");
        REFUSED(scree_body_set_target_transform(w, f->platform, zero, 0.0f, invalid),
                SCREE_ERROR_ARGUMENT, "dt");
        scree_mass_data masses[] = {{invalid, 1.0f, {0.0f, 0.0f}},
                                    {1.0f, invalid, {0.0f, 0.0f}},
                                    {1.0f, 1.0f, {invalid, 0.0f}}};
        const char *arguments[] = {"mass.mass", "mass.inertia", "mass.center"};
        for (int i = 0; i < 3; ++i)
        {
            REFUSED(scree_body_set_mass(w, f->box, &masses[i]), SCREE_ERROR_ARGUMENT, arguments[i]);
        }
    }
}

static void body_setters_refuse_values_out_of_range(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 zero = {0.0f, 0.0f}, far = {0.0f, -2e8f};
    REFUSED(scree_body_set_transform(w, f->box, far, 0.0f), SCREE_ERROR_ARGUMENT, "position");
    REFUSED(scree_body_set_damping(w, f->box, -0.1f, 0.0f), SCREE_ERROR_ARGUMENT, "linear");
    REFUSED(scree_body_set_damping(w, f->box, 0.0f, -0.1f), SCREE_ERROR_ARGUMENT, "angular");
    REFUSED(scree_body_set_target_transform(w, f->platform, zero, 0.0f, 0.0f), SCREE_ERROR_ARGUMENT,
            "dt");
    REFUSED(scree_body_set_target_transform(w, f->platform, zero, 0.0f, -1.0f),
            SCREE_ERROR_ARGUMENT, "dt");
    REFUSED(scree_body_set_target_transform(w, f->platform, zero, 0.0f, 1e-45f),
            SCREE_ERROR_ARGUMENT, "dt");
    REFUSED(scree_body_set_target_transform(w, f->box, zero, 0.0f, STEP), SCREE_ERROR_ARGUMENT,
            "body");
    REFUSED(scree_body_set_target_transform(w, f->ground, zero, 0.0f, STEP), SCREE_ERROR_ARGUMENT,
            "body");
    scree_mass_data masses[] = {{0.0f, 1.0f, {0.0f, 0.0f}},
                                {-1.0f, 1.0f, {0.0f, 0.0f}},
                                {1e-45f, 1.0f, {0.0f, 0.0f}},
                                {1.0f, -1.0f, {0.0f, 0.0f}},
                                {1.0f, 1e-45f, {0.0f, 0.0f}}};
    for (int i = 0; i < 5; ++i)
    {
        REFUSED(scree_body_set_mass(w, f->box, &masses[i]), SCREE_ERROR_ARGUMENT, "mass.");
    }
    REFUSED(scree_body_set_mass(w, f->box, NULL), SCREE_ERROR_NULL, "mass");
    scree_mass_data good = {1.0f, 1.0f, {0.0f, 0.0f}};
    REFUSED(scree_body_set_mass(w, f->ground, &good), SCREE_ERROR_ARGUMENT, "body");
    REFUSED(scree_body_set_type(w, f->box, (scree_body_type)3), SCREE_ERROR_ARGUMENT, "type");
    REFUSED(scree_body_set_type(w, f->box, (scree_body_type)-1), SCREE_ERROR_ARGUMENT, "type");
    // A half-space cannot move.
    REFUSED(scree_body_set_type(w, f->ground, SCREE_BODY_DYNAMIC), SCREE_ERROR_ARGUMENT, "type");
    REFUSED(scree_body_set_type(w, f->ground, SCREE_BODY_KINEMATIC), SCREE_ERROR_ARGUMENT, "type");
}

static void every_body_call_refuses_bad_ids(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 zero = {0.0f, 0.0f};
    scree_mass_data mass = {1.0f, 1.0f, {0.0f, 0.0f}};
    scree_shape_def def = scree_shape_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    for (int i = 0; i < 4; ++i)
    {
        scree_body_id b = f->bad_bodies[i];
        REFUSED(scree_body_destroy(w, b), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_type(w, b, SCREE_BODY_DYNAMIC), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_enabled(w, b, false), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_transform(w, b, zero, 0.0f), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_velocity(w, b, zero, 0.0f), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_target_transform(w, b, zero, 0.0f, 1.0f), SCREE_ERROR_STALE_ID,
                "body");
        REFUSED(scree_body_set_damping(w, b, 0.0f, 0.0f), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_gravity_scale(w, b, 0.0f), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_locks(w, b, true, true, true), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_user_data(w, b, NULL), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_set_mass(w, b, &mass), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_apply_force(w, b, zero, zero), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_apply_force_to_center(w, b, zero), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_apply_torque(w, b, 0.0f), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_apply_impulse(w, b, zero, zero), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_body_apply_angular_impulse(w, b, 0.0f), SCREE_ERROR_STALE_ID, "body");
        scree_body_id list[3] = {f->box, b, f->box};
        float values[3] = {9.0f, 9.0f, 9.0f};
        REFUSED(scree_bodies_set_velocity(w, list, 3, values, values, values), SCREE_ERROR_STALE_ID,
                "bod");
        REFUSED(scree_bodies_apply_force(w, list, 3, values, values, values), SCREE_ERROR_STALE_ID,
                "bod");
        REFUSED(scree_bodies_apply_impulse(w, list, 3, values, values, values),
                SCREE_ERROR_STALE_ID, "bod");
        NO_ID(scree_shape_create_circle(w, b, &def, &circle), SCREE_ERROR_STALE_ID, "body");
        REFUSED(scree_shapes_create_circle(w, list, 3, &def, &circle, NULL), SCREE_ERROR_STALE_ID,
                "bod");
    }
}

static void getters_answer_bad_ids_with_zero_and_set_no_error(void **state)
{
    fixture *f = *state;
    scree_world_step(f->world, -1.0f, 4);
    scree_error before = scree_world_last_error(f->world);
    for (int i = 0; i < 5; ++i)
    {
        // The last round: good ids, no world.
        const scree_world *w = i < 4 ? f->world : NULL;
        scree_body_id b = i < 4 ? f->bad_bodies[i] : f->box;
        scree_shape_id s = i < 4 ? f->bad_shapes[i] : f->box_shape;
        assert_false(scree_body_is_valid(w, b));
        assert_int_equal(scree_body_get_type(w, b), SCREE_BODY_STATIC);
        assert_false(scree_body_is_enabled(w, b));
        assert_true(scree_body_position(w, b).x == 0.0f && scree_body_position(w, b).y == 0.0f);
        assert_true(scree_body_angle(w, b) == 0.0f && scree_body_angular_velocity(w, b) == 0.0f);
        assert_true(scree_body_center_of_mass(w, b).y == 0.0f &&
                    scree_body_velocity(w, b).y == 0.0f);
        assert_true(scree_body_mass(w, b) == 0.0f && scree_body_inertia(w, b) == 0.0f);
        assert_true(scree_body_kinetic_energy(w, b) == 0.0f && scree_body_user_data(w, b) == NULL);
        assert_int_equal(scree_body_shapes(w, b, NULL, 0), 0);
        assert_false(scree_shape_is_valid(w, s));
        assert_int_equal(scree_shape_get_type(w, s), SCREE_SHAPE_NONE);
        assert_true(scree_shape_body(w, s).value == 0 && scree_shape_user_data(w, s) == NULL);
        assert_true(scree_shape_material(w, s).friction == 0.0f &&
                    scree_shape_filter(w, s).mask == 0);
        assert_true(scree_shape_circle(w, s).radius == 0.0f &&
                    scree_shape_capsule(w, s).radius == 0.0f);
        assert_true(scree_shape_segment(w, s).point_b.x == 0.0f &&
                    scree_shape_polygon(w, s).count == 0);
        assert_true(scree_shape_half_space(w, s).normal.y == 0.0f);
        assert_true(scree_shape_aabb(w, s).upper.x == 0.0f);
        assert_true(scree_world_broadphase_aabb(w, s).upper.x == 0.0f);
    }
    // Of another type.
    assert_true(scree_shape_circle(f->world, f->box_shape).radius == 0.0f);
    assert_true(scree_shape_polygon(f->world, f->ground_shape).count == 0);
    assert_memory_equal(&before.text, scree_world_last_error(f->world).text, sizeof before.text);
    assert_unchanged(f);
}

static void bulk_writes_with_one_bad_value_change_nothing(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_body_id ids[2] = {f->box, f->platform};
    float good[2] = {1.0f, 2.0f};
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        float invalid[2] = {1.0f, not_finite[k]};
        REFUSED(scree_bodies_set_velocity(w, ids, 2, invalid, good, good), SCREE_ERROR_ARGUMENT,
                "vx");
        REFUSED(scree_bodies_set_velocity(w, ids, 2, good, invalid, good), SCREE_ERROR_ARGUMENT,
                "vy");
        REFUSED(scree_bodies_set_velocity(w, ids, 2, good, good, invalid), SCREE_ERROR_ARGUMENT,
                "w");
        REFUSED(scree_bodies_apply_force(w, ids, 2, invalid, good, good), SCREE_ERROR_ARGUMENT,
                "fx");
        REFUSED(scree_bodies_apply_force(w, ids, 2, good, invalid, good), SCREE_ERROR_ARGUMENT,
                "fy");
        REFUSED(scree_bodies_apply_force(w, ids, 2, good, good, invalid), SCREE_ERROR_ARGUMENT,
                "torque");
        REFUSED(scree_bodies_apply_impulse(w, ids, 2, invalid, good, good), SCREE_ERROR_ARGUMENT,
                "px");
        REFUSED(scree_bodies_apply_impulse(w, ids, 2, good, invalid, good), SCREE_ERROR_ARGUMENT,
                "py");
        REFUSED(scree_bodies_apply_impulse(w, ids, 2, good, good, invalid), SCREE_ERROR_ARGUMENT,
                "angular");
    }
    REFUSED(scree_bodies_set_velocity(w, ids, -1, good, good, good), SCREE_ERROR_ARGUMENT, "count");
    REFUSED(scree_bodies_apply_force(w, ids, -1, good, good, good), SCREE_ERROR_ARGUMENT, "count");
    REFUSED(scree_bodies_apply_impulse(w, ids, INT_MIN, good, good, good), SCREE_ERROR_ARGUMENT,
            "count");
    ids[1].value = 12345;
    REFUSED(scree_bodies_set_velocity(w, ids, 2, good, NULL, NULL), SCREE_ERROR_STALE_ID, "bodies");
    REFUSED(scree_bodies_apply_force(w, ids, 2, good, NULL, NULL), SCREE_ERROR_STALE_ID, "bodies");
    REFUSED(scree_bodies_apply_impulse(w, ids, 2, good, NULL, NULL), SCREE_ERROR_STALE_ID,
            "bodies");
    ids[1] = f->platform;
    REFUSED(scree_bodies_set_velocity(w, NULL, 2, good, good, good), SCREE_ERROR_NULL, "bodies");
    REFUSED(scree_bodies_apply_force(w, NULL, 2, good, good, good), SCREE_ERROR_NULL, "bodies");
    REFUSED(scree_bodies_apply_impulse(w, NULL, 2, good, good, good), SCREE_ERROR_NULL, "bodies");
    assert_int_equal(scree_bodies_set_velocity(w, NULL, 0, NULL, NULL, NULL), SCREE_OK);
    assert_int_equal(scree_bodies_apply_force(w, ids, 2, NULL, NULL, NULL), SCREE_OK);
    assert_unchanged(f);
}

static void odd_capacities_and_names_are_harmless(void **state)
{
    fixture *f = *state;
    scree_shape_id shapes[2];
    scree_contact contacts[1];
    scree_shape_pair pairs[1];
    float instances[8] = {5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f};
    assert_int_equal(scree_world_shapes(f->world, shapes, -5), f->shape_count);
    assert_int_equal(scree_world_shapes(f->world, NULL, 5), f->shape_count);
    assert_int_equal(scree_body_shapes(f->world, f->box, NULL, INT_MAX), 1);
    assert_int_equal(scree_world_contacts(f->world, contacts, -1), 1);
    assert_int_equal(scree_world_contacts(f->world, NULL, INT_MAX), 1);
    assert_int_equal(scree_world_pairs(f->world, pairs, -1), 1);
    assert_int_equal(scree_world_pairs(f->world, NULL, INT_MAX), 1);
    assert_int_equal(scree_world_write_instances(f->world, instances, 1), 1);
    assert_true(instances[4] == 5.0f);
    assert_int_equal(scree_world_write_instances(f->world, instances, -1), 0);
    assert_int_equal(scree_world_write_instances(f->world, NULL, 4), 0);
    int stages = scree_stage_count();
    assert_true(stages > 0);
    const int outside[] = {-1, stages, INT_MAX, INT_MIN};
    for (int i = 0; i < 4; ++i)
    {
        (void)scree_stage_name(outside[i]);
        assert_true(scree_world_stage_ms(f->world, outside[i]) == 0.0);
        assert_true(scree_world_stage_start_ms(f->world, outside[i]) == 0.0);
        assert_non_null(scree_result_name((scree_result)(outside[i])));
        assert_non_null(scree_simd_name((scree_simd)outside[i]));
        assert_false(scree_simd_is_supported((scree_simd)(outside[i] == stages ? 99 : outside[i])));
    }
    assert_int_equal(scree_simd_from_name(NULL), SCREE_SIMD_COUNT);
    assert_int_equal(scree_simd_from_name("itanium"), SCREE_SIMD_COUNT);
    assert_int_equal(scree_simd_from_name(""), SCREE_SIMD_COUNT);
    assert_unchanged(f);
}

int run_test_bad_input(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_step_refuses_bad_times_and_substeps, setup, teardown),
        cmocka_unit_test_setup_teardown(a_world_refuses_bad_settings, setup, teardown),
        cmocka_unit_test_setup_teardown(bodies_refuse_bad_definitions, setup, teardown),
        cmocka_unit_test_setup_teardown(a_batch_with_one_bad_element_creates_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(body_setters_refuse_numbers_that_are_not_finite, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(body_setters_refuse_values_out_of_range, setup, teardown),
        cmocka_unit_test_setup_teardown(every_body_call_refuses_bad_ids, setup, teardown),
        cmocka_unit_test_setup_teardown(getters_answer_bad_ids_with_zero_and_set_no_error, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(bulk_writes_with_one_bad_value_change_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(odd_capacities_and_names_are_harmless, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
