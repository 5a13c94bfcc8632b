/// Snapshots that were changed on purpose: each is refused, or loads and steps.
#include "tests/support/every_feature.h"
#include "tests/support/refusals.h"
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"
#include "state/snapshot_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS_AFTER = 10,
    // Sanitized builds change one byte where others change these many.
    SPARSE = SANITIZED ? 7 : 1
};

typedef struct file
{
    unsigned char *bytes;
    size_t size;
} file;

static file save(scree_world *world)
{
    assert_non_null(world);
    file f = {.size = scree_world_snapshot_size(world)};
    f.bytes = malloc(f.size);
    assert_non_null(f.bytes);
    if (scree_world_save_snapshot(world, f.bytes, f.size) != SCREE_OK)
    {
        fail_msg("%s", scree_error_text(NULL));
    }
    scree_world_destroy(world);
    return f;
}

static file save_every_feature(void)
{
    const scree_world_def def = scree_world_def_default();
    return save(every_feature_world(&def));
}

static file save_few_features(void)
{
    const scree_world_def def = scree_world_def_default();
    return save(few_features_world(&def));
}

static file save_particles(void)
{
    const scree_world_def def = scree_world_def_default();
    return save(particle_world(&def));
}

static void fix_checksum(const file *f)
{
    sc_snapshot_put(f->bytes + 40, sc_snapshot_checksum(f->bytes, f->size), 8);
}

/// Loads into a world that has had other things. A refusal leaves that as it was; what loads steps.
/// Returns whether it loaded.
static bool try_load(const file *f, size_t size)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    add_ball(world, 0.0f, 2.0f, 0.5f);
    run_steps(world, 1);
    const uint64_t hash = scree_world_state_hash(world);
    memory.limit = memory.bytes + 24 * (int64_t)f->size + (1 << 20);
    const scree_result result = scree_world_load_snapshot(world, f->bytes, size);
    assert_int_equal(memory.refusals, 0);
    memory.limit = 0;
    if (result != SCREE_OK)
    {
        assert_int_equal(result, SCREE_ERROR_ARGUMENT);
        assert_true(scree_world_state_hash(world) == hash);
    }
    for (int i = 0; i < STEPS_AFTER && result == SCREE_OK; ++i)
    {
        (void)scree_world_step(world, STEP, SUBSTEPS);
    }
    end_counted(world, &memory);
    return result == SCREE_OK;
}

/// Changes bytes from the first one after the header on, `stride` apart.
static void change_bytes(file *f, size_t stride, unsigned mask)
{
    size_t loaded = 0, count = 0;
    for (size_t at = SC_SNAPSHOT_HEADER; at < f->size; at += stride, ++count)
    {
        f->bytes[at] ^= (unsigned char)mask;
        fix_checksum(f);
        loaded += try_load(f, f->size);
        f->bytes[at] ^= (unsigned char)mask;
    }
    fix_checksum(f);
    assert_true(try_load(f, f->size));
    // Without %zu, which the printf of some systems has not.
    print_message("%lu bytes, bits %#x: %lu of %lu changes load\n", (unsigned long)f->size, mask,
                  (unsigned long)loaded, (unsigned long)count);
}

/// SNAPSHOT_STRIDE=1 changes every byte.
static size_t stride_of(size_t usual)
{
    const char *text = getenv("SNAPSHOT_STRIDE");
    return text != NULL && atoi(text) > 0 ? (size_t)atoi(text) : usual * SPARSE;
}

TEST(every_changed_byte_of_a_small_snapshot_is_refused_or_harmless)
{
    file f = save_few_features();
    change_bytes(&f, stride_of(1), 0x81);
    free(f.bytes);
}

/// Changes bytes these many apart, in three ways.
static void change_some(file f, size_t most, size_t one, size_t high)
{
    change_bytes(&f, stride_of(most), 0xff);
    change_bytes(&f, stride_of(one), 0x01);
    change_bytes(&f, stride_of(high), 0x40);
    free(f.bytes);
}

TEST(changed_bytes_of_a_world_with_everything_are_refused_or_harmless)
{
    change_some(save_every_feature(), 53, 47, 59);
}

TEST(changed_bytes_of_particles_are_refused_or_harmless)
{
    change_some(save_particles(), 7, 5, 11);
}

TEST(a_truncated_snapshot_is_refused)
{
    file f = save_few_features();
    for (size_t size = 0; size < f.size; size += SPARSE)
    {
        assert_false(try_load(&f, size));
    }
    // Cut, and right about its size.
    file cut = {malloc(f.size), 0};
    assert_non_null(cut.bytes);
    for (cut.size = SC_SNAPSHOT_HEADER; cut.size < f.size; cut.size += SPARSE)
    {
        memcpy(cut.bytes, f.bytes, cut.size);
        sc_snapshot_put(cut.bytes + 16, cut.size, 8);
        fix_checksum(&cut);
        assert_false(try_load(&cut, cut.size));
    }
    free(cut.bytes);
    free(f.bytes);
}

/// Overwrites whole words by values that indices, counts and floats do not stand.
TEST(words_of_a_snapshot_that_are_extreme_are_refused_or_harmless)
{
    static const uint32_t words[] = {0,           1,           0x7fffffffu, 0x80000000u,
                                     0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x7f7fffffu};
    file files[] = {save_every_feature(), save_particles()};
    const size_t strides[] = {29, 3};
    for (int i = 0; i < 2; ++i)
    {
        const file *f = &files[i];
        int k = 0;
        for (size_t at = SC_SNAPSHOT_HEADER; at + 4 <= f->size;
             at += 4 * stride_of(strides[i]), ++k)
        {
            const uint64_t old = sc_snapshot_get(f->bytes + at, 4);
            sc_snapshot_put(f->bytes + at, words[k % 8], 4);
            fix_checksum(f);
            (void)try_load(f, f->size);
            sc_snapshot_put(f->bytes + at, old, 4);
        }
        free(f->bytes);
    }
}

