# install, find_package(scree) and pkg-config.

include(CMakePackageConfigHelpers)

set(SCREE_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

# Components, which packages may hold apart: the library with headers, what programs load of a shared one, and the command.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
install(TARGETS scree EXPORT screeTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT library
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# The interface of engines that the command loads.
install(DIRECTORY include/scree_tools DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT screeTargets NAMESPACE scree:: DESTINATION ${SCREE_CONFIG_DIR})

configure_package_config_file(cmake/screeConfig.cmake.in ${PROJECT_BINARY_DIR}/screeConfig.cmake
    INSTALL_DESTINATION ${SCREE_CONFIG_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/screeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/screeConfig.cmake ${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
    DESTINATION ${SCREE_CONFIG_DIR})

# Relative to where the file lies, so that an installed tree can be moved.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(SCREE_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
    string(REGEX REPLACE "/$" "" up ${up})
    set(SCREE_PC_PREFIX "\${pcfiledir}/${up}")
endif()
foreach(dir LIBDIR INCLUDEDIR)
    if(IS_ABSOLUTE ${CMAKE_INSTALL_${dir}})
        set(SCREE_PC_${dir} ${CMAKE_INSTALL_${dir}})
    else()
        set(SCREE_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
    endif()
endforeach()
# A static library alone needs them in every link, not only in those that pass --static.
get_target_property(kind scree TYPE)
if(kind STREQUAL STATIC_LIBRARY)
    set(SCREE_PC_STATIC_LIBS " -lm -pthread")
elseif(WIN32)
    set(SCREE_PC_DEFINES " -DSCREE_DLL")
endif()
configure_file(cmake/scree.pc.in ${PROJECT_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET scree_tool)
    set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME command)
    install(TARGETS scree_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES tools/completion/scree.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME scree)
    install(FILES tools/completion/_scree DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    # The target man makes them.
    install(DIRECTORY ${PROJECT_BINARY_DIR}/docs/man DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)
endif()

# The packages of a project that contains this one are its own.
if(PROJECT_IS_TOP_LEVEL)
    include(cmake/package.cmake)
endif()
