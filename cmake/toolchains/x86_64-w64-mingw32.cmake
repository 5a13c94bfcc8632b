# 64-bit Windows: Debian's gcc-mingw-w64-x86-64-posix; programs run under wine64.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Debian's package wine64 puts it into no folder of PATH.
find_program(SCREE_WINE NAMES wine64 wine PATHS /usr/lib/wine NO_CMAKE_FIND_ROOT_PATH)
if(SCREE_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${SCREE_WINE})
endif()

# Programs carry the runtime of the compiler and need no DLL of it.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)

# SIMDe has headers for every target and is found where the host has it. SCREE_FIND_ROOT is a folder of other libraries
# of the target.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${SCREE_FIND_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
