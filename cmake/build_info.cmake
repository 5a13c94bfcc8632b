# scree_build_info.h: what this build was made from and with. The commit is looked up at each build, and the
# header is rewritten only when a line of it changed.

string(TOLOWER "${CMAKE_C_COMPILER_ID}" SCREE_COMPILER_NAME)
if(SCREE_COMPILER_NAME STREQUAL "gnu")
    set(SCREE_COMPILER_NAME gcc)
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" SCREE_CONFIG)
list(JOIN SCREE_FLOAT_OPTIONS " " SCREE_FLOAT_TEXT)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${SCREE_CONFIG}}" SCREE_CMAKE_FLAGS)
set(SCREE_BUILD_FLAGS "-std=c17 ${SCREE_CMAKE_FLAGS} ${SCREE_FLOAT_TEXT}")
if(SCREE_VALIDATE)
    string(APPEND SCREE_BUILD_FLAGS " -DSC_VALIDATE_STAGES=1")
endif()
if(SCREE_VALIDATE STREQUAL "IN_TURN")
    string(APPEND SCREE_BUILD_FLAGS " -DSC_VALIDATE_IN_TURN=1")
endif()

set(SCREE_BUILD_INFO_DIR ${PROJECT_BINARY_DIR}/generated)
find_package(Git QUIET)
add_custom_target(scree_build_info_header
    BYPRODUCTS ${SCREE_BUILD_INFO_DIR}/scree_build_info.h
    COMMAND ${CMAKE_COMMAND}
        -DGIT=${GIT_EXECUTABLE}
        -DSOURCE_DIR=${PROJECT_SOURCE_DIR}
        -DCOMPILER=${SCREE_COMPILER_NAME}\ ${CMAKE_C_COMPILER_VERSION}
        -DFLAGS=${SCREE_BUILD_FLAGS}
        -DTYPE=$<CONFIG>
        -DOUT=${SCREE_BUILD_INFO_DIR}/scree_build_info.h
        -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
    COMMENT "Looking up the commit"
    VERBATIM)

add_library(scree_build_info INTERFACE)
target_include_directories(scree_build_info INTERFACE ${SCREE_BUILD_INFO_DIR})
add_dependencies(scree_build_info scree_build_info_header)
