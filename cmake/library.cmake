# The library: everything in baseline instructions, plus the kernels once per instruction set.

include(cmake/sources.cmake)

set(SCREE_SIMD_SETS "" CACHE STRING
    "Sets of kernels to build, such as \"scalar;avx2\"; empty: those that programs use, and all for tests, tools and benchmarks")
set(SCREE_ALL_SIMD_SETS scalar sse2 avx2 avx512 neon simd128 avx2_emulated avx512_emulated counted)
foreach(isa IN LISTS SCREE_SIMD_SETS)
    if(NOT isa IN_LIST SCREE_ALL_SIMD_SETS)
        message(FATAL_ERROR "SCREE_SIMD_SETS: there is no \"${isa}\" among ${SCREE_ALL_SIMD_SETS}")
    endif()
endforeach()

# A project that adds this one without a build type, or flags of its own, gets an optimised library all the same:
# unoptimised kernels take some 17 times as long.
set(SCREE_OWN_OPTIMISATION "")
if(NOT SCREE_MULTI_CONFIG AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_C_FLAGS MATCHES "-O")
    set(SCREE_OWN_OPTIMISATION -O3)
    message(STATUS "scree: no CMAKE_BUILD_TYPE, the library is built with -O3")
endif()

# Emulated sets are slow: they are there for tests on any machine, and for the tools that compare sets. So is the
# scalar one where every processor of the target has a wider one.
if(SCREE_BUILD_TESTS OR SCREE_BUILD_TOOLS OR SCREE_BUILD_BENCH OR SCREE_BUILD_HASHES)
    set(SCREE_COMPARES_SETS ON)
else()
    set(SCREE_COMPARES_SETS OFF)
endif()
set(SCREE_WANTED_SETS ${SCREE_SIMD_SETS})
if(NOT SCREE_SIMD_SETS)
    set(SCREE_WANTED_SETS sse2 avx2 avx512 neon simd128)
    if(SCREE_COMPARES_SETS)
        list(APPEND SCREE_WANTED_SETS avx2_emulated avx512_emulated counted)
    endif()
endif()
if(SCREE_COMPARES_SETS OR NOT ((SCREE_TARGET_IS_X86 AND sse2 IN_LIST SCREE_WANTED_SETS) OR
        (SCREE_TARGET_IS_AARCH64 AND neon IN_LIST SCREE_WANTED_SETS) OR
        (SCREE_TARGET_IS_WASM AND simd128 IN_LIST SCREE_WANTED_SETS)))
    list(APPEND SCREE_WANTED_SETS scalar)
endif()

set(SCREE_KERNEL_SETS "")        # object libraries of kernels
set(SCREE_BASELINE_OBJECTS "")   # targets whose objects must run on any CPU of the target

