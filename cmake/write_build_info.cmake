# Run by the target scree_build_info_header. In: GIT SOURCE_DIR COMPILER FLAGS TYPE OUT.

set(COMMIT unknown)
if(GIT)
    execute_process(COMMAND ${GIT} rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCE_DIR}
        OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    file(REAL_PATH "${SOURCE_DIR}" source)
    # A copy inside somebody else's repository has no commit of its own.
    if(top STREQUAL source)
        execute_process(COMMAND ${GIT} rev-parse --verify --quiet --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
            OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        if(head)
            set(COMMIT ${head})
            # New files count: the build compiles whatever lies in the folders.
            execute_process(COMMAND ${GIT} status --porcelain WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE changes ERROR_QUIET)
            if(changes)
                string(APPEND COMMIT -dirty)
            endif()
        endif()
    endif()
endif()

foreach(name COMPILER FLAGS TYPE)
    string(REPLACE "\\" "\\\\" ${name} "${${name}}")
    string(REPLACE "\"" "\\\"" ${name} "${${name}}")
endforeach()

string(CONCAT text
    "/* Generated at build time. */\n"
    "#ifndef SCREE_BUILD_INFO_H\n"
    "#define SCREE_BUILD_INFO_H\n\n"
    "#define SCREE_BUILD_COMMIT \"${COMMIT}\"\n"
    "#define SCREE_BUILD_COMPILER \"${COMPILER}\"\n"
    "#define SCREE_BUILD_FLAGS \"${FLAGS}\"\n"
    "#define SCREE_BUILD_TYPE \"${TYPE}\"\n\n"
    "#endif\n")

set(old "")
if(EXISTS "${OUT}")
    file(READ "${OUT}" old)
endif()
if(NOT text STREQUAL old)
    file(WRITE "${OUT}" "${text}")
endif()
