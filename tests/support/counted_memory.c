#include "tests/support/counted_memory.h"

#include "tests/support/aligned.h"

#include <stdlib.h>
#include <string.h>

#define BORDER 64  // bytes before and after each block; those before begin with its size
#define BORDER_BYTE 0xb5

// The address sanitizer, where it is there, sees an access to a border at once.
void __asan_poison_memory_region(const volatile void *address, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *address, size_t size) __attribute__((weak));

static void close_borders(const char *start, size_t size)
{
    if (__asan_poison_memory_region != NULL)
    {
        __asan_poison_memory_region(start, BORDER);
        __asan_poison_memory_region(start + BORDER + size, BORDER);
    }
}

static void open_borders(const char *start, size_t size)
{
    if (__asan_unpoison_memory_region != NULL)
    {
        __asan_unpoison_memory_region(start, BORDER);
        __asan_unpoison_memory_region(start + BORDER + size, BORDER);
    }
}

static bool refuses(test_memory *memory, size_t size)
{
    int call = memory->calls++;
    if (memory->fail_at >= 0 &&
        (call == memory->fail_at || (memory->fail_after && call > memory->fail_at)))
    {
        ++memory->failures;
        return true;
    }
    size_t held = (size_t)memory->bytes, limit = (size_t)memory->limit;
    bool over = limit > 0 && (size > limit || held + size > limit);
    memory->refusals += over;
    return over;
}

static void *count_allocate(size_t size, void *context)
{
    test_memory *memory = context;
    size_t whole = (size + 2 * BORDER + 63) / 64 * 64;
    char *block = refuses(memory, size) ? NULL : allocate_aligned(whole);
    if (block == NULL)
    {
        return NULL;
    }
    // Reads of unwritten memory give NaNs and wild indices.
    memset(block + BORDER, 0xff, size);
    memset(block, BORDER_BYTE, BORDER);
    memset(block + BORDER + size, BORDER_BYTE, BORDER);
    memcpy(block, &size, sizeof size);
    memory->bytes += (int64_t)size;
    memory->asked += (int64_t)size;
    ++memory->blocks;
    close_borders(block, size);
    return block + BORDER;
}

static bool is_border(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; ++i)
    {
        if ((unsigned char)bytes[i] != BORDER_BYTE)
        {
            return false;
        }
    }
    return true;
}

static void count_release(void *block, size_t size, void *context)
{
    test_memory *memory = context;
    if (block == NULL)
    {
        ++memory->bad_releases;
        return;
    }
    char *start = (char *)block - BORDER;
    size_t asked;
    open_borders(start, size);
    memcpy(&asked, start, sizeof asked);
    bool sound = asked == size && is_border(start + sizeof asked, BORDER - sizeof asked) &&
                 is_border(start + BORDER + size, BORDER);
    memory->bad_releases += !sound;
    memory->bytes -= (int64_t)size;
    --memory->blocks;
    free_aligned(start);
}

scree_allocator allocator_of(test_memory *memory)
{
    *memory = (test_memory){.fail_at = -1};
    return (scree_allocator){count_allocate, count_release, memory};
}