# scree_add_kernels(isa lanes [options...]): the kernels, compiled as `isa`, if SCREE_SIMD_SETS wants them.
function(scree_add_kernels isa lanes)
    set(sources ${SCREE_KERNEL_SOURCES})
    if(isa STREQUAL "scalar" AND NOT isa IN_LIST SCREE_WANTED_SETS)
        set(sources ${SCREE_TAIL_KERNEL_SOURCES})
    elseif(NOT isa IN_LIST SCREE_WANTED_SETS)
        return()
    elseif(isa STREQUAL "avx512" AND TARGET scree_avx2)
        list(REMOVE_ITEM sources ${SCREE_NARROW_KERNEL_SOURCES})
    endif()
    set(target scree_${isa})
    add_library(${target} OBJECT ${sources})
    scree_set_standard(${target})
    target_link_libraries(${target} PRIVATE scree_internal_flags)
    target_compile_definitions(${target} PRIVATE SC_LANES=${lanes} SC_ISA=${isa})
    # gcc takes minutes and gigabytes for a kernel at -Og, and for where each variable of one is; -g1 has the lines.
    target_compile_options(${target} PRIVATE
        ${SCREE_OWN_OPTIMISATION} $<$<CONFIG:Debug>:-O1> $<$<CONFIG:Debug>:-g1> ${ARGN})
    if(CMAKE_C_COMPILER_ID MATCHES "Clang" AND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize=address")
        # Clang ends the life of vectors that are handed over by value before the call that gets them (seen with 14).
        target_compile_options(${target} PRIVATE -fno-sanitize-address-use-after-scope)
    endif()
    set(SCREE_KERNEL_SETS ${SCREE_KERNEL_SETS} ${target} PARENT_SCOPE)
endfunction()

if(SCREE_KERNEL_SOURCES)
    if(SCREE_TARGET_IS_WASM AND NOT SCREE_SIMD_SETS STREQUAL "scalar")
        # Modules are downloaded: there only tests run the scalar set, which is as small as can be.
        scree_add_kernels(scalar 1 -Os)
    else()
        scree_add_kernels(scalar 1)
    endif()
    if(SCREE_TARGET_IS_X86)
        scree_add_kernels(sse2 4 -msse2)
    elseif(SCREE_TARGET_IS_AARCH64)
        scree_add_kernels(neon 4)
    elseif(SCREE_TARGET_IS_WASM)
        scree_add_kernels(simd128 4 -msimd128)
    endif()
    # Wide vectors without wide registers are passed in memory; compilers remark on it, and nothing is passed
    # across files. Sanitizers take minutes per file on what the emulation expands to; the same sources are
    # sanitized in the sets above and below. Optimisers and debug information take minutes too: these sets are
    # for tests, where a short build is worth more than speed.
    scree_add_kernels(avx2_emulated 8 -DSC_EMULATED=1 -Wno-psabi -fno-sanitize=all -O1 -g0)
    scree_add_kernels(avx512_emulated 16 -DSC_EMULATED=1 -Wno-psabi -fno-sanitize=all -O1 -g0)
    set(SCREE_BASELINE_OBJECTS ${SCREE_KERNEL_SETS})
    if(SCREE_TARGET_IS_X86)
        scree_add_kernels(avx2 8 -mavx2)
        scree_add_kernels(avx512 16 -mavx512f -mavx512dq -mavx512bw -mavx512vl)
    endif()
endif()

add_library(scree_baseline OBJECT ${SCREE_SOURCES})
scree_set_standard(scree_baseline)
target_link_libraries(scree_baseline PRIVATE scree_internal_flags)
# A program links the calls that it makes, if its linker drops the other sections (docs/building.md).
target_compile_options(scree_baseline PRIVATE ${SCREE_OWN_OPTIMISATION} -ffunction-sections -fdata-sections)
if(SCREE_TARGET_IS_WASM)
    # Modules are downloaded, and loops of the baseline are no faster unrolled there.
    target_compile_options(scree_baseline PRIVATE -fno-unroll-loops)
endif()
math(EXPR SCREE_VERSION_NUMBER
    "10000 * ${PROJECT_VERSION_MAJOR} + 100 * ${PROJECT_VERSION_MINOR} + ${PROJECT_VERSION_PATCH}")
target_compile_definitions(scree_baseline PRIVATE SC_VERSION_NUMBER=${SCREE_VERSION_NUMBER})
list(APPEND SCREE_BASELINE_OBJECTS scree_baseline)

if(SCREE_TARGET_IS_AARCH64 AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 13)
    # gcc 12.2 ends with an internal error in its vectoriser (vect_transform_reduction) on some of these
    # files, of engines and of tests. Kernels, which are compiled apart, do not need it.
    set(SCREE_OPTIONS_OUTSIDE_KERNELS -fno-tree-loop-vectorize)
    target_compile_options(scree_baseline PRIVATE ${SCREE_OPTIONS_OUTSIDE_KERNELS})
endif()

# The tables of kernels are those of the sets above.
set(SCREE_HAVE_SETS ${SCREE_KERNEL_SETS})
if(NOT scalar IN_LIST SCREE_WANTED_SETS)
    list(REMOVE_ITEM SCREE_HAVE_SETS scree_scalar)
endif()
list(TRANSFORM SCREE_HAVE_SETS REPLACE "^scree_(.*)$" "SC_HAVE_\\1")
list(TRANSFORM SCREE_HAVE_SETS TOUPPER)
set_source_files_properties(simd/instruction_sets.c simd/joint_kernels.c simd/ray_kernels.c PROPERTIES COMPILE_DEFINITIONS "${SCREE_HAVE_SETS}")

set(SCREE_OBJECTS "")
foreach(set IN ITEMS scree_baseline LISTS SCREE_KERNEL_SETS)
    list(APPEND SCREE_OBJECTS $<TARGET_OBJECTS:${set}>)
endforeach()

# scree_add_library(name kind): a library of all objects.
function(scree_add_library name kind)
    add_library(${name} ${kind} ${SCREE_OBJECTS})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(${name} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${name} PRIVATE Threads::Threads $<$<BOOL:${UNIX}>:m>)
endfunction()

if(BUILD_SHARED_LIBS)
    scree_add_library(scree SHARED)
    target_compile_definitions(scree_baseline PRIVATE SCREE_BUILD_DLL)
    target_compile_definitions(scree INTERFACE SCREE_DLL)
    # As find_package: before version 1 each minor version has an interface of its own.
    set(soversion ${PROJECT_VERSION_MAJOR})
    if(soversion EQUAL 0)
        set(soversion 0.${PROJECT_VERSION_MINOR})
    endif()
    set_target_properties(scree PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
else()
    scree_add_library(scree STATIC)
endif()
add_library(scree::scree ALIAS scree)

# What tests, benchmarks, tools and the reference link: always static, so hidden symbols are within reach.
if(BUILD_SHARED_LIBS)
    scree_add_library(scree_static_internal STATIC)
else()
    add_library(scree_static_internal ALIAS scree)
endif()
