# The command-line tool. Its target is scree_tool, its file is called scree.

scree_glob(SCREE_TOOL_SOURCES tools/*.c tools/*/*.c)
if(NOT SCREE_TOOL_SOURCES OR NOT TARGET scree)
    message(STATUS "scree: no tool sources, tool skipped")
    return()
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(SCREE_CAIRO REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(SCREE_CJSON REQUIRED IMPORTED_TARGET libcjson)

# Frames of runs as HDF5.
option(SCREE_USE_HDF5 "Let the command write HDF5 where libhdf5 is found" ON)
if(SCREE_USE_HDF5)
    pkg_check_modules(SCREE_HDF5 QUIET IMPORTED_TARGET hdf5)
endif()
set(SCREE_HAVE_HDF5 OFF)
if(SCREE_USE_HDF5 AND SCREE_HDF5_FOUND)
    set(SCREE_HAVE_HDF5 ON)
endif()
if(SCREE_HAVE_HDF5)
    list(FILTER SCREE_TOOL_SOURCES EXCLUDE REGEX "/frames_without_hdf5\\.c$")
else()
    list(FILTER SCREE_TOOL_SOURCES EXCLUDE REGEX "/(frames_hdf5|hdf5_tables)\\.c$")
    message(STATUS "scree: no HDF5 (libhdf5-dev): `scree run --frames` writes CSV alone")
endif()

add_executable(scree_tool ${SCREE_TOOL_SOURCES})
set_target_properties(scree_tool PROPERTIES OUTPUT_NAME scree)
scree_link_all(scree_tool)
target_link_libraries(scree_tool PRIVATE scree_engines scree_scene_files)
target_link_libraries(scree_tool PRIVATE scree_build_info PkgConfig::SCREE_CAIRO PkgConfig::SCREE_CJSON)
if(SCREE_HAVE_HDF5)
    target_link_libraries(scree_tool PRIVATE PkgConfig::SCREE_HDF5)
endif()

# What `scree floor` measures a core with, once per instruction set; and the kernels, counting what they compute, as
# emulated lanes, so that they run everywhere. Plain loops stay scalar in the scalar set.
function(scree_add_probes isa lanes)
    add_library(scree_probes_${isa} OBJECT tools/floor/lanes/probes.c)
    scree_set_standard(scree_probes_${isa})
    target_link_libraries(scree_probes_${isa} PRIVATE scree_internal_flags)
    target_compile_definitions(scree_probes_${isa} PRIVATE SC_LANES=${lanes} SC_ISA=${isa})
    target_compile_options(scree_probes_${isa} PRIVATE ${ARGN})
    target_sources(scree_tool PRIVATE $<TARGET_OBJECTS:scree_probes_${isa}>)
endfunction()
scree_add_probes(scalar 1 -fno-tree-vectorize -fno-tree-slp-vectorize)
if(SCREE_TARGET_IS_X86)
    scree_add_probes(sse2 4 -msse2)
    scree_add_probes(avx2 8 -mavx2)
    scree_add_probes(avx512 16 -mavx512f -mavx512dq -mavx512bw -mavx512vl)
elseif(SCREE_TARGET_IS_AARCH64)
    scree_add_probes(neon 4)
endif()
scree_add_kernels(counted 16 -DSC_COUNTED=1 -DSC_EMULATED=1 -Wno-psabi -fno-sanitize=all -O1 -g0)
if(TARGET scree_counted)
    target_sources(scree_tool PRIVATE $<TARGET_OBJECTS:scree_counted>)
    set_source_files_properties(tools/floor/counted_kernels.c PROPERTIES COMPILE_DEFINITIONS SC_HAVE_COUNTED)
endif()

# The page that the command writes reports into carries its style, its scripts and Chart.js inside. Chart.js comes from
# the system and is not part of this repository; without it the page has its tables and no charts.
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
    message(STATUS "scree: no Chart.js 3 or 4 (libjs-chart.js, or SCREE_CHART_JS): pages have no charts")
endif()

set(pages ${PROJECT_SOURCE_DIR}/tools/pages)
set(parts style=${pages}/page.css page=${pages}/page.js compare=${pages}/compare.js lab=${pages}/lab.js)
set(part_files ${parts})
list(TRANSFORM part_files REPLACE "^[^=]*=" "")
set(SCREE_PAGE ${PROJECT_BINARY_DIR}/generated/page_template.c)
add_custom_command(OUTPUT ${SCREE_PAGE}
    COMMAND ${CMAKE_COMMAND} -DOUT=${SCREE_PAGE} -DHEADER=tools/pages/page.h -DTEMPLATE=${pages}/page.html
        "-DPARTS=${parts};chart_library=${SCREE_CHART_LIBRARY}" -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${pages}/page.html ${part_files} ${SCREE_CHART_LIBRARY} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Building the page of reports in"
    VERBATIM)
target_sources(scree_tool PRIVATE ${SCREE_PAGE})
