# What Debian's cross compilers have in common. A toolchain file sets SCREE_TRIPLET, CMAKE_SYSTEM_PROCESSOR and
# perhaps SCREE_EMULATOR, and includes this.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${SCREE_TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${SCREE_TRIPLET}-g++)

# The libraries of the target lie under its own folder, and the emulator finds them there. SIMDe has headers for every
# target and is found where the host has it. SCREE_FIND_ROOT is a folder of other libraries of the target.
set(CMAKE_FIND_ROOT_PATH /usr/${SCREE_TRIPLET} ${SCREE_FIND_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
if(SCREE_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${SCREE_EMULATOR} -L /usr/${SCREE_TRIPLET})
endif()
