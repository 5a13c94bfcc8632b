/// Instruction sets that the processor and the operating system support.
#ifndef SC_CPU_H
#define SC_CPU_H

#include "scree/world.h"

bool sc_cpu_runs(scree_simd simd);

#endif
