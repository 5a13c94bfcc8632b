# One Google Benchmark executable per bench/bench_*.cc; other files in bench/ are shared by all.

scree_glob(SCREE_BENCH_SOURCES bench/bench_*.cc)
if(NOT SCREE_BENCH_SOURCES OR NOT TARGET scree)
    message(STATUS "scree: no benchmark sources, benchmarks skipped")
    return()
endif()

enable_language(CXX)
find_package(benchmark REQUIRED)

scree_glob(SCREE_BENCH_SHARED bench/*.cc bench/*.c)
list(REMOVE_ITEM SCREE_BENCH_SHARED ${SCREE_BENCH_SOURCES})
add_library(scree_bench_shared OBJECT ${SCREE_BENCH_SHARED})
scree_link_all(scree_bench_shared)
target_link_libraries(scree_bench_shared PRIVATE scree_engines scree_build_info benchmark::benchmark)

foreach(source IN LISTS SCREE_BENCH_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source} $<TARGET_OBJECTS:scree_bench_shared>)
    scree_link_all(${name})
    target_link_libraries(${name} PRIVATE scree_engines)
    target_link_libraries(${name} PRIVATE scree_build_info benchmark::benchmark)
endforeach()
