# What tests, benchmarks and tools share beside the library.

scree_glob(SCREE_SCENE_SOURCES scenes/*.c)
if(SCREE_SCENE_SOURCES AND TARGET scree AND (SCREE_BUILD_TESTS OR SCREE_BUILD_TOOLS OR SCREE_BUILD_BENCH OR SCREE_BUILD_HASHES))
    # Scenes are users of the product: they see include/ only.
    add_library(scree_scenes STATIC ${SCREE_SCENE_SOURCES})
    scree_set_standard(scree_scenes)
    target_link_libraries(scree_scenes PRIVATE scree_flags INTERFACE scree_static_internal)
    target_include_directories(scree_scenes INTERFACE ${PROJECT_SOURCE_DIR})
endif()

# Scenes in files, read with cJSON.
scree_glob(SCREE_SCENE_FILE_SOURCES scenes/files/*.c)
if(SCREE_SCENE_FILE_SOURCES AND TARGET scree_scenes AND SCREE_BUILD_TOOLS)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(SCREE_CJSON REQUIRED IMPORTED_TARGET libcjson)
    add_library(scree_scene_files STATIC ${SCREE_SCENE_FILE_SOURCES})
    scree_set_standard(scree_scene_files)
    target_include_directories(scree_scene_files PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(scree_scene_files PRIVATE scree_flags PUBLIC scree_scenes)
    # What their readers use, for the fuzzers, too.
    add_library(scree_file_formats INTERFACE)
    target_link_libraries(scree_file_formats INTERFACE PkgConfig::SCREE_CJSON)
    pkg_check_modules(SCREE_EXPAT IMPORTED_TARGET expat)
    if(SCREE_EXPAT_FOUND)
        target_compile_definitions(scree_file_formats INTERFACE SC_HAVE_EXPAT)
        target_link_libraries(scree_file_formats INTERFACE PkgConfig::SCREE_EXPAT)
    else()
        message(STATUS "scree: no expat (libexpat1-dev): maps of Tiled in XML are not read")
    endif()
    pkg_check_modules(SCREE_ZLIB IMPORTED_TARGET zlib)
    if(SCREE_ZLIB_FOUND)
        target_compile_definitions(scree_file_formats INTERFACE SC_HAVE_ZLIB)
        target_link_libraries(scree_file_formats INTERFACE PkgConfig::SCREE_ZLIB)
    else()
        message(STATUS "scree: no zlib (zlib1g-dev): compressed layers of Tiled are not read")
    endif()
    target_link_libraries(scree_scene_files PUBLIC scree_file_formats)
endif()

scree_glob(SCREE_REFERENCE_SOURCES reference/*/*.c)
if(SCREE_REFERENCE_SOURCES AND TARGET scree AND (SCREE_BUILD_TESTS OR SCREE_BUILD_TOOLS OR SCREE_BUILD_BENCH))
    add_library(scree_reference STATIC ${SCREE_REFERENCE_SOURCES})
    scree_set_standard(scree_reference)
    target_link_libraries(scree_reference PRIVATE scree_internal_flags INTERFACE scree_static_internal)
endif()

# scree_link_all(target): the library and its companions, with all headers in sight.
function(scree_link_all target)
    scree_set_standard(${target})
    target_link_libraries(${target} PRIVATE scree_internal_flags
        $<TARGET_NAME_IF_EXISTS:scree_scenes> $<TARGET_NAME_IF_EXISTS:scree_reference> scree_static_internal)
    target_compile_options(${target} PRIVATE ${SCREE_OPTIONS_OUTSIDE_KERNELS})
endfunction()
