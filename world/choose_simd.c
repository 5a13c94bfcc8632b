/// Instruction sets: their names, whether this machine supports them, and which set a world and a
/// step use.
#include "simd/kernels.h"
#include "world/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    /// With up to this number of moving bodies, 8 lanes are faster than 16 and give the same bits.
    /// Measured on pyramids, ragdolls and cars.
    FEW_ROWS = 24
};

static const char *const names[SCREE_SIMD_COUNT] = {"auto",    "scalar",        "sse2",
                                                    "avx2",    "avx512",        "neon",
                                                    "simd128", "avx2-emulated", "avx512-emulated"};

const char *scree_simd_name(scree_simd simd)
{
    return simd >= SCREE_SIMD_AUTO && simd < SCREE_SIMD_COUNT ? names[simd] : "unknown";
}

scree_simd scree_simd_from_name(const char *name)
{
    int simd = 0;
    while (name != NULL && simd < SCREE_SIMD_COUNT && strcmp(name, names[simd]) != 0)
    {
        ++simd;
    }
    return name != NULL ? (scree_simd)simd : SCREE_SIMD_COUNT;
}

/// The value of SCREE_SIMD. An empty value counts as not set.
static scree_simd asked_for(void)
{
    const char *name = getenv("SCREE_SIMD");
    return name != NULL && name[0] != '\0' ? scree_simd_from_name(name) : SCREE_SIMD_AUTO;
}

bool sc_environment_names_simd(void) { return asked_for() != SCREE_SIMD_AUTO; }

scree_simd scree_simd_best(void)
{
    scree_simd asked = asked_for();
    if (asked != SCREE_SIMD_AUTO)
    {
        return sc_kernels_get((int)asked) != NULL ? asked : SCREE_SIMD_COUNT;
    }
    scree_simd widest = SCREE_SIMD_SCALAR;
    for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_AVX2_EMULATED; ++simd)
    {
        widest = sc_kernels_get(simd) != NULL ? (scree_simd)simd : widest;
    }
    return widest;
}

bool scree_simd_is_supported(scree_simd simd)
{
    return sc_kernels_get((int)(simd == SCREE_SIMD_AUTO ? scree_simd_best() : simd)) != NULL;
}

scree_result sc_fail_simd(const char *function)
{
    char value[24], what[200] = "";
    snprintf(value, sizeof value, "%s", getenv("SCREE_SIMD"));
    for (char *c = value; *c != '\0'; ++c)
    {
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    }
    bool known = asked_for() != SCREE_SIMD_COUNT;
    size_t used =
        (size_t)snprintf(what, sizeof what, "is \"%s\", %s; this machine runs auto", value,
                         known ? "which this build or machine lacks" : "which names no set");
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (sc_kernels_get(simd) != NULL)
        {
            used += (size_t)snprintf(what + used, sizeof what - used, ", %s", names[simd]);
        }
    }
    return sc_fail(NULL, SCREE_ERROR_ARGUMENT, function, "SCREE_SIMD", what);
}

const sc_kernels *sc_kernels_of_step(const scree_world *world, const sc_step *step)
{
    // Particles and soft bodies fill their lanes even if there are few rigid bodies.
    const bool few = step->solves_groups && step->rows.moving_count <= FEW_ROWS;
    return few ? world->few_kernels : world->kernels;
}
