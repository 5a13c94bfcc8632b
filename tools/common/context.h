/// The origin of a result: the machine and the build, which every row of results must state.
#ifndef SCREE_TOOLS_CONTEXT_H
#define SCREE_TOOLS_CONTEXT_H

typedef struct sc_context
{
    const char *commit, *compiler, *flags, *build_type;
    const char *simd;  ///< that scree picks by itself here
    char cpu[96];      ///< the processor's own name
    int processors;    ///< that are online
    char system[192];  ///< kernel, release, machine
    char date[32];     ///< UTC, ISO 8601
} sc_context;

sc_context sc_context_now(void);

#endif
