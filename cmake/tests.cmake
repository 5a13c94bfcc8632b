# One runner per folder of tests: tests_FOLDER runs the cmocka groups of tests/FOLDER/test_*.c, whose tests it finds by
# itself (tests/support/testing.h), or those of the files that the command line names. ctest has an entry per file. Other
# files of these folders and tests/support are linked to all runners. A test whose name ends in _long gets the label
# "long" and starts first; each has that of its folder. "once" are those that one compiler is enough for, as long as the
# bits are the same: tools/check compares the hashes of all scenes.

scree_glob(SCREE_TEST_SOURCES tests/*/test_*.c)
scree_glob(SCREE_TEST_SHARED tests/*/*.c)
list(FILTER SCREE_TEST_SHARED EXCLUDE REGEX "/test_[^/]*$|/tests/(fuzz|ports|tools)/[^/]*$")

# The tests of scene files need what reads them.
if(NOT TARGET scree_scene_files)
    list(FILTER SCREE_TEST_SOURCES EXCLUDE REGEX "/tests/files/[^/]*$")
    list(FILTER SCREE_TEST_SHARED EXCLUDE REGEX "/tests/files/[^/]*$")
endif()

if(SCREE_TEST_SOURCES AND TARGET scree)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(SCREE_CMOCKA REQUIRED IMPORTED_TARGET cmocka)

    # The public functions as a table.
    find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)
    scree_glob(SCREE_PUBLIC_HEADERS include/scree/*.h)
    set(signatures ${PROJECT_BINARY_DIR}/generated/signatures.c)
    add_custom_command(OUTPUT ${signatures}
        COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tests/support/signatures.py ${PROJECT_SOURCE_DIR} ${signatures}
        DEPENDS ${SCREE_PUBLIC_HEADERS} tests/support/signatures.py tests/support/ranges.txt
        VERBATIM)
    add_library(scree_signatures STATIC ${signatures})
    scree_link_all(scree_signatures)

    set_source_files_properties(tests/files/scene_texts.c PROPERTIES
        COMPILE_DEFINITIONS SC_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    add_library(scree_test_support STATIC ${SCREE_TEST_SHARED})
    scree_link_all(scree_test_support)
    target_link_libraries(scree_test_support PUBLIC scree_signatures PRIVATE PkgConfig::SCREE_CMOCKA)

    # scree_add_test_runner(folder sources...): tests_FOLDER.
    function(scree_add_test_runner folder)
        set(entries "")
        foreach(source IN LISTS ARGN)
            get_filename_component(name ${source} NAME_WE)
            string(APPEND entries "    \"${name}\",\n")
            add_test(NAME ${name} COMMAND tests_${folder} ${name})
            # Tests with several threads take seconds, but minutes where other programs have the cores.
            set_tests_properties(${name} PROPERTIES LABELS ${folder} TIMEOUT 900)
            if(name MATCHES "_long$")
                set_tests_properties(${name} PROPERTIES LABELS "${folder};long;once" TIMEOUT 1200 COST 100)
            endif()
        endforeach()
        set(runner ${PROJECT_BINARY_DIR}/generated/tests_${folder}.c)
        configure_file(${PROJECT_SOURCE_DIR}/tests/support/runner.c.in ${runner} @ONLY)
        add_executable(tests_${folder} ${runner} ${ARGN})
        target_link_libraries(tests_${folder} PRIVATE scree_test_support)
        scree_link_all(tests_${folder})
        target_link_libraries(tests_${folder} PRIVATE PkgConfig::SCREE_CMOCKA scree_engines)
    endfunction()

    set(folders ${SCREE_TEST_SOURCES})
    list(TRANSFORM folders REPLACE "^.*/([^/]+)/[^/]+$" "\\1")
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        set(sources ${SCREE_TEST_SOURCES})
        list(FILTER sources INCLUDE REGEX "/${folder}/[^/]+$")
        scree_add_test_runner(${folder} ${sources})
    endforeach()

    if(TARGET tests_core)
        target_sources(tests_core PRIVATE tools/profile/scaling_model.c)
    endif()
    if(TARGET tests_engines)
        target_sources(tests_engines PRIVATE tools/compare/comparison_summary.c)
    endif()
    if(TARGET tests_files)
        target_link_libraries(tests_files PRIVATE scree_scene_files)
    endif()

    # The scenes once more, with the calls that multiply lengths: their symbols come before those of scree_scenes.
    if(TARGET tests_scaled AND SCREE_SCENE_SOURCES)
        add_library(scree_scaled_scenes OBJECT ${SCREE_SCENE_SOURCES})
        scree_link_all(scree_scaled_scenes)
        target_compile_options(scree_scaled_scenes PRIVATE -include ${PROJECT_SOURCE_DIR}/tests/scaled/scaled_calls.h)
        target_sources(tests_scaled PRIVATE $<TARGET_OBJECTS:scree_scaled_scenes>)
    endif()
else()
    message(STATUS "scree: no test sources, tests of behaviour skipped")
endif()

if(TARGET scree AND EXISTS ${PROJECT_SOURCE_DIR}/tests/fuzz/CMakeLists.txt)
    add_subdirectory(tests/fuzz)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/tests/structure/CMakeLists.txt)
    add_subdirectory(tests/structure)
endif()
if(SCREE_BUILD_BENCH AND EXISTS ${PROJECT_SOURCE_DIR}/tests/bench/CMakeLists.txt)
    add_subdirectory(tests/bench)
endif()
if(TARGET scree_tool AND EXISTS ${PROJECT_SOURCE_DIR}/tests/tools/CMakeLists.txt)
    add_subdirectory(tests/tools)
endif()
