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

# The pages that the command writes carry their style, their scripts and Chart.js inside. Chart.js comes from the system
# and is not part of this repository; without it `--html` says what is missing.
find_file(SCREE_CHART_JS NAMES chart.min.js chart.umd.js PATH_SUFFIXES share/javascript/chart.js javascript/chart.js
    DOC "Chart.js 3 or 4 as one file (Debian, Ubuntu: libjs-chart.js)")
set(SCREE_CHART_LIBRARY "")
if(SCREE_CHART_JS)
    file(READ ${SCREE_CHART_JS} head LIMIT 200)
    if(head MATCHES "Chart\\.js v[34]\\.")
        set(SCREE_CHART_LIBRARY ${SCREE_CHART_JS})
    endif()
endif()
if(NOT SCREE_CHART_LIBRARY)
    message(STATUS "scree: no Chart.js 3 or 4 (libjs-chart.js, or SCREE_CHART_JS): reports as pages are off")
endif()

set(part_files ${PROJECT_SOURCE_DIR}/tools/page.css ${PROJECT_SOURCE_DIR}/tools/page.js
    ${PROJECT_SOURCE_DIR}/tools/compare.js ${PROJECT_SOURCE_DIR}/tools/lab.js)
set(parts "sc_page_style=${PROJECT_SOURCE_DIR}/tools/page.css"
    "sc_page_script=${PROJECT_SOURCE_DIR}/tools/page.js"
    "sc_page_compare=${PROJECT_SOURCE_DIR}/tools/compare.js"
    "sc_page_lab=${PROJECT_SOURCE_DIR}/tools/lab.js"
    "sc_page_chart_library=${SCREE_CHART_LIBRARY}")
set(SCREE_PAGE_PARTS ${PROJECT_BINARY_DIR}/generated/page_parts.c)
add_custom_command(OUTPUT ${SCREE_PAGE_PARTS}
    COMMAND ${CMAKE_COMMAND} -DOUT=${SCREE_PAGE_PARTS} -DHEADER=tools/page_parts.h "-DPARTS=${parts}"
        -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${part_files} ${SCREE_CHART_LIBRARY} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Building the parts of pages in"
    VERBATIM)
target_sources(scree_tool PRIVATE ${SCREE_PAGE_PARTS})
