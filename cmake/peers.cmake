# Other engines behind engines/engine.h, each built only if it is found. To point at installs of your own:
#
#   -Dbox2d24_ROOT=DIR      Box2D 2.4: DIR/include/box2d/box2d.h and DIR/lib/libbox2d.so or .a
#   -Dbox2d_DIR=DIR         Box2D 3: DIR/box2dConfig.cmake; or CMAKE_PREFIX_PATH, or box2d_ROOT
#   -Dchipmunk_ROOT=DIR     Chipmunk 7: DIR/include/chipmunk/chipmunk.h and DIR/lib/libchipmunk.so or .a
#   -DSCREE_BUILD_PEERS=OFF none of them
#
# Without them Box2D 2.4 and Chipmunk are those of the system (Debian, Ubuntu: libbox2d-dev,
# libchipmunk-dev), which are built with their assertions on: Release builds of your own are faster.

include(CheckLanguage)
include(CheckSourceCompiles)

option(SCREE_BUILD_PEERS "Build the adapters of other engines where they are found" ON)
if(NOT SCREE_BUILD_PEERS)
    message(STATUS "scree: peers are off (SCREE_BUILD_PEERS)")
    return()
endif()

# Whether the file `library` holds a string like `pattern`.
function(scree_library_holds variable library pattern)
    file(STRINGS ${library} found REGEX ${pattern} LIMIT_COUNT 1)
    if(found STREQUAL "")
        set(${variable} FALSE PARENT_SCOPE)
    else()
        set(${variable} TRUE PARENT_SCOPE)
    endif()
endfunction()

# scree_find_peer(name header library root): the folder above `header` and the library beside it, in `root` or,
# without one, where the system has them. Not cached, so that a new root counts at once.
function(scree_find_peer name header library root)
    if(root)
        find_path(include ${header} PATHS ${root} PATH_SUFFIXES include NO_DEFAULT_PATH NO_CACHE)
    else()
        find_path(include ${header} NO_CACHE)
    endif()
    if(include)
        get_filename_component(prefix ${include} DIRECTORY)
        find_library(file NAMES ${library} PATHS ${prefix} NO_DEFAULT_PATH NO_CACHE
            PATH_SUFFIXES lib/${CMAKE_LIBRARY_ARCHITECTURE} lib lib64)
    endif()
    set(${name}_include ${include} PARENT_SCOPE)
    set(${name}_file ${file} PARENT_SCOPE)
endfunction()

# scree_add_peer(name source include version build links...): the adapter, an object library of its own, as the
# headers of two peers have the same names.
# `sources`: the first one is the engine.
function(scree_add_peer name sources include version build)
    # Under a folder of its own the peer's headers come first, even where another peer of the same name lies in
    # a folder that the compiler searches by itself.
    list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/engines/)
    list(GET sources 0 source)
    get_filename_component(folder ${source} NAME_WE)
    set(headers ${PROJECT_BINARY_DIR}/peers/${folder})
    file(MAKE_DIRECTORY ${headers})
    string(REGEX REPLACE "^box2d.*" "box2d" linked ${name})
    file(CREATE_LINK ${include}/${linked} ${headers}/${linked} SYMBOLIC)

    set(target scree_peer_${name})
    add_library(${target} OBJECT ${sources})
    scree_set_standard(${target})
    target_include_directories(${target} SYSTEM BEFORE PRIVATE ${headers})
    target_link_libraries(${target} PRIVATE scree_internal_flags)
    target_compile_definitions(${target} PRIVATE SC_PEER_VERSION="${version}" SC_PEER_BUILD="${build}")
    target_sources(scree_engines PRIVATE $<TARGET_OBJECTS:${target}>)
    string(TOUPPER ${name} upper)
    target_compile_definitions(scree_engines PRIVATE SC_HAVE_${upper})
    target_link_libraries(scree_engines PRIVATE ${ARGN})
endfunction()

# The kind of library and its file, for the report.
function(scree_describe_library variable file assertions)
    get_filename_component(real ${file} REALPATH)
    get_filename_component(name ${real} NAME)
    get_filename_component(folder ${file} DIRECTORY)
    if(file MATCHES "\\.a$")
        set(text "static library")
    else()
        set(text "shared library")
    endif()
    if(assertions)
        string(APPEND text ", assertions on")
    else()
        string(APPEND text ", no assertions")
    endif()
    set(${variable} "${text}, ${folder}/${name}" PARENT_SCOPE)
endfunction()

