# Big-endian: here to check that scree refuses it. Debian's gcc-s390x-linux-gnu.
set(SCREE_TRIPLET s390x-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
