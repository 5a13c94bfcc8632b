# 64-bit Arm Linux: Debian's gcc-aarch64-linux-gnu; programs run under qemu-aarch64-static.
set(SCREE_TRIPLET aarch64-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(SCREE_EMULATOR qemu-aarch64-static)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
