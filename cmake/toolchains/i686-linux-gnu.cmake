# 32-bit x86 Linux: Debian's gcc-i686-linux-gnu. Programs are linked statically and run on 64-bit kernels as they are:
# qemu-i386 8 and older does not end with several threads.
set(SCREE_TRIPLET i686-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
