# The examples, built as C17 and as C++17 and run by the tests.

function(scree_example name expected)
    set(source ${PROJECT_SOURCE_DIR}/examples/${name}.c)
    set(copy ${PROJECT_BINARY_DIR}/examples/${name}.cc)
    configure_file(${source} ${copy} COPYONLY)
    add_executable(example_${name} ${source})
    add_executable(example_${name}_cxx ${copy})
    foreach(target example_${name} example_${name}_cxx)
        scree_set_standard(${target})
        target_link_libraries(${target} PRIVATE scree_flags scree)
        add_test(NAME ${target} COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DEXPECTED=${expected}
            -P ${PROJECT_SOURCE_DIR}/cmake/run_example.cmake)
        set_tests_properties(${target} PROPERTIES TIMEOUT 300)
    endforeach()
endfunction()

enable_language(CXX)
scree_example(hello "the box rests at 0.500 m")
scree_example(many "20001 bodies, ")
scree_example(errors "SCREE_ERROR_STALE_ID")
scree_example(task_system "4 workers: the same bits as one")
scree_example(sound_log "after its end it touches 0")
scree_example(one_way_platforms "floor 3: 6.35 m")
# Twenty thousand bodies: minutes with sanitizers.
set_tests_properties(example_many example_many_cxx PROPERTIES LABELS "long;once" COST 100)
scree_example(platformer "climbed, pushed the crate, stopped at the wall")
scree_example(rollback "machine 1: 300 steps, 18 rollbacks, the bits of the judge")
scree_example(line_of_sight "64 watchers look at ")
