/// The linkage of headers that benches in C++ include, too.
#ifndef SCREE_SCENES_LINKAGE_H
#define SCREE_SCENES_LINKAGE_H

#ifdef __cplusplus
#define SC_SCENES_API extern "C"
#else
#define SC_SCENES_API
#endif

#endif
