/// Every argument and field of every public function with every bad value: the call answers with
/// the code, names the argument and changes nothing.
#include "tests/support/refusals.h"
#include "tests/support/signature_calls.h"
#include "world/validate.h"

static sig_world world;
static sig_call call;
static int tried, taken, problems;

static void make_world(void)
{
    scree_world_def def = awake_world_def();
    def.keep_previous_poses = true;
    world = sig_world_make(&def);
}

static void renew_world(void)
{
    sig_world_end(&world);
    make_world();
}

static int setup(void **state)
{
    (void)state;
    make_world();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sig_world_end(&world);
    return 0;
}

/// The result of a call. The error's record belongs to the world or to the thread.
static scree_result answer(const scree_world *of)
{
    const sig_function *f = call.function;
    scree_result result = SCREE_OK;
    uint64_t id = 0;
    int number = 0;
    memcpy(&result, call.result + f->result_offset, sizeof result);
    memcpy(&id, call.result, sizeof id);
    memcpy(&number, call.result, sizeof number);
    bool failed = f->answer == SIG_MADE ? id == 0 : number == -1;
    return f->answer == SIG_RESULT || f->answer == SIG_WITHIN ? result
           : failed                                           ? scree_world_last_error(of).code
                                                              : SCREE_OK;
}

/// Whether an error's argument is this leaf, or the vector, element or geometry that holds it. The
/// element may be named or not, and targets of a batch's pointers have names of their own.
static bool is_named(const char *argument, const char *path)
{
    path += strncmp(path, "batch.def", 9) == 0 ? 6 : 0;
    if (argument[0] == 0)
    {
        return false;
    }
    for (; *argument != 0; ++argument, ++path)
    {
        path += *path == '[' && *argument != '[' ? 3 : 0;
        if (*argument != *path)
        {
            return false;
        }
    }
    return *path == 0 || *path == '.' || *path == '[';
}

static bool all_zero(void)
{
    const sig_function *f = call.function;
    for (int i = 0; i < f->returned_count; ++i)
    {
        const sig_leaf *leaf = &f->returned[i];
        size_t size = leaf->kind == SIG_BOOL                             ? 1
                      : leaf->kind >= SIG_ID || leaf->kind == SIG_DOUBLE ? 8
                                                                         : 4;
        for (size_t k = 0; k < size; ++k)
        {
            if (call.result[leaf->offset + k] != 0)
            {
                return false;
            }
        }
    }
    return true;
}

/// All of them are printed, then the test fails.
#define problem(...) (print_error(__VA_ARGS__), print_error("\n"), ++problems)

/// Whether what a call got pointers to, to write to, is as in a copy; or makes the copy.
static bool outputs_are(char (*copy)[SIG_POINTEE], bool make)
{
    bool same = true;
    for (int i = 0; i < call.function->argument_count; ++i)
    {
        const sig_argument *argument = &call.function->arguments[i];
        bool is_output = argument->is_pointer && !argument->is_const && !argument->is_world;
        size_t size = is_output ? SIG_POINTEE : 0;
        memcpy(copy[i], call.pointee[i], make ? size : 0);
        same = same && memcmp(copy[i], call.pointee[i], size) == 0;
    }
    return same;
}

static const char *shown(const scree_error *error)
{
    static char text[400];
    snprintf(text, sizeof text, "%s, '%s', '%s'", scree_result_name(error->code), error->argument,
             error->text);
    return text;
}

static void refused(const char *path, scree_result code, const char *what, bool without_world)
{
    const sig_function *f = call.function;
    const scree_world *of = f->mode == SIG_CHANGES && !without_world ? world.world : NULL;
    world_digest before = world_digest_of(world.world);
    (void)scree_world_step(NULL, 0.0f, 1);  // another error
    char text[256];
    memcpy(text, scree_error_text(of), sizeof text);
    static char outputs[SIG_MAX_ARGUMENTS][SIG_POINTEE];
    outputs_are(outputs, true);
    sig_call_make(&call);
    ++tried;
    if (world_digest_of(world.world).value != before.value)
    {
        problem("%s, %s %s: changed the world", f->name, path, what);
    }
    if (f->mode == SIG_OWN)
    {
        return;
    }
    bool tells = f->mode == SIG_CHANGES || f->mode == SIG_QUERIES;
    scree_error error = scree_world_last_error(of);
    if (!tells && f->answer == SIG_VALUE)
    {
        bool silent = f->mode == SIG_PLAIN || strcmp(text, scree_error_text(NULL)) == 0;
        if (!all_zero() || !silent)
        {
            problem("%s, %s %s: not zero, or an error: %s", f->name, path, what, shown(&error));
        }
        return;
    }
    size_t length = strlen(f->name);
    scree_result result = answer(of);
    if (result != code ||
        (tells && (error.code != code || !is_named(error.argument, path) ||
                   strncmp(error.text, f->name, length) != 0 || error.text[length] != ':' ||
                   strcmp(error.text, scree_error_text(of)) != 0)))
    {
        problem("%s, %s %s: gave %s, expected %s; error %s", f->name, path, what,
                scree_result_name(result), scree_result_name(code), shown(&error));
    }
    if (!outputs_are(outputs, false))
    {
        problem("%s, %s %s: wrote a result", f->name, path, what);
    }
}