# scree_links(variable language links code): whether a small program compiles and links, with another architecture
# or too old a version in mind. Remembered by library.
function(scree_links variable language links code)
    string(MD5 key "${links}${code}")
    set(CMAKE_REQUIRED_LIBRARIES ${links})
    set(CMAKE_REQUIRED_QUIET TRUE)
    check_source_compiles(${language} "${code}" SCREE_PEER_LINKS_${key})
    set(${variable} ${SCREE_PEER_LINKS_${key}} PARENT_SCOPE)
endfunction()

# Box2D 2.4

function(scree_find_box2d_2)
    set(remedy "install libbox2d-dev or set box2d24_ROOT")
    scree_find_peer(box2d_2 box2d/b2_body.h box2d "${box2d24_ROOT}")
    if(NOT box2d_2_include OR NOT box2d_2_file)
        message(STATUS "scree: peer Box2D 2.4 not found: ${remedy}")
        return()
    endif()
    # Another Box2D may lie beside headers of this one.
    scree_library_holds(right ${box2d_2_file} "_ZN7b2World4StepEfii")
    if(NOT right)
        message(STATUS "scree: peer Box2D 2.4 not found, ${box2d_2_file} is something else: ${remedy}")
        return()
    endif()
    get_filename_component(real ${box2d_2_file} REALPATH)
    set(version 2.4)
    file(GLOB version_file ${box2d_2_include}/../lib*/cmake/box2d/box2dConfigVersion.cmake
        ${box2d_2_include}/../lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/box2d/box2dConfigVersion.cmake)
    if(real MATCHES "\\.so\\.([0-9.]+)$")
        set(version ${CMAKE_MATCH_1})
    elseif(version_file)
        list(GET version_file 0 version_file)
        file(STRINGS ${version_file} line REGEX "set\\(PACKAGE_VERSION \"[0-9.]+\"\\)" LIMIT_COUNT 1)
        string(REGEX REPLACE ".*\"([0-9.]+)\".*" "\\1" version "${line}")
    endif()
    scree_library_holds(assertions ${box2d_2_file} "__assert_fail")
    scree_describe_library(build ${box2d_2_file} ${assertions})
    set(box2d_2_include ${box2d_2_include} PARENT_SCOPE)
    set(box2d_2_file ${box2d_2_file} PARENT_SCOPE)
    set(box2d_2_version ${version} PARENT_SCOPE)
    set(box2d_2_build ${build} PARENT_SCOPE)
    set(box2d_2_found TRUE PARENT_SCOPE)
endfunction()

