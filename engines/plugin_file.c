// dladdr1
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "engines/plugin_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<elf.h>) && __has_include(<link.h>)
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#define HAS_ELF
#endif
#endif

#if defined(HAS_ELF)
static bool is_inside(uint64_t offset, uint64_t count, uint64_t size)
{
    return offset <= size && count <= size - offset;
}

static bool read_at(int file, uint64_t offset, void *target, size_t count)
{
    return pread(file, target, count, (off_t)offset) == (ssize_t)count;
}

static bool has_segments(int file, const ElfW(Ehdr) * head, uint64_t size)
{
    ElfW(Phdr) segment;
    for (unsigned i = 0; i < head->e_phnum; ++i)
    {
        uint64_t offset = head->e_phoff + (uint64_t)i * sizeof segment;
        if (!is_inside(offset, sizeof segment, size) ||
            !read_at(file, offset, &segment, sizeof segment) ||
            !is_inside(segment.p_offset, segment.p_filesz, size))
            return false;
    }
    return true;
}

// Whether the table of sections is complete. In most files it comes last, so that it shows whether
// any byte is missing.
static bool has_sections(int file, const ElfW(Ehdr) * head, uint64_t size)
{
    ElfW(Shdr) section;
    for (unsigned i = 0; head->e_shoff != 0 && i < head->e_shnum; ++i)
    {
        uint64_t offset = head->e_shoff + (uint64_t)i * sizeof section;
        if (!is_inside(offset, sizeof section, size) ||
            !read_at(file, offset, &section, sizeof section) ||
            (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
             !is_inside(section.sh_offset, section.sh_size, size)))
            return false;
    }
    return true;
}

static const char *find_missing_part(int file, uint64_t size)
{
    ElfW(Ehdr) head;
    // Ignore files with another head, which the loader refuses.
    if (!read_at(file, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        head.e_phentsize != sizeof(ElfW(Phdr)))
        return NULL;
    if (!has_segments(file, &head, size))
        return "the file is truncated: it ends within a segment of the object";
    if (head.e_shentsize == sizeof(ElfW(Shdr)) && !has_sections(file, &head, size))
        return "the file is truncated: it ends within a section of the object";
    return NULL;
}

bool sc_is_function(const void *symbol)
{
#if defined(__GLIBC__)
    Dl_info info;
    void *entry = NULL;
    if (dladdr1(symbol, &info, &entry, RTLD_DL_SYMENT) == 0 || entry == NULL)
        return true;
    const ElfW(Sym) *found = entry;
    unsigned type = ELF64_ST_TYPE(found->st_info);  // the same in 32 bits
    return info.dli_saddr != symbol || type == STT_FUNC || type == STT_GNU_IFUNC;
#else
    (void)symbol;
    return true;
#endif
}
#else
static const char *find_missing_part(int file, uint64_t size)
{
    (void)file;
    (void)size;
    return NULL;
}

bool sc_is_function(const void *symbol)
{
    (void)symbol;
    return true;
}
#endif

// Do not wait when opening a FIFO. Windows has no FIFOs among its files.
#if defined(_WIN32)
static const int open_flags = O_RDONLY;
#else
static const int open_flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
#endif

const char *sc_plugin_file_fault(const char *path)
{
    struct stat status;
    const char *fault = NULL;
    int file = open(path, open_flags);
    if (file < 0)
        return errno == ENXIO    ? "not a regular file"
               : errno == ENOENT ? "there is no such file"
                                 : strerror(errno);
    if (fstat(file, &status) != 0)
        fault = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        fault = strerror(EISDIR);
    else if (!S_ISREG(status.st_mode))
        fault = "not a regular file";
    else
        fault = find_missing_part(file, (uint64_t)status.st_size);
    close(file);
    return fault;
}
