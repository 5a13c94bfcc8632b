/// Rows of functions that are merely called, with arguments by the table of signatures: a number
/// beyond its range has to be refused, a getter on an id without an object returns all zero.
#include "tests/fuzz/rows.h"
#include "tests/support/signatures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ARGUMENTS 8
#define ELEMENTS 12  // of an array
#define TRIES 12     // looks for a joint of a type, or for another body
#define BYTES 4096   // of that, of a definition or a polygon

/// The arguments of a call.
typedef struct picked
{
    _Alignas(16) char value[ARGUMENTS][32];
    _Alignas(16) char pointee[ARGUMENTS][BYTES];
    void *arguments[ARGUMENTS];
    bool has_array;
    int count;     ///< of the elements of arrays, where there are any
    int capacity;  ///< the capacity of a requested list
} picked;

static fuzz_kind kind_of(sig_object object)
{
    return object == SIG_BODY        ? FUZZ_BODY
           : object == SIG_SHAPE     ? FUZZ_SHAPE
           : object == SIG_PARTICLE  ? FUZZ_PARTICLE
           : object == SIG_SOFT_BODY ? FUZZ_SOFT
                                     : FUZZ_JOINT;
}

/// Fills a type that consists of more than numbers.
static bool fill_by_type(fuzz *f, const char *type, void *to)
{
#define FILL(name)                            \
    if (strcmp(type, "scree_" #name) == 0)    \
    {                                         \
        scree_##name filled = fuzz_##name(f); \
        memcpy(to, &filled, sizeof filled);   \
        return true;                          \
    }
    FILL(body_def)
    FILL(shape_def)
    FILL(material)
    FILL(filter)
    FILL(circle)
    FILL(capsule)
    FILL(segment)
    FILL(polygon)
    FILL(particle_def)
    FILL(soft_body_def)
    return false;
}

static double pick_number(fuzz *f, const sig_leaf *leaf)
{
    float scale = leaf->unit == SIG_SIZE ? f->size : 1.0f;
    float low = scale * leaf->usual_low, high = scale * leaf->usual_high;
    if (leaf->unit == SIG_PLACE)
    {
        low = -f->spread;
        high = f->spread;
    }
    if (leaf->flags & SIG_EITHER && fuzz_odds(f, 128))
    {
        low = -low;
        high = -high;
    }
    return leaf->kind == SIG_INT    ? fuzz_int(f, (int)low, (int)high)
           : leaf->kind == SIG_ENUM ? fuzz_choice(f, (int)leaf->high + 1)
                                    : (double)fuzz_float(f, low, high);
}

/// Whether a number is one that has to be refused.
static bool is_out_of_range(const sig_leaf *leaf, double x)
{
    bool is_float = leaf->kind == SIG_FLOAT;
    double low = is_float ? (double)(float)leaf->low : leaf->low;
    double high = is_float ? (double)(float)leaf->high : leaf->high;
    bool below = leaf->flags & SIG_OPEN ? !(x > low) : !(x >= low);
    bool above = !(x <= high) && !(leaf->flags & (SIG_NO_HIGH | SIG_HERE));
    bool outside = above || (below && !(leaf->flags & SIG_NO_LOW));
    // Round these ends, or beyond them, it depends.
    outside = outside && !(leaf->flags & (SIG_ROUGH | SIG_EITHER));
    bool is_taken = leaf->flags & SIG_ANY || (x == 0.0 && leaf->flags & SIG_OR0);
    return !is_taken && (outside || !isfinite(x));
}

static void pick_leaf(fuzz *f, const sig_leaf *leaf, char *at)
{
    if (leaf->kind == SIG_ID)
    {
        const int before = f->now.invalid;
        uint64_t id = leaf->object == SIG_CHAIN ? 0 : fuzz_id(f, kind_of(leaf->object));
        memcpy(at, &id, sizeof id);
        if (leaf->flags & SIG_ANY)
        {
            f->now.invalid = before;
        }
    }
    else if (leaf->kind == SIG_BOOL)
    {
        *at = fuzz_odds(f, (int)(256.0f * leaf->usual_high));
        fuzz_say(f, " %d", *at);
    }
    else if (leaf->kind == SIG_VERSION)
    {
        uint32_t version;
        memcpy(&version, at, sizeof version);
        version = fuzz_version(f, version);
        memcpy(at, &version, sizeof version);
    }
    else if (leaf->kind == SIG_WORD && fuzz_odds(f, leaf->depth == 0 ? 256 : 40))
    {
        // The word of a filter, or a user's id.
        uint32_t word = (uint32_t)fuzz_below(&f->stream, 6);
        memcpy(at, &word, sizeof word);
    }
    else if (leaf->kind <= SIG_ENUM)
    {
        bool was_bad = (f->now.invalid & FUZZ_BAD_NUMBER) != 0;
        double x = pick_number(f, leaf);
        float number = (float)x;
        int whole = (int)(leaf->kind == SIG_FLOAT ? 0.0 : x);
        memcpy(at, leaf->kind == SIG_FLOAT ? (void *)&number : (void *)&whole, sizeof number);
        // Any number is taken where it says so, even one that is not finite.
        f->now.invalid &= was_bad ? -1 : ~FUZZ_BAD_NUMBER;
        // The ranges hold for worlds with a length unit of 1; those of lengths follow the unit.
        bool scaled =
            f->now.world != NULL && scree_world_settings(f->now.world).length_unit != 1.0f;
        bool bad = is_out_of_range(leaf, x) && !(scaled && isfinite(x));
        f->now.invalid |= bad ? FUZZ_BAD_NUMBER : 0;
    }
}

/// The members of a definition, or of an array's element: two ids of one kind differ.
static void pick_leaves(fuzz *f, const sig_argument *argument, char *at)
{
    uint64_t last = UINT64_MAX, id = 0;
    for (int i = 1; i < argument->leaf_count; ++i)
    {
        const sig_leaf *leaf = &argument->leaves[i];
        char *to = at + leaf->offset;
        // Arguments that an object keeps are changed by mistake only.
        bool is_kept =
            leaf->kind == SIG_ID && leaf->code == SCREE_ERROR_ARGUMENT && !fuzz_turns_bad(f);
        if (leaf->kind == SIG_POINTER)
        {
            void *data = fuzz_user_data(f);
            memcpy(to, &data,
                   strcmp(leaf->path + strlen(leaf->path) - 9, "user_data") == 0 ? sizeof data : 0);
        }
        else if (!is_kept && (leaf->odds == 256 || fuzz_odds(f, leaf->odds)))
        {
            for (int tries = 0; tries == 0 || (leaf->kind == SIG_ID && id == last && tries < TRIES);
                 ++tries)
            {
                pick_leaf(f, leaf, to);
                memcpy(&id, to, leaf->kind == SIG_ID ? sizeof id : 0);
            }
            last = leaf->kind == SIG_ID ? id : last;
        }
    }
}

/// Definitions: what a joint has now, or the default, with some of it changed.
static void fill_definitions(fuzz *f, const sig_function *function, const sig_argument *argument,
                             picked *p, int i)
{
    char name[64];
    bool is_array = (argument->leaves[0].flags & SIG_ARRAY) != 0;
    int count = !is_array ? 1 : p->count;
    for (int e = 0; e < count; ++e)
    {
        char *element = p->pointee[i] + (size_t)e * argument->pointee;
        if (fill_by_type(f, argument->type, element))
        {
            continue;
        }
        if (argument->fill != NULL)
        {
            argument->fill(element);
        }
        for (int k = 0;
             strncmp(function->name, "scree_joint_set_", 16) == 0 && k < sig_function_count; ++k)
        {
            snprintf(name, sizeof name, "scree_joint_%s", function->name + 16);
            if (strcmp(sig_functions[k].name, name) == 0)
            {
                sig_functions[k].call(element, p->arguments);
            }
        }
        pick_leaves(f, argument, element - (is_array ? argument->pointee : 0));
    }
}

/// Whether a joint is not of the type that a call is for.
static bool is_of_another_type(const fuzz *f, const sig_leaf *leaf, const void *value)
{
    if (leaf->object != SIG_JOINT || leaf->good_name == NULL || f->now.invalid != 0)
    {
        return false;
    }
    scree_joint_id joint;
    memcpy(&joint, value, sizeof joint);
    scree_joint_type type = scree_joint_get_type(f->now.world, joint);
    return strcmp(scree_joint_type_name(type), leaf->good_name) != 0;
}

static void pick_argument(fuzz *f, const sig_function *function, picked *p, int i)
{
    const sig_argument *argument = &function->arguments[i];
    const sig_leaf *first = argument->leaf_count > 0 ? &argument->leaves[0] : NULL;
    void *pointer = argument->is_world ? (void *)f->now.world : p->pointee[i];
    if (first != NULL && !argument->is_pointer)
    {
        bool is_count = p->has_array && strcmp(argument->name, "count") == 0;
        if (strcmp(argument->name, "capacity") == 0)
        {
            // The length of a list: as many as fit.
            p->capacity = fuzz_count(f, FUZZ_BULK);
            memcpy(p->value[i], &p->capacity, sizeof p->capacity);
            return;
        }
        memcpy(p->value[i], &p->count, is_count ? sizeof p->count : 0);
        for (int k = 0; k < argument->leaf_count && !is_count; ++k)
        {
            pick_leaf(f, &argument->leaves[k], p->value[i] + argument->leaves[k].offset);
        }
        for (int tries = 0; tries < TRIES && is_of_another_type(f, first, p->value[i]); ++tries)
        {
            pick_leaf(f, first, p->value[i]);
        }
        return;
    }
    if (argument->is_const && strcmp(argument->type, "scree_body_id") == 0)
    {
        const void *given =
            fuzz_ids(f, FUZZ_BODY, (uint64_t *)(void *)p->pointee[i], ELEMENTS, &p->count);
        memcpy(p->value[i], &given, sizeof given);
        return;
    }
    if (!argument->is_world && argument->pointee == 0)
    {
        pointer = fuzz_user_data(f);
    }
    else if (!argument->is_world && argument->is_const)
    {
        fill_definitions(f, function, argument, p, i);
    }
    bool may_be_null = first != NULL && first->flags & SIG_NULL && !p->has_array;
    if (may_be_null && fuzz_odds(f, 64))
    {
        // Then nothing in it is wrong.
        f->now.invalid &= argument->is_const ? ~(FUZZ_BAD_NUMBER | FUZZ_BAD_POINTER) : -1;
        pointer = NULL;
    }
    else if (first != NULL && !(first->flags & SIG_NULL) && argument->pointee > 0 && fuzz_null(f))
    {
        pointer = NULL;
    }
    memcpy(p->value[i], &pointer, sizeof pointer);
}

static void see_value(fuzz *f, const sig_function *function, const char *result)
{
    bool zero = true;
    for (int i = 0; i < function->returned_count; ++i)
    {
        const sig_leaf *leaf = &function->returned[i];
        size_t size = leaf->kind == SIG_BOOL                             ? 1
                      : leaf->kind >= SIG_ID || leaf->kind == SIG_DOUBLE ? 8
                                                                         : 4;
        uint64_t bits = 0;
        float number;
        memcpy(&bits, result + leaf->offset, size);
        memcpy(&number, result + leaf->offset, sizeof number);
        zero = zero && (leaf->kind == SIG_FLOAT ? number == 0.0f : bits == 0);
        if (leaf->kind == SIG_FLOAT)
        {
            fuzz_see_float(f, number);
        }
        else if (leaf->kind == SIG_ID)
        {
            fuzz_see_id(f, bits);
        }
        else
        {
            fuzz_see(f, bits);
        }
    }
    if (function->mode == SIG_READS)
    {
        SEE_NEUTRAL(f, zero, function->name);
    }
}

/// A list of ids, or of pairs of them: each names an object.
static void see_list(fuzz *f, const sig_function *function, const picked *p, const char *result)
{
    const sig_argument *list = &function->arguments[function->argument_count - 2];
    const char *given;
    int count;
    memcpy(&given, p->value[function->argument_count - 2], sizeof given);
    memcpy(&count, result, sizeof count);
    count = given == NULL || f->now.locked ? 0 : count < p->capacity ? count : p->capacity;
    for (size_t at = 0; count > 0 && at < (size_t)count * list->pointee; at += sizeof(uint64_t))
    {
        uint64_t id;
        bool known = false;
        memcpy(&id, given + at, sizeof id);
        fuzz_see_id(f, id);
        for (int kind = 0; kind < FUZZ_KIND_COUNT; ++kind)
        {
            known = known || fuzz_table_find(&f->table[kind], f->now.side, id) >= 0;
        }
        if (!known)
        {
            fuzz_find(f, "%s lists an id that names nothing", function->name);
        }
    }
}

/// The bodies of the i-th definition of a joint.
static void joined_bodies(const sig_function *function, const picked *p, int i,
                          scree_body_id bodies[2])
{
    const sig_argument *argument = &function->arguments[1];
    const char *at = p->pointee[1] + (size_t)i * argument->pointee;
    for (int k = 1, found = 0; k < argument->leaf_count && found < 2; ++k)
    {
        const sig_leaf *leaf = &argument->leaves[k];
        size_t offset =
            leaf->offset - (argument->leaves[0].flags & SIG_ARRAY ? argument->pointee : 0);
        memcpy(&bodies[found], at + offset, leaf->kind == SIG_ID ? sizeof bodies[0] : 0);
        found += leaf->kind == SIG_ID;
    }
}

/// Records the result of a call that changes a world, and the objects that it created or destroyed.
static void see_change(fuzz *f, const sig_function *function, const picked *p, const char *result)
{
    uint64_t first = 0, made = 0;
    memcpy(&first, p->value[1], sizeof first);
    memcpy(&made, result, sizeof made);
    if (function->answer == SIG_MADE)
    {
        sig_object object = function->returned[0].object;
        if (object == SIG_JOINT)
        {
            scree_body_id bodies[2];
            joined_bodies(function, p, 0, bodies);
            fuzz_joined(f, bodies[0], bodies[1], made);
            return;
        }
        int32_t owner =
            object == SIG_SHAPE ? fuzz_table_find(&f->table[FUZZ_BODY], f->now.side, first) : -1;
        fuzz_made(f, kind_of(object), owner, made);
        return;
    }
    scree_result answer;
    memcpy(&answer, result, sizeof answer);
    fuzz_result(f, answer);
    for (int i = 0; p->count > 0 && answer == SCREE_OK && i < p->count; ++i)
    {
        scree_body_id bodies[2], *given;
        uint64_t id;
        memcpy(&given, p->value[1], sizeof given);
        memcpy(&id, p->pointee[function->argument_count - 1] + sizeof id * (size_t)i, sizeof id);
        bool joins =
            strcmp(function->arguments[function->argument_count - 1].type, "scree_joint_id") == 0;
        if (joins)
        {
            joined_bodies(function, p, i, bodies);
            fuzz_stage_joint(f, bodies[0], bodies[1], id);
        }
        else
        {
            int32_t owner = fuzz_table_find(&f->table[FUZZ_BODY], f->now.side, given[i].value);
            fuzz_stage_new(f, FUZZ_SHAPE, owner, id);
        }
    }
    bool ends = strcmp(function->name + strlen(function->name) - 8, "_destroy") == 0;
    if (ends && answer == SCREE_OK)
    {
        fuzz_stage_end(f, kind_of(function->arguments[1].leaves[0].object), first);
    }
}

static bool is_skipped(const fuzz *f, const sig_function *function)
{
    bool joins = strncmp(function->name, "scree_joint_create_", 19) == 0 ||
                 strncmp(function->name, "scree_joints_create_", 20) == 0;
    bool many = strncmp(function->name, "scree_shapes_create_", 20) == 0;
    return joins  ? fuzz_is_full(f, FUZZ_JOINT) || f->table[FUZZ_BODY].live_count < 2
           : many ? fuzz_is_full(f, FUZZ_SHAPE)
                  : function->answer == SIG_MADE &&
                        fuzz_is_full(f, kind_of(function->returned[0].object));
}

static void call_by_signature(fuzz *f)
{
    static picked p;
    _Alignas(16) char result[640];
    const sig_function *function = f->row->signature;
    f->now.skipped = is_skipped(f, function);
    if (f->now.skipped)
    {
        return;
    }
    memset(&p, 0, sizeof p);
    memset(result, 0, sizeof result);
    for (int i = 0; i < function->argument_count; ++i)
    {
        const sig_argument *argument = &function->arguments[i];
        bool is_array = argument->leaf_count > 0 && argument->leaves[0].flags & SIG_ARRAY;
        p.has_array = p.has_array || is_array;
        p.count = is_array ? fuzz_count(f, ELEMENTS) : p.count;
        p.arguments[i] = p.value[i];
        pick_argument(f, function, &p, i);
    }
    if (p.has_array && p.count == 0)
    {
        fuzz_forgive(f);
    }
    function->call(result, p.arguments);
    if (function->mode == SIG_CHANGES)
    {
        see_change(f, function, &p, result);
    }
    else
    {
        see_value(f, function, result);
        if (p.capacity != 0)
        {
            see_list(f, function, &p, result);
        }
    }
}

static bool is_getter_of(const sig_function *function, sig_object object)
{
    return function->mode == SIG_READS && function->argument_count == 2 &&
           function->arguments[0].is_const && function->arguments[1].leaf_count == 1 &&
           function->arguments[1].leaves[0].object == object;
}

/// Calls every getter of one object.
static void call_getters(fuzz *f)
{
    sig_object object = f->row->object;
    uint64_t id = fuzz_id(f, kind_of(object));
    for (int i = 0; i < sig_function_count; ++i)
    {
        if (is_getter_of(&sig_functions[i], object))
        {
            _Alignas(16) char result[640] = {0};
            void *arguments[2] = {&f->now.world, &id};
            sig_functions[i].call(result, arguments);
            see_value(f, &sig_functions[i], result);
        }
    }
}

fuzz_rows fuzz_signature_rows(void)
{
    static const int getters[SIG_OBJECT_COUNT] = {[SIG_BODY] = 16,
                                                  [SIG_SHAPE] = 16,
                                                  [SIG_PARTICLE] = 9,
                                                  [SIG_SOFT_BODY] = 6,
                                                  [SIG_JOINT] = 10};
    static fuzz_row rows[FUZZ_MAX_ROWS];
    static int count = 0;
    for (int i = 0, made = count; made == 0 && i < sig_function_count; ++i)
    {
        const sig_function *function = &sig_functions[i];
        for (int k = 1; i == 0 && k < SIG_OBJECT_COUNT; ++k)
        {
            if (getters[k] > 0)
            {
                rows[count++] = (fuzz_row){.name = "all getters of an object",
                                           .run = call_getters,
                                           .weight = getters[k],
                                           .mode = FUZZ_READS,
                                           .object = (sig_object)k};
            }
        }
        if (function->weight > 0)
        {
            rows[count++] =
                (fuzz_row){.name = function->name,
                           .run = call_by_signature,
                           .weight = function->weight,
                           .mode = function->mode == SIG_CHANGES ? FUZZ_CHANGES : FUZZ_READS,
                           .signature = function};
        }
    }
    return (fuzz_rows){rows, count};
}