function(scree_add_box2d_2)
    set(links FALSE)
    if(CMAKE_CXX_COMPILER)
        set(CMAKE_REQUIRED_INCLUDES ${box2d_2_include})
        scree_links(links CXX ${box2d_2_file} "
            #include <box2d/b2_world.h>
            int main() { b2World world(b2Vec2(0, 0)); return world.GetBodyCount(); }")
    endif()
    if(NOT links)
        message(STATUS "scree: peer Box2D ${box2d_2_version} found, but C++ programs with it do not link here "
            "(${box2d_2_file})")
        return()
    endif()
    scree_add_peer(box2d_2 engine_box2d_2.cc ${box2d_2_include} ${box2d_2_version} "${box2d_2_build}"
        ${box2d_2_file})
    message(STATUS "scree: peer Box2D ${box2d_2_version} found (${box2d_2_build})")
endfunction()

# Box2D 3

function(scree_find_box2d_3)
    set(remedy "set box2d_DIR to the folder of its box2dConfig.cmake")
    find_package(box2d 3 CONFIG QUIET)
    if(NOT box2d_FOUND OR NOT TARGET box2d::box2d OR NOT box2d_VERSION VERSION_GREATER_EQUAL 3)
        message(STATUS "scree: peer Box2D 3 not found: ${remedy}")
        return()
    endif()
    get_target_property(folders box2d::box2d INTERFACE_INCLUDE_DIRECTORIES)
    find_path(include box2d/collision.h PATHS ${folders} NO_DEFAULT_PATH NO_CACHE)
    get_target_property(file box2d::box2d LOCATION_RELEASE)
    if(NOT file)
        get_target_property(file box2d::box2d LOCATION)
    endif()
    scree_links(links C box2d::box2d "
        #include <box2d/box2d.h>
        int main(void) { b2ShapeDef d = b2DefaultShapeDef(); return (int)d.material.rollingResistance; }")
    scree_links(locks C box2d::box2d "
        #include <box2d/box2d.h>
        int main(void) { b2BodyDef d = b2DefaultBodyDef(); return d.motionLocks.angularZ; }")
    scree_links(positions C box2d::box2d "
        #include <box2d/box2d.h>
        int main(void) { b2Pos at = {0}; b2AABB box = {0};
            b2World_OverlapAABB((b2WorldId){0}, at, box, b2DefaultQueryFilter(), 0, 0); return 0; }")
    if(NOT include OR NOT file OR NOT links)
        message(STATUS "scree: peer Box2D ${box2d_VERSION} found, but programs with it do not compile and link here, "
            "or it is older than 3.1 (${file}): ${remedy}")
        return()
    endif()
    # Only there with assertions.
    scree_library_holds(assertions ${file} "b2InternalAssert")
    scree_describe_library(build ${file} ${assertions})
    scree_box2d_3_lanes(lanes ${file})
    scree_add_peer(box2d_3 engine_box2d_3.c ${include} ${box2d_VERSION} "${lanes}${build}" box2d::box2d)
    target_compile_definitions(scree_peer_box2d_3 PRIVATE
        $<$<VERSION_GREATER_EQUAL:${box2d_VERSION},3.2>:SC_BOX2D_3_THREADS>
        $<$<BOOL:${locks}>:SC_BOX2D_3_LOCKS> $<$<BOOL:${positions}>:SC_BOX2D_3_POSITIONS>
        $<TARGET_PROPERTY:box2d::box2d,INTERFACE_COMPILE_DEFINITIONS>)
    message(STATUS "scree: peer Box2D ${box2d_VERSION} found (${lanes}${build})")
endfunction()

# Box2D 3 picks its lanes when it is built. 256-bit registers in its code say AVX2. Nothing is said where the
# code cannot be looked at.
function(scree_box2d_3_lanes variable file)
    set(${variable} "" PARENT_SCOPE)
    if(NOT SCREE_TARGET_IS_X86 OR NOT CMAKE_OBJDUMP)
        return()
    endif()
    execute_process(COMMAND ${CMAKE_OBJDUMP} -d --no-show-raw-insn ${file}
        COMMAND grep -c -m 1 ymm OUTPUT_VARIABLE wide ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(wide STREQUAL "1")
        set(${variable} "AVX2 code, " PARENT_SCOPE)
    elseif(wide STREQUAL "0")
        set(${variable} "no AVX2 code, " PARENT_SCOPE)
    endif()
endfunction()

# Chipmunk 7

function(scree_find_chipmunk)
    set(remedy "install libchipmunk-dev or set chipmunk_ROOT")
    scree_find_peer(chipmunk chipmunk/chipmunk.h chipmunk "${chipmunk_ROOT}")
    if(NOT chipmunk_include OR NOT chipmunk_file)
        message(STATUS "scree: peer Chipmunk 7 not found: ${remedy}")
        return()
    endif()
    set(version "")
    foreach(part MAJOR MINOR RELEASE)
        file(STRINGS ${chipmunk_include}/chipmunk/chipmunk.h line REGEX "#define CP_VERSION_${part} +[0-9]+")
        string(REGEX REPLACE ".* ([0-9]+).*" "\\1" number "${line}")
        list(APPEND version ${number})
    endforeach()
    string(REPLACE ";" "." version "${version}")
    if(NOT version MATCHES "^7\\.")
        message(STATUS "scree: peer Chipmunk 7 not found, ${chipmunk_file} is ${version}: ${remedy}")
        return()
    endif()
    set(CMAKE_REQUIRED_INCLUDES ${chipmunk_include})
    set(libraries ${chipmunk_file} Threads::Threads m)
    scree_links(links C "${libraries}" "
        #include <chipmunk/chipmunk.h>
        int main(void) { return cpSpaceNew() == 0; }")
    if(NOT links)
        message(STATUS "scree: peer Chipmunk ${version} found, but programs with it do not link here (${chipmunk_file})")
        return()
    endif()
    scree_library_holds(assertions ${chipmunk_file} "Debug Enabled")
    scree_describe_library(build ${chipmunk_file} ${assertions})
    scree_add_peer(chipmunk "engine_chipmunk.c;engine_chipmunk_joints.c" ${chipmunk_include} ${version} "${build}" ${libraries})
    message(STATUS "scree: peer Chipmunk ${version} found (${build})")
endfunction()

scree_find_box2d_2()
if(box2d_2_found)
    check_language(CXX)
    if(CMAKE_CXX_COMPILER)
        enable_language(CXX)
    endif()
    scree_add_box2d_2()
endif()
scree_find_box2d_3()
scree_find_chipmunk()
