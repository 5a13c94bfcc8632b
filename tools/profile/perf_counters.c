// syscall() is not POSIX.
#define _GNU_SOURCE

#include "perf_counters.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void sc_perf_explain(char *text, int room, int error, int paranoid)
{
    size_t size = (size_t)room;
    switch (error)
    {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
        snprintf(text, size, "this machine offers none, as is usual in a virtual machine (%s)",
                 strerror(error));
        break;
    case EACCES:
    case EPERM:
        if (paranoid > 2)
        {
            snprintf(text, size,
                     "the kernel keeps them from users: kernel.perf_event_paranoid is %d, and 2 or "
                     "less is needed (%s)",
                     paranoid, strerror(error));
        }
        else
        {
            snprintf(text, size,
                     "a security policy or a container's system call filter forbids them (%s)",
                     strerror(error));
        }
        break;
    case ENOSYS:
        snprintf(text, size, "the kernel was built without them, or a filter hides them (%s)",
                 strerror(error));
        break;
    case EBUSY:
        snprintf(text, size, "another program holds the counters for itself (%s)", strerror(error));
        break;
    case EMFILE:
    case ENFILE:
        snprintf(text, size, "too many files are open (%s)", strerror(error));
        break;
    default:
        snprintf(text, size, "the kernel refused to open them (%s)", strerror(error));
        break;
    }
}

#ifdef __linux__

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct event_code
{
    uint32_t type;
    uint64_t config;
} event_code;

static const event_code codes[SC_PERF_COUNT] = {
    [SC_PERF_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    [SC_PERF_INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    [SC_PERF_BRANCH_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    [SC_PERF_L1D_MISSES] = {PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_L1D |
                                                    PERF_COUNT_HW_CACHE_OP_READ << 8 |
                                                    PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
    [SC_PERF_LLC_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

static int open_event(const event_code *code, int leader)
{
    struct perf_event_attr attributes = {
        .type = code->type,
        .size = sizeof attributes,
        .config = code->config,
        .read_format =
            PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .disabled = leader < 0,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, leader, 0ul);
}

// The layout of a group read: see perf_event_open(2).
typedef struct group_reading
{
    uint64_t count, enabled, running;
    uint64_t value[SC_PERF_COUNT];
} group_reading;

static bool read_group(const sc_perf *perf, group_reading *reading)
{
    size_t size = sizeof(uint64_t) * (size_t)(3 + perf->count);
    return read(perf->file[0], reading, size) == (ssize_t)size &&
           reading->count == (uint64_t)perf->count;
}

// A group of at most `most` events. False: errno says why not one could be opened.
static bool open_group(sc_perf *perf, int max)
{
    perf->count = 0;
    int error = 0;
    for (int event = 0; event < SC_PERF_COUNT; ++event)
    {
        perf->place[event] = -1;
        if (perf->count == max)
            continue;
        int file = open_event(&codes[event], perf->count > 0 ? perf->file[0] : -1);
        if (file < 0)
        {
            error = error != 0 ? error : errno;
            continue;
        }
        perf->place[event] = perf->count;
        perf->file[perf->count++] = file;
    }
    errno = error;
    perf->on = perf->count > 0 && ioctl(perf->file[0], PERF_EVENT_IOC_ENABLE, 0) == 0;
    return perf->on;
}

// A group larger than the processor's counters opens, and then never runs.
static bool runs(const sc_perf *perf)
{
    for (volatile int i = 0; i < 100000; ++i)
        ;
    group_reading reading;
    return read_group(perf, &reading) && reading.running > 0 && reading.value[0] > 0;
}

static int read_paranoid(void)
{
    int level = INT32_MIN;
    FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    if (file != NULL)
    {
        if (fscanf(file, "%d", &level) != 1)
            level = INT32_MIN;
        fclose(file);
    }
    return level;
}

void sc_perf_open(sc_perf *perf)
{
    *perf = (sc_perf){0};
    for (int max = SC_PERF_COUNT; max > 0; --max)
    {
        if (!open_group(perf, max))
        {
            int error = errno;
            sc_perf_close(perf);
            sc_perf_explain(perf->reason, sizeof perf->reason, error, read_paranoid());
            return;
        }
        if (runs(perf))
            return;
        sc_perf_close(perf);
    }
    snprintf(perf->reason, sizeof perf->reason,
             "they can be opened but count nothing: another program may hold them");
}

void sc_perf_close(sc_perf *perf)
{
    for (int i = perf->count - 1; i >= 0; --i)
        close(perf->file[i]);
    perf->count = 0;
    perf->on = false;
}

bool sc_perf_read(const sc_perf *perf, sc_perf_values *values)
{
    group_reading reading;
    if (!perf->on || !read_group(perf, &reading) || reading.running != reading.enabled)
        return false;
    for (int event = 0; event < SC_PERF_COUNT; ++event)
    {
        int place = perf->place[event];
        values->value[event] = place >= 0 ? (double)reading.value[place] : 0.0;
    }
    return true;
}

#else

void sc_perf_open(sc_perf *perf)
{
    *perf = (sc_perf){.reason = "they are read through Linux's perf_event_open, which this system "
                                "does not have"};
}

void sc_perf_close(sc_perf *perf) { perf->on = false; }

bool sc_perf_read(const sc_perf *perf, sc_perf_values *values)
{
    (void)perf;
    (void)values;
    return false;
}

#endif
