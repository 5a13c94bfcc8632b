# The reference and the public interface as JSON.
#
#   docs        build/.../docs/html/index.html: Doxygen over the headers, with README and docs/ as pages and a search box
#   api_json    build/.../docs/api.json: every function, struct, enumeration and callback of the headers, for bindings
#   man         build/.../docs/man/man1: pages of the command from its --help, by help2man; installed if they are there
#   completion  tools/completion/: completion for bash and zsh from the same

find_package(Python3 3.8 COMPONENTS Interpreter)
find_program(SCREE_DOXYGEN doxygen)
find_program(SCREE_CLANG NAMES clang clang-14)
set(SCREE_DOCS_OUTPUT ${PROJECT_BINARY_DIR}/docs)

# Packages of sources may come without it.
if(SCREE_DOXYGEN AND Python3_Interpreter_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/tools/docs/Doxyfile.in)
    set(SCREE_DOCS_FILTER "${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/docs/doxygen_filter.py")
    configure_file(tools/docs/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
    add_custom_target(docs
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${SCREE_DOCS_OUTPUT}/html ${SCREE_DOCS_OUTPUT}/xml
        COMMAND ${CMAKE_COMMAND} -E make_directory ${SCREE_DOCS_OUTPUT}
        COMMAND ${SCREE_DOXYGEN} ${PROJECT_BINARY_DIR}/Doxyfile
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/examples ${SCREE_DOCS_OUTPUT}/html/examples
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/docs/gallery ${SCREE_DOCS_OUTPUT}/html/gallery
        COMMENT "The reference: ${SCREE_DOCS_OUTPUT}/html/index.html"
        VERBATIM)
endif()

if(SCREE_CLANG AND Python3_Interpreter_FOUND)
    add_custom_target(api_json
        COMMAND ${CMAKE_COMMAND} -E make_directory ${SCREE_DOCS_OUTPUT}
        COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tools/docs/api_json.py ${PROJECT_SOURCE_DIR}
            ${SCREE_CLANG} -o ${SCREE_DOCS_OUTPUT}/api.json
        COMMENT "The interface as JSON: ${SCREE_DOCS_OUTPUT}/api.json"
        VERBATIM)
endif()

if(TARGET scree_tool AND Python3_Interpreter_FOUND)
    set(completion ${PROJECT_SOURCE_DIR}/tools/completion)
    set(generate Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tools/docs/completion.py $<TARGET_FILE:scree_tool>)
    add_custom_target(completion
        COMMAND ${generate} bash > ${completion}/scree.bash
        COMMAND ${generate} zsh > ${completion}/_scree
        COMMENT "Completion for shells: tools/completion"
        VERBATIM)
    find_program(SCREE_HELP2MAN help2man)
    if(SCREE_HELP2MAN)
        add_custom_target(man
            COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tools/docs/man_pages.py $<TARGET_FILE:scree_tool>
                ${SCREE_HELP2MAN} ${SCREE_DOCS_OUTPUT}/man/man1
            COMMENT "Pages of the manual: ${SCREE_DOCS_OUTPUT}/man"
            VERBATIM)
    endif()
endif()
