# scree_hashes compares the state hashes of scenes with those of the repository, on any target: it needs neither cmocka nor
# anything else beside the library.

add_executable(scree_hashes tests/ports/hashes.c)
scree_link_all(scree_hashes)
if(SCREE_TARGET_IS_WASM)
    target_link_options(scree_hashes PRIVATE -sALLOW_MEMORY_GROWTH=1)
endif()
if(SCREE_BUILD_TESTS)
    add_test(NAME hashes_of_a_scene_hold COMMAND scree_hashes --threads 1,2 stack)
    add_test(NAME hashes_refuse_an_unknown_scene COMMAND scree_hashes nosuch)
    set_tests_properties(hashes_refuse_an_unknown_scene PROPERTIES WILL_FAIL TRUE)
endif()
if(SCREE_BUILD_TESTS)
    add_executable(npm_hash tests/ports/npm_hash.c)
    scree_set_standard(npm_hash)
    target_link_libraries(npm_hash PRIVATE scree scree_flags)
    add_test(NAME hash_of_the_npm_tests_holds COMMAND npm_hash)
    set_tests_properties(hash_of_the_npm_tests_holds PROPERTIES PASS_REGULAR_EXPRESSION "^7249fa1c30c9cd60\n$")
endif()

# scree_snapshots loads the stored snapshots, which other builds made, and compares the hashes of later steps.
add_executable(scree_snapshots tests/ports/snapshots.c tests/support/every_feature.c)
scree_link_all(scree_snapshots)
if(SCREE_BUILD_TESTS)
    add_test(NAME stored_snapshots_load_and_go_on COMMAND scree_snapshots ${PROJECT_SOURCE_DIR}/tests/snapshots)
endif()