TEST(a_changed_header_is_refused_with_a_reason)
{
    file f = save_few_features();
    const struct
    {
        size_t at;
        unsigned char value;
        const char *text;
    } changes[] = {{0, 'x', "scree_world_load_snapshot: data at byte 0: is not a snapshot"},
                   {8, 2,
                    "scree_world_load_snapshot: data at byte 8: is of version 2, and this build "
                    "reads 1 to 1"},
                   {15, 128,
                    "scree_world_load_snapshot: data at byte 12: needs features that this version "
                    "lacks"}};
    scoped_world *world = default_world();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i)
    {
        const unsigned char old = f.bytes[changes[i].at];
        f.bytes[changes[i].at] = changes[i].value;
        fix_checksum(&f);
        assert_int_equal(scree_world_load_snapshot(world, f.bytes, f.size), SCREE_ERROR_ARGUMENT);
        assert_string_equal(scree_error_text(world), changes[i].text);
        f.bytes[changes[i].at] = old;
    }
    fix_checksum(&f);
    f.bytes[f.size - 1] ^= 1;
    assert_int_equal(scree_world_load_snapshot(world, f.bytes, f.size), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_error_text(world),
                        "scree_world_load_snapshot: data at byte 40: does not match its checksum");
    f.bytes[f.size - 1] ^= 1;
    char text[128];
    snprintf(text, sizeof text,
             "scree_world_load_snapshot: data at byte 16: is truncated: %d of %d bytes",
             (int)f.size - 1, (int)f.size);
    assert_int_equal(scree_world_load_snapshot(world, f.bytes, f.size - 1), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_error_text(world), text);
    free(f.bytes);
}

/// The bytes of an element of a section; fails the test if there is no such section.
static unsigned char *element_of(const file *f, const char *label, size_t width, int index)
{
    const size_t length = strlen(label);
    for (size_t at = SC_SNAPSHOT_HEADER; at + length < f->size; ++at)
    {
        if (memcmp(f->bytes + at, label, length) == 0 && f->bytes[at - 2] == length)
        {
            return f->bytes + at + (length + 3) / 4 * 4 + width * (size_t)index;
        }
    }
    fail_msg("no section %s", label);
    return NULL;
}

/// Two boxes, one on the other, with a joint that lets them collide, on a floor, awake or asleep.
static file save_touching(bool asleep)
{
    scree_world_def def = scree_world_def_default();
    def.enable_sleep = true;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    scree_distance_joint_def joint = scree_distance_joint_def_default();
    joint.base.body_a = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    joint.base.body_b = add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
    joint.base.collide_connected = true;
    joint.length = 1.0f;
    assert_int_not_equal(scree_joint_create_distance(world, &joint).value, 0);
    run_steps(world, 2);
    if (asleep)
    {
        assert_ok(scree_body_sleep(world, joint.base.body_a));
        assert_ok(scree_body_sleep(world, joint.base.body_b));
        run_steps(world, 12);
        assert_false(scree_body_is_awake(world, joint.base.body_a));
    }
    return save(world);
}

TEST(contacts_that_no_step_would_begin_are_refused_with_their_place)
{
    // The byte at `at` of the element of slot 2 becomes `value`: the lower box, and the joint.
    static const struct
    {
        const char *label;
        size_t width, at;
        int slot;
        unsigned char value;
        const char *text;
    } changes[] = {
        {"shapes.filter:qqi", 20, 8, 2, 0, "and b have filters that keep them apart"},
        {"shapes.filter:qqi", 20, 0, 2, 0, "and b have filters that keep them apart"},
        {"shapes.events:b", 1, 0, 2, SC_EVENTS_SENSOR, "or b is a sensor"},
        {"joints.flags:b", 1, 0, 1, 0, "and b are of bodies that a joint keeps apart"},
    };
    scoped_world *world = default_world();
    for (int i = 0; i < 2 * (int)(sizeof changes / sizeof *changes); ++i)
    {
        const bool asleep = i % 2 != 0;
        file f = save_touching(asleep);
        const size_t width = changes[i / 2].width;
        unsigned char *element = element_of(&f, changes[i / 2].label, width, changes[i / 2].slot);
        memset(element + changes[i / 2].at, 0, width == 20 ? 8 : 1);
        element[changes[i / 2].at] = changes[i / 2].value;
        fix_checksum(&f);
        assert_int_equal(scree_world_load_snapshot(world, f.bytes, f.size), SCREE_ERROR_ARGUMENT);
        const char *text = scree_error_text(world);
        int place = 0, contact = -1;
        const char *format = asleep ? "scree_world_load_snapshot: data at byte %d: asleep.a[%d]"
                                    : "scree_world_load_snapshot: data at byte %d: contacts.a[%d]";
        const int read = sscanf(text, format, &place, &contact);
        if (read != 2 || strstr(text, changes[i / 2].text) == NULL ||
            f.bytes + place != element_of(&f, asleep ? "asleep.a:i" : "contacts.a:i", 4, contact))
        {
            fail_msg("%s", text);
        }
        free(f.bytes);
    }
}