static void accepted(const char *path, const char *what)
{
    const sig_function *f = call.function;
    sig_call_make(&call);
    ++taken;
    scree_result result = answer(f->mode == SIG_CHANGES ? world.world : NULL);
    bool is_end = strcmp(f->name, "scree_world_destroy") == 0;
    if (strcmp(f->name, "scree_world_create") == 0 || strcmp(f->name, "scree_world_fork") == 0)
    {
        scree_world *made;
        memcpy(&made, call.result, sizeof made);
        scree_world_destroy(made);
    }
    if (is_end)
    {
        world.world = world_with_gravity(0.0f, 0.0f);
    }
    bool answers = f->mode == SIG_CHANGES || f->mode == SIG_QUERIES || f->answer != SIG_VALUE;
    if (answers && f->mode != SIG_OWN && result != SCREE_OK)
    {
        scree_error error = scree_world_last_error(f->mode == SIG_CHANGES ? world.world : NULL);
        problem("%s, %s %s: %s; error %s", f->name, path, what, scree_result_name(result),
                shown(&error));
    }
    const char *broken = sc_validate(world.world);
    if (broken != NULL)
    {
        problem("%s, %s %s: not true: %s", f->name, path, what, broken);
    }
    if (f->mode == SIG_CHANGES || is_end)
    {
        renew_world();
    }
}

/// Whether the error of a vector has the unit of another quantity: velocities are in m/s.
static bool has_wrong_unit(const char *path, const char *text)
{
    const size_t length = strlen(text);
    return strstr(path, "velocity") != NULL && length > 2 && strcmp(text + length - 2, " m") == 0;
}

/// The error's text states the number that was refused.
static void number_is_refused(int argument, const sig_leaf *leaf, double x)
{
    char what[40];
    x = leaf->kind == SIG_FLOAT ? (double)(float)x : x;
    snprintf(what, sizeof what, "= %.9g", x);
    sig_call_prepare(&call, call.function, &world);
    sig_put_number(sig_leaf_at(&call, argument, leaf), leaf->kind, x);
    refused(leaf->path, leaf->code, what, false);
    const sig_function *f = call.function;
    const bool tells = f->mode == SIG_CHANGES || f->mode == SIG_QUERIES;
    const scree_error error = scree_world_last_error(f->mode == SIG_CHANGES ? world.world : NULL);
    // Counts may stand in full. Instruction sets have names.
    char whole[40];
    snprintf(whole, sizeof whole, "%.0f", x);
    if (tells && leaf->code == SCREE_ERROR_ARGUMENT && strcmp(error.argument, "def.simd") != 0 &&
        strstr(error.text, what + 2) == NULL && strstr(error.text, whole) == NULL)
    {
        problem("%s, %s %s: the error does not state the number: %s", f->name, leaf->path, what,
                shown(&error));
    }
    if (tells && has_wrong_unit(leaf->path, error.text))
    {
        problem("%s, %s %s: not the unit of a velocity: %s", f->name, leaf->path, what,
                shown(&error));
    }
}

static void number_is_accepted(int argument, const sig_leaf *leaf, double x)
{
    char what[40];
    snprintf(what, sizeof what, "= %.9g", x);
    sig_call_prepare(&call, call.function, &world);
    sig_put_number(sig_leaf_at(&call, argument, leaf), leaf->kind, x);
    accepted(leaf->path, what);
}

