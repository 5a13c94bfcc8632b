#include "tests/fuzz/readers/readers.h"

#include "state/snapshot_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The runtime of the sanitizer has these: sanitizer/allocator_interface.h.
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                              void (*released)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

#ifdef SC_VALIDATE_STAGES
enum
{
    WALKS = 1 << 26  // bytes that walks over the structures may take
};
#else
enum
{
    WALKS = 0
};
#endif

static int64_t held, most;

static void note_allocation(const volatile void *block, size_t size)
{
    (void)block;
    held += (int64_t)size;
    most = held > most ? held : most;
}

static void note_release(const volatile void *block)
{
    held -= block != NULL ? (int64_t)__sanitizer_get_allocated_size(block) : 0;
}

void fuzz_begin_memory(void)
{
    static int installed;
    if (!installed)
    {
        installed = __sanitizer_install_malloc_and_free_hooks(note_allocation, note_release);
    }
    held = most = 0;
}

void fuzz_check_memory(const char *reader, size_t limit)
{
    if (most > (int64_t)limit + WALKS)
    {
        fuzz_fail(reader, "took %lld bytes, more than %zu", (long long)most, limit + WALKS);
    }
}

_Noreturn void fuzz_fail(const char *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "scree_%s_libfuzzer: ", reader);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void fuzz_repair_snapshot(uint8_t *bytes, size_t size)
{
    if (size >= SC_SNAPSHOT_HEADER)
    {
        sc_snapshot_put(bytes + 16, size, 8);
        sc_snapshot_put(bytes + 40, sc_snapshot_checksum(bytes, size), 8);
    }
}

void fuzz_repair_inner_snapshots(uint8_t *bytes, size_t size)
{
    for (size_t at = 8; at + SC_SNAPSHOT_HEADER <= size; ++at)
    {
        if (bytes[at] == 's' && memcmp(bytes + at, SC_SNAPSHOT_MAGIC, 8) == 0)
        {
            const uint64_t inner = sc_snapshot_get(bytes + at - 8, 8);
            if (inner <= size - at)
            {
                fuzz_repair_snapshot(bytes + at, (size_t)inner);
            }
        }
    }
}
