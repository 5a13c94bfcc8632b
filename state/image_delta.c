/// Deltas: an image as its differences from another one.
///
/// Both images are cut into the same segments, one for each field. Each segment of the later image
/// is combined by exclusive or with the same segment of the base. From each word of four bytes,
/// only the bytes up to the highest one that is not zero are written, because in a step only the
/// low bits of a float change.
#include "scree/image.h"

#include "core/assert.h"
#include "core/errors.h"
#include "state/image_block.h"
#include "state/image_parts.h"

#include <stdio.h>
#include <string.h>

#define MAGIC UINT64_C(0x31746c6465657263)

enum
{
    MAX_SEGMENTS = 1024,
    MAX_RUN = 15,  ///< pairs of words without a difference that one control byte stands for
    RUN = 0xf0     ///< a control byte from here on is a run, else the bytes of two words
};

typedef struct delta_head
{
    uint64_t magic, bytes, checksum;  ///< of the delta; of all bytes after this one
    uint64_t base_checksum;
    sc_image_head image;
} delta_head;

/// The checksum of the bytes after the member `checksum`.
static uint64_t checksum_of(const void *delta, size_t bytes)
{
    const size_t begin = offsetof(delta_head, base_checksum);
    return sc_image_checksum((const char *)delta + begin, bytes - begin, 0);
}

/// Fills `begins` with the beginning of each segment of an image and, as one more entry, its end.
/// Returns the number of segments.
static int list_segments(const void *image, const sc_image_head *head, const char **begins)
{
    sc_image_reader reader = {(const char *)image + sizeof *head, false};
    sc_image_globals globals;
    int count = 0;
    begins[count++] = reader.at;
    sc_image_get(&reader, &globals, sizeof globals);
    reader.at += sizeof(sc_mixed_pair) * (size_t)globals.pair_count;
    for (int i = 0; i < SC_IMAGE_PARTS; ++i)
    {
        SC_ASSERT(count < MAX_SEGMENTS / 2);
        count += sc_store_segments(&reader, &sc_image_parts[i], begins + count);
    }
    begins[count++] = reader.at;  // the neighbours of particles
    begins[count] = (const char *)image + head->bytes;
    return count;
}

/// The word at `at` of a segment; zeros past its end.
static uint32_t word_at(const char *segment, size_t bytes, size_t at)
{
    uint32_t word = 0;
    if (at + sizeof word <= bytes)
    {
        memcpy(&word, segment + at, sizeof word);
    }
    else if (at < bytes)
    {
        memcpy(&word, segment + at, bytes - at);
    }
    return word;
}

static unsigned used_bytes(uint32_t word)
{
    return word == 0 ? 0 : word < 1u << 8 ? 1 : word < 1u << 16 ? 2 : word < 1u << 24 ? 3 : 4;
}

/// The bytes of a word, the lowest one first.
static void spread_word(uint8_t bytes[4], uint32_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

/// Bytes that wait to be written into a delta.
typedef struct byte_queue
{
    sc_image_writer *writer;
    size_t count;
    uint8_t bytes[1024];
} byte_queue;

static void flush_bytes(byte_queue *queue, size_t room)
{
    if (queue->count + room > sizeof queue->bytes)
    {
        sc_image_put(queue->writer, queue->bytes, queue->count);
        queue->count = 0;
    }
}

static void put_pair(byte_queue *queue, uint32_t first, uint32_t second)
{
    const unsigned a = used_bytes(first), b = used_bytes(second);
    flush_bytes(queue, 9);
    uint8_t *at = queue->bytes + queue->count;
    at[0] = (uint8_t)(a | b << 4);
    spread_word(at + 1, first);
    spread_word(at + 1 + a, second);
    queue->count += 1 + a + b;
}

static void put_run(byte_queue *queue, unsigned run)
{
    flush_bytes(queue, 1);
    queue->bytes[queue->count++] = (uint8_t)(RUN | run);
}

static void put_segment(byte_queue *queue, const char *base, size_t base_bytes, const char *image,
                        size_t bytes)
{
    unsigned run = 0;
    flush_bytes(queue, 4);
    spread_word(queue->bytes + queue->count, (uint32_t)bytes);
    queue->count += 4;
    for (size_t at = 0; at < bytes; at += 8)
    {
        const uint32_t first = word_at(image, bytes, at) ^ word_at(base, base_bytes, at);
        const uint32_t second = word_at(image, bytes, at + 4) ^ word_at(base, base_bytes, at + 4);
        const bool same = (first | second) == 0;
        run += same;
        if (run > 0 && (!same || run == MAX_RUN))
        {
            put_run(queue, run);
            run = 0;
        }
        if (!same)
        {
            put_pair(queue, first, second);
        }
    }
    if (run > 0)
    {
        put_run(queue, run);
    }
}

static scree_result too_small(const char *function, size_t size, size_t bytes)
{
    char what[96];
    snprintf(what, sizeof what, "is %zu, less than the %zu bytes that are needed", size, bytes);
    return sc_fail(NULL, SCREE_ERROR_CAPACITY, function, "size", what);
}

static scree_result check_image(const char *function, const char *argument, const void *image,
                                size_t size, sc_image_head *head)
{
    if (image == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, function, argument, "is null");
    }
    const char *fault = sc_image_fault(image, size, head);
    return fault == NULL ? SCREE_OK
                         : sc_fail(NULL, SCREE_ERROR_ARGUMENT, function, argument, fault);
}

