# 32-bit Arm Linux: Debian's gcc-arm-linux-gnueabihf; programs run under qemu-arm-static.
set(SCREE_TRIPLET arm-linux-gnueabihf)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(SCREE_EMULATOR qemu-arm-static)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
