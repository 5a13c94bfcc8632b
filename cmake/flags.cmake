# What every target is compiled with. The float contract lives here: no contraction, no fast-math.

include(CheckCSourceCompiles)
include(CheckIncludeFile)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# The compiler's target, not the host's name: a cross or -m32 build counts as what it produces. The checks print nothing:
# "Failed" is the answer for a target that the compiler does not build for.
set(CMAKE_REQUIRED_QUIET ON)
check_c_source_compiles("
    #if !defined(__x86_64__) && !defined(__i386__)
    #error not x86
    #endif
    int main(void) { return 0; }" SCREE_TARGET_IS_X86)

check_c_source_compiles("
    #if !defined(__aarch64__)
    #error not 64-bit Arm
    #endif
    int main(void) { return 0; }" SCREE_TARGET_IS_AARCH64)

check_c_source_compiles("
    #if !defined(__wasm32__)
    #error not WebAssembly
    #endif
    int main(void) { return 0; }" SCREE_TARGET_IS_WASM)
unset(CMAKE_REQUIRED_QUIET)

if(CMAKE_C_BYTE_ORDER STREQUAL "BIG_ENDIAN")
    message(FATAL_ERROR "scree does not run on big-endian processors: they gave other hashes (docs/building.md).")
endif()

# SIMDe is header-only. As a system directory its warnings are not ours.
find_path(SCREE_SIMDE_INCLUDE_DIR simde/x86/sse2.h
    DOC "Folder that holds simde/ (Debian, Ubuntu: libsimde-dev)")
if(NOT SCREE_SIMDE_INCLUDE_DIR)
    message(FATAL_ERROR "scree needs the SIMDe headers: install libsimde-dev, or set SCREE_SIMDE_INCLUDE_DIR "
        "to the folder that holds simde/ (https://github.com/simd-everywhere/simde).")
endif()

if(CMAKE_CROSSCOMPILING AND EXISTS ${SCREE_SIMDE_INCLUDE_DIR}/stdlib.h)
    # Beside it lie the host's own headers, which are not the target's.
    set(folder ${PROJECT_BINARY_DIR}/simde_headers)
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${SCREE_SIMDE_INCLUDE_DIR}/simde ${folder}/simde SYMBOLIC)
    set(SCREE_SIMDE_INCLUDE_DIR ${folder})
endif()

# -fno-math-errno and -fno-trapping-math let sqrtf become one instruction; neither changes a result.
set(SCREE_FLOAT_OPTIONS -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(SCREE_TARGET_IS_X86 AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    # The x87 unit would round at another place.
    list(APPEND SCREE_FLOAT_OPTIONS -msse2 -mfpmath=sse)
endif()

if(SCREE_TARGET_IS_X86 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc's vectorisers fuse into vfmaddsub whatever -ffp-contract says, if the flags of the project, such as -march=native,
    # let them.
    set(CMAKE_REQUIRED_QUIET ON)
    check_c_source_compiles("
        #if !defined(__FMA__) && !defined(__AVX512F__)
        #error no fused multiply-add
        #endif
        int main(void) { return 0; }" SCREE_FLAGS_HAVE_FMA)
    unset(CMAKE_REQUIRED_QUIET)
    if(SCREE_FLAGS_HAVE_FMA)
        list(APPEND SCREE_FLOAT_OPTIONS -fno-tree-loop-vectorize -fno-tree-slp-vectorize)
    endif()
endif()

if(MINGW AND SCREE_TARGET_IS_X86 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc takes the stack for aligned to 32 and 64 bytes where Windows aligns it to 16 (its bug 54412), and the
    # assembler, since binutils 2.39, writes moves that need no alignment instead.
    list(APPEND SCREE_FLOAT_OPTIONS -Wa,-muse-unaligned-vector-move)
endif()

# Relocatable code is larger, and nothing loads a WebAssembly module at run time that holds this library alone.
set(SCREE_POSITION_INDEPENDENT ON)
if(SCREE_TARGET_IS_WASM)
    set(SCREE_POSITION_INDEPENDENT OFF)
endif()

set(SCREE_WARNING_OPTIONS -Wall -Wextra -Wconversion)
if(MINGW)
    # isnan and isfinite are macros of its math.h with a branch for floats, which the compiler checks for doubles too.
    list(APPEND SCREE_WARNING_OPTIONS -Wno-float-conversion)
endif()
if(SCREE_WERROR)
    list(APPEND SCREE_WARNING_OPTIONS -Werror)
endif()

# Whether tests take ten times as long: walks of all structures, or a sanitizer.
set(SCREE_IS_CHECKED OFF)
if(SCREE_VALIDATE OR "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize=")
    set(SCREE_IS_CHECKED ON)
endif()

# The public headers alone.
add_library(scree_headers INTERFACE)
target_include_directories(scree_headers INTERFACE ${PROJECT_SOURCE_DIR}/include)

# Flags of all our own code, in C and C++.
add_library(scree_flags INTERFACE)
target_compile_options(scree_flags INTERFACE
    ${SCREE_FLOAT_OPTIONS} ${SCREE_WARNING_OPTIONS} -fvisibility=hidden)
target_compile_definitions(scree_flags INTERFACE
    _POSIX_C_SOURCE=200809L
    $<$<CONFIG:Debug>:SC_DEBUG=1>
    $<$<BOOL:${SCREE_VALIDATE}>:SC_VALIDATE_STAGES=1>
    $<$<STREQUAL:${SCREE_VALIDATE},IN_TURN>:SC_VALIDATE_IN_TURN=1>
    $<$<BOOL:${SCREE_TARGET_IS_X86}>:SC_X86=1>)
target_link_libraries(scree_flags INTERFACE scree_headers Threads::Threads $<$<BOOL:${UNIX}>:m>)

# The same, for code that may see the internal headers ("core/ids.h").
add_library(scree_internal_flags INTERFACE)
target_include_directories(scree_internal_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_include_directories(scree_internal_flags SYSTEM INTERFACE ${SCREE_SIMDE_INCLUDE_DIR})
target_link_libraries(scree_internal_flags INTERFACE scree_flags)

# Strict C17 (C++17 where a target has C++) for a target of ours.
function(scree_set_standard target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        POSITION_INDEPENDENT_CODE ${SCREE_POSITION_INDEPENDENT})
endfunction()

# Files of one folder matching a pattern, relative to the repository; new files are noticed at build time.
function(scree_glob out)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
    file(GLOB files CONFIGURE_DEPENDS ${ARGN})
    set(${out} ${files} PARENT_SCOPE)
endfunction()
