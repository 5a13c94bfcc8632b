# scree, the reference and the peers that are found, behind one interface: for tests, benchmarks and tools.

scree_glob(SCREE_ENGINE_SOURCES engines/*.c)
# A peer's adapter is built only where the peer is found.
list(FILTER SCREE_ENGINE_SOURCES EXCLUDE REGEX "engine_(box2d|chipmunk)[^/]*$")

add_library(scree_engines STATIC ${SCREE_ENGINE_SOURCES})
scree_link_all(scree_engines)
# Plugins are loaded by dlopen, where there is one.
target_link_libraries(scree_engines PUBLIC ${CMAKE_DL_LIBS})
target_compile_definitions(scree_engines PRIVATE SC_ENGINES_SCREE_VERSION="${PROJECT_VERSION}")

include(cmake/peers.cmake OPTIONAL)