scree_result scree_image_save_delta(const void *base, size_t base_size, const void *image,
                                    size_t image_size, void *delta, size_t size, size_t *bytes)
{
    sc_image_head base_head;
    delta_head head;
    memset(&head, 0, sizeof head);
    SC_TRY(check_image(__func__, "base", base, base_size, &base_head));
    SC_TRY(check_image(__func__, "image", image, image_size, &head.image));
    if (delta == NULL || bytes == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, delta == NULL ? "delta" : "bytes",
                       "is null");
    }
    const char *old[MAX_SEGMENTS], *now[MAX_SEGMENTS];
    const int count = list_segments(base, &base_head, old);
    list_segments(image, &head.image, now);
    sc_image_writer writer = {size > sizeof head ? (char *)delta + sizeof head : NULL, sizeof head,
                              size, false};
    byte_queue queue = {.writer = &writer};
    for (int i = 0; i < count; ++i)
    {
        put_segment(&queue, old[i], (size_t)(old[i + 1] - old[i]), now[i],
                    (size_t)(now[i + 1] - now[i]));
    }
    flush_bytes(&queue, sizeof queue.bytes);
    if (writer.bytes > size)
    {
        return too_small(__func__, size, writer.bytes);
    }
    head.magic = MAGIC;
    head.bytes = writer.bytes;
    head.base_checksum = base_head.checksum;
    memcpy(delta, &head, sizeof head);
    head.checksum = checksum_of(delta, writer.bytes);
    memcpy(delta, &head, sizeof head);
    *bytes = writer.bytes;
    return SCREE_OK;
}

/// Reads a word from its low bytes. Returns false if there are too few bytes or too many.
static bool get_word(sc_image_reader *reader, const char *end, unsigned bytes, uint32_t *word)
{
    *word = 0;
    if (bytes > sizeof *word || (size_t)(end - reader->at) < bytes)
    {
        return false;
    }
    for (unsigned i = 0; i < bytes; ++i)
    {
        *word |= (uint32_t)(uint8_t)*reader->at++ << (8 * i);
    }
    return true;
}

static void set_word(char *image, size_t bytes, size_t at, uint32_t word)
{
    if (at < bytes)
    {
        memcpy(image + at, &word, bytes - at < sizeof word ? bytes - at : sizeof word);
    }
}

/// Returns false if the delta is damaged.
static bool get_segment(sc_image_reader *reader, const char *end, const char *base,
                        size_t base_bytes, char *image, size_t bytes)
{
    unsigned run = 0;
    for (size_t at = 0; at < bytes; at += 8)
    {
        uint32_t first = 0, second = 0;
        if (run > 0)
        {
            --run;
        }
        else
        {
            uint32_t control;
            if (!get_word(reader, end, 1, &control))
            {
                return false;
            }
            if (control > RUN)
            {
                run = (control & MAX_RUN) - 1;
            }
            else if (!get_word(reader, end, control & 15, &first) ||
                     !get_word(reader, end, control >> 4, &second))
            {
                return false;
            }
        }
        set_word(image, bytes, at, first ^ word_at(base, base_bytes, at));
        set_word(image, bytes, at + 4, second ^ word_at(base, base_bytes, at + 4));
    }
    return run == 0;
}

/// The fault of a delta; null: none.
static const char *fault_of(const void *delta, size_t size, delta_head *head)
{
    if (size < sizeof *head)
    {
        return "is shorter than any delta";
    }
    memcpy(head, delta, sizeof *head);
    return head->magic != MAGIC ? "is not a delta of an image"
           : head->bytes < sizeof *head || head->bytes > size
               ? "is cut: its size is less than that of the delta"
           : head->checksum != checksum_of(delta, (size_t)head->bytes)
               ? "was changed since it was saved"
               : NULL;
}

scree_result scree_image_apply_delta(const void *base, size_t base_size, const void *delta,
                                     size_t delta_size, void *image, size_t size, size_t *bytes)
{
    sc_image_head base_head;
    delta_head head;
    SC_TRY(check_image(__func__, "base", base, base_size, &base_head));
    if (delta == NULL || image == NULL || bytes == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__,
                       delta == NULL   ? "delta"
                       : image == NULL ? "image"
                                       : "bytes",
                       "is null");
    }
    const char *fault = fault_of(delta, delta_size, &head);
    fault = fault == NULL && head.base_checksum != base_head.checksum ? "has another base" : fault;
    if (fault != NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_ARGUMENT, __func__, "delta", fault);
    }
    if (size < head.image.bytes)
    {
        return too_small(__func__, size, (size_t)head.image.bytes);
    }
    const char *old[MAX_SEGMENTS], *end = (const char *)delta + head.bytes;
    const int count = list_segments(base, &base_head, old);
    sc_image_reader reader = {(const char *)delta + sizeof head, false};
    size_t at = sizeof head.image;
    bool whole = head.image.bytes >= at;
    for (int i = 0; i < count && whole; ++i)
    {
        uint32_t length;
        whole = get_word(&reader, end, sizeof length, &length) && length <= head.image.bytes - at &&
                get_segment(&reader, end, old[i], (size_t)(old[i + 1] - old[i]), (char *)image + at,
                            length);
        at += whole ? length : 0;
    }
    memcpy(image, &head.image, whole ? sizeof head.image : 0);
    if (!whole || at != head.image.bytes || sc_image_fault(image, size, &base_head) != NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_ARGUMENT, __func__, "delta", "is damaged");
    }
    *bytes = (size_t)head.image.bytes;
    return SCREE_OK;
}