/// The next number beyond an end of a range, or before it, that the leaf tells apart.
static double beside(const sig_leaf *leaf, double end, bool up)
{
    float way = up ? INFINITY : -INFINITY;
    return leaf->kind == SIG_INT      ? end + (up ? 1.0 : -1.0)
           : leaf->flags & SIG_ROUGH  ? end * ((end > 0.0) == up ? 1.001 : 0.999)
           : leaf->kind == SIG_DOUBLE ? nextafter(end, (double)way)
                                      : (double)nextafterf((float)end, way);
}

static void walk_range(int argument, const sig_leaf *leaf)
{
    bool whole = leaf->kind == SIG_INT, inside = (leaf->flags & SIG_INSIDE) != 0;
    double largest = whole ? (double)INT_MAX : leaf->kind == SIG_DOUBLE ? DBL_MAX : (double)FLT_MAX;
    double low = leaf->low, high = leaf->high;
    if (!whole)
    {
        number_is_refused(argument, leaf, (double)NAN);
        number_is_refused(argument, leaf, (double)INFINITY);
        number_is_refused(argument, leaf, -(double)INFINITY);
    }
    if (!(leaf->flags & SIG_NO_LOW))
    {
        double below = beside(leaf, low, false);
        bool zero = (leaf->flags & SIG_OR0) != 0 && low == 0.0;
        number_is_refused(argument, leaf, leaf->flags & SIG_OPEN && !zero ? low : below);
        if (leaf->flags & SIG_OR0)
        {
            number_is_accepted(argument, leaf, 0.0);
        }
        number_is_refused(argument, leaf,
                          whole            ? (double)INT_MIN
                          : -largest < low ? -largest
                                           : below);
        if (!inside && !(leaf->flags & SIG_INSIDE_LOW))
        {
            bool off = leaf->flags & (SIG_OPEN | SIG_ROUGH);
            number_is_accepted(argument, leaf, off ? beside(leaf, low, true) : low);
        }
    }
    if (!(leaf->flags & SIG_NO_HIGH) && high < (whole ? largest : (double)FLT_MAX))
    {
        number_is_refused(argument, leaf, beside(leaf, high, true));
        number_is_refused(argument, leaf, largest);
    }
    if (!(leaf->flags & SIG_NO_HIGH) && !inside)
    {
        bool off = (leaf->flags & SIG_ROUGH) && high < (double)FLT_MAX;
        number_is_accepted(argument, leaf, off ? beside(leaf, high, false) : high);
    }
}

/// A range and, where either sign is taken, its negative.
static void walk_number(int argument, const sig_leaf *given)
{
    if (given->flags & SIG_EITHER)
    {
        sig_leaf negative = *given;
        negative.low = -given->high;
        negative.high = -given->low;
        negative.flags = 0;
        walk_range(argument, &negative);
    }
    walk_range(argument, given);
}

static void walk_id(int argument, const sig_leaf *leaf)
{
    sig_object other = leaf->object == SIG_BODY ? SIG_SHAPE : SIG_BODY;
    const uint64_t ids[] = {0,
                            world.stale[leaf->object],
                            world.foreign[leaf->object],
                            UINT64_MAX,
                            world.id[leaf->object] ^ 0xffffffu,
                            world.id[leaf->object] ^ 1ull << 30,
                            world.foreign[other]};
    static const char *const names[] = {"null",
                                        "stale",
                                        "foreign",
                                        "all ones",
                                        "of no slot",
                                        "of no generation",
                                        "of another kind and world"};
    for (int i = 0; i < 7; ++i)
    {
        sig_call_prepare(&call, call.function, &world);
        memcpy(sig_leaf_at(&call, argument, leaf), &ids[i], sizeof ids[i]);
        refused(leaf->path, leaf->code, names[i], false);
    }
}

static void walk_version(int argument, const sig_leaf *leaf)
{
    for (uint32_t k = 0; k < 3; ++k)
    {
        sig_call_prepare(&call, call.function, &world);
        uint32_t *version = sig_leaf_at(&call, argument, leaf);
        *version = k == 0 ? 0 : *version ^ k;
        refused(leaf->path, leaf->code, "wrong", false);
        const sig_mode mode = call.function->mode;
        const bool changes = mode == SIG_CHANGES || mode == SIG_OWN;
        const scree_error error = scree_world_last_error(changes ? world.world : NULL);
        const char *filler = strstr(error.text, " was not filled by scree_");
        if (filler == NULL || strlen(filler) < 9 ||
            strcmp(filler + strlen(filler) - 8, "_default") != 0)
        {
            problem("%s, %s: the error does not state what fills it: %s", call.function->name,
                    leaf->path, shown(&error));
        }
    }
}

