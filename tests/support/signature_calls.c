#include "tests/support/signature_calls.h"

static uint64_t joint_of(scree_world *world, int type, scree_body_id a, scree_body_id b)
{
#define JOINT(NAME, name)                                                  \
    if (type == SCREE_JOINT_##NAME)                                        \
    {                                                                      \
        scree_##name##_joint_def def = scree_##name##_joint_def_default(); \
        def.base.body_a = a;                                               \
        def.base.body_b = b;                                               \
        return scree_joint_create_##name(world, &def).value;               \
    }
    JOINT(DISTANCE, distance)
    JOINT(REVOLUTE, revolute)
    JOINT(PRISMATIC, prismatic)
    JOINT(WELD, weld)
    JOINT(WHEEL, wheel)
    JOINT(MOTOR, motor)
    JOINT(FILTER, filter)
    JOINT(GEAR, gear)
    JOINT(PULLEY, pulley)
    JOINT(RACK, rack)
    JOINT(RATCHET, ratchet)
    return 0;
}

/// One of each kind; what the body holds is in touch with nothing.
static void make_objects(scree_world *world, uint64_t id[SIG_OBJECT_COUNT])
{
    static const scree_vec2 line[4] = {{0.0f, -9.0f}, {1.0f, -9.0f}, {2.0f, -9.0f}, {3.0f, -9.0f}};
    scree_particle_def particle = scree_particle_def_default();
    scree_soft_body_def soft = scree_soft_body_def_default();
    scree_chain_def chain = scree_chain_def_default();
    chain.points = line;
    chain.count = 4;
    soft.position.x = -9.0f;
    particle.position.y = 9.0f;
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_body_id other = add_body(world, SCREE_BODY_DYNAMIC, 20.0f, 0.0f, 0.0f);
    id[SIG_BODY] = body.value;
    id[SIG_SHAPE] = add_circle(world, body, usual_shape(), 1.0f).value;
    id[SIG_CHAIN] = scree_chain_create(world, other, usual_shape(), &chain).value;
    id[SIG_PARTICLE] = scree_particle_create(world, &particle).value;
    id[SIG_SOFT_BODY] = scree_soft_body_create_box(world, &soft, 0.5f, 0.5f).value;
    id[SIG_JOINT] = joint_of(world, SCREE_JOINT_REVOLUTE, body, other);
    for (int i = 1; i < SIG_OBJECT_COUNT; ++i)
    {
        assert_true(id[i] != 0);
    }
}

sig_world sig_world_make(const scree_world_def *def)
{
    sig_world w = {.world = world_of(def), .other = world_with_gravity(0.0f, 0.0f)};
    make_objects(w.world, w.stale);
    assert_ok(scree_chain_destroy(w.world, (scree_chain_id){w.stale[SIG_CHAIN]}));
    assert_ok(scree_body_destroy(w.world, (scree_body_id){w.stale[SIG_BODY]}));
    scree_soft_body_destroy(w.world, (scree_soft_body_id){w.stale[SIG_SOFT_BODY]});
    scree_particle_destroy(w.world, (scree_particle_id){w.stale[SIG_PARTICLE]});
    make_objects(w.other, w.foreign);
    make_objects(w.world, w.id);
    make_objects(w.world, w.second);
    scree_body_id body = {w.id[SIG_BODY]};
    scree_body_id platform = add_body(w.world, SCREE_BODY_KINEMATIC, 0.0f, -30.0f, 0.0f);
    scree_body_id ground = add_body(w.world, SCREE_BODY_STATIC, 0.0f, -50.0f, 0.0f);
    w.platform = platform.value;
    w.ground = ground.value;
    w.wall = scree_shape_create_half_space(w.world, ground, usual_shape(),
                                           &(scree_half_space){{0.0f, 1.0f}, 0.0f})
                 .value;
    for (int type = 0; type < SCREE_JOINT_TYPE_COUNT; ++type)
    {
        w.joint[type] = joint_of(w.world, type, body, platform);
        assert_true(w.joint[type] != 0);
    }
    return w;
}

void sig_world_end(sig_world *w)
{
    scree_world_destroy(w->world);
    scree_world_destroy(w->other);
}

void sig_put_number(void *at, sig_kind kind, double x)
{
    if (kind == SIG_FLOAT)
    {
        float value = (float)x;
        memcpy(at, &value, sizeof value);
    }
    else if (kind == SIG_DOUBLE)
    {
        memcpy(at, &x, sizeof x);
    }
    else
    {
        int value = (int)x;
        memcpy(at, &value, sizeof value);
    }
}

static const scree_vec2 line[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};

static bool no_ray(scree_shape_id shape, void *context)
{
    return context != NULL && shape.value != 0;
}

static float any_ray(const scree_ray_hit *hit, void *context)
{
    return context == NULL ? hit->fraction : 1;
}

static uint64_t object_named(const sig_world *w, const sig_leaf *leaf)
{
    const char *name = leaf->good_name;
    if (name == NULL)
    {
        return w->id[leaf->object];
    }
    for (int type = 0; type < SCREE_JOINT_TYPE_COUNT; ++type)
    {
        if (strcmp(name, scree_joint_type_name((scree_joint_type)type)) == 0)
        {
            return w->joint[type];
        }
    }
    return strcmp(name, "ground") == 0 ? w->ground
           : strcmp(name, "wall") == 0 ? w->wall
                                       : w->platform;
}

/// Memory for the target of a pointer in a definition, filled by the pointer's word.
static void *make_hop(sig_call *call, const sig_leaf *leaf)
{
    static const scree_soft_edge edges[2] = {{0, 1, 1.0f, 1.0f}, {1, 2, 1.0f, 1.0f}};
    const char *name = leaf->good_name != NULL ? leaf->good_name : "";
    scree_body_def body = scree_body_def_default();
    scree_particle_def particle = scree_particle_def_default();
    char *at = call->hops + call->hop_bytes;
    call->hop_bytes += 1024;
    memset(at, 0, 1024);
    bool is_line = strcmp(name, "line") == 0, is_edges = strcmp(name, "edges") == 0;
    bool is_body = strcmp(name, "body_def") == 0, is_particle = strcmp(name, "particle_def") == 0;
    memcpy(at, line, is_line ? sizeof line : 0);
    memcpy(at, edges, is_edges ? sizeof edges : 0);
    memcpy(at, &body, is_body ? sizeof body : 0);
    memcpy(at, &particle, is_particle ? sizeof particle : 0);
    for (int i = 0; name[0] == 0 && i < 4; ++i)
    {
        float one = isnan(leaf->good) ? 1.0f : (float)leaf->good;
        memcpy(at + sizeof one * (size_t)i, &one, sizeof one);
    }
    return at;
}

void *sig_leaf_at(sig_call *call, int argument, const sig_leaf *leaf)
{
    char *at = leaf->depth == 0 ? call->value[argument] : call->pointee[argument];
    if (leaf->depth == 2)
    {
        memcpy(&at, at + leaf->hop, sizeof at);
    }
    return at + leaf->offset;
}

static void put_good(sig_call *call, const sig_world *w, int i, const sig_leaf *leaf)
{
    const sig_argument *argument = &call->function->arguments[i];
    bool is_array = argument->is_pointer && (argument->leaves[0].flags & SIG_ARRAY) != 0;
    bool is_named = is_array && argument->leaves[0].good_name != NULL;
    char *at = sig_leaf_at(call, i, leaf);
    if (leaf->kind == SIG_POINTER)
    {
        void *hop = leaf->depth == 1 && !(leaf->flags & SIG_ANY) ? make_hop(call, leaf) : NULL;
        memcpy(at, &hop, leaf->depth == 1 ? sizeof hop : 0);
        return;
    }
    bool is_default =
        argument->fill != NULL && leaf->depth == 1 && isnan(leaf->good) && leaf->kind != SIG_ID;
    if (is_default || is_named || leaf->depth == 2)
    {
        return;
    }
    uint64_t id = leaf->kind == SIG_ID ? object_named(w, leaf) : ~(uint64_t)0;
    uint64_t second = is_array && leaf->kind == SIG_ID && leaf->offset == argument->pointee
                          ? w->second[leaf->object]
                          : id;
    double x = isnan(leaf->good) ? fmin(fmax(1.0, leaf->low), leaf->high) : leaf->good;
    for (int k = 0; k < 1 + is_array; ++k, at -= argument->pointee)
    {
        size_t bytes = leaf->kind == SIG_ID     ? sizeof id
                       : leaf->kind == SIG_WORD ? sizeof(uint32_t)
                                                : 0;
        memcpy(at, k == 0 ? &id : &second, bytes);
        if (leaf->kind <= SIG_ENUM)
        {
            sig_put_number(at, leaf->kind, x);
        }
    }
}

/// A block with an image of the world, unless it is being stepped.
static void *image_of(const scree_world *world)
{
    static char image[1 << 20];
    const size_t size = scree_world_image_size(world);
    if (size > 0 && size <= sizeof image)
    {
        scree_world_save_image(world, image, size);
    }
    return image;
}

void sig_call_prepare(sig_call *call, const sig_function *function, const sig_world *w)
{
    bool (*shape_callback)(scree_shape_id, void *) = no_ray;
    float (*ray_callback)(const scree_ray_hit *, void *) = any_ray;
    scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    const char *text = "scalar";
    call->function = function;
    call->hop_bytes = 0;
    for (int i = 0; i < function->argument_count; ++i)
    {
        const sig_argument *argument = &function->arguments[i];
        void *pointee = call->pointee[i];
        memset(call->value[i], 0, sizeof call->value[i]);
        bool is_output = !argument->is_const && argument->leaf_count == 1;
        memset(pointee, is_output && argument->fill == NULL ? 0x5a : 0, SIG_POINTEE);
        for (size_t k = 0; argument->fill != NULL && k < 2; ++k)
        {
            argument->fill(call->pointee[i] + k * argument->pointee);
        }
        bool is_polygon = strcmp(argument->type, "scree_polygon") == 0 && argument->is_const;
        bool is_line = argument->leaf_count > 1 && argument->leaves[0].good_name != NULL;
        memcpy(pointee, &box, is_polygon ? sizeof box : 0);
        memcpy(pointee, line, is_line ? sizeof line : 0);
        if (argument->is_world)
        {
            memcpy(call->value[i], &w->world, sizeof w->world);
        }
        else if (strcmp(argument->type, "scree_shape_callback") == 0)
        {
            memcpy(call->value[i], &shape_callback, sizeof shape_callback);
        }
        else if (strcmp(argument->type, "scree_ray_callback") == 0)
        {
            memcpy(call->value[i], &ray_callback, sizeof ray_callback);
        }
        else if (strcmp(argument->type, "void") == 0 && strcmp(argument->name, "buffer") == 0)
        {
            void *image = image_of(w->world);
            memcpy(call->value[i], &image, sizeof image);
        }
        else if (argument->is_pointer && argument->pointee > 0)
        {
            bool is_text = strcmp(argument->type, "char") == 0;
            memcpy(call->value[i], is_text ? (void *)&text : (void *)&pointee, sizeof pointee);
        }
        for (int k = 0; k < argument->leaf_count && !is_polygon; ++k)
        {
            put_good(call, w, i, &argument->leaves[k]);
        }
    }
}

void sig_call_make(sig_call *call)
{
    void *values[SIG_MAX_ARGUMENTS];
    for (int i = 0; i < SIG_MAX_ARGUMENTS; ++i)
    {
        values[i] = call->value[i];
    }
    memset(call->result, 0, sizeof call->result);
    call->function->call(call->result, values);
}

const sig_function *sig_find(const char *name)
{
    int i = 0;
    while (i < sig_function_count && strcmp(sig_functions[i].name, name) != 0)
    {
        ++i;
    }
    assert_true(i < sig_function_count);
    return &sig_functions[i];
}

void sig_assert_same(const sig_argument *argument, const void *a, const void *b)
{
    for (int i = 0; i < argument->leaf_count; ++i)
    {
        const sig_leaf *leaf = &argument->leaves[i];
        size_t size = leaf->kind == SIG_BOOL                             ? 1
                      : leaf->kind >= SIG_ID || leaf->kind == SIG_DOUBLE ? 8
                                                                         : 4;
        if (leaf->depth == 1 &&
            memcmp((const char *)a + leaf->offset, (const char *)b + leaf->offset, size) != 0)
        {
            fail_msg("%s differs", leaf->path);
        }
    }
}
