# One cmocka executable per tests/*/test_*.c, all registered with ctest under the file's name. Other files of
# these folders and tests/support are linked to each. A test whose name ends in _long gets the label "long": the
# sanitizer runs of tools/check leave it out.

scree_glob(SCREE_TEST_SOURCES tests/*/test_*.c)
scree_glob(SCREE_TEST_SHARED tests/*/*.c)
list(FILTER SCREE_TEST_SHARED EXCLUDE REGEX "/test_[^/]*$|/tests/(fuzz|tools)/[^/]*$")

if(SCREE_TEST_SOURCES AND TARGET scree)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(SCREE_CMOCKA REQUIRED IMPORTED_TARGET cmocka)

    add_library(scree_test_support STATIC ${SCREE_TEST_SHARED})
    scree_link_all(scree_test_support)
    target_link_libraries(scree_test_support PRIVATE PkgConfig::SCREE_CMOCKA)

    foreach(source IN LISTS SCREE_TEST_SOURCES)
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE scree_test_support)
        scree_link_all(${name})
        target_link_libraries(${name} PRIVATE PkgConfig::SCREE_CMOCKA scree_engines)
        add_test(NAME ${name} COMMAND ${name})
        if(name MATCHES "_long$")
            set_tests_properties(${name} PROPERTIES LABELS long TIMEOUT 1200)
        else()
            # Tests with several threads take seconds, but minutes where other programs have the cores.
            set_tests_properties(${name} PROPERTIES TIMEOUT 900)
        endif()
    endforeach()
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