static void walk_leaf(int argument, const sig_leaf *leaf)
{
    if (leaf->kind == SIG_VERSION)
    {
        walk_version(argument, leaf);
    }
    else if (leaf->kind == SIG_ID && !(leaf->flags & SIG_ANY))
    {
        walk_id(argument, leaf);
    }
    else if (leaf->kind == SIG_POINTER && !(leaf->flags & SIG_ANY))
    {
        sig_call_prepare(&call, call.function, &world);
        memset(sig_leaf_at(&call, argument, leaf), 0, sizeof(void *));
        if (leaf->flags & SIG_NULL)
        {
            accepted(leaf->path, "null");
        }
        else
        {
            refused(leaf->path, leaf->code, "null", false);
        }
    }
    else if (leaf->kind == SIG_ENUM && !(leaf->flags & SIG_ANY))
    {
        number_is_refused(argument, leaf, leaf->low - 1.0);
        number_is_refused(argument, leaf, leaf->high + 1.0);
        number_is_refused(argument, leaf, (double)INT_MAX);
        number_is_refused(argument, leaf, (double)INT_MIN);
    }
    else if (leaf->kind <= SIG_INT && !(leaf->flags & SIG_ANY))
    {
        walk_number(argument, leaf);
    }
}

TEST_WITH(every_bad_argument_of_every_function_is_refused, setup, teardown)
{
    tried = taken = problems = 0;
    for (int i = 0; i < sig_function_count; ++i)
    {
        const sig_function *f = &sig_functions[i];
        sig_call_prepare(&call, f, &world);
        accepted("all arguments", "right");
        for (int k = 0; k < f->argument_count; ++k)
        {
            const sig_argument *argument = &f->arguments[k];
            if (argument->is_world)
            {
                sig_call_prepare(&call, f, &world);
                memset(call.value[k], 0, sizeof(void *));
                refused(argument->name, SCREE_ERROR_NULL, "null", k == 0 || f->mode == SIG_QUERIES);
            }
            for (int n = 0; n < argument->leaf_count; ++n)
            {
                walk_leaf(k, &argument->leaves[n]);
            }
        }
    }
    print_message("%d functions: %d bad values refused, %d good ones taken\n", sig_function_count,
                  tried, taken);
    assert_int_equal(problems, 0);
}

/// Calls that a callback of a step may not make: every call that changes the world, and every
/// query.
static void intrude(const scree_material *a, const scree_material *b, scree_contact_material *mixed,
                    void *context)
{
    (void)a;
    (void)b;
    (void)mixed;
    int *count = context;
    for (int i = 0; i < sig_function_count; ++i)
    {
        const sig_function *f = &sig_functions[i];
        bool is_end = strcmp(f->name, "scree_world_destroy") == 0;
        bool takes_world = f->argument_count > 0 && f->arguments[0].is_world;
        if (takes_world && (f->mode == SIG_CHANGES || f->mode == SIG_QUERIES || is_end))
        {
            sig_call_prepare(&call, f, &world);
            sig_call_make(&call);
            const scree_world *of = f->mode == SIG_QUERIES ? NULL : world.world;
            scree_error error = scree_world_last_error(of);
            bool named = strncmp(error.text, f->name, strlen(f->name)) == 0;
            if ((!is_end && answer(of) != SCREE_ERROR_LOCKED) || error.code != SCREE_ERROR_LOCKED ||
                strcmp(error.argument, "world") != 0 || !named)
            {
                problem("%s, in a step: %s", f->name, shown(&error));
            }
            ++*count;
        }
    }
}

static uint64_t hash_after_contact(scree_mixing_callback *callback, int *count)
{
    sig_world_end(&world);
    scree_world_def def = awake_world_def();
    def.mixing_callback = callback;
    def.mixing_context = count;
    def.keep_previous_poses = true;
    world = sig_world_make(&def);
    add_crate(world.world, 0.0f, -49.6f, 0.5f, 0.5f);
    run_steps_of(world.world, 30, STEP, SUBSTEPS);
    return scree_world_hash(world.world);
}

TEST_WITH(every_call_in_the_middle_of_a_step_is_refused, setup, teardown)
{
    int count = 0;
    problems = 0;
    uint64_t undisturbed = hash_after_contact(NULL, NULL);
    assert_true(hash_after_contact(intrude, &count) == undisturbed);
    assert_true(count > 100);
    assert_int_equal(problems, 0);
}
