#include "context.h"

#include <scree/scree.h>
#include <scree_build_info.h>

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// Linux tells the processor's name in a line "model name : ...".
static void read_cpu(char *text, size_t size)
{
    snprintf(text, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(text, size, "%s", colon);
        break;
    }
    if (file != NULL)
        fclose(file);
}

sc_context sc_context_now(void)
{
    sc_context context = {
        .commit = SCREE_BUILD_COMMIT,
        .compiler = SCREE_BUILD_COMPILER,
        .flags = SCREE_BUILD_FLAGS,
        .build_type = SCREE_BUILD_TYPE,
        .simd = scree_simd_name(scree_simd_best()),
        .processors = (int)sysconf(_SC_NPROCESSORS_ONLN),
    };
    read_cpu(context.cpu, sizeof context.cpu);
    struct utsname name;
    if (uname(&name) == 0)
    {
        snprintf(context.system, sizeof context.system, "%.60s %.60s %.60s", name.sysname,
                 name.release, name.machine);
    }
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(context.date, sizeof context.date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return context;
}
