# The command-line tool. Its target is scree_tool, its file is called scree.

scree_glob(SCREE_TOOL_SOURCES tools/*.c)
if(NOT SCREE_TOOL_SOURCES OR NOT TARGET scree)
    message(STATUS "scree: no tool sources, tool skipped")
    return()
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(SCREE_CAIRO REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(SCREE_CJSON REQUIRED IMPORTED_TARGET libcjson)

add_executable(scree_tool ${SCREE_TOOL_SOURCES})
set_target_properties(scree_tool PROPERTIES OUTPUT_NAME scree)
scree_link_all(scree_tool)
target_link_libraries(scree_tool PRIVATE scree_engines)
target_link_libraries(scree_tool PRIVATE scree_build_info PkgConfig::SCREE_CAIRO PkgConfig::SCREE_CJSON)
