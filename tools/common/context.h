/// Where and from what a result comes: what every row of results must say.
#ifndef SCREE_TOOLS_CONTEXT_H
#define SCREE_TOOLS_CONTEXT_H

typedef struct sc_context
{
    const char *commit, *compiler, *flags, *build_type;
    const char *simd;  ///< that scree picks by itself here
    char cpu[96];      ///< as the processor calls itself
    int processors;    ///< that are online
    char system[192];  ///< kernel, release, machine
    char date[32];     ///< UTC, ISO 8601
} sc_context;

sc_context sc_context_now(void);

#endif
