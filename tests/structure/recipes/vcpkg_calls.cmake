# Stand-ins for the functions of vcpkg: they record the options of the configuration, take INSTALLED for what the build
# installs, and look whether what the port names is there.

# vcpkg_cmake_configure(SOURCE_PATH path OPTIONS option...): writes them to OUTPUT, one in a line.
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    if(NOT EXISTS ${arg_SOURCE_PATH}/CMakeLists.txt)
        message(FATAL_ERROR "no sources in ${arg_SOURCE_PATH}")
    endif()
    list(JOIN arg_OPTIONS "\n" lines)
    file(WRITE ${OUTPUT} "${lines}\n")
endfunction()

function(vcpkg_cmake_install)
    foreach(folder ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/debug)
        file(COPY ${INSTALLED}/ DESTINATION ${folder})
    endforeach()
endfunction()

function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
    foreach(folder ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/debug)
        if(NOT EXISTS ${folder}/${arg_CONFIG_PATH}/${PORT}Config.cmake)
            message(FATAL_ERROR "no ${PORT}Config.cmake in ${arg_CONFIG_PATH}")
        endif()
        file(MAKE_DIRECTORY ${folder}/share)
        file(RENAME ${folder}/${arg_CONFIG_PATH} ${folder}/share/${PORT})
    endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
    if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/lib/pkgconfig/${PORT}.pc)
        message(FATAL_ERROR "no ${PORT}.pc")
    endif()
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    configure_file(${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright COPYONLY)
endfunction()

include(${CURRENT_PORT_DIR}/portfile.cmake)
