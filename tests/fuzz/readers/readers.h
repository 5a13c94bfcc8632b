/// Shared by the fuzzers of readers: the memory that an input takes, and the repair of snapshots.
#ifndef SC_FUZZ_READERS_H
#define SC_FUZZ_READERS_H

#include <stddef.h>
#include <stdint.h>

/// Counts the bytes that are allocated from here on, with the hooks of the sanitizer.
void fuzz_begin_memory(void);
/// Aborts if more than `limit` bytes were held at once since fuzz_begin_memory, beyond those held
/// before.
void fuzz_check_memory(const char *reader, size_t limit);
/// Prints a finding and aborts.
_Noreturn void fuzz_fail(const char *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Corrects the size and the checksum of a snapshot, since hardly any input would pass them.
void fuzz_repair_snapshot(uint8_t *bytes, size_t size);
/// Repairs each snapshot in the bytes that follows its own size, as in recordings.
void fuzz_repair_inner_snapshots(uint8_t *bytes, size_t size);

#endif
